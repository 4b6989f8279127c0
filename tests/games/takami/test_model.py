"""The dexterity model: its chances, the outcomes sampled from them, and its files."""

from __future__ import annotations

import math
from collections import Counter
from itertools import pairwise, permutations
from pathlib import Path

import pytest

from tabletop.chance import Rolls
from tabletop.errors import UnreadableModel
from tabletop.games.takami.heap import STICKS, Heap, Place, build_heap
from tabletop.games.takami.model import MODELS, SCHEMA, Hand
from tabletop.games.takami.moves import AttemptOutcome, ProbeOutcome
from tabletop.games.takami.odds import lay_odds, pull_odds
from tests.games.takami.helpers import heap_of, play, scripted_match, state_of

FULL = build_heap(STICKS)
STEADY = MODELS.load("steady")
SAMPLES = 20_000


def make_hand(skill: float, model: str = "steady") -> Hand:
    return Hand(skill, MODELS.load(model))


BEST, ORDINARY, WORST = make_hand(1), make_hand(0.5), make_hand(0)


# The numbers of the rules


@pytest.mark.parametrize(("stick", "lift", "tug"), [("G4", 0.01, 0.05), ("Y6", 0.07, 0.27), ("R1", 0.07, 0.27)])
def test_the_chance_of_a_fall_depends_on_what_rests_on_the_stick(stick: str, lift: float, tug: float) -> None:
    assert BEST.fall_chance(FULL, stick) == pytest.approx(lift)
    assert WORST.fall_chance(FULL, stick) == pytest.approx(tug)
    assert ORDINARY.fall_chance(FULL, stick) == pytest.approx((lift + tug) / 2)


def test_one_resting_stick_is_less_risk_than_two() -> None:
    heap = FULL.without(("G2",))
    assert heap.resting_on("Y4") == ("G3",)
    assert BEST.fall_chance(heap, "Y4") == pytest.approx(0.04)
    assert WORST.fall_chance(heap, "Y4") == pytest.approx(0.18)


def test_leaning_sticks_on_it_add_to_the_chance_of_a_fall() -> None:
    heap = FULL.without(("Y5",))
    assert heap.is_leaning("G3") and not heap.is_leaning("G2")
    assert BEST.fall_chance(heap, "Y4") == pytest.approx(0.07 + 0.05)
    assert WORST.fall_chance(heap, "Y4") == pytest.approx(0.27 + 0.10)


def test_a_stick_that_carries_another_has_at_least_the_least_risk() -> None:
    text = STEADY.text.replace("[0.01, 0.04, 0.07]", "[0.001, 0.005, 0.07]")
    model = MODELS.parse(text, "gentle")
    assert Hand(1, model).fall_chance(FULL.without(("G2",)), "Y4") == pytest.approx(0.02)
    assert Hand(1, model).fall_chance(FULL, "G4") == pytest.approx(0.001)


def test_a_laid_stick_holds_by_skill_and_fails_a_quarter_more_often_where_it_leans() -> None:
    sound, leaning = Place(9, 2), Place(9, 1)
    heap = FULL.without(("G2",))
    assert BEST.hold_chance(heap, sound) == pytest.approx(0.92)
    assert WORST.hold_chance(heap, sound) == pytest.approx(0.58)
    assert ORDINARY.hold_chance(heap, sound) == pytest.approx(0.75)
    assert BEST.hold_chance(heap, leaning) == pytest.approx(0.92 - 0.08 / 4)
    assert WORST.hold_chance(heap, leaning) == pytest.approx(0.58 - 0.42 / 4)


def test_sticks_above_the_pulled_one_may_fall_the_highest_first() -> None:
    risks = ORDINARY.pull_risks(FULL, "B9")
    assert set(risks) == {"Y6", "Y7", "G4", "G5", "G6"}
    assert list(risks)[:3] == ["G4", "G5", "G6"]
    assert risks["G4"] == pytest.approx(2 * risks["Y6"], rel=0.1)
    assert math.fsum(risks.values()) == pytest.approx(0.17 * 1.06)


def test_sticks_that_a_free_one_touches_may_fall() -> None:
    assert set(ORDINARY.pull_risks(FULL, "G4")) == {"G3", "G5", "Y5", "Y6"}
    alone = Heap().with_stick("G4", Place(1, 1))
    assert ORDINARY.pull_risks(alone, "G4") == {"G4": pytest.approx(0.03)}


def test_a_laid_stick_or_one_that_it_touches_may_fall() -> None:
    heap = FULL.with_stick("G9", Place(9, 1))
    odds = lay_odds(state_of(scripted_match()), Place(9, 2))
    assert odds.itself == pytest.approx(0.25 * 0.6)
    assert set(odds.at_risk) == {"G3", "G4"}
    assert set(ORDINARY.lay_risks(heap, Place(9, 2))) == {"G3", "G4", "G9"}


# Relations that must hold


def test_a_free_top_stick_is_nearly_safe() -> None:
    for hand in (BEST, ORDINARY, WORST):
        assert all(hand.fall_chance(FULL, stick) <= 0.05 for stick in FULL if FULL.is_free(stick))


