"""Rules of thumb for Taktori and Fem: cover, mirror and pile do what they say."""

from __future__ import annotations

import pytest

from tabletop.bots.bot import observe
from tabletop.bots.specs import make_controller
from tabletop.games import load
from tabletop.match import Match
from tests.bots.helpers import chosen_move
from tests.games.towers.helpers import state_at
from tests.helpers import new_match

both_games = pytest.mark.parametrize("name", ["taktori", "fem"])


def after(name: str, *moves: str) -> Match:
    match = new_match(name)
    for move in moves:
        match.play_text(move)
    return match


@both_games
def test_cover_puts_a_tower_on_the_last_one(name: str) -> None:
    assert chosen_move(after(name, "place on c3"), "cover") == "place on c3"
    assert chosen_move(after(name, "place on a1", "place on c3", "move a1 to a5"), "cover") == "place on a5"


@both_games
def test_cover_plays_on_where_there_is_no_last_tower(name: str) -> None:
    match = after(name)
    match.play_text(chosen_move(match, "cover"))


def test_cover_moves_a_tower_when_the_stock_is_empty() -> None:
    game, setup = load("fem"), new_match("fem").setup
    match = Match(game, setup, state_at("fem", "2222222222222222,x4/x5/x5/x5/1,x4 - 1"))
    match.play_text("place on c3")
    assert chosen_move(match, "cover") == "move a5 to c3"


def test_covering_wins_fem_for_the_second_player() -> None:
    """As its rules page proves: the first player never has two towers on top."""
    match = new_match("fem")
    controllers = [make_controller(match.game, spec) for spec in ("medium", "cover")]
    while match.result is None:
        controller = controllers[match.to_move - 1]
        match.play(controller.bot.think(observe(match, 1), controller.limit(nodes=20)).move)
    assert match.result.winners == (2,) and match.result.rule == "F7"


@pytest.mark.parametrize(
    ("name", "last", "copy"),
    [
        ("taktori", "place on b1", "place on h9"),
        ("fem", "place on b1", "place on d5"),
        ("fem", "place on c3", "place on c3"),
    ],
)
def test_mirror_copies_the_last_turn_across_the_centre(name: str, last: str, copy: str) -> None:
    assert chosen_move(after(name, last), "mirror") == copy


@both_games
def test_mirror_begins_in_the_centre(name: str) -> None:
    assert chosen_move(after(name), "mirror") == {"taktori": "place on e5", "fem": "place on c3"}[name]


def test_mirror_copies_bridges_and_moves_too() -> None:
    match = after("fem", "place on a1", "place on e5", "place on b1 bridge a1-b1")
    assert chosen_move(match, "mirror") == "place on d5 bridge d5-e5"
    match = after("fem", "place on a1", "place on e5", "move a1 to b2")
    assert chosen_move(match, "mirror") == "move e5 to d4"


def test_mirror_leaves_bridges_out_that_it_cannot_lay() -> None:
    match = after("fem", "place on a1", "place on c1", "place on b1 bridge a1-b1")
    assert chosen_move(match, "mirror") == "place on d5"


@both_games
def test_pile_builds_on_the_highest_stack(name: str) -> None:
    centre = {"taktori": "e5", "fem": "c3"}[name]
    assert chosen_move(after(name), "pile") == f"place on {centre}"
    assert chosen_move(after(name, "place on a1", "place on a1", "place on b2"), "pile") == "place on a1"
