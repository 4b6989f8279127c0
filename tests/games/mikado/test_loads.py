"""The statistical model keeps to its own odds, and to the simulated trays that it was fitted to."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from tabletop.chance import Rolls
from tabletop.games.mikado.discs import DISC_COUNT, colour_of
from tabletop.games.mikado.loads import GONE, HiddenLoads, StatisticalModel, free_discs
from tabletop.games.mikado.model import to_divisions
from tabletop.games.mikado.moves import Feels, Moved, Pull, Touch
from tabletop.games.mikado.packing import TOUCHING, nearness
from tests.games.mikado.helpers import STEADY, rolled, state_of

LOAD_CLASSES = (0.0, 0.002, 0.15, 0.30, 0.45, 0.60)
"""Lower bounds, as in the table of the measurements; the first class is loose."""
SKILL = 0.5
MEASURED_SAFE = {0: 0.61, 10: 0.47, 20: 0.45, 30: 0.39, 40: 0.66, 47: 0.85}
"""The share of discs that a pull takes without a movement, by discs gone, in 23 simulated trays."""


def pull_repeatedly(seed: int, count: int) -> Iterator[HiddenLoads]:
    """The loads of a tray before and after each pull of a random disc among the 40 % with the lowest loads."""
    model, rng = StatisticalModel(STEADY), Random(seed)
    loads = model.hidden_tray(model.deal(Rolls(seed)), seed)
    yield loads
    for turn in range(1, count + 1):
        rolls = Rolls(seed, turn, "pull")
        left = sorted((load, rng.random(), disc) for disc, load in enumerate(loads.loads) if load != GONE)
        lowest = left[: max(1, int(0.4 * len(left)))]
        disc = lowest[int(rng.random() * len(lowest))][2]
        loads = after_pull(loads, disc, loads.sample_pull(disc, SKILL, rolls), rolls)
        yield loads


def after_pull(loads: HiddenLoads, disc: int, moved: Moved, rolls: Rolls) -> HiddenLoads:
    """The loads after an outcome, as the rules ask for them."""
    left = [other for other, load in enumerate(loads.loads) if load != GONE]
    layout = loads.layout.after(moved.places) if moved.places else loads.layout
    return loads.after_pull(disc, moved, layout, nearness(loads.layout, left, disc), rolls)


@pytest.mark.slow
def test_20000_pulls_keep_to_the_stated_odds() -> None:
    """Per size and load class, the number of movements lies within 4 deviations of what `risk` says."""
    results_by_group: dict[tuple[int, int], list[tuple[bool, float]]] = defaultdict(list)
    pulls = 0
    start = state_of(rolled(1))
    for seed in range(1000, 1132):
        for stage, loads in enumerate(pull_repeatedly(seed, 30)):
            if stage % 10:
                continue
            state = replace(start, hidden=loads, layout=loads.layout)
            for disc in (disc for disc in range(DISC_COUNT) if loads.loads[disc] != GONE):
                risk = loads.risk(disc, state.skill)
                moved = state.apply(Pull(disc)).sample(Rolls(f"{seed}-{disc}", stage, "pull"))
                assert isinstance(moved, Moved)
                assert moved.length >= 1.1 if moved.is_movement else 0 <= moved.length <= 1.0
                assert round(moved.length, 1) == moved.length
                load_class = sum(loads.loads[disc] >= end for end in LOAD_CLASSES)
                results_by_group[colour_of(disc), load_class].append((moved.is_movement, risk))
                pulls += 1
    assert pulls >= 20_000
    assert len(results_by_group) == 18
    for group, results in results_by_group.items():
        expected = math.fsum(risk for _, risk in results)
        deviation = math.sqrt(math.fsum(risk * (1 - risk) for _, risk in results))
        movements = sum(was_movement for was_movement, _ in results)
        assert abs(movements - expected) < 4 * deviation + 1, (group, movements, expected, len(results))


@pytest.mark.slow
def test_200_trays_have_the_measured_share_of_safe_discs() -> None:
    """Measured with the same choice of pulls and a division of 1.0 mm."""
    safe: dict[int, list[float]] = {stage: [] for stage in MEASURED_SAFE}
    for seed in range(200):
        for loads in pull_repeatedly(seed, 47):
            stage = loads.gone
            if stage in safe:
                left = [disc for disc in range(DISC_COUNT) if loads.loads[disc] != GONE]
                safe[stage].append(math.fsum(1 - loads.risk(disc, SKILL) for disc in left) / len(left))
    shares = {stage: math.fsum(values) / len(values) for stage, values in safe.items()}
    for stage, share in MEASURED_SAFE.items():
        assert abs(shares[stage] - share) <= 0.05, shares


def test_as_many_discs_of_each_size_are_loose_at_the_set_up_as_measured() -> None:
    """Small .36, medium .11, large .02, free discs included."""
    model = StatisticalModel(STEADY)
    loose = [0, 0, 0]
    for seed in range(150):
        tray = model.deal(Rolls(seed))
        loads = model.hidden_tray(tray, seed).loads
        for disc, is_free in enumerate(free_discs(tray)):
            loose[colour_of(disc)] += loads[disc] == 0
            assert loads[disc] == 0 or not is_free
    shares = [number / (150 * 18) for number in loose]
    assert shares == pytest.approx([0.02, 0.11, 0.36], abs=0.03)


def test_loads_have_the_fitted_mean() -> None:
    """A gamma number's mean is shape times scale."""
    for colour, (shape, scale) in enumerate(zip(STEADY.load_shapes, STEADY.load_scales, strict=True)):
        loads = [STEADY.load_at((k + 0.5) / 3000, colour, 0.0) for k in range(3000)]
        assert loads == sorted(loads) and loads[0] > 0
        assert math.fsum(loads) / 3000 == pytest.approx(shape * scale, rel=0.03)


