"""The X with its sticks, and what every player has, as text."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from tabletop.game import Drawing, Move, View
from tabletop.games.takami.describe import situation
from tabletop.games.takami.heap import COLOURS, RIM, TOP, Heap, Pile, Place, places_in
from tabletop.games.takami.moves import ChanceMove, Deal, Fall, Prize, Pull
from tabletop.games.takami.notation import format_move
from tabletop.games.takami.rules import TakamiState
from tabletop.style import Canvas, Style
from tabletop.text import counted, shorten

PLACE_INK = "cyan"
BOARD_INK = "grey"
SIGN_INKS = {"!": "bold magenta", ">": "bold cyan", "~": "cyan"}
LEGEND = {
    "*": "* free",
    "/": "/ leaning",
    "x": "x both",
    "!": "! taboo",
    ">": "> moved",
    "~": "~ slid",
    "-": "-- was here",
    ".": ".2 place",
}
"""What the signs mean; a stick is free when nothing rests on it."""


@dataclass(frozen=True)
class Scale:
    """A size of the picture: columns of a place, the middle of the X, and where the players stand."""

    cell: int
    middle: int
    panel: int
    foot: int
    """Rows of the X below layer 1."""

    def left(self, place: Place) -> int:
        """The first column of a place."""
        return self.middle + self.cell * (place.slot - 1) - self.cell * places_in(place.layer) // 2

    def boards(self, layer: int) -> tuple[int, int]:
        """The columns of the two boards beside a layer; they cross below layer 0."""
        half = self.cell // 2 * layer
        return self.middle - half - 2, self.middle + half + 1


WIDE = Scale(cell=6, middle=29, panel=58, foot=3)
NARROW = Scale(cell=4, middle=21, panel=41, foot=2)
_NARROWEST_PANEL = 18


@dataclass
class Picture:
    """One drawing under way: what is drawn, how, and which signs have been used."""

    view: View[TakamiState]
    style: Style
    scale: Scale

    def __post_init__(self) -> None:
        self.canvas = Canvas()
        self.state = self.view.state
        self.signs: dict[str, None] = {}
        self.moved, self.slid = _moved_and_slid(self.view.last)

    def sign(self, sign: str) -> str:
        """The sign, noted for the legend."""
        self.signs[sign] = None
        return sign

    def sign_before(self, stick: str) -> str:
        """What stands before a stick's name: taboo, moved last, slid, or nothing."""
        if stick == self.state.taboo:
            return self.sign("!")
        if stick in self.moved:
            return self.sign(">")
        return self.sign("~") if stick in self.slid else ""

    def put_stick(self, column: int, row: int, stick: str) -> None:
        """Write the name of a stick that is on the X."""
        self.canvas.put(column, row, stick, _ink(stick))
        self.canvas.place(stick, column, row, len(stick))

    def put_place(self, column: int, row: int, place: Place, text: str, ink: str) -> None:
        """Write what marks an empty place."""
        self.canvas.put(column, row, text, ink)
        self.canvas.place(str(place), column, row, len(text))

    def legend(self) -> str:
        """What the signs mean, those that were used."""
        return "  ".join(words for sign, words in LEGEND.items() if sign in self.signs)


def render(view: View[TakamiState], style: Style) -> Drawing:
    """The picture of a state: an X, or in a window of less than 41 columns a list of its layers."""
    picture = Picture(view, style, WIDE if style.width >= WIDE.panel + _NARROWEST_PANEL else NARROW)
    scale, heap = picture.scale, picture.state.heap
    room = style.height - 1
    if style.width < scale.panel:
        rows = _list_layers(picture)
    elif isinstance(heap, Heap):
        rows = _draw_x(picture, heap)
    else:
        rows = _draw_pile(picture, heap)
    width = style.width - scale.panel
    beside = width >= _NARROWEST_PANEL
    column, row = (scale.panel, 0) if beside else (0, rows + 1)
    lines = _players(picture, width if beside else style.width, room - row - 3)
    for number, parts in enumerate(lines, row):
        _put_parts(picture.canvas, column, number, parts)
    rows = max(rows, row + len(lines))
    captions = [_last(picture), situation(picture.state, view.setup)]
    if rows + len(captions) < room:
        captions.insert(0, picture.legend())
    for number, line in enumerate((line for line in captions if line), rows):
        picture.canvas.put(0, number, shorten(line, style.width))
    return replace(picture.canvas.drawing(style), is_list=style.width < scale.panel)


