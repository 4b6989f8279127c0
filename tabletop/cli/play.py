"""`tabletop GAME play`, and what `tabletop` alone offers."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from tabletop.bots.limit import parse_seconds
from tabletop.bots.specs import LEVELS, bot_makers
from tabletop.cli.common import SetupArguments, out, setup_options, style_for, style_options
from tabletop.cli.completion import seats_completer
from tabletop.cli.defaults import usual
from tabletop.game import AnyGame
from tabletop.games import NAMES, load
from tabletop.options import make_setup
from tabletop.saves import Autosave, SavedGames
from tabletop.seats import fill_seats, ordinary_level
from tabletop.session.seating import Seating
from tabletop.session.session import Session, new_seed
from tabletop.settings import Settings, load_settings

DUMB_TERMINALS = ("dumb", "unknown")
MANNERS = {
    "random": "a bot: any legal move",
    "easy": "a bot: looks one turn ahead",
    "medium": "a bot: looks further",
    "hard": "a bot: the strongest",
}
"""How the levels of `LEVELS` play."""


def play_command(game: AnyGame) -> click.Command:
    """The command for one game."""

    @click.command("play", help=f"Play {game.title} in this terminal, against bots or people at the same keyboard.")
    @click.option(
        "--seat",
        "seats",
        multiple=True,
        metavar="[NAME=]WHO",
        shell_complete=seats_completer(game),
        help="Who sits there: human, a bot such as hard, or engine:COMMAND. Repeatable, in turn order; "
        "missing seats are filled.",
    )
    @setup_options(game, file=False)
    @click.option("--think", metavar="TIME", help="How long a bot may think, such as 2s.")
    @click.option("--nodes", type=click.IntRange(1), help="How many nodes a bot may search.")
    @click.option("--games", type=click.IntRange(1), default=1, help="Play a match of several games.")
    @click.option("--plain", is_flag=True, help="Sentences instead of drawings, line by line; for screen readers.")
    @style_options
    def play(
        seats: tuple[str, ...],
        arguments: SetupArguments,
        plain: bool,
        color: str | None,
        ascii: bool,
        **playing: Any,
    ) -> int:
        settings = load_settings()
        return sit_down(begin(game, seats, settings, arguments, **playing), settings, plain, color, ascii)

    if game.models:
        help = "What was rolled may be taken back; such games do not count."
        play = click.option("--sandbox", is_flag=True, help=help)(play)
    else:
        play = click.option("--seed", type=int, help="Seed of the bots' choices; drawn and shown if left out.")(play)
    return play


def begin(
    game: AnyGame,
    seats: Sequence[str],
    settings: Settings,
    arguments: SetupArguments,
    *,
    games: int = 1,
    think: str | None = None,
    nodes: int | None = None,
    sandbox: bool = False,
) -> Session:
    """A new session as the command line and the settings ask for it; raises TabletopError with what does not fit."""

    def default(key: str) -> Any:
        return usual(settings, key, game)

    players = arguments.players
    if not seats and players is None:
        seats, players = default("seats") or (), default("players")
    if players is not None and not game.players[0] <= players <= game.players[1]:
        make_setup(game, players=players)
    is_full = len(seats) >= (players or (game.players[0] if seats else 2))
    level = "" if is_full else default("level") or ""
    all_seats = fill_seats(game, seats, players, default("name") or "", level)
    think = think or (None if nodes else default("think"))
    nodes = nodes or (None if think else default("nodes"))
    options = arguments.options or default("options") or ()
    arguments = replace(
        arguments,
        players=len(all_seats),
        options=tuple(_found_from_anywhere(word) for word in options),
        seed=new_seed() if arguments.seed is None else arguments.seed,
    )
    if game.models:
        model = arguments.model or default("model")
        arguments = replace(
            arguments,
            model=_found_from_anywhere(model) if model else None,
            skills=arguments.skills or tuple(default("skills") or ()),
        )
    setup = arguments.make_setup(game, [seat.name for seat in all_seats])
    start = arguments.start(game, setup)
    seating = Seating(all_seats, parse_seconds(think) if think else None, nodes, sandbox)
    saved_games = SavedGames()
    autosave = Autosave(saved_games, saved_games.new_slot(game.name))
    return Session.begin(game, setup, seating, autosave, start, games)


def _found_from_anywhere(word: str) -> str:
    """A word that ends in the path of a TOML file, with that path made absolute: a saved game must find it again."""
    name, equals, value = word.rpartition("=")
    if value.endswith(".toml") and Path(value).is_file():
        return f"{name}{equals}{Path(value).resolve()}"
    return word


def sit_down(session: Session, settings: Settings, plain: bool, color: str | None, ascii: bool) -> int:
    """Play a session to its end, in a window where there is one; the exit code."""
    if plain or settings.get("plain") or not has_window():
        from tabletop.session.console import run_plain

        return run_plain(session)
    from tabletop.session.screen import fold
    from tabletop.session.tui.window import run_window

    style = style_for(color, ascii)
    try:
        code = run_window(session, style)
    finally:
        # Also where the terminal is gone: what could not be saved is tried once more.
        last_words = session.saver.closing_lines()
        session.close()
    if session.has_moves:
        session.layout = ""
        out(session.game.render(session.view(), style).text, style)
    for line in last_words:
        # A position is to be copied, so it stays in one piece.
        out(line if line.startswith("Position: ") else "\n".join(fold([line], style.width)), style)
    return code


def has_window() -> bool:
    """Whether somebody sits at a terminal that can redraw."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return False
    return os.environ.get("TERM") not in DUMB_TERMINALS and not os.environ.get("CI")


def choose_game(ctx: click.Context) -> None:
    """Offer saved games and all games, and start what is chosen; without a terminal, show the help."""
    if not has_window():
        out(ctx.get_help())
        return
    from tabletop.cli.resume import go_on, resumable, table
    from tabletop.session.tui.menu import Choice, Menu, choose

    style, settings, saved_games = style_for(), load_settings(), SavedGames()
    saved = [game for game in resumable(saved_games) if not game.is_closed][:3]
    offers = [Choice(entry.name, entry.summary) for entry in NAMES]
    offers += [Choice("resume", row) for row in table(saved)]
    chosen = choose(Menu("Which game?", tuple(offers)), style)
    if chosen is None:
        return
    if chosen >= len(NAMES):
        ctx.exit(go_on(saved_games, saved[chosen - len(NAMES)], settings))
    game = load(NAMES[chosen].name)
    known = bot_makers(game)
    levels = [level for level in LEVELS if level in known]
    against = [Choice(level, MANNERS[level]) for level in levels]
    against.append(Choice("human", "a person at this keyboard"))
    if game.players[0] == 1:
        against.append(Choice("nobody", "you alone"))
    usual = levels.index(ordinary_level(game))
    chosen = choose(Menu(f"{game.title}: against whom?", tuple(against), usual), style)
    if chosen is None:
        return
    other = against[chosen].label
    seats = ("human",) if other == "nobody" else ("human", other)
    ctx.exit(sit_down(begin(game, seats, settings, SetupArguments()), settings, False, None, False))
