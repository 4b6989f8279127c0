"""What a report says besides the numbers: repeated games, failures, losses on time, limits that mislead."""

from __future__ import annotations

import json
import re
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from tabletop.arena.diagnostics import count_line, failure_summaries, remarks, time_losses, warnings
from tabletop.arena.play import Failure, GameReport
from tabletop.arena.tournament import Participant, Tournament, pairings
from tabletop.bots.limit import Clock
from tests.arena.helpers import make_reports, make_tournament
from tests.helpers import tabletop


def test_an_engine_that_fails_in_every_game_is_reported(tmp_path: Path) -> None:
    (tmp_path / "crash.py").write_text("print('ugiok\\nreadyok', flush=True)\n")
    engine = f"engine:{sys.executable} {tmp_path / 'crash.py'}"
    words = ["zickzack", "match", "--seat", f"crash={engine}", "--seat", "random", "--think", "1s"]
    done = tabletop(*words)
    assert done.returncode == 5
    assert done.stdout.rstrip().endswith("crash failed in 2 of 2 games: it exited unexpectedly")
    assert done.stderr == "tabletop: crash failed in 2 of 2 games: it exited unexpectedly\n"
    (failure,) = json.loads(tabletop(*words, "--json").stdout)["failures"]
    assert failure == {"name": "crash", "games": 2, "failed": 2, "reason": "it exited unexpectedly", "unfit": True}


def test_an_engine_that_fails_now_and_then_is_unfit_only_if_it_did_not_start() -> None:
    tournament = Tournament("zickzack", (Participant("engine", "engine:x y"), Participant("random", "random")), 1)
    first, second = pairings(tournament)
    won = GameReport(first, (0,), (9, 0), "points", 40, (0.1, 0.1), "")
    for at_start in (False, True):
        failed = GameReport(
            second, (1,), (0, 0), "engine `x y`: it exited unexpectedly", 3, (0.1, 0.1), "", Failure(0, at_start)
        )
        (summary,) = failure_summaries(tournament, [won, failed])
        assert str(summary) == "engine failed in 1 of 2 games: it exited unexpectedly"
        assert summary.unfit == at_start
    assert failure_summaries(tournament, [won]) == []


def test_repeated_games_are_counted_and_said_to_be() -> None:
    tournament = make_tournament(3, blocks=2)
    reports = make_reports(tournament, [(0,)] * 12)
    assert count_line(reports) == "12 games, all distinct"
    assert remarks(tournament, reports) == []
    again = [
        replace(report, record="Game: x\n\nas ever") if 0 in report.pairing.seating else report for report in reports
    ]
    assert count_line(again) == "12 games, 8 distinct: error bars count a repeated game once"
    assert remarks(tournament, again) == [
        "bot0 - bot1: 2 of 4 distinct",
        "bot0 - bot2: 2 of 4 distinct",
        "For more distinct games, start them from different positions: see `openings` in the manual.",
    ]


def test_engines_that_play_the_same_game_again_and_again_are_found_out() -> None:
    """For real: the bot sees what is best without any luck, so that only the seats make a difference."""
    words = ["zickzack", "match", "--seat", "a=alphabeta:depth=1", "--seat", "b=alphabeta:depth=1", "--games", "10"]
    done = tabletop(*words)
    assert "10 games, 2 distinct: error bars count a repeated game once" in done.stdout
    assert re.search(r"a - b: 2 of 10 distinct", done.stdout)
    facts = json.loads(tabletop(*words, "--json").stdout)
    assert (facts["games"], facts["distinct"], facts["pairs"][0]["distinct"]) == (10, 2, 2)
    low, high = (facts["standings"][0]["share"][end] for end in ("low", "high"))
    assert low < 0.2 and high > 0.8


def test_losses_on_time_are_not_failures() -> None:
    tournament = make_tournament(blocks=2)
    reports = make_reports(tournament, [(0,)] * 4)
    late = [replace(report, failure=Failure(1, at_start=False, on_time=True)) for report in reports[:3]]
    games = [*late, reports[3]]
    assert list(map(str, time_losses(tournament, games))) == ["bot1 lost 3 of 4 games on time"]
    assert failure_summaries(tournament, games) == []
    assert remarks(tournament, games) == ["bot1 lost 3 of 4 games on time"]


@pytest.mark.parametrize(
    ("participants", "warned"),
    [
        (["easy nodes", "medium nodes"], "easy and medium"),
        (["hard nodes", "easy nodes", "medium nodes", "hard nodes"], "hard, easy and medium"),
        (["mcts:iterations=5 nodes", "alphabeta nodes"], "mcts and alphabeta"),
        (["easy nodes", "random nodes"], None),
        (["easy nodes", "easy nodes"], None),
        (["mcts:iterations=5 nodes", "mcts:iterations=9 nodes"], None),
        (["engine:./a nodes", "engine:./b nodes"], None),
        (["easy nodes", "medium think"], None),
        (["easy think", "medium think"], None),
        (["easy clock", "medium clock"], None),
        (["easy", "medium"], None),
        (["easy nodes", "medium other"], None),
    ],
)
def test_levels_that_share_a_node_limit_are_warned_about(participants: list[str], warned: str | None) -> None:
    limits = {
        "nodes": {"nodes": 200},
        "other": {"nodes": 300},
        "think": {"nodes": 200, "think": 1.0},
        "clock": {"nodes": 200, "clock": Clock(10)},
        "": {},
    }
    entrants = []
    for number, text in enumerate(participants):
        bot, _, limit = text.partition(" ")
        entrants.append(Participant(str(number), bot, **limits[limit]))  # type: ignore[arg-type]
    found = warnings(Tournament("zickzack", tuple(entrants), 1))
    if warned is None:
        assert found == []
    else:
        (line,) = found
        assert line.startswith(f"Warning: {warned} share a limit of 200 nodes, which is not the same work")


def test_levels_have_their_own_limits_unless_they_are_given_others() -> None:
    seats = ["--seat", "easy", "--seat", "medium", "--games", "2"]
    assert "Warning" not in tabletop("zickzack", "match", *seats).stdout
    assert "Warning: easy and medium share" in tabletop("zickzack", "match", *seats, "--nodes", "20").stdout
    assert json.loads(tabletop("zickzack", "match", *seats, "--nodes", "20", "--json").stdout)["warnings"]
