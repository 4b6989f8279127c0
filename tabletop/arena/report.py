"""The report of a tournament as text; `export` has JSON and CSV.

    reports = counted_reports(tournament, results.reports)
    print(text_report(tournament, reports, PLAIN))

All functions get the games that count, in the order of the tournament.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from textwrap import fill

from tabletop.arena.diagnostics import by_matchup, count_line, remarks
from tabletop.arena.intervals import Estimate
from tabletop.arena.play import GameReport
from tabletop.arena.ratings import (
    Standing,
    participant_share,
    scores_in_seat,
    seat_standings,
    shares,
    standings,
    superiority,
)
from tabletop.arena.sprt import sprt_status
from tabletop.arena.tournament import Tournament, table_names
from tabletop.games import load
from tabletop.style import Style
from tabletop.text import shorten

CHART_WIDTH = 41
WIDTH = 80
LONGEST_TABLE = 30
"""Characters of a table's name."""


def text_report(tournament: Tournament, reports: Sequence[GameReport], style: Style) -> str:
    """Standings, crosstable, wins by seat and table, chart, the sequential test if there is one, and remarks."""
    if not reports:
        return "No block of games has finished yet."
    rows = standings(tournament, reports)
    parts = [
        _standings_table(tournament, rows, style),
        count_line(reports),
        _crosstable(tournament, reports, rows, style),
        _seats(tournament, reports, rows, style),
        _tables(tournament, reports, rows, style),
        _chart(rows, style),
    ]
    if tournament.sprt:
        parts.append(_sprt_line(tournament, reports))
    parts.append("\n".join(fill(line, WIDTH) for line in remarks(tournament, reports)))
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
    matchups = by_matchup(tournament, reports)
    cells = [["against", *(row.name for row in rows)]]
    for first in order:
        line = [tournament.participants[first].name]
        for second in order:
            between = matchups.get((min(first, second), max(first, second)))
            if not between:
                line.append("-")
                continue
            wins = math.fsum(shares(report)[first] for report in between)
            line.append(f"{wins:g}/{len(between)} ({superiority(between, first, second):.0%})")
        cells.append(line)
    return _columns(cells, style) + "\n(in brackets: likelihood of superiority)"


def _seats(tournament: Tournament, reports: Sequence[GameReport], rows: list[Standing], style: Style) -> str:
    """Each seat's wins: those of all, and those of every participant there; at several tables also by table."""
    players = tournament.players
    names = seat_names(tournament)
    seats = seat_standings(players, reports)
    cells = [["seat", "share of wins", *(row.name for row in rows)]]
    for seat, name in zip(seats, names, strict=True):
        scores = scores_in_seat(tournament, reports, seat.seat)
        line = [f"{round(scores[row.name][0], 1):g}/{scores[row.name][1]}" for row in rows]
        cells.append([name, format_share(seat.share), *line])
    parts = [_columns(cells, style)]
    if len(tournament.tables) > 1:
        cells = [["table", *names]]
        for number, table in enumerate(table_names(tournament)):
            there = [report for report in reports if report.pairing.table == number]
            shares_there = (format_share(seat.share) for seat in seat_standings(players, there))
            cells.append([shorten(table, LONGEST_TABLE), *shares_there])
        parts.append(_columns(cells, style))
    for seat, name in zip(seats, names, strict=True):
        if seat.share.low > 1 / players:
            parts.append(f"Seat {name} wins more than its fair share of {1 / players:.0%}, whoever sits there.")
    return "\n".join(parts)


def _tables(tournament: Tournament, reports: Sequence[GameReport], rows: list[Standing], style: Style) -> str:
    """Everybody's wins at each table, if there are several."""
    if len(tournament.tables) < 2:
        return ""
    numbers = {participant.name: number for number, participant in enumerate(tournament.participants)}
    cells = [["table", "games", *(row.name for row in rows)]]
    for table, name in enumerate(table_names(tournament)):
        there = [report for report in reports if report.pairing.table == table]
        shares_there = (participant_share(tournament, there, numbers[row.name]).value for row in rows)
        cells.append([shorten(name, LONGEST_TABLE), str(len(there)), *(f"{share:.0%}" for share in shares_there)])
    return _columns(cells, style)


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
