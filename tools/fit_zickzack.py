"""Fit the learned evaluation of Zickzack and write tabletop/games/zickzack/network.json.

    python tools/fit_zickzack.py solve 1165 1 14 21 > larger.jsonl
    python tools/fit_zickzack.py fit exact.jsonl larger.jsonl                         # needs pip install '.[fit]'

`solve` takes a number of games, a seed, and the fewest and most free cells, and makes positions with exact values; that
takes some minutes. Each line of the files is a JSON object: `position`, a position string of the classic board;
`empty`, its free cells; `value`, the points that the player to move will still win less the other's with best play;
`moves`, the same by move, the move's own points included. Every fifth line of the first file is kept out of the fit, to
measure the error.

The weights in network.json come from 1,497 positions with 22 to 35 free cells in the first file; 28,510 with 7 to 33 in
three others; and 872 with 33 to 50, whose values are only those of searches with earlier weights. A solver in
C++, which is not part of this project, made the three files in half an hour; on 40 lines of the first file it found
the same values. The positions arise in games as `play` plays them, in games of `medium` with random moves in between,
and some random or good moves later. The fit takes some minutes and some gigabytes.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from tabletop.game import NOBODY, Setup
from tabletop.games import load
from tabletop.games.zickzack.board import COLOURS, ZickzackMove
from tabletop.games.zickzack.network import SCALE, field_features, hand_features, pool_features
from tabletop.games.zickzack.notation import format_move
from tabletop.games.zickzack.position import format_position, parse_position
from tabletop.games.zickzack.reduction import Position, Reduction
from tabletop.games.zickzack.rules import ZickzackState, start
from tabletop.games.zickzack.solver import Solver
from tabletop.options import make_setup

NETWORK = Path(__file__).resolve().parent.parent / "tabletop" / "games" / "zickzack" / "network.json"
HELD_OUT = 5
"""Of the first file, every fifth row is kept out of the fit."""
UNITS = 48
"""Units of the hidden layer."""
EPOCHS = 10
BATCH = 256
RATE = 0.003
DECAY = 0.15
LEAST = 20
"""A feature of fewer positions gets no weights."""
FEATURE_BITS = 4
"""Bits of a lane that counts a feature."""


def play(rng: Random) -> Iterator[ZickzackState]:
    """The positions of a game between players who mostly fill what they can and avoid giving fields away."""
    state = start(Setup(2, COLOURS[1:]))
    care = rng.random()
    while state.to_move != NOBODY:
        yield state
        moves = state.steps()
        if rng.random() < 0.5 + 0.5 * care:
            moves = fills(state, moves) or safe_moves(state, moves) or moves
        state = state.apply(moves[int(rng.random() * len(moves))])


def fills(state: ZickzackState, moves: list[ZickzackMove]) -> list[ZickzackMove]:
    """Those of the moves that fill a field."""
    board = state.board
    placements = [board.placement_of[move] for move in moves]
    return [item.move for item in placements if state.free & board.field_masks[item.field] == item.mask]


def safe_moves(state: ZickzackState, moves: list[ZickzackMove]) -> list[ZickzackMove]:
    """Those of the moves after which the other player cannot fill a field at once that was not open to that before."""
    before = len(fills_of_other(state))
    return [move for move in moves if len(fills_of_other(state.apply(move))) <= before]


def fills_of_other(state: ZickzackState) -> set[int]:
    """The fields that the player who is not about to move, or is after the move just made, could fill."""
    board = state.board
    found = set()
    for player in (1, 2):
        types = board.types_in_hand[state.hand(player)]
        for field, (mask, moves) in enumerate(board.field_moves[types]):
            free = state.free & mask
            if any(board.placement_of[move].mask == free for move in moves[free]):
                found.add(field)
    return found


def solved_positions(count: int, seed: int, fewest: int, most: int) -> Iterator[dict[str, object]]:
    """A position of each of so many games, with about so many free cells, and its exact values."""
    for number in range(count):
        rng = Random(f"{seed}/{number}")
        free = fewest + int(rng.random() * (most + 1 - fewest))
        state = next((state for state in play(rng) if state.free.bit_count() <= free), None)
        if state is not None:
            yield solved(state)


def solved(state: ZickzackState) -> dict[str, object]:
    """A line of the file."""
    solution = Solver(state.board).solve(state, every_move=True)
    green, blue = state.scores()
    lead = green - blue if state.player == 1 else blue - green
    moves = {format_move(move, compact=True): value - lead for move, value in solution.move_values}
    return {
        "position": format_position(state),
        "empty": state.free.bit_count(),
        "value": solution.value - lead,
        "moves": moves,
    }


class FeatureCounts:
    """An evaluation whose terms count features: a lane for each feature, in the order in which they turn up."""

    def __init__(self) -> None:
        self.numbers: dict[str, int] = {"always": 0}

    def field(self, field: int, gaps: tuple[int, ...], fillers: int, own: int, other: int) -> int:
        """The features of a field."""
        return self._count(field_features(str(field + 3), gaps, fillers, own, other))

    def hands(self, own: tuple[int, ...], other: tuple[int, ...]) -> int:
        """The features of both hands, and the one that every position has."""
        return 1 + self._count(hand_features(own, other))

    def pool(self, gaps: tuple[int, ...]) -> int:
        """The features of the pool."""
        return self._count(pool_features(gaps))

    def _count(self, features: Iterator[str]) -> int:
        return sum(1 << FEATURE_BITS * self.numbers.setdefault(name, len(self.numbers)) for name in features)


class Sample(NamedTuple):
    """A reduced position: the terms of FeatureCounts, the value for the player to move, and its bounds.

    `free` are the free cells of the row that it comes from.
    """

    terms: int
    value: float
    low: int
    high: int
    free: int


def samples(paths: list[str], counts: FeatureCounts) -> tuple[list[Sample], list[Sample]]:
    """The different reduced positions of the files, after every move too: those to fit to, and those kept out."""
    game = load("zickzack")
    setup = make_setup(game)
    reduction = Reduction(game.start(setup).board, counts)
    known: set[Position] = set()
    fitted: list[Sample] = []
    kept_out: list[Sample] = []
    for path in paths:
        with open(path, encoding="utf-8") as lines:
            for number, line in enumerate(lines):
                row = json.loads(line)
                state = parse_position(row["position"], setup)
                position = reduction.position(state)
                by_text = {format_move(move, compact=True): move for move in state.steps()}
                children = [(reduction.reduced(*position), row["value"])]
                for text, value in row["moves"].items():
                    gain, is_same, child = reduction.after(position, reduction.move(state, by_text[text]))
                    children.append((child, value - gain if is_same else gain - value))
                for child, value in children:
                    if child is not None and child[0] not in known:
                        known.add(child[0])
                        sample = Sample(child[4], value if child[1] else -value, child[2], child[3], row["empty"])
                        (fitted if number % HELD_OUT or path != paths[0] else kept_out).append(sample)
    return fitted, kept_out


def matrix(rows: list[Sample], features: int) -> Any:
    """The counts of features, a row of bytes for each sample."""
    import numpy as np

    size = -(-features // 2)
    packed = np.frombuffer(b"".join(sample.terms.to_bytes(size, "little") for sample in rows), np.uint8)
    return np.stack((packed & 15, packed >> FEATURE_BITS), axis=1).reshape(len(rows), 2 * size)[:, :features]


def fit(paths: list[str], epochs: int) -> None:
    """Fit the network by gradient descent (Adam with weight decay), print its error, and write it."""
    import numpy as np

    counts = FeatureCounts()
    fitted, kept_out = samples(paths, counts)
    inputs, unseen = (matrix(rows, len(counts.numbers)) for rows in (fitted, kept_out))
    is_frequent = (inputs > 0).sum(axis=0) >= LEAST
    names = [name for name, number in counts.numbers.items() if is_frequent[number]]
    inputs, unseen = (np.ascontiguousarray(table[:, is_frequent]) for table in (inputs, unseen))
    targets = np.array([sample.value for sample in fitted], np.float32)
    rng = np.random.default_rng(1)
    weights = {
        "hidden": rng.normal(0, 0.1, (len(names), UNITS)).astype(np.float32),
        "output": rng.uniform(-1, 1, UNITS).astype(np.float32),
        "linear": np.zeros(len(names), np.float32),
    }
    means = {name: np.zeros_like(weight) for name, weight in weights.items()}
    squares = {name: np.zeros_like(weight) for name, weight in weights.items()}
    steps = epochs * -(-len(inputs) // BATCH)
    step = 0
    for _ in range(epochs):
        order = rng.permutation(len(inputs))
        for first in range(0, len(inputs), BATCH):
            chosen = order[first : first + BATCH]
            batch = inputs[chosen].astype(np.float32)
            sums = batch @ weights["hidden"]
            active = np.maximum(sums, 0)
            errors = active @ weights["output"] + batch @ weights["linear"] - targets[chosen]
            errors *= np.float32(2 / len(chosen))
            gradients = {
                "hidden": batch.T @ ((sums > 0) * (errors[:, None] * weights["output"])),
                "output": active.T @ errors,
                "linear": batch.T @ errors,
            }
            step += 1
            rate = np.float32(RATE * 0.5 * (1 + np.cos(np.pi * step / steps)))
            mean_share, square_share = np.float32(1 - 0.9**step), np.float32(1 - 0.999**step)
            for name, gradient in gradients.items():
                means[name] += np.float32(0.1) * (gradient - means[name])
                squares[name] += np.float32(0.001) * (gradient**2 - squares[name])
                mean, square = means[name] / mean_share, squares[name] / square_share
                weights[name] -= rate * (
                    mean / (np.sqrt(square) + np.float32(1e-8)) + np.float32(DECAY) * weights[name]
                )
    print_errors("fitted", fitted, inputs, weights)
    print_errors("kept out", kept_out, unseen, weights)
    for fewest, most in ((22, 24), (25, 27), (28, 32)):
        chosen = [number for number, sample in enumerate(kept_out) if fewest <= sample.free <= most]
        title = f"kept out, {fewest} to {most} free cells or one move later"
        print_errors(title, [kept_out[number] for number in chosen], unseen[chosen], weights)
    write(names, weights)


def print_errors(title: str, rows: list[Sample], table: Any, weights: dict[str, Any]) -> None:
    """Print the mean error of the values and the part of their variance that they explain."""
    import numpy as np

    if not rows:
        return
    values = np.concatenate(
        [
            np.maximum(part @ weights["hidden"], 0) @ weights["output"] + part @ weights["linear"]
            for part in (table[first : first + BATCH].astype(np.float32) for first in range(0, len(table), BATCH))
        ]
    )
    values = np.clip(values, [sample.low for sample in rows], [sample.high for sample in rows])
    truth = np.array([sample.value for sample in rows])
    error = values - truth
    share = 1 - (error**2).mean() / truth.var()
    print(f"{title}: {len(rows)} positions, mean error {abs(error).mean():.3f} points, R2 {share:.4f}")


def write(names: list[str], weights: dict[str, Any]) -> None:
    """Write the weights in whole numbers, the units that add to the value first."""
    output = weights["output"]
    units = sorted(range(UNITS), key=lambda unit: output[unit] < 0)
    lines = []
    for number, feature in enumerate(names):
        row = [weights["linear"][number], *(weights["hidden"][number][unit] * abs(output[unit]) for unit in units)]
        numbers = ",".join(str(round(float(weight) * SCALE)) for weight in row)
        lines.append(f'"{feature}":[{numbers}]')
    up = sum(output >= 0)
    text = f'{{"up":{up},"units":{UNITS},"weights":{{\n' + ",\n".join(sorted(lines)) + "\n}}\n"
    NETWORK.write_text(text, "utf-8")


def main() -> None:
    """Solve or fit."""
    match sys.argv[1:]:
        case ["solve", count, seed, fewest, most]:
            for row in solved_positions(int(count), int(seed), int(fewest), int(most)):
                print(json.dumps(row), flush=True)
        case ["fit", *paths] if paths:
            fit(paths, EPOCHS)
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    main()
