"""Chances to win, from leads and from points."""

from __future__ import annotations

from tabletop.bots.winchance import WinCurve, chance_from_lead, win_chances


def test_a_curve_is_steeper_at_the_end_and_never_certain() -> None:
    curve = WinCurve(start=0.1, change=0.2)
    assert curve.chance(0.0, 0.5) == 0.5
    assert 0.5 < curve.chance(3.0, 0.0) < curve.chance(3.0, 1.0) < 1
    assert curve.chance(-3.0, 1.0) == 1 - curve.chance(3.0, 1.0)
    assert curve.chance(800.0, 1.0) == 0.99
    assert WinCurve(0.1, even=-0.7).chance(0.0) < 0.35


def test_a_lead_raises_the_chance_but_never_to_certainty() -> None:
    assert chance_from_lead(0, 10) == 0.5
    assert chance_from_lead(10, 10) == 0.75
    assert chance_from_lead(-10, 10) == 0.25
    assert 0 < chance_from_lead(-1e6, 10) < 0.001


def test_win_chances_add_up_and_follow_the_points() -> None:
    assert win_chances((5, 5), 0) == (0.5, 0.5)
    assert win_chances((5, 4), 0) == (1.0, 0.0)
    assert win_chances((3, 3), 4) == (0.5, 0.5)
    three = win_chances((9.0, 5.0, 5.0), 6.0)
    assert three[0] > three[1] == three[2] and abs(sum(three) - 1) < 1e-12
    assert win_chances((1e9, 0.0, 0.0), 1.0)[0] == 1.0
