"""Legal turns near an illegal one: few enough to compare them all, no matter how many turns there are.

The distance between two turns is the number of words to change in the long notation.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from tabletop.games.towers.geometry import Pair
from tabletop.games.towers.legality import first_unconnected, is_legal, overlap_lengthwise
from tabletop.games.towers.moves import LayBridge, Turn
from tabletop.games.towers.rules import TowersState

MOST_CHANGES = 4
"""The most words changed in turns with bridges."""
MOST_TRIED = 8_000
"""The most sets of bridges tried."""
_KINDS = ("place", "move", "bridge", "shift", "remove")


class _TowerPart(NamedTuple):
    """A legal tower part, what it costs to change into it, and what may be laid and taken up after it."""

    turn: Turn
    cost: int
    board: TowersState
    layable: list[Pair]
    takeable: list[Pair]


def nearby_turns(state: TowersState, illegal: Turn) -> list[Turn]:
    """Legal turns near an illegal one, in canonical order; the nearest is among them, except in odd cases."""
    steps = [step for step in state.steps() if isinstance(step, Turn)]
    without_bridges = illegal._replace(bridges=(), taken=())
    turns = {_labelled(turn, illegal): None for turn in steps}
    if illegal.bridges or not steps:
        parts = [_tower_part(state, turn, _cost(without_bridges, turn)) for turn in steps if turn.target is not None]
        if any(isinstance(step, LayBridge) for step in state.steps()):
            parts.append(_tower_part(state, Turn("bridge"), _cost(without_bridges, Turn("bridge"))))
        for turn in _turns_with_bridges(parts, illegal):
            turns[_labelled(turn, illegal)] = None
    return [turn for turn in sorted(turns, key=canonical) if is_legal(state, turn)]


def canonical(turn: Turn) -> tuple[object, ...]:
    """What turns are sorted by: tower part, then bridges."""
    source = -1 if turn.source is None else turn.source
    target = -1 if turn.target is None else turn.target
    return (_KINDS.index(turn.kind), source, turn.count, turn.oust, target, turn.bridges, turn.taken)


def _labelled(turn: Turn, illegal: Turn) -> Turn:
    """The turn with the label of the illegal one, where it is still the same tower."""
    is_same = turn.kind == illegal.kind and turn.source == illegal.source and turn.count == illegal.count
    return turn._replace(label=illegal.label) if is_same else turn


def _tower_part(state: TowersState, turn: Turn, cost: int) -> _TowerPart:
    board = state.after_tower(turn)
    leaves_no_tower = turn.target is not None and turn.oust == turn.count
    return _TowerPart(turn, cost, board, [] if leaves_no_tower else board.layable_pairs(), board.takeable_pairs())


def _cost(illegal: Turn, turn: Turn) -> int:
    """Words to change between two turns without bridges."""
    if illegal.kind != turn.kind:
        return 4 if "move" in (illegal.kind, turn.kind) else 3
    cost = (illegal.source != turn.source) + (illegal.target != turn.target)
    for before, after, unwritten in ((illegal.count, turn.count, 1), (illegal.oust, turn.oust, 0)):
        if before != after:
            cost += 2 if unwritten in (before, after) else 1
    return cost


def _turns_with_bridges(parts: Sequence[_TowerPart], illegal: Turn) -> Iterator[Turn]:
    """Turns with bridges, cheapest first; stops one word of cost after the first legal one."""
    most = MOST_CHANGES
    cost = tried = 0
    while cost <= most and tried < MOST_TRIED:
        for part in parts:
            if part.cost <= cost and tried < MOST_TRIED:
                for turn in _with_bridges(part, illegal, cost - part.cost):
                    tried += 1
                    if turn is not None:
                        most = min(most, cost + 1)
                        yield turn
                    if tried >= MOST_TRIED:
                        break
        cost += 1


def _with_bridges(part: _TowerPart, illegal: Turn, cost: int) -> Iterator[Turn | None]:
    """The tower part with sets of bridges of exactly this cost; None for each set that does not work."""
    stock = part.board.bridges_left(part.board.player)
    for laid, laid_cost in _similar_sets(illegal.bridges, part.layable, cost, 2):
        if not laid or not _fit_together(part, laid):
            yield None
            continue
        for taken, taken_cost in _similar_sets(illegal.taken, part.takeable, cost - laid_cost, 3):
            if laid_cost + taken_cost == cost and len(taken) <= len(laid) <= stock + len(taken):
                yield part.turn._replace(bridges=laid, taken=taken)


def _similar_sets(
    pairs: Sequence[Pair], pool: Sequence[Pair], limit: int, pair_cost: int
) -> Iterator[tuple[tuple[Pair, ...], int]]:
    """Sets of pairs from the pool and what it costs to get there; `pair_cost` is that of adding or dropping one."""
    least_costs = [0]
    for low, high in reversed(pairs):
        least = min([pair_cost, *((pair[0] != low) + (pair[1] != high) for pair in pool)])
        least_costs.append(least_costs[-1] + least)
    least_costs.reverse()

    def choose(index: int, chosen: tuple[Pair, ...], cost: int) -> Iterator[tuple[tuple[Pair, ...], int]]:
        if index == len(pairs):
            yield tuple(sorted(chosen)), cost
            for extra in range(1, (limit - cost) // pair_cost + 1):
                rest = [pair for pair in pool if pair not in chosen]
                for added in combinations(rest, extra):
                    yield tuple(sorted((*chosen, *added))), cost + extra * pair_cost
            return
        low, high = pairs[index]
        left = limit - cost - least_costs[index + 1]
        if pair_cost <= left:
            yield from choose(index + 1, chosen, cost + pair_cost)
        for pair in pool:
            changes = (pair[0] != low) + (pair[1] != high)
            if changes <= left and pair not in chosen:
                yield from choose(index + 1, (*chosen, pair), cost + changes)

    return choose(0, (), 0) if least_costs[0] <= limit else iter(())


def _fit_together(part: _TowerPart, laid: tuple[Pair, ...]) -> bool:
    """Whether the bridges are connected as the rules require and none lies on another."""
    grid, board = part.board.grid, part.board
    target = part.turn.target
    roots: Iterable[Pair] = laid[:1] if target is None else [pair for pair in laid if target in pair]
    if first_unconnected(grid, laid, roots):
        return False
    for pair, other in combinations(laid, 2):
        if overlap_lengthwise(grid, pair, other) and len(board.stack(pair[0])) == len(board.stack(other[0])):
            return False
    return True
