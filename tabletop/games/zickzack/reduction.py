"""Zickzack positions reduced to what matters for the points still to be won.

    reduction = Reduction(board)
    reduced = reduction.of(state)               # None if nobody can win another field
    reduction.after(position, move)             # the same after a move

A reduced position holds the *state* of each field (the field and its gap set, see `solver_tables`), both
hands, and who moves. A field that both hands together cannot fill any more brings nobody points; its gaps
go into one *pool* for all such fields, since a move there only passes the turn. Pieces that fit nowhere
leave the hand.

What a field means to two hands is looked up as one large int, so that the sum over all fields is a few
additions. Its lanes, lowest first: how many pieces of each type fit (packed counts), the points that the
player to move may still win, those that the other may, the set of fields that nobody can fill, and above
these the terms of the evaluation, if the board has one.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import itemgetter
from typing import NamedTuple, Protocol

from tabletop.games.zickzack.board import Board, ZickzackMove
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

POOL = -1
"""Stands for the pool where a move names a field."""
POINT_BITS = 32
"""Bits of each lane for points."""
MAX_HANDS = 50_000
"""Pairs of hands whose meanings are kept before they start over."""
_NUMBER_BITS = 24
"""Bits for the number of a hand in the keys of pairs of hands."""

Position = tuple[tuple[int, ...], int, int, int]
"""The state of each field, the gap set of the pool, the hand of the player to move, the other's."""
ReducedMove = tuple[int, int, int, int]
"""The rank among moves of its kind, the field or POOL, the piece type, the state (or the pool) that it leaves."""


Reduced = tuple[Position, bool, int, int, int]
"""A reduced position; whether the player to move in it is the one who was before it was reduced, and not the other
because the first cannot lay a piece; the least and the most that its value for the player to move can be; and the
evaluation's terms."""


_RANK = itemgetter(0)


class Evaluation(Protocol):
    """Terms of a position's value that add up: ints with as many lanes as the evaluation likes."""

    def field(self, field: int, gaps: tuple[int, ...], fillers: int, own: int, other: int) -> int:
        """The terms of an open field: the sizes of its gaps, who may fill it, and the piece types in both hands."""

    def hands(self, own: tuple[int, ...], other: tuple[int, ...]) -> int:
        """The terms of both hands."""

    def pool(self, gaps: tuple[int, ...]) -> int:
        """The terms of a pool with gaps of these sizes."""


class MovesByRisk(NamedTuple):
    """The moves of a player into one field, by what the other player can do next."""

    fills: tuple[ReducedMove, ...]
    safe: tuple[ReducedMove, ...]
    giveaways: tuple[ReducedMove, ...]


class _Hands:
    """What two hands mean. Attributes:

    meaning   what a state means to them, a function
    terms     the evaluation's terms of the hands, shifted to their lanes
    most      for each piece type the larger count of both hands, packed
    trimmed   by how many pieces of each type fit, packed: both hands without those that do not
    """

    __slots__ = ("meaning", "most", "terms", "trimmed")

    def __init__(self, meaning: Callable[[int], int], terms: int, most: int) -> None:
        self.meaning = meaning
        self.terms = terms
        self.most = most
        self.trimmed: dict[int, tuple[int, int]] = {}


