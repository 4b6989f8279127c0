"""Bots of Zickzack: the positions they search are those of the rules, and the endgame is exact."""

from __future__ import annotations

import math
import re
from random import Random
from typing import Any

import pytest

from tabletop.bots.alphabeta import AlphaBetaBot
from tabletop.bots.analysis import analyze
from tabletop.bots.limit import Limit
from tabletop.bots.specs import make_controller
from tabletop.game import NOBODY, State
from tabletop.games import load
from tabletop.games.zickzack.board import ZickzackMove
from tabletop.games.zickzack.bots import CAUTION, LearnedBot
from tabletop.games.zickzack.evaluation import SearchMove, SearchPosition
from tabletop.games.zickzack.rules import ZickzackState
from tabletop.games.zickzack.solver import expected_nodes, solve
from tabletop.games.zickzack.tree import OverlookingTree, ZickzackTree
from tabletop.match import Match
from tests.bots.helpers import ask, observation_of
from tests.games.zickzack.helpers import random_state
from tests.helpers import new_match, play_randomly, random_match

GAME = load("zickzack")


def positions(options: list[str], games: int, plies: int = 60) -> list[ZickzackState]:
    """Every position of some random games that is not over."""
    states: list[State] = []
    for seed in range(games):
        states += play_randomly(new_match("zickzack", options=options), seed, plies)
    return [state for state in states if isinstance(state, ZickzackState)]


def endgames(max_free: int, games: int) -> list[ZickzackState]:
    """The first position of each random game with so few cells free."""
    endgames = []
    for seed in range(games):
        for state in play_randomly(new_match("zickzack"), seed, 60):
            if isinstance(state, ZickzackState) and state.free.bit_count() <= max_free:
                endgames.append(state)
                break
    return endgames


@pytest.mark.parametrize("options", [[], ["board=comb"]], ids=["classic", "comb"])
def test_search_positions_follow_the_rules(options: list[str]) -> None:
    """The search sees every legal move and no other, and each leads where the rules lead."""
    for state in positions(options, 3)[::3]:
        tree = ZickzackTree(observation_of(state))
        search_moves = tree.moves(tree.root)
        assert {tree.tree_move(move) for move in state.steps()} == set(search_moves)
        assert len(search_moves) == len(set(search_moves))
        for search_move in search_moves:
            assert tree.tree_move(tree.game_move(search_move)) == search_move
            state.check(tree.game_move(search_move))
        for move in state.steps()[::7]:
            assert tree.apply(tree.root, tree.tree_move(move)) == search_position(state.apply(move))


def search_position(state: ZickzackState) -> SearchPosition:
    return ZickzackTree(observation_of(state)).root


def test_values_at_the_end_are_the_points() -> None:
    for seed in range(5):
        match = random_match("zickzack", seed, 100)
        state = match.state
        assert isinstance(state, ZickzackState) and state.to_move == NOBODY
        green, blue = state.scores()
        tree = ZickzackTree(observation_of(state))
        assert tree.value(tree.root, 1) == green - blue
        assert tree.value(tree.root, 2) == blue - green


def test_alphabeta_to_the_end_gives_the_exact_value() -> None:
    bot: AlphaBetaBot[SearchPosition, SearchMove] = AlphaBetaBot(ZickzackTree)
    for state in endgames(13, 8):
        assert ask(bot, state).value == solve(state).value


def test_hard_is_exact_in_the_endgame() -> None:
    hard = make_controller(GAME, "hard")
    for state in endgames(16, 8):
        solution = solve(state)
        info = hard.bot.think(observation_of(state), hard.limit())
        assert info.move in solution.best_moves
        assert info.value == solution.value
        assert "with best play" in info.explanation


