"""What every game's bots promise: levels, legal moves, the same choice for the same seed, no look at what is hidden."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from helpers import GAMES, ROOT, random_match, tables

from tabletop.bots import LEVELS, Situation, make_seat, makers, situation
from tabletop.bots.analysis import hint
from tabletop.bots.budget import Budget
from tabletop.errors import WrongUse
from tabletop.game import CHANCE
from tabletop.games import load
from tabletop.match import Match

NODES = 60
every_level = pytest.mark.parametrize(("name", "level"), [(name, level) for name in GAMES for level in LEVELS])


def thought_about(match: Match, level: str, seed: int = 1, nodes: int = NODES) -> str:
    """The move a level chooses, spelt out."""
    seat = make_seat(match.game, level)
    return match.game.format_move(seat.bot.think(situation(match, seed), Budget(nodes)).move)


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_every_level(name: str) -> None:
    assert list(makers(load(name)))[: len(LEVELS)] == list(LEVELS)
    with pytest.raises(WrongUse):
        make_seat(load(name), "nobody")
    with pytest.raises(WrongUse):
        make_seat(load(name), "hard:nonsense=1")
    with pytest.raises(WrongUse):
        make_seat(load(name), "hard:nonsense")


@every_level
def test_levels_choose_legal_moves_at_every_table(name: str, level: str) -> None:
    for table in tables(load(name)):
        for seed, plies in [(1, 0), (2, 7), (3, 23), (4, 41)]:
            match = random_match(name, seed, plies, **table)
            if match.outcome or match.to_move == CHANCE:
                continue
            match.play_text(thought_about(match, level))


@every_level
def test_levels_play_a_game_to_its_end(name: str, level: str) -> None:
    match = random_match(name, 9, 30)
    for _ in range(12):
        match.settle()
        if match.outcome:
            break
        match.play_text(thought_about(match, level, nodes=20))


CHOICES = """
import sys
sys.path[:0] = [{tests!r}, {root!r}]
from helpers import random_match
from test_levels import thought_about
for level in ("easy", "medium", "hard"):
    print(thought_about(random_match({name!r}, 5, 12), level, seed=3))
"""


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


@pytest.mark.parametrize("name", [name for name in GAMES if load(name).models])
def test_bots_see_neither_the_seed_nor_what_it_hides(name: str) -> None:
    """The same table with another seed behind it looks the same, and so does the choice."""
    match = random_match(name, 6, 9)
    seen: Situation = situation(match, 1)
    assert seen.setup.seed is None
    assert getattr(seen.state, "seed", None) is None
    assert getattr(seen.state, "hidden", None) is None
    assert all(getattr(state, "hidden", None) is None for state in seen.states)


@pytest.mark.parametrize("name", GAMES)
def test_a_stopped_bot_answers_at_once(name: str) -> None:
    match = random_match(name, 3, 10)
    seat = make_seat(match.game, "hard")
    budget = Budget()
    budget.stop()
    match.check(seat.bot.think(situation(match, 1), budget).move)


@pytest.mark.parametrize("name", GAMES)
def test_hints_name_a_legal_move_and_a_reason(name: str) -> None:
    match = random_match(name, 3, 6)
    thought = hint(match, nodes=NODES)
    match.check(thought.move)
    assert thought.value is not None
    assert thought.why
