"""What can be wrong with a part of a turn, in sentences; the games add the number of the rule.

Each function returns a reason and the part at fault (a field or a bridge, as written), or None.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tabletop.errors import IllegalMove
from tabletop.game import State
from tabletop.games.towers.board import Board
from tabletop.games.towers.ground import Ground, Pair
from tabletop.games.towers.pieces import Bridge, colour
from tabletop.games.towers.turn import Turn
from tabletop.grid import field_names

Fault = tuple[str, str]


def is_legal(state: State, turn: Turn) -> bool:
    """Whether the turn breaks no rule."""
    try:
        state.check(turn)
    except IllegalMove:
        return False
    return True


def counted(count: int, noun: str) -> str:
    """`1 tower`, `2 towers`."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def format_pair(size: int, pair: Pair) -> str:
    """A pair of fields as written: `e5-e7`."""
    names = field_names(size)
    return f"{names[pair[0]]}-{names[pair[1]]}"


def off_board(board: Board, turn: Turn) -> bool:
    """Whether a field of the turn does not exist, which the notation cannot say."""
    fields = [field for field in (turn.source, turn.target) if field is not None]
    for pair in (*turn.bridges, *turn.taken):
        fields += pair
    return any(not 0 <= field < board.ground.fields for field in fields)


def bridges_at(board: Board, field: int, level: int) -> list[Bridge]:
    """The bridges on that level that end at the field or pass over it."""
    path = board.ground.path
    return [bridge for bridge in board.bridges if bridge.level == level and field in path((bridge.low, bridge.high))]


def held(board: Board, field: int, count: int) -> Fault | None:
    """A bridge touches one of the top `count` towers."""
    name = field_names(board.size)[field]
    height = len(board.stack(field))
    for level in range(height, height - count, -1):
        for bridge in bridges_at(board, field, level):
            span = format_pair(board.size, (bridge.low, bridge.high))
            way = "ends at" if field in (bridge.low, bridge.high) else "runs through"
            return f"{colour(bridge.owner)}'s bridge {span} {way} the tower on {name} on level {level}", name
    return None


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


def wrong_oust(board: Board, turn: Turn) -> Fault | None:
    """The towers to be ousted are too many, not one opponent's, or not free."""
    assert turn.target is not None
    name = field_names(board.size)[turn.target]
    if turn.oust < 0:
        return "at least one tower must be ousted", name
    if turn.oust > turn.count:
        return f"{counted(turn.count, 'moving tower')} can oust no more than {turn.count}", name
    stack = board.stack(turn.target)
    if len(stack) < turn.oust:
        there = counted(len(stack), "tower") if stack else "no tower"
        return f"there {'are' if len(stack) > 1 else 'is'} {there} to oust on {name}", name
    ousted = stack[-turn.oust :]
    if board.player in ousted:
        return f"a tower to be ousted on {name} is {colour(board.player)}'s own", name
    if len(set(ousted)) > 1:
        return f"the top {turn.oust} towers on {name} are not all of one colour", name
    return held(board, turn.target, turn.oust)


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
