"""Saved games: games under way, finished games, results, typed lines. Knows no game and prints nothing.

    saved_games = SavedGames()                                      # in the user's state directory
    autosave = Autosave(saved_games, saved_games.new_slot("fem"))   # a new game
    autosave.save(text)                                             # after every move
    slot, text = saved_games.take(saved_games.saved()[0])           # go on with the newest game

A game under way belongs to one process, which holds a lock on it; a process that dies lets go of it.
"""

from __future__ import annotations

import json
import os
import secrets
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from tabletop.errors import UnreadableFile
from tabletop.files import (
    hold,
    leftovers,
    make_private_folder,
    open_private,
    read_bytes,
    read_tail,
    state_directory,
    write_atomically,
)

FINISHED_KEPT = 200
"""How many finished games are kept."""
HISTORY_KEPT = 2000
"""How many typed lines of a game are kept."""
LONGEST_REMEMBERED = 200
"""The most characters of a typed line that is kept."""
LARGEST_SAVE = 4_000_000
"""Bytes of a saved game."""
LARGEST_RESULTS = 32_000_000
"""Bytes of the results that are read: the newest ones."""
LARGEST_HISTORY = 2_000_000
"""Bytes of a game's typed lines that are read: the newest ones."""


@dataclass(frozen=True)
class SavedGame:
    """A game under way, as it was when it was listed.

    path: its file.
    when: when it was saved, in seconds since 1970.
    text: the move file.
    is_open: whether a process played it then.
    error: why the file could not be read; empty where it could.
    """

    path: Path
    when: float
    text: str
    is_open: bool
    error: str = ""

    @property
    def name(self) -> str:
        """What `resume` calls it."""
        return self.path.stem


class SaveSlot:
    """The file of one game under way. It is locked from the first save on until it is closed, or the process ends."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = _lock(path) if path.exists() else None

    @property
    def is_held(self) -> bool:
        """Whether this slot has the lock."""
        return self._lock is not None

    def save(self, text: str) -> None:
        """Save the game in place of what was saved; raises OSError."""
        make_private_folder(self.path.parent)
        if self._lock is None:
            self._lock = _lock(self.path)
        write_atomically(self.path, text, private=True)

    def drop(self) -> None:
        """Delete the file; the game may be saved again."""
        with suppress(OSError):
            self.path.unlink(missing_ok=True)
        self.close()

    def close(self) -> None:
        """Unlock the file, so that other processes can go on with the game."""
        if self._lock is not None:
            # Where an open file cannot be removed, the empty lock file stays.
            with suppress(OSError):
                _lock_path(self.path).unlink(missing_ok=True)
            self._lock.close()
            self._lock = None


class SavedGames:
    """The files in the state directory: games under way, finished games, results, and typed lines by game."""

    def __init__(self, directory: Path | None = None) -> None:
        self.directory = directory or state_directory()

    @property
    def games(self) -> Path:
        return self.directory / "games"

    @property
    def finished(self) -> Path:
        return self.directory / "finished"

    @property
    def results(self) -> Path:
        return self.directory / "results.jsonl"

    def history(self, game: str) -> Path:
        return self.directory / "typed" / game

    def new_slot(self, game: str) -> SaveSlot:
        """A slot with a name of its own. Nothing is written yet, and what killed processes left is removed."""
        self._remove_leftovers()
        while True:
            path = self.games / f"{game}-{time.strftime('%Y%m%d')}-{secrets.token_hex(3)}.moves"
            if not path.exists():
                return SaveSlot(path)

    def take(self, saved: SavedGame) -> tuple[SaveSlot, str]:
        """The slot of a saved game, to go on there, and what is saved in it now.

        Raises UnreadableFile if another process plays it, or has ended it since it was listed.
        """
        slot = SaveSlot(saved.path)
        if not slot.is_held and _is_locked(saved.path):
            raise UnreadableFile(f"{saved.name} is being played in another window")
        try:
            return slot, _read_save(saved.path)
        except UnreadableFile as error:
            slot.close()
            raise UnreadableFile(f"{saved.name} cannot be read any more: {_reason(error)}") from error

    def saved(self) -> list[SavedGame]:
        """The games under way, the newest first. Whether they can be read is not checked.

        What killed processes left is removed.
        """
        self._remove_leftovers()
        games: list[SavedGame] = []
        with suppress(OSError):
            for path in sorted(self.games.glob("*.moves")):
                with suppress(OSError):
                    when = path.lstat().st_mtime
                    try:
                        text, error = _read_save(path), ""
                    except UnreadableFile as unreadable:
                        text, error = "", _reason(unreadable)
                    games.append(SavedGame(path, when, text, _is_locked(path), error))
        return sorted(games, key=lambda saved: -saved.when)

    def _remove_leftovers(self) -> None:
        """Remove half-written files, and locks without a game."""
        with suppress(OSError):
            for path, name in [*leftovers(self.games), *leftovers(self.finished)]:
                if not _is_locked(self.games / name):
                    path.unlink(missing_ok=True)
        with suppress(OSError):
            for path in self.games.glob("*.lock"):
                saved = path.with_suffix(".moves")
                # A process that begins a game has locked it and not saved it yet.
                if not saved.exists() and not _is_locked(saved):
                    path.unlink(missing_ok=True)

    def delete(self, saved: SavedGame) -> None:
        """Remove a saved game; raises OSError."""
        saved.path.unlink(missing_ok=True)
        with suppress(OSError):
            _lock_path(saved.path).unlink(missing_ok=True)

    def keep_finished(self, name: str, text: str) -> None:
        """Save a finished game; only the newest ones are kept. Raises OSError."""
        make_private_folder(self.finished)
        write_atomically(self.finished / name, text, private=True)
        old = sorted(self.finished.glob("*.moves"), key=lambda path: path.lstat().st_mtime)
        for path in old[:-FINISHED_KEPT]:
            path.unlink(missing_ok=True)

    def add_result(self, result: Mapping[str, Any]) -> None:
        """Append a line to the results; raises OSError."""
        self._append(self.results, json.dumps(result, ensure_ascii=False))

    def read_results(self) -> Iterator[dict[str, Any]]:
        """All results, oldest first; lines that cannot be read are left out. Raises UnreadableFile."""
        for line in _newest_lines(self.results, LARGEST_RESULTS):
            with suppress(ValueError, RecursionError):
                result = json.loads(line)
                if isinstance(result, dict):
                    yield result

    def add_history(self, game: str, line: str) -> None:
        """Append a typed line to a game's history; raises OSError."""
        self._append(self.history(game), line.replace("\n", " "))

    def read_history(self, game: str) -> list[str]:
        """The lines typed earlier in this game, oldest first."""
        with suppress(UnreadableFile):
            return [line for line in _newest_lines(self.history(game), LARGEST_HISTORY) if line][-HISTORY_KEPT:]
        return []

    def _append(self, path: Path, line: str) -> None:
        """One write per line, so that two processes do not mix theirs."""
        make_private_folder(path.parent)
        handle = open_private(path, os.O_WRONLY | os.O_APPEND)
        try:
            os.write(handle, (line + "\n").encode("utf-8", "replace"))
        finally:
            os.close(handle)


