"""What the states of both games share: towers, bridges, turns built step by step, ends by repetition or turn limit."""

from __future__ import annotations

from abc import ABC, abstractmethod
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import ClassVar, Self, overload

from tabletop.game import Result, Setup
from tabletop.games.towers.geometry import BRIDGES, TOWERS, Bridge, Ground, Pair, Stack, bits_of, nth_bit
from tabletop.games.towers.moves import DONE, Lay, Step, Turn


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
    def check(self, move: Turn) -> None:
        """Raises IllegalMove if the turn breaks a rule."""

    @abstractmethod
    def apply(self, move: Turn) -> Self:
        """The state after a legal turn. Legality is not checked."""

    @abstractmethod
    def after_tower(self, move: Turn) -> Self:
        """The board once the tower part is done, with the same player still to move."""

    @abstractmethod
    def result(self) -> Result | None:
        """How the game ended; None while it goes on."""

    @abstractmethod
    def scores(self) -> tuple[int, ...] | None:
        """Points by player; None where the game has none."""

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


NONE = (0, 0)
"""No bridges, vertical and horizontal."""
_ONLY_DONE = (DONE,)


class FirstSteps(Sequence[Step]):
    """The first steps of all turns; subclasses count them in `_length` and make each when it is asked for."""

    __slots__ = ("_length",)

    _length: int

    @abstractmethod
    def at(self, index: int) -> Step:
        """The step of that number. That there is one is not checked."""

    def __len__(self) -> int:
        return self._length

    @overload
    def __getitem__(self, index: int) -> Step: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Step]: ...
    def __getitem__(self, index: int | slice) -> Step | Sequence[Step]:
        if isinstance(index, slice):
            return [self.at(i) for i in range(*index.indices(self._length))]
        if index < 0:
            index += self._length
        if not 0 <= index < self._length:
            raise IndexError(index)
        return self.at(index)


class HalfBuilt(ABC):
    """A turn half built: the tower part and the bridges laid so far, and the board with them.

    `can` are bridges that may still join, `front` those of them that are connected now:
    lower ends, vertical and horizontal. `stock` are the bridges that the player has left.
    """

    __slots__ = ("can", "front", "horizontal", "laid", "state", "stock", "towers", "turn", "vertical")

    def __init__(
        self,
        state: Board,
        turn: Turn,
        towers: tuple[int, ...],
        vertical: int,
        horizontal: int,
        can: tuple[int, int],
        front: tuple[int, int],
        laid: tuple[Pair, ...],
        stock: int,
    ) -> None:
        self.state = state
        self.turn = turn
        self.towers = towers
        self.vertical = vertical
        self.horizontal = horizontal
        self.can = can
        self.front = front
        self.laid = laid
        self.stock = stock

    @property
    def to_move(self) -> int:
        return self.state.player

    @property
    def move(self) -> Turn:
        """The turn as built so far."""
        return self.turn._replace(bridges=tuple(sorted(self.laid)))

    def result(self) -> Result | None:
        """None: a turn half built ends nothing."""
        return None

    def steps(self) -> Sequence[Step]:
        """The end of the turn, then the bridges that may follow."""
        return (DONE, *self.lays()) if self.front != NONE else _ONLY_DONE

    @abstractmethod
    def take(self, step: Step) -> Board | HalfBuilt:
        """The draft with one more bridge, or the next state when the turn is done."""

    @abstractmethod
    def lays(self) -> Iterator[Lay]:
        """The bridges that may follow."""

    @abstractmethod
    def laying(self, step: Lay) -> HalfBuilt:
        """The same with one more bridge."""

    def turns(self) -> Iterator[Turn]:
        """All turns that this one can become, itself first."""
        yield self.move
        for step in self.lays():
            yield from self.laying(step).turns()


class Moves:
    """The tower parts of moves by source, count, number ousted and target; made one by one as they are asked for."""

    __slots__ = ("_groups", "_starts", "length")

    def __init__(self) -> None:
        self._groups: list[tuple[int, int, int, int]] = []
        self._starts: list[int] = []
        self.length = 0

    def add(self, source: int, count: int, oust: int, targets: int) -> None:
        """Add the moves to all fields of a mask."""
        self._starts.append(self.length)
        self._groups.append((source, count, oust, targets))
        self.length += targets.bit_count()

    def add_stack(self, source: int, tallest: int, targets: int, oustable: list[int]) -> None:
        """Add the moves of the top 1 to `tallest` towers, with all that they can oust."""
        for count in range(1, tallest + 1):
            self.add(source, count, 0, targets)
            for oust, ousted in enumerate(oustable[:count], 1):
                if ousted & targets:
                    self.add(source, count, oust, ousted & targets)

    def __getitem__(self, index: int) -> Turn:
        group = bisect_right(self._starts, index) - 1
        source, count, oust, targets = self._groups[group]
        return Turn("move", source, nth_bit(targets, index - self._starts[group]), count, oust)

    def __iter__(self) -> Iterator[Turn]:
        for source, count, oust, targets in self._groups:
            for target in bits_of(targets):
                yield Turn("move", source, target, count, oust)


def tallest_run(bit: int, loose: int, fields: int) -> int:
    """How many towers, from the one at `bit` downwards, are loose without a gap."""
    count = 0
    while bit & loose:
        bit >>= fields
        count += 1
    return count


def oustable(board: Board, touched: int) -> list[int]:
    """By number k - 1: the fields whose top k towers are one opponent's and free, so that they can be ousted."""
    ground = board.ground
    standing = standing_of(board.towers)
    found: list[int] = []
    for player, towers in enumerate(board.towers, 1):
        if player == board.player:
            continue
        loose = towers & ~touched
        chain = loose & (standing ^ standing >> ground.fields)
        count = 0
        while chain:
            if count == len(found):
                found.append(0)
            found[count] |= ground.fold(chain)
            chain = chain >> ground.fields & loose
            count += 1
    return found


def endless(setup: Setup, states: Sequence[Board]) -> str | None:
    """Why `repetition` or `max-turns` ends the game after the last of these states; None: the game goes on."""
    repetition = int(setup.options.get("repetition", 3))
    last = states[-1]
    if repetition and len(states) >= repetition:
        found = sum(state == last for state in states)
        if found >= repetition:
            return f"the position has occurred {found} times"
    turns = int(setup.options.get("max-turns", 0))
    if turns and len(states) > turns:
        return f"{turns} {'turn has' if turns == 1 else 'turns have'} been played"
    return None
