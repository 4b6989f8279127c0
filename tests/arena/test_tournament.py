"""Tournaments: which games are played in which seats, and what a plan may say."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tabletop.arena.adjudication import Adjudication
from tabletop.arena.openings import Opening
from tabletop.arena.plan import parse_sprt, read_tournament
from tabletop.arena.play import play_game
from tabletop.arena.tournament import (
    Participant,
    Sprt,
    Table,
    Tournament,
    blocks_for,
    check_tournament,
    matchups,
    pairings,
    table_names,
)
from tabletop.bots.limit import Clock
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
        ('name = "third"', 'name = "a#b"', "cannot be a name"),
        ('name = "third"', 'name = "a\\nb"', "cannot be a name"),
        ('name = "third"', "name = 3", "name: missing, or not text"),
        ("seed = 3", "table = 5", "table: missing"),
        ("seed = 3", "table = [{options = 5}]", "options: must be a list of words"),
        ("seed = 3", "table = [{model = 5}]", "model: missing, or not text"),
        ("seed = 3", "skill = 5", "skill: must be a list of words"),
        ("seed = 3", 'time = "10s+"', "write a clock as 10s+0.1s"),
        ("seed = 3", 'time = "10s+0.1s"\nthink = "1s"', "random has both a time per game and a time per move"),
        ("seed = 3", 'margin = "0"', "write a thinking time"),
        ("seed = 3", "openings = 3", "openings: must be a file's name"),
        ("seed = 3", 'openings = {order = "random"}', "file: missing"),
        ("seed = 3", 'openings = {file = "x", order = "backwards"}', "openings.order: must be sequential or random"),
        ("seed = 3", 'openings = "plan.txt"', "plan.txt: cannot be read"),
        ("seed = 3", "adjudication = 7", "adjudication: must be a table"),
        ("seed = 3", "adjudication = {win = 7}", "adjudication.win: must be a table with points and turns"),
        ("seed = 3", "adjudication = {win = {points = 7}}", "turns: must be a whole number"),
        ("seed = 3", "adjudication = {draw = {turns = 0}}", "turns: must be a whole number, at least 1"),
        ("seed = 3", "adjudication = {draw = {moves = 9}}", "adjudication.draw.moves: unknown key"),
        ('name = "third"', "options = 7", "entrant.options: write a table"),
        ('name = "third"', 'name = "third"\noptions = {speed = 7}', "no parameter 'speed'"),
        ('name = "third"', 'options = {speed = "a\\nb"}', "must be text, a number, true or false, on one line"),
        ('name = "third"', "options = {speed = [1]}", "must be text, a number, true or false, on one line"),
        ("seed = 3", 'table = [{name = "a"}, {name = "a"}]', "two tables have the same name"),
        ("seed = 3", 'table = [{name = "a#b"}]', "cannot be a name"),
    ],
)
def test_a_plan_that_cannot_be_played_is_refused(tmp_path: Path, old: str, new: str, message: str) -> None:
    with pytest.raises(UnreadableFile) as caught:
        read_tournament(str(write_plan(tmp_path, 2, PLAN.replace("{games}", "2").replace(old, new))))
    assert message in str(caught.value)


FULL = """
game = "zickzack"
games = 2
time = "10s+0.1s"
margin = "200ms"
[adjudication]
draw = {turns = 200}
win = {points = 20, turns = 6}
[[entrant]]
bot = "mcts"
[entrant.options]
iterations = 300
c = 0.5
[[entrant]]
name = "other"
bot = "engine:./other"
time = "1m"
nodes = 500
[entrant.options]
Hash = 64
Ponder = false
[[entrant]]
bot = "easy"
think = "50ms"
[[table]]
name = "comb"
options = ["board=comb"]
"""


def test_a_plan_says_everything_about_clocks_options_and_adjudication(tmp_path: Path) -> None:
    tournament = read_tournament(str(write_plan(tmp_path, 2, FULL)))
    first, second, third = tournament.participants
    assert first.spec == "mcts:iterations=300,c=0.5" and first.clock == Clock(10, 0.1)
    assert second.options == (("Hash", "64"), ("Ponder", "false"))
    assert (second.clock, second.nodes) == (Clock(60), 500)
    assert (third.clock, third.think) == (None, 0.05)
    assert tournament.adjudication == Adjudication(200, 20, 6)
    assert tournament.margin == 0.2
    assert table_names(tournament) == ["comb"]


def test_a_fingerprint_names_only_what_is_used() -> None:
    """So that the results of version 0.1 are still known."""
    plain = make_tournament()
    assert '"clock"' not in plain.fingerprint() and '"name": ""' not in plain.fingerprint()
    for changed in (
        replace(plain, participants=(replace(plain.participants[0], clock=Clock(1)), plain.participants[1])),
        replace(plain, participants=(replace(plain.participants[0], options=(("a", "b"),)), plain.participants[1])),
        replace(plain, participants=(replace(plain.participants[0], skill=0.0), plain.participants[1])),
        replace(plain, tables=(Table(name="x"),)),
        replace(plain, openings=(Opening(1, "x"),)),
        replace(plain, openings=(Opening(1, "y"),)),
        replace(plain, adjudication=Adjudication(draw_turns=3)),
        replace(plain, margin=1.0),
    ):
        assert changed.fingerprint() != plain.fingerprint()
    assert replace(plain, blocks=99, sprt=Sprt(0, 5)).fingerprint() == plain.fingerprint()


def test_the_number_of_games_is_known_without_counting_them() -> None:
    for tournament in (
        make_tournament(4, 3, 5, tables=(Table(), Table(("board=comb",)))),
        make_tournament(5, 2, 3, gauntlet=True),
    ):
        assert tournament.games == len(list(pairings(tournament)))
    assert make_tournament(2, 2, 10**12).games == 2 * 10**12
    with pytest.raises(WrongUse, match="300 entrants are too many"):
        check_tournament(make_tournament(300, 5))


def test_a_skill_belongs_to_the_participant_in_every_seat(tmp_path: Path) -> None:
    text = PLAN.replace('"zickzack"', '"mikado"').replace("seed = 3", 'seed = 3\nskill = ["third=0.9", "1=0.2"]')
    text = text.replace('name = "other"', 'name = "other"\nskill = 0')
    tournament = read_tournament(str(write_plan(tmp_path, 2, text)))
    skills = {0: 0.2, 1: 0.0, 2: 0.9}
    for pairing in pairings(tournament):
        match = tournament.start(tournament.tables[0], None, pairing.seed, pairing.seating)
        assert match.setup.skills == tuple(skills[number] for number in pairing.seating)
    assert {pairing.seating for pairing in pairings(tournament)} >= {(0, 2), (2, 0)}
    report = play_game(tournament, next(iter(pairings(tournament))))
    assert "\nSkill: 1=0.2 2=0.0\n" in report.record


def test_another_skill_is_another_tournament() -> None:
    participants = tuple(Participant(name, "random", skill=skill) for name, skill in (("a", None), ("b", 0.0)))
    tournament = Tournament("mikado", participants, 1)
    other = replace(tournament, participants=(participants[0], Participant("b", "random")))
    assert tournament.fingerprint() != other.fingerprint()


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("skill = 1.5", "entrant.skill: must be a number from 0 to 1, not 1.5"),
        ("skill = true", "entrant.skill: must be a number from 0 to 1, not true"),
        ("skill = 0.5", "Zickzack is not a game of dexterity"),
    ],
)
def test_a_wrong_skill_is_refused(tmp_path: Path, line: str, message: str) -> None:
    path = write_plan(tmp_path, 2, PLAN.replace('name = "other"', f'name = "other"\n{line}'))
    with pytest.raises(UnreadableFile, match=message):
        read_tournament(str(path))
