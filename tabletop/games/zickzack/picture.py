"""The board as a vector picture: hexagons, pieces as whole shapes, the hands below."""

from __future__ import annotations

import math

from tabletop.game import View
from tabletop.games.zickzack.board import BLUE, COLOURS, GREEN, player_name
from tabletop.games.zickzack.hexes import Hex
from tabletop.games.zickzack.notation import format_move
from tabletop.games.zickzack.rules import ZickzackState
from tabletop.svg import Box, Picture, Player
from tabletop.text import counted, shorten

SIDE = 22.0
"""The side of a hexagon."""
HALF_HEIGHT = SIDE * math.sqrt(3) / 2
WIDTH = 420.0
"""Fields stand side by side up to this width, unless one alone is wider."""
LABEL_WIDTH = 52.0
GAP = 12.0
_CORNERS = (
    (-SIDE / 2, -HALF_HEIGHT),
    (SIDE / 2, -HALF_HEIGHT),
    (SIDE, 0.0),
    (SIDE / 2, HALF_HEIGHT),
    (-SIDE / 2, HALF_HEIGHT),
    (-SIDE, 0.0),
)
_BEYOND: tuple[Hex, ...] = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
"""The neighbour beyond the edge that begins at each corner."""
_LETTERS = {GREEN: "G", BLUE: "B"}


def draw(view: View[ZickzackState]) -> Picture:
    """The picture of a view."""
    picture = Picture("Zickzack")
    board = view.state.board
    boxes = [_Field(view, number) for number in range(len(board.fields))]
    x = y = row_height = 0.0
    for box in boxes:
        if x and (board.has_rows or x + box.width > WIDTH):
            x, y, row_height = 0.0, y + row_height + GAP, 0.0
        box.draw(picture, x, y)
        x += box.width + GAP
        row_height = max(row_height, box.height)
    y += row_height + 26
    width = max(WIDTH, *(box.width for box in boxes))
    picture.players(0, y, [_hand(view, player) for player in (GREEN, BLUE)], width)
    last = [move for move in view.last if move in board.placement_of]
    if last:
        moves = ", ".join(format_move(move, compact=True) for move in last)
        picture.note(0, picture.bottom + 16, f"Last move (capitals, thick outline): {moves}", width)
    return picture


def _hand(view: View[ZickzackState], player: int) -> Player:
    state = view.state
    pieces = [
        piece_type.counted(count)
        for piece_type, count in zip(state.board.piece_types, state.hand_counts(player), strict=True)
        if count
    ]
    name = shorten(player_name(view.setup, player), 24)
    text = f"{counted(state.scores()[player - 1], 'point')}; {', '.join(pieces) or 'no pieces left'}"
    return Player(name, text, view.to_move == player, _LETTERS[player], COLOURS[player])


class _Field:
    """A field with its label: left of a row, above any other field."""

    def __init__(self, view: View[ZickzackState], number: int) -> None:
        state = view.state
        self.field = field = state.board.fields[number]
        self.owner = state.owners[number]
        self.is_row = state.board.has_rows
        self.names = dict(zip(field.cells, field.cell_names(), strict=True))
        last_cells = {cell for move in view.last if move in state.board.placement_of for cell in move.cells}
        self.pieces = [
            (player, set(move.cells), move.cells[0] in last_cells)
            for player, move in state.pieces()
            if move.cells[0] in self.names.values()
        ]
        left = min(q for q, _ in field.cells)
        top = min(2 * r + q for q, r in field.cells)
        self.centres = {
            (q, r): (1.5 * SIDE * (q - left) + SIDE, HALF_HEIGHT * (2 * r + q - top + 1)) for q, r in field.cells
        }
        self.label_height = 0.0 if self.is_row else 24.0
        self.width = max(x for x, _ in self.centres.values()) + SIDE + (LABEL_WIDTH if self.is_row else 0.0)
        self.width = max(self.width, 0.0 if self.is_row else 110.0)
        self.height = max(y for _, y in self.centres.values()) + HALF_HEIGHT + self.label_height

    def draw(self, picture: Picture, x: float, y: float) -> None:
        """Draw the field with its upper left corner there."""
        self._draw_label(picture, x, y)
        x += LABEL_WIDTH if self.is_row else 0.0
        y += self.label_height
        places = {cell: (x + dx, y + dy) for cell, (dx, dy) in self.centres.items()}
        for cell, (cx, cy) in places.items():
            picture.polygon([(cx + dx, cy + dy) for dx, dy in _CORNERS], "paper faint-line thin", name=self.names[cell])
        for player, cells, is_last in self.pieces:
            self._draw_piece(picture, places, player, cells, is_last)
        owners = {cell: (player, is_last) for player, cells, is_last in self.pieces for cell in cells}
        for cell, (cx, cy) in places.items():
            name = self.names[cell]
            if name not in owners:
                picture.text(cx, cy, name, "m muted")
                continue
            player, is_last = owners[name]
            colour, letter = COLOURS[player], _LETTERS[player]
            picture.text(cx, cy - 8, name, f"s on-{colour}")
            picture.text(cx, cy + 6, letter if is_last else letter.lower(), f"l bold on-{colour}")

    def _draw_label(self, picture: Picture, x: float, y: float) -> None:
        points = counted(self.field.points, "pt")
        colour = COLOURS[self.owner]
        if self.is_row:
            centre = x + LABEL_WIDTH / 2 - 6
            if self.owner:
                picture.rect(Box(centre - 21, y + 6, centre + 21, y + 48), colour, rounding=6)
            look = f"on-{colour}" if self.owner else "ink"
            picture.text(centre, y + 18, self.field.name, f"l bold {look}")
            picture.text(centre, y + 36, points, f"s {look}")
            return
        text = f"{self.field.name}: {points}"
        if self.owner:
            picture.rect(Box(x, y, x + 104, y + 18), colour, rounding=6)
            picture.text(x + 52, y + 9, f"{text} {colour}", f"m bold on-{colour}")
        else:
            picture.text(x + 4, y + 9, text, "m bold ink start")

    def _draw_piece(
        self, picture: Picture, places: dict[Hex, tuple[float, float]], player: int, cells: set[str], is_last: bool
    ) -> None:
        """The cells of a piece as one shape: edges only where it ends."""
        colour = COLOURS[player]
        edges = []
        for cell, (x, y) in places.items():
            if self.names[cell] not in cells:
                continue
            corners = [(x + dx, y + dy) for dx, dy in _CORNERS]
            picture.polygon(corners, f"{colour}-line {colour} thin")
            for index, (q, r) in enumerate(_BEYOND):
                if self.names.get((cell[0] + q, cell[1] + r)) not in cells:
                    edges.append((corners[index], corners[(index + 1) % 6]))
        picture.lines(edges, f"hollow ink-line round {'thick' if is_last else 'medium'}")
