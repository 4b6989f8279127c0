"""What the end of a turn is worth: in points, in expected points, as a chance to win."""

from __future__ import annotations

from dataclasses import replace

from tabletop.games.takami.evaluation import NOTHING, ExpectedPoints, TurnResult, WinProbability, points_value
from tabletop.games.takami.heap import STICKS, build_heap
from tests.games.takami.helpers import scripted_match, state_of


def test_points_count_prizes_and_minus_sticks_and_if_asked_returned_ones() -> None:
    state = replace(state_of(scripted_match()), minus=(("R1", "B1", "B2"), ()))
    with_returns, without_returns = points_value(state, True), points_value(state, False)
    assert [with_returns(TurnResult(prize=colour)) for colour in "RBYG"] == [1, 3, 1, 1]
    assert [without_returns(TurnResult(prize=colour)) for colour in "RBYG"] == [0, 1, 1, 1]
    assert with_returns(TurnResult(minus="RB")) == -2


def test_minus_sticks_cost_less_early_than_late() -> None:
    early = state_of(scripted_match())
    late = replace(early, heap=build_heap(STICKS[:7]))
    costs = [WinProbability(state)(NOTHING) - WinProbability(state)(TurnResult(minus="BB")) for state in (early, late)]
    assert 0 < costs[0] < costs[1] / 3


def test_a_second_minus_stick_of_a_colour_may_come_back_with_the_first() -> None:
    """So it costs less than a point early on, and a whole one in the last turn."""
    early = replace(state_of(scripted_match()), minus=(("B1",), ()))
    late = replace(early, heap=build_heap(STICKS[:4]))
    costs = [-ExpectedPoints(state)(TurnResult(minus="B")) for state in (early, late)]
    assert 0 < costs[0] < 0.5 < costs[1] == 1
    assert ExpectedPoints(early)(NOTHING) == 0


def test_after_the_last_turn_the_chance_to_win_is_certain() -> None:
    state = replace(state_of(scripted_match()), heap=build_heap(STICKS[:4]))
    assert WinProbability(state)(NOTHING) == 0.5
    assert WinProbability(state)(TurnResult(prize="Y")) == 1
    assert WinProbability(state)(TurnResult(prize="R")) == 0.5
    assert WinProbability(state)(TurnResult(minus="Y")) == 0
