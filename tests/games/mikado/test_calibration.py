"""The statistical model agrees with the simulation: its odds are held to pulls of simulated trays.

`pulls.csv` is the table that the presets were fitted to: pulls from 23 trays, written by
`tools/pull_table.py`. `tools/fit_pulls.py` made the fit; on trays that it has not seen it must
hold as well.
"""

from __future__ import annotations

import csv
import importlib
import math
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import pytest

from tabletop.games.mikado.discs import NUMBERS, YELLOW, colour_of
from tabletop.games.mikado.model import MODELS, Parameters, parameters_of
from tests.helpers import ROOT

SKILL = 0.5
"""Of the hand that the simulation stands for."""
BINS = 10


class SimulatedPull(NamedTuple):
    tray: int
    gone: int
    colour: int
    load: float
    moved: float


def simulated_pulls() -> list[SimulatedPull]:
    with Path(__file__).with_name("pulls.csv").open(encoding="ascii", newline="") as stream:
        return [
            SimulatedPull(
                int(row["tray"]),
                int(row["gone"]),
                colour_of(NUMBERS[row["disc"]]),
                float(row["load"]),
                float(row["moved"]),
            )
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


def test_at_most_one_loose_disc_in_a_hundred_moves_the_slider() -> None:
    loose = [pull.moved > 1 for pull in PULLS if pull.load == 0]
    assert len(loose) > 400 and sum(loose) / len(loose) <= 0.01


@pytest.mark.slow
def test_a_fit_to_some_trays_holds_on_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """Six fits, each to five sixths of the trays; the odds of all pulls come from the fit that has not seen them."""
    monkeypatch.syspath_prepend(str(ROOT / "tools"))
    tool = importlib.import_module("fit_pulls")
    parameters = parameters_of(MODELS.load("steady"))
    results: list[tuple[float, bool]] = []
    for part in range(6):
        fit = tool.Fit()
        tool.fit_slips(fit, [tool.Row(*pull[1:]) for pull in PULLS if pull.tray % 6 != part], parameters.division)
        for pull in PULLS:
            if pull.tray % 6 == part:
                risk = fit.risk(tool.Row(*pull[1:])) if pull.load else parameters.loose_risk
                results.append((risk, pull.moved > parameters.division))
    assert area_under_curve(sorted(results)) >= 0.87
    assert calibration_error(sorted(results)) <= 0.04
