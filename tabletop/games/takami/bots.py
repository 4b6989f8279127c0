"""Bots for Takami. They know the odds as players do: how a stick sits is hidden until somebody probes it.

The values of `hard` are chances to win, those of the levels below it points.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from tabletop.bots.bot import Observation, SearchInfo
from tabletop.bots.limit import Limit
from tabletop.bots.specs import BotMaker, level
from tabletop.games.takami.evaluation import (
    ExpectedPoints,
    TurnValue,
    WinProbability,
    prize_points,
    turn_points,
)
from tabletop.games.takami.heap import Heap
from tabletop.games.takami.moves import FEELS, Done, Keep, Lay, Move, Prize, Probe, Pull
from tabletop.games.takami.rules import RED, TakamiState
from tabletop.games.takami.search import Candidate, TurnPlanner

LINES = 3
"""How many steps SearchInfo ranks."""


class TakamiBot(ABC):
    """A bot that takes the step of the highest value; subclasses say how steps are valued."""

    in_chances: ClassVar[bool]
    """Whether its values are chances to win, rather than points."""

    def think(self, observation: Observation[TakamiState], limit: Limit) -> SearchInfo:
        """The legal step of the highest value."""
        state = observation.state
        candidates = self._candidates(state, limit)
        best = max(candidates, key=lambda candidate: candidate.value)
        ranked = _ranked(candidates, LINES)
        info = SearchInfo(best.move, best.value, _explanation(state, best.move), limit.spent, ranked, self.in_chances)
        return info if self.in_chances else replace(info, chance_of=WinProbability(state).with_points)

    def evaluate(
        self, observation: Observation[TakamiState], limit: Limit, moves: Sequence[Move] = (), lines: int = LINES
    ) -> tuple[tuple[Move, float], ...]:
        """The values of these steps, best first; without any, the `lines` best steps with theirs."""
        return _ranked(self._candidates(observation.state, limit, moves), len(moves) or lines)

    def explain(self, observation: Observation[TakamiState], move: Move) -> str:
        """The reason for a legal step, in a sentence without a full stop."""
        return _explanation(observation.state, move)

    @abstractmethod
    def _candidates(self, state: TakamiState, limit: Limit, moves: Sequence[Move] = ()) -> list[Candidate]:
        """These steps with their values; without any, the steps worth considering."""


@dataclass(frozen=True)
class PointsBot(TakamiBot):
    """Takes the step that promises the most points. It counts the nodes, but only time can stop it early.

    `points` makes the value of a turn's result: what the bot does not count there, it overlooks. With
    `plans` it plans the prize together with the raise; without, it considers one step at a time. With
    `probes` it probes a stick where the answer may change what it does. Without
    `inspects_prizes` it does not notice what rests on a prize.
    """

    in_chances = False

    points: Callable[[TakamiState], TurnValue]
    plans: bool = False
    probes: bool = False
    inspects_prizes: bool = True
    blunder: float = 0.5

    def _candidates(self, state: TakamiState, limit: Limit, moves: Sequence[Move] = ()) -> list[Candidate]:
        planner = TurnPlanner(self.points(state), self.plans, self.probes, self.inspects_prizes, limit)
        candidates = [planner.candidate(state, move) for move in moves] or planner.candidates(state)
        limit.spend(len(candidates))
        return candidates


@dataclass(frozen=True)
class WinBot(TakamiBot):
    """Takes the step with the highest chance to win, considering the heap that it leaves to the next player."""

    in_chances = True

    probes: bool = True
    blunder: float = 0.04
    """A chance to win; early in a game about two thirds of a point."""

    def _candidates(self, state: TakamiState, limit: Limit, moves: Sequence[Move] = ()) -> list[Candidate]:
        value_of = WinProbability(state)
        planner = TurnPlanner(value_of, True, self.probes, limit=limit, value_at_end=value_of.at_end)
        candidates = [planner.candidate(state, move) for move in moves] or planner.candidates(state)
        limit.spend(len(candidates))
        return candidates


def _ranked(candidates: list[Candidate], lines: int) -> tuple[tuple[Move, float], ...]:
    """The best steps with their values, in a stable order."""
    ranked = sorted(candidates, key=lambda candidate: -candidate.value)
    return tuple((candidate.move, candidate.value) for candidate in ranked[:lines])


def _explanation(state: TakamiState, move: Move) -> str:
    """The reason for the step, in a sentence without a full stop; its odds are true, whatever the bot overlooks."""
    if state.config.is_refereed:
        return _refereed_explanation(state, move)
    percent = round(100 * _chance(state, move))
    match move:
        case Pull(stick) if any(state.after_pull(stick).legal_places()):
            return f"pulling {stick} works {percent}% of the time, and it can be laid higher"
        case Pull(stick):
            return f"pulling {stick} works {percent}% of the time"
        case Lay(place):
            return f"laying {state.held} on {place} works {percent}% of the time"
        case Prize(stick) if returned := _returned(state, stick):
            return f"taking {stick} works {percent}% of the time and returns {returned}"
        case Prize(stick) if stick[0] == RED:
            return f"taking {stick} works {percent}% of the time and brings the end nearer"
        case Prize(stick):
            return f"taking {stick} works {percent}% of the time"
        case Probe(stick) if isinstance(state.heap, Heap) and state.heap.is_free(stick):
            return f"nothing rests on {stick}, so a probe changes nothing"
        case Probe(stick):
            return f"pulling {stick} works {_clean_range(state, stick)} of the time, depending on how it sits"
        case move:
            return _general_explanation(state, move)


def _chance(state: TakamiState, move: Move) -> float:
    """The chance that the step works."""
    match move:
        case Pull(stick) | Prize(stick):
            return 1 - state.fall_chance(stick).total
        case Lay(place) if place and isinstance(state.heap, Heap):
            return state.hand.hold_chance(state.heap, place)
        case _:
            return 1.0


def _clean_range(state: TakamiState, stick: str) -> str:
    """How often a pull works, from the worst way in which the stick may sit to the best."""
    assert isinstance(state.heap, Heap)
    layer, burden = state.heap.place_of(stick).layer, state.heap.burdens[stick]
    chances = []
    for sits, share in enumerate(state.sits_chances(stick)):
        if share > 0:
            certain = [float(other == sits) for other in range(len(FEELS))]
            chances.append(1 - state.hand.fall_chance(layer, burden, certain).total)
    return f"{round(100 * min(chances))} to {round(100 * max(chances))}%"


def _refereed_explanation(state: TakamiState, move: Move) -> str:
    match move:
        case Pull():
            return "the heap is not known, so the colour decides"
        case Lay():
            return f"{state.held} may hold higher up"
        case Prize(stick) if returned := _returned(state, stick):
            return f"{stick} returns {returned}"
        case Prize(stick):
            return f"{stick} is worth nothing" if stick[0] == RED else f"{stick} is worth a point"
        case Probe(stick):
            return f"a probe tells how {stick} sits"
        case _:
            return _general_explanation(state, move)


def _general_explanation(state: TakamiState, move: Move) -> str:
    """The reason for a step that avoids a risk; what it says about the risk is true in points."""
    candidates = TurnPlanner(ExpectedPoints(state), True).candidates(state)
    is_best = candidates[0].move == move
    match move:
        case Done():
            return "no prize is worth the risk" if is_best else "ends the turn without a risk"
        case Keep() if len(candidates) == 1:
            return f"{state.held} cannot be laid higher"
        case Keep() if is_best:
            return f"laying {state.held} anywhere risks more than losing it"
        case Keep():
            return f"gives up {state.held} without a risk"
        case _ if is_best:
            return f"every raise risks more than {state.taboo} costs"
        case _:
            return f"taking {state.taboo} costs a point and saves the raise"


def _returned(state: TakamiState, prize: str) -> str:
    """The player's minus sticks that this prize returns (K8)."""
    return " ".join(stick for stick in state.minus[state.player - 1] if stick[0] == prize[0])


BOTS: dict[str, BotMaker] = {
    # Sees only the prize: lays on the first place it finds, takes a prize whatever rests on it, forgets minus sticks.
    "novice": level("novice", PointsBot(prize_points, inspects_prizes=False)),
    # One step at a time: the safest pull, then the safest place, then a prize that is worth its risk.
    "easy": level("easy", PointsBot(turn_points)),
    # Plans raise and prize together, gets minus sticks back, and probes where that pays.
    "medium": level("medium", PointsBot(ExpectedPoints, plans=True, probes=True)),
    # Plays to win rather than for points, and considers the heap that it leaves to the next player.
    "hard": level("hard", WinBot()),
}
