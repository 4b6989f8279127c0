"""Board files (Z8): TOML read into a Board, or refused with the line and the reason.

    load_board("comb")                  # a shipped board
    load_board("my.toml")               # a file; raises UnreadableFile or Located if it is not a board
    parse_board(text, "my.toml")        # the same from text

The format is described in rules.md.
"""

from __future__ import annotations

import re
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any, NoReturn

from tabletop.errors import Located, UnreadableFile, WrongUse
from tabletop.files import LARGEST_TOML, read_text
from tabletop.games.zickzack.board import SIZE_WORDS, Board, Field, PieceType, is_piece_name, make_board
from tabletop.games.zickzack.hexes import Hex, Shape, is_connected, orientations
from tabletop.text import counted, join_words, shorten
from tabletop.toml import NotToml, parse_toml

SHIPPED_BOARDS = ("classic", "comb")
MAX_TABLES = {"field": 100, "piece": 20}
MAX_CELLS = 26
"""In one field: one for each letter."""
MAX_POINTS = 999
MAX_COUNT = 99
"""Pieces of one type in a hand."""
MAX_COORDINATE = 999


def load_board(choice: str) -> Board:
    """The board that the option `board` chooses: a shipped one by its name, or a board file by its path."""
    if choice in SHIPPED_BOARDS:
        return _load_shipped(choice)
    path = Path(choice)
    if path.suffix.lower() != ".toml":
        raise WrongUse(
            f"there is no board {choice!r}; choose {' or '.join(SHIPPED_BOARDS)}, or give the path of a .toml file"
        )
    return parse_board(read_text(path, "a board file", LARGEST_TOML), choice)


@cache
def _load_shipped(name: str) -> Board:
    text = resources.files("tabletop.games.zickzack.boards").joinpath(f"{name}.toml").read_text("utf-8")
    return parse_board(text, name)


def parse_board(text: str, source: str) -> Board:
    """Read the text of a board file; `source` becomes the board's name, and error messages name it."""
    return _BoardReader(text, source).board()


