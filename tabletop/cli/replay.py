"""`tabletop replay`: step through a game with keys, or print every position where there is no terminal."""

from __future__ import annotations

import sys
from dataclasses import replace

import click

from tabletop.cli.common import note_lost_model, nth_game, out, style_for, style_options
from tabletop.describe import result_line
from tabletop.errors import Located
from tabletop.game import CHANCE
from tabletop.replay import replay as follow
from tabletop.style import Style

FORWARD = {" ", "n", "l", "j", "\r", "\n", "\x1b[C", "\x1b[B"}
BACK = {"b", "p", "h", "k", "\x7f", "\x08", "\x1b[D", "\x1b[A"}
FIRST = {"g", "0", "\x1b[H", "\x1b[1~"}
LAST = {"G", "$", "\x1b[F", "\x1b[4~"}
LEAVE = {"q", "Q", "\x1b", "\x04", "\x03"}
AROUND = 5
"""Rows of the window around the board: a title, the result, the keys, and what sets them apart."""


@click.command()
@click.argument("path", metavar="FILE", type=click.Path())
@click.option("--game", "number", type=click.IntRange(1), default=1, help="Which game of the file, from 1.")
@style_options
def replay(path: str, number: int, color: str | None, ascii: bool) -> None:
    """Step through a game: keys in a terminal, every position where there is none."""
    style = style_for(color, ascii)
    keys = sys.stdin.isatty() and sys.stdout.isatty() and path != "-"
    pages, fault = frames(path, number, replace(style, height=style.height - AROUND) if keys else style)
    if keys:
        _step_through(pages if fault is None else [*pages, f"{pages[-1]}\n\n{fault}"], style)
    else:
        out("\n\n".join(pages), style)
    if fault:
        raise fault


def frames(path: str, number: int, style: Style) -> tuple[list[str], Located | None]:
    """What is shown of a game: a page for the start and one for every line that changed something."""
    record = nth_game(path, number)
    pages: list[str] = []
    try:
        for step in follow(record):
            match = step.match
            if not pages:
                note_lost_model(match)
            if step.line is not None and not step.plies:
                continue
            done = match.plies[len(match.plies) - step.plies :]
            said = [
                f"{'->' if ply.source == 'rolled' else '=>'} {match.game.format_move(ply.move)}"
                if ply.player == CHANCE
                else f"{match.player_name(ply.player)}: {match.game.format_move(ply.move)}"
                for ply in done
            ]
            title = f"{len(match.plies)}. " + "; ".join(said) if said else f"{match.game.title}, the start"
            pages.append(
                f"{_short(title, style.width)}\n\n{match.game.render(match.view(), style).text}\n\n{result_line(match)}"
            )
    except Located as fault:
        if not pages:
            raise
        return pages, fault
    return pages, None


def _short(title: str, width: int) -> str:
    return title if len(title) <= width else title[: width - 3] + "..."


def _step_through(pages: list[str], style: Style) -> None:
    at = 0
    while True:
        click.clear()
        picture, _, result = pages[at].rpartition("\n")
        out(f"{picture}\n{_short(result, style.width)}", style)
        click.echo(f"[{at + 1}/{len(pages)}] space/n next, b back, g first, G last, q quit", nl=False)
        key = click.getchar()
        if key in LEAVE:
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
