"""A bot that searches in a thread of its own: it can be watched, and told to stop."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field, fields
from threading import Event, Thread

from tabletop.bots.bot import SearchInfo
from tabletop.bots.limit import Limit
from tabletop.bots.specs import Controller

Job = Callable[["Thinking"], SearchInfo]
"""What is to be thought about; it gives every seat it asks to `Thinking.watched`."""


@dataclass(frozen=True)
class Task:
    """A job, and whether its answer is still wanted when it comes."""

    job: Job
    is_wanted: Callable[[], bool]


@dataclass(frozen=True)
class _WatchedController(Controller):
    """A seat whose budgets report to, and are stopped by, a Thinking."""

    thinking: Thinking = field(kw_only=True)

    def limit(self, nodes: int | None = None, seconds: float | None = None) -> Limit:
        limit = super().limit(nodes, seconds)
        self.thinking.watch(limit)
        return limit


class Thinking:
    """One job. `best` is the best found so far; `result` the end of it, or `error`."""

    def __init__(self, job: Job) -> None:
        self.best: SearchInfo | None = None
        self.result: SearchInfo | None = None
        self.error: Exception | None = None
        self._job = job
        self._limits: list[Limit] = []
        self._stopped = Event()
        self._done = Event()
        self._started = time.monotonic()
        self._thread = Thread(target=self._run, name="bot", daemon=True)

    def start(self) -> Thinking:
        """Begin; returns at once."""
        self._thread.start()
        return self

    def stop(self) -> None:
        """Ask for an answer now."""
        self._stopped.set()
        for limit in list(self._limits):
            limit.stop()

    def wait(self, seconds: float | None = None) -> bool:
        """Wait for the end, at most so long; whether it has come."""
        return self._done.wait(seconds)

    @property
    def is_done(self) -> bool:
        return self._done.is_set()

    @property
    def is_stopped(self) -> bool:
        return self._stopped.is_set()

    def elapsed(self) -> float:
        """Seconds since the bot began."""
        return time.monotonic() - self._started

    def watched(self, controller: Controller) -> Controller:
        """The same bot, whose thinking is this one."""
        given = {item.name: getattr(controller, item.name) for item in fields(Controller)}
        return _WatchedController(**given, thinking=self)

    def watch(self, limit: Limit) -> None:
        """Take part in a budget: hear its reports, stop it when asked to."""
        limit.on_info = self._note
        self._limits.append(limit)
        if self.is_stopped:
            limit.stop()

    def _note(self, info: SearchInfo) -> None:
        self.best = info

    def _run(self) -> None:
        try:
            self.result = self._job(self)
        except Exception as error:
            # A bot may be somebody else's program: whatever goes wrong in it is told to the players.
            self.error = error
        finally:
            self._done.set()
