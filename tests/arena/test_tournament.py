"""Tournaments: which games are played in which seats, and what a plan may say."""

from __future__ import annotations

from pathlib import Path

import pytest

from tabletop.arena.plan import parse_sprt, read_tournament
from tabletop.arena.tournament import Sprt, Table, blocks_for, matchups, pairings
from tabletop.errors import UnreadableFile, WrongUse
from tests.arena.helpers import PLAN, make_tournament, write_plan


def test_every_seat_order_meets_the_same_seeds() -> None:
    tournament = make_tournament(3, 2, 2, tables=(Table(), Table(("board=comb",))))
    games = list(pairings(tournament))
    assert len(games) == 2 * 2 * 3 * 2
    assert len({pairing.key for pairing in games}) == len(games)
    for number in {pairing.block for pairing in games}:
        block = [pairing for pairing in games if pairing.block == number]
        assert len({pairing.seed for pairing in block}) == 1
        assert [pairing.seating for pairing in block] == [block[0].seating, block[0].seating[::-1]]
    seeds = {
        group: {pairing.seed for pairing in games if set(pairing.seating) == set(group)}
        for group in matchups(tournament)
    }
    assert len({frozenset(values) for values in seeds.values()}) == 1


def test_everybody_meets_everybody_and_in_a_gauntlet_only_the_first() -> None:
    assert matchups(make_tournament(3)) == [(0, 1), (0, 2), (1, 2)]
    assert matchups(make_tournament(3, gauntlet=True)) == [(0, 1), (0, 2)]
    assert matchups(make_tournament(4, 4)) == [(0, 1, 2, 3)]


def test_a_block_rotates_the_seats() -> None:
    assert [pairing.seating for pairing in pairings(make_tournament(3, 3, 1))] == [(0, 1, 2), (1, 2, 0), (2, 0, 1)]
    assert len({pairing.seating for pairing in pairings(make_tournament(4, 4, 1))}) == 4


def test_games_are_rounded_up_to_whole_blocks() -> None:
    assert blocks_for(101, 2) == 51
    assert blocks_for(3, 3) == 1


def test_a_sequential_test_is_parsed_or_refused() -> None:
    assert parse_sprt("elo0=0,elo1=20") == Sprt(0, 20)
    for text in ("elo0=0", "elo0=x,elo1=2", "elo0=0,elo1=5,alpha=0.9", "elo2=3,elo0=0,elo1=1"):
        with pytest.raises(WrongUse):
            parse_sprt(text)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("game =", "gamme =", "gamme: unknown key"),
        ('"zickzack"', '"chess"', "no game"),
        ('bot = "random"', 'bot = "nobody"', "no bot"),
        ('name = "third"', 'name = "other"', "same name"),
        ("seed = 3", "seed = -3", "whole number"),
        ("seed = 3", 'schedule = "swiss"', "round-robin"),
        ("seed = 3", "players = 4", "4 entrants"),
        ("seed = 3", "players = 0", "players: must be a whole number, at least 2"),
        ("seed = 3", "nodes = 0", "nodes: must be a whole number, at least 1"),
        ("games = 2", "games = 0", "games: must be a whole number, at least 1"),
        ('name = "third"', 'name = ""', "name: missing"),
        ('bot = "random"', 'bot = "mcts:"', "NAME=VALUE"),
        ("seed = 3", "sprt = {elo0 = 0, elo1 = 10}", "two entrants"),
        ("[[entrant]]", "[entrant", "not valid TOML"),
        ('name = "third"', 'name = "a#b"', "cannot be an entrant's name"),
        ('name = "third"', 'name = "a\\nb"', "cannot be an entrant's name"),
        ('name = "third"', "name = 3", "name: missing, or not text"),
        ("seed = 3", "table = 5", "table: missing"),
        ("seed = 3", "table = [{options = 5}]", "options: must be a list of words"),
        ("seed = 3", "table = [{model = 5}]", "model: missing, or not text"),
        ("seed = 3", "skill = 5", "skill: must be a list of words"),
    ],
)
def test_a_plan_that_cannot_be_played_is_refused(tmp_path: Path, old: str, new: str, message: str) -> None:
    with pytest.raises(UnreadableFile) as caught:
        read_tournament(str(write_plan(tmp_path, 2, PLAN.replace("{games}", "2").replace(old, new))))
    assert message in str(caught.value)
