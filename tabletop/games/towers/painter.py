"""The board as text, seen from above: towers by owner and height, bridges as lines between them.

    board = VisibleBoard(view)
    rows = BoardPainter(board, Dimensions(across=8, down=2), style, canvas).draw()

    3  R2-------1------R1       R2: a red tower on top, two towers high
        |  ..........  |        1: the level of a bridge, once, in its middle
    2   2  ....5.....  1        dots: a polygon, with its points
        |  ..........  |        2+1: another bridge is hidden below
    1  R2------r1------B2       r1: a bridge that is built over, with its owner

Where a tower or a crossing takes the middle of a bridge, its level stands on the half that is read first.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from tabletop.game import View
from tabletop.games.towers.geometry import Bridge, Half, colour, field_names, format_pair
from tabletop.games.towers.moves import Turn
from tabletop.games.towers.rules import TowersState
from tabletop.style import Canvas, Style

Spans = list[tuple[str, str]]
"""Texts side by side, each with its colour."""
MARGIN = 3
"""Columns for the numbers of the rows."""
FIELD_COLUMNS = 4
"""What the last field of a row needs: `R12*`."""
STAR = "*"
"""Marks the fields of the last turn."""
PREVIEW = "?"
"""Marks the fields of a turn that is only being typed."""


class Dimensions(NamedTuple):
    """The measures of a picture: columns and rows from one field to the next."""

    across: int
    down: int

    def width(self, size: int, field_columns: int = FIELD_COLUMNS) -> int:
        """Columns of a board with this many fields along an edge."""
        return MARGIN + (size - 1) * self.across + field_columns

    def rows(self, size: int) -> int:
        """Rows of the same board, the letters of the columns included."""
        return (size - 1) * self.down + 2


class Region(NamedTuple):
    """A polygon to show: its owner, its points, and its unit squares by their lower left fields."""

    owner: int
    points: int
    squares: frozenset[int]


class _Glyphs(NamedTuple):
    """The characters that bridges, empty fields and polygons are drawn with."""

    empty: str
    inside: str
    horizontal: str
    vertical: str
    crossing: str


_ASCII = _Glyphs(".", ".", "-", "|", "+")
_ASCII_NEW = _ASCII._replace(horizontal="=", vertical='"')
_UNICODE = _Glyphs("·", "░", "─", "│", "┼")
_UNICODE_NEW = _UNICODE._replace(horizontal="═", vertical="║")


def letter(owner: int, is_top: bool = True) -> str:
    """The letter of a player: R, B, G, Y, small for what is built over."""
    initial = colour(owner)[0]
    return initial.upper() if is_top else initial


def put_spans(canvas: Canvas, x: int, y: int, spans: Spans) -> None:
    """Write texts side by side, each in its colour."""
    for text, text_colour in spans:
        canvas.put(x, y, text, text_colour)
        x += len(text)


class VisibleBoard:
    """What of a view is drawn: all levels, or with a `level` only what is on that one.

    `changed_fields`, `new_bridges` and `taken_pairs` are what the last turn did.
    `bridges_on` has the bridges over each half, highest first; `hidden` counts for a bridge
    those below it that are nowhere the highest. `regions` are polygons, the mover's last.
    """

    def __init__(self, view: View[TowersState], level: int = 0, regions: Iterable[Region] = ()) -> None:
        state = view.state
        self.size = state.size
        self.span = state.grid.span
        self.level = level
        self.is_turned = view.turned
        self.mark, self.mark_colour = (PREVIEW, "dim") if view.is_preview else (STAR, "bold")
        self.fresh = None if view.is_preview else state.fresh
        self.stacks = [state.stack(field) for field in range(state.size**2)]
        self.regions = sorted(regions, key=lambda region: region.owner == view.to_move)
        last: Sequence[Turn] = view.last
        self.changed_fields = {field for turn in last for field in (turn.source, turn.target) if field is not None}
        self.taken_pairs = {pair for turn in last for pair in turn.taken}
        laid_pairs = {pair for turn in last for pair in turn.bridges}
        # Bridges are sorted by level, so that the highest of a pair, which is the new one, comes last.
        self.new_bridges = {*{bridge.pair: bridge for bridge in state.bridges if bridge.pair in laid_pairs}.values()}
        self.bridges = [bridge for bridge in state.bridges if level in (0, bridge.level)]
        self.bridges_on: dict[Half, list[Bridge]] = {}
        self.halves: dict[Bridge, list[Half]] = {}
        for bridge in sorted(self.bridges, key=lambda bridge: -bridge.level):
            self.halves[bridge] = list(pairwise(state.grid.path(bridge.pair)))
            for half in self.halves[bridge]:
                self.bridges_on.setdefault(half, []).append(bridge)
        self.hidden: dict[Bridge, int] = {}
        for bridge, halves in self.halves.items():
            tops = [self.bridges_on[half][0] for half in halves]
            if bridge not in tops:
                self.hidden[tops[0]] = self.hidden.get(tops[0], 0) + 1

    @property
    def levels(self) -> int:
        """The height of the highest stack, at least 1."""
        return max(1, *map(len, self.stacks))

    def is_overbuilt(self, bridge: Bridge) -> bool:
        """Whether a tower stands on one of its end towers."""
        return any(len(self.stacks[end]) > bridge.level for end in bridge.pair)

    def visible_halves(self, bridge: Bridge) -> list[Half]:
        """The halves on which no higher bridge lies."""
        return [half for half in self.halves[bridge] if self.bridges_on[half][0] == bridge]

    def label(self, bridge: Bridge) -> str:
        """The level, with the owner where that cannot be seen from the towers, and the number of hidden bridges."""
        owner = letter(bridge.owner, False) if self.is_overbuilt(bridge) else ""
        hidden = self.hidden.get(bridge, 0)
        return f"{owner}{bridge.level}" + (f"+{hidden}" if hidden else "")

    def passing(self, field: int, step: int) -> Bridge | None:
        """The highest bridge with its middle on the field; `step` is from there to the next field in its direction."""
        ahead = self.bridges_on.get((field, field + step), ())
        return next((bridge for bridge in ahead if bridge.low != field), None)

    def tower(self, field: int) -> tuple[str, str] | None:
        """The owner of the uppermost tower and the height, with the colour; on one level, its tower alone."""
        stack = self.stacks[field]
        if self.level:
            if len(stack) < self.level:
                return None
            owner = stack[self.level - 1]
            return letter(owner, len(stack) == self.level), colour(owner)
        if not stack:
            return None
        weight = self.mark_colour if field in self.changed_fields else "bold"
        return f"{letter(stack[-1])}{len(stack)}", f"{weight} {colour(stack[-1])}"


class BoardPainter:
    """Draws a board on a canvas, its upper left corner at (left, top)."""

    def __init__(
        self, board: VisibleBoard, dimensions: Dimensions, style: Style, canvas: Canvas, left: int = 0, top: int = 0
    ) -> None:
        self.board = board
        self.dimensions = dimensions
        self.style = style
        self.canvas = canvas
        self.left = left
        self.top = top

    def draw(self) -> int:
        """Draw all of it; returns the number of rows."""
        board = self.board
        for region in board.regions:
            self._draw_region(region)
        for half, bridges in board.bridges_on.items():
            self._draw_half(half, bridges[0])
        for half in sorted(board.taken_pairs - board.bridges_on.keys()):
            self.canvas.put(*self._middle(half), board.mark, board.mark_colour)
        for field in range(board.size**2):
            self._draw_field(field)
        for bridge in board.bridges:
            self._place_bridge(bridge)
            if not board.level and board.visible_halves(bridge):
                self._put_label(bridge)
        for index, region in enumerate(board.regions):
            self._put_points(region, board.regions[index + 1 :])
        row = self.top + (board.size - 1) * self.dimensions.down + 1
        for index in range(board.size):
            x, y = self._corner(index * board.size + index)
            self.canvas.put(self.left, y, str(index + 1), "grey")
            self.canvas.put(x, row, chr(ord("a") + index), "grey")
        return row + 1 - self.top

    def _glyphs(self, bridge: Bridge | None = None) -> _Glyphs:
        """The characters for the bridge: other ones for those of the last turn."""
        if bridge in self.board.new_bridges:
            return _UNICODE_NEW if self.style.unicode else _ASCII_NEW
        return _UNICODE if self.style.unicode else _ASCII

    def _corner(self, field: int) -> tuple[int, int]:
        """The column and the row where the text of a field begins."""
        size = self.board.size
        column, row = divmod(size**2 - 1 - field if self.board.is_turned else field, size)
        return (
            self.left + MARGIN + column * self.dimensions.across,
            self.top + (size - 1 - row) * self.dimensions.down,
        )

    def _middle(self, fields: tuple[int, int]) -> tuple[int, int]:
        """The point half-way between two fields."""
        (x, y), (other_x, other_y) = self._corner(fields[0]), self._corner(fields[1])
        return (x + other_x) // 2, (y + other_y) // 2

    def _draw_field(self, field: int) -> None:
        board = self.board
        x, y = self._corner(field)
        tower = board.tower(field)
        if board.level in (0, max(1, len(board.stacks[field]))):
            self.canvas.place(field_names(board.size)[field], x, y, len(tower[0]) if tower else 1)
        horizontal, vertical = board.passing(field, board.size), board.passing(field, 1)
        if tower:
            self.canvas.put(x, y, *tower)
        elif vertical:
            glyphs = self._glyphs(vertical)
            self.canvas.put(x, y, glyphs.crossing if horizontal else glyphs.vertical, self._colour(vertical))
        elif horizontal:
            self.canvas.put(x, y, self._glyphs(horizontal).horizontal, self._colour(horizontal))
        elif self.canvas.at(x, y) == " ":
            self.canvas.put(x, y, self._glyphs().empty, "grey")
        if field in board.changed_fields:
            self.canvas.put(x + (len(tower[0]) if tower else 1), y, board.mark, board.mark_colour)

    def _draw_half(self, half: Half, bridge: Bridge) -> None:
        """The line from one field to the next; the fields are drawn over its ends."""
        (x, y), (other_x, other_y) = sorted((self._corner(half[0]), self._corner(half[1])))
        glyphs = self._glyphs(bridge)
        if y == other_y:
            self.canvas.put(x + 1, y, glyphs.horizontal * (other_x - x - 1), self._colour(bridge))
        else:
            for row in range(min(y, other_y) + 1, max(y, other_y)):
                self.canvas.put(x, row, glyphs.vertical, self._colour(bridge))

    def _place_bridge(self, bridge: Bridge) -> None:
        """Note where the bridge lies: all that is between the fields of its ends."""
        name = format_pair(self.board.size, bridge.pair)
        (x, y), (other_x, other_y) = sorted((self._corner(bridge.low), self._corner(bridge.high)))
        if y == other_y:
            self.canvas.place(name, x + 2, y, other_x - x - 2)
        else:
            self.canvas.place(name, x, min(y, other_y) + 1, 1, abs(other_y - y) - 1)

    def _put_label(self, bridge: Bridge) -> None:
        """Write the level where the bridge can be seen: on its middle if that is free, or else on a half."""
        board, text = self.board, self.board.label(bridge)
        is_vertical = bridge.high - bridge.low < board.size
        middle = (bridge.low + bridge.high) // 2
        crossing = board.passing(middle, board.size if is_vertical else 1)
        if board.span > 1 and not board.tower(middle) and not crossing and middle not in board.changed_fields:
            x, y = self._corner(middle)
        else:
            x, y = min(map(self._middle, board.visible_halves(bridge)), key=lambda spot: (spot[1], spot[0]))
            x += not is_vertical
        if not is_vertical:
            first = self.left + MARGIN
            next_field = first + ((x - first) // self.dimensions.across + 1) * self.dimensions.across
            x = min(x - (len(text) - 1) // 2, next_field - len(text))
        self.canvas.put(x, y, text, self._colour(bridge))
        if board.regions and self.canvas.at(x + len(text), y) == self._glyphs().inside:
            self.canvas.put(x + len(text), y, " ")

    def _draw_region(self, region: Region) -> None:
        """Hatch the inside of a polygon, up to a column from the bridges around it."""
        size, squares = self.board.size, region.squares
        text_colour, inside = f"tint-{colour(region.owner)}", self._glyphs().inside
        for square in squares:
            corners = [self._corner(field) for field in (square, square + size + 1)]
            left, right = sorted(x for x, _ in corners)
            top, bottom = sorted(y for _, y in corners)
            for row in range(top + 1, bottom):
                self.canvas.put(left + 2, row, inside * (right - left - 3), text_colour)
                if square + size in squares:
                    self.canvas.put(self._corner(square + size)[0] - 1, row, inside * 3, text_colour)
            if square + 1 in squares:
                self.canvas.put(left + 2, self._corner(square + 1)[1], inside * (right - left - 3), text_colour)
        for field in self._inner_fields(region):
            x, y = self._corner(field)
            self.canvas.put(x - 1, y, inside * 3, text_colour)

    def _inner_fields(self, region: Region) -> list[int]:
        """The fields with squares of the polygon on all sides."""
        size = self.board.size
        return [
            square + size + 1
            for square in sorted(region.squares)
            if {square + 1, square + size, square + size + 1} <= region.squares
        ]

    def _put_points(self, region: Region, above: Sequence[Region]) -> None:
        """Write a polygon's points near its middle, where no other polygon lies on top of it."""
        board, size = self.board, self.board.size
        covered = {square for other in above for square in other.squares}
        squares = sorted(region.squares - covered)
        if not squares:
            return
        centres = {square: self._middle((square, square + size + 1)) for square in squares}
        spots = list(centres.values())
        middle_x = sum(x for x, _ in spots) / len(spots)
        middle_y = sum(y for _, y in spots) / len(spots)
        for square in squares:
            above_it = (square + 1, square + size + 1)
            if square + 1 in centres and above_it not in board.bridges_on:
                spots.append(self._middle(above_it))
        for field in self._inner_fields(region):
            passing = board.passing(field, 1) or board.passing(field, size)
            around = {field, field - 1, field - size, field - size - 1}
            if not board.stacks[field] and not passing and not around & covered:
                spots.append(self._corner(field))
        text = f" {region.points} "
        x, y = min(
            spots,
            key=lambda spot: (
                not self._is_hatched(spot, len(text)),
                abs(spot[0] - middle_x) + 2 * abs(spot[1] - middle_y),
                spot,
            ),
        )
        self.canvas.put(x - len(text) // 2, y, text, f"bold tint-{colour(region.owner)}")

    def _is_hatched(self, spot: tuple[int, int], width: int) -> bool:
        """Whether a text of this width around the spot would cover nothing but hatching."""
        start, y = spot[0] - width // 2, spot[1]
        return all(self.canvas.at(x, y) == self._glyphs().inside for x in range(start, start + width))

    def _colour(self, bridge: Bridge) -> str:
        is_new = bridge in self.board.new_bridges
        return f"{self.board.mark_colour} {colour(bridge.owner)}" if is_new else colour(bridge.owner)
