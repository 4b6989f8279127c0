"""Whether a turn of Taktori Fem is legal: the checks with their rule numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabletop.errors import IllegalMove
from tabletop.game import NOBODY
from tabletop.games.towers.geometry import Pair, colour, field_names, format_pair
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
)
from tabletop.text import counted

if TYPE_CHECKING:
    from tabletop.games.fem.rules import FemState
    from tabletop.games.towers.moves import Turn

SIZE = 5
_NAMES = field_names(SIZE)


def check_turn(state: FemState, turn: Turn) -> None:
    """Raise IllegalMove for the first rule that the turn breaks: the tower first, then bridge by bridge."""
    if state.to_move == NOBODY:
        raise IllegalMove(state.rule, "the game is over")
    check_on_board("F1", state, turn)
    if turn.kind == "place":
        check_tower_in_stock("F3", state, turn)
        _check_landing(state, turn)
    elif turn.kind == "move":
        _check_move(state, turn)
    else:
        _check_bridge_only(state, turn)
    _check_bridges(state.after_tower(turn), turn)


def _check_move(state: FemState, turn: Turn) -> None:
    source, target, count = turn.source, turn.target, turn.count
    assert source is not None and target is not None
    check_not_overbuilt("F3", state, source, count)
    if count != 1 and not state.config.stacks:
        raise IllegalMove("F9", "you can move several towers together only with the option `stacks`", _NAMES[source])
    rule = "F3" if count == 1 else "F9"
    check_own_towers(rule, state, source, count)
    check_free(rule, state, source, count)
    if source == target:
        raise IllegalMove("F3", f"the tower on {_NAMES[source]} must move to a different field", _NAMES[target])
    check_ousting("F10", state, turn, state.config.ousting)
    _check_landing(state, turn)


def _check_landing(state: FemState, turn: Turn) -> None:
    """The options allow a tower where the turn puts one."""
    if state.config.nocover and turn.landing is not None:
        stack = state.stack(turn.landing)
        below = stack[: len(stack) - turn.oust]
        if below and below[-1] != state.player:
            name, owner = _NAMES[turn.landing], colour(below[-1])
            if turn.oust:
                reason = f"{owner}'s next tower on {name} would be covered, which `nocover` forbids"
            else:
                reason = f"the tower on {name} is {owner}'s, and `nocover` forbids covering it"
            raise IllegalMove("F12", reason, name)
    check_not_fresh("F11", state, turn)


def _check_bridge_only(state: FemState, turn: Turn) -> None:
    """Check how many bridges are laid and taken up."""
    numbers = {"bridge": (1, 0), "shift": (1, 1), "remove": (0, 1)}
    if turn.kind not in numbers:
        raise IllegalMove("F3", f"{turn.kind} is not a turn in this game: place, move, bridge, shift or remove")
    if (len(turn.bridges), len(turn.taken)) != numbers[turn.kind]:
        reasons = {
            "bridge": "a turn without a tower lays exactly one new bridge from stock",
            "shift": "a turn shifts exactly one bridge",
            "remove": "a turn removes exactly one bridge",
        }
        surplus = (*turn.bridges[1:], *turn.taken)
        raise IllegalMove("F3", reasons[turn.kind], format_pair(SIZE, surplus[0]) if surplus else "")
    if turn.kind == "bridge" and not state.bridges_left(state.player):
        reason = f"{colour(state.player)} has no bridges left in stock; shift or remove one instead"
        raise IllegalMove("F3", reason, format_pair(SIZE, turn.bridges[0]))
    if turn.kind == "shift" and turn.bridges == turn.taken:
        span = format_pair(SIZE, turn.taken[0])
        raise IllegalMove("F3", f"shift {span} to a different pair of fields", span)


def _check_bridges(board: FemState, turn: Turn) -> None:
    """Check the bridges on the board as it is after the tower part."""
    for index, pair in enumerate(turn.bridges):
        _check_laid(board, turn, pair, turn.bridges[:index])
    for index, pair in enumerate(turn.taken):
        _check_taken(board, pair, turn.taken[:index])
    if turn.target is None:
        return
    both = [pair for pair in turn.bridges if pair in turn.taken]
    if both:
        span = format_pair(SIZE, both[0])
        raise IllegalMove("F5", f"{span} cannot be both taken up and laid in one turn", span)
    if len(turn.taken) > len(turn.bridges):
        reason = f"you take up {counted(len(turn.taken), 'bridge')} but lay only {len(turn.bridges)}"
        raise IllegalMove("F5", reason, format_pair(SIZE, turn.taken[len(turn.bridges)]))
    stock = board.bridges_left(board.player)
    needed = len(turn.bridges) - len(turn.taken)
    if needed > stock:
        player, bridges = colour(board.player), counted(needed, "bridge")
        if stock:
            reason = f"the turn needs {bridges} from stock, but {player} has only {stock}"
        else:
            reason = f"the turn needs {bridges} from stock, but {player} has none left"
        raise IllegalMove("F5", reason, format_pair(SIZE, turn.bridges[-1]))
    check_connected("F5", board, turn)


def _check_neighbours(pair: Pair) -> None:
    low, high = pair
    if high - low != (1 if low // SIZE == high // SIZE else SIZE):
        span = format_pair(SIZE, pair)
        raise IllegalMove("F2", f"{span}: a bridge joins two neighbouring fields in a row or column", span)


def _check_laid(board: FemState, turn: Turn, pair: Pair, earlier: tuple[Pair, ...]) -> None:
    _check_neighbours(pair)
    span = format_pair(SIZE, pair)
    check_bridge_ends("F2", board, pair)
    check_not_repeated("F2", board, pair, earlier)
    level = len(board.stack(pair[0]))
    lying = [bridge for bridge in board.bridges if bridge.pair == pair and bridge.level == level]
    if lying and pair not in turn.taken:
        raise IllegalMove("F2", f"there is already a bridge on {span} on level {level}", span)


def _check_taken(board: FemState, pair: Pair, earlier: tuple[Pair, ...]) -> None:
    _check_neighbours(pair)
    span = format_pair(SIZE, pair)
    lying = [bridge for bridge in board.bridges if bridge.pair == pair]
    own = [bridge for bridge in lying if bridge.owner == board.player]
    if not own:
        reason = f"the bridge on {span} is {colour(lying[-1].owner)}'s" if lying else f"there is no bridge on {span}"
        raise IllegalMove("F2", reason, span)
    check_not_repeated("F2", board, pair, earlier)
    for field in pair:
        if len(board.stack(field)) > own[-1].level:
            reason = f"the bridge {span} is overbuilt: a tower stands on its end at {_NAMES[field]}"
            raise IllegalMove("F4", reason, span)
