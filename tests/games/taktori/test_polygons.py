"""Polygons and their values, worked out by hand (T19-T21, T23-T25)."""

from __future__ import annotations

from tabletop.games.taktori.polygons import Polygon, polygons, score
from tabletop.games.towers.geometry import Bridge, field_names, field_numbers

NUMBERS = field_numbers(9)
NAMES = field_names(9)


def lay(text: str, owner: int = 1) -> list[Bridge]:
    """Bridges from words such as `a1-c1@2`; without @ on level 1."""
    bridges = []
    for word in text.split():
        ends, _, level = word.partition("@")
        low, high = ends.split("-")
        bridges.append(Bridge(NUMBERS[low], NUMBERS[high], int(level or 1), owner))
    return bridges


def points(bridges: list[Bridge], centre: int = 0) -> int:
    """Red's score, by the fast way and by the list of polygons."""
    fast = score(bridges, 2, centre)[0]
    assert fast == sum(polygon.value for polygon in polygons(bridges, 1, centre) if polygon.counts)
    return fast


def named(polygon: Polygon) -> str:
    return " ".join(NAMES[field] for field in polygon.fields)


RING = "a1-c1 c1-e1 a5-c5 c5-e5 a1-a3 a3-a5 e1-e3 e3-e5"
"""Around the 4 x 4 squares between a1 and e5."""
INNER = "b2-d2@2 b4-d4@2 b2-b4@2 d2-d4@2"
"""In the middle of the ring, without touching it."""
CORNER = "a1-c1 a1-a3 a3-c3 c1-c3"
"""2 x 2 squares in the corner of the board, far from the centre."""


class TestRegions:
    def test_t19_a_closed_square_is_a_polygon(self) -> None:
        assert points(lay("c3-e3 c5-e5 c3-c5 e3-e5")) == 4

    def test_t19_an_open_square_is_none(self) -> None:
        assert points(lay("c3-e3 c5-e5 c3-c5")) == 0
        assert polygons(lay("c3-e3 c5-e5 c3-c5 e4-e6"), 1) == []

    def test_t19_a_whole_side_may_be_two_halves_of_two_bridges(self) -> None:
        assert points(lay("c3-e3 c5-e5 c3-c5 e2-e4 e4-e6")) == 5

    def test_t19_three_bridges_close_nothing(self) -> None:
        assert points(lay("c3-e3 c3-c5 e3-e5")) == 0

    def test_t19_a_unit_square_of_four_crossing_bridges(self) -> None:
        assert points(lay("c4-e4 c5-e5 c3-c5 d3-d5")) == 4
        assert points(lay("d4-f4 c5-e5 d3-d5 e4-e6")) == 4

    def test_t19_edge_squares_join_the_outside_across_an_uncovered_edge(self) -> None:
        assert points(lay("a3-c3 c1-c3")) == 0
        assert points(lay("a3-c3 c1-c3 a1-c1")) == 0
        assert points(lay(CORNER)) == 4

    def test_t19_every_edge_of_the_board_can_be_closed(self) -> None:
        assert points(lay("g7-i7 g7-g9 g9-i9 i7-i9")) == 4
        assert points(lay("a7-c7 c7-c9 a9-c9 a7-a9")) == 4
        assert points(lay("g3-i3 g1-g3 g1-i1 i1-i3")) == 4
        assert points(lay("g7-i7 g7-g9 g9-i9")) == 0
        assert points(lay("g7-i7 g7-g9 i7-i9")) == 0

    def test_t19_one_half_of_the_edge_left_open_opens_the_square(self) -> None:
        assert points(lay("a3-c3 c1-c3 a1-a3 b1-d1")) == 0
        assert points(lay("a3-c3 c1-c3 a1-a3 b1-d1 b1-b3")) == 4

    def test_t19_squares_that_touch_in_a_corner_are_two_polygons(self) -> None:
        two = lay("a1-c1 a1-a3 a3-c3 c1-c3 c3-e3 c3-c5 c5-e5 e3-e5")
        assert [named(polygon) for polygon in polygons(two, 1)] == [
            "a1 a2 a3 b3 c3 c2 c1 b1",
            "c3 c4 c5 d5 e5 e4 e3 d3",
        ]
        assert points(two) == 8

    def test_t19_the_outside_does_not_come_in_through_a_corner(self) -> None:
        # The squares b2 and a1 (by lower left field) touch in b2; the second is open to the outside.
        assert points(lay("a2-c2 b1-b3 b3-d3 c2-c4")) == 4

    def test_t19_a_dead_end_inside_is_no_side(self) -> None:
        assert points(lay(RING)) == 8
        assert points(lay(RING + " a3-c3@9")) == 8
        assert points(lay(RING + " b3-d3@9")) == 8

    def test_t19_a_dead_end_outside_is_no_side(self) -> None:
        assert points(lay("c3-e3 c5-e5 c3-c5 e3-e5 e4-g4@9 a3-c3@9")) == 4

    def test_t19_a_tie_between_two_polygons_outside_is_no_side(self) -> None:
        assert points(lay(CORNER + " c3-e3@9 e3-g3 e1-g1 e1-e3 g1-g3")) == 8

    def test_t19_each_player_alone(self) -> None:
        mixed = lay("c3-e3 c5-e5 c3-c5") + lay("e3-e5", owner=2)
        assert score(mixed, 2) == (0, 0)
        assert score(mixed + lay("e3-e5@2"), 2) == (5, 0)

    def test_t19_sides_may_lie_on_different_levels(self) -> None:
        assert points(lay("c3-e3@1 c5-e5@2 c3-c5@3 e3-e5@4")) == 10

    def test_t19_nothing_lies_nothing_scores(self) -> None:
        assert score([], 4) == (0, 0, 0, 0)
        assert polygons([], 1) == []


