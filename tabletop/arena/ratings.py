"""Numbers with error bars. A block of games is one observation: its games share a seed, so they are not independent.

Blocks that end alike say little about what else could have happened, so no interval is
narrower than that of as many independent games. Elo is never infinite: a pairing counts
a drawn game more than was played.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist

from tabletop.arena.play import GameReport
from tabletop.arena.tournament import Tournament

Z95 = 1.959964
ELO_SCALE = 400 / math.log(10)
ROUNDS = 200
"""How often ratings are improved; they have settled long before."""
WIDEST_ELO = 2000.0


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
    """Wins of games; a draw or a shared win is divided."""
    points: Estimate | None
    """Points a game; None where the game has none."""
    rank: Estimate
    """Place at the end of a game, 1 the best."""
    elo: Estimate | None
    """Games for two only."""
    seconds: float
    """Per turn."""


@dataclass(frozen=True)
class SprtStatus:
    """Where a sequential test stands; `decision` is `elo0`, `elo1`, or empty while it goes on."""

    llr: float
    lower: float
    upper: float
    decision: str


def shares(result: GameReport) -> dict[int, float]:
    """What each entrant of a game gets of the win."""
    winners = result.winners or result.pairing.seating
    return {who: (1 / len(winners) if who in winners else 0.0) for who in result.pairing.seating}


def ranks(result: GameReport) -> dict[int, float]:
    """The place of each entrant: winners first, then by points; equal ones share the middle of their places."""
    points = result.points or (0,) * len(result.pairing.seating)
    level = {who: (who in result.winners, score) for who, score in zip(result.pairing.seating, points, strict=True)}
    better = {who: sum(other > mine for other in level.values()) for who, mine in level.items()}
    equal = {who: sum(other == mine for other in level.values()) for who, mine in level.items()}
    return {who: better[who] + (equal[who] + 1) / 2 for who in level}


def share_estimate(values: Sequence[tuple[int, float]], middle: float) -> Estimate:
    """The mean of shares, given with their blocks, and Wilson's interval.

    It is that of as many independent games as the spread of the blocks allows, and of no
    more than were played.
    """
    if not values:
        return Estimate(middle, 0.0, 1.0)
    value = _mean([share for _, share in values])
    games = float(len(values))
    blocks = _by_block(values)
    if len(blocks) > 1:
        variance = math.fsum((block - _mean(blocks)) ** 2 for block in blocks) / (len(blocks) - 1) / len(blocks)
        if variance > 0:
            games = min(games, value * (1 - value) / variance)
    pull = Z95**2 / games
    centre = (value + pull / 2) / (1 + pull)
    reach = math.sqrt(pull * (value * (1 - value) + pull / 4)) / (1 + pull)
    return Estimate(value, max(0.0, centre - reach), min(1.0, centre + reach))


def mean_estimate(values: Sequence[tuple[int, float]]) -> Estimate:
    """The mean of numbers, given with their blocks, and Student's interval, as if one block more had been off by one.

    Where there is but one block, its games must do.
    """
    blocks = _by_block(values)
    seen = blocks if len(blocks) > 1 else [value for _, value in values]
    spread = math.fsum([1.0, *((one - _mean(seen)) ** 2 for one in seen)]) / len(seen)
    reach = student(len(seen)) * math.sqrt(spread / len(seen))
    value = _mean([value for _, value in values])
    return Estimate(value, value - reach, value + reach)


def student(freedom: int) -> float:
    """About how many deviations of a mean hold 95%, where the deviation itself was estimated."""
    z = Z95
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
    )
    return z + math.fsum(term / freedom**power for power, term in enumerate(terms, 1))


def share_of(elo: float) -> float:
    """The share of wins that a difference in Elo makes expected."""
    return 1 / (1 + math.exp(-elo / ELO_SCALE))


def block_means(results: Sequence[GameReport], who: int) -> list[float]:
    """The share of wins of an entrant in every block that it played in."""
    return _by_block(_block_shares(results, who))


def _block_shares(results: Sequence[GameReport], who: int) -> list[tuple[int, float]]:
    return [(result.pairing.block, shares(result)[who]) for result in results if who in result.pairing.seating]


def standings(tournament: Tournament, results: Sequence[GameReport]) -> list[Standing]:
    """Everybody's achievements, the best first."""
    ratings = _ratings(tournament, results) if tournament.players == 2 else {}
    rows = []
    for who, participant in enumerate(tournament.participants):
        mine = [result for result in results if who in result.pairing.seating]
        wins = sum(result.winners == (who,) for result in mine)
        losses = sum(bool(result.winners) and who not in result.winners for result in mine)
        points = [(r.pairing.block, r.points[r.pairing.seating.index(who)]) for r in mine if r.points is not None]
        places = [(result.pairing.block, ranks(result)[who]) for result in mine]
        info = [result.seconds[result.pairing.seating.index(who)] for result in mine]
        rows.append(
            Standing(
                name=participant.name,
                games=len(mine),
                wins=wins,
                draws=len(mine) - wins - losses,
                losses=losses,
                share=share_estimate(_block_shares(mine, who), 1 / tournament.players),
                points=mean_estimate(points) if points else None,
                rank=_rank(places, tournament.players),
                elo=ratings.get(who),
                seconds=math.fsum(info) / len(info) if info else 0.0,
            )
        )
    return sorted(rows, key=lambda row: (-row.share.value, row.name))


def _by_block(values: Sequence[tuple[int, float]]) -> list[float]:
    """The means of the values of each block."""
    blocks: dict[int, list[float]] = {}
    for block, value in values:
        blocks.setdefault(block, []).append(value)
    return [math.fsum(ones) / len(ones) for ones in blocks.values()]


