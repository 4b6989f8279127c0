"""`tabletop analyze FILE`: every move of a game as a bot judges it, with the blunders marked."""

from __future__ import annotations

from typing import Any

import click

from tabletop.bots.analysis import Annotation, analyze, default_adviser
from tabletop.bots.bot import Evaluator
from tabletop.bots.limit import parse_seconds
from tabletop.bots.specs import Controller
from tabletop.cli.common import echo, echo_json, json_option, note_model, nth_record, style_for, style_options
from tabletop.cli.hint import info_line
from tabletop.cli.progress import ProgressLine
from tabletop.engine.signals import exit_on_sigterm
from tabletop.match import Match
from tabletop.replay import replayed
from tabletop.review import Review, review_lines
from tabletop.seats import close_controller, open_controller
from tabletop.style import Style
from tabletop.text import counted


@click.command("analyze")
@click.argument("path", metavar="FILE", type=click.Path())
@click.option("--game", "number", type=click.IntRange(1), default=1, help="Which game in the file, counting from 1.")
@click.option("--bot", help="Which bot judges.")
@click.option("--think", metavar="TIME", help="Thinking time per move, such as 2s.")
@click.option("--nodes", type=click.IntRange(1), help="Nodes to search per move.")
@click.option("--plot", is_flag=True, help="Draw the chances to win over the game instead of listing the moves.")
@json_option
@style_options
def analyze_command(
    path: str,
    number: int,
    bot: str | None,
    think: str | None,
    nodes: int | None,
    plot: bool,
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
    annotations: list[Annotation] = []
    progress = ProgressLine(match.moves_played, is_streaming=not plot)
    try:
        with exit_on_sigterm():
            for annotation in analyze(match, controller, nodes, parse_seconds(think) if think else None):
                annotations.append(annotation)
                progress.show(len(annotations))
                if plot:
                    continue
                if as_json:
                    echo_json(_facts(match, annotation))
                else:
                    echo(style.paint(_line(match, annotation), "bold" if annotation.is_blunder else ""), style)
    finally:
        progress.clear()
        close_controller(controller)
    if plot:
        _echo_plot(Review(match, tuple(annotations), bot), style, as_json)
    elif not as_json:
        _echo_summary(annotations, bot, controller, style)


def _echo_summary(annotations: list[Annotation], bot: str, controller: Controller, style: Style) -> None:
    """How many moves and blunders there are."""
    played, blunders = counted(len(annotations), "move"), sum(annotation.is_blunder for annotation in annotations)
    if not isinstance(controller.bot, Evaluator):
        echo(f"{played}. `{bot}` cannot judge the moves of others, so no blunders are marked.", style)
    elif blunders:
        echo(f"{played}. `{bot}` found {counted(blunders, 'blunder')}.", style)
    else:
        echo(f"{played}. `{bot}` found no blunders.", style)


def _echo_plot(review: Review, style: Style, as_json: bool) -> None:
    """The chances of player 1, or in a game for more of everyone, and every blunder with what was better."""
    players = range(1, review.match.setup.players + 1)
    if as_json:
        names = review.match.setup.names
        echo_json({"chances": {name: review.chances(player) for name, player in zip(names, players, strict=True)}})
        return
    lines = review_lines(review, 1, style)
    for blunder in review.blunders:
        lines += ["", *_line(review.match, blunder).split("\n")]
    echo("\n".join(lines), style)


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
