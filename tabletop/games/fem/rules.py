"""Taktori Fem's positions and how turns change them; `legality` says what is legal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from tabletop.game import NOBODY, Result, Setup
from tabletop.games.fem.legality import check_turn
from tabletop.games.towers.geometry import BRIDGES, TOWERS, Pair, make_grid, nth_bit
from tabletop.games.towers.moves import LayBridge, Step, Turn
from tabletop.games.towers.rules import (
    NO_BRIDGES,
    LazySteps,
    TowerMoves,
    TowersState,
    TurnDraft,
    history_end_reason,
    oustable_fields,
    tallest_run,
)

SHORTEST_LOOP = 4
"""Bridges in the smallest loop."""


def has_loop(up: int, right: int) -> bool:
    """Whether edges of the 5 x 5 grid contain a closed loop.

    An edge is the bit of its lower field: in `up` it goes one row up, in `right` one column right.
    """
    while True:
        down, left = up << 1, right << 5
        # An edge with a loose end is in no loop, so it is cut; edges that remain when no more can be cut form loops.
        joined = up & down | right & left | (up | down) & (right | left)
        rest_up = up & joined & joined >> 1
        rest_right = right & joined & joined >> 5
        if rest_up == up and rest_right == right:
            return bool(up or right)
        up, right = rest_up, rest_right


GRID = make_grid(5, 1, 2 * TOWERS)
_FIELDS = GRID.fields
_FULL = GRID.full
_STACK_BITS = GRID.stack_bits
_BELOW = GRID.below
_PARTNERS = GRID.partners
_VERTICAL = GRID.vertical
_HORIZONTAL = GRID.horizontal
_TOUCHING = GRID.touching
_OPEN_ROWS = tuple(tuple(row for row in range(5) if not closed >> row & 1) for closed in range(32))
"""By the closed fields of a column: the rows that are open."""
PLACEMENTS = tuple(Turn("place", target=field) for field in range(_FIELDS))


class Config(NamedTuple):
    """What stays the same for the whole game: the options."""

    stacks: bool = False
    ousting: bool = False
    immune: bool = False
    nocover: bool = False


class FemState(TowersState):
    """A position of Fem. `winner` is 0 while nobody has won; `rule` is the rule that ended the game."""

    __slots__ = ("config", "rule", "winner")

    grid = GRID

    def __init__(
        self,
        config: Config,
        towers: tuple[int, ...] = (0, 0),
        vertical: int = 0,
        horizontal: int = 0,
        player: int = 1,
        fresh: int | None = None,
        winner: int = 0,
        rule: Literal["", "F6", "F7"] = "",
    ) -> None:
        """A position with its winner as given; `settled` finds the winner."""
        self.config = config
        self.towers = towers
        self.vertical = vertical
        self.horizontal = horizontal
        self.player = player
        self.fresh = fresh
        self.winner = winner
        self.rule = rule
        self.to_move = NOBODY if winner else player

    def key(self) -> tuple[object, ...]:
        return (self.towers, self.vertical, self.horizontal, self.player, self.fresh, self.config)

    def settled(self) -> FemState:
        """This position with its winner, if it has one (F6, F7)."""
        other = 3 - self.player
        board = (self.config, self.towers, self.vertical, self.horizontal, self.player, self.fresh)
        for player in (other, self.player):
            if self.has_closed_loop(player):
                return FemState(*board, winner=player, rule="F6")
        if not len(FemSteps(self)):
            return FemState(*board, winner=other, rule="F7")
        return FemState(*board)

    def has_closed_loop(self, player: int) -> bool:
        """Whether the player's bridges contain a closed loop."""
        own = self.towers[player - 1]
        up, right = self.vertical & own, self.horizontal & own
        if up.bit_count() + right.bit_count() < SHORTEST_LOOP:
            return False
        return has_loop(GRID.flatten(up), GRID.flatten(right))

    def check(self, move: Turn) -> None:
        """Raises IllegalMove if the turn breaks a rule."""
        check_turn(self, move)

    def after_tower(self, move: Turn) -> FemState:
        """The board once the tower part is done, with the same player still to move."""
        return FemState(self.config, self.towers_after(move), self.vertical, self.horizontal, self.player)

    def apply(self, move: Turn) -> FemState:
        """The state after a legal turn. Legality is not checked."""
        towers = self.towers_after(move)
        return self.next_state(towers, *self.bridges_after(towers, move), move, bool(move.bridges))

    def bridges_after(self, towers: tuple[int, ...], move: Turn) -> tuple[int, int]:
        """The bridges once those of the turn are laid and taken up among these towers."""
        vertical, horizontal = self.vertical, self.horizontal
        occupied = towers[0] | towers[1]
        tops = occupied ^ occupied >> _FIELDS
        # A bridge that may be laid or taken up lies on the top level of its ends.
        for low, high in (*move.taken, *move.bridges):
            if high - low == 1:
                vertical ^= tops & _STACK_BITS[low]
            else:
                horizontal ^= tops & _STACK_BITS[low]
        return vertical, horizontal

    def next_state(self, towers: tuple[int, ...], vertical: int, horizontal: int, turn: Turn, laid: bool) -> FemState:
        """The state after a turn that left this board; of `turn`, only the tower part matters, `laid`: with bridges."""
        player, config = self.player, self.config
        other = 3 - player
        fresh = turn.landing if config.immune else None
        state = FemState(config, towers, vertical, horizontal, other, fresh)
        if laid and state.has_closed_loop(player):
            return FemState(config, towers, vertical, horizontal, other, fresh, player, "F6")
        if towers[other - 1].bit_count() == TOWERS and not len(FemSteps(state)):
            return FemState(config, towers, vertical, horizontal, other, fresh, player, "F7")
        return state

    def layable_pairs(self) -> list[Pair]:
        """The bridges that the player could lay by F2."""
        return FemSteps(self).layable_pairs()

    def takeable_pairs(self) -> list[Pair]:
        """The bridges that the player could take up by F4."""
        return FemSteps(self).takeable_pairs()

    def steps(self) -> Sequence[Step]:
        """Tower parts as turns without bridges, then turns without a tower."""
        return FemSteps(self) if self.to_move != NOBODY else ()

    def take(self, step: Step) -> FemDraft:
        """The draft of a turn that begins with this step."""
        assert isinstance(step, Turn)
        target = step.target
        if target is None:
            bridges = self.bridges_after(self.towers, step)
            return FemDraft(
                self, step, self.towers, *bridges, NO_BRIDGES, NO_BRIDGES, step.bridges, 0, NO_BRIDGES, step.taken
            )
        player, vertical, horizontal = self.player, self.vertical, self.horizontal
        towers = self.towers_after(step)
        if step.oust < step.count:
            own = towers[player - 1]
            occupied = towers[0] | towers[1]
            tops = occupied ^ occupied >> _FIELDS
            top = tops & _STACK_BITS[target]
            own &= tops
            if own & _PARTNERS[target] << (top.bit_length() - 1 - target):
                # Neighbouring own tops of equal height: an existing bridge can be taken up, a missing one laid.
                up = own & own >> 1 & _VERTICAL
                right = own & own >> 5 & _HORIZONTAL
                takeable = (up & vertical, right & horizontal)
                up ^= takeable[0]
                right ^= takeable[1]
                stock = self.bridges_left(player)
                frontier = NO_BRIDGES
                if stock or takeable != NO_BRIDGES:
                    frontier = (up & (top | top >> 1), right & (top | top >> 5))
                return FemDraft(
                    self, step, towers, vertical, horizontal, (up, right), frontier, (), stock, takeable, ()
                )
        return FemDraft(self, step, towers, vertical, horizontal, NO_BRIDGES, NO_BRIDGES, (), 0, NO_BRIDGES, ())

    def result(self) -> Result | None:
        """How the game ended by F6 or F7."""
        if not self.winner:
            return None
        if self.rule == "F6":
            return Result((self.winner,), "F6", "a loop of bridges is closed")
        return Result((self.winner,), "F7", "the player to move has no legal turn")

    def scores(self) -> None:
        """None: Fem has no points."""
        return None


