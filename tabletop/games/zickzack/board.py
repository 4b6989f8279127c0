"""A Zickzack board: fields of hexagonal cells, pieces and their names, and where each piece fits (Z2, Z8)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from tabletop.game import Setup
from tabletop.games.zickzack.hexes import Hex, Shape, shape_of, turnings

GREEN, BLUE = 1, 2
COLOURS = ("", "green", "blue")
"""By player; empty for nobody."""


def player_name(setup: Setup, player: int) -> str:
    """The player's name, with the colour where the name does not say it."""
    name, colour = setup.names[player - 1], COLOURS[player]
    return name if name == colour else f"{name} ({colour})"


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
"""Words for a piece of that size, where the board has no piece of that name."""
_PIECE_WORD = re.compile(r"(?!(?:on|auf)$)[^\W\d_][^\W_]{0,19}", re.IGNORECASE)


def size_called(word: str) -> int:
    """The size of piece that a word or number means; 0 for a word that means none."""
    return int(word) if word.isdecimal() else SIZE_WORDS.get(word, 0)


def is_piece_word(text: str) -> bool:
    """Whether a board file may call a piece so."""
    return bool(_PIECE_WORD.fullmatch(text))


HAND_BITS = 8
MOST_OPENINGS = 50_000
"""Entries that a table of openings keeps before it starts anew."""
SIZE_NOUNS = {1: "single", 2: "double", 3: "triple", 4: "quadruple"}


class Place(NamedTuple):
    """The move: a piece, by its name on the board, and the cells it covers, in the order of the board."""

    piece: str
    cells: tuple[str, ...]


class Placement(NamedTuple):
    """A way to lay a kind of piece into a field: the move, the field's number, the cells' bits, the kind's number."""

    move: Place
    field: int
    mask: int
    kind: int


@dataclass(frozen=True)
class Field:
    """A field: its name, its worth, and its cells in the order of their letters."""

    name: str
    points: int
    cells: tuple[Hex, ...]

    def cell_names(self) -> Iterator[str]:
        """The names of the cells: the field's, and a letter."""
        return (self.name + chr(ord("a") + number) for number in range(len(self.cells)))


@dataclass(frozen=True)
class Kind:
    """A kind of piece: its name, how many of it each player has, its shape, and other names for it."""

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


class Openings(dict[int, tuple[Place, ...]]):
    """The moves into one field by its free cells, for one set of kinds in hand; filled as asked for."""

    def __init__(self, placements: Iterable[Placement], kinds: int) -> None:
        super().__init__()
        self._pairs = [(item.mask, item.move) for item in placements if kinds >> item.kind & 1]

    def __missing__(self, free: int) -> tuple[Place, ...]:
        if len(self) >= MOST_OPENINGS:
            self.clear()
        moves = self[free] = tuple([move for mask, move in self._pairs if mask & free == mask])
        return moves


class _Kinds(dict[int, int]):
    """The set of kinds (a bit each) that are in a hand."""

    def __missing__(self, hand: int) -> int:
        kinds, rest, bit = 0, hand, 1
        while rest:
            if rest & (1 << HAND_BITS) - 1:
                kinds |= bit
            rest >>= HAND_BITS
            bit <<= 1
        self[hand] = kinds
        return kinds


class _Tables(dict[int, tuple[tuple[int, Openings], ...]]):
    """Per set of kinds in hand: each field's cells and its openings."""

    def __init__(self, board: Board) -> None:
        super().__init__()
        self._fields = tuple(zip(board.field_masks, board.placements, strict=True))

    def __missing__(self, kinds: int) -> tuple[tuple[int, Openings], ...]:
        table = self[kinds] = tuple((mask, Openings(placements, kinds)) for mask, placements in self._fields)
        return table


