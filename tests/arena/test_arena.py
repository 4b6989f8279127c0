"""Whole competitions: any number of jobs, interrupted and resumed, with engines that fail, on a cluster."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from helpers import ROOT, tabletop

from tabletop.arena.plan import Entrant, Plan, read_plan
from tabletop.arena.play import play_game
from tabletop.arena.results import ResultsFile
from tabletop.arena.runner import cluster, decided, local, run
from tabletop.arena.schedule import fixtures
from tabletop.errors import UnreadableFile
from tabletop.record import parse_records
from tabletop.replay import replayed

PLAN = """
game = "zickzack"
games = {games}
seed = 3
[[entrant]]
bot = "random"
[[entrant]]
name = "other"
bot = "random"
[[entrant]]
name = "third"
bot = "random"
"""


def write_plan(folder: Path, games: int = 6, text: str = PLAN) -> Path:
    path = folder / "plan.toml"
    path.write_text(text.replace("{games}", str(games)), "utf-8")
    return path


def report(*args: str) -> dict[str, Any]:
    done = tabletop("arena", *args, "--json")
    assert done.returncode == 0, done.stderr
    facts: dict[str, Any] = json.loads(done.stdout)
    for row in facts["standings"]:
        row.pop("seconds")
    return facts


def test_the_number_of_jobs_changes_nothing(tmp_path: Path) -> None:
    plan = write_plan(tmp_path)
    alone = report(str(plan), "--results", str(tmp_path / "one"))
    together = report(str(plan), "--results", str(tmp_path / "two"), "--jobs", "3")
    assert alone == together
    assert alone["games"] == 18
    assert len({row["share"]["value"] for row in alone["standings"]}) > 1, "equal bots have dice of their own"


def test_text_csv_and_records(tmp_path: Path) -> None:
    plan = write_plan(tmp_path, 2)
    text = tabletop("arena", str(plan), "--records", str(tmp_path / "games")).stdout
    assert "share of wins" in text and "likelihood of superiority" in text
    assert max(map(len, text.splitlines())) <= 80
    assert re.search(r"random +4 .* \d+% \(\d+-\d+%\) ", text)
    lines = tabletop("arena", str(plan), "--csv").stdout.splitlines()
    assert len(lines) == 7
    files = sorted((tmp_path / "games").glob("*.moves"))
    assert len(files) == 6
    assert tabletop("run", "--quiet", *map(str, files)).returncode == 0


def test_a_cut_off_line_is_played_again(tmp_path: Path) -> None:
    plan = write_plan(tmp_path)
    whole = report(str(plan))
    results = tmp_path / "plan.results"
    data = results.read_bytes()
    results.write_bytes(data[: len(data) // 2])
    assert report(str(plan)) == whole
    assert len(results.read_bytes().splitlines()) == 19
    longer = report(str(write_plan(tmp_path, 8)))
    assert longer["games"] == 24


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
    kept = results.read_bytes().count(b"\n")
    assert kept >= 5
    resumed = report(str(plan), "--jobs", "2")
    fresh = report(str(plan), "--results", str(tmp_path / "fresh"))
    assert resumed == fresh
    assert resumed["games"] == 180


def _descendants(pid: int) -> list[int]:
    """The processes that came of one, in whatever session, but for multiprocessing's own tracker."""
    listing = subprocess.run(["ps", "-eo", "pid=,ppid=,args="], capture_output=True, text=True, check=True).stdout
    rows = [line.split(maxsplit=2) for line in listing.splitlines() if "resource_tracker" not in line]
    found = [pid]
    for one in found:
        found += [int(row[0]) for row in rows if int(row[1]) == one and len(row) == 3 and not row[2].startswith("ps ")]
    return found[1:]


def _is_running(pid: int) -> bool:
    state = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True, check=False).stdout
    return bool(state.strip()) and not state.startswith("Z")


@pytest.mark.parametrize("signals", [[signal.SIGINT], [signal.SIGINT] * 5, [signal.SIGTERM], [signal.SIGKILL]])
def test_workers_and_their_engines_end_with_us(tmp_path: Path, signals: list[signal.Signals]) -> None:
    (tmp_path / "stall.py").write_text(
        "import sys, time\nfor line in sys.stdin:\n    if 'go' in line: time.sleep(60)\n"
        "    print('ugiok' if line == 'ugi\\n' else 'readyok', flush=True)\n"
    )
    engine = f"engine:{sys.executable} {tmp_path / 'stall.py'}"
    words = ["zickzack", "match", "--seat", engine, "--seat", "random", "--games", "9", "--think", "60s", "--jobs", "2"]
    process = subprocess.Popen([sys.executable, "-m", "tabletop", *words], cwd=ROOT, stderr=subprocess.PIPE)
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline and len(_descendants(process.pid)) < 4:
        time.sleep(0.1)
    theirs = _descendants(process.pid)
    assert len(theirs) == 4, "two workers with an engine each"
    began = time.monotonic()
    for number in signals:
        process.send_signal(number)
        for worker in theirs[:2] if number == signal.SIGINT else ():
            with suppress(ProcessLookupError):
                os.kill(worker, number)
        time.sleep(0.02)
    _, errors = process.communicate(timeout=10)
    assert time.monotonic() - began < 2
    if signals != [signal.SIGKILL]:
        assert process.returncode == 130
        assert errors.decode().strip() == "tabletop: interrupted"
    deadline = time.monotonic() + 5
    while time.monotonic() < deadline and any(map(_is_running, theirs)):
        time.sleep(0.1)
    assert not any(map(_is_running, theirs))


