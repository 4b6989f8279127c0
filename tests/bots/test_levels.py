"""What every game's bots promise: levels, legal moves, the same choice for the same seed, no look at what is hidden."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tabletop.bots.analysis import hint
from tabletop.bots.bot import observe
from tabletop.bots.limit import CLOCK_INTERVAL, Limit
from tabletop.bots.specs import LEVELS, bot_makers, make_controller
from tabletop.errors import WrongUse
from tabletop.game import CHANCE, NOBODY
from tabletop.games import load
from tabletop.match import Match
from tabletop.record import parse_records
from tabletop.replay import replayed, write_record
from tests.helpers import GAMES, ROOT, new_match, random_match, tables

NODES = 60
every_level = pytest.mark.parametrize(("name", "level"), [(name, level) for name in GAMES for level in LEVELS])
LONG_GAMES = [*(("mikado", level) for level in LEVELS[1:]), ("takami", "hard")]


def thought_about(match: Match, level: str, seed: int = 1, nodes: int = NODES) -> str:
    """The move a level chooses, spelt out."""
    seat = make_controller(match.game, level)
    return match.game.format_move(seat.bot.think(observe(match, seed), Limit(nodes)).move)


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_every_level(name: str) -> None:
    assert list(bot_makers(load(name)))[: len(LEVELS)] == list(LEVELS)
    with pytest.raises(WrongUse):
        make_controller(load(name), "nobody")
    with pytest.raises(WrongUse):
        make_controller(load(name), "hard:nonsense=1")
    with pytest.raises(WrongUse):
        make_controller(load(name), "hard:nonsense")


@every_level
def test_levels_choose_legal_moves_at_every_table(name: str, level: str) -> None:
    for table in tables(load(name)):
        asked = 0
        for seed, plies in [(1, 0), (2, 7), (3, 11), (4, 23), (5, 41)]:
            match = random_match(name, seed, plies, **table)
            if match.result or match.to_move == CHANCE:
                continue
            match.play_text(thought_about(match, level))
            asked += 1
        assert asked >= 3, "a short game is over after 23 turns, not after 11"


@pytest.mark.parametrize(
    ("name", "level"),
    [
        pytest.param(name, level, marks=pytest.mark.slow if (name, level) in LONG_GAMES else ())
        for name in GAMES
        for level in LEVELS
    ],
)
def test_levels_play_a_game_to_its_end(name: str, level: str) -> None:
    """All seats are of this level and think as little as can be."""
    match = new_match(name, 9)
    asked = 0
    while not match.result and asked < 2000:
        match.play_text(thought_about(match, level, seed=asked % 7, nodes=2))
        match.settle()
        asked += 1
    assert match.result, f"no end after {asked} turns"
    assert asked >= 10
    assert match.to_move == NOBODY


CHOICES = """
import sys
sys.path[:0] = [{tests!r}, {root!r}]
from tests.helpers import random_match
from test_levels import thought_about
for level in ("easy", "medium", "hard"):
    print(thought_about(random_match({name!r}, 5, 12), level, seed=3))
"""


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_same_seed_same_choice_in_every_process(name: str) -> None:
    code = CHOICES.format(tests=str(ROOT / "tests"), root=str(ROOT), name=name)
    said = set()
    for hash_seed in ("0", "77"):
        env = {**os.environ, "PYTHONHASHSEED": hash_seed}
        done = subprocess.run(
            [sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True, timeout=120
        )
        said.add(done.stdout)
    assert len(said) == 1
    here = "".join(thought_about(random_match(name, 5, 12), level, seed=3) + "\n" for level in LEVELS[1:])
    assert said == {here}


def with_seed(match: Match, seed: int) -> Match:
    """The same moves and outcomes with another seed behind them."""
    text = write_record(match)
    assert text.count(f"Seed: {match.setup.seed}\n") == 1
    (record,) = parse_records(text.replace(f"Seed: {match.setup.seed}\n", f"Seed: {seed}\n"), "record")
    other = replayed(record)
    assert other.setup.seed == seed and other.plies == match.plies
    return other


@pytest.mark.parametrize("plies", [6, 9, 12])
@pytest.mark.parametrize("name", [name for name in GAMES if load(name).models])
def test_bots_see_neither_the_seed_nor_what_it_hides(name: str, plies: int) -> None:
    """The same table with another seed behind it looks the same, and so does the choice."""
    match = random_match(name, 6, plies)
    assert not match.result
    other = with_seed(match, 1006)
    if hasattr(match.state, "hidden"):
        assert match.state != other.state, "the seed hides something, so there is something to be seen"
    one, two = observe(match, 1), observe(other, 1)
    assert one.setup == two.setup and one.setup.seed is None
    assert one.state == two.state and list(one.states) == list(two.states)
    assert (one.player, one.plies, one.rng.random()) == (two.player, two.plies, two.rng.random())
    for state in one.states:
        assert getattr(state, "seed", None) is None and getattr(state, "hidden", None) is None
    for level in LEVELS:
        assert thought_about(match, level) == thought_about(other, level)


@pytest.mark.parametrize("name", GAMES)
def test_a_stopped_bot_spends_hardly_a_node(name: str) -> None:
    match = random_match(name, 3, 10)
    seat = make_controller(match.game, "hard")
    limit = Limit(2000)
    limit.stop()
    match.check(seat.bot.think(observe(match, 1), limit).move)
    assert limit.spent <= CLOCK_INTERVAL


@pytest.mark.parametrize("name", GAMES)
def test_hints_name_a_legal_move_and_a_reason(name: str) -> None:
    match = random_match(name, 3, 6)
    info = hint(match, nodes=NODES)
    match.check(info.move)
    assert info.value is not None
    assert info.explanation
