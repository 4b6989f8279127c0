"""The bot that looks one move ahead and takes the most valuable position it can reach."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import inf
from typing import Generic

from tabletop.bots.bot import AnyObservation, SearchInfo
from tabletop.bots.game_tree import (
    GameTree,
    M,
    P,
    TreeMaker,
    immediate_wins,
    is_long_game,
    make_tree,
    random_index,
    search_info,
)
from tabletop.bots.limit import Limit
from tabletop.game import Move


@dataclass(frozen=True)
class GreedyBot(Generic[P, M]):
    """Takes the move to the most valuable position, or a random one of those within `slack` of it."""

    tree: TreeMaker[P, M]
    slack: float = 0.0
    blunder: float = inf

    def think(self, observation: AnyObservation, limit: Limit) -> SearchInfo:
        """A legal move. All moves of the tree are tried, whatever the nodes, unless the time is up before."""
        tree = make_tree(self.tree, observation, limit)
        moves = tree.moves(tree.root)
        if wins := immediate_wins(tree, moves, observation.player):
            moves = [moves[index] for index in wins]
        ranked = self._ranked(tree, moves, observation.player, limit, least=1)
        best = ranked[0][1]
        is_long = is_long_game(observation)
        candidates = ranked[:1] if is_long else [pair for pair in ranked if pair[1] >= best - self.slack]
        chosen, value = candidates[random_index(observation.rng, len(candidates))]
        move = tree.game_move(moves[chosen])
        return replace(
            search_info(tree, move, value, limit),
            explanation=tree.explain(move),
            depth=1,
            line=(move,),
            ranked=tuple((tree.game_move(moves[index]), value) for index, value in ranked[:3]),
        )

    def evaluate(
        self, observation: AnyObservation, limit: Limit, moves: Sequence[Move] = (), lines: int = 3
    ) -> tuple[tuple[Move, float], ...]:
        """The values of these moves, best first; without any, the `lines` best moves with theirs."""
        tree = make_tree(self.tree, observation, limit)
        tree_moves = [tree.tree_move(move) for move in moves] or tree.moves(tree.root)
        lines = len(moves) or lines
        ranked = self._ranked(tree, tree_moves, observation.player, limit, least=lines)[:lines]
        return tuple((moves[index] if moves else tree.game_move(tree_moves[index]), value) for index, value in ranked)

    def explain(self, observation: AnyObservation, move: Move) -> str:
        """The reason for a legal move."""
        return self.tree(observation).explain(move)

    def _ranked(
        self, tree: GameTree[P, M], moves: Sequence[M], player: int, limit: Limit, least: int
    ) -> list[tuple[int, float]]:
        """The moves' indices and values, best first; of equals, the first stays first.

        If the time is up, the rest of the moves is left out, but at least this many are tried.
        """
        values: list[float] = []
        for move in moves:
            if len(values) >= least and limit.is_over():
                break
            values.append(tree.value(tree.apply(tree.root, move), player))
        limit.spend(len(values))
        return sorted(enumerate(values), key=lambda pair: -pair[1])
