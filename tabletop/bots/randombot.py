"""The bot that takes any legal step, each equally likely, until its turn is whole."""

from __future__ import annotations

from typing import cast

from tabletop.bots import Situation
from tabletop.bots.budget import Budget
from tabletop.bots.thought import Thought
from tabletop.game import Draft, Node


class RandomBot:
    """Walks down the steps of a turn at random."""

    def think(self, situation: Situation, budget: Budget) -> Thought:
        """A legal move; the budget does not matter."""
        node: Node = situation.state
        while True:
            steps = node.steps()
            step = steps[int(situation.dice.random() * len(steps))]
            draft, node = node, node.take(step)
            if hasattr(node, "check"):
                return Thought(cast(Draft, draft).move if draft is not situation.state else step, why="any move")
