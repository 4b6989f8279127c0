"""The two players: their numbers, colours and names."""

from __future__ import annotations

from tabletop.game import Setup

GREEN, BLUE = 1, 2
COLOURS = ("", "green", "blue")
"""By player; empty for nobody."""


def player_name(setup: Setup, player: int) -> str:
    """The player's name, with the colour where the name does not say it."""
    name, colour = setup.names[player - 1], COLOURS[player]
    return name if name == colour else f"{name} ({colour})"
