"""What is left in the players' stocks, in a line each."""

from __future__ import annotations

from typing import cast

from tabletop.game import Setup, State
from tabletop.games.towers.board import Board
from tabletop.number import counted


def stock_lines(state: State, setup: Setup) -> list[str]:
    """Towers and bridges of each player."""
    board = cast(Board, state)
    lines = []
    for player, name in enumerate(setup.names, 1):
        towers, bridges = board.towers_left(player), board.bridges_left(player)
        lines.append(f"{name}: {counted(towers, 'tower')} and {counted(bridges, 'bridge')} left")
    return lines
