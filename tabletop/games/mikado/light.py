"""The light model: a load for every disc, drawn and redrawn by the figures of a model file."""

from __future__ import annotations

from dataclasses import dataclass, field

from tabletop.chance import Rolls
from tabletop.games.mikado.discs import COUNT, colour_of
from tabletop.games.mikado.model import Figures
from tabletop.games.mikado.moves import Moved
from tabletop.games.mikado.trays import Layout, contacts, layout_for, walls

GONE = -1.0
"""The load of a disc that is out of the tray."""

TOUCHING, SECOND, FARTHER = range(3)


@dataclass(frozen=True)
class Light:
    """Trays of the light model."""

    figures: Figures

    def tray(self, rolls: Rolls) -> Layout:
        """A packing that was simulated once."""
        return layout_for(rolls)

    def begin(self, layout: Layout, seed: int | str) -> LightLoads:
        """Loads for that tray, drawn from the seed; a disc that lies free is loose."""
        rolls, figures = Rolls(seed, 0, 0), self.figures
        loads = []
        for disc, is_free in enumerate(free_discs(layout)):
            colour = colour_of(disc)
            share = figures.first_loose_share(colour, is_free)
            loads.append(figures.draw_load(colour, share, rolls, "load", disc))
        return LightLoads(figures, tuple(loads), nearness(layout))


@dataclass(frozen=True)
class LightLoads:
    """The loads now, by disc."""

    figures: Figures = field(repr=False)
    loads: tuple[float, ...]
    near: tuple[bytes, ...] = field(compare=False, repr=False)
    """How near each disc lies to each, a function of the layout."""

    @property
    def gone(self) -> int:
        """How many discs are out of the tray."""
        return self.loads.count(GONE)

    def load(self, disc: int) -> float:
        """The disc's load."""
        return self.loads[disc]

    def risk(self, disc: int, skill: float) -> float:
        """The true probability that pulling the disc is a movement."""
        return self.figures.risk(self.loads[disc], colour_of(disc), self.gone, skill)

    def pull(self, disc: int, skill: float, rolls: Rolls) -> Moved:
        """Draw what pulling the disc does: movement or not, then how far, then what springs out."""
        gone = self.gone
        is_movement = rolls.happens(self.risk(disc, skill), "slip")
        length = self.figures.draw_length(is_movement, self.loads[disc] == 0, gone, rolls)
        popped: tuple[int, ...] = ()
        if is_movement and rolls.happens(self.figures.pop, "pop", 0):
            near = self.near[disc]
            beside = [other for other in range(COUNT) if near[other] == TOUCHING and self._may_leave(other, disc)]
            if beside:
                popped = (beside[rolls.index(len(beside), "pop", 1)],)
        return Moved(length, popped)

    def _may_leave(self, other: int, disc: int) -> bool:
        return other != disc and self.loads[other] != GONE

    def after(self, disc: int, moved: Moved, rolls: Rolls) -> LightLoads:
        """Other discs keep their loads or draw new ones, by how near they are and how far the slider moved."""
        figures = self.figures
        keeps = figures.keeps[figures.event(self.loads[disc], moved.length)]
        near = self.near[disc]
        out = {disc, *moved.popped}
        gone = self.gone + len(out)
        loads: list[float] = []
        for other, load in enumerate(self.loads):
            if load == GONE or other in out:
                loads.append(GONE)
            elif rolls.happens(keeps[near[other]], "keep", other):
                loads.append(load)
            else:
                colour = colour_of(other)
                loads.append(figures.draw_load(colour, figures.loose_shares[colour][gone], rolls, "redraw", other))
        return LightLoads(figures, tuple(loads), self.near)


def free_discs(layout: Layout) -> tuple[bool, ...]:
    """For every disc whether fewer than two discs, walls or sliders touch it, so that nothing can press on it."""
    return tuple(len(beside) + walls(layout, disc) < 2 for disc, beside in enumerate(contacts(layout)))


def nearness(layout: Layout) -> tuple[bytes, ...]:
    """For every disc how near every other lies in the full tray: TOUCHING, SECOND or FARTHER."""
    touching = contacts(layout)
    rows = []
    for beside in touching:
        row = bytearray([FARTHER]) * COUNT
        for other in beside:
            for second in touching[other]:
                row[second] = SECOND
        for other in beside:
            row[other] = TOUCHING
        rows.append(bytes(row))
    return tuple(rows)
