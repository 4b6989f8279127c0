"""The command `odds`: the chances that sticks fall, and which ones.

`pull_odds` and `lay_odds` compute the numbers, `odds_lines` and `odds_details` print them. The
heap is visible and the model is known, so players can know the true odds.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from tabletop.errors import WrongUse
from tabletop.game import CommandCall
from tabletop.games.takami.heap import COLOURS, PLACES, STICKS, Heap, Place
from tabletop.games.takami.moves import Feel
from tabletop.games.takami.rules import TakamiState
from tabletop.style import Style
from tabletop.text import join_words, shorten

_MOST_AT_RISK = 4
"""Sticks named in a row of the table."""
_MOST_LISTED = 10
"""Sticks listed where a single stick or place is asked for."""


@dataclass(frozen=True)
class PullOdds:
    """The odds of pulling a stick, for a raise or as a prize.

    `falls` is the chance that any stick falls, `at_risk` that of each one, the likeliest first.
    `feels` lists what a probe may report, with the chance of each answer.
    """

    stick: str
    falls: float
    at_risk: dict[str, float]
    feels: tuple[tuple[Feel, float], ...]

    @property
    def clean(self) -> float:
        """The chance that nothing falls."""
        return 1 - self.falls


@dataclass(frozen=True)
class LayOdds:
    """The odds of laying a stick on a place.

    `holds` is the chance that nothing falls, `itself` that the laid stick falls, `at_risk` that
    of each other stick, the likeliest first. `is_leaning`: one support is missing.
    """

    place: Place
    is_leaning: bool
    holds: float
    itself: float
    at_risk: dict[str, float]

    @property
    def falls(self) -> float:
        """The chance that any stick falls."""
        return 1 - self.holds


def pull_odds(state: TakamiState, stick: str) -> PullOdds:
    """The odds for the player whose turn it is. The stick must be on the heap; the rules are not checked."""
    heap, hand = _heap(state), state.hand
    falls = hand.fall_chance(heap, stick)
    return PullOdds(stick, falls, hand.pull_risks(heap, stick), hand.feel_chances(heap, stick))


def lay_odds(state: TakamiState, place: Place) -> LayOdds:
    """The odds for the player whose turn it is. The place must be able to bear a stick."""
    heap, hand = _heap(state), state.hand
    holds = hand.hold_chance(heap, place)
    at_risk = hand.lay_risks(heap, place)
    return LayOdds(place, heap.support_count(place) < 2, holds, hand.own_risk(heap, place), at_risk)


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
        "sticks": [_pull_details(heap, pull_odds(state, stick)) for stick in sticks],
        "places": [_lay_details(lay_odds(state, place)) for place in places],
    }


def _pull_details(heap: Heap, odds: PullOdds) -> dict[str, Any]:
    return {
        "stick": odds.stick,
        "place": str(heap.place_of(odds.stick)),
        "free": heap.is_free(odds.stick),
        "leaning": heap.is_leaning(odds.stick),
        "load": round(heap.loads[odds.stick], 4),
        "sits": {feel: round(chance, 4) for feel, chance in odds.feels},
        "clean": round(odds.clean, 4),
        "falls": round(odds.falls, 4),
        "at_risk": {stick: round(chance, 4) for stick, chance in odds.at_risk.items()},
    }


def _lay_details(odds: LayOdds) -> dict[str, Any]:
    return {
        "place": str(odds.place),
        "leaning": odds.is_leaning,
        "holds": round(odds.holds, 4),
        "falls": round(odds.falls, 4),
        "itself": round(odds.itself, 4),
        "at_risk": {stick: round(chance, 4) for stick, chance in odds.at_risk.items()},
    }


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
    on_top = join_words(heap.resting_on(stick) or ["nothing"])
    position = ", ".join([f"on {heap.place_of(stick)}", *_notes(state, heap, stick)])
    yield f"{head}: {_painted(stick, style, stick)} {position}"
    yield f"load   {heap.loads[stick]:.2f} stick weights, with {on_top} on top"
    yield "sits   " + ", ".join(f"{feel} {_percent(chance)}" for feel, chance in pull.feels)
    yield f"clean  {_percent(pull.clean)}"
    yield f"falls  {_percent(pull.falls)}"
    yield from _risk_lines(pull.at_risk, style)


def _place_lines(state: TakamiState, place: Place, head: str, style: Style) -> Iterator[str]:
    lay = lay_odds(state, place)
    yield f"{head}: a stick laid on {place}, {'leaning' if lay.is_leaning else 'sound'}"
    yield f"holds  {_percent(lay.holds)}"
    yield f"falls  {_percent(lay.falls)}"
    yield from _risk_lines({"itself": lay.itself, **lay.at_risk}, style)


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
    yield "stick  place  clean   falls   sits   at risk"
    for stick in reversed(list(heap)):
        pull = pull_odds(state, stick)
        feel = max(pull.feels, key=lambda pair: pair[1])[0]
        chances = f"{_percent(pull.clean)}  {_percent(pull.falls)}"
        row = f"{heap.place_of(stick)!s:<5}  {chances}  {feel:<5}  {_likeliest(pull.at_risk):<15}  "
        yield (f"{_painted(stick, style, stick)}     {row}" + " ".join(_notes(state, heap, stick))).rstrip()


def _place_table(state: TakamiState) -> Iterator[str]:
    yield "place  holds   falls   how      at risk"
    for place in _places(state):
        lay = lay_odds(state, place)
        how = "leaning" if lay.is_leaning else "sound"
        chances = f"{_percent(lay.holds)}  {_percent(lay.falls)}"
        yield f"{place!s:<5}  {chances}  {how:<7}  itself {_likeliest(lay.at_risk)}"


def _likeliest(at_risk: dict[str, float]) -> str:
    """The sticks that are likeliest to fall."""
    sticks = list(at_risk)
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
