"""The heaps as rows of stones."""

from __future__ import annotations

from tabletop.game import Drawing, View
from tabletop.style import Canvas, Style
from tests.games.nim.rules import HEAP_NAMES, NimState


def render(view: View[NimState], style: Style) -> Drawing:
    canvas = Canvas()
    for row, (name, stones) in enumerate(zip(HEAP_NAMES, view.state.heaps, strict=False)):
        canvas.put(0, row, f"{name}  " + " ".join(style.pick("●", "o") * stones))
        canvas.place(name, 0, row)
    return canvas.drawing(style)
