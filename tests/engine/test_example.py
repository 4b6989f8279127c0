"""The example engine: short, and a full player in every game, as the manual page of the protocol says."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tabletop.arena.play import play_game
from tabletop.arena.tournament import Participant, Tournament, pairings
from tabletop.engine import compliance
from tabletop.engine.compliance import check_engine
from tests.engine.ugi_runner import Engine, play
from tests.helpers import ROOT, SHIPPED_GAMES, new_match, tabletop

EXAMPLE = ROOT / "tabletop/examples/engine.py"


def test_it_has_less_than_a_hundred_lines() -> None:
    assert len(EXAMPLE.read_text("utf-8").splitlines()) < 100


@pytest.mark.slow
@pytest.mark.parametrize("name", SHIPPED_GAMES)
def test_it_passes_every_check(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A few moves of each game; whole ones are played below."""
    for limit, value in {"MAX_TURNS": 5, "TIMED_MOVES": 3, "GAMES": 3, "GAME_TURNS": 3, "ENOUGH_GAMES": 2}.items():
        monkeypatch.setattr(compliance, limit, value)
    results = list(check_engine(f"{sys.executable} {EXAMPLE} {name}", lambda: new_match(name)))
    assert {result.case: result.problem for result in results if result.problem} == {}
    assert len(results) == 10


def test_it_plays_whole_games_in_a_runner_that_knows_only_the_protocol() -> None:
    engines = [Engine([sys.executable, str(EXAMPLE), "fem"]) for _ in range(2)]
    result, moves = play(engines[0], engines[1], "go nodes 3")
    assert result in ("p1win", "p2win", "draw") and len(moves) > 5
    assert [engine.quit() for engine in engines] == [0, 0]


@pytest.mark.slow
def test_a_copy_of_it_beats_a_random_bot_in_the_arena(tmp_path: Path) -> None:
    """The arena sends it options, chance outcomes and a seed; with the same seeds it plays the same games."""
    assert tabletop("examples", "engine", "--copy", cwd=tmp_path).returncode == 0
    example = Participant(
        "example", f"engine:{sys.executable} {tmp_path / 'engine.py'} zickzack", nodes=1000, think=60.0
    )
    tournament = Tournament("zickzack", (example, Participant("random", "random")), blocks=2)
    played = [[play_game(tournament, pairing) for pairing in pairings(tournament)] for _ in range(2)]
    assert [report.failure for report in played[0]] == [None] * 4
    assert sum(report.winners == (0,) for report in played[0]) >= 3
    assert [report.record for report in played[0]] == [report.record for report in played[1]]
    assert len({report.record for report in played[0]}) == 4


def test_it_is_polite_to_nonsense() -> None:
    lines = "xyzzy\nposition startpos moves 7z\nsetoption name players value x\nposition startpos\nquery turn\nquit\n"
    done = subprocess.run(
        [sys.executable, str(EXAMPLE)], input=lines, capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stderr == ""
    assert [line.split()[0] for line in done.stdout.splitlines()] == ["info", "info", "response"]
