"""`tabletop arena` and `tabletop GAME match`: where results go, and what is refused."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tabletop.arena.plan import read_tournament
from tabletop.arena.results import ResultsFile
from tabletop.cli.arena import Leaders
from tests.arena.helpers import PLAN, make_reports, make_tournament, write_plan
from tests.helpers import ROOT, tabletop


def test_a_plan_from_standard_input_keeps_results_only_where_told(tmp_path: Path) -> None:
    text = PLAN.replace("{games}", "2")
    done = tabletop("arena", "-", "--json", stdin=text, cwd=tmp_path)
    assert json.loads(done.stdout)["games"] == 6
    assert list(tmp_path.iterdir()) == []
    assert tabletop("arena", "-", "--results", "kept", stdin=text, cwd=tmp_path).returncode == 0
    assert (tmp_path / "kept").read_bytes().count(b"\n") == 7
    done = tabletop("arena", "-", "--results", "-", stdin=text, cwd=tmp_path)
    assert done.returncode == 2 and "`--results` needs a file" in done.stderr


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
def test_a_match_with_a_mistake_in_its_options_is_refused(tmp_path: Path, words: list[str]) -> None:
    done = tabletop("zickzack", "match", *words, cwd=tmp_path)
    assert done.returncode == 2, done.stderr
    assert "internal error" not in done.stderr


def test_a_report_plays_nothing_and_changes_nothing(tmp_path: Path) -> None:
    plan = write_plan(tmp_path, 2)
    done = tabletop("arena", str(plan), "--report")
    assert done.returncode == 4 and "plan.results: cannot be read" in done.stderr
    assert not (tmp_path / "plan.results").exists()
    whole = tabletop("arena", str(plan)).stdout
    results = tmp_path / "plan.results"
    data = results.read_bytes()
    write_plan(tmp_path, 200)
    assert tabletop("arena", str(plan), "--report").stdout == whole
    assert json.loads(tabletop("arena", str(plan), "--report", "--json").stdout)["planned"] == 600
    results.write_bytes(data[:-10])
    facts = json.loads(tabletop("arena", str(plan), "--report", "--json").stdout)
    assert facts["games"] == 4, "the last game is cut off, and its block with it"
    assert results.read_bytes() == data[:-10]


def test_a_report_needs_no_more_than_the_results(tmp_path: Path) -> None:
    plan = write_plan(tmp_path, 4, PLAN + '[[table]]\nname = "the comb"\noptions = ["board=comb"]\n[[table]]\n')
    whole = tabletop("arena", str(plan)).stdout
    plan.unlink()
    assert tabletop("arena", str(tmp_path / "plan.results"), "--report").stdout == whole
    assert "the comb" in whole
    csv = tabletop("arena", str(tmp_path / "plan.results"), "--report", "--csv").stdout
    assert len(csv.splitlines()) == 25


def test_the_results_of_a_match_can_be_reported(tmp_path: Path) -> None:
    words = ["--seat", "a=random", "--seat", "b=random", "--games", "4", "--results", "kept"]
    whole = tabletop("zickzack", "match", *words, cwd=tmp_path).stdout
    assert tabletop("zickzack", "match", *words, "--report", cwd=tmp_path).stdout == whole
    done = tabletop("zickzack", "match", "--seat", "random", "--seat", "random", "--report", cwd=tmp_path)
    assert done.returncode == 2 and "`--report` needs a results file" in done.stderr


@pytest.mark.parametrize(
    "head",
    [
        "",
        "nonsense",
        '{"arena": 1}',
        '{"arena": 1, "plan": "{}"}',
        '{"arena": 1, "plan": 5}',
        '{"arena": 1, "plan": PLAN}',
    ],
)
@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"zickzack"', '"chess"'),
        ('"players": 2', '"players": 1000'),
        ('"players": 2', '"players": "2"'),
        ('"tables": [', '"tables": [5, '),
        ('"entrants": [', '"entrants": [{}, '),
        ('"random"', "7"),
        ('"seed": 3', '"openings": {"count": 999999999999999}, "seed": 3'),
    ],
)
def test_broken_results_are_refused_in_a_sentence(tmp_path: Path, head: str, old: str, new: str) -> None:
    plan = read_tournament(str(write_plan(tmp_path, 2))).fingerprint()
    assert old in plan
    results = tmp_path / "broken.results"
    results.write_text(head.replace("PLAN", json.dumps(plan.replace(old, new))) + "\n")
    done = tabletop("arena", str(results), "--report")
    if "openings" in new and "PLAN" in head:
        assert done.returncode == 0
    else:
        assert done.returncode == 4
        assert done.stderr == f"tabletop: {results}: not a results file of the arena\n"


def test_reports_start_no_engine(tmp_path: Path) -> None:
    """The plan's engine would write a file."""
    engine = f"engine:touch {tmp_path / 'started'}"
    plan = write_plan(tmp_path, 2, PLAN.replace('bot = "random"', f"bot = '{engine}'", 1))
    with ResultsFile(tmp_path / "plan.results", read_tournament(str(plan))):
        pass
    for path in (plan, tmp_path / "plan.results"):
        done = tabletop("arena", str(path), "--report")
        assert (done.returncode, done.stdout) == (0, "No block of games has finished yet.\n")
    assert not (tmp_path / "started").exists()


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_an_interruption_prints_the_standings_and_says_how_to_go_on(tmp_path: Path, jobs: str) -> None:
    plan = write_plan(tmp_path, 4000)
    results = tmp_path / "plan.results"
    command = [sys.executable, "-m", "tabletop", "arena", str(plan), "--jobs", jobs]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    deadline = time.monotonic() + 60
    first_block = ('"key": "0/0/0-1"', '"key": "0/0/1-0"')
    while time.monotonic() < deadline and not (
        results.exists() and all(key in results.read_text("utf-8") for key in first_block)
    ):
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    output, errors = (stream.decode() for stream in process.communicate(timeout=60))
    assert process.returncode == 130
    games = results.read_bytes().count(b"\n") - 1
    assert errors == (
        f"tabletop: interrupted: {results} has {games} of 12000 games; run the same command to continue\n"
    )
    assert "share of wins" in output
    assert output == tabletop("arena", str(plan), "--report").stdout


def test_the_progress_line_knows_who_leads_without_looking_back() -> None:
    tournament = make_tournament(3, blocks=2)
    leaders = Leaders(tournament)
    assert leaders.line() == ""
    for report in make_reports(tournament, [(0,), (0,), (2,), (), (1,), (2,)]):
        leaders.add(report)
    assert leaders.line() == "bot0 62%, bot2 62%, bot1 25%"
