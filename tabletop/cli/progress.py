"""The progress of many games, or of a long analysis: a line on standard error."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

import click


class ProgressLine:
    """A line on standard error, redrawn after every game or move; nothing if that is not a terminal.

    Where standard output goes does not matter, unless results appear there one by one in the same terminal:
    then they show the progress themselves, and `is_streaming` is set.
    """

    def __init__(self, total: int, is_streaming: bool = False) -> None:
        self._total = total
        self._is_terminal = sys.stderr.isatty() and not (is_streaming and sys.stdout.isatty())
        self._started = time.monotonic()
        self._played_before: int | None = None

    def show(self, done: int, note: Callable[[], str] = str) -> None:
        """Draw how many are finished and how long the others will take; and a note, such as who leads."""
        if not self._is_terminal:
            return
        if self._played_before is None:
            self._played_before = done - 1
        seconds_per_game = (time.monotonic() - self._started) / max(1, done - self._played_before)
        left = round(seconds_per_game * (self._total - done))
        filled = round(20 * done / self._total)
        bar = "#" * filled + "." * (20 - filled)
        text = f"[{bar}] {done}/{self._total}, {left // 60}:{left % 60:02} left; {note()}".rstrip("; ")
        click.echo(f"\r\x1b[K{text[:79]}", nl=False, err=True)

    def clear(self) -> None:
        """Erase the line."""
        if self._is_terminal:
            click.echo("\r\x1b[K", nl=False, err=True)
