"""The waiting game: who waives, who touches what, and who must pull in the end (M7)."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import TypeAlias

from tabletop.bots.limit import Limit
from tabletop.bots.winchance import win_chances
from tabletop.games.mikado.discs import PENALTY
from tabletop.games.mikado.evaluation import Feel, Kind, Outlook
from tabletop.games.mikado.moves import Move, Pull, Touch
from tabletop.games.mikado.rules import WAIVES_EACH

Pool: TypeAlias = tuple[tuple[Kind, int], ...]
"""The discs in the tray: of every kind, how many."""
Chances: TypeAlias = tuple[float, ...]
"""Everyone's chance to win."""
AHEAD = 4
"""Turns that are looked through before the next pull."""
PULLS, TOUCHES = 4, 3
"""How many kinds of discs are thought of for pulling, and for touching."""
SPREAD = 1.95
"""Points, as a standard deviation, by which a pull changes a lead; as measured between two equal players."""
GOOD = 0.25
"""A disc worth so many points is one that the next players will take."""
STAYS_LOOSE, STAYS_OTHER = 0.9, 0.3
"""How much of what is known still holds once a loose disc, or another, was pulled in the turns after the next."""
NEARNESS = (0.1, 0.15, 0.75)
"""What share of the discs touches a pulled one, lies second to it, lies farther."""
SEEMS_LOOSE = 0.95
"""A touched disc that is loose with this probability is pulled without thinking of waiving."""
RARE = 0.004
"""A feel less likely than this is left out."""


