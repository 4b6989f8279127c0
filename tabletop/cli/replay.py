"""`tabletop replay`: step through a game with keys, or print every position if there is no terminal."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import replace
from textwrap import wrap

import click

from tabletop.cli.common import echo, note_model, nth_record, style_for, style_options
from tabletop.errors import Located
from tabletop.frames import Frame, read_frames
from tabletop.game import AnyGame
from tabletop.style import Style

FORWARD = {" ", "n", "l", "j", "\r", "\n", "\x1b[C", "\x1b[B"}
BACK = {"b", "p", "h", "k", "\x7f", "\x08", "\x1b[D", "\x1b[A"}
FIRST = {"g", "0", "\x1b[H", "\x1b[1~"}
LAST = {"G", "$", "\x1b[F", "\x1b[4~"}
QUIT = {"q", "Q", "\x1b", "\x04", "\x03"}
COMMENT_ROWS = 2
"""Rows that a board leaves for a comment, if it can."""
KEYS = "Right next, Left back, Home first, End last, q quit"


def page(game: AnyGame, frame: Frame, style: Style, rows: int | None = None) -> str:
    """Title, comment, board and status, within this many rows; the board is drawn only now."""
    comment = wrap(frame.comment, style.width)
    board_style = style if rows is None else replace(style, height=rows - 2 - min(len(comment), COMMENT_ROWS))
    board = list(game.render(frame.view, board_style).lines)
    room = len(comment) + 2 if rows is None else rows - len(board) - 2
    if len(comment) > room:
        comment = [*comment[: room - 1], _cut(" ".join(comment[room - 1 :]), style.width)] if room else []
    gap = [""] if room - len(comment) >= 2 else []
    title, status = frame.title, frame.status
    if rows is not None:
        title, status = _cut(title, style.width), _cut(status, style.width)
    return "\n".join([title, *comment, *gap, *board, *gap, status])


@click.command()
@click.argument("path", metavar="FILE", type=click.Path())
@click.option("--game", "number", type=click.IntRange(1), default=1, help="Which game in the file, counting from 1.")
@style_options
def replay(path: str, number: int, color: str | None, ascii: bool) -> None:
    """Step through a game with keys, or print every position if there is no terminal."""
    style = style_for(color, ascii)
    frames, match, error = read_frames(nth_record(path, number))
    note_model(match)
    if sys.stdin.isatty() and sys.stdout.isatty() and path != "-":
        _step_through(match.game, frames, error, style)
    else:
        echo("\n\n".join(page(match.game, frame, style) for frame in frames), style)
    if error:
        raise error


def _cut(text: str, width: int) -> str:
    return text if len(text) <= width else text[: width - 3] + "..."


def _step_through(game: AnyGame, frames: Sequence[Frame], error: Located | None, style: Style) -> None:
    at, last = 0, len(frames) - 1
    while True:
        click.clear()
        has_error = error is not None and at == last
        echo(page(game, frames[at], style, style.height - 1 - has_error), style)
        if has_error:
            echo(_cut(str(error).partition("\n")[0], style.width), style)
        click.echo(_cut(f"[{at} of {last}] {KEYS}", style.width - 1), nl=False)
        key = click.getchar()
        if key in QUIT:
            click.echo()
            return
        if key in FORWARD:
            at = min(at + 1, last)
        elif key in BACK:
            at = max(at - 1, 0)
        elif key in FIRST:
            at = 0
        elif key in LAST:
            at = last
