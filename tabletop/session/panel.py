"""The side panel of a wide window: points, stocks, odds and history beside the board.

panel_width(120)                        # 37 columns; 0 in a window that is too narrow
panel_lines(session, style, rows=30)    # as many lines at most, each as wide as `style` at most
"""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import groupby, islice
from textwrap import wrap
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from tabletop.describe import result_line
from tabletop.game import CommandCall
from tabletop.session.history import history_line, split_turns
from tabletop.style import Style

if TYPE_CHECKING:
    from tabletop.session.session import Session

WIDE = 110
"""Columns from which on a window has a panel."""
BOARD_WIDTH = 83
"""Columns that the board keeps if it can, the gap to the panel included: as many as it has in a window of 80."""
NARROWEST = 37
WIDEST = 56
FEWEST_TURNS = 6
"""Rows that the history gets even if points and odds would fill the panel."""
MOST_ODDS = 8
"""Rows of odds."""
MOST_MOVES = 200
"""Moves looked at to find out which odds are about them."""

_CELL = re.compile(r"\S+(?: \S+)*(?=  |$)")
"""A cell of a table: two spaces end it."""
_odds: WeakKeyDictionary[Session, tuple[tuple[int, int, int], list[str]]] = WeakKeyDictionary()
"""The odds of the present position, which take a while, by session."""


def panel_width(columns: int) -> int:
    """Columns of the panel in a window of this width; 0 for no panel."""
    return min(WIDEST, max(NARROWEST, columns - BOARD_WIDTH)) if columns >= WIDE else 0


def panel_lines(session: Session, style: Style, rows: int) -> list[str]:
    """Points, stocks, odds and history; where they do not all fit, the first lines of each and the newest turns."""
    points = _points(session, style)
    stocks = [line for line in _stocks(session, style.width) if line not in points]
    sections = [("Points", points), ("Stocks", stocks), ("Odds", _short_odds(session, style.width))]
    turns = _turns(session, style.width)
    lines: list[str] = []
    reserved = min(len(turns), FEWEST_TURNS) + 2
    for title, content in sections:
        room = rows - len(lines) - reserved - 2
        if content and (room > 1 or room == len(content)):
            shown = content if len(content) <= room else [*content[: room - 1], f"({len(content) - room + 1} more)"]
            lines += [style.paint(title, "bold"), *shown, ""]
    room = rows - len(lines) - 1
    if turns and room > 0:
        lines += [style.paint("History", "bold"), *turns[-room:]]
    return lines[:rows]


def _points(session: Session, style: Style) -> list[str]:
    """Everyone's points, and what the game says about where they come from."""
    match, game = session.match, session.game
    state = session.visible_state()
    scores = state.scores()
    lines = []
    if scores is not None:
        width = max(map(len, match.setup.names))
        for player, (name, score) in enumerate(zip(match.setup.names, scores, strict=True), 1):
            lines.append(f"{style.paint(name.ljust(width), game.colours[player - 1])}  {score:>3}")
    if match.result:
        lines += wrap(result_line(match), style.width)
    if game.score_lines:
        details = game.score_lines(state, match.setup, replace(style, colour=False))
        lines += [part for line in details if not line.startswith("  ") for part in _wrapped(line, style.width)]
    return lines


def _stocks(session: Session, width: int) -> list[str]:
    game = session.game
    lines = game.status_lines(session.visible_state(), session.match.setup) if game.status_lines else []
    return [part for line in lines for part in _wrapped(line, width)]


def _short_odds(session: Session, width: int) -> list[str]:
    """The first lines of `odds`, if the game has chance and goes on."""
    game, match = session.game, session.match
    command = next((command for command in game.commands if command.name == "odds"), None)
    if command is None or session.phase != "human":
        return []
    key = (id(match), len(match.plies), session.viewer)
    known = _odds.get(session)
    if known is None or known[0] != key:
        values = {parameter.name: parameter.default for parameter in command.parameters}
        call = CommandCall(game, match.setup, session.visible_state(), values, Style(width=width))
        known = _odds[session] = (key, list(command.run(call)))
    lines = _narrowed(_useful_block(session, known[1]), width)
    return [*lines[:MOST_ODDS], "(all: F6)"] if len(lines) > MOST_ODDS else lines


def _useful_block(session: Session, lines: list[str]) -> list[str]:
    """Of several tables with empty lines between them, the first about what may be chosen now, or else the first."""
    blocks = [list(block) for is_text, block in groupby(lines, key=lambda line: bool(line.strip())) if is_text]
    moves = islice(session.match.state.legal_moves(), MOST_MOVES)
    words = {word for move in moves for word in session.game.format_move(move).split()[1:]}
    fitting = (block for block in blocks if any(line.split()[0] in words for line in block))
    return next(fitting, blocks[0] if blocks else [])


def _narrowed(lines: list[str], width: int) -> list[str]:
    """The table in these lines, without the columns that do not fit; other lines in full."""
    table = [line for line in lines if len(_CELL.findall(line)) > 2]
    if not table:
        return [part for line in lines for part in _wrapped(line, width)]
    if max(map(len, table)) > width:
        word = f" {table[0].split()[0]} "
        first, second = table[0].find(word), table[0].find(word, table[0].find(word) + 1)
        if first >= 0 and second - first <= width:  # tables side by side
            width = width // (second - first) * (second - first) if second > 0 else width
        gaps = [at for at in range(width) if all(line[at : at + 2].strip() == "" for line in table)]
        table = [line[: gaps[-1] if gaps else width].rstrip() for line in table]
    return table


def _turns(session: Session, width: int) -> list[str]:
    """Every turn so far with its number, cut to two lines."""
    match = session.match
    lines = []
    for number, turn in enumerate(split_turns(match), 1):
        parts = wrap(history_line(match, turn), width - 5, break_on_hyphens=False)
        if len(parts) > 2:
            parts = [parts[0], parts[1][: width - 8] + "..."]
        lines += [f"{f'{number}.' if not row else '':>4} {part}" for row, part in enumerate(parts)]
    return lines


def _wrapped(line: str, width: int) -> list[str]:
    """The line in the width; what is aligned stays so, and the rest is indented."""
    return [line] if len(line) <= width else wrap(line, width, subsequent_indent="  ", break_on_hyphens=False)
