"""Positions of Fem as searches see them: the bits of the rules, without their checks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from tabletop.games.fem.rules import GROUND, FemState, Steps, Variant, has_loop
from tabletop.games.towers.geometry import BRIDGES, TOWERS, Pair, bits_of
from tabletop.games.towers.moves import Turn
from tabletop.games.towers.rules import shifted_towers

FIELDS = GROUND.fields
FULL = GROUND.full
_VERTICAL = GROUND.vertical
_HORIZONTAL = GROUND.horizontal
_UP = _VERTICAL & FULL
_RIGHT = _HORIZONTAL & FULL
_COLUMNS = GROUND.columns


class Scene(NamedTuple):
    """A position, with the bits of `State`; `winner` is 0 while nobody has won."""

    towers: tuple[int, ...]
    up: int
    right: int
    player: int
    winner: int = 0


class Landing(NamedTuple):
    """The bridges that could all be laid once a tower has come to stand on `field`, seen from above."""

    field: int
    shift: int
    """How far the bits of the tower's level lie above those of level 1."""
    up: int
    right: int


class Option(NamedTuple):
    """A turn and what it leads to."""

    turn: Turn
    scene: Scene


def scene_of(state: FemState) -> Scene:
    """The position of a state."""
    return Scene(state.towers, state.vertical, state.horizontal, state.player, state.winner)


def state_of(scene: Scene, variant: Variant) -> FemState:
    """The state of a position that nobody has won; its `settled` finds a winner."""
    return FemState(variant, scene.towers, scene.up, scene.right, scene.player)


def seen_from_above(scene: Scene, player: int) -> tuple[int, int]:
    """The pairs of fields that the player's bridges join: those going up, those going right."""
    own = scene.towers[player - 1]
    return GROUND.fold(scene.up & own), GROUND.fold(scene.right & own)


def bridges_left(scene: Scene, player: int) -> int:
    """Bridges in the player's stock."""
    own = scene.towers[player - 1]
    return BRIDGES - (scene.up & own).bit_count() - (scene.right & own).bit_count()


def tops_of(scene: Scene, player: int) -> int:
    """The player's towers that are not overbuilt."""
    standing = scene.towers[0] | scene.towers[1]
    return scene.towers[player - 1] & (standing ^ standing >> FIELDS)


def layable(scene: Scene, player: int) -> tuple[int, int]:
    """Lower ends, on their levels, of the bridges that a turn with a bridge alone may lay."""
    own = tops_of(scene, player)
    return own & own >> 1 & _VERTICAL & ~scene.up, own & own >> 5 & _HORIZONTAL & ~scene.right


def takeable(scene: Scene, player: int) -> tuple[int, int]:
    """Lower ends, on their levels, of the player's bridges that are not overbuilt."""
    own = tops_of(scene, player)
    return own & own >> 1 & scene.up, own & own >> 5 & scene.right


def movable(scene: Scene, player: int) -> int:
    """The player's towers that may move: on top, and no bridge ends at them."""
    held = scene.up | scene.up << 1 | scene.right | scene.right << 5
    return tops_of(scene, player) & ~held


def is_stuck(scene: Scene) -> bool:
    """Whether the player to move has no legal turn (F7)."""
    player = scene.player
    if scene.towers[player - 1].bit_count() < TOWERS or movable(scene, player) or any(takeable(scene, player)):
        return False
    return not (any(layable(scene, player)) and bridges_left(scene, player))


def is_smothered(scene: Scene) -> bool:
    """Whether the other player wins against the one to move by overbuilding every tower at once (F7).

    Who has no tower on top can only place one. If the other has as many towers in stock,
    each new one is overbuilt before a second can join it, until there is nothing to place.
    """
    own, other = scene.towers[scene.player - 1], scene.towers[2 - scene.player]
    return other.bit_count() <= own.bit_count() and not tops_of(scene, scene.player)


