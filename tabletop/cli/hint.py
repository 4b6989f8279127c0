"""`tabletop GAME hint`: the best moves in a position with their chances to win, and the reason for the best."""

from __future__ import annotations

import click

from tabletop.bots.analysis import default_adviser, hint
from tabletop.bots.bot import SearchInfo
from tabletop.bots.limit import parse_seconds
from tabletop.cli.common import SetupArguments, echo, echo_json, json_option, requested_match, setup_options
from tabletop.cli.completion import seats_completer
from tabletop.engine.signals import exit_on_sigterm
from tabletop.errors import WrongUse
from tabletop.game import CHANCE, AnyGame
from tabletop.seats import close_controller, open_controller


def hint_command(game: AnyGame) -> click.Command:
    """The command of one game."""

    @click.command("hint", help="Show the best moves, their chances to win and the reason.")
    @setup_options(game)
    @click.option("--bot", help="Which bot judges.", shell_complete=seats_completer(game))
    @click.option("--think", metavar="TIME", help="Thinking time, such as 2s.")
    @click.option("--nodes", type=click.IntRange(1), help="Nodes to search.")
    @json_option
    def command(
        bot: str | None, think: str | None, nodes: int | None, as_json: bool, arguments: SetupArguments
    ) -> None:
        match = requested_match(game, arguments)
        if match.result:
            raise WrongUse("no hint: the game is over")
        if match.to_move == CHANCE:
            raise WrongUse("no hint: the outcome of the last move is missing (`=> ...`)")
        controller = open_controller(game, bot or default_adviser(game))
        try:
            with exit_on_sigterm():
                info = hint(match, controller, nodes, parse_seconds(think) if think else None)
        finally:
            close_controller(controller)
        others = [(move, value) for move, value in info.ranked if move != info.move]
        if as_json:
            ranked = [(info.move, info.value), *others]
            best = [
                {"move": game.format_move(move), "value": value, "chance": info.win_chance(value)}
                for move, value in ranked
            ]
            echo_json({"best": best, "why": info.explanation, "nodes": info.nodes})
            return
        echo(info_line(game, info))
        for move, value in others:
            echo(f"{game.format_move(move)} ({info.score_words(value)})")

    return command


def info_line(game: AnyGame, info: SearchInfo) -> str:
    """The move, its value if it has one, and the reason if there is one."""
    text = game.format_move(info.move)
    if info.value is not None and not (info.is_exact and "with best play" in info.explanation):
        text += f" ({info.score_words(info.value)})"
    return f"{text}: {info.explanation}" if info.explanation else text
