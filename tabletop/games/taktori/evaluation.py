"""What a search asks of a Taktori position: how near squares are to being closed, and complete turns with bridges."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from tabletop.games.taktori.polygons import FEWEST, score
from tabletop.games.taktori.rules import GROUND, TaktoriState, layable
from tabletop.games.towers.geometry import BRIDGES, TOWERS, Bridge, Pair
from tabletop.games.towers.moves import Lay, Turn
from tabletop.games.towers.rules import standing_of

FIELDS = GROUND.fields
_FULL = GROUND.full
_VERTICAL = GROUND.vertical
_HORIZONTAL = GROUND.horizontal
_COLUMNS = GROUND.columns
_CELLS = _FULL & GROUND.below[72] & ~sum(1 << column * 9 + 8 for column in range(9))
"""The unit squares: every field but those of the last column and of the top row."""
_MIDDLE = sum(1 << column * 9 + row for column in range(2, 6) for row in range(2, 6))
"""The unit squares and bridges around the centre, where polygons are to be with the option `centre`."""


class Side(NamedTuple):
    """One player's share of a position: own towers, all towers, all bridges."""

    own: int
    standing: int
    vertical: int
    horizontal: int


class Option(NamedTuple):
    """A turn and what it leads to."""

    turn: Turn
    state: TaktoriState


def side_of(state: TaktoriState, player: int) -> Side:
    """The player's share of a position."""
    return Side(state.towers[player - 1], standing_of(state.towers), state.vertical, state.horizontal)


def points(side: Side, centre: int) -> int:
    """What the player's bridges are worth now."""
    return _points(side.vertical & side.own, side.horizontal & side.own, centre)


@lru_cache(maxsize=50_000)
def _points(vertical: int, horizontal: int, centre: int) -> int:
    bridges = []
    for lying, reach in ((vertical, 2), (horizontal, 18)):
        while lying:
            level, low = divmod((lying & -lying).bit_length() - 1, FIELDS)
            lying &= lying - 1
            bridges.append(Bridge(low, low + reach, level + 1, 1))
    return score(bridges, 1, centre)[0] if len(bridges) >= FEWEST else 0


def bridges_left(side: Side) -> int:
    """Bridges in the player's stock."""
    return BRIDGES - (side.vertical & side.own).bit_count() - (side.horizontal & side.own).bit_count()


class Outlook(NamedTuple):
    """Unit squares by how near they are to being closed; each is a mask. What is dead counts nowhere."""

    covered: tuple[int, ...]
    """By number 0 to 4: exactly so many halves covered."""
    ready: tuple[int, ...]
    """By number 0 to 4: so many halves covered or free to be laid on at once."""
    near: int
    """Every other half can be laid on after one more tower."""
    far: int
    """Every other half can be laid on after one or two more towers."""
    links: tuple[int, int]
    """Lower ends of the bridges, upright and level, that could be laid after one more tower."""


def outlook(side: Side) -> Outlook:
    """How near the player's unit squares are to being closed."""
    own, standing, vertical, horizontal = side
    fold = GROUND.fold
    top = own & (standing ^ standing >> FIELDS)
    spot = (standing << FIELDS | _FULL) ^ standing
    blocked_up = vertical | vertical << 1 | vertical >> 1
    blocked_right = horizontal | horizontal << 9 | horizontal >> 9
    # The masks of the ground are long; they come last, when the other side is short.
    top_up, top_right, spot_up, spot_right = top >> 2, top >> 18, spot >> 2, spot >> 18
    laid_up, laid_right = fold(vertical & own), fold(horizontal & own)
    up_0 = fold(top & top_up & ~blocked_up & _VERTICAL)
    right_0 = fold(top & top_right & ~blocked_right & _HORIZONTAL)
    up_1 = fold((top & spot_up | spot & top_up) & ~blocked_up & _VERTICAL)
    right_1 = fold((top & spot_right | spot & top_right) & ~blocked_right & _HORIZONTAL)
    up_2 = fold(spot & spot_up & ~blocked_up & _VERTICAL)
    right_2 = fold(spot & spot_right & ~blocked_right & _HORIZONTAL)
    along = laid_up | laid_up << 1
    across = laid_right | laid_right << 9
    along_0 = along | up_0 | up_0 << 1
    across_0 = across | right_0 | right_0 << 9
    along_1 = along_0 | up_1 | up_1 << 1
    across_1 = across_0 | right_1 | right_1 << 9
    along_2 = along_1 | up_2 | up_2 << 1
    across_2 = across_1 | right_2 | right_2 << 9
    near = along_1 & along_1 >> 9 & across_1 & across_1 >> 1 & _CELLS
    far = along_2 & along_2 >> 9 & across_2 & across_2 >> 1 & _CELLS
    return Outlook(_counted(along, across), _counted(along_0, across_0), near, far, (up_1, right_1))


def _counted(along: int, across: int) -> tuple[int, ...]:
    """The unit squares with exactly 0, 1, 2, 3 and 4 of these halves."""
    right, above = along >> 9, across >> 1
    one_x, two_x = along ^ right, along & right
    one_y, two_y = across ^ above, across & above
    odd = one_x ^ one_y
    carry = one_x & one_y
    pair = two_x ^ two_y ^ carry
    four = two_x & two_y
    return (
        _CELLS & ~(odd | pair | four),
        _CELLS & odd & ~pair,
        _CELLS & pair & ~odd,
        _CELLS & odd & pair,
        _CELLS & four,
    )


