"""Fem's threats: what stops them, and wins that nothing stops."""

from __future__ import annotations

from random import Random

import pytest

from tabletop.bots.limit import Limit
from tabletop.games.fem.rules import Config
from tabletop.games.fem.search import search_position
from tabletop.games.fem.threats import Threats
from tabletop.games.towers.geometry import field_numbers
from tests.games.fem.helpers import built_up_states, configs
from tests.games.towers.helpers import state_at

NOCOVER = Config(nocover=True)


def test_a_tower_that_threatens_two_loops_wins() -> None:
    """Red has b3, c3 and d3; a tower on c2 or c4 threatens the squares on both sides of it."""
    state = state_at("fem", "x5/x5/x,1,1,1,x/x5/2,x2,2,2 - 1", options="nocover")
    win = Threats(NOCOVER).forced_win(search_position(state), 1, Limit(), thorough=True)
    assert win and win.turn.target in (11, 13)
    assert Threats(NOCOVER).forced_win(search_position(state), 0, Limit()) is None, "nothing wins at once"


def test_an_answer_that_closes_a_loop_itself_refutes_a_threat() -> None:
    """Blue, to move after any threat of red's, closes a square of its own."""
    state = state_at("fem", "x5/x5/x,1,1,1,x/x2,2,2,x/x2,2,x,2 - 1", options="nocover")
    assert Threats(NOCOVER).forced_win(search_position(state), 3, Limit(), thorough=True) is None


@pytest.mark.slow
@configs
def test_a_thorough_forced_win_wins_against_every_turn(config: Config) -> None:
    """After it, whatever the opponent does, the player still has a loop to close or a shorter forced win."""
    rng = Random(5)
    found = 0
    for state in built_up_states(config, 12, 16):
        threats = Threats(config)
        position = search_position(state)
        if state.winner or threats.winning_turn(position, state.player):
            continue
        if not (win := threats.forced_win(position, 2, Limit(), thorough=True)):
            continue
        found += 1
        after = state.apply(win.turn)
        turns = list(after.legal_moves())
        for turn in turns if len(turns) < 60 else [turns[int(rng.random() * len(turns))] for _ in range(60)]:
            answer = after.apply(turn)
            assert answer.winner != after.player
            assert threats.forced_win(search_position(answer), 1, Limit()), (state, win.turn, turn)
        if found == 4:
            return
    assert found > 0 or not config.nocover


def test_the_search_ends_with_its_time() -> None:
    state = state_at("fem", "x5/x5/x,1,1,1,x/x5/2,x2,2,2 - 1", options="nocover")
    limit = Limit()
    limit.stop()
    assert Threats(NOCOVER).forced_win(search_position(state), 1, limit) is None


def test_a_threat_by_two_towers_on_one_field_is_seen() -> None:
    """With `nocover` nobody can build on the first of them, so the second closes the loop."""
    state = state_at("fem", "x4,11/x3,11,11/x5/2,x4/2,x3,2 1:d4-e4@2;1:e4-e5@2 1", options="nocover")
    win = Threats(NOCOVER).forced_win(search_position(state), 1, Limit(), thorough=True)
    assert win is not None and win.turn.target == field_numbers(5)["d5"]
