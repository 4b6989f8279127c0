r"""The board as text: each field a patch of hexagons, the hands below.

A hexagon is two lines high: above its name, below the sign of who covers it. Walls stand
around pieces, none within one; the piece laid last has capitals:

     ___     ___
    /5a \___/5c \___        5a-5b is one piece of green, 5c the piece that
    \_g_ 5b \_B_/5d \       blue laid last, 5d is empty
        \_g_/   \___/
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from textwrap import wrap

from tabletop.game import Drawing, View
from tabletop.games.zickzack.board import BLUE, COLOURS, GREEN, Field, player_name
from tabletop.games.zickzack.hexes import Hex
from tabletop.games.zickzack.notation import format_move
from tabletop.games.zickzack.rules import ZickzackState
from tabletop.style import Canvas, Style

_GAP = 2
_LABEL_WIDTH = 7
_WALL_INK = "grey"


def render(view: View[ZickzackState], style: Style) -> Drawing:
    """The largest picture that fits the style's width and height; failing that, its width."""
    picture = _Picture(view, style)
    if view.layout == "list":
        return picture.as_list()
    drawings = [drawing for inner in (3, 2) if (drawing := picture.drawing(inner)) is not None]
    fitting = [drawing for drawing in drawings if len(drawing.lines) <= style.height]
    if fitting:
        return fitting[0]
    return min(drawings, key=lambda drawing: len(drawing.lines)) if drawings else picture.as_list()


@dataclass(frozen=True)
class _Cover:
    """What lies on a cell: whose it is, which piece of the board (by number), and whether it was laid last."""

    player: int
    piece: int
    is_last: bool


class _Picture:
    """A view made ready for drawing."""

    def __init__(self, view: View[ZickzackState], style: Style) -> None:
        self.style = style
        self.setup = view.setup
        self.state = state = view.state
        self.to_move = view.to_move
        self.last = [move for move in view.last if move in state.board.where]
        self.covers: dict[str, _Cover] = {}
        for number, (player, move) in enumerate(state.pieces()):
            for cell in move.cells:
                self.covers[cell] = _Cover(player, number, any(cell in last.cells for last in self.last))

    def sign(self, player: int, is_last: bool = False) -> str:
        """The sign of a player's cells, another one for the cells laid last."""
        plain = self.style.pick("●○", "gb")[player - 1]
        return self.style.pick("◉◎", "GB")[player - 1] if is_last else plain

    def drawing(self, inner: int) -> Drawing | None:
        """All fields as patches, hexagons `inner` columns wide; None if that is too wide."""
        boxes = [_Patch(self, number, inner) for number in range(len(self.state.board.fields))]
        if max(box.width for box in boxes) > self.style.width:
            return None
        canvas, top = Canvas(), 0
        for band in _bands(boxes, self.style.width):
            left = 0
            for box in band:
                box.draw(canvas, left, top)
                left += box.width + _GAP
            top += max(box.height for box in band)
        board = canvas.drawing(self.style)
        lines, last = [*board.lines, *self.hands()], self.last_move()
        return replace(board, lines=tuple(lines + last if len(lines + last) <= self.style.height else lines))

    def as_list(self) -> Drawing:
        """A line or two for each field; fits anywhere."""
        lines = [line for number in range(len(self.state.board.fields)) for line in self._listed(number)]
        return Drawing(tuple(lines + self.hands() + self.last_move()), is_list=True)

    def _listed(self, number: int) -> list[str]:
        state, field = self.state, self.state.board.fields[number]
        owner = state.owners[number]
        parts = [COLOURS[owner] or "open"]
        free = [cell for cell in field.cell_names() if cell not in self.covers]
        if free:
            parts.append("free " + " ".join(free))
        for player in (GREEN, BLUE):
            pieces: dict[int, list[str]] = {}
            for cell in field.cell_names():
                cover = self.covers.get(cell)
                if cover and cover.player == player:
                    pieces.setdefault(cover.piece, []).append(cell.upper() if cover.is_last else cell)
            if pieces:
                parts.append(COLOURS[player] + " " + " ".join("+".join(cells) for cells in pieces.values()))
        return self._wrapped(f"{field.name}: {field.points} pts, " + "; ".join(parts))

    def _wrapped(self, text: str) -> list[str]:
        return wrap(text, self.style.width, subsequent_indent="    ")

    def hands(self) -> list[str]:
        """Points and pieces of both players."""
        return [line for player in (GREEN, BLUE) for line in self._hand(player)]

    def last_move(self) -> list[str]:
        """The last move in words; the picture shows it too, so that this may be left out."""
        if not self.last:
            return []
        who = self.covers[self.last[-1].cells[0]].player
        moves = ", ".join(format_move(move, compact=True) for move in self.last)
        return self._wrapped(f"last: {player_name(self.setup, who)} {moves}")

    def _hand(self, player: int) -> list[str]:
        state, style = self.state, self.style
        pieces = []
        for kind, count in zip(state.board.kinds, state.counts(player), strict=True):
            if state.board.is_rows:
                name = self.sign(player) * kind.size
                pieces.append(f"{count} x {name}" if count else "")
            else:
                pieces.append(f"{count} {kind.name}" if count > 1 else kind.name if count else "")
        arrow = style.pick("▸", ">") if self.to_move == player else " "
        sign = f" {self.sign(player)}" if style.unicode and not state.board.is_rows else ""
        hand = ", ".join(filter(None, pieces)) or "nothing left"
        text = f"{arrow}{sign} {player_name(self.setup, player)} {state.scores()[player - 1]} pts: {hand}"
        ink = COLOURS[player] + (" bold" if self.to_move == player else "")
        return [style.paint(line, ink) for line in self._wrapped(text)]


