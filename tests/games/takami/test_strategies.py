"""Strategies of Takami do what they say."""

from __future__ import annotations

from tests.bots.helpers import chosen_move
from tests.games.takami.helpers import RAISED, scripted_match


def test_never_prize_ends_the_turn_after_the_raise() -> None:
    assert chosen_move(scripted_match(RAISED), "never-prize") == "done"


def test_always_prize_takes_one_however_risky() -> None:
    match = scripted_match(RAISED, skills=("1=0",), model="slippery")
    assert chosen_move(match, "always-prize").startswith("prize ")


def test_always_taboo_takes_the_taboo_stick_and_otherwise_plays_on() -> None:
    assert chosen_move(scripted_match(f"{RAISED}; done"), "always-taboo") == "taboo"
    match = scripted_match()
    assert chosen_move(match, "always-taboo") == chosen_move(match, "medium")


def test_raises_are_those_of_medium() -> None:
    match = scripted_match()
    assert chosen_move(match, "never-prize") == chosen_move(match, "always-prize") == chosen_move(match, "medium")
