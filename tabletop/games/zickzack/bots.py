"""Bots for Zickzack. Values are points: the expected final lead of the player."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from random import Random
from typing import ClassVar

from tabletop.bots.alphabeta import AlphaBetaBot
from tabletop.bots.bot import ExactValues, Observation, SearchInfo
from tabletop.bots.game_tree import is_long_game, random_index, search_info
from tabletop.bots.greedy import GreedyBot
from tabletop.bots.limit import Limit
from tabletop.bots.specs import BotMaker, alphabeta, level, mcts
from tabletop.errors import WorkFailed
from tabletop.game import NOBODY, Move
from tabletop.games.zickzack.board import GREEN, Placement, ZickzackMove
from tabletop.games.zickzack.estimates import evaluation_of
from tabletop.games.zickzack.evaluation import WIN_CURVE, SearchMove, SearchPosition, progress, search_tables
from tabletop.games.zickzack.network import SCALE
from tabletop.games.zickzack.reduction import Position, ReducedMove, Reduction
from tabletop.games.zickzack.rules import ZickzackState
from tabletop.games.zickzack.search import MAX_DEPTH, Search
from tabletop.games.zickzack.solver import Solver, expected_nodes
from tabletop.text import counted

BLUNDER = 5.0
"""The points that a blunder costs."""
SOLVER_NODE = 2
"""How many nodes of the search take as long as one of the solver."""
SOLVER_SECONDS = 40e-6
"""The seconds that a node of the solver takes on a slow machine."""
CAUTION = 1.6
"""The solver begins only if it may use so many times the nodes that it is expected to need."""
EXACT_NODES = 500_000
"""Enough to solve most positions with 28 free cells; takes some seconds."""


class ZickzackTree:
    """The game tree below one position, for searches; values are the player's lead in points."""

    def __init__(self, observation: Observation[ZickzackState]) -> None:
        state = observation.state
        self.state = state
        self.board = state.board
        self.tables = search_tables(self.board)
        fields = tuple(
            self.tables.canonical(number, state.free & mask) for number, mask in enumerate(self.board.field_masks)
        )
        green, blue = state.scores()
        self.root = SearchPosition(fields, (state.green_hand, state.blue_hand), state.to_move, green - blue)

    def to_move(self, position: SearchPosition) -> int:
        """The player to move."""
        return position.player

    def moves(self, position: SearchPosition) -> list[SearchMove]:
        """All different moves: fills first, the most valuable field leading; then safe moves; giveaways last."""
        own, other = self._types(position)
        fills: list[SearchMove] = []
        safe: list[SearchMove] = []
        giveaways: list[SearchMove] = []
        moves_by_risk = self.tables.moves_by_risk
        for field, free in enumerate(position.fields):
            if free:
                moves = moves_by_risk(field, free, own, other)
                fills += moves.fills
                safe += moves.safe
                giveaways += moves.giveaways
        points = self.tables.points
        fills.sort(key=lambda move: -points[move.field])
        giveaways.sort(key=lambda move: points[move.field])
        return fills + safe + giveaways

    def apply(self, position: SearchPosition, move: SearchMove) -> SearchPosition:
        """The position after a move."""
        fields, hands, player, lead = position
        field, type_number, free = move
        fields = (*fields[:field], free, *fields[field + 1 :])
        hand = hands[player - 1] - self.board.single_piece[type_number]
        hands = (hand, hands[1]) if player == 1 else (hands[0], hand)
        if free:
            return self.tables.position(fields, hands, 3 - player, lead)
        points = self.tables.points[field]
        return self.tables.position(fields, hands, player, lead + (points if player == 1 else -points))

    def value(self, position: SearchPosition, player: int) -> float:
        """The lead in points, including what the player to move can win at once or must give away."""
        lead = float(position.lead)
        mover = position.player
        if mover != NOBODY:
            lead += self._potential(position) if mover == 1 else -self._potential(position)
        return lead if player == 1 else -lead

    def _potential(self, position: SearchPosition) -> float:
        """The points of fields that one piece fills; minus the cheapest giveaway if there is no safe move elsewhere."""
        own, other = self._types(position)
        points = self.tables.points
        gain = 0
        safe_fields = 0
        cheapest = 0
        for field, free in enumerate(position.fields):
            if not free:
                continue
            moves = self.tables.moves_by_risk(field, free, own, other)
            if moves.fills:
                gain += points[field]
            elif moves.safe:
                safe_fields += 1
            elif moves.giveaways and (not cheapest or points[field] < cheapest):
                cheapest = points[field]
        return gain if safe_fields else gain - 0.8 * cheapest

    def _types(self, position: SearchPosition) -> tuple[int, int]:
        """The piece types in the hand of the player to move, and in the other's."""
        types_in_hand = self.board.types_in_hand
        green, blue = types_in_hand[position.hands[0]], types_in_hand[position.hands[1]]
        return (green, blue) if position.player == 1 else (blue, green)

    def win_chance(self, value: float) -> float:
        """The chance to win that a value means."""
        return WIN_CURVE.chance(value, progress(self.state))

    def playout(self, position: SearchPosition, rng: Random) -> tuple[float, float]:
        """Play on by simple rules to the end; winning counts most, the points a little."""
        while position.player != NOBODY:
            position = self.apply(position, self._playout_move(position, rng))
        lead = position.lead
        gain = min(1.0, max(0.0, 0.5 + (0.35 if lead > 0 else -0.35 if lead < 0 else 0.0) + lead / 350))
        return gain, 1 - gain

    def _playout_move(self, position: SearchPosition, rng: Random) -> SearchMove:
        """Fill the most valuable field; or else play a random safe move; or else give away the cheapest field."""
        own, other = self._types(position)
        moves_by_risk = self.tables.moves_by_risk
        points = self.tables.points
        safe: list[SearchMove] = []
        giveaways: tuple[SearchMove, ...] = ()
        cheapest = 0
        fill: SearchMove | None = None
        dearest = 0
        for field, free in enumerate(position.fields):
            if not free:
                continue
            moves = moves_by_risk(field, free, own, other)
            field_points = points[field]
            if moves.fills and field_points > dearest:
                fill, dearest = moves.fills[0], field_points
            safe += moves.safe
            if moves.giveaways and (not giveaways or field_points < cheapest):
                giveaways, cheapest = moves.giveaways, field_points
        if fill is not None:
            return fill
        choices: Sequence[SearchMove] = safe or giveaways
        return choices[random_index(rng, len(choices))]

    def game_move(self, move: SearchMove) -> ZickzackMove:
        """The first legal move, in canonical order, that the search sees as this one."""
        for legal_move in self.state.steps():
            if self.tree_move(legal_move) == move:
                return legal_move
        raise AssertionError(f"{move} is not a move here")

    def tree_move(self, move: ZickzackMove) -> SearchMove:
        """A legal move as the search sees it."""
        placement = self.board.placement_of[move]
        return SearchMove(placement.field, placement.type_number, self._free_after(placement))

    def _free_after(self, placement: Placement) -> int:
        """The free cells of the field after a move, in canonical form."""
        mask = self.board.field_masks[placement.field]
        return self.tables.canonical(placement.field, (self.state.free & mask) ^ placement.mask)

    def explain(self, move: ZickzackMove) -> str:
        """What the move does to its field."""
        field = self.board.fields[self.board.placement_of[move].field]
        points = counted(field.points, "point")
        tree_move = self.tree_move(move)
        if not tree_move.free:
            mover, after = self.state.to_move, self.state.apply(move)
            end = " and ends the game" if after.to_move == NOBODY else " and moves again" * (after.to_move == mover)
            return f"fills field {field.name} for {points}{end}"
        if tree_move not in self._giveaways(tree_move.field):
            could_be_filled = self._can_fill(tree_move.field, 3 - self.state.to_move)
            return (
                f"keeps field {field.name} from being filled at once"
                if could_be_filled
                else f"the other player cannot fill field {field.name} next"
            )
        reason = f"lets the other player fill field {field.name} for {points}"
        if any(move not in self._giveaways(move.field) for move in self.moves(self.root)):
            return reason
        least = min(self.tables.points[move.field] for move in self.moves(self.root))
        if field.points == least:
            return f"every move gives a field away; field {field.name} costs least"
        return f"{reason}; every move gives a field away"

    def _giveaways(self, field: int) -> tuple[SearchMove, ...]:
        """The moves at the root into a field after which the other player can fill it at once."""
        own, other = self._types(self.root)
        return self.tables.moves_by_risk(field, self.root.fields[field], own, other).giveaways

    def _can_fill(self, field: int, player: int) -> bool:
        """Whether one piece of a player fills the field at the root."""
        types = self.board.types_in_hand[self.root.hands[player - 1]]
        return any(not move.free for move in self.tables.moves(field, self.root.fields[field], types))


