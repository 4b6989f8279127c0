"""Reduced positions: moves lead where the rules lead, and what does not matter is left out."""

from __future__ import annotations

from random import Random

import pytest

from tabletop.game import NOBODY
from tabletop.games.zickzack.estimates import evaluation_of
from tabletop.games.zickzack.reduction import Position, Reduction
from tabletop.games.zickzack.solver import solve
from tests.games.zickzack.helpers import BOARDS, ENDGAME, play, random_endgame, random_state, start_state, state_at


@pytest.mark.parametrize("board", BOARDS)
def test_moves_lead_where_the_rules_lead(board: str) -> None:
    reduction = Reduction(start_state(board).board)
    for seed in range(12):
        state = random_state(seed, 6 + seed, board)
        position = reduction.position(state)
        for move in state.steps()[::5]:
            after = state.apply(move)
            gain, is_same, child = reduction.after(position, reduction.move(state, move))
            green, blue = (new - old for new, old in zip(after.scores(), state.scores(), strict=True))
            assert gain == green + blue
            assert is_same == bool(gain)
            expected = reduction.of(after)
            if after.to_move == NOBODY or expected is None:
                assert child is None
            else:
                assert child is not None
                assert child[0] == expected[0]
                assert (is_same == child[1]) == (after.player == state.player)


@pytest.mark.parametrize("board", BOARDS)
def test_all_children_are_those_of_single_moves(board: str) -> None:
    evaluated = evaluation_of(start_state(board).board)
    reduction = evaluated.reduction if evaluated else Reduction(start_state(board).board)
    for seed in range(20):
        reduced = reduction.of(random_state(seed, 8 + seed // 2, board))
        positions: list[Position] = [reduced[0]] if reduced else []
        for position in positions:
            for move, *after in reduction.children(position):
                assert tuple(after) == reduction.after(position, move)
                if len(positions) < 5 and after[2]:
                    positions.append(after[2][0])


def test_the_order_of_moves_does_not_depend_on_what_was_reduced_before() -> None:
    for board in BOARDS:
        rng = Random(3)
        states = [random_endgame(rng, 24, board) for _ in range(6)]
        orders = []
        for some in (states, states[::-1]):
            reduction = Reduction(states[0].board)
            lists = {}
            for state in some:
                reduced = reduction.of(state)
                assert reduced
                moves = reduction.all_moves(reduced[0])
                lists[state] = [(*move[:3], reduction.gaps(move[3]) if move[1] >= 0 else ()) for move in moves]
            orders.append([lists[state] for state in states])
        assert orders[0] == orders[1]


def test_bounds_hold() -> None:
    rng = Random(4)
    for _ in range(15):
        state = random_endgame(rng, 15)
        reduced = Reduction(state.board).of(state)
        green, blue = state.scores()
        lead = green - blue if state.player == 1 else blue - green
        value = solve(state).value - lead
        if reduced is None:
            assert value == 0
        else:
            assert reduced[2] <= (value if reduced[1] else -value) <= reduced[3]


def test_fields_that_nobody_can_fill_share_a_pool() -> None:
    """Blue's last single fills field 10, but not the others with two gaps of one cell each; green cannot move."""
    state = play("10c", state=state_at(ENDGAME))
    reduction = Reduction(state.board)
    reduced = reduction.of(state)
    assert reduced is not None
    states, pool, own, other = reduced[0]
    assert [reduction.gaps(number) for number in states] == [()] * 7 + [(1,)]
    assert reduction.gap_table.sizes(pool) == (1,) * 6
    assert reduction.hand_table.counts(own) == (1, 0, 0, 0)
    assert reduction.hand_table.counts(other) == (0, 0, 0, 0)
    assert reduced[1:4] == (True, 0, 10)
