"""Zickzack's drawings: hexagons, lists, and where the cells are in them."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.game import Area, View
from tabletop.games.zickzack.board import ZickzackMove
from tabletop.games.zickzack.render import render
from tabletop.games.zickzack.rules import ZickzackState
from tabletop.style import PLAIN, Style
from tests.games.zickzack.helpers import BOARDS, play, random_state, start_state, view_of
from tests.helpers import examples


def test_a_row_is_drawn_with_walls_around_pieces_and_the_hands_below() -> None:
    lines = render(view_of(play("5a-5b", "5c", "9i", "3a")), PLAIN).text.splitlines()
    row = [line[:29].rstrip() for line in lines[8:12]]
    assert row == [
        r"         ___     ___     ___",
        r"      5 /5a \___/5c \___/5e \\"[:-1],
        r"  5 pts \_g_ 5b \_b_/5d \___/",
        r"            \_g_/   \___/",
    ]
    assert lines[-3:] == [
        "> green 0 pts: 4 x g, 3 x gg, 3 x ggg, 1 x gggg",
        "  blue 0 pts: 3 x b, 4 x bb, 3 x bbb, 1 x bbbb",
        "last: blue 3a",
    ]


def test_the_last_move_has_capitals() -> None:
    assert r"\_G_ 5b  _G_/" in render(view_of(play("5a-5c")), PLAIN).text
    assert r"\_g_ 5b  _g_/" in render(view_of(play("5a-5c", "3a")), PLAIN).text


def test_won_fields_name_their_owner() -> None:
    lines = render(view_of(play("4a-4c", "4d")), PLAIN).text.splitlines()
    assert lines[6].startswith("  4 pts")
    assert lines[7].startswith("   blue")
    assert "  green 0 pts" in lines[-3]
    assert "> blue 4 pts" in lines[-2]


def test_a_wall_separates_pieces_side_by_side() -> None:
    double_first, single_first = play("7a-7b", "3a", "7c"), play("7a", "3a", "7b-7c")
    assert double_first == single_first
    assert r"\_g_ 7b \_G_/" in render(view_of(double_first), PLAIN).text, "a wall between 7b and 7c only"
    assert r"\_g_/7b  _G_/" in render(view_of(single_first), PLAIN).text, "a wall between 7a and 7b only"


def test_cells_of_one_piece_have_no_wall_between_them_on_any_side() -> None:
    lines = render(view_of(play("place rhomb on 6a 6b 6d 6e", board="comb")), PLAIN).text.splitlines()
    patch = [line[48:61].rstrip() for line in lines[:7]]
    assert patch == [
        r"6: 6 pts",
        r"     ___",
        r" ___/6a \___",
        r"/6b   G /6c \\"[:-1],
        r"\ G  6d \___/",
        r"/6e  _G_/6f \\"[:-1],
        r"\_G_/   \___/",
    ]


def test_fields_have_the_same_order_at_every_width() -> None:
    def order(width: int, board: str) -> list[str]:
        drawing = render(view_of(play(board=board)), Style(width=width, height=60))
        fields = [name for name in drawing.places if name.isdigit()]
        return sorted(fields, key=lambda name: (drawing.places[name].row, drawing.places[name].column))

    assert order(80, "classic") == ["3", "10", "4", "9", "5", "8", "6", "7"]
    for board in ("classic", "comb"):
        assert all(order(width, board) == order(80, board) for width in (59, 70, 100, 140, 200))


def test_pieces_of_one_player_side_by_side_have_different_shades() -> None:
    state = play("place 1 on 5a", "place 1 on 10a", "place 1 on 5b", "place 1 on 10j", board="classic")
    drawing = render(view_of(state), Style(colour=True))
    shades = [re.findall(r"48;5;(\d+)m[^\x1b]*5([ab])", line) for line in drawing.lines]
    shade_of = {cell: shade for line in shades for shade, cell in line}
    assert shade_of["a"] != shade_of["b"]


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize(("width", "height"), [(80, 24), (80, 20), (60, 20), (100, 30), (40, 60), (24, 80)])
@examples(6)
@given(seed=st.integers(0, 1000), plies=st.integers(0, 26))
def test_drawings_fit_the_window(board: str, width: int, height: int, seed: int, plies: int) -> None:
    view = view_of(random_state(seed, plies, board), ("anna", "bert") if seed % 2 else ("green", "blue"))
    for unicode in (False, True):
        text = render(view, Style(unicode=unicode, width=width, height=height)).text
        lines = text.split("\n")
        assert max(map(len, lines)) <= width
        assert len(lines) <= height
        assert all(line == line.rstrip() for line in lines)
        assert unicode or text.isascii()
        assert not text.endswith("\n")


@pytest.mark.parametrize("board", BOARDS)
def test_every_cell_is_drawn_with_its_name(board: str) -> None:
    view = view_of(random_state(1, 10, board))
    large = render(view, PLAIN).text
    small = render(view, Style(width=60, height=20)).text
    for cell in view.state.board.cells:
        assert re.search(rf"(?<![0-9]){cell}\b", large), cell
        assert cell in small or re.search(rf"\W{cell[-1]} ", small), cell


def test_colour_changes_nothing_but_colour_codes() -> None:
    view = view_of(random_state(4, 14))
    painted = render(view, Style(colour=True)).text
    assert "\x1b[" in painted
    assert re.sub(r"\x1b\[[0-9;]*m", "", painted) == render(view, PLAIN).text


def test_names_of_players_come_with_their_colour() -> None:
    text = render(view_of(start_state(), ("anna", "bert")), PLAIN).text
    assert "anna (green) 0 pts" in text
    assert "bert (blue) 0 pts" in text


WIDE = """\
[[field]]
name = "north12"
points = 4
cells = [[0, 0], [1, 0], [1, 1]]