def test_pulling_a_low_stick_makes_many_slide() -> None:
    def mean_slides(stick: str) -> float:
        results = [ORDINARY.sample_pull(FULL, stick, Rolls(seed, 1, "pull")) for seed in range(600)]
        return sum(len(result.slides) for result in results) / len(results)

    top, middle, low, lowest = (mean_slides(stick) for stick in ("G4", "Y6", "R9", "R1"))
    assert top < 0.1 < middle < low < lowest
    assert lowest > 2 * middle


def test_leaning_places_are_riskier() -> None:
    heap = FULL.without(("G2", "G5"))
    sound = [place for place in heap.supported_places() if heap.support_count(place) == 2]
    leaning = [place for place in heap.supported_places() if heap.support_count(place) == 1]
    assert sound and leaning
    for hand in (BEST, ORDINARY, WORST):
        worst_sound = min(hand.hold_chance(heap, place) for place in sound)
        assert all(hand.hold_chance(heap, place) < worst_sound for place in leaning)


def test_a_skilled_hand_is_better_at_everything() -> None:
    hands = [make_hand(skill / 10) for skill in range(11)]
    for worse, better in pairwise(hands):
        assert all(better.fall_chance(FULL, stick) < worse.fall_chance(FULL, stick) for stick in STICKS)
        assert better.hold_chance(FULL, Place(9, 1)) > worse.hold_chance(FULL, Place(9, 1))
        truth = dict(better.feel_chances(FULL, "B9"))["firm"], dict(worse.feel_chances(FULL, "B9"))["firm"]
        assert truth[0] > truth[1]


def test_heavier_sticks_sit_tighter() -> None:
    likeliest = [
        max(ORDINARY.feel_chances(FULL, stick), key=lambda pair: pair[1])[0] for stick in ("G4", "Y6", "B9", "R1")
    ]
    assert likeliest == ["loose", "light", "firm", "tight"]


@pytest.mark.parametrize("name", ["hard", "slippery"])
def test_harder_presets_are_harder_and_beginner_is_easier(name: str) -> None:
    for skill in (0.0, 0.5, 1.0):
        easy, steady, harder = make_hand(skill, "beginner"), make_hand(skill), make_hand(skill, name)
        for stick in ("Y6", "R1"):
            chances = [hand.fall_chance(FULL, stick) for hand in (easy, steady, harder)]
            assert chances == sorted(chances) and chances[0] < chances[2]
        holds = [hand.hold_chance(FULL, Place(9, 1)) for hand in (harder, steady, easy)]
        assert holds == sorted(holds) and holds[0] < holds[2]


# Samples agree with the odds


def agrees(count: int, chance: float) -> bool:
    """Whether a count among SAMPLES is within four standard deviations (and one sample) of what is expected."""
    return abs(count - SAMPLES * chance) <= 4 * math.sqrt(SAMPLES * chance * (1 - chance)) + 1


@pytest.mark.slow
def test_sampled_pulls_agree_with_the_odds() -> None:
    """A clumsy hand pulls a stick with a leaning stick on it and several above, from a heap with gaps."""
    match = scripted_match("pull Y5; => clean; keep; pull G6; => clean; keep", skills=["1=0.2"])
    state = state_of(match)
    odds = pull_odds(state, "B8")
    play(match, "pull B8")
    pending = state_of(match)
    results = [pending.sample(Rolls(seed, pending.turn, pending.attempt, pending.piece)) for seed in range(SAMPLES)]
    fallen = Counter(stick for result in results if isinstance(result, AttemptOutcome) for stick in result.fallen)
    assert agrees(
        sum(1 for result in results if isinstance(result, AttemptOutcome) and result.word == "clean"), odds.clean
    )
    assert set(fallen) == set(odds.at_risk)
    for stick, chance in odds.at_risk.items():
        assert agrees(fallen[stick], chance), stick


def test_sampled_lays_agree_with_the_odds() -> None:
    state = state_of(scripted_match("pull G2; => clean"))
    heap = heap_of(scripted_match("pull G2; => clean"))
    place = Place(9, 1)
    odds = lay_odds(state, place)
    assert odds.is_leaning
    results = [state.hand.sample_lay(heap, "G2", place, Rolls(seed, 1, "lay")) for seed in range(SAMPLES)]
    fallen = Counter(stick for result in results for stick in result.fallen)
    assert agrees(sum(1 for result in results if result.word == "holds"), odds.holds)
    for stick, chance in {"G2": odds.itself, **odds.at_risk}.items():
        assert agrees(fallen[stick], chance), stick


def test_sampled_probes_agree_with_the_odds() -> None:
    state = state_of(scripted_match("probe B9"))
    odds = state.odds()
    assert odds is not None
    assert math.fsum(chance for _, chance in odds) == pytest.approx(1)
    felt = Counter(state.sample(Rolls(seed, 1, "probe")) for seed in range(SAMPLES))
    for outcome, chance in odds:
        assert isinstance(outcome, ProbeOutcome)
        assert agrees(felt[outcome], chance), outcome


