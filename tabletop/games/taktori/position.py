"""Position strings of Taktori: `<board> <bridges> <player> <final>`, with `immune` also `<fresh>`."""

from __future__ import annotations

from tabletop.errors import UnreadablePosition
from tabletop.game import Setup
from tabletop.games.taktori.rules import GRID, Config, TaktoriState
from tabletop.games.towers.position import format_board, format_fresh, parse_board, parse_fresh, split_position


def config_of(setup: Setup) -> Config:
    """What the rules need to know of a set-up."""
    options = setup.options
    return Config(
        players=setup.players,
        ousting=bool(options.get("ousting", False)),
        free_slide=options.get("slide", "rook") == "free",
        centre=int(options.get("centre", 0)),
        immune=bool(options.get("immune", False)),
    )


def start(setup: Setup) -> TaktoriState:
    """The empty board."""
    return TaktoriState.start(config_of(setup), setup.first)


def parse_position(text: str, setup: Setup) -> TaktoriState:
    """Parse a position string; players without a legal turn are passed over."""
    config = config_of(setup)
    board, bridges, player, final, fresh = split_position(text, ("board", "bridges", "player", "final"), config.immune)
    parsed = parse_board(board, bridges, player, GRID, setup.players)
    fresh_field = parse_fresh(fresh, GRID, parsed.towers)
    return TaktoriState(config, *parsed, _parse_final(final, setup.players), fresh_field).settled()


def _parse_final(text: str, players: int) -> int | None:
    if text == "-":
        return None
    if not (text.isascii() and text.isdigit() and len(text) < 5 and int(text) < players):
        raise UnreadablePosition(f"the turns left in the final round must be - or 0 to {players - 1}, not {text!r}")
    return int(text)


def format_position(state: TaktoriState) -> str:
    """The position as a string."""
    final = "-" if state.final is None else str(state.final)
    return f"{format_board(state)} {final}{format_fresh(state, state.config.immune)}"
