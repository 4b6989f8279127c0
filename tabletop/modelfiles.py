"""Dexterity models: TOML files of numbers, whose tables and keys a game declares.

    schema = {"pull": {"least": Entry("probability", "a pull always has this risk")}}
    library = ModelLibrary(schema, presets=Path("presets"), default="steady")
    model = library.load("steady")      # a preset, or the path of a .toml file
    model["pull"]["least"]              # a number that fits its Entry

A game's library is `game.models`. The model `referee` has no file and no numbers: it is for
games at a real table, where people state every outcome.
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
"""The model for games at a real table: nothing is simulated, and people state every outcome."""
LARGEST_NUMBER = 1e9
SMALLEST_NUMBER = 1e-9
"""Of numbers that must be above 0. Computing with numbers in this range never overflows."""


@dataclass(frozen=True)
class Entry:
    """What the value of a key in a model file must be.

    `kind`: a probability (0..1), a positive number, any finite number, an integer, or a string.
    `help` says what the value means. With a `length` the value is a list of that many values,
    which must increase if `rising`.
    """

    kind: Literal["probability", "positive", "number", "integer", "text"]
    help: str = ""
    length: int = 0
    rising: bool = False

    def error(self, value: Any) -> str | None:
        """Why the value does not fit, or None if it does."""
        if not self.length:
            return self._error_of_single(value)
        if not isinstance(value, list) or len(value) != self.length:
            return f"must be a list of {self.length} values"
        error = next((error for item in value if (error := self._error_of_single(item))), None)
        if error is None and self.rising and any(low >= high for low, high in pairwise(value)):
            return "must be a list of increasing values"
        return error

    def _error_of_single(self, value: Any) -> str | None:
        if self.kind == "text":
            return None if isinstance(value, str) else "must be a string"
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            return f"must be a number, not {value!r}"
        if self.kind == "integer":
            return None if isinstance(value, int) else f"must be a whole number, not {value!r}"
        if not abs(value) < LARGEST_NUMBER:
            return f"must be a finite number below {LARGEST_NUMBER:g}, not {value!r}"
        if self.kind == "probability" and not 0 <= value <= 1:
            return f"is a probability and must be between 0 and 1, not {value!r}"
        if self.kind == "positive" and not value > 0:
            return f"must be above 0, not {value!r}"
        if self.kind == "positive" and value < SMALLEST_NUMBER:
            return f"must be at least {SMALLEST_NUMBER:g}, not {value!r}"
        return None


Schema = Mapping[str, Mapping[str, Entry]]
"""Entries by table and key; a model file has exactly these tables and keys."""


@dataclass(frozen=True)
class Model:
    """A checked model; `model["slip"]["loose"]` is a value.

    `name` is the preset's name or the file's path, `text` the contents of the file, empty if there
    is none. `error` is set if the file could not be read: then the tables are those of the
    default model, and nothing may be rolled with them.
    """

    name: str
    tables: Mapping[str, Mapping[str, Any]] = field(hash=False)
    text: str = field(default="", repr=False)
    error: str = field(default="", repr=False)

    def __getitem__(self, table: str) -> Mapping[str, Any]:
        return self.tables[table]


@dataclass(frozen=True)
class ModelLibrary:
    """The models of a game: its presets, and the schema that users' own files must follow.

    `schema` says which tables and keys a file has, `presets` is the folder of the files that
    ship, `default` the name of one of them. `specials` are names without a file, such as
    `referee`, each with a line of description; their models have no tables.
    """

    schema: Schema = field(hash=False)
    presets: Path
    default: str
    specials: Mapping[str, str] = field(default_factory=dict, hash=False)

    def names(self) -> list[str]:
        """All names that `load` takes: the default, the other presets, then the specials."""
        files = sorted(path.stem for path in self.presets.glob("*.toml"))
        return [self.default, *(name for name in files if name != self.default), *self.specials]

    def describe(self, name: str) -> str:
        """A line about a special or a preset; that of a preset is its first comment."""
        if name in self.specials:
            return self.specials[name]
        first_line = (self.presets / f"{name}.toml").read_text("utf-8").partition("\n")[0]
        return first_line.removeprefix("#").strip()

    def load(self, name: str) -> Model:
        """The model of that name, or of the file with that path; raises UnreadableModel."""
        if name in self.specials:
            return Model(name, {})
        if name in self.names():
            return self.parse((self.presets / f"{name}.toml").read_text("utf-8"), name)
        path = Path(name)
        if path.suffix != ".toml" and not path.exists():
            raise UnreadableModel(name, "", f"no such model; choose {', '.join(self.names())}, or a .toml file")
        try:
            text = read_text(path, "a model", LARGEST_TOML)
        except UnreadableFile as error:
            raise UnreadableModel(name, "", error.reason) from error
        except Located as error:
            raise UnreadableModel(name, "", f"{error.cause} (line {error.line}, column {error.column})") from error
        return self.parse(text, name)

    def stand_in(self, name: str, error: str) -> Model:
        """A model in place of one that cannot be read, so that a record that needs no rolls can be replayed."""
        return replace(self.load(self.default), name=name, text="", error=error)

    def parse(self, text: str, name: str) -> Model:
        """A model from the text of its file; raises UnreadableModel with the key and the reason."""
        try:
            tables = parse_toml(text)
        except NotToml as error:
            raise UnreadableModel(name, "", f"is not valid TOML: {error}") from error
        for table, entries in tables.items():
            if table not in self.schema:
                raise UnreadableModel(name, table, f"unknown table; the tables are {', '.join(self.schema)}")
            if not isinstance(entries, dict):
                raise UnreadableModel(name, table, "must be a table")
            for key in entries:
                if key not in self.schema[table]:
                    known = ", ".join(self.schema[table])
                    raise UnreadableModel(name, f"{table}.{key}", f"unknown key; the keys of this table are {known}")
        for table, required in self.schema.items():
            for key, entry in required.items():
                if table not in tables:
                    raise UnreadableModel(name, table, "this table is missing")
                if key not in tables[table]:
                    raise UnreadableModel(name, f"{table}.{key}", "this key is missing")
                reason = entry.error(tables[table][key])
                if reason:
                    raise UnreadableModel(name, f"{table}.{key}", reason)
        return Model(name, tables, text)
