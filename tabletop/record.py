"""Move files: their syntax alone; what a line means to a game is `replay`'s business.

for record in parse_records(text, "game.moves"):
    record.value("Game"), [line.text for line in record.lines]
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, overload

from tabletop.errors import Located, TabletopError, UnreadableFile

LONGEST_LINE = 5_000
MOST_HEADERS = 1_000
"""Headers of one game."""
MOST_GAMES = 100_000
"""Games of one file."""
_LINE = re.compile(r"([^\r\n]*)(?:\r\n|\n|\r|\Z)")
_EMPTY_LINES = re.compile(r"(?:[ \t]*+(?:#[^\r\n]*+)?(?:\r\n|\n|\r))*+")
_OUTCOME = re.compile(r"(?:\A|[\r\n])[ \t]*+[-=]>")
_ROLLED = re.compile(r"(?:\A|[\r\n])[ \t]*+->")
_NEXT_GAME = re.compile(r"[\r\n]([ \t]*[Gg][Aa][Mm][Ee]:)(?![^ \t#\r\n])")
_HEADER = re.compile(r"([A-Za-z][A-Za-z0-9_-]*):(?:\s+|$)(.*)")
_TIGHT_HEADER = re.compile(r"([A-Za-z][A-Za-z0-9_-]*):(\S.*)")
_NUMBER = re.compile(r"\d+\.(?!\d)\s*")
_EXPECT = re.compile(r"expect(?:\s+|$)", re.IGNORECASE)
GAME_HEADERS = (
    "Game",
    "Players",
    "Options",
    "Seed",
    "Rng",
    "Model",
    "Model-Hash",
    "Skill",
    "First",
    "Position",
    "Resigned",
    "Forfeit",
)
"""What a match is made of."""
SESSION_HEADERS = ("Seats", "Think", "Nodes", "Sandbox", "Games", "Wins", "Points")
"""What a saved game says besides: who sits where, and how the series stands."""
ARENA_HEADERS = ("Bots", "Result")
"""What records of the arena say besides."""

LineKind = Literal["move", "rolled", "stated", "expect"]
ARROWS: dict[str, LineKind] = {"->": "rolled", "=>": "stated"}


@dataclass(frozen=True)
class Header:
    """`Key: value`; the key as written."""

    key: str
    value: str
    line: int = 0
    column: int = 1


@dataclass(frozen=True)
class Line:
    """A line of moves: what kind, its text without number and arrow, and where it stands."""

    kind: LineKind
    text: str
    line: int = 0
    column: int = 1
    raw: str = ""

    @property
    def comment(self) -> str:
        """What stands behind the hash, without white space around it."""
        return self.raw.partition("#")[2].strip()


@dataclass(frozen=True)
class Record:
    """One game of a move file."""

    headers: tuple[Header, ...]
    lines: Sequence[Line]
    """Read from a file, they are parsed as they are asked for, and raise Located at the first mistake."""
    source: str = "-"

    def header(self, key: str) -> Header | None:
        """The header of that key, whatever its case."""
        return next((header for header in self.headers if header.key.lower() == key.lower()), None)

    def value(self, key: str, default: str = "") -> str:
        """The value of that header, or the default."""
        header = self.header(key)
        return header.value if header else default

    @property
    def states_outcomes(self) -> bool:
        """Whether outcomes are written down, rolled or stated, as in every record that the program writes."""
        if isinstance(self.lines, _Body):
            return self.lines.matches(_OUTCOME)
        return any(line.kind in ARROWS.values() for line in self.lines)

    @property
    def has_rolled_outcomes(self) -> bool:
        """Whether rolled outcomes are written down."""
        if isinstance(self.lines, _Body):
            return self.lines.matches(_ROLLED)
        return any(line.kind == "rolled" for line in self.lines)

    def error_at(self, line: int, column: int, raw: str, cause: TabletopError) -> Located:
        """The error with its place in this file."""
        return Located(self.source, line, column, raw, cause)


def parse_records(text: str, source: str = "-", game: str | None = None) -> Iterator[Record]:
    """The games of a move file, in order. `game` is filled in where a file does not name one.

    A mistake in the headers raises Located at once, before their game is yielded; one in the moves
    does so where they are read.
    """
    start, number = 0, 1
    for _ in range(MOST_GAMES):
        record, start, number = _parse_game(text, start, number, source, game)
        yield record
        if start == len(text):
            return
    raise _error(source, number, 1, "", f"there are more than {MOST_GAMES} games in this file")


def _parse_game(text: str, start: int, number: int, source: str, game: str | None) -> tuple[Record, int, int]:
    """The game that begins at this place of the text, and place and number of the line behind it."""
    headers: dict[str, Header] = {}
    game_start: tuple[int, int, str] | None = None
    end, next_number = len(text), number
    body = _Body(text, end, end, number, source)
    for content in _contents(text, start, end, number, source):
        game_start = game_start or (content.line, content.column, content.raw)
        header = _HEADER.fullmatch(content.text)
        if header is None:
            unspaced = _TIGHT_HEADER.fullmatch(content.text)
            if unspaced:
                reason = f"a header needs a space after its colon: `{unspaced[1]}: {unspaced[2]}`"
                raise _error(source, content.line, content.column, content.raw, reason)
            next_game = _NEXT_GAME.search(text, content.start)
            end = next_game.start(1) if next_game else end
            body = _Body(text, content.start, end, content.line, source)
            next_number = content.line + _count_line_ends(text, content.start, end)
            break
        key = header[1].lower()
        if key == "game" and key in headers:
            end, next_number = content.start, content.line
            break
        if key in headers:
            reason = f"the header {header[1]} is given twice"
            raise _error(source, content.line, content.column, content.raw, reason)
        if len(headers) == MOST_HEADERS:
            reason = f"there are more than {MOST_HEADERS} headers"
            raise _error(source, content.line, content.column, content.raw, reason)
        column = content.column + header.start(2)
        headers[key] = Header(header[1], header[2].strip(), content.line, column)
    if game_start is None:
        raise _error(source, 1, 1, "", "this file has no game; a game begins with `Game: NAME`")
    if "game" not in headers:
        if game is None:
            raise _error(source, *game_start, "a move file begins with `Game: NAME`")
        headers = {"game": Header("Game", game), **headers}
    return Record(tuple(headers.values()), body, source), end, next_number


class _Content(NamedTuple):
    """A line that is not empty: its text without comment and white space, and where it is."""

    text: str
    start: int
    line: int
    column: int
    raw: str


def _contents(text: str, start: int, end: int, number: int, source: str) -> Iterator[_Content]:
    """The lines of a part of the text that are not empty; the first has this number. Raises Located."""
    while True:
        empty = _EMPTY_LINES.match(text, start, end)
        assert empty
        if empty.end() > start:
            number += _count_line_ends(text, start, empty.end())
            start = empty.end()
        if start == end:
            return
        match = _LINE.match(text, start, end)
        assert match
        raw = match[1]
        content = raw.partition("#")[0].rstrip(" \t")
        if len(content) > LONGEST_LINE:
            raise _error(source, number, LONGEST_LINE + 1, raw, "this line is too long for a move file")
        if not content.replace("\t", " ").isprintable():
            odd = next(i for i, char in enumerate(content) if not char.isprintable() and char != "\t")
            reason = f"unprintable character {_character_name(content[odd])}; move files are plain text"
            raise _error(source, number, odd + 1, raw, reason)
        stripped = content.lstrip()
        if stripped:
            yield _Content(stripped, start, number, len(content) - len(stripped) + 1, raw)
        start = match.end()
        number += 1


class _Body(Sequence[Line]):
    """The moves of a game, parsed anew whenever they are asked for."""

    def __init__(self, text: str, start: int, end: int, number: int, source: str) -> None:
        self._text = text
        self._start = start
        self._end = end
        self._number = number
        self._source = source

    def __iter__(self) -> Iterator[Line]:
        for content in _contents(self._text, self._start, self._end, self._number, self._source):
            header = _HEADER.fullmatch(content.text)
            if header:
                reason = (
                    f"the header {header[1]} is after a move; headers come first, and moves have no name before them"
                )
                raise _error(self._source, content.line, content.column, content.raw, reason)
            yield _parse_line(content.text, content.line, content.column, content.raw)

    def matches(self, pattern: re.Pattern[str]) -> bool:
        """Whether the pattern is found; much faster than parsing all lines."""
        return pattern.search(self._text, max(0, self._start - 1), self._end) is not None

    def __len__(self) -> int:
        return sum(1 for _ in self)

    @overload
    def __getitem__(self, index: int) -> Line: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[Line]: ...

    def __getitem__(self, index: int | slice) -> Line | Sequence[Line]:
        return tuple(self)[index]


def _count_line_ends(text: str, start: int, end: int) -> int:
    return text.count("\n", start, end) + text.count("\r", start, end) - text.count("\r\n", start, end)


def _error(source: str, number: int, column: int, raw: str, reason: str) -> Located:
    return Located(source, number, column, raw, UnreadableFile(reason))


def _character_name(char: str) -> str:
    """A character's code point and name."""
    return f"U+{ord(char):04X} {unicodedata.name(char, '')}".rstrip()


def _parse_line(text: str, number: int, column: int, raw: str) -> Line:
    kind = ARROWS.get(text[:2])
    if kind:
        rest = text[2:].lstrip()
        return Line(kind, rest, number, column + len(text) - len(rest), raw)
    if _EXPECT.match(text):
        return Line("expect", text, number, column, raw)
    move_number = _NUMBER.match(text)
    rest = text[move_number.end() :] if move_number else text
    return Line("move", rest, number, column + len(text) - len(rest), raw)


def format_record(headers: Iterable[Header], lines: Iterable[Line]) -> str:
    """The text of a move file with one game; parse_records reads it back."""
    arrows = {kind: f"{arrow} " for arrow, kind in ARROWS.items()}
    head = [f"{header.key}: {header.value}".rstrip() for header in headers]
    body = [arrows.get(line.kind, "") + line.text for line in lines]
    return "\n".join([*head, "", *body]) + "\n"
