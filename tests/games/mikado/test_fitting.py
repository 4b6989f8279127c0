"""What records of Scheiben Mikado tell about hands and discs."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace

import pytest

from tabletop.bots.bot import observe
from tabletop.bots.specs import make_controller
from tabletop.games.mikado import GAME, fitting
from tabletop.games.mikado.model import MODELS
from tabletop.games.mikado.moves import FEELS
from tabletop.match import Match
from tabletop.modelfit import Case, RecordedGame, fit_model, load_fitting
from tests.games.mikado.helpers import play, refereed, rolled

STEADY = MODELS.load("steady")


def recorded(match: Match, knows_hidden: bool = True) -> RecordedGame:
    moves = [ply.move for ply in match.plies]
    return RecordedGame(match.setup, match.setup.names, match.states, moves, knows_hidden)


def cases_of(match: Match, knows_hidden: bool = True) -> list[Case]:
    return list(fitting.find_cases(recorded(match, knows_hidden)))


def simulated(seed: int, knows_hidden: bool = True) -> Iterator[Case]:
    """The cases of a game between two bots `easy` of skills 0.3 and 0.7, who change seats."""
    names = ("Ann", "Ben") if seed % 2 else ("Ben", "Ann")
    match = rolled(seed, 2, names=names, skills=("Ann=0.3", "Ben=0.7"))
    controller = make_controller(GAME, "easy")
    while match.result is None:
        match.play(controller.bot.think(observe(match, seed), controller.limit()).move)
        match.settle()
    return iter(cases_of(match, knows_hidden))


def test_touches_and_pulls_are_cases() -> None:
    match = play(refereed(2), "touch r1", "feels loose", "pull", "moved 0", "pull b1", "moved 2")
    play(match, "touch y1", "feels tight", "waive", "touch y2", "feels firm", "pull", "moved 1")
    play(match, "touch y3", "moved 2", "touch y4", "moved 0.5", "waive")
    cases = cases_of(match)
    assert [(case.player, case.cell, case.success) for case in cases] == [
        ("A", "touch", True),
        ("A", "touch feels loose, large disc", True),
        ("A", "pull of a disc that feels loose", True),
        ("B", "pull of a medium disc", False),
        ("A", "touch", True),
        ("A", "touch feels loose, small disc", False),
        ("B", "touch", True),
        ("B", "touch feels loose, small disc", False),
        ("B", "pull of a small disc", True),
        ("A", "touch", False),
        ("B", "touch", True),
    ]
    assert [case.facts.gone for case in cases] == [0, 0, 0, 1, 2, 2, 2, 2, 2, 3, 3]
    assert fitting.successes(cases[:1], 0.5, STEADY) == [1.0]
    assert fitting.log_likelihood(cases[:1], 0.5, STEADY) == 0
    assert {case.cell for case in cases} <= {cell.name for cell in fitting.CELLS}


def test_loads_are_known_where_they_were_rolled() -> None:
    match = play(rolled(3), "touch b5", "feels firm", "pull", "moved 0.4")
    known, unknown = cases_of(match)[1], cases_of(match, knows_hidden=False)[1]
    hidden = match.states[-2].hidden
    assert hidden is not None and known.facts.load == hidden.load(match.states[-2].pending.disc)
    assert unknown.facts.load is None and math.fsum(unknown.facts.beliefs) == pytest.approx(1)


@pytest.mark.parametrize("knows_hidden", [True, False])
def test_chances_are_those_of_the_model(knows_hidden: bool) -> None:
    match = play(rolled(3), "touch b5", "feels firm", "pull", "moved 0.4")
    touch, pull = cases_of(match, knows_hidden)
    pulled = match.states[-2]
    disc = pulled.pending.disc
    hidden = pulled.hidden
    risk = hidden.risk(disc, 0.5) if knows_hidden else pulled.beliefs.risk(disc, 0.5)
    assert fitting.successes([pull], 0.5, STEADY) == [pytest.approx(1 - risk)]
    odds = match.states[2].odds() if knows_hidden else match.states[1].believed_odds(disc)
    assert fitting.log_likelihood([touch], 0.5, STEADY) == pytest.approx(math.log(odds[2][1]))


def test_at_a_real_table_a_feel_changes_the_odds() -> None:
    chances = []
    for word in FEELS:
        match = play(refereed(2), "touch b1", f"feels {word}", "pull", "moved 0")
        chances += fitting.successes(cases_of(match)[2:], 0.5, STEADY)
    untouched = fitting.successes(cases_of(play(refereed(2), "pull b1", "moved 0")), 0.5, STEADY)
    assert chances == sorted(chances, reverse=True)
    assert chances[0] > untouched[0] > chances[-1]


def test_more_loose_discs_at_a_real_table_give_a_looser_model() -> None:
    match = refereed(2)
    for number in range(1, 19):
        play(match, f"touch b{number}", "feels loose", "pull", "moved 0")
    fit = fit_model(fitting, cases_of(match), STEADY)
    assert fit.cells["touch feels loose, medium disc"].cases == 18
    assert fit.model["load"]["loose"][1] > STEADY["load"]["loose"][1] + 0.5
    assert fit.model["load"]["loose"][0] == STEADY["load"]["loose"][0]
    assert MODELS.warnings(fit.model) == []


@pytest.mark.slow
def test_a_skill_shows_in_few_games() -> None:
    cases = [case for seed in (1, 2, 3) for case in simulated(seed)]
    skills = fit_model(fitting, cases, STEADY).skills
    assert skills["Ann"].value < 0.5 < skills["Ben"].value


@pytest.mark.slow
def test_skills_are_recovered_from_20_games() -> None:
    for first in (1, 101):
        cases = [case for seed in range(first, first + 20) for case in simulated(seed)]
        skills = fit_model(fitting, cases, STEADY).skills
        assert abs(skills["Ann"].value - 0.3) < 0.1
        assert abs(skills["Ben"].value - 0.7) < 0.1


@pytest.mark.slow
def test_skills_without_the_seed_lie_in_their_intervals() -> None:
    cases = [case for seed in range(1, 21) for case in simulated(seed, knows_hidden=False)]
    skills = fit_model(fitting, cases, STEADY).skills
    assert skills["Ann"].low <= 0.3 <= skills["Ann"].high
    assert skills["Ben"].low <= 0.7 <= skills["Ben"].high


def test_the_game_names_its_module() -> None:
    assert load_fitting(GAME) is fitting
    assert load_fitting(replace(GAME, fitting="")) is None


def test_an_impossible_outcome_is_only_unlikely() -> None:
    match = play(rolled(3), "touch b5", "feels loose")
    case = cases_of(match)[0]
    certain = replace(case, facts=replace(case.facts, load=1e6))
    assert fitting.log_likelihood([certain], 1.0, STEADY) > -30
