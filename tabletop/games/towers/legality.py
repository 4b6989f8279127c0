"""What can be wrong with a part of a turn, in sentences; the games add the number of the rule."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tabletop.errors import IllegalMove
from tabletop.games.towers.geometry import Bridge, Ground, Pair, colour, field_names, format_pair
from tabletop.games.towers.moves import Turn
from tabletop.games.towers.rules import Board
from tabletop.text import counted

Fault = tuple[str, str]


def refuse(rule: str, fault: Fault | None) -> None:
    """Raises IllegalMove by that rule if there is a fault."""
    if fault:
        raise IllegalMove(rule, *fault)


def is_legal(state: Board, turn: Turn) -> bool:
    """Whether the turn breaks no rule."""
    try:
        state.check(turn)
    except IllegalMove:
        return False
    return True


def off_board(board: Board, turn: Turn) -> Fault | None:
    """A field of the turn does not exist, which the notation cannot say."""
    fields = [field for field in (turn.source, turn.target) if field is not None]
    for pair in (*turn.bridges, *turn.taken):
        fields += pair
    if all(0 <= field < board.ground.fields for field in fields):
        return None
    return f"the board has the fields a1 to {field_names(board.size)[-1]}", ""


def no_tower_left(board: Board, turn: Turn) -> Fault | None:
    """There is no tower in stock to place."""
    if board.towers_left(board.player):
        return None
    return f"{colour(board.player)} has no tower left in stock", field_names(board.size)[turn.target or 0]


def bridges_at(board: Board, field: int, level: int) -> list[Bridge]:
    """The bridges on that level that end at the field or pass over it."""
    path = board.ground.path
    return [bridge for bridge in board.bridges if bridge.level == level and field in path(bridge.pair)]


def held(board: Board, field: int, count: int) -> Fault | None:
    """A bridge touches one of the top `count` towers."""
    name = field_names(board.size)[field]
    height = len(board.stack(field))
    for level in range(height, height - count, -1):
        for bridge in bridges_at(board, field, level):
            span = format_pair(board.size, bridge.pair)
            way = "ends at" if field in bridge.pair else "runs through"
            return f"{colour(bridge.owner)}'s bridge {span} {way} the tower on {name} on level {level}", name
    return None


def overbuilt(board: Board, field: int, count: int) -> Fault | None:
    """The single tower to move is the player's, but not on top."""
    stack = board.stack(field)
    if count != 1 or not stack or stack[-1] == board.player or board.player not in stack:
        return None
    name = field_names(board.size)[field]
    return f"your tower on {name} is overbuilt, {colour(stack[-1])}'s is on top", name


def not_own(board: Board, field: int, count: int) -> Fault | None:
    """The top `count` towers are not all there, or not all the player's."""
    name = field_names(board.size)[field]
    stack = board.stack(field)
    if not stack:
        return f"there is no tower on {name}", name
    if count < 1:
        return "at least one tower must move", name
    if len(stack) < count:
        return f"only {counted(len(stack), 'tower')} {'stands' if len(stack) == 1 else 'stand'} on {name}", name
    for owner in reversed(stack[-count:]):
        if owner != board.player:
            if count == 1:
                return f"the tower on {name} is {colour(owner)}'s", name
            return f"not all of the top {count} towers on {name} are {colour(board.player)}'s", name
    return None


def wrong_oust(board: Board, turn: Turn, allowed: bool) -> Fault | None:
    """Towers are to be ousted that must not be, or bridges to follow where no moved tower is left."""
    if not turn.oust:
        return None
    assert turn.target is not None
    name = field_names(board.size)[turn.target]
    if not allowed:
        return "towers are ousted only with the option ousting", name
    if fault := _not_oustable(board, turn, turn.target):
        return fault
    bridges = (*turn.bridges, *turn.taken)
    if turn.oust == turn.count and bridges:
        reason = "all moved towers leave the board with those they oust, so no bridges can follow"
        return reason, format_pair(board.size, bridges[0])
    return None


def _not_oustable(board: Board, turn: Turn, target: int) -> Fault | None:
    """The towers to be ousted are too many, not one opponent's, or not free."""
    name = field_names(board.size)[target]
    if turn.oust < 0:
        return "at least one tower must be ousted", name
    if turn.oust > turn.count:
        return f"{counted(turn.count, 'moving tower')} can oust no more than {turn.count}", name
    stack = board.stack(target)
    if len(stack) < turn.oust:
        there = counted(len(stack), "tower") if stack else "no tower"
        return f"there {'are' if len(stack) > 1 else 'is'} {there} to oust on {name}", name
    ousted = stack[-turn.oust :]
    if board.player in ousted:
        return f"a tower to be ousted on {name} is {colour(board.player)}'s own", name
    if len(set(ousted)) > 1:
        return f"the top {turn.oust} towers on {name} are not all of one colour", name
    return held(board, target, turn.oust)


def wrong_ends(board: Board, pair: Pair) -> Fault | None:
    """An end is not on a top tower of the player's own, or the heights differ. The distance is not checked."""
    names = field_names(board.size)
    span = format_pair(board.size, pair)
    stacks = [board.stack(field) for field in pair]
    for field, stack in zip(pair, stacks, strict=True):
        if not stack:
            return f"{span} cannot be laid: there is no tower on {names[field]}", span
    for field, stack in zip(pair, stacks, strict=True):
        if stack[-1] != board.player:
            whose = f"{colour(stack[-1])}'s"
            if board.player in stack:
                return f"{span} cannot be laid: your tower on {names[field]} is overbuilt, {whose} is on top", span
            return f"{span} cannot be laid: the tower on {names[field]} is {whose}", span
    low, high = (len(stack) for stack in stacks)
    if low != high:
        heights = f"{names[pair[0]]} has height {low}, {names[pair[1]]} has height {high}"
        return f"{span} cannot be laid: the heights differ, {heights}", span
    return None


def twice(board: Board, pair: Pair, before: Sequence[Pair], done: str) -> Fault | None:
    """The bridge is among those before it in the turn; `done` is what is done twice."""
    span = format_pair(board.size, pair)
    return (f"{span} is {done} twice", span) if pair in before else None


def lengthwise(ground: Ground, one: Pair, other: Pair) -> bool:
    """Whether two bridges on one level would share a half."""
    return len(set(ground.path(one)) & set(ground.path(other))) > 1


def touch(ground: Ground, one: Pair, other: Pair) -> bool:
    """Whether two bridges share a field, seen from above."""
    return not set(ground.path(one)).isdisjoint(ground.path(other))


def unconnected(ground: Ground, bridges: Sequence[Pair], begun: Iterable[Pair]) -> Pair | None:
    """The first bridge that no chain of touching bridges joins to those the turn begins with."""
    reached = list(begun)
    for bridge in reached:
        for other in bridges:
            if other not in reached and touch(ground, bridge, other):
                reached.append(other)
    return next((bridge for bridge in bridges if bridge not in reached), None)


def loose_bridge(board: Board, turn: Turn) -> Fault | None:
    """A bridge is not connected to the tower that the turn placed or moved."""
    assert turn.target is not None
    loose = unconnected(board.ground, turn.bridges, [pair for pair in turn.bridges if turn.target in pair])
    if loose is None:
        return None
    span, tower = format_pair(board.size, loose), f"the tower on {field_names(board.size)[turn.target]}"
    return f"{span} is connected neither to {tower} nor to a bridge of this turn that is", span
