"""Scripted engines, from polite to hostile, and whether a process still runs."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

SCRIPT = """
import os, sys, time
pid = os.environ.get("PID_FILE")
if pid:
    open(pid, "w").write(str(os.getpid()))
def say(text):
    print(text, flush=True)
for line in sys.stdin:
    word = line.split()[0] if line.split() else ""
    if word == "ugi":
        say("id name scripted")
        say("ugiok")
    elif word == "isready":
        say("readyok")
    elif word == "quit":
        break
    elif word == "go":
        GO
"""
"""A polite engine, with GO in place of what it does when it is asked for a move."""

POLITE = "say('info string hm'); say('bestmove 7a')"


def write_engine(folder: Path, name: str, go: str = POLITE, script: str = SCRIPT) -> str:
    """Write an engine that answers `go` with this code; the command that starts it."""
    path = folder / f"{name}.py"
    path.write_text(script.replace("GO", go), "utf-8")
    return f"{sys.executable} {path}"


def ends_soon(pid: int) -> bool:
    """Whether the process ends within some seconds, or has ended already."""
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline and _is_running(pid):
        time.sleep(0.02)
    return not _is_running(pid)


def _is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True
