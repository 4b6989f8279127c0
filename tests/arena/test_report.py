"""Reports: text, CSV and JSON without NaN or infinity, move files, and who failed."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from tabletop.arena.play import Failure, GameReport
from tabletop.arena.report import csv_report, failure_summaries, json_report, text_report
from tabletop.arena.runner import counted_reports
from tabletop.arena.tournament import Participant, Sprt, Tournament, pairings
from tabletop.style import PLAIN
from tests.arena.helpers import by_key, make_reports, make_tournament, run_arena, write_plan
from tests.helpers import tabletop


def test_text_csv_and_records_hold_all_games(tmp_path: Path) -> None:
    plan = write_plan(tmp_path, 2)
    text = tabletop("arena", str(plan), "--records", str(tmp_path / "games")).stdout
    assert "share of wins" in text and "likelihood of superiority" in text
    assert max(map(len, text.splitlines())) <= 80
    assert re.search(r"random +4 .* \d+% \(\d+-\d+%\) ", text)
    lines = tabletop("arena", str(plan), "--csv").stdout.splitlines()
    assert len(lines) == 7
    files = sorted((tmp_path / "games").glob("*.moves"))
    assert len(files) == 6
    assert tabletop("run", "--quiet", *map(str, files)).returncode == 0


def test_games_of_three_at_several_tables_are_reported_with_ranks(tmp_path: Path) -> None:
    text = 'game = "mikado"\ngames = 3\nplayers = 3\n'
    text += "".join(f'[[entrant]]\nname = "{name}"\nbot = "random"\n' for name in "abc")
    text += '[[table]]\nmodel = "hard"\noptions = "no-waive"\n[[table]]\n'
    facts = run_arena(str(write_plan(tmp_path, 3, text)))
    assert facts["games"] == 6
    assert all(1 <= row["rank"]["value"] <= 3 for row in facts["standings"])


@given(st.integers(2, 4), st.data())
def test_no_number_is_nan_or_infinite(players: int, data: st.DataObject) -> None:
    tournament = make_tournament(players, players, blocks=3, sprt=Sprt(0, 20) if players == 2 else None)
    winners = st.lists(st.integers(0, players - 1), max_size=players, unique=True).map(tuple)
    reports = make_reports(tournament, data.draw(st.lists(winners, min_size=0, max_size=3 * players)))
    counted = counted_reports(tournament, by_key(reports))
    text = text_report(tournament, counted, PLAIN) + repr(json_report(tournament, counted))
    text += csv_report(tournament, counted)
    assert "nan" not in text and "inf" not in text.replace("info", "")


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
