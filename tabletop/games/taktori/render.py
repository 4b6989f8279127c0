"""The board of Taktori as text: see `towers.picture` for the signs."""

from __future__ import annotations

from tabletop.game import View
from tabletop.games.taktori.notation import format_move
from tabletop.games.towers.page import Page
from tabletop.games.towers.picture import Sheet
from tabletop.style import Style

PAGE = Page(
    size=9,
    sheets=(Sheet(cell=5, gap=4, between=1), Sheet(cell=3, gap=3, between=1)),
    label_rows=2,
    format_move=format_move,
)


def render(view: View, style: Style) -> str:
    """The board within 19 rows, and below it what the style's height allows."""
    return PAGE.render(view, style)
