"""Whole competitions: any number of jobs, interrupted and resumed, with engines that fail, on a cluster."""

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
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tabletop.arena.play import Failure, GameReport, play_game
from tabletop.arena.report import failure_summaries
from tabletop.arena.results import ResultsFile
from tabletop.arena.runner import counted_reports, dask_executor, local_executor, run_tournament
from tabletop.arena.tournament import Participant, Tournament, pairings, read_tournament
from tabletop.errors import UnreadableFile
from tabletop.record import parse_records
from tabletop.replay import replayed
from tests.helpers import ROOT, tabletop

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
    tournament = write_plan(tmp_path)
    alone = report(str(tournament), "--results", str(tmp_path / "one"))
    together = report(str(tournament), "--results", str(tmp_path / "two"), "--jobs", "3")
    assert alone == together
    assert alone["games"] == 18
    assert len({row["share"]["value"] for row in alone["standings"]}) > 1, "equal bots have dice of their own"


def test_text_csv_and_records(tmp_path: Path) -> None:
    tournament = write_plan(tmp_path, 2)
    text = tabletop("arena", str(tournament), "--records", str(tmp_path / "games")).stdout
    assert "share of wins" in text and "likelihood of superiority" in text
    assert max(map(len, text.splitlines())) <= 80
    assert re.search(r"random +4 .* \d+% \(\d+-\d+%\) ", text)
    lines = tabletop("arena", str(tournament), "--csv").stdout.splitlines()
    assert len(lines) == 7
    files = sorted((tmp_path / "games").glob("*.moves"))
    assert len(files) == 6
    assert tabletop("run", "--quiet", *map(str, files)).returncode == 0


def test_a_cut_off_line_is_played_again(tmp_path: Path) -> None:
    tournament = write_plan(tmp_path)
    whole = report(str(tournament))
    results = tmp_path / "plan.results"
    data = results.read_bytes()
    results.write_bytes(data[: len(data) // 2])
    assert report(str(tournament)) == whole
    assert len(results.read_bytes().splitlines()) == 19
    longer = report(str(write_plan(tmp_path, 8)))
    assert longer["games"] == 24


@pytest.mark.slow
def test_kill_nine_loses_only_games_under_way(tmp_path: Path) -> None:
    tournament = write_plan(tmp_path, 60)
    results = tmp_path / "plan.results"
    command = [sys.executable, "-m", "tabletop", "arena", str(tournament), "--jobs", "2"]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, start_new_session=True)
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline and (not results.exists() or results.read_bytes().count(b"\n") < 5):
        time.sleep(0.02)
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    kept = results.read_bytes().count(b"\n")
    assert kept >= 5
    resumed = report(str(tournament), "--jobs", "2")
    fresh = report(str(tournament), "--results", str(tmp_path / "fresh"))
    assert resumed == fresh
    assert resumed["games"] == 180


def _processes() -> list[list[str]]:
    """Number, parent and words of every process; the words in full, however long paths are."""
    command = ["ps", "-ww", "-eo", "pid=,ppid=,args="]
    listing = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return [line.split(maxsplit=2) for line in listing.splitlines()]


def _descendants(pid: int) -> list[int]:
    """The processes that came of one, in whatever session, but for multiprocessing's own tracker."""
    rows = [row for row in _processes() if "resource_tracker" not in row[-1]]
    found = [pid]
    for one in found:
        found += [int(row[0]) for row in rows if int(row[1]) == one and len(row) == 3 and not row[2].startswith("ps ")]
    return found[1:]


def _is_running(pid: int) -> bool:
    state = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True, check=False).stdout
    return bool(state.strip()) and not state.startswith("Z")


@pytest.fixture
def stall(tmp_path: Path) -> Iterator[Path]:
    """A script of an engine that never moves; in the end, every process that has its path in its words is killed."""
    path = tmp_path / "stall.py"
    yield path
    for pid, *_, args in _processes():
        if str(path) in args:
            _kill(int(pid))


def _kill(pid: int) -> None:
    with suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)


