"""Simple strategies: take points at once, copy the last move, lay large or small pieces first."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tabletop.bots.bot import Observation
from tabletop.bots.game_tree import random_index
from tabletop.bots.specs import random_bot
from tabletop.bots.strategy import Strategy
from tabletop.games.zickzack.board import ZickzackMove
from tabletop.games.zickzack.bots import BOTS
from tabletop.games.zickzack.rules import ZickzackState


def fill(observation: Observation[ZickzackState]) -> Iterator[ZickzackMove]:
    """Fill a field, the one with the most points first."""
    state = observation.state
    board = state.board
    fills = []
    for move in state.steps():
        placement = board.placement_of[move]
        if state.free & board.field_masks[placement.field] == placement.mask:
            fills.append((board.fields[placement.field].points, move))
    yield from (move for _, move in sorted(fills, key=lambda pair: -pair[0]))


def mirror(observation: Observation[ZickzackState]) -> Iterator[ZickzackMove]:
    """Lay the piece that was laid last at the other end of its field."""
    if observation.plies and observation.plies[-1].player != observation.player:
        board = observation.state.board
        move: ZickzackMove = observation.plies[-1].move
        cells = tuple(board.fields[board.placement_of[move].field].cell_names())
        opposite = sorted(len(cells) - 1 - cells.index(cell) for cell in move.cells)
        yield ZickzackMove(move.piece, tuple(cells[number] for number in opposite))


def by_size(sign: int) -> Callable[[Observation[ZickzackState]], Iterator[ZickzackMove]]:
    """Lay the largest piece (sign -1) or the smallest (1), first where it fills a field, otherwise anywhere."""

    def rule(observation: Observation[ZickzackState]) -> Iterator[ZickzackMove]:
        moves = observation.state.steps()
        size = min(sign * len(move.cells) for move in moves)
        allowed = [move for move in moves if sign * len(move.cells) == size]
        yield from (move for move in fill(observation) if move in allowed)
        yield allowed[random_index(observation.rng, len(allowed))]

    return rule


STRATEGIES = {
    "greedy": Strategy("fills the most valuable field it can, and otherwise moves at random", fill, random_bot),
    "mirror": Strategy("lays the same piece at the other end of the field", mirror, BOTS["medium"]),
    "large-first": Strategy("always lays its largest piece", by_size(-1), BOTS["medium"]),
    "small-first": Strategy("always lays its smallest piece", by_size(1), BOTS["medium"]),
}
