"""The table as text: the tray with its discs, slider and scale below it, then what is known and who holds what."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from textwrap import wrap

from tabletop.game import NOBODY, Drawing, View
from tabletop.games.mikado.discs import COLOURS, COUNT, NAMES, colour_of
from tabletop.games.mikado.rules import MOVEMENTS_ALONE, WAIVES_EACH, MikadoState
from tabletop.games.mikado.trays import CELL_HEIGHT, COLUMNS, LETTERS, Disc, Layout, Size, cell_of
from tabletop.style import Canvas, Style

INKS: dict[Size, str] = {"L": "red", "M": "blue", "S": "yellow"}
WALL = "grey"
LEFT = 3
"""Columns left of the discs: the number of the row and the wall."""
LARGE_WIDTH = LEFT + 3 * COLUMNS + 1
"""Columns of the picture with discs."""
_SHORTEST_EDGE = 3
"""Fewer characters than this of a disc's rim would be a speck, and are left out."""


def rows_of(tray: Layout) -> int:
    """Rows of cells that a picture shows, from the back wall to the slider."""
    return round(tray.slider / CELL_HEIGHT)


def _letter_places(width: int) -> list[int]:
    return [int((column + 0.5) * width / COLUMNS) for column in range(COLUMNS)]


def _row(disc: Disc, rows: int) -> int:
    return min(int(disc.y / CELL_HEIGHT), rows - 1)


class Picture:
    """A tray to be drawn: which discs are still there, and which one is touched."""

    def __init__(self, tray: Layout, discs: Sequence[Disc], touched: str, style: Style) -> None:
        self.tray = tray
        self.discs = discs
        self.touched = touched
        self.style = style
        self.rows = rows_of(tray)

    def large(self) -> Canvas:
        """Discs as they lie."""
        canvas = self._frame(3 * COLUMNS)
        bodies = [_Body(disc, self.tray, self.rows) for disc in self.discs]
        taken = {cell for body in bodies for cell in body.cells()}
        for body in bodies:
            self._draw_body(canvas, body)
        for body in bodies:
            canvas.put(LEFT + body.name_start, body.row + 1, body.disc.name, self._name_ink(body.disc))
        for body in bodies:
            self._draw_brackets(canvas, body, taken)
        return canvas

    def small(self) -> Canvas | None:
        """Names only, each as near to its disc's centre as it can stand; None if there is no room for all."""
        width = self.style.width - LEFT - 1
        canvas = self._frame(width)
        for row in range(self.rows):
            here = sorted((disc for disc in self.discs if _row(disc, self.rows) == row), key=lambda disc: disc.x)
            names = [f"[{disc.name}]" if disc.name == self.touched else disc.name for disc in here]
            wanted = [disc.x * width / self.tray.width - len(name) / 2 for disc, name in zip(here, names, strict=True)]
            places = _side_by_side([len(name) for name in names], wanted, width)
            if places is None:
                return None
            for place, name, disc in zip(places, names, here, strict=True):
                canvas.put(LEFT + place, row + 1, name, self._name_ink(disc))
        return canvas

    def _frame(self, width: int) -> Canvas:
        """Walls, letters and numbers around an empty tray."""
        style, canvas = self.style, Canvas()
        canvas.put(LEFT - 1, 0, style.pick("┌" + "─" * width + "┐", "+" + "-" * width + "+"), WALL)
        for column, place in enumerate(_letter_places(width)):
            canvas.put(LEFT + place, 0, chr(ord("A") + column))
        for row in range(1, self.rows + 1):
            canvas.put(0, row, f"{row:>2}")
            canvas.put(LEFT - 1, row, style.pick("│", "|"), WALL)
            canvas.put(LEFT + width, row, style.pick("│", "|"), WALL)
        return canvas

    def _draw_body(self, canvas: Canvas, body: _Body) -> None:
        style = self.style
        fill = {"L": style.pick("▒", "#"), "M": style.pick("░", "="), "S": " "}[body.disc.size]
        ink = INKS[body.disc.size]
        for row, (start, end) in body.runs.items():
            left, right, inner = "(", ")", fill
            if row < body.row and row - 1 not in body.runs:
                left, right, inner = style.pick("╭", "."), style.pick("╮", "."), fill.replace(" ", style.pick("─", "-"))
            elif row > body.row and row + 1 not in body.runs:
                left, right, inner = style.pick("╰", "'"), style.pick("╯", "'"), fill.replace(" ", style.pick("─", "-"))
            canvas.put(LEFT + start, row + 1, left + inner * (end - start - 1) + right, ink)

    def _draw_brackets(self, canvas: Canvas, body: _Body, taken: set[tuple[int, int]]) -> None:
        """A bracket on either side of the name where nobody's disc is; about the touched one, on discs as well."""
        is_touched = body.disc.name == self.touched
        ink = self._name_ink(body.disc) if is_touched else INKS[body.disc.size]
        columns = (body.name_start - 1, body.name_start + len(body.disc.name))
        for column, sign in zip(columns, "[]" if is_touched else "()", strict=True):
            is_free = (column, body.row) not in taken
            is_name = canvas.at(LEFT + column, body.row + 1).isalnum()
            if 0 <= column < 3 * COLUMNS and (is_free or is_touched) and not is_name:
                canvas.put(LEFT + column, body.row + 1, sign, ink)

    def _name_ink(self, disc: Disc) -> str:
        return INKS[disc.size] + (" bold reverse" if disc.name == self.touched else " bold")


