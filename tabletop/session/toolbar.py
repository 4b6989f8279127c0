"""The toolbar, the window's last line: turn, points and keys; or the last turns where nothing else has room for them.

toolbar_line(session, 80)           # " anna (red) to move | anna 0  blue 0 | F1 help F2 hint ..."
cut("a long line", 10)              # "a lo... F9": the key shows all of it
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from textwrap import shorten

from tabletop.describe import describe_winners
from tabletop.match import Match
from tabletop.session.describe import describe_player
from tabletop.session.session import Session

_SGR = re.compile(r"\x1b\[[0-9;]*m")
TOOLBAR_KEYS = {
    "human": ("F1 help", "F2 hint", "F3 moves", "F10 quit", "F4 cursor"),
    "bot": ("F1 help", "F10 quit"),
    "outcome": ("F1 help", "F10 quit"),
    "over": ("Enter again", "F2 review", "F7 undo", "F10 quit", "F9 details"),
}
"""The keys worth naming, by the session's phase, the most important first."""
CUT_MARK = "... F9"
"""Ends a line that was cut: the key shows all of it."""
MORE_MARK = " (more: F9)"
"""Ends a line that is whole but has others after it, for which there is no room."""
SHORTEST_PART = 15
"""A part of a line is worth showing if it has at least this many columns."""


def without_colours(text: str) -> str:
    """The text without its colour codes."""
    return _SGR.sub("", text)


def visible_length(text: str) -> int:
    """Columns that a text takes, without its colour codes."""
    return len(without_colours(text))


def clip(text: str, width: int) -> str:
    """The text cut to the width; one that is cut loses its colours."""
    if visible_length(text) <= width:
        return text
    bare = without_colours(text)
    return bare[: max(0, width - 1)] + ">"[: max(0, width)]


def cut(text: str, width: int, *, has_more: bool = False) -> str:
    """The text cut to the width, marked if it was cut; with `has_more` it is marked in any case."""
    if not has_more and visible_length(text) <= width:
        return text
    bare = without_colours(text)
    if len(bare) + len(MORE_MARK) <= width:
        return bare + MORE_MARK
    return clip(bare[: max(0, width - len(CUT_MARK))].rstrip(" .") + CUT_MARK, width)


def status_line(session: Session, width: int) -> str:
    """The game's status lines (stocks and the like), the viewer's first, as many as fit."""
    if not session.game.status_lines:
        return ""
    lines = session.game.status_lines(session.visible_state(), session.match.setup)
    name = session.match.player_name(session.viewer).lower()
    line, *others = sorted(lines, key=lambda line: not line.lower().startswith(name)) or [""]
    for other in others:
        if len(line) + 3 + len(other) <= width:
            line += f" | {other}"
    return line if len(line) <= width else shorten(line, width, placeholder=" ...")


def toolbar_line(
    session: Session,
    width: int,
    history: tuple[Sequence[str], Sequence[str]] | None = None,
    shown: Sequence[str] = (),
) -> str:
    """Turn, points and keys, as many as fit, in this order of importance.

    Where there is no other room for the history, given as the viewer's own turn and those of the others, it is here:
    the own turn first, and the points unless the lines `shown` above have them.
    """
    match = session.match
    parts = [_turn(session)]
    if session.phase != "over" and (points := points_line(session)):
        parts.append(points)
    own, others = history or ((), ())
    if (own or others) and match.to_move == session.viewer:
        if own:
            above = without_colours("\n".join(shown))
            is_above = all(part in above for part in points_line(session).split("  "))
            return _history_line(own, others, [] if is_above else parts[1:], width)
        line = " " + " | ".join([f"{match.player_name(match.to_move)} to move", *parts[1:]])
        room = width - len(line) - len(" | ")
        return f"{line} | {cut(without_colours(others[-1]).strip(' •*'), room)}" if room > SHORTEST_PART else line
    keys = [key for key in TOOLBAR_KEYS[session.phase] if key != "F7 undo" or session.can_undo]
    if session.phase == "over":
        parts += keys
    line = " " + parts[0]
    for part in parts[1:]:
        if len(line) + 3 + len(part) <= width:
            line += f" | {part}"
    if session.phase != "over" and len(line) + 3 + len(keys[0]) <= width:
        room = width - len(line) - len(" |")
        shown = [key for number, key in enumerate(keys, 1) if sum(len(each) + 1 for each in keys[:number]) <= room]
        line += " | " + " ".join(sorted(shown, key=lambda key: int(key.split()[0][1:])))
    return line


def _history_line(own: Sequence[str], others: Sequence[str], points: Sequence[str], width: int) -> str:
    """The viewer's own turn, as whole as possible; the last one of the others, shortened; the points if they fit."""
    line = " " + " ".join(without_colours(part).strip() for part in own)
    end = "".join(f" | {part}" for part in points)
    if len(line) + len(end) > width:
        end = ""
    room = width - len(line) - len(end)
    if others and room > len(" | ") + SHORTEST_PART:
        last = without_colours(others[-1]).strip(" •*")
        return f"{line} | {cut(last, room - len(' | '), has_more=len(others) > 1)}{end}"
    return cut(line, width - len(end), has_more=bool(others) and room >= len(MORE_MARK)) + end


def points_line(session: Session) -> str:
    """Everyone's points, `anna 3  blue 5`; empty in a game without."""
    match, scores = session.match, session.match.state.scores()
    return "  ".join(f"{name} {score}" for name, score in zip(match.setup.names, scores or (), strict=bool(scores)))


def result_summary(match: Match) -> str:
    """Who won, and the points where they decided."""
    assert match.result is not None
    return describe_winners(match, match.result, match.setup.names)


def _turn(session: Session) -> str:
    match session.phase:
        case "over":
            return result_summary(session.match)
        case "outcome":
            return "what happened?"
        case "bot":
            return f"{describe_player(session, session.match.to_move)} is thinking"
        case _:
            return f"{describe_player(session, session.match.to_move)} to move"
