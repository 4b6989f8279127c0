"""`tabletop GAME hint`: the best moves in a position, what they are worth, and why."""

from __future__ import annotations

from typing import Any

import click

from tabletop.bots.analysis import ADVISER, hint
from tabletop.bots.budget import parse_seconds
from tabletop.bots.thought import Thought
from tabletop.cli.common import json_option, need_setup, open_table, out, out_json, table_options
from tabletop.cli.completion import seats_completer
from tabletop.engine.interruption import mortal
from tabletop.errors import WrongUse
from tabletop.game import CHANCE, Game
from tabletop.players import close_seat, open_seat


def hint_command(game: Game) -> click.Command:
    """The command for one game."""

    @click.command("hint", help="Say which moves are best, what they are worth, and why.")
    @table_options(game)
    @click.option(
        "--bot", default=ADVISER, help="Whose opinion: a level or a spec.", shell_complete=seats_completer(game)
    )
    @click.option("--think", metavar="TIME", help="How long the bot may think, such as 2s.")
    @click.option("--nodes", type=click.IntRange(1), help="How many nodes the bot may search.")
    @json_option
    def command(bot: str, think: str | None, nodes: int | None, as_json: bool, **table: Any) -> None:
        match = open_table(game, **table)
        need_setup(match)
        if match.outcome:
            raise WrongUse(f"the game is over: {match.outcome.reason}")
        if match.to_move == CHANCE:
            raise WrongUse("first it must be told what came of the last move")
        seat = open_seat(game, bot)
        try:
            with mortal():
                thought = hint(match, seat, nodes, parse_seconds(think) if think else None)
        finally:
            close_seat(seat)
        others = [(move, value) for move, value in thought.ranked if move != thought.move]
        if as_json:
            ranked = [(thought.move, thought.value), *others]
            best = [{"move": game.format_move(move), "value": value} for move, value in ranked]
            out_json({"best": best, "why": thought.why, "nodes": thought.nodes})
            return
        out(thought_line(game, thought))
        for move, value in others:
            out(f"{game.format_move(move)} ({thought.spell(value)})")

    return command


def thought_line(game: Game, thought: Thought) -> str:
    """The move, its value if it has one, and the reason if there is one."""
    text = game.format_move(thought.move)
    if thought.value is not None:
        text += f" ({thought.spell(thought.value)})"
    return f"{text}: {thought.why}" if thought.why else text
