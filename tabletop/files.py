"""The user's files: where they lie, reading with a limit, writing without a half-written file."""

from __future__ import annotations

import os
import secrets
import sys
from contextlib import suppress
from pathlib import Path

from tabletop.errors import Located, UnreadableFile
from tabletop.record import (
    _LINE_END,
)

PROGRAM = "tabletop"


def config_directory() -> Path:
    """Where the settings lie. The directory need not exist."""
    return _base("XDG_CONFIG_HOME", ".config", "APPDATA") / PROGRAM


def state_directory() -> Path:
    """Where saved games, results and the history lie. The directory need not exist."""
    return _base("XDG_STATE_HOME", ".local/state", "LOCALAPPDATA") / PROGRAM


def _base(variable: str, linux: str, windows: str) -> Path:
    given = os.environ.get(variable, "")
    if given and Path(given).is_absolute():
        return Path(given)
    home = Path(os.path.expanduser("~"))
    if sys.platform == "win32":
        return Path(os.environ.get(windows) or home / "AppData" / "Local")
    if sys.platform == "darwin":
        return home / "Library" / "Application Support"
    return home / linux


def write_aside(path: Path, text: str) -> None:
    """Write a file aside and rename it, so that a reader sees the old text or the new one; raises OSError."""
    aside = path.with_name(f".{path.name}.{os.getpid()}.{secrets.token_hex(3)}.new")
    try:
        with aside.open("x", encoding="utf-8", newline="\n") as stream:
            stream.write(text)
            stream.flush()
            os.fsync(stream.fileno())
        os.replace(aside, path)
    except OSError:
        with suppress(OSError):
            aside.unlink(missing_ok=True)
        raise


LARGEST_FILE = 32_000_000


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
