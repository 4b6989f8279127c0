"""A planner for a turn: it compares the steps by the values of what they may lead to, weighted by the odds.

    planner = TurnPlanner(ExpectedPoints(state), plans_prize=True, probes=True)
    best = planner.candidates(state)[0]      # a Candidate: best.move, best.value

It knows only what the state contains, so give it the player's view.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain, islice
from typing import NamedTuple

from tabletop.bots.game_tree import T, in_time
from tabletop.bots.limit import Limit
from tabletop.games.takami.evaluation import NOTHING, TurnResult, TurnValue
from tabletop.games.takami.heap import Heap, Place, UntrackedHeap
from tabletop.games.takami.model import FallChance
from tabletop.games.takami.moves import Done, Keep, Lay, Move, Prize, Probe, Pull, Taboo
from tabletop.games.takami.rules import TakamiState
from tabletop.games.takami.sits import current_reports

REFEREED_CHANCE = FallChance(0.0, 0.1)
"""The chance of a fall in a refereed game, where the heap is not known."""
PULLS, RAISES = 12, 24
"""How many sticks are considered for a raise, the safest first; how many raises with their prizes."""
CLOSE = 0.02
"""Besides the safest stick of a colour, those whose risk is at most this much higher are considered for a prize."""
PROBES_OF_A_COLOUR = 2
"""How many sticks of a colour are considered for a probe before the prize, the safest first."""
LEAST_WORTH = 1e-4
"""A probe is considered only if it is worth this much, as points or as a chance to win."""
SMALLEST_CHANCE = 1e-9
FallValues = tuple[float, float]
"""The values of a turn in which something falls: by the best hand, and by the worst."""


@dataclass(frozen=True)
class Candidate:
    """A step that a bot considers.

    `value` is the expected value of the turn with it; `end` returns the state once the whole plan
    for the turn has worked; `chance` is the chance that the step itself works.
    """

    move: Move
    value: float
    end: Callable[[], TakamiState]
    chance: float = 1.0


class _Answer(NamedTuple):
    """A report that a probe may make: its chance, and the value of pulling the stick then."""

    told: float
    pull: float


@dataclass(frozen=True)
class TurnPlanner:
    """Computes the expected value of the steps of one state.

    `value_of` values the turn's result. `plans_prize`: whether the value of a raise includes that
    of the best prize after it. `probes`: whether the planner considers probes. `inspects_prizes`:
    whether it notices what rests on a prize, or takes every stick for a free one. `limit`: when its
    time is up, it considers fewer raises.
    `value_at_end` values the result together with the state in which the turn ends, instead of `value_of`.
    """

    value_of: TurnValue
    plans_prize: bool
    probes: bool = False
    inspects_prizes: bool = True
    limit: Limit = field(default_factory=Limit)
    value_at_end: Callable[[TurnResult, TakamiState], float] | None = None
    _fallen: dict[tuple[TurnResult, bool], float] = field(default_factory=dict, init=False, compare=False)
    _pulled: dict[str, Candidate] = field(default_factory=dict, init=False, compare=False)

    def candidates(self, state: TakamiState) -> list[Candidate]:
        """The steps worth considering, best first; all are legal. A player must be to move."""
        if state.phase == "lay":
            lays = [self._lay(state, place) for place in self._in_time(state.legal_places())]
            candidates = [*(map(self._with_prize, lays) if self.plans_prize else lays), self._keep(state)]
        elif state.phase == "prize":
            candidates = list(self._prizes(state, self.probes, is_next=True))
        else:
            sticks = sorted(state.legal_sticks(), key=lambda stick: self._fall_chance(state, stick).total)
            candidates = self._pulls(state, sticks[:PULLS])
            if state.taboo:
                taboo = self._taboo(state)
                candidates.append(taboo)
                if self.probes and not state.probed and isinstance(state.heap, Heap):
                    pulls = [
                        (candidate.move.stick, candidate)
                        for candidate in candidates
                        if isinstance(candidate.move, Pull)
                    ]
                    probes = [(self._probe_pull(state, stick, pull), pull) for stick, pull in pulls]
                    candidates += [
                        probe for probe, pull in probes if probe.value > max(pull.value, taboo.value) + LEAST_WORTH
                    ]
        return sorted(candidates, key=lambda candidate: -candidate.value)

    def candidate(self, state: TakamiState, move: Move) -> Candidate:
        """Any legal step as a candidate, worth considering or not."""
        match move:
            case Probe(stick) if state.phase == "prize":
                return self._probe_prize(state, stick)
            case Probe(stick):
                return self._probe_pull(state, stick, self._pull(state, stick))
            case Pull(stick):
                return self._pull(state, stick)
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

    def _pull(self, state: TakamiState, stick: str) -> Candidate:
        """The pull of one stick; asked again, for its probe, the same candidate."""
        if stick not in self._pulled:
            self._pulled[stick] = self._pulls(state, [stick])[0]
        return self._pulled[stick]

    def _pulls(self, state: TakamiState, sticks: Sequence[str]) -> list[Candidate]:
        """Pulls of these sticks: with `plans_prize` for the RAISES safest raises, each with its best place and prize.

        Without it, of every stick that can be laid anywhere higher, as if it would hold there.
        """
        held = {stick: _after_pull(state, stick) for stick in sticks}
        chances = {stick: self._fall_chance(state, stick) for stick in sticks}
        raises = [(stick, place) for stick in self._in_time(sticks) for place in held[stick].legal_places()]
        if not raises:
            lays = [(stick, self._keep(held[stick])) for stick in sticks]
        elif self.plans_prize:
            raises.sort(key=lambda pair: (chances[pair[0]].total - 1) * _hold_chance(held[pair[0]], pair[1]))
            lays = [
                (stick, self._with_prize(self._lay(held[stick], place)))
                for stick, place in self._in_time(raises[:RAISES])
            ]
        else:
            nothing = self.value_of(NOTHING)
            lays = [(stick, replace(self._lay(held[stick], place), value=nothing)) for stick, place in raises]
        best: dict[str, Candidate] = {}
        for stick, lay in lays:
            clean, failure = 1 - chances[stick].total, _expected(chances[stick], self._fall_values(state, stick))
            value = clean * lay.value + failure
            if stick not in best or value > best[stick].value:
                best[stick] = Candidate(Pull(stick), value, lay.end, clean)
        return list(best.values())

    def _in_time(self, items: Iterable[T]) -> Iterator[T]:
        return in_time(items, self.limit, is_root=True)

    def _lay(self, state: TakamiState, place: Place | None) -> Candidate:
        """The lay by itself, without a prize after it."""
        holds, others = _hold_chance(state, place), 0.0
        alone = with_other = self._fallen_value(state, (state.held,))
        if isinstance(state.heap, Heap):
            others = state.hand.model["lay"]["others"]
            with_other = self._fallen_value(state, (state.held, _highest(state.heap)))
        failure = (1 - others) * alone + others * with_other
        value = holds * self.value_of(NOTHING) + (1 - holds) * failure
        return Candidate(Lay(place), value, partial(_after_lay, state, place), holds)

    def _with_prize(self, lay: Candidate) -> Candidate:
        """The same lay, with what the best prize after it adds to its value; a probe hardly ever adds anything."""
        state = lay.end()
        best = max(self._prizes(state, probes=False, is_next=False), key=lambda prize: prize.value)
        gain = best.value - self.value_of(NOTHING)
        return Candidate(lay.move, lay.value + lay.chance * gain, best.end, lay.chance)

    def _keep(self, state: TakamiState) -> Candidate:
        return Candidate(Keep(), self._fallen_value(state, (state.held,)), lambda: state)

    def _taboo(self, state: TakamiState) -> Candidate:
        return self._removal(state, Taboo(), state.taboo, TurnResult(minus=state.taboo[0]))

    def _probe_pull(self, state: TakamiState, stick: str, pull: Candidate) -> Candidate:
        """A probe before that pull: a player who dislikes the answer takes the taboo stick, if there is one."""
        way_out = self._taboo(state).value if state.taboo else -math.inf
        fall_values = self._fall_values(state, stick)
        clean = max(pull.chance, SMALLEST_CHANCE)
        success = (pull.value - _expected(self._fall_chance(state, stick), fall_values)) / clean
        answers = list(self._answers(state, stick, success, fall_values))
        value = math.fsum([answer.told * max(answer.pull, way_out) for answer in answers])
        return replace(pull, move=Probe(stick), value=value, chance=1.0)

    # The prize

    def _prizes(self, state: TakamiState, probes: bool, is_next: bool) -> Iterator[Candidate]:
        """The end of the turn, the safest stick of each colour that is worth it, and probes of loaded sticks.

        If the prize `is_next`, and where the heap counts, sticks that are nearly as safe are considered too.
        """
        done = self._done(state)
        yield done
        sticks = state.legal_sticks()
        if not self.value_at_end:
            nothing = self.value_of(NOTHING)
            sticks = tuple(stick for stick in sticks if self._prize_value(stick) > nothing)
        risks = {stick: self._fall_chance(state, stick).total for stick in sticks}
        by_colour: dict[str, list[str]] = {}
        for stick in sorted(sticks, key=lambda stick: risks[stick]):
            by_colour.setdefault(stick[0], []).append(stick)
        heap = state.heap
        for safest, *others in by_colour.values():
            yield self._prize(state, safest)
            if is_next and self.value_at_end:
                close = [stick for stick in others if risks[stick] <= risks[safest] + CLOSE]
                yield from (self._prize(state, stick) for stick in self._in_time(close))
            if probes and not state.probed and isinstance(heap, Heap):
                loaded = [stick for stick in (safest, *others) if not heap.is_free(stick)]
                for stick in loaded[:PROBES_OF_A_COLOUR]:
                    probe = self._probe_prize(state, stick)
                    if probe.value > max(done.value, self._prize(state, stick).value) + LEAST_WORTH:
                        yield probe

    def _prize_value(self, stick: str) -> float:
        return self.value_of(TurnResult(prize=stick[0]))

    def _prize(self, state: TakamiState, stick: str) -> Candidate:
        return self._removal(state, Prize(stick), stick, TurnResult(prize=stick[0]))

    def _done(self, state: TakamiState) -> Candidate:
        return Candidate(Done(), self._end_value(NOTHING, lambda: state), lambda: state)

    def _probe_prize(self, state: TakamiState, stick: str) -> Candidate:
        """A probe before that prize: a player who dislikes the answer ends the turn."""
        nothing, fall_values = self._done(state).value, self._fall_values(state, stick)
        end = partial(_after_removal, state, stick, is_prize=True)
        success = self._end_value(TurnResult(prize=stick[0]), end)
        answers = list(self._answers(state, stick, success, fall_values))
        value = math.fsum([answer.told * max(answer.pull, nothing) for answer in answers])
        return Candidate(Probe(stick), value, end)

    # What all of them need

    def _removal(self, state: TakamiState, move: Move, stick: str, result: TurnResult) -> Candidate:
        """A step that takes the stick off the heap for good; `result` is what that brings if nothing falls."""
        chance = self._fall_chance(state, stick)
        end = partial(_after_removal, state, stick, is_prize=bool(result.prize))
        value = (1 - chance.total) * self._end_value(result, end) + _expected(chance, self._fall_values(state, stick))
        return Candidate(move, value, end, 1 - chance.total)

    def _fall_chance(self, state: TakamiState, stick: str) -> FallChance:
        if not isinstance(state.heap, Heap):
            return REFEREED_CHANCE
        is_seen = self.inspects_prizes or state.phase != "prize"
        return state.fall_chance(stick) if is_seen else state.hand.free_chance

    def _end_value(self, result: TurnResult, end: Callable[[], TakamiState]) -> float:
        """The value of a turn that ends with the result, and in that state."""
        return self.value_at_end(result, end()) if self.value_at_end else self.value_of(result)

    def _answers(self, state: TakamiState, stick: str, success: float, fall_values: FallValues) -> Iterator[_Answer]:
        """What a probe of the stick may report; `success` is the value if it is then pulled and nothing falls."""
        heap, hand = state.heap, state.hand
        if not isinstance(heap, Heap):
            clean = 1 - REFEREED_CHANCE.total
            yield _Answer(1.0, clean * success + _expected(REFEREED_CHANCE, fall_values))
            return
        sits, layer, burden = state.sits_chances(stick), heap.place_of(stick).layer, heap.burdens[stick]
        for feel, told in enumerate(hand.feel_chances(sits)):
            if told > 0:
                chance = hand.fall_chance(layer, burden, hand.after_probe(sits, feel))
                clean = 1 - chance.total
                yield _Answer(told, clean * success + _expected(chance, fall_values))

    def _fall_values(self, state: TakamiState, stick: str) -> FallValues:
        """The values of a turn in which something falls when the stick is pulled.

        Which sticks would fall is estimated: the highest of those above it, or else the highest ones.
        """
        heap = state.heap
        if not isinstance(heap, Heap):
            value = self._fallen_value(state, (stick, stick))
            return value, value
        above = heap.all_above(stick)[:-3:-1] if not heap.is_free(stick) else ()
        others = (other for other in reversed(heap.sticks) if other and other != stick and other not in above)
        first, second = islice(chain(above, others, (stick, stick)), 2)
        one, two = self._fallen_value(state, (stick, first)), self._fallen_value(state, (stick, first, second))
        best, worst = state.hand.mean_fallen
        return one + (best - 1) * (two - one), one + (worst - 1) * (two - one)

    def _fallen_value(self, state: TakamiState, sticks: tuple[str, ...]) -> float:
        """The value of a turn that ends because these sticks fall; other sticks of the same colours count alike."""
        result = TurnResult(minus="".join(sorted(stick[0] for stick in sticks)))
        key = (result, state.raised != "")
        if key not in self._fallen:
            self._fallen[key] = self._end_value(result, partial(_after_fall, state, sticks))
        return self._fallen[key]


def _expected(chance: FallChance, values: FallValues) -> float:
    """What falls add to an expected value."""
    return chance.best * values[0] + chance.worst * values[1]


def _hold_chance(state: TakamiState, place: Place | None) -> float:
    """The chance that the stick in hand, laid there, holds."""
    if isinstance(state.heap, Heap) and place is not None:
        return state.hand.hold_chance(state.heap, place)
    return 1 - REFEREED_CHANCE.total


def _highest(heap: Heap) -> str:
    return next(stick for stick in reversed(heap.sticks) if stick)


def _with_heap(state: TakamiState, heap: Heap | UntrackedHeap, before: Heap | UntrackedHeap) -> TakamiState:
    """The state with that heap, settled, and with the reports of probes that are still true then."""
    if not isinstance(heap, Heap) or not isinstance(before, Heap):
        return replace(state, heap=heap)
    settled = heap.settled()
    reports = current_reports(state.reports, before, settled)
    return replace(state, heap=settled, reports=reports)


def _after_pull(state: TakamiState, stick: str) -> TakamiState:
    """The state in which the stick is to be laid."""
    held = state.after_pull(stick)
    return _with_heap(held, held.heap, state.heap)


def _after_removal(state: TakamiState, stick: str, is_prize: bool) -> TakamiState:
    """The state with the stick taken off the heap, as a prize or as a minus stick."""
    taken = state.with_prize(stick) if is_prize else state.with_minus((stick,))
    return _with_heap(taken, state.heap.without((stick,)), state.heap)


def _after_fall(state: TakamiState, sticks: tuple[str, ...]) -> TakamiState:
    """The state with these sticks, one of which may be in hand, as minus sticks of the player."""
    return _with_heap(state.with_minus(sticks), state.heap.without(sticks), state.heap)


def _after_lay(state: TakamiState, place: Place | None) -> TakamiState:
    """The state in which a prize may be taken, with the stick in hand laid on the place."""
    if isinstance(state.heap, UntrackedHeap):
        heap: Heap | UntrackedHeap = state.heap.with_stick(state.held)
    else:
        assert place is not None
        heap = state.heap.with_stick(state.held, place)
    laid = replace(state, phase="prize", held="", origin=None, raised=state.held)
    return _with_heap(laid, heap, state.heap)
