"""Position strings of Taktori Fem: `<board> <bridges> <player>`."""

from __future__ import annotations

from tabletop.game import Setup
from tabletop.games.fem.rules import GRID, Config, FemState
from tabletop.games.towers.position import format_board, parse_board, split_position


def config_of(setup: Setup) -> Config:
    """What the rules need to know of a set-up."""
    return Config(bool(setup.options.get("stacks", False)), bool(setup.options.get("ousting", False)))


def start(setup: Setup) -> FemState:
    """The empty board."""
    return FemState(config_of(setup), player=setup.first)


def parse_position(text: str, setup: Setup) -> FemState:
    """Parse a position string; the game is over if there is a loop or no legal turn."""
    board, bridges, player = split_position(text, ("board", "bridges", "player"))
    parsed = parse_board(board, bridges, player, GRID, setup.players)
    return FemState(config_of(setup), *parsed).settled()


def format_position(state: FemState) -> str:
    """The position as a string."""
    return format_board(state)
