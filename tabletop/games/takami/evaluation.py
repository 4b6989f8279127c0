"""What a turn is worth: in points, in expected points, as a chance to win.

value_of = ExpectedPoints(state)
value_of(TurnResult(prize="B"))          # what a blue prize is worth to the player whose turn it is
value_of(TurnResult(minus="BG"))         # what it costs to make a green stick fall with a blue one
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

from tabletop.bots.winchance import win_chances
from tabletop.games.takami.heap import COLOURS
from tabletop.games.takami.rules import RED, ROUND_ENDS_AT, TakamiState

TURN_TAKES = 1.1
"""Sticks that a turn takes off the heap, on average."""
TURN_PRIZES = 0.6
"""Prizes that a turn brings, on average."""
TURN_SPREAD = 1.3
"""The standard deviation of the points that a turn brings."""
ROUND_TURNS = 29
"""Turns of a whole round, on average."""
HIGHEST_CHANCE = 0.999
"""The highest chance to win while the game goes on, so that a win at once is better."""


class TurnResult(NamedTuple):
    """What a turn brings its player: the colours of the prize and of new minus sticks, a letter each."""

    prize: str = ""
    minus: str = ""


NOTHING = TurnResult()
TurnValue = Callable[[TurnResult], float]
"""The value of a turn's result for the player whose turn it is."""


def points_value(state: TakamiState, counts_returns: bool) -> TurnValue:
    """The points that the turn brings at once; `counts_returns`: with the minus sticks that a prize returns (K8)."""
    minus_colours = [stick[0] for stick in state.minus[state.player - 1]]

    def value(result: TurnResult) -> float:
        if not result.prize:
            return -float(len(result.minus))
        returned = minus_colours.count(result.prize) if counts_returns else 0
        return float(returned + (result.prize != RED))

    return value


class ExpectedPoints:
    """The points at the end of the round that a turn's result adds to those expected without it.

    Unlike `points_value` it includes later prizes, which may return a minus stick; so a minus
    stick costs less early in a round. Later turns are assumed to be average.
    """

    def __init__(self, state: TakamiState) -> None:
        self.state = state
        self._values: dict[TurnResult, float] = {}

    def __call__(self, result: TurnResult) -> float:
        if result not in self._values:
            self._values[result] = self._value(result)
        return self._values[result]

    def _value(self, result: TurnResult) -> float:
        return self._total(self.state.player, result) - self._total(self.state.player, NOTHING)

    def _turns_left(self, result: TurnResult) -> float:
        """How many turns the round is expected to have after this one."""
        state = self.state
        sticks = len(state.heap) + bool(state.held) - len(result.prize) - len(result.minus)
        return max(0, sticks - ROUND_ENDS_AT) / TURN_TAKES

    def _total(self, player: int, result: TurnResult) -> float:
        """The player's expected points of all rounds so far, if this turn ends with that result."""
        state = self.state
        total = float(state.banked[player - 1] + state.points(player))
        minus = "".join(stick[0] for stick in state.minus[player - 1])
        if player == state.player:
            total += points_value(state, True)(result)
            minus = minus.replace(result.prize or " ", "") + result.minus
        return total + _expected_returns(minus, TURN_PRIZES * self._turns_left(result) / state.config.players)


class WinProbability(ExpectedPoints):
    """The chance that the player whose turn it is wins the game, if the turn ends with a result.

    Later turns and rounds are assumed to be average.
    """

    def _value(self, result: TurnResult) -> float:
        state = self.state
        turns, rounds = self._turns_left(result), state.config.rounds - state.round
        totals = [self._total(player, result) for player in range(1, state.config.players + 1)]
        spread = TURN_SPREAD * math.sqrt(turns + rounds * ROUND_TURNS)
        chance = win_chances(totals, spread)[state.player - 1]
        return min(HIGHEST_CHANCE, max(1 - HIGHEST_CHANCE, chance)) if spread else chance


def _expected_returns(minus: str, prizes: float) -> float:
    """Points that so many expected prizes return beyond their own point, the best colours first."""
    bonuses = [minus.count(colour) - (colour == RED) for colour in COLOURS]
    gains = sorted((bonus for bonus in bonuses if bonus > 0), reverse=True)
    return math.fsum(bonus * _chance_of_at_least(number, prizes) for number, bonus in enumerate(gains, 1))


def _chance_of_at_least(number: int, average: float) -> float:
    """The chance of so many independent events or more, where that many are expected (Poisson)."""
    fewer = (average**count / math.factorial(count) for count in range(number))
    return 1 - math.exp(-average) * math.fsum(fewer)
