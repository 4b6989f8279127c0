"""The heap: sticks, the places of the X, and which stick rests on which. Nothing about turns.

    heap = build_heap(STICKS)               # layers 1 to 8 full, R1 at the bottom
    heap.place_of("B4")                     # Place(layer=5, slot=3)
    heap = heap.without(["B4"]).settled()   # pull B4; what lost both supports drops

A place is written `layer.slot`. Between the boards layer k has k places (1 to 8), above the
rim 16 - k (9 to 15); slots count from the left. Together the 64 places make a diamond.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, NamedTuple

COLOURS = {"R": "red", "B": "blue", "Y": "yellow", "G": "green"}
STICKS = tuple(f"{letter}{number}" for letter in COLOURS for number in range(1, 10))
"""All sticks by name, in canonical order."""

RIM = 8
"""The highest layer between the boards."""
TOP = 15
"""The highest layer there is."""

Burden = Literal["free", "one", "two", "leaning"]
"""What rests on a stick: nothing, one stick, two, or sticks of which at least one leans."""
_BURDENS: tuple[Burden, ...] = ("free", "one", "two")
"""By the number of sticks, if none leans."""


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


_BOARD = -1
_BELOW = tuple(tuple([_BOARD if support is None else _INDEX[support] for support in below(place)]) for place in PLACES)
"""For every place the numbers of the two that support it, left and right."""
_ABOVE = tuple(
    tuple([upper for upper, supports in enumerate(_BELOW) if index in supports]) for index in range(len(PLACES))
)
"""For every place the numbers of those it supports, from left to right: two at most."""


@dataclass(frozen=True)
class Heap:
    """Which stick lies where. Immutable: changes return a new heap.

    `sticks` are the sticks by place, in the order of PLACES; an empty text is an empty place.
    Iterating gives the sticks from the bottom up and from left to right.
    """

    sticks: tuple[str, ...] = ("",) * len(PLACES)

    @cached_property
    def _index_of(self) -> dict[str, int]:
        return {stick: index for index, stick in enumerate(self.sticks) if stick}

    def __contains__(self, stick: str) -> bool:
        return stick in self._index_of

    def __len__(self) -> int:
        return len(self._index_of)

    def __iter__(self) -> Iterator[str]:
        return iter(self._index_of)

    def place_of(self, stick: str) -> Place:
        """Where the stick lies; KeyError if it is not on the heap."""
        return PLACES[self._index_of[stick]]

    def at(self, place: Place) -> str:
        """The stick on that place, or an empty text."""
        return self.sticks[_INDEX[place]]

    def support_count(self, place: Place) -> int:
        """How many of the two supports of a place are there, stick or board."""
        return self._support_count(_INDEX[place])

    def _support_count(self, index: int) -> int:
        left, right = _BELOW[index]
        return (left == _BOARD or self.sticks[left] != "") + (right == _BOARD or self.sticks[right] != "")

    def missing_supports(self, place: Place) -> list[Place]:
        """The supports of a place that are neither board nor stick, left first."""
        return [PLACES[index] for index in _BELOW[_INDEX[place]] if index != _BOARD and not self.sticks[index]]

    def can_bear(self, place: Place) -> bool:
        """Whether a stick may be laid there (K3): it is empty, and at least one support is a stick."""
        index = _INDEX[place]
        return not self.sticks[index] and any(self.sticks[under] for under in _BELOW[index] if under != _BOARD)

    def supported_places(self) -> Iterator[Place]:
        """The places that can bear a stick, from the bottom up."""
        sticks = self.sticks
        above = {upper for index in self._index_of.values() for upper in _ABOVE[index] if not sticks[upper]}
        return (PLACES[index] for index in sorted(above))

    def is_leaning(self, stick: str) -> bool:
        """Whether only one of the stick's two supports is there."""
        return self._support_count(self._index_of[stick]) < 2

    def is_free(self, stick: str) -> bool:
        """Whether nothing rests on the stick."""
        return self.burdens[stick] == "free"

    @cached_property
    def burdens(self) -> dict[str, Burden]:
        """What rests on each stick."""
        sticks = self.sticks
        resting, leaning = [0] * len(sticks), [False] * len(sticks)
        for index in self._index_of.values():
            left, right = _BELOW[index]
            is_leaning = (left != _BOARD and not sticks[left]) or (right != _BOARD and not sticks[right])
            for under in (left, right):
                if under != _BOARD:
                    resting[under] += 1
                    leaning[under] |= is_leaning
        return {
            stick: "leaning" if leaning[index] else _BURDENS[resting[index]] for stick, index in self._index_of.items()
        }

    def contacts(self, stick: str) -> tuple[object, ...]:
        """The stick's place, what rests on it, and how many supports that has: while they stay, it sits as before."""
        index = self._index_of[stick]
        uppers = ((self.sticks[upper], self._support_count(upper)) for upper in _ABOVE[index] if self.sticks[upper])
        return index, *uppers

    def resting_on(self, stick: str) -> tuple[str, ...]:
        """The sticks that lie directly on this one, from left to right: two at most."""
        return tuple(self.sticks[upper] for upper in _ABOVE[self._index_of[stick]] if self.sticks[upper])

    def directly_above(self, place: Place) -> tuple[str, ...]:
        """The sticks whose supports include this place, from left to right."""
        return tuple(self.sticks[upper] for upper in _ABOVE[_INDEX[place]] if self.sticks[upper])

    def all_above(self, stick: str) -> tuple[str, ...]:
        """All sticks that rest on this one, directly or on one another, from the bottom up."""
        above: set[int] = set()
        to_visit = [self._index_of[stick]]
        while to_visit:
            for upper in _ABOVE[to_visit.pop()]:
                if self.sticks[upper] and upper not in above:
                    above.add(upper)
                    to_visit.append(upper)
        return tuple(self.sticks[index] for index in sorted(above))

    def touching(self, place: Place) -> tuple[str, ...]:
        """The sticks under a place and beside it, from the bottom up."""
        layer, slot = place
        neighbours = (*below(place), Place(layer, slot - 1), Place(layer, slot + 1))
        return tuple(stick for other in neighbours if other in _INDEX and (stick := self.at(other)))

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
        while hanging := next((stick for stick, index in heap._index_of.items() if not heap._support_count(index)), ""):
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
