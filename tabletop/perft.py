"""Counting sequences of legal turns, to check a game's rules against known numbers."""

from __future__ import annotations

from tabletop.errors import WrongUse
from tabletop.game import AnyGame, State


def perft(game: AnyGame, state: State, depth: int) -> int:
    """The number of sequences of exactly `depth` legal turns; what needs history (repetition) ends none of them."""
    if game.has_chance:
        raise WrongUse(f"{game.title} involves chance, so there is no perft")
    if depth < 0:
        raise WrongUse("the depth must be 0 or more")
    return _count(state, depth)


def _count(state: State, depth: int) -> int:
    if depth == 0:
        return 1
    if state.result():
        return 0
    moves = state.legal_moves()
    if depth == 1:
        return sum(1 for _ in moves)
    return sum(_count(state.apply(move), depth - 1) for move in moves)
