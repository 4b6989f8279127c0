"""Turns worth trying: a tower part with the bridges that go with it.

A turn can have a huge number of bridge sets, so bridges are chosen one by one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple, TypeAlias

from tabletop.bots.limit import Limit
from tabletop.games.taktori.evaluation import PlayerBoard, bridges_left, player_board, points
from tabletop.games.taktori.rules import GRID, TaktoriState, layable_bridges
from tabletop.games.taktori.squares import FIELDS, Ground, flat, ground
from tabletop.games.towers.geometry import Pair
from tabletop.games.towers.moves import LayBridge, Turn
from tabletop.games.towers.rules import occupancy

Worth: TypeAlias = Callable[[PlayerBoard, int, TaktoriState], float]
"""What a board is worth to a player after a turn; the state tells how many turns are left."""


class Candidate(NamedTuple):
    """A turn worth trying, and the state that it leads to."""

    turn: Turn
    state: TaktoriState


def with_best_bridges(state: TaktoriState, part: Turn, worth: Worth) -> Candidate:
    """The turn with the most valuable bridges, chosen one by one for as long as they add value."""
    player = state.player
    towers = state.towers_after(part)
    occupied = occupancy(towers)
    board = PlayerBoard(towers[player - 1], occupied, state.vertical, state.horizontal)
    layable = layable_bridges(board.own, occupied, board.vertical, board.horizontal)
    if part.target is None:
        frontier = layable
    elif part.oust < part.count:
        top = (occupied ^ occupied >> FIELDS) & GRID.stack_bits[part.target]
        frontier = (layable[0] & (top | top >> 2), layable[1] & (top | top >> 18))
    else:
        frontier = (0, 0)
    pairs: list[Pair] = []
    stock = bridges_left(board)
    after = state.next_state(towers, board.vertical, board.horizontal, part)
    value = worth(board, player, after) if frontier[0] or frontier[1] else 0.0
    while len(pairs) < stock and (frontier[0] or frontier[1]):
        best: tuple[float, Pair, PlayerBoard] | None = None
        for pair, longer in _with_one_bridge(board, frontier):
            reached = worth(longer, player, after)
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


_LINK, _RIVAL_LINK, _COVERED, _CLOSE = 4, 3, 3, 1
_BOTTOM_ROW = sum(1 << 9 * column for column in range(9))
_TOP_ROW = _BOTTOM_ROW << 8
_CENTRE_FIRST = sorted(range(FIELDS), key=lambda field: (abs(field // 9 - 4) + abs(field % 9 - 4), field))


class Zone(NamedTuple):
    """Fields where a tower changes which bridges a player can lay, each as often as there are such bridges."""

    links: tuple[int, ...]
    """A tower of the player there could have a bridge to one on top: by the side on which that one stands."""
    linked: tuple[int, ...]
    """Those towers."""
    ready: tuple[int, ...]
    """Towers between which a bridge could be laid at once."""
    near: int
    """Fields next to own towers on top, and under them."""


def zone(own: int, around: Ground) -> Zone:
    """Where the owner of these towers could build next."""
    tops, spots, spots_up, spots_right, free_up, free_right, *_ = around
    top = own & tops
    top_up, top_right = top >> 2, top >> 18
    from_below, from_above = flat(top & spots_up & free_up), flat(spots & top_up & free_up)
    from_left, from_right = flat(top & spots_right & free_right), flat(spots & top_right & free_right)
    up, right = flat(top & top_up & free_up), flat(top & top_right & free_right)
    near = flat(top)
    near |= near << 1 & ~_BOTTOM_ROW | near >> 1 & ~_TOP_ROW
    return Zone(
        (from_below << 2, from_above, from_left << 18, from_right),
        (from_below, from_above << 2, from_left, from_right << 18),
        (up, up << 2, right, right << 18),
        (near | near << 9 | near >> 9) & GRID.full,
    )


def promising_fields(state: TaktoriState, zones: Sequence[Zone]) -> list[int]:
    """The fields where a tower may be placed, those first that look best at a glance.

    A field is worth a look if a tower there could have bridges, or an opponent's could, or if it covers a tower of an
    opponent that could have some, or if own towers stand next to it.
    """
    scores = [0] * FIELDS
    for seat, (links, linked, ready, near) in enumerate(zones, 1):
        is_own = seat == state.player
        for fields in links:
            _add(scores, fields, _LINK if is_own else _RIVAL_LINK)
        if is_own:
            _add(scores, near, _CLOSE)
        else:
            for fields in ready:
                _add(scores, fields, _COVERED)
            for fields in linked:
                _add(scores, fields, _CLOSE)
    order = [field for field in _CENTRE_FIRST if field != state.fresh]
    order.sort(key=lambda field: -scores[field])
    return order


def zones_of(state: TaktoriState) -> list[Zone]:
    """Every player's zone."""
    around = ground(occupancy(state.towers), state.vertical, state.horizontal)
    return [zone(own, around) for own in state.towers]


def _add(scores: list[int], fields: int, score: int) -> None:
    while fields:
        bit = fields & -fields
        fields ^= bit
        scores[bit.bit_length() - 1] += score
