"""What the steps of a turn of Takami can be expected to bring, in points or as a chance to win."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from tabletop.bots.winchance import win_chances
from tabletop.game import Move
from tabletop.games.takami.heap import COLOURS, Heap, Pile, Place
from tabletop.games.takami.moves import Done, Keep, Lay, Prize, Probe, Pull, Taboo
from tabletop.games.takami.rules import RED, ROUND_ENDS_AT, TakamiState

TURN_TAKES = 1.1
"""Sticks that a turn takes off the heap, on average."""
TURN_PRIZES = 0.6
"""Prizes that a turn brings, on average."""
TURN_SPREAD = 1.3
"""Points by which a turn strays from its average."""
ROUND_TURNS = 29
"""Turns of a whole round, on average."""
LIKELY = 0.999
"""A game that goes on is never surer than this, so that one won at once is better."""


@dataclass(frozen=True)
class Change:
    """What a turn brings its player: the colours of the prize and of new minus sticks, a letter each."""

    prize: str = ""
    minus: str = ""


Worth = Callable[[Change], float]


def points_worth(state: TakamiState, counts_returns: bool) -> Worth:
    """Points won or lost by the player whose turn it is; minus sticks that come back count if asked for."""
    mine = [stick[0] for stick in state.minus[state.player - 1]]

    def worth(change: Change) -> float:
        if not change.prize:
            return -float(len(change.minus))
        returned = mine.count(change.prize) if counts_returns else 0
        return float(returned + (change.prize != RED))

    return worth


class Prospects:
    """The points that the player whose turn it is can expect to have more than if the turn brought nothing.

    Minus sticks cost less while there is time to win a prize of their colour; other turns
    are taken as average ones.
    """

    def __init__(self, state: TakamiState) -> None:
        self.state = state
        self.known: dict[Change, float] = {}

    def __call__(self, change: Change) -> float:
        if change not in self.known:
            self.known[change] = self._value(change)
        return self.known[change]

    def _value(self, change: Change) -> float:
        return self._total(self.state.player, change) - self._total(self.state.player, Change())

    def _turns(self, change: Change) -> float:
        """How many turns the round still has after this one."""
        state = self.state
        sticks = len(state.heap) + bool(state.held) - len(change.prize) - len(change.minus)
        return max(0, sticks - ROUND_ENDS_AT) / TURN_TAKES

    def _total(self, player: int, change: Change) -> float:
        """The player's points with the change, and with the minus sticks that will come back."""
        state = self.state
        total = float(state.banked[player - 1] + state.points(player))
        minus = "".join(stick[0] for stick in state.minus[player - 1])
        if player == state.player:
            total += points_worth(state, True)(change)
            minus = minus.replace(change.prize or " ", "") + change.minus
        return total + _returns(minus, TURN_PRIZES * self._turns(change) / state.terms.players)


class WinChance(Prospects):
    """The chance that the player whose turn it is wins, seen from the end of this turn.

    Other rounds are taken as average ones.
    """

    def _value(self, change: Change) -> float:
        state = self.state
        turns, rounds = self._turns(change), state.terms.rounds - state.round
        totals = [self._total(player, change) for player in range(1, state.terms.players + 1)]
        spread = TURN_SPREAD * math.sqrt(turns + rounds * ROUND_TURNS)
        chance = win_chances(totals, spread)[state.player - 1]
        return min(LIKELY, max(1 - LIKELY, chance)) if spread else chance


def _returns(minus: str, to_come: float) -> float:
    """Points that prizes to come will give back beyond their own point, the best colours first."""
    bonuses = [minus.count(colour) - (colour == RED) for colour in COLOURS]
    gains = sorted((bonus for bonus in bonuses if bonus > 0), reverse=True)
    return math.fsum(bonus * _at_least(number, to_come) for number, bonus in enumerate(gains, 1))


def _at_least(number: int, average: float) -> float:
    """The chance of so many events where they come independently, with that average."""
    fewer = (average**count / math.factorial(count) for count in range(number))
    return 1 - math.exp(-average) * math.fsum(fewer)


Fallen = tuple[tuple[str, float], ...]
"""The colours of a stick that may fall, each with its chance. A second one is left out, being rare."""
TABLE_CLEAN = 0.9
"""A clean pull at a real table, where nobody knows the heap."""
TABLE_HOLDS = 0.75
"""The same for laying."""


@dataclass(frozen=True)
class Option:
    """A step with its value, and the state once all that is planned of the turn went well."""

    move: Move
    value: float
    after: TakamiState
    chance: float = 1.0
    """The chance that the step itself goes well."""


