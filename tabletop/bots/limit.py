"""How long a bot may search: nodes, seconds, or until another thread stops it.

    limit = Limit(nodes=1000, seconds=2.5)
    while limit.spend():            # once for each node
        ...                         # search on

Another thread may call `limit.stop()`; the search then ends the next time it checks the clock.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Event
from typing import TYPE_CHECKING

from tabletop.errors import WrongUse

if TYPE_CHECKING:
    from tabletop.bots.bot import SearchInfo

CLOCK_INTERVAL = 64
"""Nodes between two checks of the clock and of `stop`."""


@dataclass
class Limit:
    """Counts nodes and says when to stop searching. With neither nodes nor seconds, only `stop` ends the search."""

    nodes: int | None = None
    seconds: float | None = None
    on_info: Callable[[SearchInfo], None] | None = None
    """Called now and then with the best move so far, in the bot's thread."""
    spent: int = 0
    """Nodes counted so far."""
    _stopped: Event = field(default_factory=Event)
    _started: float = field(default_factory=time.monotonic)
    _next_check: int = CLOCK_INTERVAL

    def spend(self, nodes: int = 1) -> bool:
        """Count nodes; False once the limit is reached or the search is stopped."""
        self.spent += nodes
        if self.nodes is not None and self.spent >= self.nodes:
            return False
        if self.spent >= self._next_check:
            self._next_check = self.spent + CLOCK_INTERVAL
            if self._stopped.is_set() or (self.seconds is not None and self.elapsed() >= self.seconds):
                self.nodes = self.spent
                return False
        return True

    def elapsed(self) -> float:
        """Seconds since the limit was made."""
        return time.monotonic() - self._started

    @property
    def is_stopped(self) -> bool:
        """Whether `stop` was called."""
        return self._stopped.is_set()

    def stop(self) -> None:
        """Tell the bot to move now; may be called from another thread."""
        self._stopped.set()

    def report(self, info: SearchInfo) -> None:
        """Report the best move so far."""
        if self.on_info:
            self.on_info(info)


_DURATION = re.compile(r"(\d+(?:\.\d+)?)\s*(ms|s|sec|m|min)?", re.IGNORECASE)
_UNITS = {"ms": 0.001, "s": 1.0, "sec": 1.0, "m": 60.0, "min": 60.0}
MAX_SECONDS = 3600.0
"""The longest time for a move."""


def parse_seconds(text: str) -> float:
    """A time such as `2s`, `500ms`, `1m` or `2`, in seconds; raises WrongUse."""
    duration = _DURATION.fullmatch(text.strip())
    seconds = float(duration[1]) * _UNITS[(duration[2] or "s").lower()] if duration else 0.0
    if not 0 < seconds <= MAX_SECONDS:
        raise WrongUse(f"write a thinking time as 2s, 500ms or 1m, at most an hour, not {text!r}")
    return seconds
