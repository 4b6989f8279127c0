"""Position strings of Taktori Fem: `<board> <bridges> <player>`, with `immune` also `<fresh>`."""

from __future__ import annotations

from tabletop.game import Setup
from tabletop.games.fem.rules import GRID, Config, FemState
from tabletop.games.towers.position import format_board, format_fresh, parse_board, parse_fresh, split_position


def config_of(setup: Setup) -> Config:
    """What the rules need to know of a set-up."""
    return Config(*(bool(setup.options.get(name, False)) for name in Config._fields))


def start(setup: Setup) -> FemState:
    """The empty board."""
    return FemState(config_of(setup), player=setup.first)


def parse_position(text: str, setup: Setup) -> FemState:
    """Parse a position string; the game is over if there is a loop or no legal turn."""
    config = config_of(setup)
    board, bridges, player, fresh = split_position(text, ("board", "bridges", "player"), config.immune)
    parsed = parse_board(board, bridges, player, GRID, setup.players)
    return FemState(config, *parsed, parse_fresh(fresh, GRID, parsed.towers)).settled()


def format_position(state: FemState) -> str:
    """The position as a string."""
    return format_board(state) + format_fresh(state, state.config.immune)
