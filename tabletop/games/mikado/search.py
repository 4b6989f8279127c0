"""Search through the turns until the next pull: who waives, who touches what, and who must pull (M7).

After that pull the known good discs are shared out, and once more players wait until one must pull.

search = PullSearch(Evaluation(state), limit)
max(search.candidates(), key=search.win_chance)
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import TypeAlias

from tabletop.bots.limit import Limit
from tabletop.bots.winchance import win_chances
from tabletop.games.mikado.discs import PENALTY
from tabletop.games.mikado.evaluation import DiscGroup, Evaluation, TouchOutcome
from tabletop.games.mikado.moves import Move, Pull, Touch
from tabletop.games.mikado.rules import WAIVES_EACH, MikadoState

GroupCounts: TypeAlias = tuple[tuple[DiscGroup, int], ...]
"""The discs in the tray: each group, and how many discs of it are left."""
WinChances: TypeAlias = tuple[float, ...]
"""Every player's chance to win."""
Outcomes: TypeAlias = tuple[tuple[float, float], ...]
"""The chance of each feel of a disc, and the points that a pull brings on average after it."""
DEPTH = 4
"""Turns that are searched before the next pull."""
PULL_CANDIDATES, TOUCH_CANDIDATES = 4, 3
"""How many groups are considered for pulling, and for touching."""
LEAD_DEVIATION = 1.95
"""The standard deviation, in points, of what a pull changes in a lead; measured between two equal players."""
GOOD_DISC = 0.25
"""The next players will take a disc that brings more points than this on average."""
KNOWN_AFTER_LOOSE, KNOWN_AFTER_OTHER = 0.9, 0.3
"""The share of knowledge that holds after a later pull of a loose disc, and of another."""
KNOWN_STEPS = 10
"""Knowledge about later turns is rounded to so many parts, so that it is reckoned only once for each."""
NEXT_ADVANTAGE = 0.5
"""How much of the advantage of beginning, once a disc is pulled, the next player has too."""
NEARNESS_SHARES = (0.1, 0.15, 0.75)
"""The shares of discs that touch a pulled one, are second to it, and lie farther."""
SURELY_LOOSE = 0.95
"""A player who has a disc that is loose with this probability pulls it and does not consider waiving."""
RAREST_FEEL = 0.004
"""Feels that are less likely than this are ignored."""


