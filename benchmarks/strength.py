"""How strong the bots are: plays each level against the one below it, and writes the results into STRENGTH.md.

    python benchmarks/strength.py                 # every game; hours on two cores
    python benchmarks/strength.py zickzack fem    # only the sections of these games
    python benchmarks/strength.py fem --only hard/medium --games 20 --dry-run

Each row is what the command in it plays: seats change, both seatings play the same seeds, and levels search a fixed
number of nodes, so the same games are played wherever it runs. A section is written after each of its rows; rows that
were not played stay as they are. Exit code 1: a level's share of wins is outside the range that the row aims at.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
import time
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from tabletop.arena.executors import local_executor
from tabletop.arena.intervals import Estimate
from tabletop.arena.play import GameReport
from tabletop.arena.ratings import participant_share, standings
from tabletop.arena.runner import counted_reports, run_tournament
from tabletop.arena.tournament import Participant, Table, Tournament, blocks_for
from tabletop.bots.bot import observe
from tabletop.bots.specs import LADDER, LEVELS, make_controller
from tabletop.games import load
from tabletop.match import Match
from tabletop.options import make_setup

STRENGTH = Path(__file__).parent / "STRENGTH.md"
SEED = 1
STEP = (0.65, 0.90)
"""The share of wins that a level should have against the one below, unless luck allows less."""
ANY = (0.0, 1.0)
HEAD = (
    "| row | command | wins-draws-losses | share (95%) | Elo (95%) | when first | when last | aim |\n"
    "| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |\n"
)


class Row(NamedTuple):
    """A pairing: bots by seat, the game's options, and the share of wins that the first one should have."""

    game: str
    seats: tuple[str, ...]
    games: int
    aim: tuple[float, float]
    options: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        return "/".join(self.seats) + "".join(f" {option}" for option in self.options)

    @property
    def command(self) -> str:
        seats = " ".join(f"--seat {seat}" for seat in self.seats)
        options = "".join(f" --option {option}" for option in self.options)
        return f"tabletop {self.game} match {seats} --games {self.games} --seed {SEED}{options}"


def ladder(game: str, games: int, aim: tuple[float, float], *options: str) -> list[Row]:
    """Each level against the one below it, and the lowest against random moves."""
    rows = [
        Row(game, (upper, lower), 100 if lower == "random" else games, ANY if lower == "random" else aim, options)
        for lower, upper in pairwise(LEVELS)
    ]
    return rows[::-1]


ROWS = (
    *ladder("zickzack", 100, STEP),
    *ladder("fem", 100, STEP, "nocover"),
    Row("fem", ("hard", "hard"), 50, ANY, ("nocover",)),
    Row("fem", ("medium", "medium"), 50, ANY),
    *ladder("taktori", 100, STEP, "immune"),
    Row("taktori", ("hard", "medium", "medium", "medium"), 100, (0.40, 1.0)),
    Row("taktori", ("medium", "medium"), 50, ANY),
    *ladder("mikado", 400, STEP),
    *ladder("takami", 400, (0.55, 0.90)),
)


def play(row: Row, jobs: int) -> tuple[Tournament, list[GameReport]]:
    """Play the games of a row."""
    tournament = Tournament(
        game=row.game,
        participants=tuple(Participant(f"{number}. {seat}", seat) for number, seat in enumerate(row.seats, 1)),
        blocks=blocks_for(row.games, len(row.seats)),
        players=len(row.seats),
        seed=SEED,
        tables=(Table(row.options),),
    )
    reports: dict[str, GameReport] = {}

    def keep(report: GameReport) -> None:
        reports[report.pairing.key] = report

    run_tournament(tournament, partial(local_executor, jobs), reports, keep)
    return tournament, counted_reports(tournament, reports)


