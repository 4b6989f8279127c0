"""Patterns: what matters of a position without its points."""

from __future__ import annotations

from random import Random

import pytest

from tabletop.games.zickzack.patterns import Patterns, patterns_of, picker
from tabletop.games.zickzack.reduction import Reduction
from tabletop.games.zickzack.solver import solve
from tests.games.zickzack.helpers import BOARDS, random_endgame, random_state, start_state


def new_patterns(board: str) -> tuple[Patterns, Reduction]:
    reduction = Reduction(start_state(board).board)
    return Patterns(reduction.board, reduction.gap_table, reduction.hand_table), reduction


@pytest.mark.parametrize("board", BOARDS)
def test_patterns_leave_out_what_reduced_positions_leave_out(board: str) -> None:
    patterns, reduction = new_patterns(board)
    for seed in range(30):
        state = random_state(seed, 8 + seed, board)
        gap_sets, hands = patterns.position(state)
        layout, fields = patterns.arranged(gap_sets)
        assert [gap_sets[field] for field in fields] == list(layout.gap_sets)
        reduced = patterns.reduced(layout, hands)
        expected = reduction.of(state)
        if expected is None:
            assert not reduced.layout.gap_sets
            continue
        (states, pool, own, other), is_same_mover, *_ = expected
        assert (reduced.hands.own, reduced.hands.other, reduced.is_same_mover) == (own, other, is_same_mover)
        if reduced.order is not None:
            fields = picker(reduced.order)(fields)
        types = reduced.hands.own_types | reduced.hands.other_types
        simple = {
            field: reduction.state(field, reduction.gap_table.with_small_gaps(gap_sets[field], types))
            for field, number in enumerate(states)
            if number != field
        }
        found = zip(fields, reduced.layout.gap_sets, strict=True)
        assert {field: reduction.state(field, gap_set) for field, gap_set in found} == simple
        assert reduced.layout.pool == reduction.gap_table.with_small_gaps(pool, types)


@pytest.mark.parametrize("board", BOARDS)
def test_moves_of_a_layout_are_those_of_its_positions(board: str) -> None:
    patterns, _ = new_patterns(board)
    for seed in range(12):
        state = random_state(seed, 8 + seed, board)
        gap_sets, hands = patterns.position(state)
        layout, fields = patterns.arranged(gap_sets)
        patterns.list_moves(layout)
        moves = [move for move in (*layout.fills, *layout.others) if move.type_bit & hands.own_types]
        found = {(fields[move.slot], move.step >> 1, move.left) for move in moves}
        assert found == {patterns.move(state, move) for move in state.steps()}
        for move in moves:
            assert move.is_fill == (move.left == 0)
            after, order, pick = patterns.layout_after(layout, move)
            expected = list(gap_sets)
            expected[fields[move.slot]] = move.left
            assert after == patterns.arranged(expected)[0]
            left = pick(fields) if pick else fields
            assert (order is None) == (pick is None)
            assert [expected[field] for field in left] == list(after.gap_sets)


def test_what_was_met_before_changes_no_search(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = Random(8)
    states = [random_endgame(rng, 19) for _ in range(5)]
    nodes = [solve(state).nodes for state in states]
    assert [solve(state).nodes for state in reversed(states)] == nodes[::-1]
    # Gap sets and hands get other numbers.
    patterns, reduction = new_patterns("classic")
    for state in reversed(states):
        reduction.of(state)
    monkeypatch.setattr("tabletop.games.zickzack.solver.patterns_of", lambda board: patterns)
    assert [solve(state).nodes for state in reversed(states)] == nodes[::-1]


def test_a_board_starts_over_when_it_has_met_too_many_layouts(monkeypatch: pytest.MonkeyPatch) -> None:
    board = start_state().board
    patterns = patterns_of(board)
    assert patterns_of(board) is patterns
    patterns.arranged(patterns.position(start_state())[0])
    monkeypatch.setattr("tabletop.games.zickzack.patterns.MAX_LAYOUTS", 0)
    assert patterns_of(board) is not patterns