def landing(
    scene: Scene, player: int, towers: tuple[int, ...], field: int, skip_up: int = 0, skip_right: int = 0
) -> Landing:
    """What could be laid once the player's tower has come to stand on the field; `towers` are those after it.

    Pairs of fields to be skipped are not laid on.
    """
    standing = towers[0] | towers[1]
    tops = standing ^ standing >> FIELDS
    shift = (tops & _COLUMNS[field]).bit_length() - 1 - field
    own = (towers[player - 1] & tops) >> shift & FULL
    up = own & own >> 1 & _UP & ~(scene.up >> shift | skip_up)
    right = own & own >> 5 & _RIGHT & ~(scene.right >> shift | skip_right)
    reach = 1 << field
    while True:
        wider = reach | (reach & up) << 1 | reach >> 1 & up | (reach & right) << 5 | reach >> 5 & right
        if wider == reach:
            return Landing(field, shift, up & reach, right & reach)
        reach = wider


def promising(scene: Scene, player: int, towers: tuple[int, ...], up: int, right: int) -> int:
    """The fields where a further tower of the player could help to close a loop; others certainly could not.

    A loop goes through the new tower, so that two bridges end there, unless bridges that
    could be laid already would close one. `up` and `right` are the pairs joined already.
    """
    standing = towers[0] | towers[1]
    own = towers[player - 1] & (standing ^ standing >> FIELDS)
    spots = (standing << FIELDS | FULL) ^ standing
    below, above = (own & _VERTICAL) << 1, own >> 1 & _VERTICAL
    west, east = (own & _HORIZONTAL) << 5, own >> 5 & _HORIZONTAL
    can_up, can_right = own & above & ~scene.up, own & east & ~scene.right
    if (can_up or can_right) and has_loop(up | GROUND.fold(can_up), right | GROUND.fold(can_right)):
        return GROUND.fold(spots & (below | above | west | east))
    return GROUND.fold(spots & (below & above | west & east | (below | above) & (west | east)))


def moves_of_towers(scene: Scene, player: int, variant: Variant, sources: int, targets: int) -> Iterator[Turn]:
    """The ways to move towers from one of some fields to one of others, as turns without bridges."""
    if variant.stacks or variant.ousting:
        for step in Steps(state_of(scene._replace(player=player), variant)):
            assert isinstance(step, Turn)
            source, target = step.source, step.target
            if source is not None and target is not None and sources >> source & targets >> target & 1:
                yield step
        return
    for source in bits_of(GROUND.fold(movable(scene, player)) & sources):
        for target in bits_of(targets & ~(1 << source)):
            yield Turn("move", source, target)


def winning_turn(scene: Scene, player: int, variant: Variant) -> Turn | None:
    """A turn with which the player, if it were their turn, would close a loop; None where there is none."""
    up, right = seen_from_above(scene, player)
    return _win_by_bridge(scene, player, up, right) or _win_by_tower(scene, player, variant, up, right)


def _win_by_bridge(scene: Scene, player: int, up: int, right: int) -> Turn | None:
    """A turn with a bridge alone that closes a loop."""
    can_up, can_right = layable(scene, player)
    if not (can_up or can_right) or not has_loop(up | GROUND.fold(can_up), right | GROUND.fold(can_right)):
        return None
    pairs = list(GROUND.each_pair(can_up, can_right))
    if bridges_left(scene, player):
        for pair in pairs:
            if has_loop(*_joined(up, right, pair)):
                return Turn("bridge", bridges=(pair,))
        return None
    for taken in GROUND.each_pair(*takeable(scene, player)):
        rest = seen_from_above(_without(scene, taken), player)
        for pair in pairs:
            if has_loop(*_joined(*rest, pair)):
                return Turn("shift", bridges=(pair,), taken=(taken,))
    return None


def _joined(up: int, right: int, pair: Pair) -> tuple[int, int]:
    low, high = pair
    return (up | 1 << low, right) if high - low == 1 else (up, right | 1 << low)


def _without(scene: Scene, pair: Pair) -> Scene:
    """The scene without the topmost bridge on a pair of fields."""
    low, high = pair
    standing = scene.towers[0] | scene.towers[1]
    bit = standing & ~(standing >> FIELDS) & _COLUMNS[low]
    return scene._replace(up=scene.up & ~bit) if high - low == 1 else scene._replace(right=scene.right & ~bit)


