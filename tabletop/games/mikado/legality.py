"""Which moves and outcomes are legal: every check, with the number of its rule."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from tabletop.errors import IllegalMove
from tabletop.games.mikado.discs import COLOURS, NAMES, colour_of, find_disc
from tabletop.games.mikado.moves import FEELS, Attempt, Feels, Moved, Outcome, Pull, Touch, Tray, Waive
from tabletop.games.mikado.trays import OVERLAP, Layout, Places, crowding, format_layout, parse_layout
from tabletop.text import counted

if TYPE_CHECKING:
    from tabletop.games.mikado.rules import MikadoState


def check_step(state: MikadoState, move: Touch | Pull | Waive) -> None:
    """Raise IllegalMove unless the player may do this now; assumes that the game is not over."""
    if state.turn == 0:
        raise IllegalMove("M2", "the discs are not in the tray yet; state the set-up with `=> tray ...`")
    if isinstance(state.pending, Touch):
        name = NAMES[state.pending.disc]
        raise IllegalMove("M3", f"waiting for the outcome; state how {name} feels, such as `=> feels light`")
    if state.pending:
        name = NAMES[state.pending.disc]
        reason = f"waiting for the outcome; state how far the slider moved for {name}, such as `=> moved 0.4`"
        raise IllegalMove("M4", reason)
    if isinstance(move, Waive):
        _check_waive(state)
    else:
        _check_disc(state, move)


def check_outcome(state: MikadoState, outcome: Outcome) -> None:
    """Raise IllegalMove unless the last step can have this outcome, however unlikely."""
    match outcome:
        case Tray():
            if state.turn != 0:
                raise IllegalMove("M2", "the discs are in the tray already")
            _check_layout(outcome.layout)
        case Feels():
            if not isinstance(state.pending, Touch):
                raise IllegalMove("M3", "no disc has just been touched; `feels` is the outcome of a touch")
            if outcome.word not in FEELS:
                raise IllegalMove("M3", f"a disc feels loose, light, firm or tight, not {outcome.word}", outcome.word)
        case Moved():
            if not state.pending:
                reason = "no disc has just been pulled or touched; `moved` is the outcome of a pull or a touch"
                raise IllegalMove("M4", reason)
            _check_moved(state, outcome, state.pending)


def named_disc(state: MikadoState, text: str) -> int:
    """The disc of that name, or with its centre in that cell (`@B3`); raises IllegalMove if there is none."""
    disc = find_disc(text, state.layout, state.tray)
    if disc is not None:
        return disc
    if not text.startswith("@"):
        reason = f"there is no disc {text.lower()}; the discs are r1 to r18 (red), b1 to b18 (blue), y1 to y18 (yellow)"
        raise IllegalMove("M1", reason, text)
    cell = text.upper()
    if state.layout is None:
        raise IllegalMove("M2", f"the layout of this tray is unknown; instead of {cell} use a name such as r7", cell)
    raise IllegalMove("M2", f"no disc has its centre in cell {cell[1:]}", cell)


def touched_disc(state: MikadoState) -> int:
    """The disc that a bare `pull` means; raises IllegalMove if none has been touched."""
    if state.touched is None:
        raise IllegalMove("M3", "no disc has been touched in this turn; say which one to pull")
    return state.touched


def _check_waive(state: MikadoState) -> None:
    if not state.config.may_waive:
        raise IllegalMove("M10", "the variant `no-waive` does not allow waiving; pull a disc", "waive")
    if state.all_have_waived:
        disc = "a disc" if state.touched is None else NAMES[state.touched]
        raise IllegalMove("M7", f"every player has waived twice in a row, so you must pull {disc}", "waive")


def _check_disc(state: MikadoState, move: Touch | Pull) -> None:
    name = NAMES[move.disc]
    if move.disc not in state.tray:
        raise IllegalMove("M3", f"{name} is no longer in the tray", name)
    if state.touched is not None:
        touched = NAMES[state.touched]
        if isinstance(move, Touch):
            raise IllegalMove("M3", f"only one disc may be touched in a turn, and {touched} has been touched", name)
        if move.disc != state.touched:
            raise IllegalMove("M3", f"{touched} has been touched, so only {touched} may be pulled, not {name}", name)
    allowed = state.allowed_discs()
    if move.disc not in allowed:
        colour, allowed_colour = COLOURS[colour_of(move.disc)], COLOURS[colour_of(allowed[0])]
        left = counted(len(allowed), f"{allowed_colour} disc")
        raise IllegalMove(
            "M9", f"{name} is {colour}, and the tray still holds {left}; pull {allowed_colour} first", name
        )


def _check_layout(layout: Layout) -> None:
    try:
        parse_layout(format_layout(layout))
    except ValueError as error:
        raise IllegalMove("M2", f"this tray is impossible: {error}") from error


def _check_moved(state: MikadoState, moved: Moved, step: Attempt) -> None:
    if not (math.isfinite(moved.length) and moved.length >= 0):
        raise IllegalMove("M4", f"the slider cannot move by {moved.length} divisions")
    if moved.popped and isinstance(step, Touch) and not moved.is_movement:
        reason = "a touch that moves the slider by at most one division leaves all discs in the tray"
        raise IllegalMove("M3", reason, NAMES[moved.popped[0]])
    for index, disc in enumerate(moved.popped):
        name = NAMES[disc]
        if disc == step.disc and isinstance(step, Pull):
            raise IllegalMove("M6", f"{name} is the pulled disc, so it cannot also spring out", name)
        if disc not in state.tray:
            raise IllegalMove("M6", f"{name} is no longer in the tray, so it cannot spring out", name)
        if disc in moved.popped[:index]:
            raise IllegalMove("M6", f"{name} cannot spring out twice", name)
    if moved.places:
        out = {*moved.popped, *([step.disc] if isinstance(step, Pull) else [])}
        _check_places(state, moved.places, tuple(disc for disc in state.tray if disc not in out))


def _check_places(state: MikadoState, places: Places, left: tuple[int, ...]) -> None:
    """Raise IllegalMove unless the discs that are left can lie there."""
    if state.layout is None:
        raise IllegalMove("M2", "the layout of this tray is unknown, so nothing in it can have a new place")
    numbers = [disc for disc, _, _ in places.discs]
    for disc in numbers:
        if disc not in left:
            raise IllegalMove("M4", f"{NAMES[disc]} is no longer in the tray, so it has no place there", NAMES[disc])
    layout = state.layout.after(places)
    if reason := crowding(layout, left, numbers):
        raise IllegalMove("M4", f"these places are impossible: {reason}")
    if any(layout.slider - layout.discs[disc].y - layout.discs[disc].radius < -OVERLAP for disc in left):
        raise IllegalMove("M4", "these places are impossible: the slider would lie on a disc")
