"""Model files: what ships, what they say, and what is refused."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tabletop.errors import UnreadableModel, WrongUse
from tabletop.game import CommandCall
from tabletop.games.mikado import GAME
from tabletop.games.mikado.discs import NAMES, NUMBERS
from tabletop.games.mikado.model import MODELS, SCHEMA, parameters_of
from tabletop.games.mikado.rules import start
from tabletop.games.mikado.trays import cell_of
from tabletop.match import Match
from tabletop.style import PLAIN
from tests.games.mikado.helpers import rolled, say, state_of
from tests.helpers import tabletop

PRESETS = ("steady", "beginner", "hard", "slippery")
STEADY = MODELS.load("steady").text


def verb(match: Match, wanted: str, /, **values: object) -> list[str]:
    """The lines of one of the game's verbs."""
    (found,) = (verb for verb in GAME.commands if verb.name == wanted)
    return list(found.run(CommandCall(GAME, match.setup, match.state, values, PLAIN)))


def test_what_models_there_are() -> None:
    assert MODELS.names() == [*PRESETS, "physics", "referee"]
    assert all(MODELS.describe(name) for name in MODELS.names())


@pytest.mark.parametrize("name", PRESETS)
def test_presets_are_whole_and_playable(name: str) -> None:
    model = MODELS.load(name)
    assert {table: set(keys) for table, keys in model.tables.items()} == {t: set(keys) for t, keys in SCHEMA.items()}
    match = rolled(model=name)
    say(match, "touch y1")
    match.settle()
    say(match, "pull y1")
    match.settle()
    assert len(match.plies) == 5


def test_divisions_and_safety_of_the_presets() -> None:
    parameters = {name: parameters_of(MODELS.load(name)) for name in PRESETS}
    assert {name: one.division for name, one in parameters.items()} == {
        "steady": 1.0,
        "hard": 0.5,
        "slippery": 1.0,
        "beginner": 1.5,
    }
    risks = {name: one.risk(0.3, 1, 0, 0.5) for name, one in parameters.items()}
    assert risks["beginner"] < risks["steady"] < risks["hard"]
    assert risks["steady"] < risks["slippery"]


def test_the_fitted_figures_are_in_the_file() -> None:
    """By hand: a medium disc of load 0.25 in a full tray, -2.989 + 0.921 + 3.508 * 0.5 - 0.19 = -0.504."""
    steady = parameters_of(MODELS.load("steady"))
    assert steady.risk(0.25, 1, 0, 0.5) == pytest.approx(0.3766, abs=1e-4)
    assert steady.risk(0.0, 1, 0, 0.5) == 0.01
    assert steady.keep_chances == ((0.97, 0.98, 0.97), (0.66, 0.65, 0.84), (0.21, 0.27, 0.54), (0.04, 0.12, 0.25))
    assert steady.pop_chance == 0.03


def test_stages_are_interpolated_and_level_outside() -> None:
    steady = parameters_of(MODELS.load("steady"))
    assert steady.slip_means[0] == 0.48 and steady.slip_means[5] == pytest.approx((0.48 + 0.89) / 2)
    assert steady.slip_means[40] == 1.96 == steady.slip_means[54]


def test_skill_steadies_the_hand_and_the_touch() -> None:
    steady = parameters_of(MODELS.load("steady"))
    risks = [steady.risk(0.3, 1, 10, skill) for skill in (0.0, 0.25, 0.5, 0.75, 1.0)]
    assert risks == sorted(risks, reverse=True) and risks[0] > risks[-1] + 0.3
    told_truly = [steady.feel_odds(0.35, skill)[2] for skill in (0.0, 0.5, 1.0)]
    assert told_truly == sorted(told_truly) and told_truly[-1] > 0.9
    assert steady.risk(0.0, 1, 10, 0.0) == steady.risk(0.0, 1, 10, 1.0)


