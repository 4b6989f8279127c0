"""What nobody at the table sees: how hard each disc is pressed. The light model and the physics model keep to this."""

from __future__ import annotations

from typing import Protocol

from tabletop.chance import Rolls
from tabletop.games.mikado.moves import Moved
from tabletop.games.mikado.trays import Layout

LONGEST = 200.0
"""Millimetres; no slider moves farther."""
MOST_DIVISIONS = 999.9
"""No scale has more of them."""


class Hidden(Protocol):
    """The hidden side of a tray: immutable, hashable, equal by value. Discs are numbers as in `discs`."""

    def load(self, disc: int) -> float:
        """The contact forces on the disc as a share of the spring's force; 0 is loose."""

    def pull(self, disc: int, skill: float, rolls: Rolls) -> Moved:
        """Draw what pulling the disc does."""

    def after(self, disc: int, moved: Moved, rolls: Rolls) -> Hidden:
        """What is hidden once the disc is out and `moved` has happened, be it drawn or stated."""


class Simulator(Protocol):
    """A way to make trays: immutable, hashable, equal by value."""

    def tray(self, rolls: Rolls) -> Layout:
        """Mix the discs and release the slider."""

    def begin(self, layout: Layout, seed: int | str) -> Hidden:
        """What is hidden in this tray, which need not be one of `tray`."""


def rolled_length(length: float, division: float) -> float:
    """Millimetres as divisions of the scale with one decimal; a movement is at least 1.1, anything else at most 1.0."""
    divisions = min(round(min(length, LONGEST) / division, 1), MOST_DIVISIONS)
    return max(1.1, divisions) if length > division else min(1.0, divisions)
