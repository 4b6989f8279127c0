"""Polyhexes: their orientations, and whether they are connected."""

from __future__ import annotations

import pytest

from tabletop.games.zickzack.hexes import is_connected, orientations, shape_of


@pytest.mark.parametrize(
    ("cells", "count"),
    [
        ([(0, 0)], 1),
        ([(0, 0), (1, 0)], 3),
        ([(0, 0), (1, 0), (2, 0)], 3),
        ([(0, 0), (1, 0), (2, -1)], 6),
        ([(0, 0), (1, 0), (0, 1)], 2),
        ([(0, 0), (1, 0), (0, 1), (1, -1)], 3),
        ([(0, 0), (1, 0), (2, -1), (3, -1)], 6),
        ([(0, 0), (1, 0), (2, 0), (3, -1)], 12),
    ],
)
def test_rotating_and_reflecting_gives_every_orientation_once(cells: list[tuple[int, int]], count: int) -> None:
    shapes = orientations(cells)
    assert len(shapes) == count
    assert all(orientations(shape) == shapes for shape in shapes)
    assert shape_of(cells) in shapes


def test_hexagons_are_connected_over_shared_edges() -> None:
    assert not is_connected([])
    assert is_connected([(0, 0)])
    assert is_connected([(0, 0), (1, -1), (1, 0)])
    assert not is_connected([(0, 0), (1, 1)])
