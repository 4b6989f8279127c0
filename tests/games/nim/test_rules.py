"""The rules of Nim, by their numbers."""

from __future__ import annotations

import pytest

from tabletop.errors import IllegalMove, WrongUse
from tabletop.game import NOBODY
from tabletop.match import Match
from tests.games.nim.rules import NimState, Take
from tests.helpers import new_match


def refusal(match: Match, text: str) -> IllegalMove:
    with pytest.raises(IllegalMove) as refused:
        match.play_text(text)
    return refused.value


def test_n1_heaps_grow_by_one_stone_and_the_option_says_how_many_there_are() -> None:
    assert new_match("nim").state == NimState((3, 4, 5), 1)
    assert new_match("nim", options=["heaps=1"]).state.heaps == (3,)
    assert new_match("nim", options=["heaps=8"]).state.heaps == (3, 4, 5, 6, 7, 8, 9, 10)


def test_n1_there_is_no_heap_behind_the_last() -> None:
    error = refusal(new_match("nim"), "take 1 from d")
    assert (error.rule, error.reason, error.about) == ("N1", "the heaps are a, b and c", "d")
    new_match("nim", options=["heaps=4"]).play_text("take 6 from d")


def test_n1_one_heap_and_the_limits_of_the_option() -> None:
    assert refusal(new_match("nim", options=["heaps=1"]), "b1").reason == "the only heap is a"
    for number in (0, 9):
        with pytest.raises(WrongUse, match=f"heaps must be 1, 2, 3, 4, 5, 6, 7 or 8, not '{number}'"):
            new_match("nim", options=[f"heaps={number}"])


def test_n2_a_turn_takes_stones_from_one_heap() -> None:
    match = new_match("nim")
    assert match.play_text("take 2 from b") == Take(1, 2) == match.parse("b2")
    assert match.state == NimState((3, 2, 5), 2)
    match.play_text("c5")
    assert match.state == NimState((3, 2, 0), 1)
    assert [match.game.format_move(move, compact=True) for move in match.state.legal_moves()] == [
        "a1",
        "a2",
        "a3",
        "b1",
        "b2",
    ]


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("take 0 from a", "you must take at least one stone"),
        ("take 4 from a", "heap a has only 3 stones"),
        ("b5", "heap b has only 1 stone"),
        ("c1", "heap c is empty"),
    ],
)
def test_n2_at_least_one_stone_and_no_more_than_there_are(move: str, reason: str) -> None:
    match = new_match("nim")
    for played in ("b3", "c5"):
        match.play_text(played)
    error = refusal(match, move)
    assert (error.rule, error.reason) == ("N2", reason)
    assert match.state == NimState((3, 1, 0), 1), "a refused move changes nothing"


def test_n3_who_takes_the_last_stone_wins() -> None:
    match = new_match("nim", options=["heaps=2"])
    for played in ("a3", "b3"):
        match.play_text(played)
        assert match.result is None
    match.play_text("b1")
    assert match.result is not None
    assert (match.result.winners, match.result.rule) == ((1,), "N3")
    assert match.to_move == NOBODY
    assert list(match.state.legal_moves()) == []
    with pytest.raises(IllegalMove) as refused:
        match.state.check(Take(0, 1))
    assert refused.value.rule == "N3"
