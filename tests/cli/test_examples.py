"""`tabletop examples`: every example works, and can be listed, printed and copied."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tabletop.games import load
from tests.helpers import ROOT, SHIPPED_GAMES, tabletop

FOLDER = ROOT / "tabletop/examples"
MOVE_FILES = sorted(FOLDER.glob("*.moves"))
NAMES = sorted(path.stem for path in FOLDER.iterdir() if path.suffix in (".moves", ".py", ".toml"))


@pytest.mark.parametrize("path", MOVE_FILES, ids=lambda path: path.stem)
def test_every_move_file_runs_and_its_expectations_hold(path: Path) -> None:
    assert tabletop("run", "--quiet", str(path)).returncode == 0


@pytest.mark.parametrize("name", sorted({path.stem.partition("-")[0] for path in MOVE_FILES}))
def test_a_game_with_examples_has_one_of_a_game_and_one_of_the_rules(name: str) -> None:
    assert name in SHIPPED_GAMES
    assert {f"{name}-game", f"{name}-rules"} <= set(NAMES)
    assert (f"{name}-bots" in NAMES) == bool(load(name).bots)


def test_the_list_has_a_line_about_each() -> None:
    done = tabletop("examples")
    assert done.returncode == 0
    lines = done.stdout.split("\n\n")[0].splitlines()
    assert [line.split()[0] for line in lines] == NAMES
    assert "fem-loop        Taktori Fem in seven moves: a closed loop of bridges wins." in lines
    assert max(map(len, lines)) < 80


def test_the_list_as_json_names_file_and_game() -> None:
    examples = json.loads(tabletop("examples", "--json").stdout)
    assert [example["name"] for example in examples] == NAMES
    for example in examples:
        assert list(example) == ["name", "file", "game", "summary"]
        assert example["game"] in (*SHIPPED_GAMES, "") and example["summary"].endswith(".")
        assert bool(example["game"]) == (example["name"] != "engine"), "it plays every game"
        assert (FOLDER / example["file"]).stem == example["name"]


@pytest.mark.parametrize("name", ["fem-loop", "fem-loop.moves", "FEM-Loop", "arena", "arena.toml", "engine.py"])
def test_an_example_is_printed_as_it_is(name: str) -> None:
    path = next(path for path in FOLDER.iterdir() if path.stem == name.lower().partition(".")[0])
    assert tabletop("examples", name).stdout == path.read_text("utf-8")


@pytest.mark.parametrize(
    ("target", "copied"), [([], "fem-loop.moves"), (["games"], "games/fem-loop.moves"), (["a.moves"], "a.moves")]
)
def test_an_example_is_copied_here_into_a_folder_or_to_a_file(tmp_path: Path, target: list[str], copied: str) -> None:
    (tmp_path / "games").mkdir()
    done = tabletop("examples", "fem-loop", "--copy", *target, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (0, f"Copied to {copied}.\n")
    assert (tmp_path / copied).read_bytes() == (FOLDER / "fem-loop.moves").read_bytes()
    assert tabletop("run", copied, cwd=tmp_path).returncode == 0


def test_a_file_is_replaced_only_by_force(tmp_path: Path) -> None:
    path = tmp_path / "fem-loop.moves"
    path.write_text("mine")
    refused = tabletop("examples", "fem-loop", "--copy", cwd=tmp_path)
    assert (refused.returncode, refused.stdout) == (1, "")
    assert refused.stderr == "tabletop: fem-loop.moves already exists; overwrite it with `--force`\n"
    assert path.read_text() == "mine"
    assert tabletop("examples", "fem-loop", "--copy", "--force", cwd=tmp_path).returncode == 0
    assert path.read_bytes() == (FOLDER / "fem-loop.moves").read_bytes()


@pytest.mark.parametrize("target", ["missing/", "missing/a.moves"])
def test_a_missing_folder_is_an_error(tmp_path: Path, target: str) -> None:
    done = tabletop("examples", "fem-loop", "--copy", target, cwd=tmp_path)
    assert done.returncode == 1
    assert done.stderr.startswith("tabletop: missing/") and "cannot be written: No such file" in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_copying_to_a_dash_prints(tmp_path: Path) -> None:
    done = tabletop("examples", "arena", "--copy", "-", cwd=tmp_path)
    assert done.stdout == (FOLDER / "arena.toml").read_text("utf-8")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["fem-lop"], "there is no example 'fem-lop'; did you mean 'fem-loop'?"),
        (["zikzack-rules.moves"], "there is no example 'zikzack-rules.moves'; did you mean 'zickzack-rules'?"),
        (["xyzzy"], "there is no example 'xyzzy'; `tabletop examples` lists them"),
        (["../cli/main.py"], "there is no example '../cli/main.py'; `tabletop examples` lists them"),
        (["--copy"], "say which example to copy"),
        (["fem-loop", "here.moves"], "to copy an example, add `--copy`"),
        (["fem-loop", "--json"], "`--json` works only with the list"),
    ],
)
def test_wrong_use_is_refused(args: list[str], message: str) -> None:
    done = tabletop("examples", *args)
    assert (done.returncode, done.stdout) == (2, "")
    assert f"tabletop: {message}" in done.stderr


@pytest.mark.parametrize("args", ["examples", "examples taktori-rules"])
def test_a_closed_pipe_leaves_no_traceback(args: str) -> None:
    command = f"{sys.executable} -m tabletop {args} | head -1"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, cwd=ROOT, timeout=60, check=True)
    assert done.stderr == ""
    assert len(done.stdout.splitlines()) == 1