class _BoardReader:
    """Reads one board file; keeps the text so that errors can point into it."""

    def __init__(self, text: str, source: str) -> None:
        self.text = text
        self.source = source
        self.lines = _TomlLines(text)

    def board(self) -> Board:
        """The whole file as a board."""
        data = self.toml()
        for key in data:
            if key not in ("title", "field", "piece"):
                self.refuse(f"unknown key {key!r}; the keys of a board are title, field and piece", key=key)
        if not isinstance(data.get("title", ""), str):
            self.refuse("the title must be a string", key="title")
        fields = tuple(self.field(entry, number) for number, entry in enumerate(self.tables(data, "field")))
        self.check_fields(fields)
        piece_types = tuple(self.piece_type(entry, number) for number, entry in enumerate(self.tables(data, "piece")))
        self.check_piece_types(piece_types)
        return make_board(self.source, fields, piece_types)

    def toml(self) -> dict[str, Any]:
        """The text as TOML."""
        try:
            return parse_toml(self.text)
        except NotToml as error:
            line_number = error.line or 1
            cause = UnreadableFile(f"this is not valid TOML: {error.reason}")
            raise Located(self.source, line_number, error.column or 1, self.lines.text(line_number), cause) from error

    def tables(self, data: dict[str, Any], key: str) -> list[dict[str, Any]]:
        """The entries of [[key]], at least one."""
        entries = data.get(key, [])
        if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
            self.refuse(f"{key}s must be written as [[{key}]] tables", key=key)
        if not entries:
            self.refuse(f"the board has no {key}s: there is no [[{key}]]")
        if len(entries) > MAX_TABLES[key]:
            self.refuse(f"a board has at most {MAX_TABLES[key]} {key}s", key, MAX_TABLES[key])
        return entries

    def field(self, entry: dict[str, Any], number: int) -> Field:
        """One [[field]]."""
        self.check_keys(entry, "field", number, ("name", "points", "cells"))
        name, points = entry["name"], entry["points"]
        if not isinstance(name, str) or not re.fullmatch(r"[a-z]{0,8}[0-9]{1,3}", name):
            reason = f"a field's name must be a number, with lower-case letters before it if you like, not {name!r}"
            self.refuse(reason, "field", number, "name")
        if type(points) is not int or not 1 <= points <= MAX_POINTS:
            self.refuse(f"a field must be worth 1 to {MAX_POINTS} points, not {points!r}", "field", number, "points")
        return Field(name, points, self.hexes(entry["cells"], "field", number, f"field {name}"))

    def piece_type(self, entry: dict[str, Any], number: int) -> PieceType:
        """One [[piece]]."""
        self.check_keys(entry, "piece", number, ("name", "count", "cells"), ("aliases",))
        name, count, aliases = entry["name"], entry["count"], entry.get("aliases", [])
        if not isinstance(name, str) or not (is_piece_name(name) or re.fullmatch(r"[0-9]{1,2}", name)):
            self.refuse(f"a piece's name must be one word or its size, not {name!r}", "piece", number, "name")
        if not isinstance(aliases, list) or not all(isinstance(word, str) and is_piece_name(word) for word in aliases):
            self.refuse(f"the aliases of a piece must be a list of words, not {aliases!r}", "piece", number, "aliases")
        if type(count) is not int or not 1 <= count <= MAX_COUNT:
            self.refuse(f"the count of a piece must be 1 to {MAX_COUNT}, not {count!r}", "piece", number, "count")
        cells = self.hexes(entry["cells"], "piece", number, f"piece {name}")
        if not is_connected(cells):
            self.refuse(f"the cells of piece {name} are not connected", "piece", number, "cells")
        size = len(cells)
        if name.isdecimal() and name != str(size):
            self.refuse(
                f"a piece of {counted(size, 'cell')} must be called {size} or by a word, not {name}",
                "piece",
                number,
                "name",
            )
        return PieceType(name.lower(), count, orientations(cells)[0], tuple(word.lower() for word in aliases))

    def check_keys(
        self, entry: dict[str, Any], table: str, number: int, required: tuple[str, ...], optional: tuple[str, ...] = ()
    ) -> None:
        """Refuse unknown and missing keys."""
        known = required + optional
        for key in entry:
            if key not in known:
                self.refuse(f"unknown key {key!r}; the keys of a {table} are {join_words(known)}", table, number, key)
        for key in required:
            if key not in entry:
                self.refuse(f"this {table} needs the key {key!r}", table, number)

    def hexes(self, value: Any, table: str, number: int, subject: str) -> tuple[Hex, ...]:
        """The coordinates under the key `cells`: pairs of whole numbers, none twice."""
        if not isinstance(value, list):
            self.refuse(f"the cells of {subject} must be a list of [q, r] pairs, not {value!r}", table, number, "cells")
        if not value:
            self.refuse(f"{subject} has no cells", table, number, "cells")
        if len(value) > MAX_CELLS:
            self.refuse(f"{subject} has too many cells; the most is {MAX_CELLS}", table, number, "cells", MAX_CELLS)
        cells: list[Hex] = []
        for index, pair in enumerate(value):
            if not (isinstance(pair, list) and len(pair) == 2 and all(type(part) is int for part in pair)):
                reason = f"a cell of {subject} must be a pair [q, r] of whole numbers, not {pair!r}"
                self.refuse(reason, table, number, "cells", index)
            cell = (pair[0], pair[1])
            if max(map(abs, cell)) > MAX_COORDINATE:
                reason = f"cell {pair} of {subject}: coordinates must be -{MAX_COORDINATE} to {MAX_COORDINATE}"
                self.refuse(reason, table, number, "cells", index)
            if cell in cells:
                self.refuse(f"{subject} has the cell {pair} twice", table, number, "cells", index)
            cells.append(cell)
        return tuple(cells)

    def check_fields(self, fields: tuple[Field, ...]) -> None:
        """Refuse fields that share a name or overlap."""
        names: set[str] = set()
        field_at: dict[Hex, str] = {}
        for number, field in enumerate(fields):
            if field.name in names:
                self.refuse(f"two fields are called {field.name}", "field", number, "name")
            names.add(field.name)
            for index, cell in enumerate(field.cells):
                if cell in field_at:
                    reason = f"fields {field_at[cell]} and {field.name} overlap at cell {list(cell)}"
                    self.refuse(reason, "field", number, "cells", index)
                field_at[cell] = field.name

    def check_piece_types(self, piece_types: tuple[PieceType, ...]) -> None:
        """Refuse names and shapes that would make a move ambiguous."""
        names: set[str] = set()
        name_of_shape: dict[Shape, str] = {}
        for number, piece_type in enumerate(piece_types):
            size, shape = piece_type.size, piece_type.shape
            for name in (piece_type.name, *piece_type.aliases):
                if name in names:
                    self.refuse(f"two pieces are called {name}", "piece", number)
                if SIZE_WORDS.get(name, size) != size:
                    self.refuse(f"a piece of {counted(size, 'cell')} cannot be called {name}", "piece", number)
                names.add(name)
            if shape in name_of_shape:
                reason = f"pieces {name_of_shape[shape]} and {piece_type.name} have the same shape"
                self.refuse(reason, "piece", number, "cells")
            name_of_shape[shape] = piece_type.name

    def refuse(self, reason: str, table: str = "", number: int = 0, key: str = "", index: int = -1) -> NoReturn:
        """Raise Located for that table, key or cell; arguments as in _TomlLines.find."""
        line_number = self.lines.find(table, number, key, index)
        raise Located(self.source, line_number, 1, self.lines.text(line_number), UnreadableFile(shorten(reason, 200)))


