"""The state of Nim, what is legal, and what a move does."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from tabletop.errors import IllegalMove
from tabletop.game import NOBODY, Result, Setup
from tabletop.text import counted, join_words

HEAP_NAMES = "abcdefgh"


class Take(NamedTuple):
    """Stones taken from a heap; heaps are counted from 0."""

    heap: int
    stones: int


class NimState(NamedTuple):
    """The stones of every heap, and the player whose turn it is or would be."""

    heaps: tuple[int, ...]
    player: int

    @property
    def to_move(self) -> int:
        return self.player if any(self.heaps) else NOBODY

    def check(self, move: Take) -> None:
        if not any(self.heaps):
            raise IllegalMove("N3", "all heaps are empty")
        if move.heap >= len(self.heaps):
            names = join_words(HEAP_NAMES[: len(self.heaps)])
            reason = f"the only heap is {names}" if len(self.heaps) == 1 else f"the heaps are {names}"
            raise IllegalMove("N1", reason, HEAP_NAMES[move.heap])
        name, stones = HEAP_NAMES[move.heap], self.heaps[move.heap]
        if not stones:
            raise IllegalMove("N2", f"heap {name} is empty", name)
        if not move.stones:
            raise IllegalMove("N2", "you must take at least one stone", str(move.stones))
        if move.stones > stones:
            raise IllegalMove("N2", f"heap {name} has only {counted(stones, 'stone')}", str(move.stones))

    def legal_moves(self) -> Iterator[Take]:
        return iter(self.steps())

    def steps(self) -> list[Take]:
        return [Take(heap, taken) for heap, stones in enumerate(self.heaps) for taken in range(1, stones + 1)]

    def apply(self, move: Take) -> NimState:
        heaps = tuple(stones - move.stones * (heap == move.heap) for heap, stones in enumerate(self.heaps))
        return NimState(heaps, 3 - self.player)

    take = apply

    def result(self) -> Result | None:
        return None if any(self.heaps) else Result((3 - self.player,), "N3", "the last stone was taken")

    def scores(self) -> None:
        return None

    def seen_by(self, player: int) -> NimState:
        return self


def start(setup: Setup) -> NimState:
    """Heaps of 3, 4, 5, ... stones."""
    heaps = setup.options["heaps"]
    assert isinstance(heaps, int)
    return NimState(tuple(range(3, 3 + heaps)), setup.first)