@dataclass(frozen=True)
class LearnedBot:
    """Searches with the learned evaluation; on boards that have none, leaves it to another bot.

    It takes a random one of the moves within `slack` points of the best, so that games differ.
    """

    has_depth: ClassVar[bool] = True

    fallback: AlphaBetaBot[SearchPosition, SearchMove]
    slack: float = 0.0
    blunder: float = BLUNDER

    def think(self, observation: Observation[ZickzackState], limit: Limit) -> SearchInfo:
        """A legal move; its value is exact if the explanation says "with best play"."""
        state = observation.state
        evaluated = evaluation_of(state.board)
        if evaluated is None:
            return self.fallback.think(observation, limit)
        tree = ZickzackTree(observation)
        moves = _different_moves(evaluated.reduction, state)
        if wins := {key: move for key, move in moves.items() if _wins_at_once(state, move)}:
            moves = wins
        reduced_moves, game_moves = list(moves), list(moves.values())
        position, lead = evaluated.reduction.position(state), _lead(state)
        search = Search(evaluated, limit)
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
        slack = 0 if is_long_game(observation) else round(self.slack * SCALE)
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
            different = _different_moves(reduction, state)
            reduced_moves, game_moves = list(different), list(different.values())
        lines = min(len(moves) or lines, len(game_moves))
        search = Search(evaluated, limit)
        ranked = search.rank(reduction.position(state), reduced_moves, limit.depth or MAX_DEPTH, lines)[:lines]
        values = tuple((game_moves[index], _lead(state) + value / SCALE) for index, value in ranked)
        return ExactValues(values) if search.is_exact else values

    def explain(self, observation: Observation[ZickzackState], move: Move) -> str:
        """The case for a legal move."""
        return ZickzackTree(observation).explain(move)


