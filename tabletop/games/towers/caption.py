"""What stands below or beside a board: points and stocks, the last turn, how to read the picture."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from textwrap import wrap
from typing import cast

from tabletop.canvas import Canvas
from tabletop.game import View
from tabletop.games.towers.board import Board
from tabletop.games.towers.picture import STAR, Scene, Sheet, Signs, ink, letter
from tabletop.games.towers.turn import Turn
from tabletop.number import counted
from tabletop.style import Style

Format = Callable[[Turn], str]
"""How a game writes its turns."""

_KEPT_FREE = 2
"""Rows of the terminal left to a prompt."""
_APART = "  "


def below(view: View, style: Style, canvas: Canvas, rows: int, format_move: Format, legend: Sequence[str]) -> None:
    """Write as much as the style's height allows below a picture of so many rows, the stocks before all else."""
    stocks, in_words = _stocks(view, style.width)
    lines = list(stocks)
    lines += [[(line, "")] for line in _last_turn(view, style.width, 1, format_move)]
    lines += [[(line, "grey")] for line in _packed([*legend, _stock_legend(view, in_words)], style.width)]
    room = max(style.height - _KEPT_FREE - rows, min(len(stocks), style.height - 1 - rows), 0)
    for row, signs in enumerate(lines[:room], rows):
        _put(canvas, 0, row, signs)


def beside(view: View, style: Style, canvas: Canvas, left: int, format_move: Format, legend: Sequence[str]) -> None:
    """Write a column to the right of a picture, from column `left` on."""
    board, scores = cast(Board, view.state), view.state.scores()
    width = style.width - left
    row = 0
    for player in range(1, board.players + 1):
        points = "" if scores is None else f": {counted(scores[player - 1], 'point')}"
        name = view.setup.names[player - 1][: width - 4 - len(points)]
        title = (f" {letter(player)} {name}", ink(player))
        _put(canvas, left, row, [(_mark(board, player), "bold"), title, (points, "")])
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


def _stocks(view: View, width: int) -> tuple[list[Signs], bool]:
    """All players, and whether in words; else in short, with cut names, at last in several lines."""
    players = range(1, cast(Board, view.state).players + 1)
    longest = max(map(len, view.setup.names))
    lines: list[Signs] = []
    for length, in_words in [(longest, True), *((length, False) for length in range(longest, -1, -1))]:
        lines = []
        for player in players:
            stock = _stock(view, player, length, in_words)
            if lines and _length(lines[-1]) + len(_APART) + _length(stock) <= width:
                lines[-1] += [(_APART, ""), *stock]
            else:
                lines.append(stock)
        if len(lines) == 1:
            return lines, in_words
    return lines, False


def _length(signs: Signs) -> int:
    return sum(len(text) for text, _ in signs)


def _stock(view: View, player: int, length: int, in_words: bool) -> Signs:
    """`> R red: 27 points, stock 4+3`, or in short `> R red 27 (4+3)`."""
    board, scores = cast(Board, view.state), view.state.scores()
    stock = f"{board.towers_left(player)}+{board.bridges_left(player)}"
    if in_words:
        points = f"{counted(scores[player - 1], 'point')}, " if scores is not None else ""
        rest = f": {points}stock {stock}"
    else:
        rest = f" {scores[player - 1]} ({stock})" if scores is not None else f" ({stock})"
    return [
        (_mark(board, player), "bold"),
        (f"{letter(player)} {view.setup.names[player - 1][:length]}".rstrip(), ink(player)),
        (rest, ""),
    ]


def _stock_legend(view: View, in_words: bool) -> str:
    if in_words:
        return "stock 4+3: 4 towers, 3 bridges"
    return "(4+3) stock: towers, bridges" if view.state.scores() is None else "9 (4+3) points, stock: towers, bridges"


def board_legend(view: View, style: Style, sheet: Sheet) -> list[str]:
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


def level_legend(view: View, style: Style) -> list[str]:
    """How to read a board per level."""
    scene = Scene(view)
    return [f"{_bridge('R', scene, style)} red bridge", *_common_legend(scene, style)]


def label_legend(view: View, style: Style) -> list[str]:
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


def _mark(board: Board, player: int) -> str:
    """An arrow for the player to move."""
    return ">" if player == board.to_move else " "


def _last_turn(view: View, width: int, most: int, format_move: Format) -> list[str]:
    """The last turn as typed, in at most so many lines."""
    if not view.last:
        return []
    text = "last turn: " + "; ".join(format_move(move) for move in view.last)
    return wrap(text, width, break_on_hyphens=False, max_lines=most, placeholder=" ...")


def _put(canvas: Canvas, x: int, y: int, signs: Signs) -> None:
    for text, text_ink in signs:
        canvas.put(x, y, text, text_ink)
        x += len(text)
