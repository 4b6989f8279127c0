"""Nim: take stones from one heap; the last stone wins. The smallest game there can be; copy it to add one."""

from __future__ import annotations

from importlib import resources

from tabletop.game import Game
from tabletop.options import Option
from tests.games.nim.notation import GRAMMAR, format_move
from tests.games.nim.render import render
from tests.games.nim.rules import start

GAME = Game(
    name="nim",
    title="Nim",
    kind="board",
    players=(2, 2),
    seats=("first", "second"),
    colours=("cyan", "magenta"),
    options=(Option("heaps", 3, "how many heaps there are", "N1", choices=tuple(range(1, 9))),),
    rules=resources.files(__name__).joinpath("rules.md").read_text("utf-8"),
    grammar=GRAMMAR,
    start=start,
    format_move=format_move,
    render=render,
)
