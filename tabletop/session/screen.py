"""What the full-screen window shows, as lines of text: board, history, message, status. Knows no terminal.

    screen = compose(session, Style(width=80, height=24), message=Message(("Saved.",)))
    screen.body, screen.helper, screen.toolbar
    compose_page(Page("rules", lines), style)       # a text instead of the board

Below the board come as much of the history and of the message as fits, then the line that is typed,
a line that helps with it, and the toolbar.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import count, zip_longest
from textwrap import wrap
from typing import Any

from tabletop.game import Drawing, Move, State, View
from tabletop.match import Match
from tabletop.session.background import BackgroundSearch
from tabletop.session.cursor import Cursor
from tabletop.session.describe import describe_player
from tabletop.session.input_line import LineStatus
from tabletop.session.panel import panel_lines, panel_width
from tabletop.session.session import Session
from tabletop.session.toolbar import (
    SHORTEST_PART,
    clip,
    cut,
    points_line,
    status_line,
    toolbar_line,
    visible_length,
    without_colours,
)
from tabletop.style import Style, mark_places

ROOMY = 8
"""More rows than this below the board, and the prompt stays close to the board instead of at the bottom."""
TALL = 28
"""A window with this many rows or more is tall."""
TEXT_ROWS_TALL = 5
"""Rows for history and message in a tall window."""
TEXT_ROWS = 2
"""The same in a window of the usual size."""
WIDTH_FOR_ALL = 60
"""Columns in which every game draws its board."""
GAP = " | "
"""Between the board and the panel."""
AFTER_REFUSAL = "Type a new line, or edit this one; Up brings it back."


def fold(lines: Sequence[str], width: int) -> list[str]:
    """The lines broken between words; what is indented or aligned stays so."""
    folded: list[str] = []
    for line in lines:
        if visible_length(line) <= width:
            folded.append(line)
            continue
        bare = without_colours(line)
        indent = " " * min(len(bare) - len(bare.lstrip()) + 2, width // 2)
        folded += wrap(bare, width, subsequent_indent=indent, break_on_hyphens=False, drop_whitespace=True)
    return folded


@dataclass(frozen=True)
class Message:
    """What is said beside the board; a refusal is painted as one. `details`, if any, are the message in full."""

    lines: tuple[str, ...] = ()
    is_refusal: bool = False
    details: tuple[str, ...] = ()

    @property
    def full(self) -> tuple[str, ...]:
        """The message in full."""
        return self.details or self.lines


@dataclass(frozen=True)
class Page:
    """A text to read instead of the board, from the line `top` on."""

    title: str
    lines: tuple[str, ...]
    top: int = 0

    def scrolled(self, by: int, rows: int) -> Page:
        """The page further down, or up if negative, within its ends; `rows` are shown at once."""
        return replace(self, top=max(0, min(self.top + by, len(self.lines) - max(1, rows))))


@dataclass(frozen=True)
class Screen:
    """The window's lines.

    body: those above the prompt.
    helper: the one below it; None where there is no room.
    toolbar: the last one.
    helper_is_mistake: whether the helper, or the toolbar in its place, says what is wrong with the line.
    hidden: how many lines of the board did not fit.
    drawing: the lines of the board that did, and where things stand in them.
    """

    body: tuple[str, ...]
    helper: str | None
    toolbar: str
    helper_is_mistake: bool = False
    hidden: int = 0
    drawing: Drawing = field(default_factory=lambda: Drawing(()))


def compose(
    session: Session,
    style: Style,
    *,
    message: Message | None = None,
    line_status: LineStatus | None = None,
    search: BackgroundSearch[Any] | None = None,
    is_typing: bool = False,
    is_refused: bool = False,
    scroll: int = 0,
    cursor: Cursor | None = None,
) -> Screen:
    """The window of a game, `style.width` columns wide and `style.height` rows high, the prompt's row included."""
    width, rows = style.width, style.height - 2
    message = message or Message()
    own, others = _history_lines(session, style)
    message_lines = fold(message.lines, width)
    if message.is_refusal:
        message_lines = [style.paint(line, "yellow") for line in message_lines]
    move = line_status.move if line_status and is_typing else None
    side = panel_width(width)
    board_style = replace(style, width=width - side - len(GAP)) if side else style
    drawing, hidden = _visible_board(session, board_style, rows, scroll, move, cursor)
    board = _beside(drawing.lines, session, style, side, rows - TEXT_ROWS_TALL - 1) if side else drawing.lines
    free = rows - len(board)
    has_helper = free >= 3
    tail = _tail(own, others, message_lines, free - has_helper, width)
    if is_refused:
        helper, is_mistake = AFTER_REFUSAL, False
    else:
        helper, is_mistake = _helper(session, line_status, search, is_typing, width)
    has_cursor = cursor is not None and session.phase == "human"
    if cursor and has_cursor:
        plays = line_status.plays if line_status and is_typing else ""
        helper, is_mistake = cursor_line(cursor, plays), False
    marks = " NOT SAVED |" if session.saver.is_unsaved else ""
    if hidden and not (is_typing or search):
        marks += " PgUp PgDn |"
    room = width - len(marks)
    toolbar = toolbar_line(session, room, (own, others) if not free else None, shown=board)
    if not has_helper:
        points = points_line(session) if session.phase != "over" else ""
        if is_mistake or search or has_cursor or (is_typing and helper and not is_refused):
            is_short = not is_mistake and points and len(helper) + len(points) + 4 <= room
            toolbar = f" {helper} | {points}" if is_short else cut(f" {helper}", room) if is_mistake else f" {helper}"
        elif message_lines and not free and session.phase != "over":
            end = f" | {points}" if points and not message.is_refusal else ""
            toolbar = cut(f" {message_lines[0]}", room - len(end), has_more=len(message_lines) > 1) + end
    return Screen(
        tuple(clip(line, width) for line in [*board, *tail]),
        (cut(helper, width) if is_mistake else clip(helper, width)) if has_helper else None,
        clip(marks + toolbar, width),
        is_mistake,
        hidden,
        drawing,
    )


