"""The command line's root. Only this package imports click; games and commands are imported when they are called."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from importlib import import_module
from io import TextIOWrapper
from typing import Any, NoReturn

import click

from tabletop import __version__
from tabletop.errors import INTERRUPTED, TabletopError
from tabletop.games import NAMES, canonical


class GuessingGroup(click.Group):
    """A group that, for a name it does not know, says which of its commands was probably meant."""

    def resolve_command(self, ctx: click.Context, args: list[str]) -> tuple[Any, Any, list[str]]:
        name = args[0]
        if not name.startswith("-") and not ctx.resilient_parsing and self.get_command(ctx, name) is None:
            from difflib import get_close_matches

            close = get_close_matches(name.lower(), self.list_commands(ctx), 1)
            ctx.fail(f"No such command {name!r}." + (f" Did you mean {close[0]!r}?" if close else ""))
        return super().resolve_command(ctx, args)


COMMANDS = {
    "games": ("tabletop.cli.games", "games", "List the games: players, kind, options."),
    "run": ("tabletop.cli.run", "run", "Run move files; say what holds and what does not."),
    "verify": ("tabletop.cli.run", "verify", "Compute every rolled outcome of move files again."),
    "analyze": ("tabletop.cli.analyze", "analyze_command", "Walk through a game and mark the blunders."),
    "replay": ("tabletop.cli.replay", "replay", "Step through a game."),
    "resume": ("tabletop.cli.resume", "resume", "Go on with a saved game; list and delete them."),
    "stats": ("tabletop.cli.stats", "stats", "Show your results against each level."),
    "learn": ("tabletop.cli.learn", "learn", "Learn a game by playing a guided one."),
    "examples": ("tabletop.cli.examples", "examples", "List, print and copy the example games."),
    "arena": ("tabletop.cli.arena", "arena", "Let bots and engines compete by a plan."),
    "engine": ("tabletop.cli.engine", "engine", "Test the manners of an outside engine."),
    "completion": ("tabletop.cli.completion", "completion", "Print the script that completes words in your shell."),
    "config": ("tabletop.cli.config", "config", "Show and change your settings."),
}
"""Commands that are not games: where they are defined, and their line in the help."""


class Root(GuessingGroup):
    """A group that imports a command only when it is called, so that help is quick."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [entry.name for entry in NAMES] + list(COMMANDS)

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
            formatter.write_dl([(entry.name, entry.summary) for entry in NAMES])
        with formatter.section("Commands"):
            formatter.write_dl([(name, line) for name, (_, _, line) in COMMANDS.items()])


@click.group(cls=Root, invoke_without_command=True)
@click.version_option(__version__, prog_name="tabletop")
@click.option("--debug", is_flag=True, help="Show tracebacks.")
@click.option("--color", type=click.Choice(["auto", "always", "never"]), help="When to use colour.")
@click.option("--ascii", is_flag=True, help="Draw with ASCII alone.")
@click.pass_context
def root(ctx: click.Context, debug: bool, color: str | None, ascii: bool) -> None:
    """Five German tabletop games in the terminal.

    `tabletop GAME play` starts a game, `tabletop GAME --help` shows what else there is.
    """
    ctx.obj = {"color": color, "ascii": ascii}
    if ctx.invoked_subcommand is None:
        from tabletop.cli.play import choose_game

        choose_game(ctx)


def main(args: list[str] | None = None) -> NoReturn:
    """Run the command line and leave with its exit code; never with a traceback unless asked."""
    if os.name == "nt":
        import colorama

        colorama.just_fix_windows_console()
    _mend_streams()
    words = sys.argv[1:] if args is None else args
    sys.exit(_run(words))


def _mend_streams() -> None:
    """Put nothing in place of streams that were closed, and let output spell what its encoding lacks."""
    sys.stdin = sys.stdin or open(os.devnull)  # noqa: SIM115
    sys.stdout = sys.stdout or open(os.devnull, "w")  # noqa: SIM115
    sys.stderr = sys.stderr or open(os.devnull, "w")  # noqa: SIM115
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")


def _run(words: list[str]) -> int:
    try:
        code = root.main(words, prog_name="tabletop", standalone_mode=False)
        sys.stdout.flush()
        return code if isinstance(code, int) else 0
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except (click.Abort, KeyboardInterrupt):
        _say("interrupted")
        return INTERRUPTED
    except BrokenPipeError:
        _forget_output()
        return 1
    except TabletopError as error:
        _debug(words, error)
        _say(str(error))
        return error.exit_code
    except OSError as error:
        _debug(words, error)
        _forget_output()
        _say(f"the system says: {error.strerror or error}" + (f" ({error.filename})" if error.filename else ""))
        return 1
    except Exception as error:
        _debug(words, error)
        _say(f"this should not happen: {type(error).__name__}: {error}; `tabletop --debug ...` shows where")
        return 1


def _say(message: str) -> None:
    with suppress(OSError):
        click.echo(f"tabletop: {message}", err=True)


def _debug(words: list[str], error: BaseException) -> None:
    if "--debug" in words:
        import traceback

        traceback.print_exception(error)


def _forget_output() -> None:
    """Keep the interpreter from complaining about a closed pipe or a full disk as it leaves."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
