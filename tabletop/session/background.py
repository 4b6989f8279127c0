"""A bot that searches in a thread of its own.

    search = session.bot_search().start()
    while not search.wait(0.1):
        print(search.best)                  # the best move so far
    reply = session.play_bot_move(search)

`search.stop()` asks for an answer now.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field, fields
from threading import Event, Thread
from typing import Any, Generic, TypeVar

from tabletop.bots.bot import SearchInfo
from tabletop.bots.limit import Limit
from tabletop.bots.specs import Controller

R = TypeVar("R")
"""What a search finds."""
Think = Callable[["BackgroundSearch[R]"], R]
"""The search itself; it asks bots through `BackgroundSearch.watch`, so that they can be watched and stopped."""


@dataclass(frozen=True)
class _WatchedController(Controller):
    """A controller whose limits report to, and are stopped by, a background search."""

    search: BackgroundSearch[Any] = field(kw_only=True)

    def limit(self, nodes: int | None = None, seconds: float | None = None) -> Limit:
        limit = super().limit(nodes, seconds)
        self.search.add_limit(limit)
        return limit


class BackgroundSearch(Generic[R]):
    """A search, from its start in a thread to its answer.

    best: the best move so far, or None.
    note: how far it has come, in words; empty if that is not known.
    result: the answer, once `is_done`; None where the search failed.
    error: why it failed, or None.
    is_wanted: whether the game is still in the position being searched.
    """

    def __init__(self, think: Think[R], is_wanted: Callable[[], bool] = lambda: True) -> None:
        self.best: SearchInfo | None = None
        self.note = ""
        self.result: R | None = None
        self.error: Exception | None = None
        self.is_wanted = is_wanted
        self._think = think
        self._limits: list[Limit] = []
        self._stopped = Event()
        self._done = Event()
        self._started = time.monotonic()
        self._thread = Thread(target=self._run, name="bot", daemon=True)

    def start(self) -> BackgroundSearch[R]:
        """Begin; returns at once."""
        self._thread.start()
        return self

    def stop(self) -> None:
        """Ask for an answer now."""
        self._stopped.set()
        for limit in list(self._limits):
            limit.stop()

    def wait(self, seconds: float | None = None) -> bool:
        """Wait for the answer, at most this long; returns whether it has come."""
        return self._done.wait(seconds)

    @property
    def is_done(self) -> bool:
        return self._done.is_set()

    @property
    def is_stopped(self) -> bool:
        return self._stopped.is_set()

    def elapsed(self) -> float:
        """Seconds since the search was made."""
        return time.monotonic() - self._started

    def watch(self, controller: Controller) -> Controller:
        """The same bot, whose limits belong to this search."""
        values = {item.name: getattr(controller, item.name) for item in fields(Controller)}
        return _WatchedController(**values, search=self)

    def add_limit(self, limit: Limit) -> None:
        """Listen to the limit's reports, and stop it with the search."""
        limit.on_info = self._report
        self._limits.append(limit)
        if self.is_stopped:
            limit.stop()

    def _report(self, info: SearchInfo) -> None:
        self.best = info

    def _run(self) -> None:
        try:
            self.result = self._think(self)
        except Exception as error:
            # A bot may be somebody else's program: the players are told of whatever goes wrong in it.
            self.error = error
        finally:
            self._done.set()
