"""Which moves and outcomes the rules allow: every check, with the number of the rule it enforces.

`TakamiState.check` calls `check_move` for a player's move and `check_outcome` for what chance
brought; both raise IllegalMove, or return.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, assert_never

from tabletop.errors import IllegalMove
from tabletop.games.takami.heap import COLOURS, PLACES, RIM, STICKS, TOP, Heap, Place, UntrackedHeap, places_in
from tabletop.games.takami.moves import (
    AttemptOutcome,
    Deal,
    Done,
    Keep,
    Lay,
    Move,
    Outcome,
    PlayerMove,
    Prize,
    Probe,
    ProbeOutcome,
    Pull,
    Raise,
    Taboo,
)

if TYPE_CHECKING:
    from tabletop.games.takami.rules import TakamiState


def check_move(state: TakamiState, move: PlayerMove) -> None:
    """Raise IllegalMove unless the player may do this now. That a player is to move is not checked."""
    match move:
        case Probe():
            _check_probe(state, move.stick)
        case Pull():
            _check_pull(state, move.stick)
        case Lay():
            _check_lay(state, move.place)
        case Raise():
            _check_pull(state, move.stick)
            _check_target(state.after_pull(move.stick), move.place)
        case Keep():
            if state.phase != "lay":
                raise IllegalMove("K6", "no stick is in hand that could be kept", "keep")
        case Prize():
            _check_prize(state, move.stick)
        case Done():
            _check_done(state)
        case Taboo():
            _check_taboo(state)
        case _:
            assert_never(move)


def check_outcome(state: TakamiState, outcome: Outcome) -> None:
    """Raise IllegalMove unless the pending move can have this outcome. How likely it is does not matter."""
    match state.pending:
        case None if state.phase == "deal":
            if not isinstance(outcome, Deal):
                raise IllegalMove("K2", "the heap is not built yet; tell which stick lies where with `deal ...`")
            _check_deal(outcome)
        case None:
            raise IllegalMove("K5", "no step was made that this could have come of")
        case Probe(stick):
            if not isinstance(outcome, ProbeOutcome):
                raise IllegalMove("K4", f"{stick} was probed; tell how it sits with `sits loose|light|firm|tight`")
        case Lay():
            if not isinstance(outcome, AttemptOutcome) or outcome.word == "clean":
                raise IllegalMove("K5", f"{state.held} was laid: it `holds`, or something `falls`")
            _check_attempt(state, outcome)
        case _:
            if not isinstance(outcome, AttemptOutcome) or outcome.word == "holds":
                raise IllegalMove("K5", f"{state.pending_stick} was pulled: that went `clean`, or something `falls`")
            _check_attempt(state, outcome)


# Moves


def _check_exists(stick: str) -> None:
    if stick not in STICKS:
        colours = ", ".join(f"{letter}1 to {letter}9" for letter in COLOURS)
        raise IllegalMove("K1", f"there is no stick {stick}; there are {colours}", stick)


def _check_place_exists(place: Place) -> None:
    if place in PLACES:
        return
    most = places_in(place.layer)
    if not most:
        raise IllegalMove("K2", f"there is no layer {place.layer}; layers are 1 to {TOP}", str(place))
    raise IllegalMove("K2", f"there is no place {place}; layer {place.layer} has {most}", str(place))


def _check_probe(state: TakamiState, stick: str) -> None:
    if state.phase == "lay":
        raise IllegalMove("K3", f"{state.held} is in hand; lay it or keep it", stick)
    if state.probed:
        what = "raise" if state.phase == "raise" else "prize"
        reason = f"{state.probed} was probed already, and only one stick may be probed for the {what}"
        raise IllegalMove("K4", reason, stick)
    _check_available(state, stick)


def check_may_pull(state: TakamiState, stick: str) -> None:
    """Raise IllegalMove unless some stick may be pulled now; `stick` is the one that the player named, or empty."""
    if state.phase == "lay":
        raise IllegalMove("K3", f"{state.held} is in hand already; lay it or keep it", stick)
    if state.phase == "prize":
        reason = f"{state.raised} was raised in this turn; another stick may only be taken as a prize"
        raise IllegalMove("K7", reason, stick)


def check_may_take_prize(state: TakamiState, stick: str) -> None:
    """Raise IllegalMove unless some stick may be taken as a prize now; `stick` is the one named, or empty."""
    if state.phase == "raise":
        raise IllegalMove("K7", "a prize comes after a raise, and no stick was raised yet in this turn", stick)
    if state.phase == "lay":
        raise IllegalMove("K7", f"{state.held} is in hand and must be laid before a prize is taken", stick)


def _check_pull(state: TakamiState, stick: str) -> None:
    check_may_pull(state, stick)
    _check_available(state, stick)
    _check_probed(state, stick)


def _check_prize(state: TakamiState, stick: str) -> None:
    check_may_take_prize(state, stick)
    _check_available(state, stick)
    _check_probed(state, stick)


def _check_available(state: TakamiState, stick: str) -> None:
    _check_exists(stick)
    if stick not in state.heap:
        raise IllegalMove("K3", f"{stick} is not on the X: {_whereabouts(state, stick)}", stick)
    if stick == state.taboo:
        raise IllegalMove("K9", f"{stick} is taboo in this turn, for the player before raised it", stick)
    if stick == state.raised:
        raise IllegalMove("K7", f"{stick} was just raised, and the prize must be another stick", stick)


def _check_probed(state: TakamiState, stick: str) -> None:
    if state.probed and stick != state.probed:
        raise IllegalMove("K4", f"{state.probed} was probed, so only {state.probed} may be pulled", stick)


def _whereabouts(state: TakamiState, stick: str) -> str:
    if stick == state.held:
        return "it is in hand"
    if any(stick in pile for pile in state.prizes):
        return "somebody has it as a prize"
    if any(stick in pile for pile in state.minus):
        return "somebody has it as a minus stick"
    return "it is back in the box"


def _check_lay(state: TakamiState, place: Place | None) -> None:
    if state.phase != "lay":
        raise IllegalMove("K3", "no stick is in hand; pull one first", "lay")
    _check_target(state, place)


def _check_target(state: TakamiState, place: Place | None) -> None:
    """Raise IllegalMove unless the stick in hand may be laid there."""
    if place is not None:
        _check_place_exists(place)
    if not isinstance(state.heap, Heap):
        return
    stick, origin = state.held, state.origin
    assert origin is not None
    if place is None:
        raise IllegalMove("K3", f"it must be told where {stick} is to lie, on a place above layer {origin.layer}")
    if place.layer <= origin.layer:
        raise IllegalMove("K3", f"{place} is not higher than {origin}, where {stick} lay", str(place))
    if state.heap.at(place):
        raise IllegalMove("K3", f"{place} is taken: {state.heap.at(place)} lies there", str(place))
    if not state.heap.can_bear(place):
        gaps = state.heap.missing_supports(place)
        are_empty = f"{' and '.join(map(str, gaps))} {'are' if len(gaps) > 1 else 'is'} empty"
        reason = f"{place} has no stick to lie on once {stick} is out: {are_empty}"
        raise IllegalMove("K3", reason, str(place))


def _check_done(state: TakamiState) -> None:
    if state.phase == "lay":
        raise IllegalMove("K6", f"{state.held} is in hand; lay it or keep it", "done")
    if state.phase == "raise":
        if state.taboo:
            reason = f"a stick must be raised first; who dares none takes {state.taboo}, the taboo stick"
        else:
            reason = "a stick must be raised first, for there is no taboo stick to take instead"
        raise IllegalMove("K4", reason, "done")


def _check_taboo(state: TakamiState) -> None:
    if state.phase != "raise":
        raise IllegalMove("K4", "the taboo stick is taken instead of pulling another, not afterwards", "taboo")
    if not state.taboo:
        must = f"{state.probed}, which was probed," if state.probed else "a stick"
        raise IllegalMove("K4", f"there is no taboo stick on the X, so {must} must be pulled", "taboo")


# Outcomes


def _check_deal(deal: Deal) -> None:
    seen: set[str] = set()
    for stick in deal.sticks:
        _check_exists(stick)
        if stick in seen:
            raise IllegalMove("K2", f"{stick} is dealt twice", stick)
        seen.add(stick)
    if len(seen) < len(STICKS):
        missing = [stick for stick in STICKS if stick not in seen]
        reason = f"{len(seen)} sticks are dealt, not all {len(STICKS)}: {missing[0]} is missing"
        raise IllegalMove("K2", f"{reason}; they fill layers 1 to {RIM} from the bottom up")


def _check_attempt(state: TakamiState, outcome: AttemptOutcome) -> None:
    seen: set[str] = set()
    for stick in outcome.fallen:
        _check_exists(stick)
        if stick in seen:
            raise IllegalMove("K5", f"{stick} cannot fall twice", stick)
        if stick not in state.heap and stick != state.pending_stick:
            raise IllegalMove("K5", f"{stick} cannot fall, it is not on the X: {_whereabouts(state, stick)}", stick)
        seen.add(stick)
    heap = state.heap_before_slides(outcome)
    for stick, place in outcome.slides:
        _check_slide(state, heap, outcome, stick, place)
        if isinstance(heap, Heap):
            heap = heap.with_stick(stick, place)


def _check_slide(
    state: TakamiState, heap: Heap | UntrackedHeap, outcome: AttemptOutcome, stick: str, place: Place
) -> None:
    """Raise IllegalMove unless the stick can slide there; `heap` is what is left after earlier falls and slides."""
    about = f"{stick}:{place}"
    _check_exists(stick)
    _check_place_exists(place)
    if stick in outcome.fallen:
        raise IllegalMove("K10", f"{stick} cannot slide inside the X, for it fell off", about)
    if stick == state.pending_stick:
        reason = f"{stick} is the stick that was {'laid' if state.held else 'pulled out'}; it cannot slide as well"
        raise IllegalMove("K10", reason, about)
    if stick not in state.heap:
        raise IllegalMove("K10", f"{stick} cannot slide, it is not on the X: {_whereabouts(state, stick)}", about)
    if not isinstance(heap, Heap):
        return
    current = heap.place_of(stick)
    if place.layer > current.layer:
        raise IllegalMove("K10", f"{stick} lies on {current} and cannot slide up to {place}", about)
    if place == current:
        raise IllegalMove("K10", f"{stick} lies on {current} already; tell only what slid", about)
    if heap.at(place):
        raise IllegalMove("K10", f"{stick} cannot slide to {place}, for {heap.at(place)} lies there", about)
    if not heap.without((stick,)).support_count(place):
        raise IllegalMove("K10", f"{stick} cannot slide to {place}, for nothing is there to stop it", about)


# Suggestions


def nearby_moves(state: TakamiState, move: Move) -> Iterator[Move]:
    """Legal moves to suggest instead of an illegal one: raises for a raise, otherwise the single steps.

    Probes come last, unless the illegal move is one.
    """
    if not isinstance(move, Raise):
        yield from sorted(state.legal_moves(), key=lambda step: isinstance(step, Probe) != isinstance(move, Probe))
        return
    for step in state.legal_moves():
        if isinstance(step, Pull):
            yield from (Raise(step.stick, place) for place in state.after_pull(step.stick).legal_places())
