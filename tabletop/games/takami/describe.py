"""Takami in words: the status, the scores, and for those who hear the board where every stick lies."""

from __future__ import annotations

import re
from typing import Any

from tabletop.errors import WrongUse
from tabletop.game import Sentences, Setup, View
from tabletop.games.takami.heap import PLACES, RIM, STICKS, TOP, Heap, Place, UntrackedHeap, below, places_in
from tabletop.games.takami.moves import Probe
from tabletop.games.takami.notation import format_move
from tabletop.games.takami.rules import RED, TakamiState
from tabletop.style import Style
from tabletop.text import counted, shorten


def turn_sentence(state: TakamiState, setup: Setup) -> str:
    """What the player to move may do now, or what is awaited, as one sentence."""
    name = setup.names[state.player - 1]
    taboo = f", or take {state.taboo} (taboo)" if state.taboo else ""
    if state.phase == "over":
        return "The game is over."
    if state.phase == "deal":
        return "The heap is not built yet."
    if state.pending:
        awaited = f"how {state.pending_stick} sits" if isinstance(state.pending, Probe) else "what came of it"
        return f"{name}: {format_move(state.pending)}. Now tell {awaited}."
    match state.phase, state.probed:
        case "raise", "":
            return f"{name} is to raise a stick{taboo}."
        case "raise", probed:
            return f"{name} probed {probed} and is to pull it{taboo}."
        case "lay", _:
            higher = f" above layer {state.origin.layer}" if state.origin else " higher than it lay"
            return f"{name} holds {state.held} and is to lay it{higher}, or to keep it."
        case _, "":
            return f"{name} raised {state.raised} and may take a prize, or be done."
        case _, probed:
            return f"{name} raised {state.raised}, probed {probed}, and may take it as a prize, or be done."


def status_lines(state: TakamiState, setup: Setup) -> list[str]:
    """The heap, each player's piles, the box, and whose turn it is, a line each."""
    rounds = f", round {state.round} of {state.config.rounds}" if state.config.rounds > 1 else ""
    lines = [f"On the X: {counted(len(state.heap), 'stick')}{rounds}"]
    for player, (name, points) in enumerate(zip(setup.names, state.scores(), strict=True), 1):
        prizes, minus = state.prizes[player - 1], state.minus[player - 1]
        piles = f"prizes {' '.join(prizes) or 'none'}, minus sticks {' '.join(minus) or 'none'}"
        lines.append(f"{name}: {counted(points, 'point')}, {piles}")
    if state.box and state.phase != "deal":
        lines.append(f"Back in the box: {' '.join(state.box)}")
    return [*lines, turn_sentence(state, setup)]


def score_lines(state: TakamiState, setup: Setup, style: Style) -> list[str]:
    """What each player's points are made of."""
    width = max(map(len, setup.names))
    lines = []
    for player, name in enumerate(setup.names, 1):
        red = len([stick for stick in state.prizes[player - 1] if stick[0] == RED])
        scoring = len(state.prizes[player - 1]) - red
        before = state.banked[player - 1] - (state.points(player) if state.phase == "over" else 0)
        earlier = f", {before} from earlier rounds" if state.round > 1 else ""
        minus = len(state.minus[player - 1])
        text = f"prizes {scoring}, red prizes {red} (they count nothing), minus sticks {minus}{earlier}"
        lines.append(f"{name.ljust(width)}  {text}")
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
            raise WrongUse("nobody notes where the sticks of a refereed game lie")
        return [f"On the X: {' '.join(heap)}.", *_status_sentences(view)]
    if not text:
        used = {heap.place_of(stick).layer for stick in heap}
        return [_layer_sentence(heap, layer) for layer in sorted(used, reverse=True)] + _status_sentences(view)
    if match := _PLACE.fullmatch(text):
        place = Place(int(match[1]), int(match[2]))
        if place in PLACES:
            return [_place_sentence(state, heap, place)]
    elif (match := _LAYER.fullmatch(text)) and places_in(int(match[1])):
        layer = int(match[1])
        places = [Place(layer, slot) for slot in range(1, places_in(layer) + 1)]
        return [
            _layer_sentence(heap, layer),
            *(_place_sentence(state, heap, place) for place in places if heap.at(place)),
        ]
    elif text.upper() in STICKS:
        return where(view, text)
    raise WrongUse(f"`{shorten(text)}` is no part of the X: say a layer (1 to {TOP}), a place such as 9.2, or nothing")


def where(view: View[TakamiState], text: str) -> list[str]:
    """Where a stick is; on the heap also what it lies on and what lies on it."""
    state = view.state
    stick = text.upper()
    if stick not in STICKS:
        raise WrongUse(f"there is no stick `{shorten(text)}`; sticks are called such as B4")
    if isinstance(state.heap, Heap) and stick in state.heap:
        return [_place_sentence(state, state.heap, state.heap.place_of(stick))]
    if stick in state.heap:
        return [f"{stick} is on the X{', and taboo' if stick == state.taboo else ''}."]
    if stick == state.held:
        return [f"{stick} is in the hand of {view.setup.names[state.player - 1]}."]
    for kind, piles in (("prize", state.prizes), ("minus stick", state.minus)):
        for name, pile in zip(view.setup.names, piles, strict=True):
            if stick in pile:
                return [f"{stick} is a {kind} of {name}."]
    return [f"{stick} is in the box."]


def _status_sentences(view: View[TakamiState]) -> list[str]:
    return [line if line.endswith(".") else f"{line}." for line in status_lines(view.state, view.setup)]


def _layer_sentence(heap: Heap, layer: int) -> str:
    sticks = [f"{stick} on {place.slot}" for place in PLACES if place.layer == layer and (stick := heap.at(place))]
    return f"Layer {layer}, {counted(places_in(layer), 'place')}: {', '.join(sticks) or 'nothing'}."


def _place_sentence(state: TakamiState, heap: Heap, place: Place) -> str:
    stick, support = heap.at(place), _supports_text(heap, place)
    if not stick:
        may = "a stick may be laid there" if heap.can_bear(place) else "no stick may be laid there"
        return f"{place} is empty, with {support} under it: {may}."
    on_it = " and ".join(heap.resting_on(stick)) or "nothing"
    leaning = ", leaning" if heap.is_leaning(stick) else ""
    taboo = ", taboo" if stick == state.taboo else ""
    return f"{stick} lies on {place}, rests on {support}, {on_it} on it{leaning}{taboo}."


def _supports_text(heap: Heap, place: Place) -> str:
    """What a stick on that place rests on."""
    sides = ["the board" if under is None else heap.at(under) for under in below(place)]
    supports = [side for side in sides if side]
    if len(supports) < 2:
        return f"{supports[0]} alone" if supports else "nothing"
    return " and ".join(supports) if supports[0] != supports[1] else "both boards"


SENTENCES = Sentences(
    scan=scan,
    where=where,
    places=(f"layer {RIM}", "9.2"),
    pieces=("B4",),
)