class Taste(NamedTuple):
    """What a player values in squares that are not closed yet, in points."""

    ready: tuple[float, ...] = (0.0, 0.4, 0.9, 1.7, 2.5)
    """A square by its halves that are covered or could be at once, if one more tower each gives the others."""
    covered: tuple[float, ...] = (0.0, 0.1, 0.4, 1.0, 0.0)
    """The same square by its halves that are covered: bridges stay, towers may be overbuilt."""
    far: float = 0.35
    """How much of that is left if more towers are needed."""
    link: float = 0.08
    """A bridge that could be laid after one more tower."""
    minds_others: bool = True
    """Whether what the others have counts against a position."""


class Hope(NamedTuple):
    """What squares that are not closed yet may bring, in points, with time enough; and how many can be closed now."""

    value: float
    closable: int


def hope(side: Side, centre: int, taste: Taste) -> Hope:
    """What the player may hope for."""
    stock = bridges_left(side)
    if not stock:
        return Hope(0.0, 0)
    found = outlook(side)
    near = found.near & ~found.covered[4]
    far = found.far & ~found.near & ~found.covered[4]
    up, right = found.links
    if centre:
        near &= _MIDDLE
        far &= _MIDDLE
        up &= _MIDDLE
        right &= _MIDDLE
    value = taste.link * (up.bit_count() + right.bit_count())
    for number in range(1, 5):
        squares = found.ready[number]
        if squares:
            value += taste.ready[number] * ((squares & near).bit_count() + taste.far * (squares & far).bit_count())
    for number in range(1, 4):
        value += taste.covered[number] * (found.covered[number] & (near | far)).bit_count()
    return Hope(value if stock >= FEWEST else value * stock / FEWEST, (found.ready[4] & near).bit_count())


TIME = (0.02, 0.45, 0.7, 0.85, 1.0)
"""How much of a hope comes true with so many turns left; none does without, but it still tells the way."""


def rounds_left(state: TaktoriState, player: int) -> int:
    """How many turns the player will have at least before the game ends, 4 at most."""
    if state.final is None:
        return min(4, 1 + min(TOWERS - towers.bit_count() for towers in state.towers))
    return 1 if (player - state.player) % state.variant.players < state.final else 0


def worth(side: Side, turns: int, centre: int, taste: Taste, closing: float = 0.0) -> float:
    """Points, and hopes as far as there is time for them; `closing` is for each square that can be closed now."""
    value, closable = hope(side, centre, taste)
    return points(side, centre) + TIME[turns] * value + closing * closable


def bridged(state: TaktoriState, part: Turn, taste: Taste) -> Option:
    """The turn with the bridges that bring most, one after the other, as long as one brings anything."""
    player = state.player
    towers = state.towers_after(part)
    standing = standing_of(towers)
    side = Side(towers[player - 1], standing, state.vertical, state.horizontal)
    can = layable(side.own, standing, side.vertical, side.horizontal)
    if part.target is None:
        front = can
    elif part.oust < part.count:
        top = (standing ^ standing >> FIELDS) & _COLUMNS[part.target]
        front = (can[0] & (top | top >> 2), can[1] & (top | top >> 18))
    else:
        front = (0, 0)
    pairs: list[Pair] = []
    stock = bridges_left(side)
    after = state.following(towers, side.vertical, side.horizontal, part.kind == "place")
    turns = rounds_left(after, player)
    centre = state.variant.centre
    value = worth(side, turns, centre, taste) if front[0] or front[1] else 0.0
    while len(pairs) < stock and (front[0] or front[1]):
        best: tuple[float, Pair, Side] | None = None
        for pair, longer in _lays(side, front):
            reached = worth(longer, turns, centre, taste)
            if reached > value and (best is None or reached > best[0]):
                best = (reached, pair, longer)
        if best is None:
            break
        value, pair, side = best
        pairs.append(pair)
        can = layable(side.own, standing, side.vertical, side.horizontal)
        up, right = GROUND.touching[pair]
        if part.target is None and len(pairs) == 1:
            front = (0, 0)
        front = (can[0] & (front[0] | up), can[1] & (front[1] | right))
    if pairs:
        part = part._replace(bridges=tuple(sorted(pairs)))
        after = state.following(towers, side.vertical, side.horizontal, part.kind == "place")
    return Option(part, after)


def _lays(side: Side, front: tuple[int, int]) -> Iterator[tuple[Pair, Side]]:
    """Each bridge of the front, and the position with it."""
    own, standing, vertical, horizontal = side
    for bits, reach in ((front[0], 2), (front[1], 18)):
        while bits:
            bit = bits & -bits
            bits ^= bit
            low = (bit.bit_length() - 1) % FIELDS
            if reach == 2:
                yield (low, low + 2), Side(own, standing, vertical | bit, horizontal)
            else:
                yield (low, low + 18), Side(own, standing, vertical, horizontal | bit)


def best_last(state: TaktoriState, parts: Iterable[Turn | Lay], most: int) -> Turn | None:
    """Of all turns with these tower parts the one with most points; looks at `most` turns of each part at most.

    In a player's last turn nothing else matters. None where no bridge can be laid.
    """
    player, centre = state.player, state.variant.centre
    best: Turn | None = None
    highest = -1
    for part in parts:
        draft = state.take(part)
        for turn in islice(draft.turns(), 1, most):
            after = state.apply(turn)
            reached = points(side_of(after, player), centre)
            if reached > highest:
                best, highest = turn, reached
    return best
