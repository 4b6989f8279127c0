"""Boards of towers and bridges as text, seen from above; Taktori and Fem share them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from tabletop.game import View
from tabletop.games.towers.geometry import COLOURS, Bridge, field_names, format_pair
from tabletop.games.towers.moves import Turn
from tabletop.games.towers.rules import Board
from tabletop.style import Canvas, Style

Half = tuple[int, int]
"""Two neighbouring fields, lower number first."""
Signs = list[tuple[str, str]]
"""Characters, each with its ink."""
MARGIN = 2
"""Columns for the numbers of the rows."""
_HIGHEST_DIGIT = 9
STAR = "*"
"""Marks the fields of the last turn."""


class Sheet(NamedTuple):
    """The measures of a picture: columns of a field, columns between fields, rows between fields."""

    cell: int
    gap: int
    between: int

    def width(self, size: int) -> int:
        """Columns of a board with so many fields along an edge; one is spare, for labels of the last column."""
        return MARGIN + size * (self.cell + self.gap) - self.gap + 1


class _Lines(NamedTuple):
    """The signs that bridges and empty fields are drawn with."""

    empty: str
    across: str
    along: str
    crossing: str
    left: str
    right: str
    up: str
    down: str


_ASCII = _Lines(".", "-", "|", "+", "<", ">", "^", "v")
_ASCII_FRESH = _ASCII._replace(across="=")
_BOXES = _Lines("·", "─", "│", "┼", "├", "┤", "┬", "┴")
_BOXES_FRESH = _BOXES._replace(across="═", along="║", left="╞", right="╡", up="╥", down="╨")


def letter(owner: int, is_top: bool = True) -> str:
    """The letter of a player: R, B, G, Y, small for what is built over."""
    initial = COLOURS[owner - 1][0]
    return initial.upper() if is_top else initial


def ink(owner: int) -> str:
    """The colour of a player."""
    return COLOURS[owner - 1]


class Scene:
    """A view made ready for drawing; with a level, only what lies on that level."""

    def __init__(self, view: View[Board], level: int = 0) -> None:
        self.board = board = view.state
        self.size = board.size
        self.level = level
        self.stacks = [board.stack(field) for field in range(board.size**2)]
        last: Sequence[Turn] = view.last
        self.touched = {field for turn in last for field in (turn.source, turn.target) if field is not None}
        lying = board.bridges
        self.bridges = [bridge for bridge in lying if level in (0, bridge.level)]
        laid = {pair for turn in last for pair in turn.bridges}
        newest = {bridge.pair: bridge for bridge in lying if bridge.pair in laid}
        self.fresh = set(newest.values())
        self.lifted = {pair for turn in last for pair in turn.taken}
        self.covering: dict[Half, list[Bridge]] = {}
        for bridge in sorted(self.bridges, key=lambda bridge: -bridge.level):
            for half in pairwise(self.path(bridge)):
                self.covering.setdefault(half, []).append(bridge)

    @property
    def levels(self) -> int:
        """The height of the highest stack, at least 1."""
        return max(1, *map(len, self.stacks))

    def is_upright(self, bridge: Bridge) -> bool:
        """Whether the bridge lies along a column."""
        return bridge.high - bridge.low < self.size

    def path(self, bridge: Bridge) -> list[int]:
        """The fields that the bridge lies over, ends included."""
        return list(range(bridge.low, bridge.high + 1, 1 if self.is_upright(bridge) else self.size))

    def is_overbuilt(self, bridge: Bridge) -> bool:
        """Whether a tower stands on one of its end towers."""
        return any(len(self.stacks[end]) > bridge.level for end in bridge.pair)

    def label(self, bridge: Bridge) -> str:
        """The owner, and where all levels are shown the level: `R2`; # for a level of two digits."""
        owner = letter(bridge.owner, not self.is_overbuilt(bridge))
        if self.level:
            return owner
        return owner + (str(bridge.level) if bridge.level <= _HIGHEST_DIGIT else "#")

    def passing(self, field: int, upright: bool) -> Bridge | None:
        """The highest bridge in that direction which has its middle on the field."""
        ahead = self.covering.get((field, field + (1 if upright else self.size)), ())
        return next((bridge for bridge in ahead if bridge.low != field), None)

    def towers(self, field: int, room: int) -> Signs:
        """The stack from below, or how high it is and its uppermost towers where there is no room for all."""
        stack = self.stacks[field]
        if self.level:
            shown = stack[self.level - 1 : self.level]
            return [(letter(owner, len(stack) == self.level), ink(owner)) for owner in shown]
        height = ""
        if len(stack) > room:
            height = str(len(stack))
            stack = stack[len(height) - room :]
        signs = [(digit, "") for digit in height]
        signs += [(letter(owner, False), ink(owner)) for owner in stack[:-1]]
        return signs + [(letter(owner), f"bold {ink(owner)}") for owner in stack[-1:]]