@pytest.mark.parametrize("signals", [[signal.SIGINT], [signal.SIGINT] * 5, [signal.SIGTERM], [signal.SIGKILL]])
def test_workers_and_their_engines_end_with_us(stall: Path, signals: list[signal.Signals]) -> None:
    stall.write_text(
        "import sys, time\nfor line in sys.stdin:\n    if 'go' in line: time.sleep(600)\n"
        "    print('ugiok' if line == 'ugi\\n' else 'readyok', flush=True)\n"
    )
    engine = f"engine:{sys.executable} {stall}"
    words = [
        "zickzack",
        "match",
        "--seat",
        engine,
        "--seat",
        "random",
        "--games",
        "9",
        "--think",
        "600s",
        "--jobs",
        "2",
    ]
    process = subprocess.Popen([sys.executable, "-m", "tabletop", *words], cwd=ROOT, stderr=subprocess.PIPE)
    theirs: list[int] = []
    try:
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline and len(theirs) < 4:
            time.sleep(0.1)
            theirs = _descendants(process.pid)
        assert len(theirs) == 4, "two workers with an engine each"
        _interrupt(process, theirs, signals)
    except BaseException:
        process.kill()
        for pid in theirs:
            _kill(pid)
        raise


def _interrupt(process: subprocess.Popen[bytes], theirs: list[int], signals: list[signal.Signals]) -> None:
    """Send the signals, and see that all of them end."""
    for number in signals:
        process.send_signal(number)
        for worker in theirs[:2] if number == signal.SIGINT else ():
            with suppress(ProcessLookupError):
                os.kill(worker, number)
        time.sleep(0.02)
    _, errors = process.communicate(timeout=60)
    if signals != [signal.SIGKILL]:
        assert process.returncode == 130
        assert errors.decode().strip() == "tabletop: interrupted"
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline and any(map(_is_running, theirs)):
        time.sleep(0.1)
    assert not any(map(_is_running, theirs))


def test_what_cannot_be_sent_to_a_worker_is_an_error_and_no_silence() -> None:
    with local_executor(2) as (workers, _):
        with pytest.raises((AttributeError, pickle.PicklingError)):
            workers.submit(lambda: 1).result(timeout=20)
        assert workers.submit(len, "abc").result(timeout=20) == 3


def test_the_games_of_a_worker_that_dies_are_played_again() -> None:
    tournament = Tournament("zickzack", (Participant("a", "random"), Participant("b", "random")), 5)
    known: dict[str, GameReport] = {}

    def keep(result: GameReport) -> None:
        if not known:
            multiprocessing.active_children()[0].kill()
        assert result.pairing.key not in known
        known[result.pairing.key] = result

    run_tournament(tournament, lambda: local_executor(2), known, keep)
    assert len(known) == 10
    assert multiprocessing.active_children() == []


def test_results_of_another_plan_are_refused(tmp_path: Path) -> None:
    report(str(write_plan(tmp_path, 2)))
    other = write_plan(tmp_path, 2, PLAN.replace("seed = 3", "seed = 4"))
    done = tabletop("arena", str(other))
    assert done.returncode == 4
    assert "another plan" in done.stderr


@pytest.mark.parametrize(
    "content", [b"\x00nonsense\n", b"my letters, unsaved elsewhere", b'{"arena": 1, "plan": "other']
)
def test_a_foreign_file_is_refused_and_kept(tmp_path: Path, content: bytes) -> None:
    tournament = write_plan(tmp_path, 2)
    results = tmp_path / "plan.results"
    results.write_bytes(content)
    assert tabletop("arena", str(tournament)).returncode == 4
    assert results.read_bytes() == content


@pytest.mark.parametrize("size", [0, 1, 30])
def test_an_empty_file_or_a_cut_off_head_is_begun_anew(tmp_path: Path, size: int) -> None:
    tournament = read_tournament(str(write_plan(tmp_path, 2)))
    results = tmp_path / "plan.results"
    with ResultsFile(results, tournament):
        head = results.read_bytes()
    results.write_bytes(head[:size])
    with ResultsFile(results, tournament):
        assert results.read_bytes() == head


def test_a_game_that_is_there_already_is_not_kept_twice(tmp_path: Path) -> None:
    """As when a cluster plays a game again that was not lost after all: the first one counts."""
    tournament = read_tournament(str(write_plan(tmp_path, 2)))
    path = tmp_path / "plan.results"
    first = play_game(tournament, next(pairings(tournament)))
    with ResultsFile(path, tournament) as file:
        file.add(first)
        before = path.read_bytes()
        file.add(replace(first, reason="played again"))
        assert file.reports == {first.pairing.key: first}
        assert path.read_bytes() == before
    with ResultsFile(path, tournament) as file:
        file.add(first)
        assert path.read_bytes() == before, "whoever goes on with the file knows what is in it"


