"""Points, fields and hands in sentences and as data."""

from __future__ import annotations

from typing import Any, cast

from tabletop.game import Setup, State
from tabletop.games.zickzack.players import BLUE, GREEN, player_name
from tabletop.games.zickzack.rules import Zickzack
from tabletop.style import Style


def score_details(position: State, setup: Setup) -> dict[str, Any]:
    """The fields won by each player, and those that nobody has won."""
    state = cast(Zickzack, position)
    won = {setup.names[player - 1]: _fields_of(state, player) for player in (GREEN, BLUE)}
    return {"fields": won, "open": _fields_of(state, 0)}


def score_lines(position: State, setup: Setup, style: Style) -> list[str]:
    """The same in a line each."""
    state = cast(Zickzack, position)
    lines = [f"{player_name(setup, player)} won {_listed(_fields_of(state, player))}" for player in (GREEN, BLUE)]
    if 0 in state.owners:
        lines.append(f"nobody won {_listed(_fields_of(state, 0))}")
    return lines


def status_lines(position: State, setup: Setup) -> list[str]:
    """Points and hand of each player, and what is free."""
    state = cast(Zickzack, position)
    lines = []
    for player in (GREEN, BLUE):
        counts = zip(state.board.kinds, state.counts(player), strict=True)
        hand = ", ".join(f"{count} {kind.noun}" for kind, count in counts if count) or "nothing"
        lines.append(f"{player_name(setup, player)}: {state.scores()[player - 1]} points, in hand {hand}")
    free = [
        f"{field.name} ({cells})"
        for field, mask in zip(state.board.fields, state.board.field_masks, strict=True)
        if (cells := (state.free & mask).bit_count())
    ]
    lines.append("free cells: " + (", ".join(free) or "none"))
    return lines


def _fields_of(state: Zickzack, player: int) -> list[str]:
    return [field.name for field, owner in zip(state.board.fields, state.owners, strict=True) if owner == player]


def _listed(names: list[str]) -> str:
    if not names:
        return "no field"
    return f"field {names[0]}" if len(names) == 1 else f"fields {', '.join(names[:-1])} and {names[-1]}"
