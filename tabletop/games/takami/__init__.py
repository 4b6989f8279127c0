"""Takami: raise a stick of the heap in the X, take a prize, let nothing fall."""

from __future__ import annotations

from importlib import resources

from tabletop.game import Game
from tabletop.games.takami.describe import SENTENCES, score_details, score_lines, status_lines, turn_note
from tabletop.games.takami.legality import nearby_moves
from tabletop.games.takami.model import MODELS
from tabletop.games.takami.moves import expand
from tabletop.games.takami.notation import GRAMMAR, format_move
from tabletop.games.takami.odds import odds_details, odds_lines
from tabletop.games.takami.render import LEGEND, render
from tabletop.games.takami.rules import start
from tabletop.modelcommands import odds_command
from tabletop.options import Option

GAME = Game(
    name="takami",
    title="Takami",
    kind="dexterity",
    has_chance=True,
    numbers_moves=False,
    players=(2, 5),
    seats=("A", "B", "C", "D", "E"),
    colours=("cyan", "magenta", "white", "bold", "grey"),
    options=(Option("rounds", 1, "number of rounds, 1 or more; points add up", "K12", minimum=1),),
    rules=resources.files(__name__).joinpath("rules.md").read_text("utf-8"),
    grammar=GRAMMAR,
    start=start,
    format_move=format_move,
    render=render,
    legend=LEGEND,
    turn_note=turn_note,
    expand=expand,
    near=nearby_moves,
    score_details=score_details,
    score_lines=score_lines,
    status_lines=status_lines,
    sentences=SENTENCES,
    models=MODELS,
    fitting="tabletop.games.takami.fitting",
    bots="tabletop.games.takami.bots",
    strategies="tabletop.games.takami.strategies",
    commands=(odds_command(odds_lines, odds_details, of="a stick such as B4, or a place such as 9.2"),),
    picture="tabletop.games.takami.picture",
)
