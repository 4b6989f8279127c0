"""The bot that looks one turn ahead and takes what looks best then."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf
from typing import Generic

from tabletop.bots.bot import AnyObservation, SearchInfo
from tabletop.bots.game_tree import GameTree, P, T, TreeMaker, immediate_wins, is_long_game, random_index
from tabletop.bots.limit import Limit
from tabletop.game import Move


@dataclass(frozen=True)
class GreedyBot(Generic[P, T]):
    """Takes the turn with the most valuable position after it; among those within `slack` of it, any."""

    tree: TreeMaker[P, T]
    slack: float = 0.0
    blunder: float = inf

    def think(self, observation: AnyObservation, limit: Limit) -> SearchInfo:
        """A legal move. The budget is counted, but every turn that the lore names is looked at."""
        tree = self.tree(observation)
        turns = tree.moves(tree.root)
        if wins := immediate_wins(tree, turns, observation.player):
            turns = [turns[index] for index in wins]
        ranked = self._ranked(tree, turns, observation.player, limit)
        best = ranked[0][1]
        close = ranked[:1] if is_long_game(observation) else [pair for pair in ranked if pair[1] >= best - self.slack]
        chosen, value = close[random_index(observation.rng, len(close))]
        move = tree.game_move(turns[chosen])
        return SearchInfo(
            move=move,
            value=value,
            explanation=tree.explain(move),
            nodes=len(turns),
            ranked=tuple((tree.game_move(turns[index]), value) for index, value in ranked[:3]),
        )

    def evaluate(
        self, observation: AnyObservation, limit: Limit, moves: Sequence[Move] = (), lines: int = 3
    ) -> tuple[tuple[Move, float], ...]:
        """The values of these moves, best first; without any, the `lines` best moves with theirs."""
        tree = self.tree(observation)
        turns = [tree.tree_move(move) for move in moves] or tree.moves(tree.root)
        ranked = self._ranked(tree, turns, observation.player, limit)[: len(moves) or lines]
        return tuple((moves[index] if moves else tree.game_move(turns[index]), value) for index, value in ranked)

    def explain(self, observation: AnyObservation, move: Move) -> str:
        """What speaks for a legal move."""
        return self.tree(observation).explain(move)

    def _ranked(self, tree: GameTree[P, T], turns: Sequence[T], player: int, limit: Limit) -> list[tuple[int, float]]:
        """The turns' places and values, best first; of equals, the first stays first."""
        values = [tree.value(tree.apply(tree.root, turn), player) for turn in turns]
        limit.spend(len(turns))
        return sorted(enumerate(values), key=lambda pair: -pair[1])
