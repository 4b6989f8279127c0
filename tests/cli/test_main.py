"""The command line as a whole: help, exit codes, odd streams."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tabletop.cli.main import COMMANDS
from tabletop.games import registrations
from tests.cli.helpers import call
from tests.helpers import ROOT, SHIPPED_GAMES, program, tabletop


def test_help_lists_games_and_commands_without_importing_them() -> None:
    code = "import sys\nfrom tabletop.cli.main import main\n"
    code += "try:\n    main(['--help'])\nexcept SystemExit:\n    print(*sys.modules, file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=True)
    for name in [*SHIPPED_GAMES, *COMMANDS]:
        assert f"  {name} " in done.stdout
    imported = {name for name in done.stderr.split() if name.partition(".")[0] in ("tabletop", "prompt_toolkit")}
    needed = {"tabletop.cli", "tabletop.cli.main", "tabletop.games"}
    assert imported == {"tabletop", *needed}


def test_the_version_is_printed() -> None:
    assert "tabletop, version" in call("--version").output


@pytest.mark.parametrize("alias", [alias for entry in registrations() for alias in entry.aliases])
def test_games_have_aliases(alias: str) -> None:
    assert "Usage" in call(alias, "--help").output


EXIT_CODES = [
    (0, ["zickzack", "show"]),
    (1, ["run", "EXPECTS"]),
    (1, ["run", "GAME", "EXPECTS"]),
    (0, []),
    (2, ["nonsense"]),
    (2, ["zickzack", "show", "--option", "board"]),
    (2, ["zickzack", "show", "--option", "colour=red"]),
    (2, ["taktori", "show", "--players", "5"]),
    (2, ["taktori", "show", "--players", "0"]),
    (2, ["taktori", "show", "--option", "repetition=1"]),
    (2, ["zickzack", "moves", "--limit", "-1"]),
    (2, ["mikado", "show"]),
    (2, ["zickzack", "check", "place 4 on 3a", "--jsn"]),
    (3, ["zickzack", "check", "place 4 on 3a"]),
    (3, ["run", "ILLEGAL"]),
    (4, ["zickzack", "check", "plonk"]),
    (4, ["zickzack", "show", "--position", "nonsense"]),
    (4, ["run", "BINARY"]),
    (4, ["run", "EMPTY"]),
    (4, ["run", "LATIN"]),
    (4, ["run", "MISSING"]),
    (4, ["run", "."]),
    (4, ["run", "LONG"]),
    (4, ["run", "UNKNOWN"]),
    (4, ["run", "HALF"]),
    (4, ["run", "ROLLS"]),
    (4, ["mikado", "show", "--seed", "1", "--model", "nonsense"]),
    (4, ["mikado", "show", "--seed", "1", "--model", "BINARY"]),
]


@pytest.mark.parametrize(
    ("code", "args"), EXIT_CODES, ids=lambda value: "-".join(value) if isinstance(value, list) else ""
)
def test_errors_have_their_exit_code_and_a_message(code: int, args: list[str], odd_files: dict[str, str]) -> None:
    done = tabletop(*[odd_files.get(arg, arg) for arg in args])
    assert done.returncode == code, done.stderr
    if code:
        assert done.stderr.strip()
        assert len(done.stderr) < 2000


@pytest.mark.parametrize("code", sorted({code for code, _ in EXIT_CODES}))
def test_the_process_ends_with_the_exit_code(code: int, odd_files: dict[str, str]) -> None:
    """The first of each code, in a process of its own."""
    args = next(args for exit_code, args in EXIT_CODES if exit_code == code)
    done = program(*[odd_files.get(arg, arg) for arg in args])
    assert done.returncode == code, done.stderr
    assert bool(done.stderr.strip()) == bool(code)


def test_a_closed_pipe_leaves_no_traceback() -> None:
    command = f"{sys.executable} -m tabletop taktori moves | head -1"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, cwd=ROOT, timeout=60, check=True)
    assert "Traceback" not in done.stderr and "Exception" not in done.stderr
    assert done.stdout.strip()


def test_a_full_disk_is_an_error() -> None:
    if not Path("/dev/full").exists():
        return
    with open("/dev/full", "w") as full:
        command = [sys.executable, "-m", "tabletop", "zickzack", "rules"]
        done = subprocess.run(
            command, stdout=full, stderr=subprocess.PIPE, text=True, cwd=ROOT, timeout=60, check=False
        )
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert "No space left" in done.stderr


@pytest.mark.parametrize(
    ("closed", "args", "code"), [(">&-", "games", 0), (">&-", "--help", 0), ("<&-", "run -", 4), ("2>&-", "run x", 4)]
)
def test_closed_streams_leave_no_traceback(closed: str, args: str, code: int) -> None:
    command = f"{sys.executable} -m tabletop {args} {closed}"
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, cwd=ROOT, check=False)
    assert done.returncode == code
    assert "internal error" not in done.stderr


def test_characters_that_the_encoding_lacks_are_escaped() -> None:
    game = "Game: zickzack\nPlayers: Иван 王\n7a\n"
    done = program("run", "-", stdin=game, PYTHONIOENCODING="latin-1")
    assert done.returncode == 0
    assert r"\u738b to move" in done.stdout
    done = program("run", "--json", "-", stdin=game, PYTHONIOENCODING="latin-1")
    assert json.loads(done.stdout)["turn"] == "王"
    assert "王" in program("run", "--json", "-", stdin=game, PYTHONIOENCODING="utf-8").stdout


def test_debug_shows_tracebacks() -> None:
    command = [sys.executable, "-m", "tabletop", "--debug", "zickzack", "check", "plonk"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, timeout=60, check=False)
    assert done.returncode == 4
    assert "Traceback" in done.stderr
