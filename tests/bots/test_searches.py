"""The searches, on noughts and crosses."""

from __future__ import annotations

import itertools
from dataclasses import replace
from functools import cache
from threading import Timer
from types import SimpleNamespace

import pytest

from tabletop.bots import limit as clocked
from tabletop.bots.alphabeta import AlphaBeta, AlphaBetaBot
from tabletop.bots.bot import DECIDED, Evaluator, SearchInfo
from tabletop.bots.game_tree import LONG_GAME, random_index
from tabletop.bots.greedy import GreedyBot
from tabletop.bots.limit import CLOCK_INTERVAL, Limit
from tabletop.bots.mcts import MctsBot
from tabletop.bots.specs import Parameters
from tabletop.bots.winchance import chance_from_lead
from tabletop.errors import WrongUse
from tabletop.game import NOBODY
from tests.bots.helpers import Noughts, NoughtsTree, ask, observation_of

ALPHABETA = AlphaBetaBot(NoughtsTree)
MCTS = MctsBot(NoughtsTree)
GREEDY = GreedyBot(NoughtsTree)
WIN_NOW = Noughts("11.22....", 1)
MUST_STOP = Noughts("1..22...1", 1)
LOST = Noughts("22.2.1.1.", 1)


@pytest.mark.parametrize("bot", [ALPHABETA, MCTS, GREEDY], ids=["alphabeta", "mcts", "greedy"])
def test_a_win_in_one_is_taken(bot: AlphaBetaBot[Noughts, int]) -> None:
    assert ask(bot, WIN_NOW, 300).move == 2


@pytest.mark.parametrize("bot", [ALPHABETA, MCTS], ids=["alphabeta", "mcts"])
def test_a_loss_in_one_is_parried(bot: AlphaBetaBot[Noughts, int]) -> None:
    assert ask(bot, MUST_STOP, 1000).move == 5


def test_alphabeta_knows_that_the_game_is_a_draw() -> None:
    info = ask(ALPHABETA, Noughts())
    assert info.value == 0.0
    assert info.explanation == f"takes {info.move}"


def test_perfect_play_draws() -> None:
    state = Noughts()
    while state.to_move != NOBODY:
        state = state.apply(ask(ALPHABETA, state).move)
    assert state.winner == 0


def test_alphabeta_never_loses_to_tree_search() -> None:
    for seat in (1, 2):
        state = Noughts()
        while state.to_move != NOBODY:
            bot = ALPHABETA if state.to_move == seat else MCTS
            state = state.apply(ask(bot, state, 200 if bot is MCTS else None).move)
        assert state.winner in (0, seat)


def test_quick_wins_are_worth_more() -> None:
    assert (ask(ALPHABETA, WIN_NOW).value or 0) > (ask(ALPHABETA, Noughts("1...2...1", 2).apply(1)).value or 0)
    now = dict(ALPHABETA.evaluate(observation_of(WIN_NOW), Limit(), [2, 5]))
    assert now[2] == 1000 - 1
    assert now[5] < now[2]


def test_a_lost_game_is_lost_late() -> None:
    """Everything loses; the values say when."""
    assert ask(ALPHABETA, LOST).value == -1000 + 2


def test_judged_moves_are_all_exact() -> None:
    slow = {move: -_minimax(Noughts().apply(4).apply(move)) for move in Noughts().apply(4).steps()}
    judged = ALPHABETA.evaluate(observation_of(Noughts().apply(4)), Limit(), list(slow))
    assert [value for _, value in judged] == sorted((value for _, value in judged), reverse=True)
    assert {move: (value > DECIDED) - (value < -DECIDED) for move, value in judged} == slow


@cache
def _minimax(state: Noughts) -> int:
    """For whoever moves: 1 won, 0 drawn, -1 lost."""
    if state.to_move == NOBODY:
        return -1 if state.winner else 0
    return max(-_minimax(state.apply(step)) for step in state.steps())


@cache
def _distance(state: Noughts, player: int, ply: int = 0) -> int:
    """The value for the player, a win or loss counting the less the later it comes."""
    if state.to_move == NOBODY:
        return 0 if not state.winner else (1000 - ply) * (1 if state.winner == player else -1)
    values = [_distance(state.apply(step), player, ply + 1) for step in state.steps()]
    return max(values) if state.to_move == player else min(values)


