"""What is wrong with a turn of Taktori Fem: the one truth on legality, rule by rule."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabletop.errors import IllegalMove
from tabletop.game import NOBODY
from tabletop.games.towers import legality as faults
from tabletop.games.towers.geometry import Pair, colour, field_names, format_pair
from tabletop.games.towers.legality import refuse
from tabletop.text import counted

if TYPE_CHECKING:
    from tabletop.games.fem.rules import FemState
    from tabletop.games.towers.moves import Turn


_NAMES = field_names(5)


def check_turn(state: FemState, turn: Turn) -> None:
    """Raises IllegalMove with the first rule that the turn breaks: the tower's part first, then bridge by bridge."""
    if state.to_move == NOBODY:
        raise IllegalMove(state.rule, "the game is over")
    refuse("F1", faults.off_board(state, turn))
    if turn.kind == "place":
        refuse("F3", faults.no_tower_left(state, turn))
    elif turn.kind == "move":
        _check_move(state, turn)
    else:
        _check_bridge_only(state, turn)
    _check_bridges(state.after_tower(turn), turn)


def _check_move(state: FemState, turn: Turn) -> None:
    source, target, count = turn.source, turn.target, turn.count
    assert source is not None and target is not None
    refuse("F3", faults.overbuilt(state, source, count))
    if count != 1 and not state.variant.stacks:
        raise IllegalMove("F9", "several towers move together only with the option stacks", _NAMES[source])
    rule = "F3" if count == 1 else "F9"
    refuse(rule, faults.not_own(state, source, count))
    refuse(rule, faults.held(state, source, count))
    if source == target:
        raise IllegalMove("F3", f"a tower moves to another field than {_NAMES[source]}", _NAMES[target])
    refuse("F10", faults.wrong_oust(state, turn, state.variant.ousting))


def _check_bridge_only(state: FemState, turn: Turn) -> None:
    """Judge how many bridges are laid and taken up."""
    wanted = {"bridge": (1, 0), "shift": (1, 1), "remove": (0, 1)}
    if turn.kind not in wanted:
        raise IllegalMove("F3", f"{turn.kind} is no turn of this game: place, move, bridge, shift or remove")
    if (len(turn.bridges), len(turn.taken)) != wanted[turn.kind]:
        told = {
            "bridge": "a turn without a tower lays exactly one new bridge from stock",
            "shift": "exactly one bridge is shifted in a turn",
            "remove": "exactly one bridge is removed in a turn",
        }
        several = (*turn.bridges[1:], *turn.taken)
        raise IllegalMove("F3", told[turn.kind], format_pair(5, several[0]) if several else "")
    if turn.kind == "bridge" and not state.bridges_left(state.player):
        raise IllegalMove("F3", f"{colour(state.player)} has no bridge left in stock", format_pair(5, turn.bridges[0]))
    if turn.kind == "shift" and turn.bridges == turn.taken:
        span = format_pair(5, turn.taken[0])
        raise IllegalMove("F3", f"{span} must be laid on another pair of fields", span)


def _check_bridges(board: FemState, turn: Turn) -> None:
    """Judge the bridges on the board as it is once the tower stands."""
    for index, pair in enumerate(turn.bridges):
        _check_laid(board, turn, pair, turn.bridges[:index])
    for index, pair in enumerate(turn.taken):
        _check_taken(board, pair, turn.taken[:index])
    if turn.target is None:
        return
    both = [pair for pair in turn.bridges if pair in turn.taken]
    if both:
        span = format_pair(5, both[0])
        raise IllegalMove("F5", f"{span} is both taken up and laid in one turn", span)
    if len(turn.taken) > len(turn.bridges):
        reason = f"{counted(len(turn.taken), 'bridge')} taken up, but only {len(turn.bridges)} laid"
        raise IllegalMove("F5", reason, format_pair(5, turn.taken[len(turn.bridges)]))
    stock = board.bridges_left(board.player)
    needed = len(turn.bridges) - len(turn.taken)
    if needed > stock:
        left = f"only {counted(stock, 'bridge')}" if stock else "no bridge"
        reason = f"{colour(board.player)} has {left} left in stock, and {needed} must come from there"
        raise IllegalMove("F5", reason, format_pair(5, turn.bridges[-1]))
    refuse("F5", faults.loose_bridge(board, turn))


def _check_neighbours(pair: Pair) -> None:
    low, high = pair
    if high - low != (1 if low // 5 == high // 5 else 5):
        span = format_pair(5, pair)
        raise IllegalMove("F2", f"{span}: a bridge joins two fields next to each other in a row or column", span)


def _check_laid(board: FemState, turn: Turn, pair: Pair, before: tuple[Pair, ...]) -> None:
    _check_neighbours(pair)
    span = format_pair(5, pair)
    refuse("F2", faults.wrong_ends(board, pair))
    refuse("F2", faults.twice(board, pair, before, "laid"))
    level = len(board.stack(pair[0]))
    lying = [bridge for bridge in board.bridges if bridge.pair == pair and bridge.level == level]
    if lying and pair not in turn.taken:
        raise IllegalMove("F2", f"there is a bridge on {span} on level {level} already", span)


def _check_taken(board: FemState, pair: Pair, before: tuple[Pair, ...]) -> None:
    _check_neighbours(pair)
    span = format_pair(5, pair)
    lying = [bridge for bridge in board.bridges if bridge.pair == pair]
    own = [bridge for bridge in lying if bridge.owner == board.player]
    if not own:
        reason = f"the bridge on {span} is {colour(lying[-1].owner)}'s" if lying else f"there is no bridge on {span}"
        raise IllegalMove("F2", reason, span)
    refuse("F2", faults.twice(board, pair, before, "taken up"))
    for field in pair:
        if len(board.stack(field)) > own[-1].level:
            reason = f"the bridge {span} is overbuilt: a tower stands on its end on {_NAMES[field]}"
            raise IllegalMove("F4", reason, span)
