"""`tabletop run` and `tabletop verify`: what is printed, and where errors are."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tabletop.api import read_record
from tabletop.replay import write_record
from tests.cli.helpers import call
from tests.helpers import ROOT, new_match, random_match, tabletop


def test_run_prints_a_summary_or_json(odd_files: dict[str, str]) -> None:
    done = call("run", odd_files["GAME"])
    assert "1 expectation met" in done.output
    facts = json.loads(call("run", "--json", odd_files["GAME"]).output)
    assert facts["turn"] == "blue" and facts["moves"] == 1
    assert facts["position"].endswith(" 2")


def test_json_says_what_failed_and_where(odd_files: dict[str, str]) -> None:
    done = tabletop("run", "--json", odd_files["ILLEGAL"], odd_files["GAME"], odd_files["MISSING"])
    illegal, played, missing = map(json.loads, done.stdout.splitlines())
    assert (done.returncode, done.stderr) == (3, "")
    assert (illegal["file"], illegal["line"], illegal["column"]) == (odd_files["ILLEGAL"], 3, 15)
    assert (illegal["exit"], illegal["rule"]) == (3, "Z3")
    assert illegal["error"].startswith("illegal (rule Z3): ") and "error" not in played
    assert (missing["exit"], missing["line"]) == (4, None)


def test_a_dash_is_standard_input() -> None:
    done = tabletop("run", "--quiet", "-", stdin="Game: zickzack\nplace 1 on 3a\nexpect turn blue\n")
    assert done.returncode == 0
    assert done.stdout.startswith("-: Zickzack, 1 move, 1 expectation met.")
    done = tabletop("zickzack", "run", "--quiet", "-", stdin="place 1 on 3a\n")
    assert done.returncode == 0
    assert "1 move." in done.stdout


def test_headers_before_the_game_belong_to_it() -> None:
    done = tabletop("run", "-", stdin="Players: ann bob\nGame: zickzack\n7a\nexpect turn bob\n")
    assert done.returncode == 0, done.stderr


def test_errors_name_file_line_and_column(odd_files: dict[str, str]) -> None:
    path = odd_files["ILLEGAL"]
    done = tabletop("run", path)
    assert f"{path}:3:15: illegal (rule Z3)" in done.stderr
    assert "2. place 3 on 7d" in done.stderr
    done = tabletop("run", odd_files["HALF"])
    assert ":2:14: cannot read" in done.stderr


def test_an_error_gives_only_one_column(odd_files: dict[str, str]) -> None:
    assert "column" not in tabletop("run", odd_files["HALF"]).stderr
    done = tabletop("run", "-", stdin='Game: zickzack\n  expect illegal "place 3 upon 7a" Z3\n')
    assert done.stderr.startswith("tabletop: -:2:27: cannot read `place 3 upon 7a`: ")


def test_an_error_in_a_header_has_its_line(tmp_path: Path) -> None:
    path = tmp_path / "skill.moves"
    path.write_text("Game: mikado\nPlayers: anna ben\nModel: steady\nSkill: 9=0.5\n\npull r7\n")
    assert f"{path}:4:8: no player is called '9'" in tabletop("run", str(path)).stderr


@pytest.mark.parametrize("number", ["161", "99999999999999999999", "-1", "1_60", "9" * 4500, "²", "x"])
def test_expected_numbers_may_have_any_size(number: str) -> None:
    done = tabletop("run", "-", stdin=f"Game: zickzack\nexpect turns {number}\n")
    is_number = number.isdecimal() and len(number) < 4000
    assert done.returncode == (1 if is_number else 4)
    assert ("there are 160 legal turns" if is_number else "is not a number") in done.stderr
    assert "-:2:14: " in done.stderr and len(done.stderr) < 500


@pytest.mark.parametrize("name", ["Nobody", "chance", "x" * 31, "a\\b", "_"])
def test_some_names_of_players_are_refused(name: str) -> None:
    done = tabletop("run", "-", stdin=f"Game: fem\nPlayers: {name} b\n")
    assert done.returncode == 4
    assert f"-:2:10: '{name}' " in done.stderr and "a player's name" in done.stderr
    assert ("too long" in done.stderr) == (len(name) > 30)


@pytest.mark.parametrize(
    ("script", "code", "message"),
    [
        ("pull r7", 4, "-:3:1: cannot roll the outcome without a seed"),
        ("", 4, "-:1:7: Scheiben Mikado has a random set-up; give a seed"),
        ("-> tray TRAY\npull r7", 4, "-:4:1: the outcome cannot be rolled without a seed"),
        ("Model: referee\npull r7", 0, ""),
        ("Model: referee\npull r7\nexpect turn B", 4, "-:5:13: with the model `referee` you state each outcome"),
    ],
)
def test_a_script_that_must_roll_needs_a_seed(script: str, code: int, message: str) -> None:
    match = new_match("mikado", 1)
    tray = match.game.format_move(match.plies[0].move).removeprefix("tray ")
    text = f"Game: mikado\nPlayers: A B\n{script.replace('TRAY', tray)}\n"
    done = tabletop("run", "--quiet", "-", stdin=text)
    assert (done.returncode, message in done.stderr) == (code, True), done.stderr
    assert tabletop("mikado", "show", "-", stdin=text).returncode == (0 if "->" in script else code)


def test_verify_finds_a_changed_outcome(tmp_path: Path) -> None:
    path = tmp_path / "game.moves"
    text = write_record(random_match("mikado", 3, 12))
    path.write_text(text, "utf-8")
    done = tabletop("verify", str(path))
    assert done.returncode == 0, done.stderr
    assert "all match the seed and the model" in done.stdout
    lines = text.splitlines()
    at = next(i for i, line in enumerate(lines) if line.startswith("-> moved"))
    lines[at] = "-> moved 0.9" if lines[at] != "-> moved 0.9" else "-> moved 0.8"
    path.write_text("\n".join(lines) + "\n", "utf-8")
    done = tabletop("verify", str(path))
    assert done.returncode in (1, 3)
    assert f"{path}:{at + 1}:" in done.stdout + done.stderr


def test_verify_says_one_outcome_differs(tmp_path: Path) -> None:
    path = tmp_path / "set-up.moves"
    path.write_text(write_record(new_match("takami", 3)).replace("Seed: 3", "Seed: 4"))
    done = tabletop("verify", str(path))
    assert done.returncode == 1
    assert done.stderr == f"tabletop: {path}: 1 difference in 1 rolled outcome\n"


def test_a_record_of_0_1_replays_but_cannot_be_verified(tmp_path: Path) -> None:
    path = tmp_path / "old.moves"
    text = write_record(new_match("takami", 3))
    assert "\nSeed: 3\nRng: 2\nModel: steady\n" in text
    path.write_text(text.replace("Rng: 2\n", ""))
    assert tabletop("run", "--quiet", str(path)).returncode == 0
    assert "Rng" not in write_record(read_record(str(path))), "a game that 0.1 began cannot be recomputed later either"
    done = tabletop("verify", str(path))
    assert done.returncode == 1
    assert done.stderr == f"tabletop: {path}: 1 outcome rolled by version 0.1: cannot be recomputed\n"
    path.write_text(text.replace("Rng: 2\n", "Rng: 3\n"))
    assert "rolled by a later version: cannot be recomputed" in tabletop("verify", str(path)).stderr
    path.write_text(text.replace("Rng: 2\n", "Rng: two\n"))
    done = tabletop("run", str(path))
    assert (done.returncode, f"{path}:4:6: `Rng:` must be a version" in done.stderr) == (4, True), done.stderr


def test_a_record_says_if_its_model_has_changed(tmp_path: Path) -> None:
    record, model = write_record_and_model(tmp_path)
    assert re.search(r"\nModel: mine.toml\nModel-Hash: [0-9a-f]{8}\n", record.read_text("utf-8"))
    model.write_text(f"# Only a comment.\n{model.read_text('utf-8')}", "utf-8")
    assert tabletop("verify", str(record)).returncode == 0
    assert tabletop("run", "--quiet", str(record)).stderr == ""
    model.write_text(model.read_text("utf-8").replace("division = 0.5", "division = 0.6"), "utf-8")
    done = tabletop("verify", str(record))
    assert (done.returncode, done.stdout) == (1, "")
    assert f"{record}: `{model}` is not the model of this game (its hash is " in done.stderr
    done = tabletop("run", "--quiet", str(record))
    assert done.returncode == 0
    assert "is not the model of this game" in done.stderr and "the recorded outcomes stand" in done.stderr
    assert write_record(read_record(str(record))) == record.read_text("utf-8").replace("mine.toml", str(model))


def test_a_record_without_a_hash_does_not_get_one(tmp_path: Path) -> None:
    record, model = write_record_and_model(tmp_path)
    text = re.sub(r"Model-Hash: .*\n", "", record.read_text("utf-8"))
    record.write_text(text, "utf-8")
    assert tabletop("verify", str(record)).returncode == 0
    assert write_record(read_record(str(record))) == text.replace("mine.toml", str(model))


def test_a_script_is_rolled_by_todays_version() -> None:
    done = tabletop("verify", "-", stdin="Game: takami\nSeed: 3\nexpect turn A\n")
    assert (done.returncode, "nothing was rolled" in done.stdout) == (0, True), done.stderr


def write_record_and_model(folder: Path) -> tuple[Path, Path]:
    """A record and its model file, side by side; the record names the model without a folder."""
    model, record = folder / "mine.toml", folder / "game.moves"
    model.write_text((ROOT / "tabletop/games/mikado/presets/hard.toml").read_text("utf-8"), "utf-8")
    text = write_record(random_match("mikado", 3, 6, model=str(model)))
    record.write_text(text.replace(str(model), model.name), "utf-8")
    return record, model


def test_a_model_is_found_beside_the_move_file(tmp_path: Path) -> None:
    record, _ = write_record_and_model(tmp_path)
    assert tabletop("verify", str(record), cwd=tmp_path.parent).returncode == 0
    script = "Game: mikado\nSeed: 3\nModel: mine.toml\nexpect turn A\n"
    assert tabletop("run", "-", stdin=script, cwd=tmp_path).returncode == 0
    assert tabletop("run", "-", stdin=script, cwd=tmp_path.parent).returncode == 4


def test_a_board_is_found_beside_the_move_file(tmp_path: Path) -> None:
    board = ROOT / "tabletop/games/zickzack/boards/comb.toml"
    (tmp_path / "mine.toml").write_text(board.read_text("utf-8"), "utf-8")
    script = tmp_path / "game.moves"
    script.write_text("Game: zickzack\nOptions: board=mine.toml\n")
    assert tabletop("run", str(script), cwd=tmp_path.parent).returncode == 0
    (tmp_path / "mine.toml").unlink()
    assert f"{script}:2:10: mine.toml: cannot be read" in tabletop("run", str(script)).stderr


def test_a_record_replays_without_its_model_but_rolls_nothing(tmp_path: Path) -> None:
    record, model = write_record_and_model(tmp_path)
    before = tabletop("mikado", "show", str(record)).stdout
    model.unlink()
    shown = tabletop("mikado", "show", str(record))
    assert (shown.returncode, shown.stdout) == (0, before)
    assert "mine.toml: cannot be read: No such file or directory; the record replays without it" in shown.stderr
    for args in (["run", "--quiet"], ["replay"], ["mikado", "moves", "--count", "--file"]):
        assert tabletop(*args, str(record)).returncode == 0
    assert tabletop("mikado", "odds", str(record)).returncode == 2
    refused = tabletop("verify", str(record))
    assert refused.returncode == 4 and ":8:4: cannot roll or verify outcomes without the model" in refused.stderr
    record.write_text("Game: mikado\nSeed: 3\nModel: mine.toml\npull r1\n")
    assert ":3:8: mine.toml: cannot be read" in tabletop("run", str(record)).stderr


def test_verify_says_that_a_game_without_chance_has_nothing_to_verify() -> None:
    done = tabletop("verify", "tabletop/examples/fem-loop.moves")
    assert (done.returncode, done.stdout) == (0, "tabletop/examples/fem-loop.moves: Taktori Fem, nothing was rolled.\n")
