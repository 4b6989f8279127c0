"""The lead to expect at the end of a round of two players, and how far chance may still change it.

    risks = heap_risks(heap_features(state))                      # what the next turn risks at best
    expected_lead(left, minus=("BB", "R"), lead=2, risks=risks)   # of the player to move
    lead_variance(left)

A prize is worth more than its point: while there are others, later prizes return minus sticks (K8),
an odd number of sticks worth a point favours the player to move, and so does a heap with safe sticks.
All numbers were fitted to the final leads of 6,000 simulated games between two bots that play like
`medium`, with the model `steady`, less the luck that followed each position.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import NamedTuple

from tabletop.games.takami.features import NO_PRIZE, HeapFeatures
from tabletop.games.takami.rules import RED

_LAST_TEMPO = (0.04, 0.59, 0.34, 0.64)
"""What it is worth to be the player to move with no, one, two, three sticks left that are worth a point."""
_EVEN_TEMPO, _ODD_TEMPO = 0.425, 0.56
"""The same with an even or an odd number of more than three."""
_MINE_RETURNED = (0.0, 0.55, 0.71, 0.65, 0.76, 0.76, 0.95)
"""The chance that a later prize returns a minus stick of the player to move, by the sticks left that are worth a
point, the last for all higher numbers; for a colour of which some are left."""
_THEIRS_RETURNED = (0.0, 0.13, 0.18, 0.50, 0.61, 0.61, 0.95)
"""The same for the other player, who chooses second."""
_RED_RETURNED = 0.62
"""The same for red minus sticks, while another stick is worth a point."""
_MY_LAST_RED_RETURNED, _THEIR_LAST_RED_RETURNED = 0.87, 0.8
"""The same once only red sticks are left, and nobody has a better prize to take."""
_VARIANCE, _VARIANCE_PER_VALUABLE, _VARIANCE_PER_RED = 2.85, 0.216, 0.702


class HeapRisks(NamedTuple):
    """The smallest chances that something falls in the next turn: in the safest raises, and in the safest prizes."""

    raise_: float
    second_raise: float
    prize: float
    second_prize: float


def _phase(valuable: int) -> int:
    """Which part of a round it is: with many sticks that are worth a point, with few of them, without any."""
    return 0 if valuable > 4 else 1 if valuable else 2


_USUAL_RISKS = (
    HeapRisks(0.061, 0.070, 0.048, 0.062),
    HeapRisks(0.054, 0.074, 0.107, 0.180),
    HeapRisks(0.057, 0.084, NO_PRIZE, NO_PRIZE),
)
"""The average of each phase."""
_RISK_WEIGHTS = (
    HeapRisks(-0.09, -0.28, -1.39, 0.36),
    HeapRisks(-1.09, -1.52, -1.27, 0.90),
    HeapRisks(-0.97, -0.57, 0.0, 0.0),
)
"""The points that each risk costs the player to move, by phase; what is left of two good prizes goes to the other."""


def expected_lead(
    left: Mapping[str, int], minus: tuple[str, str], lead: float, risks: HeapRisks | None = None
) -> float:
    """The lead of the player to move at the end of the round, on average.

    `left` are the sticks on the heap by colour, `minus` the colours of the minus sticks of the player to
    move and of the other, `lead` the points now. Without `risks` the heap is taken as usual.
    """
    valuable = math.fsum(left.values()) - left[RED]
    number = int(valuable)
    phase = _phase(number)
    weights = _RISK_WEIGHTS[phase]
    parts = [weight * risk for weight, risk in zip(weights, risks or _USUAL_RISKS[phase], strict=True)]
    if number < len(_LAST_TEMPO):
        parts.append(_LAST_TEMPO[number])
    else:
        parts.append(_ODD_TEMPO if number % 2 else _EVEN_TEMPO)
    reds = (_RED_RETURNED, _RED_RETURNED) if number else (_MY_LAST_RED_RETURNED, _THEIR_LAST_RED_RETURNED)
    for sign, colours, shares, red in zip((1, -1), minus, (_MINE_RETURNED, _THEIRS_RETURNED), reds, strict=True):
        share = shares[min(number, len(shares) - 1)]
        parts += [sign * (red if colour == RED else share) for colour in colours if left[colour]]
    return lead + math.fsum(parts)


def lead_variance(left: Mapping[str, int]) -> float:
    """How far the final lead may be from the expected one, as a variance."""
    valuable = math.fsum(left.values()) - left[RED]
    return _VARIANCE + _VARIANCE_PER_VALUABLE * valuable + _VARIANCE_PER_RED * left[RED]


def heap_risks(features: HeapFeatures) -> HeapRisks:
    """What the player to move risks at best."""
    return HeapRisks(*features.raises[:2], *features.prizes[:2])
