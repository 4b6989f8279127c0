"""The race for the prizes: chances to win between two players whose turns have average odds.

    race = race_between(hands)
    race.chance(valuable=5, red=9, lead=1.5)     # of the player to move, with five sticks worth a point on the heap

What counts late in a round is who gets the last prize that is worth a point, so an odd number of
them is good for the player to move; and that a leader takes worthless red sticks to end the round.
The race knows nothing of the heap but these numbers, and is solved exactly.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache

from tabletop.games.takami.heap import STICKS
from tabletop.games.takami.model import Hand
from tabletop.games.takami.rules import RED, ROUND_ENDS_AT

PULLS_AS_FREE = 1.5
"""In practice, something falls this many times as often as when pulling a stick with nothing on it."""
USUAL_LAY = (-1, 1)
"""A usual lay: a layer below the rim, a place off the middle."""
FALLEN_SHARES = (0.63, 0.20, 0.06, 0.11)
"""How often one, two, three, four sticks fall, which the player loses with the pulled one."""
LARGEST_LEAD = 14
"""A larger lead is as good as won."""
MOST_RED = sum(stick[0] == RED for stick in STICKS)
MOST_VALUABLE = len(STICKS) - MOST_RED
PRECISION = 1e-4
LEAST_RISK = 0.005
"""Without any risk the race could go on for ever."""


def lost_share(valuable: int) -> float:
    """The part of a minus stick's point that is lost for good: early on, later prizes return most of them (K8)."""
    return math.exp(-valuable / 7) if valuable else 0.7


class Race:
    """Chances to win by the sticks on the heap and the lead; see `chance`.

    `pull`, `lay` and `prize` are the chances that something falls in each of them.
    """

    def __init__(self, pull: float, lay: float, prize: float) -> None:
        self._pull, self._lay, self._prize = pull, lay, prize
        self._chances: dict[tuple[int, int], list[float]] = {}
        """For each number of valuable and of red sticks the chance of the player to move, by lead."""
        for sticks in range(len(STICKS) + 1):
            for valuable in range(max(0, sticks - MOST_RED), min(MOST_VALUABLE, sticks) + 1):
                self._chances[valuable, sticks - valuable] = self._solve(valuable, sticks - valuable)

    def chance(self, valuable: int, red: int, lead: float) -> float:
        """The chance of the player to move to win the round, half of it for a draw; the lead may have a fraction."""
        if abs(lead) >= LARGEST_LEAD:
            return float(lead > 0)
        below = math.floor(lead)
        chances, share = self._chances[valuable, red], lead - below
        return (1 - share) * chances[below + LARGEST_LEAD] + share * chances[below + LARGEST_LEAD + 1]

    def _solve(self, valuable: int, red: int) -> list[float]:
        """The chances for these sticks, from those for fewer."""
        leads = range(-LARGEST_LEAD, LARGEST_LEAD + 1)
        if valuable + red <= ROUND_ENDS_AT:
            return [0.5 + 0.5 * ((lead > 0) - (lead < 0)) for lead in leads]
        works = (1 - self._pull) * (1 - self._lay)
        failures, prizes = [], []
        for lead in leads:
            pull = math.fsum(
                [share * self._after_fall(valuable, red, lead, lost) for lost, share in enumerate(FALLEN_SHARES, 2)]
            )
            lay = self._after_fall(valuable, red, lead, 1)
            failures.append(self._pull * pull + (1 - self._pull) * self._lay * lay)
            options = []
            if valuable:
                options.append(1 - self.chance(valuable - 1, red, -(lead + 1)))
            if red:
                options.append(1 - self.chance(valuable, red - 1, -lead))
            prizes.append((1 - self._prize) * max(options) + self._prize * pull)
        chances = [failure + works * prize for failure, prize in zip(failures, prizes, strict=True)]
        while True:
            # Without a prize, the other player faces the same sticks; the risk of each raise makes this converge.
            others = [1 - chance for chance in reversed(chances)]
            improved = [
                failure + works * max(prize, other)
                for failure, prize, other in zip(failures, prizes, others, strict=True)
            ]
            change = max(abs(new - old) for new, old in zip(improved, chances, strict=True))
            chances = improved
            if change < PRECISION:
                return chances

    def _after_fall(self, valuable: int, red: int, lead: int, lost: int) -> float:
        """The chance once the player to move has this many minus sticks more, in proportion to the colours."""
        expected = lost * valuable / (valuable + red)
        fewest = math.floor(expected)
        parts = []
        for number, share in ((fewest, 1 - expected + fewest), (fewest + 1, expected - fewest)):
            if share > 0:
                after = max(0, valuable - number), max(0, red - (lost - number))
                parts.append(share * (1 - self.chance(*after, lost * lost_share(after[0]) - lead)))
        return math.fsum(parts)


def race_between(hands: Sequence[Hand]) -> Race:
    """The race between players with these hands, as if all were equally skilled."""
    free = math.fsum(hand.free_chance.total for hand in hands) / len(hands)
    lay = math.fsum(hand.lay_failure(*USUAL_LAY, False) for hand in hands) / len(hands)
    pull = round(min(max(PULLS_AS_FREE * free, LEAST_RISK), 0.5), 3)
    return _race(pull, round(min(lay, 0.5), 3), pull)


@lru_cache(maxsize=16)
def _race(pull: float, lay: float, prize: float) -> Race:
    return Race(pull, lay, prize)
