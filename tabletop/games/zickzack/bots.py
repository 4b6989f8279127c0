"""Bots for Zickzack. Values are points: the expected final lead of the player."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from random import Random
from typing import ClassVar

from tabletop.bots.alphabeta import AlphaBetaBot
from tabletop.bots.bot import ExactValues, Observation, SearchInfo
from tabletop.bots.game_tree import random_index
from tabletop.bots.greedy import GreedyBot
from tabletop.bots.limit import Limit
from tabletop.bots.specs import BotMaker, alphabeta, level, mcts
from tabletop.errors import WorkFailed
from tabletop.game import NOBODY, Move
from tabletop.games.zickzack.board import Placement, ZickzackMove
from tabletop.games.zickzack.evaluation import WIN_CURVE, SearchMove, SearchPosition, progress, search_tables
from tabletop.games.zickzack.rules import ZickzackState
from tabletop.games.zickzack.solver import solve
from tabletop.text import counted

BLUNDER = 6.0
"""The points that a blunder costs."""
SOLVER_NODE = 8
"""How many nodes of the search take as long as one of the solver."""
EXACT_NODES = 1_500_000
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
        tree_move = self.tree_move(move)
        if not tree_move.free:
            return f"fills field {field.name} for {counted(field.points, 'point')} and moves again"
        own, other = self._types(self.root)
        free = self.root.fields[tree_move.field]
        if tree_move in self.tables.moves_by_risk(tree_move.field, free, own, other).safe:
            return f"keeps field {field.name} from being filled at once"
        return f"every move gives a field away; field {field.name} costs least"


@dataclass(frozen=True)
class SolverBot:
    """Solves positions with few free cells exactly if the limit allows; leaves the others to a search.

    With a limit by depth it only searches.

    Attributes:

        search     the bot for all other positions
        max_free   the most free cells of a position that the solver tries
        share      the part of the limit that the solver may use up before the search begins
        blunder    the loss in points that makes a move a blunder
    """

    has_depth: ClassVar[bool] = True

    search: AlphaBetaBot[SearchPosition, SearchMove]
    max_free: int = 26
    share: float = 0.75
    blunder: float = BLUNDER

    def think(self, observation: Observation[ZickzackState], limit: Limit) -> SearchInfo:
        """A legal move; its value is exact if the explanation says "with best play"."""
        state = observation.state
        if state.free.bit_count() > self.max_free or limit.depth is not None:
            return self.search.think(observation, limit)
        try:
            solution = solve(state, spend=self._spender(limit))
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
        if state.free.bit_count() <= self.max_free and limit.depth is None:
            with suppress(WorkFailed):
                return _exact_values(state, self._spender(limit), moves, lines)
        return self.search.evaluate(observation, limit, moves, lines)

    def explain(self, observation: Observation[ZickzackState], move: Move) -> str:
        """The case for a legal move."""
        return self.search.explain(observation, move)

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
    if not moves:
        solution = solve(state, spend=spend, every_move=True)
        return ExactValues(sorted(solution.move_values, key=lambda pair: -pair[1])[:lines])
    values = []
    for move in moves:
        after = state.apply(move)
        value = solve(after, spend=spend).value
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
    "hard": level("hard", SolverBot(AlphaBetaBot(ZickzackTree, slack=0.25)), nodes=40_000),
    # Solves every position it can within some seconds, and searches the others.
    "exact": level("exact", SolverBot(AlphaBetaBot(ZickzackTree), max_free=1000), nodes=EXACT_NODES),
    "alphabeta": alphabeta(ZickzackTree, BLUNDER),
    "mcts": mcts(ZickzackTree, iterations=2000, explore=0.7),
}
