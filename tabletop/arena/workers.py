"""Processes that play games for us, and that end with us, however we end."""

from __future__ import annotations

import multiprocessing
import os
import queue
import signal
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from functools import partial
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any

from tabletop.engine.signals import ENDING

CLOSING = 0.5
"""Seconds that processes may take to end their engines and themselves, before they are killed."""
Task = tuple[Future[Any], Callable[[], Any]]


class Workers(Executor):
    """An executor with processes. Unlike a ProcessPoolExecutor it can be left at once, with games under way.

    Every worker holds the end of a pipe, its lifeline. When we let go of ours, or die, the
    worker ends its engines and itself; signals that are meant for us do not touch it.
    """

    def __init__(self, jobs: int) -> None:
        self._jobs = jobs
        self._context = multiprocessing.get_context("spawn")
        self._theirs, self._lifeline = self._context.Pipe(duplex=False)
        self._processes: list[BaseProcess] = []
        self._tasks: queue.SimpleQueue[Task] = queue.SimpleQueue()

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Do it in one of the processes; if that dies, the future raises BrokenProcessPool."""
        future: Future[Any] = Future()
        self._tasks.put((future, partial(fn, *args, **kwargs)))
        if len(self._processes) < self._jobs:
            with _signals_held_back():
                self._engage()
        return future

    def _engage(self) -> None:
        """Start a process, and a thread here that gives it tasks."""
        ours, desk = self._context.Pipe()
        process = self._context.Process(target=_work, args=(desk, self._theirs), daemon=True)
        process.start()
        self._processes.append(process)
        desk.close()
        threading.Thread(target=self._hand_over, args=(ours,), daemon=True).start()

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End the processes at once, with what they are doing."""
        self._lifeline.close()
        self._theirs.close()
        deadline = time.monotonic() + CLOSING
        for process in self._processes:
            process.join(max(0.0, deadline - time.monotonic()))
            process.kill()
            process.join()

    def _hand_over(self, worker: Connection) -> None:
        """Give tasks to one worker, until it is gone."""
        while True:
            future, task = self._tasks.get()
            if not future.set_running_or_notify_cancel():
                continue
            try:
                worker.send(task)
                result, error = worker.recv()
            except (EOFError, OSError):
                future.set_exception(BrokenProcessPool("a process that plays has died"))
                return
            except Exception as unsendable:
                future.set_exception(unsendable)
                continue
            if error is None:
                future.set_result(result)
            else:
                future.set_exception(error)


@contextmanager
def _signals_held_back() -> Iterator[None]:
    """Processes that are started now do not see the signals for us before they are ready for them."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    # It is started with the first process otherwise, and lets the signals in again then.
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ENDING)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _work(desk: Connection, lifeline: Connection) -> None:
    """What a worker does: tasks, one after the other."""
    for number in ENDING:
        # Not SIG_IGN: engines would inherit it.
        signal.signal(number, lambda *_: None)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, ENDING)
    threading.Thread(target=_end_with, args=(lifeline,), daemon=True).start()
    with suppress(EOFError, OSError):
        while True:
            task = desk.recv()
            answer: tuple[Any, Exception | None]
            try:
                answer = task(), None
            except Exception as error:
                answer = None, error
            desk.send(answer)


def _end_with(lifeline: Connection) -> None:
    from tabletop.engine.client import kill_engines

    with suppress(EOFError, OSError):
        lifeline.recv()
    kill_engines()
    os._exit(0)
