"""Reduced positions of a board with the learned evaluation of their values.

evaluated = evaluation_of(board)            # None if the board has no learned evaluation
evaluated.children(position)                # all moves, the best by their estimates first
"""

from __future__ import annotations

from functools import lru_cache

from tabletop.games.zickzack.board import Board
from tabletop.games.zickzack.network import SCALE, Network, load_network
from tabletop.games.zickzack.reduction import Position, Reduced, ReducedMove, Reduction
from tabletop.games.zickzack.rules import ZickzackState

Child = tuple[int, int, ReducedMove, int, bool, Reduced | None]
"""The estimate of a move's value; the number of the move, so that no two are equal; the move; the points that it wins;
whether the value of the position after it has the same sign; that position. Values are multiples of 1 / SCALE."""


class Evaluated:
    """A board's reduction with its learned evaluation."""

    def __init__(self, board: Board, network: Network) -> None:
        self.reduction = Reduction(board, network)
        self._value = network.value

    def estimate(self, reduced: Reduced) -> int:
        """The value for the player to move in the reduced position, within what is possible."""
        return min(max(self._value(reduced[4]), reduced[2] * SCALE), reduced[3] * SCALE)

    def after_move(self, points: int, is_same_mover: bool, child: Reduced | None) -> int:
        """The value of a move for its player, given what `Reduction.after` says of it."""
        if child is None:
            return points * SCALE
        estimate = self.estimate(child)
        return points * SCALE + (estimate if is_same_mover == child[1] else -estimate)

    def guess(self, state: ZickzackState) -> int:
        """The points that the player to move will still win less the other's, by the estimate."""
        reduced = self.reduction.of(state)
        if reduced is None:
            return 0
        points = round(self.estimate(reduced) / SCALE)
        return points if reduced[1] else -points

    def children(self, position: Position) -> list[Child]:
        """All moves, the best by their estimates first."""
        value_of = self._value
        children: list[Child] = []
        for number, (move, points, is_same, child) in enumerate(self.reduction.children(position)):
            points *= SCALE
            if child is None:
                children.append((points, -number, move, points, True, None))
            else:
                value, low, high = value_of(child[4]), child[2] * SCALE, child[3] * SCALE
                if value < low:
                    value = low
                elif value > high:
                    value = high
                has_same_sign = is_same == child[1]
                estimate = points + value if has_same_sign else points - value
                children.append((estimate, -number, move, points, has_same_sign, child))
        children.sort(reverse=True)
        return children


@lru_cache(maxsize=8)
def evaluation_of(board: Board) -> Evaluated | None:
    """The learned evaluation of a board, made once; None if the board has none."""
    network = load_network(board)
    return None if network is None else Evaluated(board, network)