def _beside(board: Sequence[str], session: Session, style: Style, side: int, rows: int) -> tuple[str, ...]:
    """The lines of the board with the panel to their right, which may be longer: as many rows as this."""
    left = style.width - side - len(GAP)
    panel = panel_lines(session, replace(style, width=side), max(rows, len(board)))
    bar = style.pick(GAP.replace("|", "│"), GAP)
    return tuple(
        f"{clip(line, left)}{' ' * (left - visible_length(clip(line, left)))}{bar}{text}".rstrip()
        for line, text in zip_longest(board, panel, fillvalue="")
    )


def compose_page(page: Page, style: Style) -> Screen:
    """A window full of text."""
    rows = style.height - 2
    shown = page.lines[page.top : page.top + rows]
    shown += ("",) * (rows - len(shown))
    last = min(page.top + rows, len(page.lines))
    place = f"lines {page.top + 1}-{last} of {len(page.lines)}" if len(page.lines) > rows else ""
    keys = "PgUp PgDn  Esc board" if place else "Esc board"
    toolbar = f" {page.title}  {place}  {keys}"
    if page.title.startswith("review"):
        keys = keys.replace("Esc board", "Left Right blunders  Esc")
        toolbar = f" {page.title}  {place}  {keys}"
        if len(toolbar) > style.width:
            toolbar = f" {page.title}  {keys}"
    return Screen(tuple(clip(line, style.width) for line in shown), None, clip(toolbar, style.width))


