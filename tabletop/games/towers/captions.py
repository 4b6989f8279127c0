"""The captions beside or below a board: points and stocks, the last turn, and how to read the picture."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from textwrap import wrap

from tabletop.game import View
from tabletop.games.towers.geometry import colour, field_names
from tabletop.games.towers.moves import Turn
from tabletop.games.towers.painter import PREVIEW, Region, Spans, VisibleBoard, letter, put_spans
from tabletop.games.towers.rules import TowersState
from tabletop.style import Canvas, Style
from tabletop.text import counted

LEGEND = (
    ("B2", "a stack, two towers high, with a blue tower on top"),
    ("--1--", "a bridge on level 1; it belongs to the owner of the towers at its ends"),
    ("r1", "a red bridge that is built over: a tower stands on one of its ends"),
    ("1+2", "two more bridges are hidden below; `where e5` and `show levels` tell which"),
    ("*  ==", "what the last turn changed"),
    ("?", "what Enter would change"),
)
"""How to read the board of Taktori and Fem."""
FormatTurn = Callable[[Turn], str]
"""How a game writes its turns."""
_PROMPT_ROWS = 2
"""Rows of the terminal kept free for a prompt."""
_STOCK_GAP = "  "


def put_captions_below(
    view: View[TowersState],
    style: Style,
    canvas: Canvas,
    rows: int,
    format_move: FormatTurn,
    legend: Sequence[str],
    regions: Sequence[Region] = (),
) -> None:
    """Write below a picture of `rows` rows as much as the style's height allows, stocks first."""
    stocks, in_words = _stocks(view, style.width, regions)
    lines = list(stocks)
    lines += [[(line, "")] for line in _last_turn(view, style.width, 1, format_move)]
    lines += [[(line, "grey")] for line in _packed([*legend, _stock_legend(view, in_words)], style.width)]
    most = max(style.height - _PROMPT_ROWS - rows, min(len(stocks), style.height - 1 - rows), 0)
    for row, spans in enumerate(lines[:most], rows):
        put_spans(canvas, 0, row, spans)


def put_captions_beside(
    view: View[TowersState],
    style: Style,
    canvas: Canvas,
    left: int,
    format_move: FormatTurn,
    legend: Sequence[str],
    regions: Sequence[Region] = (),
) -> None:
    """Write a panel to the right of a picture, starting at column `left`."""
    board, scores = view.state, view.state.scores()
    width = style.width - left
    row = 0
    for player in range(1, board.players + 1):
        points = "" if scores is None else f": {counted(scores[player - 1], 'point')}"
        points += _by_polygon(regions, player)
        name = view.setup.names[player - 1][: width - 4 - len(points)]
        title = (f" {letter(player)} {name}", colour(player))
        put_spans(canvas, left, row, [(_mark(view, player), "bold"), title, (points, "")])
        towers, bridges = board.towers_left(player), board.bridges_left(player)
        canvas.put(left + 4, row + 1, f"{counted(towers, 'tower')}, {counted(bridges, 'bridge')}")
        row += 3
    for line in _last_turn(view, width, 3, format_move):
        canvas.put(left, row, line)
        row += 1
    row += bool(view.last)
    for item in legend:
        for line in wrap(item, width, subsequent_indent="  "):
            canvas.put(left, row, line, "grey")
            row += 1


def _by_polygon(regions: Sequence[Region], player: int) -> str:
    """The points of each of a player's polygons: ` (9+7)`; empty where there are fewer than two."""
    points = sorted((region.points for region in regions if region.owner == player), reverse=True)
    return f" ({'+'.join(map(str, points))})" if len(points) > 1 else ""


def _stocks(view: View[TowersState], width: int, regions: Sequence[Region] = ()) -> tuple[list[Spans], bool]:
    """The stocks of all players, and whether they are in words.

    If they do not fit one line, polygons are left out, then words are abbreviated, then names are
    cut, then several lines are used.
    """
    players = range(1, view.state.players + 1)
    longest = max(map(len, view.setup.names))
    lines: list[Spans] = []
    attempts = [(longest, True, regions), (longest, True, ())]
    for length, in_words, polygons in [*attempts, *((length, False, ()) for length in range(longest, -1, -1))]:
        lines = []
        for player in players:
            stock = _stock(view, player, length, in_words, _by_polygon(polygons, player))
            if lines and _length(lines[-1]) + len(_STOCK_GAP) + _length(stock) <= width:
                lines[-1] += [(_STOCK_GAP, ""), *stock]
            else:
                lines.append(stock)
        if len(lines) == 1:
            return lines, in_words
    return lines, False


