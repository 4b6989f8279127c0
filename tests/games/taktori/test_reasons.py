"""What bots say about their turns is true: each sentence is checked here by trying turns, without the bots' masks."""

from __future__ import annotations

import re
from itertools import islice

import pytest

from tabletop.games.taktori.polygons import polygons
from tabletop.games.taktori.reasons import reason
from tabletop.games.taktori.rules import GRID, TaktoriState
from tabletop.games.taktori.search import TaktoriTree
from tabletop.games.towers.geometry import COLOURS, field_numbers
from tabletop.games.towers.moves import Turn
from tests.bots.helpers import observation_of
from tests.games.taktori.helpers import SETUPS, built_up_states
from tests.games.taktori.test_squares import halves_of, towers_needed

MOST = 3000
FIELDS = field_numbers(9)
POINTS = r"(\d+) points?"


def as_mover(state: TaktoriState, player: int) -> TaktoriState:
    """The same board if it were the player's turn; what is fresh for somebody else no longer is by then."""
    fresh = state.fresh if state.player == player else None
    return TaktoriState(state.config, state.towers, state.vertical, state.horizontal, player, fresh=fresh)


def points_of(state: TaktoriState, player: int) -> int:
    return state.scores()[player - 1]


def most_by_closing(state: TaktoriState, player: int) -> int | None:
    """The most points by a turn that gives the player a new polygon, found by trying; None if there are too many."""
    state = as_mover(state, player)
    centre = state.config.centre
    before = {polygon.fields for polygon in polygons(state.bridges, player, centre)}
    best = 0
    for number, move in enumerate(islice(state.legal_moves(), MOST + 1)):
        if number == MOST:
            return None
        if not move.bridges:
            continue
        after = state.apply(move)
        gain = points_of(after, player) - points_of(state, player)
        if gain > best and {polygon.fields for polygon in polygons(after.bridges, player, centre)} - before:
            best = gain
    return best


def has_another_turn(state: TaktoriState, player: int) -> bool:
    """Whether the player moves again before the game ends, after this many turns at most."""
    return state.final is None or (player - state.player) % state.players < state.final


def open_squares(state: TaktoriState, player: int) -> tuple[int, int]:
    """Of the squares that can still be closed: the halves covered, and the halves covered or coverable at once."""
    covered = {half for bridge in state.bridges if bridge.owner == player for half in halves_of(bridge.pair)}
    needed: dict[tuple[int, int], int] = {}
    for pair in GRID.pairs:
        more = towers_needed(state, player, pair)
        for half in halves_of(pair) if more is not None else ():
            needed[half] = min(more or 0, needed.get(half, 9))
    laid = ready = 0
    for square in (field for field in range(72) if field % 9 < 8):
        around = {(square, square + 1), (square + 9, square + 10), (square, square + 9), (square + 1, square + 10)}
        if not around <= covered and all(half in covered or half in needed for half in around):
            laid += len(around & covered)
            ready += sum(half in covered or needed[half] == 0 for half in around)
    return laid, ready


