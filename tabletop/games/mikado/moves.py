"""What players do (touch, pull, waive) and what chance brings (a tray, a feel, a movement of the slider)."""

from __future__ import annotations

from dataclasses import dataclass

from tabletop.games.mikado.trays import Layout, Places

FEELS = ("loose", "light", "firm", "tight")
"""The words for how a disc sits, from loose to pressed hard."""


@dataclass(frozen=True)
class Touch:
    """Touch a disc to learn how it sits."""

    disc: int


@dataclass(frozen=True)
class Pull:
    """Pull a disc out; the touched one if one was touched in this turn."""

    disc: int


@dataclass(frozen=True)
class Waive:
    """End the turn without a pull."""


@dataclass(frozen=True)
class Tray:
    """Outcome of the set-up: where the discs lie."""

    layout: Layout


@dataclass(frozen=True)
class Feels:
    """Outcome of a touch: one of FEELS."""

    word: str


@dataclass(frozen=True)
class Moved:
    """Outcome of a pull: how many divisions the slider moved, and which discs sprang out or stand on edge.

    `places` says what has moved; None if nothing has, or if nobody knows, as at a real table.
    """

    length: float
    popped: tuple[int, ...] = ()
    places: Places | None = None

    @property
    def is_movement(self) -> bool:
        """Whether the slider moved by more than a division (M4)."""
        return self.length > 1


Attempt = Touch | Pull
"""A step whose outcome chance decides."""
Outcome = Tray | Feels | Moved
Move = Touch | Pull | Waive | Tray | Feels | Moved
