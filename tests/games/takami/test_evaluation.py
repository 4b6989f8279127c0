"""What the end of a turn is worth: in points, in expected points, as a chance to win."""

from __future__ import annotations

from dataclasses import replace

from tabletop.games.takami.evaluation import (
    NOTHING,
    ExpectedPoints,
    TurnResult,
    WinProbability,
    prize_points,
    turn_points,
)
from tabletop.games.takami.heap import STICKS, build_heap
from tabletop.games.takami.model import Hand
from tests.games.takami.helpers import scripted_match, state_of


def test_a_novice_counts_prizes_alone_and_easy_minus_sticks_too() -> None:
    state = replace(state_of(scripted_match()), minus=(("R1", "B1", "B2"), ()))
    for points, cost in ((prize_points(state), 0), (turn_points(state), -2)):
        assert [points(TurnResult(prize=colour)) for colour in "RBYG"] == [0, 1, 1, 1]
        assert points(TurnResult(minus="RB")) == cost
        assert points(NOTHING) == 0


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


def test_the_heap_that_is_left_counts_only_between_two_players() -> None:
    for players, counts in ((2, True), (3, False)):
        state = replace(state_of(scripted_match(players=players)), heap=build_heap(STICKS[9:29]))
        value_of = WinProbability(state)
        assert (value_of.at_end(NOTHING, state) != value_of(NOTHING)) is counts


def test_a_lead_is_worth_less_with_rounds_to_come() -> None:
    chances = []
    for rounds in (1, 2):
        state = state_of(scripted_match(options=[f"rounds={rounds}"]))
        chances.append(WinProbability(replace(state, prizes=(("Y1", "Y2", "Y3"), ())))(NOTHING))
    assert 0.5 < chances[1] < chances[0]


def test_the_next_players_hand_decides_what_the_heap_risks() -> None:
    state = replace(state_of(scripted_match()), heap=build_heap(STICKS[9:29]))
    steady, shaky = (Hand(skill, state.config.model) for skill in (1.0, 0.0))
    chances = []
    for hands in ((steady, shaky), (shaky, steady)):
        changed = replace(state, config=replace(state.config, hands=hands))
        chances.append(WinProbability(changed).at_end(NOTHING, changed))
    assert chances[0] > chances[1]
