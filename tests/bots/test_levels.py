"""The levels of every game: legal moves at every table, games that end, limits kept, each stronger than the last."""

from __future__ import annotations

import itertools
import sys
from random import Random
from types import FrameType
from typing import Any

import pytest

from tabletop.bots.bot import Evaluator, observe
from tabletop.bots.limit import Limit
from tabletop.bots.specs import LADDER, bot_makers, make_controller
from tabletop.game import CHANCE, NOBODY
from tabletop.games import load
from tests.bots.helpers import GAMES_AND_LEVELS, GAMES_WITH_BOTS, chosen_move, ticking
from tests.helpers import is_short, match_under_way, new_match, random_move, tables

BOARD_GAMES = [name for name in GAMES_WITH_BOTS if load(name).kind == "board"]
TABLES = [(name, table) for name in GAMES_WITH_BOTS for table in tables(load(name))]
LONG_GAMES = [*(("mikado", level) for level in LADDER), ("takami", "hard")]
NODES = 20
MOST_CALLS = 25_000
"""Calls of functions between two readings of the clock: less than ten milliseconds."""
POSITIONS = 60
"""In which every level moves at every table."""


def table_id(value: str | dict[str, Any]) -> str:
    return value if isinstance(value, str) else "-".join(map(str, value.values())) or "default"


every_game_with_bots = pytest.mark.parametrize("name", GAMES_WITH_BOTS)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "level"), GAMES_AND_LEVELS)
def test_levels_choose_legal_moves_at_every_table(name: str, level: str) -> None:
    for table in tables(load(name)):
        for seed, plies in [(1, 0), (2, 7), (3, 11), (4, 23), (5, 41)]:
            match = match_under_way(name, seed, plies, **table)
            assert match.to_move > CHANCE
            match.play_text(chosen_move(match, level))


@pytest.mark.parametrize(
    ("level", "name", "table"),
    [
        pytest.param(level, name, table, marks=pytest.mark.slow if level == "hard" or table else ())
        for level in LADDER
        for name, table in TABLES
    ],
    ids=table_id,
)
def test_levels_choose_legal_moves_in_games_against_random_moves(name: str, table: dict[str, Any], level: str) -> None:
    """The level makes about every other move, so that its moves lead to positions too: some thousand in all."""
    controller = make_controller(load(name), level)
    asked = seed = 0
    while asked < POSITIONS:
        seed += 1
        rng = Random(seed)
        match = new_match(name, seed, **table)
        while match.result is None and asked < POSITIONS:
            if rng.random() < 0.5:
                match.play(controller.bot.think(observe(match, seed), Limit(NODES)).move)
                asked += 1
            else:
                match.play(random_move(match, observe(match, seed).rng))
            match.settle()


@pytest.mark.parametrize(
    ("name", "level"),
    [
        pytest.param(name, level, marks=pytest.mark.slow if (name, level) in LONG_GAMES else ())
        for name, level in GAMES_AND_LEVELS
    ],
)
def test_levels_play_a_game_to_its_end(name: str, level: str) -> None:
    """All seats are of this level and have the smallest limit."""
    match = new_match(name, 9)
    asked = 0
    while not match.result and asked < 2000:
        match.play_text(chosen_move(match, level, seed=asked % 7, nodes=2))
        match.settle()
        asked += 1
    assert match.result, f"no end after {asked} turns"
    assert asked >= 7 or is_short(name)
    assert match.to_move == NOBODY


@pytest.mark.parametrize(("name", "level"), [pair for pair in GAMES_AND_LEVELS if pair[1] != "random"])
@pytest.mark.parametrize("ticks", [1, 2, 30])
def test_levels_move_when_the_time_is_up(name: str, level: str, ticks: int) -> None:
    """They read the clock often, and hardly go on once it says so: what is left is to compare what they know."""
    match = match_under_way(name, 3, 10)
    limit, ticker = ticking(ticks)
    match.check(make_controller(match.game, level).bot.think(observe(match, 5), limit).move)
    assert ticker.ticks <= ticks + 3
    if level == "hard" and name in BOARD_GAMES:
        assert ticker.ticks >= ticks, "it searches as long as it may"


