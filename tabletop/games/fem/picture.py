"""The board of Taktori Fem as a vector picture; `towers.picture` says how it is drawn."""

from __future__ import annotations

from tabletop.games.fem.notation import format_move
from tabletop.games.towers.picture import BoardPicture

draw = BoardPicture("Taktori Fem", pitch=80.0, format_move=format_move).draw
