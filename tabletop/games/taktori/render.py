"""The board of Taktori as text; `towers.painter` says how to read it."""

from __future__ import annotations

from tabletop.games.taktori.notation import format_move
from tabletop.games.towers.painter import Dimensions
from tabletop.games.towers.render import BoardRenderer

render = BoardRenderer(
    dimensions=(Dimensions(cell=5, gap=4, between=1), Dimensions(cell=3, gap=3, between=1)),
    label_rows=2,
    format_move=format_move,
).render
"""The board within 19 rows, and below it what the style's height allows."""
