"""The dexterity model of Takami: the contents of its files, and the chances of a hand of a given skill.

    hand = Hand(skill=0.5, model=MODELS.load("steady"))
    hand.fall_chance(heap, "B4")                   # that something falls when B4 is pulled
    hand.sample_pull(heap, "B4", Rolls(7, 1, "pull", "B4"))   # an AttemptOutcome, the same for the same rolls

Every number comes from the model file; SCHEMA says what each one means.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from statistics import NormalDist

from tabletop.chance import Rolls
from tabletop.games.takami.heap import Heap, Place
from tabletop.games.takami.moves import FEELS, AttemptOutcome, Feel
from tabletop.modelfiles import REFEREE, Entry, Model, ModelLibrary, Schema

SCHEMA: Schema = {
    "pull": {
        "lift": Entry("probability", "a stick falls, best hand: with 0, 1 or 2 sticks resting on it", length=3),
        "tug": Entry("probability", "the same for the worst hand", length=3),
        "lift_leaning": Entry("probability", "added for each leaning stick that rests on it, best hand"),
        "tug_leaning": Entry("probability", "the same for the worst hand"),
        "least": Entry("probability", "never less than this where something rests on it"),
    },
    "fall": {
        "second": Entry("probability", "a second stick falls when one does"),
        "growth": Entry("positive", "how much likelier a stick is to fall than one a layer lower"),
    },
    "slide": {
        "lost_one": Entry("probability", "a stick that lost one of two supports slides; one without any always does"),
    },
    "lay": {
        "steady": Entry("probability", "a stick holds on a sound place, best hand"),
        "shaky": Entry("probability", "the same for the worst hand"),
        "leaning": Entry("probability", "how much likelier a failure is on a leaning place, as a share"),
        "own": Entry("probability", "when it fails, the laid stick itself falls, not one it touches"),
    },
    "probe": {
        "limits": Entry(
            "positive", "loads at which light, firm and tight begin, in stick weights", length=3, rising=True
        ),
        "steady": Entry("positive", "noise in what the best hand feels (sd of the logarithm of the load)"),
        "shaky": Entry("positive", "the same for the worst hand"),
    },
}
MODELS = ModelLibrary(
    schema=SCHEMA,
    presets=Path(__file__).with_name("presets"),
    default="steady",
    specials={REFEREE: "For games at a real table: nothing is simulated, and you state every outcome."},
)
_OWN_WEIGHT = 0.5
"""Added to a load before its logarithm is taken: half of the stick's own weight is felt too."""


