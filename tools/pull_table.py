"""Simulate pulls for the fit of Mikado's statistical model: `python tools/pull_table.py pulls.csv`.

Needs pymunk. Trays are built from the seeds `pulls-0`, `pulls-1` and so on. From each, random
discs among the two fifths with the lowest loads are taken; at the stages of the model files
(0, 10, 20 discs gone and so on) some of the discs left are pulled for trial, each in a copy of
the tray. A row of the table is such a trial:

    tray,gone,disc,load,moved,popped
    3,10,b7,0.214,1.87,0          the load as a share of the spring's force, the movement in mm

How much of the other loads stays after a pull is printed at the end: the slope of the loads
afterwards over those before, by kind of pull and nearness, as the table `keep` of a model file
has it. A tray takes about ten seconds of processor time.
`--friction 0.2` simulates the smooth discs of the preset `slippery`.
"""

from __future__ import annotations

import argparse
import csv
import sys
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

from tabletop.games.mikado import physics
from tabletop.games.mikado.discs import NUMBERS
from tabletop.games.mikado.model import LARGE_SLIP, MODELS, SLIP_CLASSES, SMALL_SLIP
from tabletop.games.mikado.packing import nearness
from tabletop.games.mikado.trays import Layout

STAGES = MODELS.load(MODELS.default)["stages"]["gone"]
LOWEST = 0.4
"""The share of discs, those with the lowest loads, from which the next one is taken."""
COLUMNS = ("tray", "gone", "disc", "load", "moved", "popped")
Row = tuple[int, int, str, float, float, int]


class Slopes:
    """The slopes of loads after a pull over loads before it, by kind of pull and nearness."""

    def __init__(self) -> None:
        self.pairs: dict[tuple[int, int], list[tuple[float, float]]] = defaultdict(list)

    def add(self, before: physics.Snapshot, name: str, result: physics.PullResult) -> None:
        """Note the loads of all discs that a pull has left in the tray."""
        kind = slip_class(load_of(before, name), result.moved)
        near = nearness_of(before, name)
        for disc in result.after.discs:
            pair = (load_of(before, disc.name), load_of(result.after, disc.name))
            self.pairs[kind, near[NUMBERS[disc.name]]].append(pair)

    def lines(self) -> Iterator[str]:
        for kind, word in enumerate(SLIP_CLASSES):
            cells = [slope(self.pairs[kind, near]) for near in range(3)]
            yield f"{word} = [{', '.join(f'{cell:.2f}' for cell in cells)}]"


def slope(pairs: list[tuple[float, float]]) -> float:
    """The slope of a least-squares line."""
    if not pairs:
        return 0.0
    mean_x, mean_y = (sum(values) / len(pairs) for values in zip(*pairs, strict=True))
    spread = sum((x - mean_x) ** 2 for x, _ in pairs)
    return sum((x - mean_x) * (y - mean_y) for x, y in pairs) / spread if spread else 0.0


def slip_class(load: float, moved: float) -> int:
    """The index in SLIP_CLASSES."""
    if load == 0:
        return 0
    return 1 if moved <= SMALL_SLIP else 2 if moved <= LARGE_SLIP else 3


def load_of(tray: physics.Snapshot, name: str) -> float:
    """The load as the game counts it: 0 if it is too small."""
    load = tray.load(name)
    return load if load >= physics.DEFAULT_SETTINGS.loose_load else 0.0


def nearness_of(tray: physics.Snapshot, name: str) -> bytes:
    """How near every disc lies to that one, by number."""
    discs = {NUMBERS[disc.name]: disc for disc in tray.discs}
    first = tray.discs[0]
    layout = Layout(tuple(discs.get(number, first) for number in range(len(NUMBERS))), 200.0, tray.slider)
    return nearness(layout, sorted(discs), NUMBERS[name])


def trial_pulls(number: int, most: int, slopes: Slopes, settings: physics.PhysicsSettings) -> Iterator[Row]:
    """The rows of one tray: at every stage at most so many trials."""
    tray, rng, gone = physics.build(f"pulls-{number}", settings), Random(number), 0
    while gone <= STAGES[-1]:
        names = [disc.name for disc in tray.discs]
        if gone in STAGES:
            for name in sorted(rng.sample(names, min(most, len(names))), key=NUMBERS.__getitem__):
                result = physics.pull(tray, name, settings=settings)
                slopes.add(tray, name, result)
                yield number, gone, name, round(load_of(tray, name), 4), round(result.moved, 2), len(result.popped)
        by_load = sorted(names, key=lambda name: (tray.load(name), NUMBERS[name]))
        name = by_load[int(rng.random() * max(1, int(LOWEST * len(names))))]
        tray = physics.pull(tray, name, settings=settings).after
        gone = len(NUMBERS) - len(tray.discs)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("output", type=Path, help="the table to write")
    parser.add_argument("--trays", type=int, default=60, help="how many trays (default 60)")
    parser.add_argument("--first", type=int, default=0, help="the number of the first one")
    parser.add_argument("--trials", type=int, default=12, help="trials per stage and tray (default 12)")
    default = physics.DEFAULT_SETTINGS
    parser.add_argument("--friction", type=float, default=default.friction, help=f"(default {default.friction})")
    arguments = parser.parse_args()
    settings = replace(default, friction=arguments.friction)
    slopes = Slopes()
    with arguments.output.open("w", encoding="ascii", newline="") as stream:
        writer = csv.writer(stream, lineterminator="\n")
        writer.writerow(COLUMNS)
        for number in range(arguments.first, arguments.first + arguments.trays):
            writer.writerows(trial_pulls(number, arguments.trials, slopes, settings))
            stream.flush()
    print("[keep]", *slopes.lines(), sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
