"""The bot that looks one turn ahead and takes what looks best then."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf
from typing import Generic

from tabletop.bots import Situation
from tabletop.bots.budget import Budget
from tabletop.bots.lore import Lore, LoreMaker, P, T, drags_on, pick, wins_at_once
from tabletop.bots.thought import Thought
from tabletop.game import Move


@dataclass(frozen=True)
class GreedyBot(Generic[P, T]):
    """Takes the turn with the most valuable position after it; among those within `slack` of it, any."""

    lore: LoreMaker[P, T]
    slack: float = 0.0
    blunder: float = inf

    def think(self, situation: Situation, budget: Budget) -> Thought:
        """A legal move. The budget is counted, but every turn that the lore names is looked at."""
        lore = self.lore(situation)
        turns = lore.turns(lore.root)
        if wins := wins_at_once(lore, turns, situation.player):
            turns = [turns[index] for index in wins]
        ranked = self._ranked(lore, turns, situation.player, budget)
        best = ranked[0][1]
        close = ranked[:1] if drags_on(situation) else [pair for pair in ranked if pair[1] >= best - self.slack]
        chosen, value = close[pick(situation.dice, len(close))]
        move = lore.move(turns[chosen])
        return Thought(
            move=move,
            value=value,
            why=lore.why(move),
            nodes=len(turns),
            ranked=tuple((lore.move(turns[index]), value) for index, value in ranked[:3]),
        )

    def judge(
        self, situation: Situation, budget: Budget, moves: Sequence[Move] = (), lines: int = 3
    ) -> tuple[tuple[Move, float], ...]:
        """The values of these moves, best first; without any, the `lines` best moves with theirs."""
        lore = self.lore(situation)
        turns = [lore.turn(move) for move in moves] or lore.turns(lore.root)
        ranked = self._ranked(lore, turns, situation.player, budget)[: len(moves) or lines]
        return tuple((moves[index] if moves else lore.move(turns[index]), value) for index, value in ranked)

    def why(self, situation: Situation, move: Move) -> str:
        """What speaks for a legal move."""
        return self.lore(situation).why(move)

    def _ranked(self, lore: Lore[P, T], turns: Sequence[T], player: int, budget: Budget) -> list[tuple[int, float]]:
        """The turns' places and values, best first; of equals, the first stays first."""
        values = [lore.value(lore.after(lore.root, turn), player) for turn in turns]
        budget.spend(len(turns))
        return sorted(enumerate(values), key=lambda pair: -pair[1])
