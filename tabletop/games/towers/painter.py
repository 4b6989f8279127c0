"""The board as text, seen from above: stacks as letters, bridges as lines between them.

    board = VisibleBoard(view)
    rows = BoardPainter(board, Dimensions(cell=5, gap=4, between=1), style, canvas).draw()

A stack `rB` is blue on red; a bridge `<R2--R2>` is red's on level 2, with a small letter where it is overbuilt.
A bridge is drawn in halves, each from one field to the next, because another may cover one half of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from tabletop.game import View
from tabletop.games.towers.geometry import Bridge, Half, colour, field_names, format_pair
from tabletop.games.towers.moves import Turn
from tabletop.games.towers.rules import TowersState
from tabletop.style import Canvas, Style

Spans = list[tuple[str, str]]
"""Texts side by side, each with its colour."""
MARGIN = 2
"""Columns for the numbers of the rows."""
STAR = "*"
"""Marks the fields of the last turn."""
_HIGHEST_DIGIT = 9


class Dimensions(NamedTuple):
    """The measures of a picture: columns of a field, columns between fields, rows between fields."""

    cell: int
    gap: int
    between: int

    def width(self, size: int) -> int:
        """Columns of a board with so many fields along an edge; one is spare, for labels of the last column."""
        return MARGIN + size * (self.cell + self.gap) - self.gap + 1


class _Glyphs(NamedTuple):
    """The characters that bridges and empty fields are drawn with."""

    empty: str
    horizontal: str
    vertical: str
    crossing: str
    left: str
    right: str
    up: str
    down: str


_ASCII = _Glyphs(".", "-", "|", "+", "<", ">", "^", "v")
_ASCII_NEW = _ASCII._replace(horizontal="=")
_UNICODE = _Glyphs("·", "─", "│", "┼", "├", "┤", "┬", "┴")
_UNICODE_NEW = _UNICODE._replace(horizontal="═", vertical="║", left="╞", right="╡", up="╥", down="╨")


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
    `bridges_on` has the bridges over each half, highest first.
    """

    def __init__(self, view: View[TowersState], level: int = 0) -> None:
        state = view.state
        self.size = state.size
        self.span = state.grid.span
        self.level = level
        self.stacks = [state.stack(field) for field in range(state.size**2)]
        last: Sequence[Turn] = view.last
        self.changed_fields = {field for turn in last for field in (turn.source, turn.target) if field is not None}
        self.taken_pairs = {pair for turn in last for pair in turn.taken}
        laid_pairs = {pair for turn in last for pair in turn.bridges}
        # Bridges are sorted by level, so that the highest of a pair, which is the new one, comes last.
        self.new_bridges = {*{bridge.pair: bridge for bridge in state.bridges if bridge.pair in laid_pairs}.values()}
        self.bridges = [bridge for bridge in state.bridges if level in (0, bridge.level)]
        self.bridges_on: dict[Half, list[Bridge]] = {}
        for bridge in sorted(self.bridges, key=lambda bridge: -bridge.level):
            for half in pairwise(state.grid.path(bridge.pair)):
                self.bridges_on.setdefault(half, []).append(bridge)

    @property
    def levels(self) -> int:
        """The height of the highest stack, at least 1."""
        return max(1, *map(len, self.stacks))

    def is_overbuilt(self, bridge: Bridge) -> bool:
        """Whether a tower stands on one of its end towers."""
        return any(len(self.stacks[end]) > bridge.level for end in bridge.pair)

    def label(self, bridge: Bridge) -> str:
        """The owner, and where all levels are shown the level: `R2`; # for a level of two digits."""
        owner = letter(bridge.owner, not self.is_overbuilt(bridge))
        if self.level:
            return owner
        return owner + (str(bridge.level) if bridge.level <= _HIGHEST_DIGIT else "#")

    def passing(self, field: int, step: int) -> Bridge | None:
        """The highest bridge with its middle on the field; `step` is from there to the next field in its direction."""
        ahead = self.bridges_on.get((field, field + step), ())
        return next((bridge for bridge in ahead if bridge.low != field), None)

    def towers(self, field: int, columns: int) -> Spans:
        """The stack from below, or how high it is and its uppermost towers where there is no space for all."""
        stack = self.stacks[field]
        if self.level:
            shown = stack[self.level - 1 : self.level]
            return [(letter(owner, len(stack) == self.level), colour(owner)) for owner in shown]
        height = ""
        if len(stack) > columns:
            height = str(len(stack))
            stack = stack[len(height) - columns :]
        spans = [(digit, "") for digit in height]
        spans += [(letter(owner, False), colour(owner)) for owner in stack[:-1]]
        return spans + [(letter(owner), f"bold {colour(owner)}") for owner in stack[-1:]]


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
        for half, bridges in board.bridges_on.items():
            if half[1] - half[0] == 1:
                self._draw_vertical_half(half, bridges)
            else:
                self._draw_horizontal_half(half, bridges)
        for half in board.taken_pairs - board.bridges_on.keys():
            self._draw_taken_half(half)
        for field in range(board.size**2):
            self._draw_field(field)
        for bridge in board.bridges:
            self._place_bridge(bridge)
        lowest = self._corner(0)[1]
        row = lowest + 1 + self._is_covered_on_lowest_row()
        for index in range(board.size):
            x, y = self._corner(index * board.size + index)
            self.canvas.put(self.left, y, str(index + 1), "grey")
            self.canvas.put(x + self.dimensions.cell // 2, row, chr(ord("a") + index), "grey")
        return row + 1 - self.top

    def _is_covered_on_lowest_row(self) -> bool:
        """Whether covered bridges are named where otherwise the letters of the columns stand."""
        size = self.board.size
        return any(
            len(bridges) > 1 and low % size == 0 and high - low == size
            for (low, high), bridges in self.board.bridges_on.items()
        )

    def _glyphs(self, bridge: Bridge | None = None) -> _Glyphs:
        """The characters for the bridge: other ones for those of the last turn."""
        if bridge in self.board.new_bridges:
            return _UNICODE_NEW if self.style.unicode else _ASCII_NEW
        return _UNICODE if self.style.unicode else _ASCII

    def _corner(self, field: int) -> tuple[int, int]:
        """The first column and the row of a field."""
        column, row = divmod(field, self.board.size)
        cell, gap, between = self.dimensions
        return self.left + MARGIN + column * (cell + gap), self.top + (self.board.size - 1 - row) * (between + 1)

    def _draw_field(self, field: int) -> None:
        board, cell = self.board, self.dimensions.cell
        x, y = self._corner(field)
        if board.level in (0, max(1, len(board.stacks[field]))):
            self.canvas.place(field_names(board.size)[field], x, y, cell)
        horizontal = board.passing(field, board.size)
        if horizontal:
            self.canvas.put(x, y, self._glyphs(horizontal).horizontal * cell, self._colour(horizontal))
        is_marked = field in board.changed_fields and cell > 1
        spans = board.towers(field, cell - is_marked)
        if not spans:
            vertical = board.passing(field, 1)
            if vertical:
                glyphs = self._glyphs(vertical)
                spans = [(glyphs.crossing if horizontal else glyphs.vertical, self._colour(vertical))]
            elif horizontal:
                spans = [(self._glyphs(horizontal).horizontal, self._colour(horizontal))]
            else:
                spans = [(self._glyphs().empty, "grey")]
        if is_marked:
            spans.append((STAR, "bold"))
        start = x + (cell - len(spans) + (is_marked and len(spans) < cell)) // 2
        put_spans(self.canvas, start, y, spans)

    def _place_bridge(self, bridge: Bridge) -> None:
        """Note where the bridge lies: all that is between the fields of its ends."""
        name = format_pair(self.board.size, bridge.pair)
        cell = self.dimensions.cell
        low_x, low_y = self._corner(bridge.low)
        high_x, high_y = self._corner(bridge.high)
        if low_x == high_x:
            # Where cells are a single column, the owner's letter stands right of the line.
            self.canvas.place(name, low_x, high_y + 1, max(cell, 2), low_y - high_y - 1)
        else:
            self.canvas.place(name, low_x + cell, low_y, high_x - low_x - cell)

    def _draw_horizontal_half(self, half: Half, bridges: list[Bridge]) -> None:
        """A half along a row: `<R2-`, and the bridges that it covers in the rows below."""
        x, y = self._corner(half[0])
        x += self.dimensions.cell
        top = bridges[0]
        glyphs = self._glyphs(top)
        left = glyphs.left if top.low == half[0] else ""
        right = glyphs.right if top.high == half[1] else ""
        text = _with_line(left, self.board.label(top), right, glyphs.horizontal, self.dimensions.gap)
        self.canvas.put(x, y, text, self._colour(top))
        self._draw_covered(bridges[1:], x, y + 1, self.dimensions.between if half[0] % self.board.size else 1)

    def _draw_covered(self, covered: Sequence[Bridge], x: int, y: int, rows: int) -> None:
        """The labels of covered bridges, side by side in a single row, otherwise one below the other."""
        gap = self.dimensions.gap
        labels = self._labels(covered, gap // 2 if rows == 1 else rows)
        for index, (text, text_colour) in enumerate(labels):
            if rows == 1:
                self.canvas.put(x + (gap + 1) // 2 - len(labels) + 2 * index, y, text, text_colour)
            else:
                self.canvas.put(x + (gap - 1) // 2, y + index, text, text_colour)

    def _draw_taken_half(self, half: Half) -> None:
        """A star where a bridge was taken up."""
        cell, gap, between = self.dimensions
        x, y = self._corner(half[0])
        if half[1] - half[0] == 1:
            self.canvas.put(x + cell // 2, y - (between + 1) // 2, STAR, "bold")
        else:
            self.canvas.put(x + cell + gap // 2, y, STAR, "bold")

    def _draw_vertical_half(self, half: Half, bridges: list[Bridge]) -> None:
        """A half along a column: `^R2`, the bridges that it covers beside it; heads apart where there are rows."""
        cell, _, between = self.dimensions
        x, y = self._corner(half[0])
        top = bridges[0]
        glyphs = self._glyphs(top)
        heads = [glyphs.up] * (top.high == half[1]) + [glyphs.down] * (top.low == half[0])
        if between > 1:
            for head, row in zip(heads, (y - between, y - 1), strict=True):
                self.canvas.put(x + cell // 2, row, head, self._colour(top))
            heads = []
        elif len(heads) == 2:
            heads = [glyphs.vertical]
        row = y - (between + 1) // 2
        spans = [(char, self._colour(top)) for char in heads + list(self.board.label(top))]
        columns = self._columns_below(half[1])
        if top in self.board.new_bridges:
            if len(spans) + (len(bridges) > 1) < columns or not heads:
                spans.append((STAR, "bold"))
            else:
                spans[0] = (STAR, "bold")
        labels = self._labels(bridges[1:], (columns - len(spans)) // 2)
        width = len(spans) + sum(len(text) for text, _ in labels)
        put_spans(self.canvas, x + max(0, cell - width) // 2, row, spans + labels)

    def _columns_below(self, field: int) -> int:
        """Columns for a text below the field, up to the edge or to labels below the half on its right."""
        cell, gap, _ = self.dimensions
        size = self.board.size
        if field // size == size - 1:
            return cell + 1
        beside = self.board.bridges_on.get((field, field + size), ())
        return cell if len(beside) > 1 else cell + gap - 1

    def _labels(self, covered: Sequence[Bridge], most: int) -> Spans:
        """The labels of covered bridges, or how many more there are: `b2`, `+3`; a mere `+` where space is short."""
        if not covered:
            return []
        if most == 0:
            return [("+", "")]
        labels = [(self.board.label(bridge), self._colour(bridge)) for bridge in covered[:most]]
        if len(covered) > most:
            labels[-1] = (f"+{min(len(covered) - most + 1, _HIGHEST_DIGIT)}", "")
        return labels

    def _colour(self, bridge: Bridge) -> str:
        return f"bold {colour(bridge.owner)}" if bridge in self.board.new_bridges else colour(bridge.owner)


def _with_line(left: str, label: str, right: str, line: str, width: int) -> str:
    """A label between its heads, filled up with line on the side that has no head, or on both."""
    fill = width - len(left + label + right)
    if fill == 0 and left and right and line == _ASCII_NEW.horizontal:
        left = right = line
    before = fill // 2 if left and right else 0 if left else fill
    return left + line * before + label + line * (fill - before) + right
