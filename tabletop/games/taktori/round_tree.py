"""The game tree of the strongest bot in games for three and four: it plays the round to come before it judges a turn.

Everyone is assumed to build for themselves, one turn at a time, as `medium` does: max-n with a single turn for each
player but the one who chooses. So a turn is judged by what the others will cover and close, and by what is left for the
player's own next turn. A paranoid search instead defends against attacks that nobody has a reason to make.
"""

from __future__ import annotations

from tabletop.bots.bot import Observation
from tabletop.bots.limit import LimitReached
from tabletop.game import NOBODY
from tabletop.games.taktori.rules import TaktoriState
from tabletop.games.taktori.search import HARD, TaktoriTree


class RoundTree(TaktoriTree):
    """A tree whose values are those of a round later, after the player's own next turn."""

    def __init__(self, observation: Observation[TaktoriState], width: int = 6) -> None:
        super().__init__(observation, HARD, width)

    def value(self, position: TaktoriState, player: int) -> float:
        """The lead after everyone's next turn; the lead now if the time is up."""
        value = super().value
        later = position
        try:
            for _ in range(position.config.players):
                if later.to_move == NOBODY:
                    break
                later = self.moves(later)[0].state
        except LimitReached:
            return value(position, player)
        return value(later, player)
