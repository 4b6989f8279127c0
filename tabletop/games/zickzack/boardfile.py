"""Board files (Z8): TOML read into a Board, or refused with the line and the reason.

    title = "anything"              may be left out
    [[field]]
    name = "7"                      letters, if any, then a number
    points = 7
    cells = [[0, 0], [1, 0]]        axial hex coordinates, lettered a, b, c in this order
    [[piece]]
    name = "bend"                   a word; or, where there is only one piece of its size, that size
    aliases = ["Knick"]             may be left out
    count = 1
    cells = [[0, 0], [1, 0], [2, -1]]
"""

from __future__ import annotations

import re
import tomllib
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any, NoReturn

from tabletop.errors import Located, UnreadableFile, WrongUse
from tabletop.games.zickzack.board import Board, Field, Kind, board_of
from tabletop.games.zickzack.hexes import Hex, is_connected, turnings
from tabletop.games.zickzack.words import SIZE_WORDS, is_piece_word

SHIPPED = ("classic", "comb")
LARGEST_FILE = 1_000_000
MOST_FIELDS = 100
MOST_CELLS = 26
"""In one field: as many as there are letters."""
MOST_PIECES = 99
"""Of one kind, and kinds."""
FARTHEST = 999
"""The largest coordinate."""


def load_board(choice: str) -> Board:
    """The board that the option names: a shipped one, or the path of a board file."""
    if choice in SHIPPED:
        return _shipped(choice)
    path = Path(choice)
    if path.suffix.lower() != ".toml":
        raise WrongUse(f"no board {choice!r}; there are {', '.join(SHIPPED)}, or the path of a .toml file")
    try:
        with path.open("rb") as file:
            raw = file.read(LARGEST_FILE + 1)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise UnreadableFile(f"{choice}: the board file cannot be read: {reason}") from error
    if len(raw) > LARGEST_FILE:
        raise UnreadableFile(f"{choice}: larger than any board file")
    try:
        return parse_board(raw.decode("utf-8"), choice)
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise Located(choice, line, 1, "", UnreadableFile("the board file is not UTF-8 text")) from error


@cache
def _shipped(name: str) -> Board:
    text = resources.files("tabletop.games.zickzack.boards").joinpath(f"{name}.toml").read_text("utf-8")
    return parse_board(text, name)


def parse_board(text: str, source: str) -> Board:
    """Read a board file's text; `source` is the board's name, and named in refusals."""
    return _Reading(text, source).board()


