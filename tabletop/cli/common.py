"""What commands share: output, style, the options that set up a game, and reading move files.

@click.command("score")
@setup_options(game)
@style_options
def score(arguments: SetupArguments, color: str | None, ascii: bool) -> None:
    match = requested_match(game, arguments)
    style = style_for(color, ascii)
    ...
"""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from functools import wraps
from pathlib import Path
from typing import Any, Literal, TypeVar

import click

from tabletop.cli.completion import models_completer, options_completer
from tabletop.errors import WorkFailed, WrongUse
from tabletop.files import write_atomically
from tabletop.game import CHANCE, AnyGame, Setup, State
from tabletop.match import Match
from tabletop.options import make_setup
from tabletop.record import Record
from tabletop.replay import nth_game, read_games, refuse_unseeded, replayed
from tabletop.settings import load_settings
from tabletop.style import THEMES, Style
from tabletop.text import counted, printable, shorten

Decorated = TypeVar("Decorated", bound=Callable[..., Any])


_COLOUR_CODE = re.compile(r"(\x1b\[[0-9;]*m)")
"""What `Style.paint` writes: the only control characters that reach a terminal."""


def style_for(color: str | None = None, ascii: bool = False) -> Style:
    """The style of standard output.

    The command's own options come first, then those of `tabletop` itself, the settings, and what the terminal can do.
    """
    context = click.get_current_context(silent=True)
    inherited = (context.find_root().obj or {}) if context else {}
    settings = load_settings()
    color = color or inherited.get("color") or settings.get("color") or "auto"
    ascii = ascii or bool(inherited.get("ascii") or settings.get("ascii"))
    terminal = sys.stdout.isatty() and os.environ.get("TERM") != "dumb"
    if color == "auto":
        colour = not os.environ.get("NO_COLOR") and (terminal or bool(os.environ.get("FORCE_COLOR")))
    else:
        colour = color == "always"
    unicode = terminal and not ascii and _writes_unicode()
    width, height = shutil.get_terminal_size((80, 24)) if terminal else (80, 24)
    return Style(colour, unicode, max(width, 20), max(height, 10), settings.get("theme") or THEMES[0])


def _writes_unicode() -> bool:
    """Whether the encoding of standard output has all characters."""
    encoding = (getattr(sys.stdout, "encoding", None) or "").lower().replace("-", "")
    return encoding in ("utf8", "utf16", "utf32")


def echo(text: str, style: Style | None = None) -> None:
    """Print to standard output; a style decides whether colours stay, otherwise click does."""
    if style and style.colour:
        parts = _COLOUR_CODE.split(text)
        text = "".join(part if number % 2 else printable(part) for number, part in enumerate(parts))
    else:
        text = printable(text)
    click.echo(text, color=style.colour if style else None)


def echo_json(value: Any) -> None:
    """Print one JSON document on one line."""
    text = json.dumps(value, ensure_ascii=not _writes_unicode())
    click.echo("".join(char if char.isprintable() else json.dumps(char)[1:-1] for char in text))


def style_options(function: Decorated) -> Decorated:
    """Add `--color` and `--ascii`."""
    function = click.option("--ascii", is_flag=True, help="Draw with ASCII only.")(function)
    return click.option("--color", type=click.Choice(["auto", "always", "never"]), help="When to use colour.")(function)


def write_output(text: str, target: str, force: bool) -> bool:
    """Write a text to a file, whole or not at all, or to standard output for `-`; returns whether it was a file.

    Raises WorkFailed if the file exists already, unless forced, or cannot be written.
    """
    if target == "-":
        click.echo(text, nl=False)
        return False
    path = Path(target)
    if path.is_dir():
        raise WorkFailed(f"{target} is a folder; give the name of a file")
    if path.exists() and not path.is_file():
        raise WorkFailed(f"{target} is not a file; write to standard output with `-`")
    if os.path.lexists(path) and not force:
        raise WorkFailed(f"{target} already exists; overwrite it with `--force`")
    try:
        write_atomically(path, text)
    except OSError as error:
        raise WorkFailed(f"{target}: cannot be written: {error.strerror or error}") from error
    return True


force_option = click.option("--force", is_flag=True, help="Overwrite an existing file.")
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")


@dataclass(frozen=True)
class SetupArguments:
    """The values of the options that `setup_options` adds: how to set up a game, or the file to read."""

    position: str | None = None
    options: tuple[str, ...] = ()
    players: int | None = None
    seed: int | None = None
    model: str | None = None
    skills: tuple[str, ...] = ()
    file: str | None = None
    at: int | None = None
    """How many moves of the file to play; None for all."""

    def make_setup(self, game: AnyGame, names: Sequence[str] = ()) -> Setup:
        """The set-up without the position; raises what `options.make_setup` raises."""
        return make_setup(
            game,
            players=self.players,
            names=names,
            options=self.options,
            seed=self.seed,
            model=self.model,
            skills=self.skills,
        )

    def start(self, game: AnyGame, setup: Setup) -> State | None:
        """The position to start from, or None for the usual one."""
        return game.parse_position(self.position, setup) if self.position is not None and game.parse_position else None


