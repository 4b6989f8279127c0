"""`tabletop arena`: competitions of bots and engines."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from tabletop.arena.play import GameReport
from tabletop.arena.ratings import standings
from tabletop.arena.report import csv_report, failure_summaries, json_report, text_report, write_records
from tabletop.arena.results import ResultsFile
from tabletop.arena.runner import counted_reports, dask_executor, local_executor, run_tournament
from tabletop.arena.tournament import Tournament, check_tournament, pairings, parse_sprt, read_tournament
from tabletop.cli.common import json_option, out, out_json, style_for, style_options
from tabletop.engine.signals import interrupt_once
from tabletop.errors import EngineFailed, WrongUse

PATH = click.Path(path_type=Path)
STDIN = "-"


def arena_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """How a plan is carried out and reported; what is played does not depend on these."""
    for option in (
        click.option("--csv", "as_csv", is_flag=True, help="Print one line for each game as CSV."),
        json_option,
        click.option("--records", type=PATH, help="Write all games as move files into this folder."),
        click.option("--results", type=PATH, help="Keep finished games in this file; go on where it ends."),
        click.option("--scheduler", metavar="ADDRESS", help="Play on a Dask cluster, such as tcp://host:8786."),
        click.option("--jobs", type=click.IntRange(1), default=1, help="How many games are played at once."),
        style_options,
    ):
        function = option(function)
    return function


@click.command()
@click.argument("path", metavar="FILE.toml", type=click.Path())
@click.option("--sprt", metavar="elo0=0,elo1=20", help="Stop as soon as this sequential test decides.")
@arena_options
def arena(path: str, sprt: str | None, results: Path | None, **how: Any) -> None:
    """Let bots and engines compete by a plan, and report.

    Finished games are kept beside the plan, in FILE.results; the same command goes on
    where it was interrupted. `-` reads the plan from standard input. The exit code is 5
    where an engine could not be started, or failed in all its games.
    """
    tournament = read_tournament(path)
    if sprt:
        tournament = replace(tournament, sprt=parse_sprt(sprt))
        check_tournament(tournament)
    if path != STDIN:
        results = results or Path(path).with_suffix(".results")
    carry_out(tournament, results, **how)


def carry_out(
    tournament: Tournament,
    results: Path | None,
    *,
    jobs: int,
    scheduler: str | None,
    records: Path | None,
    as_json: bool,
    as_csv: bool,
    color: str | None,
    ascii: bool,
) -> None:
    """Play a plan and print its report; results of an earlier run are taken in.

    Raises EngineFailed, after the report, where an engine could not be started or failed in
    all its games.
    """
    if results is not None and str(results) == STDIN:
        raise WrongUse("results are read again and appended to, so they need a file, not `-`")
    progress = Progress(tournament)

    def open_executor() -> Any:
        return dask_executor(scheduler) if scheduler else local_executor(jobs)

    known: dict[str, GameReport] = {}
    if results is None:

        def keep(result: GameReport) -> None:
            known[result.pairing.key] = result
            progress.show(known)

        _play(tournament, open_executor, known, keep, progress)
    else:
        with ResultsFile(results, tournament) as file:
            known = file.reports

            def keep(result: GameReport) -> None:
                file.add(result)
                progress.show(known)

            _play(tournament, open_executor, known, keep, progress)
    counted = counted_reports(tournament, known)
    if records:
        write_records(records, counted)
    if as_json:
        out_json(json_report(tournament, counted))
    elif as_csv:
        out(csv_report(tournament, counted).rstrip("\n"))
    else:
        style = style_for(color, ascii)
        out(text_report(tournament, counted, style), style)
    unfit = [one for one in failure_summaries(tournament, counted) if one.unfit]
    if unfit:
        raise EngineFailed("; ".join(map(str, unfit)))


def _play(
    tournament: Tournament, open_executor: Any, known: dict[str, GameReport], keep: Any, progress: Progress
) -> None:
    try:
        with interrupt_once():
            run_tournament(tournament, open_executor, known, keep)
    finally:
        progress.clear()


class Progress:
    """A line on standard error that is written again and again; nothing where there is no terminal."""

    def __init__(self, tournament: Tournament) -> None:
        self._tournament = tournament
        self._total = sum(1 for _ in pairings(tournament))
        self._shown = sys.stderr.isatty()
        self._began = time.monotonic()
        self._at_start: int | None = None

    def show(self, known: dict[str, GameReport]) -> None:
        """Say how far it is, how long it will take, and who leads."""
        if not self._shown:
            return
        done = len(known)
        if self._at_start is None:
            self._at_start = done - 1
        pace = (time.monotonic() - self._began) / max(1, done - self._at_start)
        left = round(pace * (self._total - done))
        leaders = ", ".join(
            f"{row.name} {row.share.value:.0%}" for row in standings(self._tournament, list(known.values()))[:4]
        )
        filled = round(20 * done / self._total)
        bar = "#" * filled + "." * (20 - filled)
        text = f"[{bar}] {done}/{self._total}, {left // 60}:{left % 60:02} left; {leaders}"
        click.echo(f"\r\x1b[K{text[:79]}", nl=False, err=True)

    def clear(self) -> None:
        """Take the line away."""
        if self._shown:
            click.echo("\r\x1b[K", nl=False, err=True)
