"""The exact value of a Zickzack position: the final score with best play on both sides.

    solution = solve(state)                     # may take long; see `nodes` and `spend`
    solution.value                              # points of the player to move minus the other's
    solution.best_moves                         # all moves that achieve it
    Solver(board).solve(state)                  # a Solver kept for several positions learns from each

The solver reduces a position to what matters for the points still to be won: the gap set of each
field (see `solver_tables`), both hands, and who moves. A field that both hands together cannot
fill any more brings nobody points; its gaps go into one pool for all such fields, since a move
there only passes the turn. Pieces that fit nowhere leave the hand. What remains is searched by
negamax with null windows and a transposition table of bounds.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from tabletop.errors import WorkFailed
from tabletop.game import NOBODY
from tabletop.games.zickzack.board import Board, ZickzackMove
from tabletop.games.zickzack.rules import ZickzackState
from tabletop.games.zickzack.solver_tables import (
    BOTH_CAN_FILL,
    NO_GAPS,
    NO_PIECES,
    OTHER_CAN_FILL,
    OWN_CAN_FILL,
    GapTable,
    HandTable,
)
from tabletop.text import counted

MAX_TRANSPOSITIONS = 2_000_000
"""Positions that the transposition table keeps before it starts over."""
MAX_PIECES_LEFT = 300
"""Pieces that may still be laid; with more, no search would end anyway."""
POOL = -1
"""Stands for the pool where a move names a field."""
_NUMBER_BITS = 24
"""Bits for the number of a hand in the keys of `_fillers`."""

SolverPosition = tuple[tuple[int, ...], int, int, int]
"""The gap set of each field, the gap set of the pool, the hand of the player to move, the other's."""
SolverMove = tuple[int, int, int, int]
"""The rank among moves of its kind, the field or POOL, the piece type, the gap set left there."""


class OutOfNodes(WorkFailed):
    """The limit was reached before the value was known."""


@dataclass(frozen=True)
class Solution:
    """A solved position.

    Attributes:

        value        final points of the player to move minus the other's, including points already won;
                     after the end, `state.player` counts as the player to move
        best_moves   all moves that reach the value, in canonical order; none after the end
        nodes        positions searched
        seconds      how long it took
        move_values  every legal move with its value, if requested
    """

    value: int
    best_moves: tuple[ZickzackMove, ...]
    nodes: int
    seconds: float
    move_values: tuple[tuple[ZickzackMove, int], ...] = ()


class _Canonical(NamedTuple):
    """A position in canonical form, with bounds of its value for the player to move in it.

    `is_same_mover` says whether that is the player who was to move before the position was reduced,
    and not the other one because the first has no piece left.
    """

    position: SolverPosition
    is_same_mover: bool
    low: int
    high: int


def solve(
    state: ZickzackState, nodes: int | None = None, *, spend: Callable[[], bool] | None = None, every_move: bool = False
) -> Solution:
    """Solve a position with fresh tables, so that it always takes the same number of nodes.

    Raises OutOfNodes once `nodes` are used up, or when `spend`, called for each node, returns False.
    """
    return Solver(state.board).solve(state, nodes, spend=spend, every_move=every_move)


