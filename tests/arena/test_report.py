"""Reports as text; and that text, CSV and JSON have no NaN and no infinity."""

from __future__ import annotations

import csv
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.arena.export import csv_report, json_report
from tabletop.arena.ratings import seat_standings, standings
from tabletop.arena.report import text_report
from tabletop.arena.runner import counted_reports
from tabletop.arena.tournament import Sprt, Table, pairings
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


@pytest.mark.slow
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


def test_wins_by_seat_show_what_the_change_of_seats_hides() -> None:
    """Seat 2 wins every game, so both have won half of theirs."""
    tournament = make_tournament(2, 2, blocks=10, tables=(Table(), Table(("board=comb",))))
    reports = make_reports(tournament, [(pairing.seating[1],) for pairing in pairings(tournament)])
    assert [row.share.value for row in standings(tournament, reports)] == [0.5, 0.5]
    text = text_report(tournament, reports, PLAIN)
    assert re.search(r"^1 green +0% \(0-\d+%\) +0/20 +0/20$", text, re.MULTILINE)
    assert re.search(r"^2 blue +100% \(\d+-100%\) +20/20 +20/20$", text, re.MULTILINE)
    assert re.search(r"^board=comb +0% \(0-\d+%\) +100% \(\d+-100%\)$", text, re.MULTILINE)
    assert "Seat 2 blue wins more than its fair share of 50%, whoever sits there." in text
    first, second = json_report(tournament, reports)["seats"]
    assert (first["name"], first["wins"], first["losses"]) == ("green", 0, 40)
    assert second["share"]["value"] == 1.0 and second["share"]["low"] > 0.85
    assert second["players"] == [{"name": "bot0", "games": 20, "won": 20.0}, {"name": "bot1", "games": 20, "won": 20.0}]
    assert [table["share"]["value"] for table in second["tables"]] == [1.0, 1.0]
    rows = csv.DictReader(csv_report(tournament, reports).splitlines())
    assert {row["winning_seats"] for row in rows} == {"2"}


def test_seats_that_share_wins_and_draws_are_even() -> None:
    tournament = make_tournament(3, 3, blocks=2)
    games = list(pairings(tournament))
    reports = make_reports(tournament, [(), (games[1].seating[0], games[1].seating[2]), (), (), (), ()])
    rows = seat_standings(3, reports)
    assert [(row.wins, row.draws, row.losses) for row in rows] == [(0, 6, 0), (0, 5, 1), (0, 6, 0)]
    assert [round(6 * row.share.value, 3) for row in rows] == [2.167, 1.667, 2.167]
    assert "fair share" not in text_report(tournament, reports, PLAIN)
    assert list(csv.DictReader(csv_report(tournament, reports).splitlines()))[1]["winning_seats"] == "1 3"


def test_every_tables_shares_are_listed_by_name() -> None:
    tables = (Table(name="small board"), Table(("board=comb",)), Table(position="x" * 200), Table(("board=comb",)))
    tournament = make_tournament(2, 2, blocks=2, tables=tables)
    reports = make_reports(tournament, [(min(1, pairing.table),) for pairing in pairings(tournament)])
    text = text_report(tournament, reports, PLAIN)
    assert re.search(r"^small board +4 +0% +100%$", text, re.MULTILINE)
    for name in ("board=comb", "table 3", "table 4"):
        assert re.search(rf"^{name} +4 +100% +0%$", text, re.MULTILINE), name
    assert max(map(len, text.splitlines())) <= 80
