"""The dexterity model of Scheiben Mikado: the contents of a model file, and the probabilities they give.

    parameters = parameters_of(MODELS.load("steady"))
    parameters.risk(load=0.25, colour=BLUE, gone=0, skill=0.5)       # P(movement) when pulling that disc
    parameters.feel_odds(load=0.25, skill=0.5)                       # probabilities of FEELS when touching it

A disc's load is the sum of the contact forces on it as a share of the spring's force; a disc
without a load is loose. The rules use a model through TrayModel and HiddenTray, which `loads`
implements with drawn loads and `physics` with a simulation.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise
from pathlib import Path
from statistics import NormalDist
from typing import Protocol

from tabletop.chance import Rolls, normal_cdf
from tabletop.games.mikado.discs import DISC_COUNT
from tabletop.games.mikado.moves import FEELS, Moved
from tabletop.games.mikado.trays import Layout
from tabletop.modelfiles import REFEREE, Entry, Model, ModelLibrary, Schema

STAGES = 6
"""How many numbers of discs gone a file gives values for; between them values are interpolated."""
SLIP_CLASSES = ("loose", "still", "slid", "ran")
"""What the table `keep` of a model file distinguishes; `Parameters.slip_class` gives the index."""
PHYSICS = "physics"
"""The model that simulates the tray itself; it has no file."""
SCHEMA: Schema = {
    "scale": {
        "division": Entry("positive", "length of a division of the scale", unit="mm"),
    },
    "stages": {
        "gone": Entry(
            "number",
            "stages of the game, by the number of discs gone; lists by stage have a value for each",
            STAGES,
            rising=True,
        ),
    },
    "load": {
        "loose": Entry("number", "how likely a large, medium, small disc is to be loose", 3, unit="log-odds"),
        "stage": Entry("number", "added to `loose`, by stage", STAGES, unit="log-odds"),
        "held": Entry(
            "number",
            "the same at the set-up, for a disc that two discs or walls touch; any other disc is loose",
            3,
            unit="log-odds",
        ),
        "shape": Entry(
            "positive", "load of a large, medium, small disc that is not loose: shape of a gamma distribution", 3
        ),
        "scale": Entry("positive", "its scale; a load is a share of the spring's force", 3),
    },
    "slip": {
        "loose": Entry("probability", "chance that pulling a loose disc is a movement"),
        "constant": Entry("number", "how likely pulling any other disc is to be a movement", unit="log-odds"),
        "size": Entry("number", "added for a large, medium, small disc", 3),
        "root_load": Entry("number", "added: this times the square root of the load"),
        "gone": Entry("number", "added: this times the share of discs gone"),
        "root_load_gone": Entry("number", "added: this times both"),
        "stage": Entry("number", "added, by stage", STAGES),
        "skill": Entry("number", "subtracted: this times (skill - 0.5)"),
    },
    "length": {
        "mean": Entry("number", "mean of the logarithm of a slip, by stage", STAGES, unit="log mm"),
        "deviation": Entry("positive", "its standard deviation, by stage", STAGES, unit="log mm"),
        "quiet": Entry("positive", "without a movement: the length is a division times a roll to this power"),
    },
    "pop": {
        "chance": Entry("probability", "chance that a movement makes a touching disc spring out"),
    },
    "keep": {
        "loose": Entry(
            "probability", "chance that a touching, second, farther disc keeps its load when a loose disc leaves", 3
        ),
        "still": Entry("probability", "the same when another disc leaves and the slider moves at most 0.5 mm", 3),
        "slid": Entry("probability", "the same when the slider moves at most 1.5 mm", 3),
        "ran": Entry("probability", "the same when the slider moves farther", 3),
    },
    "feel": {
        "edges": Entry("positive", "felt loads at which light, firm, tight begin", 3, rising=True),
        "floor": Entry("positive", "added to every load before it is felt"),
        "noise": Entry("positive", "standard deviation of the logarithm of the felt load, with skill 0 and skill 1", 2),
    },
}


def _incoherences(model: Model) -> Iterator[tuple[str, str]]:
    """Values that are allowed in a model file but unlikely."""
    worst, best = model["feel"]["noise"]
    if best > worst:
        yield "feel.noise", "a hand with skill 1 feels less exactly than one with skill 0"
    if model["slip"]["skill"] < 0:
        yield "slip.skill", "below 0, skill makes movements likelier"
    if model["slip"]["root_load"] < 0:
        yield "slip.root_load", "below 0, a disc that is pressed harder moves the slider less often"
    for quieter, louder in pairwise(SLIP_CLASSES):
        if any(after > before for before, after in zip(model["keep"][quieter], model["keep"][louder], strict=True)):
            yield f"keep.{louder}", f"a longer slip changes fewer loads than `keep.{quieter}`"


MODELS = ModelLibrary(
    schema=SCHEMA,
    presets=Path(__file__).with_name("presets"),
    default="steady",
    specials={
        PHYSICS: "Simulates the tray itself; needs pymunk (pip install '.[physics]' in the checkout).",
        REFEREE: "For games at a real table: nothing is simulated, and you state every outcome.",
    },
    incoherences=_incoherences,
)
LONGEST_SLIP = 200.0
"""Millimetres; no slider moves farther."""
MOST_DIVISIONS = 999.9
"""No scale is longer."""
SMALL_SLIP, LARGE_SLIP = 0.5, 1.5
"""Millimetres that separate the classes of slips."""
LOAD_BINS = 12
"""The number of equally likely parts into which the distribution of loads is cut for beliefs about them."""
_NORMAL = NormalDist()
_LEAST_QUANTILE = 2.0**-53
"""Nearer to 0 or 1 no quantile is computed."""


class HiddenTray(Protocol):
    """What nobody can see of a tray: immutable, hashable, equal by value. Discs are numbers as in `discs`."""

    def load(self, disc: int) -> float:
        """The load of a disc in the tray; 0 is loose."""

    def sample_pull(self, disc: int, skill: float, rolls: Rolls) -> Moved:
        """Draw the outcome of pulling the disc."""

    def with_layout(self, layout: Layout) -> HiddenTray:
        """The same tray with everything where it lies in that layout."""

    def after_pull(self, disc: int, moved: Moved, layout: Layout, nearness: Sequence[int], rolls: Rolls) -> HiddenTray:
        """The tray without the disc, after this outcome, which was either drawn or stated by people.

        `layout` is where everything lies then; `nearness` says how near every other disc lay to that one.
        """


class TrayModel(Protocol):
    """Where trays and their hidden loads come from: immutable, hashable, equal by value."""

    def deal(self, rolls: Rolls) -> Layout:
        """Draw the outcome of the set-up."""

    def hidden_tray(self, layout: Layout, seed: int | str) -> HiddenTray:
        """The hidden side of a full tray, which need not have been dealt by this model."""


def to_divisions(length: float, division: float) -> float:
    """Millimetres as divisions of the scale with one decimal; a movement is at least 1.1, anything else at most 1.0."""
    divisions = min(round(min(length, LONGEST_SLIP) / division, 1), MOST_DIVISIONS)
    return max(1.1, divisions) if length > division else min(1.0, divisions)


@dataclass(frozen=True)
class Parameters:
    """The numbers of a model file, interpolated for every number of discs gone.

    Tuples by size go by colour number, tuples by discs gone have 55 values, for 0 to 54.
    """

    division: float
    """Millimetres of a division of the scale."""
    loose_chances: tuple[tuple[float, ...], ...]
    """Probability that a redrawn load is 0, by size and discs gone."""
    held_loose_chances: tuple[float, ...]
    """Probability of load 0 at the set-up for discs that at least two discs or walls touch, by size."""
    load_shapes: tuple[float, ...]
    """Shape of the gamma distribution of loads above 0, by size."""
    load_scales: tuple[float, ...]
    """Scale of the gamma distribution of loads above 0, by size."""
    loose_risk: float
    """Probability that pulling a loose disc is a movement."""
    risk_constants: tuple[tuple[float, ...], ...]
    """Log-odds of a movement without the effects of load and skill, by size and discs gone."""
    risk_slopes: tuple[float, ...]
    """Added to the log-odds times the square root of the load, by discs gone."""
    skill_effect: float
    """Subtracted from the log-odds times skill - 0.5."""
    slip_means: tuple[float, ...]
    """Mean of the logarithm of a slip in mm, by discs gone."""
    slip_deviations: tuple[float, ...]
    """Standard deviation of the logarithm of a slip, by discs gone."""
    quiet_exponent: float
    """Without a movement the slider moves by a division times a roll to this power."""
    pop_chance: float
    """Probability that a movement makes a disc spring out."""
    keep_chances: tuple[tuple[float, ...], ...]
    """Probability that a load stays after a pull, by `slip_class` and nearness: touching, second, farther."""
    feel_edges: tuple[float, ...]
    """Felt loads at which the next word of FEELS begins."""
    feel_floor: float
    """Added to every load before it is felt."""
    feel_noise: tuple[float, ...]
    """Standard deviation of the logarithm of a felt load with skill 0 and with skill 1."""

    def initial_loose_chance(self, colour: int, is_free: bool) -> float:
        """Probability that a disc is loose at the set-up; a free disc always is."""
        return 1.0 if is_free else self.held_loose_chances[colour]

    def load_at(self, quantile: float, colour: int, loose_chance: float) -> float:
        """The quantile of the distribution of loads of a disc of that colour, which is 0 with the chance given."""
        if quantile < loose_chance:
            return 0.0
        return self.load_scales[colour] * _gamma_quantile(
            self.load_shapes[colour], (quantile - loose_chance) / (1 - loose_chance)
        )

    def risk(self, load: float, colour: int, gone: int, skill: float) -> float:
        """Probability that pulling a disc with that load is a movement."""
        if load == 0:
            return self.loose_risk
        slope = math.sqrt(load) * self.risk_slopes[gone]
        return logistic(self.risk_constants[colour][gone] + slope - self.skill_effect * (skill - 0.5))

    def sample_length(self, is_movement: bool, is_loose: bool, gone: int, rolls: Rolls) -> float:
        """Draw how many divisions the slider moves, given whether that is a movement."""
        if is_movement:
            return to_divisions(
                max(self._sample_slip(gone, rolls), math.nextafter(self.division, math.inf)), self.division
            )
        if is_loose:
            return 0.0
        return to_divisions(self.division * rolls.uniform("length") ** self.quiet_exponent, self.division)

    def _sample_slip(self, gone: int, rolls: Rolls) -> float:
        """A lognormal length in mm, from the part of the distribution above a division."""
        mean, deviation = self.slip_means[gone], self.slip_deviations[gone]
        below = normal_cdf((math.log(self.division) - mean) / deviation)
        quantile = below + (1 - below) * rolls.uniform("length")
        if not 0 < quantile < 1:
            return self.division
        return math.exp(min(mean + deviation * _NORMAL.inv_cdf(quantile), math.log(LONGEST_SLIP)))

    def slip_class(self, load: float, length: float) -> int:
        """The index in SLIP_CLASSES of a pull, by the pulled disc's load and the divisions that the slider moved."""
        if load == 0:
            return 0
        slip = length * self.division
        return 1 if slip <= SMALL_SLIP else 2 if slip <= LARGE_SLIP else 3

    def feel_odds(self, load: float, skill: float) -> tuple[float, ...]:
        """Probabilities of FEELS when a disc with that load is touched."""
        middle = math.log(load + self.feel_floor)
        noise = (1 - skill) * self.feel_noise[0] + skill * self.feel_noise[1]
        below = [0.0, *(normal_cdf((math.log(edge) - middle) / noise) for edge in self.feel_edges), 1.0]
        return tuple(high - low for low, high in pairwise(below))

    def sample_feel(self, load: float, skill: float, rolls: Rolls) -> str:
        """Draw how a disc with that load feels."""
        return FEELS[rolls.weighted(self.feel_odds(load, skill), "feel")]

    @cached_property
    def typical_loads(self) -> tuple[tuple[float, ...], ...]:
        """By size: 0, then the middle of each of LOAD_BINS equally likely parts of the loads above 0."""
        return tuple(
            (0.0, *(scale * _gamma_quantile(shape, (part + 0.5) / LOAD_BINS) for part in range(LOAD_BINS)))
            for shape, scale in zip(self.load_shapes, self.load_scales, strict=True)
        )

    def typical_risks(self, colour: int, gone: int, skill: float) -> tuple[float, ...]:
        """The `risk` of each of the typical loads of that colour."""
        key = colour, gone, skill
        if key not in self._typical_risks:
            loads = self.typical_loads[colour]
            self._typical_risks[key] = tuple([self.risk(load, colour, gone, skill) for load in loads])
        return self._typical_risks[key]

    @cached_property
    def _typical_risks(self) -> dict[tuple[int, int, float], tuple[float, ...]]:
        """What `typical_risks` has computed so far."""
        return {}

    @cached_property
    def redrawn_probabilities(self) -> tuple[tuple[tuple[float, ...], ...], ...]:
        """By discs gone and size: the probabilities that a redrawn load is 0, and each of the other typical loads."""
        by_gone = zip(*self.loose_chances, strict=True)
        return tuple(tuple(map(load_probabilities, loose_chances)) for loose_chances in by_gone)

    @cached_property
    def standstill_chance(self) -> float:
        """Probability that the length reads 0.0 when a disc that is not loose is pulled without a movement."""
        return math.pow(0.05, 1 / self.quiet_exponent)


