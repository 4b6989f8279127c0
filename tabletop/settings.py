"""One's own defaults: a TOML file in the user's config directory.

Keys at the top hold for all games; a table named as a game holds for that game alone:

    name = "anna"
    level = "hard"

    [zickzack]
    options = ["board=comb"]
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from tabletop.errors import Located, UnreadableFile, WorkFailed, WrongUse
from tabletop.files import LARGEST_TOML, config_directory, read_text, write_atomically
from tabletop.games import NAMES, canonical
from tabletop.options import split_options
from tabletop.text import whole_number
from tabletop.toml import NotToml, parse_toml


@dataclass(frozen=True)
class Key:
    """A setting: what kind of value it takes and what it is for."""

    kind: Literal["text", "list", "yes/no", "number"]
    help: str
    choices: tuple[str, ...] = ()
    is_global: bool = False
    """Only at the top, not for a single game."""

    def parse(self, name: str, text: str) -> Any:
        """The value that a word of the command line says; raises WrongUse."""
        match self.kind:
            case "text":
                return self.checked(name, text)
            case "list":
                split = (word.strip(",") for word in split_options(text))
                return self.checked(name, [word for word in split if word])
            case "number":
                number = whole_number(text)
                return self.checked(name, text if number is None else number)
            case "yes/no":
                words = {"yes": True, "on": True, "true": True, "no": False, "off": False, "false": False}
                return self.checked(name, words.get(text.lower(), text))

    def checked(self, name: str, value: Any) -> Any:
        """The value, if it fits; raises WrongUse."""
        fits: bool
        match self.kind:
            case "text":
                fits = isinstance(value, str) and bool(value) and value.isprintable()
            case "list":
                fits = isinstance(value, list) and all(isinstance(word, str) and word.isprintable() for word in value)
            case "number":
                fits = isinstance(value, int) and not isinstance(value, bool) and value > 0
            case "yes/no":
                fits = isinstance(value, bool)
        if not fits:
            noun = {"text": "a text", "list": "a list of words", "number": "a whole number above 0"}.get(self.kind)
            raise WrongUse(f"{name} takes {noun or 'yes or no'}, not {value!r}")
        if self.choices and value not in self.choices:
            raise WrongUse(f"{name} is one of {', '.join(self.choices)}, not {value!r}")
        return value


KEYS: dict[str, Key] = {
    "name": Key("text", "Your name at the table."),
    "level": Key("text", "The bot you play against unless seats are given, such as medium or hard."),
    "seats": Key("list", "Who sits where, as --seat takes it: human hard."),
    "players": Key("number", "How many players."),
    "options": Key("list", "Options of the game, as --option takes them."),
    "model": Key("text", "Dexterity model: a preset or a TOML file."),
    "skills": Key("list", "Skills of the hands, as --skill takes them: 1=0.8."),
    "think": Key("text", "How long a bot may think, such as 2s."),
    "nodes": Key("number", "How many nodes a bot may search."),
    "plain": Key("yes/no", "Sentences instead of drawings.", is_global=True),
    "color": Key("text", "When to use colour.", ("auto", "always", "never"), is_global=True),
    "ascii": Key("yes/no", "Draw with ASCII alone.", is_global=True),
}


def settings_path() -> Path:
    """Where the settings file lies, or would lie."""
    return config_directory() / "config.toml"


@dataclass(frozen=True)
class Settings:
    """What the file says, checked."""

    values: Mapping[str, Any] = field(default_factory=dict)
    games: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)

    def get(self, key: str, game: str = "") -> Any:
        """The game's own value, or else the one for all games, or None."""
        own = self.games.get(game, {})
        return own[key] if key in own else self.values.get(key)

    def flat(self) -> dict[str, Any]:
        """Every value by its name, `key` or `game.key`."""
        named = {f"{game}.{key}": value for game, own in self.games.items() for key, value in own.items()}
        return {**self.values, **named}


def load_settings(path: Path | None = None) -> Settings:
    """Read the settings; none where there is no file. Raises UnreadableFile with the key and the reason."""
    path = path or settings_path()
    text = _read(path)
    return parse_settings(text, str(path)) if text else Settings()


def _tables(text: str, source: str) -> dict[str, Any]:
    try:
        return parse_toml(text)
    except NotToml as error:
        raise UnreadableFile(f"{source}: is no TOML: {error}; edit the file, or delete it") from error


