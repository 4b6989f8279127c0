"""The statistical model: every disc has a hidden load, drawn from the distributions of a model file.

It is fitted to simulated trays (`physics`) and needs no simulation itself.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from tabletop.chance import Rolls
from tabletop.games.mikado.discs import DISC_COUNT, colour_of
from tabletop.games.mikado.model import Parameters
from tabletop.games.mikado.moves import Moved
from tabletop.games.mikado.trays import Layout, contacts, deal_layout, wall_contacts

GONE = -1.0
"""The load of a disc that is out of the tray."""

TOUCHING, SECOND, FARTHER = range(3)
"""How near two discs lie: they touch, both touch a third one, or neither."""


@dataclass(frozen=True)
class StatisticalModel:
    """The TrayModel of a model file."""

    parameters: Parameters

    def deal(self, rolls: Rolls) -> Layout:
        """One of the baked trays."""
        return deal_layout(rolls)

    def hidden_tray(self, layout: Layout, seed: int | str) -> HiddenLoads:
        """Draw loads for that tray from the seed; free discs are loose."""
        rolls, parameters = Rolls(seed), self.parameters
        loads = []
        for disc, is_free in enumerate(free_discs(layout)):
            colour = colour_of(disc)
            loose_chance = parameters.initial_loose_chance(colour, is_free)
            loads.append(parameters.sample_load(colour, loose_chance, rolls, "load", disc))
        return HiddenLoads(parameters, tuple(loads), nearness_table(layout))


@dataclass(frozen=True)
class HiddenLoads:
    """The HiddenTray of the statistical model.

    `loads` holds the load of every disc, GONE for those out of the tray. `nearness` is the
    table of the full tray's layout.
    """

    parameters: Parameters = field(repr=False)
    loads: tuple[float, ...]
    nearness: tuple[bytes, ...] = field(compare=False, repr=False)

    @property
    def gone(self) -> int:
        """How many discs are out of the tray."""
        return self.loads.count(GONE)

    def load(self, disc: int) -> float:
        """The disc's load."""
        return self.loads[disc]

    def risk(self, disc: int, skill: float) -> float:
        """The true probability that pulling the disc is a movement."""
        return self.parameters.risk(self.loads[disc], colour_of(disc), self.gone, skill)

    def sample_pull(self, disc: int, skill: float, rolls: Rolls) -> Moved:
        """Draw whether pulling the disc is a movement, then how far the slider moves, then what springs out."""
        gone = self.gone
        is_movement = rolls.happens(self.risk(disc, skill), "slip")
        length = self.parameters.sample_length(is_movement, self.loads[disc] == 0, gone, rolls)
        popped: tuple[int, ...] = ()
        if is_movement and rolls.happens(self.parameters.pop_chance, "pop", 0):
            nearness = self.nearness[disc]
            neighbours = [
                other
                for other, load in enumerate(self.loads)
                if nearness[other] == TOUCHING and other != disc and load != GONE
            ]
            if neighbours:
                popped = (neighbours[rolls.index(len(neighbours), "pop", 1)],)
        return Moved(length, popped)

    def after_pull(self, disc: int, moved: Moved, rolls: Rolls) -> HiddenLoads:
        """Other discs keep their loads or draw new ones, by how near they are and how far the slider moved."""
        parameters = self.parameters
        keep_chances = parameters.keep_chances[parameters.slip_class(self.loads[disc], moved.length)]
        nearness = self.nearness[disc]
        out = {disc, *moved.popped}
        gone = self.gone + len(out)
        loads: list[float] = []
        for other, load in enumerate(self.loads):
            if load == GONE or other in out:
                loads.append(GONE)
            elif rolls.happens(keep_chances[nearness[other]], "keep", other):
                loads.append(load)
            else:
                colour = colour_of(other)
                loose_chance = parameters.loose_chances[colour][gone]
                loads.append(parameters.sample_load(colour, loose_chance, rolls, "redraw", other))
        return HiddenLoads(parameters, tuple(loads), self.nearness)


def free_discs(layout: Layout) -> tuple[bool, ...]:
    """For every disc whether fewer than two of discs, walls and slider touch it, so that it carries no load."""
    return tuple(len(touching) + wall_contacts(layout, disc) < 2 for disc, touching in enumerate(contacts(layout)))


def nearness_table(layout: Layout) -> tuple[bytes, ...]:
    """For every disc how near every other one lies in the full tray: TOUCHING, SECOND or FARTHER."""
    all_contacts = contacts(layout)
    table = []
    for touching in all_contacts:
        row = bytearray([FARTHER]) * DISC_COUNT
        for other in touching:
            for second in all_contacts[other]:
                row[second] = SECOND
        for other in touching:
            row[other] = TOUCHING
        table.append(bytes(row))
    return tuple(table)
