r"""The board as text: the hexagons of each field, the hands below.

A hexagon is two lines high: its name, and below it a glyph for the player who covers it. Walls
stand around pieces, none within one; the piece laid last has capitals. In colour, a piece is
painted as a whole, in another shade than the player's pieces beside it:

     ___     ___
    /5a \___/5c \___        5a-5b is one piece of green, 5c the piece that
    \_g_ 5b \_B_/5d \       blue laid last, 5d is empty
        \_g_/   \___/
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import zip_longest
from textwrap import wrap

from tabletop.game import Drawing, View
from tabletop.games.zickzack.board import BLUE, COLOURS, GREEN, ZickzackMove, player_name
from tabletop.games.zickzack.hexes import Hex, neighbours
from tabletop.games.zickzack.notation import format_move
from tabletop.games.zickzack.rules import ZickzackState
from tabletop.style import Canvas, Style
from tabletop.text import counted

LEGEND = (
    ("7c", "the name of a cell"),
    ("g  b", "what green's and blue's pieces cover; a piece has no walls inside"),
    ("G  B", "the piece laid last, or the one that Enter would lay"),
    ("7 pts", "what the field is worth; the winner's colour stands below"),
    ("2 x ggg", "pieces in a hand: two triples"),
)
"""How to read the board."""
_COLUMNS_BETWEEN = 2
"""Between two fields side by side."""
_LABEL_WIDTH = 7
_WALL_COLOUR = "grey"


def render(view: View[ZickzackState], style: Style) -> Drawing:
    """The largest drawing that fits the style's width and height, or at least its width."""
    renderer = _Renderer(view, style)
    if view.layout == "list":
        return renderer.as_list()
    drawings = [drawing for hex_width in (3, 2) if (drawing := renderer.as_hexagons(hex_width)) is not None]
    fitting = [drawing for drawing in drawings if len(drawing.lines) <= style.height]
    if fitting:
        return fitting[0]
    return min(drawings, key=lambda drawing: len(drawing.lines)) if drawings else renderer.as_list()


@dataclass(frozen=True)
class _PieceOnCell:
    """The piece that covers a cell: its player, its number in the order of laying, whether it was laid last."""

    player: int
    number: int
    is_last: bool
    shade: str
    """`tint` or `shade`, for painting."""