def _visible_board(
    session: Session, style: Style, rows: int, scroll: int, move: Move | None, cursor: Cursor | None
) -> tuple[Drawing, int]:
    """The lines of the board that fit, from line `scroll` on, and how many do not."""
    text_rows = TEXT_ROWS if rows < TALL else TEXT_ROWS_TALL
    view = session.view() if move is None else session.preview(move)
    drawing = _draw(session, view, style, rows - text_rows)
    if len(drawing.lines) > rows - text_rows:
        drawing = _draw(session, view, style, rows)
    if move is not None and not view.is_preview:
        words = session.game.format_move(move).split()
        drawing = mark_places(drawing, [word for word in words if word in drawing.places], style)
    if cursor and cursor.place in drawing.places:
        drawing = mark_places(drawing, [cursor.place], style)
    if style.width < WIDTH_FOR_ALL and (needed := _needed_size(session.match, style.width)):
        text = clip(f"The board needs at least {needed[0]} x {needed[1]}:", style.width)
        drawing = replace(drawing, lines=(text, *drawing.lines))
    hidden = max(0, len(drawing.lines) - rows)
    if hidden:
        top = max(0, min(scroll, hidden))
        places = {name: area._replace(row=area.row - top) for name, area in drawing.places.items()}
        drawing = replace(drawing, lines=drawing.lines[top : top + rows], places=places)
    return drawing, hidden


def _draw(session: Session, view: View[State], style: Style, rows: int) -> Drawing:
    return session.game.render(view, replace(style, height=max(1, rows)))


@lru_cache(maxsize=16)
def _needed_size(match: Match, width: int) -> tuple[int, int] | None:
    """Columns and rows of the smallest window that shows the board as a picture; None where this one does."""

    def draw(columns: int, rows: int = 1000) -> Drawing:
        return match.game.render(match.view(), Style(width=columns, height=rows))

    if not draw(width).is_list:
        return None
    columns = next((w for w in range(width + 1, WIDTH_FOR_ALL + 1) if not draw(w).is_list), None)
    if columns is None:
        return None
    return columns, next(rows for rows in count(3) if len(draw(columns, rows - 2).lines) <= rows - 2)


def _history_lines(session: Session, style: Style) -> tuple[list[str], list[str]]:
    """The viewer's own last turn in full, and a line for each turn of the others since."""
    own: list[str] = []
    others: list[str] = []
    for player, text in session.history():
        name = session.match.player_name(player)
        if player == session.viewer:
            first, *rest = fold([f"  {text}"], style.width)
            own += [_paint_name(first, name, player, session, style), *rest]
        else:
            line = cut(style.pick("• ", "* ") + text, style.width)
            others.append(_paint_name(line, name, player, session, style))
    return own, others


def _paint_name(line: str, name: str, player: int, session: Session, style: Style) -> str:
    """The line with the name after its mark in the player's colour."""
    return line[:2] + style.paint(name, session.game.colours[player - 1]) + line[2 + len(name) :]


def _tail(own: list[str], others: list[str], message: list[str], rows: int, width: int) -> list[str]:
    """What fits below the board: the viewer's own turn, the newest turns of the others, then the message."""
    if len(message) > rows > 0:
        message = [*message[: rows - 1], cut(message[rows - 1], width, has_more=True)]
    message = message[:rows]
    own = own[: rows - len(message)]
    room = rows - len(message) - len(own)
    shown = others[len(others) - room :] if len(others) > room else others
    lines = [*own, *shown]
    if len(shown) < len(others) and lines:
        at = len(own) if shown else len(own) - 1
        hidden = len(others) - len(shown)
        more = f" ({hidden} earlier: type `last`)" if shown else f" ({hidden} more: type `last`)"
        if visible_length(lines[at]) + len(more) <= width:
            lines[at] += more
    lines += message
    height = rows if rows <= ROOMY else min(rows, max(len(lines) + 1, TEXT_ROWS_TALL))
    return [""] * (height - len(lines)) + lines


def _helper(
    session: Session, line_status: LineStatus | None, search: BackgroundSearch[Any] | None, is_typing: bool, width: int
) -> tuple[str, bool]:
    """The line below the prompt: a mistake, how the line may go on, a search or the stocks. True for a mistake."""
    if line_status and line_status.mistake:
        return line_status.mistake.message, True
    if is_typing and line_status:
        words = list(dict.fromkeys(completion.text for completion in line_status.completions))
        return _next_words(line_status, words, width), False
    if search:
        return search_line(session, search), False
    return status_line(session, width), False


