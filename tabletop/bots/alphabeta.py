"""Alpha-beta search over whole turns: deeper and deeper, with a table of positions seen.

With more than two players it is paranoid: all the others are taken to play against the
searcher. That keeps the cut-offs, which a search where everyone minds only their own
gain (max-n) must do without.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf
from typing import Generic

from tabletop.bots.bot import DECIDED, AnyObservation, SearchInfo
from tabletop.bots.game_tree import GameTree, P, T, TreeMaker, immediate_wins, is_long_game, random_index
from tabletop.bots.limit import Limit
from tabletop.game import NOBODY, Move

DEEPEST = 60
"""Turns ahead at which every line is cut, forced turns included."""

_EXACT, _AT_LEAST, _AT_MOST = 0, 1, 2
_TO_THE_END = 1000
"""The depth of a search that met no horizon: no search can be deeper."""


class _Enough(Exception):
    """The budget is used up in the middle of a search."""


class AlphaBeta(Generic[P, T]):
    """One search for one player; keeps what it learns while it goes deeper."""

    def __init__(self, tree: GameTree[P, T], player: int, limit: Limit) -> None:
        self.tree = tree
        self.player = player
        self.limit = limit
        self._table: dict[P, tuple[int, float, int, T | None]] = {}
        self._turns: dict[P, Sequence[T]] = {}
        self._may_stop = False
        self._cut = False

    def rank(
        self, position: P, turns: Sequence[T], depth: int = DEEPEST, lines: int = 1, slack: float = 0.0
    ) -> list[tuple[int, float]]:
        """The turns' places in `turns` and values, best first, from the deepest search that the budget allowed.

        The values of the best `lines` turns, and of those within `slack` of the best, are
        exact; the others' are no more than upper bounds, so they are left out. The first
        round, one turn ahead, is always finished.
        """
        order = list(range(len(turns)))
        found: list[tuple[int, float]] = []
        for ahead in range(1, depth + 1):
            self._may_stop = ahead > 1
            self._cut = False
            fresh: list[tuple[int, float]] = []
            try:
                self._round(position, turns, order, ahead, lines, slack, fresh)
            except _Enough:
                if len(fresh) >= lines:
                    found = _sorted(fresh)
                break
            found = _sorted(fresh)
            if self.limit.on_info:
                best, value = found[0]
                self.limit.report(SearchInfo(self.tree.game_move(turns[best]), value, nodes=self.limit.spent))
            best_first = [index for index, _ in found]
            order = best_first + [index for index in order if index not in best_first]
            if not self._cut or all(abs(value) >= DECIDED for _, value in found[:lines]):
                break
        return found

    def _round(
        self,
        position: P,
        turns: Sequence[T],
        order: Sequence[int],
        ahead: int,
        lines: int,
        slack: float,
        fresh: list[tuple[int, float]],
    ) -> None:
        """Search every turn `ahead` turns deep, adding those with exact values to `fresh`."""
        values: list[float] = []
        for index in order:
            low = -inf
            if len(values) >= lines:
                low = min(values[lines - 1], values[0] - slack)
            value = self._value(self.tree.apply(position, turns[index]), ahead - 1, 1, low, inf)
            if value > low:
                fresh.append((index, value))
                values.append(value)
                values.sort(reverse=True)

    def _value(self, position: P, depth: int, ply: int, low: float, high: float) -> float:
        """The position's value for the searcher: exact between the bounds, else a bound itself."""
        if not self.limit.spend() and self._may_stop:
            raise _Enough
        tree = self.tree
        mover = tree.to_move(position)
        if mover == NOBODY:
            return _later(tree.value(position, self.player), ply)
        if depth <= 0 or ply >= DEEPEST:
            self._cut = True
            return _later(tree.value(position, self.player), ply)
        first: T | None = None
        known = self._table.get(position)
        if known is not None:
            past_depth, value, kind, first = known
            if past_depth >= depth:
                value = _later(value, ply)
                if kind == _EXACT or (kind == _AT_LEAST and value >= high) or (kind == _AT_MOST and value <= low):
                    self._cut = self._cut or past_depth < _TO_THE_END
                    return value
        turns = self._turns.get(position)
        if turns is None:
            turns = self._turns[position] = tree.moves(position)
        if not turns:
            return _later(tree.value(position, self.player), ply)
        cut_elsewhere, self._cut = self._cut, False
        deeper = depth if len(turns) == 1 else depth - 1
        best, choice = self._best(position, turns, first, mover == self.player, deeper, ply, low, high)
        kind = _AT_LEAST if best >= high else _AT_MOST if best <= low else _EXACT
        self._table[position] = (depth if self._cut else _TO_THE_END, _later(best, -ply), kind, choice)
        self._cut = self._cut or cut_elsewhere
        return best

    def _best(
        self,
        position: P,
        turns: Sequence[T],
        first: T | None,
        own: bool,
        depth: int,
        ply: int,
        low: float,
        high: float,
    ) -> tuple[float, T | None]:
        """The best value for whoever moves, and the turn that has it; `first` is tried before the others."""
        apply = self.tree.apply
        best = -inf if own else inf
        choice: T | None = None
        ordered = turns if first is None else [first, *(turn for turn in turns if turn is not first)]
        for turn in ordered:
            value = self._value(apply(position, turn), depth, ply + 1, low, high)
            if own:
                if value > best:
                    best, choice = value, turn
                    low = max(low, value)
            elif value < best:
                best, choice = value, turn
                high = min(high, value)
            if low >= high:
                break
        return best, choice


