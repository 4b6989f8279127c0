"""Saving the game of a session: after every move, as a finished game, and to a file that a person names.

    session.saver.save()              # after every change
    session.saver.write(path)         # `save FILE`
    session.saver.closing_lines()     # how the session ended, and where the game is now

A full disk stops nobody from playing: `save` fails silently, and the next Reply warns.
"""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING

from tabletop.describe import result_line
from tabletop.errors import WorkFailed
from tabletop.files import write_atomically
from tabletop.saves import Autosave

if TYPE_CHECKING:
    from tabletop.session.session import Session


class GameSaver:
    """Saves the present game of a session, and says where it is saved.

    session: the one whose present game is saved; it may begin another.
    autosave: where games under way and finished ones are kept.
    """

    def __init__(self, session: Session, autosave: Autosave) -> None:
        self.session = session
        self.autosave = autosave
        self._saved_moves = 0
        """How many moves the game had when it was last saved."""
        self._written: tuple[Path, str] | None = None
        """The file that `write` wrote last, and its text; None before that."""
        self._written_files: set[Path] = set()

    def reset(self) -> None:
        """Begin with the session's present game, as far as it has come."""
        self._saved_moves = self.session.move_count

    def save(self) -> None:
        """Save the game under way, once anybody has moved; the next Reply warns if that fails."""
        if not self.session.has_moves:
            self.autosave.forget()
        elif self.autosave.save(self.session.record()):
            self._saved_moves = self.session.move_count

    def finish(self) -> bool:
        """Keep the finished game and its result; returns whether that worked."""
        return self.autosave.finish(self.session.record(), self.result_entry())

    def result_entry(self) -> dict[str, object]:
        """The finished game as a line of the results."""
        match, seating = self.session.match, self.session.seating
        result = match.result
        assert result is not None
        return {
            "when": time.strftime("%Y-%m-%dT%H:%M:%S"),
            "game": match.game.name,
            "names": list(match.setup.names),
            "seats": [seat.spec for seat in seating.seats],
            "winners": list(result.winners),
            "scores": list(match.state.scores() or ()),
            "rule": result.rule,
            "reason": result.reason,
            "turns": self.session.move_count,
            "seed": match.setup.seed,
            "sandbox": seating.sandbox,
        }

    def may_replace(self, path: Path) -> bool:
        """Whether `write` may write to the path without asking: there is no file, or it is the session's own."""
        return not path.exists() or path.resolve() in self._written_files

    def write(self, path: Path) -> None:
        """Write the game to a move file; raises WorkFailed."""
        record = self.session.record()
        try:
            write_atomically(path, record)
        except OSError as error:
            raise WorkFailed(f"cannot write {path}: {error.strerror or error}") from error
        self._written_files.add(path.resolve())
        self._written = (path, record)

    @property
    def is_unsaved(self) -> bool:
        """Whether the last moves would be lost now."""
        return self.autosave.error is not None and self._current_file is None

    @property
    def _current_file(self) -> Path | None:
        """The file that `write` wrote, if the game is still as it was then."""
        return self._written[0] if self._written and self._written[1] == self.session.record() else None

    def location(self) -> str:
        """Where the game under way is saved, in one sentence; empty if there is nothing to save."""
        if self.session.phase == "over" or not self.session.has_moves:
            return ""
        if self.autosave.error is None:
            return f"Saved as {self.autosave.slot.path.stem}; continue it with `tabletop resume`."
        if self._current_file is not None:
            return f"Saved in {self._current_file}; continue it with `load`."
        error = _lower_first(self.autosave.error)
        if 0 < self._saved_moves < self.session.move_count:
            return f"Not saved since move {self._saved_moves}: {error}; `save FILE` writes the game elsewhere."
        return f"Not saved: {error}; `save FILE` writes the game elsewhere."

    def close(self) -> None:
        """Let other processes continue the game; a game that is over or has no moves is no longer listed."""
        is_finished = self.session.phase == "over" and self.autosave.error is None
        if is_finished or not self.session.has_moves:
            self.autosave.slot.drop()
        else:
            self.autosave.slot.close()

    def closing_lines(self) -> list[str]:
        """How the session ends: result, position, where the game is saved. Saves again if that failed before."""
        session, autosave = self.session, self.autosave
        if session.phase == "over":
            lines = [result_line(session.match)]
            if autosave.error is not None and not self.finish():
                lines.append(f"The result was not saved: {_lower_first(autosave.error)}.")
            return lines
        if not session.has_moves:
            return ["Nobody has moved."]
        if autosave.error is not None:
            self.save()
        lines = [result_line(session.match)]
        if session.game.format_position:
            lines.append(f"Position: {session.game.format_position(session.match.state)}")
        return [*lines, self.location()]


def _lower_first(text: str) -> str:
    """The text with a small first letter, as within a sentence."""
    return text[:1].lower() + text[1:]