def _moved_and_slid(last: Iterable[Move]) -> tuple[set[str], set[str]]:
    """Which sticks the last turn pulled or made fall, and which it made slide."""
    moved: set[str] = set()
    slid: set[str] = set()
    for move in last:
        if isinstance(move, Pull | Prize):
            moved.add(move.stick)
        elif isinstance(move, Fall):
            moved.update(move.fallen)
            slid.update(stick for stick, _ in move.slides)
    return moved, slid


# The heap


def _draw_x(picture: Picture, heap: Heap) -> int:
    """Draw boards, sticks and places; the number of rows."""
    used = max((heap.place_of(stick).layer for stick in heap), default=0)
    shown = min(TOP, max(RIM, used) + 1)
    for layer in range(shown, 0, -1):
        row = shown - layer
        first = picture.scale.left(Place(layer, 1))
        if layer <= RIM:
            first = _draw_boards(picture, layer, row, "\\/")
        picture.canvas.put(first - 3, row, f"{layer:>2}")
        for slot in range(1, places_in(layer) + 1):
            _draw_place(picture, heap, Place(layer, slot), row)
    foot = [(0, "\\/"), (0, "/\\"), (1, "/\\")][: picture.scale.foot]
    for row, (layer, signs) in enumerate(foot, shown):
        _draw_boards(picture, layer, row, signs)
    return shown + len(foot)


def _draw_boards(picture: Picture, layer: int, row: int, signs: str) -> int:
    left, right = picture.scale.boards(layer)
    lovely = {"\\": "╲", "/": "╱"}
    for column, sign in zip((left, right), signs, strict=True):
        picture.canvas.put(column, row, picture.style.pick(lovely[sign], sign), BOARD_INK)
    return left


def _draw_place(picture: Picture, heap: Heap, place: Place, row: int) -> None:
    column, wide = picture.scale.left(place), picture.scale is WIDE
    name = column + (2 if wide else 1)
    stick = heap.at(place)
    if stick:
        before = picture.sign_before(stick)
        free, leaning = heap.is_free(stick), heap.is_leaning(stick)
        if wide:
            after = (picture.sign("/") if leaning else ")") + (picture.sign("*") if free else "")
        else:
            after = picture.sign("x" if free and leaning else "*" if free else "/") if free or leaning else ""
        outline = "(" if wide else ""
        picture.canvas.put(name - 1, row, before or outline, SIGN_INKS.get(before, BOARD_INK))
        picture.put_stick(name, row, stick)
        picture.canvas.put(name + 2, row, after, BOARD_INK)
    elif place == picture.state.origin:
        picture.put_place(name, row, place, 2 * picture.sign("-"), BOARD_INK)
    elif heap.can_bear(place) and (picture.state.origin is None or place.layer > picture.state.origin.layer):
        picture.sign(".")
        picture.put_place(name, row, place, f".{place.slot}", PLACE_INK)


def _ink(stick: str) -> str:
    return f"bold {COLOURS[stick[0]]}"


def _draw_pile(picture: Picture, pile: Pile) -> int:
    """The sticks on a real table's X by colour, for nobody notes where they lie; the number of rows."""
    picture.canvas.put(0, 0, f"On the X: {counted(len(pile), 'stick')}")
    for row, (letter, colour) in enumerate(COLOURS.items(), 2):
        picture.canvas.put(2, row, f"{colour:<6}", COLOURS[letter])
        for stick in pile:
            if stick[0] == letter:
                column = 6 + (4 if picture.scale is WIDE else 3) * int(stick[1])
                before = picture.sign_before(stick)
                picture.canvas.put(column - 1, row, before, SIGN_INKS.get(before, ""))
                picture.put_stick(column, row, stick)
    return 7


