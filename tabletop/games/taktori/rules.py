"""Taktori's positions and how turns change them; `legality` says what is legal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tabletop.game import NOBODY, Result, Setup
from tabletop.games.taktori.legality import LINES, check_turn, slide_targets
from tabletop.games.taktori.polygons import score
from tabletop.games.towers.geometry import BRIDGES, TOWERS, Pair, make_grid
from tabletop.games.towers.moves import LayBridge, Step, Turn
from tabletop.games.towers.rules import (
    NO_BRIDGES,
    LazySteps,
    TowerMoves,
    TowersState,
    TurnDraft,
    history_end_reason,
    occupancy,
    oustable_fields,
    tallest_run,
)

GRID = make_grid(9, 2, 4 * TOWERS)
_FIELDS = GRID.fields
_FULL = GRID.full
_STACK_BITS = GRID.stack_bits
_BELOW = GRID.below
_PARTNERS = GRID.partners
_VERTICAL = GRID.vertical
_HORIZONTAL = GRID.horizontal
_TOUCHING = GRID.touching
PLACEMENTS = tuple(Turn("place", target=field) for field in range(_FIELDS))
_LAY_STEPS = {pair: LayBridge(*pair) for pair in GRID.pairs}
_BRIDGE = Turn("bridge")


class Config(NamedTuple):
    """What stays the same for the whole game: the number of players and the options."""

    players: int = 2
    ousting: bool = False
    free_slide: bool = False
    centre: int = 0
    immune: bool = False


def layable_bridges(towers: int, occupied: int, vertical: int, horizontal: int) -> tuple[int, int]:
    """Lower ends of the bridges that the owner of `towers` could lay (T13, T15), vertical and horizontal.

    Whether they are connected (T10, T11) and in stock is not checked.
    """
    own = towers & (occupied ^ occupied >> _FIELDS)
    return (
        own & own >> 2 & _VERTICAL & ~(vertical | vertical << 1 | vertical >> 1),
        own & own >> 18 & _HORIZONTAL & ~(horizontal | horizontal << 9 | horizontal >> 9),
    )


def touched_by_bridges(vertical: int, horizontal: int) -> int:
    """The places, each on its level, that a bridge touches with an end or its middle (T7)."""
    return vertical | vertical << 1 | vertical << 2 | horizontal | horizontal << 9 | horizontal << 18


class TaktoriState(TowersState):
    """A position of Taktori. `final` counts the turns left of the final round (T17); None before it."""

    __slots__ = ("config", "final")

    grid = GRID

    def __init__(
        self,
        config: Config,
        towers: tuple[int, ...],
        vertical: int = 0,
        horizontal: int = 0,
        player: int = 1,
        final: int | None = None,
        fresh: int | None = None,
        stuck: bool = False,
    ) -> None:
        """A position as given; use `settled` where the player may have no legal turn."""
        self.config = config
        self.towers = towers
        self.vertical = vertical
        self.horizontal = horizontal
        self.player = player
        self.final = final
        self.fresh = fresh
        self.to_move = NOBODY if stuck or final == 0 else player

    @classmethod
    def start(cls, config: Config, first: int = 1) -> TaktoriState:
        """The empty board."""
        return cls(config, (0,) * config.players, player=first)

    def key(self) -> tuple[object, ...]:
        return (self.towers, self.vertical, self.horizontal, self.player, self.final, self.fresh, self.config)

    def settled(self) -> TaktoriState:
        """This position with players who have no legal turn passed over (T18); the game is over if nobody has one."""
        state = self
        board = (self.config, self.towers, self.vertical, self.horizontal)
        for _ in range(self.config.players):
            if state.final == 0 or state.has_legal_turn():
                return state
            final = None if state.final is None else state.final - 1
            state = TaktoriState(*board, state.player % self.config.players + 1, final, self.fresh)
        return TaktoriState(*board, self.player, self.final, self.fresh, stuck=True)

    def has_legal_turn(self) -> bool:
        """Whether the next player in order has any legal turn."""
        return len(TaktoriSteps(self)) > 0

    def check(self, move: Turn) -> None:
        """Raises IllegalMove if the turn breaks a rule."""
        check_turn(self, move)

    def after_tower(self, move: Turn) -> TaktoriState:
        """The board once the tower part is done, with the same player still to move."""
        return TaktoriState(
            self.config, self.towers_after(move), self.vertical, self.horizontal, self.player, self.final
        )

    def apply(self, move: Turn) -> TaktoriState:
        """The state after a legal turn. Legality is not checked."""
        towers, vertical, horizontal = self.towers_after(move), self.vertical, self.horizontal
        if move.bridges:
            occupied = occupancy(towers)
            tops = occupied ^ occupied >> _FIELDS
            for low, high in move.bridges:
                if high - low == 2:
                    vertical |= tops & _STACK_BITS[low]
                else:
                    horizontal |= tops & _STACK_BITS[low]
        return self.next_state(towers, vertical, horizontal, move)

    def next_state(self, towers: tuple[int, ...], vertical: int, horizontal: int, turn: Turn) -> TaktoriState:
        """The state after a turn that left this board; of the turn, only the tower part matters."""
        player, final, config = self.player, self.final, self.config
        if final is not None:
            final -= 1
        elif turn.kind == "place" and towers[player - 1].bit_count() == TOWERS:
            final = config.players - 1
        player = player % config.players + 1
        fresh = turn.landing if config.immune else None
        state = TaktoriState(config, towers, vertical, horizontal, player, final, fresh)
        return state.settled() if towers[player - 1].bit_count() == TOWERS else state

    def layable_pairs(self) -> list[Pair]:
        """The bridges that the player could lay by T13 and T15."""
        own = self.towers[self.player - 1]
        return list(GRID.pairs_of(*layable_bridges(own, occupancy(self.towers), self.vertical, self.horizontal)))

    def steps(self) -> Sequence[Step]:
        """Tower parts as turns without bridges, then the first bridges of turns without a tower."""
        return TaktoriSteps(self) if self.to_move != NOBODY else ()

    def take(self, step: Step) -> TaktoriDraft:
        """The draft of a turn that begins with this step."""
        towers, vertical, horizontal, player = self.towers, self.vertical, self.horizontal, self.player
        stock = self.bridges_left(player)
        if isinstance(step, LayBridge):
            low = step.low
            up, right = layable_bridges(towers[player - 1], occupancy(towers), vertical, horizontal)
            # The first bridge gives up those before it, as in a draft, but leaves no others connected.
            if step.high - low == 2:
                layable = (up & ~_BELOW[low], right & ~_BELOW[low])
                frontier = (up & _STACK_BITS[low], 0)
            else:
                layable = (up & ~_BELOW[low + 1], right & ~_BELOW[low])
                frontier = (0, right & _STACK_BITS[low])
            return TaktoriDraft(self, _BRIDGE, towers, vertical, horizontal, layable, frontier, (), stock).lay(step)
        assert isinstance(step, Turn) and step.target is not None
        target = step.target
        towers = self.towers_after(step)
        layable = frontier = NO_BRIDGES
        if stock and step.oust < step.count:
            occupied = occupancy(towers)
            own = towers[player - 1]
            top = (occupied ^ occupied >> _FIELDS) & _STACK_BITS[target]
            if own & _PARTNERS[target] << (top.bit_length() - 1 - target):
                layable = up, right = layable_bridges(own, occupied, vertical, horizontal)
                frontier = (up & (top | top >> 2), right & (top | top >> 18))
        return TaktoriDraft(self, step, towers, vertical, horizontal, layable, frontier, (), stock)

    def result(self) -> Result | None:
        """How the game ended by T17 (or, in set-up positions, because nobody can move)."""
        if self.to_move != NOBODY:
            return None
        if self.final == 0:
            return _scored_result(self, "T17", "every player has had a last turn")
        return _scored_result(self, "T18", "no player has a legal turn")

    def scores(self) -> tuple[int, ...]:
        """Points by player, as if the game ended here."""
        return score(self.bridges, self.config.players, self.config.centre)


def _scored_result(state: TaktoriState, rule: str, reason: str) -> Result:
    """The result of a game that ends in this position and is scored (T21)."""
    points = state.scores()
    most = max(points)
    winners = tuple(player for player, value in enumerate(points, 1) if value == most)
    return Result(winners, rule, reason)


def ending(setup: Setup, states: Sequence[TaktoriState]) -> Result | None:
    """The end by T18, unless T17 has ended the game."""
    last = states[-1]
    reason = history_end_reason(setup, states) if last.result() is None else None
    return _scored_result(last, "T18", reason) if reason else None


class TaktoriDraft(TurnDraft):
    """An unfinished turn. A step gives up the connected bridges before it, so that each set is built in one order."""

    __slots__ = ()

    state: TaktoriState

    def bridge_steps(self) -> Iterator[LayBridge]:
        """The bridges that may follow."""
        for pair in GRID.pairs_of(*self.frontier):
            yield _LAY_STEPS[pair]

    def take(self, step: Step) -> TaktoriState | TaktoriDraft:
        """The draft with one more bridge, or the next state when the turn is done."""
        if isinstance(step, LayBridge):
            return self.lay(step)
        return self.state.next_state(self.towers, self.vertical, self.horizontal, self.turn)

    def lay(self, step: LayBridge) -> TaktoriDraft:
        """The draft with one more bridge."""
        low, high = pair = (step.low, step.high)
        vertical, horizontal = self.vertical, self.horizontal
        layable_up, layable_right = self.layable
        frontier_up, frontier_right = self.frontier
        if high - low == 2:
            bit = frontier_up & _STACK_BITS[low]
            vertical |= bit
            layable_up &= ~(frontier_up & _BELOW[low] | bit | bit << 1 | bit >> 1)
            layable_right &= ~(frontier_right & _BELOW[low])
        else:
            bit = frontier_right & _STACK_BITS[low]
            horizontal |= bit
            layable_up &= ~(frontier_up & _BELOW[low + 1])
            layable_right &= ~(frontier_right & _BELOW[low] | bit | bit << 9 | bit >> 9)
        frontier = NO_BRIDGES
        if self.stock > 1:
            up, right = _TOUCHING[pair]
            frontier = (layable_up & (frontier_up | up), layable_right & (frontier_right | right))
        laid = (*self.laid, pair)
        layable = (layable_up, layable_right)
        return TaktoriDraft(
            self.state, self.turn, self.towers, vertical, horizontal, layable, frontier, laid, self.stock - 1
        )


class TaktoriSteps(LazySteps):
    """The first steps of all turns, made on demand.

    In order: placements by field; moves by source, count, number ousted, target; bridges.
    """

    __slots__ = ("_fresh", "_layable", "_moves", "_placement_count")

    def __init__(self, state: TaktoriState) -> None:
        fresh = state.fresh
        # A field above all others where no field is fresh, so that every placement comes before it.
        self._fresh = _FIELDS if fresh is None else fresh
        open_fields = _FULL if fresh is None else _FULL ^ 1 << fresh
        towers, vertical, horizontal = state.towers, state.vertical, state.horizontal
        own = towers[state.player - 1]
        occupied = occupancy(towers)
        touched = touched_by_bridges(vertical, horizontal)
        free = own & ~touched
        self._placement_count = open_fields.bit_count() if own.bit_count() < TOWERS else 0
        self._moves = moves = TowerMoves()
        movable = free & (occupied ^ occupied >> _FIELDS)
        stacked = movable >> _FIELDS & free
        occupied_fields = occupied & _FULL
        free_slide = state.config.free_slide
        oustable = oustable_fields(state, touched) if state.config.ousting else []
        fields = GRID.flatten(movable)
        while fields:
            bit = fields & -fields
            fields ^= bit
            source = bit.bit_length() - 1
            targets = open_fields & (LINES[source] if free_slide else slide_targets(source, occupied_fields))
            if oustable or stacked:
                tallest = tallest_run(movable & _STACK_BITS[source], free, _FIELDS)
                moves.add_stack(source, tallest, targets, targets, oustable)
            else:
                moves.add(source, 1, 0, targets)
        up = right = 0
        if (vertical & own).bit_count() + (horizontal & own).bit_count() < BRIDGES:
            up, right = layable_bridges(own, occupied, vertical, horizontal)
        self._layable = (up, right)
        self._length = self._placement_count + moves.length + up.bit_count() + right.bit_count()

    def at(self, index: int) -> Step:
        """Placements, then moves, then bridges."""
        if index < self._placement_count:
            return PLACEMENTS[index if index < self._fresh else index + 1]
        index -= self._placement_count
        if index < self._moves.length:
            return self._moves[index]
        return list(self._bridge_steps())[index - self._moves.length]

    def __iter__(self) -> Iterator[Step]:
        if self._placement_count:
            yield from PLACEMENTS[: self._fresh]
            yield from PLACEMENTS[self._fresh + 1 :]
        yield from self._moves
        yield from self._bridge_steps()

    def _bridge_steps(self) -> Iterator[LayBridge]:
        for pair in GRID.pairs_of(*self._layable):
            yield _LAY_STEPS[pair]
