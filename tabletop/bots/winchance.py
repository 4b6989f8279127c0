"""Chances to win, from a lead or from everyone's expected points."""

from __future__ import annotations

import math
from collections.abc import Sequence


def chance_from_lead(lead: float, scale: float) -> float:
    """A chance to win, 0 to 1: one half without a lead, three quarters with a lead of `scale`."""
    return 0.5 + 0.5 * lead / (scale + abs(lead))


_ROOT_2 = math.sqrt(2)


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
        first = _normal_cdf((points[0] - points[1]) / spread)
        return first, 1 - first
    products = [
        math.prod([_normal_cdf((score - rival) / spread) for index, rival in enumerate(points) if index != player])
        for player, score in enumerate(points)
    ]
    total = math.fsum(products)
    if total <= 0:
        return win_chances(points, 0)
    return tuple([product / total for product in products])


def _normal_cdf(deviations: float) -> float:
    return 0.5 * math.erfc(-deviations / _ROOT_2)
