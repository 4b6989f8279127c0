"""The statistical model: every disc has a hidden load, drawn from the distributions of a model file.

It is fitted to simulated trays (`physics`) and needs no simulation itself.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from tabletop.chance import Rolls
from tabletop.games.mikado.discs import colour_of
from tabletop.games.mikado.model import Parameters
from tabletop.games.mikado.moves import Moved
from tabletop.games.mikado.packing import SHAKES, follow, follow_partly, slack, slider_limit, touching_discs
from tabletop.games.mikado.trays import RADIUS_OF, Layout, contacts, deal_layout, to_hundredths, wall_contacts

GONE = -1.0
"""The load of a disc that is out of the tray."""
SHORTEST_MOVEMENT = 1.1
"""In divisions, with one decimal."""
ATTEMPTS = ((1.0, 0.0), (0.8, SHAKES[0]))
"""The shares of a movement's length for which discs are to make room, and how they are shaken."""
ENOUGH = 0.7
"""Nothing more is tried once they have made room for this share."""


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
            loads.append(parameters.load_at(rolls.uniform("load", disc), colour, loose_chance))
        return HiddenLoads(parameters, tuple(loads), layout)


@dataclass(frozen=True)
class HiddenLoads:
    """The HiddenTray of the statistical model.

    `loads` holds the load of every disc, GONE for those out of the tray; `layout` is where
    everything lies, as all can see.
    """

    parameters: Parameters = field(repr=False)
    loads: tuple[float, ...]
    layout: Layout = field(repr=False)

    @property
    def gone(self) -> int:
        """How many discs are out of the tray."""
        return self.loads.count(GONE)

    def load(self, disc: int) -> float:
        """The disc's load."""
        return self.loads[disc]

    def risk(self, disc: int, skill: float) -> float:
        """The true probability that pulling the disc is a movement."""
        return self._risk(disc, skill, self._tray)

    def _risk(self, disc: int, skill: float, tray: Sequence[int]) -> float:
        certain = certain_risks(self.layout, tray, self.parameters.division).get(disc)
        gone = len(self.loads) - len(tray)
        return self.parameters.risk(self.loads[disc], colour_of(disc), gone, skill) if certain is None else certain

    def sample_pull(self, disc: int, skill: float, rolls: Rolls) -> Moved:
        """Draw whether pulling the disc is a movement, then what springs out and how far the slider moves."""
        parameters, tray = self.parameters, self._tray
        left = tuple([other for other in tray if other != disc])
        is_movement = rolls.happens(self._risk(disc, skill, tray), "slip")
        popped: tuple[int, ...] = ()
        if is_movement and rolls.happens(parameters.pop_chance, "pop", 0):
            neighbours = touching_discs(self.layout, left, disc)
            if neighbours:
                popped = (neighbours[rolls.index(len(neighbours), "pop", 1)],)
                left = tuple([other for other in left if other not in popped])
        length = parameters.sample_length(is_movement, self.loads[disc] == 0, self.gone, rolls)
        length = max(length, least_length(self.layout, left, parameters.division))
        return self._move_slider(disc, length, popped, left) if length > 0 else Moved(0.0, popped)

    def _move_slider(self, disc: int, length: float, popped: tuple[int, ...], left: tuple[int, ...]) -> Moved:
        """The outcome of a pull that moves the slider: as far as it should if the discs that are left make room.

        Otherwise it moves less far, or as little as the outcome allows; discs that do not make
        room even for a movement spring out, the nearest to the pulled one first.
        """
        division, slider = self.parameters.division, self.layout.slider
        most = int(10 * (slider - slider_limit(left)) / division) / 10
        least = min(most, least_length(self.layout, left, division))
        shortest = max(SHORTEST_MOVEMENT if length > 1 else 0.0, least)
        longest = max(shortest, min(length, most))
        if longest == 0:
            return Moved(0.0, popped)
        after, way = None, 0.0
        for share, shake in ATTEMPTS if length > 1 else ATTEMPTS[:1]:
            if way < ENOUGH * longest:
                target = to_hundredths(slider - max(shortest, round(share * longest, 1)) * division)
                layout = follow_partly(self.layout, left, target, division / 10, shake) or self.layout
                if slider - layout.slider > way * division:
                    after, way = layout, round((slider - layout.slider) / division, 1)
        if way < shortest:
            target, way = to_hundredths(slider - shortest * division), shortest
            after = next(filter(None, (follow(self.layout, left, target, shake) for shake in SHAKES)), None)
        if after:
            return Moved(way, popped, self.layout.places_in(after))
        if shortest == 0:
            return Moved(0.0, popped)
        pulled = self.layout.discs[disc]

        def distance(other: int) -> float:
            dx, dy = self.layout.discs[other].x - pulled.x, self.layout.discs[other].y - pulled.y
            return dx * dx + dy * dy

        stuck = min(left, key=distance)
        remaining = tuple([other for other in left if other != stuck])
        return self._move_slider(disc, shortest, tuple(sorted((*popped, stuck))), remaining)

    @property
    def _tray(self) -> list[int]:
        return [disc for disc, load in enumerate(self.loads) if load != GONE]

    def with_layout(self, layout: Layout) -> HiddenLoads:
        """The same loads in that layout."""
        return replace(self, layout=layout)

    def after_pull(self, disc: int, moved: Moved, layout: Layout, nearness: Sequence[int], rolls: Rolls) -> HiddenLoads:
        """Other discs keep their loads or draw new ones, by how near they are and how far the slider moved."""
        parameters = self.parameters
        keep_chances = parameters.keep_chances[parameters.slip_class(self.loads[disc], moved.length)]
        out = {disc, *moved.popped}
        left = [other for other in self._tray if other not in out]
        gone = len(self.loads) - len(left)
        loads = [GONE] * len(self.loads)
        for other, roll in zip(left, rolls.uniforms("keep", left), strict=True):
            keep = keep_chances[nearness[other]]
            if roll < keep:
                loads[other] = self.loads[other]
            else:
                colour = colour_of(other)
                loose_chance = parameters.loose_chances[colour][gone]
                loads[other] = parameters.load_at((roll - keep) / (1 - keep), colour, loose_chance)
        return HiddenLoads(parameters, tuple(loads), layout)


def certain_risks(layout: Layout, tray: Sequence[int], division: float) -> dict[int, float]:
    """The discs in the tray of which everybody can see whether pulling them is a movement: 1 if it is, 0 if not.

    It is if nothing else is near enough to hold the slider, and is not if the others leave it no room.
    """
    risks: dict[int, float] = {}
    limit = layout.slider - SHORTEST_MOVEMENT * division
    if slider_limit(tray) >= limit:
        risks = {disc: 0.0 for disc in tray if slider_limit([other for other in tray if other != disc]) >= limit}
    near = [disc for disc in tray if layout.slider - layout.discs[disc].y - RADIUS_OF[disc] <= division]
    if len(near) < 2:
        risks = dict.fromkeys(near or tray, 1.0) | risks
    return risks


def least_length(layout: Layout, left: Iterable[int], division: float) -> float:
    """How many divisions the slider must move to touch one of these discs, with one decimal."""
    return math.ceil(10 * slack(layout, left) / division) / 10


def free_discs(layout: Layout) -> tuple[bool, ...]:
    """For every disc whether fewer than two of discs, walls and slider touch it, so that it carries no load."""
    return tuple(len(touching) + wall_contacts(layout, disc) < 2 for disc, touching in enumerate(contacts(layout)))
