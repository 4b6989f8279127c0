"""Alpha-beta: its values are those of a plain minimax, and say how far off the end is."""

from __future__ import annotations

from functools import cache

from tabletop.bots.alphabeta import AlphaBeta, AlphaBetaBot
from tabletop.bots.bot import DECIDED, SearchInfo
from tabletop.bots.limit import Limit
from tabletop.bots.mcts import MctsBot
from tabletop.game import NOBODY
from tests.bots.helpers import WIN_NOW, WON, Noughts, NoughtsTree, ask, observation_of

ALPHABETA = AlphaBetaBot(NoughtsTree)
LOST = Noughts("22.2.1.1.", 1)


@cache
def minimax(state: Noughts) -> int:
    """For the player to move: 1 won, 0 drawn, -1 lost."""
    if state.to_move == NOBODY:
        return -1 if state.winner else 0
    return max(-minimax(state.apply(step)) for step in state.steps())


@cache
def value_by_distance(state: Noughts, player: int, ply: int = 0) -> float:
    """The value for the player, a win or loss counting less the later it comes."""
    if state.to_move == NOBODY:
        return 0 if not state.winner else (WON - ply) * (1 if state.winner == player else -1)
    values = [value_by_distance(state.apply(step), player, ply + 1) for step in state.steps()]
    return max(values) if state.to_move == player else min(values)


def sign(value: float) -> int:
    """1 for a win, -1 for a loss, 0 for anything that is not decided."""
    return (value > DECIDED) - (value < -DECIDED)


def test_the_game_is_a_draw() -> None:
    info = ask(ALPHABETA, Noughts())
    assert info.value == 0.0
    assert info.explanation == f"takes {info.move}"


def test_perfect_play_draws() -> None:
    state = Noughts()
    while state.to_move != NOBODY:
        state = state.apply(ask(ALPHABETA, state).move)
    assert state.winner == 0


def test_it_never_loses_to_tree_search() -> None:
    tree_search = MctsBot(NoughtsTree)
    for seat in (1, 2):
        state = Noughts()
        while state.to_move != NOBODY:
            is_own_turn = state.to_move == seat
            state = state.apply((ask(ALPHABETA, state) if is_own_turn else ask(tree_search, state, 200)).move)
        assert state.winner in (0, seat)


def test_quick_wins_have_higher_values() -> None:
    slow_win = ask(ALPHABETA, Noughts("1...2...1", 2).apply(1)).value
    assert (ask(ALPHABETA, WIN_NOW).value or 0) > (slow_win or 0)
    values = dict(ALPHABETA.evaluate(observation_of(WIN_NOW), Limit(), [2, 5]))
    assert values[2] == WON - 1
    assert values[5] < values[2]


def test_the_value_of_a_lost_game_says_when_it_is_lost() -> None:
    assert ask(ALPHABETA, LOST).value == -WON + 2


def test_all_evaluated_moves_have_exact_values() -> None:
    state = Noughts().apply(4)
    expected = {move: -minimax(state.apply(move)) for move in state.steps()}
    evaluated = ALPHABETA.evaluate(observation_of(state), Limit(), list(expected))
    assert [value for _, value in evaluated] == sorted((value for _, value in evaluated), reverse=True)
    assert {move: sign(value) for move, value in evaluated} == expected


def test_values_say_how_far_off_the_end_is() -> None:
    """Even if a position is reached in several ways, at different distances."""
    for first, second in ((0, 1), (4, 1), (1, 3), (8, 5)):
        state = Noughts().apply(first).apply(second)
        evaluated = ALPHABETA.evaluate(observation_of(state), Limit(), state.steps())
        assert dict(evaluated) == {move: value_by_distance(state.apply(move), 1, 1) for move in state.steps()}


def test_values_agree_with_minimax_everywhere() -> None:
    for first in (0, 1, 4):
        for second in range(9):
            if first == second:
                continue
            state = Noughts().apply(first).apply(second)
            assert sign(ask(ALPHABETA, state).value or 0.0) == minimax(state), (first, second)


def test_evaluating_without_moves_gives_the_best_ones() -> None:
    ranked = ALPHABETA.evaluate(observation_of(Noughts("1..22...1", 1)), Limit(), lines=2)
    assert len(ranked) == 2
    assert ranked[0][0] == 5


def test_a_search_stops_where_the_tree_ends() -> None:
    """Once an iteration has met no horizon, no deeper one is begun."""
    limit = Limit(1_000_000)
    ALPHABETA.think(observation_of(Noughts("1...2....", 1)), limit)
    assert limit.spent < 2000


def test_the_transposition_table_does_not_change_values() -> None:
    """Iterative deepening with a table gives the values of a single deep search."""
    tree = NoughtsTree(observation_of(Noughts()))
    ranked = AlphaBeta(tree, 1, Limit()).rank(tree.root, tree.moves(tree.root), lines=9)
    assert [value for _, value in ranked] == [0.0] * 9


def test_slack_makes_games_differ_but_never_misses_a_win() -> None:
    loose = AlphaBetaBot(NoughtsTree, slack=0.5)
    moves = {ask(loose, Noughts("1...2...."), seed=seed).move for seed in range(12)}
    assert len(moves) > 3
    assert {ask(loose, WIN_NOW, seed=seed).move for seed in range(5)} == {2}


def test_every_iteration_is_reported() -> None:
    infos: list[SearchInfo] = []
    last = ALPHABETA.think(observation_of(WIN_NOW), Limit(on_info=infos.append))
    assert [info.move for info in infos] == [last.move] == [2]
    infos.clear()
    ALPHABETA.think(observation_of(Noughts("1...2....")), Limit(on_info=infos.append))
    assert len(infos) > 3
    assert [info.nodes for info in infos] == sorted(info.nodes for info in infos)
