"""What a turn is worth: in points, in expected points, as a chance to win.

value_of = ExpectedPoints(state)
value_of(TurnResult(prize="B"))          # what a blue prize is worth to the player whose turn it is
value_of(TurnResult(minus="BG"))         # what it costs to make a green stick fall with a blue one
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cached_property
from typing import NamedTuple

from tabletop.bots.winchance import win_chances
from tabletop.games.takami.heap import COLOURS, STICKS
from tabletop.games.takami.race import Race, lost_share, race_between
from tabletop.games.takami.rules import RED, ROUND_ENDS_AT, TakamiState

PRIZE_CHANCE = 0.87
"""The chance that a turn brings a prize, where one is worth taking."""
RED_RETURNED = 0.4
"""How often a red minus stick is returned while there are red sticks on the heap."""
END_VARIANCE, VARIANCE_PER_STICK = 4.0, 0.45
"""How far the lead between two players may still change: variance at the end of a round, and for each stick left."""
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

    Unlike `points_value` it counts minus sticks only as far as no later prize will return them; so
    they cost less early in a round.
    """

    def __init__(self, state: TakamiState) -> None:
        self.state = state
        self._on_heap = dict.fromkeys(COLOURS, 0)
        for stick in (*state.heap, *([state.held] if state.held else [])):
            self._on_heap[stick[0]] += 1
        self._minus = ["".join(stick[0] for stick in pile) for pile in state.minus]
        self._points = [banked + state.points(player) for player, banked in enumerate(state.banked, 1)]
        self._values: dict[TurnResult, float] = {}

    def __call__(self, result: TurnResult) -> float:
        value = self._values.get(result)
        if value is None:
            value = self._values[result] = self._value(result)
        return value

    def _value(self, result: TurnResult) -> float:
        return self._total(self.state.player, result) - self._total(self.state.player, NOTHING)

    def _left(self, result: TurnResult) -> dict[str, int]:
        """How many sticks of each colour are on the heap after that result."""
        left = dict(self._on_heap)
        for colour in result.prize + result.minus:
            left[colour] = max(0, left[colour] - 1)
        return left

    def _total(self, player: int, result: TurnResult) -> float:
        """The player's points of all rounds so far, with minus sticks as far as later prizes will not return them."""
        left = self._left(result)
        total, minus = float(self._points[player - 1]), self._minus[player - 1]
        if player == self.state.player:
            if result.prize:
                total += minus.count(result.prize) + (result.prize != RED)
                minus = minus.replace(result.prize, "")
            total -= len(result.minus)
            minus += result.minus
        sticks = math.fsum(left.values())
        if sticks <= ROUND_ENDS_AT or not minus:
            return total
        returned = 1 - lost_share(int(sticks) - left[RED])
        shares = [(RED_RETURNED if colour == RED else returned) for colour in minus if left[colour]]
        return total + math.fsum(shares)


class WinProbability(ExpectedPoints):
    """The chance that the player whose turn it is wins the game, if the turn ends with a result.

    Later turns and rounds are assumed to be average.
    """

    def before_turn(self) -> float:
        """The chance of the player whose turn it is before the turn, if it is average."""
        if self._is_race:
            left, me = self._left(NOTHING), self.state.player
            lead = self._total(me, NOTHING) - self._total(3 - me, NOTHING)
            return self._race_chance(left, lead)
        prize = max(COLOURS, key=lambda colour: self(TurnResult(prize=colour)) if self._on_heap[colour] else 0.0)
        return PRIZE_CHANCE * self(TurnResult(prize=prize)) + (1 - PRIZE_CHANCE) * self(NOTHING)

    @property
    def _is_race(self) -> bool:
        config = self.state.config
        return config.players == 2 and self.state.round == config.rounds and not config.is_refereed

    def _race_chance(self, left: dict[str, int], lead: float) -> float:
        """The chance of the player to move in a race."""
        valuable = int(math.fsum(left.values())) - left[RED]
        return self._race.chance(valuable, left[RED], lead)

    @cached_property
    def _race(self) -> Race:
        return race_between(self.state.config.hands)

    def with_points(self, points: float) -> float:
        """The chance of the player whose turn it is, if the turn brings so many points on average."""
        totals = self._totals(NOTHING)
        totals[self.state.player - 1] += points
        return self._chance(self._left(NOTHING), totals)

    def _value(self, result: TurnResult) -> float:
        return self._chance(self._left(result), self._totals(result))

    def _totals(self, result: TurnResult) -> list[float]:
        return [self._total(player, result) for player in range(1, self.state.config.players + 1)]

    def _chance(self, left: dict[str, int], totals: list[float]) -> float:
        """The chance of the player whose turn ends with so many sticks left and with these points."""
        state, players = self.state, self.state.config.players
        sticks = int(math.fsum(left.values()))
        if state.round == state.config.rounds and sticks <= ROUND_ENDS_AT:
            return win_chances(totals, 0)[state.player - 1]
        valuable = sticks - left[RED]
        if self._is_race:
            chance = 1 - self._race_chance(left, totals[2 - state.player] - totals[state.player - 1])
        else:
            for offset in range(players):
                player = (state.player + offset) % players
                totals[player] += PRIZE_CHANCE * (valuable // players + (offset < valuable % players))
            rounds = state.config.rounds - state.round
            variance = _variance(sticks) + rounds * _variance(len(STICKS))
            chance = win_chances(totals, math.sqrt(variance * 2 / players))[state.player - 1]
        return min(HIGHEST_CHANCE, max(1 - HIGHEST_CHANCE, chance))


def _variance(sticks: int) -> float:
    """How far the lead between two players may still change in a round with this many sticks on the heap."""
    left = max(0, sticks - ROUND_ENDS_AT)
    return min(1.4 * left, END_VARIANCE + VARIANCE_PER_STICK * left)
