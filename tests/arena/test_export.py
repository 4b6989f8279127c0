"""Results for other programs: names of tables, openings and repeated games in CSV and JSON, records as files."""

from __future__ import annotations

import csv
from dataclasses import replace
from pathlib import Path

from tabletop.arena.adjudication import Adjudication
from tabletop.arena.export import csv_report, json_report, write_records
from tabletop.arena.openings import Opening
from tabletop.arena.play import play_game
from tabletop.arena.tournament import Table, Tournament, pairings
from tests.arena.helpers import make_reports, make_tournament
from tests.helpers import tabletop


def rows_of(tournament: Tournament, winners: list[tuple[int, ...]]) -> list[dict[str, str]]:
    return list(csv.DictReader(csv_report(tournament, make_reports(tournament, winners)).splitlines()))


def test_tables_have_their_names() -> None:
    tables = (Table(), Table(("board=comb",), name="the comb, all of it"), Table(position="... 1"))
    rows = rows_of(make_tournament(blocks=1, tables=tables), [(0,)] * 6)
    assert [row["table"] for row in rows[::2]] == ["as usual", "the comb, all of it", "table 3"]
    facts = json_report(make_tournament(blocks=1, tables=tables), [])
    assert [table["table"] for table in facts["tables"]] == ["as usual", "the comb, all of it", "table 3"]


def test_the_columns_of_version_0_1_come_first() -> None:
    head = csv_report(make_tournament(), []).splitlines()[0]
    assert head.startswith("game,table,seed,seat1,seat2,winners,points1,points2,moves,reason,")


def test_openings_and_repeated_games_have_columns() -> None:
    openings = (Opening(1, "first.moves"), Opening(2, "x5/x5"))
    tournament = make_tournament(blocks=4, openings=openings)
    reports = make_reports(tournament, [(0,)] * 8)
    assert [row["opening"] for row in rows_of(tournament, [(0,)] * 4)] == ["first.moves"] * 2 + ["x5/x5"] * 2
    again = [replace(report, record="Game: x\n\nas ever") for report in reports]
    rows = list(csv.DictReader(csv_report(tournament, again).splitlines()))
    assert [row["same_as"] for row in rows] == [""] * 4 + ["0/0/0-1", "0/0/1-0", "1/0/0-1", "1/0/1-0"]


def test_json_counts_what_was_planned_and_what_was_adjudicated() -> None:
    tournament = make_tournament(blocks=2, adjudication=Adjudication(draw_turns=4))
    facts = json_report(tournament, [play_game(tournament, pairing) for pairing in list(pairings(tournament))[:2]])
    assert (facts["games"], facts["planned"], facts["adjudicated"]) == (2, 4, 2)
    assert facts["tables"] == [
        {
            "table": "as usual",
            "games": 2,
            "shares": dict.fromkeys(("bot0", "bot1"), facts["standings"][0]["share"]),
        }
    ]


def test_records_are_move_files(tmp_path: Path) -> None:
    tournament = make_tournament(blocks=1)
    write_records(tmp_path / "new" / "games", [play_game(tournament, pairing) for pairing in pairings(tournament)])
    files = sorted(map(str, (tmp_path / "new" / "games").iterdir()))
    assert [Path(file).name for file in files] == ["0_0_0-1.moves", "0_0_1-0.moves"]
    assert tabletop("run", "--quiet", *files).returncode == 0
