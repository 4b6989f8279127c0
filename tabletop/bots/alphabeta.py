"""Alpha-beta search: iterative deepening with a transposition table.

With more than two players it is paranoid: it assumes that all the others play against the
searcher. That keeps the cut-offs, which a search in which everyone maximizes their own value
(max-n) would lose.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import inf
from typing import ClassVar, Generic

from tabletop.bots.bot import DECIDED, AnyObservation, SearchInfo
from tabletop.bots.game_tree import (
    GameTree,
    M,
    P,
    TreeMaker,
    game_line,
    immediate_wins,
    is_long_game,
    make_tree,
    random_index,
    search_info,
)
from tabletop.bots.limit import Limit, LimitReached
from tabletop.game import NOBODY, Move

MAX_PLY = 60
"""No line is searched deeper than this, forced moves included."""

_EXACT, _LOWER_BOUND, _UPPER_BOUND = 0, 1, 2
_WHOLE_TREE = 1000
"""The depth of a table entry whose search met no horizon: deeper than any search."""


class AlphaBeta(Generic[P, M]):
    """One search for one player; keeps its transposition table while it goes deeper.

    Attributes:
        tree, player, limit: what to search, for whom, and for how long.
        depth: how many moves the last iteration that was finished has looked ahead.
        _table: depth, value, kind of bound and best move of every position searched so far.
        _moves: the moves of every position expanded so far.
        _nodes_count, _time_counts: whether the search may end because nodes or time are used up.
        _met_horizon: whether the search under way was cut at its depth somewhere.
    """

    def __init__(self, tree: GameTree[P, M], player: int, limit: Limit) -> None:
        self.tree = tree
        self.player = player
        self.limit = limit
        self._table: dict[P, tuple[int, float, int, M | None]] = {}
        self._moves: dict[P, Sequence[M]] = {}
        self.depth = 0
        self._nodes_count = self._time_counts = False
        self._met_horizon = False

    def rank(
        self,
        position: P,
        moves: Sequence[M],
        max_depth: int = MAX_PLY,
        lines: int = 1,
        slack: float = 0.0,
        report: Callable[[int, float], None] | None = None,
    ) -> list[tuple[int, float]]:
        """The moves' indices in `moves` and their values, best first, from the deepest search within the limit.

        The values of the `lines` best moves, and of those within `slack` of the best, are exact;
        the others' are upper bounds, so they are left out. The first iteration, one move ahead, is
        finished whatever the nodes, and goes on until `lines` moves have values even if the time is up.
        After each iteration `report` gets the best move's index and value.
        """
        order = list(range(len(moves)))
        ranked: list[tuple[int, float]] = []
        for depth in range(1, max_depth + 1):
            self._nodes_count = self._time_counts = depth > 1
            self._met_horizon = False
            exact: list[tuple[int, float]] = []
            try:
                self._search_root(position, moves, order, depth, lines, slack, exact)
            except LimitReached:
                if len(exact) >= lines:
                    ranked = _best_first(exact)
                break
            ranked = _best_first(exact)
            self.depth = depth
            if report:
                report(*ranked[0])
            ranked_indices = [index for index, _ in ranked]
            order = ranked_indices + [index for index in order if index not in ranked_indices]
            if not self._met_horizon or all(abs(value) >= DECIDED for _, value in ranked[:lines]):
                break
        return ranked

    def line(self, position: P, move: M) -> list[M]:
        """A move, and the answers that the search expects, as far as it knows them."""
        line = [move]
        for _ in range(1, self.depth):
            position = self.tree.apply(position, line[-1])
            entry = self._table.get(position)
            if entry is None or entry[3] is None:
                break
            line.append(entry[3])
        return line

    def _search_root(
        self,
        position: P,
        moves: Sequence[M],
        order: Sequence[int],
        depth: int,
        lines: int,
        slack: float,
        exact: list[tuple[int, float]],
    ) -> None:
        """Search the moves to this depth, in this order, and add those with exact values to `exact`.

        What was added stays when LimitReached is raised.
        """
        values: list[float] = []
        for index in order:
            alpha = -inf
            if len(values) >= lines:
                alpha = min(values[lines - 1], values[0] - slack)
            value = self._value(self.tree.apply(position, moves[index]), depth - 1, 1, alpha, inf)
            if value > alpha:
                exact.append((index, value))
                values.append(value)
                values.sort(reverse=True)
                self._time_counts = self._time_counts or len(values) >= lines

    def _value(self, position: P, depth: int, ply: int, alpha: float, beta: float) -> float:
        """The position's value for the searcher: exact between alpha and beta, else a bound."""
        if not self.limit.spend() and (self._nodes_count or (self._time_counts and self.limit.is_over())):
            raise LimitReached
        tree = self.tree
        mover = tree.to_move(position)
        if mover == NOBODY:
            return _discount(tree.value(position, self.player), ply)
        if depth <= 0 or ply >= MAX_PLY:
            self._met_horizon = True
            return _discount(tree.value(position, self.player), ply)
        table_move: M | None = None
        entry = self._table.get(position)
        if entry is not None:
            entry_depth, value, bound, table_move = entry
            if entry_depth >= depth:
                value = _discount(value, ply)
                if (
                    bound == _EXACT
                    or (bound == _LOWER_BOUND and value >= beta)
                    or (bound == _UPPER_BOUND and value <= alpha)
                ):
                    self._met_horizon = self._met_horizon or entry_depth < _WHOLE_TREE
                    return value
        moves = self._moves.get(position)
        if moves is None:
            moves = self._moves[position] = tree.moves(position)
        if not moves:
            return _discount(tree.value(position, self.player), ply)
        met_horizon_before, self._met_horizon = self._met_horizon, False
        next_depth = depth if len(moves) == 1 else depth - 1
        best, best_move = self._best(position, moves, table_move, mover == self.player, next_depth, ply, alpha, beta)
        bound = _LOWER_BOUND if best >= beta else _UPPER_BOUND if best <= alpha else _EXACT
        searched_depth = depth if self._met_horizon else _WHOLE_TREE
        self._table[position] = (searched_depth, _discount(best, -ply), bound, best_move)
        self._met_horizon = self._met_horizon or met_horizon_before
        return best

    def _best(
        self,
        position: P,
        moves: Sequence[M],
        first: M | None,
        is_searcher: bool,
        depth: int,
        ply: int,
        alpha: float,
        beta: float,
    ) -> tuple[float, M | None]:
        """The best value for the player to move, and its move; `first` is tried before the others."""
        apply = self.tree.apply
        best = -inf if is_searcher else inf
        best_move: M | None = None
        ordered = moves if first is None else [first, *(move for move in moves if move is not first)]
        for move in ordered:
            value = self._value(apply(position, move), depth, ply + 1, alpha, beta)
            if is_searcher:
                if value > best:
                    best, best_move = value, move
                    alpha = max(alpha, value)
            elif value < best:
                best, best_move = value, move
                beta = min(beta, value)
            if alpha >= beta:
                break
        return best, best_move