@pytest.mark.parametrize(
    ("change", "key", "reason"),
    [
        (("loose = 0.01 ", "loose = 1.2 "), "slip.loose", "0 to 1"),
        (("chance = 0.03", "chance = -0.03"), "pop.chance", "0 to 1"),
        (("still = [0.66, 0.65, 0.84]", "still = [0.66, 1.65, 0.84]"), "keep.still", "0 to 1"),
        (("still = [0.66, 0.65, 0.84]", "still = [0.66, 0.65]"), "keep.still", "list of 3"),
        (("still = [0.66, 0.65, 0.84]", "still = 0.66"), "keep.still", "list of 3"),
        (("division = 1.0", "division = 0"), "scale.division", "above 0"),
        (("division = 1.0", "division = nan"), "scale.division", "finite"),
        (("division = 1.0", "division = '1 mm'"), "scale.division", "number"),
        (("division = 1.0", "divison = 1.0"), "scale.divison", "unknown"),
        (("division = 1.0 ", "# division = 1.0 "), "scale.division", "missing"),
        (("[pop]", "[hop]"), "hop", "unknown"),
        (("[0, 10, 20, 30, 40, 47]", "[0, 10, 20, 30, 47, 40]"), "stages.gone", "rising"),
        (("[0.05, 0.25, 0.50]", "[0.05, 0.25, 0.25]"), "feel.edges", "rising"),
        (("quiet = 2.1", "quiet = -2.1"), "length.quiet", "above 0"),
        (("noise = [0.80, 0.20]", "noise = [0.80, 1e-300]"), "feel.noise", "at least 1e-09"),
    ],
)
def test_wrong_files_are_refused_with_key_and_reason(change: tuple[str, str], key: str, reason: str) -> None:
    old, new = change
    assert old in STEADY
    with pytest.raises(UnreadableModel) as caught:
        MODELS.parse(STEADY.replace(old, new, 1), "my.toml")
    assert (caught.value.source, caught.value.key) == ("my.toml", key)
    assert reason in caught.value.reason


def test_an_incomplete_file_is_refused() -> None:
    without_feel = STEADY.partition("[feel]")[0]
    with pytest.raises(UnreadableModel, match=r"my\.toml: feel: this table is missing"):
        MODELS.parse(without_feel, "my.toml")


@pytest.mark.parametrize("text", ["[scale", "= 3", "\x00"])
def test_what_is_no_toml_is_refused(text: str) -> None:
    with pytest.raises(UnreadableModel, match="no TOML"):
        MODELS.parse(text, "my.toml")