class _Renderer:
    """Draws one view in one style.

    `last_moves` are the moves of the last turn, `piece_on` what covers each covered cell.
    """

    def __init__(self, view: View[ZickzackState], style: Style) -> None:
        self.style = style
        self.setup = view.setup
        self.state = state = view.state
        self.to_move = view.to_move
        self.is_preview = view.is_preview
        self.last_moves = [move for move in view.last if move in state.board.placement_of]
        last_cells = {cell for move in self.last_moves for cell in move.cells}
        self.piece_on: dict[str, _PieceOnCell] = {}
        for number, (player, move) in enumerate(state.pieces()):
            shade = "shade" if "tint" in self._shades_beside(player, move) else "tint"
            for cell in move.cells:
                self.piece_on[cell] = _PieceOnCell(player, number, cell in last_cells, shade)

    def _shades_beside(self, player: int, move: ZickzackMove) -> set[str]:
        """The shades of the player's earlier pieces beside a move's cells, in its field."""
        board = self.state.board
        beside = {cell for name in move.cells for cell in neighbours(board.hexes[board.cell_numbers[name]])}
        field = board.fields[board.placement_of[move].field]
        names = (name for cell, name in zip(field.cells, field.cell_names(), strict=True) if cell in beside)
        pieces = (self.piece_on[name] for name in names if name in self.piece_on)
        return {piece.shade for piece in pieces if piece.player == player}

    def glyph(self, player: int, is_last: bool = False) -> str:
        """What is drawn on a player's cells."""
        laid, laid_last = self.style.pick("●○", "gb"), self.style.pick("◉◎", "GB")
        return (laid_last if is_last else laid)[player - 1]

    def as_hexagons(self, hex_width: int) -> Drawing | None:
        """All fields with hexagons this many columns wide; None if that is too wide for the style."""
        boxes = [_FieldBox(self, number, hex_width) for number in range(len(self.state.board.fields))]
        if max(box.width for box in boxes) > self.style.width:
            return None
        canvas, y = Canvas(), 0
        for band in _bands(boxes, self.style.width):
            x = 0
            for box in band:
                box.draw(canvas, x, y)
                x += box.width + _COLUMNS_BETWEEN
            y += max(box.height for box in band)
        drawing = canvas.drawing(self.style)
        lines = [*drawing.lines, *self.hand_lines()]
        with_last_move = lines + self.last_move_lines()
        return replace(drawing, lines=tuple(with_last_move if len(with_last_move) <= self.style.height else lines))

    def as_list(self) -> Drawing:
        """A line or two for each field; fits anywhere."""
        lines = [line for number in range(len(self.state.board.fields)) for line in self._field_lines(number)]
        return Drawing(tuple(lines + self.hand_lines() + self.last_move_lines()), is_list=True)

    def _field_lines(self, number: int) -> list[str]:
        field = self.state.board.fields[number]
        parts = [COLOURS[self.state.owners[number]] or "open"]
        free = [cell for cell in field.cell_names() if cell not in self.piece_on]
        if free:
            parts.append("free " + " ".join(free))
        for player in (GREEN, BLUE):
            pieces: dict[int, list[str]] = {}
            for cell in field.cell_names():
                piece = self.piece_on.get(cell)
                if piece and piece.player == player:
                    pieces.setdefault(piece.number, []).append(cell.upper() if piece.is_last else cell)
            if pieces:
                parts.append(COLOURS[player] + " " + " ".join("+".join(cells) for cells in pieces.values()))
        return self._wrap(f"{field.name}: {counted(field.points, 'pt')}, {'; '.join(parts)}")

    def _wrap(self, text: str) -> list[str]:
        return wrap(text, self.style.width, subsequent_indent="    ")

    def hand_lines(self) -> list[str]:
        """Points and pieces of both players."""
        return [line for player in (GREEN, BLUE) for line in self._hand_lines(player)]

    def last_move_lines(self) -> list[str]:
        """The last move in words; the hexagons show it too, so this may be left out."""
        if not self.last_moves:
            return []
        player = self.piece_on[self.last_moves[-1].cells[0]].player
        moves = ", ".join(format_move(move, compact=True) for move in self.last_moves)
        if self.is_preview:
            return self._wrap(f"Enter plays: {moves}")
        return self._wrap(f"last: {player_name(self.setup, player)} {moves}")

    def _hand_lines(self, player: int) -> list[str]:
        state, board, style = self.state, self.state.board, self.style
        pieces = []
        for piece_type, count in zip(board.piece_types, state.hand_counts(player), strict=True):
            if count and board.has_rows:
                pieces.append(f"{count} x {self.glyph(player) * piece_type.size}")
            elif count:
                pieces.append(piece_type.counted(count) if count > 1 else piece_type.name)
        arrow = style.pick("▸", ">") if self.to_move == player else " "
        glyph = f" {self.glyph(player)}" if style.unicode and not board.has_rows else ""
        hand = ", ".join(pieces) or "nothing left"
        points = counted(state.scores()[player - 1], "pt")
        text = f"{arrow}{glyph} {player_name(self.setup, player)} {points}: {hand}"
        colour = COLOURS[player] + (" bold" if self.to_move == player else "")
        return [style.paint(line, colour) for line in self._wrap(text)]


