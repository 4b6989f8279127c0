"""What falls and slides: the chances of every stick, and that samples agree with them."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.chance import Rolls
from tabletop.games.takami.falls import Pool, lay_risks, pull_pool, pull_risks, sample_lay, sample_pull
from tabletop.games.takami.heap import STICKS, Heap, Place, build_heap
from tabletop.games.takami.model import MODELS, FallChance, Hand
from tabletop.games.takami.moves import AttemptOutcome
from tests.games.takami.test_model import make_hand

FULL = build_heap(STICKS)
ORDINARY = make_hand(0.5)
SAMPLES = 20_000


def agrees(count: int, chance: float, samples: int = SAMPLES) -> bool:
    """Whether a count among samples is within four standard deviations (and one sample) of what is expected."""
    return abs(count - samples * chance) <= 4 * math.sqrt(samples * chance * (1 - chance)) + 1


def sampled(sample: Callable[[Rolls], AttemptOutcome], attempt: Any, stick: str) -> list[AttemptOutcome]:
    return [sample(Rolls(seed, 1, attempt, stick)) for seed in range(SAMPLES)]


# Who falls


def test_sticks_above_the_pulled_one_are_likelier_and_among_them_the_highest() -> None:
    risks = pull_risks(ORDINARY, FULL, "B9", FallChance(0.0, 0.1))
    assert list(risks)[:5] == ["G4", "G5", "G6", "Y6", "Y7"]
    above = math.fsum(risks[stick] for stick in FULL.all_above("B9"))
    assert above / math.fsum(risks.values()) > 0.85
    assert set(risks) == set(STICKS) - {"B9"}


def test_as_many_fall_as_the_study_counted() -> None:
    risks = pull_risks(ORDINARY, FULL, "R1", FallChance(0.0, 0.1))
    assert math.fsum(risks.values()) == pytest.approx(0.1 * (0.61 + 2 * 0.20 + 3 * 0.07 + 4 * 0.12))
    risks = pull_risks(ORDINARY, FULL, "R1", FallChance(0.1, 0.0))
    assert math.fsum(risks.values()) == pytest.approx(0.1 * (0.75 + 2 * 0.21 + 3 * 0.02 + 4 * 0.02))


def test_a_neighbour_of_a_free_stick_is_likelier_to_fall_than_others_beside_it() -> None:
    risks = pull_risks(ORDINARY, FULL, "G4", ORDINARY.free_chance)
    assert list(risks)[:2] == ["G3", "G5"]
    alone = Heap().with_stick("G4", Place(1, 1))
    assert pull_risks(ORDINARY, alone, "G4", FallChance(0.0, 0.03)) == {"G4": pytest.approx(0.03)}


def test_a_laid_stick_may_take_one_along_that_it_touches() -> None:
    heap = FULL.with_stick("G9", Place(9, 1))
    risks = lay_risks(ORDINARY, heap, Place(9, 2))
    assert set(risks) == {"G3", "G4", "G9"}
    failure = 1 - ORDINARY.hold_chance(heap, Place(9, 2))
    assert math.fsum(risks.values()) == pytest.approx(0.2 * failure)


@given(
    weights=st.lists(st.sampled_from([0.0, 0.1, 1.0, 2.5]), min_size=1, max_size=5),
    counts=st.lists(st.floats(0, 1), min_size=1, max_size=4),
)
def test_chances_to_be_drawn_are_exact(weights: list[float], counts: list[float]) -> None:
    """Compared with all orders in which sticks can be drawn."""
    pool = Pool(STICKS[: len(weights)], tuple(weights))
    expected = dict.fromkeys(pool.sticks, 0.0)
    useful = sum(weight > 0 for weight in weights)
    for number, share in enumerate(counts, 1):
        for order in permutations(range(len(weights)), min(number, useful)):
            chance, left = share, math.fsum(weights)
            for index in order:
                chance *= weights[index] / left if weights[index] else 0
                left -= weights[index]
            for index in order:
                expected[pool.sticks[index]] += chance
    chances = pool.chances(counts)
    assert chances == pytest.approx(expected, abs=1e-9)


# Samples agree with the odds


@pytest.mark.slow
@pytest.mark.parametrize("stick", ["B8", "G4", "R2"])
def test_sampled_pulls_agree_with_the_odds(stick: str) -> None:
    """From a heap with gaps, in which a stick leans on B8."""
    hand, heap = make_hand(0.2, "slippery"), FULL.without(("Y5", "G6"))
    chance = hand.fall_chance(heap.place_of(stick).layer, heap.burdens[stick])
    results = sampled(lambda rolls: sample_pull(hand, heap, stick, chance, rolls), "pull", stick)
    assert agrees(sum(result.word == "falls" for result in results), chance.total)
    fallen = Counter(other for result in results for other in result.fallen)
    for other, risk in pull_risks(hand, heap, stick, chance).items():
        assert agrees(fallen[other], risk), other
    best, worst = hand.fall_counts
    numbers = Counter(len(result.fallen) for result in results)
    for index in range(4):
        assert agrees(numbers[index + 1], chance.best * best[index] + chance.worst * worst[index])


@pytest.mark.parametrize("place", [Place(9, 1), Place(9, 4)])
def test_sampled_lays_agree_with_the_odds(place: Place) -> None:
    hand, heap = make_hand(0.0), FULL.without(("G2",))
    results = sampled(lambda rolls: sample_lay(hand, heap, "G2", place, rolls), "lay", "G2")
    holds = hand.hold_chance(heap, place)
    assert agrees(sum(result.word == "holds" for result in results), holds)
    fallen = Counter(stick for result in results for stick in result.fallen)
    for stick, chance in {"G2": 1 - holds, **lay_risks(hand, heap, place)}.items():
        assert agrees(fallen[stick], chance), stick


# Slides


def test_slides_are_sampled_as_the_model_says() -> None:
    """Y9 leaves G7 and G8 with one support each: each slides by chance, and nothing lies on them."""
    hand = make_hand(1)
    results = [sample_pull(hand, FULL, "Y9", FallChance(0, 0), Rolls(seed, 1, "pull", "Y9")) for seed in range(5000)]
    slid = [result for result in results if result.slides]
    # G7 slides to 7.6 with .35, and G8 has its support back; or else G8 does.
    assert len(slid) / len(results) == pytest.approx(0.35 + 0.65 * 0.35, abs=0.03)
    assert {result.slides[0] for result in slid} == {("G7", Place(7, 6)), ("G8", Place(7, 6))}
    assert {len(result.slides) for result in slid} == {1}


def test_a_stick_without_support_always_slides() -> None:
    heap = FULL.without(("Y5",))
    for seed in range(200):
        result = sample_pull(ORDINARY, heap, "Y4", FallChance(0, 0), Rolls(seed, 1, "pull", "Y4"))
        assert "G3" in {stick for stick, _ in result.slides}


def test_pulling_a_low_stick_makes_many_slide() -> None:
    def mean_slides(stick: str) -> float:
        rolls = (Rolls(seed, 1, "pull", stick) for seed in range(600))
        results = [sample_pull(ORDINARY, FULL, stick, FallChance(0, 0), each) for each in rolls]
        return sum(len(result.slides) for result in results) / len(results)

    top, middle, low, lowest = (mean_slides(stick) for stick in ("G4", "Y6", "R9", "R1"))
    assert top < 0.1 < middle < low < lowest
    assert lowest > 2 * middle


def test_extreme_models_still_play() -> None:
    """Sticks always fall and slide, and their weights are far apart."""
    measured = MODELS.load("measured")
    tables = {table: dict(measured[table]) for table in measured.tables}
    tables["pull"] |= {"base": 1e8, "free_best": 1.0, "free_worst": 1.0}
    tables["fall"] |= {"count_best": [0, 0, 0, 0], "per_layer": 1e8, "touching": 1e8, "elsewhere": 1e-9}
    tables["slide"] = {"best": 1.0, "worst": 1.0}
    extreme = Hand(1, replace(measured, tables=tables))
    for stick in STICKS:
        chance = extreme.fall_chance(FULL.place_of(stick).layer, FULL.burdens[stick])
        assert chance.total == 1
        result = sample_pull(extreme, FULL, stick, chance, Rolls(1, 1, "pull", stick))
        assert result.fallen
        pool = pull_pool(extreme, FULL, stick)
        drawn = min(4, sum(weight > 0 for weight in pool.weights))
        assert math.fsum(pool.chances([0, 0, 0, 1]).values()) == pytest.approx(drawn)
