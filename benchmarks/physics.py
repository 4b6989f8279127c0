"""Seconds to build a simulated tray and to pull a disc from it: `python benchmarks/physics.py`.

A median over its limit ends the run with exit code 1. Needs pymunk.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable

from tabletop.games.mikado import physics

LIMITS = {"build": 1.0, "pull": 0.5}
"""Seconds of processor time."""
TRAYS = 5


def seconds(work: Callable[[], object]) -> float:
    """The processor time that a piece of work takes."""
    start = time.process_time()
    work()
    return time.process_time() - start


def build(seed: int) -> physics.Snapshot:
    """Simulate a tray, without the cache."""
    physics.build.cache_clear()
    physics._restart.cache_clear()
    return physics.build(seed)


def main() -> int:
    """Measure both and print a line for each."""
    measured = {"build": [seconds(lambda seed=seed: build(seed)) for seed in range(TRAYS)]}  # type: ignore[misc]
    tray = physics.build(0)
    measured["pull"] = [seconds(lambda name=disc.name: physics.pull(tray, name)) for disc in tray.discs[::6]]  # type: ignore[misc]
    too_slow = 0
    for task, times in measured.items():
        median = statistics.median(times)
        print(f"{task}: median {median:.3f} s, most {max(times):.3f} s; the limit is {LIMITS[task]:g} s")
        too_slow += median > LIMITS[task]
    return 1 if too_slow else 0


if __name__ == "__main__":
    sys.exit(main())
