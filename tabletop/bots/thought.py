"""What a bot has found, and how its values are read."""

from __future__ import annotations

from dataclasses import dataclass

from tabletop.game import Move

DECIDED = 900.0
"""A lead this high is a game won for certain, its negative one lost; where a game counts in points, none is."""


@dataclass(frozen=True)
class Thought:
    """What a bot has found: its move, the move's value if it has one, and why, in a sentence.

    `value` is for the player to move: a lead in the game's own measure, or a chance.
    `ranked` holds the best moves with their values, best first, where the bot compares several.
    """

    move: Move
    value: float | None = None
    why: str = ""
    nodes: int = 0
    ranked: tuple[tuple[Move, float], ...] = ()
    in_chances: bool = False
    """Whether the values are chances, from 0 to 1, rather than leads; a bot's doubts may push them a little beyond."""

    def spell(self, value: float) -> str:
        """A value as people read it."""
        if self.in_chances:
            return f"{min(max(value, 0.0), 1.0):.1%}"
        if abs(value) >= DECIDED:
            return "won" if value > 0 else "lost"
        return f"{value:+.3g}"
