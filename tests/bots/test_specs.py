"""Specs: a game with bots has every level, explicit searches play, and mistakes in a spec are refused."""

from __future__ import annotations

import pytest

from tabletop.bots.bot import observe
from tabletop.bots.specs import LEVELS, Parameters, bot_makers, make_controller
from tabletop.errors import WrongUse
from tabletop.games import load
from tests.bots.helpers import GAMES_AND_LEVELS
from tests.helpers import GAMES, match_under_way

every_game = pytest.mark.parametrize("name", GAMES)


@every_game
def test_every_game_has_all_levels_or_the_bot_random_alone(name: str) -> None:
    game = load(name)
    levels = list(LEVELS) if game.bots else ["random"]
    assert list(bot_makers(game))[: len(LEVELS)] == levels


@pytest.mark.parametrize(("name", "level"), GAMES_AND_LEVELS)
def test_levels_are_limited_by_nodes_or_not_at_all(name: str, level: str) -> None:
    controller = make_controller(load(name), level)
    assert controller.seconds is None
    assert controller.spec == level


def test_a_level_may_take_more_nodes_to_judge_moves_than_to_play() -> None:
    hard = make_controller(load("zickzack"), "hard")
    nodes, judging_nodes = hard.limit().nodes, hard.judging_limit().nodes
    assert nodes and judging_nodes and nodes < judging_nodes
    assert hard.judging_limit(70).nodes == 70
    assert hard.judging_limit(seconds=0.5).nodes is None
    hard = make_controller(load("fem"), "hard")
    assert hard.judging_limit().nodes == hard.nodes


@every_game
def test_every_bot_of_a_game_plays_a_legal_move(name: str) -> None:
    match = match_under_way(name, 2, 9)
    for spec in bot_makers(match.game):
        controller = make_controller(match.game, spec)
        match.check(controller.bot.think(observe(match, 5), controller.limit(nodes=20)).move)


@every_game
def test_unknown_bots_and_parameters_are_refused(name: str) -> None:
    game = load(name)
    with pytest.raises(WrongUse, match="has no bot 'clever'"):
        make_controller(game, "clever")
    with pytest.raises(WrongUse, match="NAME=VALUE"):
        make_controller(game, "random:deep")
    for level in [level for level in LEVELS if level in bot_makers(game)]:
        with pytest.raises(WrongUse):
            make_controller(game, f"{level}:depth=3")


def test_parameters_that_the_bot_does_not_read_are_refused() -> None:
    parameters = Parameters("mcts", {"iterations": "20", "c": "1.5"})
    assert parameters.whole("iterations", 5) == 20
    assert parameters.number("c", 0.7) == 1.5
    assert parameters.whole("width", 4) == 4
    parameters.done()
    with pytest.raises(WrongUse, match="no parameter 'depth'; it takes none"):
        Parameters("easy", {"depth": "3"}).done()


@pytest.mark.parametrize("text", ["0", "-1", "x", "1.5", "", "9" * 12, "²"])
def test_whole_numbers_must_be_whole_and_positive(text: str) -> None:
    with pytest.raises(WrongUse, match="whole number"):
        Parameters("mcts", {"iterations": text}).whole("iterations", 5)


@pytest.mark.parametrize("text", ["-1", "x", "nan", "inf", ""])
def test_numbers_must_be_finite_and_not_negative(text: str) -> None:
    with pytest.raises(WrongUse, match="must be a number"):
        Parameters("mcts", {"c": text}).number("c", 5)
