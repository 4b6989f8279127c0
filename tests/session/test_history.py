"""What happened, turn by turn."""

from __future__ import annotations

from tabletop.session.history import Turn, format_gain, history_line, recent_turns, split_turns
from tests.session.helpers import new_session, play_bots


def test_a_turn_ends_where_another_player_moves() -> None:
    """What chance brings belongs to the turn of the player who moved before; the set-up belongs to none."""
    session = new_session("mikado", "anna=human", "bo=human")
    match = session.match
    set_up = len(match.plies)
    assert set_up and split_turns(match) == []
    session.submit("touch r7")
    session.submit("pull")
    first = Turn(1, set_up, len(match.plies))
    assert [ply.player for ply in match.plies[set_up:]] == [1, 0, 1, 0] and split_turns(match) == [first]
    session.submit("waive")
    assert match.plies[-1].player == 2 and split_turns(match) == [first, Turn(2, first.end, len(match.plies))]


def test_recent_turns_begin_with_the_viewer_s_last_one() -> None:
    session = new_session("zickzack", "human", "human")
    match = session.match
    for line in ("3a", "3b", "4a"):
        session.submit(line)
    assert [turn.player for turn in recent_turns(match, viewer=1)] == [1]
    assert [turn.player for turn in recent_turns(match, viewer=2)] == [2, 1]


def test_recent_turns_in_the_middle_of_one_s_own_begin_behind_the_one_before() -> None:
    session = new_session("mikado", "human", "human")
    for line in ("waive", "waive", "touch r7"):
        session.submit(line)
    assert session.match.to_move == 1
    assert [turn.player for turn in recent_turns(session.match, viewer=1)] == [2, 1]


def test_a_line_tells_the_moves_their_outcomes_and_the_points() -> None:
    session = new_session("zickzack", "anna=human", "bo=human")
    for line in ("3a", "4a", "3b", "4b", "3c"):
        session.submit(line)
    *_, last = split_turns(session.match)
    assert history_line(session.match, last) == "anna: place 1 on 3c (+3 points)"
    session = new_session("mikado", "human", "human", model="referee")
    for line in ("touch r7", "=> feels loose", "pull", "=> moved 0.4"):
        session.submit(line)
    (turn,) = split_turns(session.match)
    assert history_line(session.match, turn) == "A: touch r7 => feels loose, pull r7 => moved 0.4 (+3 points)"


def test_points_of_others_are_named() -> None:
    match = new_session("zickzack", "anna=human", "bo=human").match
    assert format_gain(match, 1, (0, 3), (1, 1)) == "+1 point, bo -2 points"
    assert format_gain(match, 1, (2, 2), (2, 2)) == ""


def test_marks_show_all_that_others_did() -> None:
    session = new_session("mikado", "anna=human", "random", "random", "random")
    session.submit("waive")
    play_bots(session)
    marked = session.view().last
    movers = [ply.player for ply in session.match.plies if ply.player > 1]
    assert set(movers) == {2, 3, 4}
    assert len(marked) == len(session.match.plies) - 2, "all but the set-up and one's own waive"
