"""`tabletop GAME model`: what it lists, shows, checks and explains."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tabletop.games import load
from tabletop.modelfiles import ModelLibrary
from tests.cli.helpers import call
from tests.helpers import GAMES, tabletop

GAMES_WITH_MODELS = [name for name in GAMES if load(name).models]


def library(game: str) -> ModelLibrary:
    models = load(game).models
    assert models is not None
    return models


@pytest.mark.parametrize("game", GAMES_WITH_MODELS)
def test_list_and_show(game: str) -> None:
    models = library(game)
    lines = call(game, "model", "list").output.splitlines()
    assert [line.split()[0] for line in lines] == models.names()
    assert [line.endswith(" (default)") for line in lines] == [name == models.default for name in models.names()]
    assert list(json.loads(call(game, "model", "list", "--json").output)["models"]) == models.names()
    assert call(game, "model", "show", "hard").output == models.load("hard").text
    assert call(game, "model", "show", "referee").output == f"{models.specials['referee']}\n"


@pytest.mark.parametrize("game", GAMES_WITH_MODELS)
def test_explain_prints_every_key_with_its_meaning_and_value(game: str) -> None:
    models = library(game)
    lines = call(game, "model", "explain").output.splitlines()
    assert lines == call(game, "model", "explain", models.default).output.splitlines()
    assert all(len(line) <= 80 for line in lines)
    text = " ".join(line.removeprefix("# ") for line in lines)
    for table, entries in models.schema.items():
        assert f"[{table}]" in lines
        for key, entry in entries.items():
            assert entry.help, f"{table}.{key} has no help"
            assert entry.help in text and f"{key} = " in text
    facts = json.loads(call(game, "model", "explain", "hard", "--json").output)
    values = {fact["key"]: fact["value"] for fact in facts["keys"]}
    hard = models.load("hard").tables
    assert values == {f"{table}.{key}": value for table, keys in hard.items() for key, value in keys.items()}
    assert call(game, "model", "explain", "referee").output.startswith("# referee has no numbers. ")


@pytest.mark.parametrize("game", GAMES_WITH_MODELS)
def test_what_explain_prints_is_a_model_file(game: str) -> None:
    for name in library(game).preset_names():
        explained = call(game, "model", "explain", name).output
        assert library(game).parse(explained, name).fingerprint == library(game).load(name).fingerprint
        checked = call(game, "model", "check", "-", stdin=explained).output
        assert checked == f"-: a valid model for {load(game).title}\n"


@pytest.mark.parametrize("game", GAMES_WITH_MODELS)
def test_presets_are_coherent(game: str) -> None:
    models = library(game)
    assert [warning for name in models.preset_names() for warning in models.warnings(models.load(name))] == []


def test_check_and_explain_take_a_file_with_a_base(tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text('base = "hard"\n[scale]\ndivision = 0.75\n[feel]\nnoise = [0.1, 0.8]\n')
    assert call("mikado", "model", "check", str(mine)).output == (
        f"warning: {mine}:5: feel.noise: a hand with skill 1 feels less exactly than one with skill 0\n"
        f"{mine}: a valid model for Scheiben Mikado, based on hard\n"
    )
    lines = call("mikado", "model", "explain", str(mine)).output.splitlines()
    assert "division = 0.75  # hard: 0.5" in lines
    assert sum("# hard: " in line for line in lines) == 2
    assert tabletop("mikado", "odds", "--seed", "7", "--model", str(mine)).returncode == 0


def test_check_prints_all_faults_at_once() -> None:
    wrong = 'base = "steady"\n[scale]\ndivison = 1\n[pop]\nchance = true\n'
    done = tabletop("mikado", "model", "check", "-", stdin=wrong)
    assert (done.returncode, done.stdout) == (4, "")
    assert done.stderr == (
        "tabletop: -:3: scale.divison: unknown key; did you mean `scale.division`?\n"
        "-:5: pop.chance: must be a number, not true\n"
    )


@pytest.mark.parametrize("args", [["show"], ["check"], ["list", "steady"], ["chek", "steady"]])
def test_wrong_use(args: list[str]) -> None:
    assert tabletop("takami", "model", *args).returncode == 2


def test_a_game_without_chance_has_no_models() -> None:
    assert tabletop("fem", "model", "list").returncode == 2
    assert "model" not in tabletop("fem", "--help").stdout


GAMES_WITH_FITTING = [name for name in GAMES if load(name).fitting]


@pytest.mark.parametrize("game", GAMES_WITH_FITTING)
def test_fit_estimates_skills_and_rates_from_a_real_table(game: str, tmp_path: Path) -> None:
    club = tmp_path / "club.toml"
    table = f"tabletop/examples/{game}-table.moves"
    lines = call(game, "model", "fit", table, "--base", "hard", "-o", str(club)).output.splitlines()
    assert lines[0].startswith("1 game, ") and lines[0].endswith(" cases, base hard")
    assert [line.split()[0] for line in lines[3:6]] == ["Anna", "Ben", "Carla"]
    assert all(len(line) <= 80 for line in lines[:-1])
    assert lines[-1].startswith(f"Wrote {club}. To play with it: --model {club} --skill Anna=")
    model = library(game).load(str(club))
    assert model.base == "hard"
    assert library(game).warnings(model) == []
    assert "The players' skills: --skill Anna=" in club.read_text("utf-8")
    facts = json.loads(call(game, "model", "fit", table, "--base", "hard", "--json").output)
    assert list(facts["skills"]) == ["Anna", "Ben", "Carla"]
    for estimate in [*facts["skills"].values(), *facts["success"].values()]:
        assert 0 <= estimate["low"] <= estimate["value"] <= estimate["high"] <= 1 and estimate["cases"] > 0


@pytest.mark.parametrize("game", GAMES_WITH_FITTING)
def test_fit_takes_the_participants_of_the_arena_for_players(game: str, tmp_path: Path) -> None:
    games = tmp_path / "games"
    seats = ("--seat", "left=random", "--seat", "right=random", "--skill", "left=0.9")
    call(game, "match", *seats, "--games", "2", "--records", str(games))
    files = sorted(map(str, games.glob("*.moves")))
    facts = json.loads(call(game, "model", "fit", *files, "--json").output)
    assert (facts["games"], list(facts["skills"])) == (2, ["left", "right"])


def test_fit_is_refused_with_a_reason(tmp_path: Path) -> None:
    table, club = "tabletop/examples/mikado-table.moves", tmp_path / "club.toml"
    club.write_text("mine")
    for code, args, message in (
        (2, [table, "-o", str(club)], "club.toml already exists; overwrite it with `--force`"),
        (2, [table, "--base", "referee"], "the model `referee` has no numbers to start from"),
        (4, [table, "--base", "nosuch"], "no such model"),
        (4, ["tabletop/examples/takami-table.moves"], "this is a game of Takami, not Scheiben Mikado"),
        (4, ["nosuch.moves"], "cannot be read"),
        (1, [table, "-o", str(tmp_path / "no" / "club.toml")], "cannot write"),
    ):
        done = tabletop("mikado", "model", "fit", *args)
        assert (done.returncode, message in done.stderr) == (code, True), done.stderr
    assert club.read_text() == "mine"
    done = tabletop("mikado", "model", "fit", "-", stdin="Game: mikado\nModel: referee\n")
    assert (done.returncode, "nothing to fit" in done.stderr) == (1, True), done.stderr
    assert tabletop("mikado", "model", "fit", table, "-o", str(club), "--force").returncode == 0
    assert 'base = "steady"' in club.read_text()
