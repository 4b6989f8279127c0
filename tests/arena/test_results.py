"""Results files: resumed after a crash, refused if they are foreign or broken, each game counted once."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from tabletop.arena.plan import read_tournament
from tabletop.arena.play import play_game
from tabletop.arena.results import ResultsFile
from tabletop.arena.tournament import pairings
from tabletop.errors import UnreadableFile
from tests.arena.helpers import PLAN, run_arena, write_plan
from tests.engine.helpers import wait_for_file
from tests.helpers import ROOT, tabletop


def test_a_cut_off_line_is_played_again(tmp_path: Path) -> None:
    plan = write_plan(tmp_path)
    complete = run_arena(str(plan))
    results = tmp_path / "plan.results"
    data = results.read_bytes()
    results.write_bytes(data[: len(data) // 2])
    assert run_arena(str(plan)) == complete
    assert len(results.read_bytes().splitlines()) == 19
    longer = run_arena(str(write_plan(tmp_path, 8)))
    assert longer["games"] == 24


def test_results_of_another_plan_are_refused(tmp_path: Path) -> None:
    run_arena(str(write_plan(tmp_path, 2)))
    other = write_plan(tmp_path, 2, PLAN.replace("seed = 3", "seed = 4"))
    done = tabletop("arena", str(other))
    assert done.returncode == 4
    assert "another plan" in done.stderr


@pytest.mark.parametrize(
    "content", [b"\x00nonsense\n", b"my letters, unsaved elsewhere", b'{"arena": 1, "plan": "other']
)
def test_a_foreign_file_is_refused_and_kept(tmp_path: Path, content: bytes) -> None:
    plan = write_plan(tmp_path, 2)
    results = tmp_path / "plan.results"
    results.write_bytes(content)
    assert tabletop("arena", str(plan)).returncode == 4
    assert results.read_bytes() == content


def test_two_arenas_cannot_share_a_file(tmp_path: Path) -> None:
    plan = write_plan(tmp_path, 2)
    path = tmp_path / "plan.results"
    with ResultsFile(path, read_tournament(str(plan))):
        before = path.read_bytes()
        done = tabletop("arena", str(plan))
        assert done.returncode == 4
        assert f"{path}: another process is adding games to this file; wait until it is done" in done.stderr
        assert path.read_bytes() == before
        assert tabletop("arena", str(plan), "--results", str(tmp_path / "other")).returncode == 0
    assert tabletop("arena", str(plan)).returncode == 0


def test_an_arena_that_is_killed_leaves_its_file_free(tmp_path: Path) -> None:
    plan = write_plan(tmp_path, 1000)
    path = tmp_path / "plan.results"
    process = subprocess.Popen([sys.executable, "-m", "tabletop", "arena", str(plan), "--jobs", "2"], cwd=ROOT)
    try:
        wait_for_file(path)
        while path.read_bytes().count(b"\n") < 2:
            assert process.poll() is None
            time.sleep(0.02)
        assert tabletop("arena", str(plan)).returncode == 4
    finally:
        process.kill()
        process.wait()
    assert tabletop("arena", str(write_plan(tmp_path, 2))).returncode == 0


@pytest.mark.parametrize("size", [0, 1, 30])
def test_an_empty_file_or_a_cut_off_head_is_begun_anew(tmp_path: Path, size: int) -> None:
    tournament = read_tournament(str(write_plan(tmp_path, 2)))
    path = tmp_path / "plan.results"
    with ResultsFile(path, tournament):
        head = path.read_bytes()
    path.write_bytes(head[:size])
    with ResultsFile(path, tournament):
        assert path.read_bytes() == head


def test_a_game_that_is_there_already_is_not_added_again(tmp_path: Path) -> None:
    """As when a cluster plays a game again that was not lost after all: the first report counts."""
    tournament = read_tournament(str(write_plan(tmp_path, 2)))
    path = tmp_path / "plan.results"
    first = play_game(tournament, next(pairings(tournament)))
    with ResultsFile(path, tournament) as results:
        results.add(first)
        before = path.read_bytes()
        results.add(replace(first, reason="played again"))
        assert results.reports == {first.pairing.key: first}
        assert path.read_bytes() == before
    with ResultsFile(path, tournament) as results:
        results.add(first)
        assert path.read_bytes() == before, "a later run knows what is in the file"


def test_a_game_twice_in_a_file_counts_once(tmp_path: Path) -> None:
    plan = write_plan(tmp_path, 2)
    complete = run_arena(str(plan))
    results = tmp_path / "plan.results"
    lines = results.read_bytes().splitlines(keepends=True)
    results.write_bytes(b"".join([*lines, lines[1]]))
    assert run_arena(str(plan)) == complete


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
    path = tmp_path / "plan.results"
    with ResultsFile(path, tournament) as results:
        results.add(play_game(tournament, next(pairings(tournament))))
    head, line = path.read_text("utf-8").splitlines()
    path.write_text(f"{head}\n{json.dumps({**json.loads(line), key: value})}\n", "utf-8")
    with pytest.raises(UnreadableFile, match=r"plan\.results:2: not a line"), ResultsFile(path, tournament):
        pass


@pytest.mark.parametrize("limit", ["LARGEST_RESULTS", "LONGEST_RESULT"])
def test_a_file_or_a_line_that_is_too_large_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, limit: str
) -> None:
    tournament = read_tournament(str(write_plan(tmp_path, 2)))
    path = tmp_path / "plan.results"
    with ResultsFile(path, tournament) as results:
        results.add(play_game(tournament, next(pairings(tournament))))
    head, line = path.read_bytes().splitlines(keepends=True)
    monkeypatch.setattr("tabletop.arena.results." + limit, max(len(head), len(line)) - 1)
    with pytest.raises(UnreadableFile, match=r"too large|not a line"), ResultsFile(path, tournament):
        pass
