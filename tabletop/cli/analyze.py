"""`tabletop analyze FILE`: walks through a game and marks the blunders."""

from __future__ import annotations

from typing import Any

import click

from tabletop.bots import Judge
from tabletop.bots.analysis import ADVISER, Remark, analyze
from tabletop.bots.budget import parse_seconds
from tabletop.cli.common import json_option, note_lost_model, nth_game, out, out_json, style_for, style_options
from tabletop.cli.hint import thought_line
from tabletop.engine.interruption import mortal
from tabletop.match import Match
from tabletop.number import counted
from tabletop.players import close_seat, open_seat
from tabletop.replay import replayed


@click.command("analyze")
@click.argument("path", metavar="FILE", type=click.Path())
@click.option("--game", "number", type=click.IntRange(1), default=1, help="Which game of the file, from 1.")
@click.option("--bot", default=ADVISER, help="Whose opinion: a level or a spec.")
@click.option("--think", metavar="TIME", help="How long the bot may think about a move, such as 2s.")
@click.option("--nodes", type=click.IntRange(1), help="How many nodes the bot may search for a move.")
@json_option
@style_options
def analyze_command(
    path: str,
    number: int,
    bot: str,
    think: str | None,
    nodes: int | None,
    as_json: bool,
    color: str | None,
    ascii: bool,
) -> None:
    """Walk through a game and mark the blunders, with what would have been better."""
    record = nth_game(path, number)
    match = replayed(record)
    note_lost_model(match)
    style = style_for(color, ascii)
    seat = open_seat(match.game, bot)
    blunders = moves = 0
    try:
        with mortal():
            for remark in analyze(match, seat, nodes, parse_seconds(think) if think else None):
                moves += 1
                blunders += remark.is_blunder
                if as_json:
                    out_json(_facts(match, remark))
                else:
                    out(style.paint(_line(match, remark), "bold" if remark.is_blunder else ""), style)
    finally:
        close_seat(seat)
    if as_json:
        return
    if isinstance(seat.bot, Judge):
        marked = f"{blunders or 'none'} of them {'a blunder' if blunders == 1 else 'blunders'}"
        out(f"{counted(moves, 'move')}, {marked} in the eyes of `{bot}`.", style)
    else:
        out(
            f"{counted(moves, 'move')}. `{bot}` cannot say what a move of others is worth, so no blunders are marked.",
            style,
        )


def _line(match: Match, remark: Remark) -> str:
    spelt, best = match.game.format_move, remark.best
    text = f"{remark.ply:>3}. {match.player_name(remark.player)}: {spelt(remark.move)}"
    if remark.value is not None:
        text += f" ({best.spell(remark.value)})"
    if not remark.is_blunder:
        return text
    return f"{text}\n     ?? better: {thought_line(match.game, best)}"


def _facts(match: Match, remark: Remark) -> dict[str, Any]:
    return {
        "ply": remark.ply,
        "player": match.player_name(remark.player),
        "move": match.game.format_move(remark.move),
        "value": remark.value,
        "best": match.game.format_move(remark.best.move),
        "best_value": remark.best.value,
        "why": remark.best.why,
        "blunder": remark.is_blunder,
    }
