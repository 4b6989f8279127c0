"""Whatever a file, a name or an argument contains, no control character of it reaches the terminal."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from tabletop.text import printable
from tests.helpers import Done, tabletop

EVIL = "e\x1b[31mv\x1b]0;title\x07i\u202el"


def assert_clean(done: Done) -> None:
    for text in (done.stdout, done.stderr):
        assert all(char.isprintable() or char == "\n" for char in text), repr(text)


@pytest.mark.parametrize(
    "args",
    [
        ("run", EVIL),
        ("run", "missing", EVIL),
        ("verify", EVIL),
        ("replay", EVIL),
        ("analyze", EVIL),
        ("arena", EVIL),
        ("resume", EVIL),
        ("learn", EVIL),
        ("examples", EVIL),
        (EVIL,),
        (f"--{EVIL}",),
        ("zickzack", "check", f"place {EVIL} on 7c"),
        ("zickzack", "show", EVIL),
        ("zickzack", "show", "--option", f"board={EVIL}.toml"),
        ("zickzack", "show", "--position", EVIL),
        ("takami", "show", "--model", f"{EVIL}.toml"),
        ("zickzack", "rules", EVIL),
        ("zickzack", "play", "--seat", EVIL),
        ("config", "set", "name", EVIL),
        ("config", "set", EVIL, "x"),
    ],
)
def test_arguments_are_escaped_in_messages(args: tuple[str, ...]) -> None:
    done = tabletop(*args)
    assert done.returncode != 0
    assert_clean(done)


def test_file_names_are_escaped_in_results_and_errors(tmp_path: Path) -> None:
    right, wrong = tmp_path / f"{EVIL}.moves", tmp_path / f"wrong{EVIL}.moves"
    right.write_text("Game: fem\nplace on c3\n", "utf-8")
    wrong.write_text("Game: fem\nplace on z9\n", "utf-8")
    for args in (
        ("run", "--quiet", str(right)),
        ("run", str(right), str(wrong)),
        ("verify", str(right)),
        ("fem", "show", str(right)),
    ):
        assert_clean(tabletop(*args))


def test_lines_of_a_pipe_are_escaped_when_they_are_echoed() -> None:
    lines = f"place {EVIL} on 7c\nsave /nowhere/{EVIL}\nload {EVIL}\nwhere {EVIL}\nhelp {EVIL}\nquit\n"
    done = tabletop("zickzack", "play", "--plain", "--seat", "human", "--seat", "human", stdin=lines)
    assert done.returncode == 0
    assert "\\x1b[31m" in done.stdout
    assert_clean(done)


def test_lines_of_a_pipe_are_escaped_in_a_lesson_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("click.utils.should_strip_ansi", lambda *args: False)
    assert_clean(tabletop("learn", "fem", stdin=f"{EVIL}\nquit\n"))


def test_json_escapes_what_would_turn_a_line_around(tmp_path: Path) -> None:
    folder = tmp_path / "tabletop"
    folder.mkdir()
    result = {
        "game": "fem",
        "names": ["ann", EVIL],
        "seats": ["human", EVIL],
        "winners": [1],
        "scores": [],
        "sandbox": False,
    }
    (folder / "results.jsonl").write_text(json.dumps(result, ensure_ascii=False) + "\n", "utf-8")
    os.chmod(folder / "results.jsonl", 0o600)
    for args in (("stats", "--json"), ("stats",)):
        done = tabletop(*args, XDG_STATE_HOME=str(tmp_path))
        assert_clean(done)
    assert json.loads(tabletop("stats", "--json", XDG_STATE_HOME=str(tmp_path)).stdout)


def test_printable_text_stays_as_it_is() -> None:
    assert printable("König\tde-€ ▸\n") == "König\tde-€ ▸\n"
    assert printable(EVIL) == "e\\x1b[31mv\\x1b]0;title\\x07i\\u202el"