class TestRings:
    def test_t20_a_ring_around_a_separate_polygon_does_not_count(self) -> None:
        both = lay(f"{RING} {INNER}")
        ring, inner = polygons(both, 1)
        assert (ring.counts, inner.counts) == (False, True)
        assert ring.encloses == (NUMBERS["b2"],)
        assert inner.encloses == ()
        assert (ring.value, inner.value) == (8 + 8, 8)
        assert points(both) == 8

    def test_t20_a_ring_around_a_corner_touching_polygon_does_not_count(self) -> None:
        notched = "a2-a4 a3-a5@2 a5-c5 c5-e5 e3-e5 e1-e3 b1-d1 c1-e1@2 b1-b3 a2-c2"
        ring, inner = polygons(lay(f"{notched} {INNER}"), 1)
        assert (ring.counts, inner.counts) == (False, True)
        assert named(ring).split().count("b2") == 2
        assert points(lay(f"{notched} {INNER}")) == 8
        # Without the inner polygon the ring is a plain region with two loose ends inside.
        assert points(lay(notched)) == 12

    def test_t20_a_region_beside_a_side_sharing_polygon_counts(self) -> None:
        both = lay(RING + " a3-c3 c1-c3")
        assert [polygon.value for polygon in polygons(both, 1)] == [4, 8]
        assert points(both) == 12

    def test_t20_a_region_on_three_sides_of_another_counts(self) -> None:
        # The inner one lies on the lower edge of the ring between b1 and d1.
        both = lay(RING + " b1-b3 d1-d3 b3-d3")
        around, inner = polygons(both, 1)
        assert around.counts and inner.counts
        assert inner.value == 5
        assert around.value == 8 + 3

    def test_t20_one_tie_changes_nothing(self) -> None:
        tied = lay(f"{RING} {INNER} a2-c2")
        assert points(tied) == 8
        assert [polygon.counts for polygon in polygons(tied, 1)] == [False, True]
        assert all(side.bridge != lay("a2-c2")[0] for polygon in polygons(tied, 1) for side in polygon.sides)

    def test_t20_two_ties_cut_the_ring_and_all_three_count(self) -> None:
        tied = lay(f"{RING} {INNER} a2-c2 c4-e4")
        by_name = {NAMES[polygon.fields[0]]: polygon for polygon in polygons(tied, 1)}
        assert {name: polygon.value for name, polygon in by_name.items()} == {"a1": 11, "a2": 11, "b2": 8}
        assert all(polygon.counts for polygon in by_name.values())
        assert points(tied) == 30

    def test_t20_ring_in_ring_only_the_innermost_counts(self) -> None:
        outermost = "a1-c1 c1-e1 e1-g1 a1-a3 a3-a5 a5-a7 a7-c7 c7-e7 e7-g7 g1-g3 g3-g5 g5-g7"
        middle = "b2-d2 d2-f2 b2-b4 b4-b6 b6-d6 d6-f6 f2-f4 f4-f6"
        innermost = "c3-e3 c5-e5 c3-c5 e3-e5"
        rings = polygons(lay(f"{outermost} {middle} {innermost}"), 1)
        assert [polygon.counts for polygon in rings] == [False, False, True]
        assert rings[0].encloses == (NUMBERS["b2"], NUMBERS["c3"])
        assert rings[1].encloses == (NUMBERS["c3"],)

    def test_t20_a_ring_around_two_polygons_names_both(self) -> None:
        wide = "a1-c1 c1-e1 e1-g1 g1-i1 a5-c5 c5-e5 e5-g5 g5-i5 a1-a3 a3-a5 i1-i3 i3-i5"
        ring, left, right = polygons(lay(f"{wide} b2-d2 b4-d4 b2-b4 d2-d4 f2-h2 f4-h4 f2-f4 h2-h4"), 1)
        assert ring.encloses == (NUMBERS["b2"], NUMBERS["f2"])
        assert left.counts and right.counts

    def test_t20_the_other_players_ring_matters_not(self) -> None:
        assert score(lay(RING, owner=2) + lay(INNER), 2) == (8, 8)

    def test_t20_a_ring_that_is_the_edge_of_the_board(self) -> None:
        edge = []
        for line in "ai":
            edge += [f"{line}{row}-{line}{row + 2}" for row in (1, 3, 5, 7)]
        for row in "19":
            edge += [f"{left}{row}-{right}{row}" for left, right in ("ac", "ce", "eg", "gi")]
        assert points(lay(" ".join(edge))) == 16
        assert points(lay(" ".join([*edge, "d4-f4 d6-f6 d4-d6 f4-f6"]))) == 4


