"""The game tree of the strongest bot in games for three and four: it plays two rounds to come before it judges a turn.

Everyone is assumed to build for themselves, one turn at a time, as `medium` does: max-n with a single turn for each
player but the one who chooses. So a turn is judged by what the others will cover and close, and by what is left for the
player's own next turns. A paranoid search instead defends against attacks that nobody has a reason to make.

Two rounds later, points count for more than squares that may still be closed. LATER says how much of these comes
true: its weights roughly follow a regression of the points still to come in 4000 games of a copy of `medium` for four.
It gave less than `medium` does to squares with three or four halves at hand, nothing to halves for being covered,
and more to bridges within reach of one more tower. How much the others count was chosen in trial games.
"""

from __future__ import annotations

from tabletop.bots.bot import Observation
from tabletop.bots.limit import LimitReached
from tabletop.bots.winchance import WinCurve
from tabletop.game import NOBODY
from tabletop.games.taktori.evaluation import Weights, progress
from tabletop.games.taktori.rules import TaktoriState
from tabletop.games.taktori.search import HARD, TaktoriTree

ROUNDS = 2
"""How many rounds to play before a turn is judged."""
LATER = Weights(
    ready=(0.0, 0.7, 0.8, 1.0, 1.0),
    covered=(0.0, 0.0, 0.0, 0.0, 0.0),
    far=0.2,
    link=0.25,
    against=(0.0, 1.0, 0.8, 0.8),
)
"""What squares are worth then."""
WIN_CURVES = {
    3: WinCurve(start=0.02, change=0.08, even=-0.95),
    4: WinCurve(start=0.04, change=0.07, even=-1.39),
}
"""By the number of players, the chance to win that such a value means: fitted to games of a copy of `hard` in C++
with itself from random openings, 150 for three players (6918 moves) and 150 for four (9254)."""


class RoundTree(TaktoriTree):
    """A tree whose values are those of two rounds later."""

    def __init__(self, observation: Observation[TaktoriState], width: int = 6) -> None:
        super().__init__(observation, HARD, width)

    def value(self, position: TaktoriState, player: int) -> float:
        """The lead after two more turns of everyone; the lead now if the time is up."""
        later = position
        try:
            for _ in range(ROUNDS * position.config.players):
                if later.to_move == NOBODY:
                    break
                later = self.moves(later)[0].state
        except LimitReached:
            later = position
        return self.lead(later, player, LATER) if later.to_move != NOBODY else super().value(later, player)

    def win_chance(self, value: float) -> float:
        """The chance to win that a value means."""
        return WIN_CURVES[self.root.config.players].chance(value, progress(self.root))
