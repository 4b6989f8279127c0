"""The picture of Takami: the X with its sticks, and beside or below it each player's sticks."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from tabletop.game import Drawing, Move, View
from tabletop.games.takami.describe import turn_sentence
from tabletop.games.takami.heap import COLOURS, RIM, TOP, Heap, Place, UntrackedHeap, places_in
from tabletop.games.takami.moves import AttemptOutcome, Deal, Outcome, Prize, Pull
from tabletop.games.takami.notation import format_move
from tabletop.games.takami.rules import TakamiState
from tabletop.style import Canvas, Style
from tabletop.text import counted, shorten

PLACE_COLOUR = "cyan"
BOARD_COLOUR = "grey"
MARK_COLOURS = {
    "!": "bold magenta",
    "^": "bold cyan",
    "~": "cyan",
    "o": "green",
    "-": "green",
    "=": "yellow",
    "#": "red",
}
FELT = {"loose": "o", "light": "-", "firm": "=", "tight": "#"}
"""How a probed stick sat, as the mark behind it."""
MARKS = {
    "<": "<> free",
    "/": "(/ leaning",
    "!": "! taboo",
    "^": "^ moved",
    "~": "~ slid",
    "o": "o felt loose",
    "-": "- light",
    "=": "= firm",
    "#": "# tight",
    "--": "-- was here",
    ".": ".2 place",
}
"""What each mark means; a stick is free when nothing rests on it."""
LEGEND = (
    ("(R1)", "a stick with others resting on it; the number before a row is its layer"),
    ("<R1>", "a free stick: nothing rests on it"),
    ("(R1/", "a leaning stick: one of its two supports is gone"),
    ("!R1)", "the taboo stick, which you may not pull"),
    ("^R1  ~R1", "what the last turn moved, and what slid by itself"),
    ("o - = #", "behind a stick: a probe felt it loose, light, firm or tight"),
    (".2", "an empty place where a stick can lie; 9.2 is the second of layer 9"),
    ("--", "where the stick in your hand lay"),
    ("fell:", "what fell off the X in the last turn"),
)
"""How to read the picture."""


@dataclass(frozen=True)
class Metrics:
    """The measures of a picture, in columns and rows.

    `cell` is the width of a place, `middle` the column of the X's middle, `panel` the column where
    the players begin, `foot` the number of rows below layer 1, `pile_cell` the width of a stick of
    a refereed game, where no X is drawn.
    """

    cell: int
    middle: int
    panel: int
    foot: int
    pile_cell: int

    def left(self, place: Place) -> int:
        """The first column of a place."""
        return self.middle + self.cell * (place.slot - 1) - self.cell * places_in(place.layer) // 2

    def boards(self, layer: int) -> tuple[int, int]:
        """The columns of the two boards beside a layer; they cross below layer 0."""
        half = self.cell // 2 * layer
        return self.middle - half - 2, self.middle + half + 1


WIDE = Metrics(cell=6, middle=29, panel=58, foot=3, pile_cell=4)
NARROW = Metrics(cell=4, middle=21, panel=41, foot=2, pile_cell=3)
_NARROWEST_PANEL = 18


@dataclass
class Painter:
    """Draws one view on a canvas, and notes which marks it used, for the legend."""

    view: View[TakamiState]
    style: Style
    metrics: Metrics

    def __post_init__(self) -> None:
        self.canvas = Canvas()
        self.state = self.view.state
        self.marks: set[str] = set()
        self.moved, self.slid = moved_and_slid(self.view.last)
        self.fallen = fallen_sticks(self.view.last)

    def mark(self, mark: str) -> str:
        """The mark itself, noted for the legend."""
        self.marks.add(mark)
        return mark

    def mark_before(self, stick: str) -> str:
        """The mark before a stick's name: taboo, moved, slid, or none."""
        if stick == self.state.taboo:
            return self.mark("!")
        if stick in self.moved:
            return self.mark("^")
        return self.mark("~") if stick in self.slid else ""

    def felt(self, stick: str) -> str:
        """The mark after a stick that shows how it felt; empty if nobody has probed it."""
        report = self.state.report_on(stick)
        return self.mark(FELT[report.feel]) if report else ""

    def put_stick(self, column: int, row: int, stick: str) -> None:
        """Write the name of a stick that is on the X."""
        self.canvas.put(column, row, stick, _colour_of(stick))
        self.canvas.place(stick, column, row, len(stick))

    def put_place(self, column: int, row: int, place: Place, text: str, colour: str) -> None:
        """Write what stands for an empty place."""
        self.canvas.put(column, row, text, colour)
        self.canvas.place(str(place), column, row, len(text))

    def legend(self) -> str:
        """What the marks in the picture mean."""
        return "  ".join(words for mark, words in MARKS.items() if mark in self.marks)


