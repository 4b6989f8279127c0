"""The supervisor: no process of an engine outlives the game, however this process ends."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from tabletop.engine.client import EngineProcess
from tabletop.errors import EngineNotStarted
from tests.engine.helpers import (
    escape,
    marked_processes,
    marked_processes_end_soon,
    process_mark,
    wait_for_file,
    write_engine,
)
from tests.helpers import ROOT

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere only the process group can be found")

LIBRARY = """
import sys, threading, time
from tabletop.engine.client import EngineProcess

def play():
    process = EngineProcess(sys.argv[1])
    process.send("go")
    time.sleep(60)

threading.Thread(target=play).start()
"""
"""A program that uses an engine in a thread."""

PLAN = """
game = "zickzack"
games = 4
think = "50s"
[[entrant]]
bot = 'engine:{engine}'
[[entrant]]
bot = "random"
"""


@pytest.mark.parametrize("ending", ["close", "kill"])
def test_children_that_left_the_process_group_are_ended(tmp_path: Path, ending: str) -> None:
    asked = tmp_path / "asked"
    with process_mark() as mark:
        command = write_engine(tmp_path, "parent", f"{escape(mark)} open({str(asked)!r}, 'w').close()")
        process = EngineProcess(command)
        process.send("go")
        wait_for_file(asked)
        getattr(process, ending)()
        assert marked_processes(mark) == []


def test_children_of_an_engine_that_ends_by_itself_are_ended(tmp_path: Path) -> None:
    with process_mark() as mark:
        process = EngineProcess(write_engine(tmp_path, "parent", f"{escape(mark)} os._exit(3)"))
        process.send("go")
        assert process._process.wait(20) == 3
        assert marked_processes(mark) == []
        process.close()


@pytest.mark.parametrize("program", ["library", "play", "arena"])
def test_nothing_is_left_when_a_program_is_killed(tmp_path: Path, program: str) -> None:
    asked = tmp_path / "asked"
    plan = tmp_path / "plan.toml"
    with process_mark() as mark:
        go = f"{escape(mark)} open({str(asked)!r}, 'w').close(); time.sleep(60)"
        engine = f"{write_engine(tmp_path, 'parent', go)} {mark}"
        plan.write_text(PLAN.replace("{engine}", engine), "utf-8")
        seats = ["--seat", f"engine:{engine}", "--seat", "human", "--think", "50s"]
        arguments = {
            "library": ["-c", LIBRARY, engine],
            "play": ["-m", "tabletop", "zickzack", "play", "--plain", *seats],
            "arena": ["-m", "tabletop", "arena", "--yes", str(plan), "--jobs", "2"],
        }[program]
        process = subprocess.Popen(
            [sys.executable, *arguments],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            wait_for_file(asked)
            assert len(marked_processes(mark)) >= 3
        finally:
            process.kill()
            process.communicate()
        assert marked_processes_end_soon(mark)


def test_an_engine_ends_with_its_supervisor(tmp_path: Path) -> None:
    with process_mark() as mark:
        process = EngineProcess(f"sleep {mark}")
        assert len(marked_processes(mark)) == 2
        process._process.kill()
        assert marked_processes_end_soon(mark)
        process.close()


def test_a_supervisor_that_is_told_to_end_takes_the_engine_along() -> None:
    with process_mark() as mark:
        process = EngineProcess(f"sleep {mark}")
        process._process.terminate()
        assert marked_processes_end_soon(mark)
        process.close()


@pytest.mark.parametrize(
    ("code", "status"), [("sys.exit(0)", 0), ("sys.exit(7)", 7), ("os.kill(os.getpid(), 15)", -signal.SIGTERM)]
)
def test_a_supervisor_exits_as_its_engine_did(tmp_path: Path, code: str, status: int) -> None:
    process = EngineProcess(write_engine(tmp_path, "brief", script=f"import os, sys\n{code}\n"))
    assert process._process.wait(20) == status
    process.close()


def test_an_engine_sees_no_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its signals, open files, folder and environment are as they would be without a supervisor."""

    def facts() -> list[str]:
        look = 'grep -E "Sig(Ign|Blk)" /proc/self/status; ls /proc/self/fd; pwd; env | sort; echo; echo ugiok'
        process = EngineProcess(f"sh -c '{look}'")
        lines = process.wait_for("ugiok", 20)
        process.close()
        return lines

    supervised = facts()
    monkeypatch.setattr("tabletop.engine.client.can_supervise", lambda: False)
    assert supervised == facts()


def test_engines_start_from_several_threads_at_once() -> None:
    with process_mark() as mark:
        processes: list[EngineProcess] = []
        threads = [threading.Thread(target=lambda: processes.append(EngineProcess(f"sleep {mark}"))) for _ in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(marked_processes(mark)) == 12
        for process in processes:
            process.kill()
        assert marked_processes(mark) == []


def test_a_file_that_is_no_program_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "text"
    path.write_text("hello", "utf-8")
    with pytest.raises(EngineNotStarted, match=r"cannot be started: Permission denied$"):
        EngineProcess(str(path))
    with pytest.raises(EngineNotStarted, match=r"cannot be started: No such file or directory$"):
        EngineProcess("./no-such-engine")
