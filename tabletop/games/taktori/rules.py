"""The position of a Taktori game and how turns change it; what is legal is told by `judge`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tabletop.game import NOBODY, Result, Setup
from tabletop.games.taktori.legality import LINES, check_turn, slide_targets
from tabletop.games.taktori.polygons import score
from tabletop.games.towers.geometry import BRIDGES, TOWERS, Pair, ground
from tabletop.games.towers.moves import Lay, Step, Turn
from tabletop.games.towers.rules import (
    NONE,
    Board,
    FirstSteps,
    HalfBuilt,
    Moves,
    endless,
    oustable,
    standing_of,
    tallest_run,
)

GROUND = ground(9, 2, 4 * TOWERS)
_FIELDS = GROUND.fields
_FULL = GROUND.full
_COLUMNS = GROUND.columns
_BELOW = GROUND.below
_MATES = GROUND.mates
_VERTICAL = GROUND.vertical
_HORIZONTAL = GROUND.horizontal
_TOUCHING = GROUND.touching
_PLACES = tuple(Turn("place", target=field) for field in range(_FIELDS))
_LAYS = {pair: Lay(*pair) for pair in GROUND.pairs}
_BRIDGE = Turn("bridge")


class Variant(NamedTuple):
    """The number of players and the options that stay the same through a game."""

    players: int = 2
    ousting: bool = False
    free_slide: bool = False
    centre: int = 0


def layable(towers: int, standing: int, vertical: int, horizontal: int) -> tuple[int, int]:
    """Lower ends of the bridges that the owner of `towers` could lay (T13, T15), vertical and horizontal.

    Whether they are connected (T10, T11) and in stock is not checked.
    """
    own = towers & (standing ^ standing >> _FIELDS)
    return (
        own & own >> 2 & _VERTICAL & ~(vertical | vertical << 1 | vertical >> 1),
        own & own >> 18 & _HORIZONTAL & ~(horizontal | horizontal << 9 | horizontal >> 9),
    )


def touched(vertical: int, horizontal: int) -> int:
    """The places, each on its level, that a bridge ends at or passes in its middle (T7)."""
    return vertical | vertical << 1 | vertical << 2 | horizontal | horizontal << 9 | horizontal << 18


class TaktoriState(Board):
    """A position. `final` counts the turns left of the final round (T17), None before it."""

    __slots__ = ("final", "variant")

    ground = GROUND

    def __init__(
        self,
        variant: Variant,
        towers: tuple[int, ...],
        vertical: int = 0,
        horizontal: int = 0,
        player: int = 1,
        final: int | None = None,
        stuck: bool = False,
    ) -> None:
        """A position as given; use `settled` where the player may have no legal turn."""
        self.variant = variant
        self.towers = towers
        self.vertical = vertical
        self.horizontal = horizontal
        self.player = player
        self.final = final
        self.to_move = NOBODY if stuck or final == 0 else player

    @classmethod
    def start(cls, variant: Variant, first: int = 1) -> TaktoriState:
        """The empty board."""
        return cls(variant, (0,) * variant.players, player=first)

    def key(self) -> tuple[object, ...]:
        return (self.towers, self.vertical, self.horizontal, self.player, self.final, self.variant)

    def __repr__(self) -> str:
        return f"State({self.variant}, {self.towers}, {self.vertical}, {self.horizontal}, {self.player}, {self.final})"

    def settled(self) -> TaktoriState:
        """This position with players passed over who have no legal turn (T18); over when nobody has one."""
        state = self
        for _ in range(self.variant.players):
            if state.final == 0 or state.has_turn():
                return state
            final = None if state.final is None else state.final - 1
            player = state.player % self.variant.players + 1
            state = TaktoriState(self.variant, self.towers, self.vertical, self.horizontal, player, final)
        return TaktoriState(
            self.variant, self.towers, self.vertical, self.horizontal, self.player, self.final, stuck=True
        )

    def has_turn(self) -> bool:
        """Whether the next player in order has any legal turn."""
        return len(Steps(self)) > 0

    def check(self, move: Turn) -> None:
        """Raises IllegalMove if the turn breaks a rule."""
        check_turn(self, move)

    def after_tower(self, move: Turn) -> TaktoriState:
        """The board once the tower part is done, with the same player still to move."""
        return TaktoriState(
            self.variant, self.towers_after(move), self.vertical, self.horizontal, self.player, self.final
        )

    def apply(self, move: Turn) -> TaktoriState:
        """The state after a legal turn. Legality is not checked."""
        towers, vertical, horizontal = self.towers_after(move), self.vertical, self.horizontal
        if move.bridges:
            standing = standing_of(towers)
            tops = standing ^ standing >> _FIELDS
            for low, high in move.bridges:
                if high - low == 2:
                    vertical |= tops & _COLUMNS[low]
                else:
                    horizontal |= tops & _COLUMNS[low]
        return self.following(towers, vertical, horizontal, move.kind == "place")

    def following(self, towers: tuple[int, ...], vertical: int, horizontal: int, placed: bool) -> TaktoriState:
        """The state after this one's player has left the board so; `placed`: with a tower from stock."""
        player, final, variant = self.player, self.final, self.variant
        if final is not None:
            final -= 1
        elif placed and towers[player - 1].bit_count() == TOWERS:
            final = variant.players - 1
        player = player % variant.players + 1
        state = TaktoriState(variant, towers, vertical, horizontal, player, final)
        return state.settled() if towers[player - 1].bit_count() == TOWERS else state

    def layable_pairs(self) -> list[Pair]:
        """The bridges that the player could lay by T13 and T15."""
        own = self.towers[self.player - 1]
        return list(GROUND.each_pair(*layable(own, standing_of(self.towers), self.vertical, self.horizontal)))

    def steps(self) -> Sequence[Step]:
        """Tower parts as turns without bridges, then first bridges of a turn with bridges alone."""
        return Steps(self) if self.to_move != NOBODY else ()

    def take(self, step: Step) -> Draft:
        """The draft of a turn that begins so."""
        towers, vertical, horizontal, player = self.towers, self.vertical, self.horizontal, self.player
        stock = self.bridges_left(player)
        if isinstance(step, Lay):
            low = step.low
            up, right = layable(towers[player - 1], standing_of(towers), vertical, horizontal)
            # The first bridge gives up those before it, as in a draft, but leaves no others connected.
            if step.high - low == 2:
                can = (up & ~_BELOW[low], right & ~_BELOW[low])
                front = (up & _COLUMNS[low], 0)
            else:
                can = (up & ~_BELOW[low + 1], right & ~_BELOW[low])
                front = (0, right & _COLUMNS[low])
            return Draft(self, _BRIDGE, towers, vertical, horizontal, can, front, (), stock).laying(step)
        assert isinstance(step, Turn) and step.target is not None
        target = step.target
        towers = self.towers_after(step)
        can = front = NONE
        if stock and step.oust < step.count:
            standing = standing_of(towers)
            own = towers[player - 1]
            top = (standing ^ standing >> _FIELDS) & _COLUMNS[target]
            if own & _MATES[target] << (top.bit_length() - 1 - target):
                can = upright, level = layable(own, standing, vertical, horizontal)
                front = (upright & (top | top >> 2), level & (top | top >> 18))
        return Draft(self, step, towers, vertical, horizontal, can, front, (), stock)

    def result(self) -> Result | None:
        """How the game ended by T17 (or, in set-up positions, because nobody can move)."""
        if self.to_move != NOBODY:
            return None
        if self.final == 0:
            return scored(self, "T17", "every player has had the last turn")
        return scored(self, "T18", "no player has a legal turn")

    def scores(self) -> tuple[int, ...]:
        """Points by player, as if the game ended here."""
        return score(self.bridges, self.variant.players, self.variant.centre)


