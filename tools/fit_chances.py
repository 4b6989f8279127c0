"""Fit the chance to win that a bot's value means: the numbers of WIN_CURVE and the like in the games' evaluation.py.

Usage: python tools/fit_chances.py GAME [--players N] [--games N] [--nodes N] [--option NAME ...] [--level LEVEL ...]

Bots play from random openings. For every move their values and who won in the end are kept, and
a logistic curve is fitted to them: log odds = value * (start + change * progress) + even, where
`progress` goes from 0 at the beginning to 1 at the end. A shared win counts as a part of a win.

Each number comes with its 95% interval. The moves of one game are not independent, so the intervals treat a game
as a whole (a sandwich estimate clustered by game). Three lines say how good the fit is:

- the Brier score, the mean squared error of the chance (lower is better), of this curve, of the chances that
  the bot says today, and of one and the same chance for every move;
- the slope of today's chances: 1 if they are right on average, below 1 if they are too sure, above 1 if too timid;
- what the curve says and what happened, `said:happened(moves)`, by tenths of the chance.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Sequence
from importlib import import_module
from itertools import compress
from random import Random
from typing import NamedTuple

from tabletop.bots.bot import DECIDED, observe
from tabletop.bots.specs import make_controller
from tabletop.chance import bot_seed
from tabletop.games import load
from tabletop.match import Match
from tabletop.options import make_setup

RANDOM_PLIES = 8
LONGEST = 600
"""Plies, outcomes included, after which a game counts as one without end."""
NORMAL_95 = 1.96
"""How many standard errors lie on each side of an estimate in its 95% interval."""
STEPS = 30
"""The most steps of Newton's method."""


class Sample(NamedTuple):
    """A bot's value, how far the game had come, and what the game brought the player: 1, 0 or a share.

    chance: the chance to win that the bot says today; None if it says none.
    """

    value: float
    progress: float
    gain: float
    chance: float | None = None


class Fit(NamedTuple):
    """Coefficients with the standard error of each."""

    weights: list[float]
    errors: list[float]

    def __str__(self) -> str:
        pairs = zip(self.weights, self.errors, strict=True)
        return "  ".join(f"{w:.4f} ({w - NORMAL_95 * e:.4f} to {w + NORMAL_95 * e:.4f})" for w, e in pairs)


def play(name: str, players: int, options: Sequence[str], level: str, seed: int, nodes: int | None) -> list[Sample]:
    """One game; a sample for each move that a bot chose, unless its value was exact. None of a game without end."""
    game = load(name)
    rng = Random(seed)
    match = Match(game, make_setup(game, players=players, options=options, seed=seed))
    controller = make_controller(game, level)
    for _ in range(int(rng.random() * RANDOM_PLIES)):
        match.settle()
        moves = list(match.legal_turns(200))
        if match.result:
            break
        match.play(moves[int(rng.random() * len(moves))])
    progress = getattr(import_module(f"tabletop.games.{name}.evaluation"), "progress", lambda state: 0.0)
    rows: list[tuple[int, float, float, float | None]] = []
    match.settle()
    while match.result is None and len(match.plies) < LONGEST:
        player = match.to_move
        info = controller.bot.think(observe(match, bot_seed(seed, player)), controller.limit(nodes))
        if info.value is not None and not info.is_exact and abs(info.value) < DECIDED:
            rows.append((player, info.value, progress(match.state), info.win_chance(info.value)))
        match.play(info.move)
        match.settle()
    if match.result is None:
        return []
    winners = match.result.winners or tuple(range(1, players + 1))
    return [Sample(value, done, (player in winners) / len(winners), chance) for player, value, done, chance in rows]


def fit(games: Sequence[Sequence[tuple[Sequence[float], float]]]) -> Fit:
    """A logistic curve through games of (features, gain), by Newton's method; errors clustered by game."""
    size = len(next(row for game in games for row in game)[0])
    weights = [0.0] * size
    for _ in range(STEPS):
        gradients, hessian = derivatives(games, weights)
        step = solve(hessian, [math.fsum(column) for column in zip(*gradients, strict=True)])
        weights = [w + s for w, s in zip(weights, step, strict=True)]
        if max(map(abs, step)) < 1e-9:
            break
    gradients, hessian = derivatives(games, weights)
    # The sandwich H^-1 G H^-1, with G the sum over games of the outer products of their gradients.
    spread = [solve(hessian, gradient) for gradient in gradients]
    errors = [math.sqrt(math.fsum(row[i] ** 2 for row in spread)) for i in range(size)]
    return Fit(weights, errors)


