"""Fem's positions as a search sees them, and the turns it tries: wins in one turn, and towers with their bridges.

    position = search_position(state)
    winning_turn(position, position.player, state.config)            # a Turn, or None
    with_all_bridges(position, Turn("place", target=12), config)     # a Candidate

A SearchPosition has the bits of a FemState, but nothing is checked when one is made. Pairs of fields that bridges join,
on any level, are two masks of lower fields: `up` for vertical bridges, `right` for horizontal ones.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from tabletop.games.fem.rules import GRID, Config, FemState, FemSteps, has_loop
from tabletop.games.towers.geometry import BRIDGES, TOWERS, Pair, bits_of
from tabletop.games.towers.moves import Turn
from tabletop.games.towers.rules import towers_after

FIELDS = GRID.fields
FULL = GRID.full
_VERTICAL = GRID.vertical
_HORIZONTAL = GRID.horizontal
_UP = _VERTICAL & FULL
_RIGHT = _HORIZONTAL & FULL
_STACK_BITS = GRID.stack_bits


class SearchPosition(NamedTuple):
    """A position with the bits and the fresh field of a FemState; `winner` is 0 while nobody has won."""

    towers: tuple[int, ...]
    vertical: int
    horizontal: int
    player: int
    winner: int = 0
    fresh: int | None = None


class NewBridges(NamedTuple):
    """The bridges that could all be laid in the turn that puts a tower on `field`."""

    field: int
    shift: int
    """How far the bits of the tower's level lie above those of level 1."""
    up: int
    right: int


class Candidate(NamedTuple):
    """A turn worth trying, and the position that it leads to."""

    turn: Turn
    position: SearchPosition


def search_position(state: FemState) -> SearchPosition:
    """The search position of a state."""
    return SearchPosition(state.towers, state.vertical, state.horizontal, state.player, state.winner, state.fresh)


def full_state(position: SearchPosition, config: Config) -> FemState:
    """The state of a position that nobody has won; its `settled` finds a winner."""
    towers, vertical, horizontal, player, _, fresh = position
    return FemState(config, towers, vertical, horizontal, player, fresh)


def with_turn_of(position: SearchPosition, player: int) -> SearchPosition:
    """The position if it were this player's turn; for the one who is not to move, no field is fresh then."""
    return position if position.player == player else position._replace(player=player, fresh=None)


def closed_fields(position: SearchPosition, player: int, config: Config) -> int:
    """The fields where the player may put no tower (F11, F12), unless the turn ousts what is there."""
    closed = 0
    if position.fresh is not None and position.player == player:
        closed = 1 << position.fresh
    if config.nocover:
        closed |= GRID.flatten(top_towers(position, 3 - player))
    return closed


def joined_pairs(position: SearchPosition, player: int) -> tuple[int, int]:
    """The pairs of fields that the player's bridges join, up and right."""
    own = position.towers[player - 1]
    return GRID.flatten(position.vertical & own), GRID.flatten(position.horizontal & own)


def bridges_left(position: SearchPosition, player: int) -> int:
    """Bridges in the player's stock."""
    own = position.towers[player - 1]
    return BRIDGES - (position.vertical & own).bit_count() - (position.horizontal & own).bit_count()


def top_towers(position: SearchPosition, player: int) -> int:
    """The player's towers that are not overbuilt."""
    occupied = position.towers[0] | position.towers[1]
    return position.towers[player - 1] & (occupied ^ occupied >> FIELDS)


def layable_bridges(position: SearchPosition, player: int) -> tuple[int, int]:
    """Lower ends, on their levels, of the bridges that a turn without a tower may lay."""
    tops = top_towers(position, player)
    return tops & tops >> 1 & _VERTICAL & ~position.vertical, tops & tops >> 5 & _HORIZONTAL & ~position.horizontal


