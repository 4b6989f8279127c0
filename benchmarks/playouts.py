"""Random playouts of every game beside python-chess, in one run: `python benchmarks/playouts.py [GAME...]`.

All games go through the same loop over the public state API: result(), steps(), take().
Rounds of python-chess and of the games alternate, so that a busy machine slows down all
alike; the best round of each counts. Exit code 1 if a ratio stays below its target.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable

import chess

from tabletop import games
from tabletop.game import Node, Setup

TARGETS = {"zickzack": 8.0, "fem": 4.0, "taktori": 2.0}
"""Steps/s of a game's playouts, as a multiple of python-chess moves/s."""
ROUNDS = 7
SECONDS = 0.5
"""Length of a round."""
MAX_STEPS = 2000
"""Steps after which a playout is stopped."""


def play_chess(rng: random.Random) -> int:
    """One random game of chess; the number of moves."""
    board = chess.Board()
    while not board.is_game_over():
        moves = list(board.legal_moves)
        board.push(moves[int(rng.random() * len(moves))])
    return board.ply()


def playouts_of(name: str) -> Callable[[random.Random], int]:
    """A function that plays one random game with the fewest players; the number of steps."""
    game = games.load(name)
    players = game.players[0]
    start: Node = game.start(Setup(players, game.seats[:players]))

    def play(rng: random.Random) -> int:
        node, length = start, 0
        while node.result() is None and length < MAX_STEPS:
            steps = node.steps()
            node = node.take(steps[int(rng.random() * len(steps))])
            length += 1
        return length

    return play


def rate(play: Callable[[random.Random], int], rng: random.Random) -> float:
    """Moves or steps per second over one round."""
    count, start = 0, time.perf_counter()
    while (elapsed := time.perf_counter() - start) < SECONDS:
        count += play(rng)
    return count / elapsed


def main(names: list[str]) -> int:
    """Measure, print a line for each, and compare with the targets."""
    playouts = {"python-chess": play_chess} | {name: playouts_of(name) for name in names or TARGETS}
    rng = random.Random(1)
    best = dict.fromkeys(playouts, 0.0)
    for _ in range(ROUNDS):
        for name, play in playouts.items():
            best[name] = max(best[name], rate(play, rng))
    base = best.pop("python-chess")
    print(f"{'python-chess':12} {base:10,.0f} moves/s")
    missed = 0
    for name, speed in best.items():
        target = TARGETS.get(name, 0.0)
        verdict = "ok" if speed >= target * base else "TOO SLOW"
        missed += speed < target * base
        print(f"{name:12} {speed:10,.0f} steps/s  {speed / base:5.1f} x  (target {target:g} x)  {verdict}")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