class TestValues:
    def test_t21_the_worked_example_is_worth_seven(self) -> None:
        example = lay("a1-c1@3 a1-a3@2 a2-c2@1 c1-c3@1")
        [polygon] = polygons(example, 1)
        assert polygon.value == 3 + 2 + 1 + 1
        assert points(example) == 7
        sides = {NAMES[side.bridge.low] + NAMES[side.bridge.high]: len(side.halves) for side in polygon.sides}
        assert sides == {"a1c1": 2, "a1a3": 1, "a2c2": 2, "c1c3": 1}

    def test_t21_fields_and_sides_go_around_clockwise_from_the_lowest_field(self) -> None:
        [polygon] = polygons(lay("a1-c1@3 a1-a3@2 a2-c2@1 c1-c3@1"), 1)
        assert named(polygon) == "a1 a2 b2 c2 c1 b1"
        assert [NAMES[side.bridge.low] + NAMES[side.bridge.high] for side in polygon.sides] == [
            "a1a3",
            "a2c2",
            "c1c3",
            "a1c1",
        ]
        whole = polygon.sides[3].halves
        assert [(NAMES[low], NAMES[high]) for low, high in whole] == [("a1", "b1"), ("b1", "c1")]

    def test_t21_a_bridge_hidden_under_another_does_not_score(self) -> None:
        assert points(lay("c3-e3 c5-e5 c3-c5 e3-e5 c3-e3@4")) == 3 + 4

    def test_t21_a_bridge_half_hidden_still_counts_whole(self) -> None:
        # On c3-d3 the lower bridge is topmost, on d3-e3 the upper one.
        assert points(lay("c3-e3@1 d3-f3@5 c5-e5 c3-c5 e3-e5")) == 3 + 1 + 5

    def test_t21_hidden_by_two_halves(self) -> None:
        assert points(lay("c3-e3@1 d3-f3@5 b3-d3@2 c5-e5 c3-c5 e3-e5")) == 3 + 5 + 2

    def test_t21_another_players_bridge_hides_nothing(self) -> None:
        own = lay("c3-e3 c5-e5 c3-c5 e3-e5")
        assert score(own + lay("c3-e3@4 d5-f5@2", owner=2), 2) == (4, 0)

    def test_t21_a_bridge_between_two_polygons_counts_for_both(self) -> None:
        divided = lay("c3-e3 c5-e5 c3-c5 e3-e5 d3-d5@2")
        assert [polygon.value for polygon in polygons(divided, 1)] == [5, 5]
        assert points(divided) == 10

    def test_t21_a_cross_makes_four_polygons(self) -> None:
        crossed = lay("c3-e3 c5-e5 c3-c5 e3-e5 d3-d5@2 c4-e4@3")
        assert [polygon.value for polygon in polygons(crossed, 1)] == [7, 7, 7, 7]

    def test_t21_whole_or_half_a_bridge_counts_its_level_once(self) -> None:
        # Two squares in a column, then two unit squares; b1-b3 borders the first whole, the others by a half each.
        divided = lay("a1-c1 a1-a3 a3-c3 b1-b3@4 b2-d2@2 c1-c3")
        assert [polygon.value for polygon in polygons(divided, 1)] == [1 + 1 + 1 + 4, 1 + 4 + 2 + 1, 2 + 4 + 1 + 1]

    def test_t21_scores_of_four_players(self) -> None:
        corners = [
            *lay(CORNER),
            *lay("g1-i1@2 g1-g3 g3-i3 i1-i3", owner=2),
            *lay("a7-c7", owner=3),
            *lay("g7-i7@3 g9-i9@3 g7-g9@3 i7-i9@3", owner=4),
        ]
        assert score(corners, 4) == (4, 5, 0, 12)


