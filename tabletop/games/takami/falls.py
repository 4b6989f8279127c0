"""What falls and slides when a stick is pulled or laid: the chances of every stick, and outcomes sampled from them.

    chance = hand.fall_chance(6, "two")                      # a FallChance
    pull_risks(hand, heap, "B9", chance)                     # the sticks that may fall, with their chances
    sample_pull(hand, heap, "B9", chance, Rolls(7, 1, "pull", "B9"))

The number of sticks that fall is drawn first. Then they are drawn one after the other, each by
its weight: the higher, the likelier, and likelier where it lies above the pulled stick or touches it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from tabletop.chance import Rolls
from tabletop.games.takami.heap import Heap, Place
from tabletop.games.takami.model import MOST_FALLING, FallChance, Hand
from tabletop.games.takami.moves import AttemptOutcome


@dataclass(frozen=True)
class Pool:
    """Sticks that may fall, from the bottom up, each with its weight: how likely it is compared with the others."""

    sticks: tuple[str, ...]
    weights: tuple[float, ...]

    def draw(self, count: int, rolls: Rolls) -> tuple[str, ...]:
        """Draw this many sticks one after the other, or all that have a weight if there are fewer."""
        sticks, weights = list(self.sticks), list(self.weights)
        drawn: list[str] = []
        while len(drawn) < count and any(weights):
            index = rolls.weighted(weights, "who", len(drawn))
            drawn.append(sticks.pop(index))
            weights.pop(index)
        return tuple(drawn)

    def chances(self, counts: Sequence[float]) -> dict[str, float]:
        """Each stick's chance to be drawn, where one, two, ... sticks are drawn with the chances in `counts`."""
        at_least = [math.fsum(counts[index:]) for index in range(len(counts))]
        by_weight = self._chances_by_weight(at_least)
        return dict(zip(self.sticks, [by_weight[weight] for weight in self.weights], strict=True))

    def _chances_by_weight(self, at_least: Sequence[float]) -> dict[float, float]:
        """For each weight, the chance of a stick of that weight to be drawn; `at_least` are the chances of each draw.

        Sticks of the same weight are alike, so it is enough to know how many of each have been
        drawn: `drawn` maps these numbers to their chance.
        """
        kinds = sorted(set(self.weights) - {0.0})
        sizes = [self.weights.count(weight) for weight in kinds]
        taken: list[list[float]] = [[] for _ in kinds]
        drawn: dict[tuple[int, ...], float] = {(0,) * len(kinds): 1.0}
        for is_reached in at_least:
            following: dict[tuple[int, ...], float] = {}
            for numbers, chance in drawn.items():
                left = [w * (size - number) for w, size, number in zip(kinds, sizes, numbers, strict=True)]
                total = math.fsum(left)
                for kind, part in enumerate(left):
                    if part > 0:
                        share = chance * part / total
                        taken[kind].append(is_reached * share)
                        key = (*numbers[:kind], numbers[kind] + 1, *numbers[kind + 1 :])
                        following[key] = following.get(key, 0.0) + share
            drawn = following
        each = {w: math.fsum(parts) / size for w, size, parts in zip(kinds, sizes, taken, strict=True)}
        return {0.0: 0.0, **each}


def pull_pool(hand: Hand, heap: Heap, stick: str) -> Pool:
    """The sticks that may fall when this one is pulled: all others, or itself if there are none."""
    fall = hand.model["fall"]
    sticks = tuple(other for other in heap if other != stick)
    if not sticks:
        return Pool((stick,), (1.0,))
    above = set(heap.all_above(stick))
    touching = {*heap.resting_on(stick), *heap.touching(heap.place_of(stick))}
    factors = [
        (1.0 if other in above else fall["elsewhere"]) * (fall["touching"] if other in touching else 1.0)
        for other in sticks
    ]
    return _pool(hand, heap, sticks, factors)


def lay_pool(hand: Hand, heap: Heap, place: Place) -> Pool:
    """The sticks of which one may fall with a stick laid there: those that it touches."""
    sticks = heap.touching(place)
    return _pool(hand, heap, sticks, [1.0] * len(sticks))


def _pool(hand: Hand, heap: Heap, sticks: tuple[str, ...], factors: Sequence[float]) -> Pool:
    """The pool of these sticks. The highest weight is 1, so that no model makes a number overflow."""
    per_layer = hand.model["fall"]["per_layer"]
    exponents = [
        per_layer * heap.place_of(stick).layer + math.log(factor) for stick, factor in zip(sticks, factors, strict=True)
    ]
    most = max(exponents, default=0.0)
    return Pool(sticks, tuple([math.exp(exponent - most) for exponent in exponents]))


# Odds


def pull_risks(hand: Hand, heap: Heap, stick: str, chance: FallChance) -> dict[str, float]:
    """The sticks that may fall when this one is pulled, each with its chance, the likeliest first."""
    best, worst = hand.fall_counts
    counts = [chance.best * best[n] + chance.worst * worst[n] for n in range(MOST_FALLING)]
    return _likeliest_first(pull_pool(hand, heap, stick).chances(counts))


def lay_risks(hand: Hand, heap: Heap, place: Place) -> dict[str, float]:
    """The other sticks that may fall when one is laid there, each with its chance, the likeliest first."""
    others = (1 - hand.hold_chance(heap, place)) * hand.model["lay"]["others"]
    return _likeliest_first(lay_pool(hand, heap, place).chances([others]))


def _likeliest_first(chances: dict[str, float]) -> dict[str, float]:
    return dict(sorted(chances.items(), key=lambda item: -item[1]))


# Samples


def sample_pull(hand: Hand, heap: Heap, stick: str, chance: FallChance, rolls: Rolls) -> AttemptOutcome:
    """Draw the outcome of pulling the stick, where something falls with this chance."""
    fallen: tuple[str, ...] = ()
    number = rolls.uniform("fall")
    if number < chance.total:
        counts = hand.fall_counts[0 if number < chance.best else 1]
        fallen = pull_pool(hand, heap, stick).draw(1 + rolls.weighted(counts, "fall", 1), rolls)
    slides = sample_slides(hand, heap, (stick, *fallen), rolls)
    return AttemptOutcome("falls" if fallen else "clean", fallen, slides)


def sample_lay(hand: Hand, heap: Heap, stick: str, place: Place, rolls: Rolls) -> AttemptOutcome:
    """Draw the outcome of laying the stick there."""
    if rolls.happens(hand.hold_chance(heap, place), "fall"):
        return AttemptOutcome("holds")
    if not rolls.happens(hand.model["lay"]["others"], "fall", 1):
        return AttemptOutcome("falls", (stick,))
    others = lay_pool(hand, heap, place).draw(1, rolls)
    return AttemptOutcome("falls", (stick, *others), sample_slides(hand, heap, others, rolls))


def sample_slides(hand: Hand, heap: Heap, gone: tuple[str, ...], rolls: Rolls) -> tuple[tuple[str, Place], ...]:
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
        if supports == 2 or (supports and not rolls.happens(hand.slide_chance, "slide", 2 * draws)):
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
