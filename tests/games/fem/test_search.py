"""Fem's search positions and turns, against the rules."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest

from tabletop.games.fem.rules import Config, FemState
from tabletop.games.fem.search import (
    FULL,
    closed_fields,
    is_stuck,
    loses_by_overbuilding,
    make_candidate,
    search_position,
    tower_moves,
    winning_turn,
    with_all_bridges,
)
from tabletop.games.towers.moves import Turn
from tests.games.fem.helpers import built_up_states, configs, placements
from tests.games.towers.helpers import state_at


@configs
def test_turns_with_all_bridges_are_legal_and_lead_where_the_rules_lead(config: Config) -> None:
    compared = 0
    for state in built_up_states(config, 12)[::5]:
        position = search_position(state)
        parts = placements(state)
        parts += islice(tower_moves(position, state.player, config, FULL, FULL), 30)
        for part in parts:
            candidate = with_all_bridges(position, part, config)
            state.check(candidate.turn)
            after = state.apply(candidate.turn)
            if not is_stuck(candidate.position):
                compared += 1
                assert search_position(after) == candidate.position
                assert after.winner == candidate.position.winner
    assert compared > 1000


@configs
def test_tower_moves_are_those_of_the_rules(config: Config) -> None:
    for state in built_up_states(config, 6)[::6]:
        listed = [step for step in state.steps() if isinstance(step, Turn) and step.kind == "move"]
        assert list(tower_moves(search_position(state), state.player, config, FULL, FULL)) == listed


@pytest.mark.slow
@configs
def test_a_win_in_one_is_found_exactly_where_the_rules_have_one(config: Config) -> None:
    wins = 0
    for state in built_up_states(config, 30)[::2]:
        turn = winning_turn(search_position(state), state.player, config)
        if turn:
            wins += 1
            state.check(turn)
            assert state.apply(turn).winner == state.player
        else:
            assert all(state.apply(move).winner != state.player for move in islice(state.legal_moves(), 2000))
    assert wins > 3


def test_a_win_away_from_the_new_tower_is_found() -> None:
    """The tower on a2 only leads to bridges that could have been laid before; no single one of them closes a loop."""
    state = state_at("fem", "x5/x5/x,1,1,x2/x,1,1,x2/2,2,2,x2 1:b2-b3@1;1:b3-c3@1 1")
    turn = winning_turn(search_position(state), 1, Config())
    assert turn is not None
    assert state.apply(turn).winner == 1
    assert len(turn.bridges) == 3


def test_a_win_with_a_bridge_below_the_new_tower_is_found() -> None:
    """The tower on d1 needs one new bridge: the other that ends there lies a level below, from c1 to d1."""
    position = "x5/x5/x,1,1,12,x/x,1,221,12,1/x2,2,2,1 2:c1-c2@1;2:c1-d1@1;2:c2-d2@2;1:d2-d3@1;2:d2-d3@2 2"
    state = state_at("fem", position)
    turn = winning_turn(search_position(state), 2, Config())
    assert turn is not None and turn.bridges == ((15, 16),)
    assert state.apply(turn).winner == 2


def test_being_stuck_is_having_no_legal_turn() -> None:
    stuck = 0
    for seed in range(12):
        state = FemState(Config())
        rng = Random(seed)
        while not state.winner and len(state.steps()) > 0:
            tops = [field for field in range(25) if state.stack(field)[-1:] == (1,)]
            if state.player == 2 and tops and state.towers_left(2):
                turn = Turn("place", target=tops[0])
            else:
                steps = [step for step in state.steps() if isinstance(step, Turn)]
                turn = steps[int(rng.random() * len(steps))]
            after = state.apply(turn)
            assert is_stuck(search_position(after)) == (after.rule == "F7")
            stuck += after.rule == "F7"
            state = after
    assert stuck > 3


def test_overbuilding_every_tower_at_once_wins() -> None:
    """Who has no tower on top, and no more towers in stock than the other, is lost (F7)."""
    for seed in range(6):
        rng = Random(seed)
        state: FemState = FemState(Config())
        while not state.winner:
            if state.player == 1:
                steps = [step for step in state.steps() if isinstance(step, Turn)]
                draft = state.take(steps[int(rng.random() * len(steps))])
                state = state.apply(list(islice(draft.turns(), 5))[-1])
            else:
                (top,) = [field for field in range(25) if state.stack(field)[-1:] == (1,)]
                state = state.apply(Turn("place", target=top))
                assert state.winner or loses_by_overbuilding(search_position(state), Config())
        assert (state.winner, state.rule) == (2, "F7")


@configs
def test_candidates_lead_where_the_rules_lead(config: Config) -> None:
    for state in built_up_states(config, 4)[::6]:
        for move in islice(state.legal_moves(), 0, 300, 29):
            assert make_candidate(search_position(state), move, config).position == search_position(state.apply(move))


@configs
def test_f11_f12_closed_fields_are_those_where_the_rules_allow_no_placement(config: Config) -> None:
    for state in built_up_states(config, 6)[::3]:
        if state.towers_left(state.player):
            closed = closed_fields(search_position(state), state.player, config)
            allowed = [turn.target for turn in placements(state)]
            assert allowed == [field for field in range(25) if not closed >> field & 1]


def test_f11_the_fresh_field_does_not_bind_the_player_who_is_not_to_move() -> None:
    state = state_at("fem", "x5/x5/x,1,x3/x,1,1,x2/x5 - 1", options="immune")
    fresh = state.apply(Turn("place", target=12))
    threat = winning_turn(search_position(fresh), 1, fresh.config)
    assert fresh.fresh == 12 and threat is not None
    fresh.check(Turn("place", target=13))


@pytest.mark.parametrize("option", ["immune", "nocover"])
def test_f11_f12_nobody_wins_by_overbuilding_every_tower(option: str) -> None:
    covered = search_position(state_at("fem", "x5/x5/x2,12,x2/x5/x5 - 1"))
    assert loses_by_overbuilding(covered, Config())
    assert not loses_by_overbuilding(covered, Config()._replace(**{option: True}))
