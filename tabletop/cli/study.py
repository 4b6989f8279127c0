"""`tabletop GAME study`: bots play many games to find out how the game plays."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import nullcontext
from functools import partial
from pathlib import Path
from typing import Any

import click

from tabletop.arena.executors import dask_executor, local_executor
from tabletop.arena.runner import run_tasks
from tabletop.arena.study import (
    Study,
    check_study,
    parse_variants,
    play_study_game,
    study_games,
    usual_levels,
)
from tabletop.arena.study_facts import FactsFile, GameFacts
from tabletop.arena.study_report import counted_games, csv_study, json_study, report_study
from tabletop.arena.study_text import study_text
from tabletop.arena.tournament import Table
from tabletop.bots.specs import strategies
from tabletop.cli.arena import STDIN, arena_options, report_option
from tabletop.cli.common import SetupArguments, echo, echo_json, setup_options, style_for
from tabletop.cli.completion import bots_completer, strategies_completer
from tabletop.cli.progress import ProgressLine
from tabletop.engine.signals import interrupt_once
from tabletop.errors import WorkFailed, WrongUse
from tabletop.game import AnyGame
from tabletop.games import own_registration
from tabletop.text import counted

NONE = "none"

HELP = """Play many games between bots, on all cores, and report how the game plays.

Every level plays against itself: how long are games, which rule ends them, which seat wins, how
often does the lead change, how many choices are there? Every level plays against the next weaker
one: does skill pay? Simple strategies play against a level: is the game that simple? In dexterity
games, clumsy and steady hands play at every level: how much is hand, head and luck? All numbers
have 95% intervals. The report ends with warnings for the author.
"""


def study_command(game: AnyGame) -> click.Command:
    """The command of one game."""
    known = ", ".join(strategies(game)) or NONE
    levels = ", ".join(usual_levels(game))

    @click.command("study", help=HELP)
    @click.option(
        "--games",
        type=click.IntRange(1),
        default=100,
        help="Number of games for each level, pair and strategy (default: 100).",
    )
    @click.option(
        "--level",
        "levels",
        multiple=True,
        metavar="BOT",
        help=f"A level to study, the weakest first (default: {levels}). Repeatable.",
        shell_complete=bots_completer(game),
    )
    @click.option(
        "--strategy",
        "names",
        multiple=True,
        metavar="NAME",
        help=f"A strategy to try: {known} (default: all), or {NONE}. Repeatable.",
        shell_complete=strategies_completer(game),
    )
    @click.option(
        "--against",
        metavar="BOT",
        help="The level that strategies play against (default: medium).",
        shell_complete=bots_completer(game),
    )
    @click.option(
        "--vary",
        metavar="LIST",
        default="as-written",
        help="Variants to compare, such as as-written,NAME,NAME+NAME=VALUE: options, players=N or model=NAME.",
    )
    @setup_options(game, file="", skill=False)
    @report_option
    @partial(arena_options, jobs=_cores())
    def study(
        games: int,
        levels: tuple[str, ...],
        names: tuple[str, ...],
        against: str | None,
        vary: str,
        arguments: SetupArguments,
        **run_options: Any,
    ) -> None:
        chosen = levels or usual_levels(game)
        plan = Study(
            game=game.name,
            variants=parse_variants(
                game,
                vary,
                Table(arguments.options, arguments.model, arguments.position),
                arguments.players or 0,
            ),
            levels=chosen,
            strategies=() if names == (NONE,) else names or tuple(strategies(game)),
            against=against or ("medium" if "medium" in usual_levels(game) else chosen[-1]),
            games=games,
            seed=1 if arguments.seed is None else arguments.seed,
        )
        check_study(plan)
        _run_and_report(plan, **run_options)

    if not game.models:
        study = click.option("--seed", type=int, help="Seed for the bots' choices.")(study)
    return study


def _cores() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _run_and_report(
    study: Study,
    *,
    jobs: int,
    scheduler: str | None,
    results: Path | None,
    report_only: bool,
    records: Path | None,
    as_json: bool,
    as_csv: bool,
    color: str | None,
    ascii: bool,
) -> None:
    """Play the games that the results file does not have yet, unless only a report is wanted, and report all."""
    if report_only and (results is None or not results.exists()):
        raise WrongUse("`--report` needs a results file: give it with `--results`")
    if results is not None and str(results) == STDIN:
        raise WrongUse("`--results` needs a file, not `-`: the program reads it and appends to it")
    style = style_for(color, ascii)
    with FactsFile(results, study.fingerprint()) if results else nullcontext() as file:
        facts: dict[str, GameFacts] = file.reports if file else {}
        error: BaseException | None = None
        try:
            if not report_only:
                _play(study, facts, file, jobs, scheduler)
        except (KeyboardInterrupt, WorkFailed) as stopped:
            error = stopped
    if records:
        _write_records(records, study, facts)
    if as_json:
        echo_json(json_study(report_study(study, facts)))
    elif as_csv:
        echo(csv_study(study, facts).rstrip("\n"))
    else:
        echo(study_text(report_study(study, facts), style), style)
    if error:
        played = counted(len(facts), "game")
        if results:
            click.echo(f"tabletop: {played} played; run the same command again to continue", err=True)
        else:
            click.echo(
                f"tabletop: {played} played, but not kept; use `--results FILE` to be able to continue", err=True
            )
        raise error


def _play(study: Study, facts: dict[str, GameFacts], file: FactsFile | None, jobs: int, scheduler: str | None) -> None:
    """Play the games that are missing in `facts`."""
    registration = own_registration(study.game)
    progress = ProgressLine(sum(1 for _ in study_games(study)))

    def tasks() -> Iterator[Any]:
        for game in study_games(study):
            if game.key not in facts:
                yield partial(play_study_game, study, game, registration)

    def keep(played: GameFacts) -> None:
        if file:
            file.add(played)
        else:
            facts[played.key] = played
        progress.show(len(facts))

    try:
        with interrupt_once():
            run_tasks(tasks, lambda: dask_executor(scheduler) if scheduler else local_executor(jobs), keep)
    finally:
        progress.clear()


def _write_records(folder: Path, study: Study, facts: dict[str, GameFacts]) -> None:
    """Write each game that counts to a move file of its own; raises WorkFailed."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for number, (game, played) in enumerate(counted_games(study, facts), 1):
            (folder / f"{number:05}-{game.kind}.moves").write_text(played.record, "utf-8", newline="\n")
    except OSError as error:
        raise WorkFailed(f"{folder}: {error.strerror or error}") from error
