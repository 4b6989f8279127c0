"""`tabletop arena`: tournaments of bots and engines."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from tabletop.arena.executors import dask_executor, local_executor
from tabletop.arena.plan import parse_sprt, read_tournament
from tabletop.arena.play import GameReport
from tabletop.arena.ratings import standings
from tabletop.arena.report import csv_report, failure_summaries, json_report, text_report, write_records
from tabletop.arena.results import ResultsFile
from tabletop.arena.runner import counted_reports, run_tournament
from tabletop.arena.tournament import Tournament, check_tournament
from tabletop.cli.common import echo, echo_json, json_option, style_for, style_options
from tabletop.cli.consent import ask_to_start, new_consent, yes_option
from tabletop.cli.progress import ProgressLine
from tabletop.engine.signals import interrupt_once
from tabletop.errors import EngineFailed, WorkFailed, WrongUse

PATH = click.Path(path_type=Path)
STDIN = "-"


def arena_options(function: Callable[..., Any], jobs: int = 1) -> Callable[..., Any]:
    """Add the options for running and reporting a tournament; none of them changes which games are played.

    Unless the user says otherwise, `jobs` games are played at once.
    """
    for option in (
        click.option("--csv", "as_csv", is_flag=True, help="Print a CSV line for each game."),
        json_option,
        click.option("--records", type=PATH, help="Write each game to a move file in this folder."),
        click.option("--results", type=PATH, help="Keep finished games in this file, and continue from it."),
        click.option("--scheduler", metavar="ADDRESS", help="Play on a Dask cluster, such as tcp://host:8786."),
        click.option("--jobs", type=click.IntRange(1), default=jobs, help="Number of games to play at once."),
        style_options,
    ):
        function = option(function)
    return function


@click.command()
@click.argument("path", metavar="FILE.toml", type=click.Path())
@click.option("--sprt", metavar="elo0=0,elo1=20", help="Stop as soon as this sequential test is decided.")
@yes_option
@arena_options
def arena(path: str, sprt: str | None, yes: bool, results: Path | None, **run_options: Any) -> None:
    """Run a tournament of bots and engines.

    Finished games are kept beside the plan, in FILE.results; run the same command again to
    continue after an interruption. `-` reads the plan from standard input. You are asked
    before an engine of the plan is started. The exit code is 5 if an engine could not be
    started, or failed in all its games.
    """
    tournament = read_tournament(path)
    if sprt:
        tournament = replace(tournament, sprt=parse_sprt(sprt))
        check_tournament(tournament)
    consent = new_consent(yes)
    commands = consent.missing(participant.bot for participant in tournament.participants)
    if commands and not ask_to_start(consent, path, "nothing is played", commands):
        raise WorkFailed("nothing was played: the plan's engines may not start")
    if path != STDIN:
        results = results or Path(path).with_suffix(".results")
    run_and_report(tournament, results, **run_options)


def run_and_report(
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
    """Play the games that the results file does not have yet, and print a report of all.

    Raises EngineFailed, after the report, if an engine could not be started or failed in all its games.
    """
    if results is not None and str(results) == STDIN:
        raise WrongUse("`--results` needs a file, not `-`: the program reads it and appends to it")

    def open_executor() -> Any:
        return dask_executor(scheduler) if scheduler else local_executor(jobs)

    counted = counted_reports(tournament, _play(tournament, results, open_executor))
    if records:
        write_records(records, counted)
    if as_json:
        echo_json(json_report(tournament, counted))
    elif as_csv:
        echo(csv_report(tournament, counted).rstrip("\n"))
    else:
        style = style_for(color, ascii)
        echo(text_report(tournament, counted, style), style)
    unfit = [summary for summary in failure_summaries(tournament, counted) if summary.unfit]
    if unfit:
        raise EngineFailed("; ".join(map(str, unfit)))


def _play(tournament: Tournament, results: Path | None, open_executor: Callable[[], Any]) -> dict[str, GameReport]:
    """All games by key; plays those that the results file lacks, and adds them to it."""
    progress = ProgressLine(tournament.games)
    with ResultsFile(results, tournament) if results else nullcontext() as file:
        reports: dict[str, GameReport] = file.reports if file else {}

        def keep(report: GameReport) -> None:
            if file:
                file.add(report)
            else:
                reports[report.pairing.key] = report
            progress.show(len(reports), lambda: _leaders(tournament, reports))

        try:
            with interrupt_once():
                run_tournament(tournament, open_executor, reports, keep)
        finally:
            progress.clear()
    return reports


def _leaders(tournament: Tournament, reports: dict[str, GameReport]) -> str:
    rows = standings(tournament, list(reports.values()))[:4]
    return ", ".join(f"{row.name} {row.share.value:.0%}" for row in rows)
