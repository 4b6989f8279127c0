"""The dexterity model of Takami: the contents of its files, and the chances of a hand of a given skill.

    hand = Hand(skill=0.5, model=MODELS.load("steady"))
    hand.fall_chance(7, "two").total       # that something falls when a stick of layer 7 with two on it is pulled
    hand.hold_chance(heap, Place(9, 2))    # that a stick laid there holds

The formulas come from a study of simulated heaps; the preset `measured` has its numbers. A
number that belongs to a hand lies between those of the best hand (skill 1) and the worst (skill 0).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import NamedTuple, get_args

from tabletop.games.takami.heap import RIM, TOP, Burden, Heap, Place, places_in
from tabletop.games.takami.moves import FEELS
from tabletop.modelfiles import REFEREE, Entry, Model, ModelLibrary, Schema

MOST_FALLING = 4
"""More sticks than this never fall at once."""
_CLASSES = len(FEELS)

SCHEMA: Schema = {
    "table": {
        "skill": Entry("probability", "how good the ordinary hand (skill 0.5) is; 0 and 1 stay the worst and the best"),
        "friction": Entry("positive", "how rough the sticks are: 0.3 polished, 0.5 ordinary, 0.7 rough"),
        "gain": Entry(
            "number", "added at every pull, makes falls likelier; 0 is what the study measured", unit="log-odds"
        ),
    },
    "pull": {
        "base": Entry(
            "number", "how likely a fall is, worst hand: a loose stick at the rim that carries another", unit="log-odds"
        ),
        "per_layer": Entry("number", "added for each layer above the rim, subtracted below it", unit="log-odds"),
        "sits": Entry("number", "added if the stick sits loose, light, firm, tight", _CLASSES, unit="log-odds"),
        "best_hand": Entry("number", "added for the best hand", unit="log-odds"),
        "per_friction": Entry("number", "added for each unit of friction above 0.5", unit="log-odds"),
        "free_best": Entry("probability", "chance of a fall if nothing rests on the stick, best hand"),
        "free_worst": Entry("probability", "the same for the worst hand, before friction and gain"),
    },
    "sits": {
        "free": Entry("probability", "how often a stick with nothing on it sits loose, light, firm, tight", _CLASSES),
        "one": Entry("probability", "the same with one stick on it", _CLASSES),
        "two": Entry("probability", "the same with two sticks on it", _CLASSES),
        "leaning": Entry("probability", "the same with a leaning stick on it", _CLASSES),
    },
    "probe": {
        "misread_best": Entry("probability", "chance that a probe gives the class next to the true one, best hand"),
        "misread_worst": Entry("probability", "the same for the worst hand"),
    },
    "fall": {
        "count_best": Entry("probability", "how often one, two, three, four sticks fall, best hand", MOST_FALLING),
        "count_worst": Entry("probability", "the same for the worst hand", MOST_FALLING),
        "per_layer": Entry("number", "how much likelier a stick a layer higher is to be one of them", unit="log"),
        "touching": Entry("positive", "how many times likelier a stick that touches the pulled one is to fall"),
        "elsewhere": Entry("positive", "the same for a stick that does not lie above it; below 1, so less likely"),
    },
    "slide": {
        "best": Entry("probability", "chance that a stick slides when it loses one of two supports, best hand"),
        "worst": Entry("probability", "the same for the worst hand; a stick without any support always slides"),
    },
    "lay": {
        "base": Entry(
            "number", "how likely a stick laid at the rim, in the middle, without spread, is to fall", unit="log-odds"
        ),
        "per_cm": Entry("number", "added for each centimetre of spread", unit="log-odds"),
        "per_layer": Entry("number", "added for each layer above the rim, subtracted below it", unit="log-odds"),
        "deepest": Entry(
            "number", "layers below the rim, as a negative number; laying deeper than this is no safer", unit="layers"
        ),
        "per_place": Entry("number", "added for each place away from the middle of the layer", unit="log-odds"),
        "leaning": Entry("number", "added if one of the two supports is missing", unit="log-odds"),
        "spread_best": Entry("positive", "how far off its place a stick is laid, best hand", unit="cm"),
        "spread_worst": Entry("positive", "the same for the worst hand", unit="cm"),
        "others": Entry("probability", "chance that a laid stick, when it falls, takes one that it touches with it"),
    },
}
_FORMER = {
    "pull.lift": 'a key of version 0.1; write `base = "steady"` and what differs; `model explain` lists the keys',
    "pull.tug": "a key of version 0.1; write `pull.base` (log-odds) and `pull.free_worst` (a probability)",
    "pull.lift_leaning": "a key of version 0.1; sticks that carry a leaning one sit tighter: see `sits.leaning`",
    "pull.tug_leaning": "a key of version 0.1; sticks that carry a leaning one sit tighter: see `sits.leaning`",
    "pull.least": "a key of version 0.1; no longer needed",
    "fall.second": "a key of version 0.1; write `fall.count_best` and `fall.count_worst`: for one to four sticks",
    "fall.growth": "a key of version 0.1; write its natural logarithm as `fall.per_layer`",
    "slide.lost_one": "a key of version 0.1; write `slide.best` and `slide.worst`",
    "lay.steady": "a key of version 0.1; write `lay.base` (log-odds of a failure) and `lay.spread_best` (cm)",
    "lay.shaky": "a key of version 0.1; write `lay.spread_worst` (cm)",
    "lay.own": "a key of version 0.1; the laid stick itself always falls: see `lay.others`",
    "probe.limits": "a key of version 0.1; how often sticks sit loose to tight is now in the table `sits`",
    "probe.steady": "a key of version 0.1; write `probe.misread_best`, a probability",
    "probe.shaky": "a key of version 0.1; write `probe.misread_worst`, a probability",
}
"""What to write instead of the keys of model files of version 0.1."""


def _incoherences(model: Model) -> Iterator[tuple[str, str]]:
    """Values that are allowed in a model file but unlikely."""
    if model["pull"]["best_hand"] > 0:
        yield "pull.best_hand", "above 0, the best hand makes sticks fall more often than the worst"
    pairs = (("pull", "free"), ("probe", "misread"), ("slide", ""), ("lay", "spread"))
    for table, word in pairs:
        best, worst = (f"{word}_{hand}" if word else hand for hand in ("best", "worst"))
        if model[table][best] > model[table][worst]:
            yield f"{table}.{best}", f"the best hand is worse than `{table}.{worst}`"
    if model["pull"]["per_layer"] < 0:
        yield "pull.per_layer", "below 0, high sticks are safer to pull than deep ones"
    if list(model["pull"]["sits"]) != sorted(model["pull"]["sits"]):
        yield "pull.sits", "a stick that sits tighter is safer to pull"
    for name in ("sits.free", "sits.one", "sits.two", "sits.leaning", "fall.count_best", "fall.count_worst"):
        table, _, key = name.partition(".")
        total = math.fsum(model[table][key])
        if abs(total - 1) > 0.011:
            yield name, f"the values add up to {total:g}, not to 1; they are used in proportion"


MODELS = ModelLibrary(
    schema=SCHEMA,
    presets=Path(__file__).with_name("presets"),
    default="steady",
    specials={REFEREE: "For games at a real table: nothing is simulated, and you state every outcome."},
    former=_FORMER,
    incoherences=_incoherences,
)

Chances = tuple[float, ...]
"""A chance for each of FEELS; they add up to 1."""


class FallChance(NamedTuple):
    """The chance that something falls, in two parts: a hand acts now like the best, now like the worst."""

    best: float
    worst: float

    @property
    def total(self) -> float:
        return self.best + self.worst


@dataclass(frozen=True)
class Hand:
    """The dexterity of one player.

    `skill` is from 0 (the worst hand of the model) to 1 (the best one). The model must have
    numbers, so it cannot be `referee`.
    """

    skill: float
    model: Model

    @cached_property
    def level(self) -> float:
        """The skill at this table: `table.skill` for an ordinary hand, 0 and 1 for the worst and the best."""
        ordinary = float(self.model["table"]["skill"])
        if self.skill < 0.5:
            return 2 * self.skill * ordinary
        return ordinary + (2 * self.skill - 1) * (1 - ordinary)

    def _mix(self, best: float, worst: float) -> float:
        """The number for this hand, between those of the best and the worst one."""
        return self.level * best + (1 - self.level) * worst

    # Pulling

    @cached_property
    def _shift(self) -> float:
        """What friction and gain add to the log odds of a fall."""
        table = self.model["table"]
        return float(self.model["pull"]["per_friction"] * (table["friction"] - 0.5) + table["gain"])

    def loaded_chance(self, height: float, sits: int) -> FallChance:
        """The chance of a fall when pulling a stick that carries another.

        `height` counts layers above the rim, `sits` is how it sits, as an index of FEELS.
        """
        pull = self.model["pull"]
        log_odds = pull["base"] + pull["per_layer"] * height + pull["sits"][sits] + self._shift
        best, worst = logistic(log_odds + pull["best_hand"]), logistic(log_odds)
        return FallChance(self.level * best, (1 - self.level) * worst)

    @cached_property
    def free_chance(self) -> FallChance:
        """The chance of a fall when pulling a stick that carries nothing."""
        pull = self.model["pull"]
        return FallChance(self.level * pull["free_best"], (1 - self.level) * shifted(pull["free_worst"], self._shift))

    @cached_property
    def _loaded_chances(self) -> tuple[tuple[FallChance, ...], ...]:
        """For each layer, and each of FEELS, the chance of a fall."""
        return tuple(
            tuple([self.loaded_chance(layer - RIM, sits) for sits in range(_CLASSES)]) for layer in range(TOP + 1)
        )

    def fall_chance(self, layer: int, burden: Burden, sits: Sequence[float] | None = None) -> FallChance:
        """The chance of a fall when pulling a stick that sits with these chances; None if nobody has probed it."""
        if burden == "free":
            return self.free_chance
        if sits is None:
            return self._unprobed[burden][layer]
        chances = self._loaded_chances[layer]
        return FallChance(
            math.fsum([weight * chance.best for weight, chance in zip(sits, chances, strict=True)]),
            math.fsum([weight * chance.worst for weight, chance in zip(sits, chances, strict=True)]),
        )

    @cached_property
    def _unprobed(self) -> dict[Burden, list[FallChance]]:
        """For each burden, by layer, the chance of a fall for a stick that nobody has probed."""
        return {
            burden: [self.fall_chance(layer, burden, self.shares[burden]) for layer in range(TOP + 1)]
            for burden in self.shares
        }

    @cached_property
    def fall_counts(self) -> tuple[Chances, Chances]:
        """The chances that one, two, three, four sticks fall when some do: by the best hand, and by the worst."""
        return normalised(self.model["fall"]["count_best"]), normalised(self.model["fall"]["count_worst"])

    @cached_property
    def mean_fallen(self) -> tuple[float, float]:
        """How many sticks fall on average when some do: by the best hand, and by the worst."""
        best, worst = (
            math.fsum(number * share for number, share in enumerate(counts, 1)) for counts in self.fall_counts
        )
        return best, worst

    @cached_property
    def slide_chance(self) -> float:
        """The chance that a stick slides after losing one of its two supports."""
        return self._mix(self.model["slide"]["best"], self.model["slide"]["worst"])

    # Probing

    @cached_property
    def shares(self) -> dict[Burden, Chances]:
        """How an unprobed stick sits, by what rests on it."""
        return {burden: normalised(self.model["sits"][burden]) for burden in get_args(Burden)}

    @cached_property
    def readings(self) -> tuple[Chances, ...]:
        """For each way to sit, what a probe reports: the truth, or by mistake the feel next to it in FEELS."""
        misread = self._mix(self.model["probe"]["misread_best"], self.model["probe"]["misread_worst"])
        rows = []
        for sits in range(_CLASSES):
            neighbours = [other for other in (sits - 1, sits + 1) if 0 <= other < _CLASSES]
            row = [misread / len(neighbours) if other in neighbours else 0.0 for other in range(_CLASSES)]
            row[sits] = 1 - misread
            rows.append(tuple(row))
        return tuple(rows)

    def feel_chances(self, sits: Sequence[float]) -> Chances:
        """The chances of what a probe by this hand reports, if the stick sits with these chances."""
        columns = zip(*self.readings, strict=True)
        return tuple(
            math.fsum([weight * told for weight, told in zip(sits, column, strict=True)]) for column in columns
        )

    def after_probe(self, sits: Sequence[float], feel: int) -> Chances:
        """How the stick sits after this report of a probe by this hand; unchanged if the report was impossible."""
        joint = [weight * row[feel] for weight, row in zip(sits, self.readings, strict=True)]
        return normalised(joint) if any(joint) else tuple(sits)

    # Laying

    def hold_chance(self, heap: Heap, place: Place) -> float:
        """The chance that a stick laid there holds and nothing falls."""
        steady, leaning = self._hold_chances[place]
        return steady if heap.support_count(place) == 2 else leaning

    @cached_property
    def _hold_chances(self) -> dict[Place, tuple[float, float]]:
        """For every place, the chance that a stick holds there with both supports, and with one."""
        chances: dict[Place, tuple[float, float]] = {}
        for layer in range(1, TOP + 1):
            for slot in range(1, places_in(layer) + 1):
                off_middle = abs(slot - (places_in(layer) + 1) / 2)
                sound, leaning = (self.lay_failure(layer - RIM, off_middle, leans) for leans in (False, True))
                chances[Place(layer, slot)] = (1 - sound, 1 - leaning)
        return chances

    def lay_failure(self, height: float, off_middle: float, leans: bool) -> float:
        """The chance that a laid stick falls, `height` layers above the rim and `off_middle` places off the middle."""
        lay = self.model["lay"]
        log_odds = lay["base"] + lay["per_cm"] * self._mix(lay["spread_best"], lay["spread_worst"])
        log_odds += lay["per_layer"] * max(height, lay["deepest"]) + lay["per_place"] * off_middle
        return logistic(log_odds + (lay["leaning"] if leans else 0.0))


def logistic(log_odds: float) -> float:
    """The chance that belongs to log odds of any size."""
    return 0.5 + 0.5 * math.tanh(0.5 * log_odds)


def shifted(chance: float, log_odds: float) -> float:
    """The chance with this much added to its log odds."""
    if not 0 < chance < 1:
        return chance
    return logistic(math.log(chance / (1 - chance)) + log_odds)


def normalised(weights: Sequence[float]) -> Chances:
    """The weights scaled to add up to 1; all equal if all are 0."""
    total = math.fsum(weights)
    return tuple([weight / total for weight in weights]) if total else (1 / len(weights),) * len(weights)
