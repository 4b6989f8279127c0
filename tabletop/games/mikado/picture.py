"""The tray as characters: discs with their names inside, walls with the letters and numbers of the cells.

A character is a third of a cell wide and a cell high, so a disc's name stands in its cell:

      +-A--B--C--D-
     1| .===. .--.      b1 is a medium disc in cell B2, y1 a small one in C2
     2|(=b1==)(y1)
     3| '==='
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from tabletop.canvas import Canvas
from tabletop.games.mikado.trays import CELL_HEIGHT, COLUMNS, Disc, Layout, Size
from tabletop.style import Style

INKS: dict[Size, str] = {"L": "red", "M": "blue", "S": "yellow"}
WALL = "grey"
LEFT = 3
"""Columns left of the discs: the number of the row and the wall."""

LARGE_WIDTH = LEFT + 3 * COLUMNS + 1
"""Columns of the picture with discs."""

_SHORTEST_EDGE = 3
"""Fewer characters than this of a disc's rim would be a speck, and are left out."""


def rows_of(tray: Layout) -> int:
    """Rows of cells that a picture shows, from the back wall to the slider."""
    return round(tray.slider / CELL_HEIGHT)


def _letter_places(width: int) -> list[int]:
    return [int((column + 0.5) * width / COLUMNS) for column in range(COLUMNS)]


def _row(disc: Disc, rows: int) -> int:
    return min(int(disc.y / CELL_HEIGHT), rows - 1)


class Picture:
    """A tray to be drawn: which discs are still there, and which one is touched."""

    def __init__(self, tray: Layout, discs: Sequence[Disc], touched: str, style: Style) -> None:
        self.tray = tray
        self.discs = discs
        self.touched = touched
        self.style = style
        self.rows = rows_of(tray)

    def large(self) -> Canvas:
        """Discs as they lie."""
        canvas = self._frame(3 * COLUMNS)
        bodies = [_Body(disc, self.tray, self.rows) for disc in self.discs]
        taken = {cell for body in bodies for cell in body.cells()}
        for body in bodies:
            self._draw_body(canvas, body)
        for body in bodies:
            canvas.put(LEFT + body.name_start, body.row + 1, body.disc.name, self._name_ink(body.disc))
        for body in bodies:
            self._draw_brackets(canvas, body, taken)
        return canvas

    def small(self) -> Canvas | None:
        """Names only, each as near to its disc's centre as it can stand; None if there is no room for all."""
        width = self.style.width - LEFT - 1
        canvas = self._frame(width)
        for row in range(self.rows):
            here = sorted((disc for disc in self.discs if _row(disc, self.rows) == row), key=lambda disc: disc.x)
            names = [f"[{disc.name}]" if disc.name == self.touched else disc.name for disc in here]
            wanted = [disc.x * width / self.tray.width - len(name) / 2 for disc, name in zip(here, names, strict=True)]
            places = _side_by_side([len(name) for name in names], wanted, width)
            if places is None:
                return None
            for place, name, disc in zip(places, names, here, strict=True):
                canvas.put(LEFT + place, row + 1, name, self._name_ink(disc))
        return canvas

    def _frame(self, width: int) -> Canvas:
        """Walls, letters and numbers around an empty tray."""
        style, canvas = self.style, Canvas()
        canvas.put(LEFT - 1, 0, style.pick("┌" + "─" * width + "┐", "+" + "-" * width + "+"), WALL)
        for column, place in enumerate(_letter_places(width)):
            canvas.put(LEFT + place, 0, chr(ord("A") + column))
        for row in range(1, self.rows + 1):
            canvas.put(0, row, f"{row:>2}")
            canvas.put(LEFT - 1, row, style.pick("│", "|"), WALL)
            canvas.put(LEFT + width, row, style.pick("│", "|"), WALL)
        return canvas

    def _draw_body(self, canvas: Canvas, body: _Body) -> None:
        style = self.style
        fill = {"L": style.pick("▒", "#"), "M": style.pick("░", "="), "S": " "}[body.disc.size]
        ink = INKS[body.disc.size]
        for row, (start, end) in body.runs.items():
            left, right, inner = "(", ")", fill
            if row < body.row and row - 1 not in body.runs:
                left, right, inner = style.pick("╭", "."), style.pick("╮", "."), fill.replace(" ", style.pick("─", "-"))
            elif row > body.row and row + 1 not in body.runs:
                left, right, inner = style.pick("╰", "'"), style.pick("╯", "'"), fill.replace(" ", style.pick("─", "-"))
            canvas.put(LEFT + start, row + 1, left + inner * (end - start - 1) + right, ink)

    def _draw_brackets(self, canvas: Canvas, body: _Body, taken: set[tuple[int, int]]) -> None:
        """A bracket on either side of the name where nobody's disc is; about the touched one, on discs as well."""
        is_touched = body.disc.name == self.touched
        ink = self._name_ink(body.disc) if is_touched else INKS[body.disc.size]
        columns = (body.name_start - 1, body.name_start + len(body.disc.name))
        for column, sign in zip(columns, "[]" if is_touched else "()", strict=True):
            is_free = (column, body.row) not in taken
            is_name = canvas.at(LEFT + column, body.row + 1).isalnum()
            if 0 <= column < 3 * COLUMNS and (is_free or is_touched) and not is_name:
                canvas.put(LEFT + column, body.row + 1, sign, ink)

    def _name_ink(self, disc: Disc) -> str:
        return INKS[disc.size] + (" bold reverse" if disc.name == self.touched else " bold")


class _Body:
    """The characters that a disc covers: in `runs` the first and last column by row."""

    def __init__(self, disc: Disc, tray: Layout, rows: int) -> None:
        self.disc = disc
        self.row = _row(disc, rows)
        scale = 3 * COLUMNS / tray.width
        self.name_start = min(max(0, round(disc.x * scale - len(disc.name) / 2)), 3 * COLUMNS - len(disc.name))
        self.runs: dict[int, tuple[int, int]] = {}
        for row in range(rows):
            off = (row + 0.5) * CELL_HEIGHT - disc.y
            if abs(off) >= disc.radius:
                continue
            half = math.sqrt(disc.radius * disc.radius - off * off) * scale
            start, end = math.ceil(disc.x * scale - half - 0.5), math.floor(disc.x * scale + half - 0.5)
            if disc.size == "S" and row == self.row:
                start, end = max(start, self.name_start - 1), min(end, self.name_start + len(disc.name))
            if row == self.row or end - start + 1 >= _SHORTEST_EDGE:
                self.runs[row] = (max(0, start), min(3 * COLUMNS - 1, end))

    def cells(self) -> list[tuple[int, int]]:
        """Every character covered, as column and row."""
        return [(column, row) for row, (start, end) in self.runs.items() for column in range(start, end + 1)]


def _side_by_side(lengths: list[int], wanted: list[float], width: int) -> list[int] | None:
    """Whole places near the wanted ones, rising, with a column between any two; None if there is no room."""
    places: list[int] = []
    free = 0
    for length, want in zip(lengths, wanted, strict=True):
        places.append(max(free, round(want)))
        free = places[-1] + length + 1
    limit = width
    for index in range(len(places) - 1, -1, -1):
        places[index] = min(places[index], limit - lengths[index])
        limit = places[index] - 1
    return places if limit >= -1 else None
