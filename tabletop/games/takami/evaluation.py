"""What Takami's bots know about the game: the value of a turn's result, and a planner that compares its steps.

    planner = TurnPlanner(ExpectedPoints(state), plans_prize=True)
    best = planner.candidates(state)[0]      # a Candidate: best.move, best.value

A value function (TurnValue) says how much a TurnResult is worth to the player whose turn it is;
the planner weights these values with the odds of falling.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from tabletop.bots.winchance import win_chances
from tabletop.games.takami.heap import COLOURS, Heap, Place, UntrackedHeap
from tabletop.games.takami.moves import Done, Keep, Lay, Move, Prize, Probe, Pull, Taboo
from tabletop.games.takami.rules import RED, ROUND_ENDS_AT, TakamiState

# The value of a turn

TURN_TAKES = 1.1
"""Sticks that a turn takes off the heap, on average."""
TURN_PRIZES = 0.6
"""Prizes that a turn brings, on average."""
TURN_SPREAD = 1.3
"""The standard deviation of the points that a turn brings."""
ROUND_TURNS = 29
"""Turns of a whole round, on average."""
HIGHEST_CHANCE = 0.999
"""The highest chance to win while the game goes on, so that a win at once is better."""


@dataclass(frozen=True)
class TurnResult:
    """What a turn brings its player: the colours of the prize and of new minus sticks, a letter each."""

    prize: str = ""
    minus: str = ""


NOTHING = TurnResult()
TurnValue = Callable[[TurnResult], float]
"""The value of a turn's result for the player whose turn it is."""


def points_value(state: TakamiState, counts_returns: bool) -> TurnValue:
    """The points that the turn brings at once; `counts_returns`: with the minus sticks that a prize returns (K8)."""
    minus_colours = [stick[0] for stick in state.minus[state.player - 1]]

    def value(result: TurnResult) -> float:
        if not result.prize:
            return -float(len(result.minus))
        returned = minus_colours.count(result.prize) if counts_returns else 0
        return float(returned + (result.prize != RED))

    return value


class ExpectedPoints:
    """The points at the end of the round that a turn's result adds to those expected without it.

    Unlike `points_value` it includes later prizes, which may return a minus stick; so a minus
    stick costs less early in a round. Later turns are assumed to be average.
    """

    def __init__(self, state: TakamiState) -> None:
        self.state = state
        self._values: dict[TurnResult, float] = {}

    def __call__(self, result: TurnResult) -> float:
        if result not in self._values:
            self._values[result] = self._value(result)
        return self._values[result]

    def _value(self, result: TurnResult) -> float:
        return self._total(self.state.player, result) - self._total(self.state.player, NOTHING)

    def _turns_left(self, result: TurnResult) -> float:
        """How many turns the round is expected to have after this one."""
        state = self.state
        sticks = len(state.heap) + bool(state.held) - len(result.prize) - len(result.minus)
        return max(0, sticks - ROUND_ENDS_AT) / TURN_TAKES

    def _total(self, player: int, result: TurnResult) -> float:
        """The player's expected points of all rounds so far, if this turn ends with that result."""
        state = self.state
        total = float(state.banked[player - 1] + state.points(player))
        minus = "".join(stick[0] for stick in state.minus[player - 1])
        if player == state.player:
            total += points_value(state, True)(result)
            minus = minus.replace(result.prize or " ", "") + result.minus
        return total + _expected_returns(minus, TURN_PRIZES * self._turns_left(result) / state.config.players)


class WinProbability(ExpectedPoints):
    """The chance that the player whose turn it is wins the game, if the turn ends with a result.

    Later turns and rounds are assumed to be average.
    """

    def _value(self, result: TurnResult) -> float:
        state = self.state
        turns, rounds = self._turns_left(result), state.config.rounds - state.round
        totals = [self._total(player, result) for player in range(1, state.config.players + 1)]
        spread = TURN_SPREAD * math.sqrt(turns + rounds * ROUND_TURNS)
        chance = win_chances(totals, spread)[state.player - 1]
        return min(HIGHEST_CHANCE, max(1 - HIGHEST_CHANCE, chance)) if spread else chance


def _expected_returns(minus: str, prizes: float) -> float:
    """Points that so many expected prizes return beyond their own point, the best colours first."""
    bonuses = [minus.count(colour) - (colour == RED) for colour in COLOURS]
    gains = sorted((bonus for bonus in bonuses if bonus > 0), reverse=True)
    return math.fsum(bonus * _chance_of_at_least(number, prizes) for number, bonus in enumerate(gains, 1))


