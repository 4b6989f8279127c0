"""Where games are played: in this process, in several, or on a Dask cluster.

    with local_executor(jobs=4) as (executor, jobs):
        future = executor.submit(play_game, tournament, pairing)

Where it is safe, worker processes are forks, which have imported everything already. Others import this module first
and the games only when they play one, so that they start fast.
"""

from __future__ import annotations

import multiprocessing
import os
import queue
import signal
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Executor, Future
from concurrent.futures.process import BrokenProcessPool
from contextlib import AbstractContextManager, contextmanager, suppress
from functools import partial
from itertools import pairwise
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any, TypeAlias

from tabletop.engine.signals import ENDING
from tabletop.errors import WorkFailed, WrongUse

WORKER_SECONDS = 10.0
"""Seconds that a cluster without workers is waited for."""
SHUTDOWN_SECONDS = 0.5
"""Seconds that workers may take to end their engines and themselves before they are killed."""
AHEAD_SECONDS = 0.25
"""A worker whose tasks are short gets the next ones before it has finished, enough for so many seconds."""
STANDARD_ERROR = 2
"""The last of the standard streams' numbers."""
MAX_AHEAD = 4
"""Tasks that a worker has at most."""

OpenExecutor: TypeAlias = Callable[[], AbstractContextManager[tuple[Executor, int]]]
"""Opens an executor and says how many tasks it runs at once: `lambda: local_executor(4)`."""


@contextmanager
def local_executor(jobs: int) -> Iterator[tuple[Executor, int]]:
    """An executor on this machine, and how many games it plays at once."""
    if jobs <= 1:
        yield SerialExecutor(), 1
        return
    with WorkerPool(jobs) as workers:
        yield workers, jobs


@contextmanager
def dask_executor(address: str) -> Iterator[tuple[Executor, int]]:
    """An executor on a Dask cluster, and how many games it plays at once; needs the extra `arena`.

    Raises WorkFailed if the scheduler does not answer, has no workers, or is lost.
    """
    import logging

    try:
        from distributed import Client as UntypedClient
    except ImportError as error:
        raise WrongUse("`--scheduler` needs Dask: run pip install '.[arena]' in the checkout") from error
    client_type: Any = UntypedClient
    # Dask logs a traceback when a connection breaks; our own message says it in a sentence.
    for name in ("distributed", "distributed.client"):
        logging.getLogger(name).handlers[:] = [logging.NullHandler()]
    try:
        client = client_type(address, timeout="10s", set_as_default=False)
    except (OSError, ValueError) as error:
        raise WorkFailed(f"the scheduler at {address} does not answer") from error
    try:
        executor = DaskExecutor(client, address)
        executor.check()
        yield executor, executor.threads()
    except CancelledError as error:
        raise WorkFailed(f"the scheduler at {address} is gone") from error
    finally:
        with suppress(OSError, TimeoutError, CancelledError):
            client.close(timeout=5)


class DaskExecutor(Executor):
    """An executor on the cluster of a `distributed.Client`."""

    def __init__(self, client: Any, address: str) -> None:
        self._client = client
        self._address = address
        self._executor: Executor = client.get_executor(pure=False, retries=10)

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Send a task to the cluster; raises WorkFailed if the scheduler is gone."""
        try:
            return self._executor.submit(fn, *args, **kwargs)
        except RuntimeError as error:
            raise WorkFailed(f"the scheduler at {self._address} is gone") from error

    def threads(self) -> int:
        """How many games the workers play at once."""
        return sum(self._client.nthreads().values())

    def check(self) -> None:
        """Wait for a worker, if there is none; raises WorkFailed where none comes."""
        try:
            self._client.wait_for_workers(1, timeout=WORKER_SECONDS)
        except TimeoutError as error:
            remedy = f"start one with `dask worker {self._address}`"
            raise WorkFailed(f"the scheduler at {self._address} has no workers; {remedy}") from error
        except (OSError, RuntimeError) as error:
            raise WorkFailed(f"the scheduler at {self._address} is gone") from error


class SerialExecutor(Executor):
    """An executor that runs each task at once, in this process."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Run the task; the future is done when this returns."""
        future: Future[Any] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


