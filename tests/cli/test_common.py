"""What commands share: colours, files of the right game, and which game of a file."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.helpers import tabletop


def test_options_and_environment_decide_about_colour() -> None:
    assert "\x1b[" not in tabletop("zickzack", "show").stdout
    assert "\x1b[" in tabletop("zickzack", "show", "--color", "always").stdout
    assert "\x1b[" in tabletop("--color", "always", "zickzack", "show").stdout
    assert "\x1b[" in tabletop("zickzack", "show", FORCE_COLOR="1").stdout
    assert "\x1b[" not in tabletop("zickzack", "show", FORCE_COLOR="1", NO_COLOR="1").stdout
    assert "\x1b[" not in tabletop("zickzack", "show", "--color", "never", FORCE_COLOR="1").stdout


def test_settings_decide_about_colour_where_nothing_else_does(tmp_path: Path) -> None:
    home = {"XDG_CONFIG_HOME": str(tmp_path)}
    assert tabletop("config", "set", "color", "always", **home).returncode == 0
    assert "\x1b[" in tabletop("zickzack", "show", **home).stdout
    assert "\x1b[" not in tabletop("zickzack", "show", "--color", "never", **home).stdout


@pytest.mark.parametrize("command", [["replay"], ["analyze", "--bot", "random"]])
def test_a_note_says_which_of_several_games_is_taken(command: list[str], tmp_path: Path) -> None:
    path = tmp_path / "two.moves"
    path.write_text("Game: fem\nplace on a1\nGame: zickzack\n7a\n")
    done = tabletop(*command, str(path), "--game", "2")
    assert done.returncode == 0
    assert done.stderr == f"tabletop: note: {path}: game 2 of 2; choose another with `--game NUMBER`\n"
    path.write_text("Game: fem\nplace on a1\n")
    assert tabletop(*command, str(path)).stderr == ""


@pytest.mark.parametrize("verb", ["run", "show"])
def test_a_file_of_another_game_is_refused_before_it_is_played(verb: str, tmp_path: Path) -> None:
    path = tmp_path / "fem.moves"
    path.write_text("# a word before\nGame: Taktori-Fem\nnonsense\n")
    done = tabletop("zickzack", verb, str(path))
    assert done.returncode == 4
    assert "fem.moves:2:7: this is a game of Taktori Fem, not Zickzack" in done.stderr
