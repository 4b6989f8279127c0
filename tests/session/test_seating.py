"""Who plays, and the series, in a saved game's headers."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.errors import UnreadableFile
from tabletop.game import Result
from tabletop.games import load
from tabletop.options import make_setup
from tabletop.record import Header, Record, format_record, parse_records
from tabletop.seats import HUMAN, Seat
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
def test_a_seating_is_read_back_from_its_headers(
    spec: str,
    seconds: float | None,
    nodes: int | None,
    sandbox: bool,
    games: int,
    played: int,
    points: tuple[int, int],
) -> None:
    seating = Seating((Seat("anna", HUMAN), Seat("bo", spec)), seconds, nodes, sandbox)
    series = Series(games, (played, 0), points, played) if played else Series(games)
    assert read_back(seating.headers(series)) == (seating, series)


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [
        ("Seats", "human", "1 seat, but 2 players"),
        ("Seats", "human 'hard", "quotation"),
        ("Seats", "human =", "write a seat as"),
        ("Think", "soon", "thinking time"),
        ("Nodes", "many", "1 whole number"),
        ("Games", "1", "2 whole numbers"),
        ("Wins", "1 2 3", "2 whole numbers"),
    ],
)
def test_broken_headers_are_refused(key: str, value: str, message: str) -> None:
    with pytest.raises(UnreadableFile, match=message):
        parse_seating(Record((Header("Game", "zickzack"), Header(key, value)), ()), SETUP)


def test_without_headers_people_play() -> None:
    seating, series = parse_seating(Record((Header("Game", "zickzack"),), ()), SETUP)
    assert all(seat.is_human for seat in seating.seats) and series == Series()


def test_a_series_counts_wins_and_points() -> None:
    series = Series(2).after(2, Result((1,), "-", "x"), (30, 22)).after(2, Result((), "-", "x"), None)
    assert series == Series(2, (1, 0), (30, 22), 2) and not series.goes_on
    assert series.lines(("anna", "bo")) == [
        "After 2 of 2 games, games won: anna 1, bo 0.",
        "Points in all games: anna 30, bo 22.",
    ]
    assert replace(series, played=3).lines(("anna", "bo"))[0].startswith("After 3 games,")
