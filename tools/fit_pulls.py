"""Fit Mikado's statistical model to simulated pulls: `python tools/fit_pulls.py pulls.csv --division 1.0`.

`tools/pull_table.py` writes the table. Printed are the tables [load], [slip] and [length] of a
model file, then how the fitted model compares with the simulation by stage, when it is played
as the simulated trays were: the share of loose discs, the share of discs that are safe to pull,
the median and the 90th percentile of slips longer than a division.

The chance of a movement is fitted by likelihood. What the model draws anew after each pull shows
only in play, so the share of loose discs by stage, and the length of slips, for which the discs
may not make room, are tuned in rounds of play.
"""

from __future__ import annotations

import argparse
import csv
import math
import re
import statistics
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import NamedTuple

from fit_chances import logistic, solve
from pull_table import LOWEST, STAGES

from tabletop.chance import Rolls
from tabletop.games.mikado.discs import DISC_COUNT, NUMBERS, colour_of
from tabletop.games.mikado.loads import HiddenLoads, StatisticalModel, free_discs
from tabletop.games.mikado.model import MODELS, Parameters, parameters_of
from tabletop.games.mikado.packing import nearness
from tabletop.games.mikado.trays import deal_layout

SIZES = 3
SKILL = 0.5
TRIALS = 12
"""Discs that are pulled for trial at each stage of a tray in play."""
RIDGE = 0.5
"""A weak pull of every weight towards 0, so that sparse stages get no wild numbers."""
MOST_LOG_ODDS = 6.0
MOST_STAGE = 12.0
"""Of `stage`: between two stages the change is to come early."""
DEVIATIONS = (0.2, 1.6)


class Row(NamedTuple):
    gone: int
    colour: int
    load: float
    moved: float


@dataclass
class Fit:
    """The numbers of a model file that are fitted, as lists by size or stage."""

    loose: list[float] = field(default_factory=list)
    stage: list[float] = field(default_factory=lambda: [0.0] * len(STAGES))
    held: list[float] = field(default_factory=list)
    shape: list[float] = field(default_factory=list)
    scale: list[float] = field(default_factory=list)
    constant: float = 0.0
    size: list[float] = field(default_factory=list)
    root_load: float = 0.0
    root_load_gone: float = 0.0
    slip_stage: list[float] = field(default_factory=list)
    mean: list[float] = field(default_factory=list)
    deviation: list[float] = field(default_factory=list)

    def tables(self) -> dict[str, dict[str, object]]:
        return {
            "load": {
                "loose": self.loose,
                "stage": self.stage,
                "held": self.held,
                "shape": self.shape,
                "scale": self.scale,
            },
            "slip": {
                "constant": self.constant,
                "size": self.size,
                "root_load": self.root_load,
                "gone": 0.0,
                "root_load_gone": self.root_load_gone,
                "stage": self.slip_stage,
            },
            "length": {"mean": self.mean, "deviation": self.deviation},
        }

    def risk(self, row: Row) -> float:
        """The chance of a movement of a disc that bears a load, at one of the stages."""
        slope = self.root_load + self.root_load_gone * row.gone / DISC_COUNT
        return logistic(
            self.constant
            + self.size[row.colour]
            + slope * math.sqrt(row.load)
            + self.slip_stage[STAGES.index(row.gone)]
        )

    def text(self) -> str:
        """The tables as TOML."""
        lines = []
        for table, values in self.tables().items():
            lines.append(f"[{table}]")
            lines += [f"{key} = {_toml(value)}" for key, value in values.items()]
        return "\n".join(lines)

    def parameters(self, base: str, division: float) -> Parameters:
        """The model with these numbers, and all others from the preset."""
        text = MODELS.load(base).text
        changes = {"scale": {"division": division}, **self.tables()}
        for table, values in changes.items():
            for key, value in values.items():
                section = rf"(?ms)(^\[{table}\](?:(?!^\[).)*?^{key} = )[^#\n]+"
                text, count = re.subn(section, lambda match, v=value: match[1] + _toml(v) + " ", text, count=1)
                assert count == 1, (table, key)
        return parameters_of(MODELS.parse(text, "fitted"))


def _toml(value: object) -> str:
    if isinstance(value, list):
        return "[" + ", ".join(map(_toml, value)) + "]"
    return f"{value:.3f}"


def read(path: Path) -> list[Row]:
    with path.open(encoding="ascii", newline="") as stream:
        return [
            Row(int(row["gone"]), colour_of(NUMBERS[row["disc"]]), float(row["load"]), float(row["moved"]))
            for row in csv.DictReader(stream)
        ]


def log_odds(share: float) -> float:
    """Within MOST_LOG_ODDS of 0."""
    share = min(1 - 1e-9, max(1e-9, share))
    return max(-MOST_LOG_ODDS, min(MOST_LOG_ODDS, math.log(share / (1 - share))))


