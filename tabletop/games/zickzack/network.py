"""The learned evaluation of Zickzack positions: a small neural network whose weights are in `network.json`.

    network = load_network(board)               # None for boards and pieces that it was not fitted to
    network.value(terms)                        # SCALE for each point that the player to move will win

Its inputs say yes or no to features of a reduced position: the gaps of a field, who can fill it, how many
pieces of a type are in a hand. It has one hidden layer, and a linear term besides. What a feature adds to all
hidden units is one large int with a lane for each unit, so that a sum of features is a sum of ints, and all
units are rectified at once with a few operations on bits. `tools/fit_zickzack.py` fits the weights.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import lru_cache
from importlib import resources
from itertools import combinations, product

from tabletop.games.zickzack.board import Board
from tabletop.games.zickzack.solver_tables import BOTH_CAN_FILL, OWN_CAN_FILL

SCALE = 256
"""What one point is in whole numbers."""
LANE_BITS = 20
"""Bits of a lane; the highest one is set if the unit's input is not negative."""
_ZERO = 1 << LANE_BITS - 1
"""What stands for 0 in a lane."""
_LANE = (1 << LANE_BITS) - 1
MOST_IN_POOL = 7
"""Pieces that fit into the pool; more are not told apart."""


def field_features(name: str, gaps: tuple[int, ...], fillers: int, own: int, other: int) -> Iterator[str]:
    """What the network knows of an open field: see `Evaluation.field` in `reduction`."""
    shape = " ".join(map(str, gaps))
    state = f"{name}: {shape}"
    yield state
    yield f"any: {shape}"
    yield f"any: {shape}, own types {own}"
    yield f"any: {shape}, other types {other}"
    for gap in gaps:
        yield f"{name} has {gap}"
    if fillers != BOTH_CAN_FILL:
        yield f"{state}, only {'own' if fillers == OWN_CAN_FILL else 'other'}"
    if len(gaps) == 1:
        for player, types in (("own", own), ("other", other)):
            if types >> gaps[0] - 1 & 1:
                yield f"{state}, {player} now"


def hand_features(own: tuple[int, ...], other: tuple[int, ...]) -> Iterator[str]:
    """What the network knows of the hands of the player to move and of the other."""
    for name, hand in (("own", own), ("other", other)):
        yield f"{name} types: {' '.join(str(size) for size, count in enumerate(hand, 1) if count)}"
        yield f"{name} pieces: {sum(hand)}"
        yield f"{name} pieces: {'odd' if sum(hand) % 2 else 'even'}"
        yield f"{name} cells: {sum(size * count for size, count in enumerate(hand, 1))}"
        for size, count in enumerate(hand, 1):
            yield f"{name} {size}: {count}"
        for (size, count), (larger, larger_count) in combinations(enumerate(hand, 1), 2):
            yield f"{name} {size} and {larger}: {count} and {larger_count}"
    for (size, own_count), (other_size, other_count) in product(enumerate(own, 1), enumerate(other, 1)):
        yield f"own {size} to other {other_size}: {own_count} to {other_count}"
    yield f"pieces more: {sum(own) - sum(other)}"


def pool_features(gaps: tuple[int, ...]) -> Iterator[str]:
    """What the network knows of the gaps in fields that nobody can fill."""
    for size in range(1, 5):
        yield f"pool {size}: {min(MOST_IN_POOL, sum(gap // size for gap in gaps))}"


class Network:
    """The network with these weights: by feature, the linear term and what is added to each hidden unit.

    The first `up` units add to the value, the others take away from it.
    """

    def __init__(self, names: tuple[str, ...], up: int, units: int, weights: Mapping[str, list[int]]) -> None:
        self._names = names
        self._packed = {feature: _pack(numbers) for feature, numbers in weights.items()}
        self._start = _pack([_ZERO] * (1 + units)) + self._packed["always"]
        self._fields: dict[tuple[int, tuple[int, ...], int, int, int], int] = {}
        self._signs = _pack([_ZERO] * units)
        self._up_bits = up * LANE_BITS
        self._up_mask = (1 << self._up_bits) - 1

    def field(self, field: int, gaps: tuple[int, ...], fillers: int, own: int, other: int) -> int:
        """The terms of an open field."""
        key = (field, gaps, fillers, own, other)
        terms = self._fields.get(key)
        if terms is None:
            terms = self._fields[key] = self._sum(field_features(self._names[field], gaps, fillers, own, other))
        return terms

    def hands(self, own: tuple[int, ...], other: tuple[int, ...]) -> int:
        """The terms of both hands, and those that every position has."""
        return self._start + self._sum(hand_features(own, other))

    def pool(self, gaps: tuple[int, ...]) -> int:
        """The terms of the gaps in fields that nobody can fill."""
        return self._sum(pool_features(gaps))

    def value(self, terms: int) -> int:
        """The value for the player to move, SCALE for each point, of a position with these terms."""
        lanes = terms >> LANE_BITS
        signs = lanes & self._signs
        active = lanes & (signs - (signs >> LANE_BITS - 1))
        # The remainder by 2^n - 1 is the sum of lanes of n bits.
        return (terms & _LANE) - _ZERO + (active & self._up_mask) % _LANE - (active >> self._up_bits) % _LANE

    def _sum(self, features: Iterator[str]) -> int:
        packed = self._packed
        return sum([packed.get(feature, 0) for feature in features])


def _pack(numbers: list[int]) -> int:
    """One int with a lane for each number; negative ones borrow from the next lane until a sum is positive again."""
    return sum(number << LANE_BITS * lane for lane, number in enumerate(numbers))


@lru_cache(maxsize=8)
def load_network(board: Board) -> Network | None:
    """The network for a board: None unless its fields, pieces and points are those of the classic one."""
    if not board.has_rows or [(len(field.cells), field.points) for field in board.fields] != [
        (size, size) for size in range(3, 11)
    ]:
        return None
    if [(piece.size, piece.count) for piece in board.piece_types] != [(1, 5), (2, 4), (3, 3), (4, 1)]:
        return None
    document = json.loads(resources.files(__package__).joinpath("network.json").read_text("utf-8"))
    names = tuple(str(len(field.cells)) for field in board.fields)
    return Network(names, document["up"], document["units"], document["weights"])
