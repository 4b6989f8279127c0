"""Adjudication: games that are ended before their rules do so, to save time.

adjudicator = Adjudicator(Adjudication(draw_turns=200, win_points=20, win_turns=6))
while match.result is None and (result := adjudicator.result(match)) is None:
    ...                             # the next move
"""

from __future__ import annotations

from dataclasses import dataclass

from tabletop.game import CHANCE, ChanceState, Result
from tabletop.match import Match
from tabletop.text import counted

WIN_REASON = "adjudicated, ahead by {points} or more for {turns}"
DRAW_REASON = "adjudicated after {turns}"
"""Why such a game ended; results that are stored hold these words."""


def is_adjudicated(reason: str) -> bool:
    """Whether a game that ended for this reason was adjudicated."""
    return reason.startswith("adjudicated")


@dataclass(frozen=True)
class Adjudication:
    """When to end a game early."""

    draw_turns: int | None = None
    """A draw after this many turns of all players."""
    win_points: int | None = None
    """A win for the player who leads everybody by this many points, after each of the last `win_turns` turns."""
    win_turns: int = 1


class Adjudicator:
    """Watches one game.

    Attributes:
        _turns: turns of all players so far.
        _leader, _since: who is far enough ahead, and after which turn that began; 0 if nobody is.
    """

    def __init__(self, adjudication: Adjudication) -> None:
        self._adjudication = adjudication
        self._turns = 0
        self._leader = 0
        self._since = 0

    def result(self, match: Match) -> Result | None:
        """How the game ends now, if it is to end; ask after every move, once its outcomes are rolled."""
        rules = self._adjudication
        if rules == Adjudication():
            return None
        turns = turns_played(match)
        if turns > self._turns and rules.win_points is not None:
            leader = far_leader(match.state.scores(), rules.win_points)
            if leader != self._leader:
                self._leader, self._since = leader, turns
            if leader and turns - self._since + 1 >= rules.win_turns:
                points, length = counted(rules.win_points, "point"), counted(rules.win_turns, "turn")
                return Result((leader,), "-", WIN_REASON.format(points=points, turns=length))
        self._turns = turns
        if rules.draw_turns is not None and turns >= rules.draw_turns:
            return Result((), "-", DRAW_REASON.format(turns=counted(rules.draw_turns, "turn")))
        return None


def turns_played(match: Match) -> int:
    """Turns that all players have finished; in a game without chance every move is one."""
    if isinstance(match.state, ChanceState):
        return max(0, match.state.turn - 1)
    return sum(ply.player != CHANCE for ply in match.plies)


def far_leader(scores: tuple[int, ...] | None, points: int) -> int:
    """The player who is ahead of all others by at least this many points; 0 if there is none."""
    if scores is None:
        return 0
    second, first = sorted(scores)[-2:]
    return scores.index(first) + 1 if first - second >= points else 0
