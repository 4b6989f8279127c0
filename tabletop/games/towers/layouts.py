"""Other ways to see a board: level by level, and with the names of single towers."""

from __future__ import annotations

from tabletop.canvas import Canvas
from tabletop.game import View
from tabletop.games.towers.labels import Labels
from tabletop.games.towers.picture import MARGIN, Drawing, Scene, Sheet, ink, letter
from tabletop.style import Style

LAYOUTS = ("levels", "labels")
"""The names of these layouts."""

_LEVEL_SHEET = Sheet(cell=1, gap=3, between=1)
_APART = 4
_WIDEST_CELL = 12


def draw_levels(view: View, style: Style, canvas: Canvas) -> int:
    """One board per level, lowest first, as many side by side as fit; returns the number of rows."""
    width = _LEVEL_SHEET.width(Scene(view).size)
    abreast = max(1, (style.width + _APART) // (width + _APART))
    top, tallest = 0, 0
    for index in range(Scene(view).levels):
        if index and index % abreast == 0:
            top += tallest + 1
            tallest = 0
        left = index % abreast * (width + _APART)
        canvas.put(left + MARGIN, top, f"level {index + 1}", "bold")
        drawing = Drawing(Scene(view, index + 1), _LEVEL_SHEET, style, canvas, left, top + 1)
        tallest = max(tallest, 1 + drawing.draw())
    return top + tallest


def draw_labels(view: View, style: Style, canvas: Canvas, rows: int) -> int:
    """The stacks with the name of each tower, without bridges, `rows` rows for a field; returns the number of rows."""
    scene, size = Scene(view), Scene(view).size
    names = view.names if isinstance(view.names, Labels) else Labels.first(view.state)
    cell = min(_WIDEST_CELL, (style.width - MARGIN + 1) // size)
    for field, stack in enumerate(scene.stacks):
        column, row = divmod(field, size)
        x, y = MARGIN + column * cell, (size - 1 - row) * rows
        signs = [
            (f"{letter(owner, level == len(stack))}{name[1:]}", ink(owner))
            for level, (owner, name) in enumerate(zip(stack, names.stack_labels(field), strict=True), 1)
        ] or [(style.pick("·", "."), "grey")]
        if field in scene.touched:
            signs[-1] = (f"{signs[-1][0]}*", signs[-1][1])
        for index, line in enumerate(_broken(signs, cell - 1, rows)):
            offset = 0
            for text, text_ink in line:
                canvas.put(x + offset, y + index, text, text_ink)
                offset += len(text)
    for index in range(size):
        canvas.put(0, (size - 1 - index) * rows, str(index + 1), "grey")
        canvas.put(MARGIN + index * cell, size * rows, chr(ord("a") + index), "grey")
    return size * rows + 1


def _broken(signs: list[tuple[str, str]], width: int, rows: int) -> list[list[tuple[str, str]]]:
    """The names in lines; where there are too many, the lowest give way to a number of those not shown."""
    for hidden in range(len(signs)):
        shown = [(f"+{hidden} ", "")] * (hidden > 0) + signs[hidden:]
        lines: list[list[tuple[str, str]]] = [[]]
        for sign in shown:
            if lines[-1] and sum(len(text) for text, _ in (*lines[-1], sign)) > width:
                lines.append([])
            lines[-1].append(sign)
        if len(lines) <= rows:
            return lines
    return [signs[-1:]]
