"""Bots for Zickzack. Values are points: the expected final lead of the player."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import ClassVar

from tabletop.bots.alphabeta import AlphaBetaBot
from tabletop.bots.bot import ExactValues, Observation, SearchInfo
from tabletop.bots.game_tree import is_long_game, random_index, search_info
from tabletop.bots.greedy import GreedyBot
from tabletop.bots.limit import Limit
from tabletop.bots.specs import BotMaker, alphabeta, level, mcts
from tabletop.errors import WorkFailed
from tabletop.game import Move
from tabletop.games.zickzack.board import ZickzackMove
from tabletop.games.zickzack.estimates import evaluation_of
from tabletop.games.zickzack.evaluation import SearchMove, SearchPosition
from tabletop.games.zickzack.network import SCALE
from tabletop.games.zickzack.reduction import Position, ReducedMove, Reduction
from tabletop.games.zickzack.rules import ZickzackState
from tabletop.games.zickzack.search import MAX_DEPTH, Search
from tabletop.games.zickzack.solver import Solver, collection_paused, expected_nodes, lead_of
from tabletop.games.zickzack.tree import OverlookingTree, ZickzackTree
from tabletop.text import counted

BLUNDER = 5.0
"""The points that a blunder costs."""
SOLVER_NODE = 2
"""How many nodes of the search take as long as one of the solver."""
SOLVER_SECONDS = 40e-6
"""The seconds that a node of the solver takes on a slow machine."""
CAUTION = 0.4
"""The solver starts only if it may use at least this many times the nodes expected for all best moves; finding one
takes fewer, and a move that is proven to be good will do."""
CAUTION_FOR_ALL = 2.5
"""The same where the values of all moves are wanted, which takes two to three times the nodes."""
CAUTION_FOR_GIVEN = 1.0
"""The same for the values of given moves, usually two: most take a third of the nodes."""
CAUTION_IN_DOUBT = 0.12
"""The same for whether one of two moves is a blunder."""
DOUBT = 3.5
"""A search leaves it in doubt whether a move is a blunder if the loss that it finds is within so many points of one."""
SEARCH_NODES = 36_000
"""Nodes that a search may use whatever its share: about a quarter of a second."""
EXACT_NODES = 500_000
"""Enough to solve most positions with 28 free cells; takes some seconds."""


@dataclass(frozen=True)
class LearnedBot:
    """Searches with the learned evaluation; on boards that have none, leaves it to another bot.

    While more than `settles_at` cells are free, it takes a random one of the moves within `slack` points of the best,
    so that games differ. Of more than SEARCH_NODES nodes it uses only a share.
    """

    has_depth: ClassVar[bool] = True

    fallback: AlphaBetaBot[SearchPosition, SearchMove]
    slack: float = 0.0
    settles_at: int = 0
    share: float = 1.0
    blunder: float = BLUNDER

    def think(
        self, observation: Observation[ZickzackState], limit: Limit, among: Sequence[ZickzackMove] = ()
    ) -> SearchInfo:
        """A legal move, one of those in `among` if any are given; its value is exact if the explanation says "with best
        play". The bot for boards without a learned evaluation does not know of `among`.
        """
        state = observation.state
        evaluated = evaluation_of(state.board)
        if evaluated is None:
            return self.fallback.think(observation, limit)
        tree = ZickzackTree(observation)
        moves = _different_moves(evaluated.reduction, state, among or state.steps())
        if wins := {key: move for key, move in moves.items() if _wins_at_once(state, move)}:
            moves = wins
        reduced_moves, game_moves = list(moves), list(moves.values())
        position, lead = evaluated.reduction.position(state), lead_of(state)
        search = Search(evaluated, limit, self._last_node(limit))
        limit.keep(search)

        lines: dict[int, tuple[ZickzackMove, ...]] = {}

        def info(index: int, value: int) -> SearchInfo:
            if limit.on_info and not limit.is_over():
                expected = search.line(position, reduced_moves[index])
                lines[index] = _game_line(evaluated.reduction, state.apply(game_moves[index]), expected[1:], limit)
            line = (game_moves[index], *lines.get(index, ()))
            found = search_info(tree, game_moves[index], lead + value / SCALE, limit)
            return replace(found, depth=search.depth, line=line, is_exact=search.is_exact)

        def report(index: int, value: int) -> None:
            limit.report(info(index, value))

        depth = 1 if wins or len(moves) == 1 else limit.depth or MAX_DEPTH
        is_settled = is_long_game(observation) or state.free.bit_count() <= self.settles_at
        slack = 0 if is_settled else round(self.slack * SCALE)
        with collection_paused():
            ranked = search.rank(position, reduced_moves, depth, 1, slack, report if limit.on_info else None)
        least = ranked[0][1] - (0 if search.is_exact else slack)
        candidates = [pair for pair in ranked if pair[1] >= least]
        index, value = candidates[random_index(observation.rng, len(candidates))]
        explanation = tree.explain(game_moves[index])
        if search.is_exact:
            explanation += f"; {_describe_end(lead + value // SCALE)}"
        best = tuple((game_moves[index], lead + value / SCALE) for index, value in ranked[:3])
        return replace(info(index, value), explanation=explanation, ranked=best)

    def evaluate(
        self, observation: Observation[ZickzackState], limit: Limit, moves: Sequence[Move] = (), lines: int = 3
    ) -> tuple[tuple[Move, float], ...]:
        """The values of these moves, best first; without any, the `lines` best moves with theirs."""
        state = observation.state
        evaluated = evaluation_of(state.board)
        if evaluated is None:
            return self.fallback.evaluate(observation, limit, moves, lines)
        reduction = evaluated.reduction
        if moves:
            reduced_moves, game_moves = [reduction.move(state, move) for move in moves], list(moves)
        else:
            different = _different_moves(reduction, state, state.steps())
            reduced_moves, game_moves = list(different), list(different.values())
        lines = min(len(moves) or lines, len(game_moves))
        search = Search(evaluated, limit, self._last_node(limit))
        with collection_paused():
            ranked = search.rank(reduction.position(state), reduced_moves, limit.depth or MAX_DEPTH, lines)[:lines]
        values = tuple((game_moves[index], lead_of(state) + value / SCALE) for index, value in ranked)
        return ExactValues(values) if search.is_exact else values

    def explain(self, observation: Observation[ZickzackState], move: Move) -> str:
        """The case for a legal move."""
        return ZickzackTree(observation).explain(move)

    def _last_node(self, limit: Limit) -> int | None:
        """The count of spent nodes at which the search ends; None if nodes are not limited."""
        if limit.nodes is None:
            return None
        return limit.spent + max(min(limit.nodes, SEARCH_NODES), int(limit.nodes * self.share))


def _different_moves(
    reduction: Reduction, state: ZickzackState, moves: Sequence[ZickzackMove]
) -> dict[ReducedMove, ZickzackMove]:
    """Moves of a reduced position, each with the first of these legal moves that means the same."""
    different: dict[ReducedMove, ZickzackMove] = {}
    for move in moves:
        different.setdefault(reduction.move(state, move), move)
    return different


def _game_line(
    reduction: Reduction, state: ZickzackState, line: Sequence[Position], limit: Limit
) -> tuple[ZickzackMove, ...]:
    """Moves of the game that lead through these reduced positions, as far as the time allows."""
    moves: list[ZickzackMove] = []
    for position in line:
        before = reduction.position(state)
        for move in state.steps():
            if limit.is_over():
                return tuple(moves)
            child = reduction.after(before, reduction.move(state, move))[2]
            if child is not None and child[0] == position:
                break
        else:
            break
        moves.append(move)
        state = state.apply(move)
    return tuple(moves)


def _wins_at_once(state: ZickzackState, move: ZickzackMove) -> bool:
    result = state.apply(move).result()
    return result is not None and result.winners == (state.player,)


@dataclass(frozen=True)
class SolverBot:
    """Solves a position exactly if the limit is likely to allow it; leaves the others to a search.

    If the limit is reached before, it plays the move that is proven to be worth most, if the solver has got that far.
    With a limit by depth it only searches.

    Attributes:

        search     the bot for all other positions
        share      the part of the limit that the solver may use up before the search begins
        blunder    the loss in points that makes a move a blunder
    """

    has_depth: ClassVar[bool] = True

    search: LearnedBot
    share: float = 0.85
    blunder: float = BLUNDER

    def think(self, observation: Observation[ZickzackState], limit: Limit) -> SearchInfo:
        """A legal move; its value is exact if the explanation says "with best play"."""
        state = observation.state
        if not self._may_solve(state, limit):
            return self.search.think(observation, limit)
        solver = Solver(state.board)
        limit.keep(solver)
        try:
            solution = solver.solve(state, spend=self._spender(limit, solver), every_best=False)
            found, is_exact = (solution.best_moves, solution.value), True
        except WorkFailed:
            known, is_exact = solver.best_so_far(state), False
            if known is None:
                return self.search.think(observation, limit, solver.candidates(state))
            found = known
        best_moves, points = found
        tree = ZickzackTree(observation)
        move = best_moves[random_index(observation.rng, len(best_moves))]
        explanation = tree.explain(move)
        if is_exact:
            explanation += f"; {_describe_end(points)}"
        ranked = tuple((best_move, float(points)) for best_move in best_moves[:3])
        info = search_info(tree, move, float(points), limit)
        return replace(info, explanation=explanation, ranked=ranked, is_exact=is_exact)

    def evaluate(
        self, observation: Observation[ZickzackState], limit: Limit, moves: Sequence[Move] = (), lines: int = 3
    ) -> tuple[tuple[Move, float], ...]:
        """The values of these moves, best first; without any, the `lines` best moves with theirs.

        Where a search leaves it in doubt whether one of two moves is a blunder, the solver finds that out if it can.
        """
        state = observation.state
        if self._may_solve(state, limit, CAUTION_FOR_GIVEN if moves else CAUTION_FOR_ALL):
            with suppress(WorkFailed):
                return _exact_values(state, self._spender(limit), moves, lines)
        if not moves or limit.nodes is None:
            return self.search.evaluate(observation, limit, moves, lines)
        if not self._may_solve(state, limit, CAUTION_IN_DOUBT):
            return replace(self.search, share=1.0).evaluate(observation, limit, moves, lines)
        values = self.search.evaluate(observation, limit, moves, lines)
        return values if isinstance(values, ExactValues) or len(values) != 2 else self._settled(state, limit, *values)

    def _settled(
        self, state: ZickzackState, limit: Limit, better: tuple[Move, float], worse: tuple[Move, float]
    ) -> tuple[tuple[Move, float], ...]:
        """The values of two moves by a search, within bounds by the solver if the search leaves it in doubt whether one
        of them is a blunder.
        """
        moves, values = zip(better, worse, strict=True)
        if abs(values[0] - values[1] - self.blunder) >= DOUBT:
            return better, worse
        guesses = round(values[0]), round(values[1])
        bounds = Solver(state.board).compare(state, moves, guesses, math.ceil(self.blunder), self._spender(limit))
        pairs = zip(moves, values, bounds, strict=True)
        settled = [(move, min(max(value, float(low)), float(high))) for move, value, (low, high) in pairs]
        return tuple(sorted(settled, key=lambda pair: -pair[1]))

    def explain(self, observation: Observation[ZickzackState], move: Move) -> str:
        """The case for a legal move."""
        return self.search.explain(observation, move)

    def _may_solve(self, state: ZickzackState, limit: Limit, caution: float = CAUTION) -> bool:
        """Whether the solver's share of the limit is likely to do."""
        if limit.depth is not None:
            return False
        nodes = caution * expected_nodes(state)
        return (limit.nodes is None or nodes * SOLVER_NODE <= limit.nodes * self.share) and (
            limit.seconds is None or nodes * SOLVER_SECONDS <= limit.seconds * self.share
        )

    def _spender(self, limit: Limit, solver: Solver | None = None) -> Callable[[], bool]:
        """What the solver calls for each node; it says no once the solver's share of the limit is used up.

        If the solver is given, it says so after half of this share unless the solver has proven its first guess.
        """
        first_node, started = limit.spent, limit.elapsed()

        def spend() -> bool:
            share = self.share if solver is None or solver.proven is not None else self.share / 2
            if limit.seconds is not None and limit.elapsed() - started >= limit.seconds * share:
                return False
            return limit.spend(SOLVER_NODE) and (limit.nodes is None or limit.spent - first_node < limit.nodes * share)

        return spend


