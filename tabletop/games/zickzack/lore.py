"""What searches are told of Zickzack: fields by their gaps alone, and turns that differ in what they leave.

In a row only the lengths of the gaps matter, and their order does not, so rows are
searched in one form: gaps from the longest to the shortest, packed together. Fields
of other boards are searched as they are.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from random import Random
from typing import NamedTuple

from tabletop.bots import Situation
from tabletop.bots.lore import pick
from tabletop.game import NOBODY
from tabletop.games.zickzack.board import HAND_BITS, Board, Place, Placement
from tabletop.games.zickzack.rules import Zickzack

HAND_MASK = (1 << HAND_BITS) - 1


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


class ZickzackLore:
    """Knowledge for one situation. The measure is points: own less the other's."""

    def __init__(self, situation: Situation) -> None:
        state = situation.state
        assert isinstance(state, Zickzack)
        self.state = state
        self.board = state.board
        self.tables = tables_of(self.board)
        fields = tuple(
            self.tables.form(number, state.free & mask) for number, mask in enumerate(self.board.field_masks)
        )
        green, blue = state.scores()
        self.root = Outlook(fields, (state.green_hand, state.blue_hand), state.to_move, green - blue)

    def to_move(self, position: Outlook) -> int:
        """The player to move."""
        return position.player

    def turns(self, position: Outlook) -> list[Lay]:
        """All turns that differ: fields filled first, the dearest before the others; gifts last."""
        own, other = self._kinds(position)
        fills: list[Lay] = []
        safe: list[Lay] = []
        gifts: list[Lay] = []
        chances = self.tables.chances
        for field, free in enumerate(position.fields):
            if free:
                found = chances(field, free, own, other)
                fills += found.fills
                safe += found.safe
                gifts += found.gifts
        points = self.tables.points
        fills.sort(key=lambda lay: -points[lay.field])
        gifts.sort(key=lambda lay: points[lay.field])
        return fills + safe + gifts

    def after(self, position: Outlook, turn: Lay) -> Outlook:
        """The position after a turn."""
        fields, hands, player, lead = position
        field, kind, left = turn
        fields = (*fields[:field], left, *fields[field + 1 :])
        spent = hands[player - 1] - self.board.ones[kind]
        hands = (spent, hands[1]) if player == 1 else (hands[0], spent)
        if left:
            return self.tables.outlook(fields, hands, 3 - player, lead)
        points = self.tables.points[field]
        return self.tables.outlook(fields, hands, player, lead + (points if player == 1 else -points))

    def value(self, position: Outlook, player: int) -> float:
        """Points ahead, with what the mover can take at once, and who will first have to give a field away."""
        lead = float(position.lead)
        mover = position.player
        if mover != NOBODY:
            lead += self._prospect(position) if mover == 1 else -self._prospect(position)
        return lead if player == 1 else -lead

    def _prospect(self, position: Outlook) -> float:
        """What the mover may hope for in the open fields."""
        own, other = self._kinds(position)
        points = self.tables.points
        taken = 0
        safe = 0
        cheapest = 0
        for field, free in enumerate(position.fields):
            if not free:
                continue
            found = self.tables.chances(field, free, own, other)
            if found.fills:
                taken += points[field]
            elif found.safe:
                safe += 1
            elif found.gifts and (not cheapest or points[field] < cheapest):
                cheapest = points[field]
        return taken if safe else taken - 0.8 * cheapest

    def _kinds(self, position: Outlook) -> tuple[int, int]:
        kinds_in = self.board.kinds_in
        green, blue = kinds_in[position.hands[0]], kinds_in[position.hands[1]]
        return (green, blue) if position.player == 1 else (blue, green)

    def playout(self, position: Outlook, dice: Random) -> tuple[float, float]:
        """Play on sensibly: fill what can be filled, give away only what must be, and then the cheapest."""
        while position.player != NOBODY:
            position = self.after(position, self._sensible(position, dice))
        lead = position.lead
        gain = 0.5 + lead / 104 + (0.4 if lead > 0 else -0.4 if lead < 0 else 0)
        gain = min(1.0, max(0.0, 0.5 + (0.35 if lead > 0 else -0.35 if lead < 0 else 0.0) + lead / 350))
        return gain, 1 - gain

    def _sensible(self, position: Outlook, dice: Random) -> Lay:
        own, other = self._kinds(position)
        chances = self.tables.chances
        points = self.tables.points
        safe: list[Lay] = []
        gifts: tuple[Lay, ...] = ()
        cheapest = 0
        fill: Lay | None = None
        dearest = 0
        for field, free in enumerate(position.fields):
            if not free:
                continue
            found = chances(field, free, own, other)
            worth = points[field]
            if found.fills and worth > dearest:
                fill, dearest = found.fills[0], worth
            safe += found.safe
            if found.gifts and (not gifts or worth < cheapest):
                gifts, cheapest = found.gifts, worth
        if fill is not None:
            return fill
        choices: Sequence[Lay] = safe or gifts
        return choices[pick(dice, len(choices))]

    def move(self, turn: Lay) -> Place:
        """The first move, in canonical order, that leaves what the turn leaves."""
        for place in self.state.steps():
            placement = self.board.where[place]
            if placement.field == turn.field and placement.kind == turn.kind and self._left(placement) == turn.left:
                return place
        raise AssertionError(f"{turn} is no turn here")

    def turn(self, move: Place) -> Lay:
        """What the move leaves."""
        placement = self.board.where[move]
        return Lay(placement.field, placement.kind, self._left(placement))

    def _left(self, placement: Placement) -> int:
        mask = self.board.field_masks[placement.field]
        return self.tables.form(placement.field, (self.state.free & mask) ^ placement.mask)

    def why(self, move: Place) -> str:
        """What the move does to its field."""
        field = self.board.fields[self.board.where[move].field]
        lay = self.turn(move)
        if not lay.left:
            return f"fills field {field.name}: {field.points} points, and moves again"
        own, other = self._kinds(self.root)
        if lay in self.tables.chances(lay.field, self.root.fields[lay.field], own, other).safe:
            return f"field {field.name} cannot be filled at once after it"
        return f"every move gives a field away; field {field.name} costs least in the end"
