"""The runner: any number of jobs, workers that die, a program that is killed, a Dask cluster."""

from __future__ import annotations

import json
import multiprocessing
import os
import pickle
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from tabletop.arena.executors import dask_executor, local_executor
from tabletop.arena.play import GameReport
from tabletop.arena.results import ResultsFile
from tabletop.arena.runner import counted_reports, run_tasks, run_tournament
from tabletop.arena.tournament import Sprt
from tests.arena.helpers import by_key, make_reports, make_tournament, run_arena, write_plan
from tests.helpers import ROOT, program


def test_the_number_of_jobs_changes_nothing(tmp_path: Path) -> None:
    plan = write_plan(tmp_path)
    alone = run_arena(str(plan), "--results", str(tmp_path / "one"))
    together = run_arena(str(plan), "--results", str(tmp_path / "two"), "--jobs", "3")
    assert alone == together
    assert alone["games"] == 18
    assert len({row["share"]["value"] for row in alone["standings"]}) > 1, "equal bots have different seeds"


NIM = """
game = "nim"
games = {games}
seed = 5
[[entrant]]
bot = "random"
[[entrant]]
name = "other"
bot = "random"
"""


def test_workers_play_a_game_that_another_package_has_registered(tmp_path: Path) -> None:
    plan = write_plan(tmp_path, 4, NIM)
    alone = run_arena(str(plan), "--results", str(tmp_path / "one"))
    together = run_arena(str(plan), "--results", str(tmp_path / "two"), "--jobs", "2")
    assert alone == together
    assert alone["games"] == 4
    assert [row["name"] for row in alone["standings"]] in (["random", "other"], ["other", "random"])


def test_only_complete_blocks_before_the_first_gap_count() -> None:
    tournament = make_tournament(blocks=4)
    reports = make_reports(tournament, [(0,)] * 8)
    del reports[3]
    counted = counted_reports(tournament, by_key(reports))
    assert [report.pairing.block for report in counted] == [0, 0]


def test_no_game_counts_after_the_sequential_test_has_decided() -> None:
    tournament = make_tournament(blocks=500, sprt=Sprt(0, 50))
    reports = make_reports(tournament, [(0,), (0,), (0,), (1,)] * 250)
    assert 0 < len(counted_reports(tournament, by_key(reports))) < 200


def test_a_task_that_cannot_be_sent_to_a_worker_raises_an_error() -> None:
    with local_executor(2) as (workers, _):
        with pytest.raises((AttributeError, pickle.PicklingError)):
            workers.submit(lambda: 1).result(timeout=20)
        assert workers.submit(len, "abc").result(timeout=20) == 3


@pytest.mark.parametrize("jobs", [1, 2])
def test_any_tasks_run_until_they_are_decided(jobs: int) -> None:
    values: list[int] = []
    run_tasks(lambda: (partial(abs, -n) for n in range(50)), lambda: local_executor(jobs), values.append)
    assert sorted(values) == list(range(50))
    values.clear()
    endless = (partial(abs, -n) for n in count())
    run_tasks(lambda: endless, lambda: local_executor(jobs), values.append, lambda: len(values) >= 5)
    assert len(values) == 5


def test_the_games_of_a_worker_that_dies_are_played_again() -> None:
    reports: dict[str, GameReport] = {}

    def keep(report: GameReport) -> None:
        if not reports:
            multiprocessing.active_children()[0].kill()
        assert report.pairing.key not in reports
        reports[report.pairing.key] = report

    run_tournament(make_tournament(blocks=5), lambda: local_executor(2), reports, keep)
    assert len(reports) == 10
    assert multiprocessing.active_children() == []


@pytest.mark.slow
def test_kill_nine_loses_only_games_under_way(tmp_path: Path) -> None:
    plan = write_plan(tmp_path, 60)
    results = tmp_path / "plan.results"
    command = [sys.executable, "-m", "tabletop", "arena", str(plan), "--jobs", "2"]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, start_new_session=True)
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline and (not results.exists() or results.read_bytes().count(b"\n") < 5):
        time.sleep(0.02)
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    assert results.read_bytes().count(b"\n") >= 5
    resumed = run_arena(str(plan), "--jobs", "2")
    fresh = run_arena(str(plan), "--results", str(tmp_path / "fresh"))
    assert resumed == fresh
    assert resumed["games"] == 180


