"""Saved games: games under way, finished games, results, typed lines. Knows no game and prints nothing."""

from __future__ import annotations

import json
import os
import secrets
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from tabletop.errors import UnreadableFile
from tabletop.files import state_directory, write_atomically

FINISHED_KEPT = 200
HISTORY_KEPT = 2000
LONGEST_REMEMBERED = 200
"""Characters; a longer line is not worth coming back to."""


@dataclass(frozen=True)
class SavedGame:
    """A game in the list of saved ones."""

    path: Path
    when: float
    text: str
    is_open: bool
    """Another process plays it right now."""

    @property
    def name(self) -> str:
        """What `resume` calls it."""
        return self.path.stem


class SaveSlot:
    """The place of one running game, held for as long as the process lives and anything is saved there."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = _lock(path) if path.exists() else None

    @property
    def is_held(self) -> bool:
        """Whether no other process can take the game."""
        return self._lock is not None

    def save(self, text: str) -> None:
        """Replace what was saved; raises OSError."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        if self._lock is None:
            self._lock = _lock(self.path)
        write_atomically(self.path, text)

    def drop(self) -> None:
        """Forget the game; it may be saved again."""
        with suppress(OSError):
            self.path.unlink(missing_ok=True)
        self.close()

    def close(self) -> None:
        """Let others go on with it."""
        if self._lock is not None:
            # Where an open file cannot be removed, its empty lock stays.
            with suppress(OSError):
                _lock_path(self.path).unlink(missing_ok=True)
            self._lock.close()
            self._lock = None


class SavedGames:
    """All that is kept in the state directory."""

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
        """A place that no other running game has. Nothing is written yet."""
        while True:
            path = self.games / f"{game}-{time.strftime('%Y%m%d')}-{secrets.token_hex(3)}.moves"
            if not path.exists():
                return SaveSlot(path)

    def take(self, saved: SavedGame) -> tuple[SaveSlot, str]:
        """The place of a saved game, to go on there, and what is saved there now.

        Raises UnreadableFile if another process has it, or had it and ended it.
        """
        slot = SaveSlot(saved.path)
        if not slot.is_held and _is_locked(saved.path):
            raise UnreadableFile(f"{saved.name} is being played in another window")
        try:
            return slot, saved.path.read_text("utf-8", errors="replace")
        except OSError as error:
            slot.close()
            raise UnreadableFile(f"{saved.name} cannot be read any more: {error.strerror or error}") from error

    def saved(self) -> list[SavedGame]:
        """The games under way, the newest first. Whether they can be read is not checked."""
        found: list[SavedGame] = []
        with suppress(OSError):
            for path in sorted(self.games.glob("*.moves")):
                with suppress(OSError):
                    text = path.read_text("utf-8", errors="replace")
                    found.append(SavedGame(path, path.stat().st_mtime, text, _is_locked(path)))
        return sorted(found, key=lambda saved: -saved.when)

    def delete(self, saved: SavedGame) -> None:
        """Remove a saved game; raises OSError."""
        saved.path.unlink(missing_ok=True)
        with suppress(OSError):
            _lock_path(saved.path).unlink(missing_ok=True)

    def keep_finished(self, name: str, text: str) -> None:
        """Put a finished game away; only the newest ones are kept. Raises OSError."""
        self.finished.mkdir(parents=True, exist_ok=True)
        write_atomically(self.finished / name, text)
        old = sorted(self.finished.glob("*.moves"), key=lambda path: path.stat().st_mtime)
        for path in old[:-FINISHED_KEPT]:
            path.unlink(missing_ok=True)

    def add_result(self, result: Mapping[str, Any]) -> None:
        """Append a line to the results; raises OSError."""
        self._append(self.results, json.dumps(result, ensure_ascii=False))

    def read_results(self) -> Iterator[dict[str, Any]]:
        """All results, oldest first; lines that are none are left out."""
        for line in _lines(self.results):
            with suppress(ValueError):
                result = json.loads(line)
                if isinstance(result, dict):
                    yield result

    def add_history(self, game: str, line: str) -> None:
        """Append a typed line to a game's history; raises OSError."""
        self._append(self.history(game), line.replace("\n", " "))

    def read_history(self, game: str) -> list[str]:
        """The lines typed earlier in this game, oldest first."""
        return [line for line in _lines(self.history(game)) if line][-HISTORY_KEPT:]

    def _append(self, path: Path, line: str) -> None:
        """One write per line, so that two processes do not mix theirs."""
        path.parent.mkdir(parents=True, exist_ok=True)
        handle = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o644)
        try:
            os.write(handle, (line + "\n").encode())
        finally:
            os.close(handle)


