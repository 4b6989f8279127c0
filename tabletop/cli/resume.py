"""`tabletop resume`: the games under way."""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass

import click

from tabletop.cli.common import note_lost_model, out, style_options
from tabletop.errors import TabletopError, UnreadableFile, WorkFailed, WrongUse
from tabletop.number import counted
from tabletop.record import Record, parse_records
from tabletop.settings import Settings, load_settings
from tabletop.storage import Keeper, Saved, Shelf


@dataclass(frozen=True)
class Resumable:
    """A saved game, and its record if it can be read."""

    saved: Saved
    record: Record | None
    trouble: str = ""


def resumable(shelf: Shelf) -> list[Resumable]:
    """The saved games, the newest first."""
    found: list[Resumable] = []
    for saved in shelf.saved():
        try:
            record = next(parse_records(saved.text, saved.name))
        except (TabletopError, StopIteration) as error:
            found.append(Resumable(saved, None, str(error).splitlines()[0] if str(error) else "no game"))
        else:
            found.append(Resumable(saved, record))
    return found


def describe(game: Resumable) -> str:
    """A saved game in one line: who plays what, how far they are, when."""
    when = time.strftime("%Y-%m-%d %H:%M", time.localtime(game.saved.when))
    if game.record is None:
        return f"{when}  cannot be read: {game.trouble}"
    moves = sum(line.kind == "move" for line in game.record.lines)
    names = " - ".join(game.record.value("Players").split())
    is_open = ", being played" if game.saved.is_open else ""
    return f"{when}  {game.record.value('Game')}, {names}, {counted(moves, 'move')}{is_open}"


def go_on(
    shelf: Shelf,
    game: Resumable,
    settings: Settings,
    plain: bool = False,
    color: str | None = None,
    ascii: bool = False,
) -> int:
    """Continue a saved game; the exit code."""
    from tabletop.cli.play import sit_down
    from tabletop.session.session import Session

    if game.record is None:
        raise UnreadableFile(f"{game.saved.name}: {game.trouble}")
    slot = shelf.take(game.saved)
    try:
        session = Session.restore(game.record, Keeper(shelf, slot))
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
    shelf = Shelf()
    games = resumable(shelf)
    if delete:
        _delete(shelf, games, which)
        return 0
    if which is None:
        _list(games)
        if only_list or not games or not (sys.stdin.isatty() and sys.stdout.isatty()):
            return 0
        which = click.prompt("Which one? (0 for none)", default="1")
        if which == "0":
            return 0
    return go_on(shelf, _pick(games, which), load_settings(), plain, color, ascii)


def _list(games: list[Resumable]) -> None:
    if not games:
        out("There is no saved game.")
    for number, game in enumerate(games, 1):
        out(f"{number:>2}  {game.saved.name}  {describe(game)}")


def _pick(games: list[Resumable], which: str) -> Resumable:
    for number, game in enumerate(games, 1):
        if which in (str(number), game.saved.name):
            return game
    raise WrongUse(f"there is no saved game {which!r}; `tabletop resume --list` lists them")


def _delete(shelf: Shelf, games: list[Resumable], which: str | None) -> None:
    if which is None:
        raise WrongUse("say which one to delete: its number, its name, or all")
    doomed = [game for game in games if not game.saved.is_open] if which == "all" else [_pick(games, which)]
    for game in doomed:
        if game.saved.is_open:
            raise WrongUse(f"{game.saved.name} is being played in another window")
        try:
            shelf.delete(game.saved)
        except OSError as error:
            raise WorkFailed(f"{game.saved.name} cannot be deleted: {error.strerror or error}") from error
    out(f"Deleted {counted(len(doomed), 'game')}.")