def _mean(values: Sequence[float]) -> float:
    return math.fsum(values) / len(values)


def _rank(places: Sequence[tuple[int, float]], players: int) -> Estimate:
    if not places:
        return Estimate((players + 1) / 2, 1.0, float(players))
    found = mean_estimate(places)
    return Estimate(found.value, max(1.0, found.low), min(float(players), found.high))


def superiority(results: Sequence[GameReport], first: int, second: int) -> float:
    """How likely it is that the first entrant is better than the second, from the games between them.

    It is drawn a little towards the middle, as if half a block more had been drawn.
    """
    between = [result for result in results if {first, second} <= set(result.pairing.seating)]
    if not between:
        return 0.5
    leads = [(result.pairing.block, shares(result)[first] - shares(result)[second]) for result in between]
    blocks = _by_block(leads)
    count = len(blocks) + 0.5
    mean = math.fsum(blocks) / count
    spread = math.fsum([*((lead - mean) ** 2 for lead in blocks), 0.5 * mean**2])
    deviation = math.sqrt(spread / count / max(1.0, count - 1))
    return NormalDist().cdf(mean / deviation) if deviation > 0 else 0.5


def _ratings(tournament: Tournament, results: Sequence[GameReport]) -> dict[int, Estimate]:
    """Elo of everybody, mean 0, with intervals from leaving out a part of the blocks at a time (jackknife).

    An interval is at least as wide as if all games had been independent.
    """
    whole = _fit(_scores(tournament, results))
    alone = _deviations(_scores(tournament, results), whole)
    blocks = sorted({result.pairing.block for result in results})
    groups = min(20, len(blocks))
    parts = []
    for group in range(groups):
        left_out = set(blocks[group::groups])
        kept = [result for result in results if result.pairing.block not in left_out]
        parts.append(_fit(_scores(tournament, kept)))
    rated = {}
    for who, value in enumerate(whole):
        mine = [part[who] for part in parts]
        spread = math.fsum((part - _mean(mine)) ** 2 for part in mine)
        jackknife = math.sqrt(spread * (groups - 1) / groups) if groups else 0.0
        reach = Z95 * max(jackknife, alone[who])
        rated[who] = Estimate(value, max(value - reach, -WIDEST_ELO), min(value + reach, WIDEST_ELO))
    return rated


def _scores(tournament: Tournament, results: Sequence[GameReport]) -> list[list[float]]:
    """How much everybody won against everybody; every pairing that met counts a drawn game more."""
    count = len(tournament.participants)
    score = [[0.0] * count for _ in range(count)]
    for result in results:
        one, other = result.pairing.seating
        mine = shares(result)
        score[one][other] += mine[one]
        score[other][one] += mine[other]
    for one in range(count):
        for other in range(count):
            if score[one][other] + score[other][one] > 0 and one < other:
                score[one][other] += 0.5
                score[other][one] += 0.5
    return score


def _fit(score: Sequence[Sequence[float]]) -> list[float]:
    """Bradley-Terry strengths as Elo."""
    count = len(score)
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
    return [ELO_SCALE * math.log(value) for value in strength]


def _deviations(score: Sequence[Sequence[float]], elos: Sequence[float]) -> list[float]:
    """Standard deviations of ratings, were all games independent: from what the games tell (Fisher) of them.

    Whoever has not met the others is kept near them by a trace of a prior.
    """
    count = len(score)
    trace = (ELO_SCALE / WIDEST_ELO) ** 2
    told = [[1 / count] * count for _ in range(count)]
    for one in range(count):
        told[one][one] += trace
        for other in range(count):
            if one != other:
                expected = share_of(elos[one] - elos[other])
                weight = (score[one][other] + score[other][one]) * expected * (1 - expected)
                told[one][one] += weight
                told[one][other] -= weight
    # The mean of all ratings is 0 by agreement, so what is not known of it does not count.
    of_the_mean = 1 / (1 + trace) / count
    return [ELO_SCALE * math.sqrt(max(0.0, row[who] - of_the_mean)) for who, row in enumerate(_inverse(told))]


def _inverse(matrix: Sequence[Sequence[float]]) -> list[list[float]]:
    """The inverse of a symmetric, positive definite matrix."""
    count = len(matrix)
    rows = [[*row, *(float(at == number) for at in range(count))] for number, row in enumerate(matrix)]
    for column in range(count):
        pivot = rows[column][column]
        rows[column] = [value / pivot for value in rows[column]]
        for number, row in enumerate(rows):
            if number != column:
                rows[number] = [value - row[column] * of for value, of in zip(row, rows[column], strict=True)]
    return [row[count:] for row in rows]


def sprt_status(tournament: Tournament, counted: Sequence[GameReport]) -> SprtStatus:
    """Where the sequential test stands after these whole blocks."""
    assert tournament.sprt
    test = tournament.sprt
    lower, upper = math.log(test.beta / (1 - test.alpha)), math.log((1 - test.beta) / test.alpha)
    values = block_means(counted, 0)
    if not values:
        return SprtStatus(0.0, lower, upper, "")
    count = len(values) + 0.5
    mean = math.fsum([*values, 0.25]) / count
    variance = math.fsum([*((value - mean) ** 2 for value in values), 0.5 * 0.25]) / count
    zero, one = share_of(test.elo0), share_of(test.elo1)
    llr = count * (one - zero) * (2 * mean - zero - one) / (2 * variance)
    return SprtStatus(llr, lower, upper, "elo1" if llr >= upper else "elo0" if llr <= lower else "")
