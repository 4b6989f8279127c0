"""A sixth game is three steps: a folder, a registration, rules.md with a test for every rule.

Nim takes them in a copy of the repository, under the name of its best known variant; the tests pass there as they are.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.helpers import ROOT

NAME = "marienbad"
LAST_REGISTRATION = '("scheiben-mikado",)),\n'
TESTS_OF_THE_WHOLE = [
    "tests/cli/test_config.py",
    "tests/cli/test_examples.py",
    "tests/cli/test_games.py",
    "tests/cli/test_main.py",
    "tests/games/test_features.py",
    "tests/test_api.py",
    "tests/test_golden.py",
    "tests/test_layers.py",
    "tests/test_manual.py",
]
"""Tests that concern all games at once, and so have no game's name in theirs."""


def copy_repository(to: Path) -> None:
    """Copy what pytest and the tools need."""
    for folder in ("tabletop", "tests", "tools", "man", "docs"):
        shutil.copytree(ROOT / folder, to / folder, ignore=shutil.ignore_patterns("__pycache__"))
    for file in ("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "pyproject.toml", "setup.cfg"):
        shutil.copy(ROOT / file, to)


def add_game(root: Path) -> None:
    """Add Nim under another name: the three steps of CONTRIBUTING.md."""
    nim, game, tests = root / "tests/games/nim", root / "tabletop/games" / NAME, root / "tests/games" / NAME
    game.mkdir()
    tests.mkdir()
    for path in sorted(nim.glob("*.*")):
        text = path.read_text("utf-8").replace("tests.games.nim", f"tabletop.games.{NAME}")
        text = text.replace('"nim"', f'"{NAME}"')
        ((tests if path.name.startswith("test_") else game) / path.name).write_text(text, "utf-8")
    (tests / "__init__.py").touch()
    registry = root / "tabletop/games/__init__.py"
    text = registry.read_text("utf-8")
    assert text.count(LAST_REGISTRATION) == 1
    line = f'    Registration("{NAME}", "Nim: take stones from heaps; the last one wins (2 players)."),\n'
    registry.write_text(text.replace(LAST_REGISTRATION, LAST_REGISTRATION + line), "utf-8")


def run(root: Path, *args: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    """Run Python in the copy, out of sight of the pytest that runs this."""
    environment = {key: value for key, value in os.environ.items() if not key.startswith("PYTEST_")}
    return subprocess.run(
        [sys.executable, *args],
        input=stdin,
        capture_output=True,
        text=True,
        cwd=root,
        env={**environment, "PYTHONPATH": str(root)},
        timeout=600,
        check=False,
    )


@pytest.fixture(scope="module")
def sixth(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the repository with a sixth game."""
    root = tmp_path_factory.mktemp("sixth")
    copy_repository(root)
    add_game(root)
    written = run(root, "tools/manual.py")
    assert written.stdout == f"written: tabletop.1, tabletop-ugi.5, tabletop-{NAME}.6\n", written.stderr
    return root


@pytest.mark.slow
@pytest.mark.parametrize("tests", [["-k", NAME, "tests"], TESTS_OF_THE_WHOLE], ids=["of-the-game", "of-the-whole"])
def test_the_tests_pass_with_a_sixth_game(sixth: Path, tests: list[str]) -> None:
    done = run(sixth, "-m", "pytest", "-p", "no:cacheprovider", *tests)
    assert done.returncode == 0, done.stdout[-8000:]
    assert done.stdout.count(" passed") == 1


@pytest.mark.slow
@pytest.mark.parametrize(
    ("args", "stdin", "output"),
    [
        (["--help"], "", f"  {NAME} "),
        ([NAME, "show"], "", "c  o o o o o\n"),
        ([NAME, "play", "--seed", "1"], "take 2 from b\nquit\n", "first: take 2 from b.\nsecond: take "),
        (["run", "--quiet", "-"], f"Game: {NAME}\na3\nb4\nc5\nexpect winner first\n", "Nim, 3 moves, 1 expectation"),
        ([NAME, "rules", "N3"], "", "N3  The player who takes the last stone wins.\n"),
        ([NAME, "moves", "--count"], "", "12\n"),
        ([NAME, "check", "nimm 2 von b"], "", "legal: take 2 from b\n"),
        ([NAME, "match", "--seat", "random", "--seat", "random", "--games", "2"], "", "share of wins"),
        ([NAME, "engine"], "ugi\nposition startpos moves b2\nquery turn\nquit\n", "ugiok\nresponse 2\n"),
    ],
    ids=lambda value: "-".join(value) if isinstance(value, list) else "",
)
def test_the_commands_know_a_sixth_game(sixth: Path, args: list[str], stdin: str, output: str) -> None:
    done = run(sixth, "-m", "tabletop", *args, stdin=stdin)
    assert (done.returncode, done.stderr) == (0, "")
    assert output in done.stdout


def test_the_steps_are_those_of_the_documentation() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    steps = [line for line in text.splitlines() if line[:3] in ("1. ", "2. ", "3. ")][:3]
    assert [line.split("**")[1] for line in steps] == ["A folder", "A registration", "`rules.md`"]
    assert "tests/games/nim/" in text
