"""Zickzack positions without their points: how the solver sees them.

    patterns = patterns_of(board)
    layout, fields = patterns.arranged(gap_sets)        # the layout, and which field is in which slot of it
    hands = patterns.hands(own, other)
    reduced = patterns.reduced(layout, hands)           # what still matters of them

A *layout* has the gap sets of the open fields (see `solver_tables`), each in a *slot*, and the pool of those that
nobody can fill. A layout and two hands are a *pattern*: positions of one pattern have the same moves, wherever their
fields are, and differ in the points only. As in `reduction`, a field that both hands together cannot fill goes into
the pool, and pieces that fit nowhere leave the hand; and gaps that play the same with the pieces left are the same.

What a gap set means to two hands is looked up as one int, so that the sum over all slots is a few additions. Its
lanes, lowest first: how many pieces of each type fit (packed counts), whether the player to move may fill it, whether
the other may, whether nobody can.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import count, pairwise
from operator import itemgetter
from typing import NamedTuple

from tabletop.games.zickzack.board import Board, ZickzackMove
from tabletop.games.zickzack.estimates import evaluation_of
from tabletop.games.zickzack.reduction import POOL, Reduction
from tabletop.games.zickzack.rules import ZickzackState
from tabletop.games.zickzack.solver_tables import (
    COUNT_BITS,
    NO_GAPS,
    NO_PIECES,
    OTHER_CAN_FILL,
    OWN_CAN_FILL,
    GapTable,
    HandTable,
    Meanings,
    guard_bits,
)

MAX_LAYOUTS = 200_000
"""Layouts of a board that are kept for other positions before they start over."""
_HAND_BITS = 24
"""Bits for the number of a pair of hands beside that of a layout."""
_SLOT_BITS = 8
"""Bits of a lane that counts slots."""

Fields = tuple[int, ...]
"""Which field is in each slot."""
Order = tuple[int, ...]
"""The slots of one layout from which those of another come."""
Pick = Callable[[Fields], Fields]
"""Puts fields into such an order."""
Position = tuple[tuple[int, ...], "HandPair"]
"""The gap sets of all fields, and the hands: a position of the game, not reduced yet."""


class LayoutMove(NamedTuple):
    """A move in a layout, with pieces of one type into one slot."""

    rank: int
    """Large pieces come first, then moves that leave many gaps."""
    number: int
    """Tells the moves of the layout apart."""
    type_bit: int
    """The piece type, as a set."""
    risk: int
    """The piece types of which one piece then fills the field."""
    step: int
    """Where `HandPair.after` has the hands after the move."""
    is_fill: bool
    slot: int
    """Or POOL."""
    left: int
    """The gap set that it leaves in the slot, or the pool that it leaves."""


class HandPair:
    """The hands of the player to move and of the other.

    Attributes:

        own, other               their numbers in the hand table
        number                   tells pairs of hands apart
        own_types, other_types   the sets of their piece types
        most                     for each piece type the larger count of both, packed
        meaning                  what a gap set means to them, a function
        trimmed                  by how many pieces of each type fit, packed: the hands without those that do not
        after                    the hands after a piece of each type, first if the turn passes, then if the same player
                                 moves again; None until they are needed
    """

    __slots__ = ("after", "meaning", "most", "number", "other", "other_types", "own", "own_types", "trimmed")

    def __init__(self, own: int, other: int, number: int, table: HandTable, meaning: Callable[[int], int]) -> None:
        self.own = own
        self.other = other
        self.number = number
        self.own_types = table.types[own]
        self.other_types = table.types[other]
        pairs = list(zip(table.counts(own), table.counts(other), strict=True))
        self.most = sum(max(pair) << COUNT_BITS * type_number for type_number, pair in enumerate(pairs))
        self.meaning = meaning
        self.trimmed: dict[int, HandPair] = {}
        self.after: list[HandPair | None] = [None] * (2 * len(pairs))


class Layout:
    """The gap sets of the open fields in canonical order, and the pool.

    Attributes:

        gap_sets   by slot
        pool       the gap set of the pool
        key        tells layouts apart, also with the number of a pair of hands added
        capacity   how many pieces of each type fit into the pool, packed
        ties       where two or more slots in a row have the same gap set: the first, and the one after the last
        fills      the moves that fill a field, then those into the pool; none before `Patterns.list_moves`
        others     the other moves by rank
        is_listed  whether the moves are listed
        after      by the number of a move: the layout after it, the order of its slots, and what picks their fields;
                   None and None if all stay in place
        alive      by slots that nobody can fill: the layout without them, and the order of its slots
        simple     by sets of piece types: the layout that plays the same with these, and the order of its slots
    """

    __slots__ = (
        "after",
        "alive",
        "capacity",
        "fills",
        "gap_sets",
        "is_listed",
        "key",
        "others",
        "pool",
        "simple",
        "ties",
    )

    def __init__(self, gap_sets: tuple[int, ...], pool: int, number: int, capacity: int) -> None:
        self.gap_sets = gap_sets
        self.pool = pool
        self.key = number << _HAND_BITS
        self.capacity = capacity
        starts = [slot for slot in range(len(gap_sets)) if not slot or gap_sets[slot - 1] != gap_sets[slot]]
        self.ties = [(start, end) for start, end in pairwise([*starts, len(gap_sets)]) if end - start > 1]
        self.fills: list[LayoutMove] = []
        self.others: list[LayoutMove] = []
        self.is_listed = False
        self.after: dict[int, tuple[Layout, Order | None, Pick | None]] = {}
        self.alive: dict[tuple[int, ...], tuple[Layout, Order]] = {}
        self.simple: dict[int, tuple[Layout, Order | None]] = {}


class Reduced(NamedTuple):
    """What matters of a layout and two hands."""

    layout: Layout
    """Without any slots if nobody can win another field."""
    hands: HandPair
    order: Order | None
    """Of its slots; None if all stay in place."""
    is_same_mover: bool
    """Whether the same player moves, and not the other because the first cannot lay a piece."""


class Patterns:
    """The layouts and pairs of hands of one board.

    They are numbered as they turn up, but no order depends on the numbers.
    """

    def __init__(self, board: Board, gap_table: GapTable, hand_table: HandTable) -> None:
        self.board = board
        self.gap_table = gap_table
        self.hand_table = hand_table
        types = len(board.piece_types)
        self._guards = guard_bits(types)
        self._own_shift, self._other_shift, self._dead_shift = (
            COUNT_BITS * types + _SLOT_BITS * lane for lane in range(3)
        )
        self._counts_mask = (1 << self._own_shift) - 1
        self._numbers = count(1)
        self._hands: dict[tuple[int, int], HandPair] = {}
        self._layouts: dict[tuple[tuple[int, ...], int], Layout] = {}
        self._meanings: dict[tuple[int, int, int], Meanings] = {}
        self._moves: dict[tuple[int, int], tuple[list[LayoutMove], list[LayoutMove]]] = {}
        self._sort_keys: dict[int, bytes] = {}

    def __len__(self) -> int:
        """How many layouts are known."""
        return len(self._layouts)

    def position(self, state: ZickzackState) -> Position:
        """The gap sets of all fields, and the hands."""
        gap_sets = tuple(self._gap_set(state.free & mask) for mask in self.board.field_masks)
        hand = self.hand_table.hand
        own, other = (hand(state.hand_counts(player)) for player in (state.player, 3 - state.player))
        return gap_sets, self.hands(own, other)

    def move(self, state: ZickzackState, move: ZickzackMove) -> tuple[int, int, int]:
        """The field of a legal move, the piece type, and the gap set that it leaves."""
        placement = self.board.placement_of[move]
        left = self._gap_set(state.free & self.board.field_masks[placement.field] & ~placement.mask)
        return placement.field, placement.type_number, left

    def size(self, layout: Layout, hands: HandPair) -> tuple[int, int]:
        """The free cells of a layout, and the pieces in two hands."""
        cells = sum(sum(self.gap_table.sizes(gap_set)) for gap_set in (*layout.gap_sets, layout.pool))
        return cells, sum(self.hand_table.counts(hands.own)) + sum(self.hand_table.counts(hands.other))

    def hands(self, own: int, other: int) -> HandPair:
        """The pair of two hands of the hand table."""
        hands = self._hands.get((own, other))
        if hands is None:
            meaning = self._meanings_for(own, other).__getitem__
            hands = HandPair(own, other, next(self._numbers), self.hand_table, meaning)
            hands = self._hands.setdefault((own, other), hands)
        return hands

    def hands_after(self, hands: HandPair, step: int) -> HandPair:
        """What `hands.after` has at this place."""
        smaller = self.hand_table.without(hands.own, step >> 1)
        after = self.hands(smaller, hands.other) if step & 1 else self.hands(hands.other, smaller)
        hands.after[step] = after
        return after

    def arranged(self, gap_sets: Sequence[int]) -> tuple[Layout, Fields]:
        """The layout of a board whose fields have these gap sets, and the fields that are in its slots."""
        open_fields = [field for field, gap_set in enumerate(gap_sets) if gap_set != NO_GAPS]
        layout, order = self._sorted([gap_sets[field] for field in open_fields], NO_GAPS)
        return layout, tuple([open_fields[slot] for slot in order])

    def list_moves(self, layout: Layout) -> None:
        """Fill in the moves of a layout."""
        fills: list[LayoutMove] = []
        others: list[LayoutMove] = []
        for slot, gap_set in enumerate((*layout.gap_sets, layout.pool)):
            is_pool = slot == len(layout.gap_sets)
            known = self._moves.get((gap_set, POOL if is_pool else slot))
            if known is None:
                known = self._moves_into(gap_set, POOL if is_pool else slot)
            fills += known[0]
            others += known[1]
        others.sort(key=itemgetter(0))
        layout.fills, layout.others = fills, others
        layout.is_listed = True

    def _moves_into(self, gap_set: int, slot: int) -> tuple[list[LayoutMove], list[LayoutMove]]:
        """The moves into a slot: those that fill it or are into the pool, and the others."""
        fills: list[LayoutMove] = []
        others: list[LayoutMove] = []
        for number, (rank, type_number, left) in enumerate(self.gap_table.moves(gap_set, -1)):
            is_fill = slot != POOL and left == NO_GAPS
            risk = 0 if slot == POOL else self.gap_table.filled_by[left]
            step = type_number << 1 | is_fill
            move = LayoutMove(rank, number << _SLOT_BITS | slot + 1, 1 << type_number, risk, step, is_fill, slot, left)
            (fills if is_fill or slot == POOL else others).append(move)
        moves = self._moves[gap_set, slot] = fills, others
        return moves

    def layout_after(self, layout: Layout, move: LayoutMove) -> tuple[Layout, Order | None, Pick | None]:
        """What `layout.after` has for a move."""
        gap_sets, slot = layout.gap_sets, move.slot
        order: Order | None = None
        if slot == POOL:
            left = self._layout(gap_sets, move.left)
        elif move.is_fill:
            left = self._layout(gap_sets[:slot] + gap_sets[slot + 1 :], layout.pool)
            order = (*range(slot), *range(slot + 1, len(gap_sets)))
        else:
            left, order = self._sorted((*gap_sets[:slot], move.left, *gap_sets[slot + 1 :]), layout.pool)
            if order == tuple(range(len(gap_sets))):
                order = None
        after = layout.after[move.number] = left, order, None if order is None else picker(order)
        return after

    def reduced(self, layout: Layout, hands: HandPair) -> Reduced:
        """The layout and the hands without what does not matter any more."""
        guards = self._guards
        order: Order | None = None
        while True:
            total = sum(map(hands.meaning, layout.gap_sets))
            capacity = (total & self._counts_mask) + layout.capacity
            if total >> self._dead_shift:
                layout, alive = self._without_dead(layout, hands)
                order = alive if order is None else tuple([order[slot] for slot in alive])
            if not layout.gap_sets:
                return Reduced(self._layout((), NO_GAPS), self.hands(NO_PIECES, NO_PIECES), (), True)
            if (capacity | guards) - hands.most & guards == guards:
                break
            trimmed = hands.trimmed.get(capacity)
            if trimmed is None:
                own, other = (self.hand_table.trimmed(hand, capacity) for hand in (hands.own, hands.other))
                trimmed = hands.trimmed[capacity] = self.hands(own, other)
            hands = trimmed
        is_same_mover = hands.own != NO_PIECES
        if not is_same_mover:
            hands = self.hands(hands.other, hands.own)
        types = hands.own_types | hands.other_types
        layout, slots = layout.simple.get(types) or self._simple(layout, types)
        if slots is not None:
            order = slots if order is None else tuple([order[slot] for slot in slots])
        return Reduced(layout, hands, order, is_same_mover)

    def fillable(self, layout: Layout, hands: HandPair) -> tuple[list[int] | None, list[int] | None]:
        """The slots that the player to move may fill, and those that the other may; None if these are all."""
        total = sum(map(hands.meaning, layout.gap_sets))
        return self._slots(layout, hands, total, self._own_shift), self._slots(layout, hands, total, self._other_shift)

    def _slots(self, layout: Layout, hands: HandPair, total: int, shift: int) -> list[int] | None:
        """The slots whose meaning has the bit at `shift`, given the sum of all meanings; None if these are all."""
        if total >> shift & (1 << _SLOT_BITS) - 1 == len(layout.gap_sets):
            return None
        return [slot for slot, gap_set in enumerate(layout.gap_sets) if hands.meaning(gap_set) >> shift & 1]

    def _gap_set(self, free: int) -> int:
        """The gap set of these free cells of one field."""
        return self.gap_table.gap_set([place for cell, place in enumerate(self.board.hexes) if free >> cell & 1])

    def _layout(self, gap_sets: tuple[int, ...], pool: int) -> Layout:
        """The layout with these gap sets, which are in order."""
        layout = self._layouts.get((gap_sets, pool))
        if layout is None:
            layout = Layout(gap_sets, pool, next(self._numbers), self.gap_table.capacity[pool])
            layout = self._layouts.setdefault((gap_sets, pool), layout)
        return layout

    def _sorted(self, gap_sets: Iterable[int], pool: int) -> tuple[Layout, Order]:
        """The layout with these gap sets, and the order of its slots."""
        slots = sorted([(self._sort_key(gap_set), slot, gap_set) for slot, gap_set in enumerate(gap_sets)])
        return self._layout(tuple([item[2] for item in slots]), pool), tuple([item[1] for item in slots])

    def _sort_key(self, gap_set: int) -> bytes:
        """Sorts gap sets the same way whatever numbers they have got."""
        key = self._sort_keys.get(gap_set)
        if key is None:
            key = self._sort_keys[gap_set] = repr(self.gap_table.shapes(gap_set)).encode()
        return key

    def _without_dead(self, layout: Layout, hands: HandPair) -> tuple[Layout, Order]:
        """The layout after the fields that nobody can fill have gone into the pool, and the order of its slots."""
        gap_sets, meaning = layout.gap_sets, hands.meaning
        dead = tuple([slot for slot, gap_set in enumerate(gap_sets) if meaning(gap_set) >> self._dead_shift])
        alive = layout.alive.get(dead)
        if alive is None:
            pool = layout.pool
            for slot in dead:
                pool = self.gap_table.merged(pool, gap_sets[slot])
            order = tuple([slot for slot in range(len(gap_sets)) if slot not in dead])
            alive = layout.alive[dead] = self._layout(tuple([gap_sets[slot] for slot in order]), pool), order
        return alive

    def _simple(self, layout: Layout, types: int) -> tuple[Layout, Order | None]:
        """What `layout.simple` has for a set of piece types: small gaps, and a pool of gaps into which a piece fits."""
        table = self.gap_table
        gap_sets = tuple([table.with_small_gaps(gap_set, types) for gap_set in layout.gap_sets])
        pool = table.usable(table.with_small_gaps(layout.pool, types), types)
        if gap_sets == layout.gap_sets:
            simple: tuple[Layout, Order | None] = self._layout(gap_sets, pool), None
        else:
            simple = self._sorted(gap_sets, pool)
        layout.simple[types] = simple
        return simple

    def _meanings_for(self, own: int, other: int) -> Meanings:
        """What gap sets mean to two hands: it depends only on the piece types in each and on all pieces together."""
        table = self.hand_table
        own_packed, other_packed = table.packed[own], table.packed[other]
        key = (own_packed + other_packed, table.types[own], table.types[other])
        if key not in self._meanings:

            def meaning(gap_set: int) -> int:
                fillers = self.gap_table.who_can_fill(gap_set, own_packed, other_packed)
                lanes = self.gap_table.capacity[gap_set]
                if not fillers:
                    return lanes | 1 << self._dead_shift
                is_own, is_other = bool(fillers & OWN_CAN_FILL), bool(fillers & OTHER_CAN_FILL)
                return lanes | is_own << self._own_shift | is_other << self._other_shift

            self._meanings[key] = Meanings(meaning)
        return self._meanings[key]


def picker(order: Sequence[int]) -> Pick:
    """What puts fields into an order."""
    if len(order) > 1:
        return itemgetter(*order)
    return lambda fields: tuple([fields[slot] for slot in order])


@lru_cache(maxsize=8)
def _known_patterns(board: Board) -> list[Patterns]:
    """The patterns of a board that are kept, at most one object."""
    return []


def patterns_of(board: Board) -> Patterns:
    """The patterns of a board; what it has met before changes no order of moves."""
    kept = _known_patterns(board)
    if not kept or len(kept[0]) > MAX_LAYOUTS:
        evaluated = evaluation_of(board)
        reduction = evaluated.reduction if evaluated else Reduction(board)
        kept[:] = [Patterns(board, reduction.gap_table, reduction.hand_table)]
    return kept[0]
