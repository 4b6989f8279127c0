"""What a model file of Scheiben Mikado holds, and its numbers for every size of disc and number of discs gone."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise
from pathlib import Path
from statistics import NormalDist
from typing import Protocol

from tabletop.chance import Rolls
from tabletop.games.mikado.discs import COUNT
from tabletop.games.mikado.moves import WORDS, Moved
from tabletop.games.mikado.trays import Layout
from tabletop.modelfiles import REFEREE, Entry, Model, ModelLibrary, Schema

STAGES = 6
"""Numbers of discs gone that the figures are given for; between them they are interpolated."""
PHYSICS = "physics"
"""The model that simulates the tray itself; it has no file."""
SCHEMA: Schema = {
    "scale": {
        "division": Entry("positive", "length of a division of the scale, in mm"),
    },
    "stages": {
        "gone": Entry("number", "numbers of discs gone that the lists by stage belong to", STAGES, rising=True),
    },
    "load": {
        "loose": Entry("number", "log-odds that a large, medium, small disc is loose", 3),
        "stage": Entry("number", "added by stage", STAGES),
        "held": Entry("number", "the same at the set-up, of a disc that two discs or walls touch; others are loose", 3),
        "shape": Entry("positive", "gamma shape of the load of a large, medium, small disc that is not loose", 3),
        "scale": Entry("positive", "gamma scale of it; loads are shares of the spring's force", 3),
    },
    "slip": {
        "loose": Entry("probability", "that pulling a loose disc is a movement"),
        "constant": Entry("number", "log-odds of a movement"),
        "size": Entry("number", "added for a large, medium, small disc", 3),
        "root_load": Entry("number", "added times the square root of the load"),
        "gone": Entry("number", "added times the share of discs gone"),
        "root_load_gone": Entry("number", "added times both"),
        "stage": Entry("number", "added by stage", STAGES),
        "skill": Entry("number", "taken off times skill - 0.5"),
    },
    "length": {
        "mean": Entry("number", "mean of the logarithm of a slip in mm, by stage", STAGES),
        "deviation": Entry("positive", "its standard deviation, by stage", STAGES),
        "quiet": Entry("positive", "without a movement: the length is a division times a roll to this power"),
    },
    "pop": {
        "chance": Entry("probability", "that a movement makes a touching disc spring out"),
    },
    "keep": {
        "loose": Entry("probability", "load kept by touching, second, farther discs when a loose disc leaves", 3),
        "still": Entry("probability", "when another leaves and the slider moves at most 0.5 mm", 3),
        "slid": Entry("probability", "when it moves at most 1.5 mm", 3),
        "ran": Entry("probability", "when it moves farther", 3),
    },
    "feel": {
        "edges": Entry("positive", "felt loads where loose ends and light, firm, tight begin", 3, rising=True),
        "floor": Entry("positive", "what is added to every load before it is felt"),
        "noise": Entry("positive", "deviation of the logarithm of the felt load with skill 0 and skill 1", 2),
    },
}
MODELS = ModelLibrary(
    schema=SCHEMA,
    presets=Path(__file__).with_name("presets"),
    default="steady",
    specials={
        PHYSICS: "simulates the tray itself (needs pymunk: pip install '.[physics]' in the checkout)",
        REFEREE: "nothing is simulated: every outcome is stated, for games at a real table",
    },
)
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


_NORMAL = NormalDist()
_ATTEMPTS = 32
"""Tries of the rejection method for a gamma number; one in twenty is rejected at most."""
PARTS = 12
"""Into so many parts the distribution of loads is cut where probabilities are reckoned with."""
SMALL_SLIP, LARGE_SLIP = 0.5, 1.5
"""Millimetres that part the events by which loads shift."""


@dataclass(frozen=True)
class Figures:
    """A model's numbers. Lists by size go by colour number, lists by stage by the number of discs gone, 0 to 54."""

    division: float
    loose_shares: tuple[tuple[float, ...], ...]
    """Probability that a load drawn anew is 0, by size and discs gone."""
    held_shares: tuple[float, ...]
    """The same at the set-up for discs that cannot be seen to be free, by size."""
    shapes: tuple[float, ...]
    scales: tuple[float, ...]
    loose_risk: float
    risk_constants: tuple[tuple[float, ...], ...]
    """Log-odds of a movement without load and skill, by size and discs gone."""
    risk_slopes: tuple[float, ...]
    """What is added to them times the square root of the load, by discs gone."""
    skill: float
    length_means: tuple[float, ...]
    length_deviations: tuple[float, ...]
    quiet: float
    pop: float
    keeps: tuple[tuple[float, ...], ...]
    """Probability that a load stays, by event (see `event`) and nearness: touching, second, farther."""
    edges: tuple[float, ...]
    floor: float
    noises: tuple[float, ...]

    def first_loose_share(self, colour: int, is_free: bool) -> float:
        """Probability that a disc is loose at the set-up; one that too little touches can only be loose."""
        return 1.0 if is_free else self.held_shares[colour]

    def draw_load(self, colour: int, loose_share: float, rolls: Rolls, event: str, disc: int) -> float:
        """A load of a disc of that colour, 0 for a loose one. `disc` keeps apart the draws of one step."""
        k = disc * 2 * (_ATTEMPTS + 1)
        if rolls.happens(loose_share, event, k):
            return 0.0
        return self.scales[colour] * _gamma(self.shapes[colour], rolls, event, k + 1)

    def risk(self, load: float, colour: int, gone: int, skill: float) -> float:
        """Probability of a movement when a disc with that load is pulled."""
        if load == 0:
            return self.loose_risk
        root = math.sqrt(load)
        return logistic(self.risk_constants[colour][gone] + root * self.risk_slopes[gone] - self.skill * (skill - 0.5))

    def draw_length(self, is_movement: bool, is_loose: bool, gone: int, rolls: Rolls) -> float:
        """How many divisions the slider moves, given whether that is a movement."""
        if is_movement:
            return rolled_length(max(self._slip(gone, rolls), math.nextafter(self.division, math.inf)), self.division)
        return 0.0 if is_loose else rolled_length(self.division * rolls.uniform("length") ** self.quiet, self.division)

    def _slip(self, gone: int, rolls: Rolls) -> float:
        """A lognormal length in mm, from the part of the distribution above a division."""
        mean, deviation = self.length_means[gone], self.length_deviations[gone]
        below = _NORMAL.cdf((math.log(self.division) - mean) / deviation)
        mark = below + (1 - below) * rolls.uniform("length")
        if not 0 < mark < 1:
            return self.division
        return math.exp(min(mean + deviation * _NORMAL.inv_cdf(mark), math.log(LONGEST)))

    def event(self, load: float, length: float) -> int:
        """What a pull was for the other discs' loads, by the pulled disc's load and the divisions moved."""
        if load == 0:
            return 0
        slip = length * self.division
        return 1 if slip <= SMALL_SLIP else 2 if slip <= LARGE_SLIP else 3

    def feel_odds(self, load: float, skill: float) -> tuple[float, ...]:
        """Probabilities of WORDS when a disc with that load is touched."""
        middle = math.log(load + self.floor)
        noise = (1 - skill) * self.noises[0] + skill * self.noises[1]
        below = [0.0, *(_NORMAL.cdf((math.log(edge) - middle) / noise) for edge in self.edges), 1.0]
        return tuple(high - low for low, high in pairwise(below))

    def feel(self, load: float, skill: float, rolls: Rolls) -> str:
        """Draw how a disc with that load feels."""
        return WORDS[rolls.weighted(self.feel_odds(load, skill), "feel")]

    @cached_property
    def usual_loads(self) -> tuple[tuple[float, ...], ...]:
        """By size: 0, then the middles of equally likely parts of the distribution of loads above 0.

        By the Wilson-Hilferty approximation, which is good to a few percent of the load.
        """
        return tuple(
            (0.0, *(scale * _usual_gamma(shape, (part + 0.5) / PARTS) for part in range(PARTS)))
            for shape, scale in zip(self.shapes, self.scales, strict=True)
        )

    @cached_property
    def still_share(self) -> float:
        """How often the slider seems to stand still when a disc that is not loose leaves without a movement."""
        return math.pow(0.05, 1 / self.quiet)


