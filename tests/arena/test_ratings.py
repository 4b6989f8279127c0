"""Schedules and numbers: seat orders, Elo, error bars, the sequential test."""

from __future__ import annotations

import math
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

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
from tabletop.arena.report import csv_report, json_report, text_report
from tabletop.arena.runner import counted_reports
from tabletop.arena.tournament import Participant, Sprt, Table, Tournament, blocks_for, matchups, pairings, parse_sprt
from tabletop.errors import WrongUse
from tabletop.style import PLAIN


def tournament(participants: int = 2, players: int = 2, blocks: int = 3, **more: object) -> Tournament:
    names = tuple(Participant(f"bot{number}", "random") for number in range(participants))
    return Tournament("zickzack", names, blocks, players, **more)  # type: ignore[arg-type]


def results(made: Tournament, winners: list[tuple[int, ...]]) -> list[GameReport]:
    return [
        GameReport(pairing, who, None, "", 10, (0.0,) * made.players, "")
        for pairing, who in zip(pairings(made), winners, strict=False)
    ]


def test_every_seat_order_meets_the_same_seeds() -> None:
    made = tournament(3, 2, 2, tables=(Table(), Table(("board=comb",))))
    games = list(pairings(made))
    assert len(games) == 2 * 2 * 3 * 2
    assert len({pairing.key for pairing in games}) == len(games)
    for block in {pairing.block for pairing in games}:
        mine = [pairing for pairing in games if pairing.block == block]
        assert len({pairing.seed for pairing in mine}) == 1
        assert [pairing.seating for pairing in mine] == [mine[0].seating, mine[0].seating[::-1]]
    seeds = {who: {f.seed for f in games if set(f.seating) == set(who)} for who in matchups(made)}
    assert len({frozenset(values) for values in seeds.values()}) == 1


def test_who_meets_whom() -> None:
    assert matchups(tournament(3)) == [(0, 1), (0, 2), (1, 2)]
    assert matchups(tournament(3, gauntlet=True)) == [(0, 1), (0, 2)]
    assert matchups(tournament(4, 4)) == [(0, 1, 2, 3)]
    turned = [pairing.seating for pairing in pairings(tournament(3, 3, 1))]
    assert turned == [(0, 1, 2), (1, 2, 0), (2, 0, 1)]
    assert blocks_for(101, 2) == 51


def test_share_expected_of_a_difference() -> None:
    assert expected_share(0) == 0.5
    assert expected_share(190.85) == pytest.approx(0.75, abs=1e-5)
    assert expected_share(-400) == pytest.approx(1 / 11)


def of_blocks(*shares: float) -> list[tuple[int, float]]:
    """Two games of each block, with the same share of the win."""
    return [(block, share) for block, share in enumerate(shares) for _ in range(2)]


def test_error_bars_shrink_with_blocks_and_hold_the_truth() -> None:
    wide, narrow = (share_estimate(of_blocks(*[0.0, 0.5, 1.0, 0.5] * n), 0.5) for n in (2, 50))
    assert wide.low < narrow.low < 0.5 < narrow.high < wide.high
    assert narrow.high - narrow.value == pytest.approx(1.96 * math.sqrt(0.125 / 200), rel=0.02)


def test_a_share_is_the_plain_one_and_its_interval_is_honest_for_few_games() -> None:
    both = share_estimate(of_blocks(1.0), 0.5)
    assert both.value == both.high == 1.0
    assert both.low == pytest.approx(2 / (2 + 1.96**2), abs=1e-3), "Wilson's for 2 of 2"
    assert share_estimate(of_blocks(*[1.0] * 20), 0.5).low == pytest.approx(40 / (40 + 1.96**2), abs=1e-3)
    assert share_estimate(of_blocks(*[0.5] * 20), 0.5).high > 0.6, "blocks that end alike are not certain"
    correlated = share_estimate(of_blocks(0.0, 1.0, 1.0, 1.0), 0.5)
    assert correlated.low < share_estimate([(at, share) for at, share in enumerate([0.0, 1, 1, 1] * 2)], 0.5).low
    assert share_estimate([], 0.25).low == 0.0


def test_means_have_bars_however_few_and_alike_the_blocks_are() -> None:
    assert student(2) == pytest.approx(4.30, rel=0.05)
    assert student(10) == pytest.approx(2.228, rel=0.001)
    alike = mean_estimate(of_blocks(7.0))
    assert alike.value == 7.0 and alike.high - alike.value > 1
    many = mean_estimate(of_blocks(*[2.0, 4.0] * 100))
    assert many.high - many.value == pytest.approx(1.97 * math.sqrt(1 / 200), rel=0.01)


