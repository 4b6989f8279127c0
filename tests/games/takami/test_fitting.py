"""What records of Takami tell about hands and heaps."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from tabletop.bots.bot import observe
from tabletop.bots.specs import make_controller
from tabletop.game import CHANCE
from tabletop.games.takami import GAME, fitting
from tabletop.games.takami.heap import STICKS
from tabletop.games.takami.model import MODELS
from tabletop.games.takami.moves import FEELS, AttemptOutcome
from tabletop.match import Match
from tabletop.modelfit import Case, RecordedGame, fit_model, load_fitting
from tabletop.options import make_setup
from tests.games.takami.helpers import scripted_match, state_of

STEADY = MODELS.load("steady")


def cases_of(match: Match, knows_hidden: bool = True) -> list[Case]:
    moves = [ply.move for ply in match.plies]
    game = RecordedGame(match.setup, match.setup.names, match.states, moves, knows_hidden)
    return list(fitting.find_cases(game))


def at_table(script: str) -> list[Case]:
    return cases_of(scripted_match(script, model="referee"))


def simulated(seed: int, knows_hidden: bool = True) -> list[Case]:
    """The cases of a game between two bots `easy` of skills 0.3 and 0.7, who change seats."""
    names = ("Ann", "Ben") if seed % 2 else ("Ben", "Ann")
    match = Match(GAME, make_setup(GAME, names=names, seed=seed, skills=("Ann=0.3", "Ben=0.7")))
    match.settle()
    controller = make_controller(GAME, "easy")
    while match.result is None:
        match.play(controller.bot.think(observe(match, seed), controller.limit()).move)
        match.settle()
    return cases_of(match, knows_hidden)


def test_probes_pulls_and_lays_are_cases() -> None:
    script = (
        "probe B4; => sits loose; pull under 1; => clean; lay; => holds; prize G3 under 0; => falls G4 G5;"
        "pull R1; => falls R2; pull R3 under 2; => clean; lay 9.2; => falls R3; probe R4; => falls R5"
    )
    cases = at_table(script)
    assert [(case.player, case.cell, case.success) for case in cases] == [
        ("A", "probe", True),
        ("A", "pull of a stick under others", True),
        ("A", "lay", True),
        ("A", "pull of a free stick", False),
        ("B", "pull without `under`", False),
        ("A", "pull of a stick under others", True),
        ("A", "lay", False),
        ("B", "probe", False),
    ]
    assert [case.facts.fallen for case in cases if case.facts.burdens] == [0, 0, 2, 1, 0, 1]
    assert {case.cell for case in cases} <= {cell.name for cell in fitting.CELLS}


def test_a_lay_on_a_leaning_place_is_a_cell_of_its_own() -> None:
    script = "pull G2; => clean; lay 9.2; => holds; prize B9; => clean; pull Y1; => clean; lay 9.6; => holds"
    match = scripted_match(script)
    for case in (case for case in cases_of(match) if not case.facts.burdens):
        assert case.cell == ("lay on a leaning place" if case.facts.leans else "lay")


@pytest.mark.parametrize("knows_hidden", [True, False])
def test_chances_are_those_of_the_game(knows_hidden: bool) -> None:
    """Over whole games, the chance of every attempt is the one the game rolls with, or shows to players."""
    for seed in (3, 4):
        match = Match(GAME, make_setup(GAME, seed=seed, skills=("1=0.3", "2=0.8")))
        match.settle()
        controller = make_controller(GAME, "random")
        expected = []
        while match.result is None:
            match.play(controller.bot.think(observe(match, seed), controller.limit()).move)
            if match.to_move == CHANCE:
                state = state_of(match)
                seen = state if knows_hidden else state.seen_by(1)
                if state.attempt == "probe":
                    expected.append(1.0)
                elif state.attempt == "lay":
                    expected.append(state.hand.hold_chance(state.heap, state.pending.place))
                else:
                    expected.append(1 - seen.fall_chance(state.pending_stick).total)
            match.settle()
        cases = cases_of(match, knows_hidden)
        skills = {"A": 0.3, "B": 0.8}
        chances = [fitting.successes([case], skills[case.player], STEADY)[0] for case in cases]
        assert chances == pytest.approx(expected)


@pytest.mark.slow
def test_what_slid_and_what_stayed_is_counted_as_it_was_drawn() -> None:
    slid = stayed = 0
    for seed in range(12):
        for case in simulated(seed):
            slid += case.facts.slid
            stayed += case.facts.stayed
    assert 0.4 < slid / (slid + stayed) < 0.6, "skills 0.3 and 0.7 slide 50 % on average"
    match = scripted_match(seed=1)
    heap = state_of(match).heap
    stick = next(stick for stick in STICKS if len(heap.resting_on(stick)) == 2)
    assert fitting._count_slides(heap, stick, AttemptOutcome("clean")) == (0, 2)


def test_a_burden_and_a_probe_change_the_odds_of_a_pull_at_a_real_table() -> None:
    def success(script: str) -> float:
        return fitting.successes(at_table(script)[-1:], 0.5, STEADY)[0]

    by_burden = [success(f"pull B4 under {under}; => clean") for under in (0, 1, 2)]
    assert by_burden == sorted(by_burden, reverse=True)
    assert by_burden[0] > success("pull B4; => clean") > by_burden[1]
    by_feel = [success(f"probe B4; => sits {feel}; pull under 1; => clean") for feel in FEELS]
    assert by_feel == sorted(by_feel, reverse=True) and by_feel[0] > by_burden[1] > by_feel[-1]


def test_a_clumsy_table_gives_a_harder_model() -> None:
    cases = at_table("pull B4 under 1; => falls B5; pull B6 under 2; => falls B7; pull Y1 under 1; => falls Y2") * 10
    fit = fit_model(fitting, cases, STEADY)
    assert fit.skills["A"].value == fit.skills["B"].value == 0
    assert fit.model["pull"]["base"] > STEADY["pull"]["base"] + 0.5
    assert fit.model["lay"] == STEADY["lay"]
    assert MODELS.warnings(fit.model) == []


@pytest.mark.slow
def test_a_skill_shows_in_few_games() -> None:
    cases = [case for seed in range(1, 5) for case in simulated(seed)]
    skills = fit_model(fitting, cases, STEADY).skills
    assert skills["Ann"].value < 0.5 < skills["Ben"].value


@pytest.mark.slow
@pytest.mark.parametrize("knows_hidden", [True, False])
def test_skills_are_recovered_from_20_games(knows_hidden: bool) -> None:
    """The standard error is about 0.045, so now and then an estimate is off by more than 0.1."""
    errors = []
    for first in (1, 21, 41):
        cases = [case for seed in range(first, first + 20) for case in simulated(seed, knows_hidden)]
        skills = fit_model(fitting, cases, STEADY).skills
        errors += [abs(skills["Ann"].value - 0.3), abs(skills["Ben"].value - 0.7)]
    assert sum(error < 0.1 for error in errors) >= 5
    assert math.sqrt(math.fsum(error * error for error in errors) / len(errors)) < 0.07


def test_the_game_names_its_module() -> None:
    assert load_fitting(GAME) is fitting


def test_an_impossible_outcome_is_only_unlikely() -> None:
    (case,) = at_table("probe B4; => sits loose")
    tight = replace(case, facts=replace(case.facts, sits=(0.0, 0.0, 0.0, 1.0)))
    assert math.isfinite(fitting.log_likelihood([tight], 0.5, STEADY))
