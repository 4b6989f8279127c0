"""The sequential probability ratio test (SPRT): a tournament ends as soon as it is decided.

    tally = SprtTally(Sprt(0, 20))
    for block in blocks:               # in the order of the tournament
        tally.add(block)
        if tally.status.decision:
            break

A block is one observation, and costs the same however many came before. Games that were played before are
no new ones: they make the test slower by as much as they make other error bars wider.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass

from tabletop.arena.play import GameReport
from tabletop.arena.ratings import expected_share, game_of, shares
from tabletop.arena.tournament import Sprt


@dataclass(frozen=True)
class SprtStatus:
    """Where a sequential test stands: its log-likelihood ratio, and the bounds at which it decides."""

    llr: float
    lower: float
    upper: float
    decision: str
    """`elo0`, `elo1`, or empty while the test goes on."""


class SprtTally:
    """A test under way.

    Attributes:
        _blocks, _sum, _squares: the number of blocks, and the sums of the first participant's mean share in each
            and of its square. Shares are multiples of a quarter, so the sums are exact.
        _games, _played, _repeats: how often each game was played, the sum of that, and the sum of its squares.
    """

    def __init__(self, test: Sprt) -> None:
        self._test = test
        self._blocks = 0
        self._sum = 0.0
        self._squares = 0.0
        self._games: Counter[Hashable] = Counter()
        self._played = 0
        self._repeats = 0

    def add(self, block: Sequence[GameReport]) -> None:
        """Count a complete block."""
        share = math.fsum(shares(report)[0] for report in block) / len(block)
        self._blocks += 1
        self._sum += share
        self._squares += share**2
        for report in block:
            game = game_of(report)
            self._repeats += 2 * self._games[game] + 1
            self._games[game] += 1
            self._played += 1

    @property
    def status(self) -> SprtStatus:
        """Where the test stands."""
        test = self._test
        lower, upper = math.log(test.beta / (1 - test.alpha)), math.log((1 - test.beta) / test.alpha)
        if not self._blocks:
            return SprtStatus(0.0, lower, upper, "")
        # A block counts less where games were repeated. Half an even block is added, with mean 0.5 and variance
        # 0.25, so that the variance is never zero.
        weight = self._played / self._repeats
        count = weight * self._blocks + 0.5
        mean = (weight * self._sum + 0.25) / count
        squares = max(0.0, self._squares - 2 * mean * self._sum + self._blocks * mean**2)
        variance = (weight * squares + 0.5 * 0.25) / count
        share0, share1 = expected_share(test.elo0), expected_share(test.elo1)
        llr = count * (share1 - share0) * (2 * mean - share0 - share1) / (2 * variance)
        return SprtStatus(llr, lower, upper, "elo1" if llr >= upper else "elo0" if llr <= lower else "")


def sprt_status(test: Sprt, reports: Sequence[GameReport]) -> SprtStatus:
    """Where the test stands after these games of complete blocks, two each."""
    tally = SprtTally(test)
    for start in range(0, len(reports), 2):
        tally.add(reports[start : start + 2])
    return tally.status
