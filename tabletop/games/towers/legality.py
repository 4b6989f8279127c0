"""The checks that both games make on a turn; each takes the number of the rule that the game cites.

A `check_...` function raises IllegalMove with that rule, or returns. Each game's own `legality` module calls them
in the order of its rules.
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
        raise IllegalMove(rule, f"the fields are a1 to {field_names(board.size)[-1]}")


def check_tower_in_stock(rule: str, board: TowersState, turn: Turn) -> None:
    """There is a tower in stock to place."""
    if not board.towers_left(board.player):
        name = field_names(board.size)[turn.target or 0]
        raise IllegalMove(rule, f"{colour(board.player)} has no towers left in stock", name)


def check_not_overbuilt(rule: str, board: TowersState, field: int, count: int) -> None:
    """The single tower to move, if the player has one on the field, is on top."""
    stack = board.stack(field)
    if count == 1 and stack and stack[-1] != board.player and board.player in stack:
        name = field_names(board.size)[field]
        raise IllegalMove(rule, f"your tower on {name} is overbuilt by {colour(stack[-1])}'s", name)


def check_own_towers(rule: str, board: TowersState, field: int, count: int) -> None:
    """The top `count` towers exist and all belong to the player."""
    name = field_names(board.size)[field]
    stack = board.stack(field)
    if not stack:
        raise IllegalMove(rule, f"there is no tower on {name}", name)
    if count < 1:
        raise IllegalMove(rule, "move at least one tower", name)
    if len(stack) < count:
        raise IllegalMove(rule, f"{name} has only {counted(len(stack), 'tower')}", name)
    for owner in reversed(stack[-count:]):
        if owner != board.player:
            if count == 1:
                raise IllegalMove(rule, f"the tower on {name} is {colour(owner)}'s; move one of your own", name)
            raise IllegalMove(rule, f"the top {count} towers on {name} are not all {colour(board.player)}'s", name)


def check_free(rule: str, board: TowersState, field: int, count: int) -> None:
    """No bridge touches one of the top `count` towers."""
    name = field_names(board.size)[field]
    height = len(board.stack(field))
    for level in range(height, height - count, -1):
        for bridge in _bridges_at(board, field, level):
            owner, span = colour(bridge.owner), format_pair(board.size, bridge.pair)
            if field in bridge.pair:
                reason = f"{owner}'s bridge {span} on level {level} ends at the tower on {name} and holds it"
            else:
                reason = f"{owner}'s bridge {span} on level {level} runs through the tower on {name} and holds it"
            raise IllegalMove(rule, reason, name)


def _bridges_at(board: TowersState, field: int, level: int) -> list[Bridge]:
    """The bridges on this level that end at the field or pass over it."""
    path = board.grid.path
    return [bridge for bridge in board.bridges if bridge.level == level and field in path(bridge.pair)]


def check_ousting(rule: str, board: TowersState, turn: Turn, allowed: bool) -> None:
    """The turn may oust the towers it names, if any; and lays bridges only if a moved tower is left."""
    if not turn.oust:
        return
    assert turn.target is not None
    if not allowed:
        name = field_names(board.size)[turn.target]
        raise IllegalMove(rule, "you can oust towers only with the option `ousting`", name)
    _check_oustable(rule, board, turn, turn.target)
    bridges = (*turn.bridges, *turn.taken)
    if turn.oust == turn.count and bridges:
        reason = "no moved tower stays on the board, so you cannot lay bridges"
        raise IllegalMove(rule, reason, format_pair(board.size, bridges[0]))


def _check_oustable(rule: str, board: TowersState, turn: Turn, target: int) -> None:
    """The towers to oust are not too many, all belong to one opponent, and are free."""
    name = field_names(board.size)[target]
    if turn.oust < 0:
        raise IllegalMove(rule, "oust at least one tower", name)
    if turn.oust > turn.count:
        raise IllegalMove(rule, f"{counted(turn.count, 'moving tower')} can oust at most {turn.count}", name)
    stack = board.stack(target)
    if len(stack) < turn.oust:
        if not stack:
            raise IllegalMove(rule, f"{name} has no tower to oust", name)
        raise IllegalMove(rule, f"{name} has only {counted(len(stack), 'tower')} to oust", name)
    ousted = stack[-turn.oust :]
    if board.player in ousted:
        raise IllegalMove(rule, f"you cannot oust your own tower on {name}", name)
    if len(set(ousted)) > 1:
        raise IllegalMove(rule, f"the top {turn.oust} towers on {name} do not all belong to one opponent", name)
    check_free(rule, board, target, turn.oust)


def check_not_fresh(rule: str, board: TowersState, turn: Turn) -> None:
    """The turn leaves the towers on the fresh field alone: none is put on them, and none of them is ousted."""
    if turn.target is not None and turn.target == board.fresh:
        name = field_names(board.size)[turn.target]
        if turn.oust:
            reason = f"{name} got a tower in the turn before; with `immune`, nobody may oust it now"
        else:
            reason = f"{name} got a tower in the turn before; with `immune`, nobody may cover it now"
        raise IllegalMove(rule, reason, name)


def check_bridge_ends(rule: str, board: TowersState, pair: Pair) -> None:
    """Both ends are on the player's own top towers, at the same height. The distance is not checked."""
    names = field_names(board.size)
    span = format_pair(board.size, pair)
    stacks = [board.stack(field) for field in pair]
    for field, stack in zip(pair, stacks, strict=True):
        if not stack:
            raise IllegalMove(rule, f"{span} cannot be laid: there is no tower on {names[field]}", span)
    for field, stack in zip(pair, stacks, strict=True):
        if stack[-1] != board.player:
            name, owner = names[field], colour(stack[-1])
            if board.player in stack:
                reason = f"{span} cannot be laid: your tower on {name} is overbuilt by {owner}'s"
            else:
                reason = f"{span} cannot be laid: the tower on {name} is {owner}'s"
            raise IllegalMove(rule, reason, span)
    low, high = (len(stack) for stack in stacks)
    if low != high:
        first, second = names[pair[0]], names[pair[1]]
        reason = f"{span} cannot be laid: {first} has height {low}, but {second} has height {high}"
        raise IllegalMove(rule, reason, span)


def check_not_repeated(rule: str, board: TowersState, pair: Pair, earlier: Sequence[Pair]) -> None:
    """The bridge is not among those before it in the turn."""
    if pair in earlier:
        span = format_pair(board.size, pair)
        raise IllegalMove(rule, f"{span} appears twice in this turn", span)


def check_connected(rule: str, board: TowersState, turn: Turn) -> None:
    """Every bridge is connected to the tower that the turn placed or moved."""
    assert turn.target is not None
    pair = first_unconnected(board.grid, turn.bridges, [pair for pair in turn.bridges if turn.target in pair])
    if pair is not None:
        span, name = format_pair(board.size, pair), field_names(board.size)[turn.target]
        reason = f"{span} is not connected to the tower on {name}, directly or by other bridges of this turn"
        raise IllegalMove(rule, reason, span)


def first_unconnected(grid: Grid, bridges: Sequence[Pair], roots: Iterable[Pair]) -> Pair | None:
    """The first bridge that no chain of touching bridges joins to a root; None if all are connected."""
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
    """Whether two bridges on the same level would share a half."""
    return len(set(grid.path(pair)) & set(grid.path(other))) > 1
