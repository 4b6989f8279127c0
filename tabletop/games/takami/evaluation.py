"""What a turn is worth: in points, in expected points, as a chance to win.

value_of = ExpectedPoints(state)
value_of(TurnResult(prize="B"))          # what a blue prize is worth to the player whose turn it is
value_of(TurnResult(minus="BG"))         # what it costs to make a green stick fall with a blue one
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

from tabletop.bots.winchance import win_chances
from tabletop.games.takami.features import heap_features
from tabletop.games.takami.heap import COLOURS, STICKS, Heap
from tabletop.games.takami.lead import HeapRisks, expected_lead, heap_risks, lead_variance
from tabletop.games.takami.network import load_network
from tabletop.games.takami.rules import RED, ROUND_ENDS_AT, TakamiState

PRIZE_CHANCE = 0.87
"""The chance that a turn brings a prize, where one is worth taking."""
RED_RETURNED = 0.4
"""How often a red minus stick is returned while there are red sticks on the heap."""
END_VARIANCE, VARIANCE_PER_STICK = 4.0, 0.45
"""How far the lead between two players may still change: variance at the end of a round, and for each stick left."""
HIGHEST_CHANCE = 0.999
"""The highest chance to win while the game goes on, so that a win at once is better."""


ALL_STICKS = {colour: sum(stick[0] == colour for stick in STICKS) for colour in COLOURS}
"""How many sticks of each colour there are."""


def lost_share(valuable: int) -> float:
    """The part of a minus stick's point that is lost for good: early on, later prizes return most of them (K8)."""
    return math.exp(-valuable / 7) if valuable else 0.7


class TurnResult(NamedTuple):
    """What a turn brings its player: the colours of the prize and of new minus sticks, a letter each."""

    prize: str = ""
    minus: str = ""


NOTHING = TurnResult()
TurnValue = Callable[[TurnResult], float]
"""The value of a turn's result for the player whose turn it is."""


def prize_points(state: TakamiState) -> TurnValue:
    """The points of the prize alone, as if minus sticks cost nothing."""

    def value(result: TurnResult) -> float:
        return float(result.prize not in ("", RED))

    return value


def turn_points(state: TakamiState) -> TurnValue:
    """The points of the prize and the minus sticks of the turn, without the minus sticks that a prize returns."""

    def value(result: TurnResult) -> float:
        return float(result.prize not in ("", RED)) - len(result.minus)

    return value


class ExpectedPoints:
    """The points at the end of the round that a turn's result adds to those expected without it.

    Unlike `turn_points` it counts minus sticks only as far as no later prize will return them; so
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

    def _after(self, result: TurnResult) -> tuple[int, str]:
        """The points that the result brings at once, and the colours of the player's minus sticks after it."""
        minus = self._minus[self.state.player - 1]
        gained = -len(result.minus)
        if result.prize:
            gained += minus.count(result.prize) + (result.prize != RED)
            minus = minus.replace(result.prize, "")
        return gained, minus + result.minus

    def _total(self, player: int, result: TurnResult) -> float:
        """The player's points of all rounds so far, with minus sticks as far as later prizes will not return them."""
        left = self._left(result)
        total, minus = float(self._points[player - 1]), self._minus[player - 1]
        if player == self.state.player:
            gained, minus = self._after(result)
            total += gained
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

    def at_end(self, result: TurnResult, end: TakamiState) -> float:
        """The chance if the turn ends with the result in that state: the heap it leaves counts too."""
        if self.state.config.players > 2 or not isinstance(end.heap, Heap) or len(end.heap) <= ROUND_ENDS_AT:
            return self(result)
        taboo = end.raised if end.raised in end.heap else ""
        next_turn = replace(end, player=3 - end.player, phase="raise", taboo=taboo, raised="", probed="", held="")
        # The network was fitted to single rounds of hands that are alike; otherwise the formula is more to be trusted.
        one, other = end.config.hands
        if end.round == end.config.rounds and one.skill == other.skill:
            return self._clamped(1 - load_network().win_chance(next_turn))
        return self._clamped(self._duel_chance(result, heap_risks(heap_features(next_turn))))

    def with_points(self, points: float) -> float:
        """The chance of the player whose turn it is, if the turn brings so many points on average."""
        return self._chance(NOTHING, points)

    def _value(self, result: TurnResult) -> float:
        return self._chance(result)

    def _chance(self, result: TurnResult, points: float = 0.0) -> float:
        """The chance of the player whose turn it is, with the result and so many points more."""
        state, players = self.state, self.state.config.players
        left = self._left(result)
        sticks = int(math.fsum(left.values()))
        totals = [self._total(player, result) for player in range(1, players + 1)]
        totals[state.player - 1] += points
        if state.round == state.config.rounds and sticks <= ROUND_ENDS_AT:
            return win_chances(totals, 0)[state.player - 1]
        if players == 2 and not state.config.is_refereed and sticks > ROUND_ENDS_AT:
            return self._clamped(self._duel_chance(result, points=points))
        valuable = sticks - left[RED]
        for offset in range(players):
            player = (state.player + offset) % players
            totals[player] += PRIZE_CHANCE * (valuable // players + (offset < valuable % players))
        rounds = state.config.rounds - state.round
        variance = _variance(sticks) + rounds * _variance(len(STICKS))
        return self._clamped(win_chances(totals, math.sqrt(variance * 2 / players))[state.player - 1])

    def _duel_chance(self, result: TurnResult, risks: HeapRisks | None = None, points: float = 0.0) -> float:
        """The chance between two players, if the other now moves on a heap with these risks."""
        state, me, left = self.state, self.state.player, self._left(result)
        gained, my_minus = self._after(result)
        lead = self._points[2 - me] - (self._points[me - 1] + gained + points)
        expected = expected_lead(left, (self._minus[2 - me], my_minus), lead, risks)
        rounds = state.config.rounds - state.round
        variance = lead_variance(left) + rounds * lead_variance(ALL_STICKS)
        return win_chances((-expected, 0.0), math.sqrt(variance))[0]

    @staticmethod
    def _clamped(chance: float) -> float:
        return min(HIGHEST_CHANCE, max(1 - HIGHEST_CHANCE, chance))


def _variance(sticks: int) -> float:
    """How far the lead between two players may still change in a round with this many sticks on the heap."""
    left = max(0, sticks - ROUND_ENDS_AT)
    return min(1.4 * left, END_VARIANCE + VARIANCE_PER_STICK * left)
