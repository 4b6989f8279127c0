"""`tabletop arena` and `tabletop GAME match`: where results go, and what is refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.arena.helpers import PLAN
from tests.helpers import tabletop


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
