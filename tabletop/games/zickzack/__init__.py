"""Zickzack: fill hex fields with pieces; who lays into the last cell wins the field."""

from __future__ import annotations

from importlib import resources

from tabletop.game import Game
from tabletop.games.zickzack.notation import GRAMMAR, format_move
from tabletop.games.zickzack.players import COLOURS
from tabletop.games.zickzack.position import format_position, parse_position
from tabletop.games.zickzack.render import render
from tabletop.games.zickzack.rules import start
from tabletop.games.zickzack.sentences import SENTENCES
from tabletop.games.zickzack.solveverb import solve_verb
from tabletop.games.zickzack.summary import score_details, score_lines, status_lines
from tabletop.option import Option

GAME = Game(
    name="zickzack",
    title="Zickzack",
    kind="board",
    players=(2, 2),
    seats=COLOURS[1:],
    inks=COLOURS[1:],
    options=(Option("board", "classic", "the board: classic, comb, or the path of a board file (TOML)", "Z8"),),
    rules=resources.files(__name__).joinpath("rules.md").read_text("utf-8"),
    grammar=GRAMMAR,
    start=start,
    format_move=format_move,
    render=render,
    layouts=("list",),
    parse_position=parse_position,
    format_position=format_position,
    winner_begins=True,
    score_details=score_details,
    score_lines=score_lines,
    status_lines=status_lines,
    sentences=SENTENCES,
    verbs=(solve_verb(),),
    bots="tabletop.games.zickzack.bots",
)
