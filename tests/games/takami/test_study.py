"""The preset `measured` against tables of the study it comes from: simulated pulls and lays, one to a row.

`data/pulls.csv` has every third pull with a probe: the friction, the height above the rim, how
many sticks rest on the stick and how many of them lean, how far another stick follows when it
is pushed, and how many sticks fell when it was lifted out, pulled straight, and pulled roughly.
`data/lays.csv` has every seventh lay. A layer, and a place in it, takes 1.05 cm.
"""

from __future__ import annotations

import csv
import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

from tabletop.games.takami.heap import RIM, Burden
from tabletop.games.takami.model import MODELS, Hand

DATA = Path(__file__).with_name("data")
CM_PER_LAYER = 1.05
LIMITS_MM = (0.1, 0.5, 1.2)
"""How far another stick follows at least, where a stick sits light, firm, tight."""
Predictions = Sequence[tuple[float, bool]]
"""Predicted chances of a fall, and whether something fell."""


def read_rows(name: str) -> list[dict[str, float]]:
    with (DATA / name).open(encoding="utf-8") as file:
        return [{key: float(value) for key, value in row.items()} for row in csv.DictReader(file)]


@cache
def make_hand(skill: float, friction: float = 0.5) -> Hand:
    measured = MODELS.load("measured")
    tables = {**measured.tables, "table": {**measured["table"], "friction": friction}}
    return Hand(skill, replace(measured, tables=tables))


def burden_of(row: dict[str, float]) -> Burden:
    if not row["resting"]:
        return "free"
    return "leaning" if row["leaning"] else "one" if row["resting"] == 1 else "two"


def predictions(hands: Sequence[tuple[float, str]], *, is_probed: bool) -> Iterator[tuple[float, bool]]:
    """For the sticks that carry others; `hands` are pairs of a skill and a column of the table."""
    for row in read_rows("pulls.csv"):
        burden = burden_of(row)
        if burden == "free":
            continue
        height = max(row["above_rim_cm"] / CM_PER_LAYER, 1 - RIM)
        sits = sum(row["follows_mm"] >= limit for limit in LIMITS_MM)
        for skill, column in hands:
            hand = make_hand(skill, row["friction"])
            chances = [hand.loaded_chance(height, index).total for index in range(len(LIMITS_MM) + 1)]
            mean = math.fsum(share * chance for share, chance in zip(hand.shares[burden], chances, strict=True))
            yield chances[sits] if is_probed else mean, row[column] > 0


PULLS = ((0.0, "straight"), (0.0, "rough"))
LIFTS = ((1.0, "lift"),)


def area_under_curve(pairs: Predictions) -> float:
    """How often a stick that made something fall had a higher predicted chance than one that did not."""
    fell, held = ([chance for chance, has_fallen in pairs if has_fallen == value] for value in (True, False))
    wins = sum((high > low) + 0.5 * (high == low) for high in fell for low in held)
    return wins / (len(fell) * len(held))


def calibration_error(pairs: Predictions) -> float:
    """By how much predicted and observed shares differ, on average over five groups of rising chances."""
    ordered = sorted(pairs)
    limits = [group * len(ordered) // 5 for group in range(6)]
    groups = [ordered[low:high] for low, high in pairwise(limits)]
    return math.fsum(abs(math.fsum(chance - fell for chance, fell in group)) for group in groups) / len(ordered)


@pytest.mark.parametrize(("is_probed", "area"), [(False, 0.68), (True, 0.72)])
def test_pulls_fall_as_often_as_the_model_says(is_probed: bool, area: float) -> None:
    pairs = list(predictions(PULLS, is_probed=is_probed))
    assert len(pairs) > 900
    assert area_under_curve(pairs) >= area
    assert calibration_error(pairs) <= 0.04


def test_knowing_how_a_stick_sits_is_worth_something() -> None:
    unprobed, probed = (area_under_curve(list(predictions(PULLS, is_probed=known))) for known in (False, True))
    assert probed > unprobed + 0.03


def test_the_best_hand_is_the_one_that_lifts_sticks_out() -> None:
    pairs = list(predictions(LIFTS, is_probed=True))
    assert calibration_error(pairs) <= 0.04
    assert area_under_curve(pairs) >= 0.6


def test_free_sticks_are_nearly_safe() -> None:
    free = [row for row in read_rows("pulls.csv") if not row["resting"]]
    falls = sum((row["straight"] > 0) + (row["rough"] > 0) for row in free)
    assert len(free) > 50
    assert falls / (2 * len(free)) == pytest.approx(make_hand(0).free_chance.total, abs=0.03)


def test_lays_fail_as_often_as_the_model_says() -> None:
    lay = make_hand(0.5).model["lay"]
    pairs = []
    for row in read_rows("lays.csv"):
        skill = (lay["spread_worst"] - row["spread_cm"]) / (lay["spread_worst"] - lay["spread_best"])
        height, off_middle = row["above_rim_cm"] / CM_PER_LAYER, row["from_middle_cm"] / CM_PER_LAYER
        pairs.append((make_hand(skill).lay_failure(height, off_middle, row["supports"] < 2), row["fallen"] > 0))
    assert area_under_curve(pairs) >= 0.75
    assert calibration_error(pairs) <= 0.04


def test_two_or_more_fall_in_four_of_ten_falls() -> None:
    counts = [row[column] for row in read_rows("pulls.csv") for _, column in PULLS if row[column]]
    assert sum(count >= 2 for count in counts) / len(counts) == pytest.approx(0.4, abs=0.1)
    best, worst = make_hand(0.5).fall_counts
    hand = make_hand(0.5).fall_chance(RIM, "two")
    several = hand.best * (1 - best[0]) + hand.worst * (1 - worst[0])
    assert several / hand.total == pytest.approx(0.4, abs=0.05)


def test_the_risks_in_the_start_heap_are_those_of_the_report() -> None:
    """Of an ordinary hand, from layer 1 to 7 with two sticks on each, and of the free sticks of layer 8."""
    hand = make_hand(0.5)
    risks = [hand.fall_chance(layer, "two").total for layer in range(1, RIM)]
    assert risks == pytest.approx([0.02, 0.03, 0.04, 0.05, 0.06, 0.08, 0.11], abs=0.0051)
    assert hand.free_chance.total == pytest.approx(0.017)
