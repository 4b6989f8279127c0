"""The board of Taktori as a vector picture; `towers.picture` says how it is drawn."""

from __future__ import annotations

from tabletop.games.taktori.notation import format_move
from tabletop.games.taktori.render import counting_regions
from tabletop.games.towers.picture import BoardPicture

draw = BoardPicture("Taktori", pitch=48.0, format_move=format_move, regions=counting_regions).draw