def takeable_bridges(position: SearchPosition, player: int) -> tuple[int, int]:
    """Lower ends, on their levels, of the player's bridges that are not overbuilt."""
    tops = top_towers(position, player)
    return tops & tops >> 1 & position.vertical, tops & tops >> 5 & position.horizontal


def movable_towers(position: SearchPosition, player: int) -> int:
    """The player's towers that may move: on top, and no bridge ends at them."""
    touched = position.vertical | position.vertical << 1 | position.horizontal | position.horizontal << 5
    return top_towers(position, player) & ~touched


def is_stuck(position: SearchPosition) -> bool:
    """Whether the player to move has no legal turn (F7)."""
    player = position.player
    if position.towers[player - 1].bit_count() < TOWERS or movable_towers(position, player):
        return False
    if any(takeable_bridges(position, player)):
        return False
    return not (any(layable_bridges(position, player)) and bridges_left(position, player))


def loses_by_overbuilding(position: SearchPosition, config: Config) -> bool:
    """Whether the player to move loses because the opponent can overbuild every tower at once (F7).

    A player without a tower on top can only place one. If the opponent has at least as many in stock,
    each new tower is overbuilt before a second can join it, until there is none left to place.
    The options `immune` and `nocover` forbid that.
    """
    if config.immune or config.nocover:
        return False
    own, other = position.towers[position.player - 1], position.towers[2 - position.player]
    return other.bit_count() <= own.bit_count() and not top_towers(position, position.player)


def new_bridges(
    position: SearchPosition, player: int, towers: tuple[int, ...], field: int, skip_up: int = 0, skip_right: int = 0
) -> NewBridges:
    """The bridges that the player could lay after putting a tower on the field; `towers` are those after it.

    `skip_up` and `skip_right` are pairs of fields that get no bridge.
    """
    occupied = towers[0] | towers[1]
    tops = occupied ^ occupied >> FIELDS
    shift = (tops & _STACK_BITS[field]).bit_length() - 1 - field
    own = (towers[player - 1] & tops) >> shift & FULL
    up = own & own >> 1 & _UP & ~(position.vertical >> shift | skip_up)
    right = own & own >> 5 & _RIGHT & ~(position.horizontal >> shift | skip_right)
    reach = 1 << field
    while True:
        wider = reach | (reach & up) << 1 | reach >> 1 & up | (reach & right) << 5 | reach >> 5 & right
        if wider == reach:
            return NewBridges(field, shift, up & reach, right & reach)
        reach = wider


def promising_fields(position: SearchPosition, player: int, towers: tuple[int, ...], up: int, right: int) -> int:
    """The fields where another tower of the player could help to close a loop; on other fields it cannot.

    The loop goes through the new tower's field, so two bridges end there, on any levels, unless bridges that
    can be laid already would close one. `up` and `right` are the pairs that are already joined.
    """
    occupied = towers[0] | towers[1]
    own = towers[player - 1] & (occupied ^ occupied >> FIELDS)
    spots = (occupied << FIELDS | FULL) ^ occupied
    below, above = (own & _VERTICAL) << 1, own >> 1 & _VERTICAL
    west, east = (own & _HORIZONTAL) << 5, own >> 5 & _HORIZONTAL
    can_up, can_right = own & above & ~position.vertical, own & east & ~position.horizontal
    if (can_up or can_right) and has_loop(up | GRID.flatten(can_up), right | GRID.flatten(can_right)):
        return GRID.flatten(spots & (below | above | west | east))
    joined = up | up << 1 | right | right << 5
    with_two = GRID.flatten(spots & (below & above | west & east | (below | above) & (west | east)))
    return with_two | GRID.flatten(spots & (below | above | west | east)) & joined