def test_values_say_how_far_off_the_end_is() -> None:
    """Also where a position is reached in several ways, at different distances."""
    for first, second in ((0, 1), (4, 1), (1, 3), (8, 5)):
        state = Noughts().apply(first).apply(second)
        judged = ALPHABETA.evaluate(observation_of(state), Limit(), state.steps())
        assert dict(judged) == {move: _distance(state.apply(move), 1, 1) for move in state.steps()}


@pytest.mark.parametrize("bot", [ALPHABETA, MCTS, GREEDY], ids=["alphabeta", "mcts", "greedy"])
def test_the_second_player_wins_and_parries_too(bot: AlphaBetaBot[Noughts, int]) -> None:
    assert ask(bot, Noughts("11.22.1..", 2), 300).move == 5
    if bot is not GREEDY:
        assert ask(bot, Noughts("1..12....", 2), 1000).move == 6


def test_ranked_without_moves_gives_the_best_lines() -> None:
    ranked = ALPHABETA.evaluate(observation_of(MUST_STOP), Limit(), lines=2)
    assert len(ranked) == 2
    assert ranked[0][0] == 5


def test_values_agree_with_minimax_everywhere() -> None:
    for first in (0, 1, 4):
        for second in range(9):
            if first == second:
                continue
            state = Noughts().apply(first).apply(second)
            value = ask(ALPHABETA, state).value or 0.0
            assert (value > DECIDED) - (value < -DECIDED) == _minimax(state), (first, second)


def test_a_search_stops_where_the_tree_ends() -> None:
    """Once a round has met no horizon, no deeper one is begun."""
    limit = Limit(1_000_000)
    ALPHABETA.think(observation_of(Noughts("1...2....", 1)), limit)
    assert limit.spent < 2000


def test_a_tiny_budget_still_gives_a_move() -> None:
    for bot in (ALPHABETA, MCTS, GREEDY):
        assert ask(bot, Noughts(), 1).move in range(9)


@pytest.mark.parametrize("nodes", [10, 50, 200])
def test_the_budget_is_kept(nodes: int) -> None:
    for bot in (ALPHABETA, MCTS):
        limit = Limit(nodes)
        bot.think(observation_of(Noughts()), limit)
        assert limit.spent <= max(nodes, 9) + 1


def test_a_bot_can_be_told_to_stop() -> None:
    """By what it reports after 500 nodes, so that it is in the middle of its work."""
    limit = Limit(on_info=lambda info: limit.stop())
    MCTS.think(observation_of(Noughts()), limit)
    assert 500 <= limit.spent <= 500 + CLOCK_INTERVAL


def test_a_bot_can_be_told_to_stop_by_another_thread() -> None:
    """There is no other limit, so that the test ends only if it is."""
    limit = Limit()
    Timer(0.05, limit.stop).start()
    MCTS.think(observation_of(Noughts()), limit)
    assert limit.is_stopped


def test_seconds_end_a_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """By a clock that goes on by 20 seconds whenever it is looked at."""
    looks = itertools.count()
    monkeypatch.setattr(clocked, "time", SimpleNamespace(monotonic=lambda: 20.0 * next(looks)))
    limit = Limit(seconds=50, _started=clocked.time.monotonic())
    MCTS.think(observation_of(Noughts()), limit)
    assert next(looks) == 4, "the third look finds that the time is over, and is the last"
    assert limit.spent == 3 * CLOCK_INTERVAL


def test_what_was_found_is_reported() -> None:
    heard: list[SearchInfo] = []
    MCTS.think(observation_of(Noughts()), Limit(1200, on_info=heard.append))
    assert [info.nodes for info in heard] == [500, 1000]
    heard.clear()
    last = ALPHABETA.think(observation_of(WIN_NOW), Limit(on_info=heard.append))
    assert [info.move for info in heard] == [last.move] == [2]
    heard.clear()
    ALPHABETA.think(observation_of(Noughts("1...2....")), Limit(on_info=heard.append))
    assert len(heard) > 3
    assert [info.nodes for info in heard] == sorted(info.nodes for info in heard)


