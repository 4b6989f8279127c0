"""What a turn of Takami is worth once it is over: in points, or as a chance to win."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from tabletop.bots.standing import win_chances
from tabletop.games.takami.heap import COLOURS
from tabletop.games.takami.rules import RED, ROUND_ENDS_AT, TakamiState

TURN_TAKES = 1.1
"""Sticks that a turn takes off the heap, on average."""
TURN_PRIZES = 0.6
"""Prizes that a turn brings, on average."""
TURN_SPREAD = 1.3
"""Points by which a turn strays from its average."""
ROUND_TURNS = 29
"""Turns of a whole round, on average."""
LIKELY = 0.999
"""A game that goes on is never surer than this, so that one won at once is better."""


@dataclass(frozen=True)
class Change:
    """What a turn brings its player: the colours of the prize and of new minus sticks, a letter each."""

    prize: str = ""
    minus: str = ""


Worth = Callable[[Change], float]


def points_worth(state: TakamiState, counts_returns: bool) -> Worth:
    """Points won or lost by the player whose turn it is; minus sticks that come back count if asked for."""
    mine = [stick[0] for stick in state.minus[state.player - 1]]

    def worth(change: Change) -> float:
        if not change.prize:
            return -float(len(change.minus))
        returned = mine.count(change.prize) if counts_returns else 0
        return float(returned + (change.prize != RED))

    return worth


class Prospects:
    """The points that the player whose turn it is can expect to have more than if the turn brought nothing.

    Minus sticks cost less while there is time to win a prize of their colour; other turns
    are taken as average ones.
    """

    def __init__(self, state: TakamiState) -> None:
        self.state = state
        self.known: dict[Change, float] = {}

    def __call__(self, change: Change) -> float:
        if change not in self.known:
            self.known[change] = self._value(change)
        return self.known[change]

    def _value(self, change: Change) -> float:
        return self._total(self.state.player, change) - self._total(self.state.player, Change())

    def _turns(self, change: Change) -> float:
        """How many turns the round still has after this one."""
        state = self.state
        sticks = len(state.heap) + bool(state.held) - len(change.prize) - len(change.minus)
        return max(0, sticks - ROUND_ENDS_AT) / TURN_TAKES

    def _total(self, player: int, change: Change) -> float:
        """The player's points with the change, and with the minus sticks that will come back."""
        state = self.state
        total = float(state.banked[player - 1] + state.points(player))
        minus = "".join(stick[0] for stick in state.minus[player - 1])
        if player == state.player:
            total += points_worth(state, True)(change)
            minus = minus.replace(change.prize or " ", "") + change.minus
        return total + _returns(minus, TURN_PRIZES * self._turns(change) / state.terms.players)


class WinChance(Prospects):
    """The chance that the player whose turn it is wins, seen from the end of this turn.

    Other rounds are taken as average ones.
    """

    def _value(self, change: Change) -> float:
        state = self.state
        turns, rounds = self._turns(change), state.terms.rounds - state.round
        totals = [self._total(player, change) for player in range(1, state.terms.players + 1)]
        spread = TURN_SPREAD * math.sqrt(turns + rounds * ROUND_TURNS)
        chance = win_chances(totals, spread)[state.player - 1]
        return min(LIKELY, max(1 - LIKELY, chance)) if spread else chance


def _returns(minus: str, to_come: float) -> float:
    """Points that prizes to come will give back beyond their own point, the best colours first."""
    bonuses = [minus.count(colour) - (colour == RED) for colour in COLOURS]
    gains = sorted((bonus for bonus in bonuses if bonus > 0), reverse=True)
    return math.fsum(bonus * _at_least(number, to_come) for number, bonus in enumerate(gains, 1))


def _at_least(number: int, average: float) -> float:
    """The chance of so many events where they come independently, with that average."""
    fewer = (average**count / math.factorial(count) for count in range(number))
    return 1 - math.exp(-average) * math.fsum(fewer)
