"""What is wrong with a turn of Taktori: the one truth on legality, rule by rule."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabletop.errors import IllegalMove
from tabletop.game import NOBODY
from tabletop.games.towers import legality as faults
from tabletop.games.towers.geometry import Pair, colour, field_names, format_pair
from tabletop.games.towers.legality import refuse
from tabletop.games.towers.rules import standing_of

if TYPE_CHECKING:
    from tabletop.games.taktori.rules import TaktoriState
    from tabletop.games.towers.moves import Turn


SIZE = 9
_COLUMN = (1 << SIZE) - 1
_ROW = sum(1 << SIZE * column for column in range(SIZE))


class _Rays(dict[int, int]):
    """By occupancy of a line, the places that can be reached from one place in it; filled as they are asked for."""

    def __init__(self, place: int, stride: int) -> None:
        super().__init__()
        self.place = place
        self.stride = stride

    def __missing__(self, occupied: int) -> int:
        reached = 0
        for way in (range(self.place - 1, -1, -1), range(self.place + 1, SIZE)):
            for place in way:
                bit = 1 << place * self.stride
                reached |= bit
                if occupied & bit:
                    break
        self[occupied] = reached
        return reached


_UPRIGHT = tuple(_Rays(row, 1) for row in range(SIZE))
_LEVEL = tuple(_Rays(column, SIZE) for column in range(SIZE))
LINES = tuple((_COLUMN << field // SIZE * SIZE | _ROW << field % SIZE) & ~(1 << field) for field in range(SIZE * SIZE))
"""By field: all other fields of its row and column."""


def slide_targets(field: int, occupied: int) -> int:
    """The fields that a rook's slide reaches, the first occupied one each way included."""
    column, row = divmod(field, SIZE)
    foot = column * SIZE
    return (_UPRIGHT[row][occupied >> foot & _COLUMN] << foot) | (_LEVEL[column][occupied >> row & _ROW] << row)


def blockers(source: int, target: int, occupied: int) -> list[int]:
    """The occupied fields strictly between two fields of one line."""
    stride = 1 if source // SIZE == target // SIZE else SIZE
    low, high = sorted((source, target))
    return [field for field in range(low + stride, high, stride) if occupied >> field & 1]


_NAMES = field_names(9)


def check_turn(state: TaktoriState, turn: Turn) -> None:
    """Raises IllegalMove with the first rule that the turn breaks: the tower's part first, then bridge by bridge."""
    if state.to_move == NOBODY:
        raise IllegalMove("T17", "the game is over")
    refuse("T1", faults.off_board(state, turn))
    if turn.kind == "place":
        refuse("T5", faults.no_tower_left(state, turn))
    elif turn.kind == "move":
        _check_move(state, turn)
    elif turn.kind == "bridge":
        if not turn.bridges:
            raise IllegalMove("T11", "a turn with bridges alone lays at least one")
    else:
        raise IllegalMove("T5", f"{turn.kind} is no turn of this game: place, move or bridge")
    _check_bridges(state.after_tower(turn), turn)


def _check_move(state: TaktoriState, turn: Turn) -> None:
    source, target, count = turn.source, turn.target, turn.count
    assert source is not None and target is not None
    single = count == 1
    refuse("T7", faults.overbuilt(state, source, count))
    refuse("T8" if single else "T9", faults.not_own(state, source, count))
    refuse("T7" if single else "T9", faults.held(state, source, count))
    if not LINES[source] >> target & 1:
        where = f"{_NAMES[source]} and {_NAMES[target]}"
        reason = f"{where} are one field" if source == target else f"{where} are not in one row or column"
        raise IllegalMove("T8", reason, _NAMES[target])
    if not state.variant.free_slide:
        occupied = standing_of(state.towers) & state.ground.full
        if between := blockers(source, target, occupied):
            near = min(between, key=lambda field: abs(field - source))
            way = f"the way from {_NAMES[source]} to {_NAMES[target]} is blocked"
            towers = "the stack" if len(state.stack(near)) > 1 else f"{colour(state.stack(near)[0])}'s tower"
            raise IllegalMove("T8", f"{way} by {towers} on {_NAMES[near]}", _NAMES[target])
    refuse("T22", faults.wrong_oust(state, turn, state.variant.ousting))


def _check_bridges(board: TaktoriState, turn: Turn) -> None:
    """Judge the bridges on the board as it is once the tower stands."""
    stock = board.bridges_left(board.player)
    laid: list[Pair] = []
    for pair in turn.bridges:
        span = format_pair(9, pair)
        low, high = pair
        if high - low != (2 if low // 9 == high // 9 else 18):
            raise IllegalMove("T4", f"{span}: a bridge joins two fields of a row or column that lie two apart", span)
        refuse("T13", faults.wrong_ends(board, pair))
        if len(laid) >= stock:
            left = f"only {stock}" if stock else "no"
            reason = f"{colour(board.player)} has {left} {'bridge' if stock == 1 else 'bridges'} left in stock"
            raise IllegalMove("T13", reason, span)
        _check_overlap(board, pair, laid)
        laid.append(pair)
    if turn.kind == "bridge":
        if loose := faults.unconnected(board.ground, laid, laid[:1]):
            reason = f"{format_pair(9, loose)} does not touch the other bridges of this turn"
            raise IllegalMove("T11", reason, format_pair(9, loose))
        return
    refuse("T10", faults.loose_bridge(board, turn))


def _check_overlap(board: TaktoriState, pair: Pair, laid: list[Pair]) -> None:
    span = format_pair(9, pair)
    level = len(board.stack(pair[0]))
    for bridge in board.bridges:
        other = bridge.pair
        if bridge.level == level and faults.lengthwise(board.ground, pair, other):
            whose = f"{colour(bridge.owner)}'s bridge {format_pair(9, other)}"
            raise IllegalMove("T15", f"{span} would lie lengthwise on {whose} on level {level}", span)
    refuse("T15", faults.twice(board, pair, laid, "laid"))
    for other in laid:
        if len(board.stack(other[0])) == level and faults.lengthwise(board.ground, pair, other):
            reason = f"{span} and {format_pair(9, other)} would lie lengthwise on each other on level {level}"
            raise IllegalMove("T15", reason, span)
