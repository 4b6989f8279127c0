"""Zickzack boards: fields of hexagonal cells, piece types, and every way to lay a piece (Z2, Z8).

    board = load_board("classic")              # from `boardfile`
    board.cells[:4]                            # ('3a', '3b', '3c', '4a')
    move = ZickzackMove("3", ("7c", "7d", "7e"))
    board.placement_of[move].mask              # the bits of the three cells
    board.unpack_hand(board.full_hand)         # (5, 4, 3, 1)

Sets of cells are ints with a bit for each cell, numbered as in `board.cells`. Sets of piece
types are ints with a bit for each type, numbered as in `board.piece_types`. A hand is an int
too: HAND_BITS bits for the count of each type, so that a piece is taken out by a subtraction.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from tabletop.game import Setup
from tabletop.games.zickzack.hexes import Hex, Shape, orientations, shape_of
from tabletop.text import counted

GREEN, BLUE = 1, 2
COLOURS = ("", "green", "blue")
"""By player; empty for nobody."""

SIZE_WORDS = {
    word: size
    for size, words in {
        1: "single einzel einzelstein eins",
        2: "double doppel doppelstein zweifach zwei",
        3: "triple dreifach dreifachstein drei",
        4: "quad quadruple vierfach vierfachstein vier",
    }.items()
    for word in words.split()
}
"""Words for a piece of this size, if the board has no piece with this name."""
SIZE_NOUNS = {1: "single", 2: "double", 3: "triple", 4: "quadruple"}
_PIECE_NAME = re.compile(r"(?!(?:on|auf)$)[^\W\d_][^\W_]{0,19}", re.IGNORECASE)

HAND_BITS = 8
"""Bits for each count in a hand."""
MAX_CACHED = 50_000
"""Entries that a FieldMoves keeps before it starts over."""


def player_name(setup: Setup, player: int) -> str:
    """The player's name, with the colour if the name is not the colour."""
    name, colour = setup.names[player - 1], COLOURS[player]
    return name if name == colour else f"{name} ({colour})"


def parse_size(word: str) -> int:
    """The size of piece that a word or number means; 0 if it means none."""
    return int(word) if word.isdecimal() else SIZE_WORDS.get(word, 0)


def is_piece_name(text: str) -> bool:
    """Whether a board file may give this name to a piece."""
    return bool(_PIECE_NAME.fullmatch(text))


class ZickzackMove(NamedTuple):
    """Lay a piece: the name of its type on the board, and the cells it covers, in the board's order."""

    piece: str
    cells: tuple[str, ...]


class Placement(NamedTuple):
    """What a move means on its board: the field's number, the set of cells, the number of the piece type."""

    move: ZickzackMove
    field: int
    mask: int
    type_number: int


@dataclass(frozen=True)
class Field:
    """A field: its name, what it is worth, and its cells in the order of their letters."""

    name: str
    points: int
    cells: tuple[Hex, ...]

    def cell_names(self) -> Iterator[str]:
        """The names of the cells: the field's name and a letter."""
        return (self.name + chr(ord("a") + number) for number in range(len(self.cells)))


@dataclass(frozen=True)
class PieceType:
    """A type of piece: its name, how many of them each player begins with, its shape, and other names for it."""

    name: str
    count: int
    shape: Shape
    aliases: tuple[str, ...] = ()

    @property
    def size(self) -> int:
        """How many cells it covers."""
        return len(self.shape)

    @property
    def noun(self) -> str:
        """What it is called in a sentence."""
        return SIZE_NOUNS.get(self.size, f"piece of {self.size}") if self.name.isdigit() else self.name

    def counted(self, number: int) -> str:
        """This many pieces in a sentence: `1 triple`, `2 triples`, `2 pieces of 5`."""
        if self.name.isdigit() and self.size not in SIZE_NOUNS:
            return f"{counted(number, 'piece')} of {self.size}"
        return counted(number, self.noun)


class FieldMoves(dict[int, tuple[ZickzackMove, ...]]):
    """The moves into one field by its free cells, for a hand with certain piece types; computed on first use."""

    def __init__(self, placements: Iterable[Placement], types: int) -> None:
        super().__init__()
        self._moves = [(item.mask, item.move) for item in placements if types >> item.type_number & 1]

    def __missing__(self, free: int) -> tuple[ZickzackMove, ...]:
        if len(self) >= MAX_CACHED:
            self.clear()
        moves = self[free] = tuple([move for mask, move in self._moves if mask & free == mask])
        return moves


class _MovesByTypes(dict[int, tuple[tuple[int, FieldMoves], ...]]):
    """For each set of piece types in a hand: every field's cells and FieldMoves; computed on first use."""

    def __init__(self, board: Board) -> None:
        super().__init__()
        self._fields = tuple(zip(board.field_masks, board.placements, strict=True))

    def __missing__(self, types: int) -> tuple[tuple[int, FieldMoves], ...]:
        moves = self[types] = tuple((mask, FieldMoves(placements, types)) for mask, placements in self._fields)
        return moves


class _TypesInHand(dict[int, int]):
    """For each hand: the set of piece types in it; computed on first use."""

    def __missing__(self, hand: int) -> int:
        types, counts, bit = 0, hand, 1
        while counts:
            if counts & (1 << HAND_BITS) - 1:
                types |= bit
            counts >>= HAND_BITS
            bit <<= 1
        self[hand] = types
        return types


