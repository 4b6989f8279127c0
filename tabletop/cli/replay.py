"""`tabletop replay`: step through a game with keys, or print every position if there is no terminal."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from textwrap import wrap

import click

from tabletop.cli.common import echo, note_model, nth_record, style_for, style_options
from tabletop.describe import result_line
from tabletop.errors import Located
from tabletop.game import CHANCE, AnyGame, State, View
from tabletop.match import Match, Ply
from tabletop.replay import replay as replay_record
from tabletop.style import Style

FORWARD = {" ", "n", "l", "j", "\r", "\n", "\x1b[C", "\x1b[B"}
BACK = {"b", "p", "h", "k", "\x7f", "\x08", "\x1b[D", "\x1b[A"}
FIRST = {"g", "0", "\x1b[H", "\x1b[1~"}
LAST = {"G", "$", "\x1b[F", "\x1b[4~"}
QUIT = {"q", "Q", "\x1b", "\x04", "\x03"}
COMMENT_ROWS = 2
"""Rows that a board leaves for a comment, if it can."""
KEYS = "Right next, Left back, Home first, End last, q quit"


@dataclass(frozen=True)
class Frame:
    """The position after a move and what came of it.

    title: the move with its number, or that it is the start.
    comment: what the file says of it, such as a bot's reason; empty for nothing.
    status: the points, and who is to move or has won.
    """

    game: AnyGame
    title: str
    view: View[State]
    comment: str
    status: str

    def text(self, style: Style, rows: int | None = None) -> str:
        """Title, comment, board and status, within so many rows; the board is drawn only now."""
        comment = wrap(self.comment, style.width)
        board_style = style if rows is None else replace(style, height=rows - 2 - min(len(comment), COMMENT_ROWS))
        board = list(self.game.render(self.view, board_style).lines)
        room = len(comment) + 2 if rows is None else rows - len(board) - 2
        if len(comment) > room:
            comment = [*comment[: room - 1], _cut(" ".join(comment[room - 1 :]), style.width)] if room else []
        gap = [""] if room - len(comment) >= 2 else []
        title, status = self.title, self.status
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
    frames, error = _frames(path, number)
    if sys.stdin.isatty() and sys.stdout.isatty() and path != "-":
        _step_through(frames, error, style)
    else:
        echo("\n\n".join(frame.text(style) for frame in frames), style)
    if error:
        raise error


def _frames(path: str, number: int) -> tuple[list[Frame], Located | None]:
    """A frame for the start and for every move with its outcome, and the error that ends the game early."""
    record = nth_record(path, number)
    frames: list[Frame] = []
    comment = ""
    try:
        for step in replay_record(record):
            match = step.match
            if not frames:
                note_model(match)
            if step.line is not None:
                comment = comment or step.line.comment
                if not step.plies:
                    comment = ""
                    continue
            plies = match.plies[len(match.plies) - step.plies :]
            if frames and plies and plies[0].player == CHANCE and match.moves_played:
                previous = frames.pop()
                title, comment = f"{previous.title} {_plies_text(match, plies)}", comment or previous.comment
            elif plies and match.moves_played:
                title = f"{match.moves_played}. {_plies_text(match, plies)}"
            else:
                frames.clear()
                title = f"{match.game.title}, start"
            frames.append(Frame(match.game, title, match.view(), comment, _status(match)))
            comment = ""
    except Located as error:
        if not frames:
            raise
        return frames, error
    return frames, None


def _plies_text(match: Match, plies: Sequence[Ply]) -> str:
    """Moves with their players, and outcomes with their arrows."""
    words = []
    for ply in plies:
        text = match.game.format_move(ply.move)
        if ply.player == CHANCE:
            words.append(f"{'->' if ply.source == 'rolled' else '=>'} {text}")
        else:
            words.append(f"{match.player_name(ply.player)}: {text}")
    return " ".join(words)


def _status(match: Match) -> str:
    """Who is to move or has won, and the points while the game goes on."""
    scores = match.state.scores()
    if match.result or scores is None:
        return result_line(match)
    points = "  ".join(f"{name} {score}" for name, score in zip(match.setup.names, scores, strict=True))
    return f"{points}   {result_line(match)}"


def _cut(text: str, width: int) -> str:
    return text if len(text) <= width else text[: width - 3] + "..."


def _step_through(frames: Sequence[Frame], error: Located | None, style: Style) -> None:
    at, last = 0, len(frames) - 1
    while True:
        click.clear()
        has_error = error is not None and at == last
        echo(frames[at].text(style, style.height - 1 - has_error), style)
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
