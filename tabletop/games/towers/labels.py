"""Names of single towers, T1 to T16 for each player, as a match keeps them. No rule needs them."""

from __future__ import annotations

from tabletop.game import State, View
from tabletop.games.towers.geometry import TOWERS
from tabletop.games.towers.moves import Turn
from tabletop.games.towers.rules import TowersState

LabelledTower = tuple[int, int]
"""The owner and the number of a tower."""


class Labels:
    """Which tower stands where. Immutable; `after` gives those of the next position."""

    __slots__ = ("_stacks",)

    def __init__(self, stacks: dict[int, tuple[LabelledTower, ...]]) -> None:
        self._stacks = stacks

    @classmethod
    def first(cls, board: TowersState) -> Labels:
        """Labels for a position without a history: each player's towers in order of fields, lowest first."""
        used = [0] * (board.players + 1)
        stacks = {}
        for field in range(board.size**2):
            towers = []
            for owner in board.stack(field):
                used[owner] += 1
                towers.append((owner, used[owner]))
            if towers:
                stacks[field] = tuple(towers)
        return cls(stacks)

    @classmethod
    def of(cls, view: View[TowersState]) -> Labels:
        """The labels that the match kept; if it kept none, those of a position without a history."""
        return view.names if isinstance(view.names, Labels) else cls.first(view.state)

    def stack_labels(self, field: int) -> tuple[str, ...]:
        """The labels of the towers on a field, bottom to top."""
        return tuple(f"T{number}" for _, number in self._stacks.get(field, ()))

    def in_stock(self, player: int) -> tuple[str, ...]:
        """The labels of the player's towers that are not on the board, lowest number first."""
        on_board = {number for stack in self._stacks.values() for owner, number in stack if owner == player}
        return tuple(f"T{number}" for number in range(1, TOWERS + 1) if number not in on_board)

    def find(self, player: int, label: str) -> tuple[int, int] | None:
        """The field of the player's tower with this label, and how many towers are above it; None if in stock."""
        tower = (player, int(label[1:]))
        for field, stack in self._stacks.items():
            if tower in stack:
                return field, len(stack) - 1 - stack.index(tower)
        return None

    def after(self, state: State, move: Turn) -> Labels:
        """The labels once `move` has been applied to `state`. Legality is not checked."""
        if move.target is None:
            return self
        stacks = dict(self._stacks)
        target_stack = stacks.get(move.target, ())
        if move.source is None:
            player = state.to_move
            number = int((move.label or self.in_stock(player)[0])[1:])
            stacks[move.target] = (*target_stack, (player, number))
            return Labels(stacks)
        source_stack = stacks[move.source]
        rest, moving = source_stack[: -move.count], source_stack[-move.count :]
        for field, stack in (
            (move.source, rest),
            (move.target, target_stack[: len(target_stack) - move.oust] + moving[move.oust :]),
        ):
            if stack:
                stacks[field] = stack
            else:
                del stacks[field]
        return Labels(stacks)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Labels) and self._stacks == other._stacks

    def __hash__(self) -> int:
        return hash(frozenset(self._stacks.items()))
