"""The lead to expect at the end of a round of two."""

from __future__ import annotations

import pytest

from tabletop.games.takami.lead import HeapRisks, expected_lead, lead_variance


def sticks(valuable: int, red: int = 9) -> dict[str, int]:
    """So many sticks of each colour on the heap, the valuable ones spread over theirs."""
    return {"R": red, "B": (valuable + 2) // 3, "Y": (valuable + 1) // 3, "G": valuable // 3}


def test_an_odd_number_of_prizes_is_good_for_the_player_to_move() -> None:
    for valuable in (1, 3, 5, 9, 15):
        leads = [expected_lead(sticks(number), ("", ""), 0) for number in (valuable, valuable + 1)]
        assert leads[0] > leads[1]


def test_points_count_in_full_and_risks_cost_points() -> None:
    left = sticks(12)
    assert expected_lead(left, ("", ""), 3) == pytest.approx(3 + expected_lead(left, ("", ""), 0))
    safe, risky = HeapRisks(0.04, 0.05, 0.03, 0.05), HeapRisks(0.09, 0.1, 0.12, 0.14)
    assert expected_lead(left, ("", ""), 0, safe) > expected_lead(left, ("", ""), 0, risky)


def test_minus_sticks_come_back_early_and_never_without_a_stick_of_their_colour() -> None:
    early, late = sticks(20), sticks(1)
    assert expected_lead(early, ("B", ""), 0) > expected_lead(early, ("", ""), 0) + 0.9
    assert expected_lead(late, ("B", ""), 0) < expected_lead(late, ("", ""), 0) + 0.6
    assert expected_lead(late, ("G", ""), 0) == expected_lead(late, ("", ""), 0)
    assert expected_lead(late, ("", "B"), 0) < expected_lead(late, ("", ""), 0)


def test_a_bigger_heap_leaves_more_to_chance() -> None:
    variances = [lead_variance(sticks(valuable, red)) for valuable, red in ((0, 5), (3, 7), (12, 9), (27, 9))]
    assert variances == sorted(variances) and variances[0] > 0
