"""`tabletop replay`: step through a game with keys, or print every position if there is no terminal."""

from __future__ import annotations

import sys
from dataclasses import replace

import click

from tabletop.cli.common import echo, note_model, nth_record, style_for, style_options
from tabletop.describe import result_line
from tabletop.errors import Located
from tabletop.game import CHANCE
from tabletop.replay import replay as replay_record
from tabletop.style import Style

FORWARD = {" ", "n", "l", "j", "\r", "\n", "\x1b[C", "\x1b[B"}
BACK = {"b", "p", "h", "k", "\x7f", "\x08", "\x1b[D", "\x1b[A"}
FIRST = {"g", "0", "\x1b[H", "\x1b[1~"}
LAST = {"G", "$", "\x1b[F", "\x1b[4~"}
QUIT = {"q", "Q", "\x1b", "\x04", "\x03"}
ROWS_AROUND_BOARD = 5
"""The title, the result, the keys, and the empty rows between them."""


@click.command()
@click.argument("path", metavar="FILE", type=click.Path())
@click.option("--game", "number", type=click.IntRange(1), default=1, help="Which game in the file, counting from 1.")
@style_options
def replay(path: str, number: int, color: str | None, ascii: bool) -> None:
    """Step through a game with keys, or print every position if there is no terminal."""
    style = style_for(color, ascii)
    has_keys = sys.stdin.isatty() and sys.stdout.isatty() and path != "-"
    page_style = replace(style, height=style.height - ROWS_AROUND_BOARD) if has_keys else style
    pages, error = _pages(path, number, page_style)
    if has_keys:
        _step_through(pages if error is None else [*pages, f"{pages[-1]}\n\n{error}"], style)
    else:
        echo("\n\n".join(pages), style)
    if error:
        raise error


def _pages(path: str, number: int, style: Style) -> tuple[list[str], Located | None]:
    """A page for the start and for every line of the game that changes something, and the error that ends it early."""
    record = nth_record(path, number)
    pages: list[str] = []
    try:
        for step in replay_record(record):
            match = step.match
            if not pages:
                note_model(match)
            if step.line is not None and not step.plies:
                continue
            moves = [
                f"{'->' if ply.source == 'rolled' else '=>'} {match.game.format_move(ply.move)}"
                if ply.player == CHANCE
                else f"{match.player_name(ply.player)}: {match.game.format_move(ply.move)}"
                for ply in match.plies[len(match.plies) - step.plies :]
            ]
            title = f"{len(match.plies)}. " + "; ".join(moves) if moves else f"{match.game.title}, start"
            pages.append(
                f"{_cut(title, style.width)}\n\n{match.game.render(match.view(), style).text}\n\n{result_line(match)}"
            )
    except Located as error:
        if not pages:
            raise
        return pages, error
    return pages, None


def _cut(text: str, width: int) -> str:
    return text if len(text) <= width else text[: width - 3] + "..."


def _step_through(pages: list[str], style: Style) -> None:
    at = 0
    while True:
        click.clear()
        title_and_board, _, result = pages[at].rpartition("\n")
        echo(f"{title_and_board}\n{_cut(result, style.width)}", style)
        click.echo(f"[{at + 1}/{len(pages)}] space/n next, b back, g first, G last, q quit", nl=False)
        key = click.getchar()
        if key in QUIT:
            click.echo()
            return
        if key in FORWARD:
            at = min(at + 1, len(pages) - 1)
        elif key in BACK:
            at = max(at - 1, 0)
        elif key in FIRST:
            at = 0
        elif key in LAST:
            at = len(pages) - 1
