"""The score against brute force: a slow computation with sets and searches, written from the words of the rules."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.games.taktori.polygons import Polygon, polygons, score
from tabletop.games.towers.geometry import Bridge
from tests.helpers import examples

Point = tuple[int, int]
Square = tuple[int, int]
Half = tuple[Point, Point]

SQUARES = {(x, y) for x in range(8) for y in range(8)}
CENTRE = {(x, y) for x in (3, 4, 5) for y in (3, 4, 5)}


def point(field: int) -> Point:
    return divmod(field, 9)


def points_of(bridge: Bridge) -> list[Point]:
    (x1, y1), (x2, y2) = point(bridge.low), point(bridge.high)
    return [(x1, y1), ((x1 + x2) // 2, (y1 + y2) // 2), (x2, y2)]


def halves_of(bridge: Bridge) -> list[Half]:
    low, middle, high = points_of(bridge)
    return [(low, middle), (middle, high)]


def across(square: Square) -> list[tuple[Square, Half]]:
    """The four neighbours, also beyond the edge, each with the half in between."""
    x, y = square
    return [
        ((x - 1, y), ((x, y), (x, y + 1))),
        ((x + 1, y), ((x + 1, y), (x + 1, y + 1))),
        ((x, y - 1), ((x, y), (x + 1, y))),
        ((x, y + 1), ((x, y + 1), (x + 1, y + 1))),
    ]


def closed_regions(covered: set[Half]) -> list[set[Square]]:
    """The regions that never meet the outside."""
    unseen = set(SQUARES)
    closed = []
    while unseen:
        region: set[Square] = set()
        frontier = [min(unseen)]
        is_open = False
        while frontier:
            square = frontier.pop()
            if square in region:
                continue
            if square not in SQUARES:
                is_open = True
                continue
            region.add(square)
            frontier += [neighbour for neighbour, half in across(square) if half not in covered]
        unseen -= region
        if not is_open:
            closed.append(region)
    return closed


def is_enclosed(region: set[Square], other: set[Square]) -> bool:
    """Whether no walk over squares leads from the other polygon to the outside without the region."""
    walked: set[Square] = set()
    frontier = [min(other)]
    while frontier:
        square = frontier.pop()
        if square in walked or square in region:
            continue
        if square not in SQUARES:
            return False
        walked.add(square)
        frontier += [neighbour for neighbour, _ in across(square)]
    return True


def sides_by_half(region: set[Square], own: list[Bridge]) -> dict[Half, Bridge]:
    """The topmost bridge on every half of the boundary."""
    sides = {}
    for square in region:
        for neighbour, half in across(square):
            if neighbour not in region:
                sides[half] = max((bridge for bridge in own if half in halves_of(bridge)), key=lambda b: b.level)
    return sides


def brute_force_score(bridges: Iterable[Bridge], owner: int, centre: int) -> int:
    own = [bridge for bridge in bridges if bridge.owner == owner]
    regions = closed_regions({half for bridge in own for half in halves_of(bridge)})
    counting = [
        region for region in regions if not any(is_enclosed(region, other) for other in regions if other is not region)
    ]
    sides = [sides_by_half(region, own) for region in counting]
    if centre == 1:
        sides = [by_half for by_half in sides if _chain_to_centre(set(by_half.values()), own)]
    if centre == 2:
        towers = []
        for by_half in sides:
            boundary = {end for half in by_half for end in half}
            towers.append(boundary & {end for b in by_half.values() for end in (point(b.low), point(b.high))})
        valid = [index for index, fields in enumerate(towers) if fields & CENTRE]
        for index in valid:
            valid += [other for other in range(len(towers)) if other not in valid and towers[other] & towers[index]]
        sides = [sides[index] for index in valid]
    return sum(bridge.level for by_half in sides for bridge in set(by_half.values()))


def _chain_to_centre(group: set[Bridge], own: list[Bridge]) -> bool:
    while True:
        touching = {b for b in own if any(set(points_of(b)) & set(points_of(member)) for member in group)}
        if touching <= group:
            return any(point(end) in CENTRE for bridge in group for end in (bridge.low, bridge.high))
        group = group | touching


@st.composite
def a_bridge(draw: st.DrawFn, owners: int) -> Bridge:
    """A bridge near the middle of the lower left quarter more often than elsewhere."""
    vertical = draw(st.booleans())
    reach = draw(st.sampled_from((3, 3, 4, 8)))
    a, b = draw(st.integers(0, min(reach, 6))), draw(st.integers(0, reach))
    low = b * 9 + a if vertical else a * 9 + b
    return Bridge(low, low + (2 if vertical else 18), draw(st.integers(1, 4)), draw(st.integers(1, owners)))


@st.composite
def a_frame(draw: st.DrawFn) -> list[Bridge]:
    """The bridges around a rectangle with even sides, so that rings come up too."""
    width, height = draw(st.integers(1, 3)) * 2, draw(st.integers(1, 3)) * 2
    x, y = draw(st.integers(0, 8 - width)), draw(st.integers(0, 8 - height))
    level = draw(st.integers(1, 3))
    frame = []
    for step in range(0, width, 2):
        frame += [Bridge((x + step) * 9 + row, (x + step + 2) * 9 + row, level, 1) for row in (y, y + height)]
    for step in range(0, height, 2):
        frame += [Bridge(column * 9 + y + step, column * 9 + y + step + 2, level, 1) for column in (x, x + width)]
    return frame


@st.composite
def boards(draw: st.DrawFn) -> list[Bridge]:
    """Bridges of two players that do not break T15; more than a stock of them, to meet more cases."""
    candidates = [bridge for frame in draw(st.lists(a_frame(), max_size=3)) for bridge in frame]
    candidates += draw(st.lists(a_bridge(owners=2), max_size=16))
    taken: set[tuple[Half, int]] = set()
    bridges = []
    for bridge in candidates:
        halves = {(half, bridge.level) for half in halves_of(bridge)}
        if not halves & taken:
            taken |= halves
            bridges.append(bridge)
    return bridges


@pytest.mark.slow
@examples(250)
@given(boards(), st.sampled_from((0, 1, 2)))
def test_t21_brute_force_finds_the_same_score(bridges: list[Bridge], centre: int) -> None:
    assert score(bridges, 2, centre) == (brute_force_score(bridges, 1, centre), brute_force_score(bridges, 2, centre))


@examples(150)
@given(boards(), st.sampled_from((0, 1, 2)))
def test_t21_the_list_of_polygons_agrees_with_the_score_and_with_itself(bridges: list[Bridge], centre: int) -> None:
    listed = polygons(bridges, 1, centre)
    assert score(bridges, 1 + (len(bridges) > 0), centre)[0] == sum(p.value for p in listed if p.counts)
    own = [bridge for bridge in bridges if bridge.owner == 1]
    assert len(listed) == closed_faces(own)
    assert [polygon.fields[0] for polygon in listed] == sorted({min(polygon.fields) for polygon in listed})
    for polygon in listed:
        assert_sound(polygon, own)


def closed_faces(own: list[Bridge]) -> int:
    """Euler's count: halves less fields plus pieces."""
    halves = {half for bridge in own for half in halves_of(bridge)}
    groups: list[set[Point]] = []
    for half in halves:
        joined = [group for group in groups if group & set(half)]
        groups = [group for group in groups if not group & set(half)] + [set(half).union(*joined)]
    return len(halves) - len({end for half in halves for end in half}) + len(groups)


