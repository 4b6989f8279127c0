"""Which moves and outcomes are legal: every check, with the number of its rule.

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
from tabletop.text import counted

if TYPE_CHECKING:
    from tabletop.games.takami.rules import TakamiState


def check_move(state: TakamiState, move: PlayerMove) -> None:
    """Raise IllegalMove unless the player may do this now; assumes that it is a player's turn."""
    match move:
        case Probe():
            _check_probe(state, move.stick)
        case Pull():
            _check_pull(state, move.stick)
            _check_under(state, move.under)
        case Lay():
            _check_lay(state, move.place)
        case Raise():
            _check_pull(state, move.stick)
            _check_under(state, move.under)
            _check_target(state.after_pull(move.stick), move.place)
        case Keep():
            if state.phase != "lay":
                raise IllegalMove("K6", "there is no stick in hand to keep; pull one first", "keep")
        case Prize():
            _check_prize(state, move.stick)
            _check_under(state, move.under)
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
                raise IllegalMove("K2", "the heap has not been built yet; state where the sticks lie with `deal ...`")
            _check_deal(outcome)
        case None:
            raise IllegalMove("K5", "no move is waiting for an outcome; make a move first")
        case Probe(stick):
            if isinstance(outcome, ProbeOutcome):
                return
            if not isinstance(outcome, AttemptOutcome) or outcome.word != "falls":
                reason = f"{stick} was probed; state `sits loose|light|firm|tight`, or `falls` and what fell"
                raise IllegalMove("K4", reason)
            _check_attempt(state, outcome)
        case Lay():
            if not isinstance(outcome, AttemptOutcome) or outcome.word == "clean":
                raise IllegalMove("K5", f"{state.held} was laid; state `holds`, or `falls` and what fell")
            _check_attempt(state, outcome)
        case _:
            if not isinstance(outcome, AttemptOutcome) or outcome.word == "holds":
                raise IllegalMove("K5", f"{state.pending_stick} was pulled; state `clean`, or `falls` and what fell")
            _check_attempt(state, outcome)


# Moves


def _check_exists(stick: str) -> None:
    if stick not in STICKS:
        colours = ", ".join(f"{letter}1 to {letter}9" for letter in COLOURS)
        raise IllegalMove("K1", f"there is no stick {stick}; the sticks are {colours}", stick)


def _check_place_exists(place: Place) -> None:
    if place in PLACES:
        return
    most = places_in(place.layer)
    if not most:
        raise IllegalMove("K2", f"there is no layer {place.layer}; the layers are 1 to {TOP}", str(place))
    raise IllegalMove("K2", f"there is no place {place}; layer {place.layer} has {counted(most, 'place')}", str(place))


def _check_probe(state: TakamiState, stick: str) -> None:
    if state.phase == "lay":
        raise IllegalMove("K3", f"{state.held} is in hand; lay it or keep it", stick)
    if state.probed:
        if state.phase == "raise":
            reason = f"only one stick may be probed before a raise, and {state.probed} has been probed already"
        else:
            reason = f"only one stick may be probed before a prize, and {state.probed} has been probed already"
        raise IllegalMove("K4", reason, stick)
    _check_available(state, stick)


def check_may_pull(state: TakamiState, stick: str) -> None:
    """Raise IllegalMove unless some stick may be pulled now; `stick` is the one that the player named, or empty."""
    if state.phase == "lay":
        raise IllegalMove("K3", f"{state.held} is in hand already; lay it or keep it", stick)
    if state.phase == "prize":
        reason = f"{state.raised} has been raised already; take another stick as a prize, or end the turn with `done`"
        raise IllegalMove("K7", reason, stick)


def check_may_take_prize(state: TakamiState, stick: str) -> None:
    """Raise IllegalMove unless some stick may be taken as a prize now; `stick` is the one named, or empty."""
    if state.phase == "raise":
        raise IllegalMove("K7", "a prize comes after a raise; raise a stick first", stick)
    if state.phase == "lay":
        raise IllegalMove("K7", f"{state.held} is in hand; lay it before you take a prize", stick)


def _check_pull(state: TakamiState, stick: str) -> None:
    check_may_pull(state, stick)
    _check_available(state, stick)
    _check_probed(state, stick)


def _check_prize(state: TakamiState, stick: str) -> None:
    check_may_take_prize(state, stick)
    _check_available(state, stick)
    _check_probed(state, stick)


def _check_under(state: TakamiState, under: int | None) -> None:
    """Refuse a number of sticks on top that nobody needs to state, or that is impossible."""
    if under is None:
        return
    if isinstance(state.heap, Heap):
        raise IllegalMove("K2", f"`under {under}` is for real tables; here the heap is known", f"under {under}")
    if under >= len(state.heap):
        reason = f"{counted(under, 'stick')} cannot rest on it: there are only {len(state.heap)} on the X"
        raise IllegalMove("K2", reason, f"under {under}")


