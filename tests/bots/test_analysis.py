"""Analysis finds the blunders that were planted, and no others; hints begin with the best move."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tabletop.bots.analysis import Annotation, analyze, hint
from tabletop.bots.bot import Evaluator
from tabletop.bots.limit import Limit
from tabletop.bots.specs import Controller, make_controller
from tabletop.games import load
from tabletop.games.zickzack.rules import ZickzackState
from tabletop.games.zickzack.solver import solve
from tabletop.match import Match
from tabletop.options import make_setup
from tabletop.record import parse_records
from tabletop.replay import replayed
from tests.bots.helpers import GAMES_AND_LEVELS, GAMES_WITH_BOTS
from tests.helpers import ROOT, match_under_way, new_match, play_randomly, random_match, tabletop


def blunders(annotations: list[Annotation]) -> list[int]:
    return [annotation.ply for annotation in annotations if annotation.is_blunder]


def play_moves(name: str, position: str, *moves: str) -> Match:
    """A match from a position, after some moves."""
    game = load(name)
    setup = make_setup(game)
    assert game.parse_position is not None
    match = Match(game, setup, game.parse_position(position, setup))
    for move in moves:
        match.play_text(move)
    return match


@pytest.mark.parametrize(
    "planted",
    [pytest.param((), id="none", marks=pytest.mark.slow), pytest.param((2,), id="one"), pytest.param((1, 4), id="two")],
)
def test_planted_blunders_of_zickzack_are_found(planted: tuple[int, ...]) -> None:
    """An endgame in which all moves are best ones, but for the planted."""
    match = new_match("zickzack")
    for state in play_randomly(match, 5, 40):
        if isinstance(state, ZickzackState) and state.free.bit_count() <= 22:
            break
    start = Match(match.game, match.setup, match.state)
    expected = []
    while not start.result:
        state = start.state
        assert isinstance(state, ZickzackState)
        moves = sorted(solve(state, every_move=True).move_values, key=lambda pair: -pair[1])
        worst, value = moves[-1]
        if len(start.plies) + 1 in planted and moves[0][1] - value >= 6:
            expected.append(len(start.plies) + 1)
            start.play(worst)
        else:
            start.play(moves[0][0])
    assert expected == list(planted)
    annotations = list(analyze(start, nodes=400_000))
    assert len(annotations) == len(start.plies)
    assert blunders(annotations) == expected
    for annotation in annotations:
        if annotation.is_blunder:
            assert annotation.best.move != annotation.move
            assert annotation.value is not None and annotation.best.value is not None
            assert annotation.best.value - annotation.value >= 6
            assert annotation.best.explanation


def test_planted_blunders_of_fem_are_found() -> None:
    match = play_moves(
        "fem",
        "x5/x5/x,1,x3/2,1,1,x2/x,2,x3 - 2",
        "place on e5",
        "place on e1",
        "place on c3",
    )
    annotations = list(analyze(match, nodes=150))
    assert blunders(annotations) == [1, 2]
    assert match.game.format_move(annotations[1].best.move) == "place on c3 bridge b2-b3, b2-c2, b3-c3, c2-c3"
    assert annotations[0].best.explanation == "stops the loop that a tower on c3 would close"
    assert annotations[1].best.explanation == "closes a loop and wins"
    assert [annotation.player for annotation in annotations] == [2, 1, 2]


def test_planted_blunders_of_taktori_are_found() -> None:
    square = "x9/x9/x9/x9/x9/x9/1,x,1,x6/x9/1,x,1,x3,2,x2 1:a1-a3@1;1:a1-c1@1;1:a3-c3@1 1 1"
    annotations = list(analyze(play_moves("taktori", square, "place on i9"), nodes=30))
    assert blunders(annotations) == [1]
    assert annotations[0].best.explanation == "scores 4 points"
    assert blunders(list(analyze(play_moves("taktori", square, "bridge c1-c3"), nodes=30))) == []


EVALUATORS = [
    (name, level) for name, level in GAMES_AND_LEVELS if isinstance(make_controller(load(name), level).bot, Evaluator)
]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "level"), EVALUATORS)
def test_a_level_finds_no_blunder_in_its_own_game(name: str, level: str) -> None:
    match = new_match(name)
    controller = make_controller(match.game, level)
    while not match.result and len(match.plies) < 12:
        match.play(hint(match, controller, nodes=60).move)
        match.settle()
    assert blunders(list(analyze(match, controller, nodes=60))) == []


def test_annotations_number_the_plies_of_a_record_from_1() -> None:
    text = "Game: zickzack\n\n1. place 4 on 10a-10d\n2. place 4 on 9a-9d\n3. place 1 on 3a\n"
    (record,) = parse_records(text, "record")
    annotations = list(analyze(replayed(record), nodes=100))
    assert [(annotation.ply, annotation.player) for annotation in annotations] == [(1, 1), (2, 2), (3, 1)]


def test_a_bot_that_cannot_evaluate_finds_no_blunders() -> None:
    controller = make_controller(load("zickzack"), "random")
    assert not isinstance(controller.bot, Evaluator)
    match = random_match("zickzack", 1, 6)
    assert blunders(list(analyze(match, controller))) == []
    assert hint(match, controller).ranked == ()


FOOLISH = """Game: fem
Position: x5/x5/x,1,x3/2,1,1,x2/x,2,x3 - 2