def assert_sound(polygon: Polygon, own: list[Bridge]) -> None:
    """The outline is a closed walk along the polygon's sides; every side's halves are its bridge's own."""
    listed = [half for side in polygon.sides for half in side.halves]
    assert len(listed) == len(set(listed))
    walked = list(zip(polygon.fields, polygon.fields[1:] + polygon.fields[:1], strict=True))
    assert {(min(step), max(step)) for step in walked} <= set(listed)
    if polygon.counts:
        assert len(walked) == len(listed)
        assert len(set(polygon.fields)) == len(polygon.fields)
    for bridge, halves in polygon.sides:
        assert bridge in own
        assert {(point(low), point(high)) for low, high in halves} <= set(halves_of(bridge))
    assert polygon.value == sum({side.bridge: side.bridge.level for side in polygon.sides}.values())


@examples(100)
@given(boards(), st.sampled_from((0, 1, 2)), st.booleans(), st.booleans(), st.booleans())
def test_t19_turning_or_mirroring_the_board_changes_no_score(
    bridges: list[Bridge], centre: int, swap: bool, flip_x: bool, flip_y: bool
) -> None:
    def moved(field: int) -> int:
        x, y = point(field)
        x, y = (8 - x if flip_x else x), (8 - y if flip_y else y)
        return y * 9 + x if swap else x * 9 + y

    turned = []
    for bridge in bridges:
        low, high = sorted((moved(bridge.low), moved(bridge.high)))
        turned.append(Bridge(low, high, bridge.level, bridge.owner))
    assert score(reversed(turned), 2, centre) == score(bridges, 2, centre)
