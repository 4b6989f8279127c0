"""Simple strategies: a rule of thumb that is followed wherever it gives a legal move; another bot does the rest.

A game lists its strategies in the dictionary STRATEGIES of its strategies.py:

    STRATEGIES = {"pile": Strategy("puts every tower on the highest stack", highest_first, BOTS["medium"])}

They are bots like any other, and `tabletop GAME study` plays them against a level: a rule of thumb
that beats it is a flaw in the game, or in the level. The rules say nothing about legality, so that a
strategy plays on under every option, as well as it can.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from tabletop.bots.bot import AnyObservation, Bot, SearchInfo
from tabletop.bots.limit import Limit
from tabletop.bots.specs import BotMaker, Controller, Parameters
from tabletop.errors import IllegalMove
from tabletop.game import Move

Rule = Callable[[Any], Iterable[Move]]
"""The moves that a strategy wants in an observation, the best first; illegal ones are passed over."""


@dataclass(frozen=True)
class Strategy:
    """A strategy of one game."""

    summary: str
    """What it does, in the third person without a full stop: `puts every tower on the highest stack`."""
    rule: Rule
    otherwise: BotMaker
    """The bot that moves where the rule gives no legal move."""

    def controller(self, name: str, parameters: Mapping[str, str]) -> Controller:
        """The strategy as a bot of this name; raises WrongUse for parameters, of which it has none."""
        Parameters(name, parameters).done()
        other = self.otherwise({})
        return Controller(name, StrategyBot(self, other.bot), other.nodes, other.seconds)


@dataclass(frozen=True)
class StrategyBot:
    """Follows a strategy."""

    strategy: Strategy
    otherwise: Bot

    def think(self, observation: AnyObservation, limit: Limit) -> SearchInfo:
        """The first legal move that the rule gives, or the other bot's."""
        for move in self.strategy.rule(observation):
            try:
                observation.state.check(move)
            except IllegalMove:
                continue
            return SearchInfo(move, explanation=self.strategy.summary)
        return self.otherwise.think(observation, limit)
