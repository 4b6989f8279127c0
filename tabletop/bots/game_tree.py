"""GameTree: a game as a search sees it, with moves, positions and their values.

To use alpha-beta or tree search, a game defines a class with these methods and passes it to a
search, which makes one tree for each observation:

    class FemTree:
        def __init__(self, observation: Observation[FemState]) -> None: ...
        def moves(self, position): ...

    AlphaBetaBot(FemTree, slack=0.5).think(observation, Limit(nodes=600))

A tree may work on positions and moves of its own that are cheaper than the game's, as long as
positions are immutable and hashable. `game_move` and `tree_move` translate.

A tree may have two things more:

    limit                  an attribute for trees that are slow: the searches set it to their Limit
    win_chance(value)      a method: the chance to win that a value means at the root
    values_are_points      an attribute, False for trees whose values are not points

A slow tree, which needs more than some milliseconds for the moves of a position, makes them one by
one with `in_time`: `moves` raises LimitReached when the time is up, but at the root it returns what
it has found so far, at least one move. `value` never raises it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import Any, Protocol, TypeAlias, TypeVar

from tabletop.bots.bot import AnyObservation, SearchInfo
from tabletop.bots.limit import Limit
from tabletop.errors import IllegalMove
from tabletop.game import NOBODY, Move

P = TypeVar("P")
"""A position of the tree."""
M = TypeVar("M")
"""A move of the tree."""
T = TypeVar("T")


class GameTree(Protocol[P, M]):
    """The game from one observation on, for searches that look ahead move by move."""

    @property
    def root(self) -> P:
        """The position to search from."""

    def to_move(self, position: P) -> int:
        """The player to move, or NOBODY."""

    def moves(self, position: P) -> Sequence[M]:
        """Legal moves to try, most promising first; may leave poor ones out. Empty only when the game is over."""

    def apply(self, position: P, move: M) -> P:
        """The position after a move."""

    def value(self, position: P, player: int) -> float:
        """The position's value for the player, in the game's own unit; also when the game is over."""

    def game_move(self, move: M) -> Move:
        """A move at the root as a move of the game."""

    def tree_move(self, move: Move) -> M:
        """A legal move of the game as a move at the root, whether `moves` lists it or not."""

    def explain(self, move: Move) -> str:
        """The reason for a move at the root, in one sentence without a full stop; may be empty."""


class PlayoutTree(GameTree[P, M], Protocol):
    """A GameTree for searches that play games out."""

    def playout(self, position: P, rng: Random) -> Sequence[float]:
        """Play the game out from the position cheaply; each player's gain, player 1 first, from 0 (lost) to 1 (won)."""


TreeMaker: TypeAlias = Callable[[AnyObservation], GameTree[P, M]]
PlayoutTreeMaker: TypeAlias = Callable[[AnyObservation], PlayoutTree[P, M]]

AnyTree = TypeVar("AnyTree", bound=GameTree[Any, Any])


def make_tree(maker: Callable[[AnyObservation], AnyTree], observation: AnyObservation, limit: Limit) -> AnyTree:
    """The tree of an observation; one that is slow gets the limit of the search."""
    tree = maker(observation)
    if hasattr(tree, "limit"):
        tree.limit = limit
    return tree


def in_time(items: Iterable[T], limit: Limit, is_root: bool) -> Iterator[T]:
    """The items as long as there is time: at the root until then, but the first in any case; below it raises."""
    for number, item in enumerate(items):
        if number and is_root and limit.is_over():
            return
        if not is_root:
            limit.check_time()
        yield item


def search_info(tree: GameTree[P, M], move: Move, value: float, limit: Limit) -> SearchInfo:
    """What a search of the tree has found, with what its values mean."""
    chance_of: Callable[[float], float] | None = getattr(tree, "win_chance", None)
    in_points: bool = getattr(tree, "values_are_points", True)
    return SearchInfo(move, value, nodes=limit.spent, values_are_points=in_points, chance_of=chance_of)


def game_line(maker: TreeMaker[P, M], observation: AnyObservation, line: Iterable[M]) -> tuple[Move, ...]:
    """A line of moves from the root as moves of the game, as far as all of them are legal."""
    moves: list[Move] = []
    for tree_move in line:
        move = maker(observation).game_move(tree_move)
        try:
            observation.state.check(move)
        except IllegalMove:
            break
        moves.append(move)
        state = observation.state.apply(move)
        observation = replace(observation, state=state, states=[*observation.states, state], player=state.to_move)
    return tuple(moves)


LONG_GAME = 200
"""States after which bots choose without random numbers, so that a game without progress repeats itself and ends.

Some games of Fem with `nocover` that look blocked are decided later: of 50 between `hard` bots, 31 by a loop, 10 of
them after the hundredth turn.
"""


def is_long_game(observation: AnyObservation) -> bool:
    """Whether the game has lasted so long that bots should bring it to an end."""
    return len(observation.states) > LONG_GAME


def immediate_wins(tree: GameTree[P, M], moves: Sequence[M], player: int) -> list[int]:
    """The indices of the moves at the root that end the game in the player's favour.

    Bots prefer them to all others: another move may promise more points, but nothing beats winning
    the game.
    """
    winning = []
    for index, move in enumerate(moves):
        position = tree.apply(tree.root, move)
        if tree.to_move(position) == NOBODY and tree.value(position, player) > 0:
            winning.append(index)
    return winning


def random_index(rng: Random, count: int) -> int:
    """A number from 0 to `count` - 1, each equally likely, the same with every version of Python."""
    return int(rng.random() * count)
