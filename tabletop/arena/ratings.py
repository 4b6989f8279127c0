"""Standings with error bars: shares of wins, points, ranks, Elo, and the sequential test.

    for standing in standings(tournament, counted_reports(tournament, reports)):
        print(standing.name, standing.share.value, standing.share.low, standing.share.high)

A block of games is one observation: its games share a seed, so they are not independent. If all
blocks end alike, their spread is too small to trust, so no interval is narrower than that of as
many independent games. Elo is never infinite: one drawn game is added for every two participants
that met.
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
FIT_ROUNDS = 200
"""Iterations of the Bradley-Terry fit, which converges long before."""
WIDEST_ELO = 2000.0
"""No interval of an Elo reaches further than this from 0."""


@dataclass(frozen=True)
class Estimate:
    """A number with its 95% interval."""

    value: float
    low: float
    high: float


@dataclass(frozen=True)
class Standing:
    """What a participant has achieved."""

    name: str
    games: int
    wins: int
    draws: int
    """Shared wins included."""
    losses: int
    share: Estimate
    """The share of wins; a draw or a shared win is divided."""
    points: Estimate | None
    """Points per game; None if the game has no points."""
    rank: Estimate
    """Place at the end of a game, 1 the best."""
    elo: Estimate | None
    """None with more than two players."""
    seconds: float
    """Per turn."""


@dataclass(frozen=True)
class SeatStanding:
    """What those in one seat have achieved, whoever they were."""

    seat: int
    """From 1, in turn order."""
    games: int
    wins: int
    draws: int
    """Shared wins included."""
    losses: int
    share: Estimate
    """As in Standing."""


@dataclass(frozen=True)
class SprtStatus:
    """Where a sequential test stands: its log-likelihood ratio, and the bounds at which it decides."""

    llr: float
    lower: float
    upper: float
    decision: str
    """`elo0`, `elo1`, or empty while the test goes on."""


def shares(report: GameReport) -> dict[int, float]:
    """Each participant's share of the win: 1 for the only winner, a draw divided among all."""
    winners = report.winners or report.pairing.seating
    return {
        participant: (1 / len(winners) if participant in winners else 0.0) for participant in report.pairing.seating
    }


def ranks(report: GameReport) -> dict[int, float]:
    """Each participant's place: winners first, then by points; equal ones share the mean of their places."""
    points = report.points or (0,) * len(report.pairing.seating)
    scores = {
        participant: (participant in report.winners, score)
        for participant, score in zip(report.pairing.seating, points, strict=True)
    }
    places = {}
    for participant, score in scores.items():
        better = sum(other > score for other in scores.values())
        equal = sum(other == score for other in scores.values())
        places[participant] = better + (equal + 1) / 2
    return places


def share_estimate(values: Sequence[tuple[int, float]], default: float) -> Estimate:
    """The mean of shares, given as pairs of block and share, with Wilson's interval; `default` if there are none.

    The interval is that of as many independent games as the spread of the blocks is worth, and
    of no more than were played.
    """
    if not values:
        return Estimate(default, 0.0, 1.0)
    value = _mean([share for _, share in values])
    games = float(len(values))
    blocks = _by_block(values)
    if len(blocks) > 1:
        variance = math.fsum((block - _mean(blocks)) ** 2 for block in blocks) / (len(blocks) - 1) / len(blocks)
        if variance > 0:
            games = min(games, value * (1 - value) / variance)
    pull = Z95**2 / games
    centre = (value + pull / 2) / (1 + pull)
    margin = math.sqrt(pull * (value * (1 - value) + pull / 4)) / (1 + pull)
    return Estimate(value, max(0.0, centre - margin), min(1.0, centre + margin))


def mean_estimate(values: Sequence[tuple[int, float]]) -> Estimate:
    """The mean of numbers, given as pairs of block and number, with Student's interval.

    The spread includes one more block that is off by one, so that it is never zero. With a
    single block, its games are the sample.
    """
    blocks = _by_block(values)
    sample = blocks if len(blocks) > 1 else [value for _, value in values]
    variance = math.fsum([1.0, *((value - _mean(sample)) ** 2 for value in sample)]) / len(sample)
    margin = student(len(sample)) * math.sqrt(variance / len(sample))
    value = _mean([value for _, value in values])
    return Estimate(value, value - margin, value + margin)


def student(freedom: int) -> float:
    """The 97.5% quantile of Student's t distribution with `freedom` degrees of freedom, approximately."""
    z = Z95
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
    )
    return z + math.fsum(term / freedom**power for power, term in enumerate(terms, 1))


