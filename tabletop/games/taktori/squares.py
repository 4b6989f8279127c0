"""How close a player's unit squares are to being closed, counted with a few operations on masks.

    around = ground(occupancy(state.towers), state.vertical, state.horizontal)
    count_squares(state.towers[0], around)        # red's squares, by name in COUNTS

A square is a unit square of the board, named by its lower left field; it is closed when bridges of the player cover
all four of its halves. Bots count squares some thousand times in a turn, so this is written for speed: what all
players share is worked out once, long masks come last, and nothing is counted that is not there.
"""

from __future__ import annotations

from typing import NamedTuple

from tabletop.games.taktori.rules import GRID

FIELDS = GRID.fields
_FULL = GRID.full
SQUARES = _FULL & GRID.below[72] & ~sum(1 << column * 9 + 8 for column in range(9))
"""The lower left fields of all unit squares: not those of the last column and of the top row."""
MIDDLE = sum(1 << column * 9 + row for column in range(2, 6) for row in range(2, 6))
"""The unit squares and bridges around the centre, where polygons must be with the option `centre`."""

COUNTS = (
    "covered 1",
    "covered 2",
    "covered 3",
    "near 1",
    "near 2",
    "near 3",
    "near 4",
    "far 1",
    "far 2",
    "far 3",
    "links",
    "layable",
)
"""What is counted. No closed square is, and none that can no longer be closed.

covered N: squares with exactly N halves covered by bridges.
near N: squares with exactly N halves covered or coverable at once, each other half after one more tower.
far N: the same where some other half needs two more towers.
links: bridges that could be laid after one more tower. layable: bridges that could be laid at once.
"""

Counts = tuple[int, ...]
_NONE = (0,) * (len(COUNTS) - 2)


class Ground(NamedTuple):
    """What the squares of all players depend on."""

    tops: int
    """The towers that are not overbuilt."""
    spots: int
    """Where the next tower on each field would stand."""
    spots_up: int
    spots_right: int
    """The same, moved back by the length of a bridge."""
    free_up: int
    free_right: int
    """Lower ends of the bridges that no other would overlap lengthwise (T15)."""
    vertical: int
    horizontal: int
    """The lying bridges."""
    far_along: int
    far_across: int
    """Halves that two more towers let anybody cover, along the columns and across them."""


def ground(occupied: int, vertical: int, horizontal: int) -> Ground:
    """What all players share, from all towers and all bridges."""
    spots = (occupied << FIELDS | _FULL) ^ occupied
    reached = (1 << spots.bit_length()) - 1
    free_up = GRID.vertical & reached & ~(vertical | vertical << 1 | vertical >> 1)
    free_right = GRID.horizontal & reached & ~(horizontal | horizontal << 9 | horizontal >> 9)
    spots_up, spots_right = spots >> 2, spots >> 18
    up, right = flat(spots & spots_up & free_up), flat(spots & spots_right & free_right)
    return Ground(
        occupied ^ occupied >> FIELDS,
        spots,
        spots_up,
        spots_right,
        free_up,
        free_right,
        vertical,
        horizontal,
        up | up << 1,
        right | right << 9,
    )


def flat(bits: int) -> int:
    """The fields that have a bit on some level; quick where all are on the lowest, as most are."""
    return bits if bits <= _FULL else GRID.flatten(bits)


def count_squares(own: int, around: Ground, area: int = SQUARES) -> Counts:
    """The numbers named in COUNTS, for the owner of the towers `own`; only squares and bridges of `area` count."""
    tops, spots, spots_up, spots_right, free_up, free_right, vertical, horizontal, far_along, far_across = around
    top = own & tops
    top_up, top_right = top >> 2, top >> 18
    up, right = flat(vertical & own), flat(horizontal & own)
    ready_up, ready_right = flat(top & top_up & free_up), flat(top & top_right & free_right)
    near_up = flat((top & spots_up | spots & top_up) & free_up)
    near_right = flat((top & spots_right | spots & top_right) & free_right)
    # Halves along columns and across them: covered; or coverable; or with one more tower, or with two.
    along, across = up | up << 1, right | right << 9
    along_0, across_0 = along | ready_up | ready_up << 1, across | ready_right | ready_right << 9
    along_1, across_1 = along_0 | near_up | near_up << 1, across_0 | near_right | near_right << 9
    near = along_1 & along_1 >> 9 & across_1 & across_1 >> 1 & area
    along_1 |= far_along
    across_1 |= far_across
    far = along_1 & along_1 >> 9 & across_1 & across_1 >> 1 & area
    if area != SQUARES:
        near_up &= area
        near_right &= area
        ready_up &= area
        ready_right &= area
    links = near_up.bit_count() + near_right.bit_count()
    layable = ready_up.bit_count() + ready_right.bit_count()
    covered_1 = covered_2 = covered_3 = 0
    if along or across:
        # Two bits of how many of a square's halves there are, for all squares at once; `all_four` are the closed ones.
        beside, above = along >> 9, across >> 1
        one_x, one_y, two_x, two_y = along ^ beside, across ^ above, along & beside, across & above
        odd, pair, all_four = one_x ^ one_y, two_x ^ two_y ^ one_x & one_y, two_x & two_y
        if all_four:
            near &= ~all_four
            far &= ~all_four
        covered_1, covered_2 = (odd & ~pair & far).bit_count(), (pair & ~odd & far).bit_count()
        covered_3 = (odd & pair & far).bit_count()
    elif not (along_0 or across_0):
        return (*_NONE, links, layable)
    beside, above = along_0 >> 9, across_0 >> 1
    one_x, one_y, two_x, two_y = along_0 ^ beside, across_0 ^ above, along_0 & beside, across_0 & above
    odd, pair = one_x ^ one_y, two_x ^ two_y ^ one_x & one_y
    three = odd & pair
    one, two = odd ^ three, pair ^ three
    far ^= near
    return (
        covered_1,
        covered_2,
        covered_3,
        (one & near).bit_count(),
        (two & near).bit_count(),
        (three & near).bit_count(),
        (two_x & two_y & near).bit_count(),
        (one & far).bit_count(),
        (two & far).bit_count(),
        (three & far).bit_count(),
        links,
        layable,
    )