def _check_available(state: TakamiState, stick: str) -> None:
    _check_exists(stick)
    if stick not in state.heap:
        raise IllegalMove("K3", f"{stick} is not on the X: {_whereabouts(state, stick)}", stick)
    if stick == state.taboo:
        raise IllegalMove(
            "K9", f"{stick} is taboo in this turn, because the previous player raised it; choose another stick", stick
        )
    if stick == state.raised:
        raise IllegalMove("K7", f"{stick} was just raised; the prize must be another stick", stick)


def _check_probed(state: TakamiState, stick: str) -> None:
    if state.probed and stick != state.probed:
        raise IllegalMove("K4", f"{state.probed} was probed, so only {state.probed} may be pulled", stick)


def _whereabouts(state: TakamiState, stick: str) -> str:
    if stick == state.held:
        return "it is in hand"
    if any(stick in pile for pile in state.prizes):
        return "a player has it as a prize"
    if any(stick in pile for pile in state.minus):
        return "a player has it as a minus stick"
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
        raise IllegalMove("K3", f"say where to lay {stick}: on a place above layer {origin.layer}")
    if place.layer <= origin.layer:
        raise IllegalMove("K3", f"{place} is not higher than {origin}, where {stick} was", str(place))
    if state.heap.at(place):
        raise IllegalMove("K3", f"{place} is taken by {state.heap.at(place)}", str(place))
    if not state.heap.can_bear(place):
        first, *second = state.heap.missing_supports(place)
        if second:
            reason = f"no stick would support {stick} on {place}: {first} and {second[0]} are empty"
        else:
            reason = f"no stick would support {stick} on {place}: {first} is empty"
        raise IllegalMove("K3", reason, str(place))


def _check_done(state: TakamiState) -> None:
    if state.phase == "lay":
        raise IllegalMove("K6", f"{state.held} is in hand; lay it or keep it", "done")
    if state.phase == "raise":
        if state.taboo:
            reason = f"raise a stick first, or take the taboo stick {state.taboo} with `taboo`"
        else:
            reason = "raise a stick first; there is no taboo stick to take instead"
        raise IllegalMove("K4", reason, "done")


def _check_taboo(state: TakamiState) -> None:
    if state.phase != "raise":
        raise IllegalMove("K4", "you can only take the taboo stick instead of pulling another, not afterwards", "taboo")
    if not state.taboo:
        if state.probed:
            reason = f"there is no taboo stick on the X, so you must pull {state.probed}, the probed stick"
        else:
            reason = "there is no taboo stick on the X, so you must pull a stick"
        raise IllegalMove("K4", reason, "taboo")


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
        reason = f"a deal fills layers 1 to {RIM} with all {len(STICKS)} sticks; {missing[0]} is missing"
        raise IllegalMove("K2", reason)


def _check_attempt(state: TakamiState, outcome: AttemptOutcome) -> None:
    seen: set[str] = set()
    for stick in outcome.fallen:
        _check_exists(stick)
        if stick in seen:
            raise IllegalMove("K5", f"{stick} cannot fall twice", stick)
        if stick not in state.heap and stick != state.pending_stick:
            raise IllegalMove(
                "K5", f"{stick} cannot fall because it is not on the X: {_whereabouts(state, stick)}", stick
            )
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
        raise IllegalMove("K10", f"{stick} cannot slide because it fell off the X", about)
    if stick == state.pending_stick:
        if isinstance(state.pending, Probe):
            reason = f"{stick} cannot slide because it was only probed"
        elif state.held:
            reason = f"{stick} cannot slide because it has just been laid"
        else:
            reason = f"{stick} cannot slide because it has just been pulled out"
        raise IllegalMove("K10", reason, about)
    if stick not in state.heap:
        raise IllegalMove(
            "K10", f"{stick} cannot slide because it is not on the X: {_whereabouts(state, stick)}", about
        )
    if not isinstance(heap, Heap):
        return
    current = heap.place_of(stick)
    if place.layer > current.layer:
        raise IllegalMove("K10", f"{stick} lies on {current} and cannot slide up to {place}", about)
    if place == current:
        raise IllegalMove("K10", f"{stick} is already on {current}; name only sticks that slid", about)
    if heap.at(place):
        raise IllegalMove("K10", f"{stick} cannot slide to {place} because {heap.at(place)} lies there", about)
    if not heap.without((stick,)).support_count(place):
        raise IllegalMove("K10", f"{stick} cannot slide to {place} because nothing would support it there", about)


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