class WaitingGame:
    """The turns until the next pull, for one state; the player to move must not be alone."""

    def __init__(self, outlook: Outlook, limit: Limit) -> None:
        self.outlook = outlook
        self.limit = limit
        state = outlook.state
        self.state = state
        self.players = state.terms.players
        self.most_waives = WAIVES_EACH * self.players if state.terms.may_waive else 0
        self.pulls_left = len(state.tray) - self.players
        """How many pulls end the game, the next one included."""
        self.points = tuple(float(hand.points) for hand in state.hands)
        self._information: dict[tuple[int, Kind], float] = {}
        figures = outlook.figures
        loose, still, slid, ran = (
            math.fsum([share * keep for share, keep in zip(NEARNESS, row, strict=True)]) for row in figures.keeps
        )
        small = math.pow(min(1.0, 0.5 / figures.division), 1 / figures.quiet)
        self._kept_loose = loose
        self._kept_loaded = small * still + (1 - small) * slid
        self._kept_moved = ran if figures.division > 1 else 0.3 * slid + 0.7 * ran
        self.pool = self._relevant((kind, len(kind.discs)) for kind in outlook.kinds)

    # Moves at the root

    def candidates(self) -> list[Move]:
        """The moves worth thinking of, but for waiving: the best discs to pull, and the best to touch."""
        state, player = self.state, self.state.player
        if state.touched is not None:
            return [Pull(state.touched)]
        kinds = [kind for kind, _ in self.pool]
        richest = _best(kinds, [kind.worths[player - 1] for kind in kinds], PULLS)
        moves: list[Move] = [Pull(kind.discs[0]) for kind in richest]
        if not state.must_pull:
            worth = [self.information(player, kind) for kind in kinds]
            moves += [Touch(kind.discs[0]) for kind in _best(kinds, worth, TOUCHES) if kind.loose < 1]
        return moves

    def chance(self, move: Move) -> float:
        """The chance to win of the player to move after a legal move."""
        state, player = self.state, self.state.player
        if isinstance(move, Pull):
            return self._pull(player, *self._root(move.disc))[player - 1]
        if isinstance(move, Touch):
            pool, kind = self._root(move.disc)
            return self._touch(player, state.waives, pool, kind, AHEAD)[player - 1]
        return self._turn(self._next(player), state.waives + 1, self.pool, AHEAD - 1)[player - 1]

    def information(self, player: int, kind: Kind) -> float:
        """The points that touching a disc brings the player on average who pulls it only if that pays."""
        key = (player, kind)
        found = self._information.get(key)
        if found is None:
            own = player - 1
            feels = self.outlook.feels(kind, player)
            found = math.fsum([feel.chance * max(0.0, feel.kind.worths[own]) for feel in feels])
            self._information[key] = found
        return found

    def _root(self, disc: int) -> tuple[Pool, Kind]:
        """The pool with the disc's kind in it, also where nobody would think of that kind."""
        kind = self.outlook.kind_of(disc)
        if any(other is kind for other, _ in self.pool):
            return self.pool, kind
        return (*self.pool, (kind, len(kind.discs))), kind

    def _relevant(self, pool: Iterable[tuple[Kind, int]]) -> Pool:
        """Without the kinds that nobody will reach for soon."""
        entries = list(pool)
        own = self.state.player - 1
        fresh = self.outlook.fresh
        kinds = [kind for kind, _ in entries]
        wanted = _best(kinds, [kind.worths[own] for kind in kinds], 2 * PULLS)
        wanted += _best(kinds, [self.information(own + 1, kind) for kind in kinds], 2 * PULLS)
        known = set(wanted)
        return tuple(
            (kind, count)
            for kind, count in entries
            if kind in known or max(kind.worths[own], fresh[kind.colour].worths[own]) > GOOD
        )

    # Turns before the next pull

    def _turn(self, player: int, waives: int, pool: Pool, ahead: int) -> Chances:
        """A player's turn: pull the best disc, or touch the one that may tell most."""
        own = player - 1
        kinds = [kind for kind, _ in pool]
        options = [self._pull(player, pool, kind) for kind in _best(kinds, [kind.worths[own] for kind in kinds], 2)]
        safest = max(kinds, key=lambda kind: kind.worths[own])
        if waives < self.most_waives and ahead > 0 and safest.loose < SEEMS_LOOSE and self.limit.spend():
            target = max(kinds, key=lambda kind: self.information(player, kind))
            options.append(self._touch(player, waives, pool, target, ahead))
        return max(options, key=lambda chances: chances[own])

    def _touch(self, player: int, waives: int, pool: Pool, kind: Kind, ahead: int) -> Chances:
        rest = _without(pool, kind)
        feels = [feel for feel in self.outlook.feels(kind, player) if feel.chance > RARE]
        whole = math.fsum([feel.chance for feel in feels])
        results = [self._felt(player, waives, rest, feel, ahead) for feel in feels]
        return tuple(
            [
                math.fsum([feel.chance * chances[who] for feel, chances in zip(feels, results, strict=True)]) / whole
                for who in range(self.players)
            ]
        )

    def _felt(self, player: int, waives: int, rest: Pool, feel: Feel, ahead: int) -> Chances:
        """Pull what was touched, or waive."""
        pool = (*rest, (feel.kind, 1))
        pulled = self._pull(player, pool, feel.kind)
        if waives >= self.most_waives or feel.kind.loose > SEEMS_LOOSE:
            return pulled
        waived = self._turn(self._next(player), waives + 1, pool, ahead - 1)
        return max(pulled, waived, key=lambda chances: chances[player - 1])

    def _next(self, player: int) -> int:
        return player % self.players + 1

    # The next pull and what comes after it

    def _pull(self, player: int, pool: Pool, kind: Kind) -> Chances:
        """Everyone's chance if the player pulls such a disc."""
        risk = kind.risks[player - 1]
        rest = _without(pool, kind)
        loose = kind.loose * (1 - self.outlook.figures.loose_risk) / (1 - risk) if risk < 1 else 0.0
        kept = loose * self._kept_loose + (1 - loose) * self._kept_loaded
        clean = self._after(player, kind.points, rest, kept)
        moved = self._after(player, -PENALTY, rest, self._kept_moved)
        return tuple([(1 - risk) * if_clean + risk * if_moved for if_clean, if_moved in zip(clean, moved, strict=True)])

    def _after(self, player: int, gain: float, pool: Pool, kept: float) -> Chances:
        """Everyone's chance once the player has got so many points, and a share of the loads stays as known."""
        points = list(self.points)
        points[player - 1] += gain
        left = self.pulls_left - 1
        if left <= 0:
            return win_chances(points, 0)
        self._share_out(points, player % self.players, pool, kept, left)
        return win_chances(points, SPREAD * math.sqrt(left))

    def _share_out(self, points: list[float], taker: int, pool: Pool, kept: float, left: int) -> None:
        """Add the good discs to everyone's points, the best first; `taker` counts from 0."""
        fresh = self.outlook.fresh
        good: list[tuple[float, float, int]] = []
        for kind, count in pool:
            anew = fresh[kind.colour]
            worth = kept * kind.worths[taker] + (1 - kept) * anew.worths[taker]
            if worth > GOOD:
                good.append((worth, kept * kind.loose + (1 - kept) * anew.loose, count))
        good.sort(key=lambda entry: -entry[0])
        holds = 1.0
        for worth, loose, count in good:
            for _ in range(min(count, left)):
                points[taker] += holds * worth
                holds *= loose * STAYS_LOOSE + (1 - loose) * STAYS_OTHER
                taker = (taker + 1) % self.players
                left -= 1


def _best(kinds: Sequence[Kind], values: Sequence[float], most: int) -> list[Kind]:
    """The kinds with the highest values, highest first."""
    order = sorted(range(len(kinds)), key=lambda index: -values[index])
    return [kinds[index] for index in order[:most]]


def _without(pool: Pool, kind: Kind) -> Pool:
    """One disc of the kind less."""
    return tuple([(other, count - (other is kind)) for other, count in pool if other is not kind or count > 1])
