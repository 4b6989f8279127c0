"""The table as text: the tray with its discs, slider and scale, then the players' discs and how discs felt."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from textwrap import wrap

from tabletop.game import NOBODY, Drawing, View
from tabletop.games.mikado.discs import COLOURS, DISC_COUNT, NAMES, colour_of
from tabletop.games.mikado.rules import SOLO_MOVEMENTS, WAIVES_EACH, MikadoState
from tabletop.games.mikado.trays import CELL_HEIGHT, COLUMNS, LETTERS, Disc, Layout, Size, cell_of
from tabletop.style import Canvas, Style

DISC_COLOURS: dict[Size, str] = {"L": "red", "M": "blue", "S": "yellow"}
FRAME_COLOUR = "grey"
LEFT = 3
"""Columns left of the discs: the number of the row and the wall."""
LARGE_WIDTH = LEFT + 3 * COLUMNS + 1
"""Columns of the picture that shows discs; narrower windows get one with their names only."""
SMALLEST_WIDTH = 50
"""Windows narrower than this get a list."""
GAP = 3
"""Columns between things that stand side by side."""
SHORTEST_RIM = 3
"""Fewer characters than this of a disc's rim would be a speck, and are left out."""
FEEL_MARKS = {"loose": "o", "light": "-", "firm": "+", "tight": "!"}
"""Behind the name of a disc that somebody has touched: how it felt."""
LEGEND = (
    ("(##r7##)", "a large red disc (3 points); the name is where its centre lies"),
    ("(=b7=) (y7)", "a medium blue disc (2 points) and a small yellow one (1)"),
    ("r7o - + !", "behind a name: when last touched, the disc felt loose, light, firm or tight"),
    ("[r7]", "the disc that is being touched or pulled"),
    ("A1", "cells: a letter for the column and a number for the row; `@B3` names the disc there"),
    ("^^ slider ^^", "the slider, which the spring presses towards the top"),
    ("o===>", "on the scale: where the slider was before the last pull, and where it is now"),
)
"""How to read the picture."""
_LETTERS = tuple(LETTERS.values())


def render(view: View[MikadoState], style: Style) -> Drawing:
    """The largest picture of the tray that fits the style's width and height; failing that, its width."""
    state = view.state
    if state.turn == 0:
        return Drawing(("The discs are not in the tray yet.",))
    footer = _Footer(view, style)
    if state.layout is None or view.layout == "list":
        return Drawing((*_list_lines(state, style), *footer.scale_lines(), *footer.full()), is_list=True)
    pictures = _pictures(state, state.layout, style) or [
        Drawing((*_list_lines(state, style), *footer.scale_lines()), is_list=True)
    ]
    for picture in pictures:
        for below in (footer.full(), footer.without_feels(), footer.short(), footer.single_line(), []):
            if len(picture.lines) + len(below) <= style.height:
                return replace(picture, lines=(*picture.lines, *below))
    return replace(pictures[0], lines=(*pictures[0].lines, *footer.single_line()))


def _pictures(state: MikadoState, layout: Layout, style: Style) -> list[Drawing]:
    """Every picture of the tray that the style is wide enough for, the largest first."""
    marked = _marked_disc(state)
    discs = [layout.discs[disc] for disc in state.tray]
    feels = {NAMES[report.disc]: report.word for report in state.reports}
    painter = TrayPainter(layout, discs, "" if marked is None else NAMES[marked], style, feels)
    pictures: list[Drawing] = []
    slider_row, rows_behind = painter.rows + 1, max(0, round(state.depth / CELL_HEIGHT) - painter.rows)
    all_behind = dict.fromkeys((rows_behind, 0))
    if style.width >= LARGE_WIDTH:
        for behind in all_behind:
            large = painter.draw_large()
            _draw_large_slider(large, slider_row, behind, state, style)
            pictures.append(large.drawing(style))
    for behind in all_behind if style.width >= SMALLEST_WIDTH else ():
        small = painter.draw_small()
        if small is None:
            return pictures
        _draw_small_slider(small, slider_row, behind, state, style)
        pictures.append(small.drawing(style))
    if style.width >= SMALLEST_WIDTH:
        with_slider = pictures[-1]
        discs_only = {name: area for name, area in with_slider.places.items() if name != "slider"}
        pictures.append(Drawing(with_slider.lines[:-1], discs_only))
    return pictures


