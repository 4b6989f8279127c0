"""What the bots of both games share: which tower a sporting player leaves alone."""

from __future__ import annotations

from tabletop.bots.bot import AnyObservation
from tabletop.games.towers.moves import Turn


def field_just_built_on(observation: AnyObservation) -> int | None:
    """The field on which the last turn left a tower, placed or moved; None if it left none, or there was no turn."""
    last = observation.plies[-1].move if observation.plies else None
    return last.landing if isinstance(last, Turn) else None
