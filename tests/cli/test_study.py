"""`tabletop GAME study`: runs, resumes, is interrupted, refuses; text, JSON and CSV."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tabletop.cli import study as study_module
from tabletop.record import parse_records
from tests.helpers import tabletop

FEW = ["zickzack", "study", "--games", "2", "--level", "random", "--against", "random", "--strategy", "greedy"]
SERIAL = [*FEW, "--jobs", "1"]


def facts(*words: str) -> dict[str, Any]:
    done = tabletop(*words, "--json")
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_a_study_prints_tables_and_bars() -> None:
    done = tabletop(*SERIAL)
    assert done.returncode == 0 and done.stderr == ""
    assert done.stdout.startswith("Zickzack: 4 games between bots, 4 of them different.\n")
    assert "greedy against random" in done.stdout
    assert max(map(len, done.stdout.splitlines())) <= 80


def test_the_number_of_jobs_changes_nothing() -> None:
    assert facts(*SERIAL) == facts(*FEW, "--jobs", "2")


def test_a_study_is_continued_from_its_results(tmp_path: Path) -> None:
    results = tmp_path / "study.results"
    words = [*SERIAL, "--results", str(results)]
    complete = facts(*words)
    before = results.read_bytes()
    assert facts(*words) == complete
    assert results.read_bytes() == before, "nothing is played again"
    results.write_bytes(before[: len(before) // 2])
    assert facts(*words) == complete
    assert facts(*[*words, "--games", "4"], "--report")["games"] == 4, "nothing more is played"
    assert facts(*[*words, "--games", "4"])["games"] == 8
    done = tabletop(*words, "--seed", "9")
    assert done.returncode == 4 and "another plan" in done.stderr


def test_csv_and_records_have_every_game(tmp_path: Path) -> None:
    done = tabletop(*SERIAL, "--csv", "--records", str(tmp_path / "games"))
    rows = list(csv.DictReader(io.StringIO(done.stdout)))
    assert [(row["kind"], row["subject"], row["seat"]) for row in rows] == [
        ("alone", "random", "1"),
        ("strategies", "greedy", "1"),
        ("strategies", "greedy", "2"),
        ("alone", "random", "1"),
    ]
    paths = sorted((tmp_path / "games").iterdir())
    assert [path.name for path in paths][:2] == ["00001-alone.moves", "00002-strategies.moves"]
    (record,) = parse_records(paths[1].read_text("utf-8"))
    assert record.value("Bots") == "greedy random"


def test_an_interrupted_study_reports_what_there_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def run_two(tasks: Callable[[], Any], _: object, keep: Callable[[Any], None]) -> None:
        for task, _number in zip(tasks(), range(2), strict=False):
            keep(task())
        raise KeyboardInterrupt

    monkeypatch.setattr(study_module, "run_tasks", run_two)
    done = tabletop(*SERIAL, "--results", str(tmp_path / "kept"))
    assert done.returncode == 130
    assert "2 games still to play." in done.stdout
    assert "tabletop: 2 games played; run the same command again to continue\n" in done.stderr
    done = tabletop(*SERIAL)
    assert "2 games played, but not kept; use `--results FILE`" in done.stderr


def test_variants_and_set_up_go_together() -> None:
    words = ["taktori", "study", "--games", "1", "--level", "random", "--strategy", "none", "--jobs", "1"]
    found = facts(*words, "--vary", "as-written,players=3+immune", "--option", "max-turns=6", "--against", "random")
    assert [column["variant"] for column in found["columns"]] == ["as-written", "players=3+immune"]
    assert [len(column["seats"]) for column in found["columns"]] == [2, 3]
    assert all(column["endings"][0]["rule"] == "T18" for column in found["columns"])
    assert found["strategies"] == found["levels"] == found["hands"] == []


@pytest.mark.slow
def test_dexterity_games_have_hands_and_heads() -> None:
    words = ["takami", "study", "--games", "3", "--level", "random", "--level", "easy", "--against", "random"]
    (hands,) = facts(*words, "--strategy", "none", "--jobs", "1")["hands"]
    assert hands["heads"] == ["random", "easy"] and hands["seeds"] == 3
    assert sum(hands["shares"][name]["value"] for name in ("hand", "head", "deal", "rest")) == pytest.approx(1)


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (["--level", "clever"], 2, "has no bot 'clever'"),
        (["--strategy", "nosuch"], 2, "its strategies are greedy"),
        (["--vary", "sideways"], 2, "no option 'sideways'"),
        (["--games", "0"], 2, "0 is not in the range"),
        (["--results", "-"], 2, "needs a file"),
        (["--report"], 2, "`--report` needs a results file"),
        (["--position", "..."], 4, ""),
    ],
)
def test_a_mistake_is_refused_before_a_game_is_played(words: list[str], code: int, message: str) -> None:
    done = tabletop(*SERIAL, *words)
    assert done.returncode == code, done.stderr
    assert message in done.stderr and done.stdout == ""
