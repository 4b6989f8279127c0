"""What every bot of every game promises."""

from __future__ import annotations

import itertools
import os
import subprocess
import sys
import time
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from tabletop.bots import limit as clocked
from tabletop.bots.analysis import hint
from tabletop.bots.bot import Evaluator, observe
from tabletop.bots.limit import Limit
from tabletop.bots.random import RandomBot
from tabletop.bots.specs import LEVELS, Controller, bot_makers, make_controller
from tabletop.errors import WrongUse
from tabletop.game import CHANCE
from tabletop.games import load
from tabletop.match import Match
from tests.helpers import GAMES, ROOT, new_match, play_randomly, random_match, tables

BOARD_GAMES = [name for name in GAMES if load(name).kind == "board"]
WITH_BOTS = [name for name in GAMES if load(name).bots]
TABLES = [(name, table) for name in WITH_BOTS for table in tables(load(name))]


def table_id(value: str | dict[str, Any]) -> str:
    return value if isinstance(value, str) else "-".join(map(str, value.values())) or "default"


every_table = pytest.mark.parametrize(("name", "table"), TABLES, ids=table_id)
NODES = 20
POSITIONS = 80
"""Asked of every level at every table."""


def test_every_board_game_has_bots() -> None:
    assert set(BOARD_GAMES) <= set(WITH_BOTS)
    for name in WITH_BOTS:
        assert list(bot_makers(load(name)))[: len(LEVELS)] == list(LEVELS)


@pytest.mark.parametrize(
    ("level", "name", "table"),
    [
        # What `hard` does at every table is asked, in fewer positions, in test_levels.py.
        pytest.param(
            level, name, table, marks=pytest.mark.slow if level == "hard" or (level == "medium" and table) else ()
        )
        for level in LEVELS[1:]
        for name, table in TABLES
    ],
    ids=table_id,
)
def test_bots_play_legal_moves(name: str, table: dict[str, Any], level: str) -> None:
    """In games where the level takes about every other turn and chance the rest: some thousand positions in all."""
    seat = make_controller(load(name), level)
    asked = seed = 0
    while asked < POSITIONS:
        seed += 1
        rng = Random(seed)
        match = new_match(name, seed, **table)
        while match.result is None and asked < POSITIONS:
            if rng.random() < 0.5:
                match.play(seat.bot.think(observe(match, seed), Limit(NODES)).move)
                asked += 1
            else:
                match.play(RandomBot().think(observe(match, seed), Limit()).move)
            match.settle()


@pytest.mark.parametrize("name", WITH_BOTS)
def test_explicit_specs_play_legal_moves(name: str) -> None:
    match = new_match(name)
    for _ in play_randomly(match, 2, 9):
        pass
    for bot in bot_makers(match.game):
        seat = make_controller(match.game, bot)
        match.check(seat.bot.think(observe(match, 5), seat.limit(nodes=NODES)).move)


