"""Tables and series in headers, search in threads, results counted."""

from __future__ import annotations

import time
from dataclasses import replace
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.bots.bot import SearchInfo
from tabletop.bots.random import RandomBot
from tabletop.bots.specs import Controller
from tabletop.cli.stats import tally_results
from tabletop.errors import UnreadableFile
from tabletop.game import Result
from tabletop.games import load
from tabletop.options import make_setup
from tabletop.record import Header, Record, format_record, parse_records
from tabletop.seats import HUMAN, Seat
from tabletop.session.background import BackgroundSearch
from tabletop.session.seating import Seating, Series, parse_seating

SETUP = make_setup(load("zickzack"), names=["anna", "bo"])


def read_back(headers: tuple[Header, ...]) -> tuple[Seating, Series]:
    text = format_record([Header("Game", "zickzack"), Header("Players", "anna bo"), *headers], [])
    return parse_seating(next(parse_records(text)), SETUP)


@given(
    spec=st.sampled_from([HUMAN, "hard", "mcts:iterations=20,c=1.4", "engine:./my bot --x='a b'"]),
    seconds=st.sampled_from([None, 0.5, 2.0, 60.0]),
    nodes=st.one_of(st.none(), st.integers(1, 10**9)),
    sandbox=st.booleans(),
    games=st.integers(1, 99),
    played=st.integers(0, 99),
    points=st.tuples(st.integers(-50, 500), st.integers(-50, 500)),
)
def test_a_table_is_read_back_from_its_headers(
    spec: str,
    seconds: float | None,
    nodes: int | None,
    sandbox: bool,
    games: int,
    played: int,
    points: tuple[int, int],
) -> None:
    table = Seating((Seat("anna", HUMAN), Seat("bo", spec)), seconds, nodes, sandbox)
    series = Series(games, (played, 0), points, played) if played else Series(games)
    assert read_back(table.headers(series)) == (table, series)


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [
        ("Seats", "human", "1 seats, but 2 players"),
        ("Seats", "human 'hard", "quotation"),
        ("Seats", "human =", "a seat is written"),
        ("Think", "soon", "time to think"),
        ("Nodes", "many", "whole numbers"),
        ("Games", "1", "2 whole numbers"),
        ("Wins", "1 2 3", "2 whole numbers"),
    ],
)
def test_a_broken_table_is_refused(key: str, value: str, message: str) -> None:
    with pytest.raises(UnreadableFile, match=message):
        parse_seating(Record((Header("Game", "zickzack"), Header(key, value)), ()), SETUP)


def test_a_file_of_strangers_seats_people() -> None:
    table, series = parse_seating(Record((Header("Game", "zickzack"),), ()), SETUP)
    assert all(seat.is_human for seat in table.seats) and series == Series()


def test_a_series_counts_wins_and_points() -> None:
    series = Series(2).after(2, Result((1,), "-", "x"), (30, 22)).after(2, Result((), "-", "x"), None)
    assert series == Series(2, (1, 0), (30, 22), 2) and not series.goes_on
    assert series.lines(("anna", "bo")) == [
        "After 2 of 2 games: games won: anna 1, bo 0.",
        "Points of all games: anna 30, bo 22.",
    ]
    assert replace(series, played=3).lines(("anna", "bo"))[0].startswith("After 3 games:")


def test_thinking_is_stopped_and_watched() -> None:
    def think(search: BackgroundSearch) -> SearchInfo:
        limit = search.watch(Controller("x", RandomBot(), seconds=60.0)).limit()
        assert limit.seconds == 60.0
        limit.report(SearchInfo("so far"))
        while limit.spend(64):
            time.sleep(0.001)
        return SearchInfo("at last")

    search = BackgroundSearch(think).start()
    assert not search.wait(0.05) and not search.is_done
    assert search.best == SearchInfo("so far") and search.result is None
    search.stop()
    assert search.wait(5) and search.result == SearchInfo("at last")


def test_a_bot_at_work_knows_how_long(monkeypatch: pytest.MonkeyPatch) -> None:
    times = iter((100.0, 107.5))
    monkeypatch.setattr("tabletop.session.background.time", SimpleNamespace(monotonic=lambda: next(times)))
    assert BackgroundSearch(lambda _: SearchInfo("x")).elapsed() == 7.5


def test_what_begins_after_the_stop_is_stopped_too() -> None:
    search = BackgroundSearch(lambda _: SearchInfo("x"))
    search.stop()
    limit = search.watch(Controller("x", RandomBot())).limit(nodes=10**9)
    assert not limit.spend(64)


def test_a_failure_is_kept_for_the_players() -> None:
    search = BackgroundSearch(lambda _: 1 / 0).start()  # type: ignore[arg-type, return-value]
    assert search.wait(5) and isinstance(search.error, ZeroDivisionError) and search.result is None


def result(seats: list[str], winners: list[int], scores: list[int], **more: object) -> dict[str, object]:
    names = [f"p{number}" for number in range(1, len(seats) + 1)]
    base = {"game": "mikado", "names": names, "seats": seats, "winners": winners, "scores": scores, "sandbox": False}
    return {**base, **more}


def test_results_are_counted_against_each_level() -> None:
    rows = tally_results(
        [
            result(["human", "hard"], [1], [5, 3]),
            result(["hard", "human"], [1], [5, 3]),
            result(["human", "hard"], [1, 2], [4, 4]),
            result(["human", "hard"], [], [0, 0]),
            result(["human", "hard", "easy"], [1, 2], [4, 4, 1]),
            result(["human", "human"], [1], [9, 1]),
            result(["human"], [1], []),
            result(["human"], [], []),
            result(["human", "hard"], [1], [5, 3], sandbox=True),
            result(["human", "hard"], [1], [5, 3], game="fem"),
            {"game": "mikado"},
            {"game": "mikado", "sandbox": False, "names": 1, "seats": 2, "winners": 3, "scores": 4},
        ],
        "mikado",
    )
    assert [(row.against, row.games, row.won, row.drawn, row.lost) for row in rows] == [
        ("easy", 1, 1, 0, 0),
        ("hard", 5, 2, 2, 1),
        ("alone", 2, 1, 0, 1),
    ]
    hard = rows[1]
    assert (hard.points, hard.their_points) == (5 + 3 + 4 + 0 + 4, 3 + 5 + 4 + 0 + 4)


def test_one_person_s_results_include_those_against_people() -> None:
    rows = tally_results([result(["human", "human"], [2], [1, 9])], name="P2")
    assert [(row.against, row.won) for row in rows] == [("human", 1)]