def _flat_tables(text: str, source: str) -> dict[str, Any]:
    """Every value of a file by its name, whether it makes sense or not."""
    flat: dict[str, Any] = {}
    for name, value in _tables(text, source).items():
        if isinstance(value, dict):
            flat |= {f"{canonical(name) or name}.{key}": one for key, one in value.items()}
        else:
            flat[name] = value
    return flat


def parse_settings(text: str, source: str) -> Settings:
    """The settings that a file's text says; raises UnreadableFile."""
    tables = _tables(text, source)
    values: dict[str, Any] = {}
    games: dict[str, dict[str, Any]] = {}
    try:
        for name, value in tables.items():
            if isinstance(value, dict):
                game = canonical(name)
                if game is None:
                    raise WrongUse(f"no game {name!r}; there are {', '.join(entry.name for entry in NAMES)}")
                games[game] = {key: find_key(f"{name}.{key}")[1].checked(key, own) for key, own in value.items()}
            else:
                values[name] = find_key(name)[1].checked(name, value)
    except WrongUse as error:
        raise UnreadableFile(f"{source}: {error}; edit the file, or `tabletop config unset KEY`") from error
    return Settings(values, games)


def find_key(name: str) -> tuple[str, Key]:
    """The canonical name of `key` or `game.key`, and what it takes; raises WrongUse."""
    game, dot, key = name.rpartition(".")
    if key not in KEYS:
        raise WrongUse(f"no setting {key!r}; there are {', '.join(KEYS)}")
    if not dot:
        return key, KEYS[key]
    known = canonical(game)
    if known is None:
        raise WrongUse(f"no game {game!r}; there are {', '.join(entry.name for entry in NAMES)}")
    if KEYS[key].is_global:
        raise WrongUse(f"{key} holds for all games; set it without a game's name")
    return f"{known}.{key}", KEYS[key]


def change_setting(name: str, text: str | None, path: Path | None = None) -> None:
    """Set a value, or remove it with None; comments and the order of the file stay. Raises WrongUse, WorkFailed.

    Other values stay even where they make no sense, and what makes none can be removed: so a file is repaired.
    """
    path = path or settings_path()
    before = _read(path)
    there = _flat_tables(before, str(path))
    if text is not None or name not in there:
        name, key = find_key(name)
    value = None if text is None else key.parse(name, text)
    after = _edited(before, name, value)
    wanted = {own: old for own, old in there.items() if own != name} | ({} if value is None else {name: value})
    try:
        is_done = _flat_tables(after, str(path)) == wanted
    except UnreadableFile:
        is_done = False
    if not is_done:
        raise WorkFailed(f"{path}: cannot change {name} in this file; edit it by hand")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, after)
    except OSError as error:
        raise WorkFailed(f"{path}: cannot be written: {error.strerror or error}") from error


def format_value(value: Any) -> str:
    """A value as TOML."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, list):
        return "[" + ", ".join(map(format_value, value)) + "]"
    escaped = str(value).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _edited(text: str, name: str, value: Any) -> str:
    """The text with one value replaced, added or removed; other lines stay as they are."""
    game, _, key = name.rpartition(".")
    lines = text.splitlines()
    table, end_of_table, found = "", 0 if not game else None, None
    for number, line in enumerate(lines):
        header = re.match(r"\s*\[\s*([^\[\]]+?)\s*\]", line)
        if header:
            table = canonical(header[1].strip("\"'")) or header[1]
        elif table == game and re.match(rf"\s*[\"']?{re.escape(key)}[\"']?\s*=", line):
            found = number
        if table == game and line.strip():
            end_of_table = number + 1
    new = [] if value is None else [f"{key} = {format_value(value)}"]
    if found is not None:
        lines[found : found + 1] = new
    elif end_of_table is not None:
        lines[end_of_table:end_of_table] = new
    elif new:
        lines += [*([""] if lines else []), f"[{game}]", *new]
    return "\n".join(lines) + "\n" if lines else ""


def _read(path: Path) -> str:
    try:
        return read_text(path, "settings", LARGEST_TOML)
    except UnreadableFile as error:
        if isinstance(error.__cause__, FileNotFoundError | NotADirectoryError):
            return ""
        raise
    except Located as error:
        raise UnreadableFile(str(error)) from error