def scored(state: TaktoriState, rule: str, reason: str) -> Result:
    """The outcome of a game that ends in this position and is scored (T21)."""
    points = state.scores()
    most = max(points)
    winners = tuple(player for player, value in enumerate(points, 1) if value == most)
    return Result(winners, rule, f"{reason}, with {' : '.join(map(str, points))} points")


def ending(setup: Setup, states: Sequence[TaktoriState]) -> Result | None:
    """The end by T18, unless T17 has ended the game."""
    last = states[-1]
    reason = endless(setup, states) if last.result() is None else None
    return scored(last, "T18", reason) if reason else None


class Draft(HalfBuilt):
    """A turn half built: a step gives up the connected bridges before it, so that each set is built in one order."""

    __slots__ = ()

    state: TaktoriState

    def lays(self) -> Iterator[Lay]:
        """The bridges that may follow."""
        for pair in GROUND.each_pair(*self.front):
            yield _LAYS[pair]

    def take(self, step: Step) -> TaktoriState | Draft:
        """The draft with one more bridge, or the next state when the turn is done."""
        if isinstance(step, Lay):
            return self.laying(step)
        return self.state.following(self.towers, self.vertical, self.horizontal, self.turn.kind == "place")

    def laying(self, step: Lay) -> Draft:
        """The draft with one more bridge."""
        low, high = pair = (step.low, step.high)
        vertical, horizontal = self.vertical, self.horizontal
        can_up, can_right = self.can
        front_up, front_right = self.front
        if high - low == 2:
            bit = front_up & _COLUMNS[low]
            vertical |= bit
            can_up &= ~(front_up & _BELOW[low] | bit | bit << 1 | bit >> 1)
            can_right &= ~(front_right & _BELOW[low])
        else:
            bit = front_right & _COLUMNS[low]
            horizontal |= bit
            can_up &= ~(front_up & _BELOW[low + 1])
            can_right &= ~(front_right & _BELOW[low] | bit | bit << 9 | bit >> 9)
        front = NONE
        if self.stock > 1:
            up, right = _TOUCHING[pair]
            front = (can_up & (front_up | up), can_right & (front_right | right))
        laid = (*self.laid, pair)
        can = (can_up, can_right)
        return Draft(self.state, self.turn, self.towers, vertical, horizontal, can, front, laid, self.stock - 1)


