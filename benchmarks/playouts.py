"""Random playouts of every game beside python-chess, in one run: `python benchmarks/playouts.py [GAME...]`.

All games go through the same loop over the public state API: result(), steps(), take().
Rounds of python-chess and of the games alternate, so that a busy machine slows down all
alike; the best round of each counts. House rules (`fem+nocover`) are compared with the game
without them. Exit code 1 if a ratio stays below its target.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable

import chess

from tabletop import games
from tabletop.game import Node
from tabletop.options import make_setup

TARGETS = {"zickzack": 8.0, "fem": 4.0, "taktori": 2.0}
"""Steps/s of a game's playouts, as a multiple of python-chess moves/s."""
HOUSE_RULES = ("fem+immune", "fem+nocover", "fem+immune+nocover", "taktori+immune")
HOUSE_RULES_TARGET = 0.9
"""Steps/s with a house rule, as a multiple of those without."""
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
    """A function that plays one random game with the fewest players; the number of steps.

    The name of a game, or of a game with options: `fem+nocover`.
    """
    name, *options = name.split("+")
    game = games.load(name)
    start: Node = game.start(make_setup(game, options=options))

    def play(rng: random.Random) -> int:
        node, length = start, 0
        while node.result() is None and length < MAX_STEPS:
            steps = node.steps()
            node = node.take(steps[int(rng.random() * len(steps))])
            length += 1
        return length

    return play


def rate(play: Callable[[random.Random], int], rng: random.Random) -> float:
    """Moves or steps per second of CPU time over one round."""
    count, start = 0, time.process_time()
    while (elapsed := time.process_time() - start) < SECONDS:
        count += play(rng)
    return count / elapsed


def main(names: list[str]) -> int:
    """Measure, print a line for each, and compare with the targets."""
    names = names or [*TARGETS, *HOUSE_RULES]
    bases = [name.partition("+")[0] for name in names]
    playouts = {"python-chess": play_chess} | {name: playouts_of(name) for name in dict.fromkeys([*bases, *names])}
    rng = random.Random(1)
    best = dict.fromkeys(playouts, 0.0)
    for _ in range(ROUNDS):
        for name, play in playouts.items():
            best[name] = max(best[name], rate(play, rng))
    base = best.pop("python-chess")
    print(f"{'python-chess':18} {base:10,.0f} moves/s")
    missed = 0
    for name, speed in best.items():
        game = name.partition("+")[0]
        ratio = speed / (base if name == game else best[game])
        target = TARGETS.get(name, 0.0) if name == game else HOUSE_RULES_TARGET
        missed += ratio < target
        verdict = "ok" if ratio >= target else "TOO SLOW"
        print(f"{name:18} {speed:10,.0f} steps/s  {ratio:5.2f} x  (target {target:g} x)  {verdict}")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
