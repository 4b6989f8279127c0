"""What `import tabletop` offers besides the game itself: a match in one call, and move files."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from tabletop.errors import WrongUse
from tabletop.games import load
from tabletop.match import Match
from tabletop.options import make_setup
from tabletop.replay import nth_game, read_games, replayed, write_record
from tabletop.text import counted

__all__ = ["new_match", "read_record", "write_record"]


def new_match(
    game: str,
    *,
    players: int | None = None,
    names: Sequence[str] = (),
    options: Iterable[str] = (),
    seed: int | None = None,
    model: str | None = None,
    skills: Iterable[str] = (),
    first: int = 1,
    position: str | None = None,
) -> Match:
    """A match of the game of that name, ready for the first move.

    options: as on the command line, such as `["ousting", "centre=1"]`.
    seed: for dexterity games; without one, you state every outcome yourself.
    position: a position string to start from.

    Raises WrongUse, UnreadableModel or UnreadablePosition if an argument does not fit the game.
    """
    chosen = load(game)
    setup = make_setup(
        chosen, players=players, names=names, options=options, seed=seed, model=model, skills=skills, first=first
    )
    if position is not None and chosen.parse_position is None:
        raise WrongUse(f"{chosen.title} has no position strings; use a record instead")
    start = chosen.parse_position(position, setup) if position is not None and chosen.parse_position else None
    match = Match(chosen, setup, start)
    match.settle()
    return match


def read_record(path: str | Path, number: int = 1) -> Match:
    """The match at the end of a move file, or of its game of that number, counting from 1.

    Raises UnreadableFile, or Located with the line of the mistake.
    """
    record, count = nth_game(read_games(str(path)), number)
    if record is None:
        raise WrongUse(f"{path}: there is no game {number}; this file has {counted(count, 'game')}, numbered from 1")
    return replayed(record)
