"""How near the unit squares of Fem are to being closed: what searches value positions by."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from tabletop.games.fem.rules import GROUND
from tabletop.games.fem.search import FIELDS, FULL, Scene, seen_from_above

_SQUARES = GROUND.vertical & GROUND.horizontal & FULL


class Squares(NamedTuple):
    """Unit squares that a player could close on one level, by the number of towers missing; bits of lower left fields.

    `corners` are the four offsets of a square's fields with the squares that still need them.
    """

    one: int
    two: int
    three: int
    there: int
    """Where the player has a top tower on this level."""
    spots: int
    """Where the next tower would stand on this level."""
    corners: tuple[tuple[int, int], ...]


def squares(scene: Scene, player: int) -> Iterator[Squares]:
    """The squares that the player could close with up to three towers, level by level."""
    standing = scene.towers[0] | scene.towers[1]
    tops = scene.towers[player - 1] & (standing ^ standing >> FIELDS)
    spots = (standing << FIELDS | FULL) ^ standing
    up, right = seen_from_above(scene, player)
    none_lie = not (up or right)
    no_left, no_right, no_bottom, no_top = ~up, ~(up >> 5), ~right, ~(right >> 1)
    corners = ((0, no_left | no_bottom), (1, no_left | no_top), (5, no_right | no_bottom), (6, no_right | no_top))
    lower = 0
    while spots:
        there, next_to_it = tops & FULL, spots & FULL
        if there or not none_lie:
            alive, units, pairs, fours = _SQUARES, 0, 0, 0
            for offset, need in corners:
                needed_spots = need & next_to_it >> offset
                needed_lower = need & lower >> offset
                alive &= ~need | there >> offset | needed_spots | needed_lower
                carry = units & needed_spots
                units ^= needed_spots
                fours |= pairs & carry
                pairs ^= carry
                fours |= pairs & needed_lower
                pairs ^= needed_lower
            alive &= ~fours
            if alive:
                one, two, three = alive & units & ~pairs, alive & pairs & ~units, alive & pairs & units
                yield Squares(one, two, three, there, next_to_it, corners)
        lower = next_to_it
        tops >>= FIELDS
        spots >>= FIELDS


def hopes(scene: Scene, player: int) -> tuple[int, int, int]:
    """How many unit squares the player could close with one, two or three more towers."""
    one = two = three = 0
    for found in squares(scene, player):
        one |= found.one
        two |= found.two
        three |= found.three
    two &= ~one
    three &= ~(one | two)
    return one.bit_count(), two.bit_count(), three.bit_count()


def interest(scene: Scene, player: int, weights: tuple[float, float, float]) -> tuple[list[float], list[float]]:
    """By field: what a new tower there would do for the player's squares or against the other's, and what one holds.

    `weights` are what a square counts that lacks one, two or three towers.
    """
    gain = [0.0] * FIELDS
    hold = [0.0] * FIELDS
    for who in (player, 3 - player):
        for found in squares(scene, who):
            spots, there = found.spots, found.there
            for mask, weight in zip(found[:3], weights, strict=True):
                while mask:
                    low = (mask & -mask).bit_length() - 1
                    mask &= mask - 1
                    for offset, need in found.corners:
                        if need >> low & 1:
                            field = low + offset
                            if spots >> field & 1 or (who != player and there >> field & 1):
                                gain[field] += weight
                            elif there >> field & 1:
                                hold[field] += weight
    return gain, hold
