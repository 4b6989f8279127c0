"""Bots of Zickzack: the positions they search are those of the rules, and the endgame is exact."""

from __future__ import annotations

from random import Random

import pytest

from tabletop.bots.alphabeta import AlphaBetaBot
from tabletop.bots.limit import Limit
from tabletop.bots.specs import make_controller
from tabletop.game import NOBODY, State
from tabletop.games import load
from tabletop.games.zickzack.bots import SearchMove, SearchPosition, ZickzackTree
from tabletop.games.zickzack.rules import ZickzackState
from tabletop.games.zickzack.solver import solve
from tests.bots.helpers import ask, observation_of
from tests.helpers import new_match, play_randomly, random_match

GAME = load("zickzack")


def positions(options: list[str], games: int, plies: int = 60) -> list[ZickzackState]:
    """Every position of some random games that is not over."""
    states: list[State] = []
    for seed in range(games):
        states += play_randomly(new_match("zickzack", options=options), seed, plies)
    return [state for state in states if isinstance(state, ZickzackState)]


def endgames(max_free: int, games: int) -> list[ZickzackState]:
    """The first position of each random game with so few cells free."""
    endgames = []
    for seed in range(games):
        for state in play_randomly(new_match("zickzack"), seed, 60):
            if isinstance(state, ZickzackState) and state.free.bit_count() <= max_free:
                endgames.append(state)
                break
    return endgames


@pytest.mark.parametrize("options", [[], ["board=comb"]], ids=["classic", "comb"])
def test_search_positions_follow_the_rules(options: list[str]) -> None:
    """The search sees every legal move and no other, and each leads where the rules lead."""
    for state in positions(options, 3)[::3]:
        tree = ZickzackTree(observation_of(state))
        search_moves = tree.moves(tree.root)
        assert {tree.tree_move(move) for move in state.steps()} == set(search_moves)
        assert len(search_moves) == len(set(search_moves))
        for search_move in search_moves:
            assert tree.tree_move(tree.game_move(search_move)) == search_move
            state.check(tree.game_move(search_move))
        for move in state.steps()[::7]:
            assert tree.apply(tree.root, tree.tree_move(move)) == search_position(state.apply(move))


def search_position(state: ZickzackState) -> SearchPosition:
    return ZickzackTree(observation_of(state)).root


def test_values_at_the_end_are_the_points() -> None:
    for seed in range(5):
        match = random_match("zickzack", seed, 100)
        state = match.state
        assert isinstance(state, ZickzackState) and state.to_move == NOBODY
        green, blue = state.scores()
        tree = ZickzackTree(observation_of(state))
        assert tree.value(tree.root, 1) == green - blue
        assert tree.value(tree.root, 2) == blue - green


def test_alphabeta_to_the_end_gives_the_exact_value() -> None:
    bot: AlphaBetaBot[SearchPosition, SearchMove] = AlphaBetaBot(ZickzackTree)
    for state in endgames(13, 8):
        assert ask(bot, state).value == solve(state).value


def test_hard_is_exact_in_the_endgame() -> None:
    hard = make_controller(GAME, "hard")
    for state in endgames(16, 8):
        solution = solve(state)
        info = hard.bot.think(observation_of(state), hard.limit())
        assert info.move in solution.best_moves
        assert info.value == solution.value
        assert "with best play" in info.explanation


def test_exact_solves_what_it_can_and_searches_what_it_cannot() -> None:
    exact = make_controller(GAME, "exact")
    assert exact.nodes is not None, "nobody waits for ever"
    state = endgames(14, 1)[0]
    assert exact.bot.think(observation_of(state), exact.limit()).value == solve(state).value
    start = new_match("zickzack").state
    start.check(exact.bot.think(observation_of(start), exact.limit(nodes=500)).move)


def test_values_of_moves_in_the_endgame_are_exact() -> None:
    hard = make_controller(GAME, "hard")
    state = endgames(12, 3)[2]
    values = dict(solve(state, every_move=True).move_values)
    evaluated = hard.bot.evaluate(observation_of(state), hard.limit(), list(values))  # type: ignore[attr-defined]
    assert dict(evaluated) == values
    best = hard.bot.evaluate(observation_of(state), hard.limit())  # type: ignore[attr-defined]
    assert best[0][1] == max(values.values())


@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
def test_a_field_is_filled_and_none_is_given_away(level: str) -> None:
    text = "111/.111/...../....../......./......../........./.......... 1------- 5411/5431 1"
    state = GAME.parse_position(text, new_match("zickzack").setup)  # type: ignore[misc]
    controller = make_controller(GAME, level)
    info = controller.bot.think(observation_of(state), controller.limit(nodes=300))
    assert GAME.format_move(info.move) == "place 1 on 4a"
    assert info.explanation.startswith("fills field 4 for 4 points and moves again")


@pytest.mark.parametrize("level", ["easy", "medium"])
def test_a_win_in_one_is_not_passed_up(level: str) -> None:
    """Not even where another move promises more points."""
    controller = make_controller(GAME, level)
    positions_with_a_win = 0
    for state in positions([], 25):
        wins = [move for move in state.steps() if _is_won(state.apply(move), state.to_move)]
        if wins and len(wins) < len(state.steps()):
            positions_with_a_win += 1
            info = controller.bot.think(observation_of(state), controller.limit(nodes=100))
            assert _is_won(state.apply(info.move), state.to_move)
    assert positions_with_a_win


def _is_won(state: ZickzackState, player: int) -> bool:
    result = state.result()
    return result is not None and result.winners == (player,)


def test_playouts_end_and_share_one_win() -> None:
    tree = ZickzackTree(observation_of(new_match("zickzack").state))
    for seed in range(5):
        gains = tree.playout(tree.root, Random(seed))
        assert sum(gains) == 1
        assert all(0 <= gain <= 1 for gain in gains)


def test_the_node_limit_holds_in_the_endgame_too() -> None:
    hard = make_controller(GAME, "hard")
    for state in endgames(26, 3):
        limit = Limit(3000)
        hard.bot.think(observation_of(state), limit)
        assert limit.spent < 3200
