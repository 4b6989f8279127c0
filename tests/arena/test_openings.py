"""Openings: positions and move files, one on each line, played in every order of the seats."""

from __future__ import annotations

from pathlib import Path

import pytest

from tabletop.arena import openings as openings_module
from tabletop.arena.openings import read_openings, shuffled
from tabletop.arena.plan import read_tournament
from tabletop.arena.play import play_game
from tabletop.arena.tournament import pairings
from tabletop.errors import TabletopError, UnreadableFile
from tabletop.games import load
from tabletop.record import parse_records
from tests.arena.helpers import run_arena, write_plan
from tests.helpers import ROOT, new_match, random_match

EXAMPLES = ROOT / "tabletop" / "examples"
PLAN = """
game = "{game}"
games = {games}
openings = "openings.txt"
[[entrant]]
name = "a"
bot = "random"
[[entrant]]
name = "b"
bot = "random"
"""


def position_after(plies: int) -> str:
    match = random_match("zickzack", 3, plies)
    assert match.game.format_position
    return match.game.format_position(match.state)


def plan(folder: Path, lines: list[str], games: int = 4, game: str = "zickzack", text: str = PLAN) -> Path:
    (folder / "openings.txt").write_text("\n".join(lines) + "\n", "utf-8")
    return write_plan(folder, games, text.replace("{game}", game))


def test_every_opening_is_played_from_both_seats_and_then_comes_the_first_again(tmp_path: Path) -> None:
    positions = [position_after(4), position_after(7)]
    tournament = read_tournament(str(plan(tmp_path, ["# two of them", positions[0], "", f"{positions[1]}  # b"], 6)))
    games = list(pairings(tournament))
    assert [pairing.seating for pairing in games] == [(0, 1), (1, 0)] * 3
    assert [pairing.opening.number for pairing in games if pairing.opening] == [1, 1, 2, 2, 1, 1]
    for pairing, position in zip(games, [positions[0], positions[0], positions[1], positions[1]], strict=False):
        (record,) = parse_records(play_game(tournament, pairing).record)
        assert record.value("Position") == position


def test_a_move_file_is_an_opening_with_its_first_moves(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "game.moves").write_bytes((EXAMPLES / "zickzack-game.moves").read_bytes())
    text = PLAN.replace('"openings.txt"', '{file = "openings.txt", plies = 3}')
    tournament = read_tournament(str(plan(tmp_path, ["deep/game.moves"], 2, text=text)))
    for pairing in pairings(tournament):
        lines = play_game(tournament, pairing).record.splitlines()
        begin = lines.index("") + 1
        assert lines[begin : begin + 3] == ["1. place 4 on 4a-4d", "2. place 3 on 3a-3c", "3. place 3 on 5b-5d"]


@pytest.mark.slow
def test_the_opening_of_a_dexterity_game_states_what_happened(tmp_path: Path) -> None:
    """What comes after it is rolled from each round's own seed."""
    (tmp_path / "tray.moves").write_bytes((EXAMPLES / "mikado-bots.moves").read_bytes())
    text = PLAN.replace('"openings.txt"', '{file = "openings.txt", plies = 3}')
    tournament = read_tournament(str(plan(tmp_path, ["tray.moves"], 4, "mikado", text)))
    records = [play_game(tournament, pairing).record.split("\n\n")[1] for pairing in pairings(tournament)]
    begin = (tmp_path / "tray.moves").read_text("utf-8").split("\n\n")[1].splitlines()
    for record in records:
        stated = [line.partition("#")[0].strip() for line in begin[:7]]
        assert [line.split(" ", 1)[1] for line in record.splitlines()[:7] if line[0] in "-="] == [
            line.split(" ", 1)[1] for line in stated if line[0] in "-="
        ]
    assert len(set(records)) == 4


def test_a_random_order_depends_on_the_seed_alone() -> None:
    listed = tuple(openings_module.Opening(number, str(number)) for number in range(1, 51))
    order = shuffled(listed, 1)
    assert order == shuffled(listed, 1) != listed
    assert sorted(order, key=lambda opening: opening.number) == list(listed)
    assert shuffled(listed, 2) != order
    assert [opening.number for opening in order[:5]] == [28, 17, 8, 27, 39], "the same on every computer"


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("nonsense", "opening 1 (`nonsense`): "),
        ("missing.moves", "openings.txt:1:1: "),
        ("fem.moves", "a game of Taktori Fem"),
        ("over.moves", "the game is already over there"),
        ("comb.moves", "played with the options `board=comb`"),
        ("broken.moves", "openings.txt:1:1: "),
        ("\x1b[31m", "an unprintable character"),
        ("# nothing", "this file has no openings"),
    ],
)
def test_an_opening_that_cannot_be_played_is_refused(tmp_path: Path, line: str, message: str) -> None:
    (tmp_path / "fem.moves").write_text("Game: fem\n\nplace on c3\n")
    (tmp_path / "comb.moves").write_text("Game: zickzack\nOptions: board=comb\n")
    (tmp_path / "over.moves").write_bytes((EXAMPLES / "zickzack-bots.moves").read_bytes())
    (tmp_path / "broken.moves").write_text("Game: zickzack\n\nplace 3 on 3a-3c\nSeed: 3\n")
    with pytest.raises(UnreadableFile) as caught:
        read_tournament(str(plan(tmp_path, [line])))
    assert message in str(caught.value)


def test_openings_and_a_tables_position_exclude_each_other(tmp_path: Path) -> None:
    text = PLAN + f'[[table]]\nposition = "{position_after(2)}"\n'
    with pytest.raises(UnreadableFile, match="cannot start from openings as well"):
        read_tournament(str(plan(tmp_path, [position_after(4)], text=text)))


def test_long_openings_files_end_early(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(openings_module, "MOST_MOVES", 60)
    (tmp_path / "game.moves").write_bytes((EXAMPLES / "zickzack-game.moves").read_bytes())
    (tmp_path / "openings.txt").write_text("game.moves\n" * 5)
    with pytest.raises(TabletopError, match=r"openings\.txt:3:1: the openings have more than 60 moves"):
        read_openings(str(tmp_path / "openings.txt"), load("zickzack"))


def test_results_are_those_of_one_openings_file(tmp_path: Path) -> None:
    path = plan(tmp_path, [position_after(4), position_after(6)])
    first = run_arena(str(path))
    assert run_arena(str(path), "--jobs", "2", "--results", str(tmp_path / "other")) == first
    assert run_arena(str(path)) == first
    plan(tmp_path, [position_after(4), position_after(5)])
    with pytest.raises(AssertionError, match="another plan"):
        run_arena(str(path))


def test_the_start_is_an_opening_like_any_other(tmp_path: Path) -> None:
    match = new_match("zickzack")
    assert match.game.format_position
    tournament = read_tournament(str(plan(tmp_path, [match.game.format_position(match.state)], 2)))
    report = play_game(tournament, next(pairings(tournament)))
    assert "Position:" not in report.record
