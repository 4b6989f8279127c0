"""The position of a Taktori Fem game and how turns change it; `legality` says what is legal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from tabletop.game import NOBODY, Result, Setup
from tabletop.games.fem.legality import check_turn
from tabletop.games.towers.geometry import BRIDGES, TOWERS, Pair, ground, nth_bit
from tabletop.games.towers.moves import Lay, Step, Turn
from tabletop.games.towers.rules import NONE, Board, FirstSteps, HalfBuilt, Moves, endless, oustable, tallest_run

SHORTEST = 4
"""Bridges of the smallest loop."""


def has_loop(up: int, right: int) -> bool:
    """Whether edges of the 5 x 5 grid contain a closed loop.

    An edge is the bit of its lower field: in `up` it goes one row up, in `right` one column right.
    """
    while True:
        down, left = up << 1, right << 5
        # An edge with an end that no other edge reaches belongs to no loop; what is left when none is cut, does.
        joined = up & down | right & left | (up | down) & (right | left)
        kept_up = up & joined & joined >> 1
        kept_right = right & joined & joined >> 5
        if kept_up == up and kept_right == right:
            return bool(up or right)
        up, right = kept_up, kept_right


GROUND = ground(5, 1, 2 * TOWERS)
_FIELDS = GROUND.fields
_FULL = GROUND.full
_COLUMNS = GROUND.columns
_BELOW = GROUND.below
_MATES = GROUND.mates
_VERTICAL = GROUND.vertical
_HORIZONTAL = GROUND.horizontal
_TOUCHING = GROUND.touching
_PLACES = tuple(Turn("place", target=field) for field in range(_FIELDS))
_OTHERS = _FIELDS - 1


class Variant(NamedTuple):
    """The options that stay the same through a game."""

    stacks: bool = False
    ousting: bool = False


class FemState(Board):
    """A position. `winner` is 0 while nobody has won, `rule` says by which rule."""

    __slots__ = ("rule", "variant", "winner")

    ground = GROUND

    def __init__(
        self,
        variant: Variant,
        towers: tuple[int, ...] = (0, 0),
        vertical: int = 0,
        horizontal: int = 0,
        player: int = 1,
        winner: int = 0,
        rule: Literal["", "F6", "F7"] = "",
    ) -> None:
        """A position with its winner as given; `settled` finds the winner."""
        self.variant = variant
        self.towers = towers
        self.vertical = vertical
        self.horizontal = horizontal
        self.player = player
        self.winner = winner
        self.rule = rule
        self.to_move = NOBODY if winner else player

    def key(self) -> tuple[object, ...]:
        return (self.towers, self.vertical, self.horizontal, self.player, self.variant)

    def __repr__(self) -> str:
        return f"State({self.variant}, {self.towers}, {self.vertical}, {self.horizontal}, {self.player})"

    def settled(self) -> FemState:
        """This position with its winner, if it has one (F6, F7)."""
        other = 3 - self.player
        board = (self.variant, self.towers, self.vertical, self.horizontal, self.player)
        for player in (other, self.player):
            if self.closes(player):
                return FemState(*board, winner=player, rule="F6")
        if not len(Steps(self)):
            return FemState(*board, winner=other, rule="F7")
        return FemState(*board)

    def closes(self, player: int) -> bool:
        """Whether the player's bridges contain a closed loop."""
        own = self.towers[player - 1]
        up, right = self.vertical & own, self.horizontal & own
        if up.bit_count() + right.bit_count() < SHORTEST:
            return False
        return has_loop(GROUND.fold(up), GROUND.fold(right))

    def check(self, move: Turn) -> None:
        """Raises IllegalMove if the turn breaks a rule."""
        check_turn(self, move)

    def after_tower(self, move: Turn) -> FemState:
        """The board once the tower part is done, with the same player still to move."""
        return FemState(self.variant, self.towers_after(move), self.vertical, self.horizontal, self.player)

    def apply(self, move: Turn) -> FemState:
        """The state after a legal turn. Legality is not checked."""
        towers = self.towers_after(move)
        return self.following(towers, *self.rebridged(towers, move), bool(move.bridges))

    def rebridged(self, towers: tuple[int, ...], move: Turn) -> tuple[int, int]:
        """The bridges once those of the turn are laid and taken up among these towers."""
        vertical, horizontal = self.vertical, self.horizontal
        standing = towers[0] | towers[1]
        tops = standing ^ standing >> _FIELDS
        # A bridge that may be laid or taken up lies on the top level of its ends.
        for low, high in (*move.taken, *move.bridges):
            if high - low == 1:
                vertical ^= tops & _COLUMNS[low]
            else:
                horizontal ^= tops & _COLUMNS[low]
        return vertical, horizontal

    def following(self, towers: tuple[int, ...], vertical: int, horizontal: int, laid: bool) -> FemState:
        """The state after this one's player has left the board so; `laid`: with new bridges."""
        player = self.player
        other = 3 - player
        state = FemState(self.variant, towers, vertical, horizontal, other)
        if laid and state.closes(player):
            return FemState(self.variant, towers, vertical, horizontal, other, player, "F6")
        if towers[other - 1].bit_count() == TOWERS and not len(Steps(state)):
            return FemState(self.variant, towers, vertical, horizontal, other, player, "F7")
        return state

    def layable_pairs(self) -> list[Pair]:
        """The bridges that the player could lay by F2."""
        return Steps(self).layable()

    def takeable_pairs(self) -> list[Pair]:
        """The bridges that the player could take up by F4."""
        return Steps(self).takeable()

    def steps(self) -> Sequence[Step]:
        """Tower parts as turns without bridges, then turns with one bridge alone."""
        return Steps(self) if self.to_move != NOBODY else ()

    def take(self, step: Step) -> Draft:
        """The draft of a turn that begins so."""
        assert isinstance(step, Turn)
        target = step.target
        if target is None:
            bridges = self.rebridged(self.towers, step)
            return Draft(self, step, self.towers, *bridges, NONE, NONE, step.bridges, 0, NONE, step.taken)
        player, vertical, horizontal = self.player, self.vertical, self.horizontal
        towers = self.towers_after(step)
        if step.oust < step.count:
            own = towers[player - 1]
            standing = towers[0] | towers[1]
            tops = standing ^ standing >> _FIELDS
            top = tops & _COLUMNS[target]
            own &= tops
            if own & _MATES[target] << (top.bit_length() - 1 - target):
                # Neighbouring own tops of one height: where a bridge lies it can be taken up, elsewhere laid.
                up = own & own >> 1 & _VERTICAL
                right = own & own >> 5 & _HORIZONTAL
                takes = (up & vertical, right & horizontal)
                up ^= takes[0]
                right ^= takes[1]
                stock = self.bridges_left(player)
                front = (up & (top | top >> 1), right & (top | top >> 5)) if stock or takes != NONE else NONE
                return Draft(self, step, towers, vertical, horizontal, (up, right), front, (), stock, takes, ())
        return Draft(self, step, towers, vertical, horizontal, NONE, NONE, (), 0, NONE, ())

    def result(self) -> Result | None:
        """How the game ended by F6 or F7."""
        if not self.winner:
            return None
        if self.rule == "F6":
            return Result((self.winner,), "F6", "a loop of bridges is closed")
        return Result((self.winner,), "F7", "the player to move has no legal turn")

    def scores(self) -> None:
        """None: Fem knows no points."""
        return None


