"""A whole picture: the board in the layout asked for, as large as fits, and what stands around it."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap
from typing import NamedTuple, cast

from tabletop.canvas import Canvas
from tabletop.game import View
from tabletop.games.towers.board import Board
from tabletop.games.towers.caption import Format, below, beside, board_legend, label_legend, level_legend
from tabletop.games.towers.layouts import draw_labels, draw_levels
from tabletop.games.towers.picture import Sheet, draw_board
from tabletop.games.towers.sentences import sentences_of_board
from tabletop.style import Style

_APART = 2
_PANEL = 26
"""Columns that a panel beside the board needs at least."""


class Page(NamedTuple):
    """How a game's board is laid out: measures from the largest to the smallest, rows of a field with names."""

    sheets: Sequence[Sheet]
    label_rows: int
    format_move: Format

    def render(self, view: View, style: Style) -> str:
        """The picture; sentences where there is no room for a board."""
        board = cast(Board, view.state)
        sheet = next((sheet for sheet in self.sheets if sheet.width(board.size) <= style.width), None)
        if sheet is None:
            lines = sentences_of_board(board, view.setup.names)
            return "\n".join(part for line in lines for part in wrap(line, style.width, subsequent_indent="  "))
        canvas = Canvas()
        if view.layout == "levels":
            rows, legend = draw_levels(view, style, canvas), level_legend(view, style)
        elif view.layout == "labels":
            rows, legend = draw_labels(view, style, canvas, self.label_rows), label_legend(view, style)
        else:
            rows, legend = draw_board(view, style, sheet, canvas), board_legend(view, style, sheet)
            left = sheet.width(board.size) + _APART
            if style.width - left >= _PANEL:
                beside(view, style, canvas, left, self.format_move, legend)
                return canvas.text(style)
        below(view, style, canvas, rows, self.format_move, legend)
        return canvas.text(style)
