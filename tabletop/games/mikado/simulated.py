"""The physics model: loads and movements as the simulated tray gives them."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

from tabletop.chance import Rolls
from tabletop.games.mikado import physics
from tabletop.games.mikado.discs import NAMES, NUMBERS
from tabletop.games.mikado.figures import Figures
from tabletop.games.mikado.hidden import rolled_length
from tabletop.games.mikado.moves import Moved
from tabletop.games.mikado.trays import Layout

HAND = 2.0
"""The clumsiest hand moves the slider by so many times the simulated length, the deftest by as small a part of it."""


@dataclass(frozen=True)
class Physics:
    """Trays that are mixed and pressed together. Division and feel are those of the figures."""

    figures: Figures

    def tray(self, rolls: Rolls) -> Layout:
        """A tray of this seed's own."""
        return physics.build(rolls.seed).layout

    def begin(self, layout: Layout, seed: int | str) -> Simulated:
        """The tray as it lies; nothing is simulated yet, so that a record replays without pymunk."""
        return Simulated(self.figures, layout, ())


@dataclass(frozen=True)
class Simulated:
    """A tray and what has left it: for each pull the disc, then those that sprang out."""

    figures: Figures
    layout: Layout
    out: tuple[tuple[int, ...], ...]

    def load(self, disc: int) -> float:
        """The disc's load; one below the simulation's own limit counts as loose."""
        load = self._now().load(NAMES[disc])
        return load if load >= physics.PARAMETERS.loose else 0.0

    def pull(self, disc: int, skill: float, rolls: Rolls) -> Moved:
        """What the simulated pull does; the simulation leaves nothing to chance."""
        pulled = physics.pull(self._now(), NAMES[disc])
        length = rolled_length(pulled.moved * math.pow(HAND, 1 - 2 * skill), self.figures.division)
        return Moved(length, tuple(sorted(NUMBERS[name] for name in pulled.popped)))

    def after(self, disc: int, moved: Moved, rolls: Rolls) -> Simulated:
        """The tray without these discs. How far a stated movement went is not simulated."""
        return Simulated(self.figures, self.layout, (*self.out, (disc, *moved.popped)))

    def _now(self) -> physics.Snapshot:
        return _snapshot(self.layout, self.out)


@lru_cache(maxsize=256)
def _snapshot(layout: Layout, out: tuple[tuple[int, ...], ...]) -> physics.Snapshot:
    """The simulated tray after these pulls."""
    if not out:
        return physics.settle(layout)
    pulled, *popped = (NAMES[disc] for disc in out[-1])
    return physics.pull(_snapshot(layout, out[:-1]), pulled, frozenset(popped)).after
