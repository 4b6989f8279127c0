"""The pictures of Taktori Fem."""

from __future__ import annotations

import re
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.games.fem.render import render
from tabletop.games.towers.geometry import field_names, field_numbers
from tabletop.games.towers.moves import Turn
from tabletop.style import Style
from tests.games.towers.helpers import (
    assert_bridges_can_be_read,
    assert_places_show,
    pair_of,
    text_at,
    view_at,
    without_colour,
)
from tests.helpers import examples

NUMBERS = field_numbers(5)
NAMES = field_names(5)

CROWDED = (
    "x,1,x,22,222/x,212,21,22,22/x,1,1,12,1/x,12,1,x,11/1,12,x,12,11 "
    "1:a1-b1@1;1:b1-b2@1;2:b1-b2@2;1:b2-b3@1;1:b3-c3@1;2:b4-c4@1;1:b4-c4@2;1:c2-c3@1;1:c3-d3@1;2:c4-d4@1;"
    "1:d1-e1@1;2:d3-d4@2;1:d3-e3@1;2:d4-d5@1;2:d4-d5@2;2:d4-e4@1;2:d4-e4@2;2:d5-e5@1;2:d5-e5@2;1:e1-e2@1;"
    "1:e1-e2@2;1:e2-e3@1 1"
)
"""All 32 towers and 22 bridges."""


view_of = partial(view_at, "fem")
pair = partial(pair_of, "fem")


SMALL = "x5/x2,2,x2/1,11,12,12,x/x,11,12,x2/1,1,2122121,x2 1:a1-b1@1;1:b2-b3@1;1:b2-b3@2;2:c2-c3@2;2:c3-d3@2 2"


def test_f2_a_small_board_as_a_whole() -> None:
    last = Turn("place", target=NUMBERS["d3"], bridges=(pair("c3-d3"),), taken=(pair("c3-c4"),))
    assert render(view_of(SMALL, last), Style()).text.splitlines() == [
        "5  .          .          .          .          .       R red",
        "                                                         3 towers, 12 bridges",
        "",
        "                                                     > B blue",
        "4  .          .          B1         .          .         8 towers, 13 bridges",
        "",
        "                         *                           last turn: place on d3",
        "                                                     bridge c3-d3 from c3-c4",
        "3  R1         R2         B2====2====B2*        .",
        "              |          |                           B2 blue tower, height 2",
        "              2+1        2                           --1-- bridge, level 1",
        "              |          |                           r1 red's, built over",
        "2  .          R2         B2         .          .     1+2 two more below",
        "                                                     * == last turn",
        "",
        "",
        "1  R1----1----R1         R7         .          .",
        "   a          b          c          d          e",
    ]


def test_f2_bridges_are_box_characters_in_unicode() -> None:
    last = Turn("place", target=NUMBERS["d3"], bridges=(pair("c3-d3"),))
    drawn = render(view_of(SMALL, last), Style(unicode=True)).text.splitlines()
    assert drawn[8].startswith("3  R1         R2         B2════2════B2*        ·")
    assert drawn[9].startswith("              │          │")
    assert drawn[10].startswith("              2+1        2")


def test_f3_a_bridge_taken_up_leaves_a_star() -> None:
    moved = Turn("shift", bridges=(pair("a1-b1"),), taken=(pair("d1-e1"),))
    assert render(view_of(SMALL, moved), Style()).text.splitlines()[16].endswith(".    *     .")
    upright = Turn("remove", taken=(pair("e4-e5"),))
    assert render(view_of(SMALL, upright), Style()).text.splitlines()[2] == " " * 47 + "*"


def test_f4_a_bridge_that_is_built_over_names_its_owner() -> None:
    drawn = render(view_of("x5/x5/x5/x5/12,1,x3 1:a1-b1@1 1"), Style()).text
    assert "B2----r1---R1" in drawn


def test_f2_hidden_bridges_are_counted() -> None:
    levels = ((1, 1), (2, 2), (1, 3), (2, 4))
    bridges = [f"{owner}:{ends}@{level}" for ends in ("a1-b1", "a3-b3") for owner, level in levels]
    stacked = f"x5/x5/1212,1212,x3/x5/1212,1212,x3 {';'.join(bridges)} 1"
    lines = [line[:30].rstrip() for line in render(view_of(stacked), Style()).text.splitlines()]
    assert lines[8] == "3  B4---4+3---B4         ."
    assert lines[16:] == ["1  B4---4+3---B4         .", "   a          b          c"]