@lru_cache(maxsize=32)
def figures_of(model: Model) -> Figures:
    """The figures of a model that was read from a file."""
    knots = model["stages"]["gone"]
    load, slip, length, keep, feel = (model[table] for table in ("load", "slip", "length", "keep", "feel"))
    numbers = range(COUNT + 1)
    shares = [gone / COUNT for gone in numbers]

    def by_stage(values: Sequence[float]) -> tuple[float, ...]:
        return tuple(_between(knots, values, gone) for gone in numbers)

    load_stage, slip_stage = by_stage(load["stage"]), by_stage(slip["stage"])
    return Figures(
        division=float(model["scale"]["division"]),
        loose_shares=tuple(tuple(logistic(size + stage) for stage in load_stage) for size in load["loose"]),
        held_shares=tuple(map(logistic, load["held"])),
        shapes=tuple(load["shape"]),
        scales=tuple(load["scale"]),
        loose_risk=slip["loose"],
        risk_constants=tuple(
            tuple(
                slip["constant"] + size + slip["gone"] * share + stage
                for share, stage in zip(shares, slip_stage, strict=True)
            )
            for size in slip["size"]
        ),
        risk_slopes=tuple(slip["root_load"] + slip["root_load_gone"] * share for share in shares),
        skill=slip["skill"],
        length_means=by_stage(length["mean"]),
        length_deviations=by_stage(length["deviation"]),
        quiet=length["quiet"],
        pop=model["pop"]["chance"],
        keeps=tuple(tuple(keep[event]) for event in ("loose", "still", "slid", "ran")),
        edges=tuple(feel["edges"]),
        floor=feel["floor"],
        noises=tuple(feel["noise"]),
    )


