"""What is against the rules, and why: every check of a move or an outcome, with the number of its rule."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from tabletop.errors import IllegalMove
from tabletop.games.mikado.discs import COLOURS, NAMES, colour_of, find_disc
from tabletop.games.mikado.moves import FEELS, Feels, Moved, Outcome, Pull, Touch, Tray, Waive
from tabletop.games.mikado.trays import Layout, format_layout, parse_layout

if TYPE_CHECKING:
    from tabletop.games.mikado.rules import MikadoState


def check_step(state: MikadoState, move: Touch | Pull | Waive) -> None:
    """Raise IllegalMove unless the player may do this now. That the game is not over is not checked."""
    if state.turn == 0:
        raise IllegalMove("M2", "the discs are not in the tray yet")
    if isinstance(state.pending, Touch):
        raise IllegalMove("M3", f"first it must be said how {NAMES[state.pending.disc]} feels")
    if state.pending:
        raise IllegalMove("M4", f"first it must be said how far the slider moved for {NAMES[state.pending.disc]}")
    if isinstance(move, Waive):
        _check_waive(state)
    else:
        _check_disc(state, move)


def check_outcome(state: MikadoState, outcome: Outcome) -> None:
    """Raise IllegalMove unless this can have come of the last step. How likely it is does not matter."""
    match outcome:
        case Tray():
            if state.turn != 0:
                raise IllegalMove("M2", "the discs are in the tray already")
            _check_layout(outcome.layout)
        case Feels():
            if not isinstance(state.pending, Touch):
                raise IllegalMove("M3", "no disc has just been touched, so none can feel like anything")
            if outcome.word not in FEELS:
                raise IllegalMove("M3", f"a disc feels {', '.join(FEELS)}, not {outcome.word}", outcome.word)
        case Moved():
            if not isinstance(state.pending, Pull):
                raise IllegalMove("M4", "no disc has just been pulled, so the slider stands still")
            _check_moved(state, outcome, state.pending.disc)


def named_disc(state: MikadoState, text: str) -> int:
    """The disc of that name, or with its centre in that cell (`@B3`); raises IllegalMove if there is none."""
    disc = find_disc(text, state.layout)
    if disc is not None:
        return disc
    if not text.startswith("@"):
        reason = f"there is no disc {text.lower()}: they are r1 to r18 (red), b1 to b18 (blue), y1 to y18 (yellow)"
        raise IllegalMove("M1", reason, text)
    cell = text.upper()
    if state.layout is None:
        raise IllegalMove("M2", f"there is no picture of this tray, so {cell} means no disc", cell)
    raise IllegalMove("M2", f"no disc had its centre in cell {cell[1:]} at the set-up", cell)


def touched_disc(state: MikadoState) -> int:
    """The disc that a bare `pull` means; raises IllegalMove if none has been touched."""
    if state.touched is None:
        raise IllegalMove("M3", "no disc has been touched in this turn, so say which one to pull")
    return state.touched


def _check_waive(state: MikadoState) -> None:
    if not state.config.may_waive:
        raise IllegalMove("M10", "waiving is not possible in this variant", "waive")
    if state.all_have_waived:
        disc = "a disc" if state.touched is None else NAMES[state.touched]
        raise IllegalMove("M7", f"every player has waived twice in a row, so {disc} must be pulled", "waive")


def _check_disc(state: MikadoState, move: Touch | Pull) -> None:
    name = NAMES[move.disc]
    if move.disc not in state.tray:
        raise IllegalMove("M3", f"{name} is not in the tray any more", name)
    if state.touched is not None:
        touched = NAMES[state.touched]
        if isinstance(move, Touch):
            raise IllegalMove("M3", f"{touched} has been touched already; there is one touch in a turn", name)
        if move.disc != state.touched:
            raise IllegalMove("M3", f"{touched} has been touched, so only {touched} may be pulled, not {name}", name)
    allowed = state.allowed_discs()
    if move.disc not in allowed:
        colour, allowed_colour = COLOURS[colour_of(move.disc)], COLOURS[colour_of(allowed[0])]
        left = f"{len(allowed)} {allowed_colour} disc{' is' if len(allowed) == 1 else 's are'}"
        raise IllegalMove("M9", f"{name} is {colour}, and {left} still in the tray", name)


def _check_layout(layout: Layout) -> None:
    try:
        parse_layout(format_layout(layout))
    except ValueError as error:
        raise IllegalMove("M2", f"there is no such tray: {error}") from error


def _check_moved(state: MikadoState, moved: Moved, pulled: int) -> None:
    if not (math.isfinite(moved.length) and moved.length >= 0):
        raise IllegalMove("M4", f"the slider cannot move by {moved.length} divisions")
    for index, disc in enumerate(moved.popped):
        name = NAMES[disc]
        if disc == pulled:
            raise IllegalMove("M6", f"{name} is the disc that was pulled, so it cannot spring out as well", name)
        if disc not in state.tray:
            raise IllegalMove("M6", f"{name} is not in the tray any more, so it cannot spring out", name)
        if disc in moved.popped[:index]:
            raise IllegalMove("M6", f"{name} cannot spring out twice", name)