class Autosave:
    """Does what a Shelf does, but survives a full disk or a read-only home: one warning, and the game goes on."""

    def __init__(self, saved_games: SavedGames, slot: SaveSlot) -> None:
        self.saved_games = saved_games
        self.slot = slot
        self.error: str | None = None
        """Why the last game to be saved or put away was not; None where it was."""
        self._is_told = False

    def warning(self) -> str | None:
        """What went wrong, once for as long as it goes wrong."""
        if self.error is None or self._is_told:
            return None
        self._is_told = True
        return f"cannot write to {self.saved_games.directory} ({self.error}); the game goes on, but is not saved"

    def save(self, text: str) -> bool:
        """Save the game under way; whether that worked."""
        return self._try(lambda: self.slot.save(text))

    def finish(self, text: str, result: Mapping[str, Any]) -> bool:
        """Put the finished game away, with its result; whether that worked."""

        def work() -> None:
            self.saved_games.keep_finished(self.slot.path.name, text)
            self.saved_games.add_result(result)

        is_done = self._try(work)
        if is_done:
            self.slot.drop()
        return is_done

    def next_game(self, game: str) -> None:
        """Begin another game in a place of its own; the old one stays as it is."""
        self.slot.close()
        self.slot = self.saved_games.new_slot(game)
        self.error = None

    def forget(self) -> None:
        """There is nothing to be saved."""
        self.slot.drop()
        self.error = None

    def remember(self, game: str, line: str) -> None:
        """Add a line to the game's history, unless it is overlong; one that is lost is not worth a word."""
        if len(line) <= LONGEST_REMEMBERED:
            with suppress(OSError):
                self.saved_games.add_history(game, line)

    def _try(self, work: Callable[[], None]) -> bool:
        try:
            work()
        except OSError as error:
            self.error = error.strerror or str(error)
            return False
        self.error = None
        self._is_told = False
        return True


def _lines(path: Path) -> list[str]:
    try:
        return path.read_text("utf-8", errors="replace").splitlines()
    except OSError:
        return []


def _lock_path(path: Path) -> Path:
    return path.with_suffix(".lock")


if sys.platform == "win32":  # pragma: no cover
    import msvcrt

    def _hold(stream: IO[str]) -> None:
        msvcrt.locking(stream.fileno(), msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _hold(stream: IO[str]) -> None:
        fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _lock(path: Path) -> IO[str] | None:
    """Hold the game's lock until the process ends, however it ends; None where that cannot be done."""
    with suppress(OSError):
        while True:
            stream = _lock_path(path).open("a")
            try:
                _hold(stream)
                # Whoever held it before may have removed the file just now: then ours is no lock for others.
                if os.path.samestat(os.fstat(stream.fileno()), os.stat(_lock_path(path))):
                    return stream
            except FileNotFoundError:
                pass
            except OSError:
                stream.close()
                return None
            stream.close()
    return None


def _is_locked(path: Path) -> bool:
    """Whether another process holds the game's lock."""
    try:
        stream = _lock_path(path).open("r+")
    except OSError:
        return False
    with stream:
        try:
            _hold(stream)
        except OSError:
            return True
    return False
