"""The user's files: where they lie, reading with a limit, writing without a half-written file."""

from __future__ import annotations

import errno
import os
import re
import secrets
import stat
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

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


def write_atomically(path: Path, text: str, *, private: bool = False) -> None:
    """Write a new file and rename it, so that a reader sees the old text or the new one; raises OSError.

    A private file is for the user alone. A link at that place is replaced, not followed.
    """
    new = path.with_name(f".{path.name}.{os.getpid()}.{secrets.token_hex(3)}.new")
    try:
        descriptor = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE if private else 0o666)
        with os.fdopen(descriptor, "w", encoding="utf-8", newline="\n") as stream:
            stream.write(text)
            stream.flush()
            os.fsync(stream.fileno())
        _replace(new, path)
    except OSError:
        with suppress(OSError):
            new.unlink(missing_ok=True)
        raise


PRIVATE = 0o600
"""Permissions of a file that is the user's alone."""
_LEFTOVER = re.compile(r"\.(.+)\.(\d{1,9})\.[0-9a-f]{6}\.new")
"""The name of a file that `write_atomically` has not renamed yet: the file's own name, and the process."""


def leftovers(folder: Path) -> Iterator[tuple[Path, str]]:
    """The unfinished files that killed processes left in a folder, each with the name it was to get; raises OSError."""
    for path in sorted(folder.glob(".*.new")):
        name = _LEFTOVER.fullmatch(path.name)
        if name and not _is_running(int(name[2])):
            yield path, name[1]


def _is_running(pid: int) -> bool:
    if pid == os.getpid() or os.name != "posix":  # Elsewhere os.kill ends the process.
        return True
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except (OSError, OverflowError):
        return True
    return True


def make_private_folder(folder: Path) -> None:
    """Make a folder that is the user's alone, also if it is there already; raises OSError."""
    for missing in reversed([path for path in (folder, *folder.parents) if not path.exists()]):
        missing.mkdir(mode=0o700, exist_ok=True)
    if stat.S_IMODE(folder.stat().st_mode) & 0o077:
        with suppress(OSError):
            folder.chmod(0o700)


def open_private(path: Path, flags: int) -> int:
    """Open a file of the user's alone, which is made if need be; a link or anything else than a file is refused.

    Returns its descriptor; raises OSError.
    """
    # Without O_BINARY, Windows would write CRLF for each line end.
    flags |= os.O_CREAT | _NO_FOLLOW | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    descriptor = os.open(path, flags, PRIVATE)
    try:
        status = os.fstat(descriptor)
        _refuse_special(status)
        if stat.S_IMODE(status.st_mode) & 0o077 and hasattr(os, "fchmod"):
            with suppress(OSError):
                os.fchmod(descriptor, PRIVATE)
    except BaseException:
        os.close(descriptor)
        raise
    return descriptor


REPLACE_ATTEMPTS = 20 if sys.platform == "win32" else 1
"""Windows refuses to replace a file while somebody reads it."""


def _replace(new: Path, path: Path) -> None:
    for attempt in range(1, REPLACE_ATTEMPTS + 1):
        try:
            os.replace(new, path)
            return
        except PermissionError:
            if attempt == REPLACE_ATTEMPTS:
                raise
            time.sleep(0.05)


if sys.platform == "win32":  # pragma: no cover
    import msvcrt

    def _hold(stream: IO[Any]) -> None:
        stream.seek(_LOCKED_BYTE)
        msvcrt.locking(stream.fileno(), msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _hold(stream: IO[Any]) -> None:
        fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)


_LOCKED_BYTE = 2**40
"""On Windows nobody else can read a locked byte, so it is one that no file has."""
_HELD = (errno.EWOULDBLOCK, errno.EAGAIN, errno.EACCES, getattr(errno, "EDEADLOCK", errno.EDEADLK))


