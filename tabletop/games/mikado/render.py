"""The table as text: the tray, below it slider and scale, then what is known and who holds what.

Discs are drawn where they lay at the set-up; names and cells hold for the whole game, and
what has left the tray leaves a gap. On the scale `:` is a division, `o` is where the slider
was before the last pull, `>` where it is now:

       0.:.:.:.o=======>.10:.:.:.:.15:.:   at 8.2, 4.1 before the last pull
"""

from __future__ import annotations

from collections.abc import Iterable
from textwrap import wrap
from typing import cast

from tabletop.canvas import Canvas
from tabletop.game import NOBODY, Setup, View
from tabletop.games.mikado.discs import COLOURS, COUNT, NAMES, colour_of
from tabletop.games.mikado.picture import LARGE_WIDTH, LEFT, WALL, Picture
from tabletop.games.mikado.rules import MOVEMENTS_ALONE, WAIVES_EACH, State
from tabletop.games.mikado.trays import LETTERS, Layout, cell_of
from tabletop.style import Style

_LETTERS = tuple(LETTERS.values())
_NARROWEST_MAP = 50
_GAP = 3


def render(view: View, style: Style) -> str:
    """The largest picture of the tray that fits the style's width and height; failing that, its width."""
    state = cast(State, view.state)
    if state.turn == 0:
        return "The discs are not in the tray yet."
    foot = _Foot(state, view.setup, style)
    if state.layout is None or view.layout == "list":
        return "\n".join([*_listed(state, style), *foot.scale_text(), *foot.all()])
    small = _small(state, state.layout, style)
    pictures = [lines for lines in (_large(state, state.layout, style), small, small[:-1]) if lines]
    pictures = pictures or [_listed(state, style) + foot.scale_text()]
    for lines in pictures:
        for below in (foot.all(), foot.most(), foot.least(), foot.bare(), []):
            if len(lines) + len(below) <= style.height:
                return "\n".join(lines + below)
    return "\n".join(pictures[0] + foot.bare())


def _picture(state: State, layout: Layout, style: Style) -> Picture:
    marked = _marked(state)
    discs = [layout.discs[disc] for disc in state.tray]
    return Picture(layout, discs, "" if marked is None else NAMES[marked], style)


def _marked(state: State) -> int | None:
    """The disc touched in this turn, or the one on its way out."""
    return state.awaited.disc if state.touched is None and state.awaited else state.touched


def _large(state: State, layout: Layout, style: Style) -> list[str]:
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
    return canvas.text(style).split("\n")


def _small(state: State, layout: Layout, style: Style) -> list[str]:
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
    return canvas.text(style).split("\n")


def _draw_scale(canvas: Canvas, x: int, y: int, columns: int, state: State, style: Style) -> None:
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


def _scale_text(state: State) -> str:
    now, before = f"{state.slid:.10g}", f"{state.slid_before:.10g}"
    if len(state.tray) == COUNT:
        return f"at {now}"
    return f"at {now} as before" if now == before else f"at {now}, {before} before the last pull"


def _listed(state: State, style: Style) -> list[str]:
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


def _word(state: State, disc: int) -> str:
    return f"{NAMES[disc]}@{cell_of(state.layout.discs[disc])}" if state.layout else NAMES[disc]


def _wrapped(head: str, words: Iterable[str], style: Style) -> list[str]:
    return wrap(" ".join([head, *(list(words) or ["none"])]), style.width, subsequent_indent="  ")


class _Foot:
    """What stands below the tray, in four lengths."""

    def __init__(self, state: State, setup: Setup, style: Style) -> None:
        self.state = state
        self.setup = setup
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
        player = [] if self.state.to_move == NOBODY else [f"{self.setup.names[self.state.player - 1]} to move"]
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
        elif state.to_move != NOBODY and state.must_pull:
            parts.append("must pull")
        elif state.waives:
            parts.append(f"waives {state.waives} of {WAIVES_EACH * state.table.players}")
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
            mark = self.style.pick("▸", ">") if player == state.player and state.to_move != NOBODY else ""
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
