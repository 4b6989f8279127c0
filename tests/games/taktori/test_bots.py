"""Bots of Taktori: the workspace keeps to the rules, and what it says of squares is so."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest

from tabletop.bots.bot import Observation
from tabletop.bots.limit import Limit
from tabletop.bots.specs import make_controller
from tabletop.game import NOBODY
from tabletop.games import load
from tabletop.games.taktori.bots import EASY, HARD, PlanningTree, TaktoriTree
from tabletop.games.taktori.evaluation import (
    best_final_turn,
    player_board,
    points,
    potential,
    square_progress,
    turns_left,
    with_best_bridges,
)
from tabletop.games.taktori.rules import TaktoriState
from tabletop.games.towers.moves import LayBridge, Turn
from tabletop.match import Match
from tests.bots.helpers import observation_of
from tests.helpers import new_match, random_match

GAME = load("taktori")
TABLES = [
    {},
    {"players": 4},
    {"players": 3, "options": ["ousting", "centre=1"]},
    {"options": ["centre=2", "slide=free"]},
]
tables = pytest.mark.parametrize("table", TABLES, ids=["two", "four", "ousting", "centre"])


def built_up(table: dict[str, object], games: int, plies: int = 30) -> list[Match]:
    """Matches in which the players build: the moves of greedy bots, some of them random."""
    found = []
    easy = make_controller(GAME, "easy")
    for seed in range(games):
        match = new_match("taktori", **table)
        rng = Random(seed)
        for _ in range(plies):
            if match.result:
                break
            if rng.random() < 0.25:
                steps = match.state.steps()
                draft = match.state.take(steps[int(rng.random() * len(steps))])
                match.play(draft.move)
            else:
                match.play(easy.bot.think(asked(match, seed), Limit()).move)
        found.append(match)
    return found


def asked(match: Match, seed: int = 1) -> Observation:
    return Observation(match.game, match.setup, match.state, match.states, match.to_move, Random(seed))


def states(table: dict[str, object], games: int, plies: int = 30) -> list[TaktoriState]:
    """Positions of such matches that are not over."""
    found: list[TaktoriState] = []
    for match in built_up(table, games, plies):
        found += [state for state in match.states[5::6] if isinstance(state, TaktoriState) and state.to_move != NOBODY]
    return found


@tables
def test_turns_are_legal_and_lead_where_the_rules_lead(table: dict[str, object]) -> None:
    for match in built_up(table, 2):
        if match.result:
            match.back()
        tree = TaktoriTree(asked(match))
        candidates = tree.moves(tree.root)
        assert candidates
        for candidate in candidates:
            match.state.check(candidate.turn)
            assert match.state.apply(candidate.turn) == candidate.state


@tables
def test_bridges_are_laid_by_the_rules(table: dict[str, object]) -> None:
    laid = 0
    for state in states(table, 3):
        steps = [step for step in state.steps() if isinstance(step, Turn)]
        for part in [*steps[::9], Turn("bridge")]:
            candidate = with_best_bridges(state, part, HARD)
            if candidate.turn == Turn("bridge"):
                continue
            laid += len(candidate.turn.bridges)
            state.check(candidate.turn)
            assert state.apply(candidate.turn) == candidate.state
    assert laid


@tables
def test_points_are_the_scores(table: dict[str, object]) -> None:
    for state in states(table, 3):
        centre = state.config.centre
        assert state.scores() == tuple(
            points(player_board(state, p), centre) for p in range(1, state.config.players + 1)
        )


def test_squares_are_counted_as_a_slow_count_does() -> None:
    for state in states({}, 4):
        for player in (1, 2):
            found = square_progress(player_board(state, player))
            covered = covered_halves([(b.low, b.high) for b in state.bridges if b.owner == player])
            turned = (
                state
                if state.player == player
                else TaktoriState(state.config, state.towers, state.vertical, state.horizontal, player)
            )
            ready = covered | covered_halves(turned.layable_pairs())
            for square in range(81):
                inside = square % 9 < 8 and square < 72
                for number in range(5):
                    assert bool(found.covered[number] >> square & 1) == (
                        inside and count_halves(square, covered) == number
                    )
                    assert bool(found.ready[number] >> square & 1) == (inside and count_halves(square, ready) == number)
                if found.near >> square & 1:
                    assert found.far >> square & 1


def covered_halves(pairs: list[tuple[int, int]]) -> set[tuple[int, int]]:
    return {half for low, high in pairs for half in ((low, (low + high) // 2), ((low + high) // 2, high))}


def count_halves(square: int, halves: set[tuple[int, int]]) -> int:
    around = ((square, square + 1), (square + 9, square + 10), (square, square + 9), (square + 1, square + 10))
    return sum(half in halves for half in around)


def test_a_square_that_can_be_closed_is_seen() -> None:
    state = position("x9/x9/x9/x9/x9/x9/1,x,1,x6/x9/1,x,1,x6 1:a1-a3@1;1:a1-c1@1;1:a3-c3@1 1 -")
    found = potential(player_board(state, 1), 0, HARD)
    assert found.value > 0
    candidate = with_best_bridges(state, Turn("bridge"), HARD)
    assert GAME.format_move(candidate.turn) == "bridge c1-c3"
    assert candidate.state.scores() == (4, 0)


def test_bridges_of_a_turn_without_a_tower_hang_together() -> None:
    bridges = "1:a1-a3@1;1:a1-c1@1;1:a3-c3@1;1:g1-g3@1;1:g1-i1@1;1:g3-i3@1"
    rows = "x9/x9/x9/x9/x9/x9/1,x,1,x3,1,x,1/x9/1,x,1,x3,1,x,1"
    state = position(f"{rows} {bridges} 1 -")
    candidate = with_best_bridges(state, Turn("bridge"), HARD)
    assert GAME.format_move(candidate.turn) in ("bridge c1-c3", "bridge i1-i3")
    state.check(candidate.turn)


def position(text: str, players: int = 2) -> TaktoriState:
    state = GAME.parse_position(text, new_match("taktori", players=players).setup)  # type: ignore[misc]
    assert isinstance(state, TaktoriState)
    return state


def test_rounds_left_follow_the_final_round() -> None:
    start = new_match("taktori", players=3).state
    assert isinstance(start, TaktoriState)
    assert turns_left(start, 1) == 4
    last = TaktoriState(start.config, start.towers, player=2, final=2)
    assert [turns_left(last, player) for player in (1, 2, 3)] == [0, 1, 1]


@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
def test_a_win_in_the_last_turn_is_not_passed_up(level: str) -> None:
    """Two bridges that must be laid together close the square that wins."""
    text = "x9/x9/x9/x9/x9/x9/1,x,x,x,x,2,x,2,x/x9/1,x,1,x,x,2,x,2,x 1:a1-a3@1;1:a1-c1@1 1 1"
    state = position(text)
    seat = make_controller(GAME, level)
    after = state.apply(seat.bot.think(observation_of(state), seat.limit()).move)
    outcome = after.result()
    assert outcome is not None and outcome.winners == (1,)


def test_the_best_last_turn_is_the_best_of_all() -> None:
    tried = found = 0
    for match in built_up({}, 3, 26):
        state = match.state
        assert isinstance(state, TaktoriState)
        if state.to_move == NOBODY:
            continue
        tried += 1
        last = TaktoriState(state.config, state.towers, state.vertical, state.horizontal, state.player, 1)
        parts = [step for step in last.steps() if isinstance(step, Turn | LayBridge)]
        turn = best_final_turn(last, parts, 10_000)
        most = max(last.apply(move).scores()[last.player - 1] for move in islice(last.legal_moves(), 20_000))
        if turn is not None:
            found += 1
            assert last.apply(turn).scores()[last.player - 1] == most
    assert found == tried >= 2, "where a turn is left, the best one is found"


def test_a_plan_sees_more_than_the_moment() -> None:
    match = random_match("taktori", 3, 0, players=4)
    tree = PlanningTree(asked(match))
    plain = TaktoriTree(asked(match))
    candidate = tree.moves(tree.root)[0]
    assert tree.value(candidate.state, 1) > plain.value(candidate.state, 1)


def test_easy_minds_only_itself() -> None:
    state = states({}, 1)[-1]
    tree = TaktoriTree(observation_of(state), EASY)
    swapped = TaktoriState(
        state.config,
        (state.towers[0], 0),
        state.vertical & state.towers[0],
        state.horizontal & state.towers[0],
        state.player,
    )
    assert tree.lead(state, 1, EASY) > 0
    assert tree.lead(swapped, 1, EASY) > 0
    assert TaktoriTree(observation_of(state)).lead(swapped, 1, HARD) > TaktoriTree(observation_of(state)).lead(
        state, 1, HARD
    )


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("bridge c1-c3", "closes polygons for 4 points"),
        ("place on e1 bridge c1-e1", "lays bridges towards a polygon"),
        ("place on e5", "overbuilds e5, where another could have laid bridges"),
        ("place on g5", "prepares a polygon"),
    ],
)
def test_reasons(text: str, why: str) -> None:
    state = position("x9/x9/x9/x9/x4,2,x4/x9/1,x,1,x6/x9/1,x,1,x6 1:a1-a3@1;1:a1-c1@1;1:a3-c3@1 1 -")
    assert TaktoriTree(observation_of(state)).explain(GAME.grammar.parse(text, state, None)) == why