@pytest.mark.parametrize("name", WITH_BOTS)
def test_budgets_can_be_seconds(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """By a clock that goes on by 20 seconds whenever it is looked at, so the third look ends a thought of 50."""
    match = new_match(name)
    seat = make_controller(match.game, "hard")
    limit = seat.limit(seconds=50)
    began = time.monotonic()
    looks = itertools.count(1)
    monkeypatch.setattr(clocked, "time", SimpleNamespace(monotonic=lambda: began + 20 * next(looks)))
    match.check(seat.bot.think(observe(match, 5), limit).move)
    assert limit.nodes is None or limit.nodes == limit.spent, "seconds replace the level's own nodes"
    if name in BOARD_GAMES:
        assert next(looks) == 4, "searches go on until the time is over, and no longer"
    assert limit.spent <= 3 * clocked.CLOCK_INTERVAL


@pytest.mark.parametrize("name", WITH_BOTS)
def test_a_bot_never_sees_the_seed_of_the_game(name: str) -> None:
    match = new_match(name, 77)
    asked = observe(match, 5)
    assert asked.setup.seed is None
    assert asked.rng.random() == Random((5 << 20) + len(match.plies)).random()


@pytest.mark.parametrize("name", WITH_BOTS)
def test_levels_have_node_budgets_or_none_at_all(name: str) -> None:
    for level in LEVELS:
        seat = make_controller(load(name), level)
        assert seat.seconds is None
        assert seat.spec == level


@pytest.mark.parametrize("name", WITH_BOTS)
def test_unknown_bots_and_parameters_are_refused(name: str) -> None:
    game = load(name)
    with pytest.raises(WrongUse, match="has no bot 'clever'"):
        make_controller(game, "clever")
    with pytest.raises(WrongUse, match="NAME=VALUE"):
        make_controller(game, "hard:deep")
    for level in LEVELS:
        with pytest.raises(WrongUse):
            make_controller(game, f"{level}:depth=3")


@pytest.mark.parametrize("name", WITH_BOTS)
def test_hints_have_values_and_a_reason(name: str) -> None:
    match = new_match(name)
    for _ in play_randomly(match, 6, 7):
        pass
    info = hint(match, nodes=60)
    match.check(info.move)
    assert info.value is not None
    assert info.explanation and not info.explanation.endswith(".")
    assert info.ranked[0][0] == info.move
    for move, value in info.ranked:
        match.check(move)
        assert isinstance(value, float | int)


@every_table
def test_judges_value_every_step_that_is_a_move(name: str, table: dict[str, Any]) -> None:
    """Best first, none left out, whatever the budget; so a record with any moves can be analysed."""
    begun = (random_match(name, seed, 11, **table) for seed in range(4, 24))
    match = next(match for match in begun if not match.result)
    moves = list(itertools.islice(match.state.legal_moves(), 0, 900, 30))
    judges = {
        bot: seat.bot
        for bot in bot_makers(match.game)
        if isinstance((seat := make_controller(match.game, bot)).bot, Evaluator)
    }
    assert "hard" in judges
    for bot in judges.values():
        judged = bot.evaluate(observe(match, 1), Limit(NODES), moves)
        assert sorted(map(str, dict(judged))) == sorted(map(str, moves))
        values = [value for _, value in judged]
        assert values == sorted(values, reverse=True)
        assert len(bot.evaluate(observe(match, 1), Limit(1), moves)) == len(moves)
        assert len(bot.evaluate(observe(match, 1), Limit(NODES), lines=1)) == 1


SCRIPT = """
import sys
sys.path[:0] = [{tests!r}, {root!r}]
from tests.bots.test_every_bot import sample_game
for name in {names!r}:
    for level in ("easy", "medium", "hard"):
        print(name, level, sample_game(name, level))
"""


def sample_game(name: str, level: str) -> list[str]:
    """Some moves of a level against itself, as text."""
    match = new_match(name, 3)
    seat = make_controller(match.game, level)
    moves = []
    for _ in range(4):
        match.settle()
        assert not match.result and match.to_move != CHANCE
        moves.append(match.game.format_move(_play(match, seat)))
    return moves


def _play(match: Match, seat: Controller) -> Any:
    move = seat.bot.think(observe(match, 9), seat.limit(nodes=40)).move
    match.play(move)
    return move


def test_choices_are_the_same_in_every_process() -> None:
    code = SCRIPT.format(tests=str(ROOT / "tests"), root=str(ROOT), names=WITH_BOTS)
    answers = set()
    for hash_seed in ("0", "4242"):
        env = {**os.environ, "PYTHONHASHSEED": hash_seed}
        done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, check=True, timeout=120)
        answers.add(done.stdout)
    assert len(answers) == 1
    assert len(answers.pop().splitlines()) == 3 * len(WITH_BOTS)


@pytest.mark.parametrize("name", BOARD_GAMES)
@pytest.mark.parametrize(
    ("stronger", "weaker"), [("easy", "random"), pytest.param("medium", "easy", marks=pytest.mark.slow)]
)
def test_levels_are_levels(name: str, stronger: str, weaker: str) -> None:
    """A few games, seats changing: enough to see that a level is not upside down."""
    share = sum(_result(name, stronger, weaker, number) for number in range(6)) / 6
    assert share >= (0.85 if weaker == "random" else 0.6)


def _result(name: str, stronger: str, weaker: str, number: int) -> float:
    """1, 0.5 or 0 for the stronger one."""
    match = new_match(name)
    own = 1 + number % 2
    seats = {own: make_controller(match.game, stronger), 3 - own: make_controller(match.game, weaker)}
    while not match.result and len(match.plies) < 150:
        seat = seats[match.to_move]
        match.play(seat.bot.think(observe(match, number * 2 + match.to_move), seat.limit()).move)
    winners = match.result.winners if match.result else ()
    return 0.5 if len(winners) != 1 else float(winners == (own,))