def _marked_disc(state: MikadoState) -> int | None:
    """The disc touched in this turn, or the one that is being pulled."""
    return state.pending.disc if state.touched is None and state.pending else state.touched


def rows_of(layout: Layout) -> int:
    """Rows of cells that a picture shows, from the back wall to the slider."""
    return round(layout.slider / CELL_HEIGHT)


def _row_of(disc: Disc, rows: int) -> int:
    return min(int(disc.y / CELL_HEIGHT), rows - 1)


class TrayPainter:
    """Draws a tray without its slider.

    `discs` are those still in the tray, `touched` is the name of the one to be marked or
    empty, `feels` says by name how discs felt, `rows` is the number of rows between the back
    wall and the slider.
    """

    def __init__(
        self, layout: Layout, discs: Sequence[Disc], touched: str, style: Style, feels: Mapping[str, str] | None = None
    ) -> None:
        self.layout = layout
        self.discs = discs
        self.touched = touched
        self.style = style
        self.marks = {name: FEEL_MARKS[word] for name, word in (feels or {}).items() if name != touched}
        self.rows = rows_of(layout)

    def draw_large(self) -> Canvas:
        """Discs as they lie."""
        canvas = self._draw_frame(3 * COLUMNS)
        shapes = [_DiscShape(disc, self.layout, self.rows) for disc in self.discs]
        covered = {character for shape in shapes for character in shape.characters()}
        for shape in shapes:
            self._draw_shape(canvas, shape)
        for shape in shapes:
            self._put_name(canvas, shape.name_start, shape.row, shape.disc)
        for shape in shapes:
            self._draw_brackets(canvas, shape, covered)
        for shape in shapes:
            self._put_mark(canvas, shape.name_start, shape.row, shape.disc)
        return canvas

    def draw_small(self) -> Canvas | None:
        """Names only, each as near to its disc's centre as it can stand; None if they do not all fit."""
        width = self.style.width - LEFT - 1
        canvas = self._draw_frame(width)
        for row in range(self.rows):
            discs = sorted((disc for disc in self.discs if _row_of(disc, self.rows) == row), key=lambda disc: disc.x)
            lengths = [
                len(disc.name) + 2 * (disc.name == self.touched) + len(self.marks.get(disc.name, "")) for disc in discs
            ]
            centred = [
                disc.x * width / self.layout.width - length / 2 for disc, length in zip(discs, lengths, strict=True)
            ]
            starts = _side_by_side(lengths, centred, width)
            if starts is None:
                return None
            for start, disc in zip(starts, discs, strict=True):
                if disc.name == self.touched:
                    canvas.put(LEFT + start, row + 1, f"[{disc.name}]", self._name_colour(disc))
                    start += 1
                self._put_name(canvas, start, row, disc)
                self._put_mark(canvas, start, row, disc)
        return canvas

    def _put_name(self, canvas: Canvas, column: int, row: int, disc: Disc) -> None:
        """Write a disc's name; column and row count from the inner corner of the tray."""
        canvas.put(LEFT + column, row + 1, disc.name, self._name_colour(disc))
        canvas.place(disc.name, LEFT + column, row + 1, len(disc.name))

    def _put_mark(self, canvas: Canvas, column: int, row: int, disc: Disc) -> None:
        """Write how a disc felt behind its name, or before it if another name or the wall is there."""
        mark = self.marks.get(disc.name)
        if not mark:
            return
        for place in (column + len(disc.name), column - 1):
            old = canvas.at(LEFT + place, row + 1)
            if place >= 0 and not old.isalnum() and old not in "[]|│":
                canvas.put(LEFT + place, row + 1, mark, self._name_colour(disc))
                return

    def _draw_frame(self, width: int) -> Canvas:
        """Walls, letters and numbers around an empty tray."""
        style, canvas = self.style, Canvas()
        canvas.put(LEFT - 1, 0, style.pick("┌" + "─" * width + "┐", "+" + "-" * width + "+"), FRAME_COLOUR)
        for column in range(COLUMNS):
            canvas.put(LEFT + int((column + 0.5) * width / COLUMNS), 0, chr(ord("A") + column))
        for row in range(1, self.rows + 1):
            canvas.put(0, row, f"{row:>2}")
            canvas.put(LEFT - 1, row, style.pick("│", "|"), FRAME_COLOUR)
            canvas.put(LEFT + width, row, style.pick("│", "|"), FRAME_COLOUR)
        return canvas

    def _draw_shape(self, canvas: Canvas, shape: _DiscShape) -> None:
        style = self.style
        fill = {"L": style.pick("▒", "#"), "M": style.pick("░", "="), "S": " "}[shape.disc.size]
        rim = fill.replace(" ", style.pick("─", "-"))
        for row, (first, last) in shape.runs.items():
            left, right, inner = "(", ")", fill
            if row < shape.row and row - 1 not in shape.runs:
                left, right, inner = style.pick("╭", "."), style.pick("╮", "."), rim
            elif row > shape.row and row + 1 not in shape.runs:
                left, right, inner = style.pick("╰", "'"), style.pick("╯", "'"), rim
            text = left + inner * (last - first - 1) + right
            canvas.put(LEFT + first, row + 1, text, DISC_COLOURS[shape.disc.size])

    def _draw_brackets(self, canvas: Canvas, shape: _DiscShape, covered: set[tuple[int, int]]) -> None:
        """A bracket on either side of the name where no disc is; for the touched disc, on other discs as well."""
        is_touched = shape.disc.name == self.touched
        colour = self._name_colour(shape.disc) if is_touched else DISC_COLOURS[shape.disc.size]
        columns = (shape.name_start - 1, shape.name_start + len(shape.disc.name))
        for column, bracket in zip(columns, "[]" if is_touched else "()", strict=True):
            is_free = (column, shape.row) not in covered
            is_name = canvas.at(LEFT + column, shape.row + 1).isalnum()
            if 0 <= column < 3 * COLUMNS and (is_free or is_touched) and not is_name:
                canvas.put(LEFT + column, shape.row + 1, bracket, colour)

    def _name_colour(self, disc: Disc) -> str:
        return DISC_COLOURS[disc.size] + (" bold reverse" if disc.name == self.touched else " bold")


