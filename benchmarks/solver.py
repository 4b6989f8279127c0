"""Nodes and seconds of the Zickzack solver on random middle games: `python benchmarks/solver.py [EMPTY...]`.

Positions come from random games, stopped at exactly that many empty cells. A median
over its limit ends the run with exit code 1.
"""

from __future__ import annotations

import random
import statistics
import sys

from tabletop.game import Setup
from tabletop.games.zickzack.board import COLOURS
from tabletop.games.zickzack.rules import ZickzackState, start
from tabletop.games.zickzack.solver import solve

LIMITS = {24: 2.0, 28: 10.0}
"""Seconds by empty cells."""
POSITIONS = 20


def middle_games(empty: int, count: int, seed: int = 1) -> list[ZickzackState]:
    """Positions in which somebody can move and exactly `empty` cells are free."""
    rng = random.Random(seed)
    positions: list[ZickzackState] = []
    while len(positions) < count:
        state = start(Setup(2, COLOURS[1:]))
        while (steps := state.steps()) and state.free.bit_count() > empty:
            state = state.take(steps[int(rng.random() * len(steps))])
        if steps and state.free.bit_count() == empty:
            positions.append(state)
    return positions


def main(arguments: list[str]) -> int:
    """Solve and print a line for each number of empty cells."""
    too_slow = 0
    for empty in map(int, arguments or LIMITS):
        solutions = [solve(state) for state in middle_games(empty, POSITIONS)]
        nodes = sorted(solution.nodes for solution in solutions)
        seconds = sorted(solution.seconds for solution in solutions)
        limit = LIMITS.get(empty)
        median = statistics.median(seconds)
        print(
            f"{empty} empty cells, {POSITIONS} positions: nodes median {statistics.median(nodes):,.0f}, "
            f"mean {statistics.mean(nodes):,.0f}, most {nodes[-1]:,}; seconds median {median:.2f}, "
            f"mean {statistics.mean(seconds):.2f}, most {seconds[-1]:.2f}"
            + (f"; {sum(s <= limit for s in seconds)} of {POSITIONS} within {limit:g} s" if limit else "")
        )
        too_slow += limit is not None and median > limit
    return 1 if too_slow else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
