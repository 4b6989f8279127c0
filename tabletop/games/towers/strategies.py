"""Rules of thumb for both games: cover the last tower, copy the last turn, build one high stack."""

from __future__ import annotations

from collections.abc import Iterator

from tabletop.bots.bot import Observation
from tabletop.games.towers.geometry import Pair
from tabletop.games.towers.moves import Turn
from tabletop.games.towers.rules import TowersState

COVER = "puts its tower on the one just set or moved"
MIRROR = "repeats the last turn on the opposite side of the centre"
PILE = "puts every tower on the highest stack"


def cover(observation: Observation[TowersState]) -> Iterator[Turn]:
    """Place a tower on the field that the turn before put one on, or else move one there."""
    last = _last_turn(observation)
    if last is not None and last.target is not None:
        yield Turn("place", target=last.target)
        for source in range(observation.state.grid.fields):
            if source != last.target:
                yield Turn("move", source, last.target)


def mirror(observation: Observation[TowersState]) -> Iterator[Turn]:
    """Turn the last turn round the centre, with its bridges if that works; begin in the centre."""
    last_field = observation.state.grid.fields - 1
    last = _last_turn(observation)
    if last is None:
        yield Turn("place", target=last_field // 2)
        return

    def opposite(pairs: tuple[Pair, ...]) -> tuple[Pair, ...]:
        return tuple(sorted((last_field - high, last_field - low) for low, high in pairs))

    turn = last._replace(
        source=None if last.source is None else last_field - last.source,
        target=None if last.target is None else last_field - last.target,
        label=None,
        bridges=opposite(last.bridges),
        taken=opposite(last.taken),
    )
    yield turn
    if last.target is not None:
        yield turn._replace(bridges=(), taken=())


def pile(observation: Observation[TowersState]) -> Iterator[Turn]:
    """Place a tower on the highest stack, of equal ones on that nearest to the centre."""
    state = observation.state
    grid = state.grid
    centre = grid.size // 2

    def order(field: int) -> tuple[int, int, int]:
        distance = max(abs(field // grid.size - centre), abs(field % grid.size - centre))
        return -len(state.stack(field)), distance, field

    if state.towers_left(state.player):
        for field in sorted(range(grid.fields), key=order):
            yield Turn("place", target=field)


def _last_turn(observation: Observation[TowersState]) -> Turn | None:
    return observation.plies[-1].move if observation.plies else None
