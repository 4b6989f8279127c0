"""How strong the bots are: plays the games and prints the table of STRENGTH.md.

    python benchmarks/strength.py [GAME...] > table.md

Each row is what `tabletop GAME match --seat A --seat B --games N --seed 1` plays. A row
whose wins fall short of its goal ends the run with exit code 1. Games are played on all
cores, which changes nothing but the seconds.
"""

from __future__ import annotations

import os
import sys
from functools import partial
from typing import NamedTuple

from tabletop.arena.executors import local_executor
from tabletop.arena.play import GameReport
from tabletop.arena.ratings import Standing, standings
from tabletop.arena.runner import counted_reports, run_tournament
from tabletop.arena.tournament import Participant, Tournament, blocks_for

SEED = 1


class Row(NamedTuple):
    """A row of the table: bots by seat, and how many of the games the first one should win."""

    game: str
    seats: tuple[str, ...]
    games: int
    goal: int

    @property
    def command(self) -> str:
        seats = " ".join(f"--seat {seat}" for seat in self.seats)
        return f"tabletop {self.game} match {seats} --games {self.games} --seed {SEED}"


ROWS = (
    Row("zickzack", ("easy", "random"), 100, 80),
    Row("zickzack", ("medium", "easy"), 100, 65),
    Row("zickzack", ("hard", "medium"), 100, 55),
    Row("fem", ("easy", "random"), 100, 80),
    Row("fem", ("medium", "easy"), 100, 65),
    Row("fem", ("hard", "random"), 100, 95),
    Row("fem", ("hard", "easy"), 100, 80),
    Row("fem", ("hard", "medium"), 100, 65),
    Row("taktori", ("easy", "random"), 100, 80),
    Row("taktori", ("medium", "easy"), 100, 65),
    Row("taktori", ("hard", "random"), 100, 95),
    Row("taktori", ("hard", "easy"), 100, 75),
    Row("taktori", ("hard", "easy", "easy", "easy"), 40, 20),
    Row("mikado", ("easy", "random"), 100, 65),
    Row("mikado", ("medium", "easy"), 100, 55),
    Row("mikado", ("hard", "easy"), 100, 65),
    Row("takami", ("easy", "random"), 100, 65),
    Row("takami", ("medium", "easy"), 100, 55),
    Row("takami", ("hard", "easy"), 100, 65),
)


def play(row: Row) -> Standing:
    """Play the games of a row; the standing of its first bot."""
    tournament = Tournament(
        game=row.game,
        participants=tuple(Participant(f"{number}. {seat}", seat) for number, seat in enumerate(row.seats, 1)),
        blocks=blocks_for(row.games, len(row.seats)),
        players=len(row.seats),
        seed=SEED,
    )
    reports: dict[str, GameReport] = {}

    def keep(report: GameReport) -> None:
        reports[report.pairing.key] = report

    run_tournament(tournament, partial(local_executor, os.cpu_count() or 1), reports, keep)
    return next(
        standing
        for standing in standings(tournament, counted_reports(tournament, reports))
        if standing.name.startswith("1.")
    )


def main(games: list[str]) -> int:
    """Print a line of the table for each row of these games, or of all."""
    missed = 0
    print("| command | wins | draws | losses | share of wins (95%) | points | s/turn | goal |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
    for row in ROWS:
        if games and row.game not in games:
            continue
        standing = play(row)
        share = f"{standing.share.value:.2f} ({standing.share.low:.2f}-{standing.share.high:.2f})"
        points = "-" if standing.points is None else f"{standing.points.value:.1f}"
        numbers = (
            f"{standing.wins} | {standing.draws} | {standing.losses} | {share} | {points} | {standing.seconds:.2f}"
        )
        print(f"| `{row.command}` | {numbers} | {row.goal} |", flush=True)
        missed += standing.wins < row.goal
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