def _length(spans: Spans) -> int:
    return sum(len(text) for text, _ in spans)


def _stock(view: View[TowersState], player: int, length: int, in_words: bool, by_polygon: str = "") -> Spans:
    """`> R red: 27 points, stock 4+3`, or abbreviated: `> R red 27 (4+3)`."""
    board, scores = view.state, view.state.scores()
    stock = f"{board.towers_left(player)}+{board.bridges_left(player)}"
    if in_words:
        points = f"{counted(scores[player - 1], 'point')}{by_polygon}, " if scores is not None else ""
        rest = f": {points}stock {stock}"
    else:
        rest = f" {scores[player - 1]} ({stock})" if scores is not None else f" ({stock})"
    return [
        (_mark(view, player), "bold"),
        (f"{letter(player)} {view.setup.names[player - 1][:length]}".rstrip(), colour(player)),
        (rest, ""),
    ]


def _mark(view: View[TowersState], player: int) -> str:
    """An arrow for the player to move."""
    return ">" if player == view.to_move else " "


def _last_turn(view: View[TowersState], width: int, most: int, format_move: FormatTurn) -> list[str]:
    """The last turn in the long notation, in at most `most` lines."""
    if not view.last:
        return []
    title = "Enter plays: " if view.is_preview else "last turn: "
    text = title + "; ".join(format_move(move) for move in view.last)
    return wrap(text, width, break_on_hyphens=False, max_lines=most, placeholder=" ...")


def _packed(items: Sequence[str], width: int) -> list[str]:
    """The items packed into lines, none broken; items too long for a line are left out."""
    lines: list[str] = []
    for item in items:
        if lines and len(lines[-1]) + 3 + len(item) <= width:
            lines[-1] += " | " + item
        elif len(item) <= width:
            lines.append(item)
    return lines


def _stock_legend(view: View[TowersState], in_words: bool) -> str:
    if in_words:
        return "stock 4+3: 4 towers, 3 bridges"
    if view.state.scores() is None:
        return "(4+3): 4 towers, 3 bridges"
    return "9 (4+3): 9 points, 4 towers, 3 bridges"


def board_legend(board: VisibleBoard, style: Style) -> list[str]:
    """How to read the ordinary board; explains only what is on it."""
    line = style.pick("──", "--")
    legend = ["B2 blue tower, height 2"]
    if board.bridges:
        legend.append(f"{line}1{line} bridge, level 1")
    if any(board.is_overbuilt(bridge) for bridge in board.bridges):
        legend.append("r1 red's, built over")
    if board.hidden:
        legend.append("1+2 two more below")
    if board.regions:
        legend.append(f"{style.pick('░', '.')}5{style.pick('░', '.')} polygon, 5 points")
    return legend + _mark_legend(board, style)


def level_legend(view: View[TowersState], style: Style) -> list[str]:
    """How to read one board per level."""
    return ["small letter: built over", *_mark_legend(VisibleBoard(view), style)]


def label_legend(view: View[TowersState], style: Style) -> list[str]:
    """How to read a board with the names of towers."""
    legend = ["r1B3 red's tower T1, blue's T3 on it", "+2 two more below", "small letter: built over"]
    return legend + _mark_legend(VisibleBoard(view), style)


def _mark_legend(board: VisibleBoard, style: Style) -> list[str]:
    fresh = [] if board.fresh is None else [f"fresh: no tower on {field_names(board.size)[board.fresh]} now"]
    return [*_last_turn_legend(board, style), *fresh]


def _last_turn_legend(board: VisibleBoard, style: Style) -> list[str]:
    if not (board.changed_fields or board.new_bridges or board.taken_pairs):
        return []
    what = "what Enter plays" if board.mark == PREVIEW else "last turn"
    return [f"{board.mark} {style.pick('══', '==')} {what}" if board.new_bridges else f"{board.mark} {what}"]
