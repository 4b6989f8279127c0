"""Bots for Scheiben Mikado. They know what everybody at the table can know, and nothing of the loads.

`easy` reaches for the disc that is least likely to move the slider, `medium` for the one
that brings most points on average; both pull what they touched if that pays. `hard`
looks through the turns until the next pull and plays for the win.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tabletop.bots.bot import Observation, SearchInfo
from tabletop.bots.limit import Limit
from tabletop.bots.specs import BotMaker, level
from tabletop.bots.winchance import win_chances
from tabletop.games.mikado.discs import NAMES, PENALTY
from tabletop.games.mikado.evaluation import Kind, Outlook
from tabletop.games.mikado.moves import Move, Pull, Touch, Waive
from tabletop.games.mikado.rules import MikadoState
from tabletop.games.mikado.waiting import WaitingGame

HARD_NODES = 2000
"""Turns that `hard` looks into at most; a few hundred are usual."""
BLUNDER = 0.04
"""Chances to win; early in a game about a point and a half."""
SURE = 0.98
"""A win this likely is taken by every level; no disc is ever safer than that by much."""
LINES = 3
"""Moves that a Thought tells of."""

Ranked = list[tuple[Move, float]]


@dataclass(frozen=True)
class HandBot:
    """Touches the disc that `wish` values highest, and pulls it if that brings points on average.

    The measure is points; alone, the chance that the slider stays.
    """

    wish: Callable[[Kind, int], float]
    patience: float
    """Alone: how much safer a pull must become by touching on."""

    def think(self, observation: Observation[MikadoState], limit: Limit) -> SearchInfo:
        """A legal move; the budget does not matter."""
        state, outlook = observation.state, Outlook(observation.state)
        limit.spend(len(outlook.kinds))
        if state.is_alone:
            return _info(outlook, _ranked_alone(outlook, self.patience), limit, values_are_chances=True)
        return _info(outlook, self._ranked(outlook), limit, values_are_chances=False)

    def _ranked(self, outlook: Outlook) -> Ranked:
        state, own = outlook.state, outlook.state.player - 1
        if state.touched is not None:
            pull = (Pull(state.touched), outlook.kind_of(state.touched).worths[own])
            return [pull] if state.must_pull else _sorted([pull, (Waive(), 0.0)])
        win = _winning_pull(outlook)
        if win:
            return [(Pull(win.discs[0]), win.worths[own])]
        kinds = sorted(outlook.kinds, key=lambda kind: -self.wish(kind, own))[:LINES]
        if state.must_pull:
            return [(Pull(kind.discs[0]), kind.worths[own]) for kind in kinds]
        return [
            (Pull(kind.discs[0]) if kind.loose == 1 else Touch(kind.discs[0]), max(0.0, kind.worths[own]))
            for kind in kinds
        ]


@dataclass(frozen=True)
class WaitingBot:
    """Looks through the game of waiting; the measure is the chance to win (alone: that the slider stays)."""

    patience: float
    blunder: float = BLUNDER

    def think(self, observation: Observation[MikadoState], limit: Limit) -> SearchInfo:
        """A legal move."""
        outlook = Outlook(observation.state)
        return _info(outlook, self._ranked(outlook, limit, ()), limit, values_are_chances=True)

    def evaluate(
        self, observation: Observation[MikadoState], limit: Limit, moves: Sequence[Move] = (), lines: int = LINES
    ) -> tuple[tuple[Move, float], ...]:
        """The chances of these moves, best first; without any, the `lines` best moves with theirs."""
        outlook = Outlook(observation.state)
        ranked = self._ranked(outlook, limit, moves)
        return tuple(ranked if moves else ranked[:lines])

    def explain(self, observation: Observation[MikadoState], move: Move) -> str:
        """What speaks for a legal move."""
        return _why(Outlook(observation.state), move)

    def _ranked(self, outlook: Outlook, limit: Limit, moves: Sequence[Move]) -> Ranked:
        state = outlook.state
        if state.is_alone:
            ranked = _ranked_alone(outlook, self.patience)
            return _sorted([(move, _stays(outlook, move, ranked)) for move in moves]) if moves else ranked
        game = WaitingGame(outlook, limit)
        wanted = list(moves) or game.candidates() + ([] if state.must_pull else [Waive()])
        return _sorted([(move, game.chance(move)) for move in wanted])


def _info(outlook: Outlook, ranked: Ranked, limit: Limit, values_are_chances: bool) -> SearchInfo:
    move, value = ranked[0]
    return SearchInfo(move, value, _why(outlook, move), limit.spent, tuple(ranked[:LINES]), values_are_chances)


def _sorted(ranked: Ranked) -> Ranked:
    """Best first; of equals, the first stays first."""
    return sorted(ranked, key=lambda pair: -pair[1])


def _winning_pull(outlook: Outlook) -> Kind | None:
    """A disc that ends the game and almost surely wins it, if there is one; the surest."""
    state, own = outlook.state, outlook.state.player - 1
    if len(state.tray) > state.terms.players + 1:
        return None
    best: Kind | None = None
    most = SURE
    for kind in outlook.kinds:
        points = [float(hand.points) for hand in state.hands]
        risk = kind.risks[own]
        clean = win_chances([*points[:own], points[own] + kind.points, *points[own + 1 :]], 0)[own]
        moved = win_chances([*points[:own], points[own] - PENALTY, *points[own + 1 :]], 0)[own]
        chance = (1 - risk) * clean + risk * moved
        if chance >= most:
            best, most = kind, chance
    return best


# A player alone (M11)


def _ranked_alone(outlook: Outlook, patience: float) -> Ranked:
    """Touch on, which costs nothing, as long as that makes the next pull safer; then pull the safest disc."""
    state = outlook.state
    own = state.player - 1
    safest = min(outlook.kinds, key=lambda kind: kind.risks[own])
    least = safest.risks[own]
    if state.must_pull:
        disc = safest.discs[0] if state.touched is None else state.touched
        return [(Pull(disc), 1 - outlook.kind_of(disc).risks[own])]
    gains = [_safety(outlook, kind, least) for kind in outlook.kinds]
    target, gain = max(zip(outlook.kinds, gains, strict=True), key=lambda pair: pair[1])
    pull = (Pull(safest.discs[0]), 1 - least)
    if state.touched is not None:
        touched = outlook.kind_of(state.touched)
        pull = (Pull(state.touched), 1 - touched.risks[own])
        waive = (Waive(), 1 - least + (gain if gain > patience else -patience))
        return _sorted([pull, waive])
    touch = (Touch(target.discs[0]), 1 - least + (gain if gain > patience else -patience))
    return _sorted([pull, touch])


def _safety(outlook: Outlook, kind: Kind, least: float) -> float:
    """By how much the next pull becomes safer, on average, if such a disc is touched."""
    own = outlook.state.player - 1
    feels = outlook.feels(kind, own + 1)
    return math.fsum([feel.chance * max(0.0, least - feel.kind.risks[own]) for feel in feels])


def _stays(outlook: Outlook, move: Move, ranked: Ranked) -> float:
    """Alone: the chance that the slider stays after any legal move."""
    known = dict(ranked)
    if move in known:
        return known[move]
    own = outlook.state.player - 1
    least = min(kind.risks[own] for kind in outlook.kinds)
    if isinstance(move, Pull):
        return 1 - outlook.kind_of(move.disc).risks[own]
    gain = _safety(outlook, outlook.kind_of(move.disc), least) if isinstance(move, Touch) else 0.0
    return 1 - least + gain


# In words


def _why(outlook: Outlook, move: Move) -> str:
    """What speaks for a move, in a sentence without a full stop."""
    state, own = outlook.state, outlook.state.player - 1
    if isinstance(move, Waive):
        assert state.touched is not None or not state.must_pull
        if state.touched is None:
            return "nothing in the tray is worth a touch or a pull now, and others may have to pull first"
        kind = outlook.kind_of(state.touched)
        return f"pulling {NAMES[state.touched]} would be a movement with {kind.risks[own]:.0%}: too much to risk"
    assert isinstance(move, (Touch, Pull))
    name, kind = NAMES[move.disc], outlook.kind_of(move.disc)
    if isinstance(move, Touch):
        return f"{name} is loose with {kind.loose:.0%}, and if it does not feel good it need not be pulled"
    risk = f"pulling {name} is a movement with {kind.risks[own]:.0%}"
    if state.is_alone:
        return f"{risk}, the least there is"
    forced = "somebody must pull now: " if state.must_pull else ""
    return f"{forced}{risk}, which makes {kind.worths[own]:+.1f} points on average"


# The levels


def _safe(kind: Kind, own: int) -> float:
    return -kind.risks[own]


def _rich(kind: Kind, own: int) -> float:
    return kind.worths[own]


BOTS: dict[str, BotMaker] = {
    # Reaches for what is least likely to move the slider.
    "easy": level("easy", HandBot(_safe, patience=0.02)),
    # Reaches for what brings most points on average.
    "medium": level("medium", HandBot(_rich, patience=0.01)),
    # Looks through the turns until the next pull, and plays for the win.
    "hard": level("hard", WaitingBot(patience=0.002), nodes=HARD_NODES),
}