class _Body:
    """The characters that a disc covers: in `runs` the first and last column by row."""

    def __init__(self, disc: Disc, tray: Layout, rows: int) -> None:
        self.disc = disc
        self.row = _row(disc, rows)
        scale = 3 * COLUMNS / tray.width
        self.name_start = min(max(0, round(disc.x * scale - len(disc.name) / 2)), 3 * COLUMNS - len(disc.name))
        self.runs: dict[int, tuple[int, int]] = {}
        for row in range(rows):
            off = (row + 0.5) * CELL_HEIGHT - disc.y
            if abs(off) >= disc.radius:
                continue
            half = math.sqrt(disc.radius * disc.radius - off * off) * scale
            start, end = math.ceil(disc.x * scale - half - 0.5), math.floor(disc.x * scale + half - 0.5)
            if disc.size == "S" and row == self.row:
                start, end = max(start, self.name_start - 1), min(end, self.name_start + len(disc.name))
            if row == self.row or end - start + 1 >= _SHORTEST_EDGE:
                self.runs[row] = (max(0, start), min(3 * COLUMNS - 1, end))

    def cells(self) -> list[tuple[int, int]]:
        """Every character covered, as column and row."""
        return [(column, row) for row, (start, end) in self.runs.items() for column in range(start, end + 1)]


def _side_by_side(lengths: list[int], wanted: list[float], width: int) -> list[int] | None:
    """Whole places near the wanted ones, rising, with a column between any two; None if there is no room."""
    places: list[int] = []
    free = 0
    for length, want in zip(lengths, wanted, strict=True):
        places.append(max(free, round(want)))
        free = places[-1] + length + 1
    limit = width
    for index in range(len(places) - 1, -1, -1):
        places[index] = min(places[index], limit - lengths[index])
        limit = places[index] - 1
    return places if limit >= -1 else None


_LETTERS = tuple(LETTERS.values())
_NARROWEST_MAP = 50
_GAP = 3


def render(view: View[MikadoState], style: Style) -> Drawing:
    """The largest picture of the tray that fits the style's width and height; failing that, its width."""
    state = view.state
    if state.turn == 0:
        return Drawing(("The discs are not in the tray yet.",))
    foot = _Foot(view, style)
    if state.layout is None or view.layout == "list":
        return Drawing((*_listed(state, style), *foot.scale_text(), *foot.all()), is_list=True)
    small = _small(state, state.layout, style)
    pictures = [lines for lines in (_large(state, state.layout, style), small, small[:-1]) if lines]
    is_list = not pictures
    pictures = pictures or [_listed(state, style) + foot.scale_text()]
    for lines in pictures:
        for below in (foot.all(), foot.most(), foot.least(), foot.bare(), []):
            if len(lines) + len(below) <= style.height:
                return Drawing((*lines, *below), is_list=is_list)
    return Drawing((*pictures[0], *foot.bare()), is_list=is_list)


