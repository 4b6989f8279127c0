"""Every verb, every exit code, in processes of their own or through click's runner."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tabletop.cli.main import root
from tabletop.games import NAMES, load
from tabletop.rulebook import rule_numbers
from tests.helpers import GAMES, ROOT, program, tabletop

START = ".../..../...../....../......./......../........./.........."
EMPTY = f"{START} -------- 5431/5431 1"
BOARD_GAMES = [name for name in GAMES if load(name).kind == "board"]
TABLES = {name: ([] if name in BOARD_GAMES else ["--seed", "7"]) for name in GAMES}


def call(*args: str, stdin: str | None = None) -> Result:
    """Run a command in this process; only for commands that are expected to succeed."""
    result = CliRunner().invoke(root, list(args), input=stdin, catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result


def test_help_lists_games_and_commands_without_importing_them() -> None:
    code = "import sys; sys.argv = ['tabletop', '--help']\nfrom tabletop.cli.main import main\n"
    code += "try:\n    main()\nexcept SystemExit:\n    print(sorted(sys.modules), file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=True)
    for entry in NAMES:
        assert entry.name in done.stdout
        assert f"tabletop.games.{entry.name}" not in done.stderr
    assert "prompt_toolkit" not in done.stderr
    assert "tabletop.modelfiles" not in done.stderr


def test_version() -> None:
    assert "tabletop, version" in call("--version").output


def test_games_table() -> None:
    text = call("games").output
    for name in GAMES:
        assert name in text
    facts = json.loads(call("games", "--json").output)
    assert [game["name"] for game in facts] == GAMES


@pytest.mark.parametrize("alias", [alias for entry in NAMES for alias in entry.aliases])
def test_aliases(alias: str) -> None:
    assert "Usage" in call(alias, "--help").output


@pytest.mark.parametrize("name", GAMES)
def test_verbs_of_every_game(name: str) -> None:
    table = TABLES[name]
    assert call(name, "show", *table).output.strip()
    moves = call(name, "moves", *table, "--limit", "3").output.splitlines()
    assert len(moves) == 3
    compact = call(name, "moves", *table, "--limit", "3", "--compact").output.splitlines()
    assert all(" " not in move for move in compact)
    assert json.loads(call(name, "moves", *table, "--limit", "1", "--json").output) == {"move": moves[0]}
    verdict = json.loads(call(name, "check", *table, "--json", "--", moves[0]).output)
    assert list(verdict) == ["legal", "rule", "reason", "suggestion", "move", "position"]
    assert verdict["legal"] and verdict["move"] == moves[0]
    score = json.loads(call(name, "score", *table, "--json").output)
    assert score["over"] is False and score["winners"] == []
    assert "goes on" in call(name, "score", *table).output
    assert call(name, "rules").output.strip()


@pytest.mark.parametrize("name", GAMES)
def test_rules_by_number_and_word(name: str) -> None:
    _, wanted, other, *_ = rule_numbers(load(name).rules)
    one = call(name, "rules", wanted).output
    assert f"{wanted} " in one
    assert f"{other} " not in one
    assert "players" in call(name, "rules", "players").output.lower()
    assert tabletop(name, "rules", "xyzzy").returncode == 1


@pytest.mark.parametrize("name", BOARD_GAMES)
def test_count_and_perft_agree(name: str) -> None:
    count = call(name, "moves", "--count").output
    assert call(name, "perft", "--depth", "1").output == count
    assert json.loads(call(name, "moves", "--count", "--json").output) == {"count": int(count)}


@pytest.mark.parametrize("name", ["taktori", "fem"])
def test_an_end_by_history_leaves_nobody_to_move(name: str, tmp_path: Path) -> None:
    path = tmp_path / "short.moves"
    path.write_text(f"Game: {name}\nOptions: max-turns=2\nplace on a1\n")
    assert ">" in call(name, "show", str(path)).output
    with path.open("a") as stream:
        stream.write("place on b2\nexpect over\n")
    assert ">" not in call(name, "show", str(path)).output
    assert [call(name, "perft", "--depth", depth, "--file", str(path)).output for depth in "012"] == [
        "1\n",
        "0\n",
        "0\n",
    ]
    assert call(name, "moves", "--count", "--file", str(path)).output == "0\n"


def test_perft_of_the_classic_start() -> None:
    assert call("zickzack", "perft", "--depth", "2").output == "23771\n"


def test_check_tells_rule_reason_and_suggestion() -> None:
    done = tabletop("zickzack", "check", "place 3 on 3b")
    assert done.returncode == 3
    assert done.stdout == ""
    assert "rule Z3" in done.stderr and "did you mean `place 1 on 3b`" in done.stderr
    done = tabletop("zickzack", "check", "--json", "place 3 on 3b")
    assert done.returncode == 3
    verdict = json.loads(done.stdout)
    assert verdict["rule"] == "Z3" and verdict["legal"] is False and verdict["suggestion"] == "place 1 on 3b"


def test_a_move_that_begins_with_a_dash() -> None:
    position = "x5/x5/x5/x5/1,1,x3 1:a1-b1@1 1"
    verdict = json.loads(call("fem", "check", "--position", position, "--json", "--", "-a1-b1").output)
    assert verdict == json.loads(call("fem", "check", "-a1-b1", "--position", position, "--json").output)
    assert verdict["legal"] is True
    assert verdict["move"] == "remove a1-b1"


def test_color_and_ascii() -> None:
    assert "\x1b[" not in tabletop("zickzack", "show").stdout
    assert "\x1b[" in tabletop("zickzack", "show", "--color", "always").stdout
    assert "\x1b[" in tabletop("--color", "always", "zickzack", "show").stdout
    assert "\x1b[" in tabletop("zickzack", "show", FORCE_COLOR="1").stdout
    assert "\x1b[" not in tabletop("zickzack", "show", FORCE_COLOR="1", NO_COLOR="1").stdout
    assert "\x1b[" not in tabletop("zickzack", "show", "--color", "never", FORCE_COLOR="1").stdout


EXIT_CODES = [
    (0, ["zickzack", "show"]),
    (1, ["run", "EXPECTS"]),
    (1, ["run", "GAME", "EXPECTS"]),
    (0, []),
    (2, ["nonsense"]),
    (2, ["zickzack", "show", "--option", "board"]),
    (2, ["zickzack", "show", "--option", "colour=red"]),
    (2, ["taktori", "show", "--players", "5"]),
    (2, ["taktori", "show", "--players", "0"]),
    (2, ["taktori", "show", "--option", "repetition=1"]),
    (2, ["zickzack", "moves", "--limit", "-1"]),
    (2, ["mikado", "show"]),
    (2, ["zickzack", "check", "place 4 on 3a", "--jsn"]),
    (3, ["zickzack", "check", "place 4 on 3a"]),
    (3, ["run", "ILLEGAL"]),
    (4, ["zickzack", "check", "plonk"]),
    (4, ["zickzack", "show", "--position", "nonsense"]),
    (4, ["run", "BINARY"]),
    (4, ["run", "EMPTY"]),
    (4, ["run", "LATIN"]),
    (4, ["run", "MISSING"]),
    (4, ["run", "."]),
    (4, ["run", "LONG"]),
    (4, ["run", "UNKNOWN"]),
    (4, ["run", "HALF"]),
    (4, ["run", "ROLLS"]),
    (4, ["mikado", "show", "--seed", "1", "--model", "nonsense"]),
    (4, ["mikado", "show", "--seed", "1", "--model", "BINARY"]),
]


@pytest.fixture(scope="module")
def odd_files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    folder = tmp_path_factory.mktemp("odd")
    contents: dict[str, bytes] = {
        "GAME": b"Game: zickzack\n1. place 3 on 7c\nexpect turn blue\n",
        "EXPECTS": b"Game: zickzack\n1. place 3 on 7c\nexpect turn green\n",
        "ILLEGAL": b"Game: zickzack\n1. place 3 on 7c\n2. place 3 on 7d\n",
        "BINARY": bytes(range(256)) * 20,
        "EMPTY": b"",
        "LATIN": "Game: zickzack\n# M\xfcnchen\n".encode("latin-1"),
        "LONG": b"Game: zickzack\n" + b"x" * 10_000_000,
        "UNKNOWN": b"Game: chess\n1. e4\n",
        "HALF": b"Game: zickzack\n1. place 3 on\n",
        "ROLLS": b"Game: mikado\nPlayers: anna ben\npull r7\n",
    }
    paths = {"MISSING": str(folder / "missing.moves")}
    for name, content in contents.items():
        path = folder / f"{name.lower()}.moves"
        path.write_bytes(content)
        paths[name] = str(path)
    return paths


@pytest.mark.parametrize(
    ("code", "args"), EXIT_CODES, ids=lambda value: "-".join(value) if isinstance(value, list) else ""
)
def test_exit_codes(code: int, args: list[str], odd_files: dict[str, str]) -> None:
    done = tabletop(*[odd_files.get(arg, arg) for arg in args])
    assert done.returncode == code, done.stderr
    if code:
        assert done.stderr.strip()
        assert len(done.stderr) < 2000


@pytest.mark.parametrize("code", sorted({code for code, _ in EXIT_CODES}))
def test_exit_codes_of_the_process(code: int, odd_files: dict[str, str]) -> None:
    """The first of each code, in a process of its own."""
    args = next(args for wanted, args in EXIT_CODES if wanted == code)
    done = program(*[odd_files.get(arg, arg) for arg in args])
    assert done.returncode == code, done.stderr
    assert bool(done.stderr.strip()) == bool(code)


def test_errors_name_file_line_and_column(odd_files: dict[str, str]) -> None:
    path = odd_files["ILLEGAL"]
    done = tabletop("run", path)
    assert f"{path}:3:15: illegal (rule Z3)" in done.stderr
    assert "2. place 3 on 7d" in done.stderr
    done = tabletop("run", odd_files["HALF"])
    assert ":2:14: cannot read" in done.stderr


def test_an_error_in_a_header_is_shown_at_that_header(tmp_path: Path) -> None:
    path = tmp_path / "skill.moves"
    path.write_text("Game: mikado\nPlayers: anna ben\nModel: steady\nSkill: 9=0.5\n\npull r7\n")
    assert f"{path}:4:8: there is no player 9" in tabletop("run", str(path)).stderr


def test_run_shows_the_board_and_json(odd_files: dict[str, str]) -> None:
    done = call("run", odd_files["GAME"])
    assert "1 expectation held" in done.output
    facts = json.loads(call("run", "--json", odd_files["GAME"]).output)
    assert facts["turn"] == "blue" and facts["moves"] == 1
    assert facts["position"].endswith(" 2")


def test_run_tells_programs_what_failed(odd_files: dict[str, str]) -> None:
    done = tabletop("run", "--json", odd_files["ILLEGAL"], odd_files["GAME"], odd_files["MISSING"])
    illegal, played, missing = map(json.loads, done.stdout.splitlines())
    assert (done.returncode, done.stderr) == (3, "")
    assert (illegal["file"], illegal["line"], illegal["column"]) == (odd_files["ILLEGAL"], 3, 15)
    assert (illegal["exit"], illegal["rule"]) == (3, "Z3")
    assert illegal["error"].startswith("illegal (rule Z3): ") and "error" not in played
    assert (missing["exit"], missing["line"]) == (4, None)


@pytest.mark.parametrize("command", [["replay"], ["analyze", "--bot", "random"]])
def test_which_of_several_games_is_said(command: list[str], tmp_path: Path) -> None:
    path = tmp_path / "two.moves"
    path.write_text("Game: fem\nplace on a1\nGame: zickzack\n7a\n")
    done = tabletop(*command, str(path), "--game", "2")
    assert done.returncode == 0
    assert done.stderr == f"tabletop: note: {path}: game 2 of 2; `--game NUMBER` chooses another\n"
    path.write_text("Game: fem\nplace on a1\n")
    assert tabletop(*command, str(path)).stderr == ""


@pytest.mark.parametrize("number", ["161", "99999999999999999999", "-1", "1_60", "9" * 4500, "²", "x"])
def test_expected_numbers_of_any_size(number: str) -> None:
    done = tabletop("run", "-", stdin=f"Game: zickzack\nexpect turns {number}\n")
    is_number = number.isdecimal() and len(number) < 4000
    assert done.returncode == (1 if is_number else 4)
    assert ("there are 160 legal turns" if is_number else "is no number") in done.stderr
    assert "-:2:14: " in done.stderr and len(done.stderr) < 500


@pytest.mark.parametrize(
    ("script", "code", "said"),
    [
        ("pull r7", 4, "-:3:1: an outcome must be rolled, and there is no seed"),
        ("", 4, "-:1:7: Scheiben Mikado is set up by chance, and there is no seed"),
        ("-> tray TRAY\npull r7", 4, "-:4:1: what comes of this must be rolled, and there is no seed"),
        ("Model: referee\npull r7", 0, ""),
        ("Model: referee\npull r7\nexpect turn B", 4, "-:5:13: the model is `referee`: say what happened"),
    ],
)
def test_a_script_that_must_roll_needs_a_seed(script: str, code: int, said: str) -> None:
    from tests.helpers import new_match

    match = new_match("mikado", 1)
    tray = match.game.format_move(match.plies[0].move).removeprefix("tray ")
    text = f"Game: mikado\nPlayers: A B\n{script.replace('TRAY', tray)}\n"
    done = tabletop("run", "--quiet", "-", stdin=text)
    assert (done.returncode, said in done.stderr) == (code, True), done.stderr
    assert tabletop("mikado", "show", "-", stdin=text).returncode == (0 if "->" in script else code)


def test_an_error_names_one_column(odd_files: dict[str, str]) -> None:
    assert "column" not in tabletop("run", odd_files["HALF"]).stderr
    done = tabletop("run", "-", stdin='Game: zickzack\n  expect illegal "place 3 upon 7a" Z3\n')
    assert done.stderr.startswith("tabletop: -:2:27: cannot read `place 3 upon 7a`: ")


@pytest.mark.parametrize("name", ["Nobody", "chance", "x" * 31, "a\\b", "_"])
def test_names_that_players_cannot_have(name: str) -> None:
    done = tabletop("run", "-", stdin=f"Game: fem\nPlayers: {name} b\n")
    assert done.returncode == 4
    assert f"-:2:10: '{name}' is " in done.stderr
    assert ("too long" in done.stderr) == (len(name) > 30)


def test_a_limit_of_any_size() -> None:
    assert len(call("zickzack", "moves", "--limit", "9" * 20).output.splitlines()) == 160


def test_headers_before_the_game_belong_to_it() -> None:
    done = tabletop("run", "-", stdin="Players: ann bob\nGame: zickzack\n7a\nexpect turn bob\n")
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("verb", ["run", "show"])
def test_a_file_of_another_game_is_refused_before_it_is_played(verb: str, tmp_path: Path) -> None:
    path = tmp_path / "fem.moves"
    path.write_text("# a word before\nGame: Taktori-Fem\nnonsense\n")
    done = tabletop("zickzack", verb, str(path))
    assert done.returncode == 4
    assert "fem.moves:2:7: this is a game of Taktori Fem, not of Zickzack" in done.stderr


def test_standard_input_is_a_dash() -> None:
    done = tabletop("run", "--quiet", "-", stdin="Game: zickzack\nplace 1 on 3a\nexpect turn blue\n")
    assert done.returncode == 0
    assert done.stdout.startswith("-: Zickzack, 1 move, 1 expectation held.")
    done = tabletop("zickzack", "run", "--quiet", "-", stdin="place 1 on 3a\n")
    assert done.returncode == 0
    assert "1 move." in done.stdout


@pytest.mark.parametrize("name", ["takami", "mikado"])
def test_there_are_no_odds_once_the_game_is_over(name: str) -> None:
    path = str(ROOT / "tabletop/examples" / f"{name}-bots.moves")
    assert tabletop(name, "odds", path).stdout == "The game is over.\n"
    assert tabletop(name, "odds", path, "--json").stdout == '{"over": true}\n'


def test_replay_prints_every_position_when_piped(odd_files: dict[str, str]) -> None:
    text = tabletop("replay", odd_files["GAME"]).stdout
    assert "Zickzack, the start" in text
    assert "1. green: place 3 on 7c-7e" in text


def test_verify_finds_what_was_changed(tmp_path: Path) -> None:
    from tabletop.replay import write_record
    from tests.helpers import random_match

    path = tmp_path / "game.moves"
    text = write_record(random_match("mikado", 3, 12))
    path.write_text(text, "utf-8")
    done = tabletop("verify", str(path))
    assert done.returncode == 0, done.stderr
    assert "all as seed and model give them" in done.stdout
    lines = text.splitlines()
    at = next(i for i, line in enumerate(lines) if line.startswith("-> moved"))
    lines[at] = "-> moved 0.9" if lines[at] != "-> moved 0.9" else "-> moved 0.8"
    path.write_text("\n".join(lines) + "\n", "utf-8")
    done = tabletop("verify", str(path))
    assert done.returncode in (1, 3)
    assert f"{path}:{at + 1}:" in done.stdout + done.stderr


def test_verify_counts_in_good_english(tmp_path: Path) -> None:
    from tabletop.replay import write_record
    from tests.helpers import new_match

    path = tmp_path / "set-up.moves"
    path.write_text(write_record(new_match("takami", 3)).replace("Seed: 3", "Seed: 4"))
    done = tabletop("verify", str(path))
    assert done.returncode == 1
    assert done.stderr == f"tabletop: {path}: 1 of 1 rolled outcome differs\n"


def with_own_model(folder: Path) -> tuple[Path, Path]:
    """A record and its model file, side by side; the record names the model without a folder."""
    from tabletop.replay import write_record
    from tests.helpers import random_match

    model, record = folder / "mine.toml", folder / "game.moves"
    model.write_text((ROOT / "tabletop/games/mikado/presets/hard.toml").read_text("utf-8"), "utf-8")
    text = write_record(random_match("mikado", 3, 6, model=str(model)))
    record.write_text(text.replace(str(model), model.name), "utf-8")
    return record, model


def test_a_model_is_looked_for_beside_the_move_file(tmp_path: Path) -> None:
    record, _ = with_own_model(tmp_path)
    assert tabletop("verify", str(record), cwd=tmp_path.parent).returncode == 0
    script = "Game: mikado\nSeed: 3\nModel: mine.toml\nexpect turn A\n"
    assert tabletop("run", "-", stdin=script, cwd=tmp_path).returncode == 0
    assert tabletop("run", "-", stdin=script, cwd=tmp_path.parent).returncode == 4


def test_a_board_is_looked_for_beside_the_move_file(tmp_path: Path) -> None:
    board = ROOT / "tabletop/games/zickzack/boards/comb.toml"
    (tmp_path / "mine.toml").write_text(board.read_text("utf-8"), "utf-8")
    script = tmp_path / "game.moves"
    script.write_text("Game: zickzack\nOptions: board=mine.toml\n")
    assert tabletop("run", str(script), cwd=tmp_path.parent).returncode == 0
    (tmp_path / "mine.toml").unlink()
    assert f"{script}:2:10: mine.toml: cannot be read" in tabletop("run", str(script)).stderr


def test_a_record_outlives_its_model_but_rolls_nothing(tmp_path: Path) -> None:
    record, model = with_own_model(tmp_path)
    before = tabletop("mikado", "show", str(record)).stdout
    model.unlink()
    shown = tabletop("mikado", "show", str(record))
    assert (shown.returncode, shown.stdout) == (0, before)
    assert "mine.toml: cannot be read: No such file or directory; the record goes on without it" in shown.stderr
    for args in (["run", "--quiet"], ["replay"], ["mikado", "moves", "--count", "--file"]):
        assert tabletop(*args, str(record)).returncode == 0
    assert tabletop("mikado", "odds", str(record)).returncode == 2
    refused = tabletop("verify", str(record))
    assert refused.returncode == 4 and ":6:4: nothing can be rolled or verified without the model" in refused.stderr
    record.write_text("Game: mikado\nSeed: 3\nModel: mine.toml\npull r1\n")
    assert ":3:8: mine.toml: cannot be read" in tabletop("run", str(record)).stderr


def test_a_closed_pipe_is_no_traceback() -> None:
    command = f"{sys.executable} -m tabletop taktori moves | head -1"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, cwd=ROOT, timeout=60, check=True)
    assert "Traceback" not in done.stderr and "Exception" not in done.stderr
    assert done.stdout.strip()


def test_a_full_disk_is_said() -> None:
    if not Path("/dev/full").exists():
        return
    with open("/dev/full", "w") as full:
        command = [sys.executable, "-m", "tabletop", "zickzack", "rules"]
        done = subprocess.run(
            command, stdout=full, stderr=subprocess.PIPE, text=True, cwd=ROOT, timeout=60, check=False
        )
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert "No space left" in done.stderr


@pytest.mark.parametrize(
    ("closed", "args", "code"), [(">&-", "games", 0), (">&-", "--help", 0), ("<&-", "run -", 4), ("2>&-", "run x", 4)]
)
def test_closed_streams_are_no_traceback(closed: str, args: str, code: int) -> None:
    command = f"{sys.executable} -m tabletop {args} {closed}"
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, cwd=ROOT, check=False)
    assert done.returncode == code
    assert "should not happen" not in done.stderr


def test_names_that_the_encoding_of_the_output_lacks() -> None:
    game = "Game: zickzack\nPlayers: Иван 王\n7a\n"
    done = program("run", "-", stdin=game, PYTHONIOENCODING="latin-1")
    assert done.returncode == 0
    assert r"\u738b to move" in done.stdout
    done = program("run", "--json", "-", stdin=game, PYTHONIOENCODING="latin-1")
    assert json.loads(done.stdout)["turn"] == "王"
    assert "王" in program("run", "--json", "-", stdin=game, PYTHONIOENCODING="utf-8").stdout


def test_debug_shows_tracebacks() -> None:
    command = [sys.executable, "-m", "tabletop", "--debug", "zickzack", "check", "plonk"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, timeout=60, check=False)
    assert done.returncode == 4
    assert "Traceback" in done.stderr


def test_settings_decide_the_style_where_nothing_else_does(tmp_path: Path) -> None:
    home = {"XDG_CONFIG_HOME": str(tmp_path)}
    assert tabletop("config", "set", "color", "always", **home).returncode == 0
    assert "\x1b[" in tabletop("zickzack", "show", **home).stdout
    assert "\x1b[" not in tabletop("zickzack", "show", "--color", "never", **home).stdout


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("level xx", "has no bot 'xx'"),
        ("fem.level exact", "Taktori Fem has no bot 'exact'"),
        ("think foo", "a time to think is written 2s"),
        ("model nosuch", "nosuch: no such model"),
        ("seats nosuch", "has no bot 'nosuch'"),
        ("seats a=human A=hard", "two players have the same name"),
        ("options foo", "no option 'foo'"),
        ("zickzack.options ousting", "no option 'ousting'"),
        ("skills x", "a skill is given as PLAYER=SKILL"),
        ("fem.skills 1=0.5", "no skill of the hand"),
        ("players 99", "players, not 99"),
        ("name a#b", "'a#b' is no name for a player"),
    ],
)
def test_settings_that_no_game_would_take_are_refused(words: str, said: str) -> None:
    done = tabletop("config", "set", *words.split())
    assert done.returncode in (2, 4)
    assert said in done.stderr
    assert tabletop("config", "show", "--json").stdout == "{}\n"


def test_a_setting_for_all_games_is_for_those_that_take_it() -> None:
    assert tabletop("config", "set", "level", "exact").returncode == 0
    assert tabletop("config", "set", "players", "3").returncode == 0
    done = tabletop("fem", "play", "--plain", stdin="quit\n")
    assert done.returncode == 0 and "medium" in done.stdout
    assert "green is the bot" in tabletop("taktori", "play", "--plain", stdin="quit\n").stdout


def test_a_setting_that_does_not_fit_is_named_with_its_file() -> None:
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
    assert done.returncode == 4 and f"{path}: no setting 'foo'" in done.stderr and "config unset KEY" in done.stderr
    assert tabletop("config", "unset", "foo").returncode == 0
    assert "level takes a text" in tabletop("fem", "show").stderr
    assert tabletop("config", "set", "level", "easy").returncode == 0
    assert tabletop("fem", "show").returncode == 0
    path.write_text("level = \n")
    assert "edit the file, or delete it" in tabletop("config", "set", "level", "easy").stderr
    for args in (["--help"], ["config", "path"], ["fem", "--help"]):
        assert tabletop(*args).returncode == 0
