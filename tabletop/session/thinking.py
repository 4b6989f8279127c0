"""A bot at work in a thread of its own: it can be watched, and told to come to an end."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field, fields
from threading import Event, Thread

from tabletop.bots import Seat
from tabletop.bots.budget import Budget
from tabletop.bots.thought import Thought

Job = Callable[["Thinking"], Thought]
"""What is to be thought about; it gives every seat it asks to `Thinking.watched`."""


@dataclass(frozen=True)
class Task:
    """A job, and whether its answer is still wanted when it comes."""

    job: Job
    is_wanted: Callable[[], bool]


@dataclass(frozen=True)
class _WatchedSeat(Seat):
    """A seat whose budgets report to, and are stopped by, a Thinking."""

    thinking: Thinking = field(kw_only=True)

    def budget(self, nodes: int | None = None, seconds: float | None = None) -> Budget:
        budget = super().budget(nodes, seconds)
        self.thinking.watch(budget)
        return budget


class Thinking:
    """One job. `best` is the best found so far; `result` the end of it, or `error`."""

    def __init__(self, job: Job) -> None:
        self.best: Thought | None = None
        self.result: Thought | None = None
        self.error: Exception | None = None
        self._job = job
        self._budgets: list[Budget] = []
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
        for budget in list(self._budgets):
            budget.stop()

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

    def watched(self, seat: Seat) -> Seat:
        """The same bot, whose thinking is this one."""
        given = {item.name: getattr(seat, item.name) for item in fields(Seat)}
        return _WatchedSeat(**given, thinking=self)

    def watch(self, budget: Budget) -> None:
        """Take part in a budget: hear its reports, stop it when asked to."""
        budget.report = self._note
        self._budgets.append(budget)
        if self.is_stopped:
            budget.stop()

    def _note(self, thought: Thought) -> None:
        self.best = thought

    def _run(self) -> None:
        try:
            self.result = self._job(self)
        except Exception as error:
            # A bot may be somebody else's program: whatever goes wrong in it is told to the players.
            self.error = error
        finally:
            self._done.set()
