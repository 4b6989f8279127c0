"""The whole picture: the board in the layout asked for, as large as fits, and the captions around it.

A game's `render` is `BoardRenderer(...).render` with its own dimensions.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from textwrap import wrap
from typing import Any, NamedTuple

from tabletop.game import Drawing, View
from tabletop.games.towers.captions import (
    FormatTurn,
    board_legend,
    label_legend,
    level_legend,
    put_captions_below,
    put_captions_beside,
)
from tabletop.games.towers.describe import sentences_of_board
from tabletop.games.towers.geometry import colour, field_names
from tabletop.games.towers.labels import Labels
from tabletop.games.towers.painter import (
    MARGIN,
    STAR,
    BoardPainter,
    Dimensions,
    Region,
    Spans,
    VisibleBoard,
    letter,
    put_spans,
)
from tabletop.games.towers.rules import TowersState
from tabletop.style import Canvas, Style

LAYOUTS = ("levels", "labels")
"""The layouts besides the ordinary board: one board per level, or the names of towers instead of bridges."""
_LEVEL_DIMENSIONS = Dimensions(across=4, down=2)
_LEVEL_GAP = 4
_WIDEST_CELL = 12
_CAPTION_ROWS = 2
"""Rows that a board leaves for captions, if it can."""
_PANEL_GAP = 2
_PANEL_WIDTH = 26
"""Columns that captions beside the board need at least."""


class BoardRenderer(NamedTuple):
    """How a game's board is drawn.

    `dimensions` are those of the ordinary board, from the largest to the smallest, of which the
    first that fits is used, and the lowest in a window with too few rows for any; `label_rows`
    the rows of a field with the names of its towers;
    `regions` the polygons to hatch.
    """

    dimensions: Sequence[Dimensions]
    label_rows: int
    format_move: FormatTurn
    regions: Callable[[Any], Sequence[Region]] = lambda state: ()

    def render(self, view: View[TowersState], style: Style) -> Drawing:
        """The picture; sentences where a board would be too wide."""
        size = view.state.size
        fitting = [dimensions for dimensions in self.dimensions if dimensions.width(size) <= style.width]
        if not fitting:
            sentences = sentences_of_board(view.state, view.setup.names)
            lines = [line for text in sentences for line in wrap(text, style.width, subsequent_indent="  ")]
            return Drawing(tuple(lines), is_list=True)
        lowest = min(fitting, key=lambda dimensions: dimensions.down)
        dimensions = next((each for each in fitting if each.rows(size) + _CAPTION_ROWS <= style.height), lowest)
        canvas = Canvas()
        regions = self.regions(view.state)
        if view.layout == "levels":
            rows, legend = _draw_levels(view, style, canvas), level_legend(view, style)
        elif view.layout == "labels":
            rows, legend = _draw_labels(view, style, canvas, self.label_rows), label_legend(view, style)
        else:
            board = VisibleBoard(view, regions=regions)
            rows = BoardPainter(board, dimensions, style, canvas).draw()
            legend = board_legend(board, style)
            left = dimensions.width(size) + _PANEL_GAP
            if style.width - left >= _PANEL_WIDTH:
                put_captions_beside(view, style, canvas, left, self.format_move, legend, regions)
                return canvas.drawing(style)
        put_captions_below(view, style, canvas, rows, self.format_move, legend, regions)
        return canvas.drawing(style)


def _draw_levels(view: View[TowersState], style: Style, canvas: Canvas) -> int:
    """One board per level, lowest first, as many side by side as fit; returns the number of rows."""
    width = _LEVEL_DIMENSIONS.width(view.state.size, len(f"R{STAR}"))
    abreast = max(1, (style.width + _LEVEL_GAP) // (width + _LEVEL_GAP))
    top, tallest = 0, 0
    for index in range(VisibleBoard(view).levels):
        if index and index % abreast == 0:
            top += tallest + 1
            tallest = 0
        left = index % abreast * (width + _LEVEL_GAP)
        canvas.put(left + MARGIN, top, f"level {index + 1}", "bold")
        painter = BoardPainter(VisibleBoard(view, index + 1), _LEVEL_DIMENSIONS, style, canvas, left, top + 1)
        tallest = max(tallest, 1 + painter.draw())
    return top + tallest


def _draw_labels(view: View[TowersState], style: Style, canvas: Canvas, rows: int) -> int:
    """The stacks with the name of each tower, without bridges, `rows` rows for a field; returns the number of rows."""
    board, labels = VisibleBoard(view), Labels.of(view)
    size = board.size
    cell = min(_WIDEST_CELL, (style.width - MARGIN + 1) // size)
    for field, stack in enumerate(board.stacks):
        column, row = divmod(field, size)
        x, y = MARGIN + column * cell, (size - 1 - row) * rows
        canvas.place(field_names(size)[field], x, y, cell - 1, rows)
        towers = [
            (f"{letter(owner, level == len(stack))}{label[1:]}", colour(owner))
            for level, (owner, label) in enumerate(zip(stack, labels.stack_labels(field), strict=True), 1)
        ] or [(style.pick("·", "."), "grey")]
        if field in board.changed_fields:
            towers[-1] = (f"{towers[-1][0]}*", towers[-1][1])
        for index, line in enumerate(_folded(towers, cell - 1, rows)):
            put_spans(canvas, x, y + index, line)
    for index in range(size):
        canvas.put(0, (size - 1 - index) * rows, str(index + 1), "grey")
        canvas.put(MARGIN + index * cell, size * rows, chr(ord("a") + index), "grey")
    return size * rows + 1


def _folded(towers: Spans, width: int, rows: int) -> list[Spans]:
    """The towers of a stack in lines; where they are too many, a number stands for the lowest."""
    for hidden in range(len(towers)):
        lines: list[Spans] = [[]]
        for span in [(f"+{hidden} ", "")] * (hidden > 0) + towers[hidden:]:
            if lines[-1] and sum(len(text) for text, _ in (*lines[-1], span)) > width:
                lines.append([])
            lines[-1].append(span)
        if len(lines) <= rows:
            return lines
    return [towers[-1:]]
