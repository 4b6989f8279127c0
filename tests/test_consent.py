"""A file from a stranger starts nothing unless the person agrees. The engine here would create a file."""

from __future__ import annotations

import os
import tomllib
from pathlib import Path

import pytest

from tabletop.consent import LONGEST_COMMAND, Consent, find_program, question_lines, remember_commands
from tabletop.errors import UnreadableFile, WorkFailed, WrongUse
from tabletop.record import parse_records
from tabletop.saves import SavedGames
from tabletop.session.session import Session
from tabletop.settings import load_settings, settings_path
from tests.helpers import Done, tabletop
from tests.session.helpers import answer, new_session, play_bots
from tests.session.terminal import open_terminal
from tests.session.tui.helpers import open_window, paste

GAME = """Game: zickzack
Players: anna ben
Seats: human "engine:touch created"

place 1 on 3a
"""
PLAN = """game = "zickzack"
games = 2
[[entrant]]
bot = "random"
[[entrant]]
name = "theirs"
bot = "engine:touch created"
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, with files from a stranger; a game of theirs is among the saved ones."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "theirs.moves").write_text(GAME, "utf-8")
    (tmp_path / "plan.toml").write_text(PLAN, "utf-8")
    games = SavedGames().games
    games.mkdir(parents=True, exist_ok=True)
    (games / "theirs.moves").write_text(GAME, "utf-8")
    return tmp_path


def run(folder: Path, *args: str, stdin: str = "") -> Done:
    return tabletop(*args, stdin=stdin, cwd=folder)


def has_run(folder: Path) -> bool:
    """Whether the engine was started since this was last asked."""
    created = folder / "created"
    exists = created.exists()
    created.unlink(missing_ok=True)
    return exists


def asking_session() -> Session:
    """A session with a person at the terminal."""
    session = new_session("zickzack", "anna=human", "random")
    session.consent = Consent(can_ask=True)
    return session


@pytest.mark.parametrize(
    ("args", "stdin"),
    [
        (("run", "theirs.moves"), ""),
        (("zickzack", "run", "theirs.moves"), ""),
        (("verify", "theirs.moves"), ""),
        (("replay", "theirs.moves"), ""),
        (("analyze", "theirs.moves", "--bot", "random"), ""),
        (("zickzack", "show", "theirs.moves"), ""),
        (("zickzack", "moves", "--file", "theirs.moves"), ""),
        (("zickzack", "score", "--file", "theirs.moves"), ""),
        (("zickzack", "hint", "--file", "theirs.moves", "--bot", "random"), ""),
        (("resume", "--list"), ""),
        (("resume",), ""),
        (("stats",), ""),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_commands_that_only_read_start_nothing(folder: Path, args: tuple[str, ...], stdin: str) -> None:
    done = run(folder, *args, stdin=stdin)
    assert done.returncode in (0, 1), done.stderr
    assert not has_run(folder)


def test_without_a_terminal_engines_of_files_are_refused(folder: Path) -> None:
    refused = "would start the engine `touch created`; without a terminal, only `--yes` allows that"
    play = ("zickzack", "play", "--plain", "--seat", "human", "--seat", "human")
    done = run(folder, *play, stdin="load theirs.moves\n3b\n")
    assert done.returncode == 2 and f"theirs.moves {refused}." in done.stdout
    done = run(folder, "resume", "theirs", stdin="")
    assert (done.returncode, done.stderr) == (2, f"tabletop: theirs {refused}\n")
    done = run(folder, "arena", "plan.toml")
    assert (done.returncode, done.stderr) == (2, f"tabletop: plan.toml {refused}\n")
    done = run(folder, "arena", "-", stdin=PLAN)
    assert done.returncode == 2 and done.stderr.startswith("tabletop: - would start the engine")
    done = run(folder, "arena", "plan.toml", "--scheduler", "tcp://127.0.0.1:9")
    assert done.returncode == 2, "a cluster is asked nothing either"
    assert not has_run(folder) and not (folder / "plan.results").exists()


def test_a_command_glued_from_options_is_seen(folder: Path) -> None:
    text = PLAN.replace('"engine:touch created"', '"engine"\n[entrant.options]\n"touch created -d" = "today"')
    (folder / "plan.toml").write_text(text, "utf-8")
    done = run(folder, "arena", "plan.toml")
    assert done.returncode in (2, 4), done
    assert not has_run(folder) and not list(folder.glob("*=*"))


def test_the_flag_allows_them(folder: Path) -> None:
    play = ("zickzack", "play", "--plain", "--yes", "--seat", "human", "--seat", "human")
    assert run(folder, *play, stdin="load theirs.moves\n").returncode == 5 and has_run(folder)
    assert run(folder, "resume", "theirs", "--yes").returncode == 5 and has_run(folder)
    assert run(folder, "arena", "plan.toml", "--yes").returncode == 5 and has_run(folder)


def test_the_settings_allow_them_in_their_folder(folder: Path) -> None:
    remember_commands(["touch created"])
    assert run(folder, "arena", "plan.toml").returncode == 5 and has_run(folder)
    assert run(folder, "resume", "theirs").returncode == 5 and has_run(folder)
    other = folder / "other"
    other.mkdir()
    assert run(other, "arena", "../plan.toml").returncode == 2 and not has_run(other)
    assert run(folder, "config", "unset", "engines").returncode == 0
    (folder / "plan.results").unlink()
    assert run(folder, "arena", "plan.toml").returncode == 2 and not has_run(folder)


def test_a_command_that_the_person_typed_needs_no_consent(folder: Path) -> None:
    play = ("zickzack", "play", "--plain", "--seat", "human", "--seat", "engine:touch created")
    assert run(folder, *play, stdin="3a\nload theirs.moves\n").returncode == 5 and has_run(folder)
    assert run(folder, "zickzack", "match", "--seat", "random", "--seat", "engine:touch created").returncode == 5
    assert has_run(folder)


def test_load_shows_the_command_and_asks(folder: Path) -> None:
    session = asking_session()
    reply = session.submit("load theirs.moves")
    program = find_program("touch created")
    assert program and os.path.isabs(program.program)
    assert reply.kind == "page" and reply.lines[:-1] == (
        "theirs.moves would start an engine, a program that can do anything you can do:",
        "  touch created",
        f"    program {program.program}, folder {folder}",
    )
    assert session.asks and session.match.setup.names == ("anna", "blue"), "nothing is loaded yet"
    assert session.submit("perhaps").kind == "refusal" and session.asks
    assert session.submit(":score").kind == "page" and session.asks, "commands work meanwhile"


@pytest.mark.parametrize("line", ["", "no", "n", "nein", "NO"])
def test_a_person_plays_where_the_engine_is_declined(folder: Path, line: str) -> None:
    session = asking_session()
    session.submit("load theirs.moves")
    assert answer(session, line) == "Loaded theirs.moves. ben (blue) to move."
    assert not session.asks and session.seating.specs == ("human", "human") and session.phase == "human"
    session.close()
    assert not has_run(folder)


def test_yes_holds_for_this_session_and_always_for_all(folder: Path) -> None:
    session = asking_session()
    session.submit("load theirs.moves")
    session.submit("yes")
    play_bots(session)
    assert has_run(folder) and session.engine_failed
    assert session.submit("load theirs.moves").kind == "news"
    assert not settings_path().exists()

    session = asking_session()
    session.submit("load theirs.moves")
    session.submit("always")
    play_bots(session)
    assert has_run(folder)
    program = find_program("touch created")
    assert program and tomllib.loads(settings_path().read_text("utf-8")) == {
        "engines": [{"program": program.program, "arguments": ["created"], "folder": str(folder)}]
    }
    assert asking_session().submit("load theirs.moves").kind == "news"


def test_a_session_opens_no_engine_without_consent(folder: Path) -> None:
    """Even if whoever made the session forgot to ask."""
    session = asking_session()
    restored = Session.restore(next(parse_records(GAME)), session.autosave)
    assert restored.seating.specs == ("human", "human")
    seating = new_session("zickzack", "human", "engine:touch created").seating
    with pytest.raises(WrongUse, match="you have not allowed"):
        session.replace_game(session.match, seating, session.series)


def test_what_is_remembered_is_the_program_the_arguments_and_the_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        engine = tmp_path / name / "bot"
        engine.write_text("#!/bin/sh\n")
        engine.chmod(0o755)
    monkeypatch.chdir(tmp_path / "one")
    remember_commands(["./bot --fast"])
    consent = Consent()

    def asks(command: str) -> bool:
        return bool(consent.missing([f"engine:{command}"]))

    assert not asks("./bot --fast") and not asks(f"{tmp_path}/one/bot --fast") and not asks("'./bot' --fa'st'")
    assert asks("./bot") and asks("./bot --slow") and asks("./bot --fast x") and asks("../two/bot --fast")
    monkeypatch.setenv("PATH", str(tmp_path / "one"))
    assert not asks("bot --fast")
    monkeypatch.setenv("PATH", str(tmp_path / "two"))
    assert asks("bot --fast")
    monkeypatch.chdir(tmp_path / "two")
    assert asks("./bot --fast") and asks(f"{tmp_path}/one/bot --fast")
    remember_commands(["./bot --fast"])
    remember_commands(["./bot --fast"])
    assert not asks("./bot --fast") and len(load_settings().get("engines")) == 2


def test_what_does_not_exist_cannot_be_remembered(folder: Path) -> None:
    for command in ("no-such-program", "'", ""):
        with pytest.raises(WorkFailed, match="there is no such program"):
            remember_commands([command])
    session = asking_session()
    (folder / "theirs.moves").write_text(GAME.replace("touch", "no-such-program"), "utf-8")
    assert "no such program, folder" in answer(session, "load theirs.moves")
    assert "cannot be remembered" in answer(session, "always")
    assert not settings_path().exists()


def test_a_command_is_shown_whole_and_nothing_is_hidden(folder: Path) -> None:
    command = "touch \x1b[8m\u202ehidden\n\t " + "x" * 1500
    assert question_lines([command], "f")[1] == f"  touch \\x1b[8m\\u202ehidden\\n\\t {'x' * 1500}"
    with pytest.raises(UnreadableFile, match="more than 2000 characters"):
        Consent(can_ask=True).check_can_ask(["x" * (LONGEST_COMMAND + 1)], "f")


def test_a_plan_s_engines_are_listed_and_asked_about_on_a_terminal(folder: Path) -> None:
    plan = folder / "plan.toml"
    plan.write_text(PLAN + '[[entrant]]\nname = "other"\nbot = "engine:touch other"\n', "utf-8")
    with open_terminal("arena", "plan.toml", cwd=folder) as terminal:
        terminal.until("May they start? Type yes, no (play nothing) or always (in this folder) [no]:")
        shown = terminal.screen.text()
        assert "plan.toml would start 2 engines, programs that can do anything you can do:" in shown
        assert "  touch created\n" in shown and "  touch other\n" in shown
        terminal.type("what?\r\r")
        assert terminal.end() == 1
        assert "nothing was played: you did not allow the plan's engines to start" in terminal.screen.text()
    assert not has_run(folder) and not (folder / "other").exists()
    plan.write_text(PLAN, "utf-8")
    with open_terminal("arena", "plan.toml", cwd=folder) as terminal:
        terminal.until("May it start?")
        terminal.type("always\r")
        assert terminal.end() == 5
    assert has_run(folder) and len(load_settings().get("engines")) == 1


def test_resume_asks_on_a_terminal(folder: Path) -> None:
    with open_terminal("resume", "theirs", cwd=folder) as terminal:
        terminal.until("May it start? Type yes, no (a person plays) or always (in this folder) [no]:")
        assert "  touch created\n" in terminal.screen.text()
        terminal.type("\r")
        terminal.until("ben>")
        terminal.type("\x04")
        assert terminal.end() == 0
    assert not has_run(folder)
    with open_terminal("resume", "theirs", cwd=folder) as terminal:
        terminal.until("May it start?")
        terminal.type("\x04")
        assert terminal.end() == 130
    assert not has_run(folder) and not SavedGames().saved()[0].is_open
    with open_terminal("resume", "theirs", "--plain", cwd=folder) as terminal:
        terminal.until("May it start?")
        terminal.type("y\r")
        terminal.until("ben's bot failed")
        terminal.type("quit\r")
        assert terminal.end() == 5
    assert has_run(folder)


def test_the_window_asks_before_it_loads(folder: Path) -> None:
    with open_window(asking_session()) as driver:
        driver.type(paste("load theirs.moves\nyes\n"))
        driver.until(lambda: driver.window.session.asks and driver.window.page is not None)
        driver.until(lambda: any(row.startswith("start?") for row in driver.rows()))
        assert any("touch created" in row for row in driver.rows())
        assert not driver.window.line.has_pasted, "only a person answers"
        driver.type("\r")
        driver.until(lambda: "Loaded theirs.moves" in driver.message)
        assert driver.window.session.seating.specs == ("human", "human")
    assert not has_run(folder)


def test_the_prompt_in_a_terminal_asks_before_it_loads(folder: Path) -> None:
    with open_terminal("zickzack", "play", "--plain", "--seat", "human", "--seat", "human", cwd=folder) as terminal:
        terminal.until("green>")
        terminal.type("load theirs.moves\r")
        terminal.until("start?")
        terminal.type("no\r")
        terminal.until("Loaded theirs.moves. ben (blue) to move.")
        terminal.type("quit\r")
        assert terminal.end() == 0
    assert not has_run(folder)