class TestCrowdedBoard:
    @pytest.mark.parametrize("unicode", [False, True])
    @pytest.mark.parametrize(("width", "height"), [(80, 24), (60, 20), (52, 20), (35, 20), (130, 50)])
    def test_the_picture_fits_the_window(self, unicode: bool, width: int, height: int) -> None:
        lines = render(view_of(CROWDED), Style(False, unicode, width, height)).text.splitlines()
        letters = next(row for row, line in enumerate(lines) if re.match(r"\s+a\s+b\s+c\s+d\s+e\b", line))
        assert letters + 1 <= (26 if height == 50 else 19)
        assert max(map(len, lines)) <= width
        assert all(line == line.rstrip() for line in lines)

    @pytest.mark.parametrize(("width", "height", "rows"), [(60, 16, 14), (60, 20, 18), (35, 16, 14), (80, 33, 26)])
    def test_the_rows_of_the_board_follow_the_window(self, width: int, height: int, rows: int) -> None:
        lines = render(view_of(CROWDED), Style(width=width, height=height)).lines
        assert [row for row, line in enumerate(lines) if re.match(r"\s+a\s+b\s+c\s+d\s+e\b", line)] == [rows - 1]
        assert len(lines) <= height

    def test_colour_adds_nothing_but_colour(self) -> None:
        coloured = render(view_of(CROWDED), Style(colour=True)).text
        assert without_colour(coloured) == render(view_of(CROWDED), Style()).text
        assert "\x1b[1m\x1b[94mB" in coloured

    def test_every_level_has_a_board_side_by_side(self) -> None:
        lines = render(view_of(CROWDED, layout="levels"), Style()).text.splitlines()
        assert lines[0].split() == ["level", "1", "level", "2", "level", "3"]
        assert lines[3].split() == ["4", ".", "b---b---b---b", "4", ".", "r---R", "B---B", "4", ".", "B", ".", ".", "."]
        assert max(map(len, lines)) <= 80

    def test_the_layout_labels_names_every_tower(self) -> None:
        lines = render(view_of(CROWDED, layout="labels"), Style()).text.splitlines()
        assert lines[3].split() == ["4", ".", "b3r5B4", "b5R9", "b8B9", "b12B13"]
        assert lines[15] == "   a           b           c           d           e"

    def test_a_board_too_wide_to_draw_is_a_list(self) -> None:
        lines = render(view_of("x5/x5/x5/x5/12,1,x3 1:a1-b1@1 1"), Style(width=30)).text.splitlines()
        assert lines == [
            "a1: blue on red, height 2;",
            "  red's bridge a1-b1 on level",
            "  1, overbuilt",
            "b1: red, height 1; red's",
            "  bridge a1-b1 on level 1,",
            "  overbuilt",
        ]


@st.composite
def positions(draw: st.DrawFn) -> str:
    """Any stacks with any bridges that they can carry."""
    stacks: dict[int, list[int]] = {}
    left = {1: 16, 2: 16}
    for _ in range(draw(st.integers(0, 32))):
        field, owner = draw(st.integers(0, 24)), draw(st.integers(1, 2))
        if left[owner]:
            left[owner] -= 1
            stacks.setdefault(field, []).append(owner)
    bridges, lying = [], {1: 0, 2: 0}
    for low in sorted(stacks):
        for high in (low + 1, low + 5):
            if high - low == 1 and high % 5 == 0:
                continue
            for level in range(min(len(stacks[low]), len(stacks.get(high, ())))):
                owner = stacks[low][level]
                if owner == stacks[high][level] and lying[owner] < 15 and draw(st.booleans()):
                    lying[owner] += 1
                    bridges.append(f"{owner}:{NAMES[low]}-{NAMES[high]}@{level + 1}")
    rows = [
        ",".join("".join(map(str, stacks.get(column * 5 + row, ()))) or "x" for column in range(5))
        for row in range(4, -1, -1)
    ]
    return f"{'/'.join(rows)} {';'.join(bridges) or '-'} 1"


@examples(60)
@given(positions())
def test_f1_stacks_and_topmost_bridges_can_be_read_from_the_picture(position: str) -> None:
    view = view_of(position)
    state = view.state
    drawing = render(view, Style())
    assert_places_show(state, drawing, "")
    assert_bridges_can_be_read(state, drawing)


@examples(60)
@given(positions(), st.sampled_from(("", "levels", "labels")), st.integers(25, 110), st.booleans())
def test_f1_no_picture_is_wider_than_the_style(position: str, layout: str, width: int, unicode: bool) -> None:
    drawn = render(view_of(position, layout=layout), Style(unicode=unicode, width=width)).text
    assert max(map(len, drawn.splitlines())) <= width
    assert all(line == line.rstrip() for line in drawn.split("\n"))
    assert unicode or drawn.isascii()


@examples(60)
@given(positions(), st.sampled_from(("", "levels", "labels")), st.integers(25, 110), st.booleans(), st.booleans())
def test_f1_fields_and_bridges_stand_at_their_places(
    position: str, layout: str, width: int, unicode: bool, colour: bool
) -> None:
    view = view_of(position, Turn("move", source=12, target=13), layout=layout)
    drawing = render(view, Style(colour, unicode, width))
    if drawing.is_list:
        assert width < 35 and not drawing.places
    else:
        assert_places_show(view.state, drawing, layout)


def test_f2_a_bridge_lies_between_the_fields_of_its_ends() -> None:
    drawing = render(view_of("x5/x5/x5/1,x4/1,1,x3 1:a1-b1@1;1:a1-a2@1 1"), Style())
    assert text_at(drawing, drawing.places["a1-b1"]) == "----1----"
    assert text_at(drawing, drawing.places["a1-a2"]) == "|\n1\n|"