@lru_cache(maxsize=32)
def parameters_of(model: Model) -> Parameters:
    """The parameters in a model file."""
    knots = model["stages"]["gone"]
    load, slip, length, keep, feel = (model[table] for table in ("load", "slip", "length", "keep", "feel"))
    shares = [gone / DISC_COUNT for gone in range(DISC_COUNT + 1)]

    def by_stage(values: Sequence[float]) -> tuple[float, ...]:
        return tuple(_interpolate(knots, values, gone) for gone in range(DISC_COUNT + 1))

    load_stage, slip_stage = by_stage(load["stage"]), by_stage(slip["stage"])
    return Parameters(
        division=float(model["scale"]["division"]),
        loose_chances=tuple(tuple(logistic(size + stage) for stage in load_stage) for size in load["loose"]),
        held_loose_chances=tuple(map(logistic, load["held"])),
        load_shapes=tuple(load["shape"]),
        load_scales=tuple(load["scale"]),
        loose_risk=slip["loose"],
        risk_constants=tuple(
            tuple(
                slip["constant"] + size + slip["gone"] * share + stage
                for share, stage in zip(shares, slip_stage, strict=True)
            )
            for size in slip["size"]
        ),
        risk_slopes=tuple(slip["root_load"] + slip["root_load_gone"] * share for share in shares),
        skill_effect=slip["skill"],
        slip_means=by_stage(length["mean"]),
        slip_deviations=by_stage(length["deviation"]),
        quiet_exponent=length["quiet"],
        pop_chance=model["pop"]["chance"],
        keep_chances=tuple(tuple(keep[slip_class]) for slip_class in SLIP_CLASSES),
        feel_edges=tuple(feel["edges"]),
        feel_floor=feel["floor"],
        feel_noise=tuple(feel["noise"]),
    )


