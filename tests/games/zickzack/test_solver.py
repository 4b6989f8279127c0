"""The exact solver, compared with plain search over the public rules."""

from __future__ import annotations

import gc
import weakref
from contextlib import suppress
from itertools import count
from pathlib import Path
from random import Random

import pytest

from tabletop.errors import WorkFailed
from tabletop.game import NOBODY
from tabletop.games.zickzack.board import ZickzackMove
from tabletop.games.zickzack.estimates import evaluation_of
from tabletop.games.zickzack.position import format_position
from tabletop.games.zickzack.rules import ZickzackState
from tabletop.games.zickzack.solver import (
    CAUTIOUS_POINTS,
    MAX_NODES_KEPT,
    OutOfNodes,
    Solver,
    collection_paused,
    solve,
)
from tabletop.games.zickzack.solver_tables import BOTH_CAN_FILL, OTHER_CAN_FILL, OWN_CAN_FILL, GapTable, HandTable
from tests.games.zickzack.helpers import ENDGAME, random_endgame, start_state, state_at

MIDDLE_GAMES = (
    "111/1111/...../.1122./222.11./2211.1../.1.111.../..22222... 11------ 3110/5111 2",
    "111/1112/2.1../.1111./11.222./..22.11./11..22.../...2222... 12------ 4110/2211 1",
)
"""Positions that take thousands of nodes."""


def brute_force(state: ZickzackState, known: dict[ZickzackState, int]) -> int:
    """Green's points less blue's at the end, by nothing but the public rules."""
    if state not in known:
        values = [brute_force(state.apply(move), known) for move in state.legal_moves()]
        if not values:
            green, blue = state.scores()
            known[state] = green - blue
        else:
            known[state] = max(values) if state.to_move == 1 else min(values)
    return known[state]


@pytest.mark.parametrize(
    ("board", "empty", "count"),
    [("classic", 11, 40), pytest.param("classic", 14, 6, marks=pytest.mark.slow), ("comb", 10, 25)],
)
def test_the_solver_agrees_with_brute_force(board: str, empty: int, count: int) -> None:
    rng = Random(empty)
    for _ in range(count):
        state = random_endgame(rng, empty, board)
        known: dict[ZickzackState, int] = {}
        sign = 1 if state.to_move == 1 else -1
        solution = solve(state, every_move=True)
        expected = [(move, sign * brute_force(state.apply(move), known)) for move in state.steps()]
        assert list(solution.move_values) == expected, format_position(state)
        assert solution.value == sign * brute_force(state, known)
        assert solution.best_moves == tuple(move for move, value in expected if value == solution.value)
        assert solve(state).best_moves == solution.best_moves
        quick = Solver(state.board).solve(state, every_best=False)
        assert quick.value == solution.value
        assert quick.best_moves and set(quick.best_moves) <= set(solution.best_moves)


@pytest.mark.parametrize("lengths", [(15, 12, 12), (14, 13, 12)])
@pytest.mark.parametrize("bars", [1, 2])
def test_values_are_right_in_gaps_too_large_to_list_their_tilings(
    lengths: tuple[int, ...], bars: int, tmp_path: Path
) -> None:
    fields = [
        f'[[field]]\nname = "{number}"\npoints = {points}\ncells = {[[q, 3 * number] for q in range(length)]}\n'
        for number, (points, length) in enumerate(zip((50, 10, 1), lengths, strict=True), 1)
    ]
    pieces = [
        '[[piece]]\nname = "dot"\ncount = 1\ncells = [[0, 0]]\n',
        f'[[piece]]\nname = "bar"\ncount = {bars}\ncells = {[[q, 0] for q in range(12)]}\n',
    ]
    path = tmp_path / "long.toml"
    path.write_text("".join(fields + pieces), "utf-8")
    state = start_state(str(path))
    known: dict[ZickzackState, int] = {}
    expected = [(move, brute_force(state.apply(move), known)) for move in state.steps()]
    assert list(solve(state, every_move=True).move_values) == expected


