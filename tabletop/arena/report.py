"""The report of a tournament as text, JSON and CSV; and who crashed, stalled or cheated.

    reports = counted_reports(tournament, results.reports)
    print(text_report(tournament, reports, PLAIN))

All functions get the games that count, in the order of the tournament.
"""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from itertools import combinations
from pathlib import Path
from typing import Any

from tabletop.arena.intervals import Estimate
from tabletop.arena.play import GameReport
from tabletop.arena.ratings import (
    Standing,
    seat_standings,
    shares,
    standings,
    superiority,
)
from tabletop.arena.sprt import sprt_status
from tabletop.arena.tournament import Tournament
from tabletop.errors import WorkFailed
from tabletop.games import load
from tabletop.style import Style
from tabletop.text import counted

CHART_WIDTH = 41


def text_report(tournament: Tournament, reports: Sequence[GameReport], style: Style) -> str:
    """Standings, crosstable, wins by seat, chart, the sequential test if there is one, and who failed."""
    if not reports:
        return "No block of games has finished yet."
    rows = standings(tournament, reports)
    parts = [
        _standings_table(tournament, rows, style),
        _crosstable(tournament, reports, rows, style),
        _seats(tournament, reports, rows, style),
        _chart(rows, style),
    ]
    if tournament.sprt:
        parts.append(_sprt_line(tournament, reports))
    parts.append("\n".join(map(str, failure_summaries(tournament, reports))))
    return "\n\n".join(part for part in parts if part)


def _standings_table(tournament: Tournament, rows: list[Standing], style: Style) -> str:
    elo_or_rank = "Elo" if tournament.players == 2 else "rank"
    cells = [["", "games", "won", "drawn", "lost", "share of wins", elo_or_rank, "points", "s/turn"]]
    for row in rows:
        cells.append(
            [
                row.name,
                str(row.games),
                str(row.wins),
                str(row.draws),
                str(row.losses),
                format_share(row.share),
                _with_margin(row.elo, 0) if row.elo else _with_margin(row.rank, 2),
                _with_margin(row.points, 1) if row.points else "-",
                f"{row.seconds:.2f}",
            ]
        )
    return _columns(cells, style)


def format_share(share: Estimate) -> str:
    """A share with its interval: `57% (40-73%)`."""
    return f"{share.value:.0%} ({100 * share.low:.0f}-{share.high:.0%})"


def _with_margin(estimate: Estimate, decimals: int) -> str:
    margin = max(estimate.high - estimate.value, estimate.value - estimate.low)
    return f"{estimate.value:.{decimals}f} +-{margin:.{decimals}f}"


def _columns(rows: list[list[str]], style: Style) -> str:
    """Rows of cells as lines: the first column to the left, the others to the right, the first row bold."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = []
    for number, row in enumerate(rows):
        cells = [
            row[0].ljust(widths[0]),
            *(cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True)),
        ]
        line = "  ".join(cells).rstrip()
        lines.append(style.paint(line, "bold") if number == 0 else line)
    return "\n".join(lines)


def _crosstable(tournament: Tournament, reports: Sequence[GameReport], rows: list[Standing], style: Style) -> str:
    """Each participant's wins against each other one, and how likely it is to be the better."""
    if len(rows) < 2 or tournament.players > 2:
        return ""
    numbers = {participant.name: number for number, participant in enumerate(tournament.participants)}
    order = [numbers[row.name] for row in rows]
    cells = [["against", *(row.name for row in rows)]]
    for first in order:
        line = [tournament.participants[first].name]
        for second in order:
            between = [report for report in reports if set(report.pairing.seating) == {first, second}]
            if not between:
                line.append("-")
                continue
            wins = math.fsum(shares(report)[first] for report in between)
            line.append(f"{wins:g}/{len(between)} ({superiority(reports, first, second):.0%})")
        cells.append(line)
    return _columns(cells, style) + "\n(in brackets: likelihood of superiority)"


def _seats(tournament: Tournament, reports: Sequence[GameReport], rows: list[Standing], style: Style) -> str:
    """Each seat's wins: those of all, and those of every participant there; at several tables also by table."""
    players = tournament.players
    names = seat_names(tournament)
    seats = seat_standings(players, reports)
    cells = [["seat", "share of wins", *(row.name for row in rows)]]
    for seat, name in zip(seats, names, strict=True):
        scores = _scores_in_seat(tournament, reports, seat.seat)
        line = [f"{round(scores[row.name][0], 1):g}/{scores[row.name][1]}" for row in rows]
        cells.append([name, format_share(seat.share), *line])
    parts = [_columns(cells, style)]
    if len(tournament.tables) > 1:
        cells = [["table", *names]]
        for number, table in enumerate(tournament.tables):
            there = [report for report in reports if report.pairing.table == number]
            cells.append([str(table), *(format_share(seat.share) for seat in seat_standings(players, there))])
        parts.append(_columns(cells, style))
    for seat, name in zip(seats, names, strict=True):
        if seat.share.low > 1 / players:
            parts.append(f"Seat {name} wins more than its fair share of {1 / players:.0%}, whoever sits there.")
    return "\n".join(parts)


def _scores_in_seat(tournament: Tournament, reports: Sequence[GameReport], seat: int) -> dict[str, tuple[float, int]]:
    """What each participant won in that seat, draws divided, and in how many games."""
    scores = {}
    for number, participant in enumerate(tournament.participants):
        there = [report for report in reports if report.pairing.seating[seat - 1] == number]
        scores[participant.name] = (math.fsum(shares(report)[number] for report in there), len(there))
    return scores


