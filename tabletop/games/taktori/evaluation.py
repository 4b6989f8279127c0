"""What a bot knows about Taktori the value of a position to a player.

A value is the player's points plus what squares that are not closed yet may add (see `squares`).
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from tabletop.bots.winchance import WinCurve
from tabletop.games.taktori.polygons import FEWEST, score
from tabletop.games.taktori.rules import TaktoriState
from tabletop.games.taktori.squares import FIELDS, MIDDLE, SQUARES, Ground, count_squares, ground
from tabletop.games.towers.geometry import BRIDGES, TOWERS, Bridge
from tabletop.games.towers.rules import occupancy

WIN_CURVES = {
    2: WinCurve(start=0.040, change=0.169),
    3: WinCurve(start=0.014, change=0.069, even=-1.30),
    4: WinCurve(start=0.026, change=0.023, even=-1.70),
}
"""By the number of players, the chance to win that a value means, as `medium` reckons it: fitted with
tools/fit_chances.py to games of an earlier `hard` and `medium` from random openings, 80 for two players (2377 moves),
40 for three (1830) and 30 for four (1835). `quick_tree` and `round_tree` have their own."""


class PlayerBoard(NamedTuple):
    """What one player's value depends on: own towers, all towers, all bridges."""

    own: int
    occupied: int
    vertical: int
    horizontal: int


def player_board(state: TaktoriState, player: int) -> PlayerBoard:
    """The position from the player's point of view."""
    return PlayerBoard(state.towers[player - 1], occupancy(state.towers), state.vertical, state.horizontal)


def points(board: PlayerBoard, centre: int) -> int:
    """The points that the player's bridges score now."""
    return points_of_bridges(board.vertical & board.own, board.horizontal & board.own, centre)


@lru_cache(maxsize=50_000)
def points_of_bridges(vertical: int, horizontal: int, centre: int) -> int:
    bridges = []
    for lying, reach in ((vertical, 2), (horizontal, 18)):
        while lying:
            level, low = divmod((lying & -lying).bit_length() - 1, FIELDS)
            lying &= lying - 1
            bridges.append(Bridge(low, low + reach, level + 1, 1))
    return score(bridges, 1, centre)[0] if len(bridges) >= FEWEST else 0


def bridges_left(board: PlayerBoard) -> int:
    """Bridges in the player's stock."""
    return BRIDGES - (board.vertical & board.own).bit_count() - (board.horizontal & board.own).bit_count()


class Weights(NamedTuple):
    """What a player values in squares that are not closed yet, in points."""

    ready: tuple[float, ...] = (0.0, 0.4, 0.9, 1.7, 2.5)
    """A square by how many halves are covered or could be at once, if one more tower each is enough for the others."""
    covered: tuple[float, ...] = (0.0, 0.1, 0.4, 1.0, 0.0)
    """The same square by how many halves are covered: bridges stay, but towers may be overbuilt."""
    far: float = 0.35
    """How much of that is left if more towers are needed."""
    link: float = 0.08
    """A bridge that could be laid after one more tower."""
    counts_opponents: bool = True
    """Whether the values of opponents count against a position."""
    against: tuple[float, ...] = (0.0, 1.0, 0.6, 0.4)
    """By the number of opponents: how much their value counts. What harms one of several helps the rest too."""


class Potential(NamedTuple):
    """The value of squares that are not closed yet, given enough turns, and how many could be closed now."""

    value: float
    closable: int


def potential(board: PlayerBoard, centre: int, weights: Weights, around: Ground | None = None) -> Potential:
    """The potential of the player's squares; `around` is what the squares of all players depend on, if it is known."""
    stock = bridges_left(board)
    if not stock:
        return Potential(0.0, 0)
    around = around or ground(board.occupied, board.vertical, board.horizontal)
    counts = count_squares(board.own, around, MIDDLE if centre else SQUARES)
    covered_1, covered_2, covered_3, near_1, near_2, near_3, near_4, far_1, far_2, far_3, links, _ = counts
    ready, covered, far = weights.ready, weights.covered, weights.far
    value = weights.link * links
    value += ready[1] * (near_1 + far * far_1)
    value += ready[2] * (near_2 + far * far_2)
    value += ready[3] * (near_3 + far * far_3)
    value += ready[4] * near_4
    value += covered[1] * covered_1
    value += covered[2] * covered_2
    value += covered[3] * covered_3
    return Potential(value if stock >= FEWEST else value * stock / FEWEST, near_4)


REALISED = (0.02, 0.45, 0.7, 0.85, 1.0)
"""By turns left: the share of the potential that comes true. Small with none left, but it still guides the choice."""


def turns_left(state: TaktoriState, player: int) -> int:
    """How many turns the player is sure to have before the game ends, at most 4."""
    if state.final is None:
        return min(4, 1 + TOWERS - max([towers.bit_count() for towers in state.towers]))
    return 1 if (player - state.player) % state.config.players < state.final else 0


def turns_ahead(state: TaktoriState, player: int) -> int:
    """How many turns the player has left if everyone places a tower in each (T17)."""
    number, players = state.player, state.config.players
    if state.final is not None:
        return 1 if (player - number) % players < state.final else 0
    order = (player - number) % players
    left = TOWERS - state.towers[player - 1].bit_count()
    for seat, towers in enumerate(state.towers, 1):
        if seat != player:
            left = min(left, TOWERS - towers.bit_count() + (order < (seat - number) % players))
    return left


def player_value(
    board: PlayerBoard,
    turns: int,
    centre: int,
    weights: Weights,
    closing: float = 0.0,
    around: Ground | None = None,
) -> float:
    """Points, and as much potential as there are turns for; `closing` counts for each square that can be closed now."""
    value, closable = potential(board, centre, weights, around)
    return points(board, centre) + REALISED[turns] * value + closing * closable


def progress(state: TaktoriState) -> float:
    """How much of the game is over: the share of towers placed by the player who has placed most."""
    return max(towers.bit_count() for towers in state.towers) / TOWERS