def hold(stream: IO[Any]) -> bool:
    """Lock an open file until it is closed or the process ends, however it ends; False if another one holds it.

    A file system without locks locks nobody out.
    """
    try:
        _hold(stream)
    except OSError as error:
        return error.errno not in _HELD
    return True


LARGEST_FILE = 32_000_000
"""Bytes of a move file."""
LARGEST_TOML = 400_000
"""Bytes of a model, a board, a plan or the settings."""
_READ = os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0)
_NO_FOLLOW: int = getattr(os, "O_NOFOLLOW", 0)
_SPECIAL = {
    stat.S_IFDIR: "a folder",
    stat.S_IFIFO: "a pipe",
    stat.S_IFSOCK: "a socket",
    stat.S_IFLNK: "a link",
}
_LINE_END = re.compile(r"\r\n|\n|\r")


def open_file(path: str | Path, *, follow_links: bool = True) -> IO[bytes]:
    """Open a file for reading; a folder, a pipe, a device or a socket is refused at once. Raises UnreadableFile."""
    try:
        # Before it is opened: opening a pipe may wait for its other end, and opening a device may do something.
        _refuse_special(os.stat(path, follow_symlinks=follow_links))
        descriptor = os.open(path, _READ | (0 if follow_links else _NO_FOLLOW))
        stream = os.fdopen(descriptor, "rb")
        try:
            _refuse_special(os.fstat(descriptor))
        except OSError:
            stream.close()
            raise
        return stream
    except (OSError, ValueError) as error:
        raise _unreadable(path, error) from error


def _refuse_special(status: os.stat_result) -> None:
    kind = stat.S_IFMT(status.st_mode)
    if kind != stat.S_IFREG:
        raise OSError(errno.EINVAL, f"this is {_SPECIAL.get(kind, 'a device')}, not a file")


def _unreadable(path: str | Path, error: OSError | ValueError) -> UnreadableFile:
    reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return UnreadableFile(f"cannot be read: {reason}", source=str(path))


def read_bytes(path: str | Path, what: str, largest: int, *, follow_links: bool = True) -> bytes:
    """The bytes of a file, or of standard input for `-`; raises UnreadableFile, also where it is too large."""
    try:
        if str(path) == "-":
            data = sys.stdin.buffer.read(largest + 1)
        else:
            with open_file(path, follow_links=follow_links) as stream:
                data = stream.read(largest + 1)
    except (OSError, ValueError) as error:
        raise _unreadable(path, error) from error
    if len(data) > largest:
        raise UnreadableFile(f"this file is too large for {what}", source=str(path))
    return data


def read_tail(path: Path, largest: int) -> bytes:
    """The last bytes of a file, at most this many; links are not followed. Raises UnreadableFile."""
    with open_file(path, follow_links=False) as stream:
        try:
            stream.seek(max(0, os.fstat(stream.fileno()).st_size - largest))
            return stream.read(largest)
        except OSError as error:
            raise _unreadable(path, error) from error


LONGEST_LINE = 1_000_000
"""Characters of a line on standard input."""


def read_line(stream: IO[str], longest: int = LONGEST_LINE) -> str:
    """The next line of a stream, empty at its end; a line that is too long is cut off, and the rest is skipped."""
    line = rest = stream.readline(longest)
    while len(rest) == longest and not rest.endswith("\n"):
        rest = stream.readline(longest)
    return line


def read_text(path: str | Path, what: str = "a move file", largest: int = LARGEST_FILE) -> str:
    """The text of a UTF-8 file, or of standard input for `-`.

    Raises UnreadableFile where it cannot be read or is larger than `what` may be, and Located, with line
    and column, where a byte is not UTF-8.
    """
    data = read_bytes(path, what, largest)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        lines = _LINE_END.split(error.object[: error.start].decode("utf-8"))
        cause = UnreadableFile(f"byte 0x{error.object[error.start]:02x} is not UTF-8; {what} is UTF-8 text")
        raise Located(str(path), len(lines), len(lines[-1]) + 1, "", cause) from error
