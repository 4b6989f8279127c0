"""Plays many games: in this process, in several, or on a Dask cluster.

    reports: dict[str, GameReport] = {}
    run_tournament(tournament, lambda: local_executor(jobs=4), reports, keep)
    counted_reports(tournament, reports)

`keep` gets each finished game and puts it into `reports`. Games found there at the start are not
played again. Which games count does not depend on the number of jobs.

`run_tasks` does the same with any other tasks.
"""

from __future__ import annotations

import queue
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Executor, Future
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace
from functools import partial
from itertools import islice
from typing import TypeVar

from tabletop.arena.executors import MAX_AHEAD, DaskExecutor, OpenExecutor, SerialExecutor
from tabletop.arena.play import GameReport, play_game
from tabletop.arena.sprt import SprtTally
from tabletop.arena.tournament import Pairing, Tournament, pairings
from tabletop.errors import WorkFailed
from tabletop.games import own_registration

T = TypeVar("T")
"""What a task returns: the report of a game."""

CHECK_SECONDS = 10.0
"""Seconds without a finished task after which a cluster is looked at."""
MAX_ATTEMPTS = 5
"""How often to start again if the worker processes keep dying."""


def run_tournament(
    tournament: Tournament,
    open_executor: OpenExecutor,
    reports: dict[str, GameReport],
    keep: Callable[[GameReport], None],
) -> None:
    """Play the games that are missing in `reports`; raises WorkFailed.

    `keep` gets every finished game, in any order, and puts it into `reports`.
    """
    registration = own_registration(tournament.game)
    # A pairing has its opening with it; the others need not go to another process.
    sent = replace(tournament, openings=())

    def tasks() -> Iterator[Callable[[], GameReport]]:
        for pairing in missing_pairings(tournament, dict(reports)):
            yield partial(play_game, sent, pairing, registration)

    counted = CountedGames(tournament, reports)

    def is_decided() -> bool:
        counted.update()
        return counted.is_decided

    run_tasks(tasks, open_executor, keep, is_decided)


def run_tasks(
    missing: Callable[[], Iterator[Callable[[], T]]],
    open_executor: OpenExecutor,
    keep: Callable[[T], None],
    is_decided: Callable[[], bool] = lambda: False,
) -> None:
    """Run the tasks that are `missing`, each of which plays a game, until `is_decided`; raises WorkFailed.

    `keep` gets what the tasks return, in any order. If processes die (killed, out of memory), the tasks
    that are then missing are run again. Tasks may come without end. Once `is_decided` returns True nothing
    more starts, and what is under way is dropped.
    """
    for _ in range(MAX_ATTEMPTS):
        try:
            with open_executor() as (executor, jobs):
                _run_tasks(missing(), executor, jobs, keep, is_decided)
            return
        except BrokenProcessPool:
            continue
    raise WorkFailed(f"the worker processes died {MAX_ATTEMPTS} times")


def _run_tasks(
    tasks: Iterator[Callable[[], T]],
    executor: Executor,
    jobs: int,
    keep: Callable[[T], None],
    is_decided: Callable[[], bool],
) -> None:
    most = 1 if isinstance(executor, SerialExecutor) else MAX_AHEAD * jobs
    running: set[Future[T]] = set()
    finished: queue.SimpleQueue[Future[T]] = queue.SimpleQueue()
    try:
        while not is_decided():
            for task in islice(tasks, most - len(running)):
                future = executor.submit(task)
                running.add(future)
                future.add_done_callback(finished.put)
            if not running:
                return
            try:
                future = finished.get(timeout=CHECK_SECONDS)
            except queue.Empty:
                if isinstance(executor, DaskExecutor):
                    executor.check()
                continue
            running.remove(future)
            keep(future.result())
    finally:
        for future in running:
            future.cancel()


def missing_pairings(tournament: Tournament, reports: dict[str, GameReport]) -> Iterator[Pairing]:
    """The games still to be played."""
    return (pairing for pairing in pairings(tournament) if pairing.key not in reports)


def counted_reports(tournament: Tournament, reports: Mapping[str, GameReport]) -> list[GameReport]:
    """The games that count, in the order of the tournament; see CountedGames."""
    counted = CountedGames(tournament, reports)
    counted.update()
    return counted.reports


class CountedGames:
    """The games that count so far, in the order of the tournament: those of complete blocks before the first gap.

    With a sequential test, nothing after the block that decided it counts, even if more games were under
    way, so that the number of jobs changes nothing. An update costs no more than the games that are new.

    Attributes:
        reports: the games that count, as of the last update.
        is_decided: whether a sequential test has come to a decision.
        _finished: all finished games, by key.
        _pairings, _next: the games that are still to be counted, and the first of them.
        _block: the games of the first incomplete block.
    """

    def __init__(self, tournament: Tournament, finished: Mapping[str, GameReport]) -> None:
        self.reports: list[GameReport] = []
        self.is_decided = False
        self._finished = finished
        self._players = tournament.players
        self._pairings = pairings(tournament)
        self._next = next(self._pairings, None)
        self._block: list[GameReport] = []
        self._test = SprtTally(tournament.sprt) if tournament.sprt else None

    def update(self) -> None:
        """Count the games that have been finished since the last update."""
        while not self.is_decided and self._next and (report := self._finished.get(self._next.key)):
            self._next = next(self._pairings, None)
            self._block.append(report)
            if len(self._block) == self._players:
                self.reports += self._block
                if self._test:
                    self._test.add(self._block)
                    self.is_decided = bool(self._test.status.decision)
                self._block = []
