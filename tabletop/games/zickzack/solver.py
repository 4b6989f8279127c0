"""The exact value of a Zickzack position: the final score with best play on both sides.

    solution = solve(state)                     # may take long; see `nodes` and `spend`
    solution.value                              # points of the player to move minus the other's
    solution.best_moves                         # all moves that achieve it
    Solver(board).solve(state)                  # a Solver kept for several positions learns from each

Positions are reduced to what matters for the points still to be won (see `patterns`) and searched by negamax
with null windows and a transposition table of bounds. The first window is near the value that the learned evaluation
guesses, if the board has one.

A position also has bounds from others of its pattern. The same moves lead to the same owners of all slots, and each
field counts for one player, for the other, or for nobody: so if the points of the fields in the slots differ by d in
all, the values differ by at most d.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import NamedTuple

from tabletop.errors import WorkFailed
from tabletop.game import NOBODY
from tabletop.games.zickzack.board import Board, ZickzackMove
from tabletop.games.zickzack.estimates import evaluation_of
from tabletop.games.zickzack.patterns import (
    Fields,
    HandPair,
    Layout,
    LayoutMove,
    Order,
    Pick,
    Position,
    patterns_of,
    picker,
)
from tabletop.games.zickzack.rules import ZickzackState
from tabletop.games.zickzack.solver_tables import NO_GAPS
from tabletop.text import counted

MAX_NODES_KEPT = 1_500_000
"""Nodes that a solver keeps before it starts over; on the classic board each takes about half a kilobyte."""
MAX_PIECES_LEFT = 300
"""Pieces that may still be laid; with more, no search would end anyway."""
CAUTIOUS_POINTS = 1
"""How far below the guess the first window is: it takes fewer nodes to prove that a value is higher than lower."""
NO_SLOT = -1
"""Stands for the slot where a move fills none."""


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
    with collection_paused():  # also while the tables are freed
        return Solver(state.board).solve(state, nodes, spend=spend, every_move=every_move)


def lead_of(state: ZickzackState) -> int:
    """The points of the player to move minus the other's."""
    green, blue = state.scores()
    return green - blue if state.player == 1 else blue - green


def expected_nodes(state: ZickzackState) -> int:
    """About how many nodes it takes to solve a position.

    Seven in ten of 140 positions with 14 to 28 free cells from games of `medium` took 0.6 to 1.7 times as many.
    """
    patterns = patterns_of(state.board)
    gap_sets, hands = patterns.position(state)
    reduced = patterns.reduced(patterns.arranged(gap_sets)[0], hands)
    if not reduced.layout.gap_sets:
        return 0
    cells, pieces = patterns.size(reduced.layout, reduced.hands)
    return int(2 ** min(60.0, 0.43 * cells + 0.35 * pieces - 0.9))


class Node:
    """A position of a pattern.

    Attributes:

        low, high     bounds of its value for the player to move
        is_searched   whether a search has begun to find bounds
        code          the points of its fields, in unary: where two codes differ in d bits, the points differ by d
        fields        its fields by slot; in slots with equal gap sets in ascending order
    """

    __slots__ = ("code", "fields", "high", "is_searched", "low")

    def __init__(self, low: int, high: int, code: int, fields: Fields) -> None:
        self.low = low
        self.high = high
        self.is_searched = False
        self.code = code
        self.fields = fields


class Pattern:
    """A reduced layout with hands, and the positions of it that were met.

    Attributes:

        own_slots     the slots that the player to move may still fill; None for all
        other_slots   those that the other player may
        nodes         the positions by their fields, also where those in slots with equal gap sets are not in order
        searched      those that a search has looked into
        moves         all moves, each as an edge once it was tried; none before the first search. At first: fills, moves
                      into the pool, safe ones, giveaways. A move that was good enough goes to the front.
    """

    __slots__ = ("hands", "layout", "moves", "nodes", "other_slots", "own_slots", "searched")

    def __init__(
        self, layout: Layout, hands: HandPair, own_slots: Sequence[int] | None, other_slots: Sequence[int] | None
    ) -> None:
        self.layout = layout
        self.hands = hands
        self.own_slots = own_slots
        self.other_slots = other_slots
        self.nodes: dict[Fields, Node] = {}
        self.searched: list[Node] = []
        self.moves: list[LayoutMove | Edge] = []


Edge = tuple[Pattern, Pick | None, bool, int]
"""A move: the pattern after it, what picks its fields (None if all stay in their slots), whether its value is for the
same player, and the slot that the move fills, or NO_SLOT."""


class After(NamedTuple):
    """What a move leads to: the points that it wins, whether the same player then moves, and the position."""

    gain: int
    is_same_mover: bool
    pattern: Pattern
    node: Node

    def bounds(self) -> tuple[int, int]:
        """The least and the most that the value of the move can be by what is known of the position."""
        low, high = self.node.low, self.node.high
        return (self.gain + low, self.gain + high) if self.is_same_mover else (self.gain - high, self.gain - low)


