"""What the full-screen window shows, as lines of text: board, history, messages. Knows no terminal."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import count
from textwrap import wrap

from tabletop.game import Drawing
from tabletop.match import Match
from tabletop.session.background import Thinking
from tabletop.session.describe import describe_player, is_refereed
from tabletop.session.input_line import LineStatus
from tabletop.session.session import Session
from tabletop.style import Style

_SGR = re.compile(r"\x1b\[[0-9;]*m")
KEYS = {
    "human": ("F1 help", "F2 hint", "F3 moves", "F10 quit"),
    "bot": ("F1 help", "F10 quit"),
    "outcome": ("F1 help", "F10 quit"),
    "over": ("Enter again", "F7 undo", "F9 details", "F10 quit"),
}
"""The keys worth naming, by whom the game waits for."""
REST = "> F9"
"""Stands at the end of what was cut: the key shows the whole."""
ROOMY = 8
"""Rows beside the board from which on the prompt stays close to it instead of at the bottom."""
MOST_TOLD = 5
"""Rows for what happened and what is said, in a tall window."""
FEW_ROWS = 2
"""The same in a window of the usual size."""
TALL = 28
"""Rows from which on a window is tall."""
SMALLEST_WIDTH = 60
"""Columns in which every game draws its board."""
NARROWEST = 20
"""Columns in which none does."""
TOLD_AT_LEAST = 15
"""Columns without which a move is not told in the toolbar."""
PUT_RIGHT = "Type a new line, or edit this one; Up brings it back."


def visible_length(text: str) -> int:
    """Columns that a text takes, colour codes left out."""
    return len(_SGR.sub("", text))


def clip(text: str, width: int) -> str:
    """The text cut to the width; one that is cut loses its colours."""
    if visible_length(text) <= width:
        return text
    bare = _SGR.sub("", text)
    return bare[: max(0, width - 1)] + ">"[: max(0, width)]


def cut(text: str, width: int, *, has_more: bool = False) -> str:
    """The text cut to the width, with a word on how to see the rest; with `has_more` there is a rest in any case."""
    if not has_more and visible_length(text) <= width:
        return text
    bare = _SGR.sub("", text)
    return clip(bare[: max(0, width - len(REST))] + REST, width)


def fold(lines: Sequence[str], width: int) -> list[str]:
    """The lines broken between words; what is indented or aligned stays so."""
    found: list[str] = []
    for line in lines:
        if visible_length(line) <= width:
            found.append(line)
            continue
        bare = _SGR.sub("", line)
        indent = " " * min(len(bare) - len(bare.lstrip()) + 2, width // 2)
        found += wrap(bare, width, subsequent_indent=indent, break_on_hyphens=False, drop_whitespace=True)
    return found


@dataclass(frozen=True)
class Said:
    """What is to be said beside the board; a refusal is marked as one. `details` are shown when asked for."""

    lines: tuple[str, ...] = ()
    is_refusal: bool = False
    details: tuple[str, ...] = ()

    @property
    def whole(self) -> tuple[str, ...]:
        """All that there is to say."""
        return self.details or self.lines


@dataclass(frozen=True)
class Page:
    """A text to read instead of the board, from the line `top` on."""

    title: str
    lines: tuple[str, ...]
    top: int = 0

    def scrolled(self, by: int, rows: int) -> Page:
        """The page further down or up, within its ends."""
        return replace(self, top=max(0, min(self.top + by, len(self.lines) - max(1, rows))))


@dataclass(frozen=True)
class Screen:
    """The lines above the prompt, the one below it (None where there is no room), and the toolbar."""

    body: tuple[str, ...]
    helper: str | None
    toolbar: str
    helper_is_mistake: bool = False
    hidden: int = 0
    """Lines of the board that did not fit."""


def compose(
    session: Session,
    style: Style,
    *,
    said: Said | None = None,
    line_status: LineStatus | None = None,
    thinking: Thinking | None = None,
    is_typing: bool = False,
    is_refused: bool = False,
    scroll: int = 0,
) -> Screen:
    """The window of a game, `style.width` columns wide and `style.height` rows high, the prompt's row included."""
    width, rows = style.width, style.height - 2
    said = said or Said()
    told = _told(session, style)
    spoken = fold(said.lines, width)
    if said.is_refusal and spoken:
        spoken = [style.paint(line, "yellow") for line in spoken]
    beside = FEW_ROWS if rows < TALL else MOST_TOLD
    board = _board(session, style, rows - beside)
    if len(board) > rows - beside:
        board = _board(session, style, rows)
    if width < SMALLEST_WIDTH and (needed := _needed_size(session.match, width)):
        board = [clip(f"The board needs at least {needed[0]} x {needed[1]}:", width), *board]
    hidden = max(0, len(board) - rows)
    if hidden:
        scroll = max(0, min(scroll, hidden))
        board = board[scroll : scroll + rows]
    free = rows - len(board)
    has_helper = free >= 3
    tail = _tail(told, spoken, free - has_helper, width)
    if is_refused:
        line, is_mistake = PUT_RIGHT, False
    else:
        line, is_mistake = _helper(session, line_status, thinking, is_typing, width)
    marks = " NOT SAVED |" if session.saver.is_unsaved else ""
    if hidden and not (is_typing or thinking):
        marks += " PgUp PgDn |"
    room = width - len(marks)
    toolbar = toolbar_line(session, room, told if not free else ())
    if not has_helper:
        unsaid = cut(f" {spoken[0]}", room, has_more=len(spoken) > 1) if spoken and free == 0 else ""
        if is_mistake or thinking or (is_typing and line and not is_refused):
            toolbar = cut(f" {line}", room) if is_mistake else f" {line}"
        elif unsaid and session.waiting != "over":
            toolbar = unsaid
    return Screen(
        tuple(clip(line, width) for line in [*board, *tail]),
        (cut(line, width) if is_mistake else clip(line, width)) if has_helper else None,
        clip(marks + toolbar, width),
        is_mistake,
        hidden,
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
    return Screen(tuple(clip(line, style.width) for line in shown), None, clip(toolbar, style.width))


def _board(session: Session, style: Style, rows: int) -> list[str]:
    sized = replace(style, height=max(1, rows))
    return list(session.game.render(session.view(), sized).lines)


@lru_cache(maxsize=16)
def _needed_size(match: Match, width: int) -> tuple[int, int] | None:
    """Columns and rows of the smallest window that shows the board as a picture; None where this one does."""

    def draw(columns: int, rows: int = 1000) -> Drawing:
        return match.game.render(match.view(), Style(width=columns, height=rows))

    if not draw(width).is_list:
        return None
    columns = next((w for w in range(width + 1, SMALLEST_WIDTH + 1) if not draw(w).is_list), None)
    if columns is None:
        return None
    return columns, next(rows for rows in count(3) if len(draw(columns, rows - 2).lines) <= rows - 2)


def _told(session: Session, style: Style) -> list[str]:
    """One line for each turn since the viewer's last one, the name in its colour."""
    lines = []
    for player, text in session.accounts():
        name = session.match.player_name(player)
        mark = style.pick("• ", "* ") if player != session.viewer else "  "
        text = cut(mark + text, style.width)
        lines.append(mark + style.paint(name, session.game.colours[player - 1]) + text[len(mark) + len(name) :])
    return lines


def _tail(told: list[str], spoken: list[str], rows: int, width: int) -> list[str]:
    """As much as fits: what was said first, then what happened last."""
    if len(spoken) > rows > 0:
        spoken = [*spoken[: rows - 1], cut(spoken[rows - 1], width, has_more=True)]
    spoken = spoken[:rows]
    room = rows - len(spoken)
    shown = told[len(told) - room :] if len(told) > room else told
    if shown and len(shown) < len(told):
        more = f" (+{len(told) - len(shown)} before: `last`)"
        bare = _SGR.sub("", shown[0])
        if len(bare) + len(more) <= width:
            shown = [shown[0] + more, *shown[1:]]
    lines = [*shown, *spoken]
    height = rows if rows <= ROOMY else min(rows, max(len(lines) + 1, MOST_TOLD))
    return [""] * (height - len(lines)) + lines


def _helper(
    session: Session, line_status: LineStatus | None, thinking: Thinking | None, is_typing: bool, width: int
) -> tuple[str, bool]:
    """The line below the prompt: the mistake, how the line may go on, what a bot thinks, or the stocks."""
    if line_status and line_status.mistake:
        return line_status.mistake.message, True
    if is_typing and line_status:
        words = list(dict.fromkeys(one.text for one in line_status.completions))
        return _next_words(line_status, words, width), False
    if thinking:
        return thinking_line(session, thinking), False
    return stocks_line(session, width), False


def _next_words(line_status: LineStatus, words: list[str], width: int) -> str:
    """What Enter does, and how the line may go on."""
    if not line_status.plays:
        return _listed(words, width) if words else line_status.expected
    enter = clip(f"Enter plays {line_status.plays}", width)
    further = [word for word in words if not line_status.plays.endswith(word)]
    room = width - len(enter) - len("; or ")
    return f"{enter}; or {_listed(further, room)}" if further and room > TOLD_AT_LEAST else enter


def _listed(words: list[str], width: int) -> str:
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


def thinking_line(session: Session, thinking: Thinking) -> str:
    """Who thinks, for how long, and what they would do now."""
    who = describe_player(session, session.match.to_move) if session.waiting == "bot" else "Your adviser"
    line = f"{who} thinks, {thinking.elapsed():.1f} s"
    best = thinking.best
    if best is not None:
        value = f" ({best.format_score(best.value)})" if best.value is not None else ""
        line += f"; so far {session.game.format_move(best.move)}{value}"
    if thinking.is_stopped:
        return f"{line}; asked to answer now"
    return line + ("; Ctrl-C: now" if session.waiting == "bot" else "; Ctrl-C: now, Esc: not at all")


def stocks_line(session: Session, width: int) -> str:
    """Stocks and the like: the line of the player to look at first, then the others."""
    if not session.game.status_lines:
        return ""
    lines = session.game.status_lines(session.seen(), session.match.setup)
    name = session.match.player_name(session.viewer).lower()
    line, *others = sorted(lines, key=lambda line: not line.lower().startswith(name)) or [""]
    for other in others:
        if len(line) + 3 + len(other) <= width:
            line += f" | {other}"
    return line


def toolbar_line(session: Session, width: int, told: Sequence[str] = ()) -> str:
    """Turn, points, seed and keys, as many as fit, in this order of importance.

    `told` is what there was no room for elsewhere; the last of it goes behind turn and points.
    """
    match = session.match
    parts = [_turn(session)]
    scores = match.state.scores()
    if scores is not None and session.waiting != "over":
        parts.append("  ".join(f"{name} {score}" for name, score in zip(match.setup.names, scores, strict=True)))
    if told and match.to_move == session.viewer:
        line = " " + " | ".join([f"{match.player_name(match.to_move)} to move", *parts[1:]])
        room = width - len(line) - len(" | ")
        return f"{line} | {cut(_SGR.sub('', told[-1]).strip(' •*'), room)}" if room > TOLD_AT_LEAST else line
    keys = [key for key in KEYS[session.waiting] if key != "F7 undo" or session.can_take_back]
    if session.waiting == "over":
        parts += keys
    elif match.setup.seed is not None and not is_refereed(match):
        parts.append(f"seed {match.setup.seed}")
    line = " " + parts[0]
    for part in parts[1:]:
        if len(line) + 3 + len(part) <= width:
            line += f" | {part}"
    if session.waiting != "over" and len(line) + 3 + len(keys[0]) <= width:
        line += f" | {keys[0]}"
        for key in keys[1:]:
            if len(line) + 1 + len(key) <= width:
                line += f" {key}"
    return line


def verdict(match: Match) -> str:
    """Who has won, and the points, as short as can be."""
    result, scores = match.result, match.state.scores()
    assert result is not None
    winners = " and ".join(match.player_name(player) for player in result.winners) or "nobody"
    points = " " + ":".join(map(str, scores)) if scores is not None else ""
    return f"{winners} {'win' if len(result.winners) > 1 else 'wins'}{points}"


def _turn(session: Session) -> str:
    match session.waiting:
        case "over":
            return verdict(session.match)
        case "outcome":
            return "what happened?"
        case "bot":
            return f"{describe_player(session, session.match.to_move)} thinks"
        case _:
            return f"{describe_player(session, session.match.to_move)} to move"