@pytest.mark.parametrize("position", MIDDLE_GAMES)
def test_a_solver_that_must_forget_finds_the_same(position: str, monkeypatch: pytest.MonkeyPatch) -> None:
    state = state_at(position)
    solution = solve(state)
    monkeypatch.setattr("tabletop.games.zickzack.solver.MAX_NODES_KEPT", 2_000)
    forgetful = solve(state)
    assert (forgetful.value, forgetful.best_moves) == (solution.value, solution.best_moves)
    assert forgetful.nodes > 2 * solution.nodes


def test_positions_that_differ_in_points_bound_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without these bounds the values are the same, but take many more nodes."""
    states = [state_at(position) for position in MIDDLE_GAMES]
    solutions = [solve(state) for state in states]
    monkeypatch.setattr(
        Solver, "_total", lambda solver, fields: (sum(solver._points[field] for field in fields), _far())
    )
    alone = [solve(state) for state in states]
    assert [(one.value, one.best_moves) for one in alone] == [(one.value, one.best_moves) for one in solutions]
    assert sum(one.nodes for one in alone) > 1.3 * sum(one.nodes for one in solutions)


def _far() -> int:
    """A code that differs from all others in very many bits."""
    return Random(str(next(_CODES))).getrandbits(10_000)


_CODES = count()


@pytest.mark.parametrize("points", [1, 3, 5])
def test_two_moves_are_compared_without_their_values(points: int) -> None:
    rng = Random(4)
    fewer = 0
    for position in MIDDLE_GAMES:
        state = state_at(position)
        values = solve(state, every_move=True).move_values
        for _ in range(8):
            (first, first_value), (second, second_value) = (values[int(rng.random() * len(values))] for _ in range(2))
            guesses = first_value + int(rng.random() * 7) - 3, second_value + int(rng.random() * 7) - 3
            nodes: list[int] = []
            solver = Solver(state.board)
            found = solver.compare(state, (first, second), guesses, points, lambda: nodes.append(1) is None)  # noqa: B023
            (first_low, first_high), (second_low, second_high) = found
            assert first_low <= first_value <= first_high and second_low <= second_value <= second_high
            if first_value - second_value >= points:
                assert first_low - second_high >= points
            else:
                assert first_high - second_low < points
            exact = Solver(state.board)
            needed = sum(exact.solve(state.apply(move), every_best=False).nodes for move in (first, second))
            fewer += len(nodes) < needed
    assert fewer >= 12, "nearly always fewer nodes than for the values"


def test_a_comparison_that_must_end_tells_what_is_known() -> None:
    state = state_at(MIDDLE_GAMES[0])
    values = solve(state, every_move=True).move_values
    (first, first_value), (second, second_value) = values[0], values[-1]
    found = Solver(state.board).compare(state, (first, second), (first_value, second_value), 1, lambda: False)
    assert found[0][0] < first_value < found[0][1] and found[1][0] < second_value < found[1][1]


def test_the_garbage_collector_is_on_again_after_a_search() -> None:
    state = random_endgame(Random(3), 18)
    assert gc.isenabled()
    solve(state)
    assert gc.isenabled()
    with pytest.raises(OutOfNodes):
        solve(state, 5)
    assert gc.isenabled()


@pytest.mark.skipif(not hasattr(gc, "freeze"), reason="PyPy freezes nothing")
def test_a_search_leaves_frozen_what_is() -> None:
    gc.freeze()
    try:
        solve(random_endgame(Random(3), 12))
        assert gc.get_freeze_count() > 0
    finally:
        gc.unfreeze()


def test_a_solver_that_has_learnt_something_agrees_with_a_fresh_one() -> None:
    rng = Random(5)
    solver = Solver(start_state().board)
    for _ in range(12):
        state = random_endgame(rng, 16)
        learnt, fresh = solver.solve(state), solve(state)
        assert (learnt.value, learnt.best_moves) == (fresh.value, fresh.best_moves)
        assert learnt.nodes <= fresh.nodes * 2


def test_best_play_reaches_the_value() -> None:
    rng = Random(9)
    for _ in range(5):
        state = random_endgame(rng, 18)
        value, mover = solve(state).value, state.to_move
        while state.to_move != NOBODY:
            state = state.apply(solve(state).best_moves[0])
        green, blue = state.scores()
        assert (green - blue if mover == 1 else blue - green) == value


def test_points_won_before_are_included() -> None:
    """Blue is 6 behind, lays both singles into one field, best into 10, and green can do nothing."""
    solution = solve(state_at(ENDGAME))
    assert solution.value == -6 + 10
    assert [move.cells for move in solution.best_moves] == [("10c",), ("10j",)]


def test_the_value_is_that_of_the_player_to_move() -> None:
    state = state_at("111/1111/11222/221111/1111122/22111112/.2222222./.222.22211 111222-- 1000/1100 2")
    moves = dict(solve(state, every_move=True).move_values)
    # Wherever blue lays the one single, green's fills the field: 9 makes it 21 all, 10 makes it 22 to 21.
    assert moves[ZickzackMove("1", ("9a",))] == moves[ZickzackMove("1", ("9i",))] == 0
    assert moves[ZickzackMove("1", ("10a",))] == moves[ZickzackMove("1", ("10e",))] == -1


def test_after_the_end_the_value_is_the_lead() -> None:
    over = "111/1111/21111/112222/2111112/22222.1./2.222111./22.112222. 11122--- 0100/0200 2"
    solution = solve(state_at(over))
    assert (solution.value, solution.best_moves, solution.nodes) == (1, (), 0)


def test_the_solver_stops_at_the_node_limit() -> None:
    state = random_endgame(Random(3), 18)
    needed = solve(state).nodes
    assert solve(state, needed).nodes == needed
    with pytest.raises(OutOfNodes, match=f"was reached after {needed - 1} nodes"):
        solve(state, needed - 1)
    assert issubclass(OutOfNodes, WorkFailed)


def test_a_solver_that_has_failed_knows_moves_that_are_not_best() -> None:
    rng = Random(11)
    excluded = 0
    for _ in range(10):
        state = random_endgame(rng, 20)
        solution = solve(state)
        if solution.nodes < 50:
            continue
        solver = Solver(state.board)
        with pytest.raises(OutOfNodes):
            solver.solve(state, solution.nodes * 9 // 10)
        candidates = solver.candidates(state)
        assert set(solution.best_moves) <= set(candidates)
        excluded += len(state.steps()) - len(candidates)
    assert excluded


@pytest.mark.parametrize("kept", [MAX_NODES_KEPT, 300])
def test_a_solver_that_has_failed_may_know_a_good_move(kept: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tabletop.games.zickzack.solver.MAX_NODES_KEPT", kept)
    rng = Random(11)
    proven = forgotten = 0
    for _ in range(10):
        state = random_endgame(rng, 20)
        values = dict(solve(state, every_move=True).move_values)
        evaluated = evaluation_of(state.board)
        assert evaluated is not None
        green, blue = state.scores()
        lead = green - blue if state.player == 1 else blue - green
        for tenths in (1, 5, 9):
            solver = Solver(state.board)
            assert solver.best_so_far(state) is None
            try:
                solver.solve(state, solve(state).nodes * tenths // 10, every_best=False)
                continue
            except OutOfNodes:
                found = solver.best_so_far(state)
            if found is not None:
                proven += 1
                moves, least = found
                assert all(values[move] >= least for move in moves)
                assert least >= lead + evaluated.guess(state) - CAUTIOUS_POINTS
            forgotten += found is None and solver.proven is not None
    assert proven >= 5
    assert (forgotten > 0) == (kept == 300)


def test_a_solver_is_freed_without_the_collector() -> None:
    state = random_endgame(Random(3), 18)
    for nodes in (None, 50):
        with collection_paused():
            solver = Solver(state.board)
            with suppress(OutOfNodes):
                solver.solve(state, nodes, spend=lambda solver=solver: solver.proven != 1000)  # type: ignore[misc]
            is_freed = weakref.ref(solver)
            del solver
            assert is_freed() is None


def test_the_solver_stops_when_spend_returns_false() -> None:
    calls: list[int] = []

    def spend() -> bool:
        calls.append(1)
        return len(calls) <= 10

    with pytest.raises(OutOfNodes):
        solve(random_endgame(Random(3), 24), spend=spend)
    assert len(calls) == 11


def test_fresh_solvers_take_the_same_nodes() -> None:
    state = random_endgame(Random(8), 20)
    assert solve(state).nodes == solve(state).nodes


def test_nodes_stay_few() -> None:
    """Far more nodes than this would mean that an idea got lost."""
    rng = Random(1)
    states = [random_endgame(rng, 22) for _ in range(10)] + [state_at(position) for position in MIDDLE_GAMES]
    assert sum(solve(state).nodes for state in states) < 21_000


def test_too_large_boards_are_refused(tmp_path: Path) -> None:
    fields = [f'[[field]]\nname = "{n}"\npoints = 1\ncells = {[[q, 2 * n] for q in range(26)]}\n' for n in range(20)]
    pieces = [
        '[[piece]]\nname = "dot"\ncount = 99\ncells = [[0, 0]]\n',
        '[[piece]]\nname = "bar"\ncount = 99\ncells = [[0, 0], [1, 0]]\n',
    ]
    path = tmp_path / "huge.toml"
    path.write_text("".join(fields + pieces), "utf-8")
    with pytest.raises(WorkFailed, match="at most 300"):
        solve(start_state(str(path)))


def test_gap_sets_of_equal_gaps_are_one_and_know_who_can_fill_them() -> None:
    board = start_state().board
    gap_table, hand_table = GapTable(board), HandTable(4)

    def gap_set(*cells: str) -> int:
        return gap_table.gap_set([board.hexes[board.cell_numbers[cell]] for cell in cells])

    def who(own: tuple[int, ...], other: tuple[int, ...]) -> int:
        packed = (hand_table.packed[hand_table.hand(counts)] for counts in (own, other))
        return gap_table.who_can_fill(gap_set("10a", "10b", "10c", "10e"), *packed)

    assert gap_set("10a", "10b", "10c", "10e") == gap_set("9a", "9c", "9d", "9e")
    assert who((1, 0, 1, 0), (0, 0, 0, 0)) == OWN_CAN_FILL
    assert who((0, 0, 1, 0), (1, 0, 0, 0)) == BOTH_CAN_FILL
    assert who((0, 0, 0, 1), (1, 0, 1, 0)) == OTHER_CAN_FILL
    assert who((1, 0, 0, 0), (0, 2, 0, 1)) == 0, "a single and two doubles do not fill gaps of 3 and 1"


@pytest.mark.parametrize(
    ("cells", "types", "sizes"),
    [
        ("10a 10b 10c", 0b0011, (2, 1)),  # with singles and doubles
        ("10a 10b 10c", 0b0111, (3,)),
        ("10a 10b 10c 10d", 0b0011, (4,)),  # a double can leave two gaps of one cell
        ("10a 10b 10c 10d", 0b0001, (1, 1, 1, 1)),
        ("10a 10b 10d", 0b0101, (1, 1, 1)),  # no triple fits
    ],
)
def test_gaps_that_play_the_same_are_the_same(cells: str, types: int, sizes: tuple[int, ...]) -> None:
    board = start_state().board
    table = GapTable(board)
    gap_set = table.gap_set([board.hexes[board.cell_numbers[cell]] for cell in cells.split()])
    assert table.sizes(table.with_small_gaps(gap_set, types)) == sizes


def test_a_triangle_does_not_play_like_a_row() -> None:
    table = GapTable(start_state().board)
    triangle = table.gap_set([(0, 0), (1, 0), (0, 1)])
    assert table.with_small_gaps(triangle, 0b0011) == triangle, "a single never leaves two gaps"
