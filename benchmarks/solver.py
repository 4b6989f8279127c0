"""Nodes and seconds of the Zickzack solver on random middle games: `python benchmarks/solver.py [EMPTY...]`.

Positions come from random games, broken off at exactly so many empty cells. A median
over its limit ends the run with exit code 1.
"""

from __future__ import annotations

import random
import statistics
import sys

from tabletop import games
from tabletop.game import Setup
from tabletop.games.zickzack.rules import ZickzackState
from tabletop.games.zickzack.solver import solve

LIMITS = {24: 2.0, 28: 10.0}
"""Seconds by empty cells."""
POSITIONS = 20


def middle_games(empty: int, count: int, seed: int = 1) -> list[ZickzackState]:
    """Positions in which somebody can move and exactly `empty` cells are free."""
    game = games.load("zickzack")
    rng = random.Random(seed)
    found: list[ZickzackState] = []
    while len(found) < count:
        state = game.start(Setup(2, game.seats))
        assert isinstance(state, ZickzackState)
        while (steps := state.steps()) and state.free.bit_count() > empty:
            state = state.take(steps[int(rng.random() * len(steps))])
        if steps and state.free.bit_count() == empty:
            found.append(state)
    return found


def main(words: list[str]) -> int:
    """Solve and print a line for each number of empty cells."""
    late = 0
    for empty in map(int, words or LIMITS):
        solved = [solve(state) for state in middle_games(empty, POSITIONS)]
        nodes = sorted(solution.nodes for solution in solved)
        seconds = sorted(solution.seconds for solution in solved)
        limit = LIMITS.get(empty)
        median = statistics.median(seconds)
        print(
            f"{empty} empty cells, {POSITIONS} positions: nodes median {statistics.median(nodes):,.0f}, "
            f"mean {statistics.mean(nodes):,.0f}, most {nodes[-1]:,}; seconds median {median:.2f}, "
            f"mean {statistics.mean(seconds):.2f}, most {seconds[-1]:.2f}"
            + (f"; {sum(s <= limit for s in seconds)} of {POSITIONS} within {limit:g} s" if limit else "")
        )
        late += limit is not None and median > limit
    return 1 if late else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
