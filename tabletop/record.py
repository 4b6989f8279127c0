"""Move files: their syntax alone; what a line means to a game is `replay`'s business.

for record in parse_records(text, "game.moves"):
    record.value("Game"), [line.text for line in record.lines]
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from tabletop.errors import Located, TabletopError, UnreadableFile

LONGEST_LINE = 5_000
_LINE_END = re.compile(r"\r\n|\n|\r")
_HEADER = re.compile(r"([A-Za-z][A-Za-z0-9_-]*):(?:\s+|$)(.*)")
_TIGHT_HEADER = re.compile(r"([A-Za-z][A-Za-z0-9_-]*):(\S.*)")
_NUMBER = re.compile(r"\d+\.(?!\d)\s*")
_EXPECT = re.compile(r"expect(?:\s+|$)", re.IGNORECASE)
GAME_HEADERS = ("Game", "Players", "Options", "Seed", "Model", "Skill", "First", "Position", "Resigned", "Forfeit")
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


@dataclass(frozen=True)
class Record:
    """One game of a move file."""

    headers: tuple[Header, ...]
    lines: tuple[Line, ...]
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
        return any(line.kind in ARROWS.values() for line in self.lines)

    def error_at(self, line: int, column: int, raw: str, cause: TabletopError) -> Located:
        """The error with its place in this file."""
        return Located(self.source, line, column, raw, cause)


def parse_records(text: str, source: str = "-", game: str | None = None) -> Iterator[Record]:
    """The games of a move file, in order. `game` is filled in where a file does not name one.

    A mistake in the syntax raises Located at once, before the game it stands in is yielded.
    """
    headers: list[Header] = []
    lines: list[Line] = []
    game_start = (1, 1, "")

    def error(number: int, column: int, raw: str, reason: str) -> Located:
        return Located(source, number, column, raw, UnreadableFile(reason))

    def has(key: str) -> bool:
        return any(header.key.lower() == key.lower() for header in headers)

    def finish() -> Record:
        if not has("Game"):
            if game is None:
                raise error(*game_start, "a move file begins with `Game: NAME`")
            headers.insert(0, Header("Game", game))
        return Record(tuple(headers), tuple(lines), source)

    for number, raw in enumerate(_LINE_END.split(text), 1):
        content = raw.partition("#")[0].rstrip(" \t")
        if len(content) > LONGEST_LINE:
            raise error(number, LONGEST_LINE + 1, raw, "this line is too long for a move file")
        odd = next((i for i, char in enumerate(content) if not char.isprintable() and char != "\t"), None)
        if odd is not None:
            reason = f"an odd character, {_character_name(content[odd])}; move files are plain text"
            raise error(number, odd + 1, raw, reason)
        stripped = content.lstrip()
        if not stripped:
            continue
        column = len(content) - len(stripped) + 1
        header_text = _HEADER.fullmatch(stripped)
        if header_text and header_text[1].lower() == "game" and (lines or has("Game")):
            yield finish()
            headers, lines = [], []
        if not headers and not lines:
            game_start = (number, column, raw)
        if header_text:
            if lines:
                misplaced = f"the header {header_text[1]} stands behind moves"
                raise error(number, column, raw, f"{misplaced}; headers come first, moves have no name before them")
            if has(header_text[1]):
                raise error(number, column, raw, f"the header {header_text[1]} is given twice")
            headers.append(Header(header_text[1], header_text[2].strip(), number, column + header_text.start(2)))
            continue
        unspaced = _TIGHT_HEADER.fullmatch(stripped)
        if unspaced and not lines:
            raise error(number, column, raw, f"a header has a space behind its colon: `{unspaced[1]}: {unspaced[2]}`")
        lines.append(_parse_line(stripped, number, column, raw))
    if headers or lines:
        yield finish()
    else:
        raise error(1, 1, "", "there is no game in this file; one begins with `Game: NAME`")


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
