"""Fields and hands as the solver sees them: numbered, with tables of what fits where."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from tabletop.games.zickzack.board import Board
from tabletop.games.zickzack.hexes import Hex, Shape, neighbours, turnings

COUNT_BITS = 16
"""Bits for each count in a packed vector of counts; the highest one stays free for comparing."""
NO_HAND = 0
"""The number of the empty hand."""


def guards_for(kinds: int) -> int:
    """The highest bit of each count: `(a | guards) - b & guards == guards` if no count of b exceeds that of a."""
    return sum(1 << COUNT_BITS * number + COUNT_BITS - 1 for number in range(kinds))


def _count(packed: int, kind: int) -> int:
    return packed >> COUNT_BITS * kind & (1 << COUNT_BITS) - 1


class Hands:
    """The hands that have turned up, for boards with so many kinds of pieces."""

    def __init__(self, kinds: int) -> None:
        self._range = range(kinds)
        self._guards = guards_for(kinds)
        self._numbers: dict[int, int] = {}
        self._less: list[list[int]] = []
        self.packed: list[int] = []
        """Per hand: the counts of its pieces, packed."""
        self.kinds: list[int] = []
        """Per hand: the kinds in it, as bits."""
        self._of_packed(0)

    def hand(self, counts: Iterable[int]) -> int:
        """The number of the hand with these counts."""
        return self._of_packed(sum(count << COUNT_BITS * kind for kind, count in enumerate(counts)))

    def without(self, hand: int, kind: int) -> int:
        """The hand without one piece of a kind that is in it."""
        less = self._less[hand][kind]
        if less < 0:
            less = self._less[hand][kind] = self._of_packed(self.packed[hand] - (1 << COUNT_BITS * kind))
        return less

    def trimmed(self, hand: int, space: int) -> int:
        """The hand without the pieces for which there is no space (packed: how many of each kind fit)."""
        packed = self.packed[hand]
        if (space | self._guards) - packed & self._guards == self._guards:
            return hand
        return self.hand(min(_count(packed, kind), _count(space, kind)) for kind in self._range)

    def _of_packed(self, packed: int) -> int:
        number = self._numbers.get(packed)
        if number is None:
            number = self._numbers[packed] = len(self.packed)
            self.packed.append(packed)
            self.kinds.append(sum(1 << kind for kind in self._range if _count(packed, kind)))
            self._less.append([-1 for _ in self._range])
        return number


LARGEST_TILED = 12
"""Cells of the largest gap of which all fillings are listed; larger ones are taken for fillable."""
OWN_FILLS, OTHER_FILLS, BOTH_FILL = 1, 2, 3
NO_ROOM = 0
"""The room without gaps; its number."""
Lay = tuple[int, int, int]
"""A rank (large pieces come first, then those that leave many gaps), a kind of piece, the room that it leaves."""


class Rooms:
    """The rooms and gaps that have turned up on a board, and tables over them."""

    def __init__(self, board: Board) -> None:
        self.sizes = [kind.size for kind in board.kinds]
        self._images = [turnings(kind.shape) for kind in board.kinds]
        self._shapes: list[Shape] = []
        self._gap_numbers: dict[Shape, int] = {}
        self._gap_lays: list[list[tuple[int, tuple[int, ...]]] | None] = []
        self._gap_fillings: dict[int, frozenset[int]] = {}
        self._room_numbers: dict[tuple[int, ...], int] = {(): NO_ROOM}
        self.gaps: list[tuple[int, ...]] = [()]
        self.space: list[int] = [0]
        """Per room: how many of each kind fit at most, packed."""
        self.fillers: list[int] = [0]
        """Per room: the kinds, as bits, of which one piece fills it."""
        self._fillings: dict[int, frozenset[int] | None] = {}
        self._lays: dict[tuple[int, int], tuple[Lay, ...]] = {}
        self._merged: dict[tuple[int, int], int] = {}
        self._guards = guards_for(len(self.sizes))
        self._ones = [1 << COUNT_BITS * number for number in range(len(self.sizes))]

    def room(self, cells: list[Hex]) -> int:
        """The room of these free cells of one field."""
        return self._room(self._split(cells))

    def lays(self, room: int, kinds: int) -> tuple[Lay, ...]:
        """The turns into a room that differ, for these kinds (bits), by rank."""
        key = (room, kinds)
        if key not in self._lays:
            gaps = self.gaps[room]
            found: set[Lay] = set()
            for at, gap in enumerate(gaps):
                if not at or gaps[at - 1] != gap:
                    rest = gaps[:at] + gaps[at + 1 :]
                    for kind, left in self._lays_into(gap):
                        if kinds >> kind & 1:
                            rank = -(self.sizes[kind] << 24) - (len(rest + left) << 8)
                            found.add((rank, kind, self._room(rest + left)))
            self._lays[key] = tuple(sorted(found))
        return self._lays[key]

    def merged(self, room: int, other: int) -> int:
        """Both rooms as one."""
        key = (room, other)
        if key not in self._merged:
            self._merged[key] = self._room(self.gaps[room] + self.gaps[other])
        return self._merged[key]

    def usable(self, room: int, kinds: int) -> int:
        """The room without the gaps into which none of these kinds fits."""
        return self._room(
            tuple(gap for gap in self.gaps[room] if any(kinds >> kind & 1 for kind, _ in self._lays_into(gap)))
        )

    def who_fills(self, room: int, own: int, other: int) -> int:
        """Who may lay the last piece into a room, judged by the two (packed) hands alone; bits of OWN, OTHER."""
        fillings = self._room_fillings(room)
        if fillings is None:
            return (OWN_FILLS if own else 0) | (OTHER_FILLS if other else 0)
        both = own + other | self._guards
        found = 0
        for filling in fillings:
            if both - filling & self._guards == self._guards:
                for number in range(len(self.sizes)):
                    mask = (1 << COUNT_BITS) - 1 << COUNT_BITS * number
                    if filling & mask:
                        found |= (OWN_FILLS if own & mask else 0) | (OTHER_FILLS if other & mask else 0)
        return found

    def _room(self, gaps: tuple[int, ...]) -> int:
        gaps = tuple(sorted(gaps, key=lambda gap: (-len(self._shapes[gap]), gap)))
        number = self._room_numbers.get(gaps)
        if number is None:
            number = self._room_numbers[gaps] = len(self.gaps)
            self.gaps.append(gaps)
            space: dict[int, int] = defaultdict(int)
            fillers = 0
            for gap in gaps:
                for kind in {kind for kind, _ in self._lays_into(gap)}:
                    space[kind] += len(self._shapes[gap]) // self.sizes[kind]
            if len(gaps) == 1:
                for kind, left in self._lays_into(gaps[0]):
                    fillers |= 0 if left else 1 << kind
            self.space.append(sum(count * self._ones[kind] for kind, count in space.items()))
            self.fillers.append(fillers)
        return number

    def _split(self, cells: list[Hex]) -> tuple[int, ...]:
        """The gaps that free cells make."""
        left = set(cells)
        gaps = []
        for cell in cells:
            if cell in left:
                left.remove(cell)
                patch = [cell]
                for inside in patch:
                    for near in neighbours(inside):
                        if near in left:
                            left.remove(near)
                            patch.append(near)
                gaps.append(self._gap(patch))
        return tuple(gaps)

    def _gap(self, patch: list[Hex]) -> int:
        shape = turnings(patch)[0]
        number = self._gap_numbers.get(shape)
        if number is None:
            number = self._gap_numbers[shape] = len(self._shapes)
            self._shapes.append(shape)
            self._gap_lays.append(None)
        return number

    def _lays_into(self, gap: int) -> list[tuple[int, tuple[int, ...]]]:
        """Each kind that fits into a gap, with the gaps that it leaves; different ones only."""
        known = self._gap_lays[gap]
        if known is None:
            known = self._gap_lays[gap] = list(
                dict.fromkeys((kind, tuple(sorted(left))) for kind, _, left in self._placements(gap))
            )
        return known

    def _placements(self, gap: int) -> list[tuple[int, bool, tuple[int, ...]]]:
        """Each way to lay a piece into a gap: kind, whether it covers the gap's first cell, gaps left."""
        shape = self._shapes[gap]
        here = set(shape)
        found = []
        for kind, images in enumerate(self._images):
            for image in images:
                for q, r in shape:
                    covered = {(q + dq, r + dr) for dq, dr in image}
                    if covered <= here:
                        left = self._split([cell for cell in shape if cell not in covered])
                        found.append((kind, shape[0] in covered, left))
        return found

    def _fillings_of(self, gap: int) -> frozenset[int]:
        """The counts of pieces, packed, that fill a gap."""
        known = self._gap_fillings.get(gap)
        if known is None:
            found: set[int] = set()
            for kind, covers_first, left in set(self._placements(gap)):
                if covers_first:
                    rest = frozenset({0})
                    for smaller in left:
                        rest = _sums(rest, self._fillings_of(smaller))
                    found |= {filling + self._ones[kind] for filling in rest}
            known = self._gap_fillings[gap] = frozenset(found)
        return known

    def _room_fillings(self, room: int) -> frozenset[int] | None:
        if room not in self._fillings:
            total: frozenset[int] | None = frozenset({0})
            for gap in self.gaps[room]:
                if total is None or len(self._shapes[gap]) > LARGEST_TILED:
                    total = None
                else:
                    total = _sums(total, self._fillings_of(gap))
            self._fillings[room] = total
        return self._fillings[room]


def _sums(left: frozenset[int], right: frozenset[int]) -> frozenset[int]:
    return frozenset(a + b for a in left for b in right)