class Board:
    """A board and its lookup tables. Nothing is checked here; `boardfile` refuses boards that make no sense.

    Boards are equal if their names, fields and piece types are. Attributes:

        name             a shipped board's name, or the path of a board file
        fields           in the order of the file; numbered by their places here
        piece_types      in the order of the file; numbered by their places here
        cells            the names of all cells, field by field; numbered by their places here
        hexes            by cell number: its coordinates
        cell_fields      by cell number: the number of its field
        cell_numbers, field_numbers, type_numbers    numbers by name
        all_cells        the set of all cells
        field_masks      by field number: the set of its cells
        placements       by field number: every way to lay a piece into the empty field, by type, then cells
        placement_of     every move that is legal on the empty board, with what it means
        full_hand        what each player begins with
        single_piece     by type number: the hand with one such piece
        types_in_hand    by hand: the set of piece types in it
        field_moves      by set of piece types: for each field its cells, and the moves by its free cells
        has_rows         whether pieces are called by their sizes, and each covers cells that follow each
                         other in its field, as on the classic board; then a move is written by its ends
    """

    def __init__(self, name: str, fields: tuple[Field, ...], piece_types: tuple[PieceType, ...]) -> None:
        self.name = name
        self.fields = fields
        self.piece_types = piece_types
        self.cells = tuple(cell for field in fields for cell in field.cell_names())
        self.hexes = tuple(cell for field in fields for cell in field.cells)
        self.cell_fields = tuple(number for number, field in enumerate(fields) for _ in field.cells)
        self.cell_numbers = {cell: number for number, cell in enumerate(self.cells)}
        self.field_numbers = {field.name: number for number, field in enumerate(fields)}
        self.type_numbers = {piece_type.name: number for number, piece_type in enumerate(piece_types)}
        self._type_of_shape = {
            shape: piece_type for piece_type in piece_types for shape in orientations(piece_type.shape)
        }
        self.all_cells = (1 << len(self.cells)) - 1
        self.field_masks = tuple(
            sum(1 << cell for cell, field in enumerate(self.cell_fields) if field == number)
            for number in range(len(fields))
        )
        self.placements = tuple(tuple(self._placements(number)) for number in range(len(fields)))
        self.placement_of = {item.move: item for placements in self.placements for item in placements}
        self.full_hand = self.pack_hand(piece_type.count for piece_type in piece_types)
        self.single_piece = tuple(1 << HAND_BITS * number for number in range(len(piece_types)))
        self.types_in_hand = _TypesInHand()
        self.field_moves = _MovesByTypes(self)
        self.has_rows = all(piece_type.name == str(piece_type.size) for piece_type in piece_types) and all(
            item.mask // (item.mask & -item.mask) + 1 == 1 << len(item.move.cells)
            for item in self.placement_of.values()
        )

    def _placements(self, field: int) -> Iterator[Placement]:
        """All ways to lay a piece into the empty field, by type, then by cells."""
        cell_at = {self.hexes[cell]: cell for cell, owner in enumerate(self.cell_fields) if owner == field}
        for number, piece_type in enumerate(self.piece_types):
            coverings: set[tuple[int, ...]] = set()
            for shape in orientations(piece_type.shape):
                for q, r in cell_at:
                    covered = [cell_at.get((q + dq, r + dr), -1) for dq, dr in shape]
                    if -1 not in covered:
                        coverings.add(tuple(sorted(covered)))
            for cells in sorted(coverings):
                move = ZickzackMove(piece_type.name, tuple(self.cells[cell] for cell in cells))
                yield Placement(move, field, sum(1 << cell for cell in cells), number)

    def pack_hand(self, counts: Iterable[int]) -> int:
        """The hand with these counts of each piece type."""
        return sum(count << HAND_BITS * number for number, count in enumerate(counts))

    def unpack_hand(self, hand: int) -> tuple[int, ...]:
        """How many pieces of each type are in a hand."""
        return tuple(hand >> HAND_BITS * number & (1 << HAND_BITS) - 1 for number in range(len(self.piece_types)))

    def mask_of(self, cells: Iterable[str]) -> int:
        """The set of the cells with these names, which must exist."""
        return sum(1 << self.cell_numbers[cell] for cell in cells)

    def cell_names(self, mask: int) -> tuple[str, ...]:
        """The names of the cells in a set, in the board's order."""
        return tuple(name for number, name in enumerate(self.cells) if mask >> number & 1)

    def find_piece_types(self, word: str) -> list[PieceType]:
        """The type with this name or alias, or else all types of this size; the word is in lower case."""
        for piece_type in self.piece_types:
            if word == piece_type.name or word in piece_type.aliases:
                return [piece_type]
        size = parse_size(word)
        return [piece_type for piece_type in self.piece_types if piece_type.size == size]

    def piece_type_covering(self, cells: Iterable[str]) -> PieceType | None:
        """The piece type with the shape of these cells; None if there is none or a cell does not exist."""
        numbers = [self.cell_numbers.get(cell, -1) for cell in cells]
        if not numbers or -1 in numbers:
            return None
        return self._type_of_shape.get(shape_of(self.hexes[cell] for cell in numbers))

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, Board):
            return NotImplemented
        return (self.name, self.fields, self.piece_types) == (other.name, other.fields, other.piece_types)

    def __hash__(self) -> int:
        return hash((self.name, self.fields, self.piece_types))

    def __reduce__(self) -> tuple[Callable[..., Board], tuple[str, tuple[Field, ...], tuple[PieceType, ...]]]:
        return make_board, (self.name, self.fields, self.piece_types)

    def __repr__(self) -> str:
        return f"<board {self.name}: {len(self.fields)} fields, {len(self.cells)} cells>"


@lru_cache(maxsize=64)
def make_board(name: str, fields: tuple[Field, ...], piece_types: tuple[PieceType, ...]) -> Board:
    """The board with these parts; its tables are computed only once."""
    return Board(name, fields, piece_types)