def ending(setup: Setup, states: Sequence[FemState]) -> Result | None:
    """The draw by F8, unless F6 or F7 has ended the game."""
    reason = endless(setup, states) if states[-1].result() is None else None
    return Result((), "F8", reason) if reason else None


class Draft(HalfBuilt):
    """A turn half built, with the bridges taken up for those laid so far.

    `takes` are the lying ones that may still be taken up. So that each turn is built in one
    order only, a step gives up the connected bridges before it, and the first bridges laid
    get what is taken up, in ascending order; once one came from stock, so do all others.
    """

    __slots__ = ("taken", "takes")

    state: FemState

    def __init__(
        self,
        state: FemState,
        turn: Turn,
        towers: tuple[int, ...],
        vertical: int,
        horizontal: int,
        can: tuple[int, int],
        front: tuple[int, int],
        laid: tuple[Pair, ...],
        stock: int,
        takes: tuple[int, int],
        taken: tuple[Pair, ...],
    ) -> None:
        # Playouts make a draft in every turn; calling super().__init__ would slow them down by 7 %.
        self.state = state
        self.turn = turn
        self.towers = towers
        self.vertical = vertical
        self.horizontal = horizontal
        self.can = can
        self.front = front
        self.laid = laid
        self.stock = stock
        self.takes = takes
        self.taken = taken

    @property
    def move(self) -> Turn:
        """The turn as built so far."""
        return self.turn._replace(bridges=tuple(sorted(self.laid)), taken=self.taken)

    def lays(self) -> Iterator[Lay]:
        """The bridges that may follow, from each source."""
        sources: list[Pair | None] = [None] if self.stock else []
        sources += GROUND.each_pair(*self.takes)
        for low, high in GROUND.each_pair(*self.front):
            for source in sources:
                yield Lay(low, high, source)

    def take(self, step: Step) -> FemState | Draft:
        """The draft with one more bridge, or the next state when the turn is done."""
        if isinstance(step, Lay):
            return self.laying(step)
        return self.state.following(self.towers, self.vertical, self.horizontal, bool(self.laid))

    def laying(self, step: Lay) -> Draft:
        """The draft with one more bridge."""
        low, high, source = step
        pair = (low, high)
        vertical, horizontal, stock, taken = self.vertical, self.horizontal, self.stock, self.taken
        can_up, can_right = self.can
        front_up, front_right = self.front
        if high - low == 1:
            bit = front_up & _COLUMNS[low]
            vertical |= bit
            can_up &= ~(front_up & _BELOW[low] | bit)
            can_right &= ~(front_right & _BELOW[low])
        else:
            bit = front_right & _COLUMNS[low]
            horizontal |= bit
            can_up &= ~(front_up & _BELOW[low + 1])
            can_right &= ~(front_right & _BELOW[low] | bit)
        takes = NONE
        if source is None:
            stock -= 1
        else:
            taken = (*taken, source)
            first = source[0]
            take_up, take_right = self.takes
            if source[1] - first == 1:
                vertical ^= take_up & _COLUMNS[first]
                takes = (take_up & ~_BELOW[first + 1], take_right & ~_BELOW[first])
            else:
                horizontal ^= take_right & _COLUMNS[first]
                takes = (take_up & ~_BELOW[first + 1], take_right & ~_BELOW[first + 1])
        front = NONE
        if stock or takes != NONE:
            up, right = _TOUCHING[pair]
            front = (can_up & (front_up | up), can_right & (front_right | right))
        can, laid = (can_up, can_right), (*self.laid, pair)
        return Draft(self.state, self.turn, self.towers, vertical, horizontal, can, front, laid, stock, takes, taken)


