"""Adjudication: a draw after so many turns, a win by so many points for so many turns."""

from __future__ import annotations

from pathlib import Path

import pytest

from tabletop.arena.adjudication import Adjudication, Adjudicator, far_leader, turns_played
from tabletop.arena.play import play_game
from tabletop.arena.tournament import Tournament, check_tournament, pairings
from tabletop.errors import WrongUse
from tabletop.game import CHANCE, Result
from tabletop.record import parse_records
from tabletop.replay import read_games, replay, replayed
from tests.arena.helpers import make_tournament
from tests.helpers import ROOT

EXAMPLES = ROOT / "tabletop" / "examples"


def ends(name: str, **rules: int) -> tuple[int, Result] | None:
    """After how many turns of an example these rules end it, and how."""
    adjudicator = Adjudicator(Adjudication(**rules))
    for step in replay(next(read_games(str(EXAMPLES / name)))):
        if step.match.to_move == CHANCE:
            continue
        result = adjudicator.result(step.match)
        if result:
            return turns_played(step.match), result
    return None


def test_a_lead_must_last_for_its_turns() -> None:
    """In this game, green leads 4:0 after its first move, then 7:0, and 12:0 from move 19 on."""
    assert ends("zickzack-game.moves", win_points=7, win_turns=1) == (
        2,
        Result((1,), "-", "adjudicated, ahead by 7 points or more for 1 turn"),
    )
    late = ends("zickzack-game.moves", win_points=7, win_turns=15)
    assert late and late[0] == 16
    assert ends("zickzack-game.moves", win_points=8, win_turns=2) == (
        20,
        Result((1,), "-", "adjudicated, ahead by 8 points or more for 2 turns"),
    )
    assert ends("zickzack-game.moves", win_points=13, win_turns=1) is None


def test_a_lead_that_is_lost_counts_from_anew() -> None:
    """Green's 12:0 of move 19 is 12:6 two moves later."""
    assert ends("zickzack-game.moves", win_points=8, win_turns=3) is None


def test_a_game_is_a_draw_after_its_turns() -> None:
    assert ends("zickzack-game.moves", draw_turns=9) == (9, Result((), "-", "adjudicated after 9 turns"))
    assert ends("zickzack-game.moves", draw_turns=900) is None


def test_a_turn_of_a_dexterity_game_has_several_moves() -> None:
    found = ends("mikado-bots.moves", draw_turns=3)
    assert found and found[0] == 3


@pytest.mark.parametrize(
    ("scores", "points", "leader"),
    [((3, 9), 6, 2), ((3, 9), 7, 0), ((9, 3, 5), 4, 1), ((9, 3, 9), 1, 0), (None, 1, 0)],
)
def test_the_leader_is_ahead_of_everybody(scores: tuple[int, ...] | None, points: int, leader: int) -> None:
    assert far_leader(scores, points) == leader


def test_the_record_of_such_a_game_stops_where_it_was_ended(tmp_path: Path) -> None:
    tournament = make_tournament(adjudication=Adjudication(draw_turns=6))
    report = play_game(tournament, next(pairings(tournament)))
    assert (report.winners, report.plies, report.reason) == ((), 6, "adjudicated after 6 turns")
    (record,) = parse_records(report.record)
    assert record.value("Result") == "Draw: adjudicated after 6 turns"
    assert replayed(record).result is None


def test_points_cannot_end_a_game_without_points() -> None:
    tournament = make_tournament(adjudication=Adjudication(win_points=3))
    check_tournament(tournament)
    with pytest.raises(WrongUse, match="Taktori Fem has no points"):
        check_tournament(Tournament("fem", tournament.participants, 1, adjudication=tournament.adjudication))
