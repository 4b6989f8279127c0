"""The rules of Zickzack (Z1-Z7) on any board: the state, the moves it allows, and what a move does.

`legality` says why a move is illegal.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tabletop.game import NOBODY, Result, Setup
from tabletop.games.zickzack.board import BLUE, GREEN, Board, ZickzackMove
from tabletop.games.zickzack.boardfile import load_board
from tabletop.games.zickzack.legality import check_move

LaidPieces = tuple[int, ZickzackMove, "LaidPieces | None"]
"""The pieces on the board as a linked list, the last one laid first: its player, its move, the pieces before it."""


class ZickzackState:
    """A position between two turns. Sets of cells and hands are ints, as `board` explains. Attributes:

    board        the board played on
    free         the cells that no piece covers
    green        the cells that green's pieces cover
    owners       for each field its winner, 0 while it is open
    green_hand, blue_hand    the pieces not laid yet
    player       who moves; after the end, who would be next by Z4
    to_move      the same, but NOBODY after the end
    laid_pieces  which cells belong to one piece, for drawing. Not part of the state's identity,
                 since the rules only care which cells are covered
    """

    __slots__ = ("blue_hand", "board", "free", "green", "green_hand", "laid_pieces", "owners", "player", "to_move")

    def __init__(
        self,
        board: Board,
        free: int,
        green: int,
        owners: tuple[int, ...],
        green_hand: int,
        blue_hand: int,
        player: int,
        laid_pieces: LaidPieces | None,
    ) -> None:
        """`player` is next by Z4; if only the other one can lay a piece, that one moves (Z5)."""
        self.board: Final = board
        self.free: Final = free
        self.green: Final = green
        self.owners: Final = owners
        self.green_hand: Final = green_hand
        self.blue_hand: Final = blue_hand
        self.laid_pieces: Final = laid_pieces
        types_in_hand = board.types_in_hand
        for mask, moves in board.field_moves[types_in_hand[green_hand if player == 1 else blue_hand]]:
            if moves[free & mask]:
                to_move = player
                break
        else:
            for mask, moves in board.field_moves[types_in_hand[blue_hand if player == 1 else green_hand]]:
                if moves[free & mask]:
                    to_move = player = 3 - player
                    break
            else:
                to_move = NOBODY
        self.player: Final = player
        self.to_move: Final = to_move

    def hand(self, player: int) -> int:
        """The pieces that the player has not laid yet."""
        return self.green_hand if player == GREEN else self.blue_hand

    def hand_counts(self, player: int) -> tuple[int, ...]:
        """The same as a count for each piece type."""
        return self.board.unpack_hand(self.hand(player))

    def pieces(self) -> list[tuple[int, ZickzackMove]]:
        """The pieces on the board, in the order in which they were laid: player and move."""
        pieces, laid = [], self.laid_pieces
        while laid:
            player, move, laid = laid
            pieces.append((player, move))
        return pieces[::-1]

    def steps(self) -> list[ZickzackMove]:
        """All legal moves: by field, then piece type, then cells."""
        steps: list[ZickzackMove] = []
        if self.to_move != NOBODY:
            board, free = self.board, self.free
            hand = self.green_hand if self.to_move == 1 else self.blue_hand
            for mask, moves in board.field_moves[board.types_in_hand[hand]]:
                steps += moves[free & mask]
        return steps

    def legal_moves(self) -> Iterator[ZickzackMove]:
        """All legal moves, one by one, in the order of `steps`."""
        if self.to_move != NOBODY:
            for mask, moves in self.board.field_moves[self.board.types_in_hand[self.hand(self.to_move)]]:
                yield from moves[self.free & mask]

    def apply(self, move: ZickzackMove) -> ZickzackState:
        """The position after a legal move; whether it is legal is not checked."""
        board, player, owners = self.board, self.to_move, self.owners
        placement = board.placement_of[move]
        mask, field = placement.mask, placement.field
        free = self.free ^ mask
        next_player = 3 - player
        if not free & board.field_masks[field]:
            owners = (*owners[:field], player, *owners[field + 1 :])
            next_player = player
        green, green_hand, blue_hand = self.green, self.green_hand, self.blue_hand
        if player == 1:
            green |= mask
            green_hand -= board.single_piece[placement.type_number]
        else:
            blue_hand -= board.single_piece[placement.type_number]
        laid_pieces = (player, move, self.laid_pieces)
        return ZickzackState(board, free, green, owners, green_hand, blue_hand, next_player, laid_pieces)

    take = apply

    def check(self, move: ZickzackMove) -> None:
        """Raise IllegalMove with the rule and the reason unless the player to move may make this move."""
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
            return Result((), "Z5", "")
        return Result((GREEN if green > blue else BLUE,), "Z5", "")

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
