"""What a model file of Takami holds, and the chances that a hand of some skill has with a heap."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from statistics import NormalDist

from tabletop.chance import Rolls
from tabletop.games.takami.heap import Heap, Place
from tabletop.games.takami.moves import FEELS, Fall, Feel
from tabletop.modelfiles import REFEREE, Entry, Model, ModelLibrary, Schema

SCHEMA: Schema = {
    "pull": {
        "lift": Entry("probability", "some stick falls, for the best hand: 0, 1 or 2 sticks resting on it", length=3),
        "tug": Entry("probability", "the same for the worst hand", length=3),
        "lift_leaning": Entry("probability", "added for each leaning stick that rests on it, best hand"),
        "tug_leaning": Entry("probability", "the same for the worst hand"),
        "least": Entry("probability", "never less than this where something rests on it"),
    },
    "fall": {
        "second": Entry("probability", "a second stick falls where one does"),
        "growth": Entry("positive", "how much likelier to fall a stick one layer higher is"),
    },
    "slide": {
        "lost_one": Entry("probability", "a stick that lost one of two supports slides; one without any always does"),
    },
    "lay": {
        "steady": Entry("probability", "a stick holds on a sound place, best hand"),
        "shaky": Entry("probability", "the same for the worst hand"),
        "leaning": Entry("probability", "by what share a failure is likelier on a leaning place"),
        "own": Entry("probability", "where it fails, the laid stick itself falls, not one it touches"),
    },
    "probe": {
        "limits": Entry("positive", "stick weights borne at which light, firm and tight begin", length=3, rising=True),
        "steady": Entry("positive", "noise of what the best hand feels (sd of the logarithm of the load)"),
        "shaky": Entry("positive", "the same for the worst hand"),
    },
}
MODELS = ModelLibrary(
    schema=SCHEMA,
    presets=Path(__file__).with_name("presets"),
    default="steady",
    specials={REFEREE: "no heap is simulated: every outcome is stated, for games at a real table"},
)
_OWN_WEIGHT = 0.5
"""Added to a load before its logarithm is taken: half of the stick's own weight is felt too."""


