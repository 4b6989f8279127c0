"""The race for the prizes between two players."""

from __future__ import annotations

import pytest

from tabletop.games.takami.model import MODELS, Hand
from tabletop.games.takami.race import LARGEST_LEAD, MOST_RED, MOST_VALUABLE, Race, lost_share, race_between


@pytest.fixture(scope="module")
def safe() -> Race:
    """A race in which nothing falls."""
    return Race(0.0001, 0.0, 0.0001)


@pytest.fixture(scope="module")
def steady() -> Race:
    """A race between two steady hands."""
    return race_between([Hand(0.5, MODELS.load("steady"))] * 2)


def test_the_player_with_more_points_has_won_once_four_sticks_are_left(steady: Race) -> None:
    assert [steady.chance(2, 2, lead) for lead in (-1, 0, 1)] == [0, 0.5, 1]
    assert steady.chance(2, 2, 0.5) == 0.75


def test_who_takes_the_last_prize_gets_its_point(safe: Race) -> None:
    """With five sticks the round ends with this turn."""
    assert safe.chance(1, 4, 0) == pytest.approx(1, abs=0.001)
    assert safe.chance(1, 4, -1) == pytest.approx(0.5, abs=0.001)
    assert safe.chance(1, 4, -2) == pytest.approx(0, abs=0.001)


def test_a_leader_ends_the_round_with_a_red_stick(safe: Race, steady: Race) -> None:
    assert safe.chance(0, 5, 1) == pytest.approx(1, abs=0.001)
    assert steady.chance(0, 5, 1) > steady.chance(0, 9, 1) > 0.5


def test_an_odd_number_of_prizes_is_good_for_the_player_to_move(steady: Race) -> None:
    for valuable in (1, 3, 5):
        assert steady.chance(valuable, 9, 0) > steady.chance(valuable + 1, 9, 0) + 0.05


def test_a_larger_lead_is_never_worse_and_a_bigger_heap_leaves_more_to_chance(steady: Race) -> None:
    for valuable in range(0, MOST_VALUABLE + 1, 3):
        chances = [
            steady.chance(valuable, MOST_RED, lead / 2) for lead in range(-2 * LARGEST_LEAD, 2 * LARGEST_LEAD + 1)
        ]
        assert chances == sorted(chances)
        assert chances[0] >= 0 and chances[-1] <= 1
    assert steady.chance(27, 9, 4) < steady.chance(6, 9, 4)


def test_minus_sticks_cost_the_more_the_fewer_prizes_are_left() -> None:
    costs = [lost_share(valuable) for valuable in (20, 10, 4, 1)]
    assert costs == sorted(costs) and costs[-1] <= 1


def test_hands_without_any_risk_still_race() -> None:
    measured = MODELS.load("measured")
    assert 0 < race_between([Hand(1.0, measured)] * 2).chance(5, 5, 0) < 1
