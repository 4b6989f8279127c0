"""The chance to win, from a lead or from the points that everyone may expect."""

from __future__ import annotations

import math
from collections.abc import Sequence


def chance_from_lead(lead: float, scale: float) -> float:
    """A lead as a chance to win, 0 to 1: a half at no lead, three quarters at a lead of `scale`."""
    return 0.5 + 0.5 * lead / (scale + abs(lead))


_ROOT_2 = math.sqrt(2)


def win_chances(points: Sequence[float], spread: float) -> tuple[float, ...]:
    """Everyone's chance to win; they add up to 1, and a shared win is shared.

    `spread` is the standard deviation of what the rest of the game still adds to the
    lead of one player over another; 0 where the game is over. With more than two players
    this is no more than a good guess: the leads are taken one by one.
    """
    if spread <= 0:
        best = max(points)
        winners = [own == best for own in points]
        return tuple([won / sum(winners) for won in winners])
    if len(points) == 2:
        first = _below((points[0] - points[1]) / spread)
        return first, 1 - first
    products = [
        math.prod([_below((own - other) / spread) for who, other in enumerate(points) if who != player])
        for player, own in enumerate(points)
    ]
    whole = math.fsum(products)
    if whole <= 0:
        return win_chances(points, 0)
    return tuple([product / whole for product in products])


def _below(deviations: float) -> float:
    """The normal distribution function."""
    return 0.5 * math.erfc(-deviations / _ROOT_2)
