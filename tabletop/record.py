"""Move files: their syntax and nothing else; what a line means to a game is not known here."""

from __future__ import annotations

import re
import sys
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from tabletop.errors import Located, TabletopError, UnreadableFile, quoted

LONGEST_LINE = 5_000
LARGEST_FILE = 32_000_000

_LINE_END = re.compile(r"\r\n|\n|\r")
_HEADER = re.compile(r"([A-Za-z][A-Za-z0-9_-]*):(?:\s+|$)(.*)")
_TIGHT_HEADER = re.compile(r"([A-Za-z][A-Za-z0-9_-]*):(\S.*)")
_NUMBER = re.compile(r"\d+\.(?!\d)\s*")
_EXPECT = re.compile(r"expect(?:\s+|$)", re.IGNORECASE)
_QUOTED = re.compile(r'"([^"]*)"(?:\s+(\S+))?')

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
class Expectation:
    """An `expect` line: what is expected, and its words."""

    what: str
    words: tuple[str, ...]


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
        """Whether it tells what chance or people at a table brought, as all that the program writes does."""
        return any(line.kind in ARROWS.values() for line in self.lines)

    def fault(self, line: int, column: int, raw: str, cause: TabletopError) -> Located:
        """The error with this file's name and the place."""
        return Located(self.source, line, column, raw, cause)


def read_file(path: str) -> str:
    """The text of a file, or of standard input for `-`; raises UnreadableFile, never UnicodeDecodeError."""
    try:
        if path == "-":
            data = sys.stdin.buffer.read(LARGEST_FILE + 1)
        else:
            with Path(path).open("rb") as stream:
                data = stream.read(LARGEST_FILE + 1)
    except OSError as error:
        raise UnreadableFile(f"{path}: cannot be read: {error.strerror or error}") from error
    if len(data) > LARGEST_FILE:
        raise UnreadableFile(f"{path}: this file is too large for a move file")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        lines = _LINE_END.split(error.object[: error.start].decode("utf-8"))
        cause = UnreadableFile(f"byte 0x{error.object[error.start]:02x} is not UTF-8; move files are UTF-8 text")
        raise Located(path, len(lines), len(lines[-1]) + 1, "", cause) from error


def parse_records(text: str, source: str = "-", game: str | None = None) -> Iterator[Record]:
    """The games of a move file, in order. `game` is filled in where a file does not name one.

    A fault in the syntax raises Located at once, before the game it stands in is yielded.
    """
    headers: list[Header] = []
    lines: list[Line] = []
    begin = (1, 1, "")

    def fault(number: int, column: int, raw: str, reason: str) -> Located:
        return Located(source, number, column, raw, UnreadableFile(reason))

    def has(key: str) -> bool:
        return any(header.key.lower() == key.lower() for header in headers)

    def finished() -> Record:
        if not has("Game"):
            if game is None:
                raise fault(*begin, "a move file begins with `Game: NAME`")
            headers.insert(0, Header("Game", game))
        return Record(tuple(headers), tuple(lines), source)

    for number, raw in enumerate(_LINE_END.split(text), 1):
        content = raw.partition("#")[0].rstrip(" \t")
        if len(content) > LONGEST_LINE:
            raise fault(number, LONGEST_LINE + 1, raw, "this line is too long for a move file")
        odd = next((i for i, char in enumerate(content) if not char.isprintable() and char != "\t"), None)
        if odd is not None:
            reason = f"an odd character, {_called(content[odd])}; move files are plain text"
            raise fault(number, odd + 1, raw, reason)
        stripped = content.lstrip()
        if not stripped:
            continue
        column = len(content) - len(stripped) + 1
        found = _HEADER.fullmatch(stripped)
        if found and found[1].lower() == "game" and (lines or has("Game")):
            yield finished()
            headers, lines = [], []
        if not headers and not lines:
            begin = (number, column, raw)
        if found:
            if lines:
                reason = (
                    f"the header {found[1]} stands behind moves; headers come first, moves have no name before them"
                )
                raise fault(number, column, raw, reason)
            if has(found[1]):
                raise fault(number, column, raw, f"the header {found[1]} is given twice")
            headers.append(Header(found[1], found[2].strip(), number, column + found.start(2)))
            continue
        tight = _TIGHT_HEADER.fullmatch(stripped)
        if tight and not lines:
            raise fault(number, column, raw, f"a header has a space behind its colon: `{tight[1]}: {tight[2]}`")
        lines.append(_parse_line(stripped, number, column, raw))
    if headers or lines:
        yield finished()
    else:
        raise fault(1, 1, "", "there is no game in this file; one begins with `Game: NAME`")


def _called(char: str) -> str:
    """A character's number and name."""
    return f"U+{ord(char):04X} {unicodedata.name(char, '')}".rstrip()


def _parse_line(text: str, number: int, column: int, raw: str) -> Line:
    kind = ARROWS.get(text[:2])
    if kind:
        rest = text[2:].lstrip()
        return Line(kind, rest, number, column + len(text) - len(rest), raw)
    if _EXPECT.match(text):
        return Line("expect", text, number, column, raw)
    found = _NUMBER.match(text)
    rest = text[found.end() :] if found else text
    return Line("move", rest, number, column + len(text) - len(rest), raw)


EXPECTATIONS = ("illegal", "score", "position", "over", "winner", "turn", "turns")


def parse_expectation(text: str) -> Expectation:
    """What an `expect` line says; raises UnreadableFile."""
    _, what, rest = (*text.split(None, 2), "", "")[:3]
    what = what.lower()
    if not what:
        raise UnreadableFile(f"`expect` needs more words; there is {', '.join(EXPECTATIONS)}")
    if what == "illegal":
        found = _QUOTED.fullmatch(rest)
        if not found:
            raise UnreadableFile('expected `expect illegal "MOVE"` with a rule number behind it, or none')
        return Expectation(what, (found[1], found[2]) if found[2] else (found[1],))
    if what not in EXPECTATIONS:
        raise UnreadableFile(f"cannot expect {quoted(what)}; there is {', '.join(EXPECTATIONS)}", what)
    words = (rest,) if what == "position" else tuple(rest.split())
    if (what == "over") == bool(words and words != ("",)):
        raise UnreadableFile(f"`expect {what}` {'takes nothing more' if what == 'over' else 'needs more words'}")
    if what in ("turn", "turns") and len(words) > 1:
        raise UnreadableFile(f"`expect {what}` takes one word")
    return Expectation(what, words)


def can_stand_in_header(text: str) -> bool:
    """Whether a header's value is read back as it is: a hash would begin a comment, odd characters are refused."""
    return text.isprintable() and "#" not in text


def format_record(headers: Iterable[Header], lines: Iterable[Line]) -> str:
    """The text of a move file with one game; parse_records reads it back."""
    arrows = {kind: f"{arrow} " for arrow, kind in ARROWS.items()}
    head = [f"{header.key}: {header.value}".rstrip() for header in headers]
    body = [arrows.get(line.kind, "") + line.text for line in lines]
    return "\n".join([*head, "", *body]) + "\n"
