"""Who sits where."""

from __future__ import annotations

import pytest

from tabletop.bots.limit import parse_seconds
from tabletop.errors import WrongUse
from tabletop.games import load
from tabletop.seats import fill_seats, parse_seat, split_seat


@pytest.mark.parametrize(
    ("word", "name", "spec"),
    [
        ("human", "", "human"),
        ("Mensch", "", "human"),
        ("anna=human", "anna", "human"),
        ("hard", "", "hard"),
        ("bo=hard", "bo", "hard"),
        ("mcts:iterations=2000", "", "mcts:iterations=2000"),
        ("bo=mcts:iterations=2000,c=1.4", "bo", "mcts:iterations=2000,c=1.4"),
        ("engine:./mybot", "", "engine:./mybot"),
        ("x=engine:./my=bot", "x", "engine:./my=bot"),
    ],
)
def test_seats_are_read(word: str, name: str, spec: str) -> None:
    assert parse_seat(word) == (name, spec)


@pytest.mark.parametrize(
    ("word", "name", "spec"),
    [
        ("hard", "", "hard"),
        ("Mensch", "", "Mensch"),
        ("bo=hard", "bo", "hard"),
        ("bo=", "bo", ""),
        ("=hard", "", "hard"),
        ("mcts:c=1.4", "", "mcts:c=1.4"),
        ("bo=mcts:c=1.4", "bo", "mcts:c=1.4"),
        ("engine:./a#b", "", "engine:./a#b"),
    ],
)
def test_a_seat_is_split_at_its_first_equals_sign_unless_a_colon_stands_before_it(
    word: str, name: str, spec: str
) -> None:
    assert split_seat(word) == (name, spec)


@pytest.mark.parametrize("word", ["", "=", "anna=", "engine:./a#b", "engine:./a\nb"])
def test_seats_that_cannot_be_kept_are_refused(word: str) -> None:
    with pytest.raises(WrongUse):
        parse_seat(word)


def seats(game: str, *words: str, **given: object) -> list[tuple[str, bool]]:
    return [(seat.name, seat.is_human) for seat in fill_seats(load(game), words, **given)]  # type: ignore[arg-type]


def test_missing_seats_are_filled() -> None:
    assert seats("zickzack") == [("green", True), ("blue", False)]
    assert seats("zickzack", "random") == [("green", False), ("blue", True)]
    assert seats("zickzack", "human", "human") == [("green", True), ("blue", True)]
    assert seats("zickzack", name="anna") == [("anna", True), ("blue", False)]
    assert seats("mikado", "human") == [("A", True)]
    assert seats("mikado", players=3) == [("A", True), ("B", False), ("C", False)]


def test_a_name_that_is_another_s_colour_is_no_trouble() -> None:
    assert seats("zickzack", "blue=human", "random") == [("blue", True), ("blue-2", False)]


def test_the_ordinary_level_is_asked_for_by_name() -> None:
    assert fill_seats(load("zickzack"), level="random")[1].spec == "random"


def test_too_many_seats_are_refused() -> None:
    with pytest.raises(WrongUse, match="3 seats"):
        fill_seats(load("zickzack"), ["human"] * 3)
    with pytest.raises(WrongUse, match="2 players, but there are 3 seats"):
        fill_seats(load("mikado"), ["human"] * 3, players=2)


@pytest.mark.parametrize(("text", "seconds"), [("2s", 2.0), ("500ms", 0.5), ("1m", 60.0), ("0.5", 0.5), ("3 s", 3.0)])
def test_times_are_read(text: str, seconds: float) -> None:
    assert parse_seconds(text) == seconds


@pytest.mark.parametrize("text", ["", "0", "-1s", "2h", "1e9", "61m", "s"])
def test_odd_times_are_refused(text: str) -> None:
    with pytest.raises(WrongUse, match="written 2s"):
        parse_seconds(text)
