"""What came of a tournament, as text, as JSON and as CSV; and who crashed, stalled or cheated."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from tabletop.arena.play import GameReport
from tabletop.arena.ratings import Estimate, Standing, shares, sprt_status, standings, superiority
from tabletop.arena.tournament import Tournament
from tabletop.errors import WorkFailed
from tabletop.style import Style
from tabletop.text import counted

CHART_WIDTH = 41


def text_report(tournament: Tournament, results: Sequence[GameReport], style: Style) -> str:
    """Standings, crosstable, chart, the sequential test if there is one, and who failed."""
    if not results:
        return "No block of games is finished yet."
    rows = standings(tournament, results)
    parts = [
        _standings_table(tournament, rows, style),
        _crosstable(tournament, results, rows, style),
        _chart(rows, style),
    ]
    if tournament.sprt:
        parts.append(_sprt_line(tournament, results))
    parts.append("\n".join(map(str, failure_summaries(tournament, results))))
    return "\n\n".join(part for part in parts if part)


def _standings_table(tournament: Tournament, rows: list[Standing], style: Style) -> str:
    two = tournament.players == 2
    head = ["", "games", "won", "drawn", "lost", "share of wins", "Elo" if two else "rank", "points", "s/turn"]
    lines = [head]
    for row in rows:
        lines.append(
            [
                row.name,
                str(row.games),
                str(row.wins),
                str(row.draws),
                str(row.losses),
                f"{row.share.value:.0%} ({100 * row.share.low:.0f}-{row.share.high:.0%})",
                _bars(row.elo, 0) if row.elo else _bars(row.rank, 2),
                _bars(row.points, 1) if row.points else "-",
                f"{row.seconds:.2f}",
            ]
        )
    return _columns(lines, style)


def _bars(value: Estimate, places: int) -> str:
    reach = max(value.high - value.value, value.value - value.low)
    return f"{value.value:.{places}f} +-{reach:.{places}f}"


def _columns(lines: list[list[str]], style: Style) -> str:
    widths = [max(len(line[column]) for line in lines) for column in range(len(lines[0]))]
    texts = []
    for number, line in enumerate(lines):
        cells = [
            line[0].ljust(widths[0]),
            *(cell.rjust(width) for cell, width in zip(line[1:], widths[1:], strict=True)),
        ]
        text = "  ".join(cells).rstrip()
        texts.append(style.paint(text, "bold") if number == 0 else text)
    return "\n".join(texts)


def _crosstable(tournament: Tournament, results: Sequence[GameReport], rows: list[Standing], style: Style) -> str:
    """Who got how much of the wins against whom, and how likely it is the better one."""
    if len(rows) < 2 or tournament.players > 2:
        return ""
    order = [
        next(i for i, participant in enumerate(tournament.participants) if participant.name == row.name) for row in rows
    ]
    lines = [["against", *(tournament.participants[who].name for who in order)]]
    for one in order:
        cells = [tournament.participants[one].name]
        for other in order:
            between = [r for r in results if set(r.pairing.seating) == {one, other}]
            if not between:
                cells.append("-")
                continue
            got = math.fsum(shares(result)[one] for result in between)
            cells.append(f"{got:g}/{len(between)} ({superiority(results, one, other):.0%})")
        lines.append(cells)
    return _columns(lines, style) + "\n(in brackets: likelihood of superiority)"


def _chart(rows: list[Standing], style: Style) -> str:
    """Everybody's share of the wins with its 95% interval, drawn."""
    width = max(len(row.name) for row in rows)
    lines = [f"{'':{width}}  0%{'share of wins'.center(CHART_WIDTH - 6)}100%"]
    for row in rows:
        left, middle, right = (round(v * (CHART_WIDTH - 1)) for v in (row.share.low, row.share.value, row.share.high))
        bar = ["." if at % 10 == 0 else " " for at in range(CHART_WIDTH)]
        bar[left : right + 1] = style.pick("─", "-") * (right + 1 - left)
        bar[middle] = style.pick("●", "o")
        lines.append(f"{row.name:{width}}  {''.join(bar)}".rstrip())
    return "\n".join(lines)


