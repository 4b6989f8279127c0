"""Taktori: stack towers, span bridges, score closed polygons."""

from __future__ import annotations

from importlib import resources

from tabletop.game import Game, Setup, Variant
from tabletop.games.taktori.describe import score_details, score_lines, status_lines
from tabletop.games.taktori.notation import GRAMMAR, format_move
from tabletop.games.taktori.position import format_position, parse_position, start
from tabletop.games.taktori.render import render
from tabletop.games.taktori.rules import TaktoriState, ending
from tabletop.games.towers.captions import LEGEND
from tabletop.games.towers.describe import SENTENCES
from tabletop.games.towers.geometry import COLOURS
from tabletop.games.towers.labels import Labels
from tabletop.games.towers.render import LAYOUTS
from tabletop.games.towers.suggestions import nearby_turns
from tabletop.options import Option


def _notice(setup: Setup) -> str:
    if setup.players > 2 or setup.options["immune"]:
        return ""
    return "As written, a game for two is a proven draw; `--option immune` avoids it."


GAME: Game[TaktoriState] = Game(
    name="taktori",
    title="Taktori",
    kind="board",
    has_colour_seats=True,
    players=(2, 4),
    seats=COLOURS,
    colours=COLOURS,
    options=(
        Option("ousting", False, "moving towers may throw out an opponent's free towers", "T22"),
        Option(
            "centre",
            0,
            "polygons score only if bridges (1) or towers (2) connect them to the centre",
            "T23",
            (0, 1, 2),
        ),
        Option(
            "slide",
            "rook",
            "whether other towers stop a moving one (rook) or let it pass over them (free)",
            "T8",
            ("rook", "free"),
        ),
        Option("immune", False, "a tower just set or moved is safe for a turn: nobody covers or ousts it", "T26"),
        Option(
            "repetition",
            3,
            "a position that occurs this often ends the game: 2 or more, 0 for never",
            "T18",
            excluded=(1,),
        ),
        Option("max-turns", 0, "the game ends after this many turns, 0 for no limit", "T18"),
    ),
    rules=resources.files(__name__).joinpath("rules.md").read_text("utf-8"),
    grammar=GRAMMAR,
    start=start,
    format_move=format_move,
    render=render,
    legend=(*LEGEND, (". 5 .", "a polygon that scores 5 points; of two that overlap, the mover's lies on top")),
    can_turn=True,
    layouts=LAYOUTS,
    parse_position=parse_position,
    format_position=format_position,
    first_names=Labels.first,
    ending=ending,
    near=nearby_turns,
    score_details=score_details,
    score_lines=score_lines,
    status_lines=status_lines,
    sentences=SENTENCES,
    bots="tabletop.games.taktori.bots",
    level_descriptions={
        "novice": "a bot that looks one turn ahead, builds near its last tower and overlooks the rest of the board",
        "easy": "a bot that looks one turn ahead and, with two players, leaves the tower you just set alone",
        "medium": "a bot that also counts what the others build and, with two players, covers the tower you just set "
        "only to stop a polygon",
        "hard": "the strongest bot, which plays to win even by covering each tower you set",
    },
    variants=(
        Variant("as written", ("immune=off",), "the rule book; in a game for two, covering holds the other to 0"),
        Variant("immune", ("immune",), "nobody covers the tower just set, which makes a contest of a game for two"),
    ),
    notice=_notice,
    strategies="tabletop.games.taktori.strategies",
    picture="tabletop.games.taktori.picture",
)
