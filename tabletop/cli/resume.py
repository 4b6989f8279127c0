"""`tabletop resume`: the games under way."""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass

import click

from tabletop.cli.common import note_lost_model, out, style_for, style_options
from tabletop.cli.play import has_window, sit_down
from tabletop.errors import TabletopError, UnreadableFile, WorkFailed, WrongUse
from tabletop.record import Record, parse_records
from tabletop.replay import replayed
from tabletop.saves import Autosave, SavedGame, SavedGames
from tabletop.seats import HUMAN
from tabletop.session.seating import parse_seating
from tabletop.settings import Settings, load_settings
from tabletop.style import Style
from tabletop.text import counted


@dataclass(frozen=True)
class Resumable:
    """A saved game, and its record if it can be read."""

    saved: SavedGame
    record: Record | None
    error: str = ""

    @property
    def is_closed(self) -> bool:
        """Whether it cannot be gone on with here and now."""
        return self.saved.is_open or self.record is None


def resumable(saved_games: SavedGames) -> list[Resumable]:
    """The saved games, the newest first."""
    found: list[Resumable] = []
    for saved in saved_games.saved():
        try:
            record = next(parse_records(saved.text, saved.name))
        except (TabletopError, StopIteration) as error:
            found.append(Resumable(saved, None, str(error).splitlines()[0] if str(error) else "no game"))
        else:
            found.append(Resumable(saved, record))
    return found


def table(games: list[Resumable]) -> list[str]:
    """The saved games in a line each, aligned: what is played, by whom, how far they are, whose turn it is, when."""
    rows = [_cells(game) for game in games]
    aligned = [cells for cells, is_aligned in rows if is_aligned]
    widths = [max(map(len, column)) for column in zip(*aligned, strict=True)]
    found = []
    for cells, is_aligned in rows:
        if is_aligned:
            cells = [cell.ljust(width) for cell, width in zip(cells, widths, strict=True)]
        found.append("  ".join(cells).rstrip())
    return found


def _cells(game: Resumable) -> tuple[list[str], bool]:
    """What a line of the table says, and whether it is to be aligned with others."""
    when = time.strftime("%Y-%m-%d %H:%M", time.localtime(game.saved.when))
    if game.record is None:
        return [f"cannot be read: {game.error}", when], False
    record = game.record
    names = record.value("Players").split()
    try:
        match = replayed(record)
        specs = [seat.spec for seat in parse_seating(record, match.setup)[0].seats]
        names = [name if spec in (HUMAN, name) else f"{name} ({spec})" for name, spec in zip(names, specs, strict=True)]
        turn = "over" if match.result else f"{match.player_name(match.to_move)} to move"
    except (TabletopError, ValueError) as error:
        return [record.value("Game"), f"cannot be played on: {str(error).splitlines()[0]}", when], False
    moves = sum(line.kind == "move" for line in record.lines)
    state = "being played" if game.saved.is_open else turn
    return [record.value("Game"), " - ".join(names), counted(moves, "move"), state, when], True


def go_on(
    saved_games: SavedGames,
    game: Resumable,
    settings: Settings,
    plain: bool = False,
    color: str | None = None,
    ascii: bool = False,
) -> int:
    """Continue a saved game; the exit code."""
    from tabletop.session.session import Session

    if game.record is None:
        raise UnreadableFile(f"{game.saved.name}: {game.error}")
    slot, text = saved_games.take(game.saved)
    try:
        # Somebody may have played on since the list was made.
        session = Session.restore(next(parse_records(text, game.saved.name)), Autosave(saved_games, slot))
    except TabletopError:
        slot.close()
        raise
    note_lost_model(session.match)
    return sit_down(session, settings, plain, color, ascii)


@click.command()
@click.argument("which", metavar="[NUMBER | NAME]", required=False)
@click.option("--list", "only_list", is_flag=True, help="Only list them.")
@click.option("--delete", is_flag=True, help="Delete the game instead; `all` deletes all that nobody plays.")
@click.option("--plain", is_flag=True, help="Sentences instead of drawings, line by line; for screen readers.")
@style_options
def resume(which: str | None, only_list: bool, delete: bool, plain: bool, color: str | None, ascii: bool) -> int:
    """Go on with a saved game: the one of that NUMBER or NAME in the list, or ask which."""
    saved_games = SavedGames()
    games = resumable(saved_games)
    if delete:
        _delete(saved_games, games, which)
        return 0
    if which is None:
        asks = not only_list and any(not game.is_closed for game in games)
        if not asks or not (sys.stdin.isatty() and sys.stdout.isatty()):
            _list(games)
            return 0
        chosen = _ask(games, style_for(color, ascii), plain or not has_window())
        if chosen is None:
            return 0
    else:
        chosen = _pick(games, which)
    return go_on(saved_games, chosen, load_settings(), plain, color, ascii)


def _ask(games: list[Resumable], style: Style, plain: bool) -> Resumable | None:
    """Let people choose a game; those that are being played elsewhere, or unreadable, come last as they cannot be."""
    if plain:
        _list(games)
        which = click.prompt("Which one? (0 for none)", default="1")
        return None if which == "0" else _pick(games, which)
    from tabletop.session.tui.menu import Choice, Menu, choose

    games = sorted(games, key=lambda game: game.is_closed)
    choices = [Choice(row, is_closed=game.is_closed) for game, row in zip(games, table(games), strict=True)]
    chosen = choose(Menu("Which game goes on?", tuple(choices)), style)
    return None if chosen is None else games[chosen]


def _list(games: list[Resumable]) -> None:
    if not games:
        out("There is no saved game.")
    width = max((len(game.saved.name) for game in games), default=0)
    for number, (game, row) in enumerate(zip(games, table(games), strict=True), 1):
        out(f"{number:>2}  {game.saved.name:<{width}}  {row}")


def _pick(games: list[Resumable], which: str) -> Resumable:
    for number, game in enumerate(games, 1):
        if which in (str(number), game.saved.name):
            return game
    raise WrongUse(f"there is no saved game {which!r}; `tabletop resume --list` lists them")


def _delete(saved_games: SavedGames, games: list[Resumable], which: str | None) -> None:
    if which is None:
        raise WrongUse("say which one to delete: its number, its name, or all")
    doomed = [game for game in games if not game.saved.is_open] if which == "all" else [_pick(games, which)]
    for game in doomed:
        if game.saved.is_open:
            raise WrongUse(f"{game.saved.name} is being played in another window")
        try:
            saved_games.delete(game.saved)
        except OSError as error:
            raise WorkFailed(f"{game.saved.name} cannot be deleted: {error.strerror or error}") from error
    out(f"Deleted {counted(len(doomed), 'game')}.")