class _DiscShape:
    """The characters that a disc covers in the large picture, counted from the inner corner of the tray.

    `row` and `name_start` are where its name begins; `runs` holds the first and the last
    column that it covers, by row.
    """

    def __init__(self, disc: Disc, layout: Layout, rows: int) -> None:
        self.disc = disc
        self.row = _row_of(disc, rows)
        scale = 3 * COLUMNS / layout.width
        self.name_start = min(max(0, round(disc.x * scale - len(disc.name) / 2)), 3 * COLUMNS - len(disc.name))
        self.runs: dict[int, tuple[int, int]] = {}
        for row in range(rows):
            off_centre = (row + 0.5) * CELL_HEIGHT - disc.y
            if abs(off_centre) >= disc.radius:
                continue
            half = math.sqrt(disc.radius * disc.radius - off_centre * off_centre) * scale
            first, last = math.ceil(disc.x * scale - half - 0.5), math.floor(disc.x * scale + half - 0.5)
            if disc.size == "S" and row == self.row:
                first, last = max(first, self.name_start - 1), min(last, self.name_start + len(disc.name))
            if row == self.row or last - first + 1 >= SHORTEST_RIM:
                self.runs[row] = (max(0, first), min(3 * COLUMNS - 1, last))

    def characters(self) -> list[tuple[int, int]]:
        """Every character covered, as column and row."""
        return [(column, row) for row, (first, last) in self.runs.items() for column in range(first, last + 1)]


def _side_by_side(lengths: list[int], preferred: list[float], width: int) -> list[int] | None:
    """Where texts of these lengths begin, near the preferred columns and one apart; None if they do not all fit."""
    starts: list[int] = []
    free = 0
    for length, column in zip(lengths, preferred, strict=True):
        starts.append(max(free, round(column)))
        free = starts[-1] + length + 1
    limit = width
    for index in range(len(starts) - 1, -1, -1):
        starts[index] = min(starts[index], limit - lengths[index])
        limit = starts[index] - 1
    return starts if limit >= -1 else None


