"""The sticks and the X they lie in: places, what rests on what, loads; nothing about turns.

A place is `layer.slot`. Between the boards layer k has k places (1 to 8), above the rim
16 - k (9 to 15); both counted from the left, so that 64 places make a diamond.
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
    """A place in the X; that it exists is not checked."""

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
    """The two places it rests on, left and right; None is the board."""
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
    """Which stick lies where. The sticks by place, in the order of PLACES; empty text is no stick."""

    sticks: tuple[str, ...] = ("",) * len(PLACES)

    @cached_property
    def _where(self) -> dict[str, Place]:
        return {stick: place for stick, place in zip(self.sticks, PLACES, strict=True) if stick}

    def __contains__(self, stick: str) -> bool:
        return stick in self._where

    def __len__(self) -> int:
        return len(self._where)

    def __iter__(self) -> Iterator[str]:
        """The sticks, from the bottom up and from left to right."""
        return iter(self._where)

    def place_of(self, stick: str) -> Place:
        """Where the stick lies; KeyError if it does not."""
        return self._where[stick]

    def at(self, place: Place) -> str:
        """The stick there, or an empty text."""
        return self.sticks[_INDEX[place]]

    def supports(self, place: Place) -> int:
        """How many of the two supports of a place are there, stick or board."""
        return sum(1 for under in _BELOW[place] if under is None or self.at(under))

    def can_bear(self, place: Place) -> bool:
        """Whether a stick may be laid there (K3): it is empty, and at least one support is a stick."""
        return not self.at(place) and any(under is not None and self.at(under) for under in _BELOW[place])

    def is_leaning(self, stick: str) -> bool:
        """Whether only one of its two supports is there."""
        return self.supports(self._where[stick]) < 2

    def is_free(self, stick: str) -> bool:
        """Whether nothing rests on it."""
        return not self.resting_on(stick)

    def resting_on(self, stick: str) -> tuple[str, ...]:
        """The sticks that lie right on it, from left to right: two at most."""
        return self.over(self._where[stick])

    def over(self, place: Place) -> tuple[str, ...]:
        """The sticks that lie right above a place, from left to right."""
        return tuple(stick for upper in _ABOVE[place] if (stick := self.at(upper)))

    def above(self, stick: str) -> tuple[str, ...]:
        """All sticks that rest on it, directly or on one another, from the bottom up."""
        found: set[str] = set()
        waiting = [stick]
        while waiting:
            for upper in self.resting_on(waiting.pop()):
                if upper not in found:
                    found.add(upper)
                    waiting.append(upper)
        return tuple(other for other in self if other in found)

    def touching(self, place: Place) -> tuple[str, ...]:
        """The sticks under a place and beside it, from the bottom up."""
        layer, slot = place
        near = (*_BELOW[place], Place(layer, slot - 1), Place(layer, slot + 1))
        return tuple(stick for spot in near if spot in _INDEX and (stick := self.at(spot)))

    @cached_property
    def loads(self) -> dict[str, float]:
        """What each stick bears, in stick weights (K2).

        Half of what lies on it and of that one's own load, or all where that one leans.
        """
        loads: dict[str, float] = {}
        for stick, place in reversed(self._where.items()):
            loads[stick] = math.fsum(
                (1 + loads[upper]) / max(1, self.supports(self._where[upper])) for upper in self.over(place)
            )
        return loads

    def empty_places(self) -> Iterator[Place]:
        """The places where a stick may be laid, as far as supports go, from the bottom up."""
        return (place for place in PLACES if self.can_bear(place))

    def without(self, sticks: Iterable[str]) -> Heap:
        """The heap once these are gone. Nothing slides yet."""
        gone = set(sticks)
        return Heap(tuple("" if stick in gone else stick for stick in self.sticks))

    def laid(self, stick: str, place: Place) -> Heap:
        """The heap with that stick there; wherever it was, it is there no more. Supports are not checked."""
        sticks = ["" if other == stick else other for other in self.sticks]
        sticks[_INDEX[place]] = stick
        return Heap(tuple(sticks))

    def gap_under(self, place: Place) -> list[Place]:
        """The supports of a place that are neither board nor stick, left first."""
        return [under for under in _BELOW[place] if under is not None and not self.at(under)]

    def settled(self) -> Heap:
        """The heap once every stick that hangs in the air has dropped, lowest first, to the left if it can."""
        heap = self
        while hanging := next((stick for stick in heap if not heap.supports(heap.place_of(stick))), None):
            place = heap.place_of(hanging)
            heap = heap.without((hanging,))
            while not heap.supports(place):
                place = heap.gap_under(place)[0]
            heap = heap.laid(hanging, place)
        return heap


@dataclass(frozen=True)
class Pile:
    """The sticks on the X at a real table, where nobody notes which lies where."""

    sticks: frozenset[str] = frozenset(STICKS)

    def __contains__(self, stick: str) -> bool:
        return stick in self.sticks

    def __len__(self) -> int:
        return len(self.sticks)

    def __iter__(self) -> Iterator[str]:
        """The sticks in canonical order."""
        return (stick for stick in STICKS if stick in self.sticks)

    def without(self, sticks: Iterable[str]) -> Pile:
        """The pile once these are gone."""
        return Pile(self.sticks.difference(sticks))

    def with_stick(self, stick: str) -> Pile:
        """The pile with one more."""
        return Pile(self.sticks | {stick})


def dealt(sticks: Iterable[str]) -> Heap:
    """The heap at the start: the sticks by place, from the bottom up."""
    row = tuple(sticks)
    return Heap(row + ("",) * (len(PLACES) - len(row)))
