"""What alpha-beta, tree search and the greedy bot have in common, on noughts and crosses."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tabletop.bots.alphabeta import AlphaBetaBot
from tabletop.bots.bot import Evaluator
from tabletop.bots.game_tree import LONG_GAME
from tabletop.bots.greedy import GreedyBot
from tabletop.bots.limit import Limit
from tabletop.bots.mcts import MctsBot
from tests.bots.helpers import WIN_NOW, Noughts, NoughtsTree, ask, observation_of

ALPHABETA = AlphaBetaBot(NoughtsTree)
MCTS = MctsBot(NoughtsTree)
GREEDY = GreedyBot(NoughtsTree)
MUST_PARRY = Noughts("1..22...1", 1)

every_search = pytest.mark.parametrize("bot", [ALPHABETA, MCTS, GREEDY], ids=["alphabeta", "mcts", "greedy"])
deep_search = pytest.mark.parametrize("bot", [ALPHABETA, MCTS], ids=["alphabeta", "mcts"])


@every_search
def test_a_win_in_one_is_taken(bot: Evaluator) -> None:
    assert ask(bot, WIN_NOW, 300).move == 2
    assert ask(bot, Noughts("11.22.1..", 2), 300).move == 5


@deep_search
def test_a_loss_in_one_is_parried(bot: Evaluator) -> None:
    assert ask(bot, MUST_PARRY, 1000).move == 5
    assert ask(bot, Noughts("1..12....", 2), 1000).move == 6


@every_search
def test_a_tiny_limit_still_gives_a_move(bot: Evaluator) -> None:
    assert ask(bot, Noughts(), 1).move in range(9)


@pytest.mark.parametrize("nodes", [10, 50, 200])
@deep_search
def test_the_node_limit_is_kept(bot: Evaluator, nodes: int) -> None:
    limit = Limit(nodes)
    bot.think(observation_of(Noughts()), limit)
    assert limit.spent <= max(nodes, 9) + 1


@every_search
def test_moves_are_evaluated_best_first(bot: Evaluator) -> None:
    assert isinstance(bot, Evaluator)
    assert [move for move, _ in bot.evaluate(observation_of(WIN_NOW), Limit(400), [8, 2])] == [2, 8]
    assert [move for move, _ in bot.evaluate(observation_of(WIN_NOW), Limit(400), lines=1)] == [2]


def test_the_value_is_that_of_the_move_that_was_chosen() -> None:
    """Even if the random numbers chose a move other than the best."""
    state = Noughts("1...2....")
    for bot in (AlphaBetaBot(NoughtsTree, 1, slack=2.0), GreedyBot(NoughtsTree, 2.0)):
        for seed in range(8):
            info = ask(bot, state, seed=seed)
            assert dict(bot.evaluate(observation_of(state), Limit(), lines=9))[info.move] == info.value


def test_a_long_game_is_played_without_random_numbers() -> None:
    state = Noughts("1...2....")
    for bot in (AlphaBetaBot(NoughtsTree, slack=0.5), GreedyBot(NoughtsTree, 0.5)):
        late = [replace(observation_of(state, seed), states=[state] * (LONG_GAME + 1)) for seed in range(8)]
        assert len({bot.think(observation, Limit()).move for observation in late}) == 1


def test_the_same_random_numbers_give_the_same_choice() -> None:
    for bot in (AlphaBetaBot(NoughtsTree, slack=0.5), MCTS, GreedyBot(NoughtsTree, 1.0)):
        assert len({ask(bot, Noughts(), 100, seed=7).move for _ in range(3)}) == 1
