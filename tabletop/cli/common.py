"""What commands share: output, style, and the options that describe a game's table."""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections.abc import Callable
from typing import Any, TypeVar

import click

from tabletop.cli.completion import models_completer, options_completer
from tabletop.errors import WrongUse
from tabletop.game import CHANCE, AnyGame
from tabletop.match import Match
from tabletop.options import make_setup
from tabletop.record import Record
from tabletop.replay import read_games, refuse_unseeded, replayed
from tabletop.settings import load_settings
from tabletop.style import Style

Decorated = TypeVar("Decorated", bound=Callable[..., Any])


def style_for(color: str | None = None, ascii: bool = False) -> Style:
    """The style of standard output: as the command says, or the group, or one's settings, or the terminal."""
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
    unicode = terminal and not ascii and _has_all_characters()
    width, height = shutil.get_terminal_size((80, 24)) if terminal else (80, 24)
    return Style(colour, unicode, max(width, 20), max(height, 10))


def _has_all_characters() -> bool:
    encoding = (getattr(sys.stdout, "encoding", None) or "").lower().replace("-", "")
    return encoding in ("utf8", "utf16", "utf32")


def out(text: str, style: Style | None = None) -> None:
    """Print data to standard output; with a style, colour codes are kept as the style decided."""
    click.echo(text, color=style.colour if style else None)


def out_json(value: Any) -> None:
    """Print one JSON document on one line."""
    click.echo(json.dumps(value, ensure_ascii=not _has_all_characters()))


def style_options(function: Decorated) -> Decorated:
    """`--color` and `--ascii`."""
    function = click.option("--ascii", is_flag=True, help="Draw with ASCII alone.")(function)
    return click.option("--color", type=click.Choice(["auto", "always", "never"]), help="When to use colour.")(function)


json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")


def table_options(game: AnyGame, *, position: bool = True, file: bool = True) -> Callable[[Decorated], Decorated]:
    """The options that set a table for this game: only those that it has."""

    def decorate(function: Decorated) -> Decorated:
        if file:
            help = "Take the position at the end of this move file (`-` is standard input)."
            function = click.option("--file", "file", metavar="FILE", type=click.Path(), help=help)(function)
        if game.models:
            help = "Skill of a player's hand, 0 to 1; 0.5 is the ordinary hand. Repeatable."
            function = click.option("--skill", "skills", multiple=True, metavar="PLAYER=SKILL", help=help)(function)
            names = ", ".join(game.models.names())
            help = f"Dexterity model: {names}, or a TOML file."
            complete = models_completer(game)
            function = click.option("--model", metavar="NAME|FILE", help=help, shell_complete=complete)(function)
            function = click.option("--seed", type=int, help="Seed of all that chance decides.")(function)
        if game.players[0] != game.players[1]:
            help = f"Number of players, {game.players[0]} to {game.players[1]}."
            function = click.option("--players", type=int, help=help)(function)
        if game.options:
            names = ", ".join(option.name for option in game.options)
            help = f"Set an option of the game: {names}. Repeatable; a bare name means on."
            complete = options_completer(game)
            option = click.option(
                "--option", "options", multiple=True, metavar="NAME[=VALUE]", help=help, shell_complete=complete
            )
            function = option(function)
        if position and game.parse_position:
            function = click.option("--position", metavar="P", help="Begin with this position.")(function)
        return function

    return decorate


def open_table(
    game: AnyGame,
    *,
    position: str | None = None,
    options: tuple[str, ...] = (),
    players: int | None = None,
    seed: int | None = None,
    model: str | None = None,
    skills: tuple[str, ...] = (),
    file: str | None = None,
    first: int = 1,
    names: tuple[str, ...] = (),
) -> Match:
    """The match that the options of `table_options` describe, with its set-up rolled."""
    if file is not None:
        if position is not None or options or players or seed is not None or model or skills:
            raise WrongUse("a file says all about its game; give either a file or a table's options")
        return last_game(game, file)
    setup = make_setup(
        game, players=players, names=names, options=options, seed=seed, model=model, skills=skills, first=first
    )
    start = game.parse_position(position, setup) if position is not None and game.parse_position else None
    match = Match(game, setup, start)
    match.settle()
    return match


def last_game(game: AnyGame, path: str) -> Match:
    """The match after the last game of a move file, which must be one of this game."""
    record = list(read_games(path, game))[-1]
    match = replayed(record)
    if not match.plies:
        refuse_unseeded(record, match)
    note_lost_model(match)
    return match


def note_lost_model(match: Match) -> None:
    """Say that the model of a record cannot be read; all that players saw is in the record."""
    if match.setup.model and match.setup.model.error:
        said = f"{match.setup.model.error}; the record goes on without it, but nothing can be rolled or verified"
        click.echo(f"tabletop: note: {said}", err=True)


def nth_game(path: str, number: int) -> Record:
    """The game of that number, from 1, in a move file."""
    records = list(read_games(path))
    if number > len(records):
        there = "is only one game" if len(records) == 1 else f"are only {len(records)} games"
        raise WrongUse(f"{path}: there {there} in this file")
    if len(records) > 1:
        note = f"{path}: game {number} of {len(records)}; `--game NUMBER` chooses another"
        click.echo(f"tabletop: note: {note}", err=True)
    return records[number - 1]


def need_setup(match: Match) -> None:
    """Refuse to go on with a table that chance has not set up yet."""
    if match.to_move == CHANCE and not match.plies and not match.can_roll:
        raise WrongUse(f"{match.game.title} is set up by chance: give a seed, such as `--seed 7`, or a file")