def _nth_open_field(closed: int, index: int) -> int:
    """The field that is not closed and has `index` such fields before it. That there is one is not checked."""
    first = 0
    while True:
        rows = _OPEN_ROWS[closed & 31]
        if index < len(rows):
            return first + rows[index]
        index -= len(rows)
        closed >>= 5
        first += 5


def ending(setup: Setup, states: Sequence[FemState]) -> Result | None:
    """The draw by F8, unless F6 or F7 has ended the game."""
    reason = history_end_reason(setup, states) if states[-1].result() is None else None
    return Result((), "F8", reason) if reason else None


class FemDraft(TurnDraft):
    """An unfinished turn, with the bridges `taken` up for those laid so far.

    `takeable` are the bridges on the board that may still be taken up. So that each turn is built in one
    order only, a step gives up the connected bridges before it, and the first bridges laid
    get what is taken up, in ascending order; once one comes from stock, so do all that follow.
    """

    __slots__ = ("takeable", "taken")

    state: FemState

    def __init__(
        self,
        state: FemState,
        turn: Turn,
        towers: tuple[int, ...],
        vertical: int,
        horizontal: int,
        layable: tuple[int, int],
        frontier: tuple[int, int],
        laid: tuple[Pair, ...],
        stock: int,
        takeable: tuple[int, int],
        taken: tuple[Pair, ...],
    ) -> None:
        # Playouts make a draft in every turn; calling super().__init__ would slow them down by 7 %.
        self.state = state
        self.turn = turn
        self.towers = towers
        self.vertical = vertical
        self.horizontal = horizontal
        self.layable = layable
        self.frontier = frontier
        self.laid = laid
        self.stock = stock
        self.takeable = takeable
        self.taken = taken

    @property
    def move(self) -> Turn:
        """The turn as built so far."""
        return self.turn._replace(bridges=tuple(sorted(self.laid)), taken=self.taken)

    def bridge_steps(self) -> Iterator[LayBridge]:
        """The bridges that may follow, from each source."""
        sources: list[Pair | None] = [None] if self.stock else []
        sources += GRID.pairs_of(*self.takeable)
        for low, high in GRID.pairs_of(*self.frontier):
            for source in sources:
                yield LayBridge(low, high, source)

    def take(self, step: Step) -> FemState | FemDraft:
        """The draft with one more bridge, or the next state when the turn is done."""
        if isinstance(step, LayBridge):
            return self.lay(step)
        return self.state.next_state(self.towers, self.vertical, self.horizontal, self.turn, bool(self.laid))

    def lay(self, step: LayBridge) -> FemDraft:
        """The draft with one more bridge."""
        low, high, source = step
        pair = (low, high)
        vertical, horizontal, stock, taken = self.vertical, self.horizontal, self.stock, self.taken
        layable_up, layable_right = self.layable
        frontier_up, frontier_right = self.frontier
        if high - low == 1:
            bit = frontier_up & _STACK_BITS[low]
            vertical |= bit
            layable_up &= ~(frontier_up & _BELOW[low] | bit)
            layable_right &= ~(frontier_right & _BELOW[low])
        else:
            bit = frontier_right & _STACK_BITS[low]
            horizontal |= bit
            layable_up &= ~(frontier_up & _BELOW[low + 1])
            layable_right &= ~(frontier_right & _BELOW[low] | bit)
        takeable = NO_BRIDGES
        if source is None:
            stock -= 1
        else:
            taken = (*taken, source)
            first = source[0]
            takeable_up, takeable_right = self.takeable
            if source[1] - first == 1:
                vertical ^= takeable_up & _STACK_BITS[first]
                takeable = (takeable_up & ~_BELOW[first + 1], takeable_right & ~_BELOW[first])
            else:
                horizontal ^= takeable_right & _STACK_BITS[first]
                takeable = (takeable_up & ~_BELOW[first + 1], takeable_right & ~_BELOW[first + 1])
        frontier = NO_BRIDGES
        if stock or takeable != NO_BRIDGES:
            up, right = _TOUCHING[pair]
            frontier = (layable_up & (frontier_up | up), layable_right & (frontier_right | right))
        layable, laid = (layable_up, layable_right), (*self.laid, pair)
        return FemDraft(
            self.state, self.turn, self.towers, vertical, horizontal, layable, frontier, laid, stock, takeable, taken
        )


