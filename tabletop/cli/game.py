"""The commands of one game, such as `tabletop GAME show`, made from its `Game`.

A new game gets them all; nothing here needs to change.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import Any

import click

from tabletop.cli.common import (
    SetupArguments,
    echo,
    echo_json,
    force_option,
    json_option,
    requested_match,
    setup_options,
    style_for,
    style_options,
    write_output,
)
from tabletop.cli.main import SuggestingGroup
from tabletop.describe import check_text, score_facts, score_lines
from tabletop.errors import WrongUse
from tabletop.export import draw_picture
from tabletop.game import AnyGame, CommandCall, GameCommand, Parameter
from tabletop.games import load, registrations
from tabletop.perft import perft
from tabletop.svg import BACKGROUNDS, Background

LAZY_COMMANDS = {
    "play": ("tabletop.cli.play", "play_command", "Play in this terminal."),
    "match": ("tabletop.cli.match", "match_command", "Play bots against each other."),
    "study": ("tabletop.cli.study", "study_command", "Play bots to find out how the game plays."),
    "engine": (
        "tabletop.cli.engine",
        "engine_command",
        "Run as an engine (UGI) on standard input and output.",
    ),
    "hint": ("tabletop.cli.hint", "hint_command", "Show the best moves, their values and the reason."),
    "run": ("tabletop.cli.run", "run_command", "Run move files of this game."),
    "model": ("tabletop.cli.model", "model_command", "List, show, check and explain the dexterity models."),
    "rules": ("tabletop.cli.rules", "rules_command", "Show the rules, one rule, or those that contain a word."),
}
"""Commands in modules of their own: the module, the function that makes the command of a game, the line in the help."""


class GameGroup(SuggestingGroup):
    """The commands of a game; those in LAZY_COMMANDS are imported when they are called."""

    game: AnyGame

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted([*super().list_commands(ctx), *self._lazy_commands()])

    def _lazy_commands(self) -> list[str]:
        return [name for name in LAZY_COMMANDS if name != "model" or self.game.models]

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in self._lazy_commands():
            return super().get_command(ctx, name)
        module, attribute, _ = LAZY_COMMANDS[name]
        command: click.Command = getattr(import_module(module), attribute)(self.game)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        rows = []
        for name in self.list_commands(ctx):
            command = self.commands.get(name)
            rows.append((name, command.get_short_help_str(200) if command else LAZY_COMMANDS[name][2]))
        with formatter.section("Commands"):
            formatter.write_dl(rows)


@cache
def game_group(name: str) -> click.Group:
    """The click group of the game of that name."""
    game = load(name)
    group = GameGroup(name, help=f"{game.title}: {_summary(game)}")
    group.game = game
    for command in (_show(game), _moves(game), _check(game), _score(game)):
        group.add_command(command)
    if not game.has_chance:
        group.add_command(_perft(game))
    for game_command in game.commands:
        group.add_command(_game_command(game, game_command))
    return group


def _summary(game: AnyGame) -> str:
    summary = next(entry.summary for entry in registrations() if entry.name == game.name)
    return summary.removeprefix(f"{game.title}: ")


def _show(game: AnyGame) -> click.Command:
    @click.command("show", help="Draw the board, at the start or at the end of a move file.")
    @setup_options(game)
    @click.option(
        "--svg",
        metavar="[FILE]",
        is_flag=False,
        flag_value="-",
        help="Draw a vector picture instead, into this file or to standard output.",
    )
    @click.option(
        "--background",
        type=click.Choice(BACKGROUNDS),
        help="Background of the vector picture; `auto`, the default, follows the viewer's setting.",
    )
    @force_option
    @style_options
    def show(
        arguments: SetupArguments,
        svg: str | None,
        background: Background | None,
        force: bool,
        color: str | None,
        ascii: bool,
        **layouts: bool,
    ) -> None:
        layout = next((name for name in game.layouts if layouts[_flag(name)]), "")
        if svg is not None:
            if layout:
                raise WrongUse(f"`--svg` draws the ordinary board only; leave out `--{layout}`")
            _refuse_move_file(svg, arguments)
        elif background or force:
            raise WrongUse(f"`{'--background' if background else '--force'}` works only with `--svg`")
        match = requested_match(game, arguments)
        if svg is not None:
            if write_output(draw_picture(match).svg(background or "auto"), svg, force):
                echo(f"Wrote {svg}.")
            return
        style = style_for(color, ascii)
        echo(game.render(match.view(layout), style).text, style)

    for name in game.layouts:
        show = click.option(f"--{name}", _flag(name), is_flag=True, help=f"Draw the {name} view.")(show)
    return show


def _refuse_move_file(svg: str, arguments: SetupArguments) -> None:
    """Refuse `show --svg game.moves`, which would take the move file for the picture."""
    if svg.endswith(".moves"):
        if arguments.file is None:
            raise WrongUse(f"put the move file before `--svg`: `show {svg} --svg`")
        raise WrongUse(f"{svg} would be a move file; name the picture like `board.svg`")


def _flag(layout: str) -> str:
    """The parameter's name; the layout's own name may be that of another parameter."""
    return f"layout_{layout}"


def _moves(game: AnyGame) -> click.Command:
    @click.command("moves", help="List the legal turns, one per line.")
    @setup_options(game)
    @click.option("--count", is_flag=True, help="Print only their number.")
    @click.option("--compact", is_flag=True, help="Use the compact notation.")
    @click.option("--limit", type=click.IntRange(0), help="List at most this many.")
    @json_option
    def moves(count: bool, compact: bool, limit: int | None, as_json: bool, arguments: SetupArguments) -> None:
        match = requested_match(game, arguments)
        legal = match.legal_turns(limit)
        if count:
            number = sum(1 for _ in legal)
            echo_json({"count": number}) if as_json else echo(str(number))
            return
        for move in legal:
            text = game.format_move(move, compact=compact)
            echo_json({"move": text}) if as_json else echo(text)

    return moves


def _check(game: AnyGame) -> click.Command:
    # A move may begin with a minus (`-a1-a2`); a mistyped option begins with two.
    @click.command(
        "check",
        help="Check whether a move is legal, and if not, say why. Quote the move: the shell interprets `<` and `>`.",
        context_settings={"ignore_unknown_options": True},
    )
    @click.argument("move", nargs=-1, required=True)
    @setup_options(game, file="option")
    @json_option
    def check(move: tuple[str, ...], as_json: bool, arguments: SetupArguments) -> None:
        for word in move:
            if word.startswith("--"):
                raise click.NoSuchOption(word)
        match = requested_match(game, arguments)
        verdict, error = check_text(match, " ".join(move))
        if as_json:
            echo_json(verdict)
            if error:
                raise click.exceptions.Exit(error.exit_code)
            return
        if error:
            raise error
        echo(f"legal: {verdict['move']}")
        if verdict["position"]:
            echo(f"position: {verdict['position']}")

    return check


def _score(game: AnyGame) -> click.Command:
    @click.command("score", help="Count the points.")
    @setup_options(game)
    @json_option
    @style_options
    def score(as_json: bool, color: str | None, ascii: bool, arguments: SetupArguments) -> None:
        match = requested_match(game, arguments)
        if as_json:
            echo_json(score_facts(match))
            return
        style = style_for(color, ascii)
        for line in score_lines(match, style):
            echo(line, style)

    return score


def _perft(game: AnyGame) -> click.Command:
    @click.command("perft", help="Count the sequences of legal turns of a given length.")
    @click.option("--depth", type=click.IntRange(0), required=True, help="Number of turns.")
    @setup_options(game)
    def count(depth: int, arguments: SetupArguments) -> None:
        match = requested_match(game, arguments)
        echo(str(perft(game, match.state, depth) if depth == 0 or match.result is None else 0))

    return count


def _game_command(game: AnyGame, game_command: GameCommand[Any]) -> click.Command:
    """The click command of a GameCommand."""

    def run(color: str | None, ascii: bool, arguments: SetupArguments | None = None, **values: Any) -> None:
        style = style_for(color, ascii)
        match = requested_match(game, arguments or SetupArguments(), needs_setup=False)
        call = CommandCall(game, match.setup, match.state, values, style)
        for line in game_command.run(call):
            echo(line, style)

    command: Any = style_options(run)
    for parameter in reversed(game_command.parameters):
        command = _click_parameter(parameter)(command)
    if game_command.takes_position:
        command = setup_options(game)(command)
    return click.command(game_command.name, help=game_command.help)(command)


def _click_parameter(parameter: Parameter) -> Callable[[Any], Any]:
    """The decorator that adds a parameter of a GameCommand to its click command."""
    choice = click.Choice(parameter.choices) if parameter.choices else None
    flag = f"--{parameter.name.replace('_', '-')}"
    match parameter.kind:
        case "argument":
            metavar = "|".join(parameter.choices) or parameter.name.upper()
            return click.argument(
                parameter.name,
                metavar=metavar if parameter.required else f"[{metavar}]",
                required=parameter.required,
                type=click.Path() if parameter.name == "file" else choice,
            )
        case "flag":
            return click.option(flag, parameter.name, is_flag=True, help=parameter.help)
        case kind:
            return click.option(
                flag,
                parameter.name,
                type=choice or {"text": str, "integer": int, "number": float}[kind],
                default=parameter.default,
                required=parameter.required,
                help=parameter.help,
            )