def _list_layers(picture: Picture) -> int:
    """The layers from the top down, for a window too small for an X; the number of rows."""
    heap, row = picture.state.heap, 0
    layers: dict[int, list[str]] = {}
    for stick in heap:
        layers.setdefault(heap.place_of(stick).layer if isinstance(heap, Heap) else 0, []).append(stick)
    for layer in sorted(layers, reverse=True):
        words = [picture.sign_before(stick) + stick for stick in layers[layer]]
        for line in _folded(words, picture.style.width - 3):
            picture.canvas.put(0, row, f"{layer or '':>2} {line}")
            row += 1
    return row


# Players and captions

Parts = list[tuple[str, str]]
"""Texts and their inks, one after the other."""


def _put_parts(canvas: Canvas, column: int, row: int, parts: Parts) -> None:
    for text, ink in parts:
        canvas.put(column, row, text, ink)
        column += len(text)


def _players(picture: Picture, width: int, room: int) -> list[Parts]:
    """What every player has, with all names written out if there is room for it."""
    full = _player_lines(picture, width, short=False)
    return full if len(full) <= room else _player_lines(picture, width, short=True)


def _player_lines(picture: Picture, width: int, short: bool) -> list[Parts]:
    state, setup = picture.state, picture.view.setup
    lines: list[Parts] = []
    if state.terms.rounds > 1:
        lines.append([(f"round {state.round} of {state.terms.rounds}", "")])
    if any(state.prizes) or any(state.minus):
        lines.append([("+ prizes  - minus", "")])
    for player, points in enumerate(state.scores(), 1):
        turn = "> " if player == state.player and state.stage != "over" else "  "
        score = f"{points}"
        if state.round > 1 and state.stage != "over":
            now = state.points(player)
            score += f" ({state.banked[player - 1]} {'-' if now < 0 else '+'} {abs(now)})"
        name = shorten(setup.names[player - 1], width - len(score) - 4)
        lines.append([(turn, ""), (name, "bold"), (f"  {score}", "")])
        for sign, pile in (("+", state.prizes[player - 1]), ("-", state.minus[player - 1])):
            lines += _pile_lines(picture, sign, pile, width, short)
    return lines


def _pile_lines(picture: Picture, sign: str, pile: tuple[str, ...], width: int, short: bool) -> list[Parts]:
    if short:
        words = [letter + "".join(stick[1] for stick in pile if stick[0] == letter) for letter in COLOURS]
        texts = _folded([word for word in words if len(word) > 1], width - 4)
        return [[(f"  {sign if not row else ' '} {text}", "")] for row, text in enumerate(texts)]
    lines: list[Parts] = []
    each = (width - 4) // 3
    for start in range(0, len(pile), each):
        parts: Parts = [(f"  {' ' if start else sign}", "")]
        for stick in pile[start : start + each]:
            before = picture.sign_before(stick)
            parts += [(before or " ", SIGN_INKS.get(before, "")), (stick, _ink(stick))]
        lines.append(parts)
    return lines


def _folded(words: list[str], width: int) -> list[str]:
    """The words in lines of at most that many columns."""
    lines: list[str] = []
    for word in words:
        if lines and len(lines[-1]) + len(word) < width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def _last(picture: Picture) -> str:
    """The last turn in its notation."""
    words: list[str] = []
    for move in picture.view.last:
        if isinstance(move, Deal):
            continue
        if isinstance(move, ChanceMove) and words:
            words[-1] += f" -> {format_move(move)}"
        else:
            words.append(format_move(move))
    return "Last: " + ", ".join(words) if words else ""
