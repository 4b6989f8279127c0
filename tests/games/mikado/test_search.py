"""The search of `hard`: what it is worth to begin when players wait for each other, and what a touch is worth."""

from __future__ import annotations

import pytest

from tabletop.bots.limit import Limit
from tabletop.games.mikado.discs import NUMBERS
from tabletop.games.mikado.evaluation import Evaluation
from tabletop.games.mikado.search import PullSearch
from tests.games.mikado.helpers import rolled, state_of
from tests.games.mikado.test_bots import with_loose_chances


def search_of(players: int = 2) -> PullSearch:
    return PullSearch(Evaluation(state_of(rolled(3, players))), Limit(nodes=100))


HOPELESS = ((1.0, -2.0),)
PROMISING = ((0.5, 2.0), (0.5, -3.0))
"""Feels with their chances, and the points that a pull brings after them."""


def test_m7_who_begins_to_wait_when_nothing_can_be_found_must_pull_in_the_end() -> None:
    assert search_of()._waiting([HOPELESS] * 4, -2.0, 0.0) == -2.0
    assert search_of()._waiting([HOPELESS] * 3, -2.0, 0.0) == 2.0, "the other must"


def test_who_begins_is_ahead_when_there_is_much_to_be_found() -> None:
    assert search_of()._waiting([PROMISING] * 4, -0.5, 0.0) > 0.5


def test_a_poor_disc_is_pulled_rather_than_waiting_to_be_forced_to_a_worse_one() -> None:
    """By hand: in the fourth turn the player waives whatever the disc, since the next must pull at -2."""
    poor = ((1.0, -1.0),)
    assert search_of()._waiting([poor], -2.0, 0.0) == 2.0
    assert search_of()._waiting([poor, poor], -2.0, 0.0) == -1.0


def test_a_touch_is_worth_what_the_discs_that_turn_out_good_bring() -> None:
    state = with_loose_chances(state_of(rolled(3)), {"r5": 0.3, "y7": 0.3, "y8": 1.0})
    evaluation = Evaluation(state)
    red, yellow, loose = (evaluation.group_of(NUMBERS[name]) for name in ("r5", "y7", "y8"))
    assert yellow.expected_points[0] < evaluation.touch_value(yellow, 1)
    assert red.expected_points[0] < evaluation.touch_value(red, 1)
    assert evaluation.touch_value(red, 1) > evaluation.touch_value(yellow, 1), "it may be left alone if it sits tight"
    assert evaluation.touch_value(loose, 1) == pytest.approx(loose.expected_points[0])


def test_knowledge_of_a_disc_fades_towards_what_is_known_of_any() -> None:
    evaluation = Evaluation(with_loose_chances(state_of(rolled(3)), {"r5": 1.0}))
    group = evaluation.group_of(NUMBERS["r5"])
    chances = [evaluation.later(group, known).loose_chance for known in (1.0, 0.5, 0.0)]
    assert chances[0] == 1.0 and chances[2] == evaluation.redrawn[0].loose_chance
    assert chances == sorted(chances, reverse=True)
