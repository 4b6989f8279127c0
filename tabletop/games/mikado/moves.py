"""What players do (touch, pull, waive) and what comes of it (a tray, a feel, a movement)."""

from __future__ import annotations

from dataclasses import dataclass

from tabletop.games.mikado.trays import Layout

WORDS = ("loose", "light", "firm", "tight")
"""How a disc may feel, from free to pressed hard."""


@dataclass(frozen=True)
class Touch:
    """Touch a disc to be told how it sits."""

    disc: int


@dataclass(frozen=True)
class Pull:
    """Pull a disc out, the touched one if one was touched."""

    disc: int


@dataclass(frozen=True)
class Waive:
    """Do not pull."""


@dataclass(frozen=True)
class Tray:
    """Outcome of the set-up: where the discs came to lie."""

    layout: Layout


@dataclass(frozen=True)
class Feels:
    """Outcome of a touch: one of WORDS."""

    word: str


@dataclass(frozen=True)
class Moved:
    """Outcome of a pull: how many divisions the slider moved, and which discs sprang out or stand on edge."""

    length: float
    popped: tuple[int, ...] = ()

    @property
    def is_movement(self) -> bool:
        """Whether the slider moved by more than a division (M4)."""
        return self.length > 1


Attempt = Touch | Pull
Outcome = Tray | Feels | Moved
Move = Touch | Pull | Waive | Tray | Feels | Moved
