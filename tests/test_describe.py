"""How a game stands or ended, in one sentence."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tabletop.describe import describe_winners, result_line
from tabletop.game import Result
from tabletop.games import load
from tabletop.match import Match
from tabletop.options import make_setup


class Ended:
    """A state that has ended with these points."""

    to_move = 0

    def __init__(self, result: Result, scores: tuple[int, ...] | None) -> None:
        self._result, self._scores = result, scores

    def result(self) -> Result:
        return self._result

    def scores(self) -> tuple[int, ...] | None:
        return self._scores


def ended(result: Result, scores: tuple[int, ...] | None) -> Match:
    """A match of as many players as there are scores, or of two."""
    names = ("ann", "bob", "cid")[: len(scores or (0, 0))]
    match = Match(load("zickzack"), make_setup(load("zickzack")))
    match.setup = replace(match.setup, players=len(names), names=names)
    match.states = [Ended(result, scores)]  # type: ignore[list-item]
    return match


@pytest.mark.parametrize(
    ("result", "scores", "line"),
    [
        (Result((2,), "Z6", ""), (22, 30), "bob wins 30:22 (rule Z6)."),
        (Result((), "Z6", ""), (26, 26), "Draw: both have 26 points (rule Z6)."),
        (Result((), "Z6", ""), (1, 1), "Draw: both have 1 point (rule Z6)."),
        (Result((1,), "T17", "the box is empty"), (9, -1), "ann wins 9 to -1: the box is empty (rule T17)."),
        (Result((1, 2), "T17", "the box is empty"), (16, 16), "Draw at 16:16: the box is empty (rule T17)."),
        (Result((3,), "K12", "no stick is left"), (0, -2, 1), "cid wins with 1 point: no stick is left (rule K12)."),
        (Result((1, 3), "K12", ""), (4, 1, 4), "ann and cid share the win with 4 points (rule K12)."),
        (Result((1, 2, 3), "K12", ""), (0, 0, 0), "ann, bob and cid share the win with 0 points (rule K12)."),
        (Result((1,), "X1", "the king is caught"), (3, 5), "ann wins: the king is caught (rule X1)."),
        (Result((1,), "F6", "a loop is closed"), None, "ann wins: a loop is closed (rule F6)."),
        (Result((), "F8", "the position is back"), None, "Draw: the position is back (rule F8)."),
        (Result((), "-", "stopped after 9 moves"), (3, 5), "Draw: stopped after 9 moves."),
        (Result((), "M11", "the slider is home"), (7,), "ann loses: the slider is home (rule M11)."),
    ],
)
def test_the_winner_comes_first_with_the_points_that_decided(
    result: Result, scores: tuple[int, ...] | None, line: str
) -> None:
    assert result_line(ended(result, scores)) == line


def test_without_the_reason_it_is_short_enough_for_a_toolbar() -> None:
    match = ended(Result((1, 2), "T17", "the box is empty"), (16, 16))
    assert match.result and describe_winners(match, match.result, ("x", "y")) == "Draw at 16:16"


def test_who_resigns_or_fails_has_lost() -> None:
    match = Match(load("taktori"), make_setup(load("taktori"), players=3))
    _, blue, green = match.setup.names
    match.resign(1)
    assert result_line(match) == f"{blue} and {green} win by resignation."
    match = Match(load("zickzack"), make_setup(load("zickzack"), names=["ann", "bob"]))
    match.resign(1)
    assert result_line(match) == "bob wins by resignation."
    match.forfeit(1, "ann's bot failed: out of memory")
    assert result_line(match) == "bob wins: ann's bot failed: out of memory."


def test_while_the_game_goes_on_it_says_who_is_to_move() -> None:
    assert result_line(Match(load("zickzack"), make_setup(load("zickzack"), names=["ann", "bob"]))) == "ann to move."
    mikado = Match(load("mikado"), make_setup(load("mikado"), model="referee"))
    mikado.play_text("pull r7")
    assert result_line(mikado) == "Waiting for the outcome."
