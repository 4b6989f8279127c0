"""The user's settings: defaults in a TOML file in the config directory.

Keys at the top apply to all games, keys in a game's table to that game:

    name = "anna"
    level = "hard"

    [zickzack]
    options = ["board=comb"]

Reading and changing them:

    load_settings().get("level", "zickzack")          # "hard"
    change_setting("zickzack.level", "easy")          # keeps comments and order
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from tabletop.errors import Located, UnreadableFile, WorkFailed, WrongUse
from tabletop.files import LARGEST_TOML, config_directory, leftovers, read_text, write_atomically
from tabletop.games import canonical, game_names
from tabletop.options import split_options
from tabletop.text import join_words, whole_number
from tabletop.toml import NotToml, parse_toml

PACES = ("calm", "brisk", "instant")
"""The setting `pace`, slowest first; `brisk` unless told otherwise."""


@dataclass(frozen=True)
class SettingKey:
    """A key that may be set: the kind of its values, and what they are for."""

    kind: Literal["text", "list", "yes/no", "number", "programs"]
    help: str
    choices: tuple[str, ...] = ()
    is_global: bool = False
    """It applies to all games, and cannot be set for one."""

    def parse(self, name: str, text: str) -> Any:
        """Read a value from the command line; raises WrongUse."""
        match self.kind:
            case "text":
                return self.check(name, text)
            case "list":
                split = (word.strip(",") for word in split_options(text))
                return self.check(name, [word for word in split if word])
            case "number":
                number = whole_number(text)
                return self.check(name, text if number is None else number)
            case "yes/no":
                words = {"yes": True, "on": True, "true": True, "no": False, "off": False, "false": False}
                return self.check(name, words.get(text.lower(), text))
            case "programs":
                raise WrongUse(f"{name} cannot be set here: answer `always` when you are asked about an engine")

    def check(self, name: str, value: Any) -> Any:
        """Return the value if it is of the right kind; raises WrongUse. `name` is what messages call the key."""
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
            case "programs":
                fits = isinstance(value, list) and all(map(_is_program, value))
        if not fits:
            nouns = {
                "text": "printable text",
                "list": "a list of words",
                "number": "a whole number above 0",
                "yes/no": "yes or no",
                "programs": "a list of {program, arguments, folder}",
            }
            raise WrongUse(f"{name} must be {nouns[self.kind]}, not {value!r}")
        if self.choices and value not in self.choices:
            raise WrongUse(f"{name} must be one of {', '.join(self.choices)}, not {value!r}")
        return value


def _is_program(value: Any) -> bool:
    """Whether this is an engine that may be started, as `consent.Program` has it."""
    if not isinstance(value, dict) or set(value) != {"program", "arguments", "folder"}:
        return False
    words = [
        value["program"],
        value["folder"],
        *(value["arguments"] if isinstance(value["arguments"], list) else [None]),
    ]
    return all(isinstance(word, str) and word.isprintable() for word in words)


KEYS: dict[str, SettingKey] = {
    "name": SettingKey("text", "Your name at the table."),
    "level": SettingKey("text", "Your usual opponent, such as medium or hard."),
    "seats": SettingKey("list", "Who sits where, as in --seat: human hard."),
    "players": SettingKey("number", "Number of players."),
    "options": SettingKey("list", "Game options, as in --option."),
    "model": SettingKey("text", "Dexterity model: a preset or a TOML file."),
    "skills": SettingKey("list", "Players' skills, as in --skill: anna=0.8."),
    "think": SettingKey("text", "A bot's thinking time per move, such as 2s."),
    "nodes": SettingKey("number", "Nodes a bot searches per move."),
    "plain": SettingKey("yes/no", "Print sentences instead of drawings.", is_global=True),
    "color": SettingKey("text", "When to use colour.", ("auto", "always", "never"), is_global=True),
    "pace": SettingKey("text", "How long a bot's turn stays on the screen before the next.", PACES, is_global=True),
    "theme": SettingKey("text", "Which colours to use.", ("default", "colour-blind", "mono"), is_global=True),
    "ascii": SettingKey("yes/no", "Draw with ASCII only.", is_global=True),
    "engines": SettingKey("programs", "Engines that files may start without asking.", is_global=True),
}


def settings_path() -> Path:
    """Where the settings file is; it need not exist."""
    return config_directory() / "config.toml"


@dataclass(frozen=True)
class Settings:
    """The checked values of a settings file: `values` for all games, `games` by the game's name."""

    values: Mapping[str, Any] = field(default_factory=dict)
    games: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)

    def get(self, key: str, game: str = "") -> Any:
        """The value for the game, or else the one for all games, or None."""
        return self.games.get(game, {}).get(key, self.values.get(key))

    def by_name(self) -> dict[str, Any]:
        """All values by their names, `key` or `game.key`."""
        of_games = {f"{game}.{key}": value for game, values in self.games.items() for key, value in values.items()}
        return {**self.values, **of_games}


def load_settings(path: Path | None = None) -> Settings:
    """Read the settings, which are empty if there is no file; raises UnreadableFile with the key and the reason."""
    path = path or settings_path()
    text = _read(path)
    return parse_settings(text, str(path)) if text else Settings()


def _tables(text: str, source: str) -> dict[str, Any]:
    try:
        return parse_toml(text)
    except NotToml as error:
        raise UnreadableFile(f"{source}: not valid TOML: {error}; fix the file or delete it") from error


def _values_by_name(text: str, source: str) -> dict[str, Any]:
    """All values of a file by their names, unchecked."""
    values: dict[str, Any] = {}
    for name, entry in _tables(text, source).items():
        if isinstance(entry, dict):
            values |= {f"{canonical(name) or name}.{key}": value for key, value in entry.items()}
        else:
            values[name] = entry
    return values


