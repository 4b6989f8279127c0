"""`tabletop GAME play`: what the options and settings do."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.engine.helpers import POLITE, write_engine
from tests.helpers import program, tabletop


@pytest.mark.parametrize(
    ("args", "code", "message"),
    [
        (["--seat", "wizard"], 2, "no bot 'wizard'"),
        (["--seat", "human", "--seat", "human", "--seat", "human"], 2, "for 2 players"),
        (["--think", "never"], 2, "write a thinking time as"),
        (["--option", "board=nowhere"], None, "nowhere"),
        (["--position", "xyz"], 4, ""),
        (["--seed", "-3"], 2, "a seed is a whole number"),
        (["--seat", "ann a=human"], 2, "cannot be a player's name"),
        (["--games", "0"], 2, "games"),
    ],
)
def test_what_makes_no_sense_is_refused(args: list[str], code: int | None, message: str) -> None:
    done = tabletop("zickzack", "play", *args)
    assert done.returncode == code if code is not None else done.returncode in (2, 4)
    assert message in done.stderr and done.stdout == ""


def test_a_broken_settings_file_is_named(tmp_path: Path) -> None:
    file = tmp_path / "tabletop" / "config.toml"
    file.parent.mkdir()
    file.write_text("nodes = -1\n")
    done = tabletop("zickzack", "play", XDG_CONFIG_HOME=str(tmp_path))
    assert done.returncode == 4 and str(file) in done.stderr


def test_settings_are_defaults() -> None:
    for key, value in [("name", "anna"), ("level", "random"), ("zickzack.options", "board=comb")]:
        assert tabletop("config", "set", key, value).returncode == 0
    assert tabletop("config", "get", "name").stdout == "anna\n"
    done = tabletop("zickzack", "play", stdin="quit\n")
    assert "anna (green) is a person." in done.stdout
    assert "Options: board=comb." in done.stdout
    done = tabletop("zickzack", "play", "--option", "board=classic", "--seat", "bo=human", stdin="quit\n")
    assert "bo (green) is a person" in done.stdout and "comb" not in done.stdout
    assert tabletop("config", "unset", "name").returncode == 0
    assert tabletop("config", "get", "name").returncode == 1
    assert json.loads(tabletop("config", "show", "--json").stdout) == {
        "level": "random",
        "zickzack.options": ["board=comb"],
    }
    assert tabletop("config", "path").stdout.endswith("config.toml\n")
    assert 'level = "random"' in tabletop("config").stdout


def test_fem_says_once_that_the_second_player_has_a_proven_win() -> None:
    line = "As written, the second player has a proven win; `--option nocover` avoids it.\n"
    assert tabletop("fem", "play", stdin="place on c3\nquit\n").stdout.count(line) == 1
    for option in ("nocover", "immune"):
        assert "proven" not in tabletop("fem", "play", "--option", option, stdin="quit\n").stdout
    assert "a proven draw; `--option immune`" in tabletop("taktori", "play", stdin="quit\n").stdout
    assert "proven" not in tabletop("taktori", "play", "--players", "3", stdin="quit\n").stdout


def test_levels_that_play_differently_in_a_game_are_explained_in_its_help() -> None:
    text = " ".join(tabletop("fem", "play", "--help").stdout.split())
    assert "medium: a bot that looks further ahead and covers the tower you just set only to stop a loop." in text
    assert "hard: the strongest bot, which plays to win even by covering each tower you set." in text
    assert "strongest" not in tabletop("zickzack", "play", "--help").stdout


def test_the_program_alone_in_a_pipe_shows_help() -> None:
    done = tabletop()
    assert done.returncode == 0 and "Usage: tabletop" in done.stdout


@pytest.mark.parametrize(
    ("go", "stdin", "code"),
    [
        ("os._exit(3)", "", 5),
        ("time.sleep(60)", "", 5),
        ("say('bestmove 7z')", "new\nquit\n", 5),
        (POLITE, "", 0),
    ],
)
def test_the_exit_code_tells_that_an_engine_failed(tmp_path: Path, go: str, stdin: str, code: int) -> None:
    engine = f"engine:{write_engine(tmp_path, 'engine', go)}"
    done = program("zickzack", "play", "--seat", engine, "--seat", "anna=human", "--think", "0.2s", stdin=stdin)
    assert done.returncode == code and done.stderr == ""
    closing = done.stdout.splitlines()[-1]
    assert closing.startswith("anna wins: green's bot failed: engine `") if code else "tabletop resume" in closing
