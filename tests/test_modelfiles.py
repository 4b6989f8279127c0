"""Model files are read, or refused with everything that is wrong with them."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.errors import UnreadableModel
from tabletop.modelfiles import MOST_FAULTS, Entry, Model, ModelLibrary

SCHEMA = {
    "slip": {"loose": Entry("probability"), "sizes": Entry("positive", length=3)},
    "hand": {"noise": Entry("number"), "best": Entry("number", "the best hand", unit="mm")},
}
GOOD = "[slip]\nloose = 0.1\nsizes = [1, 2, 3]\n[hand]\nnoise = -1.5\nbest = 2\n"


def library(folder: Path = Path("nowhere")) -> ModelLibrary:
    def incoherences(model: Model) -> list[tuple[str, str]]:
        return [("hand.best", "is worse than the noise")] if model["hand"]["best"] < model["hand"]["noise"] else []

    former = {"hand.shaky": "is `hand.best` since version 9", "hands": "is `hand` since version 9"}
    return ModelLibrary(SCHEMA, folder, "steady", {"referee": "People say."}, former, incoherences)


@pytest.fixture
def presets(tmp_path: Path) -> ModelLibrary:
    (tmp_path / "steady.toml").write_text(f"# Ordinary.\n{GOOD}")
    (tmp_path / "hard.toml").write_text("# Harder.\n" + GOOD.replace("0.1", "0.4"))
    return library(tmp_path)


def refused(text: str, models: ModelLibrary | None = None) -> UnreadableModel:
    with pytest.raises(UnreadableModel) as caught:
        (models or library()).parse(text, "mine.toml")
    return caught.value


def test_a_good_model_is_read() -> None:
    model = library().parse(GOOD, "mine")
    assert model["slip"]["sizes"] == [1, 2, 3]
    assert model.text == GOOD


@pytest.mark.parametrize(
    ("old", "new", "line", "key", "reason"),
    [
        ("0.1", "1.1", 2, "slip.loose", "is a probability and must be between 0 and 1, not 1.1"),
        ("0.1", "nan", 2, "slip.loose", "must be a finite number below 1e+09, not nan"),
        ("0.1", "'x'", 2, "slip.loose", 'must be a number, not "x"'),
        ("0.1", "true", 2, "slip.loose", "must be a number, not true"),
        ("[1, 2, 3]", "[1, 2]", 3, "slip.sizes", "must be a list of 3 values"),
        ("[1, 2, 3]", "[1, 0, 3]", 3, "slip.sizes", "must be above 0, not 0"),
        ("[1, 2, 3]", "[\n1,\n2, false]", 3, "slip.sizes", "must be a number, not false"),
        ("loose", "lose", 2, "slip.lose", "unknown key; did you mean `slip.loose`?"),
        ("loose = 0.1", "loose = 0.1\nx = 1", 3, "slip.x", "unknown key; the keys of this table are loose and sizes"),
        ("loose = 0.1", "loose = 0.1\nnoise = 1", 3, "slip.noise", "unknown key; did you mean `hand.noise`?"),
        ("[hand]", "[hant]", 4, "hant", "unknown table; did you mean `hand`?"),
        ("[hand]", "[x]\n[hand]", 4, "x", "unknown table; the tables are slip and hand"),
        ("best", "shaky", 6, "hand.shaky", "is `hand.best` since version 9"),
        ("[hand]", "[hands]", 4, "hands", "is `hand` since version 9"),
        ("[slip]", "[slip", 1, "", "not valid TOML"),
        ("[slip]", "base = 3\n[slip]", 1, "base", 'must be "steady" or "hard", not 3'),
        ("[slip]", "base = 'stedy'\n[slip]", 1, "base", 'no preset "stedy"; did you mean "steady"?'),
    ],
)
def test_a_wrong_model_is_refused_with_file_line_key_and_reason(
    presets: ModelLibrary, old: str, new: str, line: int, key: str, reason: str
) -> None:
    error = refused(GOOD.replace(old, new, 1), presets)
    assert (error.line, error.key, error.more) == (line, key, ())
    assert reason in error.reason
    assert str(error).startswith(f"mine.toml:{line}: {key}: " if key else f"mine.toml:{line}: ")
    assert error.exit_code == 4


@pytest.mark.parametrize(
    ("old", "key"), [("noise = -1.5\n", "hand.noise"), ("[hand]\nnoise = -1.5\nbest = 2\n", "hand")]
)
def test_what_is_missing_is_named_with_a_way_out(old: str, key: str) -> None:
    error = refused(GOOD.replace(old, ""))
    assert (error.line, error.key) == (0, key)
    assert 'is missing; begin the file with `base = "steady"` to write only what differs' in error.reason


def test_all_faults_are_reported_at_once_in_the_order_of_the_file() -> None:
    text = "[slip]\nlose = 0.1\nsizes = [1, -2, 3]\n[hand]\nbest = true\n[foot]\nx = 1\n"
    error = refused(text)
    assert str(error).split("\n") == [
        "mine.toml:2: slip.lose: unknown key; did you mean `slip.loose`?",
        "mine.toml:3: slip.sizes: must be above 0, not -2",
        "mine.toml:5: hand.best: must be a number, not true",
        "mine.toml:6: foot: unknown table; the tables are slip and hand",
        'mine.toml: hand.noise: this key is missing; begin the file with `base = "steady"` to write only what differs',
    ]
    assert error.summary == "mine.toml:2: slip.lose: unknown key; did you mean `slip.loose`? (and 4 more faults)"


def test_a_file_of_faults_is_refused_quickly_and_briefly() -> None:
    error = refused("[slip]\n" + "".join(f"k{number} = 1\n" for number in range(20_000)))
    assert len(str(error).split("\n")) == MOST_FAULTS


def test_a_file_with_a_base_says_only_what_differs(presets: ModelLibrary) -> None:
    model = presets.parse('base = "hard"\n[hand]\nnoise = 0.5\n', "mine.toml")
    assert (model.base, model["slip"]["loose"], model["hand"]) == ("hard", 0.4, {"noise": 0.5, "best": 2})
    assert presets.parse('base = "hard"\n', "mine.toml").tables == presets.load("hard").tables
    assert presets.load("steady").base == ""


def test_a_fingerprint_depends_on_the_numbers_alone(presets: ModelLibrary) -> None:
    steady = presets.load("steady")
    assert steady.fingerprint == "b74c3844"
    same = "# By hand.\n[hand]\nbest = 2.0\nnoise = -15e-1\n[slip]\nsizes = [1.0, 2, 3]\nloose = 0.10\n"
    for text in (same, 'base = "hard"\n[slip]\nloose = 0.1\n'):
        assert presets.parse(text, "mine.toml").fingerprint == steady.fingerprint
    assert presets.load("hard").fingerprint != steady.fingerprint
    assert presets.load("referee").fingerprint == presets.stand_in("x.toml", "is gone").fingerprint == ""


def test_what_is_allowed_but_hardly_meant_is_warned_of(presets: ModelLibrary) -> None:
    assert presets.warnings(presets.load("steady")) == []
    model = presets.parse('base = "steady"\n[hand]\nbest = -9\n', "mine.toml")
    assert presets.warnings(model) == ["mine.toml:3: hand.best: is worse than the noise"]
    model = presets.parse('base = "steady"\n[hand]\nnoise = 9\n', "mine.toml")
    assert presets.warnings(model) == ["mine.toml: hand.best: is worse than the noise"]


def test_an_unknown_name_gets_the_nearest_one(presets: ModelLibrary) -> None:
    with pytest.raises(UnreadableModel, match=r"no such model; did you mean `steady`\?"):
        presets.load("stedy")
    with pytest.raises(UnreadableModel, match=r"no such model; choose steady, hard, referee, or a \.toml file"):
        presets.load("-")


@given(st.text(alphabet="[]=.\"'# \nabslihndoe0123", max_size=80))
def test_any_text_is_a_model_or_refused(text: str) -> None:
    for whole in (text, GOOD + text):
        try:
            library().parse(whole, "mine.toml")
        except UnreadableModel as error:
            assert 0 <= error.line <= whole.count("\n") + 1
