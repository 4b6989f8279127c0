"""Bots of Fem: the workspace keeps to the rules, wins are seen, avoidable losses avoided."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest

from tabletop.bots.bot import DECIDED
from tabletop.bots.limit import Limit
from tabletop.bots.specs import make_controller
from tabletop.games import load
from tabletop.games.fem.bots import FemTree
from tabletop.games.fem.evaluation import closable_squares
from tabletop.games.fem.rules import Config, FemState
from tabletop.games.fem.search import (
    FULL,
    full_state,
    is_stuck,
    loses_by_overbuilding,
    make_candidate,
    search_position,
    tower_moves,
    winning_turn,
    with_all_bridges,
)
from tabletop.games.towers.moves import Turn
from tests.bots.helpers import observation_of
from tests.helpers import new_match, play_randomly

GAME = load("fem")
CONFIGS = [Config(), Config(stacks=True, ousting=True)]
configs = pytest.mark.parametrize("config", CONFIGS, ids=["plain", "options"])


def built_up(config: Config, games: int, plies: int = 26) -> list[FemState]:
    """Positions in which towers and bridges lie close together: mostly placements, every bridge laid."""
    found = []
    for seed in range(games):
        rng = Random(seed)
        state = FemState(config)
        for _ in range(plies):
            parts = [Turn("place", target=field) for field in range(25)] if rng.random() < 0.8 else []
            parts = parts or list(tower_moves(search_position(state), state.player, config, FULL, FULL))
            if not parts or state.winner:
                break
            candidate = with_all_bridges(search_position(state), parts[int(rng.random() * len(parts))])
            if candidate.position.winner:
                continue
            state = full_state(candidate.position, config).settled()
            if state.winner:
                break
            found.append(state)
    return found


def position(text: str) -> FemState:
    state = GAME.parse_position(text, new_match("fem").setup)  # type: ignore[misc]
    assert isinstance(state, FemState)
    return state


@configs
def test_built_turns_are_legal_and_lead_where_the_rules_lead(config: Config) -> None:
    compared = 0
    for state in built_up(config, 12)[::5]:
        position = search_position(state)
        parts = [Turn("place", target=field) for field in range(25) if state.towers_left(state.player)]
        parts += islice(tower_moves(position, state.player, config, FULL, FULL), 30)
        for part in parts:
            candidate = with_all_bridges(position, part)
            state.check(candidate.turn)
            after = state.apply(candidate.turn)
            if not is_stuck(candidate.position):
                compared += 1
                assert search_position(after) == candidate.position
                assert after.winner == candidate.position.winner
    assert compared > 1000


@configs
def test_moves_of_towers_are_those_of_the_rules(config: Config) -> None:
    for state in built_up(config, 6)[::6]:
        listed = [step for step in state.steps() if isinstance(step, Turn) and step.kind == "move"]
        assert list(tower_moves(search_position(state), state.player, config, FULL, FULL)) == listed


@configs
def test_a_win_in_one_is_found_exactly_where_the_rules_have_one(config: Config) -> None:
    wins = 0
    for state in built_up(config, 30)[::2]:
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
    state = position("x5/x5/x,1,1,x2/x,1,1,x2/2,2,2,x2 1:b2-b3@1;1:b3-c3@1 1")
    turn = winning_turn(search_position(state), 1, Config())
    assert turn is not None
    assert state.apply(turn).winner == 1
    assert len(turn.bridges) == 3


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
                assert state.winner or loses_by_overbuilding(search_position(state))
        assert (state.winner, state.rule) == (2, "F7")


def test_hopes_count_squares_by_missing_towers() -> None:
    state = position("x5/x5/x,1,x3/x,1,1,x2/x5 - 1")
    assert closable_squares(search_position(state), 1)[0] == 1
    state = position("x5/x5/x,1,x3/x,1,x3/x5 1:b2-b3@1 1")
    assert closable_squares(search_position(state), 1)[:2] == (0, 2)
    state = position("x5/x5/x,12,x3/x,1,1,x2/x5 - 1")
    assert closable_squares(search_position(state), 1)[0] == 0


@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
def test_a_loop_is_closed(level: str) -> None:
    seat = make_controller(GAME, level)
    state = position("x5/x5/x,1,x3/2,1,1,x2/x,2,2,x2 - 1")
    info = seat.bot.think(observation_of(state), seat.limit(nodes=50))
    assert GAME.format_move(info.move) == "place on c3 bridge b2-b3, b2-c2, b3-c3, c2-c3"
    assert info.explanation == "closes a loop and wins"
    assert info.value is not None and info.value > DECIDED


@pytest.mark.parametrize("level", ["medium", "hard"])
def test_a_loop_is_stopped(level: str) -> None:
    seat = make_controller(GAME, level)
    state = position("x5/x5/x,1,x3/2,1,1,x2/x,2,x3 - 2")
    info = seat.bot.think(observation_of(state), seat.limit(nodes=50))
    assert not winning_turn(search_position(state.apply(info.move)), 1, Config())
    assert info.explanation == "stops the loop that a tower on c3 would close"


@pytest.mark.parametrize(
    "config", [pytest.param(CONFIGS[0], id="plain"), pytest.param(CONFIGS[1], id="options", marks=pytest.mark.slow)]
)
def test_hard_never_misses_a_win_nor_allows_an_avoidable_loss(config: Config) -> None:
    """Held to the rules themselves: every legal turn is tried before a loss is called unavoidable."""
    hard = make_controller(GAME, "hard")
    wins = threats = lost = 0
    for state in built_up(config, 120 if config == CONFIGS[0] else 20)[::3]:
        player, position = state.player, search_position(state)
        can_win = winning_turn(position, player, config) is not None
        threats += winning_turn(position, 3 - player, config) is not None
        after = state.apply(hard.bot.think(observation_of(state), hard.limit(nodes=12)).move)
        if can_win:
            wins += 1
            assert after.winner == player
        elif winning_turn(search_position(after), 3 - player, config):
            lost += 1
            for move in islice(state.legal_moves(), 4000):
                other = search_position(state.apply(move))
                assert winning_turn(other, 3 - player, config), GAME.format_move(move)
    assert wins and threats > lost


def test_hard_smothers_when_it_can() -> None:
    """As second player it overbuilds the first tower, and every one that follows."""
    hard, easy = make_controller(GAME, "hard"), make_controller(GAME, "easy")
    match = new_match("fem")
    while not match.result and len(match.plies) < 40:
        seat = hard if match.to_move == 2 else easy
        match.play(seat.bot.think(observation_of(match.state, len(match.plies)), Limit(30)).move)
    assert match.result and match.result.winners == (2,)


def test_hard_does_not_go_back_to_positions_it_has_met() -> None:
    state = position("x5/x5/x,1,x3/2,1,x3/x,2,x3 - 1")
    tree = FemTree(observation_of(state))
    first = tree.moves(tree.root)[0]
    observation = observation_of(state)
    again = FemTree(
        type(observation)(**{**observation.__dict__, "states": [full_state(first.position, Config()), state]})
    )
    assert first.position not in [candidate.position for candidate in again.moves(again.root)]


def test_judged_moves_may_be_any_legal_ones() -> None:
    hard = make_controller(GAME, "hard")
    for state in list(play_randomly(new_match("fem"), 4, 20))[::5]:
        moves = list(islice(state.legal_moves(), 0, 200, 40))
        judged = hard.bot.evaluate(observation_of(state), Limit(100), moves)  # type: ignore[attr-defined]
        assert {move for move, _ in judged} == set(moves)


def test_followed_is_apply() -> None:
    for state in built_up(Config(), 4)[::6]:
        for move in islice(state.legal_moves(), 0, 300, 29):
            assert make_candidate(search_position(state), move, Config()).position == search_position(state.apply(move))
