"""What a bot knows about Taktori: the value of a position to a player, and the best bridges for a turn.

A value is the player's points plus what squares that are not closed yet may add. A square is a unit square of
the board, named by its lower left field; it is closed when all four of its halves are covered by bridges.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from tabletop.bots.limit import Limit
from tabletop.bots.winchance import WinCurve
from tabletop.games.taktori.polygons import FEWEST, score
from tabletop.games.taktori.rules import GRID, TaktoriState, layable_bridges
from tabletop.games.towers.geometry import BRIDGES, TOWERS, Bridge, Pair
from tabletop.games.towers.moves import LayBridge, Turn
from tabletop.games.towers.rules import occupancy

FIELDS = GRID.fields
_FULL = GRID.full
_VERTICAL = GRID.vertical
_HORIZONTAL = GRID.horizontal
_STACK_BITS = GRID.stack_bits
_SQUARES = _FULL & GRID.below[72] & ~sum(1 << column * 9 + 8 for column in range(9))
"""The lower left fields of all unit squares: not those of the last column and of the top row."""
_MIDDLE = sum(1 << column * 9 + row for column in range(2, 6) for row in range(2, 6))
"""The unit squares and bridges around the centre, where polygons must be with the option `centre`."""

WIN_CURVES = {
    2: WinCurve(start=0.040, change=0.169),
    3: WinCurve(start=0.014, change=0.069, even=-1.30),
    4: WinCurve(start=0.026, change=0.023, even=-1.70),
}
"""By the number of players, the chance to win that a value means: fitted to games of `hard` and `medium` from random
openings, 80 for two players (2377 moves), 40 for three (1830) and 30 for four (1835); see tools/fit_chances.py."""


class PlayerBoard(NamedTuple):
    """What one player's value depends on: own towers, all towers, all bridges."""

    own: int
    occupied: int
    vertical: int
    horizontal: int


class Candidate(NamedTuple):
    """A turn worth trying, and the state that it leads to."""

    turn: Turn
    state: TaktoriState


def player_board(state: TaktoriState, player: int) -> PlayerBoard:
    """The position from the player's point of view."""
    return PlayerBoard(state.towers[player - 1], occupancy(state.towers), state.vertical, state.horizontal)


def points(board: PlayerBoard, centre: int) -> int:
    """The points that the player's bridges score now."""
    return _points(board.vertical & board.own, board.horizontal & board.own, centre)


@lru_cache(maxsize=50_000)
def _points(vertical: int, horizontal: int, centre: int) -> int:
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


class SquareProgress(NamedTuple):
    """Unit squares by how close they are to being closed, as masks; without those that no longer can be."""

    covered: tuple[int, ...]
    """At index 0 to 4: exactly this many halves are covered."""
    ready: tuple[int, ...]
    """At index 0 to 4: this many halves are covered or can be covered at once."""
    near: int
    """Every other half can be covered after one more tower."""
    far: int
    """Every other half can be covered after one or two more towers."""
    links: tuple[int, int]
    """Lower ends of the vertical and the horizontal bridges that could be laid after one more tower."""


def square_progress(board: PlayerBoard) -> SquareProgress:
    """How near the player's unit squares are to being closed."""
    own, occupied, vertical, horizontal = board
    flatten = GRID.flatten
    top = own & (occupied ^ occupied >> FIELDS)
    spot = (occupied << FIELDS | _FULL) ^ occupied
    blocked_up = vertical | vertical << 1 | vertical >> 1
    blocked_right = horizontal | horizontal << 9 | horizontal >> 9
    # The masks of the grid are long; they come last, when the other operand is short.
    top_up, top_right, spot_up, spot_right = top >> 2, top >> 18, spot >> 2, spot >> 18
    laid_up, laid_right = flatten(vertical & own), flatten(horizontal & own)
    up_0 = flatten(top & top_up & ~blocked_up & _VERTICAL)
    right_0 = flatten(top & top_right & ~blocked_right & _HORIZONTAL)
    up_1 = flatten((top & spot_up | spot & top_up) & ~blocked_up & _VERTICAL)
    right_1 = flatten((top & spot_right | spot & top_right) & ~blocked_right & _HORIZONTAL)
    up_2 = flatten(spot & spot_up & ~blocked_up & _VERTICAL)
    right_2 = flatten(spot & spot_right & ~blocked_right & _HORIZONTAL)
    # Halves along columns and across them: covered, or to be covered with 0, 1 or 2 more towers for each bridge.
    along = laid_up | laid_up << 1
    across = laid_right | laid_right << 9
    along_0 = along | up_0 | up_0 << 1
    across_0 = across | right_0 | right_0 << 9
    along_1 = along_0 | up_1 | up_1 << 1
    across_1 = across_0 | right_1 | right_1 << 9
    along_2 = along_1 | up_2 | up_2 << 1
    across_2 = across_1 | right_2 | right_2 << 9
    near = along_1 & along_1 >> 9 & across_1 & across_1 >> 1 & _SQUARES
    far = along_2 & along_2 >> 9 & across_2 & across_2 >> 1 & _SQUARES
    return SquareProgress(
        _squares_by_halves(along, across), _squares_by_halves(along_0, across_0), near, far, (up_1, right_1)
    )


def _squares_by_halves(along: int, across: int) -> tuple[int, ...]:
    """The unit squares with exactly 0, 1, 2, 3 and 4 of these halves."""
    right, above = along >> 9, across >> 1
    one_x, two_x = along ^ right, along & right
    one_y, two_y = across ^ above, across & above
    odd = one_x ^ one_y
    carry = one_x & one_y
    pair = two_x ^ two_y ^ carry
    four = two_x & two_y
    return (
        _SQUARES & ~(odd | pair | four),
        _SQUARES & odd & ~pair,
        _SQUARES & pair & ~odd,
        _SQUARES & odd & pair,
        _SQUARES & four,
    )


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