def tower_moves(position: SearchPosition, player: int, config: Config, sources: int, targets: int) -> Iterator[Turn]:
    """The moves of towers from one of the sources to one of the targets, as turns without bridges."""
    if config.stacks or config.ousting:
        for step in FemSteps(full_state(with_turn_of(position, player), config)):
            assert isinstance(step, Turn)
            source, target = step.source, step.target
            if source is not None and target is not None and sources >> source & targets >> target & 1:
                yield step
        return
    targets &= ~closed_fields(position, player, config)
    for source in bits_of(GRID.flatten(movable_towers(position, player)) & sources):
        for target in bits_of(targets & ~(1 << source)):
            yield Turn("move", source, target)


def winning_turn(position: SearchPosition, player: int, config: Config) -> Turn | None:
    """A turn that would close a loop for the player, if it were their turn; None if there is none."""
    up, right = joined_pairs(position, player)
    return _win_by_bridge(position, player, up, right) or _win_by_tower(position, player, config, up, right)


def _win_by_bridge(position: SearchPosition, player: int, up: int, right: int) -> Turn | None:
    """A turn without a tower that closes a loop."""
    can_up, can_right = layable_bridges(position, player)
    if not (can_up or can_right) or not has_loop(up | GRID.flatten(can_up), right | GRID.flatten(can_right)):
        return None
    pairs = list(GRID.pairs_of(can_up, can_right))
    if bridges_left(position, player):
        for pair in pairs:
            if has_loop(*_with_pair(up, right, pair)):
                return Turn("bridge", bridges=(pair,))
        return None
    for taken in GRID.pairs_of(*takeable_bridges(position, player)):
        rest = joined_pairs(_without_bridge(position, taken), player)
        for pair in pairs:
            if has_loop(*_with_pair(*rest, pair)):
                return Turn("shift", bridges=(pair,), taken=(taken,))
    return None


def _with_pair(up: int, right: int, pair: Pair) -> tuple[int, int]:
    low, high = pair
    return (up | 1 << low, right) if high - low == 1 else (up, right | 1 << low)


def _without_bridge(position: SearchPosition, pair: Pair) -> SearchPosition:
    """The position without the topmost bridge on a pair of fields."""
    low, high = pair
    occupied = position.towers[0] | position.towers[1]
    bit = occupied & ~(occupied >> FIELDS) & _STACK_BITS[low]
    if high - low == 1:
        return position._replace(vertical=position.vertical & ~bit)
    return position._replace(horizontal=position.horizontal & ~bit)


def _win_by_tower(position: SearchPosition, player: int, config: Config, up: int, right: int) -> Turn | None:
    """A turn with a tower that closes a loop."""
    towers = position.towers
    own = towers[player - 1]
    can_place = own.bit_count() < TOWERS
    closed = closed_fields(position, player, config)
    if can_place:
        for field in bits_of(promising_fields(position, player, towers, up, right) & ~closed):
            if turn := _closing_turn(position, player, config, Turn("place", target=field), up, right):
                return turn
    if config.stacks or config.ousting:
        parts = tower_moves(position, player, config, FULL, FULL)
        closing = (_closing_turn(position, player, config, part, up, right) for part in parts if part.oust < part.count)
        return next((turn for turn in closing if turn), None)
    moving = movable_towers(position, player)
    if can_place:
        # Moving a tower achieves no more than placing one, unless it uncovers another of the player's.
        moving &= own << FIELDS
    for bit in _single_bits(moving):
        source = (bit.bit_length() - 1) % FIELDS
        rest = _with_own(towers, player, own ^ bit)
        for field in bits_of(promising_fields(position, player, rest, up, right) & ~(closed | 1 << source)):
            if turn := _closing_turn(position, player, config, Turn("move", source, field), up, right):
                return turn
    return None


def _with_own(towers: tuple[int, ...], player: int, own: int) -> tuple[int, ...]:
    return (own, towers[1]) if player == 1 else (towers[0], own)


def _single_bits(mask: int) -> Iterator[int]:
    while mask:
        bit = mask & -mask
        mask ^= bit
        yield bit


