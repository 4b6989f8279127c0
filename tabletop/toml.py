"""Reading TOML that people wrote, with one error for everything that can be wrong with it, and writing values.

try:
    tables = parse_toml(text)
except NotToml as error:
    print(f"{path}: {error}")      # with line and column where they are known
key_lines(text)["pull.risk"]       # the line where that key stands
format_value([True, 0.5])          # "[true, 0.5]"
"""

from __future__ import annotations

import json
import math
import re
import tomllib
from typing import Any

DEEPEST = 50
"""How deeply tables and lists may be nested; our own files need five levels at most."""
LARGEST = 2**63 - 1
"""TOML's own limit for whole numbers."""
LONGEST_KEY = 8
"""Parts of a dotted key; tomllib takes time and memory by the square of their number."""
_TOKEN = re.compile(
    r"""(?P<dot>\.)|(?P<part>"[^"\\]*+(?:\\.[^"\\]*+)*+"?|'[^']*+'?|[\w-]++|[ \t]++)|(?P<comment>\#)|."""
)
_PART = r"""(?:[A-Za-z0-9_-]+|"[^"\n]*"|'[^'\n]*')"""
_NAME = rf"{_PART}(?:[ \t]*\.[ \t]*{_PART})*"
_TABLE = re.compile(rf"[ \t]*\[[ \t]*({_NAME})[ \t]*\]")
_KEY = re.compile(rf"[ \t]*({_NAME})[ \t]*=")


class NotToml(ValueError):
    """The text is not valid TOML. `line` and `column` count from 1; both are 0 if unknown."""

    def __init__(self, reason: str, line: int = 0, column: int = 0) -> None:
        super().__init__(reason, line, column)
        self.reason = reason
        self.line = line
        self.column = column

    def __str__(self) -> str:
        return f"{self.reason} (line {self.line}, column {self.column})" if self.line else self.reason


def parse_toml(text: str) -> dict[str, Any]:
    """The tables of a text; raises NotToml.

    No value is nested deeper than DEEPEST and no whole number is beyond LARGEST, so every value can be printed.
    """
    for number, row in enumerate(text.split("\n"), 1):
        if row.count(".") >= LONGEST_KEY:
            _check_keys(row, number)
    try:
        tables = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        position = re.search(r"\(at line (\d+), column (\d+)\)", str(error))
        reason = re.sub(r" ?\(at [^()]*\)$", "", str(error))
        last_line = text.count("\n") + 1
        line, column = (int(position[1]), int(position[2])) if position else (last_line, 1)
        raise NotToml(reason[:1].lower() + reason[1:], line, column) from error
    except RecursionError as error:
        raise NotToml("it is nested too deeply") from error
    except ValueError as error:
        raise NotToml("a number has too many digits") from error
    _check_limits(tables)
    return tables


def _check_keys(line: str, number: int) -> None:
    """Raise NotToml for a dotted key of too many parts. Does not know whether the line is part of a longer string."""
    dots = 0
    for token in _TOKEN.finditer(line):
        if token["comment"]:
            return
        if token["dot"]:
            dots += 1
            if dots >= LONGEST_KEY:
                raise NotToml(f"a key has more than {LONGEST_KEY} parts", number, token.start() + 1)
        elif not token["part"]:
            dots = 0


def _check_limits(tables: dict[str, Any]) -> None:
    level: list[Any] = [tables]
    for _ in range(DEEPEST):
        inner: list[Any] = []
        for value in level:
            if isinstance(value, int) and abs(value) > LARGEST:
                raise NotToml("a number has too many digits")
            if isinstance(value, dict | list):
                inner += value.values() if isinstance(value, dict) else value
        level = inner
    if level:
        raise NotToml("it is nested too deeply")


def key_lines(text: str) -> dict[str, int]:
    """The line, from 1, where each table and key of a valid text stands: `pull`, `pull.risk`.

    Keys inside of values (`{ risk = 0.1 }`) are left out.
    """
    lines: dict[str, int] = {}
    table = ""
    for number, line in enumerate(text.split("\n"), 1):
        if header := _TABLE.match(line):
            table = _plain_name(header[1])
            lines.setdefault(table, number)
        elif key := _KEY.match(line):
            lines.setdefault(f"{table}.{_plain_name(key[1])}".lstrip("."), number)
    return lines


def _plain_name(name: str) -> str:
    return ".".join(part.strip().strip("\"'") for part in name.split("."))


def format_value(value: Any) -> str:
    """A value as TOML writes it; dates and tables as they are best read."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, float):
        return repr(value) if math.isfinite(value) else str(value)
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(format_value, value))}]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key} = {format_value(item)}" for key, item in value.items()) + "}"
    return str(value)
