"""`tabletop config`, and settings as defaults of `play`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.helpers import tabletop


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("level xx", "has no bot 'xx'"),
        ("fem.level exact", "Taktori Fem has no bot 'exact'"),
        ("think foo", "write a thinking time as 2s"),
        ("model nosuch", "nosuch: no such model"),
        ("seats nosuch", "has no bot 'nosuch'"),
        ("seats a=human A=hard", "two players have the same name"),
        ("options foo", "no option 'foo'"),
        ("zickzack.options ousting", "no option 'ousting'"),
        ("skills x", "write a skill as PLAYER=SKILL"),
        ("skills 9=0.5", "no player is called '9'"),
        ("fem.skills 1=0.5", "is not a game of dexterity"),
        ("players 99", "players, not 99"),
        ("name a#b", "'a#b' cannot be a player's name"),
    ],
)
def test_settings_that_no_game_takes_are_refused(words: str, message: str) -> None:
    done = tabletop("config", "set", *words.split())
    assert done.returncode in (2, 4)
    assert message in done.stderr
    assert tabletop("config", "show", "--json").stdout == "{}\n"


def test_a_skill_in_the_settings_belongs_to_a_name(tmp_path: Path) -> None:
    assert tabletop("config", "set", "skills", "anna=0.9", "2=0.2").returncode == 0
    for seat, skills in (("anna=human", "Skill: 1=0.9 2=0.2"), ("ben=human", "Skill: 1=0.5 2=0.2")):
        path = tmp_path / f"{seat[0]}.moves"
        done = tabletop("mikado", "play", "--plain", "--seat", seat, "--seat", "random", stdin=f"save {path}\nquit\n")
        assert (done.returncode, skills in path.read_text("utf-8")) == (0, True), done.stderr


def test_a_setting_for_all_games_holds_where_a_game_takes_it() -> None:
    assert tabletop("config", "set", "level", "exact").returncode == 0
    assert tabletop("config", "set", "players", "3").returncode == 0
    done = tabletop("fem", "play", "--plain", stdin="quit\n")
    assert done.returncode == 0 and "medium" in done.stdout
    assert "green is the bot" in tabletop("taktori", "play", "--plain", stdin="quit\n").stdout


def test_the_error_for_a_setting_that_does_not_fit_names_its_file() -> None:
    path = Path(tabletop("config", "path").stdout.strip())
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text('[fem]\nlevel = "exact"\n')
    done = tabletop("fem", "play", "--plain", stdin="quit\n")
    assert done.returncode == 4
    assert f"{path}: fem.level: Taktori Fem has no bot 'exact'" in done.stderr
    assert "`tabletop config unset fem.level`" in done.stderr
    assert tabletop("fem", "play", "--plain", "--seat", "human", "--seat", "easy", stdin="quit\n").returncode == 0


def test_broken_settings_can_be_repaired() -> None:
    path = Path(tabletop("config", "path").stdout.strip())
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text('foo = 3\nlevel = 7\n[fem]\nthink = "2s"\n')
    done = tabletop("fem", "show")
    assert (
        done.returncode == 4
        and f"{path}: there is no setting 'foo'" in done.stderr
        and "config unset KEY" in done.stderr
    )
    assert tabletop("config", "unset", "foo").returncode == 0
    assert "level must be printable text" in tabletop("fem", "show").stderr
    assert tabletop("config", "set", "level", "easy").returncode == 0
    assert tabletop("fem", "show").returncode == 0
    path.write_text("level = \n")
    assert "fix the file or delete it" in tabletop("config", "set", "level", "easy").stderr
    for args in (["--help"], ["config", "path"], ["fem", "--help"]):
        assert tabletop(*args).returncode == 0
