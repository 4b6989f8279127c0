"""Closed polygons of bridges and their values (T19-T21, T23-T25).

    score(state.bridges, players=2)          # the points of all players
    polygons(state.bridges, owner=1)         # one player's polygons, whether they count or not

The 8 x 8 unit squares are bits of an int: the square whose lower left field is f has
bit f + 9. A column of fields has nine bits but only eight squares, so the ninth bit,
with the columns left and right of the board, is outside; a step down from the lowest
square of a column lands there as it should. Halves have a bit each: from field f to the
right bit f + 9, from f upwards bit f + 99. Fields are numbered f = column * 9 + row.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from tabletop.games.towers.geometry import Bridge, Half

SIZE = 9
FEWEST = 4
"""A polygon has at least four sides, on four lines, so it needs this many bridges."""
SMALLEST_RING = 7
"""A region of fewer squares cannot enclose another."""

_PLANE_BITS = 90
_PLANE = (1 << _PLANE_BITS) - 1
_OUTSIDE = sum(1 << bit for bit in range(_PLANE_BITS) if not 9 <= bit < 81 or bit % 9 == 8)
CENTRE = frozenset(column * SIZE + row for column in (3, 4, 5) for row in (3, 4, 5))
"""The nine fields d4..f6."""


class Side(NamedTuple):
    """A bridge that borders a polygon, and those of its halves that do so and are topmost."""

    bridge: Bridge
    halves: tuple[Half, ...]


@dataclass(frozen=True)
class Polygon:
    """A region that one player's bridges close off, whether it counts or not.

    `fields` goes clockwise around the outer boundary from the lowest field, which no other
    polygon of this player has as its lowest; where the polygon touches itself in a corner,
    that field appears twice. `sides` has the boundaries of holes too, after the outer one.
    """

    owner: int
    fields: tuple[int, ...]
    sides: tuple[Side, ...]
    encloses: tuple[int, ...] = ()
    """The lowest fields of the polygons that this one encloses (T20)."""
    connected: bool = True
    """Connected to the centre, if an option demands it (T23, T24)."""
    squares: frozenset[int] = frozenset()
    """Its unit squares, by their lower left fields."""

    @property
    def value(self) -> int:
        """The polygon's points if it counts (T21)."""
        return sum(side.bridge.level for side in self.sides)

    @property
    def counts(self) -> bool:
        """Whether its points are scored."""
        return self.connected and not self.encloses


def score(bridges: Iterable[Bridge], players: int, centre: int = 0) -> tuple[int, ...]:
    """The points of all players; `centre` is the option. The bridges are not checked."""
    owned: list[list[Bridge]] = [[] for _ in range(players)]
    for bridge in bridges:
        owned[bridge.owner - 1].append(bridge)
    return tuple([_points(own, centre) if len(own) >= FEWEST else 0 for own in owned])


def polygons(bridges: Iterable[Bridge], owner: int, centre: int = 0) -> list[Polygon]:
    """The polygons of one player by lowest field. The bridges are not checked."""
    own = sorted((bridge for bridge in bridges if bridge.owner == owner), key=_height, reverse=True)
    core = _without_loose_ends(_walls(own))
    outside, regions = _regions(core)
    inner = [_enclosed(region, outside, regions) for region in regions]
    counting = [region for region, inside in zip(regions, inner, strict=True) if not inside]
    valid = set(_valid(counting, own, centre))
    listed = []
    for region, inside in zip(regions, inner, strict=True):
        fields = _outline(region)
        encloses = tuple(_lowest(other) for other in regions if other & inside)
        squares = frozenset(bit - SIZE for bit in range(region.bit_length()) if region >> bit & 1)
        is_connected = bool(inside) or region in valid
        listed.append(Polygon(owner, fields, _sides(region, fields, own), encloses, is_connected, squares))
    return listed


def _points(own: list[Bridge], centre: int) -> int:
    """One player's points."""
    core = _without_loose_ends(_walls(own))
    if not core:
        return 0
    own.sort(key=_height, reverse=True)
    outside, regions = _regions(core)
    counting = [region for region in regions if not _enclosed(region, outside, regions)]
    points = 0
    for region in _valid(counting, own, centre):
        for bridge, _ in _visible(_boundary(region), own):
            points += bridge.level
    return points


def _height(bridge: Bridge) -> int:
    return bridge.level


def _half_bits(bridge: Bridge) -> int:
    """The two halves of a bridge, as bits."""
    return 3 << bridge.low + 99 if bridge.high - bridge.low == 2 else 513 << bridge.low + 9


def _walls(bridges: Iterable[Bridge]) -> int:
    """All halves that the bridges cover."""
    walls = 0
    for low, high, _, _ in bridges:
        walls |= 3 << low + 99 if high - low == 2 else 513 << low + 9
    return walls


def _without_loose_ends(walls: int) -> int:
    """The walls without dead ends, whose halves have the same region on both sides (T19)."""
    horizontal = walls & _PLANE
    vertical = walls >> _PLANE_BITS
    while True:
        left = horizontal << 9
        down = vertical << 1
        joints = horizontal & left | vertical & down | (horizontal | left) & (vertical | down)
        rest_horizontal = horizontal & joints & joints >> 9
        rest_vertical = vertical & joints & joints >> 1
        if rest_horizontal == horizontal and rest_vertical == vertical:
            return horizontal | vertical << _PLANE_BITS
        horizontal = rest_horizontal
        vertical = rest_vertical


