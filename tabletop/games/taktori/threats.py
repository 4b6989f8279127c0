"""Polygons that a player could close in the next turn.

    closing_gain(state, 2)      # the points that blue could gain by closing polygons, if it were blue's turn

There are too many turns to try them all. But halves of bridges close a polygon only where they form a loop, and
whether all bridges that may still follow would form a new one takes a few operations on masks. Turns that
cannot close anything are left out in this way as soon as they begin, so that few are left.
"""

from __future__ import annotations

from collections.abc import Iterator

from tabletop.games.taktori.evaluation import PlayerBoard, player_board, points
from tabletop.games.taktori.rules import GRID, TaktoriDraft, TaktoriState

MOST_DRAFTS = 3000
"""How many unfinished turns to look at; more are possible only where very many bridges can be laid in a turn."""

Halves = tuple[int, int]
"""Halves of bridges by their lower field: along a column, and across the columns."""

_TOUCHING = {pair: (up & GRID.full, right & GRID.full) for pair, (up, right) in GRID.touching.items()}


class TooManyTurns(Exception):
    """There are more turns than are worth looking at."""


def closing_gain(state: TaktoriState, player: int, most: int = MOST_DRAFTS) -> int:
    """The most points that the player could add by closing polygons, if it were their turn; raises TooManyTurns.

    Nothing is fresh for a player who is not to move.
    """
    fresh = state.fresh if state.player == player else None
    state = TaktoriState(state.config, state.towers, state.vertical, state.horizontal, player, fresh=fresh)
    centre = state.config.centre
    points_now = points(player_board(state, player), centre)
    best = 0
    for draft in closing_drafts(state, most):
        board = PlayerBoard(draft.towers[player - 1], 0, draft.vertical, draft.horizontal)
        best = max(best, points(board, centre) - points_now)
    return best


def closing_drafts(state: TaktoriState, most: int = MOST_DRAFTS) -> Iterator[TaktoriDraft]:
    """All turns of the player to move that close a polygon, as drafts; raises TooManyTurns."""
    own = state.towers[state.player - 1]
    closed = loops(_halves(GRID.flatten(state.vertical & own), GRID.flatten(state.horizontal & own)))
    count = loop_count(closed)
    waiting = [draft for step in state.steps() if _may_close(draft := state.take(step), closed)]
    seen = 0
    while waiting:
        draft = waiting.pop()
        seen += 1
        if seen > most:
            raise TooManyTurns
        if draft.laid and (now := loops(_own_halves(draft))) != closed and loop_count(now) > count:
            yield draft
        waiting += [longer for step in draft.bridge_steps() if _may_close(longer := draft.lay(step), closed)]


def loops(halves: Halves) -> Halves:
    """The halves without those that lead nowhere: what is left forms loops, or joins two of them."""
    along, across = halves
    while True:
        below, left = along << 1, across << 9
        joined = along & below | across & left | (along | below) & (across | left)
        rest = along & joined & joined >> 1, across & joined & joined >> 9
        if rest == (along, across):
            return rest
        along, across = rest


def loop_count(halves: Halves) -> int:
    """How many loops the halves form that are independent of each other: halves - fields + connected groups."""
    along, across = halves
    fields = left = along | along << 1 | across | across << 9
    groups = 0
    while left:
        groups += 1
        group, wider = 0, left & -left
        while wider != group:
            group = wider
            wider |= (group & along) << 1 | group >> 1 & along | (group & across) << 9 | group >> 9 & across
        left &= ~group
    return along.bit_count() + across.bit_count() - fields.bit_count() + groups


def _may_close(draft: TaktoriDraft, closed: Halves) -> bool:
    """Whether the bridges laid, and all that may follow, would form a loop that there was not before."""
    up, right = _following(draft)
    if not (up or right or draft.laid):
        return False
    along, across = _own_halves(draft)
    more_along, more_across = _halves(up, right)
    return loops((along | more_along, across | more_across)) != closed


def _following(draft: TaktoriDraft) -> tuple[int, int]:
    """Lower fields of the bridges that may follow in the turn, vertical and horizontal, with an endless stock."""
    layable_up, layable_right = GRID.flatten(draft.layable[0]), GRID.flatten(draft.layable[1])
    waiting = list(GRID.pairs_of(*draft.frontier))
    up = right = 0
    for low, high in waiting:
        if high - low == 2:
            up |= 1 << low
        else:
            right |= 1 << low
    while waiting:
        touching_up, touching_right = _TOUCHING[waiting.pop()]
        new_up, new_right = touching_up & layable_up & ~up, touching_right & layable_right & ~right
        if new_up or new_right:
            up |= new_up
            right |= new_right
            waiting += GRID.pairs_of(new_up, new_right)
    return up, right


def _own_halves(draft: TaktoriDraft) -> Halves:
    own = draft.towers[draft.to_move - 1]
    return _halves(GRID.flatten(draft.vertical & own), GRID.flatten(draft.horizontal & own))


def _halves(up: int, right: int) -> Halves:
    """The halves that bridges with these lower fields cover."""
    return up | up << 1, right | right << 9
