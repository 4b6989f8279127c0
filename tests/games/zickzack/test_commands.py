"""The command `tabletop zickzack solve`."""

from __future__ import annotations

import json

from tests.games.zickzack.helpers import ENDGAME
from tests.helpers import tabletop


def test_solve_prints_the_value_the_best_moves_and_every_move() -> None:
    done = tabletop("zickzack", "solve", "--position", ENDGAME, "--moves")
    assert done.returncode == 0
    lines = done.stdout.splitlines()
    assert lines[0] == "value: +4 (blue wins by 4)"
    assert lines[1] == "best: 10c, 10j"
    assert lines[2].startswith("nodes: ")
    assert lines[3].startswith("seconds: ")
    assert lines[4:6] == ["  +4  place 1 on 10c", "  +4  place 1 on 10j"]
    assert len(lines) == 4 + 8


def test_solve_prints_json() -> None:
    done = tabletop("zickzack", "solve", "--position", ENDGAME, "--json")
    data = json.loads(done.stdout)
    assert list(data) == ["value", "best", "nodes", "seconds"]
    assert (data["value"], data["best"]) == (4, ["place 1 on 10c", "place 1 on 10j"])


def test_solve_fails_when_it_reaches_the_node_limit() -> None:
    done = tabletop("zickzack", "solve", "--nodes", "50")
    assert done.returncode == 1
    assert done.stdout == ""
    assert "the limit was reached after 50 nodes" in done.stderr
    assert tabletop("zickzack", "solve", "--nodes", "0").returncode == 2
