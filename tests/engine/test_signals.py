"""Signals: a command that is interrupted ends once, with the right exit code, and leaves no engine behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.engine.helpers import ends_soon, write_engine
from tests.helpers import ROOT


@pytest.mark.slow
@pytest.mark.parametrize(
    ("verb", "number"),
    [
        *((verb, number) for verb in ("check", "match", "hint") for number in (signal.SIGINT, signal.SIGTERM)),
        # In play, Ctrl-C asks a bot to move now.
        ("play", signal.SIGTERM),
    ],
)
def test_an_interrupted_command_leaves_no_engine_behind(tmp_path: Path, verb: str, number: int) -> None:
    pid_file = tmp_path / "pid"
    asked = tmp_path / "asked"
    engine = write_engine(tmp_path, "stubborn", f"open({str(asked)!r}, 'w').close(); time.sleep(60)")
    arguments = {
        "check": ["engine", "check", "zickzack", engine],
        "match": ["zickzack", "match", "--seat", f"engine:{engine}", "--seat", "random", "--think", "50s"],
        "hint": ["zickzack", "hint", "--bot", f"engine:{engine}", "--think", "50s"],
        "play": ["zickzack", "play", "--plain", "--seat", f"engine:{engine}", "--seat", "human", "--think", "50s"],
    }[verb]
    process = subprocess.Popen(
        [sys.executable, "-m", "tabletop", *arguments],
        cwd=ROOT,
        env={**os.environ, "PID_FILE": str(pid_file)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline and not asked.exists():
        time.sleep(0.01)
    process.send_signal(number)
    process.send_signal(number)
    _, errors = process.communicate(timeout=60)
    cleans_up = verb in ("check", "match")
    assert process.returncode == (128 + number if number == signal.SIGTERM and not cleans_up else 130)
    assert errors.decode().strip() in (("tabletop: interrupted",) if cleans_up else ("", "tabletop: interrupted"))
    assert ends_soon(int(pid_file.read_text()))
