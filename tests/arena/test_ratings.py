"""Ratings: shares, ranks, Elo and their error bars, and the sequential test."""

from __future__ import annotations

import math
from random import Random

import pytest

from tabletop.arena.play import GameReport
from tabletop.arena.ratings import (
    expected_share,
    mean_estimate,
    ranks,
    share_estimate,
    sprt_status,
    standings,
    student,
    superiority,
)
from tabletop.arena.runner import counted_reports
from tabletop.arena.tournament import Sprt, pairings
from tests.arena.helpers import by_key, make_reports, make_tournament


def test_an_elo_difference_gives_the_logistic_share() -> None:
    assert expected_share(0) == 0.5
    assert expected_share(190.85) == pytest.approx(0.75, abs=1e-5)
    assert expected_share(-400) == pytest.approx(1 / 11)


def in_blocks(*shares: float) -> list[tuple[int, float]]:
    """Two games for each block, with the same share of the win."""
    return [(block, share) for block, share in enumerate(shares) for _ in range(2)]


def test_error_bars_shrink_with_blocks_and_hold_the_truth() -> None:
    wide, narrow = (share_estimate(in_blocks(*[0.0, 0.5, 1.0, 0.5] * n), 0.5) for n in (2, 50))
    assert wide.low < narrow.low < 0.5 < narrow.high < wide.high
    assert narrow.high - narrow.value == pytest.approx(1.96 * math.sqrt(0.125 / 200), rel=0.02)


def test_a_share_is_the_plain_one_and_its_interval_is_honest_for_few_games() -> None:
    both_won = share_estimate(in_blocks(1.0), 0.5)
    assert both_won.value == both_won.high == 1.0
    assert both_won.low == pytest.approx(2 / (2 + 1.96**2), abs=1e-3), "Wilson's for 2 of 2"
    assert share_estimate(in_blocks(*[1.0] * 20), 0.5).low == pytest.approx(40 / (40 + 1.96**2), abs=1e-3)
    assert share_estimate(in_blocks(*[0.5] * 20), 0.5).high > 0.6, "blocks that end alike are not certain"
    correlated = share_estimate(in_blocks(0.0, 1.0, 1.0, 1.0), 0.5)
    independent = share_estimate(list(enumerate([0.0, 1, 1, 1] * 2)), 0.5)
    assert correlated.low < independent.low
    assert share_estimate([], 0.25).low == 0.0


def test_means_have_error_bars_however_few_and_alike_the_blocks_are() -> None:
    assert student(2) == pytest.approx(4.30, rel=0.05)
    assert student(10) == pytest.approx(2.228, rel=0.001)
    alike = mean_estimate(in_blocks(7.0))
    assert alike.value == 7.0 and alike.high - alike.value > 1
    many = mean_estimate(in_blocks(*[2.0, 4.0] * 100))
    assert many.high - many.value == pytest.approx(1.97 * math.sqrt(1 / 200), rel=0.01)


def test_the_elo_of_one_who_always_wins_is_not_certain() -> None:
    tournament = make_tournament(blocks=20)
    best, worst = standings(tournament, make_reports(tournament, [(0,)] * 40))
    assert best.elo and worst.elo
    assert best.elo.value == pytest.approx(-worst.elo.value)
    lowest_share = expected_share(best.elo.low - worst.elo.high)
    assert 0.75 < lowest_share < best.share.low


def test_elo_bars_of_independent_games_are_those_of_their_share() -> None:
    tournament = make_tournament(blocks=200)
    winners = [(0,)] * 300 + [(1,)] * 100
    Random(1).shuffle(winners)
    first, second = standings(tournament, make_reports(tournament, winners))
    assert first.elo and second.elo
    assert expected_share(first.elo.value - second.elo.value) == pytest.approx(0.75, abs=0.001)
    assert expected_share(first.elo.low - second.elo.high) == pytest.approx(first.share.low, abs=0.01)


def test_the_elo_of_one_who_has_not_played_is_wide_open() -> None:
    tournament = make_tournament(3, blocks=1)
    rows = standings(tournament, make_reports(tournament, [(0,), (0,)]))
    (unmet,) = [row for row in rows if row.name == "bot2"]
    assert unmet.games == 0 and unmet.elo and unmet.elo.high > 500


def test_a_clear_winner_is_first_and_surely_better() -> None:
    tournament = make_tournament(blocks=30)
    reports = make_reports(tournament, [(0,)] * 60)
    rows = standings(tournament, reports)
    assert [row.name for row in rows] == ["bot0", "bot1"]
    assert rows[0].wins == 60 and rows[1].losses == 60
    assert rows[0].elo and rows[0].elo.value > 300
    assert superiority(reports, 0, 1) > 0.999
    assert superiority(reports, 1, 0) < 0.001


def test_three_participants_are_rated_by_their_games_against_each_other() -> None:
    tournament = make_tournament(3, blocks=40)
    reports = [
        GameReport(
            pairing,
            (min(pairing.seating),) if pairing.block % 4 else (max(pairing.seating),),
            None,
            "",
            1,
            (0.0, 0.0),
            "",
        )
        for pairing in pairings(tournament)
    ]
    elos = {row.name: row.elo.value for row in standings(tournament, reports) if row.elo}
    assert elos["bot0"] > elos["bot1"] > elos["bot2"]
    assert math.fsum(elos.values()) == pytest.approx(0, abs=1e-6)


def test_ranks_go_by_winners_then_points() -> None:
    pairing = next(pairings(make_tournament(4, 4)))
    report = GameReport(pairing, (1,), (5, 9, 5, 2), "", 1, (0.0,) * 4, "")
    assert ranks(report) == {1: 1, 0: 2.5, 2: 2.5, 3: 4}
    assert ranks(GameReport(pairing, (), None, "", 1, (0.0,) * 4, "")) == {0: 2.5, 1: 2.5, 2: 2.5, 3: 2.5}


def test_the_sequential_test_decides_either_way() -> None:
    tournament = make_tournament(blocks=500, sprt=Sprt(0, 50))
    better = make_reports(tournament, [(0,), (0,), (0,), (1,)] * 250)
    assert sprt_status(tournament, counted_reports(tournament, by_key(better))).decision == "elo1"
    even = make_reports(tournament, [(0,), (1,), (1,), (0,)] * 250)
    assert sprt_status(tournament, counted_reports(tournament, by_key(even))).decision == "elo0"
    assert sprt_status(tournament, []).decision == ""
