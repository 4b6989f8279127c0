"""`tabletop export` and `show --svg`: what they write and where, and what they refuse."""

from __future__ import annotations

import os
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tabletop.games import load
from tests.export.helpers import EXAMPLES
from tests.helpers import SHIPPED_GAMES, tabletop

RECORD = str(EXAMPLES / "zickzack-game.moves")


@pytest.mark.parametrize("game", [name for name in SHIPPED_GAMES if load(name).picture])
def test_show_draws_the_start_and_a_move_file(game: str, tmp_path: Path) -> None:
    seed = ["--seed", "7"] if game in ("takami", "mikado") else []
    start = tabletop(game, "show", "--svg", *seed)
    assert start.returncode == 0, start.stderr
    ElementTree.fromstring(start.stdout)
    target = tmp_path / "board.svg"
    done = tabletop(game, "show", str(EXAMPLES / f"{game}-game.moves"), "--at", "9", "--svg", str(target))
    assert (done.returncode, done.stdout) == (0, f"Wrote {target}.\n")
    ElementTree.fromstring(target.read_text("utf-8"))
    piped = tabletop(game, "show", "--file", str(EXAMPLES / f"{game}-game.moves"), "--at", "9", "--svg", "-")
    assert piped.stdout == target.read_text("utf-8") != start.stdout


def test_show_draws_a_position() -> None:
    position = "x5/x5/x5/x5/1,1,x3 1:a1-b1@1 2"
    done = tabletop("fem", "show", "--position", position, "--svg", "--background", "dark")
    assert 'data-name="a1-b1"' in done.stdout and "prefers-color-scheme" not in done.stdout


def test_show_refuses_what_it_cannot_draw(tmp_path: Path) -> None:
    existing = tmp_path / "board.svg"
    existing.write_text("mine")
    link = tmp_path / "link.svg"
    link.symlink_to("nowhere.svg")
    for arguments, code, message in (
        (["--svg", str(existing)], 1, f"{existing} already exists; overwrite it with `--force`"),
        (["--svg", str(link)], 1, f"{link} already exists; overwrite it with `--force`"),
        (["--svg", str(tmp_path)], 1, f"{tmp_path} is a folder; give the name of a file"),
        (["--svg", str(tmp_path / "no" / "b.svg")], 1, "cannot be written: No such file or directory"),
        (["--svg", "game.moves"], 2, "put the move file before `--svg`: `show game.moves --svg`"),
        ([RECORD, "--svg", RECORD], 2, "would be a move file; name the picture like `board.svg`"),
        (["--list", "--svg"], 2, "`--svg` draws the ordinary board only; leave out `--list`"),
        (["--background", "dark"], 2, "`--background` works only with `--svg`"),
        (["--force"], 2, "`--force` works only with `--svg`"),
        (["--svg", "--background", "pink"], 2, "'pink' is not one of 'auto', 'light', 'dark'"),
    ):
        done = tabletop("zickzack", "show", *arguments)
        assert (done.returncode, done.stdout) == (code, ""), arguments
        assert message in done.stderr
    assert existing.read_text() == "mine"
    assert tabletop("zickzack", "show", "--svg", str(existing), "--force").returncode == 0
    assert existing.read_text("utf-8").startswith("<svg ")
    assert sorted(os.listdir(tmp_path)) == ["board.svg", "link.svg"]


def test_a_game_without_pictures_says_so() -> None:
    done = tabletop("nim", "show", "--svg")
    assert done.returncode == 2
    assert "Nim has no vector picture" in done.stderr


def test_export_writes_a_page_once(tmp_path: Path) -> None:
    target = tmp_path / "game.html"
    done = tabletop("export", RECORD, "-o", str(target))
    assert (done.returncode, done.stdout) == (0, f"Wrote {target}.\n")
    text = target.read_text("utf-8")
    again = tabletop("export", RECORD, "-o", str(target))
    assert again.returncode == 1 and "already exists; overwrite it with `--force`" in again.stderr
    assert tabletop("export", RECORD, "-o", str(target), "--force").returncode == 0
    assert tabletop("export", RECORD).stdout == text == target.read_text("utf-8")
    assert tabletop("export", "-", stdin=Path(RECORD).read_bytes()).stdout == text


def test_export_refuses_bad_files_and_writes_nothing(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.moves"
    wrong.write_text("Game: zickzack\n\nplace 1 on 3a\nplace 1 on 3a\n")
    for arguments, code, message in (
        ([str(wrong)], 3, "wrong.moves:4:12"),
        ([str(tmp_path / "none.moves")], 4, "No such file"),
        ([RECORD, "--game", "2"], 2, "this file has only 1 game"),
        ([RECORD, "--bot", "hard"], 2, "add `--analyze`"),
        ([RECORD, "--analyze", "--bot", "nobody"], 2, "nobody"),
        ([RECORD, "-o", "out.moves"], 2, "out.moves would be a move file"),
    ):
        done = tabletop("export", *arguments, *(["-o", str(tmp_path / "page.html")] if "-o" not in arguments else []))
        assert (done.returncode, done.stdout) == (code, ""), (arguments, done.stderr)
        assert message in done.stderr, done.stderr
    assert os.listdir(tmp_path) == ["wrong.moves"]


def test_export_can_let_a_bot_judge(tmp_path: Path) -> None:
    record = tmp_path / "fem.moves"
    record.write_text("Game: fem\n\nplace on a1\nplace on e5\n")
    done = tabletop("export", str(record), "--analyze", "--bot", "easy", "--nodes", "20")
    assert done.returncode == 0, done.stderr
    assert 'class="value"' in done.stdout