def logistic(logit: float) -> float:
    """The probability of these log-odds."""
    if logit < 0:
        return 1 - logistic(-logit)
    return 1 / (1 + math.exp(-logit))


def _between(knots: Sequence[float], values: Sequence[float], at: float) -> float:
    """The value at `at` on the line through the knots; level before the first and behind the last."""
    right = bisect_right(knots, at)
    if right == 0 or right == len(knots):
        return float(values[max(0, right - 1)])
    part = (at - knots[right - 1]) / (knots[right] - knots[right - 1])
    return float(values[right - 1] + part * (values[right] - values[right - 1]))


def _gamma(shape: float, rolls: Rolls, event: str, k: int) -> float:
    """A gamma number of scale 1, by the method of Marsaglia and Tsang."""
    if shape < 1:
        return _gamma(shape + 1, rolls, event, k) * math.pow(rolls.uniform(event, k + 2 * _ATTEMPTS), 1 / shape)
    d = shape - 1 / 3
    c = 1 / math.sqrt(9 * d)
    for attempt in range(_ATTEMPTS):
        normal = rolls.normal(event, k + 2 * attempt)
        v = math.pow(1 + c * normal, 3)
        if v > 0:
            u = 1 - rolls.uniform(event, k + 2 * attempt + 1)
            if math.log(u) < normal * normal / 2 + d - d * v + d * math.log(v):
                return d * v
    return d


def _usual_gamma(shape: float, quantile: float) -> float:
    root = 1 - 1 / (9 * shape) + _NORMAL.inv_cdf(quantile) / (3 * math.sqrt(shape))
    return shape * math.pow(max(root, 0.01), 3)
