"""The board of Taktori Fem as text: see `towers.picture` for the signs."""

from __future__ import annotations

from textwrap import wrap
from typing import cast

from tabletop.canvas import Canvas
from tabletop.game import View
from tabletop.games.fem.notation import format_move
from tabletop.games.towers.board import Board
from tabletop.games.towers.caption import below, beside, board_legend, label_legend, level_legend
from tabletop.games.towers.layouts import draw_labels, draw_levels
from tabletop.games.towers.picture import Sheet, draw_board
from tabletop.games.towers.sentences import sentences_of_board
from tabletop.style import Style

_SHEETS = (Sheet(cell=5, gap=6, between=3), Sheet(cell=3, gap=4, between=3))
_LABEL_ROWS = 3
_SIZE = 5
_APART = 3
_PANEL = 24
"""Columns that a panel beside the board needs at least."""


def render(view: View, style: Style) -> str:
    """The board with a panel beside or lines below it; in sentences where it is too narrow for a board."""
    sheet = next((sheet for sheet in _SHEETS if sheet.width(_SIZE) <= style.width), None)
    if sheet is None:
        lines = sentences_of_board(cast(Board, view.state), view.setup.names)
        return "\n".join(part for line in lines for part in wrap(line, style.width, subsequent_indent="  "))
    canvas = Canvas()
    if view.layout == "levels":
        rows, legend = draw_levels(view, style, canvas), level_legend(view, style)
    elif view.layout == "labels":
        rows, legend = draw_labels(view, style, canvas, _LABEL_ROWS), label_legend(view, style)
    else:
        rows, legend = draw_board(view, style, sheet, canvas), board_legend(view, style, sheet)
        left = sheet.width(_SIZE) + _APART
        if style.width - left >= _PANEL:
            beside(view, style, canvas, left, format_move, legend)
            return canvas.text(style)
    below(view, style, canvas, rows, format_move, legend)
    return canvas.text(style)
