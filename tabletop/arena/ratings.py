"""Numbers with error bars. A block of games is one observation: its games share a seed, so they are not independent.

Never infinite: every rate is drawn a little towards the middle, as if half a block more had been drawn.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist

from tabletop.arena.plan import Plan
from tabletop.arena.play import Result

Z95 = 1.959964
ELO_SCALE = 400 / math.log(10)
ROUNDS = 200
"""How often ratings are improved; they have settled long before."""


@dataclass(frozen=True)
class Estimate:
    """A number with its 95% interval."""

    value: float
    low: float
    high: float


@dataclass(frozen=True)
class Standing:
    """What an entrant has achieved."""

    name: str
    games: int
    wins: int
    draws: int
    """Shared wins among them."""
    losses: int
    share: Estimate
    """Of the wins; a draw or a shared win is divided."""
    points: Estimate | None
    """Points a game; None where the game has none."""
    rank: Estimate
    """Place at the end of a game, 1 the best."""
    elo: Estimate | None
    """Games for two only."""
    seconds: float
    """Per turn."""


@dataclass(frozen=True)
class SprtVerdict:
    """Where a sequential test stands; `decision` is `elo0`, `elo1`, or empty while it goes on."""

    llr: float
    lower: float
    upper: float
    decision: str


def shares(result: Result) -> dict[int, float]:
    """What each entrant of a game gets of the win."""
    winners = result.winners or result.fixture.seating
    return {who: (1 / len(winners) if who in winners else 0.0) for who in result.fixture.seating}


def ranks(result: Result) -> dict[int, float]:
    """The place of each entrant: winners first, then by points; equal ones share the middle of their places."""
    points = result.points or (0,) * len(result.fixture.seating)
    level = {who: (who in result.winners, score) for who, score in zip(result.fixture.seating, points, strict=True)}
    better = {who: sum(other > mine for other in level.values()) for who, mine in level.items()}
    equal = {who: sum(other == mine for other in level.values()) for who, mine in level.items()}
    return {who: better[who] + (equal[who] + 1) / 2 for who in level}


def estimate(blocks: Sequence[float], low: float, high: float, middle: float) -> Estimate:
    """The mean of what blocks say, drawn a little towards the middle, within low and high."""
    count = len(blocks) + 0.5
    mean = math.fsum([*blocks, middle * 0.5]) / count
    spread = math.fsum([*((value - mean) ** 2 for value in blocks), 0.5 * (middle - mean) ** 2])
    reach = Z95 * math.sqrt(spread / count / max(1.0, count - 1))
    return Estimate(mean, max(low, mean - reach), min(high, mean + reach))


def share_of(elo: float) -> float:
    """The share of wins that a difference in Elo makes expected."""
    return 1 / (1 + math.exp(-elo / ELO_SCALE))


def block_means(results: Sequence[Result], who: int) -> list[float]:
    """The share of wins of an entrant in every block that it played in."""
    return _by_block([(r.fixture.block, shares(r)[who]) for r in results if who in r.fixture.seating])


def standings(plan: Plan, results: Sequence[Result]) -> list[Standing]:
    """Everybody's achievements, the best first."""
    ratings = _ratings(plan, results) if plan.players == 2 else {}
    rows = []
    for who, entrant in enumerate(plan.entrants):
        mine = [result for result in results if who in result.fixture.seating]
        wins = sum(result.winners == (who,) for result in mine)
        losses = sum(bool(result.winners) and who not in result.winners for result in mine)
        points = [(r.fixture.block, r.points[r.fixture.seating.index(who)]) for r in mine if r.points is not None]
        places = [(result.fixture.block, ranks(result)[who]) for result in mine]
        thought = [result.seconds[result.fixture.seating.index(who)] for result in mine]
        rows.append(
            Standing(
                name=entrant.name,
                games=len(mine),
                wins=wins,
                draws=len(mine) - wins - losses,
                losses=losses,
                share=estimate(block_means(results, who), 0.0, 1.0, 1 / plan.players),
                points=_plain(points) if points else None,
                rank=estimate(_by_block(places), 1.0, float(plan.players), (plan.players + 1) / 2),
                elo=ratings.get(who),
                seconds=math.fsum(thought) / len(thought) if thought else 0.0,
            )
        )
    return sorted(rows, key=lambda row: (-row.share.value, row.name))