class TestCentre:
    def test_t23_a_polygon_away_from_the_centre_needs_a_chain(self) -> None:
        assert points(lay(CORNER), centre=1) == 0
        assert points(lay(CORNER + " c3-e3"), centre=1) == 0
        assert points(lay(CORNER + " c3-e3 e3-e5@4"), centre=1) == 4

    def test_t23_a_side_that_ends_on_the_centre_is_enough(self) -> None:
        assert points(lay("b4-d4 b2-b4 b2-d2 d2-d4"), centre=1) == 4
        assert points(lay("c3-e3 c3-c5 c5-e5 e3-e5"), centre=1) == 4

    def test_t23_bridges_touch_in_their_middles_too(self) -> None:
        assert points(lay(CORNER + " b3-b5"), centre=1) == 0
        assert points(lay(CORNER + " b3-b5 b5-d5"), centre=1) == 4
        assert points(lay(CORNER + " b2-b4 b4-d4"), centre=1) == 4

    def test_t23_hidden_bridges_carry_the_chain_on(self) -> None:
        # As a side of the polygon c2-c4 is hidden under c1-c3, but it leads on from there.
        assert points(lay("a1-c1 a1-a3 a3-c3 c1-c3@2 c2-c4@1 c4-e4"), centre=1) == 5
        # c3-e3 is under b3-d3 and d3-f3, which ends on no centre field.
        assert points(lay(CORNER + " c3-e3@1 b3-d3@2 d3-f3@2"), centre=1) == 0
        assert points(lay(CORNER + " c3-e3@1 b3-d3@2 d3-f3@2 e3-e5"), centre=1) == 6

    def test_t23_another_players_bridges_lead_nowhere(self) -> None:
        assert score(lay(CORNER) + lay("c3-e3 e3-e5", owner=2), 2, 1) == (0, 0)

    def test_t23_only_the_connected_polygons_score(self) -> None:
        apart = lay(CORNER + " c3-e3 e3-e5 g1-i1 g1-g3 g3-i3 i1-i3")
        assert points(apart, centre=1) == 4
        assert [(polygon.connected, polygon.counts) for polygon in polygons(apart, 1, 1)] == [
            (True, True),
            (False, False),
        ]
        assert points(apart) == 8

    def test_t24_a_tower_of_the_polygon_stands_on_the_centre(self) -> None:
        assert points(lay("c3-e3 c3-c5 c5-e5 e3-e5"), centre=2) == 4
        assert points(lay("b4-d4 b2-b4 b2-d2 d2-d4"), centre=2) == 4
        assert points(lay("g3-i3 g3-g5 g5-i5 i3-i5"), centre=2) == 0

    def test_t24_a_chain_of_bridges_is_not_enough(self) -> None:
        assert points(lay(CORNER + " c3-e3 e3-e5"), centre=2) == 0

    def test_t24_a_shared_tower_makes_valid_and_so_on(self) -> None:
        middle = "c3-e3 c3-c5 c5-e5 e3-e5"
        below = "c1-e1 e1-e3"
        beyond = "e1-g1 g1-g3 e3-g3"
        assert points(lay(f"{CORNER} {middle}"), centre=2) == 4 + 4
        assert points(lay(f"{CORNER} {middle} {below}"), centre=2) == 4 + 4 + 4
        assert points(lay(f"{CORNER} {middle} {below} {beyond}"), centre=2) == 4 + 4 + 4 + 4
        assert points(lay(f"{CORNER} c3-e3 {below} {beyond}"), centre=2) == 0

    def test_t24_a_crossing_on_the_centre_is_no_tower_field(self) -> None:
        # d4 is a corner of the unit square, but both bridges pass it with their middles; e4 is not on its boundary.
        crossed = "b3-d3 c2-c4 c4-e4@2 d3-d5"
        assert points(lay(crossed), centre=0) == 5
        assert points(lay(crossed), centre=1) == 5
        assert points(lay(crossed), centre=2) == 0

    def test_t24_a_hidden_bridge_gives_no_tower_field(self) -> None:
        crossed = "b3-d3 c2-c4 c4-e4@2 d3-d5"
        assert points(lay(crossed + " b4-d4@1"), centre=2) == 0
        assert points(lay(crossed + " b4-d4@3"), centre=2) == 6

    def test_t24_a_shared_boundary_field_where_one_has_no_tower_is_not_enough(self) -> None:
        # Both polygons have c3 on their boundaries, but the unit square's bridges b3-d3 and c2-c4 only pass it.
        valid = "c3-e3 c3-c5 c5-e5 e3-e5 b3-d3@2 c2-c4@2"
        unit = "b1-b3 a2-c2"
        assert [polygon.value for polygon in polygons(lay(f"{valid} {unit}"), 1)] == [6, 8]
        assert points(lay(f"{valid} {unit}"), centre=2) == 8
        assert points(lay(f"{valid} {unit} a3-c3@3"), centre=2) == 8 + 7

    def test_t25_an_excluded_ring_passes_no_validity_on(self) -> None:
        beside = "a5-a7 a7-c7 c5-c7"
        assert points(lay(f"{RING} {beside}"), centre=2) == 8 + 4
        assert points(lay(f"{RING} {beside} {INNER}"), centre=2) == 8
        assert points(lay(f"{RING} {beside} {INNER}"), centre=1) == 8 + 4

    def test_t25_an_enclosed_polygon_without_the_centre_excludes_its_ring_all_the_same(self) -> None:
        # The ring reaches e5; the inner square b2..c3 neither ends on the centre nor touches the ring's bridges.
        inner = "b2-d2@2 b3-d3@2 b2-b4@2 c2-c4@2"
        assert points(lay(f"{RING} {inner}")) == 8
        assert points(lay(f"{RING} {inner}"), centre=1) == 0
        assert points(lay(f"{RING} {inner}"), centre=2) == 0
        assert points(lay(RING), centre=2) == 8
