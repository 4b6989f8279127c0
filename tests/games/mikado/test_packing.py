"""Discs follow the slider: nothing overlaps, something touches the slider, and the same pull gives the same places."""

from __future__ import annotations

import math
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.chance import Rolls
from tabletop.games.mikado import trays
from tabletop.games.mikado.discs import DISC_COUNT
from tabletop.games.mikado.packing import (
    FARTHER,
    SECOND,
    SHAKES,
    TOUCHING,
    TOUCHING_GAP,
    follow,
    follow_partly,
    nearness,
    slack,
    slider_limit,
    touching_discs,
)
from tabletop.games.mikado.trays import CONTACT, RADIUS_OF, Disc, Layout
from tests.helpers import examples

ALL = range(DISC_COUNT)


def some_discs(seed: int, count: int) -> list[int]:
    """So many discs of a tray, in rising order."""
    return sorted(Random(seed).sample(ALL, count))


def gap(layout: Layout, one: int, other: int) -> float:
    first, second = layout.discs[one], layout.discs[other]
    return math.hypot(first.x - second.x, first.y - second.y) - first.radius - second.radius


@given(seed=st.integers(0, 10**6), count=st.integers(1, 50), share=st.floats(0, 1))
@examples(60)
def test_discs_make_room_without_overlapping(seed: int, count: int, share: float) -> None:
    layout, left = trays.deal_layout(Rolls(seed)), some_discs(seed, count)
    limit = max(slider_limit(left, 0.7), 2 * max(RADIUS_OF))
    slider = trays.to_hundredths(layout.slider - share * max(0.0, layout.slider - limit))
    after = next(filter(None, (follow(layout, left, slider, shake) for shake in (0.0, *SHAKES))), None)
    if after is None:
        assert share > 0.5
        return
    assert after.slider == slider
    assert trays.crowding(after, left, left) == ""
    assert all(after.discs[disc] == layout.discs[disc] for disc in ALL if disc not in left)
    if slider < layout.slider:
        assert slack(after, left) == 0, "a disc touches the slider"


@given(
    seed=st.integers(0, 10**6), count=st.integers(20, 53), way=st.floats(1, 25), shake=st.sampled_from((0.0, *SHAKES))
)
@examples(80)
def test_a_slider_that_comes_less_far_leaves_no_overlaps_either(
    seed: int, count: int, way: float, shake: float
) -> None:
    layout, left = trays.deal_layout(Rolls(seed)), some_discs(seed, count)
    slider = trays.to_hundredths(max(layout.slider - way, slider_limit(left)))
    after = follow_partly(layout, left, slider, 0.1, shake)
    if after:
        assert slider <= after.slider < layout.slider
        assert trays.crowding(after, left, left) == ""


def test_hardly_any_movement_of_a_full_tray_finds_no_room() -> None:
    """One disc is out, and the slider moves by 1.1 mm."""
    stuck = 0
    for seed in range(40):
        layout = trays.deal_layout(Rolls(seed))
        left = [disc for disc in ALL if disc != seed]
        slider = trays.to_hundredths(layout.slider - 1.1)
        stuck += not any(follow(layout, left, slider, shake) for shake in (0.0, *SHAKES))
    assert stuck <= 1


def test_discs_move_about_as_far_as_the_slider() -> None:
    shifts = []
    for seed in range(10):
        layout, left = trays.deal_layout(Rolls(seed)), some_discs(seed, 40)
        after = follow(layout, left, trays.to_hundredths(layout.slider - 3))
        assert after
        shifts += [math.dist(after.discs[disc][2:], layout.discs[disc][2:]) for disc in left]
    shifts.sort()
    assert 1 < shifts[len(shifts) // 2] < 5
    assert shifts[int(0.99 * len(shifts))] < 15


def test_the_same_pull_gives_the_same_places_on_every_platform() -> None:
    """The numbers stand here, so that another platform that computes others fails."""
    layout = trays.deal_layout(Rolls(4))
    left = [disc for disc in ALL if disc % 7]
    after = follow(layout, left, 90.0)
    assert after
    assert trays.format_places(layout.places_in(after) or trays.Places(None, ())).split()[:8] == PLACES


PLACES = ["slider", "90.00", "r2", "124.72,12.00", "r3", "177.42,12.14", "r4", "50.67,16.32"]


def test_a_single_disc_is_pushed_to_the_back_wall_and_no_farther() -> None:
    layout = Layout(trays.deal_layout(Rolls(1)).discs, trays.WIDTH, 95.0)
    (disc,) = left = [0]
    assert slider_limit(left) == 24
    after = follow(layout, left, 24.0)
    assert after and after.discs[disc].y == pytest.approx(12, abs=0.05)
    assert slider_limit([]) == 0


def test_slack_is_the_way_to_the_nearest_disc() -> None:
    discs = (Disc("r1", "L", 20, 60), *trays.deal_layout(Rolls(1)).discs[1:])
    layout = Layout(discs, trays.WIDTH, 80.0)
    assert slack(layout, [0]) == 8
    assert slack(Layout(discs, trays.WIDTH, 72 + CONTACT / 2), [0]) == 0
    assert slack(layout, []) == 80


def test_nearness_follows_from_the_gaps() -> None:
    layout, left = trays.deal_layout(Rolls(3)), some_discs(1, 45)
    for disc in left:
        touching = touching_discs(layout, left, disc)
        assert touching == [other for other in left if other != disc and gap(layout, disc, other) < TOUCHING_GAP]
        near = nearness(layout, left, disc)
        assert len(near) == DISC_COUNT
        for other in left:
            if other == disc:
                continue
            is_second = any(gap(layout, other, middle) < TOUCHING_GAP for middle in touching)
            assert near[other] == (TOUCHING if other in touching else SECOND if is_second else FARTHER)