class Solver:
    """Solves positions of one board; what it has learnt helps with the next position.

    Attributes:

        proven   the points by which the player to move gets ahead from here at least, as far as `solve` has proven it,
                 even if it is not done; None before its first guess is proven
    """

    def __init__(self, board: Board) -> None:
        self.board = board
        self._evaluated = evaluation_of(board)
        self._tables = patterns_of(board)
        self._points = [field.points for field in board.fields]
        self._lane = max(self._points)
        self._totals: dict[Fields, tuple[int, int]] = {}
        # By layout and hands: the pattern, the order of its slots, and whether the same player moves; see `Reduced`.
        self._patterns: dict[int, tuple[Pattern, Order | None, bool]] = {}
        # By layout and hands that are reduced already. A second reduction could change them, and is not made.
        self._reduced: dict[int, Pattern] = {}
        self._kept = 0
        self._nodes = 0
        self.proven: int | None = None
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
        self.proven = None
        _check_size(state)
        lead = lead_of(state)
        if state.to_move == NOBODY:
            return Solution(lead, (), 0, time.perf_counter() - began)
        with self._limited(nodes, spend):
            pattern, node, is_same_mover = self._find(*self._tables.position(state))
            guess = self._evaluated.guess(state) - CAUTIOUS_POINTS if self._evaluated else 0
            value = self._exact_value(pattern, node, guess if is_same_mover else -guess, is_watched=is_same_mover)
            value = value if is_same_mover else -value
            moves = self._afters(state)
            best_moves: tuple[ZickzackMove, ...] = ()
            move_values: tuple[tuple[ZickzackMove, int], ...] = ()
            if not every_best and not every_move:
                best_moves = tuple(move for move, after in moves.items() if after.bounds()[0] == value)
            if not best_moves:
                values = {move: self._move_value(after, value, every_move) for move, after in moves.items()}
                best_moves = tuple(move for move, move_value in values.items() if move_value == value)
                if every_move:
                    move_values = tuple((move, lead + move_value) for move, move_value in values.items())
        return Solution(lead + value, best_moves, self._nodes, time.perf_counter() - began, move_values)

    def candidates(self, state: ZickzackState) -> list[ZickzackMove]:
        """The legal moves that may be best by what is known without any search, also after `solve` has failed."""
        bounds = {move: after.bounds() for move, after in self._afters(state).items()}
        least = max(low for low, _ in bounds.values())
        return [move for move, (_, high) in bounds.items() if high >= least]

    def best_so_far(self, state: ZickzackState) -> tuple[tuple[ZickzackMove, ...], int] | None:
        """The moves that are proven to be worth most, and how much, after `solve` has failed.

        None if it has proven no guess, or has forgotten since what it knew.
        """
        lead = lead_of(state)
        lows = {move: after.bounds()[0] for move, after in self._afters(state).items()}
        best = max(lows.values())
        if self.proven is None or best < self.proven:
            return None
        return tuple(move for move, low in lows.items() if low == best), lead + best

    def compare(
        self,
        state: ZickzackState,
        moves: tuple[ZickzackMove, ZickzackMove],
        guesses: tuple[int, int],
        points: int,
        spend: Callable[[], bool],
    ) -> tuple[tuple[int, int], tuple[int, int]]:
        """Bounds of the values of two moves that tell whether the first is worth at least so many points more.

        This takes fewer nodes than the values. The bounds do not tell if `spend`, called for each node, returns False.
        Raises WorkFailed if too many pieces are left.
        """
        _check_size(state)
        lead = lead_of(state)
        position = self._tables.position(state)
        first, second = (self._after(position, self._tables.move(state, move)) for move in moves)
        with suppress(OutOfNodes), self._limited(None, spend):
            while True:
                (first_low, first_high), (second_low, second_high) = first.bounds(), second.bounds()
                if first_low - second_high >= points or first_high - second_low < points:
                    break
                first_guess = min(max(guesses[0] - lead, first_low), first_high)
                second_guess = min(max(guesses[1] - lead, second_low), second_high)
                if first_guess - second_guess >= points:
                    least = (first_guess + second_guess + points) // 2
                    if first_low < least:
                        self._test(first, least)
                    else:
                        self._test(second, least - points + 1)
                else:
                    least = (first_guess + second_guess - points + 1) // 2
                    if second_low < least:
                        self._test(second, least)
                    else:
                        self._test(first, least + points)
        (first_low, first_high), (second_low, second_high) = first.bounds(), second.bounds()
        return (lead + first_low, lead + first_high), (lead + second_low, lead + second_high)

    @contextmanager
    def _limited(self, nodes: int | None, spend: Callable[[], bool] | None) -> Iterator[None]:
        """Count nodes from 0 up to a limit, and pause the collector."""
        self._nodes, self._max_nodes, self._spend = 0, nodes, spend
        try:
            with collection_paused():
                yield
        finally:
            self._spend = None  # it may know the solver, and then only the collector would free them

    def _test(self, after: After, value: int) -> None:
        """Find out whether a move is worth at least so much; the bounds then tell."""
        gain = after.gain
        beta = value - gain if after.is_same_mover else gain - value + 1
        self._bounded_value(after.pattern, after.node, beta)

    def _afters(self, state: ZickzackState) -> dict[ZickzackMove, After]:
        """What each legal move leads to."""
        position = self._tables.position(state)
        return {move: self._after(position, self._tables.move(state, move)) for move in state.steps()}

    def _after(self, position: Position, move: tuple[int, int, int]) -> After:
        """What a move leads to."""
        gap_sets, hands = position
        field, type_number, left = move
        is_fill = left == NO_GAPS
        step = type_number << 1 | is_fill
        hands = hands.after[step] or self._tables.hands_after(hands, step)
        pattern, node, is_same_mover = self._find((*gap_sets[:field], left, *gap_sets[field + 1 :]), hands)
        return After(self._points[field] if is_fill else 0, is_fill == is_same_mover, pattern, node)

    def _find(self, gap_sets: tuple[int, ...], hands: HandPair) -> tuple[Pattern, Node, bool]:
        """The node of a position, its pattern, and whether the same player moves as before it was reduced."""
        layout, fields = self._tables.arranged(gap_sets)
        pattern, order, is_same_mover = self._patterns.get(layout.key + hands.number) or self._pattern(layout, hands)
        if order is not None:
            fields = picker(order)(fields)
        return pattern, pattern.nodes.get(fields) or self._new_node(pattern, fields), is_same_mover

    def _move_value(self, after: After, value: int, is_exact: bool) -> int:
        """The value of a move in a position of that value; unless `is_exact`, a bound where the move is worse."""
        gain, is_same, pattern, node = after
        sign = 1 if is_same else -1
        if is_exact:
            return gain + sign * self._exact_value(pattern, node, sign * (value - gain))
        self._test(after, value)
        low, high = after.bounds()
        return low if low >= value else high

    def _exact_value(self, pattern: Pattern, node: Node, guess: int, *, is_watched: bool = False) -> int:
        """The value for the player to move: null windows that close in from a first guess.

        If `is_watched`, `proven` tells what is proven on the way.
        """
        value = min(max(guess, node.low), node.high)
        while node.low < node.high:
            beta = value + 1 if value == node.low else value
            value = self._bounded_value(pattern, node, beta)
            if is_watched and value >= beta:
                self.proven = value
        return node.low

    def _bounded_value(self, pattern: Pattern, node: Node, beta: int) -> int:
        """The value for the player to move if it is at least `beta`, or a lower bound that is; else an upper bound."""
        if node.low >= beta:
            return node.low
        if node.high < beta:
            return node.high
        return self._search(pattern, node, beta)

    def _search(self, pattern: Pattern, node: Node, beta: int) -> int:
        """Negamax with a null window, fail-soft: the same as `_bounded_value` where the node's bounds do not tell."""
        if not node.is_searched:
            code = node.code
            for other in pattern.searched:
                if other.low >= beta:
                    value = other.low - (code ^ other.code).bit_count()
                    if value >= beta:
                        node.low = value
                        return value
                elif other.high < beta:
                    value = other.high + (code ^ other.code).bit_count()
                    if value < beta:
                        node.high = value
                        return value
            node.is_searched = True
            pattern.searched.append(node)
        if not pattern.moves:
            self._list_moves(pattern)
        if self._nodes == self._max_nodes or (self._spend is not None and not self._spend()):
            raise OutOfNodes(f"not solved: the limit was reached after {counted(self._nodes, 'node')}")
        self._nodes += 1
        best, fields, points, moves = node.low, node.fields, self._points, pattern.moves
        for index, move in enumerate(moves):
            if isinstance(move, LayoutMove):
                move = moves[index] = self._edge(pattern, move)
            child_pattern, pick, is_same, slot = move
            child_fields = pick(fields) if pick else fields
            child = child_pattern.nodes.get(child_fields) or self._new_node(child_pattern, child_fields)
            gain = 0 if slot == NO_SLOT else points[fields[slot]]
            if is_same:
                child_beta = beta - gain
                if child.low >= child_beta:
                    value = gain + child.low
                elif child.high < child_beta:
                    value = gain + child.high
                else:
                    value = gain + self._search(child_pattern, child, child_beta)
            else:
                child_beta = gain - beta + 1
                if child.high < child_beta:
                    value = gain - child.high
                elif child.low >= child_beta:
                    value = gain - child.low
                else:
                    value = gain - self._search(child_pattern, child, child_beta)
            if value > best:
                best = value
                if value >= beta:
                    node.low = value
                    if index:
                        del moves[index]
                        moves.insert(0, move)
                    return value
        node.high = best
        return best

    def _list_moves(self, pattern: Pattern) -> None:
        """Fill in the moves of a pattern."""
        layout, hands = pattern.layout, pattern.hands
        if not layout.is_listed:
            self._tables.list_moves(layout)
        own, other = hands.own_types, hands.other_types
        # The type of the piece is at 2, the types that can then fill the field are at 3; names would be slow here.
        pattern.moves = [move for move in layout.fills if move[2] & own]
        pattern.moves += [move for move in layout.others if move[2] & own and not move[3] & other]
        pattern.moves += [move for move in layout.others if move[2] & own and move[3] & other]

    def _edge(self, pattern: Pattern, move: LayoutMove) -> Edge:
        """Find out where a move leads."""
        hands = pattern.hands
        layout, order, pick = pattern.layout.after.get(move.number) or self._tables.layout_after(pattern.layout, move)
        hands = hands.after[move.step] or self._tables.hands_after(hands, move.step)
        after, left, is_same_mover = self._patterns.get(layout.key + hands.number) or self._pattern(layout, hands)
        if left is not None:
            pick = picker(left if order is None else [order[slot] for slot in left])
        return after, pick, is_same_mover == move.is_fill, move.slot if move.is_fill else NO_SLOT

    def _pattern(self, layout: Layout, hands: HandPair) -> tuple[Pattern, Order | None, bool]:
        """What `_patterns` has for a layout with hands."""
        reduced = self._tables.reduced(layout, hands)
        key = reduced.layout.key + reduced.hands.number
        pattern = self._reduced.get(key)
        if pattern is None:
            slots = self._tables.fillable(reduced.layout, reduced.hands)
            pattern = self._reduced[key] = Pattern(reduced.layout, reduced.hands, *slots)
        found = self._patterns[layout.key + hands.number] = pattern, reduced.order, reduced.is_same_mover
        return found

    def _new_node(self, pattern: Pattern, fields: Fields) -> Node:
        """The node of a position that was not met with its fields in these slots."""
        met = fields
        for start, end in pattern.layout.ties:
            if end - start > 2 or fields[start] > fields[start + 1]:
                fields = fields[:start] + tuple(sorted(fields[start:end])) + fields[end:]
        if fields is not met and fields != met:
            node = pattern.nodes.get(fields) or self._new_node(pattern, fields)
            self._kept += 1
            pattern.nodes[met] = node
            return node
        if self._kept >= MAX_NODES_KEPT:
            self._forget()
        self._kept += 1
        total, code = self._totals.get(fields) or self._total(fields)
        low, high, points = -total, total, self._points
        if pattern.own_slots is not None:
            high = sum([points[fields[slot]] for slot in pattern.own_slots])
        if pattern.other_slots is not None:
            low = -sum([points[fields[slot]] for slot in pattern.other_slots])
        node = pattern.nodes[fields] = Node(low, high, code, fields)
        return node

    def _total(self, fields: Fields) -> tuple[int, int]:
        """What `_totals` has for fields: their points together, and the code of their points."""
        code = 0
        for field in fields:
            code = code << self._lane | (1 << self._points[field]) - 1
        total = self._totals[fields] = sum([self._points[field] for field in fields]), code
        return total

    def _forget(self) -> None:
        """Drop all nodes. A search under way goes on with those that it holds, and lists their moves anew."""
        for pattern in self._reduced.values():
            pattern.nodes.clear()
            pattern.moves = []
            pattern.searched.clear()
        self._reduced.clear()
        self._patterns.clear()
        self._totals.clear()
        self._kept = 0


def _check_size(state: ZickzackState) -> None:
    """Raise WorkFailed if so many pieces are left that no search would end."""
    pieces_left = min(state.free.bit_count(), sum(state.hand_counts(1)) + sum(state.hand_counts(2)))
    if pieces_left > MAX_PIECES_LEFT:
        raise WorkFailed(f"{pieces_left} pieces can still be laid; the solver handles at most {MAX_PIECES_LEFT}")


@contextmanager
def collection_paused() -> Iterator[None]:
    """Let Python look for no cyclic garbage: a search makes very many objects, but no cycles."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            # PyPy has no such functions; and what somebody else has frozen should stay so.
            if hasattr(gc, "freeze") and not gc.get_freeze_count():
                # This makes all objects old; else Python would look through the new ones now, for a fifth of the time.
                gc.freeze()
                gc.unfreeze()
            gc.enable()