def _picture(state: MikadoState, layout: Layout, style: Style) -> Picture:
    marked = _marked(state)
    discs = [layout.discs[disc] for disc in state.tray]
    return Picture(layout, discs, "" if marked is None else NAMES[marked], style)


def _marked(state: MikadoState) -> int | None:
    """The disc touched in this turn, or the one on its way out."""
    return state.awaited.disc if state.touched is None and state.awaited else state.touched


def _large(state: MikadoState, layout: Layout, style: Style) -> list[str]:
    """Discs, slider and scale; nothing if the style is too narrow."""
    if style.width < LARGE_WIDTH:
        return []
    picture = _picture(state, layout, style)
    canvas = picture.large()
    inner = LARGE_WIDTH - LEFT - 1
    bar = " slider ".center(30, style.pick("▲", "^")).center(inner, style.pick("━", "="))
    canvas.put(LEFT - 1, picture.rows + 1, style.pick("┝", "|") + bar + style.pick("┥", "|"), WALL)
    text = _scale_text(state)
    columns = LARGE_WIDTH - LEFT - _GAP - len(text)
    _draw_scale(canvas, LEFT, picture.rows + 2, columns, state, style)
    canvas.put(LEFT + columns + _GAP, picture.rows + 2, text)
    return list(canvas.drawing(style).lines)


def _small(state: MikadoState, layout: Layout, style: Style) -> list[str]:
    """Names of discs where these lie, and the scale on the slider; nothing if the style is too narrow."""
    if style.width < _NARROWEST_MAP:
        return []
    picture = _picture(state, layout, style)
    canvas = picture.small()
    if canvas is None:
        return []
    columns, row = style.width - LEFT - 1, picture.rows + 1
    canvas.put(LEFT - 1, row, style.pick("┝", "|"), WALL)
    _draw_scale(canvas, LEFT, row, columns, state, style)
    canvas.put(LEFT + columns, row, style.pick("┥", "|"), WALL)
    return list(canvas.drawing(style).lines)


