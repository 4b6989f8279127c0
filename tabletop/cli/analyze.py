"""`tabletop analyze FILE`: every move of a game as a bot judges it, with the blunders marked."""

from __future__ import annotations

from typing import Any

import click

from tabletop.bots.analysis import Annotation, analyze, default_adviser
from tabletop.bots.bot import Evaluator
from tabletop.bots.limit import parse_seconds
from tabletop.cli.common import echo, echo_json, json_option, note_model, nth_record, style_for, style_options
from tabletop.cli.hint import info_line
from tabletop.engine.signals import exit_on_sigterm
from tabletop.match import Match
from tabletop.replay import replayed
from tabletop.seats import close_controller, open_controller
from tabletop.text import counted


@click.command("analyze")
@click.argument("path", metavar="FILE", type=click.Path())
@click.option("--game", "number", type=click.IntRange(1), default=1, help="Which game in the file, counting from 1.")
@click.option("--bot", help="Which bot judges.")
@click.option("--think", metavar="TIME", help="Thinking time per move, such as 2s.")
@click.option("--nodes", type=click.IntRange(1), help="Nodes to search per move.")
@json_option
@style_options
def analyze_command(
    path: str,
    number: int,
    bot: str | None,
    think: str | None,
    nodes: int | None,
    as_json: bool,
    color: str | None,
    ascii: bool,
) -> None:
    """Go through a game, mark the blunders and show better moves."""
    record = nth_record(path, number)
    match = replayed(record)
    note_model(match)
    style = style_for(color, ascii)
    bot = bot or default_adviser(match.game)
    controller = open_controller(match.game, bot)
    blunders = moves = 0
    try:
        with exit_on_sigterm():
            for annotation in analyze(match, controller, nodes, parse_seconds(think) if think else None):
                moves += 1
                blunders += annotation.is_blunder
                if as_json:
                    echo_json(_facts(match, annotation))
                else:
                    echo(style.paint(_line(match, annotation), "bold" if annotation.is_blunder else ""), style)
    finally:
        close_controller(controller)
    if as_json:
        return
    played = counted(moves, "move")
    if not isinstance(controller.bot, Evaluator):
        echo(f"{played}. `{bot}` cannot judge the moves of others, so no blunders are marked.", style)
    elif blunders:
        echo(f"{played}. `{bot}` found {counted(blunders, 'blunder')}.", style)
    else:
        echo(f"{played}. `{bot}` found no blunders.", style)


def _line(match: Match, annotation: Annotation) -> str:
    best = annotation.best
    text = f"{annotation.ply:>3}. {match.player_name(annotation.player)}: {match.game.format_move(annotation.move)}"
    if annotation.value is not None:
        text += f" ({best.score_words(annotation.value)})"
    if not annotation.is_blunder:
        return text
    return f"{text}\n     ?? better: {info_line(match.game, best)}"


def _facts(match: Match, annotation: Annotation) -> dict[str, Any]:
    return {
        "ply": annotation.ply,
        "player": match.player_name(annotation.player),
        "move": match.game.format_move(annotation.move),
        "value": annotation.value,
        "chance": annotation.chance,
        "best": match.game.format_move(annotation.best.move),
        "best_value": annotation.best.value,
        "best_chance": annotation.best_chance,
        "why": annotation.best.explanation,
        "blunder": annotation.is_blunder,
    }