class WorkerPool(Executor):
    """An executor whose worker processes end when this process ends, even if it is killed.

    Unlike a ProcessPoolExecutor it can be shut down at once, with games under way. All workers
    hold one end of a pipe, their lifeline. When this process closes the other end, or dies, they
    kill their engines and exit. Signals meant for this process do not reach them.

    Attributes:
        _lifeline, _lifeline_end: this process's end of that pipe, and the workers'.
        _processes: the workers, `_jobs` at most: forks are all started with the first task, others one by one.
        _tasks: those that no worker has started yet.
    """

    def __init__(self, jobs: int) -> None:
        self._jobs = jobs
        self._forks = _may_fork()
        self._context = multiprocessing.get_context("fork") if self._forks else multiprocessing.get_context("spawn")
        self._lifeline_end, self._lifeline = self._context.Pipe(duplex=False)
        self._processes: list[BaseProcess] = []
        self._tasks: queue.SimpleQueue[tuple[Future[Any], Callable[[], Any]]] = queue.SimpleQueue()

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Run the task in one of the workers; if that dies, the future raises BrokenProcessPool."""
        future: Future[Any] = Future()
        self._tasks.put((future, partial(fn, *args, **kwargs)))
        missing = self._jobs - len(self._processes)
        if missing:
            self._start_workers(missing if self._forks else 1)
        return future

    def _start_workers(self, count: int) -> None:
        """Start processes, and when all run, a thread for each that sends it tasks: threads do not survive a fork."""
        connections: list[Connection] = []
        with _signals_blocked(self._forks):
            for _ in range(count):
                connection, worker_connection = self._context.Pipe()
                connections.append(connection)
                work = _work_in_fork if self._forks else _work
                arguments = (worker_connection, self._lifeline_end)
                process = self._context.Process(target=work, args=arguments, daemon=True)
                process.start()
                self._processes.append(process)
                worker_connection.close()
        for connection in connections:
            threading.Thread(target=self._send_tasks, args=(connection,), daemon=True).start()

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End the workers at once, even in the middle of a game."""
        self._lifeline.close()
        self._lifeline_end.close()
        deadline = time.monotonic() + SHUTDOWN_SECONDS
        for process in self._processes:
            process.join(max(0.0, deadline - time.monotonic()))
            process.kill()
            process.join()

    def _send_tasks(self, connection: Connection) -> None:
        """Send tasks to one worker and set their futures, until the worker dies.

        While tasks are short, the next ones are sent ahead, so that the worker never waits for this process.
        """
        sent: deque[Future[Any]] = deque()
        ahead, started = 1, time.monotonic()
        while True:
            while len(sent) < ahead and (task := self._next_task(wait=not sent)):
                if not sent:
                    started = time.monotonic()
                if _send(connection, *task):
                    sent.append(task[0])
            if not sent:
                continue
            try:
                value, error = connection.recv()
            except (EOFError, OSError):
                for future in sent:
                    future.set_exception(BrokenProcessPool("a worker process died"))
                return
            now = time.monotonic()
            ahead, started = min(MAX_AHEAD, 1 + int(AHEAD_SECONDS / max(now - started, 0.001))), now
            future = sent.popleft()
            if error is None:
                future.set_result(value)
            else:
                future.set_exception(error)

    def _next_task(self, wait: bool) -> tuple[Future[Any], Callable[[], Any]] | None:
        """The next task that was not cancelled; without waiting, None if there is none yet."""
        with suppress(queue.Empty):
            while True:
                future, task = self._tasks.get(block=wait)
                if future.set_running_or_notify_cancel():
                    return future, task
        return None


def _send(connection: Connection, future: Future[Any], task: Callable[[], Any]) -> bool:
    """Send a task to a worker; False if it cannot be pickled, which its future then says."""
    try:
        connection.send(task)
    except OSError:
        pass  # The worker is dead, as the next `recv` will find.
    except Exception as unsendable:
        future.set_exception(unsendable)
        return False
    return True


def _may_fork() -> bool:
    """Whether a fork of this process is safe: no thread holds a lock, and system libraries allow it."""
    return sys.platform == "linux" and threading.active_count() == 1


@contextmanager
def _signals_blocked(forks: bool) -> Iterator[None]:
    """Block the signals that end this process, so that a worker started now does not get them before it is ready."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    if not forks:
        # Otherwise it is started with the first worker, and unblocks the signals again.
        resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ENDING)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _work_in_fork(connection: Connection, lifeline: Connection) -> None:
    """Close the files that this fork has from its parent, then work.

    It would hold the parent's lock on a file, and nobody would learn of the parent's death.
    """
    kept = sorted((connection.fileno(), lifeline.fileno()))
    for before, after in pairwise((STANDARD_ERROR, *kept, os.sysconf("SC_OPEN_MAX"))):
        os.closerange(before + 1, after)
    _work(connection, lifeline)


def _work(connection: Connection, lifeline: Connection) -> None:
    """The main function of a worker: run tasks, one after the other."""
    for number in ENDING:
        # Not SIG_IGN: engines would inherit it.
        signal.signal(number, lambda *_: None)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, ENDING)
    threading.Thread(target=_exit_with, args=(lifeline,), daemon=True).start()
    with suppress(EOFError, OSError):
        while True:
            task = connection.recv()
            answer: tuple[Any, Exception | None]
            try:
                answer = task(), None
            except Exception as error:
                answer = None, error
            connection.send(answer)


def _exit_with(lifeline: Connection) -> None:
    """Wait until the other end of the lifeline closes; then kill this worker's engines and exit."""
    from tabletop.engine.client import kill_engines

    with suppress(EOFError, OSError):
        lifeline.recv()
    kill_engines()
    os._exit(0)
