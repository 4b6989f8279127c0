"""Board files (Z8): TOML read into a Board, or refused with the line and the reason."""

from __future__ import annotations

import re
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any, NoReturn

from tabletop.errors import Located, UnreadableFile, WrongUse
from tabletop.files import LARGEST_TOML, read_text
from tabletop.games.zickzack.board import SIZE_WORDS, Board, Field, Kind, board_of, is_piece_word
from tabletop.games.zickzack.hexes import Hex, is_connected, turnings
from tabletop.text import shorten
from tabletop.toml import NotToml, parse_toml


class TomlPlaces:
    """The lines of a TOML text. Tables and keys are found where they are written one to a line, else roughly."""

    def __init__(self, text: str) -> None:
        self.lines = text.splitlines()

    def line(self, table: str = "", number: int = 0, key: str = "", index: int = -1) -> int:
        """The line (from 1) of the number-th [[table]], of a key in it, or of the index-th list in the key's list.

        Without a table: of a key before all tables, or of the first table of that name.
        """
        found, section, seen = 1, "", -1
        for at, content in enumerate(self.lines, 1):
            header = re.match(r"\s*\[\[?\s*[\"']?([A-Za-z_][\w-]*)", content)
            if header:
                section = header[1]
                seen += section == table
                if section == table and seen == number:
                    found = at
                elif not table and section == key:
                    return at
                continue
            is_here = section == table and (not table or seen == number)
            if is_here and key and re.match(rf"\s*[\"']?{re.escape(key)}[\"']?\s*[=.]", content):
                return at if index < 0 else self._entry(at, index)
        return found

    def quote(self, line: int) -> str:
        """The line without spaces around it; empty behind the end."""
        return self.lines[line - 1].strip() if line <= len(self.lines) else ""

    def _entry(self, start: int, index: int) -> int:
        """The line of the index-th list within the list that begins in line `start`."""
        depth = count = 0
        for at in range(start, len(self.lines) + 1):
            for char in self.lines[at - 1].partition("#")[0]:
                if char == "[":
                    depth += 1
                    if depth == 2 and count == index:
                        return at
                    count += depth == 2
                elif char == "]":
                    depth -= 1
                    if not depth:
                        return at
        return start


SHIPPED = ("classic", "comb")
MOST_TABLES = {"field": 100, "piece": 20}
MOST_CELLS = 26
"""In one field: as many as there are letters."""
MOST_POINTS = 999
MOST_PIECES = 99
"""Of one kind, in one hand."""
FARTHEST = 999
"""The largest coordinate."""


def load_board(choice: str) -> Board:
    """The board that the option names: a shipped one, or the path of a board file."""
    if choice in SHIPPED:
        return _shipped(choice)
    path = Path(choice)
    if path.suffix.lower() != ".toml":
        raise WrongUse(f"no board {choice!r}; there are {', '.join(SHIPPED)}, or the path of a .toml file")
    return parse_board(read_text(path, "a board file", LARGEST_TOML), choice)


@cache
def _shipped(name: str) -> Board:
    text = resources.files("tabletop.games.zickzack.boards").joinpath(f"{name}.toml").read_text("utf-8")
    return parse_board(text, name)


def parse_board(text: str, source: str) -> Board:
    """Read a board file's text; `source` becomes the board's name, and is named in refusals."""
    return _Reading(text, source).board()