def test_elo_of_one_who_always_wins_is_not_certain() -> None:
    made = tournament(blocks=20)
    best, worst = standings(made, results(made, [(0,)] * 40))
    assert best.elo and worst.elo
    assert best.elo.value == pytest.approx(-worst.elo.value)
    share_at_least = expected_share(best.elo.low - worst.elo.high)
    assert 0.75 < share_at_least < best.share.low


def test_elo_bars_of_independent_games_are_those_of_their_share() -> None:
    made = tournament(blocks=200)
    winners = [(0,)] * 300 + [(1,)] * 100
    Random(1).shuffle(winners)
    first, second = standings(made, results(made, winners))
    assert first.elo and second.elo
    assert expected_share(first.elo.value - second.elo.value) == pytest.approx(0.75, abs=0.001)
    assert expected_share(first.elo.low - second.elo.high) == pytest.approx(first.share.low, abs=0.01)
    alike = tournament(3, blocks=1)
    (unmet,) = [row for row in standings(alike, results(alike, [(0,), (0,)])) if row.name == "bot2"]
    assert unmet.games == 0 and unmet.elo and unmet.elo.high > 500


def test_a_clear_winner() -> None:
    made = tournament(blocks=30)
    rows = standings(made, results(made, [(0,)] * 60))
    assert [row.name for row in rows] == ["bot0", "bot1"]
    assert rows[0].wins == 60 and rows[1].losses == 60
    assert rows[0].elo and rows[0].elo.value > 300
    assert superiority(results(made, [(0,)] * 60), 0, 1) > 0.999
    assert superiority(results(made, [(0,)] * 60), 1, 0) < 0.001


def test_three_entrants_are_rated_by_what_they_did_to_each_other() -> None:
    made = tournament(3, blocks=40)
    games = [
        GameReport(f, (min(f.seating),) if f.block % 4 else (max(f.seating),), None, "", 1, (0.0, 0.0), "")
        for f in pairings(made)
    ]
    elos = {row.name: row.elo.value for row in standings(made, games) if row.elo}
    assert elos["bot0"] > elos["bot1"] > elos["bot2"]
    assert math.fsum(elos.values()) == pytest.approx(0, abs=1e-6)


def test_ranks_go_by_winners_then_points() -> None:
    (pairing,) = [next(pairings(tournament(4, 4)))]
    result = GameReport(pairing, (1,), (5, 9, 5, 2), "", 1, (0.0,) * 4, "")
    assert ranks(result) == {1: 1, 0: 2.5, 2: 2.5, 3: 4}
    assert ranks(GameReport(pairing, (), None, "", 1, (0.0,) * 4, "")) == {0: 2.5, 1: 2.5, 2: 2.5, 3: 2.5}


@given(st.integers(2, 4), st.data())
def test_never_nan_or_infinite(players: int, data: st.DataObject) -> None:
    made = tournament(players, players, blocks=3, sprt=Sprt(0, 20) if players == 2 else None)
    winners = st.lists(st.integers(0, players - 1), max_size=players, unique=True).map(tuple)
    games = results(made, data.draw(st.lists(winners, min_size=0, max_size=3 * players)))
    counted = counted_reports(made, {result.pairing.key: result for result in games})
    text = text_report(made, counted, PLAIN) + repr(json_report(made, counted)) + csv_report(made, counted)
    assert "nan" not in text and "inf" not in text.replace("info", "")


def test_the_sequential_test_decides_either_way_and_stops_counting() -> None:
    made = tournament(blocks=500, sprt=Sprt(0, 50))
    good = results(made, [(0,), (0,), (0,), (1,)] * 250)
    counted = counted_reports(made, {result.pairing.key: result for result in good})
    assert sprt_status(made, counted).decision == "elo1"
    assert len(counted) < 200
    even = results(made, [(0,), (1,), (1,), (0,)] * 250)
    drawn = counted_reports(made, {result.pairing.key: result for result in even})
    assert sprt_status(made, drawn).decision == "elo0"
    assert sprt_status(made, []).decision == ""


def test_only_whole_blocks_before_the_first_gap_count() -> None:
    made = tournament(blocks=4)
    games = results(made, [(0,)] * 8)
    del games[3]
    counted = counted_reports(made, {result.pairing.key: result for result in games})
    assert [result.pairing.block for result in counted] == [0, 0]


def test_words_of_a_plan() -> None:
    assert parse_sprt("elo0=0,elo1=20") == Sprt(0, 20)
    for text in ("elo0=0", "elo0=x,elo1=2", "elo0=0,elo1=5,alpha=0.9", "elo2=3,elo0=0,elo1=1"):
        with pytest.raises(WrongUse):
            parse_sprt(text)
