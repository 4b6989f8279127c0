"""Rolls: the same numbers everywhere, and fair."""

from __future__ import annotations

import math

import pytest

from tabletop.chance import Rolls, roll


def test_rolls_are_these_numbers_on_every_python() -> None:
    assert roll(42, 1, 1, "slip") == 0.9628956140423924
    assert roll(42, 1, 1, "slip", 1) == 0.9568534250575931
    assert roll(0, 0, 0, "deal", 35) == 0.7953426310172053


def test_rolls_look_uniform() -> None:
    values = [roll(7, turn, 1, "slip") for turn in range(4000)]
    assert abs(math.fsum(values) / 4000 - 0.5) < 0.02
    assert abs(sum(value < 0.1 for value in values) / 4000 - 0.1) < 0.02
    normal = [Rolls(7, turn, 1).normal("length") for turn in range(4000)]
    assert abs(math.fsum(normal) / 4000) < 0.05
    assert abs(math.fsum(value * value for value in normal) / 4000 - 1) < 0.08


def test_weighted_and_shuffled() -> None:
    picks = [Rolls(1, turn, 1).weighted([1, 0, 3], "who") for turn in range(4000)]
    assert 1 not in picks
    assert abs(picks.count(2) / 4000 - 0.75) < 0.03
    firsts = [Rolls(1, turn, 0).shuffled("abc", "deal") for turn in range(600)]
    assert {tuple(sorted(order)) for order in firsts} == {(0, 1, 2)}
    assert len({tuple(order) for order in firsts}) == 6


def test_an_event_without_a_name_is_a_mistake_of_ours() -> None:
    with pytest.raises(AssertionError):
        roll(1, 1, 1, "unheard-of")
