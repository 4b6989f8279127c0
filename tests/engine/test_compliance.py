"""Compliance: our own engine passes every case, and a cheating one is found out."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from tabletop.engine import compliance
from tabletop.engine.compliance import check_engine
from tabletop.match import Match
from tests.engine.helpers import write_engine
from tests.helpers import new_match, tabletop


@pytest.mark.slow
@pytest.mark.parametrize("name", ["fem", "mikado"])
def test_our_own_engine_passes_every_case(name: str) -> None:
    def short_match() -> Match:
        return new_match(name, **({"options": ["max-turns=6"]} if name == "fem" else {}))

    results = list(check_engine(f"{sys.executable} -m tabletop {name} engine --bot random", short_match))
    assert [result.problem for result in results] == [""] * 10
    measured = {result.case: result.note for result in results if result.note}
    assert re.fullmatch(r"\d+ ms later", measured["moves on `stop`"])
    assert re.fullmatch(r"20 moves of 100 ms took \d+ ms on average, \d+ ms at most", measured["keeps to its time"])
    assert measured["varies its games"] == "10 of 10 games differ"


@pytest.mark.slow
def test_an_engine_that_repeats_itself_is_warned_of() -> None:
    command = f"{sys.executable} -m tabletop fem engine --bot alphabeta:depth=1"
    results = check_engine(command, lambda: new_match("fem", options=["max-turns=4"]))
    warnings = {result.case: result.warning for result in results if result.warning}
    assert warnings == {"varies its games": "only 1 of 10 games differ, so a match needs openings"}


@pytest.mark.slow
def test_an_engine_that_is_late_is_measured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compliance, "TIMED_MOVES", 1)
    command = write_engine(tmp_path, "late", "time.sleep(0.2); say('bestmove 7a')")
    notes = {result.case: result.note for result in check_engine(command, lambda: new_match("zickzack"))}
    took = re.fullmatch(r"1 move of 100 ms took (\d+) ms on average, (\d+) ms at most", notes["keeps to its time"])
    assert took and took[1] == took[2] and int(took[1]) >= 200


def test_the_command_reports_every_case(tmp_path: Path) -> None:
    done = tabletop("engine", "check", "zickzack", write_engine(tmp_path, "cheat", "say('bestmove 7z')"))
    assert done.returncode == 5
    assert "ok    starts and answers `ugiok`" in done.stdout
    assert "FAIL  finds a legal move in time" in done.stdout
    done = tabletop("engine", "check", "--json", "zickzack", "./no-such-engine")
    assert done.returncode == 5
    assert "cannot be started" in done.stdout
    assert tabletop("engine", "check", "zickzack", " ").returncode == 2
