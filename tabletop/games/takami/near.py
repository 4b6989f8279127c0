"""A raise in one line: the two steps that it is, and the legal raises near an illegal one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from tabletop.game import State
from tabletop.games.takami.moves import Probe, Pull, Raise
from tabletop.games.takami.rules import Move, TakamiState


def expand(move: Move) -> tuple[Move, ...]:
    """The steps of a move: a raise is a pull and a lay."""
    return move.parts() if isinstance(move, Raise) else (move,)


def near(state: State, move: Move) -> Iterator[Move]:
    """Raises near a raise, otherwise the legal steps; who does not want to probe hears of probes last."""
    now = cast(TakamiState, state)
    if not isinstance(move, Raise):
        yield from sorted(now.legal_moves(), key=lambda step: isinstance(step, Probe) != isinstance(move, Probe))
        return
    for step in now.legal_moves():
        if isinstance(step, Pull):
            yield from (Raise(step.stick, place) for place in now.after_pull(step.stick).places())
