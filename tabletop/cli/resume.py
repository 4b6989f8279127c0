"""`tabletop resume`: list the saved games, continue one, delete them."""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass, replace
from functools import partial

import click

from tabletop.cli.common import echo, note_model, style_for, style_options
from tabletop.cli.consent import ask_to_start, new_consent, yes_option
from tabletop.cli.play import can_redraw, run_session
from tabletop.errors import TabletopError, UnreadableFile, WorkFailed, WrongUse
from tabletop.record import Record, parse_records
from tabletop.replay import replayed
from tabletop.saves import Autosave, SavedGame, SavedGames
from tabletop.seats import HUMAN
from tabletop.session.seating import parse_seating
from tabletop.style import Style
from tabletop.text import counted


@dataclass(frozen=True)
class ListedGame:
    """A saved game with its record, or without one and with the `error` that made it unreadable."""

    saved: SavedGame
    record: Record | None
    error: str = ""

    @property
    def is_resumable(self) -> bool:
        """Whether it can be read, and no other process plays it."""
        return self.record is not None and not self.saved.is_open


def list_saved_games(saved_games: SavedGames) -> list[ListedGame]:
    """The saved games, the newest first."""
    games: list[ListedGame] = []
    for saved in saved_games.saved():
        if saved.error:
            games.append(ListedGame(saved, None, saved.error))
            continue
        try:
            record = next(parse_records(saved.text, saved.name))
            record = replace(record, lines=tuple(record.lines))  # All of them, so that a mistake is found now.
        except (TabletopError, StopIteration) as error:
            games.append(
                ListedGame(saved, None, str(error).splitlines()[0] if str(error) else "the file holds no game")
            )
        else:
            games.append(ListedGame(saved, record))
    return games


def saved_game_lines(games: list[ListedGame]) -> list[str]:
    """A line about each game, aligned: what is played, by whom, how many moves, whose turn it is, when it was saved."""
    rows = [_cells(game) for game in games]
    aligned = [cells for cells, is_aligned in rows if is_aligned]
    widths = [max(map(len, column)) for column in zip(*aligned, strict=True)]
    lines = []
    for cells, is_aligned in rows:
        if is_aligned:
            cells = [cell.ljust(width) for cell, width in zip(cells, widths, strict=True)]
        lines.append("  ".join(cells).rstrip())
    return lines


def _cells(game: ListedGame) -> tuple[list[str], bool]:
    """The cells of a game's line, and whether they are aligned with those of other lines: an error is not."""
    when = time.strftime("%Y-%m-%d %H:%M", time.localtime(game.saved.when))
    if game.record is None:
        return [f"cannot be read: {game.error}", when], False
    record = game.record
    try:
        match = replayed(record)
        seats = parse_seating(record, match.setup)[0].seats
        names = [seat.name if seat.spec in (HUMAN, seat.name) else f"{seat.name} ({seat.spec})" for seat in seats]
        turn = "over" if match.result else f"{match.player_name(match.to_move)} to move"
    except TabletopError as error:
        return [record.value("Game"), f"cannot be continued: {str(error).splitlines()[0]}", when], False
    moves = sum(line.kind == "move" for line in record.lines)
    status = "being played" if game.saved.is_open else turn
    return [record.value("Game"), " - ".join(names), counted(moves, "move"), status, when], True


def resume_game(saved_games: SavedGames, game: ListedGame, style: Style, plain: bool = False, yes: bool = False) -> int:
    """Continue a saved game; returns the exit code. Its engines are started if the person agrees, or with `yes`."""
    from tabletop.session.session import Session

    if game.record is None:
        raise UnreadableFile(f"{game.saved.name}: {game.error}")
    consent = new_consent(yes)
    slot, text = saved_games.take(game.saved)
    try:
        # The text as it is now: another process may have played on since the list was made.
        record = next(parse_records(text, game.saved.name))
        may_start = partial(ask_to_start, consent, game.saved.name, "a person plays")
        session = Session.restore(record, Autosave(saved_games, slot), consent, may_start)
    except BaseException:
        slot.close()
        raise
    note_model(session.match)
    return run_session(session, style, plain)


@click.command()
@click.argument("which", metavar="[NUMBER | NAME]", required=False)
@click.option("--list", "only_list", is_flag=True, help="Only list the saved games.")
@click.option("--delete", is_flag=True, help="Delete the game instead; `all` deletes every game not being played.")
@click.option("--plain", is_flag=True, help="Print sentences instead of drawings, for screen readers.")
@yes_option
@style_options
def resume(
    which: str | None, only_list: bool, delete: bool, plain: bool, yes: bool, color: str | None, ascii: bool
) -> int:
    """Continue a saved game by its NUMBER or NAME, or choose from a list."""
    saved_games = SavedGames()
    games = list_saved_games(saved_games)
    if delete:
        _delete(saved_games, games, which)
        return 0
    if which is None:
        asks = not only_list and any(game.is_resumable for game in games)
        if not asks or not (sys.stdin.isatty() and sys.stdout.isatty()):
            _print_list(games)
            return 0
        chosen = _ask(games, style_for(color, ascii), plain or not can_redraw())
        if chosen is None:
            return 0
    else:
        chosen = _find(games, which)
    return resume_game(saved_games, chosen, style_for(color, ascii), plain, yes)


def _ask(games: list[ListedGame], style: Style, plain: bool) -> ListedGame | None:
    """Ask which game to continue; those that cannot be continued come last in the menu, and cannot be chosen."""
    if plain:
        _print_list(games)
        answer = click.prompt("Which one? (0 for none)", default="1")
        return None if answer == "0" else _find(games, answer)
    from tabletop.session.tui.menu import Choice, Menu, choose

    games = sorted(games, key=lambda game: not game.is_resumable)
    lines = saved_game_lines(games)
    choices = [Choice(line, is_closed=not game.is_resumable) for game, line in zip(games, lines, strict=True)]
    chosen = choose(Menu("Which game do you want to continue?", tuple(choices)), style)
    return None if chosen is None else games[chosen]


def _print_list(games: list[ListedGame]) -> None:
    if not games:
        echo("There are no saved games.")
    width = max((len(game.saved.name) for game in games), default=0)
    for number, (game, line) in enumerate(zip(games, saved_game_lines(games), strict=True), 1):
        echo(f"{number:>2}  {game.saved.name:<{width}}  {line}")


def _find(games: list[ListedGame], which: str) -> ListedGame:
    """The game of that number, from 1, or of that name."""
    for number, game in enumerate(games, 1):
        if which in (str(number), game.saved.name):
            return game
    raise WrongUse(f"there is no saved game {which!r}; `tabletop resume --list` lists them")


def _delete(saved_games: SavedGames, games: list[ListedGame], which: str | None) -> None:
    if which is None:
        raise WrongUse("say which game to delete: its number, its name, or `all`")
    chosen = [game for game in games if not game.saved.is_open] if which == "all" else [_find(games, which)]
    for game in chosen:
        if game.saved.is_open:
            raise WrongUse(f"{game.saved.name} is being played in another window")
        try:
            saved_games.delete(game.saved)
        except OSError as error:
            raise WorkFailed(f"{game.saved.name} cannot be deleted: {error.strerror or error}") from error
    echo(f"Deleted {counted(len(chosen), 'game')}.")
