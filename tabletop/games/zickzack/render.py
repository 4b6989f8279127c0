"""The board as text: the fields as patches of hexagons, the hands below.

A hexagon is two lines high; its name stands in the upper one, the sign of who covers it
in the lower one. Walls stand only between pieces:

     ___     ___
    /5a \\___/5c \\___        5a-5b is one piece, 5c another one, 5d is empty
    \\_g_ 5b \\_b_/5d \
        \\_g_/   \\___/
"""

from __future__ import annotations

from typing import cast

from tabletop.game import View
from tabletop.games.zickzack.rules import Zickzack
from tabletop.style import Style


def render(view: View, style: Style) -> str:
    """The largest picture that fits the style's width and height; failing that, its width."""
    state = cast(Zickzack, view.state)
    lines = []
    for field, mask, owner in zip(state.board.fields, state.board.field_masks, state.owners, strict=True):
        cells = " ".join(state.board.named(mask & state.free)) or "full"
        lines.append(f"{field.name}: {cells} {('-', 'green', 'blue')[owner]}")
    return "\n".join(lines)
