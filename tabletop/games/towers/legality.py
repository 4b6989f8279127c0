"""The checks that both games make of a turn; each takes the number of the rule that the game cites.

A `check_...` function raises IllegalMove by that rule, or returns. The games' own `legality` modules call them
in the order of their rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tabletop.errors import IllegalMove
from tabletop.games.towers.geometry import Bridge, Grid, Pair, colour, field_names, format_pair
from tabletop.games.towers.moves import Turn
from tabletop.games.towers.rules import TowersState
from tabletop.text import counted


def is_legal(state: TowersState, turn: Turn) -> bool:
    """Whether the turn breaks no rule."""
    try:
        state.check(turn)
    except IllegalMove:
        return False
    return True


def check_on_board(rule: str, board: TowersState, turn: Turn) -> None:
    """Every field of the turn exists. (The notation cannot name others, but a program can.)"""
    fields = [field for field in (turn.source, turn.target) if field is not None]
    for pair in (*turn.bridges, *turn.taken):
        fields += pair
    if not all(0 <= field < board.grid.fields for field in fields):
        raise IllegalMove(rule, f"the board has the fields a1 to {field_names(board.size)[-1]}")


def check_tower_in_stock(rule: str, board: TowersState, turn: Turn) -> None:
    """There is a tower in stock to place."""
    if not board.towers_left(board.player):
        name = field_names(board.size)[turn.target or 0]
        raise IllegalMove(rule, f"{colour(board.player)} has no tower left in stock", name)


def check_not_overbuilt(rule: str, board: TowersState, field: int, count: int) -> None:
    """The single tower to move, if the player has one on the field, is on top."""
    stack = board.stack(field)
    if count == 1 and stack and stack[-1] != board.player and board.player in stack:
        name = field_names(board.size)[field]
        raise IllegalMove(rule, f"your tower on {name} is overbuilt, {colour(stack[-1])}'s is on top", name)


def check_own_towers(rule: str, board: TowersState, field: int, count: int) -> None:
    """The top `count` towers are there, and all the player's."""
    name = field_names(board.size)[field]
    stack = board.stack(field)
    if not stack:
        raise IllegalMove(rule, f"there is no tower on {name}", name)
    if count < 1:
        raise IllegalMove(rule, "at least one tower must move", name)
    if len(stack) < count:
        verb = "stands" if len(stack) == 1 else "stand"
        raise IllegalMove(rule, f"only {counted(len(stack), 'tower')} {verb} on {name}", name)
    for owner in reversed(stack[-count:]):
        if owner != board.player:
            if count == 1:
                raise IllegalMove(rule, f"the tower on {name} is {colour(owner)}'s", name)
            raise IllegalMove(rule, f"not all of the top {count} towers on {name} are {colour(board.player)}'s", name)


def check_free(rule: str, board: TowersState, field: int, count: int) -> None:
    """No bridge touches one of the top `count` towers."""
    name = field_names(board.size)[field]
    height = len(board.stack(field))
    for level in range(height, height - count, -1):
        for bridge in _bridges_at(board, field, level):
            span = format_pair(board.size, bridge.pair)
            verb = "ends at" if field in bridge.pair else "runs through"
            reason = f"{colour(bridge.owner)}'s bridge {span} {verb} the tower on {name} on level {level}"
            raise IllegalMove(rule, reason, name)


def _bridges_at(board: TowersState, field: int, level: int) -> list[Bridge]:
    """The bridges on that level that end at the field or pass over it."""
    path = board.grid.path
    return [bridge for bridge in board.bridges if bridge.level == level and field in path(bridge.pair)]


def check_ousting(rule: str, board: TowersState, turn: Turn, allowed: bool) -> None:
    """The towers to be ousted, if any, may be; and bridges follow only where a moved tower is left."""
    if not turn.oust:
        return
    assert turn.target is not None
    if not allowed:
        name = field_names(board.size)[turn.target]
        raise IllegalMove(rule, "towers are ousted only with the option ousting", name)
    _check_oustable(rule, board, turn, turn.target)
    bridges = (*turn.bridges, *turn.taken)
    if turn.oust == turn.count and bridges:
        reason = "all moved towers leave the board with those they oust, so no bridges can follow"
        raise IllegalMove(rule, reason, format_pair(board.size, bridges[0]))


