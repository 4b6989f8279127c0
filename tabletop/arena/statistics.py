"""Quantiles with 95% intervals, and how much of a player's points is hand, head and luck.

    quantile(Sample(((1, 31), (2, 28), (3, 40))), 0.5)
    variance_shares({(0.2, "easy"): [3, 5, 4], (0.8, "easy"): [6, 9, 8], ...})

For shares and means see `intervals`.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tabletop.arena.intervals import Estimate, Sample, student


def quantile(sample: Sample, part: float) -> Estimate:
    """The number below which this part of the values lies, with the interval that order statistics give.

    The interval ends at the smallest or largest value where the sample is too small for more. Clusters are
    not looked at: all values are taken for independent.
    """
    ordered = sorted(value for _, value in sample.values)
    size = max(1, int(sample.size))
    low, high = _ranks(part, size)
    scale = len(ordered) / size
    last = len(ordered) - 1
    return Estimate(
        ordered[min(last, int(part * len(ordered)))],
        ordered[min(last, int((low - 1) * scale))],
        ordered[min(last, math.ceil(high * scale) - 1)],
    )


def _ranks(part: float, size: int) -> tuple[int, int]:
    """Between which ranks, from 1, the quantile lies with 95% certainty."""
    below = 0.0
    low = high = 0
    for successes in range(size + 1):
        chance = math.exp(
            math.lgamma(size + 1)
            - math.lgamma(successes + 1)
            - math.lgamma(size - successes + 1)
            + successes * math.log(part)
            + (size - successes) * math.log(1 - part)
        )
        if below <= 0.025:
            low = successes
        below = math.fsum([below, chance])
        high = successes + 1
        if below >= 0.975:
            break
    return max(1, low), min(size, high)


@dataclass(frozen=True)
class VarianceShares:
    """How much of the variance of a player's points each thing explains; all four add up to 1."""

    hand: Estimate
    """The skill of the hand."""
    head: Estimate
    """The level of the bot, which chooses what the hand tries."""
    deal: Estimate
    """What the seed decides for everybody: the set-up, and the seat."""
    rest: Estimate
    """Everything else: rolls during the game, the opponents, and how hand and head depend on each other."""
    luck: Estimate
    """`deal` and `rest` together."""


def variance_shares(points: Mapping[tuple[float, str], Sequence[float]]) -> VarianceShares:
    """The shares from a crossed design: for every hand and every head the points by seed, in the same order.

    Every effect is corrected for chance, so that one that is not there is 0 on average. Intervals come
    from leaving out one seed at a time (jackknife). Needs two hands, two heads and three seeds.
    """
    seeds = len(next(iter(points.values())))
    whole = _components(points, range(seeds))
    replicates = [_components(points, [seed for seed in range(seeds) if seed != out]) for out in range(seeds)]
    positive = [max(0.0, part) for part in whole[:4]]
    values = [part / math.fsum(positive) for part in positive]
    estimates = []
    for number, value in enumerate([*values, values[2] + values[3]]):
        sample = [replicate[number] for replicate in replicates]
        average = _mean(sample)
        squares = math.fsum((replicate - average) ** 2 for replicate in sample)
        margin = student(seeds - 1) * math.sqrt(squares * (seeds - 1) / seeds)
        low, high = whole[number] - margin, whole[number] + margin
        estimates.append(Estimate(value, min(value, max(0.0, low)), max(value, min(1.0, high))))
    return VarianceShares(*estimates)


def _components(points: Mapping[tuple[float, str], Sequence[float]], seeds: Sequence[int]) -> tuple[float, ...]:
    """The shares of hand, head, deal and rest, and of luck, from these seeds; small ones may be below 0."""
    hands = list(dict.fromkeys(hand for hand, _ in points))
    heads = list(dict.fromkeys(head for _, head in points))
    count = len(hands) * len(heads) * len(seeds)
    values = [points[hand, head][seed] for hand in hands for head in heads for seed in seeds]
    centre = _mean(values)
    by_hand = [_mean([points[hand, head][seed] for head in heads for seed in seeds]) for hand in hands]
    by_head = [_mean([points[hand, head][seed] for hand in hands for seed in seeds]) for head in heads]
    by_seed = [_mean([points[hand, head][seed] for hand in hands for head in heads]) for seed in seeds]
    squares = [
        count / len(means) * math.fsum((value - centre) ** 2 for value in means)
        for means in (by_hand, by_head, by_seed)
    ]
    total = math.fsum((value - centre) ** 2 for value in values)
    degrees = [len(hands) - 1, len(heads) - 1, len(seeds) - 1]
    rest = max(0.0, total - math.fsum(squares)) / (count - 1 - sum(degrees))
    # There are no other hands and heads, but the seeds are a sample.
    hand, head = ((squares[axis] - degrees[axis] * rest) / count for axis in (0, 1))
    deal = (squares[2] / degrees[2] - rest) * len(seeds) / count
    whole = math.fsum([hand, head, deal, rest])
    if whole <= 0:
        return 0.0, 0.0, 0.0, 1.0, 1.0
    return hand / whole, head / whole, deal / whole, rest / whole, (deal + rest) / whole


def _mean(values: Sequence[float]) -> float:
    return math.fsum(values) / len(values)