def _exact_values(state: ZickzackState, spend: Callable[[], bool], moves: Sequence[Move], lines: int) -> ExactValues:
    """Moves with their exact values, best first; raises WorkFailed if that takes too long."""
    solver = Solver(state.board)
    if not moves:
        solution = solver.solve(state, spend=spend, every_move=True)
        return ExactValues(sorted(solution.move_values, key=lambda pair: -pair[1])[:lines])
    values = []
    for move in moves:
        after = state.apply(move)
        value = solver.solve(after, spend=spend, every_best=False).value
        values.append((move, float(value if after.player == state.player else -value)))
    return ExactValues(sorted(values, key=lambda pair: -pair[1]))


def _describe_end(value: int) -> str:
    if value == 0:
        return "with best play the game is a draw"
    if value > 0:
        return f"with best play this wins by {counted(value, 'point')}"
    return f"with best play this loses by {counted(-value, 'point')}"


BOTS: dict[str, BotMaker] = {
    # Looks one move ahead with the learned evaluation, but mostly forgets that the other player moves next.
    "novice": level("novice", GreedyBot(partial(OverlookingTree, forgets=0.6), slack=0.5, blunder=BLUNDER)),
    # The same, but forgets it less.
    "easy": level("easy", GreedyBot(partial(OverlookingTree, forgets=0.15), slack=0.3, blunder=BLUNDER)),
    # Forgets nothing, and searches a little.
    "medium": level("medium", LearnedBot(AlphaBetaBot(ZickzackTree, slack=0.5), slack=0.5), nodes=1800),
    # Searches deeper, and is exact in the endgame.
    "hard": level(
        "hard",
        SolverBot(LearnedBot(AlphaBetaBot(ZickzackTree, slack=0.25), slack=0.25, settles_at=32, share=0.25)),
        nodes=80_000,
        judging_nodes=160_000,
    ),
    # Solves every position it can within some seconds, and searches the others.
    "exact": level("exact", SolverBot(LearnedBot(AlphaBetaBot(ZickzackTree))), nodes=EXACT_NODES),
    "alphabeta": alphabeta(ZickzackTree, BLUNDER),
    "mcts": mcts(ZickzackTree, iterations=2000, explore=0.7),
}