@dataclass(frozen=True)
class Hand:
    """One player's hand under one model: `skill` is 0..1."""

    skill: float
    model: Model

    def _mix(self, best: float, worst: float) -> float:
        return self.skill * best + (1 - self.skill) * worst

    def fall_chance(self, heap: Heap, stick: str) -> float:
        """The chance that some stick falls when this one is pulled."""
        numbers = self.model["pull"]
        resting = heap.resting_on(stick)
        leaning = len([upper for upper in resting if heap.is_leaning(upper)])
        chance = self._mix(
            numbers["lift"][len(resting)] + leaning * numbers["lift_leaning"],
            numbers["tug"][len(resting)] + leaning * numbers["tug_leaning"],
        )
        return min(1.0, max(chance, numbers["least"]) if resting else chance)

    def hold_chance(self, heap: Heap, place: Place) -> float:
        """The chance that a stick laid there holds and nothing falls."""
        numbers = self.model["lay"]
        fails = 1 - self._mix(numbers["steady"], numbers["shaky"])
        if heap.supports(place) < 2:
            fails *= 1 + numbers["leaning"]
        return max(0.0, 1 - fails)

    def pull_risks(self, heap: Heap, stick: str) -> dict[str, float]:
        """The chance of each stick to fall when this one is pulled, highest first; only those that can."""
        return self._risks(heap, _at_risk(heap, stick), self.fall_chance(heap, stick))

    def own_risk(self, heap: Heap, place: Place) -> float:
        """The chance that a stick laid there falls itself."""
        return float((1 - self.hold_chance(heap, place)) * self.model["lay"]["own"])

    def lay_risks(self, heap: Heap, place: Place) -> dict[str, float]:
        """The chance of each other stick to fall when one is laid there, highest first: those it touches."""
        others = (1 - self.hold_chance(heap, place)) * (1 - self.model["lay"]["own"])
        return self._risks(heap, heap.touching(place), others)

    def _weights(self, heap: Heap, pool: Iterable[str]) -> list[float]:
        """Weights by height, the highest stick's being 1, so that no growth runs out of the numbers."""
        layers = [heap.place_of(stick).layer for stick in pool]
        growth = self.model["fall"]["growth"]
        return [math.exp((layer - max(layers)) * math.log(growth)) for layer in layers]

    def _risks(self, heap: Heap, pool: tuple[str, ...], chance: float) -> dict[str, float]:
        second = self.model["fall"]["second"] if len(pool) > 1 else 0.0
        weights = self._weights(heap, pool)
        whole = math.fsum(weights)
        rests = [math.fsum(weights[:index] + weights[index + 1 :]) for index in range(len(pool))]
        risks: dict[str, float] = {}
        for index, stick in enumerate(pool):
            others = [other for other in range(len(pool)) if other != index]
            later = math.fsum(weights[other] / whole * weights[index] / rests[other] for other in others)
            risks[stick] = chance * (weights[index] / whole + second * later)
        order = sorted(pool, key=lambda stick: (-risks[stick], pool.index(stick)))
        return {stick: risks[stick] for stick in order}

    def feel_chances(self, heap: Heap, stick: str) -> tuple[tuple[Feel, float], ...]:
        """How the stick may feel when probed, with the chance of each."""
        numbers = self.model["probe"]
        middle = math.log(heap.loads[stick] + _OWN_WEIGHT)
        felt = NormalDist(middle, self._mix(numbers["steady"], numbers["shaky"]))
        below = [0.0, *(felt.cdf(math.log(limit + _OWN_WEIGHT)) for limit in numbers["limits"]), 1.0]
        return tuple((feel, below[i + 1] - below[i]) for i, feel in enumerate(FEELS))

    def draw_feel(self, heap: Heap, stick: str, rolls: Rolls) -> Feel:
        """How the stick feels this time."""
        chances = self.feel_chances(heap, stick)
        return chances[rolls.weighted([chance for _, chance in chances], "feel")][0]

    def draw_pull(self, heap: Heap, stick: str, rolls: Rolls) -> Fall:
        """What happens when the stick is pulled."""
        fallen: tuple[str, ...] = ()
        if rolls.happens(self.fall_chance(heap, stick), "fall"):
            fallen = self._draw_fallen(heap, _at_risk(heap, stick), rolls)
        slides = self._draw_slides(heap, (stick, *fallen), rolls)
        return Fall("falls" if fallen else "clean", fallen, slides)

    def draw_lay(self, heap: Heap, stick: str, place: Place, rolls: Rolls) -> Fall:
        """What happens when the stick in hand is laid there."""
        if rolls.happens(self.hold_chance(heap, place), "fall"):
            return Fall("holds")
        touched = heap.touching(place)
        if rolls.happens(self.model["lay"]["own"], "who", 2):
            return Fall("falls", (stick,))
        fallen = self._draw_fallen(heap, touched, rolls)
        return Fall("falls", fallen, self._draw_slides(heap, fallen, rolls))

    def _draw_fallen(self, heap: Heap, pool: tuple[str, ...], rolls: Rolls) -> tuple[str, ...]:
        first = pool[rolls.weighted(self._weights(heap, pool), "who")]
        rest = tuple(stick for stick in pool if stick != first)
        if not rest or not rolls.happens(self.model["fall"]["second"], "fall", 1):
            return (first,)
        return first, rest[rolls.weighted(self._weights(heap, rest), "who", 1)]

    def _draw_slides(self, heap: Heap, gone: tuple[str, ...], rolls: Rolls) -> tuple[tuple[str, Place], ...]:
        """What slides once these sticks are gone, in order; each slide loosens what lay on the slider.

        What has no support left comes first, then the lowest.
        """
        loosened = {upper for stick in gone if stick in heap for upper in heap.resting_on(stick)}
        heap = heap.without(gone)
        slides: list[tuple[str, Place]] = []
        draws = 0
        while waiting := [(heap.supports(heap.place_of(stick)), stick) for stick in heap if stick in loosened]:
            supports, stick = min(waiting, key=lambda pair: pair[0] > 0)
            loosened.remove(stick)
            draws += 1
            if supports == 2 or (supports and not rolls.happens(self.model["slide"]["lost_one"], "slide", 2 * draws)):
                continue
            place = heap.place_of(stick)
            loosened.update(heap.over(place))
            heap = heap.without((stick,))
            gaps = heap.gap_under(place)
            place = gaps[rolls.index(len(gaps), "slide", 2 * draws + 1)]
            while not heap.supports(place):
                place = heap.gap_under(place)[0]
            heap = heap.laid(stick, place)
            slides.append((stick, place))
        return tuple(slides)


def _at_risk(heap: Heap, stick: str) -> tuple[str, ...]:
    """What may fall when this one is pulled: what lies above it, or else what it touches, or else itself."""
    return heap.above(stick) or heap.touching(heap.place_of(stick)) or (stick,)
