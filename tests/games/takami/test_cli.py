"""Takami on the command line, and its example games."""

from __future__ import annotations

from pathlib import Path

import pytest

from tabletop.record import parse_records
from tabletop.replay import replay
from tests.helpers import ROOT, tabletop

EXAMPLES = sorted((ROOT / "tabletop/examples").glob("takami-*.moves"))


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_example_games_replay(path: Path) -> None:
    for record in parse_records(path.read_text("utf-8"), path.name):
        *_, last = replay(record, verify=record.value("Seed") != "")
        assert not last.difference


def test_show_check_odds_and_model_on_the_command_line() -> None:
    shown = tabletop("takami", "show", "--seed", "7")
    assert shown.returncode == 0
    assert "<B1>" in shown.stdout
    illegal = tabletop("takami", "check", "raise B1 to 8.1", "--seed", "7")
    assert illegal.returncode == 3
    assert illegal.stderr == (
        "tabletop: illegal (rule K3): 8.1 is not higher than 8.1, where B1 was; did you mean `raise B1 to 9.1`?\n"
    )
    assert tabletop("takami", "check", "rise B1", "--seed", "7").returncode == 4
    assert tabletop("takami", "odds").returncode == 2
    assert tabletop("takami", "show", "--seed", "7", "--model", "no-such").returncode == 4
    assert tabletop("takami", "model", "show", "steady").stdout.startswith("# The ordinary table")
