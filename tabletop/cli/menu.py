"""`tabletop` alone in a terminal: menus for games, lessons, rules and saved games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import click

from tabletop.cli.common import SetupArguments, echo, style_for
from tabletop.cli.defaults import default_for
from tabletop.cli.play import can_redraw, describe_level, levels_of, new_session, run_session
from tabletop.game import AnyGame
from tabletop.games import load, registrations
from tabletop.options import parse_options
from tabletop.rulebook import format_rules, parse_rules
from tabletop.saves import SavedGames
from tabletop.seats import ordinary_level
from tabletop.settings import load_settings
from tabletop.style import Style

LATEST = 3
"""Saved games that the first menu lists; all others are one step away."""


def show_menu(ctx: click.Context) -> None:
    """Offer games, saved games, lessons and rules, until something is chosen; without a terminal, print the help.

    Esc goes back to the first menu, and from there it leaves.
    """
    if not can_redraw():
        echo(ctx.get_help())
        return
    from tabletop.cli.resume import list_saved_games, resume_game, saved_game_lines
    from tabletop.session.tui.menu import Choice, Menu, choose

    style, saved_games, at = style_for(), SavedGames(), 0
    games = [entry.name for entry in registrations()]
    while True:
        resumable = [game for game in list_saved_games(saved_games) if game.is_resumable]
        lines = saved_game_lines(resumable)
        choices = [Choice(entry.name, entry.summary) for entry in registrations()]
        choices += [Choice("resume", line) for line in lines[:LATEST]]
        if len(resumable) > LATEST:
            choices.append(Choice("saved", f"all {len(resumable)} saved games"))
        choices += [Choice("learn", "a lesson, played step by step"), Choice("rules", "the rules of a game")]
        chosen = choose(Menu("Which game?", tuple(choices), at), style)
        if chosen is None:
            return
        at = chosen
        label = choices[chosen].label
        if label == "resume":
            ctx.exit(resume_game(saved_games, resumable[chosen - len(games)], style))
        if label == "saved":
            number = choose(
                Menu("Which saved game?", tuple(Choice("resume", line) for line in lines), back=True), style
            )
            if number is not None:
                ctx.exit(resume_game(saved_games, resumable[number], style))
        elif label in ("learn", "rules") and label not in games:
            entries = tuple(Choice(entry.name, entry.summary) for entry in registrations())
            title = "A lesson in which game?" if label == "learn" else "The rules of which game?"
            number = choose(Menu(title, entries, back=True), style)
            if number is not None and label == "learn":
                from tabletop.cli.learn import learn

                ctx.invoke(learn, name=games[number], color=None, ascii=False)
                return
            if number is not None:
                click.echo_via_pager(format_rules(parse_rules(load(games[number]).rules), style) + "\n")
        else:
            code = _play(load(label), style)
            if code is not None:
                ctx.exit(code)


def _play(game: AnyGame, style: Style) -> int | None:
    """Ask for rules and opponent, and play; the exit code, or None if the person goes back."""
    from tabletop.session.tui.menu import Choice, Menu, choose

    arguments = SetupArguments()
    usual_words: tuple[str, ...] = tuple(default_for(game, "options", load_settings()) or ())
    at = _usual_variant(game, usual_words)
    while True:
        if game.variants:
            variants = tuple(Choice(variant.name, variant.summary) for variant in game.variants)
            chosen = choose(Menu(f"{game.title}: choose the rules", variants, at, back=True), style)
            if chosen is None:
                return None
            at = chosen
            words = game.variants[chosen].options
            names = {_option_name(word) for word in words}
            kept = tuple(word for word in usual_words if _option_name(word) not in names)
            arguments = replace(arguments, options=(*kept, *words))
        levels = levels_of(game)
        opponents = [Choice(level, describe_level(game, level)) for level in levels]
        opponents.append(Choice("human", "a person at this keyboard"))
        if game.players[0] == 1:
            opponents.append(Choice("nobody", "play alone"))
        usual = levels.index(ordinary_level(game))
        chosen = choose(Menu(f"{game.title}: choose an opponent", tuple(opponents), usual, back=True), style)
        if chosen is not None:
            opponent = opponents[chosen].label
            seats = ("human",) if opponent == "nobody" else ("human", opponent)
            return run_session(new_session(game, seats, arguments), style)
        if not game.variants:
            return None


def _usual_variant(game: AnyGame, words: Sequence[str]) -> int:
    """The number of the variant that the user's own options choose; 0 if they choose none."""
    usual = parse_options(game.options, words)
    for number, variant in enumerate(game.variants):
        values = parse_options(game.options, variant.options)
        if all(usual[name] == values[name] for name in map(_option_name, variant.options)):
            return number
    return 0


def _option_name(word: str) -> str:
    return word.partition("=")[0].lower()
