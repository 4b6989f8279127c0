"""Bots of Fem: wins are taken, avoidable losses avoided."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice

import pytest

from tabletop.bots.bot import DECIDED
from tabletop.bots.limit import Limit
from tabletop.bots.specs import make_controller
from tabletop.games import load
from tabletop.games.fem.bots import FemTree
from tabletop.games.fem.rules import Config
from tabletop.games.fem.search import (
    full_state,
    search_position,
    winning_turn,
)
from tests.bots.helpers import observation_of
from tests.games.fem.helpers import CONFIGS, built_up_states
from tests.games.towers.helpers import state_at
from tests.helpers import new_match, play_randomly

GAME = load("fem")


@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
def test_a_loop_is_closed(level: str) -> None:
    controller = make_controller(GAME, level)
    state = state_at("fem", "x5/x5/x,1,x3/2,1,1,x2/x,2,2,x2 - 1")
    info = controller.bot.think(observation_of(state), controller.limit(nodes=50))
    assert GAME.format_move(info.move) == "place on c3 bridge b2-b3, b2-c2, b3-c3, c2-c3"
    assert info.explanation == "closes a loop and wins"
    assert info.value is not None and info.value > DECIDED


@pytest.mark.parametrize("level", ["medium", "hard"])
def test_a_loop_is_stopped(level: str) -> None:
    controller = make_controller(GAME, level)
    state = state_at("fem", "x5/x5/x,1,x3/2,1,1,x2/x,2,x3 - 2")
    info = controller.bot.think(observation_of(state), controller.limit(nodes=50))
    assert not winning_turn(search_position(state.apply(info.move)), 1, Config())
    assert info.explanation == "stops the loop that a tower on c3 would close"


@pytest.mark.parametrize(
    "config", [pytest.param(CONFIGS[0], id="plain"), pytest.param(CONFIGS[1], id="options", marks=pytest.mark.slow)]
)
def test_hard_never_misses_a_win_nor_allows_an_avoidable_loss(config: Config) -> None:
    """Held to the rules themselves: every legal turn is tried before a loss is called unavoidable."""
    hard = make_controller(GAME, "hard")
    wins = threats = lost = 0
    for state in built_up_states(config, 120 if config == CONFIGS[0] else 20)[::3]:
        player, position = state.player, search_position(state)
        can_win = winning_turn(position, player, config) is not None
        threats += winning_turn(position, 3 - player, config) is not None
        after = state.apply(hard.bot.think(observation_of(state), hard.limit(nodes=12)).move)
        if can_win:
            wins += 1
            assert after.winner == player
        elif winning_turn(search_position(after), 3 - player, config):
            lost += 1
            for move in islice(state.legal_moves(), 4000):
                other = search_position(state.apply(move))
                assert winning_turn(other, 3 - player, config), GAME.format_move(move)
    assert wins and threats > lost


def test_hard_wins_by_overbuilding_as_second_player() -> None:
    """As second player it overbuilds the first tower, and every one that follows."""
    hard, easy = make_controller(GAME, "hard"), make_controller(GAME, "easy")
    match = new_match("fem")
    while not match.result and len(match.plies) < 40:
        controller = hard if match.to_move == 2 else easy
        match.play(controller.bot.think(observation_of(match.state, len(match.plies)), Limit(30)).move)
    assert match.result and match.result.winners == (2,)


def test_hard_does_not_return_to_earlier_positions() -> None:
    state = state_at("fem", "x5/x5/x,1,x3/2,1,x3/x,2,x3 - 1")
    tree = FemTree(observation_of(state))
    first = tree.moves(tree.root)[0]
    again = FemTree(replace(observation_of(state), states=[full_state(first.position, Config()), state]))
    assert first.position not in [candidate.position for candidate in again.moves(again.root)]


def test_any_legal_moves_can_be_evaluated() -> None:
    hard = make_controller(GAME, "hard")
    for state in list(play_randomly(new_match("fem"), 4, 20))[::5]:
        moves = list(islice(state.legal_moves(), 0, 200, 40))
        evaluated = hard.bot.evaluate(observation_of(state), Limit(100), moves)  # type: ignore[attr-defined]
        assert {move for move, _ in evaluated} == set(moves)
