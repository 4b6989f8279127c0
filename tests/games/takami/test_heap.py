"""The heap: its places, what rests on what, and what each stick carries."""

from __future__ import annotations

from collections import Counter

from tabletop.games.takami.heap import PLACES, STICKS, Heap, Place, below, build_heap

FULL = build_heap(STICKS)
"""As in `helpers`: R1 at the bottom, G2 to G9 on layer 8."""


def test_there_are_64_places_each_listed_once() -> None:
    assert len(PLACES) == len(set(PLACES)) == 64


def test_k2_a_place_rests_on_two_places_or_a_board() -> None:
    assert Counter(place.layer for place in PLACES) == {
        **{layer: layer for layer in range(1, 9)},
        **{layer: 16 - layer for layer in range(9, 16)},
    }
    assert below(Place(6, 2)) == (Place(5, 1), Place(5, 2))
    assert below(Place(1, 1)) == (None, None)
    assert below(Place(6, 1)) == (None, Place(5, 1))
    assert below(Place(8, 8)) == (Place(7, 7), None)
    assert below(Place(9, 2)) == (Place(8, 2), Place(8, 3))
    assert below(Place(15, 1)) == (Place(14, 1), Place(14, 2))


def test_k2_what_a_stick_carries() -> None:
    assert [FULL.burdens[stick] for stick in ("G5", "Y4", "R1")] == ["free", "two", "two"]
    # Without G3 on 8.2, one stick less rests on Y4 and on Y5.
    less = FULL.without(("G3",))
    assert [less.burdens[stick] for stick in ("Y4", "Y5", "Y6", "B7")] == ["one", "one", "two", "two"]
    # Without Y4 on 7.1 the two sticks on it lean: G2 on the board alone, G3 on Y5.
    lean = FULL.without(("Y4",))
    assert lean.is_leaning("G2") and lean.is_leaning("G3")
    assert lean.resting_on("Y5") == ("G3", "G4")
    assert [lean.burdens[stick] for stick in ("Y5", "Y6", "G3")] == ["leaning", "two", "free"]


def test_heaps_are_equal_by_value() -> None:
    assert Heap(FULL.sticks) == FULL
    assert hash(Heap(FULL.sticks)) == hash(FULL)