class Board:
    """A board with its tables. Nothing is checked: `boardfile` refuses what makes no sense.

    Boards are equal by what they hold; `name` is a shipped board's name or the path of a file.
    """

    def __init__(self, name: str, fields: tuple[Field, ...], kinds: tuple[Kind, ...]) -> None:
        self.name = name
        self.fields = fields
        self.kinds = kinds
        self.cells = tuple(cell for field in fields for cell in field.cell_names())
        self.cell_numbers = {cell: number for number, cell in enumerate(self.cells)}
        self.cell_fields = tuple(number for number, field in enumerate(fields) for _ in field.cells)
        self.hexes = tuple(place for field in fields for place in field.cells)
        self.field_numbers = {field.name: number for number, field in enumerate(fields)}
        self.kind_numbers = {kind.name: number for number, kind in enumerate(kinds)}
        self.kind_of_shape = {shape: number for number, kind in enumerate(kinds) for shape in turnings(kind.shape)}
        self.all_cells = (1 << len(self.cells)) - 1
        self.field_masks = tuple(
            sum(1 << cell for cell, owner in enumerate(self.cell_fields) if owner == number)
            for number in range(len(fields))
        )
        self.placements = tuple(tuple(self._placements(number)) for number in range(len(fields)))
        self.where = {item.move: item for placements in self.placements for item in placements}
        self.full_hand = self.hand(kind.count for kind in kinds)
        self.ones = tuple(1 << HAND_BITS * number for number in range(len(kinds)))
        self.kinds_in = _Kinds()
        self.openings = _Tables(self)
        self.is_rows = all(kind.name == str(kind.size) for kind in kinds) and all(
            item.mask // (item.mask & -item.mask) + 1 == 1 << len(item.move.cells) for item in self.where.values()
        )

    def _placements(self, field: int) -> Iterator[Placement]:
        """All ways to lay a piece into the empty field, by kind, then by cells."""
        here = {self.hexes[cell]: cell for cell, owner in enumerate(self.cell_fields) if owner == field}
        for number, kind in enumerate(self.kinds):
            found: set[tuple[int, ...]] = set()
            for shape in turnings(kind.shape):
                for q, r in here:
                    covered = [here.get((q + dq, r + dr), -1) for dq, dr in shape]
                    if -1 not in covered:
                        found.add(tuple(sorted(covered)))
            for cells in sorted(found):
                move = Place(kind.name, tuple(self.cells[cell] for cell in cells))
                yield Placement(move, field, sum(1 << cell for cell in cells), number)

    def hand(self, counts: Iterable[int]) -> int:
        """The hand with these counts, in the order of the kinds."""
        return sum(count << HAND_BITS * number for number, count in enumerate(counts))

    def counts(self, hand: int) -> tuple[int, ...]:
        """The counts of each kind in a hand."""
        return tuple(hand >> HAND_BITS * number & (1 << HAND_BITS) - 1 for number in range(len(self.kinds)))

    def mask(self, cells: Iterable[str]) -> int:
        """The bits of the cells of these names, which must exist."""
        return sum(1 << self.cell_numbers[cell] for cell in cells)

    def named(self, mask: int) -> tuple[str, ...]:
        """The names of the cells, in the order of the board."""
        return tuple(name for number, name in enumerate(self.cells) if mask >> number & 1)

    def kinds_called(self, word: str) -> list[Kind]:
        """The kinds that go by this name or alias, or else all of this size; the word is in small letters."""
        for kind in self.kinds:
            if word == kind.name or word in kind.aliases:
                return [kind]
        size = size_called(word)
        return [kind for kind in self.kinds if kind.size == size]

    def kind_covering(self, cells: Iterable[str]) -> Kind | None:
        """The kind whose shape the cells have; None where there is none or a cell does not exist."""
        numbers = [self.cell_numbers.get(cell, -1) for cell in cells]
        if not numbers or -1 in numbers:
            return None
        number = self.kind_of_shape.get(shape_of(self.hexes[cell] for cell in numbers))
        return None if number is None else self.kinds[number]

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, Board):
            return NotImplemented
        return (self.name, self.fields, self.kinds) == (other.name, other.fields, other.kinds)

    def __hash__(self) -> int:
        return hash((self.name, self.fields, self.kinds))

    def __reduce__(self) -> tuple[Callable[..., Board], tuple[str, tuple[Field, ...], tuple[Kind, ...]]]:
        return board_of, (self.name, self.fields, self.kinds)

    def __repr__(self) -> str:
        return f"<board {self.name}: {len(self.fields)} fields, {len(self.cells)} cells>"


@lru_cache(maxsize=64)
def board_of(name: str, fields: tuple[Field, ...], kinds: tuple[Kind, ...]) -> Board:
    """The board of these parts, with its tables made only once."""
    return Board(name, fields, kinds)
