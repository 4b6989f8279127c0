"""The root of the command line: the commands, and errors turned into messages and exit codes.

Games and commands are imported when they are called, so that `tabletop --help` is quick. Nothing outside
this package imports click.
"""

from __future__ import annotations

import gc
import os
import sys
from contextlib import suppress
from importlib import import_module
from io import StringIO, TextIOWrapper
from typing import Any, NoReturn

import click

from tabletop import __version__
from tabletop.games import canonical, game_names, registrations

GARBAGE_THRESHOLD = 100_000
"""New objects after which Python looks for cyclic garbage: searches make many objects, and no cycles."""


class SuggestingGroup(click.Group):
    """A group whose error for an unknown command suggests the nearest one."""

    def resolve_command(self, ctx: click.Context, args: list[str]) -> tuple[Any, Any, list[str]]:
        name = args[0]
        if not name.startswith("-") and not ctx.resilient_parsing and self.get_command(ctx, name) is None:
            from difflib import get_close_matches

            close = get_close_matches(name.lower(), self.list_commands(ctx), 1)
            if close:
                ctx.fail(f"No such command {name!r}. Did you mean {close[0]!r}?")
            ctx.fail(f"No such command {name!r}.")
        return super().resolve_command(ctx, args)


COMMANDS = {
    "games": ("tabletop.cli.games", "games", "List the games with their players, kind and options."),
    "run": ("tabletop.cli.run", "run", "Run move files and check their expectations."),
    "verify": ("tabletop.cli.run", "verify", "Roll the outcomes in move files again and compare."),
    "analyze": ("tabletop.cli.analyze", "analyze_command", "Go through a game and mark the blunders."),
    "export": ("tabletop.cli.export", "export_command", "Write a game as a web page that steps through it."),
    "replay": ("tabletop.cli.replay", "replay", "Step through a game."),
    "resume": ("tabletop.cli.resume", "resume", "Continue, list or delete saved games."),
    "stats": ("tabletop.cli.stats", "stats", "Show your results against each opponent."),
    "learn": ("tabletop.cli.learn", "learn", "Learn a game by playing a lesson."),
    "examples": ("tabletop.cli.examples", "examples", "List, print or copy the example games."),
    "arena": ("tabletop.cli.arena", "arena", "Run a tournament of bots and engines."),
    "engine": ("tabletop.cli.engine", "engine", "Check that an engine follows the protocol."),
    "completion": ("tabletop.cli.completion", "completion", "Print the completion script for your shell."),
    "config": ("tabletop.cli.config", "config", "Show or change your settings."),
}
"""The commands that are not games: module, attribute and line in the help."""


class RootGroup(SuggestingGroup):
    """The group of all games and commands; imports one only when it is called."""

    def resolve_command(self, ctx: click.Context, args: list[str]) -> tuple[Any, Any, list[str]]:
        """`tabletop play fem` is `tabletop fem play`."""
        name, *rest = args
        if name not in COMMANDS and not canonical(name) and rest and (game := canonical(rest[0])):
            from tabletop.cli.game import game_group

            if game_group(game).get_command(ctx, name):
                args = [game, name, *rest[1:]]
        return super().resolve_command(ctx, args)

    def list_commands(self, ctx: click.Context) -> list[str]:
        return game_names() + list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name in COMMANDS:
            module, attribute, _ = COMMANDS[name]
            command: click.Command = getattr(import_module(module), attribute)
            return command
        game = canonical(name)
        if game is None:
            return None
        from tabletop.cli.game import game_group

        return game_group(game)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Games"):
            formatter.write_dl([(entry.name, entry.summary) for entry in registrations()])
        with formatter.section("Commands"):
            formatter.write_dl([(name, line) for name, (_, _, line) in COMMANDS.items()])


@click.group(cls=RootGroup, invoke_without_command=True)
@click.version_option(__version__, prog_name="tabletop")
@click.option("--debug", is_flag=True, help="Show a traceback for every error.")
@click.option("--color", type=click.Choice(["auto", "always", "never"]), help="When to use colour.")
@click.option("--ascii", is_flag=True, help="Draw with ASCII only.")
@click.pass_context
def root(ctx: click.Context, debug: bool, color: str | None, ascii: bool) -> None:
    """Play tabletop games in the terminal.

    Start a game with `tabletop GAME play`; list its other commands with `tabletop GAME --help`.
    """
    ctx.obj = {"color": color, "ascii": ascii}
    if ctx.invoked_subcommand is None:
        from tabletop.cli.menu import show_menu

        show_menu(ctx)


def main(args: list[str] | None = None) -> NoReturn:
    """Run the command line and exit with its code; a traceback is printed only with `--debug`."""
    if os.name == "nt":
        import colorama

        colorama.just_fix_windows_console()
    if hasattr(gc, "set_threshold"):  # PyPy collects in its own way
        gc.set_threshold(GARBAGE_THRESHOLD)
    _repair_streams()
    sys.exit(_run(sys.argv[1:] if args is None else args))


def _repair_streams() -> None:
    """Replace closed streams by the null device; let output escape characters that its encoding lacks, and pipes
    carry UTF-8 whatever the system's own encoding is, as move files do."""
    sys.stdin = sys.stdin or open(os.devnull)  # noqa: SIM115
    sys.stdout = sys.stdout or open(os.devnull, "w")  # noqa: SIM115
    sys.stderr = sys.stderr or open(os.devnull, "w")  # noqa: SIM115
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(encoding=None if sys.stdin.isatty() else "utf-8", errors="replace")


def _run(args: list[str]) -> int:
    """Run a command and return its exit code; errors become messages on standard error."""
    try:
        code = root.main(args, prog_name="tabletop", standalone_mode=False)
        sys.stdout.flush()
        return code if isinstance(code, int) else 0
    except click.ClickException as error:
        from tabletop.text import printable

        message = StringIO()
        error.show(message)
        click.echo(printable(message.getvalue()), nl=False, err=True)
        return error.exit_code
    except BrokenPipeError:
        _discard_output()
        return 1
    except (Exception, KeyboardInterrupt) as error:
        return _report(error, args)


def _report(error: BaseException, args: list[str]) -> int:
    """Print the message of an error and return its exit code."""
    from tabletop.errors import INTERRUPTED, TabletopError  # `--help` needs neither

    if isinstance(error, click.Abort | KeyboardInterrupt):
        _print_error("interrupted")
        return INTERRUPTED
    if "--debug" in args:
        import traceback

        traceback.print_exception(error)
    if isinstance(error, TabletopError):
        _print_error(str(error))
        return error.exit_code
    if isinstance(error, OSError):
        _discard_output()
        reason = error.strerror or str(error)
        _print_error(f"{error.filename}: {reason}" if error.filename else reason)
        return 1
    _print_error(f"internal error: {type(error).__name__}: {error}; run `tabletop --debug ...` for a traceback")
    return 1


def _print_error(message: str) -> None:
    from tabletop.text import printable

    with suppress(OSError):
        click.echo(f"tabletop: {printable(message)}", err=True)


def _discard_output() -> None:
    """Write what is left to the null device, so that the interpreter does not complain about a closed pipe at exit."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
