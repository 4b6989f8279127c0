"""What a player may close soon: squares that lack bridges, and fields where one more tower closes polygons.

    around = reach(occupied, *free_lines(occupied, state.vertical, state.horizontal))
    prospects(own, up, right, around)         # of the owner of these towers and bridges

Bridges form a graph whose points are fields, and every independent loop in it closes a polygon. A tower adds bridges
that meet on its field: a star. Where a star meets a connected part of the graph more than once, it closes loops, one
fewer than it meets it. So the parts are found once, and a few operations on masks find the fields of such stars.

Bots ask for prospects thousands of times in a turn, and those of the player who has not moved are mostly the same as
before, so they are kept by the masks that they depend on.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from tabletop.games.taktori.rules import GRID
from tabletop.games.taktori.squares import FIELDS, SQUARES, flat
from tabletop.games.taktori.threats import Halves, loop_count, loops

_FULL = GRID.full
_LEVELS = GRID.vertical // (GRID.vertical & _FULL)
_MIDDLE_UP = _LEVELS * sum(1 << column * 9 + row for column in range(2, 7) for row in range(1, 6))
_MIDDLE_RIGHT = _LEVELS * sum(1 << column * 9 + row for column in range(1, 6) for row in range(2, 7))
"""Lower ends of the bridges along the squares around the centre, on every level."""

READY = (0.0, 0.4, 0.9, 1.7, 2.5)
"""The worth in points of a square by how many halves are covered or could be at once, if one more tower each is enough
for the others."""
COVERED = (0.0, 0.1, 0.4, 1.0)
"""The same square by how many halves are covered: bridges stay, but towers may be overbuilt."""
FAR = 0.35
"""How much of READY is left if more towers are needed."""
LINK = 0.08
"""A bridge that could be laid after one more tower."""


class Prospects(NamedTuple):
    """What a player may close, if nobody builds in between."""

    potential: float
    """The worth of squares that are not closed yet."""
    closable: int
    """How many polygons the bridges that could be laid at once would close."""
    closing: tuple[tuple[int, int], ...]
    """The fields where one more tower would close polygons besides, each with their number."""


class Reach(NamedTuple):
    """Where bridges could be laid, whoever owns the towers: lower ends of bridges, or fields of stars."""

    tops: int
    """The towers that are not overbuilt, on their levels."""
    spots: int
    """Where the next tower on each field would stand."""
    same_up: int
    same_right: int
    """Bridges between two towers that are there."""
    above: int
    below: int
    beside: int
    before: int
    """Fields where one more tower could have a bridge to a tower on this side of it."""


def reach(occupied: int, free_up: int, free_right: int) -> Reach:
    """From all towers, and the lower ends of the bridges that may be laid as far as others lie (see `free_lines`)."""
    spots = (occupied << FIELDS | _FULL) ^ occupied
    tops = occupied ^ occupied >> FIELDS
    tops_up, tops_right = tops >> 2 & free_up, tops >> 18 & free_right
    return Reach(
        tops,
        spots,
        flat(tops & tops_up),
        flat(tops & tops_right),
        flat(spots & tops_up),
        flat(tops & spots >> 2 & free_up) << 2,
        flat(spots & tops_right),
        flat(tops & spots >> 18 & free_right) << 18,
    )


def free_lines(occupied: int, vertical: int, horizontal: int, centre: int = 0) -> tuple[int, int]:
    """Lower ends of the bridges that no other would overlap lengthwise (T15), up to two levels above all towers.

    With the option `centre`, only those around the centre, where most polygons that score are.
    """
    levels = (1 << occupied.bit_length() + 2 * FIELDS) - 1
    free_up = GRID.vertical & levels & ~(vertical | vertical << 1 | vertical >> 1)
    free_right = GRID.horizontal & levels & ~(horizontal | horizontal << 9 | horizontal >> 9)
    return (free_up & _MIDDLE_UP, free_right & _MIDDLE_RIGHT) if centre else (free_up, free_right)


def prospects(own: int, up: int, right: int, around: Reach) -> Prospects:
    """The prospects of the owner of these towers and of the bridges on these fields. Stocks are not checked."""
    tops, _, same_up, same_right, above, below, beside, before = around
    top = flat(own & tops)
    return _prospects(
        up,
        right,
        top & top >> 2 & same_up,
        top & top >> 18 & same_right,
        above & top >> 2,
        below & top << 2,
        beside & top >> 18,
        before & top << 18,
    )


@lru_cache(maxsize=100_000)
def _prospects(
    up: int, right: int, ready_up: int, ready_right: int, above: int, below: int, beside: int, before: int
) -> Prospects:
    """From the lower ends of bridges laid and layable, and the fields of stars by where the other tower stands."""
    along, across = up | up << 1, right | right << 9
    ready_up |= up
    ready_right |= right
    along_0, across_0 = ready_up | ready_up << 1, ready_right | ready_right << 9
    closable = 0
    closing: tuple[tuple[int, int], ...] = ()
    if along_0 or across_0:
        closable = loop_number((along_0, across_0)) - loop_number((along, across))
        closing = _closing((along_0, across_0), above, below, beside, before)
    below >>= 2
    before >>= 18
    links = above.bit_count() + below.bit_count() + beside.bit_count() + before.bit_count()
    if not (along_0 or across_0):
        return Prospects(LINK * links, 0, ())
    near_up, near_right = above | below, beside | before
    along_1, across_1 = along_0 | near_up | near_up << 1, across_0 | near_right | near_right << 9
    near = along_1 & along_1 >> 9 & across_1 & across_1 >> 1 & SQUARES
    left, lower = along >> 9, across >> 1
    one_x, one_y, two_x, two_y = along ^ left, across ^ lower, along & left, across & lower
    odd, pair, closed = one_x ^ one_y, two_x ^ two_y ^ one_x & one_y, two_x & two_y
    area = SQUARES & ~closed
    value = LINK * links
    value += COVERED[1] * (odd & ~pair & area).bit_count()
    value += COVERED[2] * (pair & ~odd & area).bit_count()
    value += COVERED[3] * (odd & pair & area).bit_count()
    left, lower = along_0 >> 9, across_0 >> 1
    one_x, one_y, two_x, two_y = along_0 ^ left, across_0 ^ lower, along_0 & left, across_0 & lower
    odd, pair = one_x ^ one_y, two_x ^ two_y ^ one_x & one_y
    three = odd & pair & area
    one, two = odd & ~pair & area, pair & ~odd & area
    near &= area
    value += READY[1] * ((one & near).bit_count() + FAR * (one & ~near).bit_count())
    value += READY[2] * ((two & near).bit_count() + FAR * (two & ~near).bit_count())
    value += READY[3] * ((three & near).bit_count() + FAR * (three & ~near).bit_count())
    value += READY[4] * (two_x & two_y & area).bit_count()
    return Prospects(value, closable, closing)


@lru_cache(maxsize=20_000)
def loop_number(halves: Halves) -> int:
    """How many independent loops the halves form."""
    halves = loops(halves)
    return loop_count(halves) if halves != (0, 0) else 0


@lru_cache(maxsize=20_000)
def _parts(along: int, across: int) -> list[int]:
    """The fields of each connected part of the graph."""
    left = along | along << 1 | across | across << 9
    parts = []
    while left:
        part, wider = 0, left & -left
        while wider != part:
            part = wider
            wider |= (part & along) << 1 | part >> 1 & along | (part & across) << 9 | part >> 9 & across
        parts.append(part)
        left ^= part
    return parts


def _closing(halves: Halves, above: int, below: int, beside: int, before: int) -> tuple[tuple[int, int], ...]:
    """The fields of stars that close loops, with how many they close."""
    along, across = halves
    stars = above | below | beside | before
    parts = _parts(along, across)
    fields = 0
    for part in parts:
        # Where a star has at least one of its fields in the part, and at least two.
        once = part & stars
        twice = 0
        for met in (
            above & part >> 1,
            above & part >> 2,
            below & part << 1,
            below & part << 2,
            beside & part >> 9,
            beside & part >> 18,
            before & part << 9,
            before & part << 18,
        ):
            twice |= once & met
            once |= met
        fields |= twice
    closing = []
    while fields:
        bit = fields & -fields
        fields ^= bit
        star = bit
        known = 0
        if above & bit:
            star |= bit << 1 | bit << 2
            known += ((bit | bit << 1) & along).bit_count()
        if below & bit:
            star |= bit >> 1 | bit >> 2
            known += ((bit >> 1 | bit >> 2) & along).bit_count()
        if beside & bit:
            star |= bit << 9 | bit << 18
            known += ((bit | bit << 9) & across).bit_count()
        if before & bit:
            star |= bit >> 9 | bit >> 18
            known += ((bit >> 9 | bit >> 18) & across).bit_count()
        number = -known
        for part in parts:
            if met := star & part:
                number += met.bit_count() - 1
        if number > 0:
            closing.append((bit.bit_length() - 1, number))
    return tuple(closing)