def is_true(words: str, state: TaktoriState, turn: Turn) -> bool | None:
    """Whether the sentence holds; None if there are too many turns to find out."""
    player, after = state.player, state.apply(turn)
    if found := re.fullmatch(f"scores {POINTS}", words):
        return points_of(after, player) - points_of(state, player) == int(found[1])
    if found := re.fullmatch(f"keeps (\\w+) from scoring {POINTS} by closing polygons", words):
        rival = COLOURS.index(found[1]) + 1
        before, later = most_by_closing(state, rival), most_by_closing(after, rival)
        return None if before is None else before == int(found[2]) and later == 0 and has_another_turn(after, rival)
    if found := re.fullmatch(f"leaves (\\w+) only {POINTS} to score by closing polygons, not (\\d+)", words):
        rival = COLOURS.index(found[1]) + 1
        before, later = most_by_closing(state, rival), most_by_closing(after, rival)
        if before is None or later is None:
            return None
        return (later, before) == (int(found[2]), int(found[3])) and has_another_turn(after, rival)
    if found := re.fullmatch(f"threatens to score {POINTS} by closing polygons", words):
        before, later = most_by_closing(state, player), most_by_closing(after, player)
        if before is None or later is None:
            return None
        return later == int(found[1]) > before and has_another_turn(after, player)
    if found := re.fullmatch(r"covers (\w+)'s tower on (\w\d)(, which could have had a bridge)?", words):
        rival, field = COLOURS.index(found[1]) + 1, FIELDS[found[2]]
        if turn.target != field or state.stack(field)[-1] != rival:
            return False
        laying = any(
            needed <= (state.towers_left(rival) > 0) and state.bridges_left(rival)
            for pair in GRID.pairs
            if field in pair and (needed := needed_from(state, rival, pair, field)) is not None
        )
        return laying == bool(found[3])
    if words in ("lays a bridge towards a polygon", "lays bridges towards a polygon"):
        is_one = len(turn.bridges) == 1
        more = open_squares(after, player)[0] > open_squares(state, player)[0]
        return more and ("a bridge" in words) == is_one and has_another_turn(after, player)
    if words == "prepares a polygon":
        more = open_squares(after, player)[1] > open_squares(state, player)[1]
        return more and not turn.bridges and has_another_turn(after, player)
    if found := re.fullmatch(r"lays (\d+) bridges?", words):
        return len(turn.bridges) == int(found[1])
    if found := re.fullmatch(r"takes the empty field (\w\d)", words):
        return turn.target == FIELDS[found[1]] and not state.stack(FIELDS[found[1]])
    if found := re.fullmatch(r"builds on (\w\d)", words):
        return turn.landing == FIELDS[found[1]]
    if found := re.fullmatch(r"throws out towers on (\w\d)", words):
        return turn.target == FIELDS[found[1]] and turn.oust == turn.count
    pytest.fail(f"an unknown sentence: {words!r}")


def needed_from(state: TaktoriState, player: int, pair: tuple[int, int], field: int) -> int | None:
    """How many more towers a bridge from the player's tower on the field needs, at most one; None if it cannot be."""
    other = pair[0] if field == pair[1] else pair[1]
    level, stack = len(state.stack(field)), state.stack(other)
    if any(bridge.level == level and halves_of(bridge.pair) & halves_of(pair) for bridge in state.bridges):
        return None
    if len(stack) == level and stack[-1] == player:
        return 0
    return 1 if len(stack) + 1 == level else None


def check(states: list[TaktoriState], turns: int) -> dict[str, int]:
    """Check what is said about the best turns of each state, and some others; how often each kind of sentence came."""
    kinds: dict[str, int] = {}
    for state in states:
        tree = TaktoriTree(observation_of(state))
        candidates = [candidate.turn for candidate in tree.moves(state)[:turns]]
        others = [state.take(step).move for step in state.steps()[::37] if isinstance(step, Turn)]
        for turn in [*candidates, *others[:turns]]:
            words = reason(state, turn, None)
            assert words
            verdict = is_true(words, state, turn)
            assert verdict is not False, (words, turn, state)
            if verdict:
                kind = words.split()[0]
                kinds[kind] = kinds.get(kind, 0) + 1
    return kinds


def test_reasons_are_true() -> None:
    kinds = check(built_up_states({}, 1)[1:] + built_up_states({"options": ["immune"]}, 1)[1:], turns=2)
    assert len(kinds) >= 4, kinds


@pytest.mark.slow
@pytest.mark.parametrize("number", range(len(SETUPS)))
def test_reasons_are_true_over_many_positions(number: int) -> None:
    states = built_up_states(SETUPS[number], 12, 36)
    assert len(states) > 50
    kinds = check(states, turns=2)
    assert sum(kinds.values()) > 100, kinds


def test_a_false_reason_would_be_found() -> None:
    state = built_up_states({}, 1)[2]
    turn = next(move for move in state.legal_moves() if not state.stack(move.target or 0))
    assert is_true("takes the empty field a1", state, turn) is True
    assert is_true("scores 3 points", state, turn) is False
    assert is_true("covers blue's tower on a1", state, turn) is False if state.stack(0) else True
