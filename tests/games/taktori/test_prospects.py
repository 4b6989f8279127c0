"""What bots think can be closed soon, against a plain count of loops."""

from __future__ import annotations

from tabletop.games.taktori.prospects import Prospects, free_lines, prospects, reach
from tabletop.games.taktori.rules import GRID, TaktoriState, layable_bridges
from tabletop.games.towers.geometry import Pair
from tabletop.games.towers.moves import Turn
from tabletop.games.towers.rules import occupancy
from tests.games.taktori.helpers import built_up_states
from tests.games.towers.helpers import state_at


def prospects_of(state: TaktoriState, player: int) -> Prospects:
    own, occupied = state.towers[player - 1], occupancy(state.towers)
    around = reach(occupied, *free_lines(occupied, state.vertical, state.horizontal))
    return prospects(own, GRID.flatten(state.vertical & own), GRID.flatten(state.horizontal & own), around)


def loops_of(pairs: set[Pair]) -> int:
    """How many independent loops bridges form: halves - fields + connected groups."""
    halves = {half for pair in pairs for half in zip(GRID.path(pair), GRID.path(pair)[1:], strict=False)}
    fields = {field for half in halves for field in half}
    group = {field: field for field in fields}
    for low, high in halves:
        old, new = group[high], group[low]
        group = {field: new if number == old else number for field, number in group.items()}
    return len(halves) - len(fields) + len(set(group.values()))


def laid(state: TaktoriState, player: int) -> set[Pair]:
    return {bridge.pair for bridge in state.bridges if bridge.owner == player}


def layable(state: TaktoriState, player: int) -> set[Pair]:
    bridges = layable_bridges(state.towers[player - 1], occupancy(state.towers), state.vertical, state.horizontal)
    return set(GRID.pairs_of(*bridges))


def test_closing_fields_are_those_where_a_tower_closes_a_loop() -> None:
    found = closable = 0
    for options in ({}, {"options": ["immune"]}, {"players": 4}):
        for state in built_up_states(options, 1, 40):
            for player in range(1, state.players + 1):
                now = laid(state, player)
                ready = now | layable(state, player)
                expected = []
                mover = TaktoriState(state.config, state.towers, state.vertical, state.horizontal, player)
                for field in range(81):
                    after = mover.after_tower(Turn("place", target=field))
                    star = {pair for pair in layable(after, player) if field in pair}
                    if (number := loops_of(ready | star) - loops_of(ready)) > 0:
                        expected.append((field, number))
                told = prospects_of(state, player)
                assert told.closable == loops_of(ready) - loops_of(now)
                assert list(told.closing) == expected
                found += len(expected)
                closable += told.closable
    assert found > 50 and closable > 0, (found, closable)


def test_around_the_centre_only_squares_there_have_prospects() -> None:
    rows = "x9/x9/x9/x9/x9/x9/1,x,1,x6/x9/1,x8 1:a1-a3@1;1:a3-c3@1 1 -"
    state = state_at("taktori", rows)
    assert prospects_of(state, 1).closing == ((18, 1),)
    occupied = occupancy(state.towers)
    around = reach(occupied, *free_lines(occupied, state.vertical, state.horizontal, centre=1))
    own = state.towers[0]
    assert not prospects(own, GRID.flatten(state.vertical), GRID.flatten(state.horizontal), around).closing


def test_squares_on_all_sides_of_the_centre_have_the_same_prospects() -> None:
    """Towers around d4 and, mirrored, around f6: in both cases the centre is the fourth corner."""
    found = []
    for rows in ("x9/x9/x9/x9/x2,1,x6/x9/x2,1,x,1,x4/x9/x9 - 1 -", "x9/x9/x4,1,x,1,x2/x9/x6,1,x2/x9/x9/x9/x9 - 1 -"):
        state = state_at("taktori", rows, options="centre=1")
        occupied = occupancy(state.towers)
        around = reach(occupied, *free_lines(occupied, state.vertical, state.horizontal, centre=1))
        found.append(prospects(state.towers[0], 0, 0, around).closing)
    assert found[0] == found[1] == ((40, 1),)
