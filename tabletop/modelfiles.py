"""Dexterity models: TOML files of numbers, whose tables and keys a game declares.

    schema = {"pull": {"least": Entry("probability", "a pull always has this risk")}}
    library = ModelLibrary(schema, presets=Path("presets"), default="steady")
    model = library.load("steady")      # a preset, or the path of a .toml file
    model["pull"]["least"]              # a number that fits its Entry

A file that begins with `base = "steady"` need only say what differs from that preset. A game's
library is `game.models`. The model `referee` has no file and no numbers: it is for games at a
real table, where people state every outcome.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from functools import cached_property
from hashlib import blake2b
from itertools import pairwise
from pathlib import Path
from typing import Any, Literal

from tabletop.errors import Located, UnreadableFile, UnreadableModel
from tabletop.files import LARGEST_TOML, read_text
from tabletop.text import join_choices, join_words, shorten
from tabletop.toml import NotToml, format_value, key_lines, parse_toml

REFEREE = "referee"
"""The model for games at a real table: nothing is simulated, and people state every outcome."""
BASE = "base"
"""The key at the top of a file that names the preset it changes."""
LARGEST_NUMBER = 1e9
SMALLEST_NUMBER = 1e-9
"""Of numbers that must be above 0. Computing with numbers in this range never overflows."""
MOST_FAULTS = 30
"""So many faults of a file are reported at once."""
_KIND_WORDS = {"probability": "0 to 1", "positive": "above 0", "integer": "a whole number", "text": "text"}


@dataclass(frozen=True)
class Entry:
    """What the value of a key in a model file must be.

    `kind`: a probability (0..1), a positive number, any finite number, an integer, or a string.
    `help` says what the value means, `unit` in what it is measured (mm, log-odds). With a `length`
    the value is a list of that many values, which must increase if `rising`.
    """

    kind: Literal["probability", "positive", "number", "integer", "text"]
    help: str = ""
    length: int = 0
    rising: bool = False
    unit: str = ""

    @property
    def allowed(self) -> str:
        """Unit and range in a few words, such as `mm, above 0` or `3 values, 0 to 1`; may be empty."""
        words = [f"{self.length} values" if self.length else "", self.unit, _KIND_WORDS.get(self.kind, "")]
        return ", ".join(word for word in [*words, "increasing" if self.rising else ""] if word)

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
        given = shorten(format_value(value), 40)
        if self.kind == "text":
            return None if isinstance(value, str) else f"must be a string, not {given}"
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            return f"must be a number, not {given}"
        if self.kind == "integer":
            return None if isinstance(value, int) else f"must be a whole number, not {given}"
        if not abs(value) < LARGEST_NUMBER:
            return f"must be a finite number below {LARGEST_NUMBER:g}, not {given}"
        if self.kind == "probability" and not 0 <= value <= 1:
            return f"is a probability and must be between 0 and 1, not {given}"
        if self.kind == "positive" and not value > 0:
            return f"must be above 0, not {given}"
        if self.kind == "positive" and value < SMALLEST_NUMBER:
            return f"must be at least {SMALLEST_NUMBER:g}, not {given}"
        return None


Schema = Mapping[str, Mapping[str, Entry]]
"""Entries by table and key; a model has exactly these tables and keys."""
Tables = Mapping[str, Mapping[str, Any]]
"""Values by table and key."""


@dataclass(frozen=True)
class Model:
    """A checked model; `model["slip"]["loose"]` is a value.

    `name` is the preset's name or the file's path, `text` the contents of the file, empty if there
    is none, and `base` the preset that the file changes, empty if it changes none. `error` is set if
    the file could not be read: then the tables are those of the default model, and nothing may be
    rolled with them.
    """

    name: str
    tables: Tables = field(hash=False)
    text: str = field(default="", repr=False)
    error: str = field(default="", repr=False)
    base: str = field(default="", repr=False)

    def __getitem__(self, table: str) -> Mapping[str, Any]:
        return self.tables[table]

    @cached_property
    def fingerprint(self) -> str:
        """A short hash of all numbers, however they are written; empty if there are none, or they are not known."""
        if self.error or not self.tables:
            return ""
        values = sorted((f"{table}.{key}", value) for table, keys in self.tables.items() for key, value in keys.items())
        text = "\n".join(f"{name}={format_value(_with_floats(value))}" for name, value in values)
        return blake2b(text.encode(), digest_size=4).hexdigest()


def _with_floats(value: Any) -> Any:
    """The value with 1 as 1.0, which means the same to a model."""
    if isinstance(value, list):
        return [_with_floats(item) for item in value]
    return value + 0.0 if isinstance(value, int | float) else value


@dataclass(frozen=True)
class ModelLibrary:
    """The models of a game: its presets, and the schema that users' own files must follow.

    `schema` says which tables and keys a file has, `presets` is the folder of the files that
    ship, `default` the name of one of them. `specials` are names without a file, such as
    `referee`, each with a line of description; their models have no tables. `former` are tables and
    keys that earlier versions had, each with what to write today. `incoherences` finds values that are
    allowed but unlikely: pairs of a key (`pull.best`) and what is odd about it.
    """

    schema: Schema = field(hash=False)
    presets: Path
    default: str
    specials: Mapping[str, str] = field(default_factory=dict, hash=False)
    former: Mapping[str, str] = field(default_factory=dict, hash=False)
    incoherences: Callable[[Model], Iterable[tuple[str, str]]] = field(default=lambda model: (), hash=False)

    def names(self) -> list[str]:
        """All names that `load` takes: the default, the other presets, then the specials."""
        return [*self.preset_names(), *self.specials]

    def preset_names(self) -> list[str]:
        """The names of the files that ship, the default first."""
        files = sorted(path.stem for path in self.presets.glob("*.toml"))
        return [self.default, *(name for name in files if name != self.default)]

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
        if name in self.preset_names():
            return self.parse((self.presets / f"{name}.toml").read_text("utf-8"), name)
        path = Path(name)
        if path.suffix != ".toml" and not path.exists():
            near = get_close_matches(name.lower(), self.names(), 1)
            if near:
                raise UnreadableModel(name, "", f"no such model; did you mean `{near[0]}`?")
            raise UnreadableModel(name, "", f"no such model; choose {', '.join(self.names())}, or a .toml file")
        return self.read(name)

    def read(self, path: str) -> Model:
        """The model of a file, or of standard input for `-`; raises UnreadableModel."""
        try:
            text = read_text(path, "a model", LARGEST_TOML)
        except UnreadableFile as error:
            raise UnreadableModel(path, "", error.reason) from error
        except Located as error:
            raise UnreadableModel(path, "", f"{error.cause} (column {error.column})", error.line) from error
        return self.parse(text, path)

    def stand_in(self, name: str, error: str) -> Model:
        """A model in place of one that cannot be read, so that a record that needs no rolls can be replayed."""
        return replace(self.load(self.default), name=name, text="", error=error)

    def parse(self, text: str, name: str) -> Model:
        """A model from the text of its file; raises UnreadableModel with all that is wrong with it."""
        try:
            written = parse_toml(text)
        except NotToml as error:
            reason = f"{error.reason} (column {error.column})" if error.column else error.reason
            raise UnreadableModel(name, "", f"not valid TOML: {reason}", error.line) from error
        reader = _Reader(self, name, key_lines(text))
        base = reader.read_base(written.pop(BASE, None))
        tables = reader.read_tables(written, base)
        if reader.faults:
            first, *more = sorted(reader.faults, key=lambda fault: fault.line or math.inf)[:MOST_FAULTS]
            raise UnreadableModel(name, first.key, first.reason, first.line, tuple(more))
        return Model(name, tables, text, base=base.name if base else "")

    def warnings(self, model: Model) -> list[str]:
        """Values that are allowed in a model but unlikely, each with its place in the file."""
        lines = key_lines(model.text)
        found = []
        for key, reason in self.incoherences(model):
            line = lines.get(key, 0)
            found.append(f"{model.name}:{line}: {key}: {reason}" if line else f"{model.name}: {key}: {reason}")
        return found


class _Reader:
    """Reads the tables of one file and collects its faults."""

    def __init__(self, library: ModelLibrary, name: str, lines: Mapping[str, int]) -> None:
        self.library = library
        self.name = name
        self.lines = lines
        self.faults: list[UnreadableModel] = []
        self._meant: set[str] = set()
        """What misspelt names were probably meant to be; these are not reported as missing."""
        self._is_former = False
        """Whether the file was written for an earlier version; nothing is then reported as missing."""

    def read_base(self, base: Any) -> Model | None:
        """The preset that the file changes, if it names one."""
        presets = self.library.preset_names()
        if base is None:
            return None
        if base in presets and base != self.name:
            return self.library.load(base)
        near = get_close_matches(base, presets, 1) if isinstance(base, str) else []
        if near:
            self._fault(BASE, f"there is no preset {_shown(base)}; did you mean {format_value(near[0])}?")
        else:
            self._fault(BASE, f"must be {join_choices([*map(format_value, presets)])}, not {_shown(base)}")
        return self.library.load(self.library.default)

    def read_tables(self, written: Mapping[str, Any], base: Model | None) -> Tables:
        """All tables, those of the base where the file says nothing."""
        for table, entries in written.items():
            if table not in self.library.schema:
                self._unknown(table, "", list(self.library.schema))
            elif not isinstance(entries, dict):
                self._fault(table, f"must be a table: `[{table}]` on a line of its own")
            else:
                known = self.library.schema[table]
                for key in (key for key in entries if key not in known):
                    self._unknown(table, key, list(known))
        tables: dict[str, dict[str, Any]] = {}
        for table, required in self.library.schema.items():
            given = written.get(table, {} if base else None)
            if given is None:
                self._missing(table, "table")
            elif isinstance(given, dict):
                tables[table] = {
                    key: self._value(f"{table}.{key}", entry, given, base[table] if base else {})
                    for key, entry in required.items()
                }
        return tables

    def _value(self, name: str, entry: Entry, given: Mapping[str, Any], default: Mapping[str, Any]) -> Any:
        key = name.partition(".")[2]
        if key not in given:
            if key not in default:
                self._missing(name, "key")
            return default.get(key)
        if reason := entry.error(given[key]):
            self._fault(name, reason)
        return given[key]

    def _unknown(self, table: str, key: str, known: list[str]) -> None:
        name, what = (f"{table}.{key}", "key") if key else (table, "table")
        if len(self.faults) >= MOST_FAULTS:
            return
        if former := self.library.former.get(name):
            self._is_former = True
            self._fault(name, former)
            return
        if meant := self._nearest(table, key, known):
            self._meant.add(meant)
            self._fault(name, f"unknown {what}; did you mean `{meant}`?")
        elif key:
            self._fault(name, f"unknown key; the keys of this table are {join_words(known)}")
        else:
            self._fault(name, f"unknown table; the tables are {join_words(known)}")

    def _nearest(self, table: str, key: str, known: list[str]) -> str:
        """What an unknown table or key was probably meant to be, or an empty text."""
        elsewhere = next((other for other, keys in self.library.schema.items() if key in keys), "")
        if elsewhere:
            return f"{elsewhere}.{key}"
        near = get_close_matches(key or table, known, 1)
        return (f"{table}.{near[0]}" if key else near[0]) if near else ""

    def _missing(self, name: str, what: str) -> None:
        if name not in self._meant and not self._is_former:
            remedy = f"begin the file with `{BASE} = {format_value(self.library.default)}` to write only what differs"
            self.faults.append(UnreadableModel(self.name, name, f"this {what} is missing; {remedy}"))

    def _fault(self, name: str, reason: str) -> None:
        line = self.lines.get(name) or self.lines.get(name.partition(".")[0], 0)
        self.faults.append(UnreadableModel(self.name, shorten(name, 60), reason, line))


def _shown(value: Any) -> str:
    return shorten(format_value(value), 40)
