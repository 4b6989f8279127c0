"""What a search is told of a game: the turns worth trying, what they lead to, what a position is worth.

A Lore stands beside its game's rules and may work on positions of its own that are
cheaper than the game's states, as long as they are immutable and hashable.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Protocol, TypeAlias, TypeVar

from tabletop.bots.bot import AnyObservation
from tabletop.game import NOBODY, Move

P = TypeVar("P")
"""A position as the search sees it."""
T = TypeVar("T")
"""A turn as the search sees it."""
LONG_GAME = 100
"""Turns after which bots play without dice: a game that gets nowhere then comes round to a repetition and ends."""


def is_long_game(observation: AnyObservation) -> bool:
    """Whether the game has gone on for so long that it is better ended."""
    return len(observation.states) > LONG_GAME


class GameTree(Protocol[P, T]):
    """A game's knowledge, made for one situation, for searches that look ahead turn by turn."""

    @property
    def root(self) -> P:
        """The position to search from."""

    def to_move(self, position: P) -> int:
        """The player to move, or NOBODY."""

    def moves(self, position: P) -> Sequence[T]:
        """The moves worth trying, the likeliest best first; all legal, and none only when the game is over."""

    def apply(self, position: P, move: T) -> P:
        """The position after a turn."""

    def value(self, position: P, player: int) -> float:
        """What the position is worth to the player, in the game's own measure; also when the game is over."""

    def game_move(self, move: T) -> Move:
        """A turn of the root as the game's move."""

    def tree_move(self, move: Move) -> T:
        """A legal move of the situation as a turn of the root, whether `turns` would name it or not."""

    def explain(self, move: Move) -> str:
        """In one sentence without a full stop, what speaks for the move; may be empty."""


class PlayoutTree(GameTree[P, T], Protocol):
    """Knowledge for searches that play games out."""

    def playout(self, position: P, rng: Random) -> Sequence[float]:
        """Play on in some cheap way and say what each player has of it, player 1 first, each from 0 to 1."""


TreeMaker: TypeAlias = Callable[[AnyObservation], GameTree[P, T]]
PlayoutTreeMaker: TypeAlias = Callable[[AnyObservation], PlayoutTree[P, T]]


def immediate_wins(tree: GameTree[P, T], turns: Sequence[T], player: int) -> list[int]:
    """The places of the turns of the root that end the game in the player's favour.

    Where a game counts in points, another turn may promise more of them; a won game is
    worth more than a promise.
    """
    found = []
    for index, turn in enumerate(turns):
        after = tree.apply(tree.root, turn)
        if tree.to_move(after) == NOBODY and tree.value(after, player) > 0:
            found.append(index)
    return found


def random_index(rng: Random, count: int) -> int:
    """A number below `count`, each equally likely, the same on every Python."""
    return int(rng.random() * count)
