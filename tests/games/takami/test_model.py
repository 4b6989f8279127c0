"""The dexterity model: the chances of a hand, and its files."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any, get_args

import pytest

from tabletop.errors import UnreadableModel
from tabletop.games.takami.heap import STICKS, TOP, Burden, Place, build_heap
from tabletop.games.takami.model import MODELS, SCHEMA, Hand, logistic, shifted
from tabletop.games.takami.moves import FEELS

FULL = build_heap(STICKS)
LOOSE, TIGHT = 0, 3
LOADED: tuple[Burden, ...] = ("one", "two", "leaning")


def make_hand(skill: float, model: str = "measured", **changes: dict[str, Any]) -> Hand:
    """A hand of that skill; `changes` are new values by table."""
    loaded = MODELS.load(model)
    tables = {table: {**loaded[table], **changes.get(table, {})} for table in loaded.tables}
    return Hand(skill, replace(loaded, tables=tables))


BEST, ORDINARY, WORST = make_hand(1), make_hand(0.5), make_hand(0)


# The formulas of the rules


@pytest.mark.parametrize("layer", [1, 7, 8, 9, 15])
@pytest.mark.parametrize(("sits", "added"), [(0, 0), (1, 0.8), (2, 1.0), (3, 1.9)])
def test_the_chance_of_a_fall_depends_on_height_and_on_how_the_stick_sits(layer: int, sits: int, added: float) -> None:
    log_odds = -2.2 + 0.32 * (layer - 8) + added
    worst, best = 1 / (1 + math.exp(-log_odds)), 1 / (1 + math.exp(2 - log_odds))
    certain = [float(index == sits) for index in range(4)]
    for hand, chance in ((WORST, worst), (BEST, best), (ORDINARY, (best + worst) / 2)):
        assert hand.fall_chance(layer, "two", certain).total == pytest.approx(chance)


def test_friction_and_gain_shift_the_log_odds() -> None:
    rough = make_hand(0, table={"friction": 0.7})
    lively = make_hand(0, table={"gain": 0.7})
    assert rough.loaded_chance(0, LOOSE).total == pytest.approx(logistic(-2.2 - 3.3 * 0.2))
    assert lively.loaded_chance(0, LOOSE).total == pytest.approx(logistic(-2.2 + 0.7))
    assert lively.free_chance.total == pytest.approx(shifted(0.03, 0.7))
    assert make_hand(1, table={"gain": 0.7}).free_chance.total == pytest.approx(0.004)


def test_a_stick_without_a_burden_is_nearly_safe_however_it_sits() -> None:
    assert (BEST.free_chance.total, WORST.free_chance.total) == pytest.approx((0.004, 0.03))
    assert {ORDINARY.fall_chance(layer, "free", (0, 0, 0, 1)).total for layer in range(TOP + 1)} == {
        ORDINARY.free_chance.total
    }


def test_before_a_probe_the_odds_average_over_how_it_may_sit() -> None:
    for burden in LOADED:
        chances = [ORDINARY.loaded_chance(-1, sits).total for sits in range(4)]
        mean = math.fsum(share * chance for share, chance in zip(ORDINARY.shares[burden], chances, strict=True))
        assert ORDINARY.fall_chance(7, burden).total == pytest.approx(mean)


def test_a_probe_tells_the_truth_or_a_neighbouring_class() -> None:
    misread = (0.05 + 0.35) / 2
    assert ORDINARY.readings[LOOSE] == pytest.approx((1 - misread, misread, 0, 0))
    assert ORDINARY.readings[1] == pytest.approx((misread / 2, 1 - misread, misread / 2, 0))
    assert ORDINARY.readings[TIGHT] == pytest.approx((0, 0, misread, 1 - misread))


def test_what_a_probe_told_is_weighed_with_what_was_known() -> None:
    share = ORDINARY.shares["two"]
    after = ORDINARY.after_probe(share, TIGHT)
    told = ORDINARY.feel_chances(share)[TIGHT]
    assert after[TIGHT] == pytest.approx(share[TIGHT] * 0.8 / told)
    assert after[0] == after[1] == 0
    assert ORDINARY.after_probe((1.0, 0.0, 0.0, 0.0), TIGHT) == (1.0, 0.0, 0.0, 0.0), "impossible, so nothing changes"


@pytest.mark.parametrize(("place", "off_middle"), [(Place(9, 4), 0), (Place(9, 1), 3), (Place(12, 1), 1.5)])
def test_a_lay_depends_on_height_spread_and_the_distance_from_the_middle(place: Place, off_middle: float) -> None:
    log_odds = -4.85 + 1.1 * (0.2 + 2.0) / 2 + 0.4 * (place.layer - 8) + 0.42 * off_middle
    heap = FULL.with_stick("R1", Place(place.layer - 1, place.slot)).with_stick(
        "R2", Place(place.layer - 1, place.slot + 1)
    )
    assert heap.support_count(place) == 2
    assert ORDINARY.hold_chance(heap, place) == pytest.approx(1 - logistic(log_odds))
    one = heap.without([heap.at(Place(place.layer - 1, place.slot))])
    assert ORDINARY.hold_chance(one, place) == pytest.approx(1 - logistic(log_odds + 0.25))


def test_deep_lays_are_all_equally_safe() -> None:
    assert ORDINARY.lay_failure(-3, 1, False) == ORDINARY.lay_failure(-7, 1, False) < ORDINARY.lay_failure(-2, 1, False)


# Relations that must hold


def test_a_skilled_hand_is_better_at_everything() -> None:
    for model in MODELS.names()[:-1]:
        hands = [make_hand(skill / 10, model) for skill in range(11)]
        for worse, better in pairwise(hands):
            assert better.free_chance.total < worse.free_chance.total
            for burden in LOADED:
                assert better.fall_chance(5, burden).total < worse.fall_chance(5, burden).total
            assert better.hold_chance(FULL, Place(9, 1)) > worse.hold_chance(FULL, Place(9, 1))
            assert better.readings[TIGHT][TIGHT] > worse.readings[TIGHT][TIGHT]
            assert better.slide_chance < worse.slide_chance


def test_risk_rises_with_height_and_burden_and_from_loose_to_tight() -> None:
    for low, high in pairwise(range(1, TOP + 1)):
        for burden in LOADED:
            assert ORDINARY.fall_chance(low, burden).total < ORDINARY.fall_chance(high, burden).total
    risks = [ORDINARY.fall_chance(6, burden).total for burden in get_args(Burden)]
    assert risks == sorted(risks)
    risks = [ORDINARY.loaded_chance(-2, sits).total for sits in range(len(FEELS))]
    assert risks == sorted(risks)


@pytest.mark.parametrize("name", ["hard", "slippery"])
def test_harder_presets_are_harder_and_beginner_is_easier(name: str) -> None:
    hands = [make_hand(0.5, model) for model in ("beginner", "steady", name)]
    for layer in (2, 7, 10):
        for burden in get_args(Burden):
            chances = [hand.fall_chance(layer, burden).total for hand in hands]
            assert chances == sorted(chances) and chances[0] < chances[2]
    holds = [hand.hold_chance(FULL, Place(9, 1)) for hand in hands]
    assert holds == sorted(holds, reverse=True)
    assert make_hand(0.5).free_chance.total < make_hand(0.5, "steady").free_chance.total


def test_the_skill_of_a_table_is_that_of_the_ordinary_hand() -> None:
    def levels(skill: float) -> list[float]:
        return [make_hand(own, table={"skill": skill}).level for own in (0, 0.25, 0.5, 0.75, 1)]

    assert levels(0.5) == [0, 0.25, 0.5, 0.75, 1]
    assert levels(0.4) == pytest.approx([0, 0.2, 0.4, 0.7, 1])


# Model files


def test_every_preset_has_every_number() -> None:
    assert MODELS.names() == ["steady", "beginner", "hard", "measured", "slippery", "referee"]
    for name in MODELS.names()[:-1]:
        model = MODELS.load(name)
        assert {table: set(model[table]) for table in model.tables} == {
            table: set(entries) for table, entries in SCHEMA.items()
        }


def test_measured_has_the_numbers_of_the_study_and_other_presets_differ_only_in_the_table() -> None:
    measured = MODELS.load("measured")
    assert measured["table"] == {"skill": 0.5, "friction": 0.5, "gain": 0.0}
    assert measured["pull"] == {
        "base": -2.2,
        "per_layer": 0.32,
        "sits": [0, 0.8, 1.0, 1.9],
        "best_hand": -2.0,
        "per_friction": -3.3,
        "free_best": 0.004,
        "free_worst": 0.03,
    }
    assert measured["sits"] == {
        "free": [0.84, 0.12, 0.02, 0.02],
        "one": [0.32, 0.19, 0.26, 0.23],
        "two": [0.23, 0.26, 0.3, 0.21],
        "leaning": [0.03, 0.07, 0.26, 0.64],
    }
    lay = dict(measured["lay"])
    numbers = [lay[key] for key in ("base", "per_cm", "per_layer", "per_place", "leaning", "deepest")]
    assert numbers == [-4.85, 1.1, 0.4, 0.42, 0.25, -3]
    assert (lay["spread_best"], lay["spread_worst"], lay["others"]) == (0.2, 2.0, 0.2)
    assert measured["fall"]["count_best"] == [0.75, 0.21, 0.02, 0.02]
    assert measured["fall"]["count_worst"] == [0.61, 0.2, 0.07, 0.12]
    for name in MODELS.names()[:-1]:
        model = MODELS.load(name)
        assert {**model.tables, "table": None} == {**measured.tables, "table": None}
    steady = dict(MODELS.load("steady")["table"])
    assert steady.pop("gain") > 0 and steady == {"skill": 0.5, "friction": 0.5}


@pytest.mark.parametrize(
    ("old", "new", "key", "reason"),
    [
        ("free_best = 0.004", "free_best = 1.004", "pull.free_best", "between 0 and 1"),
        ("others = 0.2", "", "lay.others", "missing"),
        ("others = 0.2", "others = 0.2\nhands = 0.01", "lay.hands", "unknown"),
        ("[0.0, 0.8, 1.0, 1.9]", "[0.0, 0.8, 1.0]", "pull.sits", "list of 4"),
        ("\n[slide]", "\n[glide]", "glide", "unknown"),
        ("touching = 2.0", "touching = 0", "fall.touching", "above 0"),
        ("touching = 2.0", "touching = 1e-300", "fall.touching", "at least 1e-09"),
    ],
)
def test_a_wrong_model_is_refused_with_key_and_reason(
    tmp_path: Path, old: str, new: str, key: str, reason: str
) -> None:
    path = tmp_path / "my.toml"
    path.write_text(MODELS.load("measured").text.replace(old, new, 1), "utf-8")
    with pytest.raises(UnreadableModel) as caught:
        MODELS.load(str(path))
    assert caught.value.key == key
    assert reason in caught.value.reason
