"""Turns built step by step, as far as both games agree: the list of first steps, and the turn half built."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from typing import overload

from tabletop.game import Outcome
from tabletop.games.towers.board import Board
from tabletop.games.towers.ground import Pair
from tabletop.games.towers.turn import DONE, Lay, Step, Turn

NONE = (0, 0)
"""No bridges, vertical and horizontal."""
_ONLY_DONE = (DONE,)


class FirstSteps(Sequence[Step]):
    """The first steps of all turns; subclasses count them in `_length` and make each when it is asked for."""

    __slots__ = ("_length",)

    _length: int

    @abstractmethod
    def at(self, index: int) -> Step:
        """The step of that number. That there is one is not checked."""

    def __len__(self) -> int:
        return self._length

    @overload
    def __getitem__(self, index: int) -> Step: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Step]: ...
    def __getitem__(self, index: int | slice) -> Step | Sequence[Step]:
        if isinstance(index, slice):
            return [self.at(i) for i in range(*index.indices(self._length))]
        if index < 0:
            index += self._length
        if not 0 <= index < self._length:
            raise IndexError(index)
        return self.at(index)


class HalfBuilt(ABC):
    """A turn half built: the tower part and the bridges laid so far, and the board with them.

    `can` are bridges that may still join, `front` those of them that are connected now:
    lower ends, vertical and horizontal. `stock` are the bridges that the player has left.
    """

    __slots__ = ("can", "front", "horizontal", "laid", "state", "stock", "towers", "turn", "vertical")

    def __init__(
        self,
        state: Board,
        turn: Turn,
        towers: tuple[int, ...],
        vertical: int,
        horizontal: int,
        can: tuple[int, int],
        front: tuple[int, int],
        laid: tuple[Pair, ...],
        stock: int,
    ) -> None:
        self.state = state
        self.turn = turn
        self.towers = towers
        self.vertical = vertical
        self.horizontal = horizontal
        self.can = can
        self.front = front
        self.laid = laid
        self.stock = stock

    @property
    def to_move(self) -> int:
        return self.state.player

    @property
    def move(self) -> Turn:
        """The turn as built so far."""
        return self.turn._replace(bridges=tuple(sorted(self.laid)))

    def outcome(self) -> Outcome | None:
        """None: a turn half built ends nothing."""
        return None

    def steps(self) -> Sequence[Step]:
        """The end of the turn, then the bridges that may follow."""
        return (DONE, *self.lays()) if self.front != NONE else _ONLY_DONE

    @abstractmethod
    def lays(self) -> Iterator[Lay]:
        """The bridges that may follow."""

    @abstractmethod
    def laying(self, step: Lay) -> HalfBuilt:
        """The same with one more bridge."""

    def turns(self) -> Iterator[Turn]:
        """All turns that this one can become, itself first."""
        yield self.move
        for step in self.lays():
            yield from self.laying(step).turns()