def _discount(value: float, plies: int) -> float:
    """A decided value brought nearer to zero by the plies until then, so that quick wins count more than slow ones."""
    if value >= DECIDED:
        return value - plies
    if value <= -DECIDED:
        return value + plies
    return value


def _best_first(pairs: Sequence[tuple[int, float]]) -> list[tuple[int, float]]:
    return sorted(pairs, key=lambda pair: -pair[1])


@dataclass(frozen=True)
class AlphaBetaBot(Generic[P, M]):
    """Searches as deep as its limit allows, `depth` moves at most unless the limit has a depth of its own.

    It takes a random one of the moves within `slack` of the best, so that games differ.
    A move whose value is lower than the best one's by `blunder` is a blunder.
    """

    has_depth: ClassVar[bool] = True

    tree: TreeMaker[P, M]
    depth: int = MAX_PLY
    slack: float = 0.0
    blunder: float = inf

    def think(self, observation: AnyObservation, limit: Limit) -> SearchInfo:
        """A legal move."""
        tree = make_tree(self.tree, observation, limit)
        moves = tree.moves(tree.root)
        if wins := immediate_wins(tree, moves, observation.player):
            moves = [moves[index] for index in wins]
        depth = 1 if wins or len(moves) == 1 else limit.depth or self.depth
        slack = 0.0 if is_long_game(observation) else self.slack
        search = AlphaBeta(tree, observation.player, limit)
        limit.keep(search)

        def report(index: int, value: float) -> None:
            limit.report(self._info(observation, search, moves[index], value))

        ranked = search.rank(tree.root, moves, depth, slack=slack, report=report if limit.on_info else None)
        best = ranked[0][1]
        may_vary = slack and abs(best) < DECIDED
        candidates = [pair for pair in ranked if pair[1] >= best - slack] if may_vary else ranked[:1]
        chosen, value = candidates[random_index(observation.rng, len(candidates))]
        info = self._info(observation, search, moves[chosen], value)
        return replace(
            info,
            explanation=tree.explain(info.move),
            ranked=tuple((tree.game_move(moves[index]), value) for index, value in ranked[:3]),
        )

    def _info(self, observation: AnyObservation, search: AlphaBeta[P, M], move: M, value: float) -> SearchInfo:
        """What the search has found so far, with the line that it expects if somebody listens."""
        tree, limit = search.tree, search.limit
        line = search.line(tree.root, move) if limit.on_info else [move]
        moves = game_line(self.tree, observation, line) if len(line) > 1 else (tree.game_move(move),)
        return replace(search_info(tree, moves[0], value, limit), depth=search.depth, line=moves)

    def evaluate(
        self, observation: AnyObservation, limit: Limit, moves: Sequence[Move] = (), lines: int = 3
    ) -> tuple[tuple[Move, float], ...]:
        """The values of these moves, best first; without any, the `lines` best moves with theirs."""
        tree = make_tree(self.tree, observation, limit)
        tree_moves = [tree.tree_move(move) for move in moves] or tree.moves(tree.root)
        lines = len(moves) or lines
        depth = limit.depth or self.depth
        ranked = AlphaBeta(tree, observation.player, limit).rank(tree.root, tree_moves, depth, lines)[:lines]
        return tuple((moves[index] if moves else tree.game_move(tree_moves[index]), value) for index, value in ranked)

    def explain(self, observation: AnyObservation, move: Move) -> str:
        """The reason for a legal move."""
        return self.tree(observation).explain(move)
