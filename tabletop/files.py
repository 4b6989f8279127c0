"""The user's files: where they lie, reading with a limit, writing without a half-written file."""

from __future__ import annotations

import os
import re
import secrets
import sys
from contextlib import suppress
from pathlib import Path

from tabletop.errors import Located, UnreadableFile

PROGRAM = "tabletop"


def config_directory() -> Path:
    """Where the settings lie. The directory need not exist."""
    return _base("XDG_CONFIG_HOME", ".config", "APPDATA") / PROGRAM


def state_directory() -> Path:
    """Where saved games, results and the history lie. The directory need not exist."""
    return _base("XDG_STATE_HOME", ".local/state", "LOCALAPPDATA") / PROGRAM


def _base(variable: str, linux: str, windows: str) -> Path:
    chosen = os.environ.get(variable, "")
    if chosen and Path(chosen).is_absolute():
        return Path(chosen)
    home = Path(os.path.expanduser("~"))
    if sys.platform == "win32":
        return Path(os.environ.get(windows) or home / "AppData" / "Local")
    if sys.platform == "darwin":
        return home / "Library" / "Application Support"
    return home / linux


def write_atomically(path: Path, text: str) -> None:
    """Write a new file and rename it, so that a reader sees the old text or the new one; raises OSError."""
    new = path.with_name(f".{path.name}.{os.getpid()}.{secrets.token_hex(3)}.new")
    try:
        with new.open("x", encoding="utf-8", newline="\n") as stream:
            stream.write(text)
            stream.flush()
            os.fsync(stream.fileno())
        os.replace(new, path)
    except OSError:
        with suppress(OSError):
            new.unlink(missing_ok=True)
        raise


LARGEST_FILE = 32_000_000
"""Bytes of a move file."""
LARGEST_TOML = 1_000_000
"""Bytes of a model, a board, a plan or the settings."""
_LINE_END = re.compile(r"\r\n|\n|\r")


def read_text(path: str | Path, what: str = "a move file", largest: int = LARGEST_FILE) -> str:
    """The text of a UTF-8 file, or of standard input for `-`.

    Raises UnreadableFile where it cannot be read or is larger than `what` may be, and Located, with line
    and column, where a byte is no UTF-8.
    """
    source = str(path)
    try:
        if source == "-":
            data = sys.stdin.buffer.read(largest + 1)
        else:
            with Path(path).open("rb") as stream:
                data = stream.read(largest + 1)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise UnreadableFile(f"cannot be read: {reason}", source=source) from error
    if len(data) > largest:
        raise UnreadableFile(f"this file is too large for {what}", source=source)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        lines = _LINE_END.split(error.object[: error.start].decode("utf-8"))
        cause = UnreadableFile(f"byte 0x{error.object[error.start]:02x} is not UTF-8; {what} is UTF-8 text")
        raise Located(source, len(lines), len(lines[-1]) + 1, "", cause) from error