class _Reading:
    """One board file while it is read: knows the text, so that a refusal can point into it."""

    def __init__(self, text: str, source: str) -> None:
        self.text = text
        self.source = source
        self.lines = text.splitlines()

    def board(self) -> Board:
        try:
            data = tomllib.loads(self.text)
        except (tomllib.TOMLDecodeError, RecursionError) as error:
            found = re.search(r"\(at line (\d+), column (\d+)\)", str(error))
            line, column = (int(found[1]), int(found[2])) if found else (max(1, len(self.lines)), 1)
            reason = re.sub(r" ?\(at .*\)$", "", str(error))
            self.refuse_at(line, column, f"not TOML: {reason[:1].lower()}{reason[1:]}", error)
        for key in data:
            if key not in ("title", "field", "piece"):
                self.refuse(self.find("", 0, key), f"unknown key {key!r}; a board has title, field and piece")
        if not isinstance(data.get("title", ""), str):
            self.refuse(self.find("", 0, "title"), "the title must be a text")
        fields = tuple(self.field(entry, number) for number, entry in enumerate(self.tables(data, "field", MOST_FIELDS)))
        self.check_fields(fields)
        kinds = tuple(self.kind(entry, number) for number, entry in enumerate(self.tables(data, "piece", MOST_PIECES)))
        self.check_kinds(kinds)
        return board_of(self.source, fields, kinds)

    def tables(self, data: dict[str, Any], key: str, most: int) -> list[dict[str, Any]]:
        entries = data.get(key, [])
        if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
            self.refuse(self.find("", 0, key), f"{key}s are written as [[{key}]] tables")
        if not entries:
            self.refuse(1, f"the board has no {key}s: there is no [[{key}]]")
        if len(entries) > most:
            self.refuse(self.find(key, most), f"more than {most} {key}s")
        return entries

    def field(self, entry: dict[str, Any], number: int) -> Field:
        self.check_keys(entry, "field", number, ("name", "points", "cells"))
        name = entry["name"]
        if not isinstance(name, str) or not re.fullmatch(r"[a-z]{0,8}[0-9]{1,3}", name):
            self.refuse(
                self.find("field", number, "name"),
                f"a field's name is a number, with small letters before it if you like, not {name!r}",
            )
        points = entry["points"]
        if type(points) is not int or not 1 <= points <= 999:
            self.refuse(self.find("field", number, "points"), f"a field is worth 1 to 999 points, not {points!r}")
        cells = self.hexes(entry["cells"], "field", number, f"field {name}")
        if len(cells) > MOST_CELLS:
            self.refuse(self.find("field", number, "cells", MOST_CELLS), f"field {name} has more than {MOST_CELLS} cells")
        return Field(name, points, cells)

    def kind(self, entry: dict[str, Any], number: int) -> Kind:
        self.check_keys(entry, "piece", number, ("name", "count", "cells"), ("aliases",))
        name = entry["name"]
        if not isinstance(name, str) or not (is_piece_word(name) or name.isdecimal()):
            self.refuse(self.find("piece", number, "name"), f"a piece's name is one word, not {name!r}")
        aliases = entry.get("aliases", [])
        if not isinstance(aliases, list) or not all(isinstance(word, str) and is_piece_word(word) for word in aliases):
            self.refuse(self.find("piece", number, "aliases"), "aliases is a list of words")
        count = entry["count"]
        if type(count) is not int or not 1 <= count <= MOST_PIECES:
            self.refuse(self.find("piece", number, "count"), f"each player has 1 to {MOST_PIECES} of a piece, not {count!r}")
        cells = self.hexes(entry["cells"], "piece", number, f"piece {name}")
        if len(cells) > MOST_CELLS:
            self.refuse(self.find("piece", number, "cells"), f"piece {name} is larger than any field")
        if not is_connected(cells):
            self.refuse(self.find("piece", number, "cells"), f"piece {name} is disconnected: its cells do not hang together")
        if name.isdecimal() and name != str(len(cells)):
            self.refuse(
                self.find("piece", number, "name"),
                f"a piece that is called by a number is called by its size, {len(cells)}, not {name}",
            )
        return Kind(name.lower(), count, turnings(cells)[0], tuple(word.lower() for word in aliases))

    def check_keys(
        self, entry: dict[str, Any], table: str, number: int, needed: tuple[str, ...], more: tuple[str, ...] = ()
    ) -> None:
        for key in entry:
            if key not in needed + more:
                known = ", ".join(needed + more)
                self.refuse(self.find(table, number, key), f"unknown key {key!r}; a {table} has {known}")
        for key in needed:
            if key not in entry:
                self.refuse(self.find(table, number), f"this {table} has no {key}")

    def hexes(self, value: Any, table: str, number: int, what: str) -> tuple[Hex, ...]:
        """The coordinates, each a pair of whole numbers and none twice."""
        if not isinstance(value, list):
            self.refuse(self.find(table, number, "cells"), f"the cells of {what} are a list of [q, r] pairs")
        if not value:
            self.refuse(self.find(table, number, "cells"), f"{what} has no cells")
        seen: set[Hex] = set()
        for index, pair in enumerate(value):
            line = self.find(table, number, "cells", index)
            if not (isinstance(pair, list) and len(pair) == 2 and all(type(part) is int for part in pair)):
                self.refuse(line, f"a cell of {what} is a pair [q, r] of whole numbers, not {pair!r}")
            if max(abs(pair[0]), abs(pair[1])) > FARTHEST:
                self.refuse(line, f"cell {pair} of {what} is too far out: coordinates go from -{FARTHEST} to {FARTHEST}")
            if (pair[0], pair[1]) in seen:
                self.refuse(line, f"{what} has the cell {pair} twice")
            seen.add((pair[0], pair[1]))
        return tuple((q, r) for q, r in value)

    def check_fields(self, fields: tuple[Field, ...]) -> None:
        names: set[str] = set()
        owners: dict[Hex, str] = {}
        for number, field in enumerate(fields):
            if field.name in names:
                self.refuse(self.find("field", number, "name"), f"there are two fields {field.name}")
            names.add(field.name)
            for index, cell in enumerate(field.cells):
                if cell in owners:
                    self.refuse(
                        self.find("field", number, "cells", index),
                        f"fields {owners[cell]} and {field.name} overlap in cell {list(cell)}",
                    )
                owners[cell] = field.name

    def check_kinds(self, kinds: tuple[Kind, ...]) -> None:
        words: set[str] = set()
        shapes: dict[object, str] = {}
        for number, kind in enumerate(kinds):
            for word in (kind.name, *kind.aliases):
                if word in words:
                    self.refuse(self.find("piece", number), f"two pieces go by the name {word}")
                words.add(word)
            if SIZE_WORDS.get(kind.name, kind.size) != kind.size:
                self.refuse(self.find("piece", number, "name"), f"a piece of {kind.size} cells cannot be called {kind.name}")
            if kind.shape in shapes:
                self.refuse(
                    self.find("piece", number, "cells"), f"pieces {shapes[kind.shape]} and {kind.name} have the same shape"
                )
            shapes[kind.shape] = kind.name

    def find(self, table: str, number: int, key: str = "", index: int = -1) -> int:
        """The line of the number-th table of that name, of a key in it, or of a pair in the key's list.

        Tables and keys written in other ways than one per line are found only roughly.
        """
        line, section, seen = 1, "", -1
        for at, content in enumerate(self.lines, 1):
            header = re.match(r"\s*\[\[?\s*[\"']?(\w+)", content)
            if header and not re.match(r"\s*\[\s*-?\d", content):
                section = header[1]
                if section == table:
                    seen += 1
                    if seen == number:
                        line = at
                continue
            here = section == table and (not table or seen == number)
            if here and key and re.match(rf"\s*[\"']?{re.escape(key)}[\"']?\s*[=.]", content):
                return at if index < 0 else self.find_pair(at, index)
        return line

    def find_pair(self, start: int, index: int) -> int:
        """The line of the index-th [q, r] of a list that begins in line `start`."""
        depth = count = 0
        for at in range(start, len(self.lines) + 1):
            for char in self.lines[at - 1].partition("#")[0]:
                if char == "[":
                    depth += 1
                    if depth == 2:
                        if count == index:
                            return at
                        count += 1
                elif char == "]":
                    depth -= 1
                    if not depth:
                        return at
        return start

    def refuse(self, line: int, reason: str) -> NoReturn:
        self.refuse_at(line, 1, reason)

    def refuse_at(self, line: int, column: int, reason: str, cause: Exception | None = None) -> NoReturn:
        quoted = self.lines[line - 1].strip() if line <= len(self.lines) else ""
        raise Located(self.source, line, column, quoted, UnreadableFile(reason)) from cause
