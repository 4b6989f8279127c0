"""The bot that takes random legal steps, each equally likely, until its turn is complete."""

from __future__ import annotations

from tabletop.bots.bot import AnyObservation, SearchInfo
from tabletop.bots.limit import Limit


class RandomBot:
    """Walks down the steps of a turn at random."""

    def think(self, observation: AnyObservation, limit: Limit) -> SearchInfo:
        """A legal move; the limit does not matter."""
        node = observation.state
        while True:
            steps = node.steps()
            step = steps[int(observation.rng.random() * len(steps))]
            previous, node = node, node.take(step)
            if hasattr(node, "check"):  # a State again, not a Draft: the turn is complete
                move = step if previous is observation.state else previous.move
                return SearchInfo(move, explanation="a random move")