def derivatives(
    games: Sequence[Sequence[tuple[Sequence[float], float]]], weights: Sequence[float]
) -> tuple[list[list[float]], list[list[float]]]:
    """The gradient of the log likelihood of each game, and the negative Hessian of all."""
    size = len(weights)
    hessian = [[1e-6 * (i == j) for j in range(size)] for i in range(size)]
    gradients: list[list[float]] = []
    for game in games:
        gradient = [0.0] * size
        for features, gain in game:
            chance = logistic(math.fsum(weight * x for weight, x in zip(weights, features, strict=True)))
            for i in range(size):
                gradient[i] += (gain - chance) * features[i]
                for j in range(size):
                    hessian[i][j] += chance * (1 - chance) * features[i] * features[j]
        gradients.append(gradient)
    return gradients, hessian


def logistic(log_odds: float) -> float:
    """The chance that belongs to log odds."""
    return 0.5 + 0.5 * math.tanh(log_odds / 2)


def log_odds(chance: float) -> float:
    """The log odds of a chance, which is kept away from 0 and 1."""
    chance = min(0.999, max(0.001, chance))
    return math.log(chance / (1 - chance))


def mean(numbers: Sequence[float]) -> float:
    """The average."""
    return math.fsum(numbers) / len(numbers)


def brier(pairs: Sequence[tuple[float, float]]) -> float:
    """The mean squared error of chances, given with what happened."""
    return mean([(chance - gain) ** 2 for chance, gain in pairs])


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


def table(pairs: Sequence[tuple[float, float]]) -> str:
    """What was said and what happened, by tenths of the chance."""
    bins: dict[int, list[tuple[float, float]]] = {}
    for chance, gain in pairs:
        bins.setdefault(min(9, int(10 * chance)), []).append((chance, gain))
    return " ".join(
        f"{mean([c for c, _ in cell]):.2f}:{mean([g for _, g in cell]):.2f}({len(cell)})"
        for _, cell in sorted(bins.items())
    )


def report(games: Sequence[Sequence[Sample]], players: int) -> list[str]:
    """The fit of these games and how good it is, in lines."""
    samples = [sample for game in games for sample in game]
    used = (True, any(sample.progress for sample in samples), players > 2)

    def features(row: Sample) -> list[float]:
        return list(compress((row.value, row.value * row.progress, 1.0), used))

    curve = fit([[(features(row), row.gain) for row in game] for game in games])
    names = compress(("start", "change", "even"), used)
    lines = [f"{', '.join(names)}: {curve}"]

    def fitted(row: Sample) -> float:
        return logistic(math.fsum(w * x for w, x in zip(curve.weights, features(row), strict=True)))

    average = mean([row.gain for row in samples])
    scores = [f"the curve {brier([(fitted(row), row.gain) for row in samples]):.4f}"]
    said = [[([log_odds(row.chance)], row.gain) for row in game if row.chance is not None] for game in games]
    if any(said):
        today = [(row.chance, row.gain) for row in samples if row.chance is not None]
        scores.append(f"today's chances {brier(today):.4f}")
    scores.append(f"always {average:.0%} {brier([(average, row.gain) for row in samples]):.4f}")
    lines.append(f"Brier score: {', '.join(scores)}")
    if any(said):
        lines += [f"slope of today's chances: {fit(said)}", f"  today {table(today)}"]
    for low in (0.0, 0.25, 0.5, 0.75) if used[1] else (0.0,):
        part = [row for row in samples if low <= row.progress < low + 0.25 or (low == 0.75 and row.progress >= 1)]
        part = part if used[1] else samples
        name = f"progress from {low}" if used[1] else "curve"
        lines.append(f"  {name} {table([(fitted(row), row.gain) for row in part])}")
    return lines


def main() -> None:
    """Play, fit, print."""
    parser = argparse.ArgumentParser(description="Fit the chance to win that a bot's value means.")
    parser.add_argument("game")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--nodes", type=int)
    parser.add_argument("--option", action="append", default=[], dest="options")
    parser.add_argument("--level", action="append", dest="levels", help="those that take turns: hard and medium")
    arguments = parser.parse_args()
    levels = arguments.levels or ["hard", "medium"]
    played = [
        play(arguments.game, arguments.players, arguments.options, levels[seed % len(levels)], seed, arguments.nodes)
        for seed in range(1, arguments.games + 1)
    ]
    games = [game for game in played if game]
    words = " ".join([arguments.game, *arguments.options])
    print(f"{words}, {arguments.players} players: {len(games)} games, {sum(map(len, games))} moves")
    if games:
        print("\n".join(report(games, arguments.players)))


if __name__ == "__main__":
    main()
