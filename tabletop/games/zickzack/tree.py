"""The game tree of Zickzack: what searches ask about a position, and the reasons for its moves.

tree = ZickzackTree(observation)            # sees everything
tree = OverlookingTree(observation, 0.7)    # mostly forgets that the other player moves next
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from tabletop.bots.bot import Observation
from tabletop.bots.game_tree import random_index
from tabletop.game import NOBODY
from tabletop.games.zickzack.board import Placement, ZickzackMove
from tabletop.games.zickzack.estimates import evaluation_of
from tabletop.games.zickzack.evaluation import WIN_CURVE, SearchMove, SearchPosition, progress, search_tables
from tabletop.games.zickzack.network import SCALE
from tabletop.games.zickzack.rules import ZickzackState
from tabletop.games.zickzack.solver_tables import NO_GAPS
from tabletop.text import counted


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


class OverlookingTree(ZickzackTree):
    """The tree as a beginner sees it, who half forgets that the other player moves next.

    Values lie between those of two positions: the real one, and the same with the player to move once more. Moves
    follow the rules, and reasons are true. On a board with a learned evaluation, values go by that.
    """

    def __init__(self, observation: Observation[ZickzackState], forgets: float) -> None:
        """With `forgets` 0 nothing is forgotten, with 1 the other player altogether."""
        super().__init__(observation)
        self._forgets = forgets
        self._evaluated = evaluation_of(self.board)
        self._states: dict[tuple[int, int], int] = {}

    def value(self, position: SearchPosition, player: int) -> float:
        """The expected lead of the player, as far as the player sees it."""
        value = self._seen_value(position, player)
        if position.player in (NOBODY, player):
            return value
        again = self.tables.position(position.fields, position.hands, player, position.lead)
        return (1 - self._forgets) * value + self._forgets * self._seen_value(again, player)

    def _seen_value(self, position: SearchPosition, player: int) -> float:
        """The expected lead of the player."""
        if position.player == NOBODY or self._evaluated is None:
            return super().value(position, player)
        reduction = self._evaluated.reduction
        states = tuple(self._state(field, free) for field, free in enumerate(position.fields))
        green, blue = (reduction.hand_table.hand(self.board.unpack_hand(hand)) for hand in position.hands)
        own, other = (green, blue) if position.player == 1 else (blue, green)
        estimate = self._evaluated.after_move(0, True, reduction.reduced(states, NO_GAPS, own, other)) / SCALE
        lead = position.lead if player == 1 else -position.lead
        return lead + (estimate if position.player == player else -estimate)

    def _state(self, field: int, free: int) -> int:
        """The number of a field's state in reduced positions."""
        assert self._evaluated is not None
        reduction = self._evaluated.reduction
        if (field, free) not in self._states:
            self._states[field, free] = reduction.state(field, reduction.gap_set(free))
        return self._states[field, free]
