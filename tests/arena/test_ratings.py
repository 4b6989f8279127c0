"""Ratings: shares, ranks, Elo and their error bars, with repeated games and shared seeds."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest

from tabletop.arena.openings import Opening
from tabletop.arena.play import GameReport
from tabletop.arena.ratings import distinct_games, expected_share, ranks, standings, superiority
from tabletop.arena.tournament import pairings
from tests.arena.helpers import make_reports, make_tournament


def test_an_elo_difference_gives_the_logistic_share() -> None:
    assert expected_share(0) == 0.5
    assert expected_share(190.85) == pytest.approx(0.75, abs=1e-5)
    assert expected_share(-400) == pytest.approx(1 / 11)


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


def repeated(reports: Sequence[GameReport], times: int) -> list[GameReport]:
    """All these games again and again, in later blocks, with other seeds."""
    return [
        replace(
            report,
            pairing=replace(
                report.pairing, block=report.pairing.block + 1000 * number, seed=report.pairing.seed + number
            ),
        )
        for number in range(times)
        for report in reports
    ]


def test_games_that_are_repeated_count_as_one() -> None:
    """Ten games of which two are different are not more certain than those two."""
    tournament = make_tournament(blocks=1)
    games = make_reports(tournament, [(0,), (0,)])
    assert distinct_games(repeated(games, 5)) == 2
    once, often = (standings(tournament, repeated(games, times))[0] for times in (1, 5))
    assert (once.games, once.distinct) == (2, 2)
    assert (often.games, often.distinct, often.wins) == (10, 2, 10)
    assert often.share == once.share
    assert once.elo and often.elo and often.elo.low < 0 < often.elo.value
    assert superiority(repeated(games, 50), 0, 1) < 0.99


def test_many_games_of_which_each_is_played_twice_are_worth_half_as_many() -> None:
    tournament = make_tournament(blocks=50)
    winners = [(0,), (0,), (0,), (1,)] * 25
    once, twice = (standings(tournament, repeated(make_reports(tournament, winners), times))[0] for times in (1, 2))
    assert twice.share.low == pytest.approx(once.share.low, abs=0.01)
    assert once.elo and twice.elo
    assert twice.elo.high - twice.elo.low == pytest.approx(once.elo.high - once.elo.low, rel=0.05)
    more = standings(make_tournament(blocks=100), make_reports(make_tournament(blocks=100), winners * 2))[0]
    assert more.share.low > once.share.low + 0.02


def test_a_game_is_the_same_only_with_the_same_seats_table_opening_moves_and_winner() -> None:
    tournament = make_tournament(blocks=2)
    (first, *_) = make_reports(tournament, [(0,)])
    pairing = first.pairing
    other_seed = replace(first, pairing=replace(pairing, seed=99, block=7), seconds=(9.0, 9.0))
    assert distinct_games([first, other_seed]) == 1
    for different in (
        replace(first, pairing=replace(pairing, seating=(1, 0))),
        replace(first, pairing=replace(pairing, table=1)),
        replace(first, pairing=replace(pairing, opening=Opening(2, "x"))),
        replace(first, record=first.record + "1. place"),
        replace(first, winners=(1,)),
    ):
        assert distinct_games([first, different]) == 2


def test_matchups_that_share_their_seeds_are_not_independent() -> None:
    """Everybody meets everybody with the same seeds, and the first wins all its games of a round or none."""
    tournament = make_tournament(4, blocks=20)
    lucky = [
        replace(report, winners=((0,) if report.pairing.seed % 2 else ()) if 0 in report.pairing.seating else ())
        for report in make_reports(tournament, [()] * tournament.games)
    ]
    alone = [replace(report, pairing=replace(report.pairing, seed=report.pairing.block)) for report in lucky]
    shared_width, alone_width = (
        next(row for row in standings(tournament, reports) if row.name == "bot0") for reports in (lucky, alone)
    )
    assert shared_width.share.low < alone_width.share.low
    assert shared_width.elo and alone_width.elo
    assert shared_width.elo.low < alone_width.elo.low - 10