@dataclass(frozen=True)
class Hand:
    """The dexterity of one player: the chances and random outcomes of what the player does.

    `skill` is from 0 (the worst hand of the model) to 1 (the best one). The model must have
    numbers, so it cannot be `referee`.
    """

    skill: float
    model: Model

    def _mix(self, best: float, worst: float) -> float:
        """The number for this skill, between those of the best and the worst hand."""
        return self.skill * best + (1 - self.skill) * worst

    def fall_chance(self, heap: Heap, stick: str) -> float:
        """The chance that some stick falls when this one is pulled."""
        pull = self.model["pull"]
        resting = heap.resting_on(stick)
        leaning = len([upper for upper in resting if heap.is_leaning(upper)])
        chance = self._mix(
            pull["lift"][len(resting)] + leaning * pull["lift_leaning"],
            pull["tug"][len(resting)] + leaning * pull["tug_leaning"],
        )
        return min(1.0, max(chance, pull["least"]) if resting else chance)

    def hold_chance(self, heap: Heap, place: Place) -> float:
        """The chance that a stick laid there holds and nothing falls."""
        lay = self.model["lay"]
        failure = 1 - self._mix(lay["steady"], lay["shaky"])
        if heap.support_count(place) < 2:
            failure *= 1 + lay["leaning"]
        return max(0.0, 1 - failure)

    def pull_risks(self, heap: Heap, stick: str) -> dict[str, float]:
        """The sticks that may fall when this one is pulled, each with its chance, the likeliest first."""
        return self._risks(heap, _at_risk(heap, stick), self.fall_chance(heap, stick))

    def own_risk(self, heap: Heap, place: Place) -> float:
        """The chance that a stick laid there falls itself."""
        return float((1 - self.hold_chance(heap, place)) * self.model["lay"]["own"])

    def lay_risks(self, heap: Heap, place: Place) -> dict[str, float]:
        """The other sticks that may fall when one is laid there, each with its chance, the likeliest first.

        These are the sticks that the laid one touches.
        """
        others = (1 - self.hold_chance(heap, place)) * (1 - self.model["lay"]["own"])
        return self._risks(heap, heap.touching(place), others)

    def _weights(self, heap: Heap, pool: Iterable[str]) -> list[float]:
        """How likely each stick is to be the one that falls, by height.

        The highest stick's weight is 1, so that no `growth` makes a number overflow.
        """
        layers = [heap.place_of(stick).layer for stick in pool]
        growth = self.model["fall"]["growth"]
        return [math.exp((layer - max(layers)) * math.log(growth)) for layer in layers]

    def _risks(self, heap: Heap, pool: tuple[str, ...], chance: float) -> dict[str, float]:
        """Each stick's chance to fall, where some stick of the pool falls with this chance, and perhaps a second."""
        second = self.model["fall"]["second"] if len(pool) > 1 else 0.0
        weights = self._weights(heap, pool)
        total = math.fsum(weights)
        rests = [math.fsum(weights[:index] + weights[index + 1 :]) for index in range(len(pool))]
        risks: dict[str, float] = {}
        for index, stick in enumerate(pool):
            others = [other for other in range(len(pool)) if other != index]
            as_second = math.fsum(weights[other] / total * weights[index] / rests[other] for other in others)
            risks[stick] = chance * (weights[index] / total + second * as_second)
        order = sorted(pool, key=lambda stick: (-risks[stick], pool.index(stick)))
        return {stick: risks[stick] for stick in order}

    def feel_chances(self, heap: Heap, stick: str) -> tuple[tuple[Feel, float], ...]:
        """How the stick may feel when probed, with the chance of each."""
        probe = self.model["probe"]
        log_load = math.log(heap.loads[stick] + _OWN_WEIGHT)
        felt = NormalDist(log_load, self._mix(probe["steady"], probe["shaky"]))
        below = [0.0, *(felt.cdf(math.log(limit + _OWN_WEIGHT)) for limit in probe["limits"]), 1.0]
        return tuple((feel, below[i + 1] - below[i]) for i, feel in enumerate(FEELS))

    def sample_feel(self, heap: Heap, stick: str, rolls: Rolls) -> Feel:
        """Draw how the stick feels."""
        chances = self.feel_chances(heap, stick)
        return chances[rolls.weighted([chance for _, chance in chances], "feel")][0]

    def sample_pull(self, heap: Heap, stick: str, rolls: Rolls) -> AttemptOutcome:
        """Draw the outcome of pulling the stick."""
        fallen: tuple[str, ...] = ()
        if rolls.happens(self.fall_chance(heap, stick), "fall"):
            fallen = self._sample_fallen(heap, _at_risk(heap, stick), rolls)
        slides = self._sample_slides(heap, (stick, *fallen), rolls)
        return AttemptOutcome("falls" if fallen else "clean", fallen, slides)

    def sample_lay(self, heap: Heap, stick: str, place: Place, rolls: Rolls) -> AttemptOutcome:
        """Draw the outcome of laying the stick there."""
        if rolls.happens(self.hold_chance(heap, place), "fall"):
            return AttemptOutcome("holds")
        touched = heap.touching(place)
        if rolls.happens(self.model["lay"]["own"], "who", 2):
            return AttemptOutcome("falls", (stick,))
        fallen = self._sample_fallen(heap, touched, rolls)
        return AttemptOutcome("falls", fallen, self._sample_slides(heap, fallen, rolls))

    def _sample_fallen(self, heap: Heap, pool: tuple[str, ...], rolls: Rolls) -> tuple[str, ...]:
        """Draw the stick of the pool that falls, and perhaps a second one."""
        first = pool[rolls.weighted(self._weights(heap, pool), "who")]
        rest = tuple(stick for stick in pool if stick != first)
        if not rest or not rolls.happens(self.model["fall"]["second"], "fall", 1):
            return (first,)
        return first, rest[rolls.weighted(self._weights(heap, rest), "who", 1)]

    def _sample_slides(self, heap: Heap, gone: tuple[str, ...], rolls: Rolls) -> tuple[tuple[str, Place], ...]:
        """Draw which sticks slide where once these are gone, in order.

        Each slide may make what lay on that stick slide too. Sticks without any support come
        first, then the lowest.
        """
        loosened = {upper for stick in gone if stick in heap for upper in heap.resting_on(stick)}
        heap = heap.without(gone)
        slides: list[tuple[str, Place]] = []
        draws = 0
        while waiting := [(heap.support_count(heap.place_of(stick)), stick) for stick in heap if stick in loosened]:
            supports, stick = min(waiting, key=lambda pair: pair[0] > 0)
            loosened.remove(stick)
            draws += 1
            if supports == 2 or (supports and not rolls.happens(self.model["slide"]["lost_one"], "slide", 2 * draws)):
                continue
            place = heap.place_of(stick)
            loosened.update(heap.directly_above(place))
            heap = heap.without((stick,))
            gaps = heap.missing_supports(place)
            place = gaps[rolls.index(len(gaps), "slide", 2 * draws + 1)]
            while not heap.support_count(place):
                place = heap.missing_supports(place)[0]
            heap = heap.with_stick(stick, place)
            slides.append((stick, place))
        return tuple(slides)


def _at_risk(heap: Heap, stick: str) -> tuple[str, ...]:
    """The sticks that may fall when this one is pulled: those above it, or else those it touches, or else itself."""
    return heap.all_above(stick) or heap.touching(heap.place_of(stick)) or (stick,)