def _closing_turn(
    position: SearchPosition, player: int, config: Config, part: Turn, up: int, right: int
) -> Turn | None:
    """The tower part with bridges that close a loop; None if there are none."""
    assert part.target is not None
    bridges = new_bridges(position, player, towers_after(GRID, position.towers, player, part), part.target)
    new_up, new_right = bridges.up & ~up, bridges.right & ~right
    if not (new_up or new_right) or not has_loop(up | bridges.up, right | bridges.right):
        return None
    pairs = needed_bridges(bridges, up, right)
    if len(pairs) <= bridges_left(position, player):
        return part._replace(bridges=pairs)
    return _closing_turn_with_few(position, player, config, part)


def needed_bridges(bridges: NewBridges, up: int, right: int) -> tuple[Pair, ...]:
    """The new bridges needed to close a loop with the joined pairs, and no others."""
    pairs = list(GRID.pairs_of(bridges.up, bridges.right))
    for pair in list(pairs):
        fewer = [other for other in pairs if other != pair]
        if _is_connected(fewer, bridges.field) and _closes(fewer, up, right):
            pairs = fewer
    return tuple(pairs)


def _closes(pairs: list[Pair], up: int, right: int) -> bool:
    for pair in pairs:
        up, right = _with_pair(up, right, pair)
    return has_loop(up, right)


def _is_connected(pairs: list[Pair], field: int) -> bool:
    """Whether all the bridges are connected with the field."""
    reached = {field}
    waiting = pairs
    while waiting:
        beyond = [pair for pair in waiting if pair[0] not in reached and pair[1] not in reached]
        if len(beyond) == len(waiting):
            return False
        for pair in waiting:
            if pair not in beyond:
                reached.update(pair)
        waiting = beyond
    return True


def _closing_turn_with_few(position: SearchPosition, player: int, config: Config, part: Turn) -> Turn | None:
    """The tower part with bridges that close a loop when the stock is short: tries all turns."""
    state = full_state(with_turn_of(position, player), config)
    for turn in state.take(part).turns():
        if state.apply(turn).winner == player:
            return turn
    return None


def with_all_bridges(position: SearchPosition, part: Turn, config: Config) -> Candidate:
    """The tower part with a bridge on every pair that is not joined yet, as long as the stock lasts."""
    player = position.player
    towers = towers_after(GRID, position.towers, player, part)
    vertical, horizontal = position.vertical, position.horizontal
    pairs: list[Pair] = []
    stock = bridges_left(position, player)
    if stock and part.oust < part.count:
        assert part.target is not None
        bridges = new_bridges(position, player, towers, part.target, *joined_pairs(position, player))
        if bridges.up or bridges.right:
            pairs = _nearest(list(GRID.pairs_of(bridges.up, bridges.right)), part.target, stock)
            for low, high in pairs:
                bit = 1 << low + bridges.shift
                if high - low == 1:
                    vertical |= bit
                else:
                    horizontal |= bit
            part = part._replace(bridges=tuple(sorted(pairs)))
    fresh = part.landing if config.immune else None
    after = SearchPosition(towers, vertical, horizontal, 3 - player, fresh=fresh)
    if pairs and has_loop(*joined_pairs(after, player)):
        after = after._replace(winner=player)
    return Candidate(part, after)


def _nearest(pairs: list[Pair], field: int, stock: int) -> list[Pair]:
    """As many bridges as the stock has, those nearest to the field first."""
    if len(pairs) <= stock:
        return pairs
    chosen: list[Pair] = []
    reached = {field}
    while len(chosen) < stock:
        pair = next(pair for pair in pairs if pair not in chosen and (pair[0] in reached or pair[1] in reached))
        chosen.append(pair)
        reached.update(pair)
    return chosen


def make_candidate(position: SearchPosition, turn: Turn, config: Config) -> Candidate:
    """A legal turn and the position that it leads to."""
    return Candidate(turn, search_position(full_state(position, config).apply(turn)))
