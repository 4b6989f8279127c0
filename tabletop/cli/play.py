"""`tabletop GAME play`, and the menu of `tabletop` without a command."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from tabletop.bots.limit import parse_seconds
from tabletop.bots.specs import LADDER, LEVELS, bot_makers
from tabletop.cli.common import SetupArguments, echo, setup_options, style_for, style_options
from tabletop.cli.completion import seats_completer
from tabletop.cli.consent import new_consent, yes_option
from tabletop.cli.defaults import default_for
from tabletop.errors import EngineFailed, WrongUse
from tabletop.game import AnyGame
from tabletop.options import find_skilled, make_setup, split_skill
from tabletop.saves import Autosave, SavedGames
from tabletop.seats import Seat, fill_seats
from tabletop.session.seating import Seating
from tabletop.session.session import Session, new_seed
from tabletop.settings import load_settings
from tabletop.style import Style

DUMB_TERMINALS = ("dumb", "unknown")
LEVEL_DESCRIPTIONS = {
    "random": "a bot that plays any legal move",
    "novice": "a bot that plays like a beginner and overlooks things",
    "easy": "a bot that looks one turn ahead",
    "medium": "a bot that looks further ahead",
    "hard": "the strongest bot",
}
"""How the bots of `LEVELS` play, as the menu says it."""


def describe_level(game: AnyGame, level: str) -> str:
    """How a level plays in this game."""
    return game.level_descriptions.get(level, LEVEL_DESCRIPTIONS[level])


def levels_of(game: AnyGame) -> list[str]:
    """The levels that the game has, weakest first; then `random`."""
    makers = bot_makers(game)
    return [level for level in (*LADDER, "random") if level in makers]


def play_command(game: AnyGame) -> click.Command:
    """The command of one game."""

    help = f"Play {game.title} in this terminal, against bots or people at the same keyboard."
    levels = [f"{level}: {describe_level(game, level)}." for level in LEVELS if level in game.level_descriptions]

    @click.command("play", help="\n\n".join([help, *levels]))
    @click.option(
        "--seat",
        "seats",
        multiple=True,
        metavar="[NAME=]WHO",
        shell_complete=seats_completer(game),
        help="Who plays: human, a bot such as hard, or engine:COMMAND. Repeat for each seat, in turn order; "
        "missing seats are filled.",
    )
    @setup_options(game, file="")
    @click.option("--think", metavar="TIME", help="Thinking time per move, such as 2s.")
    @click.option("--nodes", type=click.IntRange(1), help="Nodes to search per move.")
    @click.option("--games", type=click.IntRange(1), default=1, help="Number of games to play.")
    @click.option("--plain", is_flag=True, help="Print sentences instead of drawings, for screen readers.")
    @yes_option
    @style_options
    def play(
        seats: tuple[str, ...],
        arguments: SetupArguments,
        plain: bool,
        color: str | None,
        ascii: bool,
        **others: Any,
    ) -> int:
        return run_session(new_session(game, seats, arguments, **others), style_for(color, ascii), plain)

    if game.models:
        help = "Allow rolls to be undone; the game does not count in `stats`."
        play = click.option("--sandbox", is_flag=True, help=help)(play)
    else:
        play = click.option("--seed", type=int, help="Seed for the bots' choices; random if left out.")(play)
    return play


def new_session(
    game: AnyGame,
    seats: Sequence[str],
    arguments: SetupArguments,
    *,
    games: int = 1,
    think: str | None = None,
    nodes: int | None = None,
    sandbox: bool = False,
    yes: bool = False,
) -> Session:
    """A new session, with the user's settings for what the command line leaves open; raises TabletopError.

    `seats` are words such as `anna=human`; missing seats are filled.
    """
    settings = load_settings()

    def default(key: str) -> Any:
        return default_for(game, key, settings)

    players = arguments.players
    if not seats and players is None:
        seats, players = default("seats") or (), default("players")
    if players is not None and not game.players[0] <= players <= game.players[1]:
        make_setup(game, players=players)  # raises WrongUse with the numbers of players that are allowed
    is_full = len(seats) >= (players or (game.players[0] if seats else 2))
    level = "" if is_full else default("level") or ""
    all_seats = fill_seats(game, seats, players, default("name") or "", level)
    think = think or (None if nodes else default("think"))
    nodes = nodes or (None if think else default("nodes"))
    options = arguments.options or default("options") or ()
    arguments = replace(
        arguments,
        players=len(all_seats),
        options=tuple(_with_absolute_path(word) for word in options),
        seed=new_seed() if arguments.seed is None else arguments.seed,
    )
    if game.models:
        model = arguments.model or default("model")
        arguments = replace(
            arguments,
            model=_with_absolute_path(model) if model else None,
            skills=arguments.skills or _skills_at(all_seats, default("skills") or ()),
        )
    setup = arguments.make_setup(game, [seat.name for seat in all_seats])
    start = arguments.start(game, setup)
    seating = Seating(all_seats, parse_seconds(think) if think else None, nodes, sandbox)
    saved_games = SavedGames()
    autosave = Autosave(saved_games, saved_games.new_slot(game.name))
    return Session.begin(game, setup, seating, autosave, start, games, new_consent(yes, seating.specs))


def _skills_at(seats: Sequence[Seat], words: Sequence[str]) -> tuple[str, ...]:
    """Those of the usual skills that belong to somebody at this table."""
    names = [seat.name for seat in seats]
    return tuple(word for word in words if find_skilled(split_skill(word)[0], names))


def _with_absolute_path(word: str) -> str:
    """`FILE` or `NAME=FILE` with the path of a TOML file made absolute, so that a saved game finds it from anywhere.

    Other words stay as they are.
    """
    name, equals, value = word.rpartition("=")
    if value.endswith(".toml") and Path(value).is_file():
        return f"{name}{equals}{Path(value).resolve()}"
    return word


def run_session(session: Session, style: Style, plain: bool = False) -> int:
    """Play a session to its end, drawn in the window or line by line; returns the exit code."""
    code = _run_front_end(session, style, plain)
    if code == 0 and session.engine_failed:
        return EngineFailed.exit_code
    if code == 0 and session.consent.was_refused:
        return WrongUse.exit_code
    return code


def _run_front_end(session: Session, style: Style, plain: bool) -> int:
    if plain or load_settings().get("plain") or not can_redraw():
        from tabletop.session.console import run_plain

        return run_plain(session)
    from tabletop.session.screen import fold
    from tabletop.session.tui.window import run_window

    try:
        code = run_window(session, style, load_settings().get("pace") or "brisk")
    finally:
        # Even if the terminal is gone: closing tries once more to save.
        closing_lines = session.saver.closing_lines()
        session.close()
    if session.has_moves:
        session.layout = ""
        echo(session.game.render(session.view(), style).text, style)
    for line in closing_lines:
        # People copy the position, so it is not folded.
        echo(line if line.startswith("Position: ") else "\n".join(fold([line], style.width)), style)
    return code


def can_redraw() -> bool:
    """Whether input and output are a terminal that can redraw its window, with a person at it."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return False
    return os.environ.get("TERM") not in DUMB_TERMINALS and not os.environ.get("CI")
