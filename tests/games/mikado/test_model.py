"""Model files: the presets, their parameters, what is refused, and the command `model`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tabletop.errors import UnreadableModel
from tabletop.games.mikado import GAME
from tabletop.games.mikado.model import MODELS, SCHEMA, parameters_of
from tabletop.match import Match
from tests.games.mikado.helpers import STEADY, play, rolled
from tests.helpers import tabletop

PRESETS = ("steady", "beginner", "hard", "slippery")
STEADY_TEXT = MODELS.load("steady").text


def test_the_models_are_listed_default_first_and_specials_last() -> None:
    assert MODELS.names() == [*PRESETS, "physics", "referee"]
    assert all(MODELS.describe(name) for name in MODELS.names())


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_has_all_tables_and_can_be_played(name: str) -> None:
    model = MODELS.load(name)
    assert {table: set(keys) for table, keys in model.tables.items()} == {t: set(keys) for t, keys in SCHEMA.items()}
    match = rolled(model=name)
    play(match, "touch y1")
    match.settle()
    play(match, "pull y1")
    match.settle()
    assert len(match.plies) == 5


def test_the_presets_differ_in_division_and_risk() -> None:
    presets = {name: parameters_of(MODELS.load(name)) for name in PRESETS}
    assert {name: parameters.division for name, parameters in presets.items()} == {
        "steady": 1.0,
        "hard": 0.5,
        "slippery": 1.0,
        "beginner": 1.5,
    }
    risks = {name: parameters.risk(0.3, 1, 0, 0.5) for name, parameters in presets.items()}
    assert risks["beginner"] < risks["steady"] < risks["hard"]
    assert risks["steady"] < risks["slippery"]


def test_parameters_are_those_of_the_file() -> None:
    """By hand: a medium disc of load 0.25 in a full tray, -2.68 + 0.80 + 3.03 * 0.5 = -0.365."""
    assert STEADY.risk(0.25, 1, 0, 0.5) == pytest.approx(0.4097, abs=1e-4)
    assert STEADY.risk(0.0, 1, 0, 0.5) == 0.01
    assert STEADY.keep_chances == ((0.97, 0.98, 0.98), (0.74, 0.83, 0.90), (0.60, 0.70, 0.73), (0.04, 0.12, 0.25))
    assert STEADY.pop_chance == 0.03


def test_stages_are_interpolated_and_constant_outside() -> None:
    assert STEADY.slip_means[0] == 2.06 and STEADY.slip_means[5] == pytest.approx((2.06 + 1.30) / 2)
    assert STEADY.slip_means[47] == 3.29 == STEADY.slip_means[54]


def test_skill_lowers_the_risk_and_makes_feels_more_certain() -> None:
    risks = [STEADY.risk(0.3, 1, 10, skill) for skill in (0.0, 0.25, 0.5, 0.75, 1.0)]
    assert risks == sorted(risks, reverse=True) and risks[0] > risks[-1] + 0.3
    right_feel = [STEADY.feel_odds(0.35, skill)[2] for skill in (0.0, 0.5, 1.0)]
    assert right_feel == sorted(right_feel) and right_feel[-1] > 0.9
    assert STEADY.risk(0.0, 1, 10, 0.0) == STEADY.risk(0.0, 1, 10, 1.0)


@pytest.mark.parametrize(
    ("change", "key", "reason"),
    [
        (("loose = 0.01 ", "loose = 1.2 "), "slip.loose", "between 0 and 1"),
        (("chance = 0.03", "chance = -0.03"), "pop.chance", "between 0 and 1"),
        (("still = [0.74, 0.83, 0.90]", "still = [0.74, 1.83, 0.90]"), "keep.still", "between 0 and 1"),
        (("still = [0.74, 0.83, 0.90]", "still = [0.74, 0.83]"), "keep.still", "list of 3"),
        (("still = [0.74, 0.83, 0.90]", "still = 0.74"), "keep.still", "list of 3"),
        (("division = 1.0", "division = 0"), "scale.division", "above 0"),
        (("division = 1.0", "division = nan"), "scale.division", "finite"),
        (("division = 1.0", "division = '1 mm'"), "scale.division", "number"),
        (("division = 1.0", "divison = 1.0"), "scale.divison", "unknown"),
        (("division = 1.0 ", "# division = 1.0 "), "scale.division", "missing"),
        (("[pop]", "[hop]"), "hop", "unknown"),
        (("[0, 10, 20, 30, 40, 47]", "[0, 10, 20, 30, 47, 40]"), "stages.gone", "increasing"),
        (("[0.05, 0.25, 0.50]", "[0.05, 0.25, 0.25]"), "feel.edges", "increasing"),
        (("quiet = 2.1", "quiet = -2.1"), "length.quiet", "above 0"),
        (("noise = [0.80, 0.20]", "noise = [0.80, 1e-300]"), "feel.noise", "at least 1e-09"),
    ],
)
def test_wrong_files_are_refused_with_key_and_reason(change: tuple[str, str], key: str, reason: str) -> None:
    old, new = change
    assert old in STEADY_TEXT
    with pytest.raises(UnreadableModel) as caught:
        MODELS.parse(STEADY_TEXT.replace(old, new, 1), "my.toml")
    assert (caught.value.source, caught.value.key) == ("my.toml", key)
    assert reason in caught.value.reason


def test_an_incomplete_file_is_refused() -> None:
    without_feel = STEADY_TEXT.partition("[feel]")[0]
    with pytest.raises(UnreadableModel, match=r"my\.toml: feel: this table is missing"):
        MODELS.parse(without_feel, "my.toml")


@pytest.mark.parametrize("text", ["[scale", "= 3", "\x00"])
def test_what_is_no_toml_is_refused(text: str) -> None:
    with pytest.raises(UnreadableModel, match="not valid TOML"):
        MODELS.parse(text, "my.toml")


def test_extreme_but_allowed_numbers_play_on() -> None:
    text = STEADY_TEXT
    for old, new in [
        ("mean = [2.06, 1.30, 1.82, 1.65, 0.88, 3.29]", "mean = [9e8, 9e8, 9e8, 9e8, 9e8, 9e8]"),
        ("shape = [2.54, 1.94, 1.57]", "shape = [1e-9, 0.5, 9e8]"),
        ("constant = -2.68", "constant = 9e8"),
        ("division = 1.0", "division = 1e-9"),
        ("noise = [0.80, 0.20]", "noise = [1e-9, 9e8]"),
    ]:
        assert old in text
        text = text.replace(old, new)
    model = MODELS.parse(text, "extreme")
    setup = rolled(players=2).setup
    match = Match(GAME, type(setup)(2, setup.names, setup.options, 3, model, setup.skills), None)
    match.settle()
    for disc in ("r1", "b1", "y1"):
        play(match, f"touch {disc}")
        match.settle()
        play(match, "pull")
        match.settle()
        assert GAME.grammar.parse(GAME.format_move(match.plies[-1].move), match.states[-2], outcome=True)


@pytest.mark.parametrize(
    ("old", "new", "key"),
    [
        ("noise = [0.80, 0.20]", "noise = [0.20, 0.80]", "feel.noise"),
        ("skill = 2.0", "skill = -2.0", "slip.skill"),
        ("root_load = 3.03", "root_load = -3.03", "slip.root_load"),
        ("still = [0.74,", "still = [0.99,", "keep.still"),
    ],
)
def test_odd_numbers_are_warned_of(old: str, new: str, key: str) -> None:
    assert old in STEADY_TEXT
    (warning,) = MODELS.warnings(MODELS.parse(STEADY_TEXT.replace(old, new), "my.toml"))
    assert warning.startswith("my.toml:") and f": {key}: " in warning


def test_the_command_line_refuses_a_bad_model_and_shows_a_good_one(tmp_path: Path) -> None:
    bad = tmp_path / "bad.toml"
    bad.write_text(STEADY_TEXT.replace("chance = 0.03", "chance = 3"), "utf-8")
    refused = tabletop("mikado", "show", "--seed", "1", "--model", str(bad))
    assert refused.returncode == 4 and "pop.chance" in refused.stderr and str(bad) in refused.stderr
    assert tabletop("mikado", "model", "show", "steady").stdout == STEADY_TEXT
