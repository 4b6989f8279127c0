"""Simple strategies: always or never take a prize, never dare to raise a stick."""

from __future__ import annotations

from collections.abc import Iterator

from tabletop.bots.bot import Evaluator, Observation
from tabletop.bots.limit import Limit
from tabletop.bots.strategy import Strategy
from tabletop.games.takami.bots import BOTS
from tabletop.games.takami.moves import Done, Move, Prize, Taboo
from tabletop.games.takami.rules import TakamiState


def never_prize(observation: Observation[TakamiState]) -> Iterator[Move]:
    """End the turn after the raise."""
    if observation.state.phase == "prize":
        yield Done()


def always_prize(observation: Observation[TakamiState]) -> Iterator[Move]:
    """Take the prize that `medium` likes best, whatever the risk."""
    if observation.state.phase == "prize":
        prizes = [move for move in observation.state.legal_moves() if isinstance(move, Prize)]
        medium = BOTS["medium"]({}).bot
        assert isinstance(medium, Evaluator)
        if prizes:
            yield from (move for move, _ in medium.evaluate(observation, Limit(), prizes))


def always_taboo(observation: Observation[TakamiState]) -> Iterator[Move]:
    """Take the taboo stick instead of raising another."""
    if observation.state.phase == "raise":
        yield Taboo()


STRATEGIES = {
    "never-prize": Strategy("never takes a prize", never_prize, BOTS["medium"]),
    "always-prize": Strategy("takes a prize after every raise", always_prize, BOTS["medium"]),
    "always-taboo": Strategy("takes the taboo stick whenever there is one", always_taboo, BOTS["medium"]),
}
