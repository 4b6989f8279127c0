"""The exact value of a Zickzack position: how the points end if both play their best.

What the solver sees: per field the room that is free (see `rooms`), both hands, and who
moves. Points already won only add up, so they stay outside. A field that both hands
together cannot fill any more brings nobody anything: its gaps go into one common pool,
where they are good for nothing but passing time. Pieces that fit nowhere leave the hand.
What remains is searched with null windows and a table of bounds.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from tabletop.errors import WorkFailed
from tabletop.game import NOBODY
from tabletop.games.zickzack.board import Board, Place
from tabletop.games.zickzack.rules import ZickzackState
from tabletop.games.zickzack.solver_tables import BOTH_FILL, NO_HAND, NO_ROOM, OTHER_FILLS, OWN_FILLS, Hands, Rooms
from tabletop.text import counted

MOST_KNOWN = 2_000_000
"""Positions that the table keeps before it starts anew."""
DEEPEST = 300
"""Pieces that may still be laid; beyond that no search would end anyway."""
POOL = -1
"""The common pool, where a turn names a field."""
_HAND_BITS = 24

Node = tuple[tuple[int, ...], int, int, int]
"""Rooms by field, pool, the mover's hand, the other's; brought to one form by `_reduced`."""
Turn = tuple[int, int, int, int]
"""Rank, field, kind, room left (in the pool: the pool left)."""


class OutOfNodes(WorkFailed):
    """The budget ran out before the value was known."""


@dataclass(frozen=True)
class Solution:
    """What a position is worth: the mover's points at the end less the other's, points won before included."""

    value: int
    best: tuple[Place, ...]
    """All moves that reach the value, in canonical order."""
    nodes: int
    seconds: float
    moves: tuple[tuple[Place, int], ...] = ()
    """Every legal move with its value, where that was asked for."""


class _Reduced(NamedTuple):
    """A position in its one form: the node, whether its mover is the one asked about, and bounds of its value."""

    node: Node
    is_same_mover: bool
    low: int
    high: int


def solve(
    state: ZickzackState, nodes: int | None = None, *, spend: Callable[[], bool] | None = None, every_move: bool = False
) -> Solution:
    """Solve a position with fresh tables, so that the nodes it takes are always the same.

    Raises OutOfNodes when `nodes` are used up, or when `spend`, called once for each node, says no.
    """
    return Solver(state.board).solve(state, nodes, spend=spend, every_move=every_move)


class Solver:
    """Solves positions of one board; what it has learnt helps with the next position."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self._points = [field.points for field in board.fields]
        self._rooms = Rooms(board)
        self._hands = Hands(len(board.kinds))
        self._known: dict[Node, tuple[int, int, Turn | None]] = {}
        self._fillers: dict[int, int] = {}
        self._usable: dict[tuple[int, int], int] = {}
        self._nodes = 0
        self._most_nodes: int | None = None
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
        self._nodes, self._most_nodes, self._spend = 0, nodes, spend
        left = min(state.free.bit_count(), sum(state.counts(1)) + sum(state.counts(2)))
        if left > DEEPEST:
            raise WorkFailed(f"{left} pieces may still be laid; the solver takes on {DEEPEST} at most")
        green, blue = state.scores()
        lead = green - blue if state.player == 1 else blue - green
        if state.to_move == NOBODY:
            return Solution(lead, (), 0, time.perf_counter() - began)
        rooms = tuple(self._room(state.free & mask) for mask in self.board.field_masks)
        own, other = (self._hands.hand(state.counts(player)) for player in (state.to_move, 3 - state.to_move))
        value = self._value(self._reduced(rooms, NO_ROOM, own, other), 0)
        moves: list[tuple[Place, int]] = []
        judged: dict[Turn, int] = {}
        for move in state.steps():
            placement = self.board.where[move]
            rest = self._room(state.free & self.board.field_masks[placement.field] & ~placement.mask)
            turn = (0, placement.field, placement.kind, rest)
            if turn not in judged:
                judged[turn] = self._judge((rooms, NO_ROOM, own, other), turn, value, every_move)
            moves.append((move, lead + judged[turn]))
        value += lead
        best = tuple(move for move, reached in moves if reached == value)
        shown = tuple(moves) if every_move else ()
        return Solution(value, best, self._nodes, time.perf_counter() - began, shown)

    def _room(self, free: int) -> int:
        """The room of these free cells of one field."""
        return self._rooms.room([place for cell, place in enumerate(self.board.hexes) if free >> cell & 1])

    def _judge(self, node: Node, turn: Turn, value: int, is_exact: bool) -> int:
        """What a turn of a position of that value is worth; unless exact, less than the value where it falls short."""
        gain, is_same_mover, child = self._after(node, turn)
        sign = 1 if is_same_mover else -1
        if child is None:
            return gain
        if is_exact:
            return gain + sign * self._value(child, sign * (value - gain))
        if sign * (1 if child.is_same_mover else -1) > 0:
            return gain + self._bounded(child, value - gain - 1, value - gain)
        return gain - self._bounded(child, gain - value, gain - value + 1)

    def _value(self, reduced: _Reduced | None, guess: int) -> int:
        """The exact value for the one asked about: null windows around better and better guesses."""
        if reduced is None:
            return 0
        sign = 1 if reduced.is_same_mover else -1
        low, high = reduced.low, reduced.high
        value = min(max(sign * guess, low), high)
        while low < high:
            beta = value + 1 if value == low else value
            value = self._bounded(reduced, beta - 1, beta)
            if value < beta:
                high = value
            else:
                low = value
        return sign * low

    def _bounded(self, reduced: _Reduced, alpha: int, beta: int) -> int:
        """The value for the node's mover, or a bound of it outside the window."""
        if reduced.low >= beta:
            return reduced.low
        if reduced.high <= alpha:
            return reduced.high
        return self._search(reduced.node, reduced.low, reduced.high, alpha, beta)

    def _search(self, node: Node, low: int, high: int, alpha: int, beta: int) -> int:
        """Negamax, fail-soft; `low` and `high` are bounds known of the node."""
        known = self._known.get(node)
        first: Turn | None = None
        if known is not None:
            low, high, first = known
            if low >= beta or low == high:
                return low
            if high <= alpha:
                return high
        self._count_node()
        alpha, beta = max(alpha, low), min(beta, high)
        turns = self._turns(node)
        if first is not None and turns[0] != first:
            turns.remove(first)
            turns.insert(0, first)
        best, best_turn, floor = low - 1, turns[0], alpha
        for turn in turns:
            gain, is_same_mover, child = self._after(node, turn)
            if child is None:
                value = gain
            elif is_same_mover == child.is_same_mover:
                value = gain + self._bounded(child, floor - gain, beta - gain)
            else:
                value = gain - self._bounded(child, gain - beta, gain - floor)
            if value > best:
                best, best_turn = value, turn
                if value >= beta:
                    break
                floor = max(floor, value)
        if len(self._known) >= MOST_KNOWN:
            self._known.clear()
        self._known[node] = (
            best if best > alpha else low,
            best if best < beta else high,
            best_turn,
        )
        return best

    def _count_node(self) -> None:
        if self._nodes == self._most_nodes or (self._spend is not None and not self._spend()):
            raise OutOfNodes(f"not solved: the budget ran out after {counted(self._nodes, 'node')}")
        self._nodes += 1

    def _turns(self, node: Node) -> list[Turn]:
        """The turns that differ: fills, the dearest first; the pool; other quiet ones; gifts, the cheapest first."""
        rooms, pool, own, other = node
        own_kinds, other_kinds = self._hands.kinds[own], self._hands.kinds[other]
        points, fillers, lays = self._points, self._rooms.fillers, self._rooms.lays
        fills: list[Turn] = []
        quiet: list[Turn] = []
        gifts: list[Turn] = []
        for field, room in enumerate(rooms):
            if room:
                for rank, kind, left in lays(room, own_kinds):
                    if not left:
                        fills.append((-points[field], field, kind, left))
                    elif fillers[left] & other_kinds:
                        gifts.append((points[field], field, kind, left))
                    else:
                        quiet.append((rank - field, field, kind, left))
        fills.sort()
        quiet.sort()
        gifts.sort()
        passing: list[Turn] = [(rank, POOL, kind, left) for rank, kind, left in lays(pool, own_kinds)]
        return fills + passing + quiet + gifts

    def _after(self, node: Node, turn: Turn) -> tuple[int, bool, _Reduced | None]:
        """The points gained by a turn, whether its player stays the mover, and what comes then."""
        rooms, pool, own, other = node
        _, field, kind, left = turn
        own = self._hands.without(own, kind)
        if field == POOL:
            return 0, False, self._reduced(rooms, left, other, own)
        rooms = (*rooms[:field], left, *rooms[field + 1 :])
        if left:
            return 0, False, self._reduced(rooms, pool, other, own)
        return self._points[field], True, self._reduced(rooms, pool, own, other)

    def _reduced(self, rooms: tuple[int, ...], pool: int, own: int, other: int) -> _Reduced | None:
        """The position in its one form, with bounds of its value; None where nobody can win a field any more."""
        points, space, who_fills = self._points, self._rooms.space, self._fillers
        while True:
            low = high = 0
            hands = own << _HAND_BITS | other
            total = space[pool]
            has_dead = False
            for room, worth in zip(rooms, points, strict=True):
                if room:
                    total += space[room]
                    key = room << 2 * _HAND_BITS | hands
                    fills = who_fills.get(key)
                    if fills is None:
                        packed = self._hands.packed
                        fills = who_fills[key] = self._rooms.who_fills(room, packed[own], packed[other])
                    if fills == BOTH_FILL:
                        high += worth
                        low -= worth
                    elif fills == OWN_FILLS:
                        high += worth
                    elif fills == OTHER_FILLS:
                        low -= worth
                    else:
                        pool = self._rooms.merged(pool, room)
                        has_dead = True
            if has_dead:
                rooms = tuple(
                    [room if room and who_fills[room << 2 * _HAND_BITS | hands] else NO_ROOM for room in rooms]
                )
            if low == high:
                return None
            trimmed_own, trimmed_other = self._hands.trimmed(own, total), self._hands.trimmed(other, total)
            if trimmed_own == own and trimmed_other == other:
                break
            own, other = trimmed_own, trimmed_other
        if pool:
            pool = self._usable_pool(pool, self._hands.kinds[own] | self._hands.kinds[other])
        if own == NO_HAND:
            return _Reduced((rooms, pool, other, own), False, -high, -low)
        return _Reduced((rooms, pool, own, other), True, low, high)

    def _usable_pool(self, pool: int, kinds: int) -> int:
        key = (pool, kinds)
        usable = self._usable.get(key)
        if usable is None:
            usable = self._usable[key] = self._rooms.usable(pool, kinds)
        return usable