def test_a_game_twice_in_a_file_counts_once(tmp_path: Path) -> None:
    tournament = write_plan(tmp_path, 2)
    whole = report(str(tournament))
    results = tmp_path / "plan.results"
    lines = results.read_bytes().splitlines(keepends=True)
    results.write_bytes(b"".join([*lines, lines[1]]))
    assert report(str(tournament)) == whole


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("points", [1]),
        ("points", "xy"),
        ("winners", [7]),
        ("winners", 1),
        ("seconds", [0.1]),
        ("reason", None),
        ("plies", "many"),
        ("failure", {"who": 9, "at_start": False}),
        ("fixture", {"block": 0, "table": 3, "seating": [0, 1], "seed": 1}),
        ("fixture", {"block": 0, "table": 0, "seating": [0, 0], "seed": 1}),
    ],
)
def test_a_broken_line_is_refused(tmp_path: Path, key: str, value: object) -> None:
    tournament = read_tournament(str(write_plan(tmp_path, 2)))
    results = tmp_path / "plan.results"
    with ResultsFile(results, tournament) as file:
        file.add(play_game(tournament, next(pairings(tournament))))
    head, line = results.read_text("utf-8").splitlines()
    results.write_text(f"{head}\n{json.dumps({**json.loads(line), key: value})}\n", "utf-8")
    with pytest.raises(UnreadableFile, match=r"plan\.results:2: this is no line"), ResultsFile(results, tournament):
        pass


def test_a_plan_from_standard_input_keeps_results_only_where_told(tmp_path: Path) -> None:
    text = PLAN.replace("{games}", "2")
    done = tabletop("arena", "-", "--json", stdin=text, cwd=tmp_path)
    assert json.loads(done.stdout)["games"] == 6
    assert list(tmp_path.iterdir()) == []
    assert tabletop("arena", "-", "--results", "kept", stdin=text, cwd=tmp_path).returncode == 0
    assert (tmp_path / "kept").read_bytes().count(b"\n") == 7
    done = tabletop("arena", "-", "--results", "-", stdin=text, cwd=tmp_path)
    assert done.returncode == 2 and "need a file" in done.stderr


@pytest.mark.parametrize(
    "words",
    [
        ["--seat", "=random", "--seat", "random"],
        ["--seat", "mcts:", "--seat", "random"],
        ["--seat", "random:", "--seat", "random"],
        ["--seat", "mcts:iterations=5,", "--seat", "random"],
        ["--seat", "mcts:iterations=5,iterations=6", "--seat", "random"],
        ["--seat", "mcts:iterations=9999999999", "--seat", "random"],
        ["--seat", "random", "--seat", "random", "--seed", "-5"],
        ["--seat", "random", "--seat", "random", "--results", "-"],
    ],
)
def test_sloppy_matches_are_refused(tmp_path: Path, words: list[str]) -> None:
    done = tabletop("zickzack", "match", *words, cwd=tmp_path)
    assert done.returncode == 2, done.stderr
    assert "should not happen" not in done.stderr


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
        ("seed = 3", "players = 0", "players: must be a whole number from 2"),
        ("seed = 3", "nodes = 0", "nodes: must be a whole number from 1"),
        ("games = 2", "games = 0", "games: must be a whole number from 1"),
        ('name = "third"', 'name = ""', "name: missing"),
        ('bot = "random"', 'bot = "mcts:"', "NAME=VALUE"),
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
        read_tournament(str(write_plan(tmp_path, 2, PLAN.replace("{games}", "2").replace(old, new))))
    assert words in str(caught.value)


def test_an_engine_that_crashes_loses_its_games(tmp_path: Path) -> None:
    (tmp_path / "crash.py").write_text(
        "import sys\nfor line in sys.stdin:\n    if 'go' in line: break\n"
        "    print('ugiok' if line == 'ugi\\n' else 'readyok', flush=True)\n"
    )
    engine = Participant("crash", f"engine:{sys.executable} {tmp_path / 'crash.py'}", think=0.2)
    tournament = Tournament("zickzack", (engine, Participant("random", "random")), 1)
    games = [play_game(tournament, pairing) for pairing in pairings(tournament)]
    assert [game.winners for game in games] == [(1,), (1,)]
    assert "has died" in games[0].reason
    assert games[0].failure == Failure(0, at_start=False)
    (record,) = parse_records(games[0].record)
    assert record.value("Result") == f"random wins: {games[0].reason}"


