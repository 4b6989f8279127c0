"""Takami in words: the status, the scores, and for screen readers where every stick lies."""

from __future__ import annotations

import re
from typing import Any

from tabletop.errors import WrongUse
from tabletop.game import Sentences, Setup, View
from tabletop.games.takami.heap import PLACES, RIM, STICKS, TOP, Heap, Place, UntrackedHeap, below, places_in
from tabletop.games.takami.moves import Lay, Probe
from tabletop.games.takami.notation import format_move
from tabletop.games.takami.rules import RED, TakamiState
from tabletop.style import Style
from tabletop.text import counted, join_words, shorten


def turn_sentence(state: TakamiState, setup: Setup) -> str:
    """What the player to move may do now, or which outcome is pending, as one sentence."""
    name = setup.names[state.player - 1]
    if state.phase == "over":
        return "The game is over."
    if state.phase == "deal":
        return "The heap has not been built yet."
    if state.pending:
        return f"{name}: {format_move(state.pending)}. {_waiting_sentence(state)}"
    match state.phase, state.probed, state.taboo:
        case "raise", "", "":
            return f"{name} must raise a stick."
        case "raise", "", taboo:
            return f"{name} must raise a stick or take the taboo stick {taboo}."
        case "raise", probed, "":
            return f"{name} probed {probed} and must pull it."
        case "raise", probed, taboo:
            return f"{name} probed {probed} and must pull it or take the taboo stick {taboo}."
        case "lay", _, _ if state.origin:
            return f"{name} must lay {state.held} above layer {state.origin.layer}, or keep it for -1 point."
        case "lay", _, _:
            return f"{name} must lay {state.held} higher than before, or keep it for -1 point."
        case _, "", _:
            return f"{name} raised {state.raised} and may take a prize or end the turn (done)."
        case _, probed, _:
            return f"{name} raised {state.raised}, probed {probed} and may take it as a prize or end the turn (done)."


def _waiting_sentence(state: TakamiState) -> str:
    match state.pending:
        case Probe(stick):
            return f"Waiting for the outcome: how {stick} sits."
        case Lay():
            return "Waiting for the outcome: it holds, or which sticks fall."
        case _:
            return "Waiting for the outcome: clean, or which sticks fall."


def status_lines(state: TakamiState, setup: Setup) -> list[str]:
    """The heap, each player's piles, the box, and whose turn it is, a line each."""
    sticks = counted(len(state.heap), "stick")
    if state.config.rounds > 1:
        lines = [f"On the X: {sticks}, round {state.round} of {state.config.rounds}"]
    else:
        lines = [f"On the X: {sticks}"]
    for player, (name, points) in enumerate(zip(setup.names, state.scores(), strict=True), 1):
        prizes = " ".join(state.prizes[player - 1]) or "none"
        minus = " ".join(state.minus[player - 1]) or "none"
        lines.append(f"{name}: {counted(points, 'point')}; prizes: {prizes}; minus sticks: {minus}")
    if state.box and state.phase != "deal":
        lines.append(f"Back in the box: {' '.join(state.box)}")
    if state.reports:
        told = {report.stick: report.feel for report in state.reports}
        lines.append(f"Probed: {', '.join(f'{stick} sits {feel}' for stick, feel in told.items())}")
    return [*lines, turn_sentence(state, setup)]


def score_lines(state: TakamiState, setup: Setup, style: Style) -> list[str]:
    """Where each player's points come from."""
    width = max(map(len, setup.names))
    lines = []
    for player, name in enumerate(setup.names, 1):
        red = len([stick for stick in state.prizes[player - 1] if stick[0] == RED])
        scoring = len(state.prizes[player - 1]) - red
        before = state.banked[player - 1] - (state.points(player) if state.phase == "over" else 0)
        minus = counted(len(state.minus[player - 1]), "minus stick")
        items = [counted(scoring, "scoring prize"), f"{counted(red, 'red prize')} (worth nothing)", minus]
        if state.round > 1:
            items.append(f"{counted(before, 'point')} from earlier rounds")
        lines.append(f"{name.ljust(width)}  {', '.join(items)}")
    return lines


def score_details(state: TakamiState, setup: Setup) -> dict[str, Any]:
    """The piles, the taboo stick and the round."""
    return {
        "round": state.round,
        "rounds": state.config.rounds,
        "sticks": len(state.heap),
        "taboo": state.taboo or None,
        "prizes": {name: list(pile) for name, pile in zip(setup.names, state.prizes, strict=True)},
        "minus": {name: list(pile) for name, pile in zip(setup.names, state.minus, strict=True)},
    }


