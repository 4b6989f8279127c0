"""Fields, pairs of fields, stacks and bridges: the bit layout of a board and the tables that both games look up.

A field is the number column * size + row, so that ascending numbers are the canonical order; a1 is at the bottom left.
Level by level, a set of towers is one int: bit (level - 1) * fields + field. A set of bridges is two ints, one for
vertical and one for horizontal bridges, in which a bridge is the bit of its lower end on its level.

    grid = make_grid(9, 2, 4 * TOWERS)     # Taktori's board
    grid.flatten(bits)                     # the fields that have a bit on some level
    list(grid.pairs_of(vertical, horizontal))
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

COLOURS = ("red", "blue", "green", "yellow")
"""The colours of the players, in turn order."""
TOWERS = 16
"""Towers of each player."""
BRIDGES = 15
"""Bridges of each player."""

Pair = tuple[int, int]
"""The two fields of a bridge, lower number first."""
Half = tuple[int, int]
"""Two neighbouring fields, lower number first: half of Taktori's bridges, a whole one of Fem's."""
Stack = tuple[int, ...]
"""The owners of a stack's towers, bottom to top; empty for an empty field."""


class Bridge(NamedTuple):
    """A laid bridge. Its ends are field numbers, low < high."""

    low: int
    high: int
    level: int
    owner: int

    @property
    def pair(self) -> Pair:
        """The fields of both ends."""
        return self.low, self.high


def colour(player: int) -> str:
    """The player's colour, which is also what messages call the player."""
    return COLOURS[player - 1]


@cache
def field_names(size: int) -> tuple[str, ...]:
    """The names of all fields, by number."""
    return tuple(f"{chr(ord('a') + column)}{row + 1}" for column in range(size) for row in range(size))


@cache
def field_numbers(size: int) -> dict[str, int]:
    """The number of each field, by name."""
    return {name: number for number, name in enumerate(field_names(size))}


def format_pair(size: int, pair: Pair) -> str:
    """A pair of fields as written: `e5-e7`."""
    names = field_names(size)
    return f"{names[pair[0]]}-{names[pair[1]]}"


class Grid(NamedTuple):
    """The tables of one board. `span` is how many fields apart the ends of a bridge lie."""

    size: int
    span: int
    fields: int
    """The number of fields, which is how far apart the bits of two levels lie."""
    full: int
    """All fields, on level 1."""
    vertical: int
    """Lower ends of all vertical bridges that fit the board, on every level."""
    horizontal: int
    """Lower ends of all horizontal bridges that fit the board, on every level."""
    stack_bits: tuple[int, ...]
    """By field: its bits on every level."""
    level_bits: tuple[int, ...]
    """By number k: the lowest bits of k levels, to multiply a single bit with."""
    below: tuple[int, ...]
    """By field: all fields with lower numbers, on every level."""
    partners: tuple[int, ...]
    """By field: the fields where a bridge from it may end, on level 1."""
    pairs: tuple[Pair, ...]
    """All pairs of fields that a bridge may join, in canonical order."""
    touching: dict[Pair, tuple[int, int]]
    """By pair: lower ends of the vertical and of the horizontal bridges that share a field with it, on every level."""

    def path(self, pair: Pair) -> tuple[int, ...]:
        """The fields that a bridge lies over, ends included."""
        low, high = pair
        return tuple(range(low, high + 1, (high - low) // self.span))

    def flatten(self, bits: int) -> int:
        """The fields that have a bit on some level."""
        flat, fields = 0, self.fields
        while bits:
            flat |= bits
            bits >>= fields
        return flat & self.full

    def pairs_of(self, vertical: int, horizontal: int) -> Iterator[Pair]:
        """The pairs of fields that these bridges join, in canonical order."""
        up, right = self.flatten(vertical), self.flatten(horizontal)
        fields = up | right
        while fields:
            bit = fields & -fields
            fields ^= bit
            low = bit.bit_length() - 1
            if up & bit:
                yield low, low + self.span
            if right & bit:
                yield low, low + self.span * self.size


@cache
def make_grid(size: int, span: int, levels: int) -> Grid:
    """The tables of a board of size x size fields with stacks of up to `levels` towers."""
    fields = size * size
    every_level = sum(1 << level * fields for level in range(levels))

    def mask(chosen: list[int]) -> int:
        return sum(1 << field for field in chosen)

    vertical = [field for field in range(fields) if field % size < size - span]
    horizontal = [field for field in range(fields) if field // size < size - span]
    pairs = sorted([(f, f + span) for f in vertical] + [(f, f + span * size) for f in horizontal])

    def path(pair: Pair) -> set[int]:
        return set(range(pair[0], pair[1] + 1, (pair[1] - pair[0]) // span))

    touching = {}
    for pair in pairs:
        covered = path(pair)
        touched = [other for other in pairs if other != pair and covered & path(other)]
        touching[pair] = (
            mask([low for low, high in touched if high - low == span]) * every_level,
            mask([low for low, high in touched if high - low != span]) * every_level,
        )
    partners = [mask([b if a == field else a for a, b in pairs if field in (a, b)]) for field in range(fields)]
    return Grid(
        size=size,
        span=span,
        fields=fields,
        full=(1 << fields) - 1,
        vertical=mask(vertical) * every_level,
        horizontal=mask(horizontal) * every_level,
        stack_bits=tuple(every_level << field for field in range(fields)),
        level_bits=tuple(sum(1 << level * fields for level in range(count)) for count in range(TOWERS + 1)),
        below=tuple(((1 << field) - 1) * every_level for field in range(fields + 1)),
        partners=tuple(partners),
        pairs=tuple(pairs),
        touching=touching,
    )


def bits_of(mask: int) -> Iterator[int]:
    """The numbers of the set bits, ascending."""
    while mask:
        bit = mask & -mask
        mask ^= bit
        yield bit.bit_length() - 1


def nth_bit(mask: int, index: int) -> int:
    """The number of the set bit that has `index` set bits below it. That there is one is not checked."""
    for _ in range(index):
        mask &= mask - 1
    return (mask & -mask).bit_length() - 1
