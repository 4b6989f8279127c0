"""A planner for a turn: it compares the steps by the values of what they may lead to, weighted with the odds.

    planner = TurnPlanner(ExpectedPoints(state), plans_prize=True, probes=True)
    best = planner.candidates(state)[0]      # a Candidate: best.move, best.value

It knows only what the state tells, so give it what the player sees.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from tabletop.bots.game_tree import T, in_time
from tabletop.bots.limit import Limit
from tabletop.games.takami.evaluation import NOTHING, TurnResult, TurnValue
from tabletop.games.takami.heap import Heap, Place, UntrackedHeap
from tabletop.games.takami.model import MOST_FALLING, FallChance
from tabletop.games.takami.moves import Done, Keep, Lay, Move, Prize, Probe, Pull, Taboo
from tabletop.games.takami.rules import TakamiState

REFEREED_CHANCE = FallChance(0.0, 0.1)
"""The chance of a fall in a refereed game, where the heap is not known."""
PROBES_OF_A_COLOUR = 2
"""How many sticks of a colour are considered for a probe before the prize, the safest first."""
FallValues = tuple[float, float]
"""The values of a turn in which something falls: by the best hand, and by the worst."""


@dataclass(frozen=True)
class Candidate:
    """A step that a bot considers.

    `value` is the expected value of the turn with it, `end` returns the state once the whole
    plan for the turn has worked, `chance` is the chance that the step itself works.
    """

    move: Move
    value: float
    end: Callable[[], TakamiState]
    chance: float = 1.0


@dataclass(frozen=True)
class TurnPlanner:
    """Computes the expected value of the steps of a turn.

    `value_of` values the turn's result. `plans_prize`: whether the value of a raise includes that
    of the best prize after it. `probes`: whether the planner considers probes. `max_pulls`: how
    many sticks are considered for a raise, the safest first. `max_raises`: how many raises are
    considered together with their prizes, the best first. `limit`: when its time is up, fewer are.
    """

    value_of: TurnValue
    plans_prize: bool
    probes: bool = False
    max_pulls: int = 12
    max_raises: int = 24
    limit: Limit = field(default_factory=Limit)

    def candidates(self, state: TakamiState) -> list[Candidate]:
        """The steps worth considering, best first; all are legal. A player must be to move."""
        if state.phase == "lay":
            lays = self._in_time(self._lays(state))
            candidates = [*(map(self._with_prize, lays) if self.plans_prize else lays), self._keep(state)]
        elif state.phase == "prize":
            candidates = [self._done(state), *self._prizes(state)]
        else:
            sticks = sorted(state.legal_sticks(), key=lambda stick: _fall_chance(state, stick).total)
            candidates = self._pulls(state, sticks[: self.max_pulls])
            if state.taboo:
                candidates.append(self._taboo(state))
                if self.probes and not state.probed:
                    pulls = [
                        (candidate.move.stick, candidate)
                        for candidate in candidates
                        if isinstance(candidate.move, Pull)
                    ]
                    candidates += [self._probe_pull(state, stick, pull) for stick, pull in pulls]
        return sorted(candidates, key=lambda candidate: -candidate.value)

    def candidate(self, state: TakamiState, move: Move) -> Candidate:
        """Any legal step as a candidate, worth considering or not."""
        match move:
            case Probe(stick) if state.phase == "prize":
                return self._probe_prize(state, stick)
            case Probe(stick):
                return self._probe_pull(state, stick, self._pulls(state, [stick])[0])
            case Pull(stick):
                return self._pulls(state, [stick])[0]
            case Lay(place):
                lay = self._lay(state, place)
                return self._with_prize(lay) if self.plans_prize else lay
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

    # The raise

    def _pulls(self, state: TakamiState, sticks: Sequence[str]) -> list[Candidate]:
        """Pulls of these sticks, each with the best place to lay it.

        With `plans_prize` only sticks of the `max_raises` best raises are among them.
        """
        held = {stick: _settled(state.after_pull(stick)) for stick in sticks}
        chances = {stick: _fall_chance(state, stick) for stick in sticks}
        failure = {stick: _expected(chances[stick], self._fall_values(state, stick)) for stick in sticks}

        def pull_value(stick: str, lay: Candidate) -> float:
            return (1 - chances[stick].total) * lay.value + failure[stick]

        lays = [(stick, lay) for stick in self._in_time(sticks) for lay in self._lays(held[stick])]
        if self.plans_prize:
            lays.sort(key=lambda pair: -pull_value(*pair))
            lays = [(stick, self._with_prize(lay)) for stick, lay in self._in_time(lays[: self.max_raises])]
        best: dict[str, Candidate] = {}
        for stick, lay in lays or [(stick, self._keep(held[stick])) for stick in sticks]:
            value = pull_value(stick, lay)
            if stick not in best or value > best[stick].value:
                best[stick] = Candidate(Pull(stick), value, lay.end, 1 - chances[stick].total)
        return list(best.values())

    def _in_time(self, items: Iterable[T]) -> Iterator[T]:
        return in_time(items, self.limit, is_root=True)

    def _lays(self, state: TakamiState) -> list[Candidate]:
        return [self._lay(state, place) for place in state.legal_places()]

    def _lay(self, state: TakamiState, place: Place | None) -> Candidate:
        """The lay by itself, without a prize after it."""
        heap, alone = state.heap, self.value_of(TurnResult(minus=state.held[0]))
        end = partial(_after_lay, state, place)
        if not isinstance(heap, Heap) or place is None:
            fails = REFEREED_CHANCE.total
            return Candidate(Lay(place), (1 - fails) * self.value_of(NOTHING) + fails * alone, end, 1 - fails)
        holds = state.hand.hold_chance(heap, place)
        others = state.hand.model["lay"]["others"]
        touched = heap.touching(place)[-1]
        with_other = self.value_of(TurnResult(minus=_sorted(state.held[0] + touched[0])))
        failure = (1 - holds) * ((1 - others) * alone + others * with_other)
        return Candidate(Lay(place), holds * self.value_of(NOTHING) + failure, end, holds)

    def _with_prize(self, lay: Candidate) -> Candidate:
        """The same lay, with what the best prize after it adds to its value."""
        best = self.candidates(lay.end())[0]
        gain = best.value - self.value_of(NOTHING)
        return Candidate(lay.move, lay.value + lay.chance * gain, best.end, lay.chance)

    def _keep(self, state: TakamiState) -> Candidate:
        return Candidate(Keep(), self.value_of(TurnResult(minus=state.held[0])), lambda: state)

    def _taboo(self, state: TakamiState) -> Candidate:
        return self._removal(state, Taboo(), state.taboo, TurnResult(minus=state.taboo[0]))

    def _probe_pull(self, state: TakamiState, stick: str, pull: Candidate) -> Candidate:
        """A probe before that pull: who dislikes the answer takes the taboo stick, if there is one."""
        way_out = self._taboo(state).value if state.taboo else -math.inf
        fall_values = self._fall_values(state, stick)
        success = (pull.value - _expected(_fall_chance(state, stick), fall_values)) / max(pull.chance, 1e-9)
        return replace(pull, move=Probe(stick), value=self._probe_value(state, stick, success, fall_values, way_out))

    # The prize

    def _prizes(self, state: TakamiState) -> Iterator[Candidate]:
        """Of each colour that is worth it, the safest stick, and probes of sticks that carry others."""
        nothing = self.value_of(NOTHING)
        valuable = [stick for stick in state.legal_sticks() if self._prize_value(stick) > nothing]
        by_colour: dict[str, list[str]] = {}
        for stick in sorted(valuable, key=lambda stick: _fall_chance(state, stick).total):
            by_colour.setdefault(stick[0], []).append(stick)
        heap = state.heap
        for sticks in by_colour.values():
            yield self._prize(state, sticks[0])
            if self.probes and not state.probed and isinstance(heap, Heap):
                loaded = [stick for stick in sticks if not heap.is_free(stick)]
                yield from (self._probe_prize(state, stick) for stick in loaded[:PROBES_OF_A_COLOUR])

    def _prize_value(self, stick: str) -> float:
        return self.value_of(TurnResult(prize=stick[0]))

    def _prize(self, state: TakamiState, stick: str) -> Candidate:
        return self._removal(state, Prize(stick), stick, TurnResult(prize=stick[0]))

    def _done(self, state: TakamiState) -> Candidate:
        return Candidate(Done(), self.value_of(NOTHING), lambda: state)

    def _probe_prize(self, state: TakamiState, stick: str) -> Candidate:
        """A probe before that prize: who dislikes the answer ends the turn."""
        fall_values = self._fall_values(state, stick)
        value = self._probe_value(state, stick, self._prize_value(stick), fall_values, self.value_of(NOTHING))
        return Candidate(Probe(stick), value, partial(_without, state, stick))

    # What all of them need

    def _removal(self, state: TakamiState, move: Move, stick: str, result: TurnResult) -> Candidate:
        """A step that takes the stick off the heap for good; `result` is what that brings if nothing falls."""
        chance = _fall_chance(state, stick)
        value = (1 - chance.total) * self.value_of(result) + _expected(chance, self._fall_values(state, stick))
        return Candidate(move, value, partial(_without, state, stick), 1 - chance.total)

    def _probe_value(
        self, state: TakamiState, stick: str, success: float, fall_values: FallValues, way_out: float
    ) -> float:
        """The value of probing the stick, and then of pulling it or of the way out, whichever is better.

        `success` is the value if it is pulled and nothing falls.
        """
        heap, hand = state.heap, state.hand
        if not isinstance(heap, Heap):
            return max(way_out, (1 - REFEREED_CHANCE.total) * success + _expected(REFEREED_CHANCE, fall_values))
        sits, layer, burden = state.sits_chances(stick), heap.place_of(stick).layer, heap.burdens[stick]
        values = []
        for feel, share in enumerate(hand.feel_chances(sits)):
            if share > 0:
                chance = hand.fall_chance(layer, burden, hand.after_probe(sits, feel))
                pull = (1 - chance.total) * success + _expected(chance, fall_values)
                values.append(share * max(pull, way_out))
        return math.fsum(values)

    def _fall_values(self, state: TakamiState, stick: str) -> FallValues:
        """The values of a turn in which something falls when the stick is pulled.

        Which sticks would fall is estimated: the highest of those above it, then the highest ones elsewhere.
        """
        heap = state.heap
        if not isinstance(heap, Heap):
            value = self.value_of(TurnResult(minus=stick[0] * 2))
            return value, value
        fallen = list(reversed(heap.all_above(stick)[-MOST_FALLING:]))
        if len(fallen) < MOST_FALLING:
            others = (other for other in reversed(heap.sticks) if other and other != stick and other not in fallen)
            fallen += [other for other, _ in zip(others, range(MOST_FALLING - len(fallen)), strict=False)]
        minus, values = stick[0], []
        for other in fallen or [stick]:
            minus += other[0]
            values.append(self.value_of(TurnResult(minus=_sorted(minus))))
        values += values[-1:] * (MOST_FALLING - len(values))
        best, worst = state.hand.fall_counts
        return (
            math.fsum([share * value for share, value in zip(best, values, strict=True)]),
            math.fsum([share * value for share, value in zip(worst, values, strict=True)]),
        )


def _fall_chance(state: TakamiState, stick: str) -> FallChance:
    return state.fall_chance(stick) if isinstance(state.heap, Heap) else REFEREED_CHANCE


def _expected(chance: FallChance, values: FallValues) -> float:
    """What falls add to an expected value."""
    return chance.best * values[0] + chance.worst * values[1]


def _sorted(colours: str) -> str:
    return "".join(sorted(colours))


def _settled(state: TakamiState) -> TakamiState:
    return replace(state, heap=state.heap.settled()) if isinstance(state.heap, Heap) else state


def _without(state: TakamiState, stick: str) -> TakamiState:
    """The state with the stick taken off the heap."""
    return _settled(replace(state, heap=state.heap.without((stick,))))


def _after_lay(state: TakamiState, place: Place | None) -> TakamiState:
    """The state in which a prize may be taken, with the stick in hand laid on the place."""
    if isinstance(state.heap, UntrackedHeap):
        heap: Heap | UntrackedHeap = state.heap.with_stick(state.held)
    else:
        assert place is not None
        heap = state.heap.with_stick(state.held, place)
    return replace(state, heap=heap, phase="prize", held="", origin=None, raised=state.held)
