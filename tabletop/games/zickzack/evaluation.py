"""What a search knows of a Zickzack position: fields by their gaps alone, turns by what they leave."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from tabletop.game import NOBODY
from tabletop.games.zickzack.board import Board


class Outlook(NamedTuple):
    """A position as searches see it. `fields` are the free cells of each field, in the one form."""

    fields: tuple[int, ...]
    hands: tuple[int, int]
    player: int
    """Who moves; NOBODY after the end."""
    lead: int
    """Green's points less blue's."""


class Lay(NamedTuple):
    """A turn as searches see it: a kind of piece into a field, and the free cells it leaves there."""

    field: int
    kind: int
    left: int


class Chances(NamedTuple):
    """What one player can do in one field against what the other has in hand; turns as in Lay."""

    fills: tuple[Lay, ...]
    safe: tuple[Lay, ...]
    """Turns after which the other cannot fill the field at once."""
    gifts: tuple[Lay, ...]


class Tables:
    """What can be worked out once for a board."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.points = tuple(field.points for field in board.fields)
        self._forms: list[dict[int, int]] = [{} for _ in board.fields]
        self._lays: list[dict[tuple[int, int], tuple[Lay, ...]]] = [{} for _ in board.fields]
        self._chances: dict[tuple[int, int, int, int], Chances] = {}

    def form(self, field: int, free: int) -> int:
        """The one form of a field with these free cells."""
        forms = self._forms[field]
        if free not in forms:
            forms[free] = _packed(free, self.board.field_masks[field]) if self.board.is_rows else free
        return forms[free]

    def lays(self, field: int, free: int, kinds: int) -> tuple[Lay, ...]:
        """The turns into a field that differ, for a hand with these kinds, larger pieces first."""
        lays = self._lays[field]
        found = lays.get((free, kinds))
        if found is None:
            different: dict[Lay, None] = {}
            for item in sorted(self.board.placements[field], key=lambda item: -item.mask.bit_count()):
                if kinds >> item.kind & 1 and item.mask & free == item.mask:
                    different[Lay(field, item.kind, self.form(field, free ^ item.mask))] = None
            found = lays[free, kinds] = tuple(different)
        return found

    def chances(self, field: int, free: int, own: int, other: int) -> Chances:
        """What a hand with the kinds `own` can do in a field against one with the kinds `other`."""
        key = (field, free, own, other)
        found = self._chances.get(key)
        if found is None:
            lays = self.lays(field, free, own)
            fills = tuple(lay for lay in lays if not lay.left)
            gifts = tuple(lay for lay in lays if lay.left and self._can_fill(field, lay.left, other))
            safe = tuple(lay for lay in lays if lay.left and lay not in gifts)
            found = self._chances[key] = Chances(fills, safe, gifts)
        return found

    def _can_fill(self, field: int, free: int, kinds: int) -> bool:
        return any(not lay.left for lay in self.lays(field, free, kinds))

    def can_lay(self, fields: Sequence[int], kinds: int) -> bool:
        """Whether a hand with these kinds fits anywhere."""
        return any(free and self.lays(field, free, kinds) for field, free in enumerate(fields))

    def outlook(self, fields: tuple[int, ...], hands: tuple[int, int], player: int, lead: int) -> Outlook:
        """The position in which `player` is next by Z4, or the other one by Z5."""
        kinds_in = self.board.kinds_in
        if not self.can_lay(fields, kinds_in[hands[player - 1]]):
            player = 3 - player
            if not self.can_lay(fields, kinds_in[hands[player - 1]]):
                player = NOBODY
        return Outlook(fields, hands, player, lead)


@lru_cache(maxsize=8)
def tables_of(board: Board) -> Tables:
    """The tables of a board, made once."""
    return Tables(board)


def _packed(free: int, field: int) -> int:
    """The gaps of a row, sorted and packed to its low end with one covered cell between two."""
    low = (field & -field).bit_length() - 1
    gaps = sorted((len(gap) for gap in bin(free >> low)[2:].split("0") if gap), reverse=True)
    packed, place = 0, low
    for gap in gaps:
        packed |= ((1 << gap) - 1) << place
        place += gap + 1
    return packed
