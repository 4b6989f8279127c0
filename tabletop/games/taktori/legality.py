"""Whether a turn of Taktori is legal: the checks with their rule numbers, and the tables of slides (T8)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabletop.errors import IllegalMove
from tabletop.games.taktori.polygons import SIZE
from tabletop.games.towers.geometry import Pair, Stack, colour, field_names, format_pair
from tabletop.games.towers.legality import (
    check_bridge_ends,
    check_connected,
    check_free,
    check_not_fresh,
    check_not_overbuilt,
    check_not_repeated,
    check_on_board,
    check_ousting,
    check_own_towers,
    check_tower_in_stock,
    first_unconnected,
    overlap_lengthwise,
)
from tabletop.games.towers.rules import occupancy
from tabletop.text import counted

if TYPE_CHECKING:
    from tabletop.games.taktori.rules import TaktoriState
    from tabletop.games.towers.moves import Turn

_NAMES = field_names(SIZE)


def check_turn(state: TaktoriState, turn: Turn) -> None:
    """Raise IllegalMove for the first rule that the turn breaks: the tower first, then bridge by bridge."""
    if result := state.result():
        raise IllegalMove(result.rule, "the game is over")
    check_on_board("T1", state, turn)
    if turn.kind == "place":
        check_not_fresh("T26", state, turn)
        check_tower_in_stock("T5", state, turn)
    elif turn.kind == "move":
        _check_move(state, turn)
    elif turn.kind == "bridge":
        if not turn.bridges:
            raise IllegalMove("T11", "a turn without a tower lays at least one bridge")
    else:
        raise IllegalMove("T5", f"{turn.kind} is not a turn in this game: place, move or bridge")
    _check_bridges(state.after_tower(turn), turn)


def _check_move(state: TaktoriState, turn: Turn) -> None:
    source, target, count = turn.source, turn.target, turn.count
    assert source is not None and target is not None
    is_single = count == 1
    check_not_overbuilt("T7", state, source, count)
    check_own_towers("T8" if is_single else "T9", state, source, count)
    check_free("T7" if is_single else "T9", state, source, count)
    if not LINES[source] >> target & 1:
        if source == target:
            raise IllegalMove("T8", f"the tower on {_NAMES[source]} must move to a different field", _NAMES[target])
        reason = f"{_NAMES[source]} and {_NAMES[target]} are not in the same row or column"
        raise IllegalMove("T8", reason, _NAMES[target])
    if not state.config.free_slide:
        occupied = occupancy(state.towers) & state.grid.full
        if between := blockers(source, target, occupied):
            nearest = min(between, key=lambda field: abs(field - source))
            raise IllegalMove("T8", _blocked_way(source, target, nearest, state.stack(nearest)), _NAMES[target])
    check_ousting("T22", state, turn, state.config.ousting)
    check_not_fresh("T26", state, turn)


def _blocked_way(source: int, target: int, blocker: int, stack: Stack) -> str:
    """Why a tower cannot move past the field of the blocker."""
    start, end, between = _NAMES[source], _NAMES[target], _NAMES[blocker]
    if len(stack) > 1:
        return f"the stack on {between} blocks the way from {start} to {end}"
    return f"{colour(stack[0])}'s tower on {between} blocks the way from {start} to {end}"


def _check_bridges(board: TaktoriState, turn: Turn) -> None:
    """Check the bridges on the board as it is after the tower part."""
    stock = board.bridges_left(board.player)
    laid: list[Pair] = []
    for pair in turn.bridges:
        span = format_pair(SIZE, pair)
        low, high = pair
        if high - low != (2 if low // SIZE == high // SIZE else 18):
            raise IllegalMove("T4", f"{span}: a bridge joins two fields that are two apart in a row or column", span)
        check_bridge_ends("T13", board, pair)
        if len(laid) >= stock:
            player = colour(board.player)
            if not stock:
                raise IllegalMove("T13", f"{player} has no bridges left in stock", span)
            raise IllegalMove("T13", f"{player} has only {counted(stock, 'bridge')} left in stock", span)
        _check_overlap(board, pair, laid)
        laid.append(pair)
    if turn.kind == "bridge":
        if unconnected := first_unconnected(board.grid, laid, laid[:1]):
            span = format_pair(SIZE, unconnected)
            raise IllegalMove("T11", f"{span} does not touch the other bridges of this turn", span)
        return
    check_connected("T10", board, turn)


def _check_overlap(board: TaktoriState, pair: Pair, laid: list[Pair]) -> None:
    span = format_pair(SIZE, pair)
    level = len(board.stack(pair[0]))
    for bridge in board.bridges:
        other = bridge.pair
        if bridge.level == level and overlap_lengthwise(board.grid, pair, other):
            owner, other_span = colour(bridge.owner), format_pair(SIZE, other)
            reason = f"{span} would lie lengthwise on {owner}'s bridge {other_span} on level {level}"
            raise IllegalMove("T15", reason, span)
    check_not_repeated("T15", board, pair, laid)
    for other in laid:
        if len(board.stack(other[0])) == level and overlap_lengthwise(board.grid, pair, other):
            reason = f"{span} and {format_pair(SIZE, other)} would overlap lengthwise on level {level}"
            raise IllegalMove("T15", reason, span)


_COLUMN = (1 << SIZE) - 1
_ROW = sum(1 << SIZE * column for column in range(SIZE))


class _Rays(dict[int, int]):
    """By the occupied places of a line: those that a slide from `place` reaches. Filled on demand."""

    def __init__(self, place: int, stride: int) -> None:
        super().__init__()
        self.place = place
        self.stride = stride

    def __missing__(self, occupied: int) -> int:
        reached = 0
        for direction in (range(self.place - 1, -1, -1), range(self.place + 1, SIZE)):
            for place in direction:
                bit = 1 << place * self.stride
                reached |= bit
                if occupied & bit:
                    break
        self[occupied] = reached
        return reached


_VERTICAL_RAYS = tuple(_Rays(row, 1) for row in range(SIZE))
_HORIZONTAL_RAYS = tuple(_Rays(column, SIZE) for column in range(SIZE))
LINES = tuple((_COLUMN << field // SIZE * SIZE | _ROW << field % SIZE) & ~(1 << field) for field in range(SIZE * SIZE))
"""By field: all other fields of its row and column."""


def slide_targets(field: int, occupied: int) -> int:
    """The fields that a rook's slide reaches, including the first occupied one in each direction."""
    column, row = divmod(field, SIZE)
    first = column * SIZE
    vertical = _VERTICAL_RAYS[row][occupied >> first & _COLUMN] << first
    return vertical | _HORIZONTAL_RAYS[column][occupied >> row & _ROW] << row


def blockers(source: int, target: int, occupied: int) -> list[int]:
    """The occupied fields strictly between two fields of a line."""
    stride = 1 if source // SIZE == target // SIZE else SIZE
    low, high = sorted((source, target))
    return [field for field in range(low + stride, high, stride) if occupied >> field & 1]