def setup_options(
    game: AnyGame, *, file: Literal["", "option", "argument"] = "argument", skill: bool = True
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Add the options that set up this game, and pass their values on as `arguments`, a SetupArguments.

    Only options that the game has are added. A move file may be given as `--file FILE`, and with "argument"
    also as FILE. A command may set the skills itself.
    """
    names = {field.name for field in fields(SetupArguments)}

    def decorate(function: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(function)
        def command(**values: Any) -> Any:
            path = values.pop("file_argument", None)
            if path is not None and values["file"] is not None:
                raise WrongUse("give the move file once, as FILE or with `--file`")
            values |= {"file": path} if path is not None else {}
            arguments = SetupArguments(**{name: values.pop(name) for name in names & values.keys()})
            return function(arguments=arguments, **values)

        decorated: Callable[..., Any] = command
        for option in reversed(_options_of(game, file, skill)):
            decorated = option(decorated)
        return decorated

    return decorate


def _options_of(game: AnyGame, file: str, skill: bool) -> list[Callable[[Any], Any]]:
    options: list[Callable[[Any], Any]] = []
    if game.parse_position:
        options.append(click.option("--position", metavar="P", help="Start from this position."))
    if game.options:
        option_names = ", ".join(option.name for option in game.options)
        options.append(
            click.option(
                "--option",
                "options",
                multiple=True,
                metavar="NAME[=VALUE]",
                help=f"Set a game option: {option_names}. Repeatable; a bare name turns it on.",
                shell_complete=options_completer(game),
            )
        )
    fewest, most = game.players
    if fewest != most:
        options.append(click.option("--players", type=int, help=f"Number of players, {fewest} to {most}."))
    if game.models:
        model_names = ", ".join(game.models.names())
        options += [
            click.option("--seed", type=int, help="Seed for everything left to chance."),
            click.option(
                "--model",
                metavar="NAME|FILE",
                help=f"Dexterity model: {model_names}, or a TOML file.",
                shell_complete=models_completer(game),
            ),
        ]
    if game.models and skill:
        options.append(
            click.option(
                "--skill",
                "skills",
                multiple=True,
                metavar="PLAYER=SKILL",
                help="A player's skill, from 0 to 1; 0.5 is average. PLAYER is a name or a number. Repeatable.",
            )
        )
    if file:
        help = "Use the position at the end of this move file (`-` for standard input)."
        options.append(click.option("--file", metavar="FILE", type=click.Path(), help=help))
        help = "Use the position after this many moves of the file."
        options.append(click.option("--at", metavar="N", type=click.IntRange(0), help=help))
    if file == "argument":
        options.append(click.argument("file_argument", metavar="[FILE]", required=False, type=click.Path()))
    return options


def requested_match(game: AnyGame, arguments: SetupArguments, *, needs_setup: bool = True) -> Match:
    """The match that the arguments describe, with its set-up rolled, or the last one of their file.

    Raises WrongUse if the set-up must be rolled and there is no seed, unless the command does not need it.
    """
    if arguments.file is not None:
        if arguments != SetupArguments(file=arguments.file, at=arguments.at):
            raise WrongUse("a move file sets up its own game; give either a file or set-up options, not both")
        match = last_game(game, arguments.file, arguments.at)
    elif arguments.at is not None:
        raise WrongUse("`--at` counts the moves of a move file; give one with `--file`")
    else:
        setup = arguments.make_setup(game)
        match = Match(game, setup, arguments.start(game, setup))
        match.settle()
    if needs_setup and match.to_move == CHANCE and not match.plies and not match.can_roll:
        raise WrongUse(f"{match.game.title} has a random set-up: give a seed, such as `--seed 7`, or a move file")
    return match


def last_game(game: AnyGame, path: str, moves: int | None = None) -> Match:
    """The match at the end of the last game in a move file, or after this many moves of it; it must be of this game."""
    (record,) = deque(read_games(path, game), maxlen=1)
    match = replayed(record, moves)
    if moves is not None and (played := match.moves_played) < moves:
        raise WrongUse(f"{path}: the game has only {counted(played, 'move')}")
    if not match.plies:
        refuse_unseeded(record, match)
    note_model(match)
    return match


def note_model(match: Match) -> None:
    """Tell the user if a record's model cannot be read or has changed; its outcomes are recorded, so it replays."""
    if match.setup.model is None:
        return
    if match.setup.model.error:
        echo_note(f"{match.setup.model.error}; the record replays without it, but nothing can be rolled or verified")
    elif match.has_other_model:
        echo_note(
            f"`{match.setup.model.name}` is not the model of this game (its hash is {match.setup.model.fingerprint}, "
            f"the record's is {shorten(match.model_hash, 20)}); the recorded outcomes stand"
        )


def echo_note(text: str) -> None:
    """Print a note to standard error."""
    click.echo(f"tabletop: note: {printable(text)}", err=True)


def nth_record(path: str, number: int) -> Record:
    """The game of that number, from 1, in a move file."""
    record, count = nth_game(read_games(path), number)
    if record is None:
        raise WrongUse(f"{path}: this file has only {counted(count, 'game')}")
    if count > 1:
        echo_note(f"{path}: game {number} of {count}; choose another with `--game NUMBER`")
    return record
