"""What the states of both games have in common: towers, bridges and whose turn it is."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar, Self

from tabletop.games.towers.ground import BRIDGES, TOWERS, Ground, Pair
from tabletop.games.towers.pieces import Bridge, Stack
from tabletop.games.towers.turn import Step, Turn

if TYPE_CHECKING:
    from tabletop.games.towers.building import HalfBuilt


class Board(ABC):
    """Towers and bridges as bits (see `ground`). `player` is the next in order, also when the game is over.

    Subclasses add what else makes a position and compare it in `key`.
    """

    __slots__ = ("horizontal", "player", "to_move", "towers", "vertical")

    ground: ClassVar[Ground]

    towers: tuple[int, ...]
    vertical: int
    horizontal: int
    player: int
    to_move: int

    @property
    def size(self) -> int:
        """Fields along an edge."""
        return self.ground.size

    @property
    def players(self) -> int:
        return len(self.towers)

    @property
    def bridges(self) -> tuple[Bridge, ...]:
        """All lying bridges, sorted by ends, then level."""
        ground = self.ground
        found = []
        for lying, reach in ((self.vertical, ground.span), (self.horizontal, ground.span * ground.size)):
            for player, towers in enumerate(self.towers, 1):
                bits = lying & towers
                while bits:
                    level, low = divmod((bits & -bits).bit_length() - 1, ground.fields)
                    bits &= bits - 1
                    found.append(Bridge(low, low + reach, level + 1, player))
        return tuple(sorted(found))

    def stack(self, field: int) -> Stack:
        """The owners of the towers on the field, bottom to top."""
        owners = []
        bit = 1 << field
        while True:
            for player, towers in enumerate(self.towers, 1):
                if towers & bit:
                    owners.append(player)
                    break
            else:
                return tuple(owners)
            bit <<= self.ground.fields

    def towers_left(self, player: int) -> int:
        """Towers in the player's stock."""
        return TOWERS - self.towers[player - 1].bit_count()

    def bridges_left(self, player: int) -> int:
        """Bridges in the player's stock."""
        own = self.towers[player - 1]
        return BRIDGES - (self.vertical & own).bit_count() - (self.horizontal & own).bit_count()

    def towers_after(self, turn: Turn) -> tuple[int, ...]:
        """The towers of each player once the tower part of the turn is done. Legality is not checked."""
        return shifted_towers(self.ground, self.towers, self.player, turn)

    @abstractmethod
    def layable_pairs(self) -> list[Pair]:
        """The bridges that the player could lay, one at a time; connection and stock are not checked."""

    def takeable_pairs(self) -> list[Pair]:
        """The bridges that the player could take up."""
        return []

    @abstractmethod
    def steps(self) -> Sequence[Step]:
        """The first steps of all turns."""

    @abstractmethod
    def take(self, step: Step) -> HalfBuilt:
        """The turn that begins so, half built."""

    def legal_moves(self) -> Iterator[Turn]:
        """All legal turns: as `steps`, the turn without further bridges before those with them."""
        for step in self.steps():
            yield from self.take(step).turns()

    def seen_by(self, player: int) -> Self:
        """This state: nothing is hidden."""
        return self

    @abstractmethod
    def key(self) -> tuple[object, ...]:
        """All that makes two states equal."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Board) and other.__class__ is self.__class__ and self.key() == other.key()

    def __hash__(self) -> int:
        return hash(self.key())


def standing_of(towers: tuple[int, ...]) -> int:
    """The places of all towers, whoever owns them."""
    places = 0
    for owned in towers:
        places |= owned
    return places


def shifted_towers(ground: Ground, towers: tuple[int, ...], player: int, turn: Turn) -> tuple[int, ...]:
    """The towers after `player` has done the tower part of the turn, if it has one. Legality is not checked."""
    source, target = turn.source, turn.target
    if target is None:
        return towers
    standing = standing_of(towers)
    fields = ground.fields
    landing = ((standing << fields | ground.full) ^ standing) & ground.columns[target]
    changed = list(towers)
    if source is None:
        changed[player - 1] |= landing
        return tuple(changed)
    count, oust = turn.count, turn.oust
    top = (standing ^ standing >> fields) & ground.columns[source]
    changed[player - 1] ^= (top >> (count - 1) * fields) * ground.units[count]
    if oust:
        landing >>= oust * fields
        ousted = landing * ground.units[oust]
        for index, owned in enumerate(changed):
            if index != player - 1:
                changed[index] = owned & ~ousted
    changed[player - 1] |= landing * ground.units[count - oust]
    return tuple(changed)
