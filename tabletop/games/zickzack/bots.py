"""Bots for Zickzack. Values are points: own less the other's at the end, as far as can be seen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from random import Random

from tabletop.bots.alphabeta import AlphaBetaBot
from tabletop.bots.bot import Observation, SearchInfo
from tabletop.bots.game_tree import random_index
from tabletop.bots.greedy import GreedyBot
from tabletop.bots.limit import Limit
from tabletop.bots.specs import BotMaker, alphabeta, level, mcts
from tabletop.errors import WorkFailed
from tabletop.game import NOBODY, Move
from tabletop.games.zickzack.board import Place, Placement
from tabletop.games.zickzack.evaluation import Lay, Outlook, tables_of
from tabletop.games.zickzack.rules import ZickzackState
from tabletop.games.zickzack.solver import solve

BLUNDER = 6.0
"""Points that a blunder costs."""
SOLVER_NODE = 8
"""Nodes of the search that cost as much as one of the solver."""
EXACT_NODES = 1_500_000
"""Enough to solve most positions with 28 free cells; some seconds."""


class ZickzackTree:
    """Knowledge for one situation. The measure is points: own less the other's."""

    def __init__(self, observation: Observation[ZickzackState]) -> None:
        state = observation.state
        self.state = state
        self.board = state.board
        self.tables = tables_of(self.board)
        fields = tuple(
            self.tables.form(number, state.free & mask) for number, mask in enumerate(self.board.field_masks)
        )
        green, blue = state.scores()
        self.root = Outlook(fields, (state.green_hand, state.blue_hand), state.to_move, green - blue)

    def to_move(self, position: Outlook) -> int:
        """The player to move."""
        return position.player

    def moves(self, position: Outlook) -> list[Lay]:
        """All turns that differ: fields filled first, the dearest before the others; gifts last."""
        own, other = self._kinds(position)
        fills: list[Lay] = []
        safe: list[Lay] = []
        gifts: list[Lay] = []
        chances = self.tables.chances
        for field, free in enumerate(position.fields):
            if free:
                found = chances(field, free, own, other)
                fills += found.fills
                safe += found.safe
                gifts += found.gifts
        points = self.tables.points
        fills.sort(key=lambda lay: -points[lay.field])
        gifts.sort(key=lambda lay: points[lay.field])
        return fills + safe + gifts

    def apply(self, position: Outlook, move: Lay) -> Outlook:
        """The position after a move."""
        fields, hands, player, lead = position
        field, kind, left = move
        fields = (*fields[:field], left, *fields[field + 1 :])
        spent = hands[player - 1] - self.board.ones[kind]
        hands = (spent, hands[1]) if player == 1 else (hands[0], spent)
        if left:
            return self.tables.outlook(fields, hands, 3 - player, lead)
        points = self.tables.points[field]
        return self.tables.outlook(fields, hands, player, lead + (points if player == 1 else -points))

    def value(self, position: Outlook, player: int) -> float:
        """Points ahead, with what the mover can take at once, and who will first have to give a field away."""
        lead = float(position.lead)
        mover = position.player
        if mover != NOBODY:
            lead += self._prospect(position) if mover == 1 else -self._prospect(position)
        return lead if player == 1 else -lead

    def _prospect(self, position: Outlook) -> float:
        """What the mover may hope for in the open fields."""
        own, other = self._kinds(position)
        points = self.tables.points
        taken = 0
        safe = 0
        cheapest = 0
        for field, free in enumerate(position.fields):
            if not free:
                continue
            found = self.tables.chances(field, free, own, other)
            if found.fills:
                taken += points[field]
            elif found.safe:
                safe += 1
            elif found.gifts and (not cheapest or points[field] < cheapest):
                cheapest = points[field]
        return taken if safe else taken - 0.8 * cheapest

    def _kinds(self, position: Outlook) -> tuple[int, int]:
        kinds_in = self.board.kinds_in
        green, blue = kinds_in[position.hands[0]], kinds_in[position.hands[1]]
        return (green, blue) if position.player == 1 else (blue, green)

    def playout(self, position: Outlook, rng: Random) -> tuple[float, float]:
        """Play on sensibly: fill what can be filled, give away only what must be, and then the cheapest."""
        while position.player != NOBODY:
            position = self.apply(position, self._sensible(position, rng))
        lead = position.lead
        gain = min(1.0, max(0.0, 0.5 + (0.35 if lead > 0 else -0.35 if lead < 0 else 0.0) + lead / 350))
        return gain, 1 - gain

    def _sensible(self, position: Outlook, rng: Random) -> Lay:
        own, other = self._kinds(position)
        chances = self.tables.chances
        points = self.tables.points
        safe: list[Lay] = []
        gifts: tuple[Lay, ...] = ()
        cheapest = 0
        fill: Lay | None = None
        dearest = 0
        for field, free in enumerate(position.fields):
            if not free:
                continue
            found = chances(field, free, own, other)
            worth = points[field]
            if found.fills and worth > dearest:
                fill, dearest = found.fills[0], worth
            safe += found.safe
            if found.gifts and (not gifts or worth < cheapest):
                gifts, cheapest = found.gifts, worth
        if fill is not None:
            return fill
        choices: Sequence[Lay] = safe or gifts
        return choices[random_index(rng, len(choices))]

    def game_move(self, move: Lay) -> Place:
        """The first move, in canonical order, that leaves what the move leaves."""
        for place in self.state.steps():
            placement = self.board.where[place]
            if placement.field == move.field and placement.kind == move.kind and self._left(placement) == move.left:
                return place
        raise AssertionError(f"{move} is no move here")

    def tree_move(self, move: Place) -> Lay:
        """What the move leaves."""
        placement = self.board.where[move]
        return Lay(placement.field, placement.kind, self._left(placement))

    def _left(self, placement: Placement) -> int:
        mask = self.board.field_masks[placement.field]
        return self.tables.form(placement.field, (self.state.free & mask) ^ placement.mask)

    def explain(self, move: Place) -> str:
        """What the move does to its field."""
        field = self.board.fields[self.board.where[move].field]
        lay = self.tree_move(move)
        if not lay.left:
            return f"fills field {field.name}: {field.points} points, and moves again"
        own, other = self._kinds(self.root)
        if lay in self.tables.chances(lay.field, self.root.fields[lay.field], own, other).safe:
            return f"field {field.name} cannot be filled at once after it"
        return f"every move gives a field away; field {field.name} costs least in the end"