[[piece]]
name = "dot"
count = 3
cells = [[0, 0]]
"""
"""A board whose cells have longer names than there is space for."""


def text_at(lines: list[str], area: Area) -> list[str]:
    """The lines of an area, which must lie within the drawing."""
    rows = lines[area.row : area.row + area.height]
    assert len(rows) == area.height
    assert all(area.column + area.width <= len(row) for row in rows)
    return [row[area.column : area.column + area.width] for row in rows]


def glyphs_on(view: View[ZickzackState], unicode: bool) -> dict[str, str]:
    """What is drawn on each covered cell."""
    laid, laid_last = ("●○", "◉◎") if unicode else ("gb", "GB")
    last_cells = {cell for move in view.last for cell in move.cells}
    return {
        cell: (laid_last if cell in last_cells else laid)[player - 1]
        for player, move in view.state.pieces()
        for cell in move.cells
    }


def columns_and_rows(area: Area) -> set[tuple[int, int]]:
    return {
        (column, row)
        for column in range(area.column, area.column + area.width)
        for row in range(area.row, area.row + area.height)
    }


@pytest.mark.parametrize("board", [*BOARDS, "wide.toml"])
@pytest.mark.parametrize("colour", [False, True])
@pytest.mark.parametrize("unicode", [False, True])
def test_every_cell_and_every_label_has_a_place_of_its_own(
    board: str, colour: bool, unicode: bool, tmp_path: Path
) -> None:
    if board not in BOARDS:
        (tmp_path / board).write_text(WIDE)
        board = str(tmp_path / board)
    drawings = 0
    for plies in (0, 1, 9, 60):
        state = random_state(plies, plies, board)
        view = view_of(state)
        glyphs = glyphs_on(view, unicode)
        for width, height in ((200, 60), (100, 30), (80, 24), (60, 20), (40, 60), (33, 99), (24, 80), (16, 200)):
            drawing = render(view, Style(colour, unicode, width, height))
            if drawing.is_list:
                assert not drawing.places
                continue
            drawings += 1
            fields = [field.name for field in state.board.fields]
            assert sorted(drawing.places) == sorted([*state.board.cells, *fields])
            lines = [re.sub(r"\x1b\[[0-9;]*m", "", line) for line in drawing.lines]
            for cell in state.board.cells:
                above, below = text_at(lines, drawing.places[cell])
                assert above.strip() == (cell if len(cell) <= len(above) else cell[-1])
                assert below.strip(" _") == glyphs.get(cell, "")
            for field in state.board.fields:
                label = " ".join(map(str.strip, text_at(lines, drawing.places[field.name])))
                assert re.fullmatch(rf"{field.name}:? {field.points} ?p(ts)?( green| blue)?", label)
            taken = [columns_and_rows(area) for area in drawing.places.values()]
            assert len(set().union(*taken)) == sum(map(len, taken)), "places do not overlap"
    assert drawings


def test_the_list_has_a_line_for_each_field() -> None:
    view = replace(view_of(play("5a-5b", "5c", "5e", "5d")), layout="list")
    lines = render(view, PLAIN).lines
    assert lines[0] == "3: 3 pts, open; free 3a 3b 3c"
    assert lines[2] == "5: 5 pts, blue; green 5a+5b 5e; blue 5c 5D"


def test_moves_that_are_not_on_the_board_are_not_marked() -> None:
    view = replace(view_of(start_state()), last=(ZickzackMove("9", ("99z",)),))
    assert "last" not in render(view, PLAIN).text
