"""Saving: after every move, on a full disk, when the process is killed."""

from __future__ import annotations

import errno
import os
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tabletop import saves
from tabletop.describe import result_line
from tabletop.record import parse_records
from tabletop.replay import replayed
from tabletop.saves import Autosave, SavedGames
from tabletop.session.session import Session
from tests.helpers import GAMES, ROOT, is_short, tabletop
from tests.session.helpers import answer, any_move, new_session, play_bots, play_to_end, saved_moves


def test_what_is_undone_is_saved_as_undone() -> None:
    session = new_session("zickzack", "human", "human")
    session.submit("3a")
    session.submit("3b")
    session.submit("undo")
    assert "3b" not in session.autosave.slot.path.read_text()
    session.submit("undo")
    assert not session.autosave.slot.path.exists(), "a game without a move is not worth resuming"


def test_a_full_disk_gives_one_warning_and_the_game_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    session = new_session("zickzack", "human", "human")

    def full(*args: object, **options: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(saves, "write_atomically", full)
    assert "Warning: cannot write to" in answer(session, "3a")
    assert answer(session, "3b") == "blue: place 1 on 3b."
    monkeypatch.undo()
    assert answer(session, "4a") == "green: place 1 on 4a."


def test_a_read_only_home_stops_nobody_from_playing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def read_only(*args: object, **options: object) -> None:
        raise OSError(errno.EROFS, os.strerror(errno.EROFS))

    monkeypatch.setattr(Path, "mkdir", read_only)
    monkeypatch.setattr(saves, "_append", read_only, raising=False)
    session = new_session("zickzack", "human", "human", saved_games=tmp_path / "home")
    assert "Read-only" in answer(session, "3a")
    session.autosave.remember("zickzack", "3a")
    while session.phase != "over":
        assert session.submit(any_move(session)).kind == "news"


def test_a_failed_save_is_never_called_a_success(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*args: object, **options: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    session = new_session("zickzack", "human", "human", saved_games=tmp_path / "home")
    assert session.saver.closing_lines() == ["Nobody has moved."] and session.saver.location() == ""
    session.submit("3a")
    session.submit("3b")
    assert session.saver.location().startswith("Saved as zickzack-")
    monkeypatch.setattr(saves, "write_atomically", full)
    session.submit("4a")
    not_saved = "Not saved since move 2: no space left on device; `save FILE` writes the game elsewhere."
    assert session.saver.is_unsaved and session.saver.closing_lines()[-1] == not_saved
    assert not_saved in answer(session, "new")
    session.submit("3a")
    assert session.saver.closing_lines()[-1].startswith("Not saved: no space left")
    file = tmp_path / "elsewhere.moves"
    assert answer(session, f"save {file}") == f"Saved in {file}."
    assert (
        not session.saver.is_unsaved
        and session.saver.closing_lines()[-1] == f"Saved in {file}; continue it with `load`."
    )
    session.submit("undo")
    session.submit("3c")
    assert session.saver.is_unsaved, "as many moves, but others"
    monkeypatch.undo()
    assert session.saver.closing_lines()[-1].startswith("Saved as "), "leaving tries once more"
    assert not session.saver.is_unsaved


def test_a_finished_game_that_cannot_be_kept_stays_saved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    session = new_session("zickzack", "human", "human", saved_games=tmp_path)
    session.submit("3a")
    blocked = session.autosave.saved_games.finished
    blocked.write_text("a file where a folder should be")
    session.submit("resign")
    assert session.saver.closing_lines()[-1].startswith("The result was not saved: ")
    session.close()
    assert len(session.autosave.saved_games.saved()) == 1
    blocked.unlink()
    session.saver.closing_lines()
    assert len(list(session.autosave.saved_games.read_results())) == 1


@pytest.mark.parametrize("name", GAMES)
def test_whole_games_are_played_saved_and_counted(name: str) -> None:
    session = new_session(name)
    lines = play_to_end(session)
    assert session.phase == "over" and lines
    reply = session.submit("score")
    assert result_line(session.match) in reply.lines
    assert not session.autosave.slot.path.exists(), "a finished game is no longer to be resumed"
    (result,) = session.autosave.saved_games.read_results()
    assert result["game"] == name and result["seats"] == ["human", "random"]
    (finished,) = session.autosave.saved_games.finished.glob("*.moves")
    match = replayed(next(parse_records(finished.read_text("utf-8"))))
    assert match.state == session.match.state and match.result == session.match.result


@pytest.mark.parametrize("name", GAMES)
def test_a_saved_game_goes_on_as_it_was(name: str) -> None:
    session = new_session(name)
    for _ in range(1 if is_short(name) else 4):
        play_bots(session)
        if session.phase == "human":
            session.submit(any_move(session))
    assert session.phase != "over"
    saved = session.autosave.slot.path.read_text("utf-8")
    again = Session.restore(next(parse_records(saved)), Autosave(session.autosave.saved_games, session.autosave.slot))
    assert again.match.state == session.match.state
    assert again.seating == session.seating and again.series == session.series
    play_bots(session)
    play_bots(again)
    assert again.record() == session.record(), "bots choose the same again"


def test_a_kill_loses_at_most_the_turn_being_typed() -> None:
    """Every move that was answered is in the file, whenever the process dies."""
    lines = play_to_end(new_session("zickzack", "human", "human", seed=3))
    for moment, at in enumerate([1, 2, 5, 9]):
        saved_games = SavedGames()
        for saved in saved_games.saved():
            saved_games.delete(saved)
        process = subprocess.Popen(
            [sys.executable, "-m", "tabletop", "zickzack", "play", "--seat", "human", "--seat", "human"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=ROOT,
        )
        assert process.stdin and process.stdout
        answered = 0
        for line in lines[:at]:
            process.stdin.write(line + "\n")
        process.stdin.write("place 3 o" if moment % 2 else "")
        process.stdin.flush()
        while answered < at:
            answered += bool(re.match(r"(green|blue): place", process.stdout.readline()))
        process.kill()
        process.wait()
        process.stdin.close()
        process.stdout.close()
        assert saved_moves() == [lines[:at]]
        assert not saved_games.saved()[0].is_open, "a dead process holds no game"
        done = tabletop("resume", "1", stdin=lines[at] + "\n")
        assert done.returncode == 0
        assert saved_moves() == [lines[: at + 1]]


@pytest.mark.slow
def test_a_kill_at_any_moment_leaves_a_whole_file() -> None:
    """Bots that save many times a second, killed in the middle of it."""
    for delay in (0.0, 0.013, 0.031, 0.057):
        process = subprocess.Popen(
            [sys.executable, "-m", "tabletop", "mikado", "play", "--seat", "random", "--seat", "random"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=ROOT,
        )
        assert process.stdout
        while not re.match(rb"[AB]: (touch|pull|waive)", process.stdout.readline()):
            pass
        time.sleep(delay)
        process.kill()
        process.communicate()
    saved_games = SavedGames()
    assert len(saved_moves()) + len(list(saved_games.read_results())) == 4
    assert all(saved_moves())
