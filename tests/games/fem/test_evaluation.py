"""How Fem's squares are counted."""

from __future__ import annotations

from tabletop.games.fem.evaluation import closable_squares
from tabletop.games.fem.search import (
    search_position,
)
from tests.games.towers.helpers import state_at


def test_closable_squares_are_counted_by_missing_towers() -> None:
    state = state_at("fem", "x5/x5/x,1,x3/x,1,1,x2/x5 - 1")
    assert closable_squares(search_position(state), 1)[0] == 1
    state = state_at("fem", "x5/x5/x,1,x3/x,1,x3/x5 1:b2-b3@1 1")
    assert closable_squares(search_position(state), 1)[:2] == (0, 2)
    state = state_at("fem", "x5/x5/x,12,x3/x,1,1,x2/x5 - 1")
    assert closable_squares(search_position(state), 1)[0] == 0