class _Patch:
    """One field: its hexagons and its label, left of a row, above any other patch."""

    def __init__(self, picture: _Picture, number: int, inner: int) -> None:
        self.picture = picture
        self.inner = inner
        self.field: Field = picture.state.board.fields[number]
        self.owner = picture.state.owners[number]
        self.is_row = picture.state.board.is_rows
        self.names = dict(zip(self.field.cells, self.field.cell_names(), strict=True))
        left = min(q for q, _ in self.field.cells)
        top = min(2 * r + q for q, r in self.field.cells)
        self.spots = {(q, r): ((q - left) * (inner + 1), 2 * r + q - top) for q, r in self.field.cells}
        unit = " pts" if inner == 3 else "p"
        points = f"{self.field.points}{unit}"
        owner = COLOURS[self.owner]
        hexes_width = max(x for x, _ in self.spots.values()) + inner + 2
        hexes_height = max(y for _, y in self.spots.values()) + 3
        if self.is_row:
            self.label = [text for text in (self.field.name, points, owner) if text]
            self.label_width = max(_LABEL_WIDTH, *map(len, self.label))
            self.width = self.label_width + 1 + hexes_width
            self.height = hexes_height
        else:
            self.label = [f"{self.field.name}: {points} {owner}".rstrip()]
            self.label_width = 0
            self.width = max(hexes_width, len(f"{self.field.name}: {points} {COLOURS[GREEN]}"))
            self.height = hexes_height + 1

    def draw(self, canvas: Canvas, x: int, y: int) -> None:
        """Draw label and hexagons with their upper left corner there."""
        ink = COLOURS[self.owner]
        if self.is_row:
            for line, text in enumerate(self.label, 1):
                canvas.put(x, y + line, text.rjust(self.label_width), f"{ink} bold".strip())
            width = max(map(len, self.label))
            canvas.place(self.field.name, x + self.label_width - width, y + 1, width, len(self.label))
            x += self.label_width + 1
        else:
            canvas.put(x, y, self.label[0], f"{ink} bold".strip())
            canvas.place(self.field.name, x, y, len(self.label[0]))
            y += 1
        for cell in self.field.cells:
            self._draw_cell(canvas, cell, x + self.spots[cell][0], y + self.spots[cell][1])

    def _draw_cell(self, canvas: Canvas, cell: Hex, x: int, y: int) -> None:
        q, r = cell
        style, inner, name = self.picture.style, self.inner, self.names[cell]
        rise, fall = style.pick("╱", "/"), style.pick("╲", "\\")
        if (q, r - 1) not in self.names:
            canvas.put(x + 1, y, "_" * inner, _WALL_INK)
        for dx, dy, wall, near in (
            (0, 1, rise, (q - 1, r)),
            (inner + 1, 1, fall, (q + 1, r - 1)),
            (0, 2, fall, (q - 1, r + 1)),
            (inner + 1, 2, rise, (q + 1, r)),
        ):
            canvas.put(x + dx, y + dy, " " if self._joined(cell, near) else wall, _WALL_INK)
        cover = self.picture.covers.get(name)
        ink = COLOURS[cover.player] + (" reverse" if cover.is_last else "") if cover else ""
        shown = name if len(name) <= inner else name[-1]
        canvas.put(x + 1, y + 1, shown.ljust(inner), ink)
        floor = " " if self._joined(cell, (q, r + 1)) else "_"
        canvas.put(x + 1, y + 2, floor * inner, _WALL_INK)
        if cover:
            canvas.put(x + inner // 2 + inner % 2, y + 2, self.picture.sign(cover.player, cover.is_last), ink)
        canvas.place(name, x + 1, y + 1, inner, 2)

    def _joined(self, cell: Hex, near: Hex) -> bool:
        """Whether one piece covers both cells."""
        if near not in self.names:
            return False
        here, there = (self.picture.covers.get(self.names[place]) for place in (cell, near))
        return here is not None and there is not None and here.piece == there.piece


def _bands(boxes: list[_Patch], width: int) -> Iterator[list[_Patch]]:
    """The patches in bands: the next one in order, and beside it the widest that still fit."""
    left = list(boxes)
    while left:
        band = [left.pop(0)]
        room = width - band[0].width - _GAP
        for box in sorted(left, key=lambda box: -box.width):
            if box.width <= room:
                band.append(box)
                left.remove(box)
                room -= box.width + _GAP
        yield sorted(band, key=boxes.index)