def parse_settings(text: str, source: str) -> Settings:
    """Read the text of a settings file; raises UnreadableFile, with `source` as the file's name."""
    values: dict[str, Any] = {}
    games: dict[str, dict[str, Any]] = {}
    try:
        for name, entry in _tables(text, source).items():
            if isinstance(entry, dict):
                game = canonical(name)
                if game is None:
                    raise WrongUse(f"there is no game {name!r}; the games are {join_words(game_names())}")
                games[game] = {key: find_key(f"{name}.{key}")[1].check(key, value) for key, value in entry.items()}
            else:
                values[name] = find_key(name)[1].check(name, entry)
    except WrongUse as error:
        raise UnreadableFile(f"{source}: {error}; edit the file, or run `tabletop config unset KEY`") from error
    return Settings(values, games)


def find_key(name: str) -> tuple[str, SettingKey]:
    """The canonical name of `key` or `game.key`, without aliases of games, and its SettingKey; raises WrongUse."""
    game, dot, key = name.rpartition(".")
    if key not in KEYS:
        raise WrongUse(f"there is no setting {key!r}; the settings are {join_words(list(KEYS))}")
    if not dot:
        return key, KEYS[key]
    known = canonical(game)
    if known is None:
        raise WrongUse(f"there is no game {game!r}; the games are {join_words(game_names())}")
    if KEYS[key].is_global:
        raise WrongUse(f"{key} applies to all games; set it without a game's name")
    return f"{known}.{key}", KEYS[key]


def change_setting(name: str, text: str | None, path: Path | None = None) -> None:
    """Set a value, or remove it with None; comments and the order of the file stay. Raises WrongUse, WorkFailed.

    Other values are not checked, and an unknown key can be removed, so that a broken file can be repaired.
    """
    path = path or settings_path()
    if text is not None:
        name, key = find_key(name)
        _write(name, key.parse(name, text), path)
    elif name in _values_by_name(_read(path), str(path)):
        _write(name, None, path)
    else:
        _write(find_key(name)[0], None, path)


def store_setting(name: str, value: Any, path: Path | None = None) -> None:
    """Set a value that is not a text of the command line, as `change_setting` does."""
    name, key = find_key(name)
    _write(name, key.check(name, value), path or settings_path())


def _write(name: str, value: Any, path: Path) -> None:
    """Set a value in the file, or remove it with None; raises WorkFailed where the file's form does not allow it."""
    old_text = _read(path)
    expected = _values_by_name(old_text, str(path))
    new_text = _edit(old_text, name, value)
    expected.pop(name, None)
    if value is not None:
        expected[name] = value
    try:
        is_changed = _values_by_name(new_text, str(path)) == expected
    except UnreadableFile:
        is_changed = False
    if not is_changed:
        raise WorkFailed(f"{path}: cannot change {name} in this file; edit it by hand")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        for leftover, _ in leftovers(path.parent):
            leftover.unlink(missing_ok=True)
        write_atomically(path, new_text, private=True)
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
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key} = {format_value(entry)}" for key, entry in value.items()) + "}"
    escaped = str(value).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _edit(text: str, name: str, value: Any) -> str:
    """The text with one value replaced, added or, with None, removed; other lines and all comments stay.

    The caller checks the result.
    """
    game, _, key = name.rpartition(".")
    lines = text.splitlines()
    table, end_of_table = "", 0 if not game else None
    old_lines: slice | None = None
    for number, line in enumerate(lines):
        header = re.match(r"\s*\[\s*([^\[\]]+?)\s*\]\s*(#|$)", line)
        if header:
            table = canonical(header[1].strip("\"'")) or header[1]
        elif table == game and re.match(rf"\s*[\"']?{re.escape(key)}[\"']?\s*=", line):
            old_lines = slice(number, number + _value_length(lines[number:]))
        if table == game and line.strip():
            end_of_table = number + 1
    new_lines = [] if value is None else [f"{key} = {format_value(value)}"]
    if old_lines is not None:
        *inner, last = (_comment(line) for line in lines[old_lines])
        lines[old_lines] = [
            *(comment for comment in inner if comment),
            *([f"{new_lines[0]}  {last}".rstrip()] if new_lines else [last] if last else []),
        ]
    elif end_of_table is not None:
        lines[end_of_table:end_of_table] = new_lines
    elif new_lines:
        lines += [*([""] if lines else []), f"[{game}]", *new_lines]
    return "\n".join(lines) + "\n" if lines else ""


_TOKEN = re.compile(r"(?P<string>\"(?:\\.|[^\"\\])*\"|'[^']*')|(?P<comment>#.*)|(?P<bracket>[\[\]{}])")


def _value_length(lines: list[str]) -> int:
    """Over how many of these lines the value reaches that begins in the first: a list may take several."""
    open_brackets = 0
    for length, line in enumerate(lines, 1):
        brackets = [token["bracket"] for token in _TOKEN.finditer(line) if token["bracket"]]
        open_brackets += sum(1 if bracket in "[{" else -1 for bracket in brackets)
        if open_brackets <= 0:
            return length
    return len(lines)


def _comment(line: str) -> str:
    """The comment at the end of a line, or nothing."""
    return next((token["comment"].rstrip() for token in _TOKEN.finditer(line) if token["comment"]), "")


def _read(path: Path) -> str:
    try:
        return read_text(path, "settings", LARGEST_TOML)
    except UnreadableFile as error:
        if isinstance(error.__cause__, FileNotFoundError | NotADirectoryError):
            return ""
        raise
    except Located as error:
        raise UnreadableFile(str(error)) from error