@dataclass(frozen=True)
class EndgameBot:
    """Solves the position exactly once few cells are free, as far as the budget goes; searches until then.

    `share` of the budget is for the solver; a node of it counts as several, since it costs as much.
    """

    search: AlphaBetaBot[Outlook, Lay]
    most_free: int = 26
    share: float = 0.75
    blunder: float = BLUNDER

    def think(self, observation: Observation[ZickzackState], limit: Limit) -> SearchInfo:
        """A legal move; the value is exact where `why` says so."""
        state = observation.state
        if state.free.bit_count() > self.most_free:
            return self.search.think(observation, limit)
        try:
            solution = solve(state, spend=self._spender(limit))
        except WorkFailed:
            return self.search.think(observation, limit)
        move = solution.best[random_index(observation.rng, len(solution.best))]
        why = ZickzackTree(observation).explain(move)
        ranked = tuple((best, float(solution.value)) for best in solution.best[:3])
        ending = _ending(solution.value)
        return SearchInfo(move, float(solution.value), f"{why}; with best play {ending}", limit.spent, ranked)

    def evaluate(
        self, observation: Observation[ZickzackState], limit: Limit, moves: Sequence[Move] = (), lines: int = 3
    ) -> tuple[tuple[Move, float], ...]:
        """The values of these moves, best first; without any, the `lines` best moves with theirs."""
        state = observation.state
        if state.free.bit_count() <= self.most_free:
            with suppress(WorkFailed):
                return _exact_values(state, self._spender(limit), moves, lines)
        return self.search.evaluate(observation, limit, moves, lines)

    def explain(self, observation: Observation[ZickzackState], move: Move) -> str:
        """What speaks for a legal move."""
        return self.search.explain(observation, move)

    def _spender(self, limit: Limit) -> Callable[[], bool]:
        """What the solver asks before each node, so that it leaves some of the budget to the search."""
        nodes = None if limit.nodes is None else limit.spent + int(limit.nodes * self.share)
        seconds = None if limit.seconds is None else limit.elapsed() + limit.seconds * self.share

        def spend() -> bool:
            if seconds is not None and limit.elapsed() >= seconds:
                return False
            return limit.spend(SOLVER_NODE) and (nodes is None or limit.spent < nodes)

        return spend


def _exact_values(
    state: ZickzackState, spend: Callable[[], bool], moves: Sequence[Move], lines: int
) -> tuple[tuple[Move, float], ...]:
    """Moves with their exact values, best first; raises WorkFailed where that takes too long."""
    if not moves:
        solution = solve(state, spend=spend, every_move=True)
        return tuple(sorted(solution.moves, key=lambda pair: -pair[1])[:lines])
    values = []
    for move in moves:
        after = state.apply(move)
        value = solve(after, spend=spend).value
        values.append((move, float(value if after.player == state.player else -value)))
    return tuple(sorted(values, key=lambda pair: -pair[1]))


def _ending(value: int) -> str:
    if value == 0:
        return "the game ends in a draw"
    return f"it ends {abs(value)} points {'ahead' if value > 0 else 'behind'}"


BOTS: dict[str, BotMaker] = {
    # Looks one move ahead: fills fields, and leaves none to be filled if it can.
    "easy": level("easy", GreedyBot(ZickzackTree, slack=0.5, blunder=BLUNDER)),
    # Searches a little.
    "medium": level("medium", AlphaBetaBot(ZickzackTree, slack=0.5, blunder=BLUNDER), nodes=600),
    # Searches deeper, and is exact in the endgame.
    "hard": level("hard", EndgameBot(AlphaBetaBot(ZickzackTree, slack=0.25)), nodes=40_000),
    # Solves every position as far as some seconds go, and searches where that is not enough.
    "exact": level("exact", EndgameBot(AlphaBetaBot(ZickzackTree), most_free=1000), nodes=EXACT_NODES),
    "alphabeta": alphabeta(ZickzackTree, BLUNDER),
    "mcts": mcts(ZickzackTree, iterations=2000, explore=0.7),
}
