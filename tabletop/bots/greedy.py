"""The bot that looks one turn ahead and takes what looks best then."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic

from tabletop.bots import Situation
from tabletop.bots.budget import Budget, Thought
from tabletop.bots.lore import LoreMaker, P, T, drags_on, pick, wins_at_once


@dataclass(frozen=True)
class GreedyBot(Generic[P, T]):
    """Takes the turn with the most valuable position after it; among those within `slack` of it, any."""

    lore: LoreMaker[P, T]
    slack: float = 0.0

    def think(self, situation: Situation, budget: Budget) -> Thought:
        """A legal move. The budget is counted, but every turn that the lore names is looked at."""
        lore = self.lore(situation)
        position = lore.root
        turns = lore.turns(position)
        if wins := wins_at_once(lore, turns, situation.player):
            turns = [turns[index] for index in wins]
        values = [lore.value(lore.after(position, turn), situation.player) for turn in turns]
        budget.spend(len(turns))
        ranked = sorted(zip(turns, values, strict=True), key=lambda pair: -pair[1])
        best = ranked[0][1]
        close = [turn for turn, value in ranked if value >= best - self.slack]
        if drags_on(situation):
            close = close[:1]
        chosen = close[pick(situation.dice, len(close))]
        move = lore.move(chosen)
        return Thought(
            move=move,
            value=best,
            why=lore.why(move),
            nodes=len(turns),
            ranked=tuple((lore.move(turn), value) for turn, value in ranked[:3]),
        )