def _sprt_line(tournament: Tournament, results: Sequence[GameReport]) -> str:
    assert tournament.sprt
    verdict = sprt_status(tournament, results)
    first, second = (participant.name for participant in tournament.participants)
    words = {
        "elo1": f"{first} is better than {second} by about {tournament.sprt.elo1:g} Elo or more",
        "elo0": f"{first} is better than {second} by no more than about {tournament.sprt.elo0:g} Elo",
        "": "not decided yet",
    }
    return f"SPRT: LLR {verdict.llr:.2f} in [{verdict.lower:.2f}, {verdict.upper:.2f}]: {words[verdict.decision]}."


def json_report(tournament: Tournament, results: Sequence[GameReport]) -> dict[str, Any]:
    """The same as data; it does not depend on the number of jobs, but for the seconds."""
    pairs = []
    for one in range(len(tournament.participants)):
        for other in range(one + 1, len(tournament.participants)):
            between = [result for result in results if {one, other} <= set(result.pairing.seating)]
            if between:
                pairs.append(
                    {
                        "first": tournament.participants[one].name,
                        "second": tournament.participants[other].name,
                        "games": len(between),
                        "first_share": round(math.fsum(shares(r)[one] for r in between) / len(between), 6),
                        "superiority": round(superiority(results, one, other), 6),
                    }
                )
    return {
        "game": tournament.game,
        "games": len(results),
        "standings": [asdict(row) for row in standings(tournament, results)],
        "pairs": pairs,
        "sprt": asdict(sprt_status(tournament, results)) if tournament.sprt else None,
        "failures": [asdict(one) for one in failure_summaries(tournament, results)],
    }


def csv_report(tournament: Tournament, results: Sequence[GameReport]) -> str:
    """One line for each game."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    seats = range(1, tournament.players + 1)
    points, bots = [f"points{seat}" for seat in seats], [f"seat{seat}" for seat in seats]
    writer.writerow(["game", "table", "seed", *bots, "winners", *points, "moves", "reason"])
    for result in results:
        names = [tournament.participants[who].name for who in result.pairing.seating]
        writer.writerow(
            [
                result.pairing.key,
                str(tournament.tables[result.pairing.table]),
                result.pairing.seed,
                *names,
                " ".join(tournament.participants[who].name for who in result.winners),
                *(result.points or [""] * tournament.players),
                result.plies,
                result.reason,
            ]
        )
    return stream.getvalue()


def write_records(folder: Path, results: Sequence[GameReport]) -> None:
    """All games as move files, one each."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for result in results:
            name = result.pairing.key.replace("/", "_") + ".moves"
            (folder / name).write_text(result.record, "utf-8")
    except OSError as error:
        raise WorkFailed(f"{folder}: {error.strerror or error}") from error


@dataclass(frozen=True)
class FailureSummary:
    """The games that an entrant lost by failing."""

    name: str
    games: int
    """All that it played."""
    failed: int
    reason: str
    """Of the first of them."""
    unfit: bool
    """Whether it failed in every game, or could not be started."""

    def __str__(self) -> str:
        return f"{self.name} failed in {self.failed} of {counted(self.games, 'game')}: {self.reason}"


def failure_summaries(tournament: Tournament, results: Sequence[GameReport]) -> list[FailureSummary]:
    """What is to be said of everybody who failed, in the order of the plan."""
    found = []
    for who, participant in enumerate(tournament.participants):
        played = [result for result in results if who in result.pairing.seating]
        failed = [result for result in played if result.failure and result.failure.who == who]
        if failed:
            never_started = any(result.failure and result.failure.at_start for result in failed)
            command = participant.bot.removeprefix("engine:")
            reason = failed[0].reason.removeprefix(f"engine `{command}` ")
            unfit = never_started or len(failed) == len(played)
            found.append(FailureSummary(participant.name, len(played), len(failed), reason, unfit))
    return found