def _regions(walls: int) -> tuple[int, list[int]]:
    """The squares that join the outside, with the outside, and the closed regions by lowest field (T19)."""
    outside = _flood(_OUTSIDE, walls, _PLANE)
    rest = _PLANE & ~outside
    regions = []
    while rest:
        region = _flood(rest & -rest, walls, rest)
        regions.append(region)
        rest &= ~region
    return outside, regions


def _flood(squares: int, walls: int, within: int) -> int:
    """The squares with all that can be reached from them side by side, not through walls."""
    open_down = ~walls
    open_left = ~(walls >> _PLANE_BITS)
    while True:
        wider = (
            squares
            | squares << 1 & open_down
            | (squares & open_down) >> 1
            | squares << 9 & open_left
            | (squares & open_left) >> 9
        ) & within
        if wider == squares:
            return squares
        squares = wider


def _enclosed(region: int, outside: int, regions: Sequence[int]) -> int:
    """The squares cut off from the outside when nobody may step on the region (T20)."""
    if len(regions) == 1 or region.bit_count() < SMALLEST_RING:
        return 0
    free = _PLANE & ~region
    return free & ~_flood(outside, 0, free)


def _boundary(region: int) -> int:
    """The halves that have the region on one side only."""
    return (region ^ region << 1) & _PLANE | (region ^ region << 9) << _PLANE_BITS


def _visible(boundary: int, own: Iterable[Bridge]) -> list[tuple[Bridge, int]]:
    """The bridges that lie topmost on the boundary, with the halves where they do; `own` from the highest down."""
    visible = []
    for bridge in own:
        halves = boundary & _half_bits(bridge)
        if halves:
            visible.append((bridge, halves))
            boundary ^= halves
            if not boundary:
                break
    return visible


def _valid(counting: list[int], own: Sequence[Bridge], centre: int) -> list[int]:
    """Those of the counting regions that the option `centre` lets score (T23-T25)."""
    if centre == 1:
        connected = _fields_connected_to_centre(own)
        return [region for region in counting if _boundary_fields(region) & connected]
    if centre == 2:
        return _sharing_towers(counting, own)
    return counting


def _fields_connected_to_centre(own: Iterable[Bridge]) -> int:
    """The fields of all bridges that a chain of touching bridges connects to an end on the centre (T23)."""
    reached = 0
    waiting = []
    for bridge in own:
        fields = 7 << bridge.low if bridge.high - bridge.low == 2 else 0x40201 << bridge.low
        if bridge.low in CENTRE or bridge.high in CENTRE:
            reached |= fields
        else:
            waiting.append(fields)
    spreading = bool(reached)
    while spreading:
        beyond = []
        for fields in waiting:
            if fields & reached:
                reached |= fields
            else:
                beyond.append(fields)
        spreading = len(beyond) < len(waiting)
        waiting = beyond
    return reached


def _sharing_towers(counting: list[int], own: Sequence[Bridge]) -> list[int]:
    """The regions with a tower field on the centre, and those that share one with such a region, and so on (T24)."""
    towers = []
    for region in counting:
        ends = 0
        for bridge, _ in _visible(_boundary(region), own):
            ends |= 1 << bridge.low | 1 << bridge.high
        towers.append(ends & _boundary_fields(region))
    reached = sum(1 << field for field in CENTRE)
    valid = [False] * len(counting)
    spreading = True
    while spreading:
        spreading = False
        for index, ends in enumerate(towers):
            if not valid[index] and ends & reached:
                valid[index] = spreading = True
                reached |= ends
    return [region for region, is_valid in zip(counting, valid, strict=True) if is_valid]


def _boundary_fields(region: int) -> int:
    """The fields on the region's boundary, field f as bit f."""
    boundary = _boundary(region)
    horizontal = (boundary & _PLANE) >> 9
    vertical = boundary >> _PLANE_BITS + 9
    return horizontal | horizontal << 9 | vertical | vertical << 1


def _lowest(region: int) -> int:
    """The lowest field of a region: the lower left one of its first square."""
    return (region & -region).bit_length() - 1 - 9


def _outline(region: int) -> tuple[int, ...]:
    """The fields around the region's outer boundary, clockwise from the lowest."""
    start = _lowest(region)
    ahead = (1, 9, -1, -9)
    # Squares ahead of a field, by heading up, right, down, left: on the right hand and on the left hand.
    right = (0, -1, -10, -9)
    left = (-9, 0, -1, -10)
    fields = []
    field, heading = start, 0
    while True:
        fields.append(field)
        field += ahead[heading]
        if not region >> field + 9 + right[heading] & 1:
            heading = (heading + 1) % 4
        elif region >> field + 9 + left[heading] & 1:
            heading = (heading - 1) % 4
        if field == start and heading == 0:
            return tuple(fields)


def _sides(region: int, fields: tuple[int, ...], own: Sequence[Bridge]) -> tuple[Side, ...]:
    """The sides in the order in which the outline meets them, then those around holes."""
    order = {half: place for place, half in enumerate(_pairs(fields))}
    sides = []
    for bridge, halves in _visible(_boundary(region), own):
        sides.append(Side(bridge, tuple(half for half in _halves(bridge) if halves >> _half_bit(half) & 1)))
    sides.sort(key=lambda side: (min(order.get(half, len(order)) for half in side.halves), side.halves))
    return tuple(sides)


def _pairs(fields: tuple[int, ...]) -> list[Half]:
    return [(min(pair), max(pair)) for pair in zip(fields, fields[1:] + fields[:1], strict=True)]


def _halves(bridge: Bridge) -> tuple[Half, Half]:
    middle = (bridge.low + bridge.high) // 2
    return (bridge.low, middle), (middle, bridge.high)


def _half_bit(half: Half) -> int:
    low, high = half
    return low + 99 if high - low == 1 else low + 9