class _Reading:
    """One board file while it is read; keeps the text, so that a refusal can point into it."""

    def __init__(self, text: str, source: str) -> None:
        self.text = text
        self.source = source
        self.places = TomlPlaces(text)

    def board(self) -> Board:
        """The whole file as a board."""
        data = self.toml()
        for key in data:
            if key not in ("title", "field", "piece"):
                self.refuse(f"unknown key {key!r}; a board has title, field and piece", key=key)
        if not isinstance(data.get("title", ""), str):
            self.refuse("the title is a text", key="title")
        fields = tuple(self.field(entry, number) for number, entry in enumerate(self.tables(data, "field")))
        self.check_fields(fields)
        kinds = tuple(self.kind(entry, number) for number, entry in enumerate(self.tables(data, "piece")))
        self.check_kinds(kinds)
        return board_of(self.source, fields, kinds)

    def toml(self) -> dict[str, Any]:
        """The text as TOML."""
        try:
            return parse_toml(self.text)
        except NotToml as error:
            line = error.line or 1
            cause = UnreadableFile(f"this is not TOML: {error.reason}")
            raise Located(self.source, line, error.column or 1, self.places.quote(line), cause) from error

    def tables(self, data: dict[str, Any], key: str) -> list[dict[str, Any]]:
        """The entries of [[key]], at least one."""
        entries = data.get(key, [])
        if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
            self.refuse(f"{key}s are written as [[{key}]] tables", key=key)
        if not entries:
            self.refuse(f"the board has no {key}s: there is no [[{key}]]")
        if len(entries) > MOST_TABLES[key]:
            self.refuse(f"there are more than {MOST_TABLES[key]} {key}s", key, MOST_TABLES[key])
        return entries

    def field(self, entry: dict[str, Any], number: int) -> Field:
        """One [[field]]."""
        self.check_keys(entry, "field", number, ("name", "points", "cells"))
        name, points = entry["name"], entry["points"]
        if not isinstance(name, str) or not re.fullmatch(r"[a-z]{0,8}[0-9]{1,3}", name):
            reason = f"a field's name is a number, with small letters before it if wanted, not {name!r}"
            self.refuse(reason, "field", number, "name")
        if type(points) is not int or not 1 <= points <= MOST_POINTS:
            self.refuse(f"a field is worth 1 to {MOST_POINTS} points, not {points!r}", "field", number, "points")
        return Field(name, points, self.hexes(entry["cells"], "field", number, f"field {name}"))

    def kind(self, entry: dict[str, Any], number: int) -> Kind:
        """One [[piece]]."""
        self.check_keys(entry, "piece", number, ("name", "count", "cells"), ("aliases",))
        name, count, aliases = entry["name"], entry["count"], entry.get("aliases", [])
        if not isinstance(name, str) or not (is_piece_word(name) or re.fullmatch(r"[0-9]{1,2}", name)):
            self.refuse(f"a piece's name is one word, or its size, not {name!r}", "piece", number, "name")
        if not isinstance(aliases, list) or not all(isinstance(word, str) and is_piece_word(word) for word in aliases):
            self.refuse(f"the aliases of a piece are a list of words, not {aliases!r}", "piece", number, "aliases")
        if type(count) is not int or not 1 <= count <= MOST_PIECES:
            self.refuse(f"a player has 1 to {MOST_PIECES} of a piece, not {count!r}", "piece", number, "count")
        cells = self.hexes(entry["cells"], "piece", number, f"piece {name}")
        if not is_connected(cells):
            self.refuse(f"piece {name} is disconnected: its cells do not hang together", "piece", number, "cells")
        size = len(cells)
        if name.isdecimal() and name != str(size):
            self.refuse(f"a piece of {size} cells is called {size} or by a word, not {name}", "piece", number, "name")
        return Kind(name.lower(), count, turnings(cells)[0], tuple(word.lower() for word in aliases))

    def check_keys(
        self, entry: dict[str, Any], table: str, number: int, needed: tuple[str, ...], more: tuple[str, ...] = ()
    ) -> None:
        """Refuse unknown and missing keys."""
        for key in entry:
            if key not in needed + more:
                known = ", ".join(needed + more)
                self.refuse(f"unknown key {key!r}; a {table} has {known}", table, number, key)
        for key in needed:
            if key not in entry:
                self.refuse(f"this {table} has no {key}", table, number)

    def hexes(self, value: Any, table: str, number: int, what: str) -> tuple[Hex, ...]:
        """The coordinates of the key `cells`: pairs of whole numbers, none twice."""
        if not isinstance(value, list):
            self.refuse(f"the cells of {what} are a list of [q, r] pairs, not {value!r}", table, number, "cells")
        if not value:
            self.refuse(f"{what} has no cells", table, number, "cells")
        if len(value) > MOST_CELLS:
            self.refuse(f"{what} has more than {MOST_CELLS} cells", table, number, "cells", MOST_CELLS)
        cells: list[Hex] = []
        for index, pair in enumerate(value):
            if not (isinstance(pair, list) and len(pair) == 2 and all(type(part) is int for part in pair)):
                reason = f"a cell of {what} is a pair [q, r] of whole numbers, not {pair!r}"
                self.refuse(reason, table, number, "cells", index)
            cell = (pair[0], pair[1])
            if max(map(abs, cell)) > FARTHEST:
                reason = f"cell {pair} of {what} is too far out: coordinates go from -{FARTHEST} to {FARTHEST}"
                self.refuse(reason, table, number, "cells", index)
            if cell in cells:
                self.refuse(f"{what} has the cell {pair} twice", table, number, "cells", index)
            cells.append(cell)
        return tuple(cells)

    def check_fields(self, fields: tuple[Field, ...]) -> None:
        """Refuse two fields of one name, and fields that overlap."""
        names: set[str] = set()
        owners: dict[Hex, str] = {}
        for number, field in enumerate(fields):
            if field.name in names:
                self.refuse(f"there are two fields {field.name}", "field", number, "name")
            names.add(field.name)
            for index, cell in enumerate(field.cells):
                if cell in owners:
                    reason = f"fields {owners[cell]} and {field.name} overlap in cell {list(cell)}"
                    self.refuse(reason, "field", number, "cells", index)
                owners[cell] = field.name

    def check_kinds(self, kinds: tuple[Kind, ...]) -> None:
        """Refuse names and shapes that would leave open which piece is meant."""
        names: set[str] = set()
        shapes: dict[object, str] = {}
        for number, kind in enumerate(kinds):
            for name in (kind.name, *kind.aliases):
                if name in names:
                    self.refuse(f"two pieces go by the name {name}", "piece", number)
                if SIZE_WORDS.get(name, kind.size) != kind.size:
                    self.refuse(f"a piece of {kind.size} cells cannot be called {name}", "piece", number)
                names.add(name)
            if kind.shape in shapes:
                reason = f"pieces {shapes[kind.shape]} and {kind.name} have the same shape"
                self.refuse(reason, "piece", number, "cells")
            shapes[kind.shape] = kind.name

    def refuse(self, reason: str, table: str = "", number: int = 0, key: str = "", index: int = -1) -> NoReturn:
        """Raise the error that points at that table, key or cell."""
        line = self.places.line(table, number, key, index)
        raise Located(self.source, line, 1, self.places.quote(line), UnreadableFile(shorten(reason, 200)))
