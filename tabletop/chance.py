"""Random numbers that depend only on what is tried, with which piece and in which turn, not on a stream.

    rolls = Rolls(seed=42, turn=3, attempt="pull", piece="B4")
    rolls.happens(0.2, "fall")               # always the same answer
    rolls.weighted([1, 2, 2], "who")         # 0, 1 or 2
    rolls.weighted([1, 2, 2], "who", 1)      # another roll of the same event in the same attempt

So neither the order of rolls, nor undo and redo, nor a probe before a pull, nor what a bot does
ever changes an outcome.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from statistics import NormalDist
from typing import Literal, get_args

RNG_VERSION = 2
"""Part of every key: changing it changes the game of every seed. Records say it (`Rng: 2`).

Version 1, which records of 0.1 do not name, counted the steps of a turn, so a probe changed the
roll of the pull after it.
"""
Attempt = Literal["setup", "probe", "touch", "pull", "lay", "prize", "taboo"]
"""What is tried when an outcome is rolled."""
ATTEMPTS: frozenset[str] = frozenset(get_args(Attempt))
NO_PIECE = "-"
"""The piece of a set-up."""

_ROOT_2 = math.sqrt(2)

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
        "sits",  # Takami: how sticks sit, which is hidden
        "fall",  # Takami: whether sticks fall, and how many
        "who",  # Takami: which ones
        "slide",  # Takami: where sticks slide to
    }
)
"""All names of events; rolling for any other is a programming error."""


def roll(seed: int | str, turn: int, attempt: Attempt, piece: str, event: str, k: int = 0) -> float:
    """A number in [0, 1), the same for the same arguments on every platform.

    `k` distinguishes several rolls of one event in one attempt.
    """
    assert attempt in ATTEMPTS, attempt
    assert event in EVENTS, event
    return _uniform(f"{RNG_VERSION}|{seed}|{turn}|{attempt}|{piece}|{event}|{k}")


def bot_seed(seed: int | None, player: int) -> int:
    """The seed of a bot's own random numbers, which tell nothing about the game's rolls.

    Its key is that of 0.1, so that bots still play the games they played then.
    """
    return int(_uniform(f"1|{seed or 0}|0|{player}|bot|0") * 2**53)


def _uniform(key: str) -> float:
    return int(int.from_bytes(blake2b(key.encode(), digest_size=8).digest(), "big") >> 11) * 2.0**-53


@dataclass(frozen=True)
class Rolls:
    """The rolls of one attempt, by default of the set-up.

    `turn` counts from 1, 0 is the set-up. `piece` is the name of the stick or disc in question.
    """

    seed: int | str
    turn: int = 0
    attempt: Attempt = "setup"
    piece: str = NO_PIECE

    def uniform(self, event: str, k: int = 0) -> float:
        """A number in [0, 1)."""
        return roll(self.seed, self.turn, self.attempt, self.piece, event, k)

    def uniforms(self, event: str, numbers: Iterable[int]) -> list[float]:
        """The same as `uniform` for each `k` in `numbers`, but faster."""
        assert self.attempt in ATTEMPTS and event in EVENTS
        key = f"{RNG_VERSION}|{self.seed}|{self.turn}|{self.attempt}|{self.piece}|{event}|"
        return [_uniform(f"{key}{k}") for k in numbers]

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


def normal_cdf(deviations: float) -> float:
    """The chance that a normal variable is below so many standard deviations.

    It is rounded, because the last digits of `erfc` are not the same on every platform.
    """
    return round(0.5 * math.erfc(-deviations / _ROOT_2), 12)
