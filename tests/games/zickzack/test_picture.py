"""Zickzack's pictures and sentences."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tabletop.errors import WrongUse
from tabletop.game import Area, Setup, View
from tabletop.games.zickzack import GAME
from tabletop.games.zickzack.board import ZickzackMove
from tabletop.games.zickzack.describe import where
from tabletop.games.zickzack.render import render
from tabletop.games.zickzack.rules import ZickzackState, start
from tabletop.style import PLAIN, Style

BOARDS = ("classic", "comb")


def table(board: str = "classic", names: tuple[str, str] = ("green", "blue")) -> Setup:
    return Setup(2, names, {"board": board})


def view_of(seed: int, plies: int, setup: Setup) -> View[ZickzackState]:
    rng, state, last = Random(seed), start(setup), ()
    for _ in range(plies):
        if steps := state.steps():
            move = steps[int(rng.random() * len(steps))]
            state, last = state.take(move), (move,)
    return View(state, setup, last, to_move=state.to_move)


def after(*moves: str, board: str = "classic") -> View[ZickzackState]:
    setup = table(board)
    state, last = start(setup), ()
    for text in moves:
        move = GAME.grammar.parse(text, state)
        state.check(move)
        state, last = state.apply(move), (move,)
    return View(state, setup, last, to_move=state.to_move)


def test_the_picture_of_a_row() -> None:
    lines = render(after("5a-5b", "5c", "9i", "3a"), PLAIN).text.splitlines()
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
    assert r"\_G_ 5b  _G_/" in render(after("5a-5c"), PLAIN).text
    assert r"\_g_ 5b  _g_/" in render(after("5a-5c", "3a"), PLAIN).text


def test_won_fields_name_their_owner() -> None:
    lines = render(after("4a-4c", "4d"), PLAIN).text.splitlines()
    assert lines[6].startswith("  4 pts")
    assert lines[7].startswith("   blue")
    assert "  green 0 pts" in lines[-3]
    assert "> blue 4 pts" in lines[-2]


def test_pieces_side_by_side_are_told_apart() -> None:
    one, two = after("7a-7b", "3a", "7c"), after("7a", "3a", "7b-7c")
    assert one.state == two.state
    assert r"\_g_ 7b \_G_/" in render(one, PLAIN).text, "a wall between 7b and 7c, none between 7a and 7b"
    assert r"\_g_/7b  _G_/" in render(two, PLAIN).text, "and the other way round"


def test_comb_opens_walls_on_all_sides() -> None:
    lines = render(after("place rhomb on 6a 6b 6d 6e", board="comb"), PLAIN).text.splitlines()
    patch = [line[32:45].rstrip() for line in lines[8:15]]
    assert patch == [
        r"6: 6 pts",
        r"     ___",
        r" ___/6a \___",
        r"/6b   G /6c \\"[:-1],
        r"\ G  6d \___/",
        r"/6e  _G_/6f \\"[:-1],
        r"\_G_/   \___/",
    ]


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize(("width", "height"), [(80, 24), (80, 20), (60, 20), (100, 30), (40, 60), (24, 80)])
@settings(max_examples=6)
@given(seed=st.integers(0, 1000), plies=st.integers(0, 26))
def test_pictures_fit(board: str, width: int, height: int, seed: int, plies: int) -> None:
    view = view_of(seed, plies, table(board, ("anna", "bert") if seed % 2 else ("green", "blue")))
    for unicode in (False, True):
        picture = render(view, Style(unicode=unicode, width=width, height=height)).text
        lines = picture.split("\n")
        assert max(map(len, lines)) <= width
        assert len(lines) <= height
        assert all(line == line.rstrip() for line in lines)
        assert unicode or picture.isascii()
        assert not picture.endswith("\n")


@pytest.mark.parametrize("board", BOARDS)
def test_every_cell_is_named(board: str) -> None:
    view = view_of(1, 10, table(board))
    assert isinstance(view.state, ZickzackState)
    picture = render(view, PLAIN).text
    for cell in view.state.board.cells:
        assert re.search(rf"(?<![0-9]){cell}\b", picture), cell
    small = render(view, Style(width=60, height=20)).text
    for cell in view.state.board.cells:
        assert cell in small or re.search(rf"\W{cell[-1]} ", small), cell


def test_colour_is_only_added() -> None:
    view = view_of(4, 14, table())
    painted = render(view, Style(colour=True)).text
    assert "\x1b[" in painted
    assert re.sub(r"\x1b\[[0-9;]*m", "", painted) == render(view, PLAIN).text


def test_names_of_players_come_with_their_colour() -> None:
    picture = render(view_of(4, 0, table(names=("anna", "bert"))), PLAIN).text
    assert "anna (green) 0 pts" in picture
    assert "bert (blue) 0 pts" in picture


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
    """The lines of an area, which must lie within the picture."""
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
    pictures = 0
    for plies in (0, 1, 9, 60):
        view = view_of(plies, plies, table(board))
        state = view.state
        glyphs = glyphs_on(view, unicode)
        for width, height in ((200, 60), (100, 30), (80, 24), (60, 20), (40, 60), (33, 99), (24, 80), (16, 200)):
            drawing = render(view, Style(colour, unicode, width, height))
            if drawing.is_list:
                assert not drawing.places
                continue
            pictures += 1
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
    assert pictures


def test_the_list() -> None:
    view = after("5a-5b", "5c", "5e", "5d")
    lines = render(
        View(view.state, view.setup, view.last, layout="list", to_move=view.state.to_move), PLAIN
    ).text.splitlines()
    assert lines[2] == "5: 5 pts, blue; green 5a+5b 5e; blue 5c 5D"
    assert lines[0] == "3: 3 pts, open; free 3a 3b 3c"


def test_scores_and_stocks_in_sentences() -> None:
    view = after("4a-4d", "3a", "10a-10c", "3b-3c")
    assert GAME.score_details and GAME.score_lines and GAME.status_lines
    assert GAME.score_details(view.state, view.setup) == {
        "fields": {"green": ["3", "4"], "blue": []},
        "open": ["5", "6", "7", "8", "9", "10"],
    }
    assert GAME.score_lines(view.state, view.setup, PLAIN) == [
        "green won fields 3 and 4",
        "blue won no field",
        "nobody won fields 5, 6, 7, 8, 9 and 10",
    ]
    assert GAME.status_lines(view.state, view.setup) == [
        "green: 7 points, in hand 4 single, 3 double, 3 triple",
        "blue: 0 points, in hand 5 single, 4 double, 2 triple, 1 quadruple",
        "free cells: 5 (5), 6 (6), 7 (7), 8 (8), 9 (9), 10 (7)",
    ]


def test_moves_that_are_not_on_the_board_are_not_marked() -> None:
    setup = table()
    view = View(start(setup), setup, (ZickzackMove("9", ("99z",)),), to_move=start(setup).to_move)
    assert "last" not in render(view, PLAIN).text


def test_where_pieces_lie_is_asked_by_name_or_size_as_in_a_move() -> None:
    view = after("place 4 on 7a 7b 7d 7e", board="comb")
    rhombs = ["green, rhomb: on 7a.7b.7d.7e; 0 in hand.", "blue, rhomb: on no field; 1 in hand."]
    for word in ("4", "vier", "rhomb", "raute"):
        assert where(view, word) == rhombs
    of_three = [line for name in ("line", "bend", "triangle") for line in where(view, name)]
    assert where(view, "3") == where(view, "triple") == of_three
    with pytest.raises(WrongUse, match="there is no piece `9`"):
        where(view, "9")