class _FieldBox:
    """The rectangle of one field: its hexagons and its label, left of a row, above any other field.

    `corners` are the upper left corners of the hexagons, relative to that of the first ones.
    """

    def __init__(self, renderer: _Renderer, number: int, hex_width: int) -> None:
        board, owner = renderer.state.board, COLOURS[renderer.state.owners[number]]
        self.renderer = renderer
        self.hex_width = hex_width
        self.field = field = board.fields[number]
        self.names = dict(zip(field.cells, field.cell_names(), strict=True))
        left = min(q for q, _ in field.cells)
        top = min(2 * r + q for q, r in field.cells)
        self.corners = {(q, r): ((q - left) * (hex_width + 1), 2 * r + q - top) for q, r in field.cells}
        width = max(x for x, _ in self.corners.values()) + hex_width + 2
        height = max(y for _, y in self.corners.values()) + 3
        points = counted(field.points, "pt") if hex_width == 3 else f"{field.points}p"
        self.is_row = board.has_rows
        if self.is_row:
            self.label = [line for line in (field.name, points, owner) if line]
            self.label_width = max(_LABEL_WIDTH, *map(len, self.label))
            self.width = self.label_width + 1 + width
            self.height = height
        else:
            self.label = [f"{field.name}: {points} {owner}".rstrip()]
            self.label_width = max(map(len, self.label))
            self.width = max(width, len(f"{field.name}: {points} {COLOURS[GREEN]}"))
            self.height = height + 1
        self.label_colour = f"{owner} bold".strip()

    def draw(self, canvas: Canvas, x: int, y: int) -> None:
        """Draw label and hexagons with their upper left corner there."""
        label_y = y + 1 if self.is_row else y
        for line_number, line in enumerate(self.label):
            canvas.put(x, label_y + line_number, line.rjust(self.label_width), self.label_colour)
        label_width = max(map(len, self.label))
        canvas.place(self.field.name, x + self.label_width - label_width, label_y, label_width, len(self.label))
        if self.is_row:
            x += self.label_width + 1
        else:
            y += 1
        for cell, (dx, dy) in self.corners.items():
            self._draw_cell(canvas, cell, x + dx, y + dy)

    def _draw_cell(self, canvas: Canvas, cell: Hex, x: int, y: int) -> None:
        q, r = cell
        style, width, name = self.renderer.style, self.hex_width, self.names[cell]
        rising, falling = style.pick("╱", "/"), style.pick("╲", "\\")
        piece = self.renderer.piece_on.get(name)
        paint = f"{piece.shade}-{COLOURS[piece.player]}" if piece else ""
        colour = f"{paint} bold underline" if piece and piece.is_last else paint
        if (q, r - 1) not in self.names:
            canvas.put(x + 1, y, "_" * width, _WALL_COLOUR)
        for dx, dy, wall, neighbour in (
            (0, 1, rising, (q - 1, r)),
            (width + 1, 1, falling, (q + 1, r - 1)),
            (0, 2, falling, (q - 1, r + 1)),
            (width + 1, 2, rising, (q + 1, r)),
        ):
            if self._is_one_piece(cell, neighbour):
                canvas.put(x + dx, y + dy, " ", paint)
            else:
                canvas.put(x + dx, y + dy, wall, _WALL_COLOUR)
        short_name = name if len(name) <= width else name[-1]
        canvas.put(x + 1, y + 1, short_name.ljust(width), colour)
        floor = " " if self._is_one_piece(cell, (q, r + 1)) else "_"
        canvas.put(x + 1, y + 2, floor * width, paint or _WALL_COLOUR)
        if piece:
            canvas.put(x + width // 2 + width % 2, y + 2, self.renderer.glyph(piece.player, piece.is_last), colour)
        canvas.place(name, x + 1, y + 1, width, 2)

    def _is_one_piece(self, cell: Hex, neighbour: Hex) -> bool:
        """Whether one piece covers both cells."""
        if neighbour not in self.names:
            return False
        piece, other = (self.renderer.piece_on.get(self.names[place]) for place in (cell, neighbour))
        return piece is not None and other is not None and piece.number == other.number


def _bands(boxes: list[_FieldBox], width: int) -> Iterator[list[_FieldBox]]:
    """The boxes in horizontal bands, in an order that is the same for every width.

    Rows stand two abreast, the shortest beside the longest; other fields one after the other.
    """
    if boxes[0].is_row:
        middle = (len(boxes) + 1) // 2
        boxes = [box for pair in zip_longest(boxes[:middle], boxes[: middle - 1 : -1]) for box in pair if box]
    band: list[_FieldBox] = []
    for box in boxes:
        columns = sum(other.width + _COLUMNS_BETWEEN for other in band) + box.width
        if band and (columns > width or (box.is_row and len(band) == 2)):
            yield band
            band = []
        band.append(box)
    yield band
