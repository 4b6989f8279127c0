"""Hands as the solver sees them: numbered, with packed counts of each kind that are compared in one go."""

from __future__ import annotations

from collections.abc import Iterable

COUNT_BITS = 16
"""Bits for each count in a packed vector of counts; the highest one stays free for comparing."""
NO_HAND = 0
"""The number of the empty hand."""


def guards_for(kinds: int) -> int:
    """The highest bit of each count: `(a | guards) - b & guards == guards` if no count of b exceeds that of a."""
    return sum(1 << COUNT_BITS * number + COUNT_BITS - 1 for number in range(kinds))


def _count(packed: int, kind: int) -> int:
    return packed >> COUNT_BITS * kind & (1 << COUNT_BITS) - 1


class Hands:
    """The hands that have turned up, for boards with so many kinds of pieces."""

    def __init__(self, kinds: int) -> None:
        self._range = range(kinds)
        self._guards = guards_for(kinds)
        self._numbers: dict[int, int] = {}
        self._less: list[list[int]] = []
        self.packed: list[int] = []
        """Per hand: the counts of its pieces, packed."""
        self.kinds: list[int] = []
        """Per hand: the kinds in it, as bits."""
        self._of_packed(0)

    def hand(self, counts: Iterable[int]) -> int:
        """The number of the hand with these counts."""
        return self._of_packed(sum(count << COUNT_BITS * kind for kind, count in enumerate(counts)))

    def without(self, hand: int, kind: int) -> int:
        """The hand without one piece of a kind that is in it."""
        less = self._less[hand][kind]
        if less < 0:
            less = self._less[hand][kind] = self._of_packed(self.packed[hand] - (1 << COUNT_BITS * kind))
        return less

    def trimmed(self, hand: int, space: int) -> int:
        """The hand without the pieces for which there is no space (packed: how many of each kind fit)."""
        packed = self.packed[hand]
        if (space | self._guards) - packed & self._guards == self._guards:
            return hand
        return self.hand(min(_count(packed, kind), _count(space, kind)) for kind in self._range)

    def _of_packed(self, packed: int) -> int:
        number = self._numbers.get(packed)
        if number is None:
            number = self._numbers[packed] = len(self.packed)
            self.packed.append(packed)
            self.kinds.append(sum(1 << kind for kind in self._range if _count(packed, kind)))
            self._less.append([-1 for _ in self._range])
        return number
