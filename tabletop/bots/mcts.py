"""Monte Carlo tree search (UCT): plays many games out and follows what went well.

With more than two players it is max-n: in the tree everyone follows their own gain,
which costs nothing here, because there are no cut-offs to lose.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import log, sqrt
from typing import Generic

from tabletop.bots import Situation
from tabletop.bots.budget import Budget
from tabletop.bots.lore import P, PlayoutLore, PlayoutLoreMaker, T
from tabletop.bots.thought import Thought
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

    def __init__(self, lore: PlayoutLore[P, T], situation: Situation, explore: float) -> None:
        self.lore = lore
        self.dice = situation.dice
        self.players = situation.setup.players
        self.explore = explore
        self.root = self._place(lore.root)

    def run(self, budget: Budget, least: int = 1) -> None:
        """Play games out until the budget is used up; `least` in any case."""
        while True:
            self._once()
            if not budget.spend() and self.root.visits >= least:
                return
            if budget.report and self.root.visits % REPORT_EVERY == 0:
                budget.tell(self.thought())

    def ranked(self) -> list[tuple[int, float]]:
        """The turns of the root that were tried, by their places, the most visited first, with the mover's gain."""
        children = self.root.children
        tried = sorted(range(len(children)), key=lambda index: -children[index].visits)
        return [(index, children[index].mean(self.root.mover)) for index in tried]

    def thought(self) -> Thought:
        """What was found so far; without the reason."""
        turns = self.root.turns or ()
        ranked = [(self.lore.move(turns[index]), value) for index, value in self.ranked()[:3]]
        move, value = ranked[0]
        return Thought(move, value, nodes=self.root.visits, ranked=tuple(ranked), in_chances=True)

    def _place(self, position: P) -> _Place[P, T]:
        return _Place(position, self.lore.to_move(position), self.players)

    def _once(self) -> None:
        path = [self.root]
        while path[-1].mover != NOBODY:
            place = path[-1]
            if place.turns is None:
                place.turns = self.lore.turns(place.position)
            if not place.turns:
                break
            tried = len(place.children)
            if tried < len(place.turns):
                child = self._place(self.lore.after(place.position, place.turns[tried]))
                place.children.append(child)
                path.append(child)
                break
            path.append(self._follow(place))
        gains = self.lore.playout(path[-1].position, self.dice)
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

    lore: PlayoutLoreMaker[P, T]
    explore: float = 0.7
    blunder: float = 0.25

    def think(self, situation: Situation, budget: Budget) -> Thought:
        """A legal move."""
        search = self._search(situation)
        search.run(budget)
        thought = search.thought()
        return replace(thought, why=search.lore.why(thought.move))

    def judge(
        self, situation: Situation, budget: Budget, moves: Sequence[Move] = (), lines: int = 3
    ) -> tuple[tuple[Move, float], ...]:
        """The chances of these moves, best first; without any, the `lines` best moves with theirs."""
        search = self._search(situation)
        if moves:
            search.root.turns = [search.lore.turn(move) for move in moves]
            lines = len(moves)
        search.run(budget, least=len(moves))
        ranked = sorted(search.ranked()[:lines], key=lambda pair: -pair[1])
        turns = search.root.turns or ()
        return tuple((moves[index] if moves else search.lore.move(turns[index]), value) for index, value in ranked)

    def why(self, situation: Situation, move: Move) -> str:
        """What speaks for a legal move."""
        return self.lore(situation).why(move)

    def _search(self, situation: Situation) -> Mcts[P, T]:
        return Mcts(self.lore(situation), situation, self.explore)