def test_extreme_but_allowed_numbers_play_on() -> None:
    text = STEADY
    for old, new in [
        ("mean = [0.48, 0.89, 1.28, 1.25, 1.96, 1.96]", "mean = [9e8, 9e8, 9e8, 9e8, 9e8, 9e8]"),
        ("shape = [3.38, 2.49, 2.03]", "shape = [1e-9, 0.5, 9e8]"),
        ("constant = -2.989", "constant = 9e8"),
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
        say(match, f"touch {disc}")
        match.settle()
        say(match, "pull")
        match.settle()
        assert GAME.grammar.parse(GAME.format_move(match.plies[-1].move), match.states[-2], outcome=True)


def test_model_verb_lists_shows_and_checks(tmp_path: Path) -> None:
    match = rolled()
    listed = verb(match, "model", action="list")
    assert [line.split()[0] for line in listed] == MODELS.names()
    assert "(the default)" in listed[0]
    assert "\n".join(verb(match, "model", action="show", name="hard")) + "\n" == MODELS.load("hard").text
    assert verb(match, "model", action="show", name="referee") == [MODELS.specials["referee"]]
    mine = tmp_path / "mine.toml"
    mine.write_text(STEADY, "utf-8")
    assert "nothing wrong" in verb(match, "model", action="check", name=str(mine))[0]
    mine.write_text(STEADY.replace("loose = 0.01 ", "loose = 7 "), "utf-8")
    with pytest.raises(UnreadableModel, match=re.escape(f"{mine}: slip.loose: is a probability")):
        verb(match, "model", action="check", name=str(mine))
    for values in ({"action": "show"}, {"action": "check"}, {"action": "list", "name": "steady"}):
        with pytest.raises(WrongUse):
            verb(match, "model", **values)


def test_odds_verb_tells_what_can_be_known() -> None:
    match = rolled(seed=7, players=3)
    lines = verb(match, "odds")
    assert "A (skill 0.5) to move" in lines[0] and "54 discs" in lines[0]
    assert all(len(line) <= 80 for line in lines)
    assert sum(line.startswith("r") for line in lines) == 18
    say(match, "touch b7")
    assert "it may feel: loose" in verb(match, "odds")[1]
    say(match, "feels tight")
    assert verb(match, "odds")[1].startswith("b7 (blue) feels tight: loose ")
    assert '"touched": "b7"' in verb(match, "odds", json=True)[0]


def test_odds_verb_alone_and_over_and_without_a_tray() -> None:
    assert not any("worth" in line for line in verb(rolled(players=1), "odds"))
    assert '"worth": null' in verb(rolled(players=1), "odds", json=True)[0]
    with pytest.raises(WrongUse, match="seed"):
        verb(Match(GAME, rolled().setup, start(rolled().setup)), "odds")
    over = rolled(players=8)
    for disc in range(46):
        over.play_text(GAME.format_move(list(over.state.legal_moves())[len(over.state.tray)]))
        over.play_text("moved 0")
        assert len(over.state.tray) == 53 - disc
    assert verb(over, "odds") == ["The game is over."]
    assert verb(over, "odds", json=True) == ['{"over": true}']


def test_m9_odds_of_a_tray_that_a_single_pull_has_emptied() -> None:
    match = rolled(1, 2, "order")
    say(match, "pull y1", f"moved 0 popped {' '.join(name for name in NAMES if name != 'y1')}")
    assert verb(match, "odds") == ["The game is over."]
    assert verb(match, "odds", json=True) == ['{"over": true}']


def test_odds_of_discs_by_name_and_by_cell() -> None:
    match = rolled(seed=7, players=2)
    layout = state_of(match).layout
    assert layout is not None
    _, named = verb(match, "odds", of="B7")[:2]
    assert named.startswith("b7 (blue): loose ")
    cell = cell_of(layout.discs[NUMBERS["b7"]])
    assert verb(match, "odds", of=f"@{cell.lower()}")[1] == named
    several = verb(match, "odds", of="r3 y4 y5")
    assert [line.split()[0] for line in several[3:5]] == ["r3", "y5"] and "y4" in several[3]
    say(match, "touch b7", "feels tight", "waive", "pull r1", "moved 0")
    assert verb(match, "odds", of="b7")[1].startswith("b7 (blue) felt tight: loose ")
    for wrong, why in (("r1", "not in the tray any more"), ("q9", "is no disc"), ("@Z99", "is no disc")):
        with pytest.raises(WrongUse, match=why):
            verb(match, "odds", of=wrong)


def test_models_on_the_command_line(tmp_path: Path) -> None:
    bad = tmp_path / "bad.toml"
    bad.write_text(STEADY.replace("chance = 0.03", "chance = 3"), "utf-8")
    done = tabletop("mikado", "show", "--seed", "1", "--model", str(bad))
    assert done.returncode == 4 and "pop.chance" in done.stderr and str(bad) in done.stderr
    done = tabletop("mikado", "odds", "--seed", "1", "--model", "referee")
    assert done.returncode == 2 and "referee" in done.stderr
    done = tabletop("mikado", "odds", "--seed", "1", "--players", "2", "--skill", "1=0.8")
    assert done.returncode == 0 and "skill 0.8" in done.stdout
    done = tabletop("mikado", "model", "show", "steady")
    assert done.stdout == STEADY
