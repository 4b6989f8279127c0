"""Fit the chance to win that a bot's value means: the numbers of WIN_CURVE and the like in the games' evaluation.py.

Usage: python tools/fit_chances.py GAME PLAYERS GAMES [NODES]

Bots play from random openings. For every move their values and who won in the end are kept, and
a logistic curve is fitted to them: log odds = value * (start + change * progress) + even, where
`progress` goes from 0 at the beginning to 1 at the end. A shared win counts as a part of a win. The table
below the numbers compares the curve with what happened.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Sequence
from importlib import import_module
from itertools import compress
from random import Random
from typing import NamedTuple

from tabletop.bots.bot import DECIDED, observe
from tabletop.bots.specs import make_controller
from tabletop.game import CHANCE
from tabletop.games import load
from tabletop.match import Match
from tabletop.options import make_setup

LEVELS = ("hard", "medium")
RANDOM_PLIES = 8
LONGEST = 120


class Sample(NamedTuple):
    """A bot's value, how far the game had come, and what the game brought the player: 1, 0 or a share."""

    value: float
    progress: float
    gain: float
    is_exact: bool = False


def play(name: str, players: int, seed: int, nodes: int | None) -> list[Sample]:
    """One game; a sample for each move that a bot chose."""
    game = load(name)
    rng = Random(seed)
    match = Match(game, make_setup(game, players=players))
    controller = make_controller(game, LEVELS[seed % 2])
    for _ in range(int(rng.random() * RANDOM_PLIES)):
        moves = list(match.legal_turns(200))
        if match.result:
            break
        match.play(moves[int(rng.random() * len(moves))])
    progress = getattr(import_module(f"tabletop.games.{name}.evaluation"), "progress", lambda state: 0.0)
    rows: list[tuple[int, float, float, bool]] = []
    while match.result is None and len(match.plies) < LONGEST:
        info = controller.bot.think(observe(match, seed), controller.limit(nodes))
        if info.value is not None and match.to_move != CHANCE and abs(info.value) < DECIDED:
            is_exact = "with best play" in info.explanation
            rows.append((match.to_move, info.value, progress(match.state), is_exact))
        match.play(info.move)
    if match.result is None:
        return []
    winners = match.result.winners or tuple(range(1, players + 1))
    return [Sample(value, done, (player in winners) / len(winners), is_exact) for player, value, done, is_exact in rows]


def fit(samples: Sequence[Sample], has_progress: bool, has_even: bool) -> list[float]:
    """The coefficients of value, value * progress and 1, those left out being 0: Newton's method."""
    used = (True, has_progress, has_even)
    rows = [list(compress((row.value, row.value * row.progress, 1.0), used)) for row in samples]
    size = len(rows[0])
    weights = [0.0] * size
    for _ in range(30):
        gradient = [0.0] * size
        hessian = [[1e-6 * (i == j) for j in range(size)] for i in range(size)]
        for row, sample in zip(rows, samples, strict=True):
            chance = logistic(math.fsum(weight * x for weight, x in zip(weights, row, strict=True)))
            for i in range(size):
                gradient[i] += (sample.gain - chance) * row[i]
                for j in range(size):
                    hessian[i][j] += chance * (1 - chance) * row[i] * row[j]
        step = solve(hessian, gradient)
        weights = [w + s for w, s in zip(weights, step, strict=True)]
    left = iter(weights)
    return [next(left) if is_used else 0.0 for is_used in used]


def logistic(log_odds: float) -> float:
    """The chance that belongs to log odds."""
    return 0.5 + 0.5 * math.tanh(log_odds / 2)


def mean(numbers: Sequence[float]) -> float:
    """The average."""
    return math.fsum(numbers) / len(numbers)


def solve(matrix: list[list[float]], right: list[float]) -> list[float]:
    """The solution of a small linear system."""
    size = len(right)
    rows = [[*matrix[i], right[i]] for i in range(size)]
    for i in range(size):
        pivot = max(range(i, size), key=lambda k: abs(rows[k][i]))
        rows[i], rows[pivot] = rows[pivot], rows[i]
        for k in range(size):
            if k != i:
                factor = rows[k][i] / rows[i][i]
                rows[k] = [a - factor * b for a, b in zip(rows[k], rows[i], strict=True)]
    return [rows[i][size] / rows[i][i] for i in range(size)]


def main() -> None:
    """Play, fit, print."""
    name, players, games = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    nodes = int(sys.argv[4]) if len(sys.argv) > 4 else None
    played = [play(name, players, seed, nodes) for seed in range(1, games + 1)]
    samples = [sample for game in played for sample in game if not sample.is_exact]
    has_progress = any(sample.progress for sample in samples)
    weights = fit(samples, has_progress, has_even=players > 2)
    print(f"{name}, {players} players: {sum(map(bool, played))} games, {len(samples)} moves")
    print("start, change, even:", *(f"{weight:.4f}" for weight in weights))
    for low in (0.0, 0.25, 0.5, 0.75) if has_progress else (0.0,):
        part = [row for row in samples if low <= row.progress < low + 0.25 or (low == 0.75 and row.progress >= 1)]
        bins: dict[int, list[tuple[float, float]]] = {}
        for row in part:
            odds = row.value * (weights[0] + weights[1] * row.progress) + weights[2]
            chance = logistic(odds)
            bins.setdefault(min(9, int(10 * chance)), []).append((chance, row.gain))
        cells = [
            f"{mean([c for c, _ in pairs]):.2f}:{mean([g for _, g in pairs]):.2f}({len(pairs)})"
            for _, pairs in sorted(bins.items())
        ]
        print(f"  progress {low}: ", " ".join(cells))


if __name__ == "__main__":
    main()