class BoardDrawing:
    """A scene on its way onto a canvas, its upper left corner at (left, top)."""

    def __init__(self, scene: Scene, sheet: Sheet, style: Style, canvas: Canvas, left: int = 0, top: int = 0) -> None:
        self.scene = scene
        self.sheet = sheet
        self.style = style
        self.canvas = canvas
        self.left = left
        self.top = top

    def draw(self) -> int:
        """Draw all of it; returns the number of rows."""
        scene = self.scene
        for half, bridges in scene.covering.items():
            if half[1] - half[0] == 1:
                self._upright_half(half, bridges)
            else:
                self._level_half(half, bridges)
        for half in scene.lifted - scene.covering.keys():
            self._empty_half(half)
        for field in range(scene.size**2):
            self._field(field)
        for bridge in scene.bridges:
            self._place_bridge(bridge)
        lowest = self._corner(0)[1]
        row = lowest + 1 + self._is_covering_on_lowest_row()
        for index in range(scene.size):
            x, y = self._corner(index * scene.size + index)
            self.canvas.put(self.left, y, str(index + 1), "grey")
            self.canvas.put(x + self.sheet.cell // 2, row, chr(ord("a") + index), "grey")
        return row + 1 - self.top

    def _is_covering_on_lowest_row(self) -> bool:
        """Whether covered bridges are named where else the letters of the columns stand."""
        size = self.scene.size
        return any(
            len(bridges) > 1 and low % size == 0 and high - low == size
            for (low, high), bridges in self.scene.covering.items()
        )

    def _lines(self, bridge: Bridge | None = None) -> _Lines:
        """The signs for the bridge: other ones for those of the last turn."""
        if bridge in self.scene.fresh:
            return _BOXES_FRESH if self.style.unicode else _ASCII_FRESH
        return _BOXES if self.style.unicode else _ASCII

    def _corner(self, field: int) -> tuple[int, int]:
        """The first column and the row of a field."""
        column, row = divmod(field, self.scene.size)
        cell, gap, between = self.sheet
        return self.left + MARGIN + column * (cell + gap), self.top + (self.scene.size - 1 - row) * (between + 1)

    def _field(self, field: int) -> None:
        scene, cell = self.scene, self.sheet.cell
        x, y = self._corner(field)
        across = scene.passing(field, upright=False)
        if across:
            self.canvas.put(x, y, self._lines(across).across * cell, self._ink(across))
        if scene.level in (0, max(1, len(scene.stacks[field]))):
            self.canvas.place(field_names(scene.size)[field], x, y, cell)
        marked = field in scene.touched and cell > 1
        signs = scene.towers(field, cell - marked)
        if not signs:
            along = scene.passing(field, upright=True)
            if along:
                lines = self._lines(along)
                signs = [(lines.crossing if across else lines.along, self._ink(along))]
            elif across:
                signs = [(self._lines(across).across, self._ink(across))]
            else:
                signs = [(self._lines().empty, "grey")]
        if marked:
            signs.append((STAR, "bold"))
        start = x + (cell - len(signs) + (marked and len(signs) < cell)) // 2
        for offset, (char, char_ink) in enumerate(signs):
            self.canvas.put(start + offset, y, char, char_ink)

    def _place_bridge(self, bridge: Bridge) -> None:
        """Note where the bridge lies: all that is between the fields of its ends."""
        name = format_pair(self.scene.size, bridge.pair)
        cell = self.sheet.cell
        low_x, low_y = self._corner(bridge.low)
        high_x, high_y = self._corner(bridge.high)
        if self.scene.is_upright(bridge):
            # Where cells are a single column, the owner's letter stands right of the line.
            self.canvas.place(name, low_x, high_y + 1, max(cell, 2), low_y - high_y - 1)
        else:
            self.canvas.place(name, low_x + cell, low_y, high_x - low_x - cell)

    def _level_half(self, half: Half, bridges: list[Bridge]) -> None:
        """A half along a row: `<R2-`, and the bridges that it covers in the rows below."""
        x, y = self._corner(half[0])
        x += self.sheet.cell
        top = bridges[0]
        lines = self._lines(top)
        before = lines.left if top.low == half[0] else ""
        after = lines.right if top.high == half[1] else ""
        self.canvas.put(
            x, y, _joined(before, self.scene.label(top), after, lines.across, self.sheet.gap), self._ink(top)
        )
        self._covered_below(bridges[1:], x, y + 1, self.sheet.between if half[0] % self.scene.size else 1)

    def _covered_below(self, covered: Sequence[Bridge], x: int, y: int, rows: int) -> None:
        """The labels of covered bridges, side by side in a single row, else one below the other."""
        gap = self.sheet.gap
        labels = self._labels(covered, gap // 2 if rows == 1 else rows)
        for index, (text, text_ink) in enumerate(labels):
            if rows == 1:
                self.canvas.put(x + (gap + 1) // 2 - len(labels) + 2 * index, y, text, text_ink)
            else:
                self.canvas.put(x + (gap - 1) // 2, y + index, text, text_ink)

    def _empty_half(self, half: Half) -> None:
        """A star where a bridge was taken up."""
        cell, gap, between = self.sheet
        x, y = self._corner(half[0])
        if half[1] - half[0] == 1:
            self.canvas.put(x + cell // 2, y - (between + 1) // 2, STAR, "bold")
        else:
            self.canvas.put(x + cell + gap // 2, y, STAR, "bold")

    def _upright_half(self, half: Half, bridges: list[Bridge]) -> None:
        """A half along a column: `^R2`, the bridges that it covers beside it; heads apart where there are rows."""
        cell, _, between = self.sheet
        x, y = self._corner(half[0])
        top = bridges[0]
        lines = self._lines(top)
        heads = [lines.up] * (top.high == half[1]) + [lines.down] * (top.low == half[0])
        if between > 1:
            for sign, row in zip(heads, (y - between, y - 1), strict=True):
                self.canvas.put(x + cell // 2, row, sign, self._ink(top))
            heads = []
        elif len(heads) == 2:
            heads = [lines.along]
        row = y - (between + 1) // 2
        signs = [(char, self._ink(top)) for char in heads + list(self.scene.label(top))]
        room = self._room_below(half[1])
        if top in self.scene.fresh:
            if len(signs) + (len(bridges) > 1) < room or not heads:
                signs.append((STAR, "bold"))
            else:
                signs[0] = (STAR, "bold")
        left = room - len(signs)
        for text, text_ink in self._labels(bridges[1:], left // 2):
            signs += [(char, text_ink) for char in text]
        start = x + max(0, cell - len(signs)) // 2
        for offset, (char, char_ink) in enumerate(signs):
            self.canvas.put(start + offset, row, char, char_ink)

    def _room_below(self, field: int) -> int:
        """Columns for a text below the field, up to the edge or to labels below the half on its right."""
        cell, gap, _ = self.sheet
        size = self.scene.size
        if field // size == size - 1:
            return cell + 1
        beside = self.scene.covering.get((field, field + size), ())
        return cell if len(beside) > 1 else cell + gap - 1

    def _labels(self, covered: Sequence[Bridge], most: int) -> Signs:
        """The labels of covered bridges, or how many more there are: `b2`, `+3`; a mere `+` where room is short."""
        if not covered:
            return []
        if most == 0:
            return [("+", "")]
        shown = [(self.scene.label(bridge), self._ink(bridge)) for bridge in covered[:most]]
        if len(covered) > most:
            shown[-1] = (f"+{min(len(covered) - most + 1, _HIGHEST_DIGIT)}", "")
        return shown

    def _ink(self, bridge: Bridge) -> str:
        return f"bold {ink(bridge.owner)}" if bridge in self.scene.fresh else ink(bridge.owner)


def _joined(before: str, label: str, after: str, line: str, width: int) -> str:
    """A label between its heads, filled up with line on the side that has no head, or on both."""
    fill = width - len(before + label + after)
    if fill == 0 and before and after and line == _ASCII_FRESH.across:
        before = after = line
    first = fill // 2 if before and after else 0 if before else fill
    return before + line * first + label + line * (fill - first) + after


def draw_board(view: View[Board], style: Style, sheet: Sheet, canvas: Canvas) -> int:
    """The board with all its levels at once; returns the number of rows."""
    return BoardDrawing(Scene(view), sheet, style, canvas).draw()
