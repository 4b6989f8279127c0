"""What Taktori's bots know: points, squares, and the bridges of a turn, against the rules and a plain count."""

from __future__ import annotations

from itertools import islice

from tabletop.bots.limit import Limit
from tabletop.game import NOBODY
from tabletop.games.taktori.candidates import best_final_turn, with_best_bridges
from tabletop.games.taktori.evaluation import PlayerBoard, player_board, player_value, points, potential, turns_left
from tabletop.games.taktori.rules import TaktoriState
from tabletop.games.taktori.search import HARD
from tabletop.games.towers.moves import LayBridge, Turn
from tests.games.taktori.helpers import GAME, built_up_matches, built_up_states, setups
from tests.games.towers.helpers import state_at
from tests.helpers import new_match


def worth(board: PlayerBoard, player: int, after: TaktoriState) -> float:
    return player_value(board, turns_left(after, player), after.config.centre, HARD)


@setups
def test_bridges_are_laid_by_the_rules(setup: dict[str, object]) -> None:
    laid = 0
    for state in built_up_states(setup, 3):
        steps = [step for step in state.steps() if isinstance(step, Turn)]
        for part in [*steps[::9], Turn("bridge")]:
            candidate = with_best_bridges(state, part, worth)
            if candidate.turn == Turn("bridge"):
                continue
            laid += len(candidate.turn.bridges)
            state.check(candidate.turn)
            assert state.apply(candidate.turn) == candidate.state
    assert laid


@setups
def test_points_are_the_scores(setup: dict[str, object]) -> None:
    for state in built_up_states(setup, 3):
        centre = state.config.centre
        assert state.scores() == tuple(
            points(player_board(state, player), centre) for player in range(1, state.players + 1)
        )


def test_a_square_that_can_be_closed_is_closed() -> None:
    state = state_at("taktori", "x9/x9/x9/x9/x9/x9/1,x,1,x6/x9/1,x,1,x6 1:a1-a3@1;1:a1-c1@1;1:a3-c3@1 1 -")
    assert potential(player_board(state, 1), 0, HARD).value > 0
    candidate = with_best_bridges(state, Turn("bridge"), worth)
    assert GAME.format_move(candidate.turn) == "bridge c1-c3"
    assert candidate.state.scores() == (4, 0)


def test_bridges_of_a_turn_without_a_tower_are_connected() -> None:
    bridges = "1:a1-a3@1;1:a1-c1@1;1:a3-c3@1;1:g1-g3@1;1:g1-i1@1;1:g3-i3@1"
    rows = "x9/x9/x9/x9/x9/x9/1,x,1,x3,1,x,1/x9/1,x,1,x3,1,x,1"
    state = state_at("taktori", f"{rows} {bridges} 1 -")
    candidate = with_best_bridges(state, Turn("bridge"), worth)
    assert GAME.format_move(candidate.turn) in ("bridge c1-c3", "bridge i1-i3")
    state.check(candidate.turn)


def test_turns_left_follow_the_final_round() -> None:
    start = new_match("taktori", players=3).state
    assert isinstance(start, TaktoriState)
    assert turns_left(start, 1) == 4
    last = TaktoriState(start.config, start.towers, player=2, final=2)
    assert [turns_left(last, player) for player in (1, 2, 3)] == [0, 1, 1]


def test_the_best_final_turn_scores_most() -> None:
    tried = best = 0
    for match in built_up_matches({}, 3, 26):
        state = match.state
        assert isinstance(state, TaktoriState)
        if state.to_move == NOBODY:
            continue
        tried += 1
        last = TaktoriState(state.config, state.towers, state.vertical, state.horizontal, state.player, 1)
        first_steps = [step for step in last.steps() if isinstance(step, Turn | LayBridge)]
        turn = best_final_turn(last, first_steps, 10_000, Limit())
        most = max(last.apply(move).scores()[last.player - 1] for move in islice(last.legal_moves(), 20_000))
        if turn is not None:
            best += 1
            assert last.apply(turn).scores()[last.player - 1] == most
    assert best == tried >= 2, "where a turn is left, the best one is found"
