"""Standings with error bars: shares of wins, points, ranks, Elo.

    for standing in standings(tournament, counted_reports(tournament, reports)):
        print(standing.name, standing.share.value, standing.share.low, standing.share.high)

Games with the same seed, even those of different matchups, are not independent of each other, and a game that
was played before is not a new one; `intervals` says what that does to error bars. Elo is never infinite: one
drawn game is added for every two participants that met.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial

from tabletop.arena.intervals import Estimate, Sample, mean_estimate, share_estimate, spread, student, worth
from tabletop.arena.play import GameReport
from tabletop.arena.tournament import Tournament

ELO_SCALE = 400 / math.log(10)
FIT_ROUNDS, FIT_PRECISION = 10_000, 1e-10
"""Iterations of the Bradley-Terry fit at most, and the relative change of a strength at which it ends."""
WIDEST_ELO = 2000.0
"""No interval of an Elo reaches further than this from 0."""
PRIOR = (ELO_SCALE / WIDEST_ELO) ** 2
"""What is known of a participant before its first game: its Elo is hardly beyond that."""


@dataclass(frozen=True)
class Standing:
    """What a participant has achieved."""

    name: str
    games: int
    distinct: int
    """Games without those that were played before."""
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


def expected_share(elo: float) -> float:
    """The share of wins to expect from a difference in Elo."""
    return 1 / (1 + math.exp(-elo / ELO_SCALE))


def game_of(report: GameReport) -> Hashable:
    """What two reports have in common if they are of the same game: who sat where, the start and all the moves."""
    pairing = report.pairing
    moves = report.record.partition("\n\n")[2] or pairing.key
    return pairing.table, pairing.opening and pairing.opening.number, pairing.seating, report.winners, moves


def distinct_games(reports: Iterable[GameReport]) -> int:
    """How many different games these are."""
    return len(set(map(game_of, reports)))


def sample_of(reports: Sequence[GameReport], value: Callable[[GameReport], float]) -> Sample:
    """A number of each game; games with the same seed form a cluster."""
    values = tuple((report.pairing.seed, value(report)) for report in reports)
    return Sample(values, worth(map(game_of, reports)))


def standings(tournament: Tournament, reports: Sequence[GameReport]) -> list[Standing]:
    """Everybody's standing, the best first."""
    elos = _elos(tournament, reports) if tournament.players == 2 else {}
    rows = []
    for number, participant in enumerate(tournament.participants):
        played = [report for report in reports if number in report.pairing.seating]
        rows.append(_standing(participant.name, number, tournament.players, played, elos.get(number)))
    return sorted(rows, key=lambda row: (-row.share.value, row.name))


def _standing(name: str, number: int, players: int, played: Sequence[GameReport], elo: Estimate | None) -> Standing:
    """The standing of a participant who played these games."""
    wins = sum(report.winners == (number,) for report in played)
    losses = sum(bool(report.winners) and number not in report.winners for report in played)
    seats = {report.pairing.key: report.pairing.seating.index(number) for report in played}
    scored = [report for report in played if report.points is not None]
    points = sample_of(scored, lambda report: (report.points or ())[seats[report.pairing.key]])
    ranking = sample_of(played, lambda report: ranks(report)[number])
    seconds = [report.seconds[seats[report.pairing.key]] for report in played]
    return Standing(
        name=name,
        games=len(played),
        distinct=distinct_games(played),
        wins=wins,
        draws=len(played) - wins - losses,
        losses=losses,
        share=share_estimate(sample_of(played, lambda report: shares(report)[number]), 1 / players),
        points=mean_estimate(points) if scored else None,
        rank=_rank_estimate(ranking, players),
        elo=elo,
        seconds=math.fsum(seconds) / len(seconds) if seconds else 0.0,
    )


def seat_standings(players: int, reports: Sequence[GameReport]) -> list[SeatStanding]:
    """How each seat has done, whoever sat there; an advantage of a seat that the change of seats hides."""
    rows = []
    for seat in range(players):
        wins = losses = 0
        for report in reports:
            participant = report.pairing.seating[seat]
            wins += report.winners == (participant,)
            losses += bool(report.winners) and participant not in report.winners
        share = share_estimate(sample_of(reports, partial(_share_of_seat, seat)), 1 / players)
        rows.append(SeatStanding(seat + 1, len(reports), wins, len(reports) - wins - losses, losses, share))
    return rows


def scores_in_seat(tournament: Tournament, reports: Sequence[GameReport], seat: int) -> dict[str, tuple[float, int]]:
    """What each participant won in that seat, draws divided, and in how many games."""
    scores = {}
    for number, participant in enumerate(tournament.participants):
        there = [report for report in reports if report.pairing.seating[seat - 1] == number]
        scores[participant.name] = (math.fsum(shares(report)[number] for report in there), len(there))
    return scores


