"""The cursor on the board: where it goes, and what a choice adds to the line."""

from __future__ import annotations

import pytest

from tabletop import new_match
from tabletop.game import CHANCE, Area, Drawing
from tabletop.match import Match
from tabletop.session.cursor import Cursor, lines_with, selectable
from tabletop.style import Style, mark_places
from tests.helpers import SHIPPED_GAMES

GRID = Drawing(
    ("a . b . c", "", "d . e . f", "", "g . h . i"),
    {name: Area(4 * (index % 3), 2 * (index // 3)) for index, name in enumerate("abcdefghi")} | {"a-b": Area(1, 0, 3)},
)


def match_of(name: str, *moves: str) -> Match:
    match = new_match(name, seed=1)
    while match.to_move == CHANCE:
        match.roll()
    for move in moves:
        match.play_text(move)
    return match


def test_it_begins_in_the_middle_and_stops_at_the_edge() -> None:
    cursor = Cursor.on(GRID)
    assert cursor is not None and cursor.place == "e"
    for direction, place in (("left", "d"), ("left", "d"), ("up", "a"), ("up", "a"), ("right", "b"), ("down", "e")):
        cursor = cursor.moved(GRID, direction)  # type: ignore[arg-type]
        assert cursor.place == place


def test_it_visits_no_bridges_and_nothing_where_nothing_is_drawn() -> None:
    assert [*selectable(GRID)] == [*"abcdefghi"]
    assert Cursor.on(Drawing(("a list",), is_list=True)) is None
    match = match_of("zickzack")
    cells = selectable(match.game.render(match.view(), Style()))
    assert len(cells) == 52 and all(lines_with(match, "", cell) for cell in cells)


@pytest.mark.parametrize("name", SHIPPED_GAMES)
@pytest.mark.parametrize("width", [60, 80, 120])
def test_arrows_reach_every_place(name: str, width: int) -> None:
    drawing = (match := match_of(name)).game.render(match.view(), Style(width=width))
    first = Cursor.on(drawing)
    assert first is not None
    reached, waiting = {first.place}, [first]
    for cursor in waiting:
        for direction in ("left", "right", "up", "down"):
            there = cursor.moved(drawing, direction)  # type: ignore[arg-type]
            if there.place not in reached:
                reached.add(there.place)
                waiting.append(there)
    assert reached == {*selectable(drawing)}


@pytest.mark.parametrize(
    ("match", "line", "place", "lines"),
    [
        (match_of("taktori"), "", "e5", ["place on e5"]),
        (
            match_of("taktori", "e5", "a1", "e7", "a3"),
            "",
            "e5",
            ["move e5", "bridge e5-e7", "place on e5"],
        ),
        (match_of("taktori", "e5", "a1"), "place on e7", "e5", ["place on e7 bridge e5-e7"]),
        (match_of("taktori", "e5", "a1"), "place on e7 bridge e5-e7", "i9", []),
        (match_of("fem", "c3", "a1"), "place on c4", "c3", ["place on c4 bridge c3-c4"]),
        (match_of("zickzack"), "", "3b", ["place 1 on 3b", "place 2 on 3a-3b", "place 2 on 3b-3c"]),
        (match_of("takami"), "raise B4 to", "9.2", ["raise B4 to 9.2"]),
        (match_of("mikado"), "", "r7", ["touch r7", "pull r7"]),
    ],
)
def test_a_choice_goes_on_with_the_line(match: Match, line: str, place: str, lines: list[str]) -> None:
    assert lines_with(match, line, place) == lines


def test_the_same_place_again_goes_through_the_alternatives() -> None:
    match, line, seen = match_of("mikado"), "", []
    cursor = Cursor("r7")
    for _ in range(3):
        chosen = cursor.chosen(match, line)
        assert chosen is not None
        cursor, line = chosen
        seen.append(line)
    assert seen == ["touch r7", "pull r7", "touch r7"]


def test_a_second_cell_of_the_same_piece_chooses_the_piece() -> None:
    match = match_of("zickzack")
    chosen = Cursor("7c").chosen(match, "")
    assert chosen is not None and chosen[1] == "place 1 on 7c"
    further = Cursor("7e", chosen[0].before, chosen[0].choices, "7c").chosen(match, chosen[1])
    assert further is not None and further[1] == "place 3 on 7c-7e"
    back = further[0].taken_back()
    assert back is not None and back[1] == ""


def test_a_point_on_the_board_is_the_place_drawn_there() -> None:
    assert (cursor := Cursor("e").at_point(GRID, 8, 4)) is not None and cursor.place == "i"
    assert Cursor("e").at_point(GRID, 2, 1) is None


def test_a_marked_place_stands_in_brackets() -> None:
    marked = mark_places(GRID, ["e", "a", "i"], Style())
    assert marked.lines == ("a]. b . c", "", "d .[e]. f", "", "g . h .[i]")
    painted = Drawing(("\x1b[31ma b\x1b[0m c",), {"b": Area(2, 0)})
    assert mark_places(painted, ["b"], Style(colour=True)).lines == ("\x1b[31ma\x1b[0m[\x1b[31m\x1b[7mb\x1b[0m]c",)
