"""Chance without a stream: every roll is a pure function of where it happens.

The order of rolls, undo and redo, and what a bot does never change a result.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b
from statistics import NormalDist

RNG_VERSION = 1

EVENTS = frozenset(
    {
        "deal",  # Takami: which stick lies where
        "tray",  # Mikado: which packing
        "load",  # Mikado: hidden loads, at set-up
        "feel",  # what a touch or probe tells
        "slip",  # Mikado: movement or not
        "length",  # Mikado: how far the slider moved
        "pop",  # Mikado: discs that spring out
        "keep",  # Mikado: which loads stay after a pull
        "redraw",  # Mikado: the loads that do not stay
        "fall",  # Takami: whether sticks fall
        "who",  # Takami: which ones
        "slide",  # Takami: where sticks slide to
        "bot",  # a bot's own stream, never the game's seed
    }
)
"""Every event name there is; a roll for another one is a programming error."""


def roll(seed: int | str, turn: int, step: int, event: str, k: int = 0) -> float:
    """A number in [0, 1), the same for the same arguments on every platform."""
    assert event in EVENTS, event
    key = f"{RNG_VERSION}|{seed}|{turn}|{step}|{event}|{k}"
    return int(int.from_bytes(blake2b(key.encode(), digest_size=8).digest(), "big") >> 11) * 2.0**-53


@dataclass(frozen=True)
class Rolls:
    """The rolls of one step of a game."""

    seed: int | str
    turn: int
    step: int

    def uniform(self, event: str, k: int = 0) -> float:
        """A number in [0, 1)."""
        return roll(self.seed, self.turn, self.step, event, k)

    def happens(self, probability: float, event: str, k: int = 0) -> bool:
        """Whether something of this probability happens."""
        return self.uniform(event, k) < probability

    def normal(self, event: str, k: int = 0) -> float:
        """A standard normal number, by the inverse of the distribution function."""
        return NormalDist().inv_cdf((self.uniform(event, k) * (2**53) + 0.5) / (2**53 + 1))

    def index(self, count: int, event: str, k: int = 0) -> int:
        """One of 0 .. count-1, equally likely."""
        return int(self.uniform(event, k) * count)

    def weighted(self, weights: Sequence[float], event: str, k: int = 0) -> int:
        """An index, with probability in proportion to its weight."""
        mark = self.uniform(event, k) * math.fsum(weights)
        below: list[float] = []
        for index, weight in enumerate(weights):
            below.append(weight)
            if mark < math.fsum(below):
                return index
        return max(index for index, weight in enumerate(weights) if weight > 0)

    def shuffled(self, items: Sequence[object], event: str) -> list[int]:
        """The indices of `items` in a random order (Fisher-Yates)."""
        order = list(range(len(items)))
        for k in range(len(order) - 1, 0, -1):
            other = self.index(k + 1, event, k)
            order[k], order[other] = order[other], order[k]
        return order
