"""Entrants that crashed, stalled or cheated: how often, and why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tabletop.arena.plan import Plan
from tabletop.arena.play import Result
from tabletop.number import counted


@dataclass(frozen=True)
class Failures:
    """The games that an entrant lost by failing."""

    name: str
    games: int
    """All that it played."""
    failed: int
    reason: str
    """Of the first of them."""
    unfit: bool
    """Whether it failed in every game, or could not be started."""

    def __str__(self) -> str:
        return f"{self.name} failed in {self.failed} of {counted(self.games, 'game')}: {self.reason}"


def failures(plan: Plan, results: Sequence[Result]) -> list[Failures]:
    """What is to be said of everybody who failed, in the order of the plan."""
    found = []
    for who, entrant in enumerate(plan.entrants):
        played = [result for result in results if who in result.fixture.seating]
        failed = [result for result in played if result.failure and result.failure.who == who]
        if failed:
            never_started = any(result.failure and result.failure.at_start for result in failed)
            command = entrant.bot.removeprefix("engine:")
            reason = failed[0].reason.removeprefix(f"engine `{command}` ")
            unfit = never_started or len(failed) == len(played)
            found.append(Failures(entrant.name, len(played), len(failed), reason, unfit))
    return found