def render(view: View[TakamiState], style: Style) -> Drawing:
    """The picture of a view: an X, or in a window of less than 41 columns a list of its layers."""
    metrics = WIDE if style.width >= WIDE.panel + _NARROWEST_PANEL else NARROW
    painter = Painter(view, style, metrics)
    is_list = style.width < metrics.panel
    heap = view.state.heap
    if is_list:
        rows = _list_layers(painter)
    elif isinstance(heap, Heap):
        rows = _draw_x(painter, heap)
    else:
        rows = _draw_untracked(painter, heap)
    height = style.height - 1
    panel_width = style.width - metrics.panel
    is_beside = panel_width >= _NARROWEST_PANEL
    column, row = (metrics.panel, 0) if is_beside else (0, rows + 1)
    lines = _players(painter, panel_width if is_beside else style.width, height - row - 3)
    for number, spans in enumerate(lines, row):
        _put_spans(painter.canvas, column, number, spans)
    rows = max(rows, row + len(lines))
    captions = [last_turn_text(view.last), turn_sentence(view.state, view.setup)]
    if rows + len(captions) < height:
        captions.insert(0, painter.legend())
    for number, line in enumerate((line for line in captions if line), rows):
        painter.canvas.put(0, number, shorten(line, style.width))
    return replace(painter.canvas.drawing(style), is_list=is_list)


def moved_and_slid(last: Iterable[Move]) -> tuple[set[str], set[str]]:
    """Which sticks the last turn pulled or made fall, and which it made slide."""
    moved: set[str] = set()
    slid: set[str] = set()
    for move in last:
        if isinstance(move, Pull | Prize):
            moved.add(move.stick)
        elif isinstance(move, AttemptOutcome):
            moved.update(move.fallen)
            slid.update(stick for stick, _ in move.slides)
    return moved, slid


def fallen_sticks(last: Iterable[Move]) -> list[str]:
    """The sticks that fell off the X in the last turn."""
    return [stick for move in last if isinstance(move, AttemptOutcome) for stick in move.fallen]


# The heap


def _draw_x(painter: Painter, heap: Heap) -> int:
    """Draw boards, sticks and places; returns the number of rows."""
    highest = max((heap.place_of(stick).layer for stick in heap), default=0)
    shown = min(TOP, max(RIM, highest) + 1)
    for layer in range(shown, 0, -1):
        row = shown - layer
        first = painter.metrics.left(Place(layer, 1))
        if layer <= RIM:
            first = _draw_boards(painter, layer, row, "\\/")
        painter.canvas.put(first - 3, row, f"{layer:>2}")
        for slot in range(1, places_in(layer) + 1):
            _draw_place(painter, heap, Place(layer, slot), row)
    foot = [(0, "\\/"), (0, "/\\"), (1, "/\\")][: painter.metrics.foot]
    for row, (layer, slashes) in enumerate(foot, shown):
        _draw_boards(painter, layer, row, slashes)
    if painter.fallen:
        column, row = painter.metrics.middle + 8, shown + len(foot) - 1
        room = painter.metrics.panel - column - 1
        painter.canvas.put(column, row, shorten(f"fell: {' '.join(painter.fallen)}", room), "bold")
    return shown + len(foot)


def _draw_boards(painter: Painter, layer: int, row: int, slashes: str) -> int:
    """Draw the two boards beside a layer; returns the column of the left one."""
    left, right = painter.metrics.boards(layer)
    glyphs = {"\\": "╲", "/": "╱"}
    for column, slash in zip((left, right), slashes, strict=True):
        painter.canvas.put(column, row, painter.style.pick(glyphs[slash], slash), BOARD_COLOUR)
    return left


def _draw_place(painter: Painter, heap: Heap, place: Place, row: int) -> None:
    """Draw the stick on a place, or if it is empty, what can be done with it."""
    origin, is_wide = painter.state.origin, painter.metrics is WIDE
    column = painter.metrics.left(place) + (2 if is_wide else 1)
    stick = heap.at(place)
    if stick:
        before, felt = painter.mark_before(stick), painter.felt(stick)
        free, leaning = heap.is_free(stick), heap.is_leaning(stick)
        left = painter.mark("<") if free else "(" if is_wide else ""
        right = painter.mark("/") if leaning else ">" if free else ")" if is_wide else ""
        painter.canvas.put(column - 1, row, before or left, MARK_COLOURS.get(before, BOARD_COLOUR))
        painter.put_stick(column, row, stick)
        painter.canvas.put(column + 2, row, right, BOARD_COLOUR)
        if felt and (is_wide or not right):
            painter.canvas.put(column + 3 if is_wide else column + 2, row, felt, MARK_COLOURS[felt])
    elif place == origin:
        painter.put_place(column, row, place, painter.mark("--"), BOARD_COLOUR)
    elif heap.can_bear(place) and (origin is None or place.layer > origin.layer):
        painter.mark(".")
        painter.put_place(column, row, place, f".{place.slot}", PLACE_COLOUR)


