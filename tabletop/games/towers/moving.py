"""Moves of towers and stacks, listed lazily, and what they may oust."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator

from tabletop.games.towers.board import Board, standing_of
from tabletop.games.towers.ground import bits_of, nth_bit
from tabletop.games.towers.turn import Turn


class Moves:
    """The tower parts of moves by source, count, number ousted and target; made one by one as they are asked for."""

    __slots__ = ("_groups", "_starts", "length")

    def __init__(self) -> None:
        self._groups: list[tuple[int, int, int, int]] = []
        self._starts: list[int] = []
        self.length = 0

    def add(self, source: int, count: int, oust: int, targets: int) -> None:
        """Add the moves to all fields of a mask."""
        self._starts.append(self.length)
        self._groups.append((source, count, oust, targets))
        self.length += targets.bit_count()

    def add_stack(self, source: int, tallest: int, targets: int, oustable: list[int]) -> None:
        """Add the moves of the top 1 to `tallest` towers, with all that they can oust."""
        for count in range(1, tallest + 1):
            self.add(source, count, 0, targets)
            for oust, ousted in enumerate(oustable[:count], 1):
                if ousted & targets:
                    self.add(source, count, oust, ousted & targets)

    def __getitem__(self, index: int) -> Turn:
        group = bisect_right(self._starts, index) - 1
        source, count, oust, targets = self._groups[group]
        return Turn("move", source, nth_bit(targets, index - self._starts[group]), count, oust)

    def __iter__(self) -> Iterator[Turn]:
        for source, count, oust, targets in self._groups:
            for target in bits_of(targets):
                yield Turn("move", source, target, count, oust)


def tallest_run(bit: int, loose: int, fields: int) -> int:
    """How many towers, from the one at `bit` downwards, are loose without a gap."""
    count = 0
    while bit & loose:
        bit >>= fields
        count += 1
    return count


def oustable(board: Board, touched: int) -> list[int]:
    """By number k - 1: the fields whose top k towers are one opponent's and free, so that they can be ousted."""
    ground = board.ground
    standing = standing_of(board.towers)
    found: list[int] = []
    for player, towers in enumerate(board.towers, 1):
        if player == board.player:
            continue
        loose = towers & ~touched
        chain = loose & (standing ^ standing >> ground.fields)
        count = 0
        while chain:
            if count == len(found):
                found.append(0)
            found[count] |= ground.fold(chain)
            chain = chain >> ground.fields & loose
            count += 1
    return found