def _check_oustable(rule: str, board: TowersState, turn: Turn, target: int) -> None:
    """The towers to be ousted are not too many, all one opponent's, and free."""
    name = field_names(board.size)[target]
    if turn.oust < 0:
        raise IllegalMove(rule, "at least one tower must be ousted", name)
    if turn.oust > turn.count:
        raise IllegalMove(rule, f"{counted(turn.count, 'moving tower')} can oust no more than {turn.count}", name)
    stack = board.stack(target)
    if len(stack) < turn.oust:
        towers = counted(len(stack), "tower") if stack else "no tower"
        raise IllegalMove(rule, f"there {'are' if len(stack) > 1 else 'is'} {towers} to oust on {name}", name)
    ousted = stack[-turn.oust :]
    if board.player in ousted:
        raise IllegalMove(rule, f"a tower to be ousted on {name} is {colour(board.player)}'s own", name)
    if len(set(ousted)) > 1:
        raise IllegalMove(rule, f"the top {turn.oust} towers on {name} are not all of one colour", name)
    check_free(rule, board, target, turn.oust)


def check_bridge_ends(rule: str, board: TowersState, pair: Pair) -> None:
    """Both ends are on top towers of the player's own, of one height. The distance is not checked."""
    names = field_names(board.size)
    span = format_pair(board.size, pair)
    stacks = [board.stack(field) for field in pair]
    for field, stack in zip(pair, stacks, strict=True):
        if not stack:
            raise IllegalMove(rule, f"{span} cannot be laid: there is no tower on {names[field]}", span)
    for field, stack in zip(pair, stacks, strict=True):
        if stack[-1] != board.player:
            name, owner = names[field], f"{colour(stack[-1])}'s"
            problem = f"the tower on {name} is {owner}"
            if board.player in stack:
                problem = f"your tower on {name} is overbuilt, {owner} is on top"
            raise IllegalMove(rule, f"{span} cannot be laid: {problem}", span)
    low, high = (len(stack) for stack in stacks)
    if low != high:
        heights = f"{names[pair[0]]} has height {low}, {names[pair[1]]} has height {high}"
        raise IllegalMove(rule, f"{span} cannot be laid: the heights differ, {heights}", span)


def check_not_repeated(rule: str, board: TowersState, pair: Pair, earlier: Sequence[Pair], participle: str) -> None:
    """The bridge is not among those before it in the turn, which are all `laid` or all `taken up`."""
    if pair in earlier:
        span = format_pair(board.size, pair)
        raise IllegalMove(rule, f"{span} is {participle} twice", span)


def check_connected(rule: str, board: TowersState, turn: Turn) -> None:
    """Every bridge is connected to the tower that the turn placed or moved."""
    assert turn.target is not None
    pair = first_unconnected(board.grid, turn.bridges, [pair for pair in turn.bridges if turn.target in pair])
    if pair is not None:
        span, tower = format_pair(board.size, pair), f"the tower on {field_names(board.size)[turn.target]}"
        raise IllegalMove(rule, f"{span} is connected neither to {tower} nor to a bridge of this turn that is", span)


def first_unconnected(grid: Grid, bridges: Sequence[Pair], roots: Iterable[Pair]) -> Pair | None:
    """The first bridge that no chain of touching bridges joins to one of the roots; None: all are connected."""
    reached = list(roots)
    for bridge in reached:
        for other in bridges:
            if other not in reached and _touch(grid, bridge, other):
                reached.append(other)
    return next((bridge for bridge in bridges if bridge not in reached), None)


def _touch(grid: Grid, pair: Pair, other: Pair) -> bool:
    """Whether two bridges share a field, seen from above."""
    return not set(grid.path(pair)).isdisjoint(grid.path(other))


def overlap_lengthwise(grid: Grid, pair: Pair, other: Pair) -> bool:
    """Whether two bridges on one level would share a half."""
    return len(set(grid.path(pair)) & set(grid.path(other))) > 1
