"""How much faster the arena is with two processes than with one: a ratio of wall times in one run.

    python benchmarks/arena.py [--games-medium 200] [--games-easy 400] [--rounds 5] [--no-dask]

Each time is that of a whole command, the start of Python and of the workers included; on a cluster, the workers
run already. The commands take turns, and the ratio is that of the median times, because the speed of a machine
varies. It needs two idle cores: the CPU time that two jobs need more than one tells what they cost, whatever else the
machine does. Ends with exit code 1 if a ratio misses its goal.
"""

from __future__ import annotations

import argparse
import json
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NamedTuple

JOBS_GOAL = 1.7
DASK_GOAL = 1.5
START_SECONDS = 60


class Times(NamedTuple):
    """Seconds of one command."""

    wall: float
    cpu: float
    """Of the command and its own workers; those of a cluster are not in it."""


def medians(runs: Sequence[Times]) -> Times:
    """The median of each time."""
    return Times(*(statistics.median(seconds) for seconds in zip(*runs, strict=True)))


def match(bot: str, games: int, *options: str) -> Times:
    """The times of a match of the bot against itself."""
    seats = ["--seat", f"a={bot}", "--seat", f"b={bot}"]
    command = [sys.executable, "-m", "tabletop", "zickzack", "match", *seats, "--games", str(games), "--json", *options]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    started = time.perf_counter()
    output = subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout
    wall = time.perf_counter() - started
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    played = json.loads(output)["games"]
    assert played == games, f"{played} games of {games}"
    return Times(wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


def compare(name: str, one: Times, two: Times, goal: float) -> bool:
    """Print the times and their ratio; whether it reaches the goal."""
    ratio = one.wall / two.wall
    print(
        f"{name:34} one {one.wall:6.2f} s, two {two.wall:6.2f} s: {ratio:.2f} x (goal: {goal})"
        f"   CPU {one.cpu:.2f} and {two.cpu:.2f} s",
        flush=True,
    )
    return ratio >= goal


@contextmanager
def cluster(workers: int) -> Iterator[str]:
    """The address of a Dask scheduler with so many workers, of one thread each."""
    with tempfile.TemporaryDirectory() as folder, ExitStack() as processes:

        def start(*words: str) -> None:
            quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
            process = subprocess.Popen([sys.executable, "-m", "dask", *words], **quiet)  # type: ignore[call-overload]
            processes.callback(process.wait)
            processes.callback(process.kill)

        file = Path(folder) / "scheduler.json"
        options = ["--host", "127.0.0.1", "--port", "0", "--no-dashboard"]
        start("scheduler", *options, "--scheduler-file", str(file))
        deadline = time.monotonic() + START_SECONDS
        while not (file.exists() and file.read_text().strip()):
            assert time.monotonic() < deadline, "the scheduler does not start"
            time.sleep(0.05)
        address = json.loads(file.read_text())["address"]
        for _ in range(workers):
            once = ["--host", "127.0.0.1", "--no-dashboard", "--no-nanny", "--nthreads", "1"]
            start("worker", address, *once, "--local-directory", folder)
        from distributed import Client

        with Client(address, set_as_default=False) as client:
            client.wait_for_workers(workers, timeout=START_SECONDS)
        yield address


def on_cluster(workers: int, bot: str, games: int) -> Times:
    """The times of a match on so many workers, which have imported everything before."""
    with cluster(workers) as address:
        match(bot, 2 * workers, "--scheduler", address)
        return match(bot, games, "--scheduler", address)


def main() -> int:
    """Print all ratios; 1 if one of them misses its goal."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--games-medium", type=int, default=200)
    parser.add_argument("--games-easy", type=int, default=400)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--no-dask", action="store_true")
    arguments = parser.parse_args()
    reached = True
    for bot, games in (("medium", arguments.games_medium), ("easy", arguments.games_easy)):
        runs = [[match(bot, games, "--jobs", jobs) for jobs in "12"] for _ in range(arguments.rounds)]
        for one, two in runs:
            print(f"  {one.wall:.2f} s and {two.wall:.2f} s: {one.wall / two.wall:.2f} x")
        one, two = (medians(times) for times in zip(*runs, strict=True))
        reached &= compare(f"{games} games of {bot}, --jobs", one, two, JOBS_GOAL)
    if not arguments.no_dask:
        games = arguments.games_medium
        one, two = (on_cluster(workers, "medium", games) for workers in (1, 2))
        reached &= compare(f"{games} games of medium, Dask workers", one, two, DASK_GOAL)
    return 0 if reached else 1


if __name__ == "__main__":
    sys.exit(main())