def participant_share(tournament: Tournament, reports: Sequence[GameReport], number: int) -> Estimate:
    """A participant's share of wins in those of these games that it played."""
    played = [report for report in reports if number in report.pairing.seating]
    return share_estimate(sample_of(played, lambda report: shares(report)[number]), 1 / tournament.players)


def _share_of_seat(seat: int, report: GameReport) -> float:
    return shares(report)[report.pairing.seating[seat]]


def _rank_estimate(sample: Sample, players: int) -> Estimate:
    if not sample.values:
        return Estimate((players + 1) / 2, 1.0, float(players))
    estimate = mean_estimate(sample)
    return Estimate(estimate.value, max(1.0, estimate.low), min(float(players), estimate.high))


def superiority(reports: Sequence[GameReport], first: int, second: int) -> float:
    """How likely it is that the first participant is better than the second, from the games between them.

    Half a drawn cluster is added, which pulls the number a little towards 0.5.
    """
    between = [report for report in reports if {first, second} <= set(report.pairing.seating)]
    if not between:
        return 0.5
    leads = sample_of(between, lambda report: shares(report)[first] - shares(report)[second])
    clusters: dict[Hashable, list[float]] = {}
    for cluster, lead in leads.values:
        clusters.setdefault(cluster, []).append(lead)
    means = [math.fsum(lead) / len(lead) for lead in clusters.values()]
    weight = leads.size / len(between)
    count = weight * len(means) + 0.5
    mean = weight * math.fsum(means) / count
    squares = weight * math.fsum((lead - mean) ** 2 for lead in means) + 0.5 * mean**2
    deviation = math.sqrt(squares / count / max(1.0, count - 1))
    return 0.5 * (1 + math.erf(mean / deviation / math.sqrt(2))) if deviation > 0 else 0.5


def _elos(tournament: Tournament, reports: Sequence[GameReport]) -> dict[int, Estimate]:
    """Everybody's Elo, mean 0.

    The variance is that of independent games, from the Fisher information, times the design effect: how much
    the influence of whole clusters on an Elo varies, compared with that of single games (the sandwich estimator).
    """
    scores = _scores(tournament, reports)
    values = _fit(scores)
    covariance = _covariance(scores, values)
    count = len(values)
    elos = {}
    for number, value in enumerate(values):
        leverage = [[covariance[number][i] - covariance[number][j] for j in range(count)] for i in range(count)]
        clusters: dict[Hashable, list[float]] = {}
        independent, even = [], []
        for report in reports:
            first, second = report.pairing.seating
            expected = expected_share(values[first] - values[second])
            weight = leverage[first][second]
            influence = weight * (shares(report)[first] - expected)
            clusters.setdefault(report.pairing.seed, []).append(influence)
            independent.append(weight**2 * expected * (1 - expected))
            even.append(weight**2 / 4)
        own = [game_of(report) for report in reports if number in report.pairing.seating]
        repetition = worth(own) / len(own) if own else 1.0
        clustered = math.fsum(math.fsum(influences) ** 2 for influences in clusters.values())
        known = spread(clustered, math.fsum(independent), math.fsum(even), len(clusters), repetition)
        # The mean of all Elos is 0 by definition, so its variance is taken off.
        variance = max(0.0, covariance[number][number] - 1 / (1 + PRIOR) / count)
        margin = student(known.freedom) * ELO_SCALE * math.sqrt(variance * known.design_effect / repetition)
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
    played = [[scores[i][j] + scores[j][i] for j in range(count)] for i in range(count)]
    opponents = [[j for j in range(count) if played[i][j] > 0] for i in range(count)]
    won = [math.fsum(row) for row in scores]
    for _ in range(FIT_ROUNDS):
        before = strengths[:]
        for i in range(count):
            if opponents[i]:
                weight = math.fsum(played[i][j] / (strengths[i] + strengths[j]) for j in opponents[i])
                strengths[i] = won[i] / weight
        mean = math.exp(math.fsum(math.log(strength) for strength in strengths) / count)
        strengths = [strength / mean for strength in strengths]
        if all(abs(new / old - 1) < FIT_PRECISION for new, old in zip(strengths, before, strict=True)):
            break
    return [ELO_SCALE * math.log(strength) for strength in strengths]


def _covariance(scores: Sequence[Sequence[float]], elos: Sequence[float]) -> list[list[float]]:
    """Covariances of the strengths, as natural logarithms, if all games were independent (Fisher information).

    A weak prior keeps participants who have not met near each other.
    """
    count = len(scores)
    information = [[1 / count] * count for _ in range(count)]
    for i in range(count):
        information[i][i] += PRIOR
        for j in range(count):
            if i != j:
                share = expected_share(elos[i] - elos[j])
                weight = (scores[i][j] + scores[j][i]) * share * (1 - share)
                information[i][i] += weight
                information[i][j] -= weight
    return _inverse(information)


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