class Steps(FirstSteps):
    """The first steps of all turns, found one by one as they are asked for.

    In order: placements by field; moves by source, count, number ousted, target; new
    bridges; shifts by bridge taken up and laid; removals.
    """

    __slots__ = ("_can", "_cans", "_movable", "_moves", "_new", "_places", "_several", "_take", "_takes")

    def __init__(self, state: FemState) -> None:
        towers, vertical, horizontal, variant = state.towers, state.vertical, state.horizontal, state.variant
        owned = towers[state.player - 1]
        standing = towers[0] | towers[1]
        own = owned & (standing ^ standing >> _FIELDS)
        held = vertical | vertical << 1 | horizontal | horizontal << 5
        up = own & own >> 1 & _VERTICAL
        right = own & own >> 5 & _HORIZONTAL
        take_up, take_right = up & vertical, right & horizontal
        self._take = (take_up, take_right)
        self._can = (up ^ take_up, right ^ take_right)
        self._takes = takes = take_up.bit_count() + take_right.bit_count()
        self._cans = cans = up.bit_count() + right.bit_count() - takes
        self._places = _FIELDS if owned.bit_count() < TOWERS else 0
        self._movable = movable = own & ~held
        self._several: Moves | None = None
        if variant.stacks or variant.ousting:
            self._several = several = Moves()
            loose = owned & ~held
            ousted = oustable(state, held) if variant.ousting else []
            fields = GROUND.fold(movable)
            while fields:
                bit = fields & -fields
                fields ^= bit
                source = bit.bit_length() - 1
                tallest = tallest_run(movable & _COLUMNS[source], loose, _FIELDS) if variant.stacks else 1
                several.add_stack(source, tallest, _FULL ^ bit, ousted)
            self._moves = several.length
        else:
            self._moves = movable.bit_count() * _OTHERS
        lying = (vertical & owned).bit_count() + (horizontal & owned).bit_count()
        self._new = cans if lying < BRIDGES else 0
        self._length = self._places + self._moves + self._new + takes * cans + takes

    def at(self, index: int) -> Step:
        """Placements, moves, new bridges, shifts, removals."""
        if index < self._places:
            return _PLACES[index]
        index -= self._places
        if index < self._moves:
            if self._several is not None:
                return self._several[index]
            which, target = divmod(index, _OTHERS)
            source = nth_bit(GROUND.fold(self._movable), which)
            return Turn("move", source, target if target < source else target + 1)
        index -= self._moves
        if index < self._new:
            return Turn("bridge", bridges=(self.layable()[index],))
        index -= self._new
        shifts = self._takes * self._cans
        if index < shifts:
            which, index = divmod(index, self._cans)
            return Turn("shift", bridges=(self.layable()[index],), taken=(self.takeable()[which],))
        return Turn("remove", taken=(self.takeable()[index - shifts],))

    def layable(self) -> list[Pair]:
        """The bridges that can be laid."""
        return list(GROUND.each_pair(*self._can))

    def takeable(self) -> list[Pair]:
        """The bridges that can be taken up."""
        return list(GROUND.each_pair(*self._take))

    def __iter__(self) -> Iterator[Step]:
        return map(self.at, range(self._length))
