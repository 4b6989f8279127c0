"""The exact value of a Zickzack position: the final score with best play on both sides.

    solution = solve(state)                     # may take long; see `nodes` and `spend`
    solution.value                              # points of the player to move minus the other's
    solution.best_moves                         # all moves that achieve it
    Solver(board).solve(state)                  # a Solver kept for several positions learns from each

Positions are reduced to what matters for the points still to be won (see `reduction`) and searched by negamax
with null windows and a transposition table of bounds. On a board with a learned evaluation, the first window is at
the value that it guesses, and it orders the moves near the root.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from tabletop.errors import WorkFailed
from tabletop.game import NOBODY
from tabletop.games.zickzack.board import Board, ZickzackMove
from tabletop.games.zickzack.estimates import Child, evaluation_of
from tabletop.games.zickzack.network import SCALE
from tabletop.games.zickzack.reduction import Position, Reduced, ReducedMove, reduction_of
from tabletop.games.zickzack.rules import ZickzackState
from tabletop.text import counted

MAX_TRANSPOSITIONS = 2_000_000
"""Positions that the transposition table keeps before it starts over."""
MAX_PIECES_LEFT = 300
"""Pieces that may still be laid; with more, no search would end anyway."""
ORDERED_PLIES = 5
"""Moves from the root on that the learned evaluation orders; deeper down that would cost more than it saves."""
SIZE_BONUS = 1.5
"""The points by which a piece with one more cell may look worse and is still tried first: it leaves less to search."""


class OutOfNodes(WorkFailed):
    """The limit was reached before the value was known."""


@dataclass(frozen=True)
class Solution:
    """A solved position.

    Attributes:

        value        final points of the player to move minus the other's, including points already won;
                     after the end, `state.player` counts as the player to move
        best_moves   moves that reach the value, in canonical order: all, unless `solve` was called without
                     `every_best`; none after the end
        nodes        positions searched
        seconds      how long it took
        move_values  every legal move with its value, if requested
    """

    value: int
    best_moves: tuple[ZickzackMove, ...]
    nodes: int
    seconds: float
    move_values: tuple[tuple[ZickzackMove, int], ...] = ()


def solve(
    state: ZickzackState, nodes: int | None = None, *, spend: Callable[[], bool] | None = None, every_move: bool = False
) -> Solution:
    """Solve a position with fresh tables, so that it always takes the same number of nodes.

    Raises OutOfNodes once `nodes` are used up, or when `spend`, called for each node, returns False.
    """
    return Solver(state.board).solve(state, nodes, spend=spend, every_move=every_move)


def expected_nodes(state: ZickzackState) -> int:
    """About how many nodes it takes to solve a position, or somewhat fewer.

    Half of 36 positions with 24 or 26 free cells from games of `medium` took between 1.2 and 2.4 times as many.
    """
    reduction = reduction_of(state.board)
    reduced = reduction.of(state)
    if reduced is None:
        return 0
    states, pool, own, other = reduced[0]
    cells = sum(sum(reduction.gaps(number)) for number in states) + sum(reduction.gap_table.sizes(pool))
    pieces = sum(reduction.hand_table.counts(own)) + sum(reduction.hand_table.counts(other))
    return int(2 ** min(60.0, 0.31 * cells + 0.93 * pieces - 6.55))


class Solver:
    """Solves positions of one board; what it has learnt helps with the next position."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self._evaluated = evaluation_of(board)
        self.reduction = self._evaluated.plain if self._evaluated else reduction_of(board)
        self._transpositions: dict[Position, tuple[int, int, ReducedMove | None]] = {}
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
        every_best: bool = True,
    ) -> Solution:
        """The value and the best moves; with `every_move` the value of each. Raises as `solve` above.

        Without `every_best` the best moves are those that were found on the way, one at least, which takes less time.
        """
        began = time.perf_counter()
        self._nodes, self._max_nodes, self._spend = 0, nodes, spend
        pieces_left = min(state.free.bit_count(), sum(state.hand_counts(1)) + sum(state.hand_counts(2)))
        if pieces_left > MAX_PIECES_LEFT:
            raise WorkFailed(f"{pieces_left} pieces can still be laid; the solver handles at most {MAX_PIECES_LEFT}")
        green, blue = state.scores()
        lead = green - blue if state.player == 1 else blue - green
        if state.to_move == NOBODY:
            return Solution(lead, (), 0, time.perf_counter() - began)
        position = self.reduction.position(state)
        guess = self._evaluated.guess(state) if self._evaluated else 0
        value = self._exact_value(self.reduction.reduced(*position), guess)
        reduced_moves = {move: self.reduction.move(state, move) for move in state.steps()}
        best_moves: tuple[ZickzackMove, ...] = ()
        move_values: tuple[tuple[ZickzackMove, int], ...] = ()
        if not every_best and not every_move:
            lows = {move: self._known_bounds(position, move)[0] for move in set(reduced_moves.values())}
            best_moves = tuple(move for move, reduced_move in reduced_moves.items() if lows[reduced_move] == value)
        if not best_moves:
            values: dict[ReducedMove, int] = {}
            for reduced_move in reduced_moves.values():
                if reduced_move not in values:
                    values[reduced_move] = self._move_value(position, reduced_move, value, every_move)
            best_moves = tuple(move for move, reduced_move in reduced_moves.items() if values[reduced_move] == value)
            if every_move:
                move_values = tuple((move, lead + values[reduced]) for move, reduced in reduced_moves.items())
        return Solution(lead + value, best_moves, self._nodes, time.perf_counter() - began, move_values)

    def candidates(self, state: ZickzackState) -> list[ZickzackMove]:
        """The legal moves that may be best by what is known without any search, also after `solve` has failed."""
        position = self.reduction.position(state)
        moves = {move: self.reduction.move(state, move) for move in state.steps()}
        bounds = {move: self._known_bounds(position, move) for move in set(moves.values())}
        least = max(low for low, _ in bounds.values())
        return [move for move, reduced_move in moves.items() if bounds[reduced_move][1] >= least]

    def _known_bounds(self, position: Position, move: ReducedMove) -> tuple[int, int]:
        """The least and the most that the value of a move can be by what is known without any search."""
        gain, is_same_mover, child = self.reduction.after(position, move)
        if child is None:
            return gain, gain
        left, is_same, low, high, _ = child
        low, high, _ = self._transpositions.get(left, (low, high, None))
        return (gain + low, gain + high) if is_same == is_same_mover else (gain - high, gain - low)

    def _move_value(self, position: Position, move: ReducedMove, value: int, is_exact: bool) -> int:
        """The value of a move in a position of that value; unless `is_exact`, a bound where the move is worse."""
        gain, is_same_mover, child = self.reduction.after(position, move)
        sign = 1 if is_same_mover else -1
        if child is None:
            return gain
        if is_exact:
            return gain + sign * self._exact_value(child, sign * (value - gain))
        if sign * (1 if child[1] else -1) > 0:
            return gain + self._bounded_value(child, value - gain - 1, value - gain)
        return gain - self._bounded_value(child, gain - value, gain - value + 1)

    def _exact_value(self, reduced: Reduced | None, guess: int) -> int:
        """The value for the player to move before reduction: null windows that close in from a first guess."""
        if reduced is None:
            return 0
        _, is_same_mover, low, high, _ = reduced
        sign = 1 if is_same_mover else -1
        value = min(max(sign * guess, low), high)
        while low < high:
            beta = value + 1 if value == low else value
            value = self._bounded_value(reduced, beta - 1, beta)
            if value < beta:
                high = value
            else:
                low = value
        return sign * low

    def _bounded_value(self, reduced: Reduced, alpha: int, beta: int) -> int:
        """The value for the player to move in the reduced position, or a bound of it outside the window."""
        position, _, low, high, _ = reduced
        if low >= beta:
            return low
        if high <= alpha:
            return high
        return self._search(position, low, high, alpha, beta, ORDERED_PLIES)

    def _search(self, position: Position, low: int, high: int, alpha: int, beta: int, ordered: int) -> int:
        """Negamax, fail-soft; `low` and `high` are bounds known of the value.

        The moves of positions less than `ordered` moves ahead are ordered by the learned evaluation.
        """
        entry = self._transpositions.get(position)
        first: ReducedMove | None = None
        if entry is not None:
            low, high, first = entry
            if low >= beta or low == high:
                return low
            if high <= alpha:
                return high
        if self._nodes == self._max_nodes or (self._spend is not None and not self._spend()):
            raise OutOfNodes(f"not solved: the limit was reached after {counted(self._nodes, 'node')}")
        self._nodes += 1
        if alpha < low:
            alpha = low
        if beta > high:
            beta = high
        best, best_move, floor = low - 1, first, alpha
        after = self.reduction.after
        # The best move of an earlier search often suffices; the others are then not even listed.
        for moves in ((first,) if first else (), None):
            for move in self._moves(position, ordered) if moves is None else moves:
                if moves is None and move == first:
                    continue
                gain, is_same_mover, child = after(position, move)
                if child is None:
                    value = gain
                else:
                    left, is_same, child_low, child_high, _ = child
                    if is_same == is_same_mover:
                        child_alpha, child_beta = floor - gain, beta - gain
                    else:
                        child_alpha, child_beta = gain - beta, gain - floor
                    if child_low >= child_beta:
                        value = child_low
                    elif child_high <= child_alpha:
                        value = child_high
                    else:
                        value = self._search(left, child_low, child_high, child_alpha, child_beta, ordered - 1)
                    value = gain + value if is_same == is_same_mover else gain - value
                if value > best:
                    best, best_move = value, move
                    if value >= beta:
                        break
                    if value > floor:
                        floor = value
            if best >= beta:
                break
        if len(self._transpositions) >= MAX_TRANSPOSITIONS:
            self._transpositions.clear()
        self._transpositions[position] = (
            best if best > alpha else low,
            best if best < beta else high,
            best_move,
        )
        return best

    def _moves(self, position: Position, ordered: int) -> list[ReducedMove]:
        """All moves, the promising ones first."""
        if ordered <= 0 or self._evaluated is None:
            return self.reduction.all_moves(position)
        return [child[2] for child in sorted(self._evaluated.children(position), key=self._promise, reverse=True)]

    def _promise(self, child: Child) -> float:
        """What the learned evaluation and the size of the piece promise of a move."""
        return child[0] + SIZE_BONUS * SCALE * self.board.piece_types[child[2][2]].size
