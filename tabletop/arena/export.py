"""The results of a tournament for other programs: JSON, CSV, and a move file for each game.

All functions get the games that count, in the order of the tournament.
"""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Hashable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from tabletop.arena.diagnostics import by_matchup, count_adjudicated, failure_summaries, time_losses, warnings
from tabletop.arena.play import GameReport
from tabletop.arena.ratings import (
    distinct_games,
    game_of,
    participant_share,
    scores_in_seat,
    seat_standings,
    shares,
    standings,
    superiority,
)
from tabletop.arena.sprt import sprt_status
from tabletop.arena.tournament import Tournament, table_names
from tabletop.errors import WorkFailed
from tabletop.games import load

MORE_COLUMNS = ("winning_seats", "opening", "same_as")
"""Columns of the CSV that version 0.1 did not have; `same_as` is the first game with the same moves."""


def json_report(tournament: Tournament, reports: Sequence[GameReport]) -> dict[str, Any]:
    """The report as data; apart from the seconds it does not depend on the number of jobs."""
    pairs = [
        {
            "first": tournament.participants[first].name,
            "second": tournament.participants[second].name,
            "games": len(between),
            "distinct": distinct_games(between),
            "first_share": round(math.fsum(shares(report)[first] for report in between) / len(between), 6),
            "superiority": round(superiority(between, first, second), 6),
        }
        for (first, second), between in by_matchup(tournament, reports).items()
    ]
    return {
        "game": tournament.game,
        "games": len(reports),
        "planned": tournament.games,
        "distinct": distinct_games(reports),
        "adjudicated": count_adjudicated(reports),
        "tables": _table_facts(tournament, reports),
        "standings": [asdict(row) for row in standings(tournament, reports)],
        "seats": _seat_facts(tournament, reports),
        "pairs": pairs,
        "sprt": asdict(sprt_status(tournament.sprt, reports)) if tournament.sprt else None,
        "failures": [asdict(summary) for summary in failure_summaries(tournament, reports)],
        "time_losses": [asdict(losses) for losses in time_losses(tournament, reports)],
        "warnings": warnings(tournament),
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
                for name, (won, games) in scores_in_seat(tournament, reports, seat.seat).items()
            ],
            "tables": [
                {"table": name, "share": asdict(seats[seat.seat - 1].share)}
                for name, seats in zip(table_names(tournament), by_table, strict=True)
            ],
        }
        for seat in seat_standings(tournament.players, reports)
    ]


def _table_facts(tournament: Tournament, reports: Sequence[GameReport]) -> list[dict[str, Any]]:
    """What everybody has won at every table."""
    facts = []
    for number, name in enumerate(table_names(tournament)):
        there = [report for report in reports if report.pairing.table == number]
        facts.append({"table": name, "games": len(there), "shares": _shares_at(tournament, there)})
    return facts


def _shares_at(tournament: Tournament, reports: Sequence[GameReport]) -> dict[str, dict[str, float]]:
    return {
        participant.name: asdict(participant_share(tournament, reports, number))
        for number, participant in enumerate(tournament.participants)
    }


def csv_report(tournament: Tournament, reports: Sequence[GameReport]) -> str:
    """A line for each game, below a line of column names."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    seats = range(1, tournament.players + 1)
    points, bots = [f"points{seat}" for seat in seats], [f"seat{seat}" for seat in seats]
    writer.writerow(["game", "table", "seed", *bots, "winners", *points, "moves", "reason", *MORE_COLUMNS])
    names = [participant.name for participant in tournament.participants]
    tables = table_names(tournament)
    first_played: dict[Hashable, str] = {}
    for report in reports:
        opening = report.pairing.opening
        first = first_played.setdefault(game_of(report), report.pairing.key)
        writer.writerow(
            [
                report.pairing.key,
                tables[report.pairing.table],
                report.pairing.seed,
                *(names[participant] for participant in report.pairing.seating),
                " ".join(names[participant] for participant in report.winners),
                *(report.points or [""] * tournament.players),
                report.plies,
                report.reason,
                " ".join(str(seat) for seat, who in enumerate(report.pairing.seating, 1) if who in report.winners),
                opening.text if opening else "",
                "" if first == report.pairing.key else first,
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
