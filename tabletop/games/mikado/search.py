"""What a turn is worth: the points it brings, less what it leaves to the next player.

Everybody hears how discs feel, so players know the same, and what one of them finds and leaves the
next one takes. A touch is therefore worth what the disc brings if it turns out good; looking
further ahead than to the next turn has not been found to gain anything.

search = TurnSearch(Evaluation(state), limit)
max(search.candidates(), key=search.win_chance)
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import cached_property
from typing import TypeAlias

from tabletop.bots.limit import Limit
from tabletop.bots.winchance import win_chances
from tabletop.games.mikado.discs import PENALTY
from tabletop.games.mikado.evaluation import DiscGroup, Evaluation, TouchOutcome
from tabletop.games.mikado.moves import Move, Pull, Touch, Waive
from tabletop.games.mikado.rules import WAIVES_EACH, MikadoState

Others: TypeAlias = list[tuple[float, int]]
"""What the discs besides the one in question promise the next player, with their colours."""
PULL_CANDIDATES, TOUCH_CANDIDATES = 4, 8
"""How many groups are considered for pulling, and for touching."""
LEAD_DEVIATION = 1.95
"""The standard deviation, in points, of what a pull changes in a lead; measured between two equal players."""
UNSEEN_PULL = 0.1
"""How much of what a pull brings without a touch is added to what a touch promises."""
REPLY = 0.8
"""How much of what the next player may find counts, since somebody else may find it later anyway."""
NEARNESS_SHARES = (0.1, 0.15, 0.75)
"""The shares of discs that touch a pulled one, are second to it, and lie farther."""
SHORT_RUNS = 0.1
"""The share of movements that change loads as little as a short slip."""


class TurnSearch:
    """The moves of one turn in a game with several players.

    Values are points, in the last round chances to win.
    """

    def __init__(self, evaluation: Evaluation, limit: Limit) -> None:
        state = evaluation.state
        self.evaluation = evaluation
        self.limit = limit
        self.state = state
        self.index = state.player - 1
        self.rivals = state.config.players - 1
        self.next = state.player % state.config.players
        """The next player's index."""
        self.pulls_left = len(state.tray) - state.config.players
        """Until the end of the game, the next one included."""
        self.is_last_round = self.pulls_left <= state.config.players
        self._is_cut_short = False
        self._promises = {group: self._promise(group, self.next) for group in evaluation.groups}

    def candidates(self) -> list[Move]:
        """The moves worth considering: the best discs to pull, the best to touch, and waiving."""
        state, groups = self.state, self.evaluation.groups
        if state.touched is not None:
            moves: list[Move] = [Pull(state.touched)]
        else:
            best = sorted(groups, key=lambda group: -group.expected_points[self.index])[:PULL_CANDIDATES]
            moves = [Pull(group.discs[0]) for group in best]
            if not state.must_pull:
                best = sorted(groups, key=lambda group: -self._promise(group, self.index))[:TOUCH_CANDIDATES]
                moves += [Touch(group.discs[0]) for group in best if group.loose_chance < 1]
        if not state.must_pull:
            moves.append(Waive())
        return moves

    def win_chance(self, move: Move) -> float:
        """The chance to win of the player to move after a legal move."""
        self._is_cut_short = self._is_cut_short or not self.limit.spend()
        if self._is_cut_short:
            return chance_with_points(self.state, self._rough_value(move) - self._usual_reply)
        value = self._value(move)
        return value if self.is_last_round else chance_with_points(self.state, value)

    def _rough_value(self, move: Move) -> float:
        """The points that a move brings at once."""
        if isinstance(move, Waive):
            return 0.0
        assert isinstance(move, (Touch, Pull))
        group = self.evaluation.group_of(move.disc)
        return group.expected_points[self.index] if isinstance(move, Pull) else self._promise(group, self.index)

    @cached_property
    def _usual_reply(self) -> float:
        return REPLY * max(self._promises.values()) / self.rivals

    def _promise(self, group: DiscGroup, index: int) -> float:
        """The points that a player of that index may expect of a turn with a disc of the group."""
        pulled = group.expected_points[index]
        if not self.state.config.may_waive:
            return pulled
        return self.evaluation.touch_value(group, index + 1) + UNSEEN_PULL * pulled

    # The values of moves

    def _value(self, move: Move) -> float:
        if isinstance(move, Waive):
            return self._waived(self.evaluation.groups)
        assert isinstance(move, (Touch, Pull))
        group = self.evaluation.group_of(move.disc)
        others = self._others(group)
        if isinstance(move, Pull):
            return self._pulled(group, others)
        outcomes = self.evaluation.touch_outcomes(group, self.state.player)
        found = math.fsum([outcome.chance * self._touched(outcome, group, others) for outcome in outcomes])
        seen = UNSEEN_PULL * group.expected_points[self.index]
        return found if self.is_last_round else found + seen

    def _touched(self, outcome: TouchOutcome, before: DiscGroup, others: Others) -> float:
        """Pull the touched disc, or waive."""
        pulled = self._pulled(outcome.group, others)
        if self.state.must_pull:
            return pulled
        groups = [group for group in self.evaluation.groups if group is not before or len(group.discs) > 1]
        return max(pulled, self._waived([*groups, outcome.group]))

    def _waived(self, groups: Iterable[DiscGroup]) -> float:
        """Leave these discs to the next player, who may have to pull one."""
        if self.state.waives + 1 >= WAIVES_EACH * self.state.config.players:
            return self._score(0, max(group.expected_points[self.next] for group in groups), self.pulls_left)
        known = self._promises
        promises = [known[group] if group in known else self._promise(group, self.next) for group in groups]
        return self._score(0, REPLY * max(promises), self.pulls_left)

    def _pulled(self, group: DiscGroup, others: Others) -> float:
        """Pull a disc of the group: it comes out clean, or moves the slider and most loads change."""
        risk, left = group.risks[self.index], self.pulls_left - 1
        after_loose, after_loaded, after_movement = self._kept_shares
        loose_risk = self.evaluation.parameters.loose_risk
        loose = group.loose_chance * (1 - loose_risk) / (1 - risk) if risk < 1 else 0.0
        kept = loose * after_loose + (1 - loose) * after_loaded
        clean = self._score(group.points, self._reply(others, kept), left)
        moved = self._score(-PENALTY, self._reply(others, after_movement), left)
        return (1 - risk) * clean + risk * moved

    def _score(self, gain: float, reply: float, pulls_left: int) -> float:
        """The value of getting so many points, when the next player may expect `reply` in turn."""
        if not self.is_last_round:
            return gain - reply / self.rivals
        points = [float(hand.points) for hand in self.state.hands]
        points[self.index] += gain
        if pulls_left > 0:
            points[self.next] += reply
        return win_chances(points, LEAD_DEVIATION * math.sqrt(pulls_left))[self.index]

    # What the next player finds

    def _others(self, group: DiscGroup) -> Others:
        """The discs besides one of the group."""
        return [
            (promise, other.colour)
            for other, promise in self._promises.items()
            if other is not group or len(group.discs) > 1
        ]

    def _reply(self, others: Others, kept: float) -> float:
        """What the next player may expect when the share `kept` of loads has stayed."""
        if not others:
            return 0.0
        redrawn = self._redrawn_promises
        return REPLY * max([kept * promise + (1 - kept) * redrawn[colour] for promise, colour in others])

    @cached_property
    def _redrawn_promises(self) -> list[float]:
        """By colour: what a disc whose load has changed promises the next player."""
        return [self._promise(group, self.next) for group in self.evaluation.redrawn]

    @cached_property
    def _kept_shares(self) -> tuple[float, float, float]:
        """The shares of loads that stay after a pull: of a loose disc, of another, and one that is a movement."""
        parameters = self.evaluation.parameters
        loose, still, slid, ran = (
            math.fsum([share * keep for share, keep in zip(NEARNESS_SHARES, keep_chances, strict=True)])
            for keep_chances in parameters.keep_chances
        )
        still_chance = math.pow(min(1.0, 0.5 / parameters.division), 1 / parameters.quiet_exponent)
        return loose, still_chance * still + (1 - still_chance) * slid, SHORT_RUNS * slid + (1 - SHORT_RUNS) * ran


def chance_with_points(state: MikadoState, points: float) -> float:
    """The chance to win of the player to move, if this turn brings so many points on average."""
    totals = [float(hand.points) for hand in state.hands]
    totals[state.player - 1] += points
    pulls_left = max(1, len(state.tray) - state.config.players)
    return win_chances(totals, LEAD_DEVIATION * math.sqrt(pulls_left))[state.player - 1]
