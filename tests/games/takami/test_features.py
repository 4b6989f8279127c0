"""What the heap offers the player to move."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tabletop.games.takami.features import NO_PRIZE, NOTHING_TO_RETURN, heap_features
from tabletop.games.takami.heap import STICKS, Place, build_heap
from tabletop.games.takami.lead import heap_risks
from tests.games.takami.helpers import scripted_match, state_of


def test_the_safest_raises_and_prizes_of_a_heap() -> None:
    """On a full heap the sticks of the top layer are free; the taboo stick is none of them."""
    state = state_of(scripted_match())
    features, free = heap_features(state), state.hand.free_chance.total
    assert list(features.raises) == sorted(features.raises) and free < features.raises[0]
    assert features.prizes == pytest.approx([free] * 3)
    assert heap_risks(features) == (*features.raises[:2], *features.prizes[:2])
    reds = replace(state, heap=build_heap(STICKS[:9]))
    assert set(heap_features(reds).prizes) == {NO_PRIZE}
    taboo = replace(state, heap=build_heap((*STICKS[:9], "Y1")), taboo="Y1")
    assert set(heap_features(taboo).prizes) == {NO_PRIZE}, "the only stick worth a point is taboo"
    assert heap_features(taboo).next_prize == pytest.approx(free), "but not for the next player"
    assert heap_features(replace(taboo, taboo="")).prizes[0] == pytest.approx(free)


def test_safe_sticks_and_steady_places_are_counted() -> None:
    state = state_of(scripted_match())
    features = heap_features(state)
    free = [stick for stick in STICKS if state.fall_chance(stick) == state.hand.free_chance]
    assert len(free) == 8 <= features.very_safe <= features.safe
    assert 8 <= features.very_safe_prizes <= features.very_safe
    assert (features.top, features.lay) == (8, features.high_lay)
    lower = heap_features(replace(state, heap=build_heap(STICKS[:12])))
    assert lower.top == 5 and lower.lay < features.lay and lower.steady_places > 0


def test_sticks_that_return_minus_sticks() -> None:
    """The player to move has a yellow one and the next a green one, which only the taboo stick returns."""
    heap = build_heap(STICKS[9:12]).with_stick("Y1", Place(3, 1)).with_stick("G1", Place(3, 2))
    state = replace(state_of(scripted_match(players=2)), heap=heap, taboo="G1", minus=(("Y9",), ("G9",)))
    free = state.hand.free_chance.total
    assert heap_features(state).returning == pytest.approx((free, free))
    swapped = replace(state, minus=(("G9",), ("Y9",)))
    assert heap_features(swapped).returning == pytest.approx((NOTHING_TO_RETURN, free))
