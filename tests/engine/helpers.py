"""Scripted engines, from polite to hostile, and which processes still run."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager, suppress
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


def keeping_lines(path: Path) -> str:
    """The script of an engine that appends every line it reads to this file."""
    return SCRIPT.replace("    word = ", f"    open({str(path)!r}, 'a').write(line); word = ")


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


@contextmanager
def process_mark() -> Iterator[str]:
    """A number of seconds that no other command line has; what still runs with it in the end is killed."""
    mark = f"100.{uuid.uuid4().int}"
    try:
        yield mark
    finally:
        for pid in marked_processes(mark):
            with suppress(OSError):
                os.kill(pid, signal.SIGKILL)


def escape(mark: str) -> str:
    """Code with which an engine starts two processes that leave its process group, one of them an orphan at once."""
    sleep = f"['sleep', '{mark}']"
    return (
        f"import subprocess; subprocess.Popen({sleep}, start_new_session=True);"
        f" os.fork() or (os.setsid(), os.fork() and os._exit(0), os.execvp('sleep', {sleep}));"
    )


def marked_processes(mark: str) -> list[int]:
    """The processes with this mark in their command line."""
    listing = subprocess.run(["ps", "-A", "-ww", "-o", "pid=,stat=,args="], capture_output=True, text=True, check=True)
    rows = [line.split(None, 2) for line in listing.stdout.splitlines()]
    return [int(row[0]) for row in rows if len(row) == 3 and mark in row[2] and not row[1].startswith("Z")]


def marked_processes_end_soon(mark: str) -> bool:
    """Whether no process with this mark is left within some seconds."""
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline and marked_processes(mark):
        time.sleep(0.05)
    return not marked_processes(mark)


def wait_for_file(path: Path) -> None:
    """Wait until this file exists."""
    deadline = time.monotonic() + 30
    while not path.exists():
        assert time.monotonic() < deadline, f"no {path.name}"
        time.sleep(0.01)