def seat_names(tournament: Tournament) -> list[str]:
    """The seats as people call them: `1 green`, `2 blue`."""
    return [f"{number} {name}" for number, name in enumerate(load(tournament.game).seats[: tournament.players], 1)]


def _chart(rows: list[Standing], style: Style) -> str:
    """A chart of everybody's share of wins with its 95% interval."""
    width = max(len(row.name) for row in rows)
    lines = [f"{'':{width}}  0%{'share of wins'.center(CHART_WIDTH - 6)}100%"]
    for row in rows:
        ends = (row.share.low, row.share.value, row.share.high)
        left, middle, right = (round(share * (CHART_WIDTH - 1)) for share in ends)
        bar = ["." if column % 10 == 0 else " " for column in range(CHART_WIDTH)]
        bar[left : right + 1] = style.pick("─", "-") * (right + 1 - left)
        bar[middle] = style.pick("●", "o")
        lines.append(f"{row.name:{width}}  {''.join(bar)}".rstrip())
    return "\n".join(lines)


def _sprt_line(tournament: Tournament, reports: Sequence[GameReport]) -> str:
    assert tournament.sprt
    status = sprt_status(tournament.sprt, reports)
    first, second = (participant.name for participant in tournament.participants)
    decisions = {
        "elo1": f"{first} is better than {second} by about {tournament.sprt.elo1:g} Elo or more",
        "elo0": f"{first} is better than {second} by no more than about {tournament.sprt.elo0:g} Elo",
        "": "not decided yet",
    }
    return f"SPRT: LLR {status.llr:.2f} in [{status.lower:.2f}, {status.upper:.2f}]: {decisions[status.decision]}."


def json_report(tournament: Tournament, reports: Sequence[GameReport]) -> dict[str, Any]:
    """The report as data; apart from the seconds it does not depend on the number of jobs."""
    pairs = []
    for first, second in combinations(range(len(tournament.participants)), 2):
        between = [report for report in reports if {first, second} <= set(report.pairing.seating)]
        if between:
            pairs.append(
                {
                    "first": tournament.participants[first].name,
                    "second": tournament.participants[second].name,
                    "games": len(between),
                    "first_share": round(math.fsum(shares(report)[first] for report in between) / len(between), 6),
                    "superiority": round(superiority(reports, first, second), 6),
                }
            )
    return {
        "game": tournament.game,
        "games": len(reports),
        "standings": [asdict(row) for row in standings(tournament, reports)],
        "seats": _seat_facts(tournament, reports),
        "pairs": pairs,
        "sprt": asdict(sprt_status(tournament.sprt, reports)) if tournament.sprt else None,
        "failures": [asdict(summary) for summary in failure_summaries(tournament, reports)],
    }


def _seat_facts(tournament: Tournament, reports: Sequence[GameReport]) -> list[dict[str, Any]]:
    """What every seat has won, at all tables, and by participant and table."""
    by_table = [
        seat_standings(tournament.players, [report for report in reports if report.pairing.table == number])
        for number in range(len(tournament.tables))
    ]
    return [
        {
            **asdict(seat),
            "name": load(tournament.game).seats[seat.seat - 1],
            "players": [
                {"name": name, "games": games, "won": round(won, 6)}
                for name, (won, games) in _scores_in_seat(tournament, reports, seat.seat).items()
            ],
            "tables": [
                {"table": str(table), "share": asdict(seats[seat.seat - 1].share)}
                for table, seats in zip(tournament.tables, by_table, strict=True)
            ],
        }
        for seat in seat_standings(tournament.players, reports)
    ]


def csv_report(tournament: Tournament, reports: Sequence[GameReport]) -> str:
    """A line for each game, below a line of column names."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    seats = range(1, tournament.players + 1)
    points, bots = [f"points{seat}" for seat in seats], [f"seat{seat}" for seat in seats]
    writer.writerow(["game", "table", "seed", *bots, "winners", *points, "moves", "reason", "winning_seats"])
    names = [participant.name for participant in tournament.participants]
    for report in reports:
        writer.writerow(
            [
                report.pairing.key,
                str(tournament.tables[report.pairing.table]),
                report.pairing.seed,
                *(names[participant] for participant in report.pairing.seating),
                " ".join(names[participant] for participant in report.winners),
                *(report.points or [""] * tournament.players),
                report.plies,
                report.reason,
                " ".join(str(seat) for seat, who in enumerate(report.pairing.seating, 1) if who in report.winners),
            ]
        )
    return stream.getvalue()


def write_records(folder: Path, reports: Sequence[GameReport]) -> None:
    """Write each game to a move file of its own; raises WorkFailed."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for report in reports:
            name = report.pairing.key.replace("/", "_") + ".moves"
            (folder / name).write_text(report.record, "utf-8", newline="\n")
    except OSError as error:
        raise WorkFailed(f"{folder}: {error.strerror or error}") from error


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
        failed = [report for report in played if report.failure and report.failure.participant == number]
        if failed:
            never_started = any(report.failure and report.failure.at_start for report in failed)
            command = participant.bot.removeprefix("engine:")
            reason = failed[0].reason.removeprefix(f"engine `{command}`: ")
            unfit = never_started or len(failed) == len(played)
            summaries.append(FailureSummary(participant.name, len(played), len(failed), reason, unfit))
    return summaries
