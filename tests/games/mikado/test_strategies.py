"""Strategies of Scheiben Mikado do what they say."""

from __future__ import annotations

from tabletop.games.mikado.rules import MikadoState
from tests.bots.helpers import chosen_move
from tests.games.mikado.helpers import play, rolled


def test_always_waive_waives_until_it_must_pull() -> None:
    match = rolled()
    for _ in range(4):
        assert chosen_move(match, "always-waive") == "waive"
        play(match, "waive")
    assert chosen_move(match, "always-waive") != "waive"


def test_never_touch_pulls_at_once() -> None:
    assert chosen_move(rolled(), "never-touch").startswith("pull ")


def test_greedy_pulls_the_safest_of_the_most_valuable_discs() -> None:
    match = rolled(3)
    state = match.state
    assert isinstance(state, MikadoState)
    disc = chosen_move(match, "greedy").removeprefix("pull ")
    assert disc.startswith("r")
    reds = [number for number in state.tray if number < 18]
    assert state.believed_risk(int(disc[1:]) - 1) == min(state.believed_risk(number) or 0.0 for number in reds)


def test_greedy_obeys_the_order_of_the_variant() -> None:
    assert chosen_move(rolled(1, 2, "order"), "greedy").startswith("pull y")
