"""Taktori Fem: the first closed loop of bridges wins."""

from __future__ import annotations

from importlib import resources

from tabletop.game import Game, Setup, Variant
from tabletop.games.fem.notation import GRAMMAR, format_move
from tabletop.games.fem.position import format_position, parse_position, start
from tabletop.games.fem.render import render
from tabletop.games.fem.rules import FemState, ending
from tabletop.games.towers.captions import LEGEND
from tabletop.games.towers.describe import SENTENCES, status_lines
from tabletop.games.towers.geometry import COLOURS
from tabletop.games.towers.labels import Labels
from tabletop.games.towers.render import LAYOUTS
from tabletop.games.towers.suggestions import nearby_turns
from tabletop.options import Option


def _notice(setup: Setup) -> str:
    if setup.options["immune"] or setup.options["nocover"]:
        return ""
    return "As written, the second player has a proven win; `--option nocover` avoids it."


GAME: Game[FemState] = Game(
    name="fem",
    title="Taktori Fem",
    kind="board",
    has_colour_seats=True,
    players=(2, 2),
    seats=COLOURS[:2],
    colours=COLOURS[:2],
    options=(
        Option("stacks", False, "the top towers of a stack may move together", "F9"),
        Option("ousting", False, "moving towers may throw out the opponent's free towers", "F10"),
        Option("immune", False, "a tower just set or moved is safe for a turn: nobody covers or ousts it", "F11"),
        Option("nocover", False, "no tower is put on an opposing one, so loops decide the game", "F12"),
        Option(
            "repetition", 3, "a position that occurs this often is a draw: 2 or more, 0 for never", "F8", excluded=(1,)
        ),
        Option("max-turns", 0, "the game is a draw after this many turns, 0 for no limit", "F8"),
    ),
    rules=resources.files(__name__).joinpath("rules.md").read_text("utf-8"),
    grammar=GRAMMAR,
    start=start,
    format_move=format_move,
    render=render,
    legend=LEGEND,
    can_turn=True,
    layouts=LAYOUTS,
    parse_position=parse_position,
    format_position=format_position,
    first_names=Labels.first,
    ending=ending,
    near=nearby_turns,
    status_lines=status_lines,
    sentences=SENTENCES,
    bots="tabletop.games.fem.bots",
    level_descriptions={
        "novice": "a bot that sees only its own loops and leaves the tower you just set alone",
        "easy": "a bot that looks one turn ahead and leaves the tower you just set alone",
        "medium": "a bot that looks further ahead and covers the tower you just set only to stop a loop",
        "hard": "the strongest bot, which plays to win even by covering each tower you set",
    },
    variants=(
        Variant("as written", ("immune=off", "nocover=off"), "the rule book; the second player has a proven win"),
        Variant("nocover", ("immune=off", "nocover"), "no tower goes on an opposing one, and loops decide"),
        Variant("immune", ("immune", "nocover=off"), "nobody covers the tower just set"),
    ),
    notice=_notice,
    strategies="tabletop.games.fem.strategies",
    picture="tabletop.games.fem.picture",
)
