"""The command `odds`: the chances that sticks fall, and which ones, as far as players can know them.

`pull_odds` and `lay_odds` compute the numbers, `odds_lines` and `odds_details` print them. They
use all that the state contains: what players know or, if the hidden truth is in it, the truth.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from tabletop.errors import WrongUse
from tabletop.game import CommandCall
from tabletop.games.takami.falls import lay_risks, pull_pool, pull_risks
from tabletop.games.takami.heap import COLOURS, PLACES, STICKS, Heap, Place
from tabletop.games.takami.moves import FEELS, Feel
from tabletop.games.takami.rules import TakamiState
from tabletop.style import Style
from tabletop.text import join_words, shorten

_MOST_AT_RISK = 4
"""Sticks named in a row of the table."""
_MOST_LISTED = 10
"""Sticks listed for a single stick or place."""


class FeelOdds(NamedTuple):
    """One way in which a stick may sit, and which a probe may report.

    `chance` is the chance that it sits so, and `falls` that of a fall if it does; `told` is the
    chance that a probe reports it, and `falls_then` that of a fall after this report.
    """

    feel: Feel
    chance: float
    falls: float
    told: float
    falls_then: float


@dataclass(frozen=True)
class PullOdds:
    """The odds of pulling a stick, for a raise or as a prize; `falls` is the chance that any stick falls."""

    stick: str
    falls: float
    feels: tuple[FeelOdds, ...]

    @property
    def clean(self) -> float:
        """The chance that nothing falls."""
        return 1 - self.falls


@dataclass(frozen=True)
class LayOdds:
    """The odds of laying a stick on a place.

    `holds` is the chance that nothing falls; otherwise the laid stick falls, and perhaps one of
    `at_risk`, each with its chance, the likeliest first. `is_leaning`: one support is missing.
    """

    place: Place
    is_leaning: bool
    holds: float
    at_risk: dict[str, float]

    @property
    def falls(self) -> float:
        """The chance that the laid stick falls."""
        return 1 - self.holds


def pull_odds(state: TakamiState, stick: str) -> PullOdds:
    """The odds for the player whose turn it is. The stick must be on the heap; the rules are not checked."""
    heap, hand = _heap(state), state.hand
    layer, burden, sits = heap.place_of(stick).layer, heap.burdens[stick], state.sits_chances(stick)
    told = hand.feel_chances(sits)
    feels = []
    for index, feel in enumerate(FEELS):
        certain = [float(other == index) for other in range(len(FEELS))]
        falls = hand.fall_chance(layer, burden, certain).total
        falls_then = hand.fall_chance(layer, burden, hand.after_probe(sits, index)).total
        feels.append(FeelOdds(feel, sits[index], falls, told[index], falls_then))
    return PullOdds(stick, state.fall_chance(stick).total, tuple(feels))


def sticks_at_risk(state: TakamiState, stick: str) -> dict[str, float]:
    """The sticks that may fall when this one is pulled, each with its chance, the likeliest first."""
    return pull_risks(state.hand, _heap(state), stick, state.fall_chance(stick))


def lay_odds(state: TakamiState, place: Place) -> LayOdds:
    """The odds for the player whose turn it is. The place must be able to bear a stick."""
    heap, hand = _heap(state), state.hand
    holds = hand.hold_chance(heap, place)
    return LayOdds(place, heap.support_count(place) < 2, holds, lay_risks(hand, heap, place))


def _heap(state: TakamiState) -> Heap:
    assert isinstance(state.heap, Heap), "a refereed game has no odds"
    return state.heap


def _places(state: TakamiState) -> list[Place]:
    """Where a stick may be laid: the one in hand, or else any."""
    return [place for place in state.legal_places() if place is not None]


# The command


def odds_lines(call: CommandCall[TakamiState]) -> Iterator[str]:
    """What `odds` prints: a table of sticks and one of places, or with `--of` more about one of them."""
    state = call.state
    heap = _heap(state)
    name = call.setup.names[state.player - 1]
    head = f"{name}, skill {state.hand.skill:g}, model {state.config.model.name}"
    match _target(heap, call):
        case None:
            yield f"{head}:"
            yield from _stick_table(state, heap, call.style)
            yield ""
            yield from _place_table(state)
        case Place() as place:
            yield from _place_lines(state, place, head, call.style)
        case stick:
            yield from _stick_lines(state, heap, stick, head, call.style)


def odds_details(call: CommandCall[TakamiState]) -> dict[str, Any]:
    """What `odds --json` prints."""
    state = call.state
    heap = _heap(state)
    target = _target(heap, call)
    sticks = [stick for stick in heap if target in (None, stick)]
    places = [target] if isinstance(target, Place) else [] if target else _places(state)
    return {
        "model": state.config.model.name,
        "player": call.setup.names[state.player - 1],
        "skill": state.hand.skill,
        "sticks": [_pull_details(state, stick) for stick in sticks],
        "places": [_lay_details(lay_odds(state, place)) for place in places],
    }


def _pull_details(state: TakamiState, stick: str) -> dict[str, Any]:
    heap, odds, report = _heap(state), pull_odds(state, stick), state.report_on(stick)
    return {
        "stick": stick,
        "place": str(heap.place_of(stick)),
        "carries": list(heap.resting_on(stick)),
        "free": heap.is_free(stick),
        "leaning": heap.is_leaning(stick),
        "told": report.feel if report else None,
        "clean": round(odds.clean, 4),
        "falls": round(odds.falls, 4),
        "sits": {feel.feel: round(feel.chance, 4) for feel in odds.feels},
        "falls_if": {feel.feel: round(feel.falls, 4) for feel in odds.feels},
        "probe": {feel.feel: round(feel.told, 4) for feel in odds.feels},
        "falls_after_probe": {feel.feel: round(feel.falls_then, 4) for feel in odds.feels if feel.told},
        "at_risk": _rounded(sticks_at_risk(state, stick)),
    }


def _lay_details(odds: LayOdds) -> dict[str, Any]:
    return {
        "place": str(odds.place),
        "leaning": odds.is_leaning,
        "holds": round(odds.holds, 4),
        "falls": round(odds.falls, 4),
        "itself": round(odds.falls, 4),
        "at_risk": _rounded(odds.at_risk),
    }


def _rounded(chances: dict[str, float]) -> dict[str, float]:
    return {stick: round(chance, 4) for stick, chance in chances.items()}


def _target(heap: Heap, call: CommandCall[TakamiState]) -> str | Place | None:
    """The stick or place that `--of` asks for, or None for all; raises WrongUse where it has no odds."""
    text = call.values.get("of")
    if not text:
        return None
    word = str(text).strip().upper()
    place = next((place for place in PLACES if str(place) == word), None)
    if place is None:
        if word not in STICKS:
            raise WrongUse(f"{shorten(word)} is neither a stick such as B4 nor a place such as 9.2")
        if word not in heap:
            raise WrongUse(f"{word} is not on the X")
        return word
    if not heap.can_bear(place):
        if heap.at(place):
            raise WrongUse(f"no stick can be laid on {place}: {heap.at(place)} lies there")
        raise WrongUse(f"no stick can be laid on {place}: there is no stick below to support it")
    return place


def _stick_lines(state: TakamiState, heap: Heap, stick: str, head: str, style: Style) -> Iterator[str]:
    pull = pull_odds(state, stick)
    position = ", ".join([f"on {heap.place_of(stick)}", *_notes(state, heap, stick)])
    yield f"{head}: {_painted(stick, style, stick)} {position}"
    yield f"carries {join_words(heap.resting_on(stick) or ['nothing'])}"
    if report := state.report_on(stick):
        yield f"felt    {report.feel}, in turn {report.turn}"
    yield f"clean  {_percent(pull.clean)}"
    yield f"falls  {_percent(pull.falls)}"
    yield from _risk_lines(sticks_at_risk(state, stick), style)
    if heap.is_free(stick):
        yield "Nothing rests on it, so how it sits changes nothing."
        return
    yield ""
    yield "it sits         then falls   a probe says    then falls"
    for feel in pull.feels:
        told = f"{_percent(feel.told)}          {_percent(feel.falls_then) if feel.told else '-':>6}"
        yield f"{feel.feel:<6} {_percent(feel.chance)}       {_percent(feel.falls)}          {told}"


def _place_lines(state: TakamiState, place: Place, head: str, style: Style) -> Iterator[str]:
    lay = lay_odds(state, place)
    yield f"{head}: a stick laid on {place}, {'leaning' if lay.is_leaning else 'sound'}"
    yield f"holds  {_percent(lay.holds)}"
    yield f"falls  {_percent(lay.falls)}"
    yield from _risk_lines({"itself": lay.falls, **lay.at_risk}, style)


def _risk_lines(at_risk: dict[str, float], style: Style) -> Iterator[str]:
    """The sticks that may fall, the likeliest first, as many to a line as fit; the last ones as one number."""
    sticks = list(at_risk)
    entries = [(f"{stick:<2} {_percent(at_risk[stick])}", stick) for stick in sticks[:_MOST_LISTED]]
    if others := sticks[_MOST_LISTED:]:
        chance = _percent(math.fsum(at_risk[stick] for stick in others))
        entries.append((f"{len(others)} others {chance}", "others"))
    per_line = max(1, (style.width - 8) // 12)
    for start in range(0, len(entries), per_line):
        cells = [_painted(text.ljust(9), style, stick) for text, stick in entries[start : start + per_line]]
        yield (f"{'' if start else 'at risk':8}" + "   ".join(cells)).rstrip()


def _stick_table(state: TakamiState, heap: Heap, style: Style) -> Iterator[str]:
    yield "stick  place  clean   falls   carries  felt   at risk"
    for stick in reversed(list(heap)):
        falls, report = state.fall_chance(stick).total, state.report_on(stick)
        chances = f"{_percent(1 - falls)}  {_percent(falls)}"
        pool = pull_pool(state.hand, heap, stick)
        likeliest = sorted(zip(pool.sticks, pool.weights, strict=True), key=lambda item: -item[1])
        names = _likeliest([name for name, weight in likeliest if weight])
        row = f"{heap.place_of(stick)!s:<5}  {chances}  {heap.burdens[stick]:<7}  {report.feel if report else '-':<5}"
        notes = " ".join(note for note in _notes(state, heap, stick) if note != "free")
        yield f"{_painted(stick, style, stick)}     {row}  {names:<15}  {notes}".rstrip()


def _place_table(state: TakamiState) -> Iterator[str]:
    yield "place  holds   falls   how      at risk"
    for place in _places(state):
        lay = lay_odds(state, place)
        how = "leaning" if lay.is_leaning else "sound"
        chances = f"{_percent(lay.holds)}  {_percent(lay.falls)}"
        yield f"{place!s:<5}  {chances}  {how:<7}  itself {_likeliest(list(lay.at_risk))}"


def _likeliest(sticks: list[str]) -> str:
    """The sticks that are likeliest to fall, of all that may."""
    return " ".join([*sticks[:_MOST_AT_RISK], *(["..."] if len(sticks) > _MOST_AT_RISK else [])])


def _notes(state: TakamiState, heap: Heap, stick: str) -> list[str]:
    """Which of free, leaning and taboo the stick is."""
    notes = {"free": heap.is_free(stick), "leaning": heap.is_leaning(stick), "taboo": stick == state.taboo}
    return [note for note, is_true in notes.items() if is_true]


def _percent(chance: float) -> str:
    return f"{100 * chance:5.1f}%"


def _painted(text: str, style: Style, stick: str) -> str:
    """The text in the stick's colour; other words, such as `others`, stay as they are."""
    return style.paint(text, COLOURS[stick[0]] if stick in STICKS else "")