@dataclass(frozen=True)
class Planner:
    """Expects what a turn will bring, with one measure of worth.

    `plans_prize`: whether a raise is worth also what the best prize after it brings.
    `pulls`: how many sticks are thought of for a raise, the safest first. `raises`: how many
    raises are thought through with the prize.
    """

    worth: Worth
    plans_prize: bool
    pulls: int = 12
    raises: int = 24

    def options(self, state: TakamiState) -> list[Option]:
        """The steps worth thinking of, best first; all are legal. A player must be to move."""
        if state.stage == "lay":
            found = [*self._lays(state, self.plans_prize), self._keep(state)]
        elif state.stage == "prize":
            found = [self._done(state), *self._prizes(state)]
        else:
            sticks = sorted(state.takable(), key=lambda stick: -_clean(state, stick))[: self.pulls]
            found = [*self._raises(state, sticks), *([self._taboo(state)] if state.taboo else [])]
        return sorted(found, key=lambda option: -option.value)

    def option(self, state: TakamiState, move: Move) -> Option:
        """A legal step, whether it is worth thinking of or not."""
        match move:
            case Probe(stick):
                return replace(self.options(replace(state, probed=stick))[0], move=move)
            case Pull(stick):
                return self._raises(state, [stick])[0]
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

    def _raises(self, state: TakamiState, sticks: Sequence[str]) -> list[Option]:
        """Pulls of these sticks, each with the best place to lay it; those that promise too little may be left out."""
        held = {stick: _settled(state.after_pull(stick)) for stick in sticks}
        cleans = {stick: _clean(state, stick) for stick in sticks}
        fails = {stick: self._fails(stick, _pull_falls(state, stick)) for stick in sticks}

        def pull(stick: str, lay: Option) -> Option:
            return Option(Pull(stick), cleans[stick] * lay.value + fails[stick], lay.after, cleans[stick])

        lays = [(stick, lay) for stick in sticks for lay in self._lays(held[stick], False)]
        if self.plans_prize:
            lays.sort(key=lambda pair: -pull(*pair).value)
            lays = [(stick, self._with_prize(lay)) for stick, lay in lays[: self.raises]]
        found: dict[str, Option] = {}
        for stick, lay in lays or [(stick, self._keep(held[stick])) for stick in sticks]:
            option = pull(stick, lay)
            if stick not in found or option.value > found[stick].value:
                found[stick] = option
        return list(found.values())

    def _lays(self, state: TakamiState, with_prize: bool) -> Iterator[Option]:
        return (self._lay(state, place, with_prize) for place in state.places())

    def _lay(self, state: TakamiState, place: Place | None, with_prize: bool) -> Option:
        holds, own, falls = _lay_odds(state, place)
        fails = self._fails(state.held, falls) + own * self.worth(Change(minus=state.held[0]))
        option = Option(Lay(place), holds * self.worth(Change()) + fails, _laid(state, place), holds)
        return self._with_prize(option) if with_prize else option

    def _with_prize(self, lay: Option) -> Option:
        """The same way of laying, with what the best prize adds to it."""
        best = self.options(lay.after)[0]
        more = best.value - self.worth(Change())
        return replace(lay, value=lay.value + lay.chance * more, after=best.after)

    def _prizes(self, state: TakamiState) -> Iterator[Option]:
        """The safest stick of each colour that is worth something."""
        nothing = self.worth(Change())
        safest: dict[str, str] = {}
        for stick in sorted(state.takable(), key=lambda stick: -_clean(state, stick)):
            if self.worth(Change(prize=stick[0])) > nothing:
                safest.setdefault(stick[0], stick)
        return (self._prize(state, stick) for stick in safest.values())

    def _prize(self, state: TakamiState, stick: str) -> Option:
        clean = _clean(state, stick)
        value = clean * self.worth(Change(prize=stick[0])) + self._fails(stick, _pull_falls(state, stick))
        return Option(Prize(stick), value, _settled(replace(state, heap=state.heap.without((stick,)))), clean)

    def _done(self, state: TakamiState) -> Option:
        return Option(Done(), self.worth(Change()), state)

    def _keep(self, state: TakamiState) -> Option:
        return Option(Keep(), self.worth(Change(minus=state.held[0])), state)

    def _taboo(self, state: TakamiState) -> Option:
        stick = state.taboo
        clean = _clean(state, stick)
        value = clean * self.worth(Change(minus=stick[0])) + self._fails(stick, _pull_falls(state, stick))
        return Option(Taboo(), value, _settled(replace(state, heap=state.heap.without((stick,)))), clean)

    def _fails(self, stick: str, falls: Fallen) -> float:
        """The part of the value that comes of falling sticks; the pulled one is lost with them."""
        return math.fsum(chance * self.worth(Change(minus=stick[0] + colour)) for colour, chance in falls)


def _clean(state: TakamiState, stick: str) -> float:
    return 1 - state.hand.fall_chance(state.heap, stick) if isinstance(state.heap, Heap) else TABLE_CLEAN


def _pull_falls(state: TakamiState, stick: str) -> Fallen:
    """What may fall when the stick is pulled; at a real table, for want of knowledge, its own colour."""
    if not isinstance(state.heap, Heap):
        return ((stick[0], 1 - TABLE_CLEAN),)
    return _by_colour(state.hand.pull_risks(state.heap, stick), 1 - _clean(state, stick))


def _lay_odds(state: TakamiState, place: Place | None) -> tuple[float, float, Fallen]:
    """The chances that the stick in hand holds and that it falls itself, and what else may fall."""
    if not isinstance(state.heap, Heap) or place is None:
        return TABLE_HOLDS, 1 - TABLE_HOLDS, ()
    hand = state.hand
    holds, own = hand.hold_chance(state.heap, place), hand.own_risk(state.heap, place)
    return holds, own, _by_colour(hand.lay_risks(state.heap, place), 1 - holds - own)


def _by_colour(risks: Mapping[str, float], whole: float) -> Fallen:
    """Chances of single sticks put together by colour, so that they add up to `whole`."""
    total = math.fsum(risks.values())
    if total <= 0:
        return ()
    colours: dict[str, list[float]] = {}
    for stick, risk in risks.items():
        colours.setdefault(stick[0], []).append(risk * whole / total)
    return tuple((colour, math.fsum(parts)) for colour, parts in colours.items())


def _settled(state: TakamiState) -> TakamiState:
    return replace(state, heap=state.heap.settled()) if isinstance(state.heap, Heap) else state


def _laid(state: TakamiState, place: Place | None) -> TakamiState:
    """The state in which a prize may be taken, the stick in hand lying there."""
    if isinstance(state.heap, Pile):
        heap: Heap | Pile = state.heap.with_stick(state.held)
    else:
        assert place is not None
        heap = state.heap.laid(state.held, place)
    return replace(state, heap=heap, stage="prize", held="", origin=None, raised=state.held)
