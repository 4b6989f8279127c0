"""Monte Carlo tree search (UCT): plays many games out and follows the moves that went well.

With more than two players it is max-n: in the tree everyone maximizes their own gain, which
costs nothing here, because there are no cut-offs to lose.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import log, sqrt
from typing import Generic

from tabletop.bots.bot import AnyObservation, SearchInfo
from tabletop.bots.game_tree import M, P, PlayoutTree, PlayoutTreeMaker, game_line, make_tree
from tabletop.bots.limit import Limit, LimitReached
from tabletop.game import NOBODY, Move

REPORT_INTERVAL = 500
"""Playouts between two reports of the best move so far."""


class _Node(Generic[P, M]):
    """A position in the search tree.

    Attributes:
        position, mover: the position, and the player to move in it or NOBODY.
        visits: playouts that passed through it.
        gains: the sum of each player's gains in them; player 1 first.
        moves: all moves from here; None until the position is expanded.
        children: nodes of the first moves, in order; the others have not been tried.
    """

    __slots__ = ("children", "gains", "mover", "moves", "position", "visits")

    def __init__(self, position: P, mover: int, players: int) -> None:
        self.position = position
        self.mover = mover
        self.visits = 0
        self.gains = [0.0] * players
        self.moves: Sequence[M] | None = None
        self.children: list[_Node[P, M]] = []

    def mean_gain(self, player: int) -> float:
        """The player's average gain."""
        return self.gains[player - 1] / self.visits if self.visits else 0.0


class Mcts(Generic[P, M]):
    """One search. Each visit of a node tries its next untried move, in the tree's order, until all were tried."""

    def __init__(self, tree: PlayoutTree[P, M], observation: AnyObservation, explore: float) -> None:
        self.tree = tree
        self.rng = observation.rng
        self.players = observation.setup.players
        self.explore = explore
        self.root = self._node(tree.root)

    def run(self, limit: Limit, min_playouts: int = 1) -> None:
        """Play games out until the limit is reached, and at least `min_playouts`.

        The clock is read after each of them; one that is interrupted by a slow tree does not count.
        """
        while True:
            try:
                self._iterate()
            except LimitReached:
                return
            if not limit.spend() and self.root.visits >= min_playouts:
                return
            if limit.on_info and self.root.visits % REPORT_INTERVAL == 0:
                limit.report(self.info())

    def line(self) -> list[M]:
        """The moves visited most, from the root on, as long as each was visited more than once."""
        line: list[M] = []
        node = self.root
        while node.children and node.moves:
            visits = [child.visits for child in node.children]
            index = visits.index(max(visits))
            if line and visits[index] < 2:
                break
            line.append(node.moves[index])
            node = node.children[index]
        return line

    def ranked(self) -> list[tuple[int, float]]:
        """The indices of the root's moves that were tried, the most visited first, with the mover's average gain."""
        children = self.root.children
        tried = sorted(range(len(children)), key=lambda index: -children[index].visits)
        return [(index, children[index].mean_gain(self.root.mover)) for index in tried]

    def info(self) -> SearchInfo:
        """The best moves so far, without an explanation."""
        moves = self.root.moves or ()
        ranked = [(self.tree.game_move(moves[index]), value) for index, value in self.ranked()[:3]]
        move, value = ranked[0]
        return SearchInfo(move, value, nodes=self.root.visits, ranked=tuple(ranked), values_are_chances=True)

    def _node(self, position: P) -> _Node[P, M]:
        return _Node(position, self.tree.to_move(position), self.players)

    def _iterate(self) -> None:
        """Select a path to a new node, play the game out from there, and add the gains along the path."""
        path = [self.root]
        while path[-1].mover != NOBODY:
            node = path[-1]
            if node.moves is None:
                node.moves = self.tree.moves(node.position)
            if not node.moves:
                break
            tried = len(node.children)
            if tried < len(node.moves):
                child = self._node(self.tree.apply(node.position, node.moves[tried]))
                node.children.append(child)
                path.append(child)
                break
            path.append(self._select(node))
        gains = self.tree.playout(path[-1].position, self.rng)
        for node in path:
            node.visits += 1
            for index, gain in enumerate(gains):
                node.gains[index] += gain

    def _select(self, node: _Node[P, M]) -> _Node[P, M]:
        """The child with the highest upper confidence bound for the mover."""
        bonus = self.explore * sqrt(log(node.visits + 1))
        mover = node.mover - 1
        best = node.children[0]
        highest = -1.0
        for child in node.children:
            upper_bound = child.gains[mover] / child.visits + bonus / sqrt(child.visits)
            if upper_bound > highest:
                best, highest = child, upper_bound
        return best


@dataclass(frozen=True)
class MctsBot(Generic[P, M]):
    """Chooses the move visited most; values are the mover's chances to win, 0 to 1."""

    tree: PlayoutTreeMaker[P, M]
    explore: float = 0.7
    blunder: float = 0.25

    def think(self, observation: AnyObservation, limit: Limit) -> SearchInfo:
        """A legal move."""
        search = self._search(observation, limit)
        search.run(limit)
        info = search.info()
        line = game_line(self.tree, observation, search.line()) if limit.on_info else (info.move,)
        return replace(info, explanation=search.tree.explain(info.move), line=line)

    def evaluate(
        self, observation: AnyObservation, limit: Limit, moves: Sequence[Move] = (), lines: int = 3
    ) -> tuple[tuple[Move, float], ...]:
        """The chances of these moves, best first; without any, the `lines` best moves with theirs."""
        search = self._search(observation, limit)
        if moves:
            search.root.moves = [search.tree.tree_move(move) for move in moves]
            lines = len(moves)
        search.run(limit, min_playouts=len(moves))
        ranked = sorted(search.ranked()[:lines], key=lambda pair: -pair[1])
        tree_moves = search.root.moves or ()
        return tuple(
            (moves[index] if moves else search.tree.game_move(tree_moves[index]), value) for index, value in ranked
        )

    def explain(self, observation: AnyObservation, move: Move) -> str:
        """The reason for a legal move."""
        return self.tree(observation).explain(move)

    def _search(self, observation: AnyObservation, limit: Limit) -> Mcts[P, M]:
        search = Mcts(make_tree(self.tree, observation, limit), observation, self.explore)
        limit.keep(search)
        return search