_LAYER = re.compile(r"(?:layer |schicht |lage )?(\d{1,2})")
_PLACE = re.compile(r"(?:place |platz )?(\d{1,2})\.(\d{1,2})")


def scan(view: View[TakamiState], text: str) -> list[str]:
    """A place or a layer; without a text the whole heap from the top down, and the status."""
    state = view.state
    heap = state.heap
    if isinstance(heap, UntrackedHeap):
        if text:
            raise WrongUse("the model `referee` does not track where sticks lie; `scan` alone lists them")
        return [f"On the X: {' '.join(heap)}.", *_status_sentences(view)]
    if not text:
        used = {heap.place_of(stick).layer for stick in heap}
        return [_layer_sentence(heap, layer) for layer in sorted(used, reverse=True)] + _status_sentences(view)
    if match := _PLACE.fullmatch(text):
        place = Place(int(match[1]), int(match[2]))
        if place in PLACES:
            return [_describe_place(state, heap, place)]
    elif (match := _LAYER.fullmatch(text)) and places_in(int(match[1])):
        layer = int(match[1])
        places = [Place(layer, slot) for slot in range(1, places_in(layer) + 1)]
        return [
            _layer_sentence(heap, layer),
            *(_describe_place(state, heap, place) for place in places if heap.at(place)),
        ]
    elif text.upper() in STICKS:
        return where(view, text)
    raise WrongUse(
        f"`{shorten(text)}` is not part of the X; name a layer (1 to {TOP}) or a place such as 9.2, or leave it out"
    )


def where(view: View[TakamiState], text: str) -> list[str]:
    """Where a stick is; on the heap also what it rests on and what rests on it."""
    state = view.state
    stick = text.upper()
    if stick not in STICKS:
        raise WrongUse(f"there is no stick `{shorten(text)}`; sticks have names such as B4")
    if isinstance(state.heap, Heap) and stick in state.heap:
        return [_describe_place(state, state.heap, state.heap.place_of(stick))]
    if stick in state.heap:
        return [f"{stick} is on the X and taboo." if stick == state.taboo else f"{stick} is on the X."]
    if stick == state.held:
        return [f"{view.setup.names[state.player - 1]} holds {stick}."]
    for name, prizes, minus in zip(view.setup.names, state.prizes, state.minus, strict=True):
        if stick in prizes:
            return [f"{name} has {stick} as a prize."]
        if stick in minus:
            return [f"{name} has {stick} as a minus stick."]
    return [f"{stick} is in the box."]


def _status_sentences(view: View[TakamiState]) -> list[str]:
    return [line if line.endswith(".") else f"{line}." for line in status_lines(view.state, view.setup)]


def _layer_sentence(heap: Heap, layer: int) -> str:
    sticks = [f"{stick} on {place.slot}" for place in PLACES if place.layer == layer and (stick := heap.at(place))]
    return f"Layer {layer}, {counted(places_in(layer), 'place')}: {', '.join(sticks) or 'empty'}."


def _describe_place(state: TakamiState, heap: Heap, place: Place) -> str:
    """What lies on a place, in one sentence or a few."""
    stick, support = heap.at(place), _supports_text(heap, place)
    if not stick and heap.can_bear(place):
        return f"{place} is empty; a stick laid there would rest on {support}."
    if not stick:
        return f"{place} is empty; no stick may be laid there, because no stick is below it."
    on_top = join_words(heap.resting_on(stick) or ["nothing"])
    sentences = [f"{stick} lies on {place} and rests on {support}, with {on_top} on top."]
    if heap.is_leaning(stick):
        sentences.append("It is leaning.")
    if stick == state.taboo:
        sentences.append("It is taboo.")
    if report := state.report_on(stick):
        sentences.append(f"It was probed in turn {report.turn} and sits {report.feel}.")
    return " ".join(sentences)


def _supports_text(heap: Heap, place: Place) -> str:
    """What a stick on that place rests on."""
    sides = ["the board" if under is None else heap.at(under) for under in below(place)]
    supports = [side for side in sides if side]
    if len(supports) < 2:
        return f"{supports[0]} alone" if supports else "nothing"
    return join_words(supports) if supports[0] != supports[1] else "both boards"


SENTENCES = Sentences(
    scan=scan,
    where=where,
    places=(f"layer {RIM}", "9.2"),
    pieces=("B4",),
)


def turn_note(before: TakamiState, after: TakamiState) -> str:
    """Which minus sticks a prize sent back to the box (K8); empty where none went."""
    returned = [
        stick
        for pile, later in zip(before.minus, after.minus, strict=True)
        for stick in pile
        if stick not in later and after.round == before.round
    ]
    return f"back in the box: {join_words(returned)}" if returned else ""
