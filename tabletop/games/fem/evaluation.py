"""What a bot knows about Fem: how close the unit squares of a position are to being closed.

A square is named by its lower left field; it can be closed on the level where its missing towers would stand.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from tabletop.bots.winchance import WinCurve
from tabletop.games.fem.rules import GRID
from tabletop.games.fem.search import FIELDS, FULL, SearchPosition, joined_pairs

_SQUARES = GRID.vertical & GRID.horizontal & FULL

WIN_CURVE = WinCurve(start=0.07)
"""The chance to win that a value means: a lead of 15 wins three games in four.

Under `nocover`, where loops decide, 669 moves of 25 games between `medium` bots (tools/fit_chances.py) give a slope of
0.049, with a 95% interval from 0.022 to 0.075. As written, 5035 moves of 72 games gave next to no slope: in those long
games the lead says little about who will win.
"""


class OpenSquares(NamedTuple):
    """Unit squares that a player could close on one level, by the number of towers missing.

    `corners` are the offsets of a square's four fields, each with the squares that still need it.
    """

    one: int
    two: int
    three: int
    tops_here: int
    """Where the player has a top tower on this level."""
    spots: int
    """Where the next tower would stand on this level."""
    lower: int
    """Where it would stand one level below, so that the square needs two towers there."""
    corners: tuple[tuple[int, int], ...]


def open_squares(position: SearchPosition, player: int, nocover: bool) -> Iterator[OpenSquares]:
    """The squares that the player could close with up to three towers, level by level."""
    occupied = position.towers[0] | position.towers[1]
    all_tops = occupied ^ occupied >> FIELDS
    tops = position.towers[player - 1] & all_tops
    spots = (occupied << FIELDS | FULL) ^ occupied
    if nocover:
        spots &= ~((all_tops ^ tops) << FIELDS)
    up, right = joined_pairs(position, player)
    has_bridges = up or right
    no_left, no_right, no_bottom, no_top = ~up, ~(up >> 5), ~right, ~(right >> 1)
    corners = ((0, no_left | no_bottom), (1, no_left | no_top), (5, no_right | no_bottom), (6, no_right | no_top))
    lower = 0
    while spots:
        tops_here, spots_here = tops & FULL, spots & FULL
        if tops_here or has_bridges:
            alive, ones, twos, fours = _SQUARES, 0, 0, 0
            for offset, need in corners:
                needed_spots = need & spots_here >> offset
                needed_lower = need & lower >> offset
                alive &= ~need | tops_here >> offset | needed_spots | needed_lower
                carry = ones & needed_spots
                ones ^= needed_spots
                fours |= twos & carry
                twos ^= carry
                fours |= twos & needed_lower
                twos ^= needed_lower
            alive &= ~fours
            if alive:
                one, two, three = alive & ones & ~twos, alive & twos & ~ones, alive & twos & ones
                yield OpenSquares(one, two, three, tops_here, spots_here, lower, corners)
        lower = spots_here
        tops >>= FIELDS
        spots >>= FIELDS


def closable_squares(position: SearchPosition, player: int, nocover: bool) -> tuple[int, int, int]:
    """How many unit squares the player could close with one, two or three more towers."""
    one = two = three = 0
    for squares in open_squares(position, player, nocover):
        one |= squares.one
        two |= squares.two
        three |= squares.three
    two &= ~one
    three &= ~(one | two)
    return one.bit_count(), two.bit_count(), three.bit_count()


def field_values(
    position: SearchPosition, player: int, weights: tuple[float, float, float], nocover: bool
) -> tuple[list[float], list[float]]:
    """By field: the value of a new tower there, and the value of the player's tower that is there already.

    A new tower counts for the player's squares that need it and against the opponent's.
    `weights` are the values of a square that lacks one, two or three towers.
    """
    new = [0.0] * FIELDS
    standing = [0.0] * FIELDS
    for owner in (player, 3 - player):
        for squares in open_squares(position, owner, nocover):
            spots, tops_here = squares.spots, squares.tops_here
            for mask, weight in zip(squares[:3], weights, strict=True):
                while mask:
                    low = (mask & -mask).bit_length() - 1
                    mask &= mask - 1
                    for offset, need in squares.corners:
                        if need >> low & 1:
                            field = low + offset
                            if spots >> field & 1 or (owner != player and tops_here >> field & 1):
                                new[field] += weight
                            elif tops_here >> field & 1:
                                standing[field] += weight
    return new, standing
