"""The bot that takes any legal step, each equally likely, until its turn is complete."""

from __future__ import annotations

from typing import cast

from tabletop.bots.bot import AnyObservation, SearchInfo
from tabletop.bots.limit import Limit
from tabletop.game import Draft, Node


class RandomBot:
    """Walks down the steps of a turn at random."""

    def think(self, observation: AnyObservation, limit: Limit) -> SearchInfo:
        """A legal move; the budget does not matter."""
        node: Node = observation.state
        while True:
            steps = node.steps()
            step = steps[int(observation.rng.random() * len(steps))]
            draft, node = node, node.take(step)
            if hasattr(node, "check"):
                return SearchInfo(
                    cast(Draft, draft).move if draft is not observation.state else step, explanation="any move"
                )
