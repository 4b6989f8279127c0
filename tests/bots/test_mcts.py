"""Monte Carlo tree search: values are chances, and the best move so far is reported."""

from __future__ import annotations

from tabletop.bots.bot import SearchInfo
from tabletop.bots.limit import Limit
from tabletop.bots.mcts import REPORT_INTERVAL, MctsBot
from tests.bots.helpers import WIN_NOW, Noughts, NoughtsTree, ask, observation_of

MCTS = MctsBot(NoughtsTree)


def test_a_move_that_wins_has_a_chance_of_one() -> None:
    chances = MCTS.evaluate(observation_of(WIN_NOW), Limit(400), [2, 8])
    assert [move for move, _ in chances] == [2, 8]
    assert chances[0][1] == 1.0


def test_values_are_chances() -> None:
    info = ask(MCTS, Noughts(), 200)
    assert info.values_are_chances
    assert all(0 <= value <= 1 for _, value in info.ranked)


def test_the_best_move_is_reported_at_intervals() -> None:
    infos: list[SearchInfo] = []
    MCTS.think(observation_of(Noughts()), Limit(1200, on_info=infos.append))
    assert [info.nodes for info in infos] == [REPORT_INTERVAL, 2 * REPORT_INTERVAL] == [500, 1000]
