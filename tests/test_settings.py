"""Settings: reading, checking and changing the file."""

from __future__ import annotations

from pathlib import Path

import pytest

from tabletop.errors import UnreadableFile, WorkFailed, WrongUse
from tabletop.settings import change_setting, find_key, load_settings, parse_settings, settings_path
from tests.helpers import tabletop


def test_no_file_means_no_settings() -> None:
    assert load_settings().by_name() == {}


def test_the_value_for_a_game_comes_before_the_one_for_all() -> None:
    settings = parse_settings('level = "easy"\n[fem]\nlevel = "hard"\n', "s")
    assert settings.get("level", "fem") == "hard"
    assert settings.get("level", "zickzack") == "easy"
    assert settings.get("think", "fem") is None


def test_values_are_set_and_removed() -> None:
    change_setting("name", "anna")
    change_setting("zickzack.options", "board=comb")
    change_setting("taktori-fem.seats", "human, hard")
    change_setting("nodes", "500")
    change_setting("plain", "yes")
    change_setting("name", "Jürgen")
    assert load_settings().by_name() == {
        "name": "Jürgen",
        "nodes": 500,
        "plain": True,
        "zickzack.options": ["board=comb"],
        "fem.seats": ["human", "hard"],
    }
    change_setting("plain", None)
    change_setting("zickzack.options", None)
    assert set(load_settings().by_name()) == {"name", "nodes", "fem.seats"}


def test_words_of_a_list_may_contain_commas_and_spaces() -> None:
    change_setting("seats", "human, mcts:iterations=50,c=1")
    change_setting("zickzack.options", '"board=/a b.toml"')
    assert load_settings().get("seats") == ["human", "mcts:iterations=50,c=1"]
    assert load_settings().get("options", "zickzack") == ["board=/a b.toml"]
    change_setting("model", 'a\\b"')
    assert tabletop("config", "get", "model").stdout == 'a\\b"\n'
    assert tabletop("config", "get", "zickzack.options").stdout == '"board=/a b.toml"\n'


def test_changes_keep_comments_and_order() -> None:
    path = settings_path()
    path.parent.mkdir(parents=True)
    path.write_text('# mine\nname = "anna"  # me\n\n[fem]  # the small one\n# none\nlevel = "easy"\n', "utf-8")
    change_setting("fem.level", "hard")
    change_setting("think", "2s")
    text = path.read_text("utf-8")
    assert text == ('# mine\nname = "anna"  # me\nthink = "2s"\n\n[fem]  # the small one\n# none\nlevel = "hard"\n')


def test_a_text_over_several_lines_is_left_as_it_is() -> None:
    path = settings_path()
    path.parent.mkdir(parents=True)
    before = 'name = """\nAnn"""\n'
    path.write_text(before, "utf-8")
    with pytest.raises(WorkFailed, match="by hand"):
        change_setting("name", "Ben")
    assert path.read_text("utf-8") == before


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("colour", "x", "no setting 'colour'"),
        ("chess.level", "x", "no game 'chess'"),
        ("fem.color", "never", "applies to all games"),
        ("color", "sometimes", "auto, always, never"),
        ("nodes", "many", "whole number"),
        ("nodes", "0", "above 0"),
        ("players", "9" * 5000, "whole number"),
        ("plain", "perhaps", "yes or no"),
        ("name", "a\tb", "printable text"),
    ],
)
def test_wrong_names_and_values_are_refused(name: str, value: str, message: str) -> None:
    with pytest.raises(WrongUse, match=message):
        change_setting(name, value)
    assert not settings_path().exists()


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"name = ", "not valid TOML"),
        (b"\xff\xfe", "not UTF-8"),
        (b'colour = "x"\n', "no setting 'colour'"),
        (b"[chess]\nlevel = 1\n", "no game 'chess'"),
        (b"[fem]\nlevel = 1\n", "level must be printable text"),
        (b"seats = [1, 2]\n", "list of words"),
        (b"name = 1979-05-27\n", "name must be printable text"),
    ],
)
def test_the_error_for_a_bad_file_names_it(tmp_path: Path, data: bytes, message: str) -> None:
    path = tmp_path / "config.toml"
    path.write_bytes(data)
    with pytest.raises(UnreadableFile, match=message) as caught:
        load_settings(path)
    assert str(path) in str(caught.value)


def test_keys_may_use_aliases_of_games() -> None:
    assert find_key("tokami.level")[0] == "takami.level"


def test_a_read_only_directory_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*args: object, **options: object) -> None:
        raise OSError(30, "Read-only file system")

    monkeypatch.setattr("tabletop.settings.write_atomically", broken)
    with pytest.raises(WorkFailed, match="Read-only"):
        change_setting("name", "anna")


def test_a_change_keeps_comments_and_replaces_lists_over_several_lines(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    path.write_text(
        'level = "a # b"  # my # usual\n'
        "seats = [  # who\n"
        '    "human",  # me\n'
        '    "hard]",\n'
        "]  # both\n"
        "# the end\n"
        "[zickzack]  # a game\n"
        'level = "hard"   # strong\n',
        "utf-8",
    )
    change_setting("level", "easy", path)
    change_setting("seats", "human medium", path)
    change_setting("zickzack.level", None, path)
    assert path.read_text("utf-8").splitlines() == [
        'level = "easy"  # my # usual',
        "# who",
        "# me",
        'seats = ["human", "medium"]  # both',
        "# the end",
        "[zickzack]  # a game",
        "# strong",
    ]