class Potential(NamedTuple):
    """The value of squares that are not closed yet, given enough turns, and how many could be closed now."""

    value: float
    closable: int


def potential(board: PlayerBoard, centre: int, weights: Weights) -> Potential:
    """The potential of the player's squares."""
    stock = bridges_left(board)
    if not stock:
        return Potential(0.0, 0)
    progress = square_progress(board)
    near = progress.near & ~progress.covered[4]
    far = progress.far & ~progress.near & ~progress.covered[4]
    up, right = progress.links
    if centre:
        near &= _MIDDLE
        far &= _MIDDLE
        up &= _MIDDLE
        right &= _MIDDLE
    value = weights.link * (up.bit_count() + right.bit_count())
    for number in range(1, 5):
        squares = progress.ready[number]
        if squares:
            value += weights.ready[number] * ((squares & near).bit_count() + weights.far * (squares & far).bit_count())
    for number in range(1, 4):
        value += weights.covered[number] * (progress.covered[number] & (near | far)).bit_count()
    return Potential(value if stock >= FEWEST else value * stock / FEWEST, (progress.ready[4] & near).bit_count())


REALISED = (0.02, 0.45, 0.7, 0.85, 1.0)
"""By turns left: the share of the potential that comes true. Small with none left, but it still guides the choice."""


def turns_left(state: TaktoriState, player: int) -> int:
    """How many turns the player is sure to have before the game ends, at most 4."""
    if state.final is None:
        return min(4, 1 + min(TOWERS - towers.bit_count() for towers in state.towers))
    return 1 if (player - state.player) % state.config.players < state.final else 0


def player_value(board: PlayerBoard, turns: int, centre: int, weights: Weights, closing: float = 0.0) -> float:
    """Points, and as much potential as there are turns for; `closing` counts for each square that can be closed now."""
    value, closable = potential(board, centre, weights)
    return points(board, centre) + REALISED[turns] * value + closing * closable


def with_best_bridges(state: TaktoriState, part: Turn, weights: Weights) -> Candidate:
    """The turn with the most valuable bridges, chosen one by one for as long as they add value."""
    player = state.player
    towers = state.towers_after(part)
    occupied = occupancy(towers)
    board = PlayerBoard(towers[player - 1], occupied, state.vertical, state.horizontal)
    layable = layable_bridges(board.own, occupied, board.vertical, board.horizontal)
    if part.target is None:
        frontier = layable
    elif part.oust < part.count:
        top = (occupied ^ occupied >> FIELDS) & _STACK_BITS[part.target]
        frontier = (layable[0] & (top | top >> 2), layable[1] & (top | top >> 18))
    else:
        frontier = (0, 0)
    pairs: list[Pair] = []
    stock = bridges_left(board)
    after = state.next_state(towers, board.vertical, board.horizontal, part)
    turns = turns_left(after, player)
    centre = state.config.centre
    value = player_value(board, turns, centre, weights) if frontier[0] or frontier[1] else 0.0
    while len(pairs) < stock and (frontier[0] or frontier[1]):
        best: tuple[float, Pair, PlayerBoard] | None = None
        for pair, longer in _with_one_bridge(board, frontier):
            reached = player_value(longer, turns, centre, weights)
            if reached > value and (best is None or reached > best[0]):
                best = (reached, pair, longer)
        if best is None:
            break
        value, pair, board = best
        pairs.append(pair)
        layable = layable_bridges(board.own, occupied, board.vertical, board.horizontal)
        up, right = GRID.touching[pair]
        if part.target is None and len(pairs) == 1:
            frontier = (0, 0)
        frontier = (layable[0] & (frontier[0] | up), layable[1] & (frontier[1] | right))
    if pairs:
        part = part._replace(bridges=tuple(sorted(pairs)))
        after = state.next_state(towers, board.vertical, board.horizontal, part)
    return Candidate(part, after)


def _with_one_bridge(board: PlayerBoard, frontier: tuple[int, int]) -> Iterator[tuple[Pair, PlayerBoard]]:
    """Each bridge of the frontier, and the board with it."""
    own, occupied, vertical, horizontal = board
    for bits, reach in ((frontier[0], 2), (frontier[1], 18)):
        while bits:
            bit = bits & -bits
            bits ^= bit
            low = (bit.bit_length() - 1) % FIELDS
            if reach == 2:
                yield (low, low + 2), PlayerBoard(own, occupied, vertical | bit, horizontal)
            else:
                yield (low, low + 18), PlayerBoard(own, occupied, vertical, horizontal | bit)


def best_final_turn(
    state: TaktoriState, first_steps: Iterable[Turn | LayBridge], most: int, limit: Limit
) -> Turn | None:
    """The turn with the most points among those that begin with these steps; tries at most `most` turns of each.

    In a player's last turn nothing else matters. None if no bridge can be laid, or if the time is up before.
    """
    player, centre = state.player, state.config.centre
    best: Turn | None = None
    highest = -1
    for step in first_steps:
        for turn in islice(state.take(step).turns(), 1, most):
            if limit.is_over():
                return best
            after = state.apply(turn)
            reached = points(player_board(after, player), centre)
            if reached > highest:
                best, highest = turn, reached
    return best


def progress(state: TaktoriState) -> float:
    """How much of the game is over: the share of towers placed by the player who has placed most."""
    return max(towers.bit_count() for towers in state.towers) / TOWERS
