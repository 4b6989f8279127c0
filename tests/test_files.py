"""Where the user's files are, and how they are written."""

from __future__ import annotations

import errno
import os
import sys
from pathlib import Path

import pytest

from tabletop import files
from tabletop.files import config_directory, open_private, state_directory, write_atomically


def test_directories_follow_xdg(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "s"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "c"))
    assert state_directory() == tmp_path / "s" / "tabletop"
    assert config_directory() == tmp_path / "c" / "tabletop"


def test_a_relative_xdg_directory_is_ignored(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", "here")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setattr(sys, "platform", "linux")
    assert state_directory() == tmp_path / ".local" / "state" / "tabletop"


@pytest.mark.parametrize(
    ("platform", "state", "config"),
    [
        ("linux", ".local/state/tabletop", ".config/tabletop"),
        ("darwin", "Library/Application Support/tabletop", "Library/Application Support/tabletop"),
        ("win32", "local/tabletop", "roaming/tabletop"),
    ],
)
def test_directories_by_platform(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, platform: str, state: str, config: str
) -> None:
    for name in ("XDG_STATE_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "local"))
    monkeypatch.setenv("APPDATA", str(tmp_path / "roaming"))
    monkeypatch.setattr(sys, "platform", platform)
    assert state_directory() == tmp_path / state
    assert config_directory() == tmp_path / config


def test_a_file_is_written_aside_and_renamed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game.moves"
    write_atomically(path, "old")
    seen: list[str] = []
    replace = os.replace

    def watching(source: Path, target: Path) -> None:
        seen.append(path.read_text())
        replace(source, target)

    monkeypatch.setattr(files.os, "replace", watching)
    write_atomically(path, "new")
    assert seen == ["old"]
    assert path.read_text() == "new"
    assert os.listdir(tmp_path) == ["game.moves"]


def test_a_failed_write_leaves_the_old_file_and_no_rest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game.moves"
    write_atomically(path, "old")

    def full(descriptor: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(files.os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        write_atomically(path, "new")
    assert path.read_text() == "old"
    assert os.listdir(tmp_path) == ["game.moves"]


@pytest.mark.parametrize(("refusals", "attempts", "text"), [(2, 3, "new"), (3, 3, "old")])
def test_replacing_a_file_that_is_held_open_is_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, refusals: int, attempts: int, text: str
) -> None:
    path = tmp_path / "config.toml"
    path.write_text("old", "utf-8")
    calls = []
    replace = os.replace

    def refusing(source: Path, target: Path) -> None:
        calls.append(target)
        if len(calls) <= refusals:
            raise PermissionError(errno.EACCES, "held open")
        replace(source, target)

    monkeypatch.setattr(files.os, "replace", refusing)
    monkeypatch.setattr(files.time, "sleep", lambda seconds: None)
    monkeypatch.setattr(files, "REPLACE_ATTEMPTS", attempts)
    if text == "old":
        with pytest.raises(PermissionError):
            write_atomically(path, "new")
    else:
        write_atomically(path, "new")
    assert path.read_text("utf-8") == text
    assert [entry.name for entry in tmp_path.iterdir()] == ["config.toml"]


def test_a_private_file_is_opened_in_binary_mode_where_there_is_one(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    binary = 1 << 40
    given = []
    open_file = os.open

    def opening(path: Path, flags: int, mode: int) -> int:
        given.append(flags)
        return open_file(path, flags & ~binary, mode)

    monkeypatch.setattr(os, "O_BINARY", binary, raising=False)
    monkeypatch.setattr(files.os, "open", opening)
    os.close(open_private(tmp_path / "results", os.O_WRONLY))
    assert given[0] & binary