class Steps(FirstSteps):
    """The first steps of all turns, found one by one as they are asked for.

    In order: placements by field; moves by source, count, number ousted, target; bridges.
    """

    __slots__ = ("_bridges", "_moves", "_places")

    def __init__(self, state: TaktoriState) -> None:
        towers, vertical, horizontal = state.towers, state.vertical, state.horizontal
        own = towers[state.player - 1]
        standing = standing_of(towers)
        held = touched(vertical, horizontal)
        loose = own & ~held
        self._places = _FIELDS if own.bit_count() < TOWERS else 0
        self._moves = moves = Moves()
        movable = loose & (standing ^ standing >> _FIELDS)
        stacked = movable >> _FIELDS & loose
        occupied = standing & _FULL
        free_slide = state.variant.free_slide
        ousted = oustable(state, held) if state.variant.ousting else []
        fields = GROUND.fold(movable)
        while fields:
            bit = fields & -fields
            fields ^= bit
            source = bit.bit_length() - 1
            targets = LINES[source] if free_slide else slide_targets(source, occupied)
            if ousted or stacked:
                moves.add_stack(source, tallest_run(movable & _COLUMNS[source], loose, _FIELDS), targets, ousted)
            else:
                moves.add(source, 1, 0, targets)
        self._bridges = (0, 0)
        if (vertical & own).bit_count() + (horizontal & own).bit_count() < BRIDGES:
            self._bridges = layable(own, standing, vertical, horizontal)
        self._length = self._places + moves.length + self._bridges[0].bit_count() + self._bridges[1].bit_count()

    def at(self, index: int) -> Step:
        """Placements, then moves, then bridges."""
        if index < self._places:
            return _PLACES[index]
        index -= self._places
        if index < self._moves.length:
            return self._moves[index]
        return list(self._lays())[index - self._moves.length]

    def __iter__(self) -> Iterator[Step]:
        yield from _PLACES[: self._places]
        yield from self._moves
        yield from self._lays()

    def _lays(self) -> Iterator[Lay]:
        for pair in GROUND.each_pair(*self._bridges):
            yield _LAYS[pair]
