"""The whole picture: the board in the layout asked for, as large as fits, and the captions around it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from textwrap import wrap
from typing import NamedTuple

from tabletop.game import Drawing, View
from tabletop.games.towers.describe import sentences_of_board
from tabletop.games.towers.drawing import MARGIN, STAR, BoardDrawing, Scene, Sheet, Signs, draw_board, ink, letter
from tabletop.games.towers.geometry import field_names
from tabletop.games.towers.labels import Labels
from tabletop.games.towers.moves import Turn
from tabletop.games.towers.rules import Board
from tabletop.style import Canvas, Style
from tabletop.text import counted

Format = Callable[[Turn], str]
"""How a game writes its turns."""
_KEPT_FREE = 2
"""Rows of the terminal left to a prompt."""
_STOCK_GAP = "  "


def below(
    view: View[Board], style: Style, canvas: Canvas, rows: int, format_move: Format, legend: Sequence[str]
) -> None:
    """Write as much as the style's height allows below a picture of so many rows, the stocks before all else."""
    stocks, in_words = _stocks(view, style.width)
    lines = list(stocks)
    lines += [[(line, "")] for line in _last_turn(view, style.width, 1, format_move)]
    lines += [[(line, "grey")] for line in _packed([*legend, _stock_legend(view, in_words)], style.width)]
    room = max(style.height - _KEPT_FREE - rows, min(len(stocks), style.height - 1 - rows), 0)
    for row, signs in enumerate(lines[:room], rows):
        _put(canvas, 0, row, signs)


def beside(
    view: View[Board], style: Style, canvas: Canvas, left: int, format_move: Format, legend: Sequence[str]
) -> None:
    """Write a column to the right of a picture, from column `left` on."""
    board, scores = view.state, view.state.scores()
    width = style.width - left
    row = 0
    for player in range(1, board.players + 1):
        points = "" if scores is None else f": {counted(scores[player - 1], 'point')}"
        name = view.setup.names[player - 1][: width - 4 - len(points)]
        title = (f" {letter(player)} {name}", ink(player))
        _put(canvas, left, row, [(_mark(view, player), "bold"), title, (points, "")])
        towers, bridges = board.towers_left(player), board.bridges_left(player)
        canvas.put(left + 4, row + 1, f"{counted(towers, 'tower')}, {counted(bridges, 'bridge')}")
        row += 3
    for line in _last_turn(view, width, 3, format_move):
        canvas.put(left, row, line)
        row += 1
    row += bool(view.last)
    for item in legend:
        for line in wrap(item, width, subsequent_indent="  "):
            canvas.put(left, row, line, "grey")
            row += 1


def _stocks(view: View[Board], width: int) -> tuple[list[Signs], bool]:
    """All players, and whether in words; else in short, with cut names, at last in several lines."""
    players = range(1, view.state.players + 1)
    longest = max(map(len, view.setup.names))
    lines: list[Signs] = []
    for length, in_words in [(longest, True), *((length, False) for length in range(longest, -1, -1))]:
        lines = []
        for player in players:
            stock = _stock(view, player, length, in_words)
            if lines and _length(lines[-1]) + len(_STOCK_GAP) + _length(stock) <= width:
                lines[-1] += [(_STOCK_GAP, ""), *stock]
            else:
                lines.append(stock)
        if len(lines) == 1:
            return lines, in_words
    return lines, False


def _length(signs: Signs) -> int:
    return sum(len(text) for text, _ in signs)


def _stock(view: View[Board], player: int, length: int, in_words: bool) -> Signs:
    """`> R red: 27 points, stock 4+3`, or in short `> R red 27 (4+3)`."""
    board, scores = view.state, view.state.scores()
    stock = f"{board.towers_left(player)}+{board.bridges_left(player)}"
    if in_words:
        points = f"{counted(scores[player - 1], 'point')}, " if scores is not None else ""
        rest = f": {points}stock {stock}"
    else:
        rest = f" {scores[player - 1]} ({stock})" if scores is not None else f" ({stock})"
    return [
        (_mark(view, player), "bold"),
        (f"{letter(player)} {view.setup.names[player - 1][:length]}".rstrip(), ink(player)),
        (rest, ""),
    ]


def _stock_legend(view: View[Board], in_words: bool) -> str:
    if in_words:
        return "stock 4+3: 4 towers, 3 bridges"
    return "(4+3) stock: towers, bridges" if view.state.scores() is None else "9 (4+3) points, stock: towers, bridges"


def board_legend(view: View[Board], style: Style, sheet: Sheet) -> list[str]:
    """How to read the ordinary board: only what is on it."""
    scene = Scene(view)
    legend = ["rB blue on red"]
    if any(len(stack) > sheet.cell for stack in scene.stacks):
        legend.append(f"{sheet.cell + 1}rB {sheet.cell + 1} high")
    if scene.covering:
        legend.append(f"{_bridge('R2', scene, style)} red bridge, level 2")
    legend += _common_legend(scene, style)
    if any(len(bridges) > 1 for bridges in scene.covering.values()):
        legend.append("r1 below it: covered")
    return legend