class Solver:
    """Solves positions of one board; what it has learnt helps with the next position."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self._points = [field.points for field in board.fields]
        self._gap_table = GapTable(board)
        self._hand_table = HandTable(len(board.piece_types))
        self._transpositions: dict[SolverPosition, tuple[int, int, SolverMove | None]] = {}
        self._fillers: dict[int, int] = {}
        self._usable: dict[tuple[int, int], int] = {}
        self._nodes = 0
        self._max_nodes: int | None = None
        self._spend: Callable[[], bool] | None = None

    def solve(
        self,
        state: ZickzackState,
        nodes: int | None = None,
        *,
        spend: Callable[[], bool] | None = None,
        every_move: bool = False,
    ) -> Solution:
        """The value and the best moves; with `every_move` the value of each. Raises as `solve` above."""
        began = time.perf_counter()
        self._nodes, self._max_nodes, self._spend = 0, nodes, spend
        pieces_left = min(state.free.bit_count(), sum(state.hand_counts(1)) + sum(state.hand_counts(2)))
        if pieces_left > MAX_PIECES_LEFT:
            raise WorkFailed(f"{pieces_left} pieces can still be laid; the solver handles at most {MAX_PIECES_LEFT}")
        green, blue = state.scores()
        lead = green - blue if state.player == 1 else blue - green
        if state.to_move == NOBODY:
            return Solution(lead, (), 0, time.perf_counter() - began)
        gap_sets = tuple(self._gap_set(state.free & mask) for mask in self.board.field_masks)
        own, other = (self._hand_table.hand(state.hand_counts(player)) for player in (state.to_move, 3 - state.to_move))
        value = self._exact_value(self._canonical(gap_sets, NO_GAPS, own, other), 0)
        move_values: list[tuple[ZickzackMove, int]] = []
        values: dict[SolverMove, int] = {}
        for move in state.steps():
            placement = self.board.placement_of[move]
            gap_set = self._gap_set(state.free & self.board.field_masks[placement.field] & ~placement.mask)
            solver_move = (0, placement.field, placement.type_number, gap_set)
            if solver_move not in values:
                values[solver_move] = self._move_value((gap_sets, NO_GAPS, own, other), solver_move, value, every_move)
            move_values.append((move, lead + values[solver_move]))
        value += lead
        best_moves = tuple(move for move, move_value in move_values if move_value == value)
        seconds = time.perf_counter() - began
        return Solution(value, best_moves, self._nodes, seconds, tuple(move_values) if every_move else ())

    def _gap_set(self, free: int) -> int:
        """The gap set of these free cells of one field."""
        return self._gap_table.gap_set([place for cell, place in enumerate(self.board.hexes) if free >> cell & 1])

    def _move_value(self, position: SolverPosition, move: SolverMove, value: int, is_exact: bool) -> int:
        """The value of a move in a position of that value; unless `is_exact`, a bound where the move is worse."""
        gain, is_same_mover, child = self._after(position, move)
        sign = 1 if is_same_mover else -1
        if child is None:
            return gain
        if is_exact:
            return gain + sign * self._exact_value(child, sign * (value - gain))
        if sign * (1 if child.is_same_mover else -1) > 0:
            return gain + self._bounded_value(child, value - gain - 1, value - gain)
        return gain - self._bounded_value(child, gain - value, gain - value + 1)

    def _exact_value(self, canonical: _Canonical | None, guess: int) -> int:
        """The value for the player to move before reduction: null windows that close in from a first guess."""
        if canonical is None:
            return 0
        sign = 1 if canonical.is_same_mover else -1
        low, high = canonical.low, canonical.high
        value = min(max(sign * guess, low), high)
        while low < high:
            beta = value + 1 if value == low else value
            value = self._bounded_value(canonical, beta - 1, beta)
            if value < beta:
                high = value
            else:
                low = value
        return sign * low

    def _bounded_value(self, canonical: _Canonical, alpha: int, beta: int) -> int:
        """The value for the player to move in the canonical form, or a bound of it outside the window."""
        if canonical.low >= beta:
            return canonical.low
        if canonical.high <= alpha:
            return canonical.high
        return self._search(canonical.position, canonical.low, canonical.high, alpha, beta)

    def _search(self, position: SolverPosition, low: int, high: int, alpha: int, beta: int) -> int:
        """Negamax, fail-soft; `low` and `high` are bounds known of the value."""
        entry = self._transpositions.get(position)
        first: SolverMove | None = None
        if entry is not None:
            low, high, first = entry
            if low >= beta or low == high:
                return low
            if high <= alpha:
                return high
        self._count_node()
        alpha, beta = max(alpha, low), min(beta, high)
        moves = self._moves(position)
        if first is not None and moves[0] != first:
            moves.remove(first)
            moves.insert(0, first)
        best, best_move, floor = low - 1, moves[0], alpha
        for move in moves:
            gain, is_same_mover, child = self._after(position, move)
            if child is None:
                value = gain
            elif is_same_mover == child.is_same_mover:
                value = gain + self._bounded_value(child, floor - gain, beta - gain)
            else:
                value = gain - self._bounded_value(child, gain - beta, gain - floor)
            if value > best:
                best, best_move = value, move
                if value >= beta:
                    break
                floor = max(floor, value)
        if len(self._transpositions) >= MAX_TRANSPOSITIONS:
            self._transpositions.clear()
        self._transpositions[position] = (
            best if best > alpha else low,
            best if best < beta else high,
            best_move,
        )
        return best

    def _count_node(self) -> None:
        if self._nodes == self._max_nodes or (self._spend is not None and not self._spend()):
            raise OutOfNodes(f"not solved: the limit was reached after {counted(self._nodes, 'node')}")
        self._nodes += 1

    def _moves(self, position: SolverPosition) -> list[SolverMove]:
        """The different moves: fills, most valuable first; into the pool; safe ones; giveaways, cheapest first."""
        gap_sets, pool, own, other = position
        own_types, other_types = self._hand_table.types[own], self._hand_table.types[other]
        points, filled_by, gap_set_moves = self._points, self._gap_table.filled_by, self._gap_table.moves
        fills: list[SolverMove] = []
        safe: list[SolverMove] = []
        giveaways: list[SolverMove] = []
        for field, gap_set in enumerate(gap_sets):
            if gap_set:
                for rank, type_number, left in gap_set_moves(gap_set, own_types):
                    if not left:
                        fills.append((-points[field], field, type_number, left))
                    elif filled_by[left] & other_types:
                        giveaways.append((points[field], field, type_number, left))
                    else:
                        safe.append((rank - field, field, type_number, left))
        fills.sort()
        safe.sort()
        giveaways.sort()
        into_pool: list[SolverMove] = [
            (rank, POOL, type_number, left) for rank, type_number, left in gap_set_moves(pool, own_types)
        ]
        return fills + into_pool + safe + giveaways

    def _after(self, position: SolverPosition, move: SolverMove) -> tuple[int, bool, _Canonical | None]:
        """The points that a move wins, whether its player moves again, and the position after it."""
        gap_sets, pool, own, other = position
        _, field, type_number, left = move
        own = self._hand_table.without(own, type_number)
        if field == POOL:
            return 0, False, self._canonical(gap_sets, left, other, own)
        gap_sets = (*gap_sets[:field], left, *gap_sets[field + 1 :])
        if left:
            return 0, False, self._canonical(gap_sets, pool, other, own)
        return self._points[field], True, self._canonical(gap_sets, pool, own, other)

    def _canonical(self, gap_sets: tuple[int, ...], pool: int, own: int, other: int) -> _Canonical | None:
        """The position in canonical form, with bounds of its value; None if nobody can win another field."""
        points, capacity, fillers = self._points, self._gap_table.capacity, self._fillers
        while True:
            low = high = 0
            hands = own << _NUMBER_BITS | other
            total_capacity = capacity[pool]
            has_dead_fields = False
            for gap_set, field_points in zip(gap_sets, points, strict=True):
                if gap_set:
                    total_capacity += capacity[gap_set]
                    key = gap_set << 2 * _NUMBER_BITS | hands
                    who = fillers.get(key)
                    if who is None:
                        packed = self._hand_table.packed
                        who = fillers[key] = self._gap_table.who_can_fill(gap_set, packed[own], packed[other])
                    if who == BOTH_CAN_FILL:
                        high += field_points
                        low -= field_points
                    elif who == OWN_CAN_FILL:
                        high += field_points
                    elif who == OTHER_CAN_FILL:
                        low -= field_points
                    else:
                        pool = self._gap_table.merged(pool, gap_set)
                        has_dead_fields = True
            if has_dead_fields:
                gap_sets = tuple(
                    [
                        gap_set if gap_set and fillers[gap_set << 2 * _NUMBER_BITS | hands] else NO_GAPS
                        for gap_set in gap_sets
                    ]
                )
            if low == high:
                return None
            own_trimmed = self._hand_table.trimmed(own, total_capacity)
            other_trimmed = self._hand_table.trimmed(other, total_capacity)
            if own_trimmed == own and other_trimmed == other:
                break
            own, other = own_trimmed, other_trimmed
        if pool:
            pool = self._usable_pool(pool, self._hand_table.types[own] | self._hand_table.types[other])
        if own == NO_PIECES:
            return _Canonical((gap_sets, pool, other, own), False, -high, -low)
        return _Canonical((gap_sets, pool, own, other), True, low, high)

    def _usable_pool(self, pool: int, types: int) -> int:
        """The pool without the gaps into which no piece of these types fits."""
        key = (pool, types)
        usable = self._usable.get(key)
        if usable is None:
            usable = self._usable[key] = self._gap_table.usable(pool, types)
        return usable