def _processes() -> list[list[str]]:
    """Pid, parent and arguments of every process; the arguments in full, however long paths are."""
    command = ["ps", "-ww", "-eo", "pid=,ppid=,args="]
    listing = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return [line.split(maxsplit=2) for line in listing.splitlines()]


def _descendants(pid: int) -> list[int]:
    """The children of a process and their children, in any session, without multiprocessing's own tracker."""
    rows = [row for row in _processes() if "resource_tracker" not in row[-1]]
    family = [pid]
    for parent in family:
        family += [
            int(row[0]) for row in rows if int(row[1]) == parent and len(row) == 3 and not row[2].startswith("ps ")
        ]
    return family[1:]


def _is_running(pid: int) -> bool:
    state = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True, check=False).stdout
    return bool(state.strip()) and not state.startswith("Z")


@pytest.fixture
def stalling_engine(tmp_path: Path) -> Iterator[Path]:
    """The script of an engine that never moves; in the end, every process that runs it is killed."""
    path = tmp_path / "stall.py"
    path.write_text(
        "import sys, time\nfor line in sys.stdin:\n    if 'go' in line: time.sleep(600)\n"
        "    print('ugiok' if line == 'ugi\\n' else 'readyok', flush=True)\n"
    )
    yield path
    for pid, *_, args in _processes():
        if str(path) in args:
            _kill(int(pid))


def _kill(pid: int) -> None:
    with suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)


@pytest.mark.slow
@pytest.mark.parametrize("signals", [[signal.SIGINT], [signal.SIGINT] * 5, [signal.SIGTERM], [signal.SIGKILL]])
def test_workers_and_their_engines_end_with_the_program(stalling_engine: Path, signals: list[signal.Signals]) -> None:
    engine = f"engine:{sys.executable} {stalling_engine}"
    seats = ["--seat", engine, "--seat", "random"]
    limits = ["--games", "9", "--think", "600s", "--jobs", "2"]
    command = [sys.executable, "-m", "tabletop", "zickzack", "match", *seats, *limits]
    process = subprocess.Popen(command, cwd=ROOT, stderr=subprocess.PIPE)
    children: list[int] = []
    try:
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline and len(children) < 6:
            time.sleep(0.1)
            children = _descendants(process.pid)
        assert len(children) == 6, "two workers with an engine and its supervisor each"
        _interrupt(process, children, signals)
    except BaseException:
        process.kill()
        for pid in children:
            _kill(pid)
        raise


def _interrupt(process: subprocess.Popen[bytes], children: list[int], signals: list[signal.Signals]) -> None:
    """Send the signals, Ctrl-C to the workers too as a terminal does, and check that all processes end."""
    for number in signals:
        process.send_signal(number)
        for worker in children[:2] if number == signal.SIGINT else ():
            with suppress(ProcessLookupError):
                os.kill(worker, number)
        time.sleep(0.02)
    _, errors = process.communicate(timeout=60)
    if signals != [signal.SIGKILL]:
        assert process.returncode == 130
        assert errors.decode().strip() == "tabletop: interrupted"
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline and any(map(_is_running, children)):
        time.sleep(0.1)
    assert not any(map(_is_running, children))


QUIET: dict[str, Any] = {"cwd": ROOT, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}


def _start_scheduler(folder: Path) -> tuple[subprocess.Popen[bytes], str]:
    """A Dask scheduler on this machine, and its address."""
    address_file = folder / "scheduler.json"
    options = ["--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", str(address_file)]
    scheduler = subprocess.Popen([sys.executable, "-m", "dask", "scheduler", *options], **QUIET)
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and not (address_file.exists() and address_file.read_text().strip()):
        time.sleep(0.05)
    return scheduler, json.loads(address_file.read_text())["address"]


def _start_worker(address: str, folder: Path) -> subprocess.Popen[bytes]:
    options = [
        "--host",
        "127.0.0.1",
        "--no-dashboard",
        "--no-nanny",
        "--nthreads",
        "1",
        "--local-directory",
        str(folder),
    ]
    return subprocess.Popen([sys.executable, "-m", "dask", "worker", address, *options], **QUIET)


def _plan(folder: Path, games: int) -> Path:
    path = folder / "plan.toml"
    path.write_text(f'game = "fem"\ngames = {games}\n[[entrant]]\nbot = "easy"\n[[entrant]]\nbot = "medium"\n')
    return path


