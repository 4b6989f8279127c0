"""How long a bot may search: nodes, seconds, moves ahead, or until another thread stops it.

    limit = Limit(nodes=1000, seconds=2.5)
    while limit.spend():            # once for each node
        ...                         # search on

Another thread may call `limit.stop()`; the search then ends at its next node.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tabletop.errors import WrongUse

if TYPE_CHECKING:
    from tabletop.bots.bot import SearchInfo

CLOCK_SHARE = 30
"""With a clock, a move may take this fraction (one in 30) of the time left, and most of the increment."""


@dataclass(frozen=True)
class Clock:
    """A player's clock for a whole game: the seconds that are left, and those that each move adds."""

    seconds: float
    increment: float = 0.0

    def for_move(self, overhead: float = 0.0) -> float:
        """Seconds to think about a move; `overhead` are those that pass besides, as on the way to an engine."""
        left = max(0.0, self.seconds - overhead)
        return min(left / CLOCK_SHARE + self.increment * 0.8, left * 0.8)

    def after(self, seconds: float) -> Clock:
        """The clock after a move that took this many seconds."""
        return Clock(max(0.0, self.seconds - seconds) + self.increment, self.increment)

    def __str__(self) -> str:
        return f"{self.seconds:g}s+{self.increment:g}s"


class LimitReached(Exception):
    """The time is up, or the limit used up, in the middle of something."""


@dataclass
class Limit:
    """Counts nodes and says when to stop searching. With no nodes, seconds or depth, only `stop` ends the search.

    The clock is read whenever nodes are spent, however many: a node may take microseconds in one game and
    milliseconds in another.
    """

    nodes: int | None = None
    seconds: float | None = None
    on_info: Callable[[SearchInfo], None] | None = None
    """Called now and then with the best move so far, in the bot's thread."""
    clocks: tuple[Clock, ...] = ()
    """Everybody's clock by seat, to send to an outside engine; bots go by `seconds`."""
    depth: int | None = None
    """How many moves to look ahead, instead of the bot's own number; only for a bot with `has_depth`."""
    now: Callable[[], float] = time.perf_counter
    """The clock; read only if there are `seconds`, or if somebody asks for the time."""
    leftovers: list[object] | None = None
    """If this is a list, it keeps what searches have built up: to free that may take longer than a move may be late."""
    spent: int = 0
    """Nodes counted so far."""
    is_stopped: bool = False
    """Whether `stop` was called."""
    _started: float = field(init=False)

    def __post_init__(self) -> None:
        self._started = self.now()

    def spend(self, nodes: int = 1) -> bool:
        """Count nodes; False once the limit is reached or the search is stopped."""
        self.spent += nodes
        if self.nodes is not None and self.spent >= self.nodes:
            return False
        return not self.is_over()

    def is_over(self) -> bool:
        """Whether the time is up or the search is stopped, however many nodes are left."""
        return self.is_stopped or (self.seconds is not None and self.now() - self._started >= self.seconds)

    def check_time(self) -> None:
        """Raise LimitReached if the time is up or the search is stopped; for long work that counts no nodes."""
        if self.is_over():
            raise LimitReached

    def elapsed(self) -> float:
        """Seconds since the limit was made."""
        return self.now() - self._started

    def stop(self) -> None:
        """Tell the bot to move now; may be called from another thread."""
        self.is_stopped = True

    def keep(self, work: object) -> None:
        """Keep what a search has built up, if whoever made the limit wants to free it later."""
        if self.leftovers is not None:
            self.leftovers.append(work)

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
    seconds = _seconds(text)
    if not seconds:
        raise WrongUse(f"write a thinking time as 2s, 500ms or 1m, at most an hour, not {text!r}")
    return seconds


def parse_clock(text: str) -> Clock:
    """A clock such as `10s+0.1s`, `1m+500ms` or `60s`, the increment per move behind the plus; raises WrongUse."""
    base, plus, added = text.partition("+")
    seconds, increment = _seconds(base), _seconds(added) if plus else 0.0
    if not seconds or increment is None:
        raise WrongUse(f"write a clock as 10s+0.1s, 1m+1s or 60s, at most an hour, not {text!r}")
    return Clock(seconds, increment)


def _seconds(text: str) -> float | None:
    """The seconds that a text says, none or an hour at most; None if it says no such time."""
    duration = _DURATION.fullmatch(text.strip())
    seconds = float(duration[1]) * _UNITS[(duration[2] or "s").lower()] if duration else -1.0
    return seconds if 0 <= seconds <= MAX_SECONDS else None