# The slider


def _draw_large_slider(canvas: Canvas, row: int, rows_behind: int, state: MikadoState, style: Style) -> None:
    """The slider, the empty tray behind it, and below that the scale with its numbers in words."""
    inner = LARGE_WIDTH - LEFT - 1
    bar = " slider ".center(30, style.pick("▲", "^")).center(inner, style.pick("━", "="))
    canvas.put(LEFT - 1, row, style.pick("┝", "|") + bar + style.pick("┥", "|"), FRAME_COLOUR)
    canvas.place("slider", LEFT - 1, row, inner + 2)
    _draw_walls(canvas, row + 1, rows_behind, inner, style)
    text = _scale_text(state)
    columns = LARGE_WIDTH - LEFT - GAP - len(text)
    _draw_scale(canvas, LEFT, row + rows_behind + 1, columns, state, style)
    canvas.put(LEFT + columns + GAP, row + rows_behind + 1, text)


def _draw_small_slider(canvas: Canvas, row: int, rows_behind: int, state: MikadoState, style: Style) -> None:
    """The scale on the slider, and the empty tray behind it."""
    columns = style.width - LEFT - 1
    canvas.put(LEFT - 1, row, style.pick("┝", "|"), FRAME_COLOUR)
    _draw_scale(canvas, LEFT, row, columns, state, style)
    canvas.put(LEFT + columns, row, style.pick("┥", "|"), FRAME_COLOUR)
    canvas.place("slider", LEFT - 1, row, columns + 2)
    _draw_walls(canvas, row + 1, rows_behind, columns, style)


def _draw_walls(canvas: Canvas, row: int, rows: int, inner: int, style: Style) -> None:
    """The side walls of that many rows, from that one on."""
    for behind in range(row, row + rows):
        canvas.put(LEFT - 1, behind, style.pick("│", "|"), FRAME_COLOUR)
        canvas.put(LEFT + inner, behind, style.pick("│", "|"), FRAME_COLOUR)