class Reduction:
    """Reduces the positions of one board; numbers the states of its fields as they turn up.

    States below the number of fields are the full fields.
    """

    def __init__(self, board: Board, evaluation: Evaluation | None = None) -> None:
        self.board = board
        self.points = [field.points for field in board.fields]
        self.fields = len(board.fields)
        self.gap_table = GapTable(board)
        self.hand_table = HandTable(len(board.piece_types))
        self._evaluation = evaluation
        self._state_fields = list(range(self.fields))
        self._state_gap_sets = [NO_GAPS] * self.fields
        self._state_numbers = {(field, NO_GAPS): field for field in range(self.fields)}
        self._known_hands: dict[int, _Hands] = {}
        self._meanings: dict[tuple[int, int, int], Meanings] = {}
        self._moves: dict[tuple[int, int, int], MovesByRisk] = {}
        self._usable: dict[tuple[int, int], int] = {}
        self._pool_terms: dict[int, int] = {}
        counts = COUNT_BITS * len(board.piece_types)
        self._guards = guard_bits(len(board.piece_types))
        self._own_shift, self._other_shift, self._dead_shift = (counts + POINT_BITS * lane for lane in range(3))
        self.term_shift = self._dead_shift + self.fields
        self._counts_mask = (1 << counts) - 1
        self._plain_mask = (1 << self.term_shift) - 1

    def of(self, state: ZickzackState) -> Reduced | None:
        """The reduced position of a game's state; None if nobody can win another field."""
        return self.reduced(*self.position(state))

    def position(self, state: ZickzackState) -> Position:
        """The states of all fields and the hands in a position of the game, not reduced yet."""
        states = tuple(
            self.state(field, self.gap_set(state.free & mask)) for field, mask in enumerate(self.board.field_masks)
        )
        own, other = (self.hand_table.hand(state.hand_counts(player)) for player in (state.player, 3 - state.player))
        return states, NO_GAPS, own, other

    def gap_set(self, free: int) -> int:
        """The gap set of these free cells of one field."""
        return self.gap_table.gap_set([place for cell, place in enumerate(self.board.hexes) if free >> cell & 1])

    def state(self, field: int, gap_set: int) -> int:
        """The number of a field's state."""
        number = self._state_numbers.get((field, gap_set))
        if number is None:
            number = self._state_numbers[field, gap_set] = len(self._state_fields)
            self._state_fields.append(field)
            self._state_gap_sets.append(gap_set)
        return number

    def gaps(self, state: int) -> tuple[int, ...]:
        """The sizes of a field's gaps, largest first."""
        return self.gap_table.sizes(self._state_gap_sets[state])

    def moves(self, state: int, own_types: int, other_types: int) -> MovesByRisk:
        """The different moves into a field, for hands with these piece types."""
        key = (state, own_types, other_types)
        moves = self._moves.get(key)
        if moves is None:
            field = self._state_fields[state]
            points = self.points[field]
            fills, safe, giveaways = [], [], []
            for rank, type_number, gap_set in self.gap_table.moves(self._state_gap_sets[state], own_types):
                left = self.state(field, gap_set)
                if not gap_set:
                    fills.append((-points, field, type_number, left))
                elif self.gap_table.filled_by[gap_set] & other_types:
                    giveaways.append((points, field, type_number, left))
                else:
                    safe.append((rank - field, field, type_number, left))
            moves = self._moves[key] = MovesByRisk(tuple(fills), tuple(safe), tuple(giveaways))
        return moves

    def all_moves(self, position: Position) -> list[ReducedMove]:
        """The different moves: fills, most valuable first; into the pool; safe ones; giveaways, cheapest first."""
        states, pool, own, other = position
        own_types, other_types = self.hand_table.types[own], self.hand_table.types[other]
        fills: list[ReducedMove] = []
        safe: list[ReducedMove] = []
        giveaways: list[ReducedMove] = []
        for field, state in enumerate(states):
            if state != field:
                moves = self.moves(state, own_types, other_types)
                fills += moves[0]
                safe += moves[1]
                giveaways += moves[2]
        fills.sort(key=_RANK)
        safe.sort(key=_RANK)
        giveaways.sort(key=_RANK)
        if pool:
            fills += self.pool_moves(pool, own_types)
        return fills + safe + giveaways

    def pool_moves(self, pool: int, types: int) -> list[ReducedMove]:
        """The different moves into a pool."""
        return [(rank, POOL, type_number, left) for rank, type_number, left in self.gap_table.moves(pool, types)]

    def move(self, state: ZickzackState, move: ZickzackMove) -> ReducedMove:
        """A legal move of the game as a move of the position that is not reduced."""
        placement = self.board.placement_of[move]
        gap_set = self.gap_set(state.free & self.board.field_masks[placement.field] & ~placement.mask)
        return 0, placement.field, placement.type_number, self.state(placement.field, gap_set)

    def after(self, position: Position, move: ReducedMove) -> tuple[int, bool, Reduced | None]:
        """The points that a move wins, whether its player moves again, and the position after it."""
        states, pool, own, other = position
        _, field, type_number, left = move
        own = self.hand_table.without(own, type_number)
        if field == POOL:
            return 0, False, self.reduced(states, left, other, own)
        states = states[:field] + (left,) + states[field + 1 :]  # noqa: RUF005 - the faster way
        if left >= self.fields:
            return 0, False, self.reduced(states, pool, other, own)
        return self.points[field], True, self.reduced(states, pool, own, other)

    def children(self, position: Position) -> list[tuple[ReducedMove, int, bool, Reduced | None]]:
        """What `after` returns for each move, faster: most positions after a piece of one type share a sum."""
        states, pool, own, other = position
        guards = self._guards
        sums: dict[int, tuple[_Hands, int, int, int]] = {}
        children: list[tuple[ReducedMove, int, bool, Reduced | None]] = []
        for move in self.all_moves(position):
            _, field, type_number, left = move
            if pool:
                children.append((move, *self.after(position, move)))
                continue
            is_fill = left < self.fields
            key = type_number if is_fill else ~type_number
            if key not in sums:
                smaller = self.hand_table.without(own, type_number)
                mover, waiting = (smaller, other) if is_fill else (other, smaller)
                hands = self._hands(mover, waiting)
                sums[key] = hands, sum(map(hands.meaning, states), hands.terms), mover, waiting
            hands, total, mover, waiting = sums[key]
            total += hands.meaning(left) - hands.meaning(states[field])
            plain = total & self._plain_mask
            points = plain >> self._own_shift
            is_plain = ((plain & self._counts_mask) | guards) - hands.most & guards == guards
            if mover == NO_PIECES or not is_plain or plain >> self._dead_shift:
                children.append((move, *self.after(position, move)))
                continue
            gain = self.points[field] if is_fill else 0
            if not points:
                children.append((move, gain, is_fill, None))
                continue
            high, low = points & (1 << POINT_BITS) - 1, -(points >> POINT_BITS)
            states_left = states[:field] + (left,) + states[field + 1 :]  # noqa: RUF005 - the faster way
            reduced = (states_left, pool, mover, waiting), True, low, high, total >> self.term_shift
            children.append((move, gain, is_fill, reduced))
        return children

    def reduced(self, states: tuple[int, ...], pool: int, own: int, other: int) -> Reduced | None:
        """The position reduced; None if nobody can win another field."""
        guards = self._guards
        while True:
            hands = self._hands(own, other)
            total = sum(map(hands.meaning, states), hands.terms)
            plain = total & self._plain_mask
            dead = plain >> self._dead_shift
            while dead:
                field = dead.bit_length() - 1
                state = states[field]
                pool = self.gap_table.merged(pool, self._state_gap_sets[state])
                states = states[:field] + (field,) + states[field + 1 :]  # noqa: RUF005 - the faster way
                plain -= hands.meaning(state)
                total -= hands.meaning(state)
                dead ^= 1 << field
            points = plain >> self._own_shift
            if not points:
                return None
            capacity = plain & self._counts_mask
            if pool:
                capacity += self.gap_table.capacity[pool]
            if (capacity | guards) - hands.most & guards == guards:
                break
            smaller = hands.trimmed.get(capacity)
            if smaller is None:
                trimmed = self.hand_table.trimmed
                smaller = hands.trimmed[capacity] = trimmed(own, capacity), trimmed(other, capacity)
            own, other = smaller
        if own == NO_PIECES:
            swapped = self.reduced(states, pool, other, own)
            return swapped and (swapped[0], False, *swapped[2:])
        if pool:
            pool = self._usable_pool(pool, self.hand_table.types[own] | self.hand_table.types[other])
            total += self._terms_of_pool(pool)
        high, low = points & (1 << POINT_BITS) - 1, -(points >> POINT_BITS)
        return (states, pool, own, other), True, low, high, total >> self.term_shift

    def _hands(self, own: int, other: int) -> _Hands:
        """What these hands mean."""
        key = own << _NUMBER_BITS | other
        hands = self._known_hands.get(key)
        if hands is None:
            if len(self._known_hands) >= MAX_HANDS:
                self._known_hands.clear()
                self._meanings.clear()
            counts = self.hand_table.counts(own), self.hand_table.counts(other)
            terms = self._evaluation.hands(*counts) if self._evaluation else 0
            most = sum(max(pair) << COUNT_BITS * number for number, pair in enumerate(zip(*counts, strict=True)))
            meaning = self._meanings_for(own, other).__getitem__
            hands = self._known_hands[key] = _Hands(meaning, terms << self.term_shift, most)
        return hands

    def _meanings_for(self, own: int, other: int) -> Meanings:
        """What states mean to two hands: it depends only on the piece types in each and on all pieces together."""
        own_types, other_types = self.hand_table.types[own], self.hand_table.types[other]
        key = (self.hand_table.packed[own] + self.hand_table.packed[other], own_types, other_types)
        if key not in self._meanings:
            own_packed, other_packed = self.hand_table.packed[own], self.hand_table.packed[other]

            def meaning(state: int) -> int:
                return self._meaning(state, own_packed, other_packed, own_types, other_types)

            self._meanings[key] = Meanings(meaning)
        return self._meanings[key]

    def _meaning(self, state: int, own: int, other: int, own_types: int, other_types: int) -> int:
        """What a state means to hands with these packed counts and piece types."""
        gap_set, field = self._state_gap_sets[state], self._state_fields[state]
        if not gap_set:
            return 0
        fillers = self.gap_table.who_can_fill(gap_set, own, other)
        plain = self.gap_table.capacity[gap_set]
        if not fillers:
            return plain | 1 << self._dead_shift + field
        if fillers & OWN_CAN_FILL:
            plain |= self.points[field] << self._own_shift
        if fillers & OTHER_CAN_FILL:
            plain |= self.points[field] << self._other_shift
        if self._evaluation is None:
            return plain
        terms = self._evaluation.field(field, self.gaps(state), fillers, own_types, other_types)
        return plain + (terms << self.term_shift)

    def _usable_pool(self, pool: int, types: int) -> int:
        """The pool without the gaps into which no piece of these types fits."""
        key = (pool, types)
        usable = self._usable.get(key)
        if usable is None:
            usable = self._usable[key] = self.gap_table.usable(pool, types)
        return usable

    def _terms_of_pool(self, pool: int) -> int:
        """The terms of a pool, shifted to their lanes."""
        terms = self._pool_terms.get(pool)
        if terms is None:
            terms = self._evaluation.pool(self.gap_table.sizes(pool)) if self._evaluation else 0
            terms = self._pool_terms[pool] = terms << self.term_shift
        return terms