class _TomlLines:
    """Finds the lines of the tables and keys in a TOML text.

    Exact if each header and each key has a line of its own, as people write TOML; otherwise
    it finds a line nearby.
    """

    def __init__(self, text: str) -> None:
        self.lines = text.splitlines()

    def find(self, table: str = "", number: int = 0, key: str = "", index: int = -1) -> int:
        """The line (from 1) of a [[table]], of a key in it, or of a list in the key's list.

        `number` says which table of that name, `index` which list, both from 0. Without a table: the line
        of a key before all tables, or of the first table called like the key.
        """
        nearest, section, headers_seen = 1, "", -1
        for line_number, line in enumerate(self.lines, 1):
            header = re.match(r"\s*\[\[?\s*[\"']?([A-Za-z_][\w-]*)", line)
            if header:
                section = header[1]
                headers_seen += section == table
                if section == table and headers_seen == number:
                    nearest = line_number
                elif not table and section == key:
                    return line_number
                continue
            is_in_table = section == table and (not table or headers_seen == number)
            if is_in_table and key and re.match(rf"\s*[\"']?{re.escape(key)}[\"']?\s*[=.]", line):
                return line_number if index < 0 else self._find_list(line_number, index)
        return nearest

    def text(self, line_number: int) -> str:
        """The line, stripped; empty after the last line."""
        return self.lines[line_number - 1].strip() if line_number <= len(self.lines) else ""

    def _find_list(self, start: int, index: int) -> int:
        """The line of the index-th list within the list that begins in line `start`."""
        depth = count = 0
        for line_number in range(start, len(self.lines) + 1):
            for char in self.lines[line_number - 1].partition("#")[0]:
                if char == "[":
                    depth += 1
                    if depth == 2 and count == index:
                        return line_number
                    count += depth == 2
                elif char == "]":
                    depth -= 1
                    if not depth:
                        return line_number
        return start
