"""Hexagons in axial coordinates, and polyhexes in all their orientations."""

from __future__ import annotations

from collections.abc import Iterable

Hex = tuple[int, int]
"""Axial coordinates (q, r): q counts columns to the right, r goes down within a column."""
Shape = tuple[Hex, ...]
"""A polyhex: its hexagons sorted, and shifted so that the first one is (0, 0)."""

DIRECTIONS: tuple[Hex, ...] = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))


def neighbours(cell: Hex) -> list[Hex]:
    """The six hexagons around one."""
    return [(cell[0] + q, cell[1] + r) for q, r in DIRECTIONS]


def shape_of(hexes: Iterable[Hex]) -> Shape:
    """The shape that the hexagons make; it does not depend on where they are."""
    ordered = sorted(hexes)
    q0, r0 = ordered[0]
    return tuple((q - q0, r - r0) for q, r in ordered)


def orientations(hexes: Iterable[Hex]) -> list[Shape]:
    """The different shapes that rotating and reflecting a polyhex gives, sorted.

    All orientations of a polyhex give the same list, so its first entry identifies the polyhex.
    """
    shapes: set[Shape] = set()
    rotated = list(hexes)
    for _ in range(6):
        rotated = [(-r, q + r) for q, r in rotated]
        shapes.add(shape_of(rotated))
        shapes.add(shape_of((r, q) for q, r in rotated))
    return sorted(shapes)


def is_connected(hexes: Iterable[Hex]) -> bool:
    """Whether shared edges lead from each hexagon to every other; False where there are none."""
    unvisited = set(hexes)
    if not unvisited:
        return False
    frontier = [unvisited.pop()]
    while frontier:
        for neighbour in neighbours(frontier.pop()):
            if neighbour in unvisited:
                unvisited.remove(neighbour)
                frontier.append(neighbour)
    return not unvisited
