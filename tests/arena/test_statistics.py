"""Quantiles and shares of variance: their intervals hold the true value about as often as they promise."""

from __future__ import annotations

import math
from random import Random
from statistics import NormalDist

import pytest

from tabletop.arena.intervals import Sample
from tabletop.arena.statistics import quantile, variance_shares

HANDS = (-math.sqrt(1.5), 0.0, math.sqrt(1.5))
HEADS = {"easy": -1.0, "medium": 1.0}
"""Effects with mean 0 and variance 1."""


def sample(values: list[float]) -> Sample:
    return Sample(tuple(enumerate(values)))


def test_quantiles_of_known_numbers() -> None:
    estimate = quantile(sample([float(number) for number in range(100)]), 0.5)
    assert (estimate.value, estimate.low, estimate.high) == (50, 39, 60)
    assert quantile(sample([7.0]), 0.9) == quantile(sample([7.0, 7.0, 7.0]), 0.1)


def test_too_small_a_sample_reaches_to_its_ends() -> None:
    estimate = quantile(sample([3.0, 1.0, 2.0]), 0.9)
    assert (estimate.low, estimate.high) == (1.0, 3.0)


def test_repeated_games_widen_the_interval() -> None:
    values = tuple((number, float(number % 10)) for number in range(200))
    assert quantile(Sample(values), 0.5).high - quantile(Sample(values), 0.5).low <= 2
    repeated = quantile(Sample(values, worth=10), 0.5)
    assert (repeated.low, repeated.high) == (1.0, 8.0)


@pytest.mark.parametrize("part", [0.1, 0.5, 0.9])
def test_intervals_of_quantiles_hold_the_truth(part: float) -> None:
    rng = Random(5)
    hits = 0
    for _ in range(300):
        estimate = quantile(sample([rng.random() for _ in range(60)]), part)
        hits += estimate.low <= part <= estimate.high
    assert 0.93 <= hits / 300 <= 1.0


def made_up_points(
    rng: Random, seeds: int, hand: float, head: float, deal: float, rest: float
) -> dict[tuple[float, str], list[float]]:
    """Points of a crossed design in which each thing has this variance."""

    def normal(variance: float) -> float:
        return math.sqrt(variance) * NormalDist().inv_cdf(rng.random() or 0.5)

    deals = [normal(deal) for _ in range(seeds)]
    return {
        (skill, level): [
            20 + math.sqrt(hand) * skill + math.sqrt(head) * value + dealt + normal(rest) for dealt in deals
        ]
        for skill in HANDS
        for level, value in HEADS.items()
    }


@pytest.mark.parametrize("truth", [(0.3, 0.2, 0.1, 0.4), (0.6, 0.1, 0.05, 0.25), (0.0, 0.5, 0.0, 0.5)])
def test_shares_of_variance_are_found_in_made_up_points(truth: tuple[float, ...]) -> None:
    """On average each share is right, and its interval holds the true one in about nine of ten sets or more."""
    rng = Random(11)
    found = [variance_shares(made_up_points(rng, 20, *truth)) for _ in range(100)]
    for name, share in zip(("hand", "head", "deal", "rest"), truth, strict=True):
        estimates = [getattr(shares, name) for shares in found]
        assert abs(sum(estimate.value for estimate in estimates) / 100 - share) < 0.02, name
        assert sum(estimate.low <= share <= estimate.high for estimate in estimates) >= 88, name


def test_shares_add_up_to_one_and_luck_is_deal_and_rest() -> None:
    shares = variance_shares(made_up_points(Random(3), 12, 2.0, 1.0, 0.5, 6.0))
    assert math.isclose(sum(getattr(shares, name).value for name in ("hand", "head", "deal", "rest")), 1.0)
    assert math.isclose(shares.luck.value, shares.deal.value + shares.rest.value)
    for estimate in vars(shares).values():
        assert 0 <= estimate.low <= estimate.value <= estimate.high <= 1


def test_exact_effects_without_luck() -> None:
    points = {(hand, head): [hand + 2 * HEADS[head]] * 4 for hand in HANDS for head in HEADS}
    shares = variance_shares(points)
    assert shares.hand.value == pytest.approx(0.2) and shares.head.value == pytest.approx(0.8)
    assert shares.luck.value == pytest.approx(0.0)


def test_shares_worked_out_by_hand() -> None:
    """Sums of squares: hands 27, heads 3, seeds 39.5, all 83, so the rest has 13.5 with 7 degrees of freedom, 27/14.

    The variances are (27 - 27/14) / 12, (3 - 27/14) / 12, (39.5 / 2 - 27/14) / 4 and 27/14, in all 137/16.
    """
    points = {
        (0.2, "easy"): [1.0, 2.0, 6.0],
        (0.2, "medium"): [3.0, 2.0, 4.0],
        (0.8, "easy"): [5.0, 3.0, 7.0],
        (0.8, "medium"): [6.0, 4.0, 11.0],
    }
    shares = variance_shares(points)
    variances = [117 / 56, 5 / 56, 499 / 112, 27 / 14]
    for name, variance in zip(("hand", "head", "deal", "rest"), variances, strict=True):
        assert getattr(shares, name).value == pytest.approx(variance / (137 / 16)), name


def test_points_that_never_differ_are_all_luck() -> None:
    shares = variance_shares({(hand, head): [5.0] * 3 for hand in HANDS for head in HEADS})
    assert (shares.hand.value, shares.head.value, shares.luck.value) == (0.0, 0.0, 1.0)