def test_results_of_another_plan_are_refused(tmp_path: Path) -> None:
    report(str(write_plan(tmp_path, 2)))
    other = write_plan(tmp_path, 2, PLAN.replace("seed = 3", "seed = 4"))
    done = tabletop("arena", str(other))
    assert done.returncode == 4
    assert "another plan" in done.stderr
    (tmp_path / "plan.results").write_bytes(b"\x00nonsense\n")
    assert tabletop("arena", str(other)).returncode == 4


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("game =", "gamme =", "gamme: unknown"),
        ('"zickzack"', '"chess"', "no game"),
        ('bot = "random"', 'bot = "nobody"', "no bot"),
        ('name = "third"', 'name = "other"', "same name"),
        ("seed = 3", "seed = -3", "whole number"),
        ("seed = 3", 'schedule = "swiss"', "round-robin"),
        ("seed = 3", "players = 4", "4 entrants"),
        ("seed = 3", "sprt = {elo0 = 0, elo1 = 10}", "two entrants"),
        ("[[entrant]]", "[entrant", "no TOML"),
        ('name = "third"', 'name = "a#b"', "no name for an entrant"),
        ('name = "third"', 'name = "a\\nb"', "no name for an entrant"),
        ('name = "third"', "name = 3", "name: missing, or no text"),
        ("seed = 3", "table = 5", "table: missing"),
        ("seed = 3", "table = [{options = 5}]", "options: must be a list of words"),
        ("seed = 3", "table = [{model = 5}]", "model: missing, or no text"),
        ("seed = 3", "skill = 5", "skill: must be a list of words"),
    ],
)
def test_plans_that_cannot_be(tmp_path: Path, old: str, new: str, words: str) -> None:
    with pytest.raises(UnreadableFile) as caught:
        read_plan(str(write_plan(tmp_path, 2, PLAN.replace(old, new))))
    assert words in str(caught.value)


def test_an_engine_that_crashes_loses_its_games(tmp_path: Path) -> None:
    (tmp_path / "crash.py").write_text(
        "import sys\nfor line in sys.stdin:\n    if 'go' in line: break\n"
        "    print('ugiok' if line == 'ugi\\n' else 'readyok', flush=True)\n"
    )
    engine = Entrant("crash", f"engine:{sys.executable} {tmp_path / 'crash.py'}", think=0.2)
    plan = Plan("zickzack", (engine, Entrant("random", "random")), 1)
    games = [play_game(plan, fixture) for fixture in fixtures(plan)]
    assert [game.winners for game in games] == [(1,), (1,)]
    assert "has died" in games[0].reason
    (record,) = parse_records(games[0].record)
    assert "has died" in record.value("Result")


def test_four_players_and_options(tmp_path: Path) -> None:
    names = tuple(Entrant(f"bot{number}", "random") for number in range(4))
    plan = Plan("taktori", names, 1, 4)
    assert len({fixture.seating for fixture in fixtures(plan)}) == 4
    text = 'game = "mikado"\ngames = 3\nplayers = 3\n'
    text += "".join(f'[[entrant]]\nname = "{name}"\nbot = "random"\n' for name in "abc")
    text += '[[table]]\nmodel = "hard"\noptions = "no-waive"\n[[table]]\n'
    facts = report(str(write_plan(tmp_path, 3, text)))
    assert facts["games"] == 6
    assert all(1 <= row["rank"]["value"] <= 3 for row in facts["standings"])


def test_records_of_results_replay(tmp_path: Path) -> None:
    plan = Plan("fem", (Entrant("a", "random"), Entrant("b", "random")), 1)
    for fixture in fixtures(plan):
        result = play_game(plan, fixture)
        (record,) = parse_records(result.record)
        match = replayed(record)
        assert match.outcome
        assert tuple(sorted(fixture.seating[p - 1] for p in match.outcome.winners)) == result.winners


def test_a_dask_cluster_that_loses_a_worker_loses_no_game(tmp_path: Path) -> None:
    names = (Entrant("a", "random"), Entrant("b", "random"))
    plan = Plan("zickzack", names, 40)
    file = tmp_path / "scheduler.json"
    quiet = {"cwd": ROOT, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    dask = [sys.executable, "-m", "dask"]
    scheduler = [
        *dask,
        "scheduler",
        "--host",
        "127.0.0.1",
        "--port",
        "0",
        "--no-dashboard",
        "--scheduler-file",
        str(file),
    ]
    worker = [*dask, "worker", "--scheduler-file", str(file), "--no-nanny", "--nthreads", "1", "--no-dashboard"]
    worker += ["--host", "127.0.0.1", "--local-directory", str(tmp_path)]
    processes = [subprocess.Popen(scheduler, **quiet)]  # type: ignore[call-overload]
    try:
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline and not (file.exists() and file.read_text().strip()):
            time.sleep(0.05)
        address = json.loads(file.read_text())["address"]
        processes += [subprocess.Popen(worker, **quiet) for _ in range(2)]  # type: ignore[call-overload]
        while time.monotonic() < deadline:
            with cluster(address) as (_, threads):
                if threads == 2:
                    break
        known: dict[str, Any] = {}
        counted = 0
        with ResultsFile(tmp_path / "results", plan) as results:

            def keep(result: Any) -> None:
                nonlocal counted
                counted += 1
                results.add(result)
                known[result.fixture.key] = result
                if counted == 10:
                    processes[1].kill()

            run(plan, lambda: cluster(address), known, keep)
        assert counted == len(known) == 80
        here: dict[str, Any] = {}
        run(plan, lambda: local(1), here, lambda result: here.update({result.fixture.key: result}))
        assert [game.record for game in decided(plan, here)] == [game.record for game in decided(plan, known)]
    finally:
        for process in processes:
            process.kill()
            process.wait()
