"""Scheiben Mikado: pull discs out of a spring-loaded tray without moving the slider."""

from __future__ import annotations

from importlib import resources

from tabletop.game import Game
from tabletop.games.mikado.describe import SENTENCES, score_details, score_lines, status_lines
from tabletop.games.mikado.model import MODELS
from tabletop.games.mikado.notation import GRAMMAR, format_move, format_outcome
from tabletop.games.mikado.odds import odds_facts, odds_lines
from tabletop.games.mikado.render import LEGEND, render
from tabletop.games.mikado.rules import start
from tabletop.modelcommands import odds_command
from tabletop.options import Option

GAME = Game(
    name="mikado",
    title="Scheiben Mikado",
    kind="dexterity",
    has_chance=True,
    numbers_moves=False,
    players=(1, 8),
    seats=("A", "B", "C", "D", "E", "F", "G", "H"),
    colours=("cyan", "magenta", "green", "white", "bold", "cyan bold", "magenta bold", "green bold"),
    options=(
        Option("order", False, "pull yellow discs first, then blue, then red", "M9"),
        Option("no-waive", False, "nobody may waive", "M10"),
    ),
    rules=resources.files(__name__).joinpath("rules.md").read_text("utf-8"),
    grammar=GRAMMAR,
    start=start,
    format_move=format_move,
    format_outcome=format_outcome,
    render=render,
    legend=LEGEND,
    score_details=score_details,
    score_lines=score_lines,
    status_lines=status_lines,
    sentences=SENTENCES,
    layouts=("list",),
    models=MODELS,
    fitting="tabletop.games.mikado.fitting",
    bots="tabletop.games.mikado.bots",
    level_descriptions={
        "novice": "a bot that pulls what looks best and, unless it plays alone, never touches a disc first",
        "easy": "a bot that touches the safest disc and pulls it if it feels loose or light",
        "medium": "a bot that goes for points and overlooks what a movement costs",
        "hard": "the strongest bot, which looks for good discs by touch and minds what it leaves to the next player",
    },
    strategies="tabletop.games.mikado.strategies",
    commands=(odds_command(odds_lines, odds_facts, of="a disc such as r7"),),
    picture="tabletop.games.mikado.picture",
)