def describe(row: Row, tournament: Tournament, reports: list[GameReport]) -> tuple[str, bool]:
    """The line of the table, and whether the row is as it should be."""
    first = next(
        standing for standing in standings(tournament, reports) if standing.name == tournament.participants[0].name
    )
    elo = "-"
    if first.elo and len(set(row.seats)) > 1:
        # Two participants have opposite ratings, so their difference is twice the first one's.
        elo = f"{2 * first.elo.value:+.0f} ({2 * first.elo.low:+.0f} to {2 * first.elo.high:+.0f})"
    seats = []
    for seat in (0, -1):
        there = [report for report in reports if report.pairing.seating[seat] == 0]
        seats.append(f"{participant_share(tournament, there, 0).value:.2f}")
    low, high = row.aim
    aim = "-" if row.aim == ANY else f"{low:.2f}-{high:.2f}" if high < 1 else f"from {low:.2f}"
    columns = [
        row.name,
        f"`{row.command}`",
        f"{first.wins}-{first.draws}-{first.losses}",
        format_share(first.share),
        elo,
        *seats,
        aim,
    ]
    return f"| {' | '.join(columns)} |", low <= first.share.value <= high


def format_share(share: Estimate) -> str:
    return f"{share.value:.2f} ({share.low:.2f}-{share.high:.2f})"


def seconds_per_turn(game_name: str, level: str) -> float:
    """CPU seconds that a level takes for a turn, in a game against itself."""
    game = load(game_name)
    match = Match(game, make_setup(game, seed=SEED if game.models else None))
    controller = make_controller(game, level)
    match.settle()
    seconds, turns = 0.0, 0
    while not match.result and turns < 200:
        started = time.process_time()
        info = controller.bot.think(observe(match, SEED), controller.limit())
        seconds += time.process_time() - started
        turns += 1
        match.play(info.move)
        match.settle()
    return seconds / turns


def section(game: str) -> re.Pattern[str]:
    """Finds what stands between the marks of a game in STRENGTH.md."""
    return re.compile(rf"(<!-- {game} -->\n).*?(<!-- end -->)", re.DOTALL)


def write_line(game: str, name: str, line: str) -> None:
    """Put a line into the table of a game, in the order of ROWS."""
    text = STRENGTH.read_text(encoding="utf-8")
    found = section(game).search(text)
    if found is None:
        raise SystemExit(f"{STRENGTH.name} has no section for {game}")
    lines = {old.split(" | ")[0].removeprefix("| "): old for old in found[0].splitlines() if old.startswith("| ")}
    lines[name] = line
    order = [row.name for row in ROWS if row.game == game]
    table = HEAD + "".join(f"{lines[name]}\n" for name in order if name in lines)
    new = found[1] + "\n" + table + "\n" + found[2]
    STRENGTH.write_text(text.replace(found[0], new), encoding="utf-8", newline="\n")


def main() -> int:
    parser = argparse.ArgumentParser(description="Play the levels against each other.")
    parser.add_argument("game", nargs="*", help="only these games")
    parser.add_argument("--only", help="only the rows whose name begins like this, such as hard/medium")
    parser.add_argument("--games", type=int, help="games of each row")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--dry-run", action="store_true", help="print, but do not write STRENGTH.md")
    parser.add_argument("--cpu", action="store_true", help="print each level's CPU seconds a turn instead")
    arguments = parser.parse_args()
    rows = [row for row in ROWS if not arguments.game or row.game in arguments.game]
    if arguments.cpu:
        for game in dict.fromkeys(row.game for row in rows):
            times = ", ".join(f"{level} {seconds_per_turn(game, level):.3f} s" for level in LADDER)
            print(f"{game}: {times}", flush=True)
        return 0
    missed = 0
    for row in rows:
        if arguments.only and not row.name.startswith(arguments.only):
            continue
        if arguments.games:
            row = row._replace(games=arguments.games)
        line, is_met = describe(row, *play(row, arguments.jobs))
        print(line, flush=True)
        if not arguments.dry_run:
            write_line(row.game, row.name, line)
        missed += not is_met
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