def _draw_scale(canvas: Canvas, x: int, y: int, columns: int, state: MikadoState, style: Style) -> None:
    """A ruler of half divisions, so far along that the slider is on it; on it the way of the last pull."""
    now, before = int(2 * state.slid), int(2 * state.slid_before)
    first = max(0, (now - columns + 10) // 10 * 10)
    way = range(max(before, first), now + 1)
    for half in range(first, first + columns):
        tick = style.pick("·", ".") if half % 2 else style.pick("┊", ":")
        canvas.put(x + half - first, y, tick, WALL)
    for half in range(first, first + columns, 10):
        label = str(half // 2)
        if half - first + len(label) <= columns and not any(half + k in way for k in range(len(label))):
            canvas.put(x + half - first, y, label)
    for half in way:
        canvas.put(x + half - first, y, style.pick("═", "="), "cyan")
    if first <= before < now:
        canvas.put(x + before - first, y, style.pick("○", "o"), "cyan bold")
    canvas.put(x + now - first, y, style.pick("▶", ">"), "cyan bold")


def _scale_text(state: MikadoState) -> str:
    now, before = f"{state.slid:.10g}", f"{state.slid_before:.10g}"
    if len(state.tray) == COUNT:
        return f"at {now}"
    return f"at {now} as before" if now == before else f"at {now}, {before} before the last pull"


def _listed(state: MikadoState, style: Style) -> list[str]:
    """The discs in the tray by colour, with their cells where these are known, and those that are gone."""
    marked = _marked(state)
    lines: list[str] = []
    for colour, name in enumerate(COLOURS):
        discs = [disc for disc in state.tray if colour_of(disc) == colour]
        words = [_word(state, disc) for disc in discs]
        words = [f"[{word}]" if disc == marked else word for disc, word in zip(discs, words, strict=True)]
        lines += [style.paint(line, name) for line in _wrapped(f"{name} {len(discs)}:", words, style)]
    gone = [NAMES[disc] for disc in range(COUNT) if disc not in state.tray]
    return lines + _wrapped(f"gone {len(gone)}:", gone, style)


def _word(state: MikadoState, disc: int) -> str:
    return f"{NAMES[disc]}@{cell_of(state.layout.discs[disc])}" if state.layout else NAMES[disc]


def _wrapped(head: str, words: Iterable[str], style: Style) -> list[str]:
    return wrap(" ".join([head, *(list(words) or ["none"])]), style.width, subsequent_indent="  ")


class _Foot:
    """What stands below the tray, in four lengths."""

    def __init__(self, view: View[MikadoState], style: Style) -> None:
        self.state = view.state
        self.is_over = view.to_move == NOBODY
        self.setup = view.setup
        self.style = style

    def all(self) -> list[str]:
        """Everything: the tray in words, the hands, and how discs felt."""
        return [*self.most(), *self._felt()]

    def most(self) -> list[str]:
        return [*self._flow(self._situation()), *self._flow(self._players(with_discs=True))]

    def least(self) -> list[str]:
        """The touched disc and the points."""
        return self._flow([*self._touched(), *self._players(with_discs=False)])

    def bare(self) -> list[str]:
        """A line, or none: the touched disc, and whose turn it is."""
        player = [] if self.is_over else [f"{self.setup.names[self.state.player - 1]} to move"]
        return self._flow([*self._touched(), *player])[:1]

    def scale_text(self) -> list[str]:
        """Where the slider stands, for tables without a drawn scale."""
        return self._flow([f"slider {_scale_text(self.state)}"])

    def _situation(self) -> list[str]:
        state = self.state
        left = [sum(colour_of(disc) == colour for disc in state.tray) for colour in range(len(COLOURS))]
        parts = [f"in the tray {len(state.tray)} = {_counted(left)}", *self._touched()]
        if state.is_alone:
            parts.append(f"movements {state.movements}, allowed {MOVEMENTS_ALONE}")
        elif not self.is_over and state.must_pull:
            parts.append("must pull")
        elif state.waives:
            parts.append(f"waives {state.waives} of {WAIVES_EACH * state.terms.players}")
        return parts

    def _touched(self) -> list[str]:
        state, disc = self.state, _marked(self.state)
        if disc is None:
            return []
        feels = [f" feels {told.word}" for told in state.told if told.disc == disc and told.turn == state.turn]
        return [f"[{_word(state, disc)}]" + "".join(feels)]

    def _players(self, with_discs: bool) -> list[str]:
        state = self.state
        if state.is_alone:
            return []
        items = []
        for player, hand in enumerate(state.hands, 1):
            mark = self.style.pick("▸", ">") if player == state.player and not self.is_over else ""
            text = f"{mark}{self.setup.names[player - 1]} {hand.points}"
            if with_discs and any(hand.discs):
                text += f" = {_counted(hand.discs)}"
            if with_discs and hand.minus:
                text += f" - {hand.minus} noted" if any(hand.discs) else " noted"
            items.append(text)
        return items

    def _felt(self) -> list[str]:
        """One line: how discs felt in earlier turns, the latest first, as many as there is room for."""
        state, line = self.state, "felt:"
        for told in sorted(state.told, key=lambda told: -told.turn):
            if told.turn == state.turn:
                continue
            more = f"{line}{'' if line == 'felt:' else ','} {NAMES[told.disc]} {told.word}"
            if len(more) > self.style.width:
                break
            line = more
        return [] if line == "felt:" else [line]

    def _flow(self, items: Iterable[str]) -> list[str]:
        """Items side by side, on as many lines as they need."""
        lines: list[str] = []
        for item in items:
            item = item[: self.style.width]
            if lines and len(lines[-1]) + _GAP + len(item) <= self.style.width:
                lines[-1] += " " * _GAP + item
            else:
                lines.append(item)
        return lines


def _counted(discs: Iterable[int]) -> str:
    """How many of each colour: `2r 1b`."""
    return " ".join(f"{number}{letter}" for number, letter in zip(discs, _LETTERS, strict=True) if number) or "none"
