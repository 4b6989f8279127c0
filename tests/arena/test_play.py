"""One game of a tournament: its record replays, and an engine that fails has lost."""

from __future__ import annotations

import sys
from pathlib import Path

from tabletop.arena.play import Failure, play_game
from tabletop.arena.tournament import Participant, Tournament, pairings
from tabletop.record import parse_records
from tabletop.replay import replayed
from tests.engine.helpers import keeping_lines, write_engine


def test_the_record_of_a_game_replays_to_the_same_winners() -> None:
    tournament = Tournament("fem", (Participant("a", "random"), Participant("b", "random")), 1)
    games = list(pairings(tournament))
    assert games
    for pairing in games:
        report = play_game(tournament, pairing)
        (record,) = parse_records(report.record)
        match = replayed(record)
        assert match.result
        assert tuple(sorted(pairing.seating[player - 1] for player in match.result.winners)) == report.winners


def test_an_engine_gets_another_seed_in_every_game(tmp_path: Path) -> None:
    """Also in the games of one block and of one round, which have the same seed; and the same ones when repeated."""
    received = tmp_path / "received"
    script = keeping_lines(received).replace('say("ugiok")', 'say("option name seed type spin"); say("ugiok")')
    engine = "engine:" + write_engine(tmp_path, "dicer", "say('bestmove nothing')", script)
    participants = tuple(Participant(f"bot{number}", engine, think=60.0) for number in range(3))
    tournament = Tournament("zickzack", participants, blocks=2)
    for _ in range(2):
        for pairing in pairings(tournament):
            play_game(tournament, pairing)
    sent = [line for line in received.read_text().splitlines() if "seed" in line]
    assert len(sent) == 24, "twelve games, each lost by the first player, who answers nonsense"
    assert len(set(sent)) == 12
    assert sent[:12] == sent[12:]


def test_an_engine_that_crashes_loses_its_games(tmp_path: Path) -> None:
    (tmp_path / "crash.py").write_text(
        "import sys\nfor line in sys.stdin:\n    if 'go' in line: break\n"
        "    print('ugiok' if line == 'ugi\\n' else 'readyok', flush=True)\n"
    )
    engine = Participant("crash", f"engine:{sys.executable} {tmp_path / 'crash.py'}", think=0.2)
    tournament = Tournament("zickzack", (engine, Participant("random", "random")), 1)
    reports = [play_game(tournament, pairing) for pairing in pairings(tournament)]
    assert [report.winners for report in reports] == [(1,), (1,)]
    assert "it exited unexpectedly" in reports[0].reason
    assert reports[0].failure == Failure(0, at_start=False)
    (record,) = parse_records(reports[0].record)
    assert record.value("Result") == f"random wins: {reports[0].reason}"
