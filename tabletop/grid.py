"""Names of the fields of a square board: letters are columns, digits are rows, a1 is at the bottom left.

A field is the number column * size + row, so that ascending numbers are the canonical order.
"""

from __future__ import annotations

from functools import cache


@cache
def field_names(size: int) -> tuple[str, ...]:
    """The names of all fields, by number."""
    return tuple(f"{chr(ord('a') + column)}{row + 1}" for column in range(size) for row in range(size))


@cache
def field_numbers(size: int) -> dict[str, int]:
    """The number of each field, by name."""
    return {name: number for number, name in enumerate(field_names(size))}
