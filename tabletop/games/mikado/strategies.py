"""Simple strategies: waive, never touch, go for the most valuable disc."""

from __future__ import annotations

from collections.abc import Iterator

from tabletop.bots.bot import Observation
from tabletop.bots.strategy import Strategy
from tabletop.games.mikado.bots import BOTS
from tabletop.games.mikado.discs import PENALTY, value_of
from tabletop.games.mikado.moves import Move, Pull, Waive
from tabletop.games.mikado.rules import MikadoState


def always_waive(observation: Observation[MikadoState]) -> Iterator[Move]:
    """Waive, as long as that is allowed."""
    yield Waive()


def never_touch(observation: Observation[MikadoState]) -> Iterator[Move]:
    """Pull the disc that brings most points on average, without touching any."""
    state = observation.state

    def expected_points(disc: int) -> float:
        risk = state.believed_risk(disc) or 0.0
        return (1 - risk) * value_of(disc) - risk * PENALTY

    yield from map(Pull, sorted(state.allowed_discs(), key=lambda disc: -expected_points(disc)))


def greedy(observation: Observation[MikadoState]) -> Iterator[Move]:
    """Pull the disc worth most; of equals the safest."""
    state = observation.state
    discs = sorted(state.allowed_discs(), key=lambda disc: (-value_of(disc), state.believed_risk(disc) or 0.0))
    yield from map(Pull, discs)


STRATEGIES = {
    "always-waive": Strategy("waives whenever that is allowed", always_waive, BOTS["medium"]),
    "never-touch": Strategy("pulls the most promising disc without touching any", never_touch, BOTS["medium"]),
    "greedy": Strategy("pulls the most valuable disc at once, whatever the risk", greedy, BOTS["medium"]),
}
