"""A session line by line, in a pipe."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tabletop.saves import SavedGames
from tests.cli.helpers import call
from tests.helpers import GAMES, program, tabletop
from tests.session.helpers import new_session, play_to_end

CODES = re.compile(r"\x1b")


GOLDEN = Path(__file__).parent / "golden"


def test_a_pipe_gets_plain_lines_and_a_clear_end() -> None:
    done = tabletop(
        "zickzack", "play", "--seat", "anna=human", "--seat", "random", "--seed", "42", stdin="place 3 on 7c\n"
    )
    assert done.returncode == 0 and done.stderr == ""
    assert not CODES.search(done.stdout)
    lines = done.stdout.splitlines()
    assert "anna (green)> place 3 on 7c" in lines and "anna: place 3 on 7c-7e." in lines
    assert "anna to move." in lines
    assert any(line.startswith("Position: ") for line in lines)
    assert "continue it with `tabletop resume`" in lines[-1]


def test_a_game_without_a_move_leaves_nothing_behind() -> None:
    done = tabletop("zickzack", "play", stdin="help\n")
    assert SavedGames().saved() == []
    assert done.stdout.endswith("Nobody has moved.\n")


@pytest.mark.parametrize("name", GAMES)
def test_a_whole_game_in_a_pipe(name: str) -> None:
    lines = play_to_end(new_session(name, seed=3))
    done = tabletop(
        name, "play", "--seat", "anna=human", "--seat", "random", "--seed", "3", stdin="\n".join(lines) + "\nquit\n"
    )
    assert done.returncode == 0, done.stderr
    assert re.search(r"^(\w+ wins|Draw)\b", done.stdout, re.MULTILINE)
    assert SavedGames().saved() == []


def test_a_series_of_games_goes_on_by_itself() -> None:
    done = tabletop("zickzack", "play", "--seat", "random", "--seat", "random", "--games", "3", "--seed", "1")
    assert done.returncode == 0
    assert "After 3 of 3 games, games won:" in done.stdout


@pytest.mark.parametrize("name", sorted(path.stem for path in GOLDEN.glob("*.lines")))
def test_plain_mode_prints_the_golden_transcript(name: str, request: pytest.FixtureRequest, tmp_path: Path) -> None:
    source = GOLDEN / f"{name}.lines"
    done = tabletop(
        name,
        "play",
        "--plain",
        *("--seat", "anna=human", "--seat", "random", "--seed", "42"),
        stdin=source.read_text("utf-8"),
        cwd=tmp_path,
    )
    assert done.returncode == 0, done.stderr
    transcript = re.sub(rf"{name}-\d{{8}}-[0-9a-f]{{6}}", f"{name}-NAME", done.stdout)
    golden = source.with_suffix(".txt")
    if request.config.getoption("--update-golden"):
        golden.write_text(transcript, "utf-8")
    assert transcript == golden.read_text("utf-8")


def test_bytes_that_are_no_text_are_no_traceback() -> None:
    done = program("zickzack", "play", stdin=b"\xff\xfe\x00\n3a\n" + b"x" * 100_000 + b"\n")
    assert done.returncode == 0


def test_a_read_only_home_gives_one_warning(tmp_path: Path) -> None:
    """Even root cannot write below a file."""
    blocked = tmp_path / "file"
    blocked.write_text("")
    done = tabletop(
        "zickzack", "play", "--seat", "human", "--seat", "human", stdin="3a\n3b\n4a\n", XDG_STATE_HOME=str(blocked)
    )
    assert done.returncode == 0
    assert done.stdout.count("Warning:") == 1
    assert "green: place 1 on 4a." in done.stdout
    assert done.stdout.splitlines()[-1].startswith("Not saved: ") and "Saved as" not in done.stdout


@pytest.mark.parametrize(
    ("name", "asked_by"), [*((name, "option") for name in GAMES), ("taktori", "setting"), ("taktori", "dumb terminal")]
)
def test_plain_mode_never_shows_a_panel_a_cursor_or_a_preview(
    name: str, asked_by: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even in a wide terminal that could draw them all."""

    def fail(*args: object, **options: object) -> None:
        raise AssertionError("drawn in plain mode")

    for drawer in ("screen.panel_lines", "screen.compose", "session.Session.preview", "cursor.Cursor.on"):
        monkeypatch.setattr(f"tabletop.session.{drawer}", fail)
    monkeypatch.setattr("tabletop.session.tui.window.run_window", fail)
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.setattr("tabletop.cli.play.can_redraw", lambda: asked_by != "dumb terminal")
    if asked_by == "setting":
        call("config", "set", "plain", "true")
    session = new_session(name, seed=7)
    move = session.game.format_move(next(session.match.legal_turns()))
    option = ["--plain"] if asked_by == "option" else []
    seats = ["--seat", "anna=human", "--seat", "random", "--seed", "7"]
    shown = call(name, "play", *option, *seats, stdin=f"\x1bOS\n\x1b[<0;5;5M\n{move}\nquit\n").output
    assert f"> {move}" in shown and "Enter plays" not in shown and " | Points" not in shown
