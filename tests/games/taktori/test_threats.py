"""Polygons that can be closed in a turn, against all turns of the rules."""

from __future__ import annotations

from itertools import islice

import pytest

from tabletop.games.taktori.polygons import polygons
from tabletop.games.taktori.rules import TaktoriState
from tabletop.games.taktori.threats import TooManyTurns, closing_drafts, closing_gain, loops
from tabletop.games.towers.moves import Turn
from tests.games.taktori.helpers import built_up_states, setups
from tests.games.towers.helpers import crowded_match, state_at, table

MOST = 4000


def closed_squares(state: TaktoriState, player: int) -> frozenset[tuple[int, ...]]:
    """The polygons of a player, by their fields."""
    return frozenset(polygon.fields for polygon in polygons(state.bridges, player, 0))


def turns_that_close(state: TaktoriState) -> set[object] | None:
    """All turns that give the player a new polygon, found by trying; None if there are too many."""
    moves = list(islice(state.legal_moves(), MOST))
    before = closed_squares(state, state.player)
    if len(moves) == MOST:
        return None
    return {move for move in moves if closed_squares(state.apply(move), state.player) - before}


def compare(state: TaktoriState) -> int | None:
    expected = turns_that_close(state)
    if expected is None:
        return None
    player = state.player
    drafts = list(closing_drafts(state))
    found = {draft.move for draft in drafts}
    assert len(found) == len(drafts)
    assert found == expected
    gains = [state.apply(move).scores()[player - 1] - state.scores()[player - 1] for move in found]
    assert closing_gain(state, player) == max([0, *gains])
    return len(found)


@pytest.mark.parametrize("seed", range(40))
def test_the_turns_that_close_a_polygon_are_found_in_crowded_positions(seed: int) -> None:
    options = "ousting immune" if seed % 2 else ""
    compare(crowded_match("taktori", seed, 2 + seed % 3, side=4, options=options).state)


@pytest.mark.slow
@setups
def test_the_turns_that_close_a_polygon_are_found_in_games(setup: dict[str, object]) -> None:
    closing = [count for state in built_up_states(setup, 3)[::2] if (count := compare(state)) is not None]
    assert closing and (any(closing) or "players" in setup)


def test_joining_two_polygons_closes_none() -> None:
    squares = "1:a1-a3@1;1:a1-c1@1;1:a3-c3@1;1:c1-c3@1;1:e1-e3@1;1:e1-g1@1;1:e3-g3@1;1:g1-g3@1"
    state = table("taktori", "a1:1 a3:1 c1:1 c3:1 e1:1 e3:1 g1:1 g3:1 i9:2", squares).state
    state.check(Turn("bridge", bridges=((18, 36),)))
    assert compare(state) == 0


def test_a_square_that_lacks_one_tower_is_a_threat() -> None:
    state = state_at("taktori", "x9/x9/x9/x9/x9/x9/1,x,1,x6/x9/1,x8 - 2 -")
    assert closing_gain(state, 1) == 4
    assert closing_gain(state, 2) == 0
    covered = state.apply(next(move for move in state.legal_moves() if move.target == 0))
    assert closing_gain(covered, 1) == 0


def test_loops_are_what_is_left_without_loose_ends() -> None:
    square = (1 | 1 << 9, 1 | 1 << 1)
    assert loops(square) == square
    assert loops((square[0] | 1 << 1, square[1] | 1 << 18)) == square
    assert loops((1, 1 | 1 << 1)) == (0, 0)


def test_very_many_turns_are_not_tried() -> None:
    match = table("taktori", " ".join(f"{column}{row}:1" for column in "aceg" for row in (2, 4, 6, 8))[: -len(" g8:1")])
    with pytest.raises(TooManyTurns):
        closing_gain(match.state, 1)
