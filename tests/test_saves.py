"""Saved games: slots, locks, results, typed lines, and an autosave that survives a full disk."""

from __future__ import annotations

import errno
import os
import stat
import subprocess
import sys
from pathlib import Path
from typing import IO

import pytest

from tabletop import saves
from tabletop.errors import UnreadableFile
from tabletop.saves import Autosave, SavedGames, SaveSlot
from tests.helpers import ROOT


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EROFS, errno.EACCES])
def test_a_failure_to_save_is_warned_of_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    saved_games = SavedGames(tmp_path)
    autosave = Autosave(saved_games, saved_games.new_slot("zickzack"))

    def broken(*args: object, **options: object) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(saves, "write_atomically", broken)
    assert not autosave.save("x")
    warning = autosave.warning()
    assert warning is not None and os.strerror(number) in warning and "the game goes on" in warning
    assert not autosave.save("x")
    assert autosave.warning() is None


def test_two_games_have_slots_of_their_own(tmp_path: Path) -> None:
    saved_games = SavedGames(tmp_path)
    slots = [saved_games.new_slot("zickzack") for _ in range(20)]
    for number, slot in enumerate(slots):
        slot.save(f"game {number}")
    assert sorted(saved.text for saved in saved_games.saved()) == sorted(f"game {number}" for number in range(20))


def test_a_game_that_is_being_played_cannot_be_taken(tmp_path: Path) -> None:
    saved_games = SavedGames(tmp_path)
    slot = saved_games.new_slot("zickzack")
    slot.save("x")
    (saved,) = saved_games.saved()
    assert saved.is_open
    with pytest.raises(UnreadableFile, match="another window"):
        saved_games.take(saved)
    assert not SaveSlot(saved.path).is_held
    slot.close()
    (saved,) = saved_games.saved()
    assert not saved.is_open
    taken, text = saved_games.take(saved)
    assert text == "x"
    taken.save("y")
    assert [game.text for game in saved_games.saved()] == ["y"]


def test_what_is_taken_is_what_is_saved_now(tmp_path: Path) -> None:
    """Not what was saved when the games were listed."""
    saved_games = SavedGames(tmp_path)
    slot = saved_games.new_slot("zickzack")
    slot.save("old")
    (listed,) = saved_games.saved()
    slot.save("new")
    slot.close()
    again, text = saved_games.take(listed)
    assert text == "new"
    again.drop()
    with pytest.raises(UnreadableFile, match="cannot be read any more"):
        saved_games.take(listed)


