"""Monte Carlo tree search (UCT): plays many games out and follows what went well.

With more than two players it is max-n: in the tree everyone follows their own gain,
which costs nothing here, because there are no cut-offs to lose.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import log, sqrt
from typing import Generic

from tabletop.bots.bot import AnyObservation, SearchInfo
from tabletop.bots.game_tree import P, PlayoutTree, PlayoutTreeMaker, T
from tabletop.bots.limit import Limit
from tabletop.game import NOBODY, Move

REPORT_EVERY = 500
"""Playouts between two reports of what was found so far."""


class _Place(Generic[P, T]):
    """A position in the tree: how often it was visited, and what each player had of it."""

    __slots__ = ("children", "gains", "mover", "position", "turns", "visits")

    def __init__(self, position: P, mover: int, players: int) -> None:
        self.position = position
        self.mover = mover
        self.visits = 0
        self.gains = [0.0] * players
        self.turns: Sequence[T] | None = None
        self.children: list[_Place[P, T]] = []
        """One for each of the first turns; the later ones have not been tried."""

    def mean(self, player: int) -> float:
        """What the player had of it, on average."""
        return self.gains[player - 1] / self.visits if self.visits else 0.0


class Mcts(Generic[P, T]):
    """One search. Turns are tried in the lore's order, a new one at every visit until all were."""

    def __init__(self, tree: PlayoutTree[P, T], observation: AnyObservation, explore: float) -> None:
        self.tree = tree
        self.rng = observation.rng
        self.players = observation.setup.players
        self.explore = explore
        self.root = self._place(tree.root)

    def run(self, limit: Limit, least: int = 1) -> None:
        """Play games out until the budget is used up; `least` in any case."""
        while True:
            self._once()
            if not limit.spend() and self.root.visits >= least:
                return
            if limit.on_info and self.root.visits % REPORT_EVERY == 0:
                limit.report(self.info())

    def ranked(self) -> list[tuple[int, float]]:
        """The turns of the root that were tried, by their places, the most visited first, with the mover's gain."""
        children = self.root.children
        tried = sorted(range(len(children)), key=lambda index: -children[index].visits)
        return [(index, children[index].mean(self.root.mover)) for index in tried]

    def info(self) -> SearchInfo:
        """What was found so far; without the reason."""
        turns = self.root.turns or ()
        ranked = [(self.tree.game_move(turns[index]), value) for index, value in self.ranked()[:3]]
        move, value = ranked[0]
        return SearchInfo(move, value, nodes=self.root.visits, ranked=tuple(ranked), values_are_chances=True)

    def _place(self, position: P) -> _Place[P, T]:
        return _Place(position, self.tree.to_move(position), self.players)

    def _once(self) -> None:
        path = [self.root]
        while path[-1].mover != NOBODY:
            place = path[-1]
            if place.turns is None:
                place.turns = self.tree.moves(place.position)
            if not place.turns:
                break
            tried = len(place.children)
            if tried < len(place.turns):
                child = self._place(self.tree.apply(place.position, place.turns[tried]))
                place.children.append(child)
                path.append(child)
                break
            path.append(self._follow(place))
        gains = self.tree.playout(path[-1].position, self.rng)
        for place in path:
            place.visits += 1
            for index, gain in enumerate(gains):
                place.gains[index] += gain

    def _follow(self, place: _Place[P, T]) -> _Place[P, T]:
        """The child that promises the mover most, with a bonus for those seldom visited."""
        bonus = self.explore * sqrt(log(place.visits + 1))
        own = place.mover - 1
        best = place.children[0]
        most = -1.0
        for child in place.children:
            promise = child.gains[own] / child.visits + bonus / sqrt(child.visits)
            if promise > most:
                best, most = child, promise
        return best


@dataclass(frozen=True)
class MctsBot(Generic[P, T]):
    """Chooses the turn visited most; values are the mover's chances, 0 to 1."""

    tree: PlayoutTreeMaker[P, T]
    explore: float = 0.7
    blunder: float = 0.25

    def think(self, observation: AnyObservation, limit: Limit) -> SearchInfo:
        """A legal move."""
        search = self._search(observation)
        search.run(limit)
        info = search.info()
        return replace(info, explanation=search.tree.explain(info.move))

    def evaluate(
        self, observation: AnyObservation, limit: Limit, moves: Sequence[Move] = (), lines: int = 3
    ) -> tuple[tuple[Move, float], ...]:
        """The chances of these moves, best first; without any, the `lines` best moves with theirs."""
        search = self._search(observation)
        if moves:
            search.root.turns = [search.tree.tree_move(move) for move in moves]
            lines = len(moves)
        search.run(limit, least=len(moves))
        ranked = sorted(search.ranked()[:lines], key=lambda pair: -pair[1])
        turns = search.root.turns or ()
        return tuple((moves[index] if moves else search.tree.game_move(turns[index]), value) for index, value in ranked)

    def explain(self, observation: AnyObservation, move: Move) -> str:
        """What speaks for a legal move."""
        return self.tree(observation).explain(move)

    def _search(self, observation: AnyObservation) -> Mcts[P, T]:
        return Mcts(self.tree(observation), observation, self.explore)
