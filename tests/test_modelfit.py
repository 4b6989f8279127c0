"""Fitting models to records: what is estimated of a toy game whose truth is known."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tabletop.modelfiles import Entry, Model, ModelLibrary
from tabletop.modelfit import (
    LARGEST_SHIFT,
    PRIOR_TRIES,
    Case,
    Cell,
    RecordedGame,
    add_log_odds,
    beta_quantile,
    fit_model,
    fitted_file,
)

LIBRARY = ModelLibrary(
    {"throw": {"near": Entry("probability"), "far": Entry("number")}, "rest": {"number": Entry("number")}},
    Path("nowhere"),
    "steady",
)
BASE = Model("steady", {"throw": {"near": 0.8, "far": -0.5}, "rest": {"number": 3}})


def _shift_near(tables: dict[str, dict[str, Any]], amount: float) -> None:
    tables["throw"]["near"] = add_log_odds(tables["throw"]["near"], amount)


def _shift_far(tables: dict[str, dict[str, Any]], amount: float) -> None:
    tables["throw"]["far"] += amount


class Throws:
    """Throws from near, whatever the skill, and from far, where it counts; luck is no number of the model."""

    CELLS = (Cell("near", _shift_near), Cell("far", _shift_far), Cell("luck"), Cell("known", _shift_near))

    def find_cases(self, game: RecordedGame) -> Iterable[Case]:
        return ()

    def chance(self, case: Case, skill: float, model: Model) -> float:
        throw = model["throw"]
        far = 1 / (1 + math.exp(-throw["far"] - 4 * (skill - 0.5)))
        return float({"near": throw["near"], "far": far, "luck": 1.0, "known": 0.9}[case.cell])

    def successes(self, cases: Sequence[Case], skill: float, model: Model) -> list[float]:
        return [self.chance(case, skill, model) for case in cases]

    def log_likelihood(self, cases: Sequence[Case], skill: float, model: Model) -> float:
        chances = [(case, self.chance(case, skill, model)) for case in cases]
        return math.fsum(math.log(chance if case.success else max(1e-9, 1 - chance)) for case, chance in chances)


def throw(player: str, cell: str, wins: int, losses: int) -> list[Case]:
    return [Case(player, cell, number < wins, None) for number in range(wins + losses)]


def simulate(skill: float, player: str, count: int, seed: int) -> list[Case]:
    rng, throws = Random(seed), Throws()
    cases = [Case(player, "far", False, None)] * count
    return [Case(player, "far", rng.random() < throws.chance(case, skill, BASE), None) for case in cases]


@pytest.mark.slow
def test_skills_are_recovered_and_their_intervals_hold_them() -> None:
    held = 0
    for seed in range(20):
        cases = [*simulate(0.3, "Ann", 400, seed), *simulate(0.7, "Ben", 400, seed + 100)]
        skills = fit_model(Throws(), cases, BASE).skills
        for player, skill in (("Ann", 0.3), ("Ben", 0.7)):
            assert abs(skills[player].value - skill) < 0.12
            assert skills[player].cases == 400
            held += skills[player].low <= skill <= skills[player].high
    assert 36 <= held <= 40, "95 % of 40 intervals hold the truth"


def test_a_player_who_always_wins_has_skill_1_and_an_open_interval() -> None:
    skill = fit_model(Throws(), throw("Ann", "far", 12, 0), BASE).skills["Ann"]
    assert skill.value == skill.high == 1
    assert 0.3 < skill.low < 0.9
    nothing = fit_model(Throws(), throw("Ann", "near", 12, 0), BASE).skills["Ann"]
    assert (nothing.low, nothing.high) == (0, 1), "skill does not matter here"


def test_a_rate_counts_the_base_as_twenty_tries() -> None:
    fit = fit_model(Throws(), throw("Ann", "near", 10, 30), BASE)
    assert PRIOR_TRIES == 20
    near = fit.cells["near"]
    assert (near.value, near.cases) == (pytest.approx((10 + 16) / 60), 40)
    assert near.low == pytest.approx(beta_quantile(26, 34, 0.025))
    assert near.low < near.value < near.high
    assert fit.base_rates == {"near": 0.8}


def test_the_fitted_model_gives_the_fitted_rates() -> None:
    cases = [*throw("Ann", "near", 10, 30), *throw("Ann", "far", 30, 30), *throw("Ben", "far", 0, 60)]
    fit = fit_model(Throws(), cases, BASE)
    throws = Throws()
    for cell in ("near", "far"):
        chances = [throws.chance(case, fit.skills[case.player].value, fit.model) for case in cases if case.cell == cell]
        assert math.fsum(chances) / len(chances) == pytest.approx(fit.cells[cell].value, abs=0.002)
    assert fit.model["rest"] == {"number": 3}
    assert fit.model["throw"]["near"] == round(fit.model["throw"]["near"], 3)


def test_what_the_numbers_do_not_decide_changes_none() -> None:
    fit = fit_model(Throws(), [*throw("Ann", "luck", 3, 1), *throw("Ann", "known", 1, 9)], BASE)
    assert fit.cells["luck"].value == pytest.approx(23 / 24)
    assert fit.model.tables == BASE.tables


def test_a_certain_base_and_certain_cases_stay_certain() -> None:
    luck = fit_model(Throws(), throw("Ann", "luck", 5, 0), BASE).cells["luck"]
    assert (luck.value, luck.low, luck.high) == (1, 1, 1)


def test_a_shift_has_a_limit() -> None:
    fit = fit_model(Throws(), throw("Ann", "near", 0, 9000), BASE)
    assert fit.model["throw"]["near"] == round(add_log_odds(0.8, -LARGEST_SHIFT), 3)


def test_a_fitted_file_says_what_differs(tmp_path: Path) -> None:
    text = "# Steady.\n[throw]\nnear = 0.8\nfar = -0.5\n[rest]\nnumber = 3\n"
    (tmp_path / "steady.toml").write_text(text)
    library = ModelLibrary(LIBRARY.schema, tmp_path, "steady")
    fit = fit_model(Throws(), throw("Ann", "near", 10, 30), library.load("steady"))
    written = fitted_file(library, fit, ["Fitted."])
    assert written == f'# Fitted.\n\nbase = "steady"\n\n[throw]\nnear = {fit.model["throw"]["near"]}\n'
    assert library.parse(written, "club.toml").tables == fit.model.tables
    mine = library.parse('base = "steady"\n[rest]\nnumber = 4\n', "mine.toml")
    written = fitted_file(library, fit_model(Throws(), throw("Ann", "near", 10, 30), mine), [])
    assert "base" not in written and library.parse(written, "club.toml")["rest"]["number"] == 4


@pytest.mark.parametrize(
    ("a", "b", "share", "quantile"),
    [(1, 1, 0.3, 0.3), (2, 1, 0.25, 0.5), (1, 3, 0.875, 0.5), (30, 30, 0.5, 0.5), (0.5, 0.5, 0.25, 0.1464466)],
)
def test_quantiles_of_the_beta_distribution(a: float, b: float, share: float, quantile: float) -> None:
    assert beta_quantile(a, b, share) == pytest.approx(quantile, abs=1e-6)