class Autosave:
    """Saves a game after every move; where a disk is full or read-only it warns once, and the game goes on.

    saved_games: where finished games, results and typed lines go.
    slot: where the game under way is saved.
    error: why the game could not be saved the last time; None where it could.
    """

    def __init__(self, saved_games: SavedGames, slot: SaveSlot) -> None:
        self.saved_games = saved_games
        self.slot = slot
        self.error: str | None = None
        self._has_warned = False

    def warning(self) -> str | None:
        """What went wrong; None if nothing did, or if it was reported before and has gone wrong ever since."""
        if self.error is None or self._has_warned:
            return None
        self._has_warned = True
        return f"cannot write to {self.saved_games.directory} ({self.error}); the game goes on, but is not saved"

    def save(self, text: str) -> bool:
        """Save the game under way; returns whether that worked."""
        return self._try(lambda: self.slot.save(text))

    def finish(self, text: str, result: Mapping[str, Any]) -> bool:
        """Save the finished game and its result, and end the game under way; returns whether that worked."""

        def write() -> None:
            self.saved_games.keep_finished(self.slot.path.name, text)
            self.saved_games.add_result(result)

        is_saved = self._try(write)
        if is_saved:
            self.slot.drop()
        return is_saved

    def next_game(self, game: str) -> None:
        """Begin another game in a slot of its own; the last one stays saved."""
        self.slot.close()
        self.slot = self.saved_games.new_slot(game)
        self.error = None

    def forget(self) -> None:
        """Delete the game under way: nobody has moved."""
        self.slot.drop()
        self.error = None

    def remember(self, game: str, line: str) -> None:
        """Add a typed line to the game's history, unless it is too long; no warning if that fails."""
        if len(line) <= LONGEST_REMEMBERED:
            with suppress(OSError):
                self.saved_games.add_history(game, line)

    def _try(self, write: Callable[[], None]) -> bool:
        try:
            write()
        except OSError as error:
            self.error = error.strerror or str(error)
            return False
        self.error = None
        self._has_warned = False
        return True


def _read_save(path: Path) -> str:
    """The text of a saved game; raises UnreadableFile."""
    return read_bytes(path, "a saved game", LARGEST_SAVE, follow_links=False).decode("utf-8", errors="replace")


def _reason(error: UnreadableFile) -> str:
    """Why a file cannot be read, without saying that it cannot."""
    return error.reason.removeprefix("cannot be read: ")


def _newest_lines(path: Path, largest: int) -> list[str]:
    """The last lines of a file, none where there is no file; raises UnreadableFile."""
    try:
        data = read_tail(path, largest)
    except UnreadableFile as error:
        if isinstance(error.__cause__, FileNotFoundError | NotADirectoryError):
            return []
        raise
    if len(data) == largest:
        data = data.partition(b"\n")[2]  # The first line may have lost its beginning.
    return data.decode("utf-8", errors="replace").splitlines()


def _lock_path(path: Path) -> Path:
    return path.with_suffix(".lock")


def _lock(path: Path) -> IO[str] | None:
    """Lock the game until the stream is closed or the process ends, however it ends; None where that fails."""
    with suppress(OSError):
        while True:
            stream = os.fdopen(open_private(_lock_path(path), os.O_WRONLY | os.O_APPEND), "a")
            if not hold(stream):
                stream.close()
                return None
            with suppress(FileNotFoundError):
                # The process that held the lock before may have removed the file since: then ours locks nobody out.
                if os.path.samestat(os.fstat(stream.fileno()), os.stat(_lock_path(path))):
                    return stream
            stream.close()
    return None


def _is_locked(path: Path) -> bool:
    """Whether the game is locked."""
    try:
        stream = os.fdopen(os.open(_lock_path(path), os.O_RDWR | getattr(os, "O_NOFOLLOW", 0)), "r+")
    except (OSError, ValueError):
        return False
    with stream:
        return not hold(stream)
