"""Fields and hands as the solver sees them: numbered, with lookup tables of what fits where.

A *gap* is a connected group of free cells; gaps of the same shape, rotated or reflected, are
the same gap and share a number. The free cells of a field are a *gap set*: its gaps, in any
order. Gap sets and hands are numbered as they turn up, so that a position is a few small ints.

Counts of pieces are packed into an int, COUNT_BITS for each piece type.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable

from tabletop.games.zickzack.board import Board
from tabletop.games.zickzack.hexes import Hex, Shape, neighbours, orientations

COUNT_BITS = 16
"""Bits for each packed count; the highest one is a guard bit and stays free for comparing."""
MAX_TILED = 12
"""Cells of the largest gap whose tilings are listed; a larger one is assumed to be fillable by anyone."""
MAX_SPLIT = 10
"""Cells of the largest gap for which smaller ones that play the same are looked for; in larger ones that takes long."""
NO_PIECES = 0
"""The number of the empty hand."""
NO_GAPS = 0
"""The number of the gap set of a full field."""
OWN_CAN_FILL, OTHER_CAN_FILL, BOTH_CAN_FILL = 1, 2, 3

GapSetMove = tuple[int, int, int]
"""A move into a gap set: its rank (large pieces first, then many gaps left), the piece type, the gap set left."""


def guard_bits(types: int) -> int:
    """The guard bits of counts for this many piece types.

    With them, `(a | guards) - b & guards == guards` says that no count of b exceeds that of a.
    """
    return sum(1 << COUNT_BITS * number + COUNT_BITS - 1 for number in range(types))


def _count(packed: int, type_number: int) -> int:
    return packed >> COUNT_BITS * type_number & (1 << COUNT_BITS) - 1


class Meanings(dict[int, int]):
    """What numbered things mean to two hands, as ints with lanes. Filled as needed."""

    def __init__(self, make: Callable[[int], int]) -> None:
        super().__init__()
        self._make = make

    def __missing__(self, number: int) -> int:
        meaning = self[number] = self._make(number)
        return meaning


class HandTable:
    """Numbers the hands that turn up on a board with this many piece types.

    `packed` and `types` hold for each hand the packed counts of its pieces, and the set of its piece types.
    """

    def __init__(self, types: int) -> None:
        self.packed: list[int] = []
        self.types: list[int] = []
        self._type_numbers = range(types)
        self._guards = guard_bits(types)
        self._numbers: dict[int, int] = {}
        self._without: list[list[int]] = []
        self._number(0)

    def hand(self, counts: Iterable[int]) -> int:
        """The number of the hand with these counts."""
        return self._number(sum(count << COUNT_BITS * number for number, count in enumerate(counts)))

    def without(self, hand: int, type_number: int) -> int:
        """The hand without one piece of a type that is in it."""
        smaller = self._without[hand][type_number]
        if smaller < 0:
            smaller = self._number(self.packed[hand] - (1 << COUNT_BITS * type_number))
            self._without[hand][type_number] = smaller
        return smaller

    def counts(self, hand: int) -> tuple[int, ...]:
        """How many pieces of each type are in a hand."""
        return tuple(_count(self.packed[hand], number) for number in self._type_numbers)

    def trimmed(self, hand: int, capacity: int) -> int:
        """The hand with no more pieces of each type than fit (packed counts)."""
        packed = self.packed[hand]
        if (capacity | self._guards) - packed & self._guards == self._guards:
            return hand
        return self.hand(min(_count(packed, number), _count(capacity, number)) for number in self._type_numbers)

    def _number(self, packed: int) -> int:
        hand = self._numbers.get(packed)
        if hand is None:
            hand = self._numbers[packed] = len(self.packed)
            self.packed.append(packed)
            self.types.append(sum(1 << number for number in self._type_numbers if _count(packed, number)))
            self._without.append([-1 for _ in self._type_numbers])
        return hand


class GapTable:
    """Numbers the gaps and gap sets that turn up on a board, and knows what fits into them.

    Lists with an entry for each gap set:

        gaps          its gaps, larger ones first
        capacity      how many pieces of each type fit at most, packed
        filled_by     the set of the piece types of which one piece fills it
    """

    def __init__(self, board: Board) -> None:
        self.gaps: list[tuple[int, ...]] = [()]
        self.capacity: list[int] = [0]
        self.filled_by: list[int] = [0]
        self._sizes = [piece_type.size for piece_type in board.piece_types]
        self._orientations = [orientations(piece_type.shape) for piece_type in board.piece_types]
        self._guards = guard_bits(len(self._sizes))
        self._single_piece = [1 << COUNT_BITS * number for number in range(len(self._sizes))]
        self._gap_set_numbers: dict[tuple[int, ...], int] = {(): NO_GAPS}
        self._gap_set_moves: dict[tuple[int, int], tuple[GapSetMove, ...]] = {}
        self._gap_set_tilings: dict[int, frozenset[int] | None] = {}
        self._merged: dict[tuple[int, int], int] = {}
        self._gap_numbers: dict[Shape, int] = {}
        self._gap_shapes: list[Shape] = []
        self._gap_moves: list[list[tuple[int, tuple[int, ...]]] | None] = []
        self._gap_tilings: dict[int, frozenset[int]] = {}
        self._smaller: dict[tuple[int, int], tuple[int, ...]] = {}
        self._with_small_gaps: dict[tuple[int, int], int] = {}

    def gap_set(self, cells: list[Hex]) -> int:
        """The gap set that these free cells of one field make."""
        return self._number(self._split(cells))

    def sizes(self, gap_set: int) -> tuple[int, ...]:
        """The sizes of the gaps, largest first."""
        return tuple(len(self._gap_shapes[gap]) for gap in self.gaps[gap_set])

    def shapes(self, gap_set: int) -> list[Shape]:
        """The shapes of the gaps, largest first."""
        return [self._gap_shapes[gap] for gap in self.gaps[gap_set]]

    def moves(self, gap_set: int, types: int) -> tuple[GapSetMove, ...]:
        """The different moves into a gap set with pieces of these types, by rank."""
        key = (gap_set, types)
        if key not in self._gap_set_moves:
            gaps = self.gaps[gap_set]
            moves: set[GapSetMove] = set()
            for index, gap in enumerate(gaps):
                if not index or gaps[index - 1] != gap:
                    others = gaps[:index] + gaps[index + 1 :]
                    for type_number, gaps_left in self._moves_into(gap):
                        if types >> type_number & 1:
                            rank = -(self._sizes[type_number] << 24) - (len(others + gaps_left) << 8)
                            moves.add((rank, type_number, self._number(others + gaps_left)))
            self._gap_set_moves[key] = tuple(sorted(moves, key=self._order))
        return self._gap_set_moves[key]

    def _order(self, move: GapSetMove) -> tuple[int, int, list[Shape]]:
        """Sorts moves the same way whatever numbers gap sets have got."""
        rank, type_number, left = move
        return rank, type_number, self.shapes(left)

    def merged(self, gap_set: int, other: int) -> int:
        """The gap set with the gaps of both."""
        key = (gap_set, other)
        if key not in self._merged:
            self._merged[key] = self._number(self.gaps[gap_set] + self.gaps[other])
        return self._merged[key]

    def usable(self, gap_set: int, types: int) -> int:
        """The gap set without the gaps into which no piece of these types fits."""
        return self._number(
            tuple(gap for gap in self.gaps[gap_set] if any(types >> number & 1 for number, _ in self._moves_into(gap)))
        )

    def with_small_gaps(self, gap_set: int, types: int) -> int:
        """A gap set that plays the same with pieces of these types, with smaller gaps where one is found.

        With singles and doubles, for example, a row of three cells plays like one of two and one of one.
        """
        key = (gap_set, types)
        if key not in self._with_small_gaps:
            gaps = [smaller for gap in self.gaps[gap_set] for smaller in self._smaller_gaps(gap, types)]
            self._with_small_gaps[key] = self._number(tuple(gaps))
        return self._with_small_gaps[key]

    def _smaller_gaps(self, gap: int, types: int) -> tuple[int, ...]:
        """Gaps that play the same as this one with pieces of these types: its cells, some of them by themselves."""
        key = (gap, types)
        if key not in self._smaller:
            self._smaller[key] = (gap,)
            shape = self._gap_shapes[gap]
            options = self._options((gap,), types) if len(shape) <= MAX_SPLIT else set()
            for cell in shape if 1 < len(shape) <= MAX_SPLIT else ():
                parts = (self._gap([cell]), *self._split([other for other in shape if other != cell]))
                if self._options(parts, types) == options:
                    self._smaller[key] = tuple(smaller for part in parts for smaller in self._smaller_gaps(part, types))
                    break
        return self._smaller[key]

    def _options(self, gaps: tuple[int, ...], types: int) -> set[tuple[int, int]]:
        """The moves into gaps with pieces of these types, by what they leave: the type, and a gap set."""
        options = set()
        for index, gap in enumerate(gaps):
            others = gaps[:index] + gaps[index + 1 :]
            for type_number, left in self._moves_into(gap):
                if types >> type_number & 1:
                    options.add((type_number, self.with_small_gaps(self._number(others + left), types)))
        return options

    def who_can_fill(self, gap_set: int, own: int, other: int) -> int:
        """Who may lay the last piece into a gap set, going by the packed counts of both hands alone."""
        tilings = self._tilings(gap_set)
        if tilings is None:
            return (OWN_CAN_FILL if own else 0) | (OTHER_CAN_FILL if other else 0)
        both = own + other | self._guards
        fillers = 0
        for tiling in tilings:
            if both - tiling & self._guards == self._guards:
                for number in range(len(self._sizes)):
                    mask = (1 << COUNT_BITS) - 1 << COUNT_BITS * number
                    if tiling & mask:
                        fillers |= (OWN_CAN_FILL if own & mask else 0) | (OTHER_CAN_FILL if other & mask else 0)
        return fillers

    def _number(self, gaps: tuple[int, ...]) -> int:
        """The number of the gap set with these gaps."""
        gaps = tuple(sorted(gaps, key=lambda gap: (-len(self._gap_shapes[gap]), self._gap_shapes[gap])))
        gap_set = self._gap_set_numbers.get(gaps)
        if gap_set is None:
            gap_set = self._gap_set_numbers[gaps] = len(self.gaps)
            self.gaps.append(gaps)
            capacity: dict[int, int] = defaultdict(int)
            filled_by = 0
            for gap in gaps:
                for type_number in {type_number for type_number, _ in self._moves_into(gap)}:
                    capacity[type_number] += len(self._gap_shapes[gap]) // self._sizes[type_number]
            if len(gaps) == 1:
                for type_number, gaps_left in self._moves_into(gaps[0]):
                    filled_by |= 0 if gaps_left else 1 << type_number
            self.capacity.append(sum(count * self._single_piece[number] for number, count in capacity.items()))
            self.filled_by.append(filled_by)
        return gap_set

    def _split(self, cells: list[Hex]) -> tuple[int, ...]:
        """The gaps that free cells make."""
        unvisited = set(cells)
        gaps = []
        for cell in cells:
            if cell in unvisited:
                unvisited.remove(cell)
                connected = [cell]
                for inside in connected:
                    for neighbour in neighbours(inside):
                        if neighbour in unvisited:
                            unvisited.remove(neighbour)
                            connected.append(neighbour)
                gaps.append(self._gap(connected))
        return tuple(gaps)

    def _gap(self, cells: list[Hex]) -> int:
        """The number of the gap that connected cells make."""
        shape = orientations(cells)[0]
        gap = self._gap_numbers.get(shape)
        if gap is None:
            gap = self._gap_numbers[shape] = len(self._gap_shapes)
            self._gap_shapes.append(shape)
            self._gap_moves.append(None)
        return gap

    def _moves_into(self, gap: int) -> list[tuple[int, tuple[int, ...]]]:
        """The different moves into a gap: the piece type, and the gaps left."""
        moves = self._gap_moves[gap]
        if moves is None:
            moves = self._gap_moves[gap] = list(
                dict.fromkeys((number, tuple(sorted(gaps_left))) for number, _, gaps_left in self._placements(gap))
            )
        return moves

    def _placements(self, gap: int) -> list[tuple[int, bool, tuple[int, ...]]]:
        """Each way to lay a piece into a gap: its type, whether it covers the gap's first cell, the gaps left."""
        gap_shape = self._gap_shapes[gap]
        free = set(gap_shape)
        placements = []
        for type_number, shapes in enumerate(self._orientations):
            for shape in shapes:
                for q, r in gap_shape:
                    covered = {(q + dq, r + dr) for dq, dr in shape}
                    if covered <= free:
                        gaps_left = self._split([cell for cell in gap_shape if cell not in covered])
                        placements.append((type_number, gap_shape[0] in covered, gaps_left))
        return placements

    def _tilings_of_gap(self, gap: int) -> frozenset[int]:
        """The packed counts of pieces that tile a gap, piece by piece from its first cell."""
        tilings = self._gap_tilings.get(gap)
        if tilings is None:
            counts: set[int] = set()
            for type_number, covers_first, gaps_left in set(self._placements(gap)):
                if covers_first:
                    rest = frozenset({0})
                    for smaller in gaps_left:
                        rest = _sums(rest, self._tilings_of_gap(smaller))
                    counts |= {tiling + self._single_piece[type_number] for tiling in rest}
            tilings = self._gap_tilings[gap] = frozenset(counts)
        return tilings

    def _tilings(self, gap_set: int) -> frozenset[int] | None:
        """The packed counts of pieces that tile a gap set; None where a gap of it is too large to list them."""
        if gap_set not in self._gap_set_tilings:
            tilings: frozenset[int] | None = frozenset({0})
            for gap in self.gaps[gap_set]:
                if tilings is None or len(self._gap_shapes[gap]) > MAX_TILED:
                    tilings = None
                else:
                    tilings = _sums(tilings, self._tilings_of_gap(gap))
            self._gap_set_tilings[gap_set] = tilings
        return self._gap_set_tilings[gap_set]


def _sums(left: frozenset[int], right: frozenset[int]) -> frozenset[int]:
    return frozenset(a + b for a in left for b in right)