1. place on e5
2. place on e1
"""


def test_the_analyze_command_marks_blunders_and_shows_better_moves(tmp_path: Path) -> None:
    path = tmp_path / "foolish.moves"
    path.write_text(FOOLISH)
    done = tabletop("analyze", str(path), "--nodes", "150")
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[0].startswith("  1. blue: place on e5 (lost)")
    assert lines[1].startswith("     ?? better: place on ")
    assert lines[1].endswith(": stops the loop that a tower on c3 would close")
    assert "?? better: place on c3 bridge b2-b3, b2-c2, b3-c3, c2-c3 (won): closes a loop and wins" in lines[3]
    assert lines[4] == "2 moves. `hard` found 2 blunders."


def test_the_analyze_command_prints_a_line_of_json_for_each_move(tmp_path: Path) -> None:
    path = tmp_path / "foolish.moves"
    path.write_text(FOOLISH)
    done = tabletop("analyze", str(path), "--nodes", "150", "--json")
    facts = [json.loads(line) for line in done.stdout.splitlines()]
    assert [(fact["ply"], fact["move"], fact["blunder"]) for fact in facts] == [
        (1, "place on e5", True),
        (2, "place on e1", True),
    ]


def test_the_analyze_command_says_that_a_bot_cannot_evaluate(tmp_path: Path) -> None:
    path = tmp_path / "foolish.moves"
    path.write_text(FOOLISH)
    done = tabletop("analyze", str(path), "--bot", "random")
    assert done.stdout.endswith("`random` cannot judge the moves of others, so no blunders are marked.\n")


def test_the_hint_command_names_the_best_moves_with_values_and_a_reason() -> None:
    position = ("--position", "x5/x5/x,1,x3/2,1,1,x2/x,2,x3 - 1")
    done = tabletop("fem", "hint", *position, "--nodes", "100")
    assert done.stdout == "place on c3 bridge b2-b3, b2-c2, b3-c3, c2-c3 (won): closes a loop and wins\n"
    facts = json.loads(tabletop("fem", "hint", *position, "--json").stdout)
    assert facts["best"][0]["move"] == "place on c3 bridge b2-b3, b2-c2, b3-c3, c2-c3"
    assert facts["why"] == "closes a loop and wins" and facts["nodes"] > 0
    assert facts["best"][0]["value"] > 900 and facts["best"][0]["chance"] == 1.0
    chances = tabletop("mikado", "hint", "--seed", "3", "--players", "2").stdout.splitlines()
    assert len(chances) == 3
    assert all(re.search(r"\(\d+% to win\)", line) for line in chances)


def test_the_hint_command_refuses_where_no_player_is_to_move(tmp_path: Path) -> None:
    over = tabletop("zickzack", "hint", "--file", str(ROOT / "tabletop/examples" / "zickzack-bots.moves"))
    assert over.returncode == 2 and "the game is over" in over.stderr
    touched = tmp_path / "touched.moves"
    touched.write_text("Game: takami\nModel: referee\n\npull B4\n")
    waiting = tabletop("takami", "hint", "--file", str(touched))
    assert waiting.returncode == 2 and "the outcome of the last move is missing" in waiting.stderr
    unknown = tabletop("fem", "hint", "--bot", "clever")
    assert unknown.returncode == 2 and "has no bot 'clever'" in unknown.stderr


@pytest.mark.parametrize(("name", "level"), EVALUATORS)
def test_a_hint_begins_with_the_best_move(name: str, level: str) -> None:
    match = match_under_way(name, 3, 6)
    info = hint(match, make_controller(match.game, level), nodes=60)
    values = [value for _, value in info.ranked]
    assert values == sorted(values, reverse=True)
    assert info.ranked[0] == (info.move, info.value)
    assert info.explanation


@pytest.mark.parametrize(("seed", "plies"), [(3, 6), (6, 7)])
@pytest.mark.parametrize("name", GAMES_WITH_BOTS)
def test_hints_are_legal_moves_with_values_and_a_reason(name: str, seed: int, plies: int) -> None:
    match = match_under_way(name, seed, plies)
    info = hint(match, nodes=60)
    match.check(info.move)
    assert info.value is not None
    assert info.explanation and not info.explanation.endswith(".")
    assert info.ranked[0][0] == info.move
    for move, value in info.ranked:
        match.check(move)
        assert isinstance(value, float | int)


def test_a_limit_is_for_the_whole_hint() -> None:
    class RecordingController(Controller):
        def limit(self, nodes: int | None = None, seconds: float | None = None) -> Limit:
            limits.append((nodes, seconds))
            return super().limit(nodes, seconds)

    limits: list[tuple[int | None, float | None]] = []
    hard = make_controller(load("fem"), "hard")
    hint(new_match("fem"), RecordingController(hard.spec, hard.bot), nodes=100)
    assert limits == [(50, None), (50, None)]


def test_a_hint_judges_moves_with_the_nodes_for_that() -> None:
    class RecordingController(Controller):
        def limit(self, nodes: int | None = None, seconds: float | None = None) -> Limit:
            limit = super().limit(nodes, seconds)
            limits.append(limit.nodes)
            return limit

    limits: list[int | None] = []
    hard = make_controller(load("zickzack"), "hard")
    recording = RecordingController(hard.spec, hard.bot, 20, judging_nodes=30)
    match = new_match("zickzack")
    hint(match, recording)
    assert limits == [20, 30]
    match.play(match.state.steps()[0])
    for annotation in analyze(match, recording):
        assert annotation.value != annotation.best.value
    assert limits == [20, 30, 20, 30]