def _different_moves(reduction: Reduction, state: ZickzackState) -> dict[ReducedMove, ZickzackMove]:
    """The moves of a reduced position, each with the first legal move, in canonical order, that means the same."""
    moves: dict[ReducedMove, ZickzackMove] = {}
    for move in state.steps():
        moves.setdefault(reduction.move(state, move), move)
    return moves


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


def _lead(state: ZickzackState) -> int:
    """The points of the player to move minus the other's."""
    green, blue = state.scores()
    return green - blue if state.player == GREEN else blue - green


def _wins_at_once(state: ZickzackState, move: ZickzackMove) -> bool:
    result = state.apply(move).result()
    return result is not None and result.winners == (state.player,)


@dataclass(frozen=True)
class SolverBot:
    """Solves a position exactly if the limit is likely to allow it; leaves the others to a search.

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
        try:
            solution = Solver(state.board).solve(state, spend=self._spender(limit))
        except WorkFailed:
            return self.search.think(observation, limit)
        best_moves, value = solution.best_moves, float(solution.value)
        move = best_moves[random_index(observation.rng, len(best_moves))]
        explanation = f"{ZickzackTree(observation).explain(move)}; {_describe_end(solution.value)}"
        ranked = tuple((best_move, value) for best_move in best_moves[:3])
        return SearchInfo(move, value, explanation, limit.spent, ranked, is_exact=True)

    def evaluate(
        self, observation: Observation[ZickzackState], limit: Limit, moves: Sequence[Move] = (), lines: int = 3
    ) -> tuple[tuple[Move, float], ...]:
        """The values of these moves, best first; without any, the `lines` best moves with theirs."""
        state = observation.state
        if self._may_solve(state, limit):
            with suppress(WorkFailed):
                return _exact_values(state, self._spender(limit), moves, lines)
        return self.search.evaluate(observation, limit, moves, lines)

    def explain(self, observation: Observation[ZickzackState], move: Move) -> str:
        """The case for a legal move."""
        return self.search.explain(observation, move)

    def _may_solve(self, state: ZickzackState, limit: Limit) -> bool:
        """Whether the solver's share of the limit is likely to do."""
        if limit.depth is not None:
            return False
        nodes = CAUTION * expected_nodes(state)
        return (limit.nodes is None or nodes * SOLVER_NODE <= limit.nodes * self.share) and (
            limit.seconds is None or nodes * SOLVER_SECONDS <= limit.seconds * self.share
        )

    def _spender(self, limit: Limit) -> Callable[[], bool]:
        """What the solver calls for each node; it says no once the solver's share of the limit is used up."""
        nodes = None if limit.nodes is None else limit.spent + int(limit.nodes * self.share)
        seconds = None if limit.seconds is None else limit.elapsed() + limit.seconds * self.share

        def spend() -> bool:
            if seconds is not None and limit.elapsed() >= seconds:
                return False
            return limit.spend(SOLVER_NODE) and (nodes is None or limit.spent < nodes)

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
        value = solver.solve(after, spend=spend).value
        values.append((move, float(value if after.player == state.player else -value)))
    return ExactValues(sorted(values, key=lambda pair: -pair[1]))


def _describe_end(value: int) -> str:
    if value == 0:
        return "with best play the game is a draw"
    if value > 0:
        return f"with best play this wins by {counted(value, 'point')}"
    return f"with best play this loses by {counted(-value, 'point')}"


BOTS: dict[str, BotMaker] = {
    # Looks one move ahead: fills fields, and tries not to let the other player fill any.
    "easy": level("easy", GreedyBot(ZickzackTree, slack=0.5, blunder=BLUNDER)),
    # Searches a little.
    "medium": level("medium", AlphaBetaBot(ZickzackTree, slack=0.5, blunder=BLUNDER), nodes=600),
    # Searches deeper, and is exact in the endgame.
    "hard": level("hard", SolverBot(LearnedBot(AlphaBetaBot(ZickzackTree, slack=0.25), slack=0.25)), nodes=32_000),
    # Solves every position it can within some seconds, and searches the others.
    "exact": level("exact", SolverBot(LearnedBot(AlphaBetaBot(ZickzackTree))), nodes=EXACT_NODES),
    "alphabeta": alphabeta(ZickzackTree, BLUNDER),
    "mcts": mcts(ZickzackTree, iterations=2000, explore=0.7),
}
