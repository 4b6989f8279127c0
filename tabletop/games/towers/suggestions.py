"""Legal turns near an illegal one: few enough to compare them all, however many turns there are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from tabletop.games.towers.geometry import Pair
from tabletop.games.towers.legality import is_legal, lengthwise, unconnected
from tabletop.games.towers.moves import Lay, Turn
from tabletop.games.towers.rules import Board

FARTHEST = 4
"""Words that are changed at most in turns with bridges."""
MOST_TRIED = 8_000
"""Sets of bridges that are tried at most."""
_KINDS = ("place", "move", "bridge", "shift", "remove")


class _Part(NamedTuple):
    """A legal tower part, what it costs to change into it, and what may be laid and taken up after it."""

    turn: Turn
    cost: int
    board: Board
    layable: list[Pair]
    takeable: list[Pair]


def nearby(state: Board, wanted: Turn) -> list[Turn]:
    """Legal turns near the wanted one, in canonical order; among them the nearest, but for odd cases."""
    plain = [step for step in state.steps() if isinstance(step, Turn)]
    bare = wanted._replace(bridges=(), taken=())
    found = {_labelled(turn, wanted): None for turn in plain}
    if wanted.bridges or not plain:
        parts = [_part(state, turn, _tower_cost(bare, turn)) for turn in plain if turn.target is not None]
        if any(isinstance(step, Lay) for step in state.steps()):
            parts.append(_part(state, Turn("bridge"), _tower_cost(bare, Turn("bridge"))))
        for turn in _bridged(parts, wanted):
            found[_labelled(turn, wanted)] = None
    return [turn for turn in sorted(found, key=canonical) if is_legal(state, turn)]


def canonical(turn: Turn) -> tuple[object, ...]:
    """What turns are sorted by: tower part, then bridges."""
    source = -1 if turn.source is None else turn.source
    target = -1 if turn.target is None else turn.target
    return (_KINDS.index(turn.kind), source, turn.count, turn.oust, target, turn.bridges, turn.taken)


def _labelled(turn: Turn, wanted: Turn) -> Turn:
    """The turn with the wanted label, where it is still the same tower."""
    same = turn.kind == wanted.kind and turn.source == wanted.source and turn.count == wanted.count
    return turn._replace(label=wanted.label) if same else turn


def _part(state: Board, turn: Turn, cost: int) -> _Part:
    board = state.after_tower(turn)
    empty = turn.target is not None and turn.oust == turn.count
    return _Part(turn, cost, board, [] if empty else board.layable_pairs(), board.takeable_pairs())


def _tower_cost(wanted: Turn, turn: Turn) -> int:
    """Words to change between two turns without bridges."""
    if wanted.kind != turn.kind:
        return 4 if "move" in (wanted.kind, turn.kind) else 3
    cost = (wanted.source != turn.source) + (wanted.target != turn.target)
    for one, other, unwritten in ((wanted.count, turn.count, 1), (wanted.oust, turn.oust, 0)):
        if one != other:
            cost += 2 if unwritten in (one, other) else 1
    return cost


def _bridged(parts: Sequence[_Part], wanted: Turn) -> Iterator[Turn]:
    """Turns with bridges, cheapest first; ends one word after the first that is legal."""
    last = FARTHEST
    limit = tried = 0
    while limit <= last and tried < MOST_TRIED:
        for part in parts:
            if part.cost <= limit and tried < MOST_TRIED:
                for turn in _dressed(part, wanted, limit - part.cost):
                    tried += 1
                    if turn is not None:
                        last = min(last, limit + 1)
                        yield turn
                    if tried >= MOST_TRIED:
                        break
        limit += 1


def _dressed(part: _Part, wanted: Turn, limit: int) -> Iterator[Turn | None]:
    """The tower part with sets of bridges that cost exactly the budget; None for each set that does not work."""
    stock = part.board.bridges_left(part.board.player)
    for laid, cost in _changed(wanted.bridges, part.layable, limit, 2):
        if not laid or not _holds_together(part, laid):
            yield None
            continue
        for taken, more in _changed(wanted.taken, part.takeable, limit - cost, 3):
            if cost + more == limit and len(taken) <= len(laid) <= stock + len(taken):
                yield part.turn._replace(bridges=laid, taken=taken)


def _changed(
    pairs: Sequence[Pair], pool: Sequence[Pair], limit: int, whole: int
) -> Iterator[tuple[tuple[Pair, ...], int]]:
    """Sets of pairs from the pool and what it costs to get there; `whole` is the cost of adding or dropping one."""
    needed = [0]
    for low, high in reversed(pairs):
        least = min([whole, *((pair[0] != low) + (pair[1] != high) for pair in pool)])
        needed.append(needed[-1] + least)
    needed.reverse()

    def choose(index: int, chosen: tuple[Pair, ...], cost: int) -> Iterator[tuple[tuple[Pair, ...], int]]:
        if index == len(pairs):
            yield tuple(sorted(chosen)), cost
            for extra in range(1, (limit - cost) // whole + 1):
                rest = [pair for pair in pool if pair not in chosen]
                for added in combinations(rest, extra):
                    yield tuple(sorted((*chosen, *added))), cost + extra * whole
            return
        low, high = pairs[index]
        left = limit - cost - needed[index + 1]
        if whole <= left:
            yield from choose(index + 1, chosen, cost + whole)
        for pair in pool:
            changed = (pair[0] != low) + (pair[1] != high)
            if changed <= left and pair not in chosen:
                yield from choose(index + 1, (*chosen, pair), cost + changed)

    return choose(0, (), 0) if needed[0] <= limit else iter(())


def _holds_together(part: _Part, laid: tuple[Pair, ...]) -> bool:
    """Whether the bridges are connected as the turn asks and none lies on another."""
    ground, board = part.board.ground, part.board
    target = part.turn.target
    begun: Iterable[Pair] = laid[:1] if target is None else [pair for pair in laid if target in pair]
    if unconnected(ground, laid, begun):
        return False
    for one, other in combinations(laid, 2):
        if lengthwise(ground, one, other) and len(board.stack(one[0])) == len(board.stack(other[0])):
            return False
    return True
