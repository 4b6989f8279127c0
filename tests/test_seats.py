"""Seats: names, specs, and who plays where nobody is named."""

from __future__ import annotations

import pytest

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


def seats(game: str, *words: str, **options: object) -> list[tuple[str, bool]]:
    return [(seat.name, seat.is_human) for seat in fill_seats(load(game), words, **options)]  # type: ignore[arg-type]


def test_missing_seats_are_filled() -> None:
    assert seats("zickzack") == [("green", True), ("blue", False)]
    assert seats("zickzack", "random") == [("green", False), ("blue", True)]
    assert seats("zickzack", "human", "human") == [("green", True), ("blue", True)]
    assert seats("zickzack", name="anna") == [("anna", True), ("blue", False)]
    assert seats("mikado", "human") == [("A", True)]
    assert seats("mikado", players=3) == [("A", True), ("B", False), ("C", False)]


def test_a_seat_whose_colour_is_another_s_name_gets_a_number() -> None:
    assert seats("zickzack", "blue=human", "random") == [("blue", True), ("blue-2", False)]


def test_the_ordinary_level_is_asked_for_by_name() -> None:
    assert fill_seats(load("zickzack"), level="random")[1].spec == "random"


def test_too_many_seats_are_refused() -> None:
    with pytest.raises(WrongUse, match="3 seats"):
        fill_seats(load("zickzack"), ["human"] * 3)
    with pytest.raises(WrongUse, match="there are 3 seats, but only 2 players"):
        fill_seats(load("mikado"), ["human"] * 3, players=2)