def test_the_second_stick_to_fall_is_sampled_from_the_others() -> None:
    text = STEADY.text.replace("[0.01, 0.04, 0.07]", "[1.0, 1.0, 1.0]").replace("second = 0.06", "second = 1.0")
    both = Hand(1, MODELS.parse(text, "both"))
    pairs = Counter(both.sample_pull(FULL, "B9", Rolls(seed, 1, "pull")).fallen for seed in range(SAMPLES // 4))
    weights = {"Y6": 1, "Y7": 1, "G4": 2, "G5": 2, "G6": 2}
    for first, second in permutations(weights, 2):
        chance = weights[first] / 8 * weights[second] / (8 - weights[first])
        assert pairs[first, second] / (SAMPLES // 4) == pytest.approx(chance, abs=0.02)


def test_slides_are_sampled_as_the_model_says() -> None:
    """Y9 leaves G7 and G8 with one support each: each slides with a chance of .3, and nothing lies on them."""
    results = [BEST.sample_pull(FULL, "Y9", Rolls(seed, 1, "pull")) for seed in range(SAMPLES // 4)]
    clean = [result for result in results if result.word == "clean"]
    first = [result for result in clean if result.slides]
    share = len(first) / len(clean)
    # G7 slides to 7.6 with .3, and G8 has its support back; or else G8 does.
    assert share == pytest.approx(0.3 + 0.7 * 0.3, abs=0.03)
    assert {result.slides[0] for result in first} == {("G7", Place(7, 6)), ("G8", Place(7, 6))}
    assert {len(result.slides) for result in first} == {1}


def test_a_stick_without_support_always_slides() -> None:
    heap = FULL.without(("Y5",))
    for seed in range(200):
        result = BEST.sample_pull(heap, "Y4", Rolls(seed, 1, "pull"))
        slid = {stick for stick, _ in result.slides}
        assert "G3" in slid | set(result.fallen)


# Model files


def test_every_preset_has_every_number() -> None:
    assert MODELS.names() == ["steady", "beginner", "hard", "slippery", "referee"]
    for name in MODELS.names()[:-1]:
        model = MODELS.load(name)
        assert {table: set(model[table]) for table in model.tables} == {
            t: set(entries) for t, entries in SCHEMA.items()
        }


def test_the_default_model_has_the_numbers_of_the_rules() -> None:
    assert STEADY["pull"] == {
        "lift": [0.01, 0.04, 0.07],
        "tug": [0.05, 0.18, 0.27],
        "lift_leaning": 0.05,
        "tug_leaning": 0.10,
        "least": 0.02,
    }
    assert (STEADY["fall"]["second"], STEADY["slide"]["lost_one"]) == (0.06, 0.3)
    assert (STEADY["lay"]["steady"], STEADY["lay"]["shaky"], STEADY["lay"]["leaning"]) == (0.92, 0.58, 0.25)


@pytest.mark.parametrize(
    ("old", "new", "key", "reason"),
    [
        ("second = 0.06", "second = 1.06", "fall.second", "between 0 and 1"),
        ("second = 0.06", "", "fall.second", "missing"),
        ("second = 0.06", "second = 0.06\nthird = 0.01", "fall.third", "unknown"),
        ("[0.01, 0.04, 0.07]", "[0.01, 0.04]", "pull.lift", "list of 3"),
        ("[0.5, 1.5, 3.5]", "[0.5, 3.5, 1.5]", "probe.limits", "increasing"),
        ("[slide]", "[glide]", "glide", "unknown"),
        ("growth = 2.0", "growth = 0", "fall.growth", "above 0"),
        ("growth = 2.0", "growth = 1e-300", "fall.growth", "at least 1e-09"),
    ],
)
def test_a_wrong_model_is_refused_with_key_and_reason(
    tmp_path: Path, old: str, new: str, key: str, reason: str
) -> None:
    path = tmp_path / "my.toml"
    path.write_text(STEADY.text.replace(old, new), "utf-8")
    with pytest.raises(UnreadableModel) as caught:
        MODELS.load(str(path))
    assert caught.value.key == key
    assert reason in caught.value.reason


def test_extreme_models_still_play() -> None:
    """Sticks always fall and slide, and their weights are far apart."""
    text = STEADY.text
    for old, new in {
        "[0.01, 0.04, 0.07]": "[1.0, 1.0, 1.0]",
        "lost_one = 0.3": "lost_one = 1.0",
        "growth = 2.0": "growth = 1e8",
        "second = 0.06": "second = 1.0",
    }.items():
        text = text.replace(old, new)
    extreme = Hand(1, MODELS.parse(text, "extreme"))
    for stick in STICKS:
        result = extreme.sample_pull(FULL, stick, Rolls(1, 1, "pull"))
        assert len(result.fallen) == 2
        assert math.fsum(extreme.pull_risks(FULL, stick).values()) == pytest.approx(2)
