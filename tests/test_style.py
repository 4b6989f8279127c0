"""Colours, glyphs and the canvas."""

from __future__ import annotations

import re

from tabletop.style import THEMES, Canvas, Style


def test_later_text_covers_earlier_text_and_line_ends_are_trimmed() -> None:
    canvas = Canvas()
    canvas.put(2, 1, "ab", "red")
    canvas.put(4, 1, "c ")
    canvas.put(3, 1, "X", "red bold")
    assert canvas.drawing(Style()).text == "\n  aXc"
    assert canvas.drawing(Style(colour=True)).text == "\n  \x1b[31ma\x1b[0m\x1b[31m\x1b[1mX\x1b[0mc"
    assert (canvas.at(3, 1), canvas.at(99, 99)) == ("X", " ")


def test_themes_change_colours_and_nothing_else() -> None:
    painted = {theme: Style(colour=True, theme=theme).paint("B2", "bold tint-blue") for theme in THEMES}
    assert len({*painted.values()}) == 3
    assert {re.sub(r"\x1b\[[0-9;]*m", "", text) for text in painted.values()} == {"B2"}
    assert painted["mono"] == "\x1b[1mB2\x1b[0m"
    assert Style(colour=True, theme="mono").paint("B2", "blue") == "B2"


def test_a_drawing_says_where_things_stand() -> None:
    canvas = Canvas()
    canvas.put(2, 0, "e5", "red")
    canvas.place("e5", 2, 0, width=2)
    drawing = canvas.drawing(Style(colour=True))
    column, row, width, height = drawing.places["e5"]
    assert (row, height) == (0, 1)
    assert canvas.drawing(Style()).lines[row][column : column + width] == "e5"
    assert "\x1b" in drawing.text
