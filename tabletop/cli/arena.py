"""`tabletop arena`: competitions of bots and engines."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from tabletop.arena.failures import failures
from tabletop.arena.plan import Plan, check_plan, parse_sprt, read_plan
from tabletop.arena.play import Result
from tabletop.arena.ratings import standings
from tabletop.arena.report import csv_report, json_report, text_report, write_records
from tabletop.arena.results import ResultsFile
from tabletop.arena.runner import cluster, decided, local, run
from tabletop.arena.schedule import fixtures
from tabletop.cli.common import json_option, out, out_json, style_for, style_options
from tabletop.engine.interruption import interruptible
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
    plan = read_plan(path)
    if sprt:
        plan = replace(plan, sprt=parse_sprt(sprt))
        check_plan(plan)
    if path != STDIN:
        results = results or Path(path).with_suffix(".results")
    carry_out(plan, results, **how)


def carry_out(
    plan: Plan,
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
    progress = Progress(plan)

    def open_executor() -> Any:
        return cluster(scheduler) if scheduler else local(jobs)

    known: dict[str, Result] = {}
    if results is None:

        def keep(result: Result) -> None:
            known[result.fixture.key] = result
            progress.show(known)

        _play(plan, open_executor, known, keep, progress)
    else:
        with ResultsFile(results, plan) as file:
            known = file.known

            def keep(result: Result) -> None:
                file.add(result)
                progress.show(known)

            _play(plan, open_executor, known, keep, progress)
    counted = decided(plan, known)
    if records:
        write_records(records, counted)
    if as_json:
        out_json(json_report(plan, counted))
    elif as_csv:
        out(csv_report(plan, counted).rstrip("\n"))
    else:
        style = style_for(color, ascii)
        out(text_report(plan, counted, style), style)
    unfit = [one for one in failures(plan, counted) if one.unfit]
    if unfit:
        raise EngineFailed("; ".join(map(str, unfit)))


def _play(plan: Plan, open_executor: Any, known: dict[str, Result], keep: Any, progress: Progress) -> None:
    try:
        with interruptible():
            run(plan, open_executor, known, keep)
    finally:
        progress.clear()


class Progress:
    """A line on standard error that is written again and again; nothing where there is no terminal."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._total = sum(1 for _ in fixtures(plan))
        self._shown = sys.stderr.isatty()
        self._began = time.monotonic()
        self._at_start: int | None = None

    def show(self, known: dict[str, Result]) -> None:
        """Say how far it is, how long it will take, and who leads."""
        if not self._shown:
            return
        done = len(known)
        if self._at_start is None:
            self._at_start = done - 1
        pace = (time.monotonic() - self._began) / max(1, done - self._at_start)
        left = round(pace * (self._total - done))
        leaders = ", ".join(
            f"{row.name} {row.share.value:.0%}" for row in standings(self._plan, list(known.values()))[:4]
        )
        filled = round(20 * done / self._total)
        bar = "#" * filled + "." * (20 - filled)
        text = f"[{bar}] {done}/{self._total}, {left // 60}:{left % 60:02} left; {leaders}"
        click.echo(f"\r\x1b[K{text[:79]}", nl=False, err=True)

    def clear(self) -> None:
        """Take the line away."""
        if self._shown:
            click.echo("\r\x1b[K", nl=False, err=True)
