"""Bots for Takami. Nothing is hidden, so they reckon with the true odds, and never probe.

The values of `easy` and `medium` are the points that the turn brings; those of `hard` are chances to win.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from tabletop.bots.bot import Observation, SearchInfo
from tabletop.bots.limit import Limit
from tabletop.bots.specs import BotMaker, level
from tabletop.game import Move
from tabletop.games.takami.evaluation import Change, Option, Planner, Prospects, WinChance, points_worth
from tabletop.games.takami.moves import Done, Keep, Lay, Prize, Pull, Taboo
from tabletop.games.takami.rules import ROUND_ENDS_AT, TakamiState

LINES = 3
"""Steps that a thought ranks."""


class StepBot(ABC):
    """A bot that compares the options of a step; what they are worth to it is its own."""

    values_are_chances: ClassVar[bool]
    """Whether its values are chances to win, rather than points."""

    def think(self, observation: Observation[TakamiState], limit: Limit) -> SearchInfo:
        """The legal step of most value."""
        state = observation.state
        options = self._options(state, limit)
        best = max(options, key=lambda option: option.value)
        ranked = _values(options, LINES)
        return SearchInfo(best.move, best.value, _why(state, best), limit.spent, ranked, self.values_are_chances)

    def evaluate(
        self, observation: Observation[TakamiState], limit: Limit, moves: Sequence[Move] = (), lines: int = LINES
    ) -> tuple[tuple[Move, float], ...]:
        """The values of these steps, best first; without any, the `lines` best steps with theirs."""
        return _values(self._options(observation.state, limit, moves), len(moves) or lines)

    def explain(self, observation: Observation[TakamiState], move: Move) -> str:
        """What speaks for a legal step."""
        state = observation.state
        return _why(state, Planner(Prospects(state), True).option(state, move))

    @abstractmethod
    def _options(self, state: TakamiState, limit: Limit, moves: Sequence[Move] = ()) -> list[Option]:
        """These steps with their values, or without any those worth a look."""


@dataclass(frozen=True)
class CarefulBot(StepBot):
    """Takes the step that promises the most points. The budget is counted, but every option is looked at.

    With `plans` it thinks of the prize already when it raises, and of the minus sticks that
    prizes give back, now or later; without, of one step at a time.
    """

    values_are_chances = False

    plans: bool
    blunder: float = 0.5

    def _options(self, state: TakamiState, limit: Limit, moves: Sequence[Move] = ()) -> list[Option]:
        worth = Prospects(state) if self.plans else points_worth(state, counts_returns=False)
        planner = Planner(worth, self.plans)
        options = [planner.option(state, move) for move in moves] or planner.options(state)
        limit.spend(len(options))
        return options


@dataclass(frozen=True)
class FarsightedBot(StepBot):
    """Takes the step that wins most often, and leaves the next player little.

    The `width` best options are compared by what the next player can gain after them, as
    far as the budget goes; `share` is how much of that is taken from one's own chance, with
    two players.
    """

    values_are_chances = True

    width: int = 5
    share: float = 0.5
    blunder: float = 0.04
    """Chances to win; early in a game about two thirds of a point."""

    def _options(self, state: TakamiState, limit: Limit, moves: Sequence[Move] = ()) -> list[Option]:
        planner = Planner(WinChance(state), True, raises=16)
        options = [planner.option(state, move) for move in moves] or planner.options(state)[: self.width]
        weight = self.share / (state.terms.players - 1)
        looked: list[Option] = []
        for option in options:
            if looked and not limit.spend() and not moves:
                break
            looked.append(replace(option, value=option.value - weight * _left_to_next(option.after)))
        return looked


def _left_to_next(after: TakamiState) -> float:
    """By how much the next player's chance to win can be expected to grow, if this turn ends like that."""
    if len(after.heap) <= ROUND_ENDS_AT:
        return 0.0
    raised = after.raised if after.raised in after.heap else ""
    player = after.player % after.terms.players + 1
    coming = replace(after, player=player, stage="raise", taboo=raised, raised="", probed="", held="", origin=None)
    chance = WinChance(coming)
    return Planner(chance, True, pulls=4, raises=4).options(coming)[0].value - chance(Change())


def _values(options: list[Option], lines: int) -> tuple[tuple[Move, float], ...]:
    """The best steps with their values; of equals, the first stays first."""
    ranked = sorted(options, key=lambda option: -option.value)
    return tuple((option.move, option.value) for option in ranked[:lines])


def _why(state: TakamiState, option: Option) -> str:
    """What speaks for the step, in a sentence without a full stop."""
    if state.terms.is_refereed:
        often = "nobody has told how the sticks lie, so the colour decides"
    else:
        often = f"goes well {round(100 * option.chance)} times in 100"
    match option.move:
        case Pull(stick):
            return often if state.terms.is_refereed else f"pulling {stick} {often}, and it can be laid higher"
        case Lay(place):
            return f"laying {state.held} on {place} {often}" if place else f"{state.held} may still hold higher up"
        case Prize(stick):
            returned = [other for other in state.minus[state.player - 1] if other[0] == stick[0]]
            gives = f"gives back {' '.join(returned)}" if returned else ""
            if state.terms.is_refereed:
                return f"{stick} {gives or 'counts a point'}"
            return f"taking {stick} {often}" + (f" and {gives}" if gives else "")
        case Done():
            return "no prize is worth its risk"
        case Keep():
            return f"laying {state.held} anywhere risks more than the stick itself"
        case Taboo():
            return f"every raise risks more than {state.taboo} costs"
        case _:
            return "what is told then may make the choice easier"


BOTS: dict[str, BotMaker] = {
    # Thinks of one step at a time: the safest raise, then a prize that is worth its risk.
    "easy": level("easy", CarefulBot(plans=False)),
    # Plans raise and prize together, and wins minus sticks back.
    "medium": level("medium", CarefulBot(plans=True)),
    # Plays for the win rather than for points, and minds what it leaves to the next player.
    "hard": level("hard", FarsightedBot(), nodes=40),
}