def test_a_load_is_0_with_the_chance_given() -> None:
    assert STEADY.load_at(0.0, 1, 0.3) == STEADY.load_at(0.29, 1, 0.3) == 0
    assert 0 < STEADY.load_at(0.3, 1, 0.3) < STEADY.load_at(0.999999, 1, 0.3)
    assert STEADY.load_at(1 - 2**-53, 1, 1 - 2**-53) > 0


def test_feels_keep_to_the_odds() -> None:
    state = state_of(rolled(seed=3))
    for disc in (0, 20, 40, 50):
        touching = state.apply(Touch(disc))
        odds = touching.odds()
        assert odds is not None and math.fsum(chance for _, chance in odds) == pytest.approx(1)
        outcomes = [touching.sample(Rolls(seed, 5, "touch")) for seed in range(2000)]
        for outcome, chance in odds:
            assert isinstance(outcome, Feels)
            assert outcomes.count(outcome) / 2000 == pytest.approx(chance, abs=0.045)


def test_after_a_long_slip_touching_discs_keep_their_loads_least_often() -> None:
    model = StatisticalModel(STEADY)
    kept, total = [0, 0, 0], [0, 0, 0]
    for seed in range(60):
        before = model.hidden_tray(model.deal(Rolls(seed)), seed)
        loaded = [disc for disc in range(DISC_COUNT) if before.load(disc) > 0]
        disc = loaded[seed % len(loaded)]
        after = after_pull(before, disc, Moved(3.0), Rolls(seed, 1, "pull"))
        near = nearness(before.layout, range(DISC_COUNT), disc)
        assert after.load(disc) == GONE
        for other in range(DISC_COUNT):
            if other != disc and before.load(other) > 0:
                total[near[other]] += 1
                kept[near[other]] += before.load(other) == after.load(other)
    shares = [number / of_all for number, of_all in zip(kept, total, strict=True)]
    assert shares == pytest.approx([0.04, 0.12, 0.25], abs=0.06)


def test_pulling_a_loose_disc_changes_few_loads() -> None:
    model = StatisticalModel(STEADY)
    before = model.hidden_tray(model.deal(Rolls(5)), 5)
    disc = next(disc for disc in range(DISC_COUNT) if before.load(disc) == 0)
    after = after_pull(before, disc, Moved(0.0), Rolls(5, 1, "pull"))
    assert sum(before.load(other) != after.load(other) for other in range(DISC_COUNT)) <= 7


@pytest.mark.slow
def test_popped_discs_touch_the_pulled_one_and_are_as_rare_as_stated() -> None:
    movements = popped = 0
    for seed in range(40):
        state = state_of(rolled(seed))
        assert isinstance(state.hidden, HiddenLoads)
        for disc in range(DISC_COUNT):
            moved = state.apply(Pull(disc)).sample(Rolls(f"{seed}-{disc}", 1, "pull"))
            assert isinstance(moved, Moved)
            movements += moved.is_movement
            popped += len(moved.popped)
            assert moved.is_movement or not moved.popped
            assert state.layout
            near = nearness(state.layout, state.tray, disc)
            assert all(near[other] == TOUCHING for other in moved.popped)
    assert popped / movements == pytest.approx(0.03, abs=0.02)


@pytest.mark.parametrize(
    ("length", "division", "divisions"),
    [
        (0.0, 1.0, 0.0),
        (0.96, 1.0, 1.0),
        (1.0, 1.0, 1.0),
        (1.001, 1.0, 1.1),
        (1.26, 0.5, 2.5),
        (0.6, 0.5, 1.2),
        (900, 0.1, 999.9),
    ],
)
def test_rounding_never_changes_whether_it_is_a_movement(length: float, division: float, divisions: float) -> None:
    assert to_divisions(length, division) == divisions


@pytest.mark.slow
def test_slips_are_longer_once_discs_are_gone() -> None:
    """A full tray leaves the slider little room."""
    lengths: dict[int, list[float]] = {0: [], 30: []}
    for seed in range(12):
        for loads in pull_repeatedly(seed, 40):
            if loads.gone in lengths:
                discs = [disc for disc, load in enumerate(loads.loads) if load > 0]
                pulls = [loads.sample_pull(disc, SKILL, Rolls(seed, 1, "pull")) for disc in discs[::3]]
                lengths[loads.gone] += [moved.length for moved in pulls if moved.is_movement]
            if loads.gone >= 30:
                break
    medians = [sorted(values)[len(values) // 2] for values in lengths.values()]
    assert min(map(min, lengths.values())) >= 1.1
    assert medians[1] > 1.5 * medians[0]