def expected_share(elo: float) -> float:
    """The share of wins to expect from a difference in Elo."""
    return 1 / (1 + math.exp(-elo / ELO_SCALE))


def block_means(reports: Sequence[GameReport], participant: int) -> list[float]:
    """A participant's share of wins in every block that it played in."""
    return _by_block(_block_shares(reports, participant))


def _block_shares(reports: Sequence[GameReport], participant: int) -> list[tuple[int, float]]:
    return [
        (report.pairing.block, shares(report)[participant])
        for report in reports
        if participant in report.pairing.seating
    ]


def standings(tournament: Tournament, reports: Sequence[GameReport]) -> list[Standing]:
    """Everybody's standing, the best first."""
    elos = _elos(tournament, reports) if tournament.players == 2 else {}
    rows = []
    for number, participant in enumerate(tournament.participants):
        played = [report for report in reports if number in report.pairing.seating]
        wins = sum(report.winners == (number,) for report in played)
        losses = sum(bool(report.winners) and number not in report.winners for report in played)
        points = []
        places = []
        seconds = []
        for report in played:
            seat = report.pairing.seating.index(number)
            if report.points is not None:
                points.append((report.pairing.block, report.points[seat]))
            places.append((report.pairing.block, ranks(report)[number]))
            seconds.append(report.seconds[seat])
        rows.append(
            Standing(
                name=participant.name,
                games=len(played),
                wins=wins,
                draws=len(played) - wins - losses,
                losses=losses,
                share=share_estimate(_block_shares(played, number), 1 / tournament.players),
                points=mean_estimate(points) if points else None,
                rank=_rank_estimate(places, tournament.players),
                elo=elos.get(number),
                seconds=math.fsum(seconds) / len(seconds) if seconds else 0.0,
            )
        )
    return sorted(rows, key=lambda row: (-row.share.value, row.name))


def seat_standings(players: int, reports: Sequence[GameReport]) -> list[SeatStanding]:
    """How each seat has done, whoever sat there; an advantage of a seat that the change of seats hides."""
    rows = []
    for seat in range(players):
        wins = losses = 0
        values = []
        for report in reports:
            participant = report.pairing.seating[seat]
            wins += report.winners == (participant,)
            losses += bool(report.winners) and participant not in report.winners
            values.append((report.pairing.block, shares(report)[participant]))
        share = share_estimate(values, 1 / players)
        rows.append(SeatStanding(seat + 1, len(values), wins, len(values) - wins - losses, losses, share))
    return rows


def _by_block(values: Sequence[tuple[int, float]]) -> list[float]:
    """The mean value of each block."""
    blocks: dict[int, list[float]] = {}
    for block, value in values:
        blocks.setdefault(block, []).append(value)
    return [_mean(block) for block in blocks.values()]


def _mean(values: Sequence[float]) -> float:
    return math.fsum(values) / len(values)


def _rank_estimate(places: Sequence[tuple[int, float]], players: int) -> Estimate:
    if not places:
        return Estimate((players + 1) / 2, 1.0, float(players))
    estimate = mean_estimate(places)
    return Estimate(estimate.value, max(1.0, estimate.low), min(float(players), estimate.high))


def superiority(reports: Sequence[GameReport], first: int, second: int) -> float:
    """How likely it is that the first participant is better than the second, from the games between them.

    Half a drawn block is added, which pulls the number a little towards 0.5.
    """
    between = [report for report in reports if {first, second} <= set(report.pairing.seating)]
    if not between:
        return 0.5
    leads = [(report.pairing.block, shares(report)[first] - shares(report)[second]) for report in between]
    blocks = _by_block(leads)
    count = len(blocks) + 0.5
    mean = math.fsum(blocks) / count
    squares = math.fsum([*((lead - mean) ** 2 for lead in blocks), 0.5 * mean**2])
    deviation = math.sqrt(squares / count / max(1.0, count - 1))
    return NormalDist().cdf(mean / deviation) if deviation > 0 else 0.5


def _elos(tournament: Tournament, reports: Sequence[GameReport]) -> dict[int, Estimate]:
    """Everybody's Elo, mean 0, with intervals from leaving out a part of the blocks at a time (jackknife).

    An interval is at least as wide as if all games had been independent.
    """
    scores = _scores(tournament, reports)
    values = _fit(scores)
    independent = _deviations(scores, values)
    blocks = sorted({report.pairing.block for report in reports})
    groups = min(20, len(blocks))
    replicates = []
    for group in range(groups):
        left_out = set(blocks[group::groups])
        remaining = [report for report in reports if report.pairing.block not in left_out]
        replicates.append(_fit(_scores(tournament, remaining)))
    elos = {}
    for number, value in enumerate(values):
        sample = [replicate[number] for replicate in replicates]
        squares = math.fsum((replicate - _mean(sample)) ** 2 for replicate in sample)
        jackknife = math.sqrt(squares * (groups - 1) / groups) if groups else 0.0
        margin = Z95 * max(jackknife, independent[number])
        elos[number] = Estimate(value, max(value - margin, -WIDEST_ELO), min(value + margin, WIDEST_ELO))
    return elos


