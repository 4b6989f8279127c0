"""A line in, a Reply out: people and bots take turns."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tabletop.bots.bot import SearchInfo
from tabletop.record import parse_records
from tabletop.replay import replayed
from tabletop.session.advice import Advice, advice_reply, advice_search
from tabletop.session.background import BackgroundSearch
from tabletop.session.describe import turn_line
from tabletop.session.session import Session
from tests.session.helpers import answer, new_session, play_bots


def test_a_move_is_played_and_saved() -> None:
    session = new_session("zickzack")
    reply = session.submit("place 3 on 7c")
    assert reply.kind == "news"
    assert reply.history == ("anna: place 3 on 7c-7e.",)
    assert session.phase == "bot"
    assert "1. place 3 on 7c-7e" in session.autosave.slot.path.read_text()


def test_bots_answer() -> None:
    session = new_session("zickzack")
    session.submit("place 3 on 7c")
    play_bots(session)
    assert session.phase == "human"
    assert [player for player, _ in session.history()] == [1, 2]


def test_an_illegal_move_is_refused_at_its_place() -> None:
    session = new_session("zickzack", "human", "human")
    session.submit("7c-7e")
    reply = session.submit("  place 2 on 7c-7d")
    assert reply.kind == "refusal"
    assert reply.place is not None
    start, end = reply.place
    assert "  place 2 on 7c-7d"[start:end].startswith("7c")
    assert "rule Z3" in reply.lines[0]
    assert len(session.match.plies) == 1


def test_an_unreadable_move_is_refused_at_its_place() -> None:
    session = new_session("zickzack")
    reply = session.submit("place 3 at 7c")
    assert reply.kind == "refusal" and reply.place == (8, 10)
    assert "expected" in reply.lines[0]


def test_a_misspelt_move_gets_a_suggestion() -> None:
    assert "did you mean `place 3 on 7c`?" in answer(new_session("zickzack"), "plaec 3 on 7c")


def test_undo_goes_back_to_one_s_own_decision_and_redo_forward() -> None:
    session = new_session("zickzack")
    start = session.match.state
    assert "nothing to take back" in answer(session, "undo")
    session.submit("3a")
    play_bots(session)
    after = session.match.state
    assert "Taken back: anna: place 1 on 3a, blue:" in answer(session, "undo")
    assert session.match.state == start and session.phase == "human"
    assert "Redone: anna: place 1 on 3a, blue:" in answer(session, "redo")
    assert session.match.state == after
    assert "nothing to redo" in answer(session, "redo")
    session.submit("undo")
    session.submit("3b")
    assert "nothing to redo" in answer(session, "redo")


def test_after_undo_a_bot_s_answer_is_not_wanted() -> None:
    session = new_session("zickzack")
    session.submit("3a")
    task = session.bot_search()
    assert task.is_wanted()
    session.submit("undo")
    assert not task.is_wanted()


def test_a_rolled_outcome_stands_but_in_a_sandbox() -> None:
    for sandbox in (False, True):
        session = new_session("mikado", "human", "human", sandbox=sandbox)
        session.submit("touch r7")
        reply = session.submit("undo")
        assert (reply.kind == "news") == sandbox
        if not sandbox:
            assert "was rolled and cannot be taken back" in reply.lines[0]
        else:
            again = session.submit("touch r7").history
            assert session.submit("undo").kind == "news"
            assert session.submit("touch r7").history == again


def test_a_referee_states_what_happened_and_may_take_it_back() -> None:
    session = new_session("mikado", "anna=human", "bo=human", model="referee")
    while session.phase == "outcome" and not session.has_moves:
        pytest.fail("nothing is set up with a referee")
    session.submit("touch r7")
    assert session.phase == "outcome"
    assert "anna's `touch r7`" in turn_line(session)
    assert session.submit("pull").kind == "refusal"
    assert session.submit("moves").kind == "refusal"
    assert any("=> " in line for line in session.submit("help").lines)
    assert session.submit("=> feels loose").history == ("anna: => feels loose.",)
    session.submit("undo")
    assert session.phase == "outcome"
    assert session.submit("feels tight").kind == "news"
    session.submit("pull")
    assert session.submit("=> moved 0.4").kind == "news"
    assert session.match.to_move == 2
    assert "=> moved 0.4" in session.autosave.slot.path.read_text()


def test_resigning_ends_the_game_and_can_be_taken_back() -> None:
    session = new_session("zickzack")
    session.submit("3a")
    play_bots(session)
    assert "blue wins by resignation." in answer(session, "resign")
    assert session.phase == "over"
    assert session.submit("3b").kind == "refusal"
    assert "goes on" in answer(session, "undo")
    assert session.phase == "human" and session.has_moves


def test_new_and_again() -> None:
    session = new_session("zickzack")
    session.submit("3a")
    assert session.submit("again").kind == "refusal"
    path = session.autosave.slot.path
    assert "A new game. anna (green) begins." in answer(session, "new 7")
    assert session.match.setup.seed == 7 and not session.has_moves
    assert path.exists() and session.autosave.slot.path != path


def test_z7_the_winner_begins_the_next_game() -> None:
    session = new_session("zickzack", "human", "human", games=3)
    session.submit("3a")
    session.submit("resign")
    assert session.match.result is not None and session.match.result.winners == (1,)
    session.submit("again")
    assert session.match.to_move == 1
    session.submit("3a")
    assert session.match.to_move == 2
    session.submit("3b")
    session.submit("resign")
    assert session.match.result.winners == (2,)
    session.submit("")
    assert session.match.to_move == 2
    session.submit("3a")
    reply = session.submit("resign")
    assert "After 3 of 3 games, games won: green 1, blue 2." in reply.lines
    assert not session.series.goes_on


def test_z7_who_began_is_read_back_from_a_saved_game() -> None:
    session = new_session("zickzack", "human", "human")
    session.submit("3a")
    session.submit("undo")
    session.match.resign(1)
    session.save_and_reply([])
    session.submit("again")
    assert session.match.setup.first == 2
    session.submit("3a")
    again = Session.restore(next(parse_records(session.record())), session.autosave)
    assert again.match.setup.first == 2 and again.series.wins == (0, 1)
    assert again.record() == session.record()


def test_the_turn_to_begin_goes_round_where_the_winner_has_no_right_to_it() -> None:
    session = new_session("mikado", "human", "human")
    session.submit("pull r7")
    session.submit("resign")
    session.submit("again")
    assert session.match.setup.first == 2 and session.match.to_move == 2
    assert replayed(next(parse_records(session.record()))).state == session.match.state


def test_hints_come_from_a_bot() -> None:
    session = new_session("zickzack")
    advice = session.submit("hint").wants_advice
    assert advice is not None
    search = advice_search(session, advice).start()
    assert search.wait(60)
    reply = advice_reply(session, advice, search)
    assert reply.lines[0].startswith("Hint: place ")
    session.submit("3a")
    assert session.submit("hint").kind == "refusal", "it is the bot's turn"


def test_a_hint_shows_values() -> None:
    session = new_session("zickzack")
    move, other = (session.match.parse(line) for line in ("3a", "4a-4b"))
    search = BackgroundSearch(
        lambda _: SearchInfo(move, 2.0, "it wins a field", ranked=((move, 2.0), (other, -1.5)))
    ).start()
    search.wait(5)
    assert advice_reply(session, Advice("hint"), search).lines == (
        "Hint: place 1 on 3a. It wins a field.",
        "Values: place 1 on 3a +2; place 2 on 4a-4b -1.5.",
    )


@pytest.mark.parametrize(("answer", "reason"), [("crash", "out of wits"), ("cheat", "3a is covered")])
def test_a_bot_that_fails_has_lost_but_may_try_again(answer: str, reason: str) -> None:
    session = new_session("zickzack")
    stolen = session.match.parse("3a")
    session.submit("3a")

    def fail(search: BackgroundSearch[SearchInfo]) -> SearchInfo:
        if answer == "crash":
            raise RuntimeError("out of\nwits")
        return SearchInfo(stolen)

    search = BackgroundSearch(fail).start()
    search.wait(5)
    reply = session.play_bot_move(search)
    assert session.phase == "over" and reply.lines[0].startswith("anna wins: blue's bot failed:")
    assert reason in reply.lines[0]
    session.submit("undo")
    assert session.phase == "bot"
    play_bots(session)
    assert session.phase == "human"


def test_an_engine_plays_and_is_ended_with_the_session(tmp_path: Path) -> None:
    command = f"engine:{sys.executable} -m tabletop zickzack engine --bot random"
    session = new_session("zickzack", "anna=human", f"bo={command}")
    session.submit("3a")
    play_bots(session)
    assert session.phase == "human" and len(session.match.plies) >= 2
    again = Session.restore(next(parse_records(session.record())), session.autosave, session.consent)
    assert again.seating == session.seating
    process = session.bots[2].bot._process._process  # type: ignore[attr-defined]
    assert process.poll() is None
    session.close()
    assert process.poll() is not None


def test_an_engine_that_cannot_be_started_has_lost() -> None:
    session = new_session("zickzack", "anna=human", "engine:./no-such-engine")
    session.submit("3a")
    play_bots(session)
    assert session.phase == "over" and "no-such-engine" in turn_line(session)


def test_all_seats_may_be_bots() -> None:
    session = new_session("zickzack", "random", "random")
    assert session.submit("undo").kind == "refusal"
    assert session.submit("resign").kind == "refusal"
    play_bots(session)
    assert session.phase == "over"