class PullSearch:
    """A search in one state of a game with several players.

    `pulls_left` is the number of pulls until the end of the game, the next one included;
    `counts` holds the groups that are worth considering.
    """

    def __init__(self, evaluation: Evaluation, limit: Limit) -> None:
        state, parameters = evaluation.state, evaluation.parameters
        self.evaluation = evaluation
        self.limit = limit
        self.state = state
        self.players = state.config.players
        self.most_waives = WAIVES_EACH * self.players if state.config.may_waive else 0
        self.pulls_left = len(state.tray) - self.players
        self.points = tuple(float(hand.points) for hand in state.hands)
        self._outcomes: dict[tuple[DiscGroup, int, int], Outcomes] = {}
        loose, still, slid, ran = (
            math.fsum([share * keep for share, keep in zip(NEARNESS_SHARES, keep_chances, strict=True)])
            for keep_chances in parameters.keep_chances
        )
        still_chance = math.pow(min(1.0, 0.5 / parameters.division), 1 / parameters.quiet_exponent)
        self._known_after_loose = loose
        self._known_after_loaded = still_chance * still + (1 - still_chance) * slid
        self._known_after_movement = ran if parameters.division > 1 else 0.3 * slid + 0.7 * ran
        self.counts = self._relevant_groups((group, len(group.discs)) for group in evaluation.groups)

    # Moves of the player to move

    def candidates(self) -> list[Move]:
        """The moves worth considering besides waiving: the best discs to pull, and the best to touch."""
        state, player = self.state, self.state.player
        if state.touched is not None:
            return [Pull(state.touched)]
        groups = [group for group, _ in self.counts]
        best = _best(groups, [group.expected_points[player - 1] for group in groups], PULL_CANDIDATES)
        moves: list[Move] = [Pull(group.discs[0]) for group in best]
        if not state.must_pull:
            values = [self.evaluation.touch_value(group, player) for group in groups]
            best = _best(groups, values, TOUCH_CANDIDATES)
            moves += [Touch(group.discs[0]) for group in best if group.loose_chance < 1]
        return moves

    def win_chance(self, move: Move) -> float:
        """The chance to win of the player to move after a legal move."""
        state, player = self.state, self.state.player
        if isinstance(move, Pull):
            return self._pull(player, *self._counts_with(move.disc))[player - 1]
        if isinstance(move, Touch):
            counts, group = self._counts_with(move.disc)
            return self._touch(player, state.waives, counts, group, DEPTH)[player - 1]
        return self._turn(self._next(player), state.waives + 1, self.counts, DEPTH - 1)[player - 1]

    def _counts_with(self, disc: int) -> tuple[GroupCounts, DiscGroup]:
        """The groups worth considering and that of the disc, which may not be one of them."""
        group = self.evaluation.group_of(disc)
        if any(other is group for other, _ in self.counts):
            return self.counts, group
        return (*self.counts, (group, len(group.discs))), group

    def _relevant_groups(self, all_counts: Iterable[tuple[DiscGroup, int]]) -> GroupCounts:
        """Without the groups that nobody will reach for soon."""
        counts = list(all_counts)
        player, redrawn = self.state.player, self.evaluation.redrawn
        groups = [group for group, _ in counts]
        best = _best(groups, [group.expected_points[player - 1] for group in groups], 2 * PULL_CANDIDATES)
        best += _best(groups, [self.evaluation.touch_value(group, player) for group in groups], 2 * PULL_CANDIDATES)
        candidates = set(best)

        def is_good(group: DiscGroup) -> bool:
            now, later = group.expected_points[player - 1], redrawn[group.colour].expected_points[player - 1]
            return max(now, later) > GOOD_DISC

        return tuple((group, count) for group, count in counts if group in candidates or is_good(group))

    # Turns before the next pull

    def _turn(self, player: int, waives: int, counts: GroupCounts, depth: int) -> WinChances:
        """A player's turn: pull the best disc, or touch the one that promises most."""
        index = player - 1
        groups = [group for group, _ in counts]
        expected_points = [group.expected_points[index] for group in groups]
        options = [self._pull(player, counts, group) for group in _best(groups, expected_points, 2)]
        best = max(groups, key=lambda group: group.expected_points[index])
        if waives < self.most_waives and depth > 0 and best.loose_chance < SURELY_LOOSE and self.limit.spend():
            target = max(groups, key=lambda group: self.evaluation.touch_value(group, player))
            options.append(self._touch(player, waives, counts, target, depth))
        return max(options, key=lambda chances: chances[index])

    def _touch(self, player: int, waives: int, counts: GroupCounts, group: DiscGroup, depth: int) -> WinChances:
        """Touch a disc of the group: the average over what it may feel like."""
        others = _without(counts, group)
        all_outcomes = self.evaluation.touch_outcomes(group, player)
        outcomes = [outcome for outcome in all_outcomes if outcome.chance > RAREST_FEEL]
        total = math.fsum([outcome.chance for outcome in outcomes])
        results = [self._touched(player, waives, others, outcome, depth) for outcome in outcomes]
        return tuple(
            [
                math.fsum([outcome.chance * chances[index] for outcome, chances in zip(outcomes, results, strict=True)])
                / total
                for index in range(self.players)
            ]
        )

    def _touched(self, player: int, waives: int, others: GroupCounts, outcome: TouchOutcome, depth: int) -> WinChances:
        """Pull the touched disc, or waive."""
        counts = (*others, (outcome.group, 1))
        pulled = self._pull(player, counts, outcome.group)
        if waives >= self.most_waives or outcome.group.loose_chance > SURELY_LOOSE:
            return pulled
        waived = self._turn(self._next(player), waives + 1, counts, depth - 1)
        return max(pulled, waived, key=lambda chances: chances[player - 1])

    def _next(self, player: int) -> int:
        return player % self.players + 1

    # The next pull and the rest of the game

    def _pull(self, player: int, counts: GroupCounts, group: DiscGroup) -> WinChances:
        """Every player's chance if this player pulls a disc of the group."""
        risk = group.risks[player - 1]
        others = _without(counts, group)
        loose_risk = self.evaluation.parameters.loose_risk
        loose = group.loose_chance * (1 - loose_risk) / (1 - risk) if risk < 1 else 0.0
        known = loose * self._known_after_loose + (1 - loose) * self._known_after_loaded
        clean = self._after_pull(player, group.points, others, known)
        moved = self._after_pull(player, -PENALTY, others, self._known_after_movement)
        return tuple([(1 - risk) * if_clean + risk * if_moved for if_clean, if_moved in zip(clean, moved, strict=True)])

    def _after_pull(self, player: int, gain: float, counts: GroupCounts, known: float) -> WinChances:
        """Every player's chance once this player gets this many points, and the share `known` of loads has stayed."""
        points = list(self.points)
        points[player - 1] += gain
        pulls_left = self.pulls_left - 1
        if pulls_left <= 0:
            return win_chances(points, 0)
        self._add_good_discs(points, player % self.players, counts, known, pulls_left)
        return win_chances(points, LEAD_DEVIATION * math.sqrt(pulls_left))

    def _add_good_discs(
        self, points: list[float], index: int, counts: GroupCounts, known: float, pulls_left: int
    ) -> None:
        """Add the good discs to the players' points, the best first, beginning with the player of that index."""
        redrawn = self.evaluation.redrawn
        good: list[tuple[float, float, int]] = []
        others: list[tuple[DiscGroup, int]] = []
        for group, count in counts:
            if_redrawn = redrawn[group.colour]
            expected = known * group.expected_points[index] + (1 - known) * if_redrawn.expected_points[index]
            if expected > GOOD_DISC:
                good.append((expected, known * group.loose_chance + (1 - known) * if_redrawn.loose_chance, count))
            else:
                others.append((group, count))
        good.sort(key=lambda entry: -entry[0])
        still_known = 1.0
        for expected, loose_chance, count in good:
            for _ in range(min(count, pulls_left)):
                points[index] += still_known * expected
                still_known *= loose_chance * KNOWN_AFTER_LOOSE + (1 - loose_chance) * KNOWN_AFTER_OTHER
                index = (index + 1) % self.players
                pulls_left -= 1
        if others and pulls_left and self.most_waives:
            self._add_waiting(points, index, others, round(known * still_known * KNOWN_STEPS))

    # Turns after the next pull

    def _add_waiting(
        self, points: list[float], index: int, counts: Sequence[tuple[DiscGroup, int]], known: int
    ) -> None:
        """Add what the turns bring that follow once no good disc is left: players touch discs, wait, and one must pull.

        The player of that index begins. It is the better to begin the more there is to be found.
        """
        evaluation, player, share = self.evaluation, index + 1, known / KNOWN_STEPS
        ranked: list[tuple[float, DiscGroup, int]] = []
        forced = -math.inf
        for group, count in counts:
            if_redrawn = evaluation.redrawn[group.colour]
            touch_value = share * evaluation.touch_value(group, player)
            touch_value += (1 - share) * evaluation.touch_value(if_redrawn, player)
            ranked.append((touch_value, group, count))
            pulled = share * group.expected_points[index] + (1 - share) * if_redrawn.expected_points[index]
            forced = max(forced, pulled)
        ranked.sort(key=lambda entry: -entry[0])
        targets: list[Outcomes] = []
        for _, group, count in ranked:
            missing = self.most_waives - len(targets)
            if missing <= 0:
                break
            targets += [self._later_outcomes(group, known, index)] * min(count, missing)
        advantage = 0.0
        for _ in range(2):
            advantage = NEXT_ADVANTAGE * self._waiting(targets, forced, advantage)
        advantage /= NEXT_ADVANTAGE
        for other in range(self.players):
            points[other] += advantage / 2 if other == index else -advantage / 2 / (self.players - 1)

    def _waiting(self, targets: Sequence[Outcomes], forced: float, next_advantage: float) -> float:
        """The points by which the player who begins is ahead of the others after the next pull.

        Players touch the targets in turn; after the last one the next player must pull, which
        brings `forced`. Each takes what it gets, or leaves the next player to wait.
        `next_advantage` is that of the player after the one who pulls.
        """
        at_once = forced - next_advantage
        value = at_once
        for outcomes in reversed(targets):
            if_waived = -value / (self.players - 1)
            touched = 0.0
            for chance, gain in outcomes:
                gain -= next_advantage
                touched += chance * (gain if gain > if_waived else if_waived)
            value = touched if touched > at_once else at_once
        return value

    def _later_outcomes(self, group: DiscGroup, known: int, index: int) -> Outcomes:
        """What a touch of a disc of the group brings a player when so many of KNOWN_STEPS parts of knowledge hold."""
        key = (group, known, index)
        outcomes = self._outcomes.get(key)
        if outcomes is None:
            later = self.evaluation.later(group, known / KNOWN_STEPS)
            outcomes = self._outcomes[key] = tuple(
                [
                    (outcome.chance, outcome.group.expected_points[index])
                    for outcome in self.evaluation.touch_outcomes(later, index + 1)
                ]
            )
        return outcomes


def chance_with_points(state: MikadoState, points: float) -> float:
    """The chance to win of the player to move, if this turn brings so many points on average."""
    totals = [float(hand.points) for hand in state.hands]
    totals[state.player - 1] += points
    pulls_left = max(1, len(state.tray) - state.config.players)
    return win_chances(totals, LEAD_DEVIATION * math.sqrt(pulls_left))[state.player - 1]


def _best(groups: Sequence[DiscGroup], values: Sequence[float], most: int) -> list[DiscGroup]:
    """The groups with the highest values, highest first."""
    order = sorted(range(len(groups)), key=lambda index: -values[index])
    return [groups[index] for index in order[:most]]


def _without(counts: GroupCounts, group: DiscGroup) -> GroupCounts:
    """The counts after a disc of the group is gone."""
    return tuple([(other, count - (other is group)) for other, count in counts if other is not group or count > 1])
