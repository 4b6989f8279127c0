"""The commands that every game has: show, moves, check, score, perft; and odds."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tabletop.games import load
from tests.cli.helpers import call
from tests.helpers import GAMES, ROOT, tabletop

BOARD_GAMES = [name for name in GAMES if load(name).kind == "board"]
SETUP_OPTIONS = {name: ([] if name in BOARD_GAMES else ["--seed", "7"]) for name in GAMES}


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_the_usual_commands(name: str) -> None:
    setup = SETUP_OPTIONS[name]
    assert call(name, "show", *setup).output.strip()
    moves = call(name, "moves", *setup, "--limit", "3").output.splitlines()
    assert len(moves) == 3
    compact = call(name, "moves", *setup, "--limit", "3", "--compact").output.splitlines()
    assert all(" " not in move for move in compact)
    assert json.loads(call(name, "moves", *setup, "--limit", "1", "--json").output) == {"move": moves[0]}
    verdict = json.loads(call(name, "check", *setup, "--json", "--", moves[0]).output)
    assert list(verdict) == ["legal", "rule", "reason", "suggestion", "move", "position"]
    assert verdict["legal"] and verdict["move"] == moves[0]
    score = json.loads(call(name, "score", *setup, "--json").output)
    assert score["over"] is False and score["winners"] == []
    assert " to move." in call(name, "score", *setup).output
    assert call(name, "rules").output.strip()


@pytest.mark.parametrize("name", BOARD_GAMES)
def test_count_and_perft_agree(name: str) -> None:
    count = call(name, "moves", "--count").output
    assert call(name, "perft", "--depth", "1").output == count
    assert json.loads(call(name, "moves", "--count", "--json").output) == {"count": int(count)}


@pytest.mark.parametrize("name", ["taktori", "fem"])
def test_a_game_that_its_history_ends_has_no_player_to_move(name: str, tmp_path: Path) -> None:
    path = tmp_path / "short.moves"
    path.write_text(f"Game: {name}\nOptions: max-turns=2\nplace on a1\n")
    assert ">" in call(name, "show", str(path)).output
    with path.open("a") as stream:
        stream.write("place on b2\nexpect over\n")
    assert ">" not in call(name, "show", str(path)).output
    assert [call(name, "perft", "--depth", depth, "--file", str(path)).output for depth in "012"] == [
        "1\n",
        "0\n",
        "0\n",
    ]
    assert call(name, "moves", "--count", "--file", str(path)).output == "0\n"


def test_perft_of_the_classic_board() -> None:
    assert call("zickzack", "perft", "--depth", "2").output == "23771\n"


def test_moves_takes_a_limit_of_any_size() -> None:
    assert len(call("zickzack", "moves", "--limit", "9" * 20).output.splitlines()) == 160


def test_check_prints_rule_reason_and_suggestion() -> None:
    done = tabletop("zickzack", "check", "place 3 on 3b")
    assert done.returncode == 3
    assert done.stdout == ""
    assert "rule Z3" in done.stderr and "did you mean `place 2 on 3b-3c`" in done.stderr
    done = tabletop("zickzack", "check", "--json", "place 3 on 3b")
    assert done.returncode == 3
    verdict = json.loads(done.stdout)
    assert verdict["rule"] == "Z3" and verdict["legal"] is False and verdict["suggestion"] == "place 2 on 3b-3c"


def test_check_takes_a_move_that_begins_with_a_dash() -> None:
    position = "x5/x5/x5/x5/1,1,x3 1:a1-b1@1 1"
    verdict = json.loads(call("fem", "check", "--position", position, "--json", "--", "-a1-b1").output)
    assert verdict == json.loads(call("fem", "check", "-a1-b1", "--position", position, "--json").output)
    assert verdict["legal"] is True
    assert verdict["move"] == "remove a1-b1"


@pytest.mark.parametrize("name", ["takami", "mikado"])
def test_there_are_no_odds_once_the_game_is_over(name: str) -> None:
    path = str(ROOT / "tabletop/examples" / f"{name}-bots.moves")
    assert tabletop(name, "odds", path).stdout == "The game is over.\n"
    assert tabletop(name, "odds", path, "--json").stdout == '{"over": true}\n'


@pytest.mark.parametrize("command", ["show", "score", "moves", "hint"])
def test_a_move_file_is_an_argument_or_an_option_up_to_any_move(command: str) -> None:
    file = "tabletop/examples/fem-loop.moves"
    extra = ["--nodes", "20"] if command == "hint" else []
    after = tabletop("fem", command, file, "--at", "4", *extra)
    assert (after.returncode, after.stderr) == (0, "")
    assert tabletop("fem", command, "--file", file, "--at", "4", *extra).stdout == after.stdout
    assert tabletop("fem", command, file, "--at", "5", *extra).stdout != after.stdout
    assert tabletop("fem", command, file, "--file", file, *extra).returncode == 2
    assert tabletop("fem", command, file, "--at", "8", *extra).returncode == 2
    assert tabletop("fem", command, "--at", "1", *extra).returncode == 2


def test_at_goes_past_the_outcome_of_the_move() -> None:
    shown = tabletop("mikado", "score", "tabletop/examples/mikado-game.moves", "--at", "2")
    assert (shown.returncode, "to move" in shown.stdout) == (0, True), shown.stderr


def test_check_takes_a_file_as_an_option() -> None:
    file = "tabletop/examples/fem-loop.moves"
    assert tabletop("fem", "check", "place on c3 bridge b3-c3", "--file", file, "--at", "4").returncode == 0
    assert tabletop("fem", "check", "place on c3 bridge b3-c3", "--file", file, "--at", "2").returncode == 3


def test_command_and_game_may_change_places() -> None:
    assert tabletop("rules", "fem", "F6").stdout == tabletop("fem", "rules", "F6").stdout
    assert tabletop("play", "fem", "--help").stdout == tabletop("fem", "play", "--help").stdout
    assert "No such command 'plya'" in tabletop("plya", "fem").stderr
