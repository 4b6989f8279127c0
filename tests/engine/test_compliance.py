"""Compliance: our own engine passes every case, and a cheating one is found out."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tabletop.engine.compliance import check_engine
from tabletop.match import Match
from tests.engine.helpers import write_engine
from tests.helpers import new_match, tabletop


@pytest.mark.parametrize("name", ["fem", "mikado"])
def test_our_own_engine_passes_every_case(name: str) -> None:
    def short_match() -> Match:
        return new_match(name, **({"options": ["max-turns=6"]} if name == "fem" else {}))

    results = list(check_engine(f"{sys.executable} -m tabletop {name} engine --bot random", short_match))
    assert [result.problem for result in results] == [""] * 8


def test_the_command_reports_every_case(tmp_path: Path) -> None:
    done = tabletop("engine", "check", "zickzack", write_engine(tmp_path, "cheat", "say('bestmove 7z')"))
    assert done.returncode == 5
    assert "ok    starts and answers `ugiok`" in done.stdout
    assert "FAIL  finds a legal move in time" in done.stdout
    done = tabletop("engine", "check", "--json", "zickzack", "./no-such-engine")
    assert done.returncode == 5
    assert "cannot be started" in done.stdout
    assert tabletop("engine", "check", "zickzack", " ").returncode == 2
