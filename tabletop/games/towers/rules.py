"""What the states of both games share: towers, bridges, turns built in steps, ends by repetition or turn limit.

A game's state derives from `TowersState` and builds its turns with a subclass of `TurnDraft`; the first steps of all
turns are a subclass of `LazySteps`. In both, a pair of ints (vertical, horizontal) is a set of bridges.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import ClassVar, NamedTuple, Self, overload

from tabletop.game import Result, Setup
from tabletop.games.towers.geometry import BRIDGES, TOWERS, Bridge, Grid, Pair, Stack, bits_of, nth_bit
from tabletop.games.towers.moves import END_TURN, LayBridge, Step, Turn
from tabletop.text import counted

NO_BRIDGES = (0, 0)
"""An empty set of bridges."""
_ONLY_END_TURN = (END_TURN,)


class TowersState(ABC):
    """A state of either game; subclasses add what else belongs to a position, and `key` compares it.

    `towers` are each player's towers and `vertical` and `horizontal` everybody's bridges, as
    bits (see `geometry`). `player` is the next in order, even after the game is over. `fresh` is
    the field on which the turn before put a tower; always None without the option `immune`.
    """

    __slots__ = ("fresh", "horizontal", "player", "to_move", "towers", "vertical")

    grid: ClassVar[Grid]

    towers: tuple[int, ...]
    vertical: int
    horizontal: int
    player: int
    to_move: int
    fresh: int | None

    @property
    def size(self) -> int:
        """Fields along an edge."""
        return self.grid.size

    @property
    def players(self) -> int:
        """The number of players."""
        return len(self.towers)

    @property
    def bridges(self) -> tuple[Bridge, ...]:
        """All lying bridges, sorted by ends, then level."""
        grid = self.grid
        bridges = []
        for lying, reach in ((self.vertical, grid.span), (self.horizontal, grid.span * grid.size)):
            for player, towers in enumerate(self.towers, 1):
                bits = lying & towers
                while bits:
                    level, low = divmod((bits & -bits).bit_length() - 1, grid.fields)
                    bits &= bits - 1
                    bridges.append(Bridge(low, low + reach, level + 1, player))
        return tuple(sorted(bridges))

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
            bit <<= self.grid.fields

    def towers_left(self, player: int) -> int:
        """Towers in the player's stock."""
        return TOWERS - self.towers[player - 1].bit_count()

    def bridges_left(self, player: int) -> int:
        """Bridges in the player's stock."""
        own = self.towers[player - 1]
        return BRIDGES - (self.vertical & own).bit_count() - (self.horizontal & own).bit_count()

    def towers_after(self, turn: Turn) -> tuple[int, ...]:
        """The towers of each player once the tower part of the turn is done. Legality is not checked."""
        return towers_after(self.grid, self.towers, self.player, turn)

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
    def take(self, step: Step) -> TurnDraft:
        """The draft of a turn that begins with this step."""

    def legal_moves(self) -> Iterator[Turn]:
        """All legal turns in the order of `steps`; each comes before the same turn with more bridges."""
        for step in self.steps():
            yield from self.take(step).turns()

    def seen_by(self, player: int) -> Self:
        """This state: nothing is hidden."""
        return self

    @abstractmethod
    def key(self) -> tuple[object, ...]:
        """Two states are equal if their keys are."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, TowersState) and other.__class__ is self.__class__ and self.key() == other.key()

    def __hash__(self) -> int:
        return hash(self.key())

    def __repr__(self) -> str:
        return f"{self.__class__.__name__}{self.key()}"


def occupancy(towers: tuple[int, ...]) -> int:
    """The towers of all players together."""
    occupied = 0
    for owned in towers:
        occupied |= owned
    return occupied


def towers_after(grid: Grid, towers: tuple[int, ...], player: int, turn: Turn) -> tuple[int, ...]:
    """The towers after `player` has done the tower part of the turn, if it has one. Legality is not checked."""
    source, target = turn.source, turn.target
    if target is None:
        return towers
    occupied = occupancy(towers)
    fields = grid.fields
    landing = ((occupied << fields | grid.full) ^ occupied) & grid.stack_bits[target]
    changed = list(towers)
    if source is None:
        changed[player - 1] |= landing
        return tuple(changed)
    count, oust = turn.count, turn.oust
    top = (occupied ^ occupied >> fields) & grid.stack_bits[source]
    changed[player - 1] ^= (top >> (count - 1) * fields) * grid.level_bits[count]
    if oust:
        landing >>= oust * fields
        ousted = landing * grid.level_bits[oust]
        for index, owned in enumerate(changed):
            if index != player - 1:
                changed[index] = owned & ~ousted
    changed[player - 1] |= landing * grid.level_bits[count - oust]
    return tuple(changed)


class LazySteps(Sequence[Step]):
    """The first steps of all turns; subclasses count them in `_length` and make each on demand."""

    __slots__ = ("_length",)

    _length: int

    @abstractmethod
    def at(self, index: int) -> Step:
        """The step with this number; whether there is one is not checked."""

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


class TurnDraft(ABC):
    """An unfinished turn: the tower part and the bridges laid so far, and the board with them.

    `state` is the one before the turn; `turn` its tower part; `laid` the bridges so far;
    `towers`, `vertical` and `horizontal` the board with all of them. `layable` are bridges that
    may still join, `frontier` those of them that are connected now. `stock` are the bridges
    that the player has left.
    """

    __slots__ = ("frontier", "horizontal", "laid", "layable", "state", "stock", "towers", "turn", "vertical")

    def __init__(
        self,
        state: TowersState,
        turn: Turn,
        towers: tuple[int, ...],
        vertical: int,
        horizontal: int,
        layable: tuple[int, int],
        frontier: tuple[int, int],
        laid: tuple[Pair, ...],
        stock: int,
    ) -> None:
        self.state = state
        self.turn = turn
        self.towers = towers
        self.vertical = vertical
        self.horizontal = horizontal
        self.layable = layable
        self.frontier = frontier
        self.laid = laid
        self.stock = stock

    @property
    def to_move(self) -> int:
        """The player whose turn it is."""
        return self.state.player

    @property
    def move(self) -> Turn:
        """The turn as built so far."""
        return self.turn._replace(bridges=tuple(sorted(self.laid)))

    def result(self) -> Result | None:
        """None: an unfinished turn cannot end the game."""
        return None

    def steps(self) -> Sequence[Step]:
        """The end of the turn, then the bridges that may follow."""
        return (END_TURN, *self.bridge_steps()) if self.frontier != NO_BRIDGES else _ONLY_END_TURN

    @abstractmethod
    def take(self, step: Step) -> TowersState | TurnDraft:
        """The draft with one more bridge, or the next state when the turn is done."""

    @abstractmethod
    def bridge_steps(self) -> Iterator[LayBridge]:
        """The bridges that may follow."""

    @abstractmethod
    def lay(self, step: LayBridge) -> TurnDraft:
        """The draft with one more bridge."""

    def turns(self) -> Iterator[Turn]:
        """All turns that this one can become, itself first."""
        yield self.move
        for step in self.bridge_steps():
            yield from self.lay(step).turns()


class TowerMoves:
    """The tower parts of moves by source, count, number ousted and target; made on demand."""

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

    def add_stack(
        self, source: int, tallest: int, reach: int, landing: int, oustable: Sequence[OustableFields]
    ) -> None:
        """Add the moves of the top 1 to `tallest` towers to fields within reach.

        Without ousting they end on the fields of `landing`; `oustable` are those where 1, 2, ... towers can be ousted.
        """
        for count in range(1, tallest + 1):
            self.add(source, count, 0, reach & landing)
            for oust, ousted in enumerate(oustable[:count], 1):
                targets = reach & (ousted.fields if oust == count else ousted.landing)
                if targets:
                    self.add(source, count, oust, targets)

    def __getitem__(self, index: int) -> Turn:
        group = bisect_right(self._starts, index) - 1
        source, count, oust, targets = self._groups[group]
        return Turn("move", source, nth_bit(targets, index - self._starts[group]), count, oust)

    def __iter__(self) -> Iterator[Turn]:
        for source, count, oust, targets in self._groups:
            for target in bits_of(targets):
                yield Turn("move", source, target, count, oust)


def tallest_run(bit: int, free: int, fields: int) -> int:
    """How many towers in a row are free, counting down from the one at `bit`."""
    count = 0
    while bit & free:
        bit >>= fields
        count += 1
    return count


class OustableFields(NamedTuple):
    """The fields from which a number of towers can be ousted, and those of them where movers may then land."""

    fields: int
    landing: int


def oustable_fields(board: TowersState, touched: int, nocover: bool = False) -> list[OustableFields]:
    """At index k - 1, the fields whose top k towers belong to one opponent and are free, so can be ousted.

    With `nocover`, movers may land there only if one of their own towers or none is left.
    """
    grid = board.grid
    occupied = occupancy(board.towers)
    bases = (board.towers[board.player - 1] << grid.fields | grid.full) if nocover else -1
    oustable: list[OustableFields] = []
    for player, towers in enumerate(board.towers, 1):
        if player == board.player:
            continue
        free = towers & ~touched
        run = free & (occupied ^ occupied >> grid.fields)
        count = 0
        while run:
            if count == len(oustable):
                oustable.append(OustableFields(0, 0))
            fields, landing = oustable[count]
            oustable[count] = OustableFields(fields | grid.flatten(run), landing | grid.flatten(run & bases))
            run = run >> grid.fields & free
            count += 1
    return oustable


def history_end_reason(setup: Setup, states: Sequence[TowersState]) -> str | None:
    """Why `repetition` or `max-turns` ends the game after the last of these states; None if it does not."""
    repetition = int(setup.options.get("repetition", 3))
    last = states[-1]
    if repetition and len(states) >= repetition:
        occurrences = sum(state == last for state in states)
        if occurrences >= repetition:
            return f"the same position occurred {occurrences} times"
    turns = int(setup.options.get("max-turns", 0))
    if turns and len(states) > turns:
        return f"the limit of {counted(turns, 'turn')} was reached"
    return None
