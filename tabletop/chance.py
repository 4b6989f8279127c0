"""Random numbers that depend only on the point in the game where they are rolled, not on a stream.

    rolls = Rolls(seed=42, turn=3, step=1)
    rolls.happens(0.2, "fall")               # always the same answer
    rolls.weighted([1, 2, 2], "who")         # 0, 1 or 2
    rolls.weighted([1, 2, 2], "who", 1)      # another roll of the same event in the same step

So neither the order of rolls, nor undo and redo, nor what a bot does ever changes an outcome.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b
from statistics import NormalDist

RNG_VERSION = 1
"""Part of every key: changing it changes the game of every seed."""

EVENTS = frozenset(
    {
        "deal",  # Takami: which stick lies where
        "tray",  # Mikado: which packing
        "load",  # Mikado: hidden loads, at set-up
        "feel",  # how a touched disc or a probed stick feels
        "slip",  # Mikado: whether the slider moves
        "length",  # Mikado: how far the slider moves
        "pop",  # Mikado: discs that spring out
        "keep",  # Mikado: which loads stay after a pull
        "redraw",  # Mikado: the new loads of the others
        "fall",  # Takami: whether sticks fall
        "who",  # Takami: which ones
        "slide",  # Takami: where sticks slide to
        "bot",  # a bot's own stream, never the game's seed
    }
)
"""All names of events; rolling for any other is a programming error."""


def roll(seed: int | str, turn: int, step: int, event: str, k: int = 0) -> float:
    """A number in [0, 1), the same for the same arguments on every platform.

    `k` distinguishes several rolls of one event in one step.
    """
    assert event in EVENTS, event
    key = f"{RNG_VERSION}|{seed}|{turn}|{step}|{event}|{k}"
    return int(int.from_bytes(blake2b(key.encode(), digest_size=8).digest(), "big") >> 11) * 2.0**-53


@dataclass(frozen=True)
class Rolls:
    """The rolls of one step of a game; `turn` and `step` count from 1, 0 is the set-up."""

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
        """A number from the standard normal distribution."""
        return NormalDist().inv_cdf((self.uniform(event, k) * (2**53) + 0.5) / (2**53 + 1))

    def index(self, count: int, event: str, k: int = 0) -> int:
        """A whole number from 0 to count - 1, all equally likely."""
        return int(self.uniform(event, k) * count)

    def weighted(self, weights: Sequence[float], event: str, k: int = 0) -> int:
        """An index of `weights`, each with a probability in proportion to its weight."""
        target = self.uniform(event, k) * math.fsum(weights)
        weights_so_far: list[float] = []
        for index, weight in enumerate(weights):
            weights_so_far.append(weight)
            if target < math.fsum(weights_so_far):
                return index
        return max(index for index, weight in enumerate(weights) if weight > 0)

    def shuffled(self, items: Sequence[object], event: str) -> list[int]:
        """The indices of `items` in a random order (Fisher-Yates)."""
        order = list(range(len(items)))
        for k in range(len(order) - 1, 0, -1):
            other = self.index(k + 1, event, k)
            order[k], order[other] = order[other], order[k]
        return order
