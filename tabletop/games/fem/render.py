"""The board of Taktori Fem as text; `towers.painter` says how to read it."""

from __future__ import annotations

from tabletop.games.fem.notation import format_move
from tabletop.games.towers.painter import Dimensions
from tabletop.games.towers.render import BoardRenderer

render = BoardRenderer(
    dimensions=(
        Dimensions(across=15, down=6),
        Dimensions(across=11, down=4),
        Dimensions(across=11, down=3),
        Dimensions(across=7, down=4),
        Dimensions(across=7, down=3),
    ),
    label_rows=3,
    format_move=format_move,
).render
"""The board, 14 rows in a small window and 26 in a tall one, with a panel beside it or lines below."""
