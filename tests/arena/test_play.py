"""One game of a tournament: its record replays, and an engine that fails has lost."""

from __future__ import annotations

import itertools
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tabletop.arena import play as play_module
from tabletop.arena.play import NO_CLOCK, Failure, GameReport, play_game
from tabletop.arena.tournament import Participant, Tournament, check_tournament, pairings
from tabletop.bots.bot import AnyObservation, SearchInfo
from tabletop.bots.limit import Clock, Limit
from tabletop.bots.random import RandomBot
from tabletop.errors import WrongUse
from tabletop.record import parse_records
from tabletop.replay import replayed
from tests.engine.helpers import SCRIPT, keeping_lines, write_engine


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


@pytest.mark.slow
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


def clocked(bot: str, clock: Clock, **fields: Any) -> Participant:
    return Participant("clocked", bot, clock=clock, **fields)


def first_game(*participants: Participant, **fields: Any) -> GameReport:
    tournament = Tournament("zickzack", participants, 1, **fields)
    return play_game(tournament, next(pairings(tournament)))


def test_a_bot_gets_a_share_of_its_clock_and_the_increment_after_each_move(monkeypatch: pytest.MonkeyPatch) -> None:
    """By a clock that advances a second whenever it is read: each move takes one."""
    readings = itertools.count()
    monkeypatch.setattr(play_module, "time", SimpleNamespace(perf_counter=lambda: float(next(readings))))
    limits: list[Limit] = []

    def think(self: RandomBot, observation: AnyObservation, limit: Limit) -> SearchInfo:
        limits.append(limit)
        return real_think(self, observation, limit)

    real_think = RandomBot.think
    monkeypatch.setattr(RandomBot, "think", think)
    first_game(clocked("random", Clock(60, 0.25)), Participant("b", "random", nodes=7))
    timed = [limit for limit in limits if limit.clocks]
    assert [limit.clocks[0].seconds for limit in timed[:3]] == [60, 59.25, 58.5]
    assert timed[0].seconds == Clock(60, 0.25).for_move() and timed[0].nodes is None
    assert {limit.clocks[1] for limit in timed} == {NO_CLOCK}
    untimed = [limit for limit in limits if not limit.clocks]
    assert untimed and all(limit.nodes == 7 and limit.seconds is None for limit in untimed)


def test_who_runs_out_of_time_has_lost_and_that_is_not_called_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    readings = itertools.count()
    monkeypatch.setattr(play_module, "time", SimpleNamespace(perf_counter=lambda: float(next(readings))))
    report = first_game(clocked("random", Clock(3.5, 0.25)), Participant("b", "random"))
    assert report.winners == (1,)
    assert report.reason == "out of time: 1.00 s for a move with 0.50 s left"
    assert report.failure == Failure(0, at_start=False, on_time=True)
    assert report.record.count("\nForfeit: green out of time") == 1
    within = first_game(clocked("random", Clock(3.5, 0.25)), Participant("b", "random"), margin=0.6)
    assert within.plies > report.plies, "so much may a move be late"


def test_an_engine_is_sent_all_clocks_and_its_own_options(tmp_path: Path) -> None:
    received = tmp_path / "received"
    slow = keeping_lines(received).replace('say("readyok")', 'time.sleep(0.3); say("readyok")')
    engine = "engine:" + write_engine(tmp_path, "clerk", "say('bestmove nothing')", slow)
    options = (("Hash", "16"), ("style", "wild and free"))
    first_game(clocked(engine, Clock(0.25, 0.1), options=options), clocked("random", Clock(60), nodes=5))
    lines = received.read_text().splitlines()
    assert "go p1time 250 p1inc 100 p2time 60000 p2inc 0" in lines
    assert lines.index("setoption name style value wild and free") < lines.index("uginewgame")
    assert "setoption name Hash value 16" in lines


def test_an_engines_start_is_not_on_its_clock(tmp_path: Path) -> None:
    """It takes longer to get ready than its clock allows, and answers nonsense in time."""
    slow = SCRIPT.replace('say("readyok")', 'time.sleep(0.5); say("readyok")')
    engine = "engine:" + write_engine(tmp_path, "slow", "say('bestmove nothing')", slow)
    report = first_game(clocked(engine, Clock(0.2)), Participant("b", "random"), margin=30.0)
    assert report.failure == Failure(0, at_start=False)
    assert "bad answer" in report.reason


def test_an_engine_that_stalls_loses_on_time(tmp_path: Path) -> None:
    engine = "engine:" + write_engine(tmp_path, "stall", "time.sleep(60)")
    report = first_game(clocked(engine, Clock(0.1)), Participant("b", "random"))
    assert report.failure == Failure(0, at_start=False, on_time=True)
    assert report.winners == (1,)


def test_a_bots_options_are_parameters_of_its_spec() -> None:
    mcts = Participant("a", "mcts:iterations=30", options=(("c", "0.5"),))
    assert mcts.spec == "mcts:iterations=30,c=0.5"
    assert Participant("a", "alphabeta", options=(("depth", "2"),)).spec == "alphabeta:depth=2"
    assert first_game(mcts, Participant("b", "random")).winners is not None
    with pytest.raises(WrongUse, match="no parameter"):
        check_tournament(Tournament("zickzack", (Participant("b", "easy", options=(("x", "1"),)), mcts), 1))
