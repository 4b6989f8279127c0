"""`tabletop arena`: tournaments of bots and engines."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import nullcontext
from dataclasses import replace
from heapq import nlargest
from pathlib import Path
from typing import Any

import click

from tabletop.arena.diagnostics import failure_summaries
from tabletop.arena.executors import OpenExecutor, dask_executor, local_executor
from tabletop.arena.export import csv_report, json_report, write_records
from tabletop.arena.plan import parse_sprt, read_tournament
from tabletop.arena.play import GameReport
from tabletop.arena.ratings import shares
from tabletop.arena.report import text_report
from tabletop.arena.results import ResultsFile, read_results
from tabletop.arena.runner import counted_reports, run_tournament
from tabletop.arena.tournament import Tournament, check_tournament
from tabletop.cli.common import echo, echo_json, json_option, style_for, style_options
from tabletop.cli.consent import ask_to_start, new_consent, yes_option
from tabletop.cli.progress import ProgressLine
from tabletop.engine.signals import interrupt_once
from tabletop.errors import EngineFailed, Interrupted, WorkFailed, WrongUse
from tabletop.text import counted

PATH = click.Path(path_type=Path)
STDIN = "-"
RESULTS = ".results"


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


report_option = click.option(
    "--report", "report_only", is_flag=True, help="Report what the results file has; play nothing."
)


@click.command()
@click.argument("path", metavar="FILE.toml", type=click.Path())
@click.option("--sprt", metavar="elo0=0,elo1=20", help="Stop as soon as this sequential test is decided.")
@yes_option
@report_option
@arena_options
def arena(path: str, sprt: str | None, yes: bool, results: Path | None, **run_options: Any) -> None:
    """Run a tournament of bots and engines.

    Finished games are kept beside the plan, in FILE.results; run the same command again to
    continue after an interruption. `-` reads the plan from standard input. You are asked
    before an engine of the plan is started. The exit code is 5 if an engine could not be
    started, or failed in all its games.

    With `--report`, nothing is played, and FILE may also be the results file.
    """
    if run_options["report_only"] and path.endswith(RESULTS):
        tournament, reports = read_results(Path(path))
        print_report(_with_test(tournament, sprt), reports, **run_options)
        return
    tournament = _with_test(read_tournament(path), sprt)
    if path != STDIN:
        results = results or Path(path).with_suffix(RESULTS)
    if not run_options["report_only"]:
        consent = new_consent(yes)
        commands = consent.missing(participant.spec for participant in tournament.participants)
        if commands and not ask_to_start(consent, path, "play nothing", commands):
            raise WorkFailed("nothing was played: you did not allow the plan's engines to start")
    run_and_report(tournament, results, **run_options)


def _with_test(tournament: Tournament, sprt: str | None) -> Tournament:
    """The tournament with the sequential test of the command line, if there is one."""
    if not sprt:
        return tournament
    tournament = replace(tournament, sprt=parse_sprt(sprt))
    check_tournament(tournament)
    return tournament


def run_and_report(
    tournament: Tournament, results: Path | None, *, jobs: int, scheduler: str | None, **report_options: Any
) -> None:
    """Play the games that the results file does not have yet, and print a report of all.

    Raises EngineFailed, after the report, if an engine could not be started or failed in all its games.
    """
    if results is not None and str(results) == STDIN:
        raise WrongUse("`--results` needs a file, not `-`: the program reads it and appends to it")
    if report_options["report_only"]:
        if results is None:
            raise WrongUse("`--report` needs a results file: give it with `--results`")
        print_report(tournament, ResultsFile(results, tournament).read(), **report_options)
        return
    error: BaseException | None = None
    with ResultsFile(results, tournament) if results else nullcontext() as file:
        reports: dict[str, GameReport] = file.reports if file else {}
        try:
            _play(tournament, lambda: dask_executor(scheduler) if scheduler else local_executor(jobs), reports, file)
        except (KeyboardInterrupt, WorkFailed) as stopped:
            error = stopped
    if error and not reports:
        raise error
    print_report(tournament, reports, **report_options)
    if error:
        go_on = _how_to_go_on(tournament, results, reports)
        raise WorkFailed(f"{error}; {go_on}") if isinstance(error, WorkFailed) else Interrupted(f"interrupted: {go_on}")
    unfit = [s for s in failure_summaries(tournament, counted_reports(tournament, reports)) if s.unfit]
    if unfit:
        raise EngineFailed("; ".join(map(str, unfit)))


def _how_to_go_on(tournament: Tournament, results: Path | None, reports: Mapping[str, GameReport]) -> str:
    done, games = len(reports), counted(tournament.games, "game")
    if results:
        return f"{results} has {done} of {games}; run the same command to continue"
    return f"{done} of {games} were played, but not kept; use `--results FILE` to be able to continue"


def print_report(
    tournament: Tournament,
    reports: Mapping[str, GameReport],
    *,
    records: Path | None,
    as_json: bool,
    as_csv: bool,
    color: str | None,
    ascii: bool,
    **_: Any,
) -> None:
    """Print the report of the games that count, and write their records."""
    games = counted_reports(tournament, reports)
    if records:
        write_records(records, games)
    if as_json:
        echo_json(json_report(tournament, games))
    elif as_csv:
        echo(csv_report(tournament, games).rstrip("\n"))
    else:
        style = style_for(color, ascii)
        echo(text_report(tournament, games, style), style)


def _play(
    tournament: Tournament,
    open_executor: OpenExecutor,
    reports: dict[str, GameReport],
    file: ResultsFile | None,
) -> None:
    """Play the games that are missing in `reports`, and add them there and to the file."""
    progress = ProgressLine(tournament.games)
    leaders = Leaders(tournament)
    for report in reports.values():
        leaders.add(report)

    def keep(report: GameReport) -> None:
        if file:
            file.add(report)
        else:
            reports[report.pairing.key] = report
        leaders.add(report)
        progress.show(len(reports), leaders.line)

    try:
        with interrupt_once():
            run_tournament(tournament, open_executor, reports, keep)
    finally:
        progress.clear()


class Leaders:
    """Who leads, kept up to date game by game, for the progress line."""

    def __init__(self, tournament: Tournament) -> None:
        self._names = [participant.name for participant in tournament.participants]
        self._won = [0.0] * len(self._names)
        self._games = [0] * len(self._names)

    def add(self, report: GameReport) -> None:
        """Count a finished game."""
        for number, share in shares(report).items():
            self._won[number] += share
            self._games[number] += 1

    def line(self) -> str:
        """The best four with their shares of wins."""
        rows = [
            (won / games, name) for won, games, name in zip(self._won, self._games, self._names, strict=True) if games
        ]
        return ", ".join(f"{name} {share:.0%}" for share, name in nlargest(4, rows, key=lambda row: row[0]))