def _chance_of_at_least(number: int, average: float) -> float:
    """The chance of so many independent events or more, where that many are expected (Poisson)."""
    fewer = (average**count / math.factorial(count) for count in range(number))
    return 1 - math.exp(-average) * math.fsum(fewer)


# The odds of a step

FallRisks = tuple[tuple[str, float], ...]
"""The colours of the stick that may fall, each with its chance. A second stick is rare and left out."""
REFEREED_CLEAN = 0.9
"""The chance of a clean pull in a refereed game, where the heap is not known."""
REFEREED_HOLDS = 0.75
"""The chance that a laid stick holds in a refereed game."""


def _clean_chance(state: TakamiState, stick: str) -> float:
    return 1 - state.hand.fall_chance(state.heap, stick) if isinstance(state.heap, Heap) else REFEREED_CLEAN


def _pull_risks(state: TakamiState, stick: str) -> FallRisks:
    """What may fall when the stick is pulled; in a refereed game, where that is unknown, one of its own colour."""
    if not isinstance(state.heap, Heap):
        return ((stick[0], 1 - REFEREED_CLEAN),)
    return _by_colour(state.hand.pull_risks(state.heap, stick), 1 - _clean_chance(state, stick))


def _lay_odds(state: TakamiState, place: Place | None) -> tuple[float, float, FallRisks]:
    """The chances that the stick in hand holds and that it falls itself, and what else may fall."""
    if not isinstance(state.heap, Heap) or place is None:
        return REFEREED_HOLDS, 1 - REFEREED_HOLDS, ()
    hand = state.hand
    holds, itself = hand.hold_chance(state.heap, place), hand.own_risk(state.heap, place)
    return holds, itself, _by_colour(hand.lay_risks(state.heap, place), 1 - holds - itself)


def _by_colour(risks: Mapping[str, float], sum_to: float) -> FallRisks:
    """The chances of single sticks added up by colour, scaled so that all together are `sum_to`."""
    total = math.fsum(risks.values())
    if total <= 0:
        return ()
    colours: dict[str, list[float]] = {}
    for stick, risk in risks.items():
        colours.setdefault(stick[0], []).append(risk * sum_to / total)
    return tuple((colour, math.fsum(parts)) for colour, parts in colours.items())


# The planner


@dataclass(frozen=True)
class Candidate:
    """A step that a bot considers.

    `value` is the expected value of the turn with it, `after` the state once the whole plan for
    the turn has worked, `chance` the chance that the step itself works.
    """

    move: Move
    value: float
    after: TakamiState
    chance: float = 1.0