def _later(value: float, ply: int) -> float:
    """A decided value brought nearer to zero by the turns until then, so that quick wins are worth more."""
    if value >= DECIDED:
        return value - ply
    if value <= -DECIDED:
        return value + ply
    return value


def _sorted(pairs: Sequence[tuple[int, float]]) -> list[tuple[int, float]]:
    return sorted(pairs, key=lambda pair: -pair[1])


@dataclass(frozen=True)
class AlphaBetaBot(Generic[P, T]):
    """Searches as deep as its budget goes, `depth` turns at most.

    Among turns within `slack` of the best one the dice choose, so that games differ.
    A loss of `blunder` against the best turn is a blunder.
    """

    tree: TreeMaker[P, T]
    depth: int = DEEPEST
    slack: float = 0.0
    blunder: float = inf

    def think(self, observation: AnyObservation, limit: Limit) -> SearchInfo:
        """A legal move."""
        tree = self.tree(observation)
        turns = tree.moves(tree.root)
        if wins := immediate_wins(tree, turns, observation.player):
            turns = [turns[index] for index in wins]
        depth = 1 if wins or len(turns) == 1 else self.depth
        slack = 0.0 if is_long_game(observation) else self.slack
        ranked = AlphaBeta(tree, observation.player, limit).rank(tree.root, turns, depth, slack=slack)
        best = ranked[0][1]
        close = [pair for pair in ranked if pair[1] >= best - slack] if slack and abs(best) < DECIDED else ranked[:1]
        chosen, value = close[random_index(observation.rng, len(close))]
        move = tree.game_move(turns[chosen])
        return SearchInfo(
            move=move,
            value=value,
            explanation=tree.explain(move),
            nodes=limit.spent,
            ranked=tuple((tree.game_move(turns[index]), value) for index, value in ranked[:3]),
        )

    def evaluate(
        self, observation: AnyObservation, limit: Limit, moves: Sequence[Move] = (), lines: int = 3
    ) -> tuple[tuple[Move, float], ...]:
        """The values of these moves, best first; without any, the `lines` best moves with theirs."""
        tree = self.tree(observation)
        turns = [tree.tree_move(move) for move in moves] or tree.moves(tree.root)
        lines = len(moves) or lines
        ranked = AlphaBeta(tree, observation.player, limit).rank(tree.root, turns, self.depth, lines)[:lines]
        return tuple((moves[index] if moves else tree.game_move(turns[index]), value) for index, value in ranked)

    def explain(self, observation: AnyObservation, move: Move) -> str:
        """What speaks for a legal move."""
        return self.tree(observation).explain(move)
