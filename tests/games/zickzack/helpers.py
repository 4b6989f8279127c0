"""Zickzack's set-ups, states and views for tests."""

from __future__ import annotations

from random import Random

from tabletop.game import Setup, View
from tabletop.games.zickzack.notation import GRAMMAR
from tabletop.games.zickzack.position import parse_position
from tabletop.games.zickzack.rules import ZickzackState, start

BOARDS = ("classic", "comb")
ENDGAME = "111/1111/21111/112222/.11111./22222.1./2.222111./22.112222. 1112---- 0100/2200 2"
"""Blue has two singles and two doubles, green a double; all gaps are one cell wide."""


def zickzack_setup(board: str = "classic", names: tuple[str, str] = ("green", "blue"), first: int = 1) -> Setup:
    return Setup(2, names, {"board": board}, first=first)


def start_state(board: str = "classic") -> ZickzackState:
    return start(zickzack_setup(board))


def state_at(position: str, board: str = "classic") -> ZickzackState:
    """The state that a position string describes."""
    return parse_position(position, zickzack_setup(board))


def play(*moves: str, state: ZickzackState | None = None, board: str = "classic") -> ZickzackState:
    """The state after these legal moves, from the start unless a state is given."""
    state = state or start_state(board)
    for text in moves:
        move = GRAMMAR.parse(text, state)
        state.check(move)
        state = state.apply(move)
    return state


def random_state(seed: int, plies: int, board: str = "classic") -> ZickzackState:
    """The state after so many random moves, or at the end of the game."""
    rng, state = Random(seed), start_state(board)
    for _ in range(plies):
        if steps := state.steps():
            state = state.take(steps[int(rng.random() * len(steps))])
    return state


def random_endgame(rng: Random, max_free: int, board: str = "classic") -> ZickzackState:
    """A random state in which a move is possible and at most so many cells are free."""
    while True:
        state = start_state(board)
        while (steps := state.steps()) and state.free.bit_count() > max_free:
            state = state.take(steps[int(rng.random() * len(steps))])
        if steps:
            return state


def view_of(state: ZickzackState, names: tuple[str, str] = ("green", "blue")) -> View[ZickzackState]:
    """The state as it is drawn, with its last move marked."""
    last_moves = tuple(move for _, move in state.pieces()[-1:])
    return View(state, zickzack_setup(state.board.name, names), last_moves, to_move=state.to_move)
