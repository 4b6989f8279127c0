"""Openings: the positions and first moves from which the games of a tournament start.

    openings = read_openings("openings.txt", load("zickzack"))
    match = openings[0].start(game, setup)

An openings file has one opening on each line: a position string, or the path of a move file,
relative to the openings file. Blank lines and everything after a hash are ignored.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path

from tabletop.errors import Located, TabletopError, UnreadableFile, WrongUse
from tabletop.files import read_text
from tabletop.game import AnyGame, Setup
from tabletop.match import Match
from tabletop.options import format_options
from tabletop.record import ARROWS, Line
from tabletop.replay import open_match, read_games
from tabletop.text import counted, shorten

LARGEST_OPENINGS = 1_000_000
"""Bytes of an openings file."""
MOST_MOVES = 20_000
"""Moves of all openings together."""
MOVES = ".moves"
"""The end of a move file's name, by which a line is known as a path."""
_SIGNS = {kind: sign for sign, kind in ARROWS.items()}


@dataclass(frozen=True)
class Opening:
    """A position to start from, moves to start with, or both."""

    number: int
    """Counted from 1, in the order of the file."""
    text: str
    """The line of the file."""
    position: str | None = None
    moves: tuple[str, ...] = ()
    """Lines of a move file; an outcome begins with its arrow."""
    options: str | None = None
    """The options that the moves were played with; a position is read with any."""

    def start(self, game: AnyGame, setup: Setup) -> Match:
        """A match that starts from here; raises an error if it cannot, or if the game is over there."""
        if self.options is not None and self.options != format_options(game.options, setup.options):
            if self.options:
                raise WrongUse(f"it was played with the options `{self.options}`, but this table has others")
            raise WrongUse("it was played with the usual options, but this table has others")
        match = start_match(game, setup, self.position)
        for line in self.moves:
            source = ARROWS.get(line[:2])
            if source:
                match.play(match.parse(line[2:]), "rolled" if source == "rolled" else "stated")
            else:
                match.settle()
                match.play_text(line)
        match.settle()
        if match.result:
            raise WrongUse(f"the game is already over there: {match.result.reason}")
        return match


def start_match(game: AnyGame, setup: Setup, position: str | None) -> Match:
    """A match from the usual start, or from a position; raises WrongUse, UnreadablePosition."""
    if position is None:
        return Match(game, setup)
    if game.parse_position is None:
        raise WrongUse(f"{game.title} has no position strings")
    return Match(game, setup, game.parse_position(position, setup))


def read_openings(path: str, game: AnyGame, plies: int | None = None) -> tuple[Opening, ...]:
    """The openings of a file, of move files at most this many moves; raises UnreadableFile and Located."""
    openings: list[Opening] = []
    moves = 0
    for number, raw in enumerate(read_text(path, "an openings file", LARGEST_OPENINGS).splitlines(), 1):
        text = raw.partition("#")[0].strip()
        if not text:
            continue
        try:
            if not text.isprintable():
                raise UnreadableFile("this line has an unprintable character; an openings file is plain text")
            if text.endswith(MOVES):
                opening = _read_moves(len(openings) + 1, text, Path(path).parent / text, game, plies)
            else:
                opening = Opening(len(openings) + 1, text, text)
            moves += len(opening.moves)
            if moves > MOST_MOVES:
                raise UnreadableFile(f"the openings have more than {counted(MOST_MOVES, 'move')}; use positions")
        except TabletopError as error:
            raise Located(path, number, 1, "" if isinstance(error, Located) else shorten(raw), error) from error
        openings.append(opening)
    if not openings:
        raise UnreadableFile("this file has no openings", source=path)
    return tuple(openings)


def _read_moves(number: int, text: str, path: Path, game: AnyGame, plies: int | None) -> Opening:
    """The opening of a move file: its first game."""
    record = next(iter(read_games(str(path), game)))
    match = open_match(record)
    lines = tuple(
        f"{_SIGNS[line.kind]} {line.text}" if line.kind in _SIGNS else line.text
        for line in _first_moves(record.lines, MOST_MOVES + 1 if plies is None else plies)
    )
    position = record.value("Position") or None
    return Opening(number, text, position, lines, format_options(game.options, match.setup.options))


def _first_moves(lines: Iterable[Line], most: int) -> Iterator[Line]:
    """The first moves with their outcomes, without expectations."""
    moves = 0
    for line in lines:
        moves += line.kind == "move"
        if moves > most:
            return
        if line.kind != "expect":
            yield line


def shuffled(openings: Sequence[Opening], seed: int) -> tuple[Opening, ...]:
    """The openings in an order that depends on the seed alone."""

    def key(opening: Opening) -> bytes:
        return blake2b(f"opening|{seed}|{opening.number}".encode(), digest_size=8).digest()

    return tuple(sorted(openings, key=key))
