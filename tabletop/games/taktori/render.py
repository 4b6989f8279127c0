"""The board of Taktori as text: see `towers.picture` for the signs."""

from __future__ import annotations

from textwrap import wrap
from typing import cast

from tabletop.canvas import Canvas
from tabletop.game import View
from tabletop.games.taktori.notation import format_move
from tabletop.games.taktori.rules import State
from tabletop.games.towers.caption import below, board_legend, label_legend, level_legend
from tabletop.games.towers.layouts import draw_labels, draw_levels
from tabletop.games.towers.picture import Sheet, draw_board
from tabletop.games.towers.sentences import sentences_of_board
from tabletop.style import Style

_SHEETS = (Sheet(cell=5, gap=4, between=1), Sheet(cell=3, gap=3, between=1))
_LABEL_ROWS = 2
_SIZE = 9


def render(view: View, style: Style) -> str:
    """The board with what is below it; in sentences where it is too narrow for a board."""
    sheet = next((sheet for sheet in _SHEETS if sheet.width(_SIZE) <= style.width), None)
    if sheet is None:
        lines = sentences_of_board(cast(State, view.state), view.setup.names)
        return "\n".join(part for line in lines for part in wrap(line, style.width, subsequent_indent="  "))
    canvas = Canvas()
    if view.layout == "levels":
        rows, legend = draw_levels(view, style, canvas), level_legend(view, style)
    elif view.layout == "labels":
        rows, legend = draw_labels(view, style, canvas, _LABEL_ROWS), label_legend(view, style)
    else:
        rows, legend = draw_board(view, style, sheet, canvas), board_legend(view, style, sheet)
    below(view, style, canvas, rows, format_move, legend)
    return canvas.text(style)