def _draw_scale(canvas: Canvas, x: int, y: int, columns: int, state: MikadoState, style: Style) -> None:
    """A ruler with a column for half a division, from a number at which the slider is on it, with the last pull."""
    now, before = int(2 * state.slider_travel), int(2 * state.previous_travel)
    first = max(0, (now - columns + 10) // 10 * 10)
    last_pull = range(max(before, first), now + 1)
    for half in range(first, first + columns):
        tick = style.pick("·", ".") if half % 2 else style.pick("┊", ":")
        canvas.put(x + half - first, y, tick, FRAME_COLOUR)
    for half in range(first, first + columns, 10):
        label = str(half // 2)
        if half - first + len(label) <= columns and not any(half + k in last_pull for k in range(len(label))):
            canvas.put(x + half - first, y, label)
    for half in last_pull:
        canvas.put(x + half - first, y, style.pick("═", "="), "cyan")
    if first <= before < now:
        canvas.put(x + before - first, y, style.pick("○", "o"), "cyan bold")
    canvas.put(x + now - first, y, style.pick("▶", ">"), "cyan bold")


def _scale_text(state: MikadoState) -> str:
    now, before = f"{state.slider_travel:.10g}", f"{state.previous_travel:.10g}"
    if len(state.tray) == DISC_COUNT:
        return f"at {now}"
    return f"at {now}, as before" if now == before else f"at {now}, {before} before the last pull"


def _list_lines(state: MikadoState, style: Style) -> list[str]:
    """The discs in the tray by colour, with their cells where these are known, and those that are gone."""
    marked = _marked_disc(state)
    lines: list[str] = []
    for colour, name in enumerate(COLOURS):
        discs = [disc for disc in state.tray if colour_of(disc) == colour]
        words = [f"[{_name(state, disc)}]" if disc == marked else _name(state, disc) for disc in discs]
        lines += [style.paint(line, name) for line in _wrap(f"{name} {len(discs)}:", words, style)]
    gone = [NAMES[disc] for disc in range(DISC_COUNT) if disc not in state.tray]
    return lines + _wrap(f"gone {len(gone)}:", gone, style)


def _name(state: MikadoState, disc: int) -> str:
    """A disc's name, with its cell where the layout is known."""
    return f"{NAMES[disc]}@{cell_of(state.layout.discs[disc])}" if state.layout else NAMES[disc]


def _wrap(head: str, words: Iterable[str], style: Style) -> list[str]:
    return wrap(" ".join([head, *(list(words) or ["none"])]), style.width, subsequent_indent="  ")


class _Footer:
    """What stands below the tray: the tray in words, hands and feels, in four lengths."""

    def __init__(self, view: View[MikadoState], style: Style) -> None:
        self.state = view.state
        self.is_over = view.to_move == NOBODY
        self.setup = view.setup
        self.style = style

    def full(self) -> list[str]:
        """The tray, the hands, and how discs felt."""
        return [*self.without_feels(), *self._feels()]

    def without_feels(self) -> list[str]:
        """The tray and the hands."""
        return [*self._flow(self._tray_items()), *self._flow(self._player_items(with_discs=True))]

    def short(self) -> list[str]:
        """The touched disc and the points."""
        return self._flow([*self._touched_item(), *self._player_items(with_discs=False)])

    def single_line(self) -> list[str]:
        """A line, or none: the touched disc, and whose turn it is."""
        to_move = [] if self.is_over else [f"{self.setup.names[self.state.player - 1]} to move"]
        return self._flow([*self._touched_item(), *to_move])[:1]

    def scale_lines(self) -> list[str]:
        """Where the slider stands, for a list, which has no scale."""
        return self._flow([f"slider {_scale_text(self.state)}"])

    def _tray_items(self) -> list[str]:
        state = self.state
        left = [sum(colour_of(disc) == colour for disc in state.tray) for colour in range(len(COLOURS))]
        items = [f"in the tray {len(state.tray)} = {_count_text(left)}", *self._touched_item()]
        if state.is_solo:
            items.append(f"movements {state.movements} ({SOLO_MOVEMENTS} allowed)")
        elif not self.is_over and state.must_pull:
            items.append("must pull")
        elif state.waives:
            items.append(f"waives {state.waives} of {WAIVES_EACH * state.config.players}")
        return items

    def _touched_item(self) -> list[str]:
        state, disc = self.state, _marked_disc(self.state)
        if disc is None:
            return []
        report = state.last_report(disc)
        feels = f" feels {report.word}" if report and report.turn == state.turn else ""
        return [f"[{_name(state, disc)}]{feels}"]

    def _player_items(self, with_discs: bool) -> list[str]:
        state = self.state
        if state.is_solo:
            return []
        items = []
        for player, hand in enumerate(state.hands, 1):
            arrow = self.style.pick("▸", ">") if player == state.player and not self.is_over else ""
            text = f"{arrow}{self.setup.names[player - 1]} {hand.points}"
            if with_discs and any(hand.discs):
                text += f" = {_count_text(hand.discs)}"
            if with_discs and any(hand.discs) and hand.minus:
                text += f" - {hand.minus}"
            items.append(text)
        return items

    def _feels(self) -> list[str]:
        """One line: how discs felt in earlier turns, the latest first, as many as fit."""
        state, line = self.state, "felt:"
        for report in sorted(state.reports, key=lambda report: -report.turn):
            if report.turn == state.turn:
                continue
            longer = f"{line}{'' if line == 'felt:' else ','} {NAMES[report.disc]} {report.word}"
            if len(longer) > self.style.width:
                break
            line = longer
        return [] if line == "felt:" else [line]

    def _flow(self, items: Iterable[str]) -> list[str]:
        """Items side by side, on as many lines as they need."""
        lines: list[str] = []
        for item in items:
            item = item[: self.style.width].rstrip()
            if lines and len(lines[-1]) + GAP + len(item) <= self.style.width:
                lines[-1] += " " * GAP + item
            else:
                lines.append(item)
        return lines


def _count_text(discs: Iterable[int]) -> str:
    """How many of each colour: `2r 1b`."""
    return " ".join(f"{number}{letter}" for number, letter in zip(discs, _LETTERS, strict=True) if number) or "none"
