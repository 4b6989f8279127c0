"""The board of Taktori as text: see `towers.picture` for the signs."""

from __future__ import annotations

from tabletop.games.taktori.notation import format_move
from tabletop.games.towers.drawing import Sheet
from tabletop.games.towers.render import Page

render = Page(
    sheets=(Sheet(cell=5, gap=4, between=1), Sheet(cell=3, gap=3, between=1)),
    label_rows=2,
    format_move=format_move,
).render
"""The board within 19 rows, and below it what the style's height allows."""
