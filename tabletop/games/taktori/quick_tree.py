"""The game tree of the strongest bot in games for two: it knows what can be closed next, and tries few turns.

A player's value is the points plus what the prospects add (see `prospects`): the gain on the best field where a tower
closes something, the gains on the other such fields, and the potential of squares further off. Whoever moves takes the
best gain or stops the other's, so the remaining gains count more for the player who waits. The weights
were fitted to the lead four and eight turns later in 200 games of this tree with itself under `immune`, and rounded.
They explained a fifth of its changes; the potential of squares alone explained a twentieth. Other things that go with
a growing lead, such as bridges in stock, are no reason for it: a bot that saved bridges lost.
"""

from __future__ import annotations

from tabletop.bots.bot import Observation
from tabletop.bots.winchance import WinCurve
from tabletop.games.taktori.candidates import promising_fields, zones_of
from tabletop.games.taktori.evaluation import Weights, points_of_bridges, progress, turns_ahead
from tabletop.games.taktori.polygons import FEWEST
from tabletop.games.taktori.prospects import Reach, free_lines, prospects, reach
from tabletop.games.taktori.rules import GRID, PLACEMENTS, TaktoriState
from tabletop.games.taktori.search import HARD, TaktoriTree
from tabletop.games.taktori.squares import FIELDS, flat
from tabletop.games.towers.geometry import BRIDGES, TOWERS
from tabletop.games.towers.moves import Turn
from tabletop.games.towers.rules import occupancy

PROMISING = 20
"""How many fields to try a tower on, of those that look best at a glance."""
TARGETS = 3
"""How many of these to try to move a tower to."""
PARTS = 9
"""How many tower parts to try with bridges."""

POTENTIAL = 0.4
"""The share of the squares' potential that is counted."""
REALISED = (0.0, 0.1, 0.45, 0.7, 1.0)
"""The share of that which is left, by turns to come: with one, what counts is what it closes."""
LAST = 0.8
"""The share of the best gain that is counted for the player to move, if it is the last turn."""
UNLAID = 4.0
"""A polygon that the bridges of this turn can close, before they are laid."""

_FIRST = (0.3, 0.75)
_REST = (0.5, 0.42)
_CLOSABLE = (0.5, 1.0)
"""What is counted of the best gain, of the others, and for a polygon that can be closed without a tower: for a player
who waits, and for the one to move."""
_SIDES = 3
"""A polygon's other sides: a gain is counted as if all of them were on level 1."""
WIN_CURVE = WinCurve(start=0.08, change=0.38)
"""The chance to win that a value means: fitted to 2870 positions of 200 games of `hard` with itself under `immune`,
with 25 nodes a turn and some turns at random."""


class QuickTree(TaktoriTree):
    """A tree for two players that keeps the values of positions."""

    def __init__(self, observation: Observation[TaktoriState], width: int = 8) -> None:
        super().__init__(observation, HARD, width)
        self.parts = PARTS
        self._leads: dict[TaktoriState, float] = {}

    def lead(self, position: TaktoriState, player: int, weights: Weights, closing: float = 0.0) -> float:
        """The player's value minus the other's, which is what the other is behind by."""
        lead = self._leads.get(position)
        if lead is None:
            around = reach(occupancy(position.towers), *self._free_lines(position))
            red, blue = (
                self._value_of(
                    position.towers[seat - 1],
                    position,
                    around,
                    turns_to_come(position, seat),
                    seat == position.player,
                    _CLOSABLE[seat == position.player],
                )
                for seat in (1, 2)
            )
            lead = self._leads[position] = red - blue
        return lead if player == 1 else -lead

    def win_chance(self, value: float) -> float:
        """The chance to win that a value means."""
        return WIN_CURVE.chance(value, progress(self.root))

    def _free_lines(self, position: TaktoriState) -> tuple[int, int]:
        centre = position.config.centre
        return free_lines(occupancy(position.towers), position.vertical, position.horizontal, centre)

    def _value_of(
        self, own: int, position: TaktoriState, around: Reach, turns: int, is_mover: bool, closable_worth: float
    ) -> float:
        """The value to the owner of these towers, who has this many turns to come, with the position's bridges."""
        vertical, horizontal = position.vertical & own, position.horizontal & own
        value: float = points_of_bridges(vertical, horizontal, position.config.centre)
        stock = BRIDGES - vertical.bit_count() - horizontal.bit_count()
        if not stock or not turns:
            return value
        potential, closable, closing = prospects(own, flat(vertical), flat(horizontal), around)
        share = POTENTIAL if stock >= FEWEST else POTENTIAL * stock / FEWEST
        value += share * REALISED[turns] * potential + closable_worth * closable
        if closing and own.bit_count() < TOWERS:
            best = total = 0
            for field, number in closing:
                level = 1 + ((around.spots & GRID.stack_bits[field]).bit_length() - 1) // FIELDS
                gain = number * (_SIDES + level)
                total += gain
                best = max(best, gain)
            if turns == 1 and is_mover:
                return value + LAST * best
            value += _FIRST[is_mover] * best + _REST[is_mover] * (total - best)
        return value

    def tower_parts(self, position: TaktoriState, weights: Weights) -> list[Turn]:
        """Ways to place and move towers that look promising, the best first; moves count as in the plain tree."""
        player, rival = position.player, 3 - position.player
        fields = promising_fields(position, zones_of(position))
        can_place = position.towers[player - 1].bit_count() < TOWERS
        parts = [PLACEMENTS[field] for field in fields[:PROMISING]] if can_place else []
        good = set(fields[:TARGETS])
        for step in position.steps():
            if isinstance(step, Turn) and step.kind == "move" and (not can_place or step.oust or step.target in good):
                parts.append(step)
        free_up, free_right = self._free_lines(position)
        values: list[float] = []
        for part in self._in_time(parts, position):
            towers = position.towers_after(part)
            around = reach(occupancy(towers), free_up, free_right)
            after = position.next_state(towers, position.vertical, position.horizontal, part)
            # Bridges of this turn can still close something, even if it is the player's last.
            turns = max(1, turns_to_come(after, player))
            own = self._value_of(towers[player - 1], position, around, turns, False, UNLAID)
            other = self._value_of(
                towers[rival - 1], position, around, turns_to_come(after, rival), True, _CLOSABLE[True]
            )
            values.append(own - other)
        return [parts[index] for index in sorted(range(len(values)), key=lambda index: -values[index])]


def turns_to_come(position: TaktoriState, player: int) -> int:
    """How many turns the player has left if everyone places a tower in each, at most 4."""
    first, second = position.towers
    if position.final is None and max(first.bit_count(), second.bit_count()) <= TOWERS - 5:
        return 4
    return min(4, turns_ahead(position, player))