def _colour_of(stick: str) -> str:
    return f"bold {COLOURS[stick[0]]}"


def _draw_untracked(painter: Painter, heap: UntrackedHeap) -> int:
    """Draw the sticks of a refereed game by colour, since their places are not tracked; returns the number of rows."""
    painter.canvas.put(0, 0, f"On the X: {counted(len(heap), 'stick')}")
    for row, (letter, colour) in enumerate(COLOURS.items(), 2):
        painter.canvas.put(2, row, f"{colour:<6}", colour)
        for stick in heap:
            if stick[0] == letter:
                column = 6 + painter.metrics.pile_cell * int(stick[1])
                before = painter.mark_before(stick)
                painter.canvas.put(column - 1, row, before, MARK_COLOURS.get(before, ""))
                painter.put_stick(column, row, stick)
    return 7


def _list_layers(painter: Painter) -> int:
    """List the layers from the top down, for a window too narrow for an X; returns the number of rows."""
    heap, row = painter.state.heap, 0
    layers: dict[int, list[str]] = {}
    for stick in heap:
        layers.setdefault(heap.place_of(stick).layer if isinstance(heap, Heap) else 0, []).append(stick)
    for layer in sorted(layers, reverse=True):
        words = [painter.mark_before(stick) + stick for stick in layers[layer]]
        for line in _wrap(words, painter.style.width - 3):
            painter.canvas.put(0, row, f"{layer or '':>2} {line}")
            row += 1
    return row


# Players and captions

Spans = list[tuple[str, str]]
"""A line as texts with their colours."""


def _put_spans(canvas: Canvas, column: int, row: int, spans: Spans) -> None:
    for text, colour in spans:
        canvas.put(column, row, text, colour)
        column += len(text)


def _players(painter: Painter, width: int, height: int) -> list[Spans]:
    """What every player has: with every stick written out, or shortened where that takes too many lines."""
    lines = _player_lines(painter, width, short=False)
    return lines if len(lines) <= height else _player_lines(painter, width, short=True)


def _player_lines(painter: Painter, width: int, short: bool) -> list[Spans]:
    state, setup = painter.state, painter.view.setup
    lines: list[Spans] = []
    if state.config.rounds > 1:
        lines.append([(f"round {state.round} of {state.config.rounds}", "")])
    if any(state.prizes) or any(state.minus):
        lines.append([("+ prizes  - minus", "")])
    for player, total in enumerate(state.scores(), 1):
        turn = "> " if player == state.player and state.phase != "over" else "  "
        score = f"{total}"
        if state.round > 1 and state.phase != "over":
            points = state.points(player)
            score += f" ({state.banked[player - 1]} {'-' if points < 0 else '+'} {abs(points)})"
        name = shorten(setup.names[player - 1], width - len(score) - 4)
        lines.append([(turn, ""), (name, "bold"), (f"  {score}", "")])
        for sign, pile in (("+", state.prizes[player - 1]), ("-", state.minus[player - 1])):
            lines += _pile_lines(painter, sign, pile, width, short)
    return lines


def _pile_lines(painter: Painter, sign: str, pile: tuple[str, ...], width: int, short: bool) -> list[Spans]:
    """A pile after its sign: stick by stick (`B1 B2`), or short (`B12`)."""
    if short:
        words = [letter + "".join(stick[1] for stick in pile if stick[0] == letter) for letter in COLOURS]
        texts = _wrap([word for word in words if len(word) > 1], width - 4)
        return [[(f"  {sign if not row else ' '} {text}", "")] for row, text in enumerate(texts)]
    lines: list[Spans] = []
    per_line = (width - 4) // 3
    for start in range(0, len(pile), per_line):
        spans: Spans = [(f"  {' ' if start else sign}", "")]
        for stick in pile[start : start + per_line]:
            before = painter.mark_before(stick)
            spans += [(before or " ", MARK_COLOURS.get(before, "")), (stick, _colour_of(stick))]
        lines.append(spans)
    return lines


def _wrap(words: list[str], width: int) -> list[str]:
    """The words in lines of at most this many columns."""
    lines: list[str] = []
    for word in words:
        if lines and len(lines[-1]) + len(word) < width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def last_turn_text(last: Iterable[Move]) -> str:
    """The last turn in its notation, or an empty text."""
    words: list[str] = []
    for move in last:
        if isinstance(move, Deal):
            continue
        if isinstance(move, Outcome) and words:
            words[-1] += f" -> {format_move(move)}"
        else:
            words.append(format_move(move))
    return "Last: " + ", ".join(words) if words else ""
