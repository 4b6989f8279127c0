"""What towers and bridges are, for both games."""

from __future__ import annotations

from typing import NamedTuple

Stack = tuple[int, ...]
"""The owners of a stack's towers, bottom to top; empty for an empty field."""


class Bridge(NamedTuple):
    """A laid bridge. Ends are field numbers (see `grid`), low < high."""

    low: int
    high: int
    level: int
    owner: int


COLOURS = ("red", "blue", "green", "yellow")
"""The colours of the players, in turn order."""


def colour(player: int) -> str:
    """What a player is called in messages."""
    return COLOURS[player - 1]
