"""What records tell about hands and heaps, for `tabletop takami model fit`: the game's Fitting (see `modelfit`).

A pull, a prize or a lay succeeds if nothing falls. How a stick sits is known where it was drawn from
a seed; elsewhere there is what players could know. At a real table no heap is known: `pull B4 under 2`
says what rested on the stick, a place after `lay` where it was laid, and for the rest stands a
typical stick.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from tabletop.games.takami.heap import RIM, Burden, Heap, Place, places_in
from tabletop.games.takami.model import MOST_FALLING, Chances, FallChance, Hand
from tabletop.games.takami.moves import FEELS, AttemptOutcome, Lay, Prize, Probe, ProbeOutcome, Pull
from tabletop.games.takami.rules import TakamiState
from tabletop.modelfiles import Model
from tabletop.modelfit import Case, Cell, RecordedGame, add_log_odds

FREE, LOADED, UNKNOWN = "pull of a free stick", "pull of a stick under others", "pull without `under`"
LAY, LEANING, PROBE = "lay", "lay on a leaning place", "probe"
TYPICAL_LAYER = RIM - 1
"""Of a pulled stick whose place nobody noted."""
TYPICAL_PLACE = Place(RIM + 1, 3)
"""Of a laid stick whose place nobody noted."""
TYPICAL_BURDENS: dict[Burden, float] = {"free": 0.6, "one": 0.25, "two": 0.15}
"""How often pulled sticks carry nothing, one or two others, where nobody noted it."""
_LEAST = 1e-9
"""No outcome counts as less likely than this: people make typing errors."""


@dataclass(frozen=True)
class Facts:
    """A probe, a pull or a lay.

    `layer` is that of the stick, or of the place where it is laid. `burdens` are what rests on a probed
    or pulled stick, with their chances: one alone if it is known, and none for a lay. `sits` is how it sits,
    certain or believed; None if only its burden tells. `told` is what a probe told, as an index of FEELS:
    this one, or the one right before a pull at a real table. `fallen` counts what fell in a pull, `slid` and
    `stayed` what had lost one of two supports. `off_middle` and `leans` are of the place of a lay.
    """

    layer: int
    burdens: tuple[tuple[Burden, float], ...] = ()
    sits: Chances | None = None
    told: int | None = None
    is_probe: bool = False
    fallen: int = 0
    slid: int = 0
    stayed: int = 0
    off_middle: float = 0.0
    leans: bool = False


def find_cases(game: RecordedGame) -> Iterator[Case]:
    """The probes, pulls and lays of a record."""
    told: int | None = None
    for state, move in zip(game.states, game.moves, strict=False):
        if isinstance(state, TakamiState) and isinstance(move, ProbeOutcome | AttemptOutcome):
            facts = _facts(state, move, game.knows_hidden, told)
            yield Case(game.names[state.player - 1], _cell(state, facts), not _fell(move), facts)
            told = FEELS.index(move.feel) if isinstance(move, ProbeOutcome) else None


def _fell(move: ProbeOutcome | AttemptOutcome) -> bool:
    return isinstance(move, AttemptOutcome) and bool(move.fallen)


def _cell(state: TakamiState, facts: Facts) -> str:
    if isinstance(state.pending, Probe):
        return PROBE
    if isinstance(state.pending, Lay):
        return LEANING if facts.leans else LAY
    if len(facts.burdens) > 1:
        return UNKNOWN
    return FREE if facts.burdens[0][0] == "free" else LOADED


def _facts(state: TakamiState, move: ProbeOutcome | AttemptOutcome, knows_hidden: bool, told: int | None) -> Facts:
    heap, stick, pending = state.heap, state.pending_stick, state.pending
    if isinstance(pending, Lay):
        place = pending.place or TYPICAL_PLACE
        leans = isinstance(heap, Heap) and heap.support_count(place) < 2
        return Facts(place.layer, off_middle=_off_middle(place), leans=leans)
    fallen = len(move.fallen) if isinstance(move, AttemptOutcome) else 0
    is_probe = isinstance(pending, Probe)
    if is_probe:
        told = FEELS.index(move.feel) if isinstance(move, ProbeOutcome) else None
    if not isinstance(heap, Heap):
        under = pending.under if isinstance(pending, Pull | Prize) else None
        burdens = tuple(TYPICAL_BURDENS.items()) if under is None else ((_burden(under), 1.0),)
        return Facts(TYPICAL_LAYER, burdens, None, told, is_probe, fallen)
    slid, stayed = _count_slides(heap, stick, move) if isinstance(move, AttemptOutcome) else (0, 0)
    seen = state if knows_hidden else state.seen_by(state.player)
    burdens = ((heap.burdens[stick], 1.0),)
    layer = heap.place_of(stick).layer
    return Facts(layer, burdens, seen.sits_chances(stick), told if is_probe else None, is_probe, fallen, slid, stayed)


def _burden(under: int) -> Burden:
    return "free" if under == 0 else "one" if under == 1 else "two"


def _count_slides(heap: Heap, stick: str, outcome: AttemptOutcome) -> tuple[int, int]:
    """How many sticks that had lost one of two supports slid, and how many stayed; in the order of `sample_slides`."""
    gone = (stick, *outcome.fallen)
    loosened = {upper for other in gone if other in heap for upper in heap.resting_on(other)}
    heap = heap.without(gone)
    slides = list(outcome.slides)
    slid = stayed = 0
    while waiting := [(heap.support_count(heap.place_of(other)), other) for other in heap if other in loosened]:
        supports, other = min(waiting, key=lambda pair: pair[0] > 0)
        loosened.remove(other)
        if not slides or slides[0][0] != other:
            stayed += supports == 1
            continue
        slid += supports == 1
        loosened.update(heap.directly_above(heap.place_of(other)))
        heap = heap.without((other,)).with_stick(*slides.pop(0))
    return slid, stayed


def _off_middle(place: Place) -> float:
    """How many places a place is away from the middle of its layer."""
    return abs(place.slot - (places_in(place.layer) + 1) / 2)


class _Chances:
    """The chances of a hand of one skill under one model."""

    def __init__(self, skill: float, model: Model) -> None:
        self.hand = Hand(skill, model)

    def falls(self, facts: Facts) -> FallChance:
        """The chance that something falls in a pull."""
        parts = [
            (share, self.hand.fall_chance(facts.layer, burden, self._sits(facts, burden)))
            for burden, share in facts.burdens
        ]
        return FallChance(
            math.fsum([share * part.best for share, part in parts]),
            math.fsum([share * part.worst for share, part in parts]),
        )

    def _sits(self, facts: Facts, burden: Burden) -> Chances:
        """How a stick with that burden sits, after what was told if this is a pull."""
        if facts.sits is not None:
            return facts.sits
        shares = self.hand.shares[burden]
        return shares if facts.told is None or facts.is_probe else self.hand.after_probe(shares, facts.told)

    def tells(self, facts: Facts) -> float:
        """The chance that a probe tells what it told."""
        assert facts.told is not None
        feels = [(share, self.hand.feel_chances(self._sits(facts, burden))) for burden, share in facts.burdens]
        return math.fsum([share * chances[facts.told] for share, chances in feels])

    def holds(self, facts: Facts) -> float:
        """The chance that a laid stick holds."""
        return 1 - self.hand.lay_failure(facts.layer - RIM, facts.off_middle, facts.leans)

    def success(self, case: Case) -> float:
        facts: Facts = case.facts
        if not facts.burdens:
            return self.holds(facts)
        return 1.0 if facts.is_probe else 1 - self.falls(facts).total

    def likelihood(self, case: Case) -> float:
        """The chance of what fell, and of what a probe told."""
        facts: Facts = case.facts
        if facts.is_probe:
            return 1.0 if facts.told is None else self.tells(facts)
        if not facts.burdens or not facts.fallen:
            success = self.success(case)
            return success if case.success else 1 - success
        counts = [row[min(facts.fallen, MOST_FALLING) - 1] for row in self.hand.fall_counts]
        falls = self.falls(facts)
        return falls.best * counts[0] + falls.worst * counts[1]


def successes(cases: Sequence[Case], skill: float, model: Model) -> list[float]:
    """The chance of success of each case."""
    chances = _Chances(skill, model)
    return [chances.success(case) for case in cases]


def log_likelihood(cases: Sequence[Case], skill: float, model: Model) -> float:
    """The logarithm of the chance of all that fell and slid, and of all that probes told."""
    chances = _Chances(skill, model)
    parts = [math.log(max(_LEAST, chances.likelihood(case))) for case in cases]
    slides = min(1 - _LEAST, max(_LEAST, chances.hand.slide_chance))
    parts.append(sum(case.facts.slid for case in cases) * math.log(slides))
    parts.append(sum(case.facts.stayed for case in cases) * math.log(1 - slides))
    return math.fsum(parts)


Numbers = dict[str, dict[str, Any]]


def _shift_free(tables: Numbers, amount: float) -> None:
    for key in ("free_best", "free_worst"):
        tables["pull"][key] = add_log_odds(tables["pull"][key], -amount)


def _shift_loaded(tables: Numbers, amount: float) -> None:
    tables["pull"]["base"] -= amount


def _shift_lay(tables: Numbers, amount: float) -> None:
    tables["lay"]["base"] -= amount


def _shift_leaning(tables: Numbers, amount: float) -> None:
    tables["lay"]["leaning"] -= amount


CELLS = (
    Cell(FREE, _shift_free),
    Cell(LOADED, _shift_loaded),
    Cell(UNKNOWN),
    Cell(LAY, _shift_lay),
    Cell(LEANING, _shift_leaning),
    Cell(PROBE),
)