def level_legend(view: View[Board], style: Style) -> list[str]:
    """How to read a board per level."""
    scene = Scene(view)
    return [f"{_bridge('R', scene, style)} red bridge", *_common_legend(scene, style)]


def label_legend(view: View[Board], style: Style) -> list[str]:
    """How to read a board with names of towers."""
    return ["r1B3 red's tower T1, blue's T3 on it", "+2 two more below", *_common_legend(Scene(view), style)]


def _common_legend(scene: Scene, style: Style) -> list[str]:
    marks = f"{STAR} {style.pick('══', '==')} last turn" if scene.fresh else f"{STAR} last turn"
    return ["small letter: built over"] + [marks] * bool(scene.touched or scene.fresh or scene.lifted)


def _bridge(label: str, scene: Scene, style: Style) -> str:
    """A bridge as an example: over two fields or over one."""
    long = scene.board.ground.span > 1
    return style.pick("├{}──{}┤", "<{}--{}>").format(label, label) if long else style.pick("├{}┤", "<{}>").format(label)


def _packed(items: Sequence[str], width: int) -> list[str]:
    """Items in lines, none broken; those that are too long for a line are left out."""
    lines: list[str] = []
    for item in items:
        if lines and len(lines[-1]) + 3 + len(item) <= width:
            lines[-1] += " | " + item
        elif len(item) <= width:
            lines.append(item)
    return lines


def _mark(view: View[Board], player: int) -> str:
    """An arrow for the player to move."""
    return ">" if player == view.to_move else " "


def _last_turn(view: View[Board], width: int, most: int, format_move: Format) -> list[str]:
    """The last turn as typed, in at most so many lines."""
    if not view.last:
        return []
    text = "last turn: " + "; ".join(format_move(move) for move in view.last)
    return wrap(text, width, break_on_hyphens=False, max_lines=most, placeholder=" ...")


def _put(canvas: Canvas, x: int, y: int, signs: Signs) -> None:
    for text, text_ink in signs:
        canvas.put(x, y, text, text_ink)
        x += len(text)


LAYOUTS = ("levels", "labels")
"""The names of these layouts."""
_LEVEL_SHEET = Sheet(cell=1, gap=3, between=1)
_LEVEL_GAP = 4
_WIDEST_CELL = 12


def draw_levels(view: View[Board], style: Style, canvas: Canvas) -> int:
    """One board per level, lowest first, as many side by side as fit; returns the number of rows."""
    width = _LEVEL_SHEET.width(Scene(view).size)
    abreast = max(1, (style.width + _LEVEL_GAP) // (width + _LEVEL_GAP))
    top, tallest = 0, 0
    for index in range(Scene(view).levels):
        if index and index % abreast == 0:
            top += tallest + 1
            tallest = 0
        left = index % abreast * (width + _LEVEL_GAP)
        canvas.put(left + MARGIN, top, f"level {index + 1}", "bold")
        drawing = BoardDrawing(Scene(view, index + 1), _LEVEL_SHEET, style, canvas, left, top + 1)
        tallest = max(tallest, 1 + drawing.draw())
    return top + tallest


def draw_labels(view: View[Board], style: Style, canvas: Canvas, rows: int) -> int:
    """The stacks with the name of each tower, without bridges, `rows` rows for a field; returns the number of rows."""
    scene, size = Scene(view), Scene(view).size
    names = view.names if isinstance(view.names, Labels) else Labels.first(view.state)
    cell = min(_WIDEST_CELL, (style.width - MARGIN + 1) // size)
    for field, stack in enumerate(scene.stacks):
        column, row = divmod(field, size)
        x, y = MARGIN + column * cell, (size - 1 - row) * rows
        canvas.place(field_names(size)[field], x, y, cell - 1, rows)
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


_PANEL_GAP = 2
_PANEL_WIDTH = 26
"""Columns that a panel beside the board needs at least."""


class Page(NamedTuple):
    """How a game's board is laid out: measures from the largest to the smallest, rows of a field with names."""

    sheets: Sequence[Sheet]
    label_rows: int
    format_move: Format

    def render(self, view: View[Board], style: Style) -> Drawing:
        """The picture; sentences where there is no room for a board."""
        board = view.state
        sheet = next((sheet for sheet in self.sheets if sheet.width(board.size) <= style.width), None)
        if sheet is None:
            lines = sentences_of_board(board, view.setup.names)
            folded = [part for line in lines for part in wrap(line, style.width, subsequent_indent="  ")]
            return Drawing(tuple(folded), is_list=True)
        canvas = Canvas()
        if view.layout == "levels":
            rows, legend = draw_levels(view, style, canvas), level_legend(view, style)
        elif view.layout == "labels":
            rows, legend = draw_labels(view, style, canvas, self.label_rows), label_legend(view, style)
        else:
            rows, legend = draw_board(view, style, sheet, canvas), board_legend(view, style, sheet)
            left = sheet.width(board.size) + _PANEL_GAP
            if style.width - left >= _PANEL_WIDTH:
                beside(view, style, canvas, left, self.format_move, legend)
                return canvas.drawing(style)
        below(view, style, canvas, rows, self.format_move, legend)
        return canvas.drawing(style)