def test_slack_makes_games_differ_but_never_worse() -> None:
    loose = AlphaBetaBot(NoughtsTree, slack=0.5)
    moves = {ask(loose, Noughts("1...2...."), seed=seed).move for seed in range(12)}
    assert len(moves) > 3
    assert {ask(loose, WIN_NOW, seed=seed).move for seed in range(5)} == {2}


def test_the_value_is_that_of_the_move_that_was_chosen() -> None:
    """Also where the dice took another one than the best."""
    for bot in (AlphaBetaBot(NoughtsTree, 1, slack=2.0), GreedyBot(NoughtsTree, 2.0)):
        for seed in range(8):
            info = ask(bot, Noughts("1...2...."), seed=seed)
            assert dict(bot.evaluate(observation_of(Noughts("1...2....")), Limit(), lines=9))[info.move] == info.value


def test_a_game_that_drags_on_is_played_without_dice() -> None:
    state = Noughts("1...2....")
    for bot in (AlphaBetaBot(NoughtsTree, slack=0.5), GreedyBot(NoughtsTree, 0.5)):
        long_ago = [replace(observation_of(state, seed), states=[state] * (LONG_GAME + 1)) for seed in range(8)]
        assert len({bot.think(observation, Limit()).move for observation in long_ago}) == 1


def test_the_same_dice_give_the_same_choice() -> None:
    for bot in (AlphaBetaBot(NoughtsTree, slack=0.5), MCTS, GreedyBot(NoughtsTree, 1.0)):
        assert len({ask(bot, Noughts(), 100, seed=7).move for _ in range(3)}) == 1


def test_the_table_does_not_change_values() -> None:
    """Deeper and deeper with a table gives what a single deep search gives."""
    tree = NoughtsTree(observation_of(Noughts()))
    turns = tree.moves(tree.root)
    ranked = AlphaBeta(tree, 1, Limit()).rank(tree.root, turns, lines=9)
    assert [value for _, value in ranked] == [0.0] * 9


def test_searches_can_judge() -> None:
    for bot in (ALPHABETA, MCTS, GREEDY):
        assert isinstance(bot, Evaluator)
        assert [move for move, _ in bot.evaluate(observation_of(WIN_NOW), Limit(400), [8, 2])] == [2, 8]
        assert [move for move, _ in bot.evaluate(observation_of(WIN_NOW), Limit(400), lines=1)] == [2]
    chances = MCTS.evaluate(observation_of(WIN_NOW), Limit(400), [2, 8])
    assert [move for move, _ in chances] == [2, 8]
    assert chances[0][1] == 1.0


def test_pick_is_fair_enough() -> None:
    rng = observation_of(Noughts()).rng
    counts = [0] * 3
    for _ in range(300):
        counts[random_index(rng, 3)] += 1
    assert min(counts) > 70


def test_chances_of_leads() -> None:
    assert chance_from_lead(0, 10) == 0.5
    assert chance_from_lead(10, 10) == 0.75
    assert chance_from_lead(-10, 10) == 0.25
    assert 0 < chance_from_lead(-1e6, 10) < 0.001


def test_parameters_are_read_once_and_none_is_left_over() -> None:
    given = Parameters("mcts", {"iterations": "20", "c": "1.5"})
    assert given.whole("iterations", 5) == 20
    assert given.number("c", 0.7) == 1.5
    assert given.whole("width", 4) == 4
    given.done()
    with pytest.raises(WrongUse, match="knows no 'depth': it takes no parameters"):
        Parameters("easy", {"depth": "3"}).done()


@pytest.mark.parametrize("text", ["0", "-1", "x", "1.5", "", "9" * 12, "²"])
def test_wrong_numbers_are_refused(text: str) -> None:
    with pytest.raises(WrongUse, match="whole number"):
        Parameters("mcts", {"iterations": text}).whole("iterations", 5)


@pytest.mark.parametrize("text", ["-1", "x", "nan", "inf", ""])
def test_wrong_fractions_are_refused(text: str) -> None:
    with pytest.raises(WrongUse, match="is a number"):
        Parameters("mcts", {"c": text}).number("c", 5)
