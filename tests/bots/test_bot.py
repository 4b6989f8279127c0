"""Observations hide the seed, the same seed gives the same choice in every process, and scores are formatted."""

from __future__ import annotations

import os
import subprocess
import sys
from random import Random

import pytest

from tabletop.bots.bot import SearchInfo, observe
from tabletop.bots.limit import Limit
from tabletop.bots.specs import LADDER, LEVELS, make_controller
from tabletop.game import CHANCE
from tabletop.games import load
from tabletop.match import Match
from tabletop.record import parse_records
from tabletop.replay import replayed, write_record
from tests.bots.helpers import GAMES_AND_LEVELS, GAMES_WITH_BOTS, chosen_move
from tests.helpers import GAMES, ROOT, match_under_way, new_match


@pytest.mark.parametrize("name", GAMES)
def test_a_bot_never_sees_the_seed_of_the_game(name: str) -> None:
    match = new_match(name, 77)
    observation = observe(match, 5)
    assert observation.setup.seed is None
    assert observation.rng.random() == Random((5 << 20) + len(match.plies)).random()


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
def test_bots_see_nothing_that_the_seed_hides(name: str, plies: int) -> None:
    """The same table with another seed behind it looks the same, and the choice is the same."""
    match = match_under_way(name, 6, plies)
    other = with_seed(match, 1006)
    if hasattr(match.state, "hidden"):
        assert match.state != other.state, "the seed hides something, so there is something to be seen"
    first, second = observe(match, 1), observe(other, 1)
    assert first.setup == second.setup and first.setup.seed is None
    assert first.state == second.state and list(first.states) == list(second.states)
    assert (first.player, first.plies, first.rng.random()) == (second.player, second.plies, second.rng.random())
    for state in first.states:
        assert getattr(state, "seed", None) is None and getattr(state, "hidden", None) is None
    for level in LEVELS:
        assert chosen_move(match, level) == chosen_move(other, level)


def first_moves(name: str, level: str) -> list[str]:
    """The first moves of a level against itself."""
    match = new_match(name, 3)
    controller = make_controller(match.game, level)
    moves = []
    for _ in range(4):
        match.settle()
        if match.result:
            break
        assert match.to_move != CHANCE
        move = controller.bot.think(observe(match, 9), controller.limit(nodes=40)).move
        match.play(move)
        moves.append(match.game.format_move(move))
    return moves


def outputs_of_processes(code: str, hash_seeds: tuple[str, str]) -> set[str]:
    """What the code prints in processes with these hash seeds."""
    outputs = set()
    for hash_seed in hash_seeds:
        env = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(ROOT)}
        done = subprocess.run(
            [sys.executable, "-c", code], env=env, cwd=ROOT, capture_output=True, text=True, check=True, timeout=120
        )
        outputs.add(done.stdout)
    return outputs


FIRST_MOVES = """
from tests.bots.test_bot import first_moves
for name in {names!r}:
    for level in ("easy", "medium", "hard"):
        print(name, level, first_moves(name, level))
"""
CHOICES = """
from tabletop.bots.specs import LADDER
from tests.helpers import match_under_way
from tests.bots.helpers import chosen_move
for level in LADDER:
    print(chosen_move(match_under_way({name!r}, 5, 12), level, seed=3))
"""


@pytest.mark.slow
def test_a_game_begins_the_same_in_every_process() -> None:
    (output,) = outputs_of_processes(FIRST_MOVES.format(names=GAMES_WITH_BOTS), ("0", "4242"))
    assert len(output.splitlines()) == 3 * len(GAMES_WITH_BOTS)


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES_WITH_BOTS)
def test_the_same_seed_gives_the_same_choice_in_every_process(name: str) -> None:
    expected = "".join(chosen_move(match_under_way(name, 5, 12), level, seed=3) + "\n" for level in LADDER)
    assert outputs_of_processes(CHOICES.format(name=name), ("0", "77")) == {expected}


def test_scores_are_formatted_as_leads_chances_or_the_end() -> None:
    lead, chance = SearchInfo("move"), SearchInfo("move", values_are_chances=True)
    assert [lead.format_score(value) for value in (2.5, -0.125, 3.0, 998.0, -1000.0)] == [
        "+2.5",
        "-0.125",
        "+3",
        "won",
        "lost",
    ]
    values = (0.5, 0.0, 0.004, 0.996, 1.0, -0.02)
    assert [chance.format_score(value) for value in values] == ["50%", "0%", "<1%", ">99%", "100%", "0%"]
    assert chance.score_words(0.574) == "57% to win"


def test_people_are_told_chances_where_a_bot_reckons_in_points_and_points_where_they_are_certain() -> None:
    points = SearchInfo("move", 2.0, chance_of=lambda value: 0.5 + value / 100)
    assert (points.format_score(2.0), points.score_words(2.0)) == ("52%", "52% to win")
    assert points.win_chance(-950.0) == 0.0
    exact = SearchInfo("move", 3.0, is_exact=True)
    assert [exact.score_words(value) for value in (3.0, -1.0, 0.0)] == [
        "wins by 3 points",
        "loses by 1 point",
        "a draw",
    ]
    assert [exact.win_chance(value) for value in (3.0, -1.0, 0.0, None)] == [1.0, 0.0, 0.5, None]


@pytest.mark.parametrize(("name", "level"), GAMES_AND_LEVELS)
def test_every_level_knows_the_chances_that_its_values_mean(name: str, level: str) -> None:
    """They lie between 0 and 1, and a higher value never means a lower chance."""
    match = match_under_way(name, 5, 6)
    info = make_controller(match.game, level).bot.think(observe(match, 1), Limit(nodes=60))
    if info.value is None:
        assert level == "random"
        return
    chances = [info.win_chance(value) for value in (info.value - 2, info.value - 0.1, info.value, info.value + 0.1)]
    assert all(chance is not None and 0 <= chance <= 1 for chance in chances)
    assert chances == sorted(chances, key=lambda chance: chance or 0.0)
