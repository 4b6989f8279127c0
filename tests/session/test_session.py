"""A line in, a Reply out."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tabletop import saves
from tabletop.bots.bot import SearchInfo
from tabletop.record import parse_records
from tabletop.replay import replayed
from tabletop.saves import Autosave
from tabletop.session.background import BackgroundSearch
from tabletop.session.commands import COMMANDS
from tabletop.session.describe import turn_line
from tabletop.session.session import Session
from tests.session.helpers import GAMES, any_move, plain_moves, script, sit, think


def text(session: Session, line: str) -> str:
    reply = session.submit(line)
    return "\n".join([*reply.history, *reply.lines])


def test_a_move_is_played_saved_and_told() -> None:
    session = sit("zickzack")
    reply = session.submit("place 3 on 7c")
    assert reply.kind == "news"
    assert reply.history == ("anna: place 3 on 7c-7e.",)
    assert session.phase == "bot"
    assert "1. place 3 on 7c-7e" in session.autosave.slot.path.read_text()


def test_bots_answer() -> None:
    session = sit("zickzack")
    session.submit("place 3 on 7c")
    think(session)
    assert session.phase == "human"
    assert [player for player, _ in session.history()] == [1, 2]


def test_an_illegal_move_is_refused_at_its_place() -> None:
    session = sit("zickzack", "human", "human")
    session.submit("7c-7e")
    reply = session.submit("  place 2 on 7c-7d")
    assert reply.kind == "refusal"
    assert reply.place is not None
    start, end = reply.place
    assert "  place 2 on 7c-7d"[start:end].startswith("7c")
    assert "rule Z3" in reply.lines[0]
    assert len(session.match.plies) == 1


def test_an_unreadable_move_is_refused_at_its_place() -> None:
    session = sit("zickzack")
    reply = session.submit("place 3 at 7c")
    assert reply.kind == "refusal" and reply.place == (8, 10)
    assert "expected" in reply.lines[0]


def test_a_slip_of_the_fingers_is_guessed() -> None:
    assert "did you mean `place 3 on 7c`?" in text(sit("zickzack"), "plaec 3 on 7c")


def test_german_words_do_the_same() -> None:
    session = sit("zickzack", "human", "human")
    assert "green: place 3 on 7c-7e" in text(session, "setze drei auf 7c")
    for german, english in [("hilfe", "help"), ("züge 3a", "moves 3a"), ("regeln Z4", "rules Z4"), ("stand", "score")]:
        assert session.submit(german) == session.submit(english)
    assert text(session, "zurück").startswith("Taken back: green: place 3")
    assert text(session, "vor").startswith("Played again: green: place 3")
    assert session.submit("ende").quits


def test_every_command_has_a_german_word_and_words_are_unique() -> None:
    words = [word for command in COMMANDS for word in command.words]
    assert len(words) == len(set(words))
    assert all(len(command.words) > 1 for command in COMMANDS)
    assert all(word == word.lower() for word in words)


def test_commands_that_take_nothing_say_so() -> None:
    assert "takes nothing more" in text(sit("zickzack"), "undo 3")
    assert "no command `foo`" in text(sit("zickzack"), ":foo")


def test_a_colon_makes_a_command() -> None:
    assert sit("zickzack").submit(":help").kind == "page"
    assert sit("zickzack").submit(": quit").quits


def test_moves_are_listed_and_filtered() -> None:
    session = sit("zickzack")
    lines = session.submit("moves 3a").lines
    assert lines[0] == "3 legal moves with 3a:"
    assert "place 2 on 3a-3b" in lines[1]
    assert text(session, "moves").startswith("160 legal moves:")
    assert "No legal move names 9z" in text(session, "moves 9z")


def test_why_shows_the_rule() -> None:
    session = sit("zickzack")
    reply = session.submit("why place 3 on 3b")
    assert reply.kind == "page" and "rule Z3" in reply.lines[0]
    assert any(line.startswith("Z3") for line in reply.lines)
    assert "`place 3 on 3a-3c` is legal" in text(session, "why 3a-3c")
    session.submit("place 3 on 3b")
    assert session.submit("why").lines == reply.lines
    assert session.submit("why place").kind == "refusal"


def test_why_alone_tells_a_bot_s_reason() -> None:
    session = sit("zickzack")
    assert session.submit("why").kind == "refusal"
    session.submit("3a")
    think(session)
    assert "any move" in text(session, "why")


def test_undo_goes_back_to_one_s_own_decision_and_redo_forward() -> None:
    session = sit("zickzack")
    start = session.match.state
    assert "nothing to take back" in text(session, "undo")
    session.submit("3a")
    think(session)
    after = session.match.state
    assert "Taken back: anna: place 1 on 3a, blue:" in text(session, "undo")
    assert session.match.state == start and session.phase == "human"
    assert "Played again: anna: place 1 on 3a, blue:" in text(session, "redo")
    assert session.match.state == after
    assert "nothing to play again" in text(session, "redo")
    session.submit("undo")
    session.submit("3b")
    assert "nothing to play again" in text(session, "redo")


def test_what_is_undone_is_saved_as_undone() -> None:
    session = sit("zickzack", "human", "human")
    session.submit("3a")
    session.submit("3b")
    session.submit("undo")
    assert "3b" not in session.autosave.slot.path.read_text()
    session.submit("undo")
    assert not session.autosave.slot.path.exists(), "a game without a move is not worth resuming"


def test_undo_while_a_bot_thinks_makes_its_answer_unwanted() -> None:
    session = sit("zickzack")
    session.submit("3a")
    task = session.bot_search()
    assert task.is_wanted()
    session.submit("undo")
    assert not task.is_wanted()


def test_a_rolled_outcome_stands_but_in_a_sandbox() -> None:
    for sandbox in (False, True):
        session = sit("mikado", "human", "human", sandbox=sandbox)
        session.submit("touch r7")
        reply = session.submit("undo")
        assert (reply.kind == "news") == sandbox
        if not sandbox:
            assert "was rolled and stands" in reply.lines[0]
        else:
            again = session.submit("touch r7").history
            assert session.submit("undo").kind == "news"
            assert session.submit("touch r7").history == again


def test_a_referee_states_what_happened_and_may_take_it_back() -> None:
    session = sit("mikado", "anna=human", "bo=human", model="referee")
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
    session = sit("zickzack")
    session.submit("3a")
    think(session)
    assert "blue wins: anna resigned." in text(session, "resign")
    assert session.phase == "over"
    assert session.submit("3b").kind == "refusal"
    assert "goes on" in text(session, "undo")
    assert session.phase == "human" and session.has_moves


def test_new_and_again() -> None:
    session = sit("zickzack")
    session.submit("3a")
    assert session.submit("again").kind == "refusal"
    path = session.autosave.slot.path
    assert "seed 7" in text(session, "new 7")
    assert session.match.setup.seed == 7 and not session.has_moves
    assert path.exists() and session.autosave.slot.path != path


def test_z7_the_winner_begins_the_next_game() -> None:
    session = sit("zickzack", "human", "human", games=3)
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
    assert "After 3 of 3 games: games won: green 1, blue 2." in reply.lines
    assert not session.series.goes_on


def test_z7_who_began_is_known_after_a_break() -> None:
    session = sit("zickzack", "human", "human")
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
    session = sit("mikado", "human", "human")
    session.submit("pull r7")
    session.submit("resign")
    session.submit("again")
    assert session.match.setup.first == 2 and session.match.to_move == 2
    assert replayed(next(parse_records(session.record()))).state == session.match.state


def test_save_and_load(tmp_path: Path) -> None:
    session = sit("zickzack", "anna=human", "bo=human")
    session.submit("3a")
    file = tmp_path / "my game.moves"
    assert f"Saved in {file}" in text(session, f"save {file}")
    session.submit("3b")
    assert session.submit(f"save {file}").kind == "news"
    other = sit("zickzack")
    assert "exists; `save over" in text(other, f"save {file}")
    assert other.submit(f"load {file}").kind == "news"
    assert plain_moves(other.match) == ["place 1 on 3a", "place 1 on 3b"]
    assert [seat.name for seat in other.seating.seats] == ["anna", "bo"] and not other.bots
    assert other.submit(f"save over {file}").kind == "news"
    assert "Cannot write" in text(other, f"save {tmp_path}/no/where.moves")
    assert "cannot be read" in text(other, f"load {tmp_path}/nothing.moves")
    assert session.submit("save").kind == session.submit("load").kind == "refusal"


def test_a_sentence_does_not_rename_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    session = sit("zickzack", "human", "human")
    session.submit("3a")
    assert text(session, "save tiny/g.moves") == "Cannot write tiny/g.moves: No such file or directory."
    session.submit("save one.moves")
    assert text(session, "load one.moves 2") == "There is 1 game in one.moves; `load one.moves 1` takes the first."
    assert text(session, "load tiny/g.moves").startswith("tiny/g.moves")


def test_load_takes_one_of_several_games(tmp_path: Path) -> None:
    file = tmp_path / "two.moves"
    file.write_text("Game: zickzack\n\n3a\n\nGame: zickzack\nPlayers: x y\n\n3b\n3c\n")
    session = sit("zickzack")
    assert "game 1 of 2" in text(session, f"load {file}")
    assert session.bots, "a file without seats leaves who sits where"
    session.submit(f"load {file} 2")
    assert plain_moves(session.match) == ["place 1 on 3b", "place 1 on 3c"]
    assert "There are 2 games" in text(session, f"load {file} 3")
    assert "cannot be read" in text(session, f"load {file} \u00b2")


def test_headers_of_others_are_kept_and_written_back(tmp_path: Path) -> None:
    file = tmp_path / "evening.moves"
    file.write_text("Game: zickzack\nEvent: Thursday evening\nGames: 1 3\nWins: 1 0\nPoints: 20 10\n\n3a\n")
    session = sit("zickzack")
    session.submit(f"load {file}")
    session.submit(f"save over {file}")
    saved = file.read_text()
    assert saved.count("Event: Thursday evening\n") == 1
    assert "Wins:" not in saved, "a file without seats tells of no table"


def test_load_brings_another_game_to_the_table(tmp_path: Path) -> None:
    file = tmp_path / "mikado.moves"
    file.write_text("Game: mikado\nPlayers: x y\nSeed: 3\n\npull r7\n")
    session = sit("zickzack")
    assert session.submit(f"load {file}").kind == "news"
    assert session.game.name == "mikado" and not session.bots
    assert session.autosave.slot.path.name.startswith("mikado-")


def test_a_broken_file_changes_nothing(tmp_path: Path) -> None:
    file = tmp_path / "bad.moves"
    file.write_text("Game: zickzack\n\n3a\n3a\n")
    session = sit("zickzack")
    session.submit("7c")
    before = session.match
    assert "bad.moves:4" in text(session, f"load {file}")
    assert session.match is before


def test_hints_come_from_a_bot() -> None:
    session = sit("zickzack")
    assert session.submit("hint").wants_hint
    search = session.hint_search().start()
    assert search.wait(60)
    reply = session.hint_reply(search)
    assert reply.lines[0].startswith("Hint: place ")
    session.submit("3a")
    assert session.submit("hint").kind == "refusal", "it is the bot's turn"


def test_a_hint_shows_values() -> None:
    session = sit("zickzack")
    move, other = (session.match.parse(line) for line in ("3a", "4a-4b"))
    search = BackgroundSearch(
        lambda _: SearchInfo(move, 2.0, "it wins a field", ranked=((move, 2.0), (other, -1.5)))
    ).start()
    search.wait(5)
    assert session.hint_reply(search).lines == (
        "Hint: place 1 on 3a. It wins a field.",
        "Values: place 1 on 3a +2; place 2 on 4a-4b -1.5.",
    )


@pytest.mark.parametrize(("answer", "reason"), [("crash", "out of wits"), ("cheat", "3a is covered")])
def test_a_bot_that_fails_has_lost_but_may_try_again(answer: str, reason: str) -> None:
    session = sit("zickzack")
    stolen = session.match.parse("3a")
    session.submit("3a")

    def fail(search: BackgroundSearch) -> SearchInfo:
        if answer == "crash":
            raise RuntimeError("out of\nwits")
        return SearchInfo(stolen)

    search = BackgroundSearch(fail).start()
    search.wait(5)
    reply = session.play_bot_move(search)
    assert session.phase == "over" and reply.lines[0].startswith("anna wins: the bot of blue failed:")
    assert reason in reply.lines[0]
    session.submit("undo")
    assert session.phase == "bot"
    think(session)
    assert session.phase == "human"


def test_an_engine_takes_a_seat_and_goes_home(tmp_path: Path) -> None:
    command = f"engine:{sys.executable} -m tabletop zickzack engine --bot random"
    session = sit("zickzack", "anna=human", f"bo={command}")
    session.submit("3a")
    think(session)
    assert session.phase == "human" and len(session.match.plies) >= 2
    again = Session.restore(next(parse_records(session.record())), session.autosave)
    assert again.seating == session.seating
    process = session.bots[2].bot._process._process  # type: ignore[attr-defined]
    assert process.poll() is None
    session.close()
    assert process.poll() is not None


def test_an_engine_that_is_none_has_lost() -> None:
    session = sit("zickzack", "anna=human", "engine:./no-such-engine")
    session.submit("3a")
    think(session)
    assert session.phase == "over" and "no-such-engine" in turn_line(session)


def test_odds_are_the_game_s_verb() -> None:
    assert "no chance" in text(sit("zickzack"), "odds")
    reply = sit("mikado").submit("odds")
    assert reply.kind == "page" and len(reply.lines) > 5


def test_marks_show_all_that_others_did() -> None:
    session = sit("mikado", "anna=human", "random", "random", "random")
    session.submit("waive")
    think(session)
    marked = session.view().last
    movers = [ply.player for ply in session.match.plies if ply.player > 1]
    assert set(movers) == {2, 3, 4}
    assert len(marked) == len(session.match.plies) - 2, "all but the set-up and one's own waive"


def test_a_full_disk_gives_one_warning_and_the_game_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    session = sit("zickzack", "human", "human")

    def full(*args: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(saves, "write_atomically", full)
    assert "Warning: cannot write to" in text(session, "3a")
    assert text(session, "3b") == "blue: place 1 on 3b."
    monkeypatch.undo()
    assert text(session, "4a") == "green: place 1 on 4a."


def test_a_read_only_home_does_not_keep_anybody_from_playing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def read_only(*args: object, **given: object) -> None:
        raise OSError(errno.EROFS, os.strerror(errno.EROFS))

    monkeypatch.setattr(Path, "mkdir", read_only)
    monkeypatch.setattr(saves, "_append", read_only, raising=False)
    session = sit("zickzack", "human", "human", saved_games=tmp_path / "home")
    assert "Read-only" in text(session, "3a")
    session.autosave.remember("zickzack", "3a")
    while session.phase != "over":
        assert session.submit(any_move(session)).kind == "news"


def test_a_failed_save_is_never_called_a_success(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*args: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    session = sit("zickzack", "human", "human", saved_games=tmp_path / "home")
    assert session.saver.closing_lines() == ["Nobody has moved."] and session.saver.location() == ""
    session.submit("3a")
    session.submit("3b")
    assert session.saver.location().startswith("Saved as zickzack-")
    monkeypatch.setattr(saves, "write_atomically", full)
    session.submit("4a")
    told = "Not saved since move 2: no space left on device; `save FILE` writes it elsewhere."
    assert session.saver.is_unsaved and session.saver.closing_lines()[-1] == told
    assert told in text(session, "new")
    session.submit("3a")
    assert session.saver.closing_lines()[-1].startswith("Not saved: no space left")
    file = tmp_path / "elsewhere.moves"
    assert text(session, f"save {file}") == f"Saved in {file}."
    assert (
        not session.saver.is_unsaved
        and session.saver.closing_lines()[-1] == f"Saved in {file}; `load` goes on with it."
    )
    session.submit("undo")
    session.submit("3c")
    assert session.saver.is_unsaved, "as many moves, but others"
    monkeypatch.undo()
    assert session.saver.closing_lines()[-1].startswith("Saved as "), "leaving tries once more"
    assert not session.saver.is_unsaved


def test_a_finished_game_that_cannot_be_kept_is_not_forgotten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    session = sit("zickzack", "human", "human", saved_games=tmp_path)
    session.submit("3a")
    blocked = session.autosave.saved_games.finished
    blocked.write_text("a file where a folder should be")
    session.submit("resign")
    assert session.saver.closing_lines()[-1].startswith("The result is not kept: ")
    session.close()
    assert len(session.autosave.saved_games.saved()) == 1
    blocked.unlink()
    session.saver.closing_lines()
    assert len(list(session.autosave.saved_games.read_results())) == 1


@pytest.mark.parametrize("name", GAMES)
def test_whole_games_are_played_saved_and_counted(name: str) -> None:
    session = sit(name)
    lines = script(session)
    assert session.phase == "over" and lines
    reply = session.submit("score")
    assert any("win" in line.lower() for line in reply.lines)
    assert not session.autosave.slot.path.exists(), "a finished game is no longer to be resumed"
    (result,) = session.autosave.saved_games.read_results()
    assert result["game"] == name and result["seats"] == ["human", "random"]
    (finished,) = session.autosave.saved_games.finished.glob("*.moves")
    match = replayed(next(parse_records(finished.read_text("utf-8"))))
    assert match.state == session.match.state and match.result == session.match.result


@pytest.mark.parametrize("name", GAMES)
def test_a_saved_game_goes_on_as_it_was(name: str) -> None:
    session = sit(name)
    for _ in range(4):
        think(session)
        if session.phase == "human":
            session.submit(any_move(session))
    saved = session.autosave.slot.path.read_text("utf-8")
    again = Session.restore(next(parse_records(saved)), Autosave(session.autosave.saved_games, session.autosave.slot))
    assert again.match.state == session.match.state
    assert again.seating == session.seating and again.series == session.series
    think(session)
    think(again)
    assert again.record() == session.record(), "bots choose the same again"


def _fresh(session: Session) -> None:
    assert session.phase == "human"


def _bot_to_move(session: Session) -> None:
    while session.phase == "human":
        session.submit(any_move(session))
    assert session.phase == "bot"


def _under_way(session: Session) -> None:
    _bot_to_move(session)
    think(session)
    assert session.phase == "human"


def _over(session: Session) -> None:
    _under_way(session)
    session.submit("resign")
    assert session.phase == "over"


STAGES = [_fresh, _bot_to_move, _under_way, _over]


def examples(takes: str, folder: Path, there: Path) -> list[str]:
    """Things to say behind a command that takes this; words and numbers of any kind where it is nothing special."""
    if not takes:
        return ["", "x9"]
    if "FILE" in takes:
        return ["", f"{folder / 'new.moves'}", f"{there}", f"{there} 1", f"{there} 9", f"over {folder / 'old.moves'}"]
    return ["", "x9", "e5", "r7", "1", "-1", "help", "board", "no such thing", "%"]


@pytest.mark.parametrize("stage", STAGES, ids=lambda stage: stage.__name__.strip("_"))
@pytest.mark.parametrize("name", GAMES)
def test_every_command_answers_at_every_stage(name: str, stage: Callable[[Session], None], tmp_path: Path) -> None:
    """Whatever it is asked: something is said, done or drawn, and a refusal changes nothing."""
    there = tmp_path / "there.moves"
    session = sit(name)
    stage(session)
    saved = session.record()
    for command in COMMANDS:
        for argument in examples(command.takes, tmp_path, there):
            there.write_text(saved, "utf-8")
            before = session.record()
            reply = session.submit(f":{command.name} {argument}")
            asked = f"{command.name} {argument}"
            assert reply.lines or reply.history or reply.wants_board or reply.quits, asked
            assert all(line == line.rstrip() and "\n" not in line for line in reply.lines), asked
            if argument and not command.takes:
                assert reply.kind == "refusal" and "takes nothing more" in reply.lines[0], asked
            if reply.kind == "refusal":
                assert not (reply.history or reply.quits), asked
            if reply.kind in ("refusal", "page", "quiet"):
                assert session.record() == before, asked
            assert session.submit(":score").lines, asked
            if session.record() != saved:
                session = sit(name)
                stage(session)
                assert session.record() == saved


def test_all_seats_may_be_bots() -> None:
    session = sit("zickzack", "random", "random")
    assert session.submit("undo").kind == "refusal"
    assert session.submit("resign").kind == "refusal"
    think(session)
    assert session.phase == "over"