def _win_by_tower(scene: Scene, player: int, variant: Variant, up: int, right: int) -> Turn | None:
    """A turn with a tower that closes a loop."""
    towers = scene.towers
    own = towers[player - 1]
    can_place = own.bit_count() < TOWERS
    if can_place:
        for field in bits_of(promising(scene, player, towers, up, right)):
            if turn := _closing(scene, player, variant, Turn("place", target=field), up, right):
                return turn
    if variant.stacks or variant.ousting:
        parts = moves_of_towers(scene, player, variant, FULL, FULL)
        closing = (_closing(scene, player, variant, part, up, right) for part in parts if part.oust < part.count)
        return next((turn for turn in closing if turn), None)
    moving = movable(scene, player)
    if can_place:
        # Moving a tower does no more than placing one, but for an own tower that comes to light below it.
        moving &= own << FIELDS
    for bit in _single_bits(moving):
        source = (bit.bit_length() - 1) % FIELDS
        bare = _with_own(towers, player, own ^ bit)
        for field in bits_of(promising(scene, player, bare, up, right) & ~(1 << source)):
            if turn := _closing(scene, player, variant, Turn("move", source, field), up, right):
                return turn
    return None


def _with_own(towers: tuple[int, ...], player: int, own: int) -> tuple[int, ...]:
    return (own, towers[1]) if player == 1 else (towers[0], own)


def _single_bits(mask: int) -> Iterator[int]:
    while mask:
        bit = mask & -mask
        mask ^= bit
        yield bit


def _closing(scene: Scene, player: int, variant: Variant, part: Turn, up: int, right: int) -> Turn | None:
    """The tower part with bridges that close a loop; None where there are none."""
    assert part.target is not None
    found = landing(scene, player, shifted_towers(GROUND, scene.towers, player, part), part.target)
    new_up, new_right = found.up & ~up, found.right & ~right
    if not (new_up or new_right) or not has_loop(up | found.up, right | found.right):
        return None
    pairs = needed(found, up, right)
    if len(pairs) <= bridges_left(scene, player):
        return part._replace(bridges=pairs)
    return _closing_with_few(scene, player, variant, part)


def needed(found: Landing, up: int, right: int) -> tuple[Pair, ...]:
    """New bridges that close a loop with those that lie, without any that can be spared."""
    kept = list(GROUND.each_pair(found.up, found.right))
    for pair in list(kept):
        fewer = [other for other in kept if other != pair]
        if _hangs_together(fewer, found.field) and _closes(fewer, up, right):
            kept = fewer
    return tuple(kept)


def _closes(pairs: list[Pair], up: int, right: int) -> bool:
    for pair in pairs:
        up, right = _joined(up, right, pair)
    return has_loop(up, right)


def _hangs_together(pairs: list[Pair], field: int) -> bool:
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


def _closing_with_few(scene: Scene, player: int, variant: Variant, part: Turn) -> Turn | None:
    """The same where the stock is short, so that it matters which bridges are laid and taken up."""
    state = state_of(scene._replace(player=player), variant)
    for turn in state.take(part).turns():
        if state.apply(turn).winner == player:
            return turn
    return None


def built(scene: Scene, part: Turn) -> Option:
    """The tower part with every bridge that joins fields not joined yet, as far as the stock goes."""
    player = scene.player
    towers = shifted_towers(GROUND, scene.towers, player, part)
    up, right = scene.up, scene.right
    pairs: list[Pair] = []
    stock = bridges_left(scene, player)
    if stock and part.oust < part.count:
        assert part.target is not None
        lying = seen_from_above(scene, player)
        found = landing(scene, player, towers, part.target, *lying)
        if found.up or found.right:
            pairs = _outwards(list(GROUND.each_pair(found.up, found.right)), part.target, stock)
            for low, high in pairs:
                bit = 1 << low + found.shift
                if high - low == 1:
                    up |= bit
                else:
                    right |= bit
            part = part._replace(bridges=tuple(sorted(pairs)))
    after = Scene(towers, up, right, 3 - player)
    if pairs and has_loop(*seen_from_above(after, player)):
        after = after._replace(winner=player)
    return Option(part, after)


def _outwards(pairs: list[Pair], field: int, stock: int) -> list[Pair]:
    """The first of the bridges, from the field outwards."""
    if len(pairs) <= stock:
        return pairs
    chosen: list[Pair] = []
    reached = {field}
    while len(chosen) < stock:
        pair = next(pair for pair in pairs if pair not in chosen and (pair[0] in reached or pair[1] in reached))
        chosen.append(pair)
        reached.update(pair)
    return chosen


def followed(scene: Scene, turn: Turn, variant: Variant) -> Option:
    """Any legal turn and what it leads to."""
    return Option(turn, scene_of(state_of(scene, variant).apply(turn)))
