"""Polygons and their points in words and as data."""

from __future__ import annotations

import pytest

from tabletop.game import Setup
from tabletop.games.taktori.describe import score_details, score_lines
from tabletop.games.taktori.position import parse_position
from tabletop.style import Style

RING = "a1-c1 c1-e1 a5-c5 c5-e5 a1-a3 a3-a5 e1-e3 e3-e5"
INNER = "b2-d2 b4-d4 b2-b4 d2-d4"
SETUP = Setup(2, ("ann", "bo"), {"centre": 0})
SEVEN = "x9/x9/x9/x9/x9/x9/11,x,1,x6/1,x,1,x6/111,x,111,x6 1:a1-a3@2;1:a1-c1@3;1:a2-c2@1;1:c1-c3@1 1 -"
RINGED = "x9/x9/x9/x9/1,x,1,x,1,x4/x,1,x,1,x5/1,x3,1,x4/x,1,x,1,x5/1,x,1,x,1,x4 {} 1 -".format(
    ";".join(f"1:{word}@1" for word in sorted(f"{RING} {INNER}".split()))
)


def test_t21_polygons_as_data() -> None:
    assert score_details(parse_position(SEVEN, SETUP), SETUP) == {
        "polygons": [
            {
                "owner": "ann",
                "value": 7,
                "counts": True,
                "why": None,
                "fields": ["a1", "a2", "b2", "c2", "c1", "b1"],
                "sides": [
                    {"bridge": "a1-a3", "level": 2, "halves": ["a1-a2"]},
                    {"bridge": "a2-c2", "level": 1, "halves": ["a2-b2", "b2-c2"]},
                    {"bridge": "c1-c3", "level": 1, "halves": ["c1-c2"]},
                    {"bridge": "a1-c1", "level": 3, "halves": ["a1-b1", "b1-c1"]},
                ],
            }
        ]
    }


def test_t21_polygons_in_sentences() -> None:
    assert score_lines(parse_position(SEVEN, SETUP), SETUP, Style()) == [
        "ann's polygon at a1 scores 7 points",
        "    fields  a1 a2 b2 c2 c1 b1",
        "    sides   a1-a3 level 2 (half a1-a2), a2-c2 level 1,",
        "            c1-c3 level 1 (half c1-c2), a1-c1 level 3",
    ]


def test_t20_says_what_is_enclosed() -> None:
    state = parse_position(RINGED, SETUP)
    ring, inner = score_details(state, SETUP)["polygons"]
    assert (ring["counts"], ring["why"]) == (False, "it encloses the polygon at b2 (T20)")
    assert (inner["counts"], inner["why"]) == (True, None)
    assert score_lines(state, SETUP, Style(width=100))[0] == (
        "ann's polygon at a1 (12 points) does not count: it encloses the polygon at b2 (T20)"
    )
    assert state.scores() == (4, 0)


def test_t23_says_what_is_not_connected() -> None:
    for centre, why in (
        (1, "no bridges connect it to the centre (T23)"),
        (2, "it has no tower in the centre and shares none with a polygon that scores (T24)"),
    ):
        setup = Setup(2, ("ann", "bo"), {"centre": centre})
        [polygon] = score_details(parse_position(SEVEN, setup), setup)["polygons"]
        assert (polygon["counts"], polygon["why"], polygon["value"]) == (False, why, 7)


@pytest.mark.parametrize("width", [40, 60, 80])
@pytest.mark.parametrize("centre", [0, 1, 2])
@pytest.mark.parametrize("position", [SEVEN, RINGED], ids=["alone", "ringed"])
def test_t21_no_line_is_too_long(position: str, centre: int, width: int) -> None:
    setup = Setup(2, ("ann", "bo"), {"centre": centre})
    state = parse_position(position, setup)
    lines = score_lines(state, setup, Style(width=width))
    assert [line for line in lines if len(line) > width] == []
    unfolded = score_lines(state, setup, Style(width=1000))
    assert " ".join(lines).split() == " ".join(unfolded).split(), "nothing is lost"
    assert len(unfolded) == 3 * len(score_details(state, setup)["polygons"])


def test_t20_folds_what_it_says_with_the_name_in_colour() -> None:
    painted = score_lines(parse_position(RINGED, SETUP), SETUP, Style(True, width=40))
    assert painted[:3] == [
        "\x1b[31mann\x1b[0m's polygon at a1 (12 points) does not",
        "        count: it encloses the polygon",
        "        at b2 (T20)",
    ]


def test_t19_no_polygon_is_said() -> None:
    state = parse_position("x9/x9/x9/x9/x9/x9/x9/x9/x9 - 1 -", SETUP)
    assert score_lines(state, SETUP, Style()) == ["no closed polygons"]
    assert score_details(state, SETUP) == {"polygons": []}
