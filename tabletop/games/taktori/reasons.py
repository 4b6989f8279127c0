"""Why a turn is good, in a few words. Each of them is checked on the board before it is said."""

from __future__ import annotations

from tabletop.games.taktori.candidates import zones_of
from tabletop.games.taktori.evaluation import turns_ahead
from tabletop.games.taktori.rules import TaktoriState
from tabletop.games.taktori.squares import count_squares, ground
from tabletop.games.taktori.threats import TooManyTurns, closing_gain
from tabletop.games.towers.geometry import colour, field_names
from tabletop.games.towers.moves import Turn
from tabletop.games.towers.rules import occupancy
from tabletop.text import counted

MOST_DRAFTS = 400
"""How many unfinished turns to look at for what somebody could close; where there are more, nothing is said of it."""

_NAMES = field_names(9)


def reason(state: TaktoriState, turn: Turn, just_set: int | None) -> str:
    """What the turn scores, stops, covers or prepares; `just_set` is the field to name if it is covered to win."""
    player = state.player
    after = state.apply(turn)
    gain = after.scores()[player - 1] - state.scores()[player - 1]
    if gain > 0:
        return f"scores {counted(gain, 'point')}"
    covered = _owner_of_top(state, turn.target)
    if covered not in (None, player) and turn.target == just_set and turn.target is not None:
        return f"plays to win: covers the tower just set on {_NAMES[turn.target]}"
    return (
        _stopped(state, after)
        or _threatened(state, after)
        or _covered(state, turn, covered)
        or _prepared(state, after, turn)
    )


def _owner_of_top(state: TaktoriState, field: int | None) -> int | None:
    stack = state.stack(field) if field is not None else ()
    return stack[-1] if stack else None


def _stopped(state: TaktoriState, after: TaktoriState) -> str:
    """What an opponent with another turn could have scored by closing polygons and no longer can; the most of them."""
    most, words = 0, ""
    for seat in range(1, state.players + 1):
        if seat == state.player or not turns_ahead(after, seat):
            continue
        try:
            before = closing_gain(state, seat, MOST_DRAFTS)
            later = closing_gain(after, seat, MOST_DRAFTS) if before > most else before
        except TooManyTurns:
            continue
        if before - later > most:
            most = before - later
            words = f"keeps {colour(seat)} from scoring {counted(before, 'point')} by closing polygons"
            if later:
                words = (
                    f"leaves {colour(seat)} only {counted(later, 'point')} to score by closing polygons, not {before}"
                )
    return words


def _threatened(state: TaktoriState, after: TaktoriState) -> str:
    """What the player could score by closing polygons in the next turn, if it is more than before."""
    player = state.player
    if not turns_ahead(after, player):
        return ""
    try:
        later = closing_gain(after, player, MOST_DRAFTS)
        before = closing_gain(state, player, MOST_DRAFTS) if later else 0
    except TooManyTurns:
        return ""
    return f"threatens to score {counted(later, 'point')} by closing polygons" if later > before else ""


def _covered(state: TaktoriState, turn: Turn, owner: int | None) -> str:
    """The opponent's tower that is covered, and whether a bridge could have been laid from it."""
    if owner in (None, state.player) or owner is None or turn.target is None:
        return ""
    zone = zones_of(state)[owner - 1]
    masks = (zone.ready if state.bridges_left(owner) else ()) + (
        zone.linked if state.bridges_left(owner) and state.towers_left(owner) else ()
    )
    words = f"covers {colour(owner)}'s tower on {_NAMES[turn.target]}"
    return f"{words}, which could have had a bridge" if any(mask >> turn.target & 1 for mask in masks) else words


def _prepared(state: TaktoriState, after: TaktoriState, turn: Turn) -> str:
    """What bridges and towers do for squares that can still be closed, if the player has another turn and bridges."""
    player = state.player
    if turns_ahead(after, player) and after.bridges_left(player):
        covered_before, ready_before = _halves(state, player)
        covered, ready = _halves(after, player)
        if turn.bridges and covered > covered_before:
            return "lays bridges towards a polygon" if len(turn.bridges) > 1 else "lays a bridge towards a polygon"
        if not turn.bridges and ready > ready_before:
            return "prepares a polygon"
    if turn.bridges:
        return f"lays {counted(len(turn.bridges), 'bridge')}"
    if turn.target is None:
        return ""
    if not state.stack(turn.target):
        return f"takes the empty field {_NAMES[turn.target]}"
    return (
        f"builds on {_NAMES[turn.target]}"
        if turn.landing is not None
        else f"throws out towers on {_NAMES[turn.target]}"
    )


def _halves(state: TaktoriState, player: int) -> tuple[int, int]:
    """Of the squares that can still be closed: how many halves are covered, and how many are or could be at once."""
    around = ground(occupancy(state.towers), state.vertical, state.horizontal)
    counts = count_squares(state.towers[player - 1], around)
    covered, near, far = counts[:3], counts[3:7], counts[7:10]
    return (
        sum(number * squares for number, squares in enumerate(covered, 1)),
        sum(number * squares for number, squares in enumerate(near, 1))
        + sum(number * squares for number, squares in enumerate(far, 1)),
    )
