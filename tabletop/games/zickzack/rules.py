"""The rules of Zickzack (Z1-Z7) on any board: the state, the moves it allows, and what a move does.

Why a move is illegal is said in `legality`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tabletop.game import NOBODY, Result, Setup
from tabletop.games.zickzack.board import BLUE, GREEN, Board, Place
from tabletop.games.zickzack.boardfile import load_board
from tabletop.games.zickzack.legality import check_move

Laid = tuple[int, Place, "Laid | None"]
"""The pieces on the board as a chain from the last to the first: player, piece, the chain before."""


class ZickzackState:
    """A position between two turns. Cells are bits of ints, hands as in `board`.

    `player` is who moves, or after the end who would be next; `laid` tells the pieces
    apart, for drawing: it is no part of the value, since the rules ask only for cells.
    """

    __slots__ = ("blue_hand", "board", "free", "green", "green_hand", "laid", "owners", "player", "to_move")

    def __init__(
        self,
        board: Board,
        free: int,
        green: int,
        owners: tuple[int, ...],
        green_hand: int,
        blue_hand: int,
        player: int,
        laid: Laid | None,
    ) -> None:
        """`player` is next by Z4; if only the other one can lay a piece, that one moves (Z5)."""
        self.board: Final = board
        self.free: Final = free
        self.green: Final = green
        self.owners: Final = owners
        self.green_hand: Final = green_hand
        self.blue_hand: Final = blue_hand
        self.laid: Final = laid
        kinds_in = board.kinds_in
        for mask, openings in board.openings[kinds_in[green_hand if player == 1 else blue_hand]]:
            if openings[free & mask]:
                to_move = player
                break
        else:
            for mask, openings in board.openings[kinds_in[blue_hand if player == 1 else green_hand]]:
                if openings[free & mask]:
                    to_move = player = 3 - player
                    break
            else:
                to_move = NOBODY
        self.player: Final = player
        self.to_move: Final = to_move

    def hand(self, player: int) -> int:
        """What the player has not laid yet, as a hand of `board`."""
        return self.green_hand if player == GREEN else self.blue_hand

    def counts(self, player: int) -> tuple[int, ...]:
        """What the player has not laid yet: the count of each kind."""
        return self.board.counts(self.hand(player))

    def pieces(self) -> list[tuple[int, Place]]:
        """The pieces on the board with their players, the first one laid first."""
        found, laid = [], self.laid
        while laid:
            player, piece, laid = laid
            found.append((player, piece))
        return found[::-1]

    def steps(self) -> list[Place]:
        """All legal moves: by field, then kind of piece, then cells."""
        moves: list[Place] = []
        if self.to_move != NOBODY:
            board, free = self.board, self.free
            hand = self.green_hand if self.to_move == 1 else self.blue_hand
            for mask, openings in board.openings[board.kinds_in[hand]]:
                moves += openings[free & mask]
        return moves

    def legal_moves(self) -> Iterator[Place]:
        """All legal moves, one by one, in the order of `steps`."""
        if self.to_move != NOBODY:
            for mask, openings in self.board.openings[self.board.kinds_in[self.hand(self.to_move)]]:
                yield from openings[self.free & mask]

    def apply(self, move: Place) -> ZickzackState:
        """The position after a legal move; whether it is legal is not checked."""
        board, player, owners = self.board, self.to_move, self.owners
        placement = board.where[move]
        mask, field = placement.mask, placement.field
        free = self.free ^ mask
        next_player = 3 - player
        if not free & board.field_masks[field]:
            owners = (*owners[:field], player, *owners[field + 1 :])
            next_player = player
        green, green_hand, blue_hand = self.green, self.green_hand, self.blue_hand
        if player == 1:
            green |= mask
            green_hand -= board.ones[placement.kind]
        else:
            blue_hand -= board.ones[placement.kind]
        return ZickzackState(board, free, green, owners, green_hand, blue_hand, next_player, (player, move, self.laid))

    take = apply

    def check(self, move: Place) -> None:
        """Raise IllegalMove with the rule and the reason unless the player to move may do this."""
        check_move(self, move)

    def scores(self) -> tuple[int, int]:
        """The points of the fields won by green and by blue."""
        points = [0, 0, 0]
        for field, owner in zip(self.board.fields, self.owners, strict=True):
            points[owner] += field.points
        return points[1], points[2]

    def result(self) -> Result | None:
        """None while someone can lay a piece."""
        if self.to_move != NOBODY:
            return None
        green, blue = self.scores()
        if green == blue:
            return Result((), "Z6", f"both have {green} points")
        winner = GREEN if green > blue else BLUE
        return Result((winner,), "Z6", f"{max(green, blue)} points against {min(green, blue)}")

    def seen_by(self, player: int) -> ZickzackState:
        """The position itself: nothing is hidden."""
        return self

    def _key(self) -> tuple[object, ...]:
        return (self.free, self.green, self.owners, self.green_hand, self.blue_hand, self.player, self.board)

    def __eq__(self, other: object) -> bool:
        return self._key() == other._key() if isinstance(other, ZickzackState) else NotImplemented

    def __hash__(self) -> int:
        return hash((self.free, self.green, self.owners, self.green_hand, self.blue_hand, self.player))

    def __repr__(self) -> str:
        return f"<zickzack on {self.board.name}: {self.free.bit_count()} cells free, player {self.player}>"


def start(setup: Setup) -> ZickzackState:
    """The empty board; `setup.first` begins (Z7)."""
    board = load_board(str(setup.options.get("board", "classic")))
    owners = (0,) * len(board.fields)
    return ZickzackState(board, board.all_cells, 0, owners, board.full_hand, board.full_hand, setup.first, None)
