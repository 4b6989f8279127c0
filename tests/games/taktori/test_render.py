"""The pictures of Taktori, looked at and read back."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.game import Setup, View
from tabletop.games.taktori.render import render
from tabletop.games.towers.geometry import COLOURS, field_names, field_numbers
from tabletop.games.towers.moves import Turn
from tabletop.style import Style
from tests.games.towers.helpers import (
    assert_bridges_can_be_read,
    assert_places_show,
    pair_of,
    table,
    text_at,
    view_at,
    without_colour,
)
from tests.helpers import examples

NUMBERS = field_numbers(9)
NAMES = field_names(9)
EMPTY = "x9/x9/x9/x9/x9/x9/x9/x9/x9"

CROWDED = (
    "x9/x9/x9/x,1,x,1,x,13,1,x2/x2,13,x,13,22,x,22,x/x,1,x,1,1,x,1,x2/x2,13,332,x,232,x,22,x/"
    "x,1,x2,1,x2,3,x/x,3321,x,332,x,232,x,1,3 "
    "3:b1-d1@1;3:b1-d1@2;2:b1-d1@3;1:b2-b4@1;1:b4-b6@1;1:b4-d4@1;1:b6-d6@1;1:c3-c5@1;3:c3-c5@2;1:c5-e5@1;"
    "3:c5-e5@2;3:d1-d3@1;3:d1-d3@2;2:d1-d3@3;3:d1-f1@2;2:d1-f1@3;3:d3-f3@2;2:d3-f3@3;1:d4-d6@1;1:d6-f6@1;"
    "1:e2-e4@1;1:e4-g4@1;2:f1-f3@1;3:f1-f3@2;2:f1-f3@3;2:f3-h3@1;2:f5-h5@1;2:f5-h5@2;1:g4-g6@1;2:h3-h5@1;"
    "2:h3-h5@2 2 -"
)
"""More than 40 towers and 30 bridges, as a game might leave them."""


view_of = partial(view_at, "taktori")
pair = partial(pair_of, "taktori")


def test_t3_a_small_board_as_a_whole() -> None:
    view = view_of(
        "x9/x9/x9/x9/x9/x9/1,x,12,1,12,x4/x9/2,x,1,1122212,2,x4 1:a3-c3@1;2:c3-e3@2;1:c1-c3@1 1 -",
        Turn("place", target=NUMBERS["e3"], bridges=(pair("c3-e3"),)),
    )
    drawn = render(view, Style()).text.splitlines()
    assert drawn[12:] == [
        "3  R1------r1------B2===2==R1======B2*     .       .       .       .",
        "                   |",
        "2  .       .       r1      .       .       .       .       .       .",
        "                   |",
        "1  B1      .       R1      B7      B1      .       .       .       .",
        "   a       b       c       d       e       f       g       h       i",
        ">R red: 0 points, stock 8+13   B blue: 0 points, stock 8+14",
        "last turn: place on e3 bridge c3-e3",
        "B2 blue tower, height 2 | --1-- bridge, level 1 | r1 red's, built over",
        "* == last turn | stock 4+3: 4 towers, 3 bridges",
    ]
    assert drawn[:2] == ["9  .       .       .       .       .       .       .       .       .", ""]


def test_t3_bridges_are_box_characters_in_unicode() -> None:
    view = view_of(
        "x9/x9/x9/x9/x9/x9/1,x,12,1,12,x4/x9/2,x,1,1122212,2,x4 1:a3-c3@1;2:c3-e3@2;1:c1-c3@1 1 -",
        Turn("place", target=NUMBERS["e3"], bridges=(pair("c3-e3"),)),
    )
    drawn = render(view, Style(unicode=True)).text.splitlines()
    assert drawn[12:17] == [
        "3  R1──────r1──────B2═══2══R1══════B2*     ·       ·       ·       ·",
        "                   │",
        "2  ·       ·       r1      ·       ·       ·       ·       ·       ·",
        "                   │",
        "1  B1      ·       R1      B7      B1      ·       ·       ·       ·",
    ]


def test_t15_crossings_and_half_overlaps() -> None:
    position = (
        "x9/x9/x9/x9/x9/x,1,x7/1,x,1,x6/x,1,x7/1,22,1,22,x5 1:a1-c1@1;2:b1-d1@2;1:a1-a3@1;1:a3-c3@1;1:b2-b4@1 1 -"
    )
    drawn = render(view_of(position), Style()).text.splitlines()
    assert [line[:30].rstrip() for line in drawn[10:18]] == [
        "4  .       R1      .       .",
        "           1",
        "3  R1---1--+-------R1      .",
        "   |       |",
        "2  1       R1      .       .",
        "   |",
        "1  R1---1--B2---2--R1------B2",
        "   a       b       c       d",
    ]


def test_t16_a_bridge_that_is_built_over_names_its_owner() -> None:
    free = render(view_of("x9/x9/x9/x9/x9/x9/x9/x9/1,x,1,x6 1:a1-c1@1 1 -"), Style()).text
    assert "R1------1-------R1" in free
    overbuilt = render(view_of("x9/x9/x9/x9/x9/x9/x9/x9/12,x,1,x6 1:a1-c1@1 1 -"), Style()).text
    assert "B2------r1------R1" in overbuilt


def test_t22_fields_of_a_move_that_are_empty_now_are_marked_too() -> None:
    move = Turn("move", source=NUMBERS["a1"], target=NUMBERS["c1"], oust=1)
    drawn = render(view_of(f"{EMPTY} - 1 -", move), Style()).text.splitlines()
    assert drawn[16].startswith("1  .*      .       .*      .")
    assert drawn[19] == "last turn: move a1 to c1 oust 1"


class TestCrowdedBoard:
    """A full board must fit and say what is where."""

    def test_at_least_40_towers_and_30_bridges(self) -> None:
        state = view_of(CROWDED, players=3).state
        assert sum(len(state.stack(field)) for field in range(81)) >= 40
        assert len(state.bridges) >= 30

    @pytest.mark.parametrize("unicode", [False, True])
    @pytest.mark.parametrize("colour", [False, True])
    @pytest.mark.parametrize(("width", "height"), [(80, 24), (60, 20), (79, 19), (55, 20), (120, 40)])
    def test_the_picture_fits_the_window(self, unicode: bool, colour: bool, width: int, height: int) -> None:
        view = view_of(CROWDED, Turn("place", target=NUMBERS["b1"], bridges=(pair("b1-d1"),)), players=3)
        lines = without_colour(render(view, Style(colour, unicode, width, height)).text).splitlines()
        letters = next(
            row for row, line in enumerate(lines) if re.match(r"\s+a\s+b\s+c\s+d\s+e\s+f\s+g\s+h\s+i\b", line)
        )
        assert letters + 1 <= max(height, 19)
        down = 4 if height == 40 else 2
        assert [line[0] for line in lines[: 8 * down + 1 : down]] == list("987654321")
        assert max(map(len, lines)) <= width
        assert all(line == line.rstrip() for line in lines)
        assert len(lines) < max(height, 20)

    @pytest.mark.parametrize(("height", "down"), [(24, 2), (27, 2), (28, 3), (35, 3), (36, 4)])
    def test_a_tall_window_has_a_taller_board(self, height: int, down: int) -> None:
        lines = render(view_of(CROWDED, players=3), Style(height=height)).lines
        assert [line[0] for line in lines[: 8 * down + 1 : down]] == list("987654321")
        assert len(lines) <= height

    def test_a_label_never_lies_on_a_tower(self) -> None:
        position = "x9/x9/x9/x9/x9/x9/122,x,122,x6/x9/x9 1:a3-c3@1;2:a3-c3@2 1 -".replace("122,x,122", "1221,2,1221")
        for width in (55, 60, 80):
            drawing = render(view_of(position), Style(width=width))
            assert text_at(drawing, drawing.places["b3"]) == "B1"
            assert text_at(drawing, drawing.places["c3"]) == "R4"
            assert "b2+1" in drawing.lines[12]

    def test_hidden_bridges_are_counted(self) -> None:
        lines = render(view_of(CROWDED, players=3), Style()).text.splitlines()
        assert lines[16] == "1  .       R4-----b3+2-----B3-----3+1------B3      .       R1      G1"
        assert lines[17] == "   a       b       c       d       e       f       g       h       i"

    def test_colour_adds_nothing_but_colour(self) -> None:
        view = view_of(CROWDED, players=3)
        assert without_colour(render(view, Style(colour=True)).text) == render(view, Style()).text
        assert "\x1b" not in render(view, Style()).text
        assert render(view, Style()).text.isascii()

    def test_every_level_has_a_board(self) -> None:
        drawn = render(view_of(CROWDED, players=3, layout="levels"), Style()).text
        lines = drawn.splitlines()
        assert max(map(len, lines)) <= 80
        assert [title for line in lines for title in re.findall(r"level \d", line)] == [
            f"level {level}" for level in (1, 2, 3, 4)
        ]
        assert lines[17] == "1  .   g-------g   .   b   .   R   G     1  .   g-------g-------g   .   .   ."
        narrow = render(view_of(CROWDED, players=3, layout="levels"), Style(width=60)).text.splitlines()
        assert max(map(len, narrow)) <= 60
        assert len(re.findall(r"level \d", "\n".join(narrow))) == 4

    def test_the_layout_labels_names_every_tower(self) -> None:
        view = view_of(CROWDED, Turn("place", target=NUMBERS["b1"]), players=3, layout="labels")
        lines = render(view, Style()).text.splitlines()
        assert lines[16].startswith("1  .       g1g2b1  .       g5g6B2  .")
        assert lines[17] == "           R1*"
        assert lines[18] == "   a       b       c       d       e       f       g       h       i"
        assert max(map(len, lines)) <= 80

    def test_names_come_from_the_match(self) -> None:
        match = table("taktori")
        match.play_text("place T7 on e5")
        move = match.plies[-1].move
        view = View(match.state, match.setup, (move,), match.names[-1], "labels", to_move=match.to_move)
        lines = render(view, Style()).text.splitlines()
        assert lines[8].split() == ["5", ".", ".", ".", ".", "R7*", ".", ".", ".", "."]

    def test_names_of_a_high_stack_leave_out_the_lowest(self) -> None:
        position = "x9/x9/x9/x9/x9/x9/x9/x9/121212121212,x8 - 1 -"
        lines = render(view_of(position, layout="labels"), Style()).text.splitlines()
        assert lines[16].startswith("1  +7 b4r5 .")
        assert lines[17].startswith("   b5r6B6")

    def test_a_board_too_wide_to_draw_is_a_list(self) -> None:
        text = render(view_of(CROWDED, players=3), Style(width=50)).text
        assert max(map(len, text.splitlines())) <= 50
        assert text.startswith("b1: red on blue on green on green, height 4;\n  green's bridge b1-d1 on level 1")


class TestCaptions:
    def test_points_and_stocks_in_words_or_in_short(self) -> None:
        assert render(view_of(f"{EMPTY} - 2 -"), Style()).text.splitlines()[18] == (
            " R red: 0 points, stock 16+15  >B blue: 0 points, stock 16+15"
        )
        assert render(view_of(f"{EMPTY} - 2 -", players=4), Style()).text.splitlines()[18] == (
            " R red 0 (16+15)  >B blue 0 (16+15)   G green 0 (16+15)   Y yellow 0 (16+15)"
        )

    def test_nobody_is_marked_when_the_game_is_over(self) -> None:
        assert ">" not in render(view_of(f"{EMPTY} - 2 0"), Style()).text.splitlines()[18]

    def test_long_names_are_cut(self) -> None:
        view = view_of(f"{EMPTY} - 1 -", players=4)
        view = replace(view, setup=Setup(4, tuple(name * 12 for name in COLOURS)))
        assert max(map(len, render(view, Style()).text.splitlines())) <= 80

    def test_letters_stand_for_names_in_a_narrow_window(self) -> None:
        line = render(view_of(f"{EMPTY} - 2 -", players=4), Style(width=60)).text.splitlines()[18]
        assert line == " R 0 (16+15)  >B 0 (16+15)   G 0 (16+15)   Y 0 (16+15)"

    def test_a_long_turn_is_cut(self) -> None:
        bridges = tuple((field, field + 2) for field in (0, 9, 18, 27, 36, 45, 54, 63, 72))
        view = view_of(f"{EMPTY} - 1 -", Turn("bridge", bridges=bridges))
        line = render(view, Style(width=60)).text.splitlines()[19]
        assert line.startswith("last turn: bridge a1-a3")
        assert line.endswith("...")

    def test_captions_stand_beside_the_board_in_a_wide_window(self) -> None:
        lines = render(view_of(CROWDED, players=3), Style(width=120, height=40)).text.splitlines()
        assert "R red: " in lines[0]
        assert max(map(len, lines)) <= 120


@st.composite
def positions(draw: st.DrawFn) -> str:
    """Stacks close together with any bridges that they can carry."""
    corner = draw(st.sampled_from((0, 4, 36, 40)))
    stacks: dict[int, list[int]] = {}
    left = dict.fromkeys(range(1, 5), 16)
    for _ in range(draw(st.integers(0, 60))):
        field = corner + draw(st.integers(0, 4)) * 9 + draw(st.integers(0, 4))
        owner = draw(st.integers(1, 4))
        if left[owner]:
            left[owner] -= 1
            stacks.setdefault(field, []).append(owner)
    bridges, taken, lying = [], set(), dict.fromkeys(range(1, 5), 0)
    for low in sorted(stacks):
        for step in (1, 9):
            high = low + 2 * step
            for level in range(min(len(stacks[low]), len(stacks.get(high, ())))):
                owner = stacks[low][level]
                halves = {(low, step, level), (low + step, step, level)}
                fits = owner == stacks[high][level] and not halves & taken and lying[owner] < 15
                if fits and draw(st.integers(0, 3)):
                    taken |= halves
                    lying[owner] += 1
                    bridges.append(f"{owner}:{NAMES[low]}-{NAMES[high]}@{level + 1}")
    rows = [
        ",".join("".join(map(str, stacks.get(column * 9 + row, ()))) or "x" for column in range(9))
        for row in range(8, -1, -1)
    ]
    return f"{'/'.join(rows)} {';'.join(bridges) or '-'} 1 -"


@examples(60)
@given(positions())
def test_t3_stacks_and_topmost_bridges_can_be_read_from_the_picture(position: str) -> None:
    view = view_of(position, players=4)
    state = view.state
    drawing = render(view, Style())
    assert_places_show(state, drawing, "")
    assert_bridges_can_be_read(state, drawing)


@examples(60)
@given(positions(), st.sampled_from(("", "levels", "labels")), st.integers(30, 130), st.booleans())
def test_t1_no_picture_is_wider_than_the_style(position: str, layout: str, width: int, unicode: bool) -> None:
    drawn = render(view_of(position, players=4, layout=layout), Style(unicode=unicode, width=width)).text
    assert max(map(len, drawn.splitlines())) <= width
    assert all(line == line.rstrip() for line in drawn.split("\n"))
    assert unicode or drawn.isascii()


@examples(60)
@given(positions(), st.sampled_from(("", "levels", "labels")), st.integers(40, 130), st.booleans(), st.booleans())
def test_t1_fields_and_bridges_stand_at_their_places(
    position: str, layout: str, width: int, unicode: bool, colour: bool
) -> None:
    view = view_of(position, Turn("move", source=40, target=42), players=4, layout=layout)
    drawing = render(view, Style(colour, unicode, width))
    if drawing.is_list:
        assert width < 55 and not drawing.places
    else:
        assert_places_show(view.state, drawing, layout)


def test_t4_a_bridge_lies_between_the_fields_of_its_ends() -> None:
    drawing = render(view_of("x9/x9/x9/x9/x9/x9/1,x8/x9/1,x,1,x6 1:a1-c1@1;1:a1-a3@1 1 -"), Style())
    assert text_at(drawing, drawing.places["a1-c1"]) == "------1-------"
    assert text_at(drawing, drawing.places["a1-a3"]) == "|\n1\n|"


class TestPolygons:
    """What scores is seen: hatched, with its points inside."""

    SQUARE = "x9/x9/x9/x9/x9/x9/1,x,1,x6/x9/1,x,1,x6 1:a1-c1@1;1:a1-a3@1;1:a3-c3@1;1:c1-c3@1 1 -"

    def test_t21_a_square_shows_its_points(self) -> None:
        assert [line[:22].rstrip() for line in render(view_of(self.SQUARE), Style()).lines[12:17]] == [
            "3  R1------1-------R1",
            "   | ............. |",
            "2  1 ..... 4 ..... 1",
            "   | ............. |",
            "1  R1------1-------R1",
        ]

    def test_t23_a_polygon_that_does_not_count_is_not_hatched(self) -> None:
        match = table("taktori", "a1:1 c1:1 a3:1 c3:1", self.SQUARE.split()[1], options="centre=1")
        drawing = render(View(match.state, match.setup, to_move=1), Style())
        assert drawing.lines[13] == "   |               |"

    def test_the_movers_polygon_lies_on_top_where_two_overlap(self) -> None:
        both = (
            "x9/x9/x9/x9/x9/x9/12,x,12,x6/x9/12,x,12,x6 "
            "1:a1-c1@1;2:a1-c1@2;1:a1-a3@1;2:a1-a3@2;1:a3-c3@1;2:a3-c3@2;1:c1-c3@1;2:c1-c3@2 {} -"
        )
        for player, points in ((1, 4), (2, 8)):
            drawing = render(view_of(both.format(player)), Style())
            assert f" {points} " in drawing.lines[14][4:19]
            assert "red: 4 points" in drawing.lines[18] and "blue: 8 points" in drawing.lines[18]

    def test_points_by_polygon_are_listed_below(self) -> None:
        two = self.SQUARE.replace("1,x,1,x6/x9", "1,x,1,x,1,x4/x9").replace("x9/1,x,1,x6 ", "x9/1,x,1,x,1,x4 ")
        two = two.replace("1:c1-c3@1", "1:c1-c3@1;1:c1-e1@1;1:c3-e3@1;1:e1-e3@1")
        assert "red: 8 points (4+4)" in render(view_of(two), Style()).text


def test_a_turned_board_is_seen_from_the_other_side() -> None:
    view = replace(view_of("x9/x9/x9/x9/x9/x9/1,x8/x9/1,x,2,x6 1:a1-a3@1 1 -"), turned=True)
    drawing = render(view, Style())
    assert drawing.lines[17].split() == list("ihgfedcba")
    assert drawing.lines[0] == "1  .       .       .       .       .       .       B1      .       R1"
    assert text_at(drawing, drawing.places["a1-a3"]) == "|\n1\n|"
