"""How fast the Zickzack solver is on positions as they arise in games of `medium`.

    python benchmarks/solver.py [EMPTY...]                            # nodes and CPU seconds by empty cells
    python benchmarks/solver.py --against FOLDER [EMPTY...]           # also those of another checkout, and the ratio

Each position comes from another game, at exactly that many empty cells. Both checkouts solve the same positions by
turns, so that a busy machine slows both down. A median over its limit ends the run with exit code 1.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import time
from pathlib import Path
from random import Random

from tabletop.bots.bot import Observation
from tabletop.bots.specs import make_controller
from tabletop.games import load
from tabletop.games.zickzack.position import format_position, parse_position
from tabletop.games.zickzack.rules import ZickzackState
from tabletop.games.zickzack.solver import solve
from tabletop.options import make_setup

LIMITS = {24: 0.7, 28: 5.0}
"""CPU seconds by empty cells."""
POSITIONS = 15
HERE = Path(__file__).resolve()


def middle_games(empty: int, count: int) -> list[str]:
    """Positions from games of `medium` against itself in which exactly `empty` cells are free."""
    game = load("zickzack")
    setup = make_setup(game)
    medium = make_controller(game, "medium")
    positions: list[str] = []
    seed = 0
    while len(positions) < count:
        seed += 1
        state: ZickzackState = game.start(setup)
        states = [state]
        while state.result() is None and state.free.bit_count() > empty:
            rng = Random(f"{seed}/{len(states)}")
            observation = Observation(game, setup, state, states, state.to_move, rng)
            state = state.apply(medium.bot.think(observation, medium.limit()).move)
            states.append(state)
        if state.result() is None and state.free.bit_count() == empty:
            positions.append(format_position(state))
    return positions


def answer() -> None:
    """Solve the positions on standard input; print nodes and CPU seconds of each."""
    setup = make_setup(load("zickzack"))
    for line in sys.stdin:
        state = parse_position(line, setup)
        began = time.process_time()
        nodes = solve(state).nodes
        print(nodes, time.process_time() - began, flush=True)


class Checkout:
    """A checkout whose solver runs in a process of its own."""

    def __init__(self, folder: Path) -> None:
        environment = {**os.environ, "PYTHONPATH": str(folder)}
        command = [sys.executable, str(HERE), "--answer"]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment, cwd=folder
        )
        self.nodes: list[int] = []
        self.seconds: list[float] = []

    def solve(self, position: str) -> None:
        """Solve a position, and keep nodes and seconds."""
        assert self.process.stdin is not None and self.process.stdout is not None
        print(position, file=self.process.stdin, flush=True)
        nodes, seconds = self.process.stdout.readline().split()
        self.nodes.append(int(nodes))
        self.seconds.append(float(seconds))

    def summary(self) -> str:
        """Medians, means and maxima."""
        return (
            f"nodes median {statistics.median(self.nodes):,.0f}, most {max(self.nodes):,}; CPU seconds median "
            f"{statistics.median(self.seconds):.2f}, mean {statistics.mean(self.seconds):.2f}, "
            f"most {max(self.seconds):.2f}"
        )


def main() -> int:
    """Solve and print a line for each number of empty cells."""
    parser = argparse.ArgumentParser(description="How fast the Zickzack solver is.")
    parser.add_argument("empty", nargs="*", type=int, default=list(LIMITS))
    parser.add_argument("--against", type=Path, help="the folder of another checkout")
    parser.add_argument("--positions", type=int, default=POSITIONS)
    parser.add_argument("--answer", action="store_true", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.answer:
        answer()
        return 0
    too_slow = 0
    for empty in arguments.empty:
        checkouts = [Checkout(HERE.parent.parent)] + ([Checkout(arguments.against)] if arguments.against else [])
        for position in middle_games(empty, arguments.positions):
            for checkout in checkouts:
                checkout.solve(position)
        print(f"{empty} empty cells, {arguments.positions} positions: {checkouts[0].summary()}")
        if arguments.against:
            medians = [statistics.median(checkout.seconds) for checkout in checkouts]
            pairs = zip(checkouts[1].seconds, checkouts[0].seconds, strict=True)
            ratios = [against / seconds for against, seconds in pairs]
            print(
                f"    against: {checkouts[1].summary()}; median {medians[1] / medians[0]:.2f} times as long, "
                f"by position {min(ratios):.2f} to {max(ratios):.2f}"
            )
        too_slow += statistics.median(checkouts[0].seconds) > LIMITS.get(empty, float("inf"))
        for checkout in checkouts:
            checkout.process.terminate()
    return 1 if too_slow else 0


if __name__ == "__main__":
    sys.exit(main())
