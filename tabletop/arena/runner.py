"""Plays the games of a tournament: in this process, in several, or on a Dask cluster.

    reports: dict[str, GameReport] = {}
    run_tournament(tournament, lambda: local_executor(jobs=4), reports, keep)
    counted_reports(tournament, reports)

`keep` gets each finished game and puts it into `reports`. Games found there at the start are not
played again. Which games count does not depend on the number of jobs.
"""

from __future__ import annotations

import logging
import multiprocessing
import os
import queue
import signal
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, CancelledError, Executor, Future, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from functools import partial
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any, TypeVar

from tabletop.arena.play import GameReport, play_game
from tabletop.arena.ratings import sprt_status
from tabletop.arena.tournament import Pairing, Tournament, pairings
from tabletop.engine.signals import ENDING
from tabletop.errors import WorkFailed, WrongUse
from tabletop.games import own_registration

T = TypeVar("T")
"""What a task returns: the report of a game."""

GO_ON = "finished games are kept; run the same command to continue"
CHECK_SECONDS = 10.0
"""Seconds without a finished game after which a cluster is looked at."""
WORKER_SECONDS = 10.0
"""Seconds that a cluster without workers is waited for."""
MAX_ATTEMPTS = 5
"""How often to start again if the worker processes keep dying."""
SHUTDOWN_SECONDS = 0.5
"""Seconds that workers may take to end their engines and themselves before they are killed."""


def run_tournament(
    tournament: Tournament,
    open_executor: Callable[[], Any],
    reports: dict[str, GameReport],
    keep: Callable[[GameReport], None],
) -> None:
    """Play the games that are missing in `reports`; raises WorkFailed.

    `keep` gets every finished game, in any order, and puts it into `reports`.
    """
    registration = own_registration(tournament.game)

    def tasks() -> Iterator[Callable[[], GameReport]]:
        for pairing in missing_pairings(tournament, dict(reports)):
            yield partial(play_game, tournament, pairing, registration)

    run_tasks(tasks, open_executor, keep, lambda: _is_decided(tournament, reports))


def run_tasks(
    missing: Callable[[], Iterator[Callable[[], T]]],
    open_executor: Callable[[], Any],
    keep: Callable[[T], None],
    is_decided: Callable[[], bool] = lambda: False,
) -> None:
    """Run the tasks that are `missing`, each of which plays a game, until `is_decided`; raises WorkFailed.

    `open_executor` returns a context manager such as `local_executor(4)`. `keep` gets what the tasks
    return, in any order. If processes die (killed, out of memory), the tasks that are then missing
    are run again.
    """
    for _ in range(MAX_ATTEMPTS):
        try:
            with open_executor() as (executor, jobs):
                _run_tasks(missing(), executor, jobs, keep, is_decided)
            return
        except BrokenProcessPool:
            continue
    raise WorkFailed(f"the worker processes died {MAX_ATTEMPTS} times; finished games are kept")


def _run_tasks(
    tasks: Iterator[Callable[[], T]],
    executor: Executor,
    jobs: int,
    keep: Callable[[T], None],
    is_decided: Callable[[], bool],
) -> None:
    running: set[Future[T]] = set()
    try:
        while not is_decided():
            while len(running) < 2 * jobs and (task := next(tasks, None)) is not None:
                running.add(executor.submit(task))
                if isinstance(executor, SerialExecutor):
                    break
            if not running:
                return
            done, running = wait(running, timeout=CHECK_SECONDS, return_when=FIRST_COMPLETED)
            if not done and isinstance(executor, DaskExecutor):
                executor.check()
            for future in done:
                keep(future.result())
    finally:
        for future in running:
            future.cancel()


def missing_pairings(tournament: Tournament, reports: dict[str, GameReport]) -> Iterator[Pairing]:
    """The games still to be played."""
    return (pairing for pairing in pairings(tournament) if pairing.key not in reports)


def counted_reports(tournament: Tournament, reports: dict[str, GameReport]) -> list[GameReport]:
    """The games that count, in the order of the tournament: those of complete blocks before the first gap.

    With a sequential test, nothing after the block that decided it counts, even if more games were
    under way, so that the number of jobs changes nothing.
    """
    counted: list[GameReport] = []
    block: list[GameReport] = []
    for pairing in pairings(tournament):
        report = reports.get(pairing.key)
        if report is None:
            break
        block.append(report)
        if len(block) == tournament.players:
            counted += block
            block = []
            if tournament.sprt and sprt_status(tournament, counted).decision:
                break
    return counted


def _is_decided(tournament: Tournament, reports: dict[str, GameReport]) -> bool:
    """Whether the sequential test, if there is one, has come to a decision."""
    return tournament.sprt is not None and bool(sprt_status(tournament, counted_reports(tournament, reports)).decision)


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
        raise WorkFailed(f"the scheduler at {address} is gone; {GO_ON}") from error
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
            raise WorkFailed(f"the scheduler at {self._address} is gone; {GO_ON}") from error

    def threads(self) -> int:
        """How many games the workers play at once."""
        return sum(self._client.nthreads().values())

    def check(self) -> None:
        """Wait for a worker, if there is none; raises WorkFailed where none comes."""
        try:
            self._client.wait_for_workers(1, timeout=WORKER_SECONDS)
        except TimeoutError as error:
            remedy = f"start one with `dask worker {self._address}`"
            raise WorkFailed(f"the scheduler at {self._address} has no workers; {remedy}; {GO_ON}") from error
        except (OSError, RuntimeError) as error:
            raise WorkFailed(f"the scheduler at {self._address} is gone; {GO_ON}") from error


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
        _processes: the workers, started one by one as tasks are submitted, `_jobs` at most.
        _tasks: those that no worker has started yet.
    """

    def __init__(self, jobs: int) -> None:
        self._jobs = jobs
        self._context = multiprocessing.get_context("spawn")
        self._lifeline_end, self._lifeline = self._context.Pipe(duplex=False)
        self._processes: list[BaseProcess] = []
        self._tasks: queue.SimpleQueue[tuple[Future[Any], Callable[[], Any]]] = queue.SimpleQueue()

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Run the task in one of the workers; if that dies, the future raises BrokenProcessPool."""
        future: Future[Any] = Future()
        self._tasks.put((future, partial(fn, *args, **kwargs)))
        if len(self._processes) < self._jobs:
            with _signals_blocked():
                self._start_worker()
        return future

    def _start_worker(self) -> None:
        """Start a process, and a thread here that sends it tasks."""
        connection, worker_connection = self._context.Pipe()
        process = self._context.Process(target=_work, args=(worker_connection, self._lifeline_end), daemon=True)
        process.start()
        self._processes.append(process)
        worker_connection.close()
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
        """Send tasks to one worker and set their futures, until the worker dies."""
        while True:
            future, task = self._tasks.get()
            if not future.set_running_or_notify_cancel():
                continue
            try:
                connection.send(task)
                value, error = connection.recv()
            except (EOFError, OSError):
                future.set_exception(BrokenProcessPool("a worker process died"))
                return
            except Exception as unsendable:
                future.set_exception(unsendable)
                continue
            if error is None:
                future.set_result(value)
            else:
                future.set_exception(error)


@contextmanager
def _signals_blocked() -> Iterator[None]:
    """Block the signals that end this process, so that a worker started now does not get them before it is ready."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    # Otherwise it is started with the first worker, and unblocks the signals again.
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ENDING)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


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
