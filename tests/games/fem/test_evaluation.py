"""How Fem's squares are counted."""

from __future__ import annotations

from tabletop.games.fem.evaluation import closable_squares
from tabletop.games.fem.search import search_position
from tests.games.towers.helpers import state_at


def test_closable_squares_are_counted_by_missing_towers() -> None:
    state = state_at("fem", "x5/x5/x,1,x3/x,1,1,x2/x5 - 1")
    assert closable_squares(search_position(state), 1, nocover=False)[0] == 1
    state = state_at("fem", "x5/x5/x,1,x3/x,1,x3/x5 1:b2-b3@1 1")
    assert closable_squares(search_position(state), 1, nocover=False)[:2] == (0, 2)
    state = state_at("fem", "x5/x5/x,12,x3/x,1,1,x2/x5 - 1")
    assert closable_squares(search_position(state), 1, nocover=False)[0] == 0


def test_f12_squares_that_need_a_tower_on_an_opposing_one_are_lost() -> None:
    state = state_at("fem", "x5/x5/x,11,11,x2/x,11,2,x2/x5 - 1")
    covered = closable_squares(search_position(state), 1, nocover=False)
    assert covered[0] == 1
    kept = closable_squares(search_position(state), 1, nocover=True)
    assert kept[0] == 0 and kept[1] == covered[1]