def test_a_lock_on_a_removed_file_locks_nobody_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The other process removes the file after we open it and before we lock it: then we lock the new file."""
    path = tmp_path / "game.moves"
    path.write_text("x")
    hold = saves.hold
    removals = iter([True])

    def held_too_late(stream: IO[str]) -> bool:
        if next(removals, False):
            path.with_suffix(".lock").unlink()
        return hold(stream)

    monkeypatch.setattr(saves, "hold", held_too_late)
    first = SaveSlot(path)
    assert first.is_held
    assert not SaveSlot(path).is_held


def test_results_survive_broken_lines(tmp_path: Path) -> None:
    saved_games = SavedGames(tmp_path)
    saved_games.add_result({"game": "zickzack"})
    with saved_games.results.open("ab") as stream:
        stream.write(b'{"half": \n\xff\xfe\n[1]\n')
    saved_games.add_result({"game": "fem"})
    assert [result["game"] for result in saved_games.read_results()] == ["zickzack", "fem"]


def test_history_keeps_the_newest_lines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(saves, "HISTORY_KEPT", 3)
    saved_games = SavedGames(tmp_path)
    for number in range(5):
        saved_games.add_history("fem", f"line {number}")
    assert saved_games.read_history("fem") == ["line 2", "line 3", "line 4"]


def test_history_is_one_game_s_and_has_no_overlong_lines(tmp_path: Path) -> None:
    saved_games = SavedGames(tmp_path)
    autosave = Autosave(saved_games, saved_games.new_slot("fem"))
    for line in ("place on c3", "x" * 201):
        autosave.remember("fem", line)
    assert saved_games.read_history("fem") == ["place on c3"] and saved_games.read_history("taktori") == []


def test_only_the_newest_finished_games_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(saves, "FINISHED_KEPT", 2)
    saved_games = SavedGames(tmp_path)
    for number in range(4):
        saved_games.keep_finished(f"g{number}.moves", "x")
        os.utime(saved_games.finished / f"g{number}.moves", (number, number))
    assert sorted(os.listdir(saved_games.finished)) == ["g2.moves", "g3.moves"]


def test_an_empty_directory_has_no_games_results_or_lines(tmp_path: Path) -> None:
    saved_games = SavedGames(tmp_path / "nowhere")
    assert saved_games.saved() == []
    assert list(saved_games.read_results()) == []
    assert saved_games.read_history("fem") == []


def test_a_saved_game_that_is_too_large_is_listed_and_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(saves, "LARGEST_SAVE", 10)
    saved_games = SavedGames(tmp_path)
    slot = saved_games.new_slot("fem")
    slot.save("x" * 11)
    slot.close()
    (saved,) = saved_games.saved()
    assert (saved.text, saved.error) == ("", "this file is too large for a saved game")
    with pytest.raises(UnreadableFile, match="too large"):
        saved_games.take(saved)
    assert not saved_games.saved()[0].is_open


def test_only_the_newest_results_and_typed_lines_are_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(saves, "LARGEST_RESULTS", 30)
    monkeypatch.setattr(saves, "LARGEST_HISTORY", 9)
    saved_games = SavedGames(tmp_path)
    for number in range(9):
        saved_games.add_result({"game": number})
        saved_games.add_history("fem", f"u{number}")
    assert [result["game"] for result in saved_games.read_results()] == [7, 8]
    assert saved_games.read_history("fem") == ["u7", "u8"]


def modes(folder: Path) -> dict[str, str]:
    """The permissions of a folder and of all in it, by their names."""
    paths = [folder, *folder.rglob("*")]
    return {path.relative_to(folder.parent).as_posix(): f"{stat.S_IMODE(path.lstat().st_mode):o}" for path in paths}


def save_everything(saved_games: SavedGames) -> Autosave:
    autosave = Autosave(saved_games, saved_games.new_slot("fem"))
    autosave.save("x")
    autosave.remember("fem", "place on c3")
    saved_games.keep_finished("fem-1.moves", "x")
    saved_games.add_result({"game": "fem"})
    return autosave


@pytest.mark.parametrize("is_old", [False, True])
def test_files_and_folders_are_the_user_s_alone(tmp_path: Path, is_old: bool) -> None:
    """Also those that an earlier version made for all to read."""
    folder = tmp_path / "state" / "tabletop"
    if is_old:
        save_everything(SavedGames(folder)).slot.close()
        for path in [folder, *folder.rglob("*")]:
            path.chmod(0o755 if path.is_dir() else 0o644)
    old_umask = os.umask(0o022)
    try:
        autosave = save_everything(SavedGames(folder))
        autosave.save("y")
    finally:
        os.umask(old_umask)
    found = modes(folder.parent)
    played = {f"state/tabletop/games/{autosave.slot.path.stem}{end}" for end in (".moves", ".lock")}
    assert {"state/tabletop/results.jsonl", "state/tabletop/typed/fem", *played} < set(found)
    for name, mode in found.items():
        if not is_old or name in played or not name.startswith("state/tabletop/games/"):
            is_file = "." in name.rpartition("/")[2] or name.endswith("typed/fem")
            assert mode == ("600" if is_file else "700"), name


def test_links_are_not_followed(tmp_path: Path) -> None:
    """Neither to read another file as a game, nor to write into it."""
    other = tmp_path / "other"
    other.write_text("precious")
    saved_games = SavedGames(tmp_path / "tabletop")
    for path in (saved_games.games / "fem-1.moves", saved_games.results, saved_games.history("fem")):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.symlink_to(other)
    (saved_games.games / "fem-2.lock").symlink_to(tmp_path / "made")
    (saved,) = saved_games.saved()
    assert (saved.text, saved.error) == ("", "this is a link, not a file")
    with pytest.raises(UnreadableFile, match="a link, not a file"):
        saved_games.take(saved)
    for write in (lambda: saved_games.add_result({}), lambda: saved_games.add_history("fem", "x")):
        with pytest.raises(OSError, match="links"):
            write()
    slot = SaveSlot(saved_games.games / "fem-2.moves")
    slot.save("x")
    assert not (tmp_path / "made").exists()
    SaveSlot(saved.path).save("y")
    assert not saved.path.is_symlink() and saved.path.read_text() == "y", "replaced, not followed"
    assert other.read_text() == "precious"


def test_a_pipe_in_place_of_the_results_is_not_waited_for(tmp_path: Path) -> None:
    saved_games = SavedGames(tmp_path)
    os.mkfifo(saved_games.results)
    with pytest.raises(OSError):
        saved_games.add_result({})


def test_what_a_killed_session_left_is_removed_at_the_next_start(tmp_path: Path) -> None:
    """A file half written, and the lock of a game that was never saved; not those of a process that runs."""
    script = """
import os, signal, sys
from pathlib import Path
from tabletop.saves import SavedGames
os.replace = lambda *args: os.kill(os.getpid(), signal.SIGKILL)
saved_games = SavedGames(Path(sys.argv[1]))
if sys.argv[2] == "games":
    saved_games.new_slot("fem").save("half a game")
else:
    saved_games.keep_finished("fem-1.moves", "half a game")
"""
    for folder in ("games", "finished"):
        done = subprocess.run([sys.executable, "-c", script, str(tmp_path), folder], check=False, cwd=ROOT)
        assert done.returncode == -9
    left = sorted(path.name for path in tmp_path.rglob("*") if path.is_file())
    assert len(left) == 3 and [name.endswith(end) for name, end in zip(left, (".new", ".new", ".lock"), strict=True)]
    (tmp_path / "games" / f".mine.moves.{os.getpid()}.abcdef.new").touch()
    (tmp_path / "games" / ".notes.new").touch()
    slot = SaveSlot(tmp_path / "games" / "other.moves")
    slot._lock = saves._lock(slot.path)
    SavedGames(tmp_path).new_slot("fem")
    kept = sorted(path.name for path in tmp_path.rglob("*") if path.is_file())
    assert kept == [f".mine.moves.{os.getpid()}.abcdef.new", ".notes.new", "other.lock"]
