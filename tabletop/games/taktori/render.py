"""The board of Taktori as text; `towers.painter` says how to read it."""

from __future__ import annotations

from tabletop.games.taktori.notation import format_move
from tabletop.games.taktori.polygons import polygons
from tabletop.games.taktori.rules import TaktoriState
from tabletop.games.towers.painter import Dimensions, Region
from tabletop.games.towers.render import BoardRenderer


def counting_regions(state: TaktoriState) -> list[Region]:
    """The polygons that count."""
    return [
        Region(polygon.owner, polygon.value, polygon.squares)
        for owner in range(1, state.players + 1)
        for polygon in polygons(state.bridges, owner, state.config.centre)
        if polygon.counts
    ]


render = BoardRenderer(
    dimensions=(
        Dimensions(across=8, down=4),
        Dimensions(across=8, down=3),
        Dimensions(across=8, down=2),
        Dimensions(across=6, down=2),
    ),
    label_rows=2,
    format_move=format_move,
    regions=counting_regions,
).render
"""The board, 18 rows in a window of the usual size and up to 34 in a tall one, with captions below."""
