"""The heap: sticks, the places of the X, and which stick rests on which. Nothing about turns.

    heap = build_heap(STICKS)               # layers 1 to 8 full, R1 at the bottom
    heap.place_of("B4")                     # Place(layer=5, slot=3)
    heap = heap.without(["B4"]).settled()   # pull B4; what lost both supports drops

A place is written `layer.slot`. Between the boards layer k has k places (1 to 8), above the
rim 16 - k (9 to 15); slots count from the left. Together the 64 places make a diamond.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

COLOURS = {"R": "red", "B": "blue", "Y": "yellow", "G": "green"}
STICKS = tuple(f"{letter}{number}" for letter in COLOURS for number in range(1, 10))
"""All sticks by name, in canonical order."""

RIM = 8
"""The highest layer between the boards."""
TOP = 15
"""The highest layer there is."""


class Place(NamedTuple):
    """A place in the X; whether it exists is not checked."""

    layer: int
    slot: int

    def __str__(self) -> str:
        return f"{self.layer}.{self.slot}"


def places_in(layer: int) -> int:
    """How many places the layer has; 0 where there is no such layer."""
    return layer if 1 <= layer <= RIM else 2 * RIM - layer if RIM < layer <= TOP else 0


PLACES = tuple(Place(layer, slot) for layer in range(1, TOP + 1) for slot in range(1, places_in(layer) + 1))
"""All places, from the bottom up and from left to right."""

_INDEX = {place: index for index, place in enumerate(PLACES)}


def below(place: Place) -> tuple[Place | None, Place | None]:
    """The two places that support a place, left and right; None is the board."""
    layer, slot = place
    if layer > RIM:
        return Place(layer - 1, slot), Place(layer - 1, slot + 1)
    return (
        Place(layer - 1, slot - 1) if slot > 1 else None,
        Place(layer - 1, slot) if slot < layer else None,
    )


_BELOW = {place: below(place) for place in PLACES}
_ABOVE = {place: tuple(other for other in PLACES if place in _BELOW[other]) for place in PLACES}


@dataclass(frozen=True)
class Heap:
    """Which stick lies where. Immutable: changes return a new heap.

    `sticks` are the sticks by place, in the order of PLACES; an empty text is an empty place.
    Iterating gives the sticks from the bottom up and from left to right.
    """

    sticks: tuple[str, ...] = ("",) * len(PLACES)

    @cached_property
    def _place_of(self) -> dict[str, Place]:
        return {stick: place for stick, place in zip(self.sticks, PLACES, strict=True) if stick}

    def __contains__(self, stick: str) -> bool:
        return stick in self._place_of

    def __len__(self) -> int:
        return len(self._place_of)

    def __iter__(self) -> Iterator[str]:
        return iter(self._place_of)

    def place_of(self, stick: str) -> Place:
        """Where the stick lies; KeyError if it is not on the heap."""
        return self._place_of[stick]

    def at(self, place: Place) -> str:
        """The stick on that place, or an empty text."""
        return self.sticks[_INDEX[place]]

    def support_count(self, place: Place) -> int:
        """How many of the two supports of a place are there, stick or board."""
        return sum(1 for support in _BELOW[place] if support is None or self.at(support))

    def missing_supports(self, place: Place) -> list[Place]:
        """The supports of a place that are neither board nor stick, left first."""
        return [support for support in _BELOW[place] if support is not None and not self.at(support)]

    def can_bear(self, place: Place) -> bool:
        """Whether a stick may be laid there (K3): it is empty, and at least one support is a stick."""
        return not self.at(place) and any(support is not None and self.at(support) for support in _BELOW[place])

    def supported_places(self) -> Iterator[Place]:
        """The places that can bear a stick, from the bottom up."""
        return (place for place in PLACES if self.can_bear(place))

    def is_leaning(self, stick: str) -> bool:
        """Whether only one of the stick's two supports is there."""
        return self.support_count(self._place_of[stick]) < 2

    def is_free(self, stick: str) -> bool:
        """Whether nothing rests on the stick."""
        return not self.resting_on(stick)

    def resting_on(self, stick: str) -> tuple[str, ...]:
        """The sticks that lie directly on this one, from left to right: two at most."""
        return self.directly_above(self._place_of[stick])

    def directly_above(self, place: Place) -> tuple[str, ...]:
        """The sticks whose supports include this place, from left to right."""
        return tuple(stick for upper in _ABOVE[place] if (stick := self.at(upper)))

    def all_above(self, stick: str) -> tuple[str, ...]:
        """All sticks that rest on this one, directly or on one another, from the bottom up."""
        above: set[str] = set()
        to_visit = [stick]
        while to_visit:
            for upper in self.resting_on(to_visit.pop()):
                if upper not in above:
                    above.add(upper)
                    to_visit.append(upper)
        return tuple(other for other in self if other in above)

    def touching(self, place: Place) -> tuple[str, ...]:
        """The sticks under a place and beside it, from the bottom up."""
        layer, slot = place
        neighbours = (*_BELOW[place], Place(layer, slot - 1), Place(layer, slot + 1))
        return tuple(stick for other in neighbours if other in _INDEX and (stick := self.at(other)))

    @cached_property
    def loads(self) -> dict[str, float]:
        """What each stick bears, in stick weights (K2).

        A stick bears half of every stick that rests on it and of that stick's own load, or all
        of it where that stick leans.
        """
        loads: dict[str, float] = {}
        for stick, place in reversed(self._place_of.items()):
            loads[stick] = math.fsum(
                (1 + loads[upper]) / max(1, self.support_count(self._place_of[upper]))
                for upper in self.directly_above(place)
            )
        return loads

    def without(self, sticks: Iterable[str]) -> Heap:
        """The heap with these sticks removed. Nothing slides yet."""
        removed = set(sticks)
        return Heap(tuple("" if stick in removed else stick for stick in self.sticks))

    def with_stick(self, stick: str, place: Place) -> Heap:
        """The heap with the stick on that place, moved there if it was on the heap. Supports are not checked."""
        sticks = ["" if other == stick else other for other in self.sticks]
        sticks[_INDEX[place]] = stick
        return Heap(tuple(sticks))

    def settled(self) -> Heap:
        """The heap once every stick without support has dropped, lowest first, to the left if it can."""
        heap = self
        while hanging := next((stick for stick in heap if not heap.support_count(heap.place_of(stick))), None):
            place = heap.place_of(hanging)
            heap = heap.without((hanging,))
            while not heap.support_count(place):
                place = heap.missing_supports(place)[0]
            heap = heap.with_stick(hanging, place)
        return heap


@dataclass(frozen=True)
class UntrackedHeap:
    """The sticks on the X in a refereed game, where nobody notes which lies where."""

    sticks: frozenset[str] = frozenset(STICKS)

    def __contains__(self, stick: str) -> bool:
        return stick in self.sticks

    def __len__(self) -> int:
        return len(self.sticks)

    def __iter__(self) -> Iterator[str]:
        """The sticks in canonical order."""
        return (stick for stick in STICKS if stick in self.sticks)

    def without(self, sticks: Iterable[str]) -> UntrackedHeap:
        """The heap with these sticks removed."""
        return UntrackedHeap(self.sticks.difference(sticks))

    def with_stick(self, stick: str) -> UntrackedHeap:
        """The heap with one more stick."""
        return UntrackedHeap(self.sticks | {stick})


def build_heap(sticks: Iterable[str]) -> Heap:
    """The heap of these sticks, which fill the places from the bottom up."""
    row = tuple(sticks)
    return Heap(row + ("",) * (len(PLACES) - len(row)))
