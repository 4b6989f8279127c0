"""Chances to win: from a bot's value, from a lead, or from everyone's expected points.

    WinCurve(start=0.1, change=0.3).chance(value=4.0, progress=0.5)       # 0.73

Bots reckon in points, or in a measure of their own; people are told chances. Each game's evaluation.py has
the curve for its bots' values, fitted to games between bots; SearchInfo.win_chance applies it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from tabletop.chance import normal_cdf

SUREST = 0.99
"""The highest chance that a curve gives: as long as a game is not decided, a bot may be wrong."""


class WinCurve(NamedTuple):
    """The chance to win that a value means: a logistic curve, steeper the more of the game is over."""

    start: float
    """The steepness at the beginning: log odds for each unit of the value."""
    change: float = 0.0
    """By how much it is steeper at the end."""
    even: float = 0.0
    """The log odds of a value of 0; below 0 if there are more than two players."""

    def chance(self, value: float, progress: float = 0.0) -> float:
        """The chance to win, with `progress` from 0, the beginning, to 1, the end."""
        log_odds = value * (self.start + self.change * progress) + self.even
        return min(SUREST, max(1 - SUREST, 0.5 + 0.5 * math.tanh(log_odds / 2)))


def chance_from_lead(lead: float, scale: float) -> float:
    """A chance to win, 0 to 1: one half without a lead, three quarters with a lead of `scale`."""
    return 0.5 + 0.5 * lead / (scale + abs(lead))


def win_chances(points: Sequence[float], spread: float) -> tuple[float, ...]:
    """Everyone's chance to win, given their expected points; they add up to 1, and a shared win is divided.

    `spread` is the standard deviation of what the rest of the game adds to the lead of one player
    over another; 0 if the game is over. With more than two players this is an
    approximation: the leads over the others are taken as independent.
    """
    if spread <= 0:
        best = max(points)
        is_winner = [score == best for score in points]
        return tuple([won / sum(is_winner) for won in is_winner])
    if len(points) == 2:
        first = normal_cdf((points[0] - points[1]) / spread)
        return first, 1 - first
    products = [
        math.prod([normal_cdf((score - rival) / spread) for index, rival in enumerate(points) if index != player])
        for player, score in enumerate(points)
    ]
    total = math.fsum(products)
    if total <= 0:
        return win_chances(points, 0)
    return tuple([product / total for product in products])
