"""The statistical model agrees with the simulation: its odds are held to pulls of simulated trays.

`pulls.csv` holds every third row of the table that the presets were fitted to: pulls from 87
trays, written by `tools/pull_table.py`.
"""

from __future__ import annotations

import csv
import math
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import pytest

from tabletop.games.mikado.discs import NUMBERS, YELLOW, colour_of
from tabletop.games.mikado.model import MODELS, Parameters, parameters_of

SKILL = 0.5
"""Of the hand that the simulation stands for."""
BINS = 10


class SimulatedPull(NamedTuple):
    gone: int
    colour: int
    load: float
    moved: float


def simulated_pulls() -> list[SimulatedPull]:
    with Path(__file__).with_name("pulls.csv").open(encoding="ascii", newline="") as stream:
        return [
            SimulatedPull(int(row["gone"]), colour_of(NUMBERS[row["disc"]]), float(row["load"]), float(row["moved"]))
            for row in csv.DictReader(stream)
        ]


PULLS = simulated_pulls()


def risks_and_movements(model: Parameters, pulls: Sequence[SimulatedPull]) -> list[tuple[float, bool]]:
    """The model's probability of a movement with the true load, and whether it was one, in rising order."""
    return sorted((model.risk(p.load, p.colour, p.gone, SKILL), p.moved > model.division) for p in pulls)


def area_under_curve(results: Sequence[tuple[float, bool]]) -> float:
    """The probability that a movement had a higher risk than a pull that was none; equal risks count half."""
    wins, quiet, index = 0.0, 0, 0
    while index < len(results):
        equal = [moved for risk, moved in results[index:] if risk == results[index][0]]
        movements = sum(equal)
        wins += movements * (quiet + (len(equal) - movements) / 2)
        quiet += len(equal) - movements
        index += len(equal)
    return wins / (quiet * (len(results) - quiet))


def calibration_error(results: Sequence[tuple[float, bool]]) -> float:
    """The mean difference between risk and share of movements in bins of equal size."""
    edges = [len(results) * part // BINS for part in range(BINS + 1)]
    bins = [results[start:end] for start, end in pairwise(edges)]
    errors = (abs(math.fsum(risk - moved for risk, moved in part)) for part in bins)
    return math.fsum(errors) / len(results)


def test_the_measures_are_right() -> None:
    assert area_under_curve([(0.1, False), (0.2, True), (0.3, False), (0.4, True)]) == 0.75
    assert area_under_curve([(0.5, False), (0.5, True)]) == 0.5
    assert calibration_error([(0.25, k % 4 == 0) for k in range(400)]) == pytest.approx(0)
    assert calibration_error([(0.5, True)] * 100) == 0.5


@pytest.mark.parametrize(("name", "least_area"), [("steady", 0.87), ("hard", 0.89), ("beginner", 0.86)])
def test_the_odds_tell_movements_from_other_pulls(name: str, least_area: float) -> None:
    results = risks_and_movements(parameters_of(MODELS.load(name)), PULLS)
    assert area_under_curve(results) >= least_area


@pytest.mark.parametrize(("name", "most"), [("steady", 0.04), ("hard", 0.04), ("beginner", 0.06)])
def test_the_odds_are_calibrated(name: str, most: float) -> None:
    assert calibration_error(risks_and_movements(parameters_of(MODELS.load(name)), PULLS)) <= most


@pytest.mark.parametrize("name", ["steady", "hard", "beginner"])
def test_at_every_stage_the_share_of_safe_discs_is_that_of_the_simulation(name: str) -> None:
    model = parameters_of(MODELS.load(name))
    for stage in MODELS.load(name)["stages"]["gone"]:
        results = risks_and_movements(model, [pull for pull in PULLS if pull.gone == stage])
        assert len(results) > 150
        assert abs(math.fsum(risk - moved for risk, moved in results)) / len(results) <= 0.05, stage


def test_small_loaded_discs_move_as_often_as_the_model_says() -> None:
    pulls = [pull for pull in PULLS if pull.colour == YELLOW and pull.load > 0]
    results = risks_and_movements(parameters_of(MODELS.load("steady")), pulls)
    expected = math.fsum(risk for risk, _ in results)
    deviation = math.sqrt(math.fsum(risk * (1 - risk) for risk, _ in results))
    assert abs(sum(moved for _, moved in results) - expected) < 2 * deviation


def test_about_one_loose_disc_in_a_hundred_moves_the_slider() -> None:
    loose = [pull.moved > 1 for pull in PULLS if pull.load == 0]
    assert len(loose) > 500 and sum(loose) / len(loose) < 0.02
