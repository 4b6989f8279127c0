"""Files from strangers: whatever is in them, reading them takes little time and memory."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import IO

import pytest

from tabletop.errors import UnreadableFile
from tabletop.files import open_file, read_text
from tests.arena.helpers import write_plan
from tests.helpers import ROOT, Done

resource = pytest.importorskip("resource")

CPU_SECONDS = 3
MEMORY = 1_000_000_000


def start_limited(*args: str, cwd: Path, stdin: IO[bytes] | int = subprocess.DEVNULL) -> subprocess.Popen[str]:
    """Start the command line in a process that is killed where it takes too much time or memory."""

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))

    return subprocess.Popen(
        [sys.executable, "-m", "tabletop", *args],
        stdin=stdin,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        preexec_fn=limit,
    )


def limited(*args: str, cwd: Path, stdin: IO[bytes] | int = subprocess.DEVNULL) -> Done:
    """Run the command line within these limits, to its end."""
    process = start_limited(*args, cwd=cwd, stdin=stdin)
    out, err = process.communicate(timeout=120)
    assert "Traceback" not in err, err[-500:]
    return Done(args, process.returncode, out, err)


def make_pipe(path: Path) -> None:
    os.mkfifo(path)


def make_socket(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(os.path.relpath(path))


def link_to_zeros(path: Path) -> None:
    path.symlink_to("/dev/zero")


SPECIAL: dict[str, Callable[[Path], None]] = {
    "a pipe": make_pipe,
    "a folder": Path.mkdir,
    "a socket": make_socket,
    "a device": link_to_zeros,
}


@pytest.mark.parametrize("kind", SPECIAL)
def test_what_is_no_file_is_refused_at_once(kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    SPECIAL[kind](tmp_path / "special")
    with pytest.raises(UnreadableFile, match=f"special: cannot be read: this is {kind}, not a file"):
        read_text("special")


def test_what_becomes_a_pipe_before_it_is_opened_is_refused_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, file = tmp_path / "pipe", tmp_path / "file"
    os.mkfifo(path)
    file.touch()
    before = os.stat(file)
    monkeypatch.setattr(os, "stat", lambda *args, **kwargs: before)
    with pytest.raises(UnreadableFile, match="a pipe, not a file"):
        open_file(path)


@pytest.mark.slow
@pytest.mark.parametrize(
    "args",
    [
        ["run", "special"],
        ["verify", "special"],
        ["replay", "special"],
        ["analyze", "special"],
        ["fem", "score", "--file", "special"],
        ["zickzack", "show", "--option", "board=special.toml"],
        ["mikado", "show", "--seed", "1", "--model", "special.toml"],
        ["arena", "special.toml"],
        ["arena", "plan.toml", "--results", "special"],
        ["config", "show"],
        ["stats"],
    ],
    ids=" ".join,
)
@pytest.mark.parametrize("kind", ["a pipe", "a device"])
def test_no_command_waits_for_what_is_no_file(
    kind: str, args: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_plan(tmp_path)
    (tmp_path / "tabletop").mkdir()
    for name in ("special", "special.toml", "tabletop/config.toml", "tabletop/results.jsonl"):
        if name != "tabletop/config.toml" or args[0] == "config":
            SPECIAL[kind](tmp_path / name)
    for variable in ("XDG_CONFIG_HOME", "XDG_STATE_HOME"):
        monkeypatch.setenv(variable, str(tmp_path))
    done = limited(*args, cwd=tmp_path)
    assert done.returncode == 4
    # Saves do not follow links, so what a link leads to is not said.
    assert f"this is {'a link' if args == ['stats'] and kind == 'a device' else kind}, not a file" in done.stderr


def test_devices_are_refused_by_their_names_too(tmp_path: Path) -> None:
    done = limited("arena", "/dev/zero", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (4, "tabletop: /dev/zero: cannot be read: this is a device, not a file\n")


MILLION = 1_000_000
MOVE_FILES: dict[str, tuple[str, str, int, int, str]] = {
    "headers": ("Game: fem\n", "a{}: b\n", 200_000, 4, ":1001:1: there are more than 1000 headers"),
    "moves": ("Game: fem\nplace on a1\nplace on z9\n", "place on b1\n", MILLION, 3, ":3:10: illegal"),
    "a resignation": ("Game: fem\nResigned: red\nplace on z9\n", "place on b1\n", MILLION, 3, ":3:10: illegal"),
    "no model": ("Game: mikado\nModel: x.toml\n", "pull r1\n", MILLION, 4, ":2:8: x.toml: cannot be read"),
    "empty lines": ("", "\n", 8 * MILLION, 4, ":1:1: this file has no game"),
}
"""How the file begins, which line then comes how often, the exit code, and where the mistake is."""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("kind", "args"),
    [(kind, ["run"]) for kind in MOVE_FILES]
    + [("moves", args) for args in (["verify"], ["replay"], ["analyze"], ["fem", "score", "--file"])],
)
def test_a_move_file_is_read_as_far_as_its_first_mistake(kind: str, args: list[str], tmp_path: Path) -> None:
    head, line, times, code, message = MOVE_FILES[kind]
    lines = "".join(map(line.format, range(times))) if "{}" in line else line * times
    (tmp_path / "long.moves").write_text(head + lines)
    done = limited(*args, "long.moves", cwd=tmp_path)
    assert (done.returncode, message in done.stderr) == (code, True), done.stderr[:500]


@pytest.mark.slow
def test_a_file_may_hold_many_games_but_not_any_number(tmp_path: Path) -> None:
    (tmp_path / "many.moves").write_text("Game: fem\n" * MILLION)
    done = limited("replay", "many.moves", cwd=tmp_path)
    assert done.returncode == 4
    assert "many.moves:100001:1: there are more than 100000 games in this file" in done.stderr


TOML_FILES = {
    "a dotted key": ".".join(["a"] * 20_000) + " = 1\n",
    "a dotted table": "[" + ".".join(["a"] * 20_000) + "]\n",
    "many tables": "".join(f"[{number}.a.a.a.a.a.a.a]\n" for number in range(17_000)),
    "many keys": "".join(f"{number}.a.a.a.a.a.a.a = 1\n" for number in range(17_000)),
    "many lists": "a = " + "[" * 390_000,
    "quotes": 'a.a.a.a.a.a.a.a = "' + '\\"' * 190_000,
    "digits": "a = " + "9" * 390_000,
    "too much": "a = 1\n" * 100_000,
}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("use", "kind"),
    [("plan", kind) for kind in TOML_FILES] + [(use, "a dotted key") for use in ("board", "model", "settings")],
)
def test_every_toml_file_is_read_quickly(use: str, kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    name = "tabletop/config.toml" if use == "settings" else "large.toml"
    (tmp_path / "tabletop").mkdir()
    (tmp_path / name).write_text(TOML_FILES[kind])
    args = {
        "plan": ["arena", name],
        "board": ["zickzack", "show", "--option", f"board={name}"],
        "model": ["mikado", "show", "--seed", "1", "--model", name],
        "settings": ["config", "show"],
    }[use]
    done = limited(*args, cwd=tmp_path)
    assert (done.returncode, name in done.stderr) == (4, True), done.stderr[:500]


def test_a_plan_of_many_games_begins_at_once(tmp_path: Path) -> None:
    """They are not counted first."""
    path = write_plan(tmp_path, 1_000_000_000)
    results = tmp_path / "plan.results"
    process = start_limited("arena", str(path), cwd=tmp_path)
    try:
        while not (results.exists() and results.read_bytes().count(b"\n") > 1):
            assert process.poll() is None, "it took too much time before the first game was played"
            time.sleep(0.02)
    finally:
        process.kill()
        process.communicate()


MANY_TURNS = "Game: fem\nPosition: 1,1,1,1,x/1,1,1,1,x/1,1,1,1,x/x4,2/2,2,2,2,2 - 1\n"
"""More than 500,000 turns are legal here."""


@pytest.mark.slow
@pytest.mark.parametrize(("number", "code", "words"), [(100_000, 1, "more than 100000"), (10**9, 4, "counts at most")])
def test_turns_are_counted_as_far_as_that_is_quick(number: int, code: int, words: str, tmp_path: Path) -> None:
    (tmp_path / "many.moves").write_text(f"{MANY_TURNS}expect turns {number}\n")
    done = limited("run", "many.moves", cwd=tmp_path)
    assert (done.returncode, words in done.stderr) == (code, True), done.stderr


@pytest.mark.slow
def test_many_lines_that_count_turns_do_not_make_long_work(tmp_path: Path) -> None:
    position = "Game: fem\nPosition: 1,1,1,1,x/1,1,1,1,x/x5/x4,2/2,2,2,2,2 - 1\n"
    (tmp_path / "few.moves").write_text(position + "expect turns 4727\n" * 5)
    assert limited("run", "few.moves", cwd=tmp_path).returncode == 0
    (tmp_path / "many.moves").write_text(position + "expect turns 4727\n" * 2000)
    done = limited("run", "many.moves", cwd=tmp_path)
    assert done.returncode == 4 and "count at most 150000 legal turns in all" in done.stderr


@pytest.mark.slow
@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["zickzack", "play", "--plain", "--seat", "human", "--seat", "human"], "too long for a move"),
        (["zickzack", "engine", "--bot", "random"], "this line is too long"),
        (["learn", "fem"], "too long for a move"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_a_line_without_end_on_standard_input_takes_no_memory(args: list[str], words: str, tmp_path: Path) -> None:
    path = tmp_path / "line"
    with path.open("wb") as stream:
        stream.truncate(300_000_000)
    with path.open("rb") as stream:
        done = limited(*args, cwd=tmp_path, stdin=stream)
    assert done.returncode == 0 and words in " ".join(done.stdout.split())
