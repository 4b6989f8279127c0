"""Intervals: what clusters and repeated games do to them, and that they hold the truth in 95 of 100 cases."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from random import Random

import pytest

from tabletop.arena.intervals import Estimate, Sample, mean_estimate, share_estimate, student, worth
from tabletop.arena.ratings import standings
from tabletop.arena.tournament import matchups
from tests.arena.helpers import make_reports, make_tournament


def in_blocks(*shares: float) -> Sample:
    """Two games for each block, with the same share of the win."""
    return Sample([(block, share) for block, share in enumerate(shares) for _ in range(2)])


def test_error_bars_shrink_with_blocks_and_hold_the_truth() -> None:
    wide, narrow = (share_estimate(in_blocks(*[0.0, 0.5, 1.0, 0.5] * n), 0.5) for n in (2, 50))
    assert wide.low < narrow.low < 0.5 < narrow.high < wide.high
    assert narrow.high - narrow.value == pytest.approx(1.96 * math.sqrt(0.125 / 200), rel=0.02)


def test_a_share_is_the_plain_one_and_its_interval_is_honest_for_few_games() -> None:
    both_won = share_estimate(in_blocks(1.0), 0.5)
    assert both_won.value == both_won.high == 1.0
    assert both_won.low == pytest.approx(2 / (2 + student(2) ** 2)), "Wilson's for 2 of 2, with Student's quantile"
    assert share_estimate(in_blocks(*[1.0] * 20), 0.5).low == pytest.approx(40 / (40 + student(21) ** 2))
    assert share_estimate(in_blocks(*[0.5] * 20), 0.5).high > 0.53, "blocks that end alike are not certain"
    correlated = share_estimate(in_blocks(0.0, 1.0, 1.0, 1.0), 0.5)
    independent = share_estimate(Sample(list(enumerate([0.0, 1, 1, 1] * 2))), 0.5)
    assert correlated.low < independent.low
    assert share_estimate(Sample([]), 0.25) == Estimate(0.25, 0.0, 1.0)


def test_a_change_of_seats_that_evens_out_makes_error_bars_narrower() -> None:
    """Whoever begins wins: after many blocks of one win each, nobody can be much better."""
    values = [(block, share) for block in range(100) for share in (0.0, 1.0)]
    paired = share_estimate(Sample(values), 0.5)
    single = share_estimate(Sample(list(enumerate(share for _, share in values))), 0.5)
    assert paired.high < 0.52 < 0.56 < single.high


def test_repeated_games_are_worth_as_many_as_there_are_different_ones() -> None:
    assert worth("abcd") == 4
    assert worth("aabb") == 2
    assert worth("aaaaaaaaab") == pytest.approx(100 / 82), "nine games of ten are one game"
    assert worth("") == 0
    values = list(enumerate([1.0, 0.0, 1.0, 1.0]))
    once = share_estimate(Sample(values), 0.5)
    often = share_estimate(Sample([(block + 4 * n, value) for n in range(10) for block, value in values], 4.0), 0.5)
    assert often.low == pytest.approx(once.low, abs=0.01)
    assert often.high == pytest.approx(once.high, abs=0.01)


def test_means_have_error_bars_however_few_and_alike_the_blocks_are() -> None:
    assert student(2) == pytest.approx(4.30, rel=0.05)
    assert student(10) == pytest.approx(2.228, rel=0.001)
    alike = mean_estimate(in_blocks(7.0))
    assert alike.value == 7.0 and alike.high - alike.value > 1
    many = mean_estimate(in_blocks(*[2.0, 4.0] * 100))
    assert many.high - many.value == pytest.approx(1.97 * math.sqrt(1 / 200), rel=0.01)
    repeated = mean_estimate(Sample(in_blocks(*[2.0, 4.0] * 100).values, 100.0))
    assert repeated.high - repeated.value == pytest.approx(2.01 * math.sqrt(1 / 50), rel=0.02)


def logistic(value: float) -> float:
    return 1 / (1 + math.exp(-value))


def coverage(draw: Callable[[Random], Estimate], truth: float, runs: int) -> float:
    """In what part of the runs the interval holds the truth."""
    rng = Random(20)
    estimates = [draw(rng) for _ in range(runs)]
    return sum(estimate.low <= truth <= estimate.high for estimate in estimates) / runs


Shares = Callable[[Random, float], list[float]]
"""Draws the shares of a block of games between two whose strengths differ by so much."""


def independent(rng: Random, strength: float) -> list[float]:
    return [float(rng.random() < logistic(strength)) for _ in range(2)]


def drawish(rng: Random, strength: float) -> list[float]:
    return [0.5 if rng.random() < 0.6 else float(rng.random() < logistic(strength)) for _ in range(2)]


def first_seat_wins(rng: Random, strength: float) -> list[float]:
    return [float(rng.random() < logistic(strength + seat)) for seat in (2.0, -2.0)]


def luck_of_the_seed(rng: Random, strength: float) -> list[float]:
    luck = rng.gauss(0, 1.5)
    return [float(rng.random() < logistic(strength + luck)) for _ in range(2)]


def of_three_matchups(rng: Random, strength: float) -> list[float]:
    return [share for luck in [rng.gauss(0, 1.0)] for _ in range(3) for share in independent(rng, strength + luck)]


@pytest.mark.slow
@pytest.mark.parametrize("blocks", [10, 40, 150])
@pytest.mark.parametrize("strength", [0.0, 1.0])
@pytest.mark.parametrize("block", [independent, drawish, first_seat_wins, luck_of_the_seed, of_three_matchups])
def test_intervals_of_shares_hold_the_truth_in_95_of_100_cases(block: Shares, strength: float, blocks: int) -> None:
    rng = Random(10)
    truth = Sample([(0, share) for _ in range(60_000) for share in block(rng, strength)]).mean

    def draw(rng: Random) -> Estimate:
        values = [(number, share) for number in range(blocks) for share in block(rng, strength)]
        return share_estimate(Sample(values), 0.5)

    held = coverage(draw, truth, 1000)
    assert held >= 0.925
    assert held <= 0.98 or blocks == 10, "with few blocks, intervals are wider than they need be"


@pytest.mark.slow
@pytest.mark.parametrize(("pool", "games"), [(20, 100), (60, 100), (300, 300)])
def test_intervals_of_repeated_games_hold_the_truth_too(pool: int, games: int) -> None:
    """Engines that know only so many games, each won or lost once and for all; without the count of repeated
    games, no more than 80 in 100 would."""

    def draw(rng: Random, counts_repeats: bool = True) -> Estimate:
        known = [float(rng.random() < 0.7) for _ in range(pool)]
        played = [int(rng.random() * pool) for _ in range(games)]
        values = [(number, known[game]) for number, game in enumerate(played)]
        return share_estimate(Sample(values, worth(played) if counts_repeats else None), 0.5)

    assert 0.925 <= coverage(draw, 0.7, 1000) <= 0.985
    if pool < games:
        assert coverage(lambda rng: draw(rng, counts_repeats=False), 0.7, 1000) < 0.8


@pytest.mark.slow
def test_intervals_of_points_hold_the_truth_in_95_of_100_cases() -> None:
    def draw(rng: Random) -> Estimate:
        values = []
        for block in range(30):
            luck = rng.gauss(0, 5)
            values += [(block, 20 + luck + rng.gauss(0, 5)) for _ in range(2)]
        return mean_estimate(Sample(values))

    assert 0.93 <= coverage(draw, 20, 1500) <= 0.97


STRENGTHS = (0.6, 0.3, 0.0, -0.3, -0.6)


def elo_of_first(blocks: int, luck: float, rng: Random, *, shares_seeds: bool = True) -> Estimate:
    """After a tournament in which everybody is luckier with some seeds than with others."""
    tournament = make_tournament(len(STRENGTHS), blocks=blocks)
    winners = []
    for _ in range(blocks):
        form = [strength + rng.gauss(0, luck) for strength in STRENGTHS]
        for first, second in matchups(tournament):
            for one, other in ((first, second), (second, first)):
                winners.append((one if rng.random() < logistic(form[one] - form[other]) else other,))
    reports = make_reports(tournament, winners)
    if not shares_seeds:
        reports = [replace(report, pairing=replace(report.pairing, seed=report.pairing.block)) for report in reports]
    (elo,) = (row.elo for row in standings(tournament, reports) if row.name == "bot0")
    assert elo
    return elo


@pytest.mark.slow
@pytest.mark.parametrize("luck", [0.0, 1.5])
def test_intervals_of_elo_hold_the_truth_although_matchups_share_seeds(luck: float) -> None:
    """With luck in the seeds, blocks of different matchups are not independent; taken for it, they would not hold."""
    truth = elo_of_first(1500, luck, Random(1)).value
    assert 0.925 <= coverage(partial(elo_of_first, 12, luck), truth, 300) <= 0.98
    if luck:
        assert coverage(partial(elo_of_first, 12, luck, shares_seeds=False), truth, 300) < 0.9
