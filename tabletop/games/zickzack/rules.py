"""The rules of Zickzack (Z1-Z6) over any board: the state, what is legal, what a move does."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from tabletop.errors import IllegalMove
from tabletop.game import NOBODY, Result, Setup
from tabletop.games.zickzack.board import BLUE, COLOURS, GREEN, Board, Kind, Place
from tabletop.games.zickzack.boardfile import load_board
from tabletop.games.zickzack.hexes import is_connected

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
        if self.to_move == NOBODY:
            raise IllegalMove("Z5", "the game is over: neither player can lay a piece")
        board = self.board
        number = board.kind_numbers.get(move.piece)
        if number is None:
            if move.piece == str(len(move.cells)) and not board.is_rows:
                self._check_cells(move.cells)
                raise IllegalMove("Z1", f"no piece has the shape of {_join(move.cells)}", move.cells[-1])
            known = _join([kind.name for kind in board.kinds])
            raise IllegalMove("Z1", f"there is no piece {move.piece}; there are {known}", move.piece)
        kind = board.kinds[number]
        if not self.counts(self.to_move)[number]:
            raise IllegalMove("Z1", f"no {kind.noun} is left in the hand", move.piece)
        self._check_cells(move.cells)
        if move not in board.where:
            raise IllegalMove("Z3", _misfit(kind, move.cells), move.cells[-1])

    def _check_cells(self, cells: tuple[str, ...]) -> None:
        """Whether some piece could lie on these cells: they exist, are free, and hang together in one field."""
        board = self.board
        for cell in cells:
            if cell not in board.cell_numbers:
                raise IllegalMove("Z3", _no_such_cell(board, cell), cell)
        numbers = [board.cell_numbers[cell] for cell in cells]
        for cell, number in zip(cells, numbers, strict=True):
            if not self.free >> number & 1:
                colour = COLOURS[GREEN if self.green >> number & 1 else BLUE]
                raise IllegalMove("Z3", f"{cell} is covered by a {colour} piece", cell)
        if len({board.cell_fields[number] for number in numbers}) > 1:
            raise IllegalMove("Z3", f"{_join(cells)} are not in one field", cells[-1])
        if len(set(cells)) < len(cells):
            raise IllegalMove("Z3", f"a piece covers each of its cells once, not {_join(cells)}", cells[-1])
        if not is_connected(board.hexes[number] for number in numbers):
            raise IllegalMove("Z3", f"{_join(cells)} do not hang together", cells[-1])

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


def _join(names: Sequence[str]) -> str:
    return ", ".join(names[:-1]) + " and " + names[-1] if len(names) > 1 else names[0]


def _misfit(kind: Kind, cells: tuple[str, ...]) -> str:
    if len(cells) == kind.size:
        return f"the {kind.noun} has not the shape of {_join(cells)}"
    wanted = "1 cell" if kind.size == 1 else f"{kind.size} cells"
    return f"the {kind.noun} covers {wanted}, and {_join(cells)} {'is' if len(cells) == 1 else 'are'} {len(cells)}"


def _no_such_cell(board: Board, cell: str) -> str:
    field = board.field_numbers.get(cell[:-1])
    if field is None:
        return f"there is no field {cell[:-1]}; the fields are {', '.join(field.name for field in board.fields)}"
    last = chr(ord("a") + len(board.fields[field].cells) - 1)
    return f"field {cell[:-1]} has no cell {cell}; its last one is {cell[:-1]}{last}"