@dataclass(frozen=True)
class TurnPlanner:
    """Computes the expected value of the steps of a turn.

    `value_of` values the turn's result. `plans_prize`: whether the value of a raise includes that
    of the best prize after it. `max_pulls`: how many sticks are considered for a raise, the safest
    first. `max_raises`: how many raises are considered together with their prizes, the best first.
    """

    value_of: TurnValue
    plans_prize: bool
    max_pulls: int = 12
    max_raises: int = 24

    def candidates(self, state: TakamiState) -> list[Candidate]:
        """The steps worth considering, best first; all are legal. A player must be to move."""
        if state.phase == "lay":
            candidates = [*self._lays(state, self.plans_prize), self._keep(state)]
        elif state.phase == "prize":
            candidates = [self._done(state), *self._prizes(state)]
        else:
            sticks = sorted(state.legal_sticks(), key=lambda stick: -_clean_chance(state, stick))[: self.max_pulls]
            candidates = [*self._pulls(state, sticks), *([self._taboo(state)] if state.taboo else [])]
        return sorted(candidates, key=lambda candidate: -candidate.value)

    def candidate(self, state: TakamiState, move: Move) -> Candidate:
        """Any legal step as a candidate, worth considering or not."""
        match move:
            case Probe(stick):
                return replace(self.candidates(replace(state, probed=stick))[0], move=move)
            case Pull(stick):
                return self._pulls(state, [stick])[0]
            case Lay(place):
                return self._lay(state, place, self.plans_prize)
            case Prize(stick):
                return self._prize(state, stick)
            case Keep():
                return self._keep(state)
            case Done():
                return self._done(state)
            case Taboo():
                return self._taboo(state)
            case _:
                raise AssertionError(f"{move} is no single step of a player")

    def _pulls(self, state: TakamiState, sticks: Sequence[str]) -> list[Candidate]:
        """Pulls of these sticks, each with the best place to lay it.

        With `plans_prize` only sticks of the `max_raises` best raises are among them.
        """
        held = {stick: _settled(state.after_pull(stick)) for stick in sticks}
        clean = {stick: _clean_chance(state, stick) for stick in sticks}
        failure = {stick: self._failure_value(stick, _pull_risks(state, stick)) for stick in sticks}

        def pull(stick: str, lay: Candidate) -> Candidate:
            return Candidate(Pull(stick), clean[stick] * lay.value + failure[stick], lay.after, clean[stick])

        lays = [(stick, lay) for stick in sticks for lay in self._lays(held[stick], False)]
        if self.plans_prize:
            lays.sort(key=lambda pair: -pull(*pair).value)
            lays = [(stick, self._with_prize(lay)) for stick, lay in lays[: self.max_raises]]
        best: dict[str, Candidate] = {}
        for stick, lay in lays or [(stick, self._keep(held[stick])) for stick in sticks]:
            candidate = pull(stick, lay)
            if stick not in best or candidate.value > best[stick].value:
                best[stick] = candidate
        return list(best.values())

    def _lays(self, state: TakamiState, with_prize: bool) -> Iterator[Candidate]:
        return (self._lay(state, place, with_prize) for place in state.legal_places())

    def _lay(self, state: TakamiState, place: Place | None, with_prize: bool) -> Candidate:
        holds, itself, risks = _lay_odds(state, place)
        failure = self._failure_value(state.held, risks) + itself * self.value_of(TurnResult(minus=state.held[0]))
        lay = Candidate(Lay(place), holds * self.value_of(NOTHING) + failure, _after_lay(state, place), holds)
        return self._with_prize(lay) if with_prize else lay

    def _with_prize(self, lay: Candidate) -> Candidate:
        """The same lay, with what the best prize after it adds to its value."""
        best = self.candidates(lay.after)[0]
        gain = best.value - self.value_of(NOTHING)
        return replace(lay, value=lay.value + lay.chance * gain, after=best.after)

    def _prizes(self, state: TakamiState) -> Iterator[Candidate]:
        """The safest stick of each colour that is worth taking."""
        nothing = self.value_of(NOTHING)
        safest: dict[str, str] = {}
        for stick in sorted(state.legal_sticks(), key=lambda stick: -_clean_chance(state, stick)):
            if self.value_of(TurnResult(prize=stick[0])) > nothing:
                safest.setdefault(stick[0], stick)
        return (self._prize(state, stick) for stick in safest.values())

    def _prize(self, state: TakamiState, stick: str) -> Candidate:
        return self._removal(state, Prize(stick), stick, TurnResult(prize=stick[0]))

    def _taboo(self, state: TakamiState) -> Candidate:
        return self._removal(state, Taboo(), state.taboo, TurnResult(minus=state.taboo[0]))

    def _removal(self, state: TakamiState, move: Move, stick: str, result: TurnResult) -> Candidate:
        """A step that takes the stick off the heap for good; `result` is what that brings if nothing falls."""
        clean = _clean_chance(state, stick)
        value = clean * self.value_of(result) + self._failure_value(stick, _pull_risks(state, stick))
        return Candidate(move, value, _settled(replace(state, heap=state.heap.without((stick,)))), clean)

    def _done(self, state: TakamiState) -> Candidate:
        return Candidate(Done(), self.value_of(NOTHING), state)

    def _keep(self, state: TakamiState) -> Candidate:
        return Candidate(Keep(), self.value_of(TurnResult(minus=state.held[0])), state)

    def _failure_value(self, stick: str, risks: FallRisks) -> float:
        """The part of the expected value that falls contribute; the pulled stick is lost with the fallen one."""
        return math.fsum(chance * self.value_of(TurnResult(minus=stick[0] + colour)) for colour, chance in risks)


def _settled(state: TakamiState) -> TakamiState:
    return replace(state, heap=state.heap.settled()) if isinstance(state.heap, Heap) else state


def _after_lay(state: TakamiState, place: Place | None) -> TakamiState:
    """The state in which a prize may be taken, with the stick in hand laid on the place."""
    if isinstance(state.heap, UntrackedHeap):
        heap: Heap | UntrackedHeap = state.heap.with_stick(state.held)
    else:
        assert place is not None
        heap = state.heap.with_stick(state.held, place)
    return replace(state, heap=heap, phase="prize", held="", origin=None, raised=state.held)
