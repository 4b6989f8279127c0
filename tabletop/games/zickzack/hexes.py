"""Axial coordinates of hexagons, and polyhexes turned and turned over."""

from __future__ import annotations

from collections.abc import Iterable

Hex = tuple[int, int]
"""Axial coordinates (q, r): q counts columns to the right, r goes down within a column."""
Shape = tuple[Hex, ...]
"""A polyhex: its hexagons sorted, moved so that the first one is (0, 0)."""

NEIGHBOURS: tuple[Hex, ...] = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))


def neighbours(place: Hex) -> list[Hex]:
    """The six hexagons around one."""
    return [(place[0] + q, place[1] + r) for q, r in NEIGHBOURS]


def shape_of(hexes: Iterable[Hex]) -> Shape:
    """The hexagons as a shape, wherever they lie."""
    ordered = sorted(hexes)
    q0, r0 = ordered[0]
    return tuple((q - q0, r - r0) for q, r in ordered)


def turnings(hexes: Iterable[Hex]) -> list[Shape]:
    """All shapes that turning and turning over make of a polyhex, sorted, each once."""
    images: set[Shape] = set()
    turned = list(hexes)
    for _ in range(6):
        turned = [(-r, q + r) for q, r in turned]
        images.add(shape_of(turned))
        images.add(shape_of((r, q) for q, r in turned))
    return sorted(images)


def is_connected(hexes: Iterable[Hex]) -> bool:
    """Whether one can walk over shared edges from each hexagon to each other one; nothing is not connected."""
    left = set(hexes)
    if not left:
        return False
    edge = [left.pop()]
    while edge:
        for near in neighbours(edge.pop()):
            if near in left:
                left.remove(near)
                edge.append(near)
    return not left
