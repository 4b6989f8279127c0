"""Dexterity models as data: TOML files whose tables and keys a game declares.

A game declares a ModelLibrary: the schema of its model files, where its presets lie, and
which names are not files (`referee`: every outcome is stated by people).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import pairwise
from pathlib import Path
from typing import Any, Literal

from tabletop.errors import Located, UnreadableFile, UnreadableModel
from tabletop.files import LARGEST_TOML, read_text
from tabletop.toml import NotToml, parse_toml

REFEREE = "referee"
"""The model of games at a real table: nothing is simulated, every outcome is stated."""
LARGEST_NUMBER = 1e9
SMALLEST_NUMBER = 1e-9
"""Of those that must be above 0: nothing that is reckoned with such numbers runs out of range."""


@dataclass(frozen=True)
class Entry:
    """What a key of a model file may hold.

    kind: probability (0..1), positive (> 0), number (finite), integer, or text.
    `length` asks for a list of exactly that many, `rising` for one whose values rise.
    """

    kind: Literal["probability", "positive", "number", "integer", "text"]
    help: str = ""
    length: int = 0
    rising: bool = False

    def problem(self, value: Any) -> str | None:
        """Why the value does not fit, or None."""
        if not self.length:
            return self._problem_of_one(value)
        if not isinstance(value, list) or len(value) != self.length:
            return f"must be a list of {self.length} values"
        problem = next((problem for one in value if (problem := self._problem_of_one(one))), None)
        if problem is None and self.rising and any(low >= high for low, high in pairwise(value)):
            return "must be a list of rising values"
        return problem

    def _problem_of_one(self, value: Any) -> str | None:
        if self.kind == "text":
            return None if isinstance(value, str) else "must be a text"
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            return f"must be a number, not {value!r}"
        if self.kind == "integer":
            return None if isinstance(value, int) else f"must be a whole number, not {value!r}"
        if not abs(value) < LARGEST_NUMBER:
            return f"must be a finite number below {LARGEST_NUMBER:g}, not {value!r}"
        if self.kind == "probability" and not 0 <= value <= 1:
            return f"is a probability and must be from 0 to 1, not {value!r}"
        if self.kind == "positive" and not value > 0:
            return f"must be above 0, not {value!r}"
        if self.kind == "positive" and value < SMALLEST_NUMBER:
            return f"must be at least {SMALLEST_NUMBER:g}, not {value!r}"
        return None


Schema = Mapping[str, Mapping[str, Entry]]
"""Entries by table and key; a model file has exactly these tables and keys."""


@dataclass(frozen=True)
class Model:
    """A checked model. `model["slip"]["loose"]` is a value; `text` is the file as written."""

    name: str
    tables: Mapping[str, Mapping[str, Any]] = field(hash=False)
    text: str = field(default="", repr=False)
    error: str = field(default="", repr=False)
    """Why the model of that name cannot be read: another stands in for it, and nothing may be rolled with it."""

    def __getitem__(self, table: str) -> Mapping[str, Any]:
        return self.tables[table]


@dataclass(frozen=True)
class ModelLibrary:
    """How a game's models are found and checked.

    `specials` are names without a file, with a one-line description each; their tables are empty.
    """

    schema: Schema = field(hash=False)
    presets: Path
    default: str
    specials: Mapping[str, str] = field(default_factory=dict, hash=False)

    def names(self) -> list[str]:
        """All names that `load` knows: the default, the other presets, then the specials."""
        files = sorted(path.stem for path in self.presets.glob("*.toml"))
        return [self.default, *(name for name in files if name != self.default), *self.specials]

    def describe(self, name: str) -> str:
        """A line about a model of that name: a special's own, or the first comment of a preset."""
        if name in self.specials:
            return self.specials[name]
        first = (self.presets / f"{name}.toml").read_text("utf-8").partition("\n")[0]
        return first.removeprefix("#").strip()

    def load(self, name: str) -> Model:
        """The model of that name, or in the file of that path; raises UnreadableModel."""
        if name in self.specials:
            return Model(name, {})
        if name in self.names():
            return self.parse((self.presets / f"{name}.toml").read_text("utf-8"), name)
        path = Path(name)
        if path.suffix != ".toml" and not path.exists():
            raise UnreadableModel(name, "", f"no such model; there are {', '.join(self.names())}, or a .toml file")
        try:
            text = read_text(path, "a model", LARGEST_TOML)
        except UnreadableFile as error:
            raise UnreadableModel(name, "", error.reason) from error
        except Located as error:
            raise UnreadableModel(name, "", f"{error.cause} (line {error.line}, column {error.column})") from error
        return self.parse(text, name)

    def stand_in(self, name: str, error: str) -> Model:
        """The default's tables under the name of a model that cannot be read, for a record that needs no roll."""
        return replace(self.load(self.default), name=name, text="", error=error)

    def parse(self, text: str, name: str) -> Model:
        """A model from the text of its file; raises UnreadableModel with the key and the reason."""
        try:
            tables = parse_toml(text)
        except NotToml as error:
            raise UnreadableModel(name, "", f"is no TOML: {error}") from error
        for table, entries in tables.items():
            if table not in self.schema:
                raise UnreadableModel(name, table, f"unknown; a model has the tables {', '.join(self.schema)}")
            if not isinstance(entries, dict):
                raise UnreadableModel(name, table, "must be a table")
            for key in entries:
                if key not in self.schema[table]:
                    known = ", ".join(self.schema[table])
                    raise UnreadableModel(name, f"{table}.{key}", f"unknown; this table has {known}")
        for table, wanted in self.schema.items():
            for key, entry in wanted.items():
                if table not in tables:
                    raise UnreadableModel(name, table, "this table is missing")
                if key not in tables[table]:
                    raise UnreadableModel(name, f"{table}.{key}", "missing")
                problem = entry.problem(tables[table][key])
                if problem:
                    raise UnreadableModel(name, f"{table}.{key}", problem)
        return Model(name, tables, text)