def share(values: Sequence[bool]) -> float:
    """Of those that are true; with half a case added to each side."""
    return (sum(values) + 0.5) / (len(values) + 1)


def fit_loads(fit: Fit, rows: Sequence[Row]) -> None:
    """The loads at the set-up and by size: moments of gamma numbers; `stage` is tuned later."""
    free: dict[int, list[bool]] = defaultdict(list)
    for seed in range(200):
        for disc, is_free in enumerate(free_discs(deal_layout(Rolls(seed)))):
            free[colour_of(disc)].append(is_free)
    for colour in range(SIZES):
        of_size = [row for row in rows if row.colour == colour]
        early = [row.load == 0 for row in of_size if 0 < row.gone <= STAGES[2]]
        first = share([row.load == 0 for row in of_size if row.gone == 0])
        free_share = share(free[colour])
        fit.loose.append(log_odds(share(early)))
        fit.held.append(log_odds(max(0.002, (first - free_share) / (1 - free_share))))
        loads = [row.load for row in of_size if row.load > 0 and row.gone <= STAGES[3]]
        mean, variance = statistics.fmean(loads), statistics.variance(loads)
        fit.shape.append(mean * mean / variance)
        fit.scale.append(variance / mean)


def fit_slips(fit: Fit, rows: Sequence[Row], division: float) -> None:
    """The chance of a movement of discs that bear a load: logistic regression by Newton's method."""
    loaded = [row for row in rows if row.load > 0]

    def features(row: Row) -> list[float]:
        root = math.sqrt(row.load)
        sizes = [float(row.colour == colour) for colour in range(SIZES - 1)]
        return [1.0, *sizes, root, root * row.gone / DISC_COUNT, *(float(row.gone == stage) for stage in STAGES[1:])]

    vectors = [features(row) for row in loaded]
    count = len(vectors[0])
    weights = [0.0] * count
    for _ in range(25):
        gradient = [-RIDGE * weight * (k > 0) for k, weight in enumerate(weights)]
        hessian = [[RIDGE * (i == j) + 1e-9 for j in range(count)] for i in range(count)]
        for row, vector in zip(loaded, vectors, strict=True):
            chance = logistic(math.fsum([w * x for w, x in zip(weights, vector, strict=True)]))
            for i in range(count):
                if vector[i]:
                    gradient[i] += ((row.moved > division) - chance) * vector[i]
                    for j in range(count):
                        hessian[i][j] += chance * (1 - chance) * vector[i] * vector[j]
        weights = [w + s for w, s in zip(weights, solve(hessian, gradient), strict=True)]
    fit.constant, fit.size = weights[0], [*weights[1:SIZES], 0.0]
    fit.root_load, fit.root_load_gone = weights[SIZES], weights[SIZES + 1]
    fit.slip_stage = [0.0, *weights[SIZES + 2 :]]


def fit_lengths(fit: Fit, rows: Sequence[Row], division: float) -> None:
    """Mean and deviation of the logarithm of slips above a division, by likelihood on a grid."""
    normal = statistics.NormalDist()
    for stage in STAGES:
        logs = [math.log(row.moved) for row in rows if row.gone == stage and row.moved > division]
        edge = math.log(division)

        def likelihood(mean: float, deviation: float, logs: Sequence[float] = logs, edge: float = edge) -> float:
            above = max(1e-12, 1 - normal.cdf((edge - mean) / deviation))
            squares = math.fsum([((value - mean) / deviation) ** 2 for value in logs])
            return -0.5 * squares - len(logs) * math.log(deviation * above)

        grid = [(m / 20, d / 20) for m in range(0, 64) for d in range(4, 33)]
        mean, deviation = max(grid, key=lambda pair: likelihood(*pair))
        fit.mean.append(mean)
        fit.deviation.append(deviation)


# The fitted model in play


@dataclass
class Stage:
    """What was seen at one stage."""

    loose: list[bool] = field(default_factory=list)
    risks: list[float] = field(default_factory=list)
    slips: list[float] = field(default_factory=list)

    def line(self) -> str:
        safe = 1 - statistics.fmean(self.risks)
        return f"{share(self.loose):.2f} {safe:.2f} {quantile(self.slips, 0.5):5.1f} {quantile(self.slips, 0.9):5.1f}"


def quantile(values: Sequence[float], part: float) -> float:
    return sorted(values)[int(part * (len(values) - 1))] if values else 0.0


def simulated(rows: Sequence[Row], division: float) -> dict[int, Stage]:
    stages = {stage: Stage() for stage in STAGES}
    for row in rows:
        stage = stages[row.gone]
        stage.loose.append(row.load == 0)
        stage.risks.append(float(row.moved > division))
        if row.moved > division:
            stage.slips.append(row.moved)
    return stages


