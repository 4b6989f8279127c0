"""`tabletop GAME engine` speaks UGI; `tabletop engine check` checks that another program does."""

from __future__ import annotations

import sys
from contextlib import closing
from functools import partial

import click

from tabletop.bots.specs import bot_makers, make_controller
from tabletop.cli.common import echo, echo_json, json_option
from tabletop.cli.completion import games_completer
from tabletop.engine.client import check_command
from tabletop.engine.compliance import CaseResult, check_engine
from tabletop.engine.protocol import UgiProtocol
from tabletop.engine.server import Server
from tabletop.engine.signals import interrupt_once
from tabletop.errors import EngineFailed
from tabletop.files import read_line
from tabletop.game import AnyGame
from tabletop.games import load
from tabletop.match import Match
from tabletop.options import make_setup

SWITCH_SECONDS = 0.001
"""How long the thread that reads waits for the one that searches."""


def engine_command(game: AnyGame) -> click.Command:
    """The command of one game."""

    @click.command("engine", help="Run as an engine (UGI) on standard input and output.")
    @click.option("--bot", default=None, help=_bot_help(game))
    def engine(bot: str | None) -> None:
        spec = bot or ("hard" if "hard" in bot_makers(game) else "random")
        make_controller(game, spec)
        # So that `stop` is heard soon while the bot computes.
        sys.setswitchinterval(SWITCH_SECONDS)
        lines = iter(partial(read_line, sys.stdin), "")
        Server(UgiProtocol(game, spec), lambda line: click.echo(line)).run(lines)

    return engine


def _bot_help(game: AnyGame) -> str:
    names = bot_makers(game)
    if "mcts" in names:
        return f"Which bot plays: {', '.join(names)}, or a spec such as mcts:iterations=500."
    return f"Which bot plays: {', '.join(names)}."


@click.group()
def engine() -> None:
    """Check that an engine follows the protocol."""


@engine.command()
@click.argument("name", metavar="GAME", shell_complete=games_completer)
@click.argument("command", metavar="COMMAND")
@json_option
def check(name: str, command: str, as_json: bool) -> None:
    """Test an engine case by case, and measure its lateness and variety. Quote COMMAND if it has spaces."""
    game = load(name)
    check_command(command)

    def new_match() -> Match:
        match = Match(game, make_setup(game, seed=1 if game.models else None))
        match.settle()
        return match

    verdicts = []
    with interrupt_once(), closing(check_engine(command, new_match)) as cases:
        for verdict in cases:
            verdicts.append(verdict)
            if not as_json:
                echo(_verdict_line(verdict))
    failed = sum(bool(verdict.problem) for verdict in verdicts)
    if as_json:
        names = {"case": "trial", "problem": "problem", "note": "note", "warning": "warning"}
        echo_json([{key: getattr(verdict, field) for field, key in names.items()} for verdict in verdicts])
    if failed:
        raise EngineFailed(f"{failed} of {len(verdicts)} checks failed")


def _verdict_line(verdict: CaseResult) -> str:
    """One case for people to read, with what was measured."""
    word = "FAIL" if verdict.problem else "warn" if verdict.warning else "ok"
    found = verdict.problem or verdict.warning or verdict.note
    return f"{word:<6}{verdict.case}" + (f": {found}" if found else "")