def test_an_engine_that_fails_in_every_game_is_reported(tmp_path: Path) -> None:
    (tmp_path / "crash.py").write_text("print('ugiok\\nreadyok', flush=True)\n")
    engine = f"engine:{sys.executable} {tmp_path / 'crash.py'}"
    words = ["zickzack", "match", "--seat", f"crash={engine}", "--seat", "random", "--think", "1s"]
    done = tabletop(*words)
    assert done.returncode == 5
    assert done.stdout.rstrip().endswith("crash failed in 2 of 2 games: has died")
    assert done.stderr == "tabletop: crash failed in 2 of 2 games: has died\n"
    (failure,) = json.loads(tabletop(*words, "--json").stdout)["failures"]
    assert failure == {"name": "crash", "games": 2, "failed": 2, "reason": "has died", "unfit": True}


def test_an_engine_that_fails_now_and_then_is_fit_if_it_starts() -> None:
    tournament = Tournament("zickzack", (Participant("engine", "engine:x y"), Participant("random", "random")), 1)
    first, second = pairings(tournament)
    well = GameReport(first, (0,), (9, 0), "points", 40, (0.1, 0.1), "")
    for at_start in (False, True):
        badly = GameReport(second, (1,), (0, 0), "engine `x y` has died", 3, (0.1, 0.1), "", Failure(0, at_start))
        (found,) = failure_summaries(tournament, [well, badly])
        assert str(found) == "engine failed in 1 of 2 games: has died"
        assert found.unfit == at_start
    assert failure_summaries(tournament, [well]) == []


def test_four_players_and_options(tmp_path: Path) -> None:
    names = tuple(Participant(f"bot{number}", "random") for number in range(4))
    tournament = Tournament("taktori", names, 1, 4)
    assert len({pairing.seating for pairing in pairings(tournament)}) == 4
    text = 'game = "mikado"\ngames = 3\nplayers = 3\n'
    text += "".join(f'[[entrant]]\nname = "{name}"\nbot = "random"\n' for name in "abc")
    text += '[[table]]\nmodel = "hard"\noptions = "no-waive"\n[[table]]\n'
    facts = report(str(write_plan(tmp_path, 3, text)))
    assert facts["games"] == 6
    assert all(1 <= row["rank"]["value"] <= 3 for row in facts["standings"])


def test_records_of_results_replay(tmp_path: Path) -> None:
    tournament = Tournament("fem", (Participant("a", "random"), Participant("b", "random")), 1)
    games = list(pairings(tournament))
    assert games
    for pairing in games:
        result = play_game(tournament, pairing)
        (record,) = parse_records(result.record)
        match = replayed(record)
        assert match.result
        assert tuple(sorted(pairing.seating[p - 1] for p in match.result.winners)) == result.winners


@pytest.mark.slow
def test_a_dask_cluster_that_loses_a_worker_loses_no_game(tmp_path: Path) -> None:
    names = (Participant("a", "random"), Participant("b", "random"))
    tournament = Tournament("zickzack", names, 40)
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
            with dask_executor(address) as (_, threads):
                if threads == 2:
                    break
        known: dict[str, Any] = {}
        counted = 0
        with ResultsFile(tmp_path / "results", tournament) as results:

            def keep(result: Any) -> None:
                nonlocal counted
                counted += 1
                results.add(result)
                known[result.pairing.key] = result
                if counted == 10:
                    processes[1].kill()

            run_tournament(tournament, lambda: dask_executor(address), known, keep)
        assert counted == len(known) == 80
        here: dict[str, Any] = {}
        run_tournament(
            tournament, lambda: local_executor(1), here, lambda result: here.update({result.pairing.key: result})
        )
        assert [game.record for game in counted_reports(tournament, here)] == [
            game.record for game in counted_reports(tournament, known)
        ]
    finally:
        for process in processes:
            process.kill()
            process.wait()