@pytest.mark.slow
def test_a_scheduler_that_is_not_there_is_one_sentence(tmp_path: Path) -> None:
    done = program("arena", str(_plan(tmp_path, 2)), "--scheduler", "tcp://127.0.0.1:9")
    assert done.returncode == 1
    assert done.stderr == "tabletop: the scheduler at tcp://127.0.0.1:9 does not answer\n"


@pytest.mark.slow
def test_a_scheduler_without_workers_is_one_sentence(tmp_path: Path) -> None:
    scheduler, address = _start_scheduler(tmp_path)
    try:
        done = program("arena", str(_plan(tmp_path, 2)), "--scheduler", address)
    finally:
        scheduler.kill()
        scheduler.wait()
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert f"has no workers; start one with `dask worker {address}`" in done.stderr


@pytest.mark.slow
def test_a_scheduler_that_dies_is_one_sentence_and_finished_games_are_kept(tmp_path: Path) -> None:
    plan = _plan(tmp_path, 400)
    results = plan.with_suffix(".results")
    scheduler, address = _start_scheduler(tmp_path)
    worker = _start_worker(address, tmp_path)
    command = [sys.executable, "-m", "tabletop", "arena", str(plan), "--scheduler", address]
    arena = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    try:
        deadline = time.monotonic() + 90
        while time.monotonic() < deadline and (not results.exists() or results.read_text().count("\n") < 3):
            time.sleep(0.1)
        kept = results.read_text().count("\n")
        scheduler.kill()
        errors = arena.communicate(timeout=90)[1].decode()
    finally:
        for process in (arena, worker, scheduler):
            process.kill()
            process.wait()
    assert arena.returncode == 1
    assert errors == (
        f"tabletop: the scheduler at {address} is gone; {results} has {results.read_text().count(chr(10)) - 1} of 400"
        " games; run the same command to continue\n"
    )
    assert results.read_text().count("\n") >= kept >= 3


def _without_times(results: Path) -> bytes:
    """A results file with its games in order and without the seconds."""
    head, *lines = results.read_bytes().splitlines(keepends=True)
    return head + b"".join(sorted(re.sub(rb'"seconds": \[[^]]*\], ', b"", line) for line in lines))


@pytest.mark.slow
def test_jobs_and_a_cluster_of_two_give_the_same_bytes_apart_from_times(tmp_path: Path) -> None:
    plan = _plan(tmp_path, 12)
    scheduler, address = _start_scheduler(tmp_path)
    processes = [scheduler]
    try:
        processes += [_start_worker(address, tmp_path) for _ in range(2)]
        results, reports = [], []
        for name, options in (("one", ["--jobs", "1"]), ("two", ["--jobs", "2"]), ("dask", ["--scheduler", address])):
            path = tmp_path / f"{name}.results"
            done = program("arena", str(plan), "--results", str(path), "--csv", *options)
            assert done.returncode == 0, done.stderr
            results.append(_without_times(path))
            reports.append(done.stdout)
    finally:
        for process in processes:
            process.kill()
            process.wait()
    assert results[0] == results[1] == results[2]
    assert results[0].count(b"\n") == 13
    assert reports[0] == reports[1] == reports[2]


@pytest.mark.slow
def test_a_dask_cluster_that_loses_a_worker_loses_no_game(tmp_path: Path) -> None:
    tournament = make_tournament(blocks=40)
    scheduler, address = _start_scheduler(tmp_path)
    processes = [scheduler]
    try:
        deadline = time.monotonic() + 60
        processes += [_start_worker(address, tmp_path) for _ in range(2)]
        while time.monotonic() < deadline:
            with dask_executor(address) as (_, threads):
                if threads == 2:
                    break
        played = 0
        with ResultsFile(tmp_path / "results", tournament) as results:

            def keep(report: GameReport) -> None:
                nonlocal played
                played += 1
                results.add(report)
                if played == 10:
                    processes[1].kill()

            run_tournament(tournament, lambda: dask_executor(address), results.reports, keep)
            remote = results.reports
        assert played == len(remote) == 80
        local_reports: dict[str, GameReport] = {}
        run_tournament(
            tournament,
            lambda: local_executor(1),
            local_reports,
            lambda report: local_reports.update({report.pairing.key: report}),
        )
        assert [report.record for report in counted_reports(tournament, local_reports)] == [
            report.record for report in counted_reports(tournament, remote)
        ]
    finally:
        for process in processes:
            process.kill()
            process.wait()
