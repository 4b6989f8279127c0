"""Bots for Scheiben Mikado. They know what players can know, not the hidden loads.

`novice` never touches, except alone, where that is free: it pulls what brings most points on average. `easy` touches
the disc that is least likely to move the slider, of equally safe ones the smallest, and goes by how it feels. `medium`
weighs points with the chance of getting them and overlooks what a movement costs, even when it must pull. `hard`
touches what promises most, minds what it leaves to the next player, and plays the last round for the win.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TypeAlias

from tabletop.bots.bot import Observation, SearchInfo
from tabletop.bots.limit import Limit
from tabletop.bots.specs import BotMaker, level
from tabletop.bots.winchance import win_chances
from tabletop.games.mikado.discs import NAMES, PENALTY
from tabletop.games.mikado.evaluation import DiscGroup, Evaluation
from tabletop.games.mikado.moves import Move, Pull, Touch, Waive
from tabletop.games.mikado.rules import SOLO_MOVEMENTS, MikadoState
from tabletop.games.mikado.search import TurnSearch, chance_with_points

HARD_NODES = 100
"""Moves that `hard` weighs at most; about a dozen are usual."""
BLUNDER = 0.04
"""Of the chance to win; early in a game about a point and a half."""
CERTAIN_WIN = 0.98
"""Every level takes a win that is this likely; hardly any disc is safer."""
LINES = 3
"""How many moves a SearchInfo lists."""

SOLO_RISK = 0.065
"""The share of movements among pulls in solo games: 52 of 799 in 16 games of `hard` and `medium`."""

RISK_TAKEN = 0.4
"""Below this risk `medium` pulls a disc that it has touched, whatever its points."""
GOOD_FEELS = ("loose", "light")
"""How discs feel that `easy` pulls."""

Preference: TypeAlias = Callable[[DiscGroup, int], float]
"""How good a disc of a group is for a player."""
Readiness: TypeAlias = Callable[[MikadoState, DiscGroup], bool]
"""Whether to pull the touched disc, which is the only one of its group that matters."""
RankedMoves = list[tuple[Move, float]]
"""Moves with their values, best first."""


@dataclass(frozen=True)
class RuleBot:
    """Touches the disc with the highest `touch_preference`, and pulls it if it is ready to, or at once if it must.

    Values are points; in a solo game, the chance that the slider does not move.
    """

    touch_preference: Preference | None
    """How good it is to touch a disc of a group; None for a player who never touches."""
    pull_preference: Preference
    """How good it is to pull one, for a player who never touches, or has no choice in the whole game (M10)."""
    is_ready: Readiness
    patience: float
    """In a solo game: how much safer touching another disc must make the next pull."""

    def think(self, observation: Observation[MikadoState], limit: Limit) -> SearchInfo:
        """A legal move; the limit does not matter."""
        state, evaluation = observation.state, Evaluation(observation.state)
        limit.spend(len(evaluation.groups))
        if state.is_solo:
            return _solo_info(evaluation, _rank_solo(evaluation, self.patience), limit)
        info = _info(evaluation, self._rank(evaluation), limit, values_are_chances=False)
        return replace(info, chance_of=partial(chance_with_points, state))

    def _rank(self, evaluation: Evaluation) -> RankedMoves:
        state, index = evaluation.state, evaluation.state.player - 1
        if state.touched is not None:
            group = evaluation.group_of(state.touched)
            if state.must_pull or self.is_ready(state, group):
                return [(Pull(state.touched), group.expected_points[index])]
            return [(Waive(), 0.0)]
        winning = _winning_group(evaluation)
        if winning:
            return [(Pull(winning.discs[0]), winning.expected_points[index])]
        touch_preference = self.touch_preference if state.config.may_waive else None
        preference = touch_preference or self.pull_preference
        best = sorted(evaluation.groups, key=lambda group: -preference(group, index))[:LINES]
        if touch_preference is None or state.must_pull:
            return [(Pull(group.discs[0]), group.expected_points[index]) for group in best]
        return [
            (
                Pull(group.discs[0]) if group.loose_chance == 1 else Touch(group.discs[0]),
                evaluation.touch_value(group, state.player),
            )
            for group in best
        ]


@dataclass(frozen=True)
class SearchBot:
    """Weighs touches, pulls and waiving. Values are chances to win; in a solo game, that the slider stays."""

    patience: float
    """In a solo game: how much safer touching another disc must make the next pull."""
    blunder: float = BLUNDER

    def think(self, observation: Observation[MikadoState], limit: Limit) -> SearchInfo:
        """A legal move."""
        evaluation = Evaluation(observation.state)
        ranked = self._rank(evaluation, limit, ())
        if observation.state.is_solo:
            return _solo_info(evaluation, ranked, limit)
        return _info(evaluation, ranked, limit, values_are_chances=True)

    def evaluate(
        self, observation: Observation[MikadoState], limit: Limit, moves: Sequence[Move] = (), lines: int = LINES
    ) -> tuple[tuple[Move, float], ...]:
        """The chances of these moves, best first; without any, the `lines` best moves with theirs."""
        ranked = self._rank(Evaluation(observation.state), limit, moves)
        return tuple(ranked if moves else ranked[:lines])

    def explain(self, observation: Observation[MikadoState], move: Move) -> str:
        """The reason for a legal move."""
        return _explain(Evaluation(observation.state), move)

    def _rank(self, evaluation: Evaluation, limit: Limit, moves: Sequence[Move]) -> RankedMoves:
        state = evaluation.state
        if state.is_solo:
            ranked = _rank_solo(evaluation, self.patience)
            return _sorted([(move, _solo_value(evaluation, move, ranked)) for move in moves]) if moves else ranked
        search = TurnSearch(evaluation, limit)
        return _sorted([(move, search.win_chance(move)) for move in moves or search.candidates()])


def _info(evaluation: Evaluation, ranked: RankedMoves, limit: Limit, values_are_chances: bool) -> SearchInfo:
    move, value = ranked[0]
    return SearchInfo(move, value, _explain(evaluation, move), limit.spent, tuple(ranked[:LINES]), values_are_chances)


def _sorted(moves: RankedMoves) -> RankedMoves:
    """Best first; equal ones keep their order."""
    return sorted(moves, key=lambda pair: -pair[1])


def _winning_group(evaluation: Evaluation) -> DiscGroup | None:
    """The group of which a pull ends the game and most likely wins it, if that is almost certain."""
    state, index = evaluation.state, evaluation.state.player - 1
    if len(state.tray) > state.config.players + 1:
        return None
    best: DiscGroup | None = None
    best_chance = CERTAIN_WIN
    for group in evaluation.groups:
        points = [float(hand.points) for hand in state.hands]
        risk = group.risks[index]
        clean = win_chances([*points[:index], points[index] + group.points, *points[index + 1 :]], 0)[index]
        moved = win_chances([*points[:index], points[index] - PENALTY, *points[index + 1 :]], 0)[index]
        chance = (1 - risk) * clean + risk * moved
        if chance >= best_chance:
            best, best_chance = group, chance
    return best


# Solo games (M11)


def _rank_solo(evaluation: Evaluation, patience: float) -> RankedMoves:
    """Touch discs, which costs nothing, as long as that makes the next pull safer; then pull the safest one."""
    state, index = evaluation.state, evaluation.state.player - 1
    safest = min(evaluation.groups, key=lambda group: group.risks[index])
    least_risk = safest.risks[index]
    if state.must_pull:
        disc = safest.discs[0] if state.touched is None else state.touched
        return [(Pull(disc), 1 - evaluation.group_of(disc).risks[index])]
    gains = [_safety_gain(evaluation, group, least_risk) for group in evaluation.groups]
    target, gain = max(zip(evaluation.groups, gains, strict=True), key=lambda pair: pair[1])
    value_of_touching = 1 - least_risk + (gain if gain > patience else -patience)
    if state.touched is not None:
        pull = (Pull(state.touched), 1 - evaluation.group_of(state.touched).risks[index])
        return _sorted([pull, (Waive(), value_of_touching)])
    return _sorted([(Pull(safest.discs[0]), 1 - least_risk), (Touch(target.discs[0]), value_of_touching)])


def _safety_gain(evaluation: Evaluation, group: DiscGroup, least_risk: float) -> float:
    """By how much touching a disc of the group lowers the risk of the next pull on average."""
    player = evaluation.state.player
    outcomes = evaluation.touch_outcomes(group, player)
    return math.fsum([outcome.chance * max(0.0, least_risk - outcome.group.risks[player - 1]) for outcome in outcomes])


def _solo_info(evaluation: Evaluation, ranked: RankedMoves, limit: Limit) -> SearchInfo:
    info = _info(evaluation, ranked, limit, values_are_chances=False)
    return replace(info, values_are_points=False, chance_of=partial(_solo_chance, evaluation.state))


def _solo_chance(state: MikadoState, clean: float) -> float:
    """The chance to win, if the next pull is no movement with the chance `clean`, and later ones are average."""
    pulls, allowed = len(state.tray) - 2, SOLO_MOVEMENTS - state.movements
    clean = min(1.0, max(0.0, clean))
    return clean * _few_movements(pulls, allowed) + (1 - clean) * _few_movements(pulls, allowed - 1)


def _few_movements(pulls: int, allowed: int) -> float:
    """The chance of not more than the allowed number of movements in so many average pulls."""
    if pulls <= allowed:
        return 1.0
    return math.fsum([math.comb(pulls, k) * SOLO_RISK**k * (1 - SOLO_RISK) ** (pulls - k) for k in range(allowed + 1)])


def _solo_value(evaluation: Evaluation, move: Move, ranked: RankedMoves) -> float:
    """The chance that the slider does not move in the next pull, after any legal move."""
    values = dict(ranked)
    if move in values:
        return values[move]
    index = evaluation.state.player - 1
    least_risk = min(group.risks[index] for group in evaluation.groups)
    if isinstance(move, Pull):
        return 1 - evaluation.group_of(move.disc).risks[index]
    gain = _safety_gain(evaluation, evaluation.group_of(move.disc), least_risk) if isinstance(move, Touch) else 0.0
    return 1 - least_risk + gain


# Explanations


def _explain(evaluation: Evaluation, move: Move) -> str:
    """The reason for a move, in a sentence without a full stop: only what is true whoever reckons it."""
    state, index = evaluation.state, evaluation.state.player - 1
    if isinstance(move, Waive):
        assert not state.must_pull
        return _explain_waive(evaluation)
    assert isinstance(move, (Touch, Pull))
    name, group = NAMES[move.disc], evaluation.group_of(move.disc)
    if isinstance(move, Touch):
        if state.must_pull:
            return f"{name} is {group.loose_chance:.0%} likely to be loose"
        return f"{name} is {group.loose_chance:.0%} likely to be loose, and you can still waive if it is not"
    pull = _pull_facts(evaluation, move.disc)
    if state.is_solo:
        least_risk = min(other.risks[index] for other in evaluation.groups)
        return f"{pull}, the lowest risk there is" if group.risks[index] <= least_risk else pull
    return f"you must pull; {pull}" if state.must_pull else pull


def _explain_waive(evaluation: Evaluation) -> str:
    """Waiving is explained by what pulling brings, and by who must pull first if everybody waives (M7)."""
    state, index = evaluation.state, evaluation.state.player - 1
    best = max(evaluation.groups, key=lambda group: group.expected_points[index])
    if state.touched is not None:
        pull = _pull_facts(evaluation, state.touched)
    elif state.is_solo or best.expected_points[index] > 0:
        pull = _pull_facts(evaluation, best.discs[0])
    else:
        pull = "no disc brings points on average if you pull it now"
    if state.is_solo:
        return f"{pull}, and waiving costs nothing when you play alone"
    if state.waives % state.config.players:
        return f"{pull}; if everybody waives, another player must pull first"
    return pull


def _pull_facts(evaluation: Evaluation, disc: int) -> str:
    """How risky it is to pull the disc, and what that brings."""
    state, index, group = evaluation.state, evaluation.state.player - 1, evaluation.group_of(disc)
    risk = f"pulling {NAMES[disc]} has a {group.risks[index]:.0%} chance of a movement"
    return risk if state.is_solo else f"{risk} and brings {group.expected_points[index]:+.1f} points on average"


# The levels


def _safety(group: DiscGroup, index: int) -> float:
    """Risks in whole percent; of equally safe discs the smallest, for somebody who does not look at points."""
    return -round(100 * group.risks[index]) - group.points / 10


def _expected_points(group: DiscGroup, index: int) -> float:
    return group.expected_points[index]


def _expected_gain(group: DiscGroup, index: int) -> float:
    """The points that a pull brings on average for somebody who overlooks what a movement costs."""
    return group.points * (1 - group.risks[index])


def _feels_good(state: MikadoState, group: DiscGroup) -> bool:
    report = state.last_report(state.touched) if state.touched is not None else None
    return report is not None and report.word in GOOD_FEELS


def _is_safe_enough(state: MikadoState, group: DiscGroup) -> bool:
    return group.risks[state.player - 1] < RISK_TAKEN


BOTS: dict[str, BotMaker] = {
    "novice": level("novice", RuleBot(None, _expected_points, _is_safe_enough, patience=0.04)),
    "easy": level("easy", RuleBot(_safety, _safety, _feels_good, patience=0.02)),
    "medium": level("medium", RuleBot(_expected_gain, _expected_points, _is_safe_enough, patience=0.01)),
    "hard": level("hard", SearchBot(patience=0.002), nodes=HARD_NODES),
}
