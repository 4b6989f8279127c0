"""Zickzack: lay pieces on fields of hexagons; covering a field's last cell wins it."""

from __future__ import annotations

from importlib import resources

from tabletop.game import Game
from tabletop.games.zickzack.board import COLOURS
from tabletop.games.zickzack.boardfile import SHIPPED_BOARDS
from tabletop.games.zickzack.commands import solve_command
from tabletop.games.zickzack.describe import SENTENCES, score_details, score_lines, status_lines
from tabletop.games.zickzack.notation import GRAMMAR, format_move
from tabletop.games.zickzack.position import format_position, parse_position
from tabletop.games.zickzack.render import LEGEND, render
from tabletop.games.zickzack.rules import start
from tabletop.options import Option

GAME = Game(
    name="zickzack",
    title="Zickzack",
    kind="board",
    has_colour_seats=True,
    players=(2, 2),
    seats=COLOURS[1:],
    colours=COLOURS[1:],
    options=(
        Option(
            "board",
            "classic",
            "the board: classic, comb, or the path of a board file (TOML)",
            "Z8",
            offers=SHIPPED_BOARDS,
        ),
    ),
    rules=resources.files(__name__).joinpath("rules.md").read_text("utf-8"),
    grammar=GRAMMAR,
    start=start,
    format_move=format_move,
    render=render,
    legend=LEGEND,
    layouts=("list",),
    parse_position=parse_position,
    format_position=format_position,
    winner_begins=True,
    score_details=score_details,
    score_lines=score_lines,
    status_lines=status_lines,
    sentences=SENTENCES,
    commands=(solve_command(),),
    bots="tabletop.games.zickzack.bots",
    strategies="tabletop.games.zickzack.strategies",
    picture="tabletop.games.zickzack.picture",
)
