"""The state of a game in lines and figures: hands, minus points, what is left in the tray."""

from __future__ import annotations

from typing import Any, cast

from tabletop.game import Setup
from tabletop.game import State as AnyState
from tabletop.games.mikado.discs import COLOURS, NAMES, colour_of
from tabletop.games.mikado.rules import MOVEMENTS_ALONE, WAIVES_EACH, State
from tabletop.number import counted
from tabletop.style import Style


def score_details(state: AnyState, setup: Setup) -> dict[str, Any]:
    """What `score --json` adds: hands by player, the tray, and how often the slider has moved."""
    ours = cast(State, state)
    facts: dict[str, Any] = {"left": len(ours.tray), "movements": ours.movements, "tray": _by_colour(ours)}
    if not ours.is_alone:
        facts["hands"] = {
            name: {**dict(zip(COLOURS, hand.discs, strict=True)), "minus": hand.minus}
            for name, hand in zip(setup.names, ours.hands, strict=True)
        }
    return facts


def score_lines(state: AnyState, setup: Setup, style: Style) -> list[str]:
    """What `score` prints below the points."""
    return status_lines(state, setup)


def status_lines(state: AnyState, setup: Setup) -> list[str]:
    """The tray, every hand, the disc in hand, and how many waives are left."""
    ours = cast(State, state)
    lines = [_tray_line(ours)]
    if not ours.is_alone:
        lines += [_hand_line(ours, setup, player) for player in range(1, ours.table.players + 1)]
    turn = _turn_line(ours, setup)
    return [*lines, turn] if turn else lines


def _by_colour(state: State) -> dict[str, int]:
    colours = [colour_of(disc) for disc in state.tray]
    return {name: colours.count(number) for number, name in enumerate(COLOURS)}


def _tray_line(state: State) -> str:
    counts = ", ".join(f"{number} {name}" for name, number in _by_colour(state).items() if number) or "nothing"
    moved = f"slider moved {state.slid:g} division{'' if state.slid == 1 else 's'}"
    allowed = f", {counted(state.movements, 'movement')}, {MOVEMENTS_ALONE} allowed" if state.is_alone else ""
    return f"Tray: {counts}; {moved}{allowed}"


def _hand_line(state: State, setup: Setup, player: int) -> str:
    hand = state.hands[player - 1]
    discs = ", ".join(f"{number} {name}" for number, name in zip(hand.discs, COLOURS, strict=True) if number)
    minus = f", minus {hand.minus}" if hand.minus else ""
    points = counted(hand.points, "point")
    return f"{setup.names[player - 1]}: {discs or 'no discs'}{minus} = {points}"


def _turn_line(state: State, setup: Setup) -> str:
    if state.is_over or state.turn == 0:
        return ""
    name = setup.names[state.player - 1]
    if state.touched is not None:
        word = next((told.word for told in state.told if told.disc == state.touched and told.turn == state.turn), "")
        must = " and must pull it" if state.must_pull else ""
        return f"{name} has touched {NAMES[state.touched]}{must}" + (f": it feels {word}" if word else "")
    if state.must_pull:
        return f"{name} must pull"
    if state.is_alone or not state.waives:
        return ""
    left = WAIVES_EACH * state.table.players - state.waives
    times = "once" if state.waives == 1 else f"{state.waives} times running"
    return f"Waived {times}; {left} more and the next must pull"