class FemSteps(LazySteps):
    """The first steps of all turns, made on demand.

    In order: placements by field; moves by source, count, number ousted, target; new
    bridges; shifts by bridge taken up and laid; removals. `_closed` are the fields where
    F11 and F12 allow no tower, but for ousting. `_stack_moves` is None where every tower
    that moves may go to all others but its own, which needs no list.
    """

    __slots__ = (
        "_closed",
        "_layable",
        "_layable_count",
        "_movable",
        "_move_count",
        "_new_bridge_count",
        "_placement_count",
        "_stack_moves",
        "_takeable",
        "_takeable_count",
    )

    def __init__(self, state: FemState) -> None:
        towers, vertical, horizontal, config = state.towers, state.vertical, state.horizontal, state.config
        own = towers[state.player - 1]
        occupied = towers[0] | towers[1]
        all_tops = occupied ^ occupied >> _FIELDS
        tops = own & all_tops
        touched = vertical | vertical << 1 | horizontal | horizontal << 5
        up = tops & tops >> 1 & _VERTICAL
        right = tops & tops >> 5 & _HORIZONTAL
        takeable_up, takeable_right = up & vertical, right & horizontal
        self._takeable = (takeable_up, takeable_right)
        self._layable = (up ^ takeable_up, right ^ takeable_right)
        self._takeable_count = takeable = takeable_up.bit_count() + takeable_right.bit_count()
        self._layable_count = layable = up.bit_count() + right.bit_count() - takeable
        fresh = state.fresh
        closed = 0 if fresh is None else 1 << fresh
        if config.nocover:
            other = occupied ^ own
            is_mixed = own >> _FIELDS & other or other >> _FIELDS & own
            # Stacks of two colours are only found in positions set up by hand; otherwise level 1 says it all.
            closed |= GRID.flatten(all_tops ^ tops) if is_mixed else other & _FULL
        self._closed = closed
        targets = _FIELDS - closed.bit_count()
        self._placement_count = targets if own.bit_count() < TOWERS else 0
        self._movable = movable = tops & ~touched
        self._stack_moves: TowerMoves | None = None
        if config.stacks or config.ousting or (fresh is not None and movable & _STACK_BITS[fresh]):
            self._stack_moves = moves = TowerMoves()
            free = own & ~touched
            oustable = oustable_fields(state, touched, config.nocover) if config.ousting else []
            reach = _FULL if fresh is None else _FULL ^ 1 << fresh
            fields = GRID.flatten(movable)
            while fields:
                bit = fields & -fields
                fields ^= bit
                source = bit.bit_length() - 1
                tallest = tallest_run(movable & _STACK_BITS[source], free, _FIELDS) if config.stacks else 1
                moves.add_stack(source, tallest, reach & ~bit, ~closed, oustable)
            self._move_count = moves.length
        else:
            self._move_count = movable.bit_count() * (targets - 1)
        lying = (vertical & own).bit_count() + (horizontal & own).bit_count()
        self._new_bridge_count = layable if lying < BRIDGES else 0
        self._length = self._placement_count + self._move_count + self._new_bridge_count + takeable * layable + takeable

    def at(self, index: int) -> Step:
        """Placements, moves, new bridges, shifts, removals."""
        closed = self._closed
        if index < self._placement_count:
            return PLACEMENTS[_nth_open_field(closed, index) if closed else index]
        index -= self._placement_count
        if index < self._move_count:
            if self._stack_moves is not None:
                return self._stack_moves[index]
            which, target = divmod(index, _FIELDS - 1 - closed.bit_count())
            source = nth_bit(GRID.flatten(self._movable), which)
            return Turn("move", source, _nth_open_field(closed | 1 << source, target))
        index -= self._move_count
        if index < self._new_bridge_count:
            return Turn("bridge", bridges=(self.layable_pairs()[index],))
        index -= self._new_bridge_count
        shifts = self._takeable_count * self._layable_count
        if index < shifts:
            which, index = divmod(index, self._layable_count)
            return Turn("shift", bridges=(self.layable_pairs()[index],), taken=(self.takeable_pairs()[which],))
        return Turn("remove", taken=(self.takeable_pairs()[index - shifts],))

    def layable_pairs(self) -> list[Pair]:
        """The bridges that can be laid."""
        return list(GRID.pairs_of(*self._layable))

    def takeable_pairs(self) -> list[Pair]:
        """The bridges that can be taken up."""
        return list(GRID.pairs_of(*self._takeable))

    def __iter__(self) -> Iterator[Step]:
        return map(self.at, range(self._length))