class CallCounter:
    """Counts the calls of functions between two readings of a clock, which never goes on."""

    def __init__(self) -> None:
        self.calls = self.most = 0

    def count(self, frame: FrameType, event: str, argument: object) -> None:
        self.calls += event in ("call", "c_call")

    def now(self) -> float:
        self.most = max(self.most, self.calls)
        self.calls = 0
        return 0.0


@pytest.mark.parametrize(("name", "level"), GAMES_AND_LEVELS)
def test_levels_never_look_away_from_the_clock_for_long(name: str, level: str) -> None:
    """Wherever they are when the time is up or a program says stop, they notice after some milliseconds."""
    controller = make_controller(load(name), level)
    for table in tables(load(name)):
        match = match_under_way(name, 3, 11, **table)
        observation, counter = observe(match, 1), CallCounter()
        controller.bot.think(observation, Limit(5))  # what is computed once is done when an engine says `readyok`
        limit = Limit(40, seconds=1, now=counter.now)
        sys.setprofile(counter.count)
        try:
            controller.bot.think(observation, limit)
        finally:
            sys.setprofile(None)
        counter.now()
        assert counter.most < MOST_CALLS


def test_seconds_replace_the_nodes_of_a_level() -> None:
    limit = make_controller(load("fem"), "hard").limit(seconds=50)
    assert (limit.nodes, limit.seconds) == (None, 50)


@every_game_with_bots
def test_a_stopped_bot_spends_hardly_a_node(name: str) -> None:
    match = match_under_way(name, 3, 10)
    controller = make_controller(match.game, "hard")
    limit = Limit(2000)
    limit.stop()
    match.check(controller.bot.think(observe(match, 1), limit).move)
    assert limit.spent <= 20


@pytest.mark.slow
@pytest.mark.parametrize(("name", "table"), TABLES, ids=table_id)
def test_evaluators_score_every_legal_move(name: str, table: dict[str, Any]) -> None:
    """Best first, none left out, with any limit; so a record with any moves can be analysed."""
    match = match_under_way(name, 4, 11, **table)
    moves = list(itertools.islice(match.state.legal_moves(), 0, 900, 30))
    bots = {spec: make_controller(match.game, spec).bot for spec in bot_makers(match.game)}
    evaluators = {spec: bot for spec, bot in bots.items() if isinstance(bot, Evaluator)}
    assert "hard" in evaluators
    for bot in evaluators.values():
        evaluated = bot.evaluate(observe(match, 1), Limit(NODES), moves)
        assert sorted(map(str, dict(evaluated))) == sorted(map(str, moves))
        values = [value for _, value in evaluated]
        assert values == sorted(values, reverse=True)
        assert len(bot.evaluate(observe(match, 1), Limit(1), moves)) == len(moves)
        assert len(bot.evaluate(observe(match, 1), Limit(NODES), lines=1)) == 1


@pytest.mark.parametrize("name", BOARD_GAMES)
@pytest.mark.parametrize(
    ("stronger", "weaker"), [("easy", "random"), pytest.param("medium", "easy", marks=pytest.mark.slow)]
)
def test_a_level_beats_the_one_below(name: str, stronger: str, weaker: str) -> None:
    """A few games, seats changing: enough to see that levels are not upside down."""
    share = sum(share_of_stronger(name, stronger, weaker, number) for number in range(6)) / 6
    assert share >= (0.85 if weaker == "random" else 0.6)


def share_of_stronger(name: str, stronger: str, weaker: str, number: int) -> float:
    """Play a game: 1, 0.5 or 0 for the stronger level."""
    match = new_match(name)
    seat = 1 + number % 2
    controllers = {seat: make_controller(match.game, stronger), 3 - seat: make_controller(match.game, weaker)}
    while not match.result and len(match.plies) < 150:
        controller = controllers[match.to_move]
        match.play(controller.bot.think(observe(match, number * 2 + match.to_move), controller.limit()).move)
    winners = match.result.winners if match.result else ()
    return 0.5 if len(winners) != 1 else float(winners == (seat,))
