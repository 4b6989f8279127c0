"""The board of Taktori Fem as text: see `towers.picture` for the signs."""

from __future__ import annotations

from tabletop.games.fem.notation import format_move
from tabletop.games.towers.drawing import Sheet
from tabletop.games.towers.render import Page

render = Page(
    sheets=(Sheet(cell=5, gap=6, between=3), Sheet(cell=3, gap=4, between=3)),
    label_rows=3,
    format_move=format_move,
).render
"""The board within 19 rows, with a panel beside it or lines below."""
