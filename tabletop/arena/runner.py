"""Hands the games of a plan to an executor, a few at a time, and collects what comes back."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from typing import Any

from tabletop.arena.play import GameReport, play_game
from tabletop.arena.ratings import sprt_status
from tabletop.arena.tournament import Pairing, Tournament, pairings
from tabletop.arena.workers import Workers
from tabletop.errors import WorkFailed, WrongUse

MOST_BREAKS = 5
"""How often the processes may die under us before we give up."""


class OneByOne(Executor):
    """An executor that does the work at once, in this process."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


@contextmanager
def local_executor(jobs: int) -> Iterator[tuple[Executor, int]]:
    """An executor on this machine, and how many games it plays at once."""
    if jobs <= 1:
        yield OneByOne(), 1
        return
    with Workers(jobs) as workers:
        yield workers, jobs


@contextmanager
def dask_executor(address: str) -> Iterator[tuple[Executor, int]]:
    """An executor on a Dask cluster, and how many games it plays at once; needs the extra `arena`."""
    try:
        from distributed import Client as UntypedClient
    except ImportError as error:
        raise WrongUse("a scheduler needs Dask: pip install '.[arena]' in the checkout") from error
    client_type: Any = UntypedClient
    try:
        client = client_type(address, timeout="10s", set_as_default=False)
    except (OSError, ValueError) as error:
        raise WorkFailed(f"the scheduler at {address} does not answer") from error
    try:
        threads = sum(worker["nthreads"] for worker in client.scheduler_info()["workers"].values())
        yield client.get_executor(pure=False, retries=10), max(1, threads)
    finally:
        with suppress(OSError, TimeoutError):
            client.close(timeout=5)


def counted_reports(tournament: Tournament, results: dict[str, GameReport]) -> list[GameReport]:
    """The results that count, in the order of the schedule: those of whole blocks up to the first gap.

    With a sequential test, nothing after the block that decided it counts, however many
    games were under way; so the number of jobs changes nothing.
    """
    counted: list[GameReport] = []
    block: list[GameReport] = []
    for pairing in pairings(tournament):
        result = results.get(pairing.key)
        if result is None:
            break
        block.append(result)
        if len(block) == tournament.players:
            counted += block
            block = []
            if tournament.sprt and sprt_status(tournament, counted).decision:
                break
    return counted


def missing_pairings(tournament: Tournament, results: dict[str, GameReport]) -> Iterator[Pairing]:
    """The games still to be played."""
    return (pairing for pairing in pairings(tournament) if pairing.key not in results)


def run_tournament(
    tournament: Tournament,
    open_executor: Callable[[], Any],
    results: dict[str, GameReport],
    keep: Callable[[GameReport], None],
) -> None:
    """Play what is missing; `keep` gets every finished game, in whatever order, and adds it to `results`.

    If processes die (killed, out of memory), the games they had are played again.
    """
    for _ in range(MOST_BREAKS):
        try:
            with open_executor() as (executor, jobs):
                _run(tournament, executor, jobs, results, keep)
            return
        except BrokenProcessPool:
            continue
    raise WorkFailed(f"the processes that play died {MOST_BREAKS} times; the games played so far are kept")


def _run(
    tournament: Tournament,
    executor: Executor,
    jobs: int,
    results: dict[str, GameReport],
    keep: Callable[[GameReport], None],
) -> None:
    waiting = missing_pairings(tournament, dict(results))
    running: set[Future[GameReport]] = set()
    try:
        while not _finished(tournament, results):
            while len(running) < 2 * jobs and (pairing := next(waiting, None)) is not None:
                running.add(executor.submit(play_game, tournament, pairing))
                if isinstance(executor, OneByOne):
                    break
            if not running:
                return
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                keep(future.result())
    finally:
        for future in running:
            future.cancel()


def _finished(tournament: Tournament, results: dict[str, GameReport]) -> bool:
    return tournament.sprt is not None and bool(sprt_status(tournament, counted_reports(tournament, results)).decision)