def cursor_line(cursor: Cursor, plays: str) -> str:
    """What the keys do while a cursor stands on the board."""
    if not plays:
        return f"On {cursor.place}: Enter chooses, Backspace takes back, Esc leaves"
    line = f"Esc, then Enter plays {plays}"
    if cursor.place != cursor.chosen_place or cursor.choices[0] != _without_gain(plays):
        return f"{line}; Enter here chooses {cursor.place}"
    return f"{line}; Enter here: {cursor.choices[1]}" if len(cursor.choices) > 1 else line


def _without_gain(plays: str) -> str:
    """The move alone, without what it does to the points."""
    return plays.partition(" (")[0]


def _next_words(line_status: LineStatus, words: list[str], width: int) -> str:
    """What Enter does, and how the line may go on."""
    if not line_status.plays:
        return _list_words(words, width) if words else line_status.expected
    enter = clip(f"Enter plays {line_status.plays}", width)
    move = _without_gain(line_status.plays)
    further = [word for word in words if not move.endswith(word)]
    room = width - len(enter) - len("; or ")
    return f"{enter}; or {_list_words(further, room)}" if further and room > SHORTEST_PART else enter


def _list_words(words: list[str], width: int) -> str:
    """As many words as fit, and how many more there are."""
    line = ""
    for number, word in enumerate(words):
        more = f"  +{len(words) - number}"
        if len(line) + 2 + len(word) + len(more) > width:
            return (line + more).strip()
        line += ("  " if line else "") + word
    return line


def choices_line(words: Sequence[str], chosen: int | None, width: int) -> list[tuple[str, bool]]:
    """The words around the chosen one, as many as fit, each with whether it is the chosen one."""
    first = last = min(chosen or 0, len(words) - 1)
    used = len(words[first])
    room = width - len("< ") - len(f"  +{len(words)}")
    while True:
        if last + 1 < len(words) and used + 2 + len(words[last + 1]) <= room:
            last += 1
            used += 2 + len(words[last])
        elif first and used + 2 + len(words[first - 1]) <= room:
            first -= 1
            used += 2 + len(words[first])
        else:
            break
    parts: list[tuple[str, bool]] = [("< ", False)] if first else []
    for number in range(first, last + 1):
        parts.append((clip(words[number], width), number == chosen))
        parts.append(("  ", False))
    left = len(words) - 1 - last
    return [*parts, (f"+{left}", False)] if left else parts[:-1]


def search_line(session: Session, search: BackgroundSearch[Any]) -> str:
    """Who searches, for how long, the keys that stop it, and the best move so far, a sentence each."""
    return " ".join(
        [_search_sentence(session, search), _stop_sentence(session, search), *_best_so_far(session, search)]
    )


def _search_sentence(session: Session, search: BackgroundSearch[Any]) -> str:
    seconds = f"{search.elapsed():.1f} s"
    if session.phase == "bot":
        return f"{describe_player(session, session.match.to_move)} is thinking, {seconds}."
    if search.note:
        return f"Reviewing the game: {search.note}, {seconds}."
    return f"Looking for a hint, {seconds}."


def _best_so_far(session: Session, search: BackgroundSearch[Any]) -> list[str]:
    best = search.best
    if best is None or search.note:
        return []
    move = session.game.format_move(best.move)
    if best.value is None:
        return [f"Best so far: {move}."]
    return [f"Best so far: {move} ({best.score_words(best.value)})."]


def _stop_sentence(session: Session, search: BackgroundSearch[Any]) -> str:
    if search.is_stopped:
        return "Stopping."
    return "Ctrl-C: move now." if session.phase == "bot" else "Ctrl-C: answer now, Esc: cancel."
