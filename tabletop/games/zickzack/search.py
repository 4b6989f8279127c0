"""The search of Zickzack's strong bots: alpha-beta on reduced positions with the learned evaluation.

    search = Search(evaluation_of(board), limit)
    search.rank(position, moves)                # the best moves and their values, searched ever deeper

Moves are tried in the order that the evaluation suggests, all but the first with a null window, and late ones less
deep at first. Near the horizon, a move whose estimate is far outside the window is not searched. Filling a field
costs no depth, since the same player moves again. A value that no estimate has entered is exact, and stays in the
table as a bound.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tabletop.bots.limit import Limit, LimitReached
from tabletop.games.zickzack.estimates import Child, Evaluated
from tabletop.games.zickzack.network import SCALE
from tabletop.games.zickzack.reduction import Position, Reduced, ReducedMove

MAX_DEPTH = 60
MAX_EXPANDED = 8_000
"""Positions whose moves are kept before they start over."""
LATE = 3
"""Moves that are searched to full depth at once; the others only if a search one move less deep finds them good."""
MARGINS = tuple(points * SCALE for points in (0, 2, 3, 4, 5, 6))
"""By depth: a move whose estimate is so far outside the window is not searched."""
INFINITE = 1 << 40
REVISIT = 1
"""Nodes that a position counts whose moves are known already; otherwise it counts its moves."""

Entry = tuple[int, int, int, int, int, Child]
"""Bounds that are exact; a depth, and bounds by a search so deep; the best move."""


class Search:
    """One search; keeps its tables while it goes deeper. It ends when so many nodes of the limit are spent.

    Attributes:
        depth: how many moves the last iteration that was finished has looked ahead.
        is_exact: whether the values that `rank` returned, or the last value found, depend on no estimate.
    """

    def __init__(self, evaluated: Evaluated, limit: Limit, nodes: int | None = None) -> None:
        self._evaluated = evaluated
        self._limit = limit
        self._nodes = nodes
        self._table: dict[Position, Entry] = {}
        self._expanded: dict[Position, list[Child]] = {}
        self._nodes_count = self._time_counts = False
        self.depth = 0
        self.is_exact = False

    def rank(
        self,
        position: Position,
        moves: Sequence[ReducedMove],
        max_depth: int = MAX_DEPTH,
        lines: int = 1,
        slack: int = 0,
        report: Callable[[int, int], None] | None = None,
    ) -> list[tuple[int, int]]:
        """The moves' indices in `moves` and their values, best first, from the deepest search within the limit.

        The position need not be reduced. The values of the `lines` best moves, and of those within `slack`
        of the best, are found out; the other moves are left out. The first iteration is finished whatever the
        nodes, and goes on until `lines` moves have values even if the time is up. After each iteration `report`
        gets the best move's index and value.
        """
        children = [self._evaluated.reduction.after(position, move) for move in moves]
        order = sorted(range(len(moves)), key=lambda index: -self._evaluated.after_move(*children[index]))
        ranked: list[tuple[int, int]] = []
        for depth in range(1, max_depth + 1):
            self._nodes_count = self._time_counts = depth > 1
            found: list[tuple[int, int]] = []
            try:
                are_exact = self._rank_once(children, order, depth, lines, slack, found)
            except LimitReached:
                if len(found) >= lines:
                    ranked, self.is_exact = _best_first(found), False
                break
            ranked, self.depth, self.is_exact = _best_first(found), depth, are_exact
            if report:
                report(*ranked[0])
            indices = [index for index, _ in ranked]
            order = indices + [index for index in order if index not in indices]
            if are_exact:
                break
        return ranked

    def _rank_once(
        self,
        children: Sequence[tuple[int, bool, Reduced | None]],
        order: Sequence[int],
        depth: int,
        lines: int,
        slack: int,
        found: list[tuple[int, int]],
    ) -> bool:
        """Search the moves to this depth, in this order, and add values to `found`; whether all are exact."""
        values: list[int] = []
        are_exact = True
        for index in order:
            self._spend(1)
            points, is_same, child = children[index]
            alpha = min(values[lines - 1], values[0] - slack) - 1 if len(values) >= lines else -INFINITE
            value = points * SCALE
            if child is None:
                self.is_exact = True
            else:
                has_same_sign = is_same == child[1]
                child_depth = depth if points and depth > 1 else depth - 1
                if alpha > -INFINITE:
                    tried = self._value_after(child, value, has_same_sign, alpha, alpha + 1, child_depth)
                if alpha == -INFINITE or tried > alpha:
                    tried = self._value_after(child, value, has_same_sign, alpha, INFINITE, child_depth)
                value = tried
            are_exact = are_exact and self.is_exact
            if value > alpha:
                found.append((index, value))
                values.append(value)
                values.sort(reverse=True)
                self._time_counts = self._time_counts or len(values) >= lines
        return are_exact

    def _value_after(self, child: Reduced, points: int, has_same_sign: bool, alpha: int, beta: int, depth: int) -> int:
        """The value of a move that wins points and leads to a position."""
        if has_same_sign:
            return points + self._value(child, alpha - points, beta - points, depth)
        return points - self._value(child, points - beta, points - alpha, depth)

    def _value(self, reduced: Reduced, alpha: int, beta: int, depth: int) -> int:
        """The value for the player to move, or a bound of it outside the window; sets `is_exact`."""
        position = reduced[0]
        low, high = reduced[2] * SCALE, reduced[3] * SCALE
        entry = self._table.get(position)
        first: Child | None = None
        entry_depth = -1
        if entry is not None:
            low, high, entry_depth, searched_low, searched_high, first = entry
        self.is_exact = True
        if low >= beta or low == high:
            return low
        if high <= alpha:
            return high
        self.is_exact = False
        if entry_depth >= depth:
            if searched_low >= beta or searched_low == searched_high:
                return searched_low
            if searched_high <= alpha:
                return searched_high
        if depth <= 0:
            return min(max(self._evaluated.estimate(reduced), low), high)
        children = self._children(position)
        if first is not None and children[0][2] != first[2]:
            children = [first, *(child for child in children if child[2] != first[2])]
        best, best_child, are_exact = self._best(children, alpha, beta, depth)
        searched_low = best if best > alpha else -INFINITE
        searched_high = best if best < beta else INFINITE
        if are_exact:
            low, high = max(low, searched_low), min(high, searched_high)
        self.is_exact = are_exact
        self._table[position] = (low, high, depth, searched_low, searched_high, best_child)
        return best

    def _best(self, children: Sequence[Child], alpha: int, beta: int, depth: int) -> tuple[int, Child, bool]:
        """The best value, its move, and whether the value is exact, for a position with these moves."""
        best, best_child, are_exact, floor = -INFINITE, children[0], True, alpha
        for number, child in enumerate(children):
            value, _, _, points, has_same_sign, left = child
            if left is None:
                self.is_exact = True
            else:
                left_depth = depth if points else depth - 1
                margin = MARGINS[left_depth] if left_depth < len(MARGINS) else INFINITE
                if left_depth <= 0 or value <= floor - margin or value >= beta + margin:
                    self.is_exact = left[2] == left[3]
                elif not number:
                    value = self._value_after(left, points, has_same_sign, floor, beta, left_depth)
                else:
                    value = floor + 1
                    if number >= LATE and left_depth >= 2 and not points:
                        value = self._value_after(left, points, has_same_sign, floor, floor + 1, left_depth - 1)
                    if value > floor:
                        value = self._value_after(left, points, has_same_sign, floor, floor + 1, left_depth)
                        if floor < value < beta:
                            value = self._value_after(left, points, has_same_sign, floor, beta, left_depth)
            is_exact = self.is_exact
            are_exact = are_exact and is_exact
            if value > best:
                best, best_child = value, child
                if value >= beta:
                    return best, best_child, is_exact
                floor = max(floor, value)
        return best, best_child, are_exact

    def _children(self, position: Position) -> list[Child]:
        """All moves of a position, the most promising first; counts nodes."""
        children = self._expanded.get(position)
        nodes = REVISIT
        if children is None:
            if len(self._expanded) >= MAX_EXPANDED:
                self._expanded.clear()
            children = self._expanded[position] = self._evaluated.children(position)
            nodes = len(children)
        self._spend(nodes)
        return children

    def _spend(self, nodes: int) -> None:
        """Count nodes; raises LimitReached if the search may end and should."""
        is_left = self._limit.spend(nodes) and (self._nodes is None or self._limit.spent < self._nodes)
        if not is_left and (self._nodes_count or (self._time_counts and self._limit.is_over())):
            raise LimitReached

    def line(self, position: Position, move: ReducedMove) -> list[Position]:
        """The reduced positions after a move and after the answers that the search expects, as far as it knows them."""
        line: list[Position] = []
        _, _, child = self._evaluated.reduction.after(position, move)
        while child is not None and len(line) < self.depth:
            line.append(child[0])
            entry = self._table.get(child[0])
            if entry is None:
                break
            child = entry[5][5]
        return line


def _best_first(pairs: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    return sorted(pairs, key=lambda pair: -pair[1])