def _by_block(values: Sequence[tuple[int, float]]) -> list[float]:
    """The means of the values of each block."""
    blocks: dict[int, list[float]] = {}
    for block, value in values:
        blocks.setdefault(block, []).append(value)
    return [math.fsum(ones) / len(ones) for ones in blocks.values()]


def _plain(values: Sequence[tuple[int, float]]) -> Estimate:
    """Mean and interval of numbers that have no natural middle."""
    blocks = _by_block(values)
    mean = math.fsum(blocks) / len(blocks)
    if len(blocks) < 2:
        return Estimate(mean, mean, mean)
    spread = math.fsum((value - mean) ** 2 for value in blocks) / (len(blocks) - 1)
    reach = Z95 * math.sqrt(spread / len(blocks))
    return Estimate(mean, mean - reach, mean + reach)


def superiority(results: Sequence[Result], first: int, second: int) -> float:
    """How likely it is that the first entrant is better than the second, from the games between them."""
    between = [result for result in results if {first, second} <= set(result.fixture.seating)]
    if not between:
        return 0.5
    leads = [(result.fixture.block, shares(result)[first] - shares(result)[second]) for result in between]
    got = estimate(_by_block(leads), -1.0, 1.0, 0.0)
    # The interval is cut off where no share can lie; its other half then tells the deviation.
    deviation = (got.high - got.value if got.high < 1.0 else got.value - got.low) / Z95
    return NormalDist().cdf(got.value / deviation) if deviation > 0 else 0.5


def _ratings(plan: Plan, results: Sequence[Result]) -> dict[int, Estimate]:
    """Elo of everybody, mean 0, with intervals from leaving out a part of the blocks at a time (jackknife)."""
    whole = _fit(plan, results)
    blocks = sorted({result.fixture.block for result in results})
    groups = min(20, len(blocks))
    parts = []
    for group in range(groups):
        left_out = set(blocks[group::groups])
        parts.append(_fit(plan, [result for result in results if result.fixture.block not in left_out]))
    rated = {}
    for who, value in whole.items():
        mine = [part[who] for part in parts]
        mean = math.fsum(mine) / len(mine) if mine else value
        spread = math.fsum((part - mean) ** 2 for part in mine)
        reach = Z95 * math.sqrt(spread * (groups - 1) / groups) if groups > 1 else 1000.0
        rated[who] = Estimate(value, max(value - reach, -2000.0), min(value + reach, 2000.0))
    return rated


def _fit(plan: Plan, results: Sequence[Result]) -> dict[int, float]:
    """Bradley-Terry strengths as Elo; every pairing that met counts half a block of draws more."""
    count = len(plan.entrants)
    score = [[0.0] * count for _ in range(count)]
    for result in results:
        one, other = result.fixture.seating
        mine = shares(result)
        score[one][other] += mine[one]
        score[other][one] += mine[other]
    for one in range(count):
        for other in range(count):
            if score[one][other] + score[other][one] > 0 and one < other:
                score[one][other] += 0.5
                score[other][one] += 0.5
    strength = [1.0] * count
    for _ in range(ROUNDS):
        for one in range(count):
            met = [other for other in range(count) if score[one][other] + score[other][one] > 0]
            if met:
                won = math.fsum(score[one][other] for other in met)
                weight = math.fsum(
                    (score[one][other] + score[other][one]) / (strength[one] + strength[other]) for other in met
                )
                strength[one] = won / weight
        middle = math.exp(math.fsum(math.log(value) for value in strength) / count)
        strength = [value / middle for value in strength]
    return {who: ELO_SCALE * math.log(value) for who, value in enumerate(strength)}


def sprt_verdict(plan: Plan, counted: Sequence[Result]) -> SprtVerdict:
    """Where the sequential test stands after these whole blocks."""
    assert plan.sprt
    test = plan.sprt
    lower, upper = math.log(test.beta / (1 - test.alpha)), math.log((1 - test.beta) / test.alpha)
    values = block_means(counted, 0)
    if not values:
        return SprtVerdict(0.0, lower, upper, "")
    count = len(values) + 0.5
    mean = math.fsum([*values, 0.25]) / count
    variance = math.fsum([*((value - mean) ** 2 for value in values), 0.5 * 0.25]) / count
    zero, one = share_of(test.elo0), share_of(test.elo1)
    llr = count * (one - zero) * (2 * mean - zero - one) / (2 * variance)
    return SprtVerdict(llr, lower, upper, "elo1" if llr >= upper else "elo0" if llr <= lower else "")