def load_probabilities(loose_chance: float) -> tuple[float, ...]:
    """The probabilities of load 0, which is given, and of the typical loads, which are equally likely."""
    return (loose_chance, *[(1 - loose_chance) / LOAD_BINS] * LOAD_BINS)


def logistic(logit: float) -> float:
    """The probability of these log-odds."""
    if logit < 0:
        return 1 - logistic(-logit)
    return 1 / (1 + math.exp(-logit))


def _interpolate(knots: Sequence[float], values: Sequence[float], at: float) -> float:
    """The value at `at`, linear between the knots and constant before the first and after the last."""
    right = bisect_right(knots, at)
    if right == 0 or right == len(knots):
        return float(values[max(0, right - 1)])
    part = (at - knots[right - 1]) / (knots[right] - knots[right - 1])
    return float(values[right - 1] + part * (values[right] - values[right - 1]))


def _gamma_quantile(shape: float, quantile: float) -> float:
    """A quantile of the gamma distribution of scale 1, by the Wilson-Hilferty approximation."""
    normal = _NORMAL.inv_cdf(min(max(quantile, _LEAST_QUANTILE), 1 - _LEAST_QUANTILE))
    root = 1 - 1 / (9 * shape) + normal / (3 * math.sqrt(shape))
    return shape * math.pow(max(root, 0.01), 3)
