"""`tabletop run` plays move files and checks their expectations; `tabletop verify` rolls their outcomes again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

from tabletop.chance import RNG_VERSION
from tabletop.cli.common import (
    echo,
    echo_json,
    json_option,
    note_model,
    style_for,
    style_options,
)
from tabletop.describe import result_line, score_facts
from tabletop.errors import IllegalMove, Located, TabletopError, UnreadableMove
from tabletop.game import AnyGame
from tabletop.match import Match
from tabletop.record import Record
from tabletop.replay import read_games, refuse_unseeded, replay
from tabletop.style import Style
from tabletop.text import counted, printable, shorten

files_argument = click.argument("paths", nargs=-1, required=True, metavar="FILE...", type=click.Path())


def run_command(game: AnyGame | None) -> click.Command:
    """`tabletop GAME run`, whose files need not name the game, or without a game `tabletop run`."""
    help_for_game = "Run move files of this game, which need not name it. `-` reads standard input."
    help_for_all = "Run move files: play every move and check every expectation. `-` reads standard input."

    @click.command("run", help=help_for_game if game else help_for_all)
    @files_argument
    @click.option("--quiet", is_flag=True, help="Do not draw the boards.")
    @json_option
    @style_options
    def run(paths: tuple[str, ...], quiet: bool, as_json: bool, color: str | None, ascii: bool) -> None:
        _run(paths, game, quiet, as_json, style_for(color, ascii))

    return run


run = run_command(None)


def _run(paths: tuple[str, ...], game: AnyGame | None, quiet: bool, as_json: bool, style: Style) -> None:
    def run_record(path: str, record: Record) -> None:
        match, expectations = _play(record)
        if as_json:
            echo_json({"file": path, **_facts(match, expectations)})
            return
        if not quiet:
            echo(match.game.render(match.view(), style).text, style)
        facts = [match.game.title, counted(match.moves_played, "move")]
        if expectations:
            facts.append(f"{counted(expectations, 'expectation')} met")
        echo(f"{path}: {', '.join(facts)}. {result_line(match)}", style)

    _for_each_game(paths, game, run_record, as_json)


@click.command()
@files_argument
def verify(paths: tuple[str, ...]) -> None:
    """Roll every outcome (`->`) again from the seed and the model, and report what differs."""

    def verify_record(path: str, record: Record) -> None:
        rolled = differences = 0
        for step in replay(record, verify=True):
            match = step.match
            rolled += step.line is not None and step.line.kind == "rolled"
            if step.difference and step.line:
                differences += 1
                line = step.line
                echo(f"{path}:{line.line}:{line.column}: `-> {line.text}`, but {step.difference}")
        if rolled and match.rng_version != RNG_VERSION:
            age = "version 0.1" if match.rng_version < RNG_VERSION else "a later version"
            raise TabletopError(f"{path}: {counted(rolled, 'outcome')} rolled by {age}: cannot be recomputed")
        if rolled and match.setup.model and match.has_other_model:
            raise TabletopError(
                f"{path}: `{match.setup.model.name}` is not the model of this game "
                f"(its hash is {match.setup.model.fingerprint}, the record's is {shorten(match.model_hash, 20)})"
            )
        if not rolled:
            echo(f"{path}: {match.game.title}, nothing was rolled.")
            return
        if differences:
            raise TabletopError(f"{path}: {counted(differences, 'difference')} in {counted(rolled, 'rolled outcome')}")
        echo(f"{path}: {match.game.title}, {counted(rolled, 'rolled outcome')}, all match the seed and the model.")

    _for_each_game(paths, None, verify_record)


def _for_each_game(
    paths: tuple[str, ...], game: AnyGame | None, action: Callable[[str, Record], None], as_json: bool = False
) -> None:
    """Call `action` with the path and the record of every game; an error ends its file.

    The exit code is that of the first error.
    """
    errors: list[TabletopError] = []
    for path in paths:
        try:
            for record in read_games(path, game):
                action(path, record)
        except TabletopError as error:
            errors.append(error)
            if as_json:
                echo_json({"file": path, **_error_facts(error)})
            elif len(paths) > 1:
                click.echo(f"tabletop: {printable(str(error))}", err=True)
    if errors and (as_json or len(paths) > 1):
        raise click.exceptions.Exit(errors[0].exit_code)
    if errors:
        raise errors[0]


def _error_facts(error: TabletopError) -> dict[str, Any]:
    cause = error.cause if isinstance(error, Located) else error
    return {
        "error": cause.message() if isinstance(cause, UnreadableMove) else str(cause),
        "exit": error.exit_code,
        "line": error.line if isinstance(error, Located) else None,
        "column": error.column if isinstance(error, Located) else None,
        "rule": cause.rule if isinstance(cause, IllegalMove) else None,
        "suggestion": cause.suggestion if isinstance(cause, IllegalMove | UnreadableMove) else None,
    }


def _play(record: Record) -> tuple[Match, int]:
    """The match at the end of the record, and how many expectations held."""
    expectations = 0
    match: Match | None = None
    for step in replay(record):
        match = step.match
        expectations += step.line is not None and step.line.kind == "expect"
    assert match is not None
    refuse_unseeded(record, match)
    note_model(match)
    return match, expectations


def _facts(match: Match, expectations: int) -> dict[str, Any]:
    game = match.game
    return {
        "game": game.name,
        "moves": match.moves_played,
        "expectations": expectations,
        "turn": match.player_name(match.to_move),
        "position": game.format_position(match.state) if game.format_position else None,
        **score_facts(match),
    }