def played(parameters: Parameters, trays: int) -> dict[int, Stage]:
    """The model played as `pull_table` plays simulated trays."""
    stages = {stage: Stage() for stage in STAGES}
    for number in range(trays):
        rng, turn = Random(number), 0
        hidden = StatisticalModel(parameters).hidden_tray(deal_layout(Rolls(f"fit-{number}")), f"fit-{number}")
        while hidden.gone <= STAGES[-1]:
            tray = [disc for disc in range(DISC_COUNT) if hidden.loads[disc] >= 0]
            if hidden.gone in stages:
                note(stages[hidden.gone], hidden, rng.sample(tray, min(TRIALS, len(tray))), f"{number}-{turn}")
            by_load = sorted(tray, key=lambda disc: (hidden.loads[disc], disc))
            disc = by_load[int(rng.random() * max(1, int(LOWEST * len(tray))))]
            hidden = pull(hidden, disc, tray, Rolls(f"fit-{number}", turn, "pull"))
            turn += 1
    return stages


def note(stage: Stage, hidden: HiddenLoads, trials: Sequence[int], seed: str) -> None:
    for disc in trials:
        stage.loose.append(hidden.loads[disc] == 0)
        stage.risks.append(hidden.risk(disc, SKILL))
        moved = hidden.sample_pull(disc, SKILL, Rolls(seed, disc, "pull"))
        if moved.is_movement:
            stage.slips.append(moved.length * hidden.parameters.division)


def pull(hidden: HiddenLoads, disc: int, tray: Sequence[int], rolls: Rolls) -> HiddenLoads:
    moved = hidden.sample_pull(disc, SKILL, rolls)
    layout = hidden.layout.after(moved.places) if moved.places else hidden.layout
    near = nearness(hidden.layout, [other for other in tray if other != disc], disc)
    return hidden.after_pull(disc, moved, layout, near, rolls)


def tune(
    fit: Fit, goal: dict[int, Stage], make: Callable[[], Parameters], rounds: int, trays: int, with_loads: bool
) -> None:
    """Change `stage` and the lengths until play shows what the simulation showed."""
    for _ in range(rounds):
        seen = played(make(), trays)
        for k, stage in enumerate(STAGES):
            if k and with_loads:
                step = log_odds(share(goal[stage].loose)) - log_odds(share(seen[stage].loose))
                fit.stage[k] = max(-MOST_STAGE, min(MOST_STAGE, fit.stage[k] + 1.5 * step))
            if min(len(goal[stage].slips), len(seen[stage].slips)) < 10:
                continue
            middle, high = (
                math.log(quantile(goal[stage].slips, part) / quantile(seen[stage].slips, part)) for part in (0.5, 0.9)
            )
            fit.mean[k] = min(3.4, fit.mean[k] + 0.7 * middle)
            low, most = DEVIATIONS
            fit.deviation[k] = max(low, min(most, fit.deviation[k] + 0.5 * (high - middle)))


def comparison(goal: dict[int, Stage], seen: dict[int, Stage]) -> Iterator[str]:
    yield "gone   simulated: loose, safe, slip median, 90 %   played: the same"
    for stage in STAGES:
        yield f"{stage:4}   {goal[stage].line()}   {seen[stage].line()}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tables", type=Path, nargs="+", help="tables that tools/pull_table.py wrote")
    parser.add_argument("--division", type=float, default=1.0, help="mm (default 1.0)")
    parser.add_argument("--base", default="steady", help="the preset that has the other numbers (default steady)")
    parser.add_argument("--keep-loads", action="store_true", help="take [load] from the preset, whatever the division")
    parser.add_argument("--rounds", type=int, default=6, help="rounds of play for tuning (default 6)")
    parser.add_argument("--trays", type=int, default=60, help="trays per round (default 60)")
    arguments = parser.parse_args()
    rows = [row for path in arguments.tables for row in read(path)]
    fit = Fit()
    if arguments.keep_loads:
        load = MODELS.load(arguments.base)["load"]
        fit.loose, fit.stage, fit.held, fit.shape, fit.scale = (
            list(load[key]) for key in ("loose", "stage", "held", "shape", "scale")
        )
    else:
        fit_loads(fit, rows)
    fit_slips(fit, rows, arguments.division)
    fit_lengths(fit, rows, arguments.division)
    goal = simulated(rows, arguments.division)

    def make() -> Parameters:
        return fit.parameters(arguments.base, arguments.division)

    tune(fit, goal, make, arguments.rounds, arguments.trays, not arguments.keep_loads)
    print(fit.text())
    print(*comparison(goal, played(make(), 2 * arguments.trays)), sep="\n")


if __name__ == "__main__":
    main()
