"""What the reader of a report should know besides the numbers: repeated games, failures, losses on time, warnings.

for line in remarks(tournament, reports):
    print(line)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from tabletop.arena.adjudication import is_adjudicated
from tabletop.arena.play import GameReport
from tabletop.arena.ratings import distinct_games
from tabletop.arena.tournament import Tournament
from tabletop.seats import ENGINE
from tabletop.text import counted, join_words

MOST_REPEATERS = 5
"""Matchups with repeated games that are listed."""


@dataclass(frozen=True)
class FailureSummary:
    """The games that a participant lost because it crashed, stalled or cheated."""

    name: str
    games: int
    """All games that it played."""
    failed: int
    reason: str
    """How it failed the first time."""
    unfit: bool
    """Whether it failed in every game, or could not be started."""

    def __str__(self) -> str:
        return f"{self.name} failed in {self.failed} of {counted(self.games, 'game')}: {self.reason}"


def failure_summaries(tournament: Tournament, reports: Sequence[GameReport]) -> list[FailureSummary]:
    """A summary for every participant that failed, in order."""
    summaries = []
    for number, participant in enumerate(tournament.participants):
        played = [report for report in reports if number in report.pairing.seating]
        failed = [
            report
            for report in played
            if report.failure and report.failure.participant == number and not report.failure.on_time
        ]
        if failed:
            never_started = any(report.failure and report.failure.at_start for report in failed)
            command = participant.bot.removeprefix("engine:")
            reason = failed[0].reason.removeprefix(f"engine `{command}`: ")
            unfit = never_started or len(failed) == len(played)
            summaries.append(FailureSummary(participant.name, len(played), len(failed), reason, unfit))
    return summaries


@dataclass(frozen=True)
class TimeLosses:
    """The games that a participant lost because its clock ran out."""

    name: str
    games: int
    """All games that it played."""
    lost: int

    def __str__(self) -> str:
        return f"{self.name} lost {self.lost} of {counted(self.games, 'game')} on time"


def time_losses(tournament: Tournament, reports: Sequence[GameReport]) -> list[TimeLosses]:
    """Who lost games on time, in order."""
    losses = []
    for number, participant in enumerate(tournament.participants):
        games = sum(number in report.pairing.seating for report in reports)
        lost = sum(
            report.failure is not None and report.failure.on_time and report.failure.participant == number
            for report in reports
        )
        if lost:
            losses.append(TimeLosses(participant.name, games, lost))
    return losses


def count_line(reports: Sequence[GameReport]) -> str:
    """How many games there are, and how many of them are different."""
    games, distinct = len(reports), distinct_games(reports)
    if distinct == games:
        return f"{counted(games, 'game')}, all distinct"
    return f"{counted(games, 'game')}, {distinct} distinct: error bars count a repeated game once"


def repeat_lines(tournament: Tournament, reports: Sequence[GameReport]) -> list[str]:
    """The matchups of two with the fewest distinct games, where games were repeated, and what helps."""
    rows = []
    for (first, second), between in by_matchup(tournament, reports).items():
        distinct = distinct_games(between)
        if distinct < len(between):
            names = f"{tournament.participants[first].name} - {tournament.participants[second].name}"
            rows.append((distinct / len(between), f"{names}: {distinct} of {len(between)} distinct"))
    if not rows:
        return []
    rows.sort(key=lambda row: row[0])
    lines = [line for _, line in rows[:MOST_REPEATERS]]
    if len(rows) > MOST_REPEATERS:
        lines.append(f"and {counted(len(rows) - MOST_REPEATERS, 'more matchup')} with repeated games")
    if rows[0][0] < 0.9 and not tournament.openings:
        lines.append("For more distinct games, start them from different positions: see `openings` in the manual.")
    return lines


def by_matchup(tournament: Tournament, reports: Sequence[GameReport]) -> dict[tuple[int, int], list[GameReport]]:
    """The games that each two participants played at one table, by their numbers."""
    matchups: dict[tuple[int, int], list[GameReport]] = {
        pair: [] for pair in combinations(range(len(tournament.participants)), 2)
    }
    for report in reports:
        for pair in combinations(sorted(report.pairing.seating), 2):
            matchups[pair].append(report)
    return {pair: between for pair, between in matchups.items() if between}


def warnings(tournament: Tournament) -> list[str]:
    """What makes the numbers of this tournament misleading: a limit that means different things to its bots."""
    lines = []
    sharing: dict[int, list[str]] = {}
    for participant in tournament.participants:
        kind = participant.bot.partition(":")[0]
        has_time = participant.think is not None or participant.clock is not None
        if participant.nodes is not None and not has_time and kind not in ("random", ENGINE.rstrip(":")):
            sharing.setdefault(participant.nodes, []).append(kind)
    for nodes, kinds in sharing.items():
        different = sorted(set(kinds), key=kinds.index)
        if len(different) > 1:
            lines.append(
                f"Warning: {join_words(different)} share a limit of {counted(nodes, 'node')}, which is not the same"
                " work for each of them. Limit their time, or set no limit: every level has its own."
            )
    return lines


def remarks(tournament: Tournament, reports: Sequence[GameReport]) -> list[str]:
    """Everything that is worth a line below a report."""
    adjudicated = count_adjudicated(reports)
    return [
        *repeat_lines(tournament, reports),
        *([f"{counted(adjudicated, 'game')} adjudicated"] if adjudicated else []),
        *map(str, failure_summaries(tournament, reports)),
        *map(str, time_losses(tournament, reports)),
        *warnings(tournament),
    ]


def count_adjudicated(reports: Sequence[GameReport]) -> int:
    """How many games were ended before their rules did so."""
    return sum(is_adjudicated(report.reason) for report in reports)