def _scores(tournament: Tournament, reports: Sequence[GameReport]) -> list[list[float]]:
    """How much each participant won against each other one: `scores[i][j]` is i against j.

    One drawn game is added for every two that met.
    """
    count = len(tournament.participants)
    scores = [[0.0] * count for _ in range(count)]
    for report in reports:
        first, second = report.pairing.seating
        share = shares(report)
        scores[first][second] += share[first]
        scores[second][first] += share[second]
    for i in range(count):
        for j in range(i + 1, count):
            if scores[i][j] + scores[j][i] > 0:
                scores[i][j] += 0.5
                scores[j][i] += 0.5
    return scores


def _fit(scores: Sequence[Sequence[float]]) -> list[float]:
    """Bradley-Terry strengths as Elo."""
    count = len(scores)
    strengths = [1.0] * count
    for _ in range(FIT_ROUNDS):
        for i in range(count):
            opponents = [j for j in range(count) if scores[i][j] + scores[j][i] > 0]
            if opponents:
                won = math.fsum(scores[i][j] for j in opponents)
                weight = math.fsum((scores[i][j] + scores[j][i]) / (strengths[i] + strengths[j]) for j in opponents)
                strengths[i] = won / weight
        mean = math.exp(math.fsum(math.log(strength) for strength in strengths) / count)
        strengths = [strength / mean for strength in strengths]
    return [ELO_SCALE * math.log(strength) for strength in strengths]


def _deviations(scores: Sequence[Sequence[float]], elos: Sequence[float]) -> list[float]:
    """Standard deviations of Elos if all games were independent, from the Fisher information.

    A weak prior keeps participants who have not met near each other.
    """
    count = len(scores)
    prior = (ELO_SCALE / WIDEST_ELO) ** 2
    information = [[1 / count] * count for _ in range(count)]
    for i in range(count):
        information[i][i] += prior
        for j in range(count):
            if i != j:
                share = expected_share(elos[i] - elos[j])
                weight = (scores[i][j] + scores[j][i]) * share * (1 - share)
                information[i][i] += weight
                information[i][j] -= weight
    # The mean of all Elos is 0 by definition, so its variance is taken off.
    variance_of_mean = 1 / (1 + prior) / count
    covariance = _inverse(information)
    return [ELO_SCALE * math.sqrt(max(0.0, covariance[i][i] - variance_of_mean)) for i in range(count)]


def _inverse(matrix: Sequence[Sequence[float]]) -> list[list[float]]:
    """The inverse of a symmetric, positive definite matrix."""
    count = len(matrix)
    rows = [[*row, *(float(column == number) for column in range(count))] for number, row in enumerate(matrix)]
    for column in range(count):
        pivot = rows[column][column]
        rows[column] = [value / pivot for value in rows[column]]
        for number, row in enumerate(rows):
            if number != column:
                factor = row[column]
                rows[number] = [
                    value - factor * pivot_value for value, pivot_value in zip(row, rows[column], strict=True)
                ]
    return [row[count:] for row in rows]


def sprt_status(tournament: Tournament, reports: Sequence[GameReport]) -> SprtStatus:
    """Where the sequential test stands after these complete blocks."""
    assert tournament.sprt
    test = tournament.sprt
    lower, upper = math.log(test.beta / (1 - test.alpha)), math.log((1 - test.beta) / test.alpha)
    values = block_means(reports, 0)
    if not values:
        return SprtStatus(0.0, lower, upper, "")
    # Half a block with mean 0.5 and variance 0.25 is added, so that the variance is never zero.
    count = len(values) + 0.5
    mean = math.fsum([*values, 0.25]) / count
    variance = math.fsum([*((value - mean) ** 2 for value in values), 0.5 * 0.25]) / count
    share0, share1 = expected_share(test.elo0), expected_share(test.elo1)
    llr = count * (share1 - share0) * (2 * mean - share0 - share1) / (2 * variance)
    return SprtStatus(llr, lower, upper, "elo1" if llr >= upper else "elo0" if llr <= lower else "")
