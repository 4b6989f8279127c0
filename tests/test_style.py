"""Colours, glyphs and the canvas."""

from __future__ import annotations

from tabletop.style import Canvas, Style


def test_later_text_covers_earlier_text_and_line_ends_are_trimmed() -> None:
    canvas = Canvas()
    canvas.put(2, 1, "ab", "red")
    canvas.put(4, 1, "c ")
    canvas.put(3, 1, "X", "red bold")
    assert canvas.drawing(Style()).text == "\n  aXc"
    assert canvas.drawing(Style(colour=True)).text == "\n  \x1b[31ma\x1b[0m\x1b[31;1mX\x1b[0mc"
    assert (canvas.at(3, 1), canvas.at(99, 99)) == ("X", " ")


def test_a_drawing_says_where_things_stand() -> None:
    canvas = Canvas()
    canvas.put(2, 0, "e5", "red")
    canvas.place("e5", 2, 0, width=2)
    drawing = canvas.drawing(Style(colour=True))
    column, row, width, height = drawing.places["e5"]
    assert (row, height) == (0, 1)
    assert canvas.drawing(Style()).lines[row][column : column + width] == "e5"
    assert "\x1b" in drawing.text
