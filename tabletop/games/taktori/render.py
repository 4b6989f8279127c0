"""The board of Taktori as text: see `towers.picture` for the signs."""

from __future__ import annotations

from tabletop.games.taktori.notation import format_move
from tabletop.games.towers.page import Page
from tabletop.games.towers.picture import Sheet

render = Page(
    sheets=(Sheet(cell=5, gap=4, between=1), Sheet(cell=3, gap=3, between=1)),
    label_rows=2,
    format_move=format_move,
).render
"""The board within 19 rows, and below it what the style's height allows."""
