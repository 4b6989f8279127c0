"""The search with the learned evaluation: exact where it says so, within its limit, the same every time."""

from __future__ import annotations

from random import Random

import pytest

from tabletop.bots.limit import Limit
from tabletop.bots.specs import make_controller
from tabletop.games import load
from tabletop.games.zickzack.estimates import evaluation_of
from tabletop.games.zickzack.network import SCALE
from tabletop.games.zickzack.rules import ZickzackState
from tabletop.games.zickzack.search import Search
from tabletop.games.zickzack.solver import expected_nodes, solve
from tests.bots.helpers import observation_of
from tests.games.zickzack.helpers import random_endgame, random_state, start_state


def ranked(state: ZickzackState, limit: Limit, lines: int = 1) -> tuple[Search, list[tuple[object, float]]]:
    """The search after it has ranked all moves, and what it found, in points of the whole game."""
    evaluated = evaluation_of(state.board)
    assert evaluated is not None
    reduction = evaluated.reduction
    moves = {reduction.move(state, move): move for move in reversed(state.steps())}
    search = Search(evaluated, limit)
    green, blue = state.scores()
    lead = green - blue if state.player == 1 else blue - green
    found = search.rank(reduction.position(state), list(moves), lines=lines)
    return search, [(list(moves.values())[index], lead + value / SCALE) for index, value in found]


def test_a_search_to_the_end_is_exact() -> None:
    rng = Random(2)
    for _ in range(10):
        state = random_endgame(rng, 14)
        search, found = ranked(state, Limit())
        assert search.is_exact
        solution = solve(state)
        assert found[0][1] == solution.value
        assert found[0][0] in solution.best_moves


def test_values_of_all_moves_are_exact_at_the_end() -> None:
    rng = Random(6)
    most = 0
    for _ in range(6):
        state = random_endgame(rng, 13)
        _, found = ranked(state, Limit(), lines=100)
        values = dict(solve(state, every_move=True).move_values)
        assert all(values[move] == value for move, value in found)  # type: ignore[index]
        most = max(most, len(found))
    assert most > 3


def test_a_search_keeps_its_limit_and_finishes_the_first_iteration() -> None:
    state = random_state(3, 6)
    for nodes in (1, 500, 3000):
        limit = Limit(nodes)
        search, found = ranked(state, limit)
        assert found
        assert search.depth >= 1
        assert not search.is_exact
        assert limit.spent < nodes + 300


def test_a_search_stopped_at_once_has_the_best_estimate() -> None:
    limit = Limit(2000)
    limit.stop()
    _, found = ranked(state := random_state(2, 9), limit)
    _, at_leisure = ranked(state, Limit(1))
    assert found[0] == at_leisure[0]


def test_what_was_searched_before_changes_nothing() -> None:
    states = [random_state(seed, 10) for seed in range(4)]
    first = [ranked(state, Limit(2000))[1] for state in states]
    assert [ranked(state, Limit(2000))[1] for state in reversed(states)] == first[::-1]


def test_the_solver_begins_where_it_is_likely_to_end() -> None:
    hard = make_controller(load("zickzack"), "hard")
    assert hard.nodes is not None
    rng = Random(7)
    assert expected_nodes(start_state()) > 1_000_000
    for free in (12, 16, 20):
        state = random_endgame(rng, free)
        assert solve(state).nodes < 8 * max(20, expected_nodes(state))
    limit = hard.limit()
    info = hard.bot.think(observation_of(random_state(5, 7)), limit)
    assert not info.is_exact
    assert hard.nodes / 4 <= limit.spent < hard.nodes / 2, "a search that cannot be exact takes less than a solver may"
    few = hard.limit(nodes=2000)
    hard.bot.think(observation_of(random_state(5, 7)), few)
    assert few.spent >= 2000, "few nodes are all used"


@pytest.mark.parametrize("plies", [4, 11])
def test_the_line_is_legal_and_begins_with_the_move(plies: int) -> None:
    hard = make_controller(load("zickzack"), "hard")
    state = random_state(1, plies)
    reports = []
    limit = Limit(3000, on_info=reports.append)
    info = hard.bot.think(observation_of(state), limit)
    assert reports
    for found in (*reports, info):
        assert found.line[0] == found.move
        after = state
        for move in found.line:
            after.check(move)
            after = after.apply(move)