def test_hard_plays_a_move_that_is_proven_to_be_good_or_searches_after_half_its_share(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    starts: list[float] = []
    search = LearnedBot.think

    def think(bot: LearnedBot, observation: Any, limit: Limit, among: Any = ()) -> Any:
        assert limit.nodes is not None
        starts.append(limit.spent / limit.nodes)
        return search(bot, observation, limit, among)

    monkeypatch.setattr(LearnedBot, "think", think)
    hard = make_controller(GAME, "hard")
    proven = 0
    for state in endgames(20, 30):
        values = dict(solve(state, every_move=True).move_values)
        limit = Limit(math.ceil(2.5 * CAUTION * expected_nodes(state)))
        searches = len(starts)
        info = hard.bot.think(observation_of(state), limit)
        if not info.is_exact:
            assert "with best play" not in info.explanation
        if not info.is_exact and len(starts) == searches:
            proven += 1
            assert values[info.move] >= info.value  # type: ignore[index, operator]
            assert info.win_chance(info.value) is not None
    assert proven and starts
    assert all(0.4 < start < 0.45 for start in starts)


def test_a_bot_varies_its_moves_only_while_many_cells_are_free() -> None:
    state = random_state(3, 6)
    free = state.free.bit_count()
    fallback = AlphaBetaBot(ZickzackTree)
    for settles_at, varies in ((free - 1, True), (free, False)):
        bot = LearnedBot(fallback, slack=3.0, settles_at=settles_at)
        moves = {bot.think(observation_of(state, seed), Limit(500)).move for seed in range(8)}
        assert (len(moves) > 1) == varies


def test_exact_solves_what_it_can_and_searches_what_it_cannot() -> None:
    exact = make_controller(GAME, "exact")
    assert exact.nodes is not None, "nobody waits for ever"
    state = endgames(14, 1)[0]
    assert exact.bot.think(observation_of(state), exact.limit()).value == solve(state).value
    start = new_match("zickzack").state
    start.check(exact.bot.think(observation_of(start), exact.limit(nodes=500)).move)


def test_values_of_moves_in_the_endgame_are_exact() -> None:
    hard = make_controller(GAME, "hard")
    state = endgames(12, 3)[2]
    values = dict(solve(state, every_move=True).move_values)
    evaluated = hard.bot.evaluate(observation_of(state), hard.limit(), list(values))  # type: ignore[attr-defined]
    assert dict(evaluated) == values
    best = hard.bot.evaluate(observation_of(state), hard.limit())  # type: ignore[attr-defined]
    assert best[0][1] == max(values.values())


def test_analysis_tells_a_blunder_from_a_lesser_mistake() -> None:
    """Of moves that lose 5 and 4 points with 29 free cells, where a search alone is in doubt."""
    text = "222/2222/....1/....../.2..2../......11/2..1..11./..1111222. 22------ 3230/1320 1"
    setup = new_match("zickzack").setup
    losses = {}
    for move in ("5b", "8c", "6a-6c", "8b-8c"):
        match = Match(GAME, setup, GAME.parse_position(text, setup))  # type: ignore[misc]
        match.play_text(move)
        [annotation] = analyze(match)
        assert annotation.value is not None and annotation.best.value is not None
        losses[move] = annotation.best.value - annotation.value
    assert losses == {"5b": 5, "8c": 5, "6a-6c": 4, "8b-8c": 4}


@pytest.mark.parametrize("level", ["novice", "easy", "medium", "hard"])
def test_a_field_is_filled_and_none_is_given_away(level: str) -> None:
    """Where every other move loses 19 points or more."""
    text = "111/1111/...../.222../..2.1../.12.1.../1.2...111/22221..112 11------ 0310/1221 1"
    state = GAME.parse_position(text, new_match("zickzack").setup)  # type: ignore[misc]
    controller = make_controller(GAME, level)
    info = controller.bot.think(observation_of(state), controller.limit())
    assert GAME.format_move(info.move) == "place 2 on 10f-10g"
    assert info.explanation.startswith("fills field 10 for 10 points and moves again")


@pytest.mark.parametrize("board", ["classic", "comb"])
def test_beginners_forget_that_the_other_player_moves_next(board: str) -> None:
    differ = 0
    for state in positions([f"board={board}"], 2)[:30:3]:
        observation, player = observation_of(state), state.to_move
        attentive, half, forgetful = (OverlookingTree(observation, forgets) for forgets in (0, 0.5, 1))
        for move in half.moves(half.root)[::5]:
            after = half.apply(half.root, move)
            again = half.tables.position(after.fields, after.hands, player or 1, after.lead)
            values = [tree.value(after, player) for tree in (attentive, half, forgetful)]
            assert values[1] == pytest.approx((values[0] + values[2]) / 2)
            if after.player != NOBODY:
                assert values[2] == attentive.value(again, player)
            differ += values[0] != values[2]
            assert half.explain(half.game_move(move)) == ZickzackTree(observation).explain(half.game_move(move))
    assert differ


@pytest.mark.parametrize("level", ["novice", "easy", "medium"])
def test_a_win_in_one_is_not_passed_up(level: str) -> None:
    """Not even where another move promises more points."""
    controller = make_controller(GAME, level)
    positions_with_a_win = 0
    for state in positions([], 25):
        wins = [move for move in state.steps() if _is_won(state.apply(move), state.to_move)]
        if wins and len(wins) < len(state.steps()):
            positions_with_a_win += 1
            info = controller.bot.think(observation_of(state), controller.limit(nodes=100))
            assert _is_won(state.apply(info.move), state.to_move)
    assert positions_with_a_win


def _is_won(state: ZickzackState, player: int) -> bool:
    result = state.result()
    return result is not None and result.winners == (player,)


def test_playouts_end_and_share_one_win() -> None:
    tree = ZickzackTree(observation_of(new_match("zickzack").state))
    for seed in range(5):
        gains = tree.playout(tree.root, Random(seed))
        assert sum(gains) == 1
        assert all(0 <= gain <= 1 for gain in gains)


def test_the_node_limit_holds_in_the_endgame_too() -> None:
    hard = make_controller(GAME, "hard")
    for state in endgames(26, 3):
        limit = Limit(3000)
        hard.bot.think(observation_of(state), limit)
        assert limit.spent < 3200


def false_reasons(state: ZickzackState) -> list[str]:
    """The reasons for the legal moves of a position that the rules alone prove false, with the moves."""
    tree = ZickzackTree(observation_of(state))
    wrong = []
    for move in state.steps():
        reason = tree.explain(move)
        if not is_true(reason, state, move):
            wrong.append(f"{GAME.format_move(move)}: {reason}")
    return wrong


def is_true(reason: str, state: ZickzackState, move: ZickzackMove) -> bool:
    """Whether a reason holds, clause by clause."""
    field = state.board.fields[state.board.placement_of[move].field]
    after = state.apply(move)
    other = 3 - state.to_move
    is_filled = is_full(after, field.name)
    for clause in reason.split("; "):
        fills = re.fullmatch(r"fills field (\w+) for (\d+) points?( and moves again| and ends the game)?", clause)
        lets = re.fullmatch(r"lets the other player fill field (\w+) for (\d+) points?", clause)
        if fills:
            end = {NOBODY: " and ends the game", state.to_move: " and moves again"}.get(after.to_move)
            if not is_filled or fills.groups() != (field.name, str(field.points), end):
                return False
        elif lets:
            if lets.groups() != (field.name, str(field.points)) or not can_fill(after, field.name, other):
                return False
        elif clause == "every move gives a field away":
            if not all_give_away(state):
                return False
        elif clause == f"field {field.name} costs least":
            if not can_fill(after, field.name, other) or field.points != min(given_away(state).values()):
                return False
        elif clause == f"keeps field {field.name} from being filled at once":
            if not can_fill(state, field.name, other) or can_fill(after, field.name, other):
                return False
        elif clause != f"the other player cannot fill field {field.name} next" or can_fill(after, field.name, other):
            return False
    return True


def is_full(state: ZickzackState, name: str) -> bool:
    return not state.free & state.board.field_masks[state.board.field_numbers[name]]


def can_fill(state: ZickzackState, name: str, player: int) -> bool:
    """Whether one piece of the player covers all that is free of a field."""
    board, number = state.board, state.board.field_numbers[name]
    free, types = state.free & board.field_masks[number], board.types_in_hand[state.hand(player)]
    return any(item.mask == free and types >> item.type_number & 1 for item in board.placements[number])


def given_away(state: ZickzackState) -> dict[str, int]:
    """The fields into which a move lets the other player fill them, with their points."""
    fields = {}
    for move in state.steps():
        field = state.board.fields[state.board.placement_of[move].field]
        if can_fill(state.apply(move), field.name, 3 - state.to_move):
            fields[field.name] = field.points
    return fields


def all_give_away(state: ZickzackState) -> bool:
    board = state.board
    return all(
        not is_full(state.apply(move), name) and can_fill(state.apply(move), name, 3 - state.to_move)
        for move in state.steps()
        for name in (board.fields[board.placement_of[move].field].name,)
    )


@pytest.mark.parametrize(
    ("options", "games", "step"),
    [
        ([], 4, 5),
        (["board=comb"], 3, 6),
        pytest.param([], 25, 1, marks=pytest.mark.slow),
        pytest.param(["board=comb"], 15, 1, marks=pytest.mark.slow),
    ],
)
def test_no_reason_is_false(options: list[str], games: int, step: int) -> None:
    for state in positions(options, games)[::step]:
        if state.to_move != NOBODY:
            assert false_reasons(state) == [], repr(state)


def test_every_move_gives_a_field_away_is_said_where_it_is_so() -> None:
    said = 0
    for state in positions([], 12):
        if state.to_move != NOBODY and all_give_away(state):
            reasons = [ZickzackTree(observation_of(state)).explain(move) for move in state.steps()]
            assert all("every move gives a field away" in reason for reason in reasons)
            assert any("costs least" in reason for reason in reasons)
            said += 1
    assert said
