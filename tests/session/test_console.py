"""The whole program: in a pipe, in a terminal, killed, and resumed."""

from __future__ import annotations

import codecs
import fcntl
import io
import json
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tabletop.cli.main import _run
from tabletop.record import parse_records
from tabletop.replay import replayed
from tabletop.saves import SavedGames
from tests.helpers import ROOT, Done, program, tabletop
from tests.session.helpers import GAMES, script, sit
from tests.session.vt import Vt

GOLDEN = Path(__file__).parent / "golden"
CODES = re.compile(r"\x1b")


@pytest.fixture
def command(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Callable[..., Done]:
    """The command line in this process: quicker than a new one where nothing depends on it."""

    def run(*args: str, stdin: str = "") -> Done:
        capfd.readouterr()
        monkeypatch.setattr(sys, "stdin", io.StringIO(stdin))
        code = _run(list(args))
        sys.stdout.flush()
        out, err = capfd.readouterr()
        return Done(args, code, out, err)

    return run


def saved_moves(saved_games: SavedGames) -> list[list[str]]:
    """The moves of every saved game, read back as `resume` reads them."""
    found = []
    for saved in saved_games.saved():
        match = replayed(next(parse_records(saved.text)))
        found.append([match.game.format_move(ply.move) for ply in match.plies if ply.player])
    return found


# In a pipe.


def test_a_pipe_gets_plain_lines_and_a_clear_end() -> None:
    done = tabletop(
        "zickzack", "play", "--seat", "anna=human", "--seat", "random", "--seed", "42", stdin="place 3 on 7c\n"
    )
    assert done.returncode == 0 and done.stderr == ""
    assert not CODES.search(done.stdout)
    lines = done.stdout.splitlines()
    assert "anna (green)> place 3 on 7c" in lines and "anna: place 3 on 7c-7e." in lines
    assert "The game goes on; anna to move." in lines
    assert any(line.startswith("Position: ") for line in lines)
    assert "`tabletop resume` goes on with it" in lines[-1]


def test_a_game_without_a_move_leaves_nothing_behind(command: Callable[..., Done]) -> None:
    done = command("zickzack", "play", stdin="help\n")
    assert SavedGames().saved() == []
    assert done.stdout.endswith("Nobody has moved.\n")


@pytest.mark.parametrize("name", GAMES)
def test_a_whole_game_in_a_pipe(name: str, command: Callable[..., Done]) -> None:
    lines = script(sit(name, seed=7))
    done = command(
        name, "play", "--seat", "anna=human", "--seat", "random", "--seed", "7", stdin="\n".join(lines) + "\nquit\n"
    )
    assert done.returncode == 0, done.stderr
    assert "win" in done.stdout.lower()
    assert SavedGames().saved() == []


def test_a_match_of_several_games_goes_on_by_itself(command: Callable[..., Done]) -> None:
    done = command("zickzack", "play", "--seat", "random", "--seat", "random", "--games", "3", "--seed", "1")
    assert done.returncode == 0
    assert "After 3 of 3 games: games won:" in done.stdout


@pytest.mark.parametrize("name", GAMES)
def test_plain_mode_speaks_as_it_did(name: str, request: pytest.FixtureRequest, tmp_path: Path) -> None:
    source = GOLDEN / f"{name}.lines"
    done = tabletop(
        name,
        "play",
        "--plain",
        *("--seat", "anna=human", "--seat", "random", "--seed", "42"),
        stdin=source.read_text("utf-8"),
        cwd=tmp_path,
    )
    assert done.returncode == 0, done.stderr
    spoken = re.sub(rf"{name}-\d{{8}}-[0-9a-f]{{6}}", f"{name}-NAME", done.stdout)
    golden = source.with_suffix(".txt")
    if request.config.getoption("--update-golden"):
        golden.write_text(spoken, "utf-8")
    assert spoken == golden.read_text("utf-8")


@pytest.mark.parametrize(
    ("args", "code", "message"),
    [
        (["--seat", "wizard"], 2, "no bot 'wizard'"),
        (["--seat", "human", "--seat", "human", "--seat", "human"], 2, "for 2 players"),
        (["--think", "never"], 2, "a time to think"),
        (["--option", "board=nowhere"], None, "nowhere"),
        (["--position", "xyz"], 4, ""),
        (["--seed", "-3"], 2, "a seed is a whole number"),
        (["--seat", "ann a=human"], 2, "no name for a player"),
        (["--games", "0"], 2, "games"),
    ],
)
def test_what_makes_no_sense_is_refused(
    args: list[str], code: int | None, message: str, command: Callable[..., Done]
) -> None:
    done = command("zickzack", "play", *args)
    assert done.returncode == code if code is not None else done.returncode in (2, 4)
    assert message in done.stderr and done.stdout == ""


def test_bytes_that_are_no_text_are_no_traceback() -> None:
    done = program("zickzack", "play", stdin=b"\xff\xfe\x00\n3a\n" + b"x" * 100_000 + b"\n")
    assert done.returncode == 0


def test_a_read_only_home_is_warned_of_once(tmp_path: Path) -> None:
    """Even root cannot write below a file."""
    blocked = tmp_path / "file"
    blocked.write_text("")
    done = tabletop(
        "zickzack", "play", "--seat", "human", "--seat", "human", stdin="3a\n3b\n4a\n", XDG_STATE_HOME=str(blocked)
    )
    assert done.returncode == 0
    assert done.stdout.count("Warning:") == 1
    assert "green: place 1 on 4a." in done.stdout
    assert done.stdout.splitlines()[-1].startswith("Not saved: ") and "Saved as" not in done.stdout


def test_a_broken_settings_file_is_named(tmp_path: Path) -> None:
    file = tmp_path / "tabletop" / "config.toml"
    file.parent.mkdir()
    file.write_text("nodes = -1\n")
    done = tabletop("zickzack", "play", XDG_CONFIG_HOME=str(tmp_path))
    assert done.returncode == 4 and str(file) in done.stderr


def test_settings_are_defaults(command: Callable[..., Done]) -> None:
    for key, value in [("name", "anna"), ("level", "random"), ("zickzack.options", "board=comb")]:
        assert command("config", "set", key, value).returncode == 0
    assert command("config", "get", "name").stdout == "anna\n"
    done = command("zickzack", "play", stdin="quit\n")
    assert "anna plays green and is a person." in done.stdout
    assert "Options board=comb" in done.stdout
    done = command("zickzack", "play", "--option", "board=classic", "--seat", "bo=human", stdin="quit\n")
    assert "bo plays green" in done.stdout and "comb" not in done.stdout
    assert command("config", "unset", "name").returncode == 0
    assert command("config", "get", "name").returncode == 1
    assert json.loads(command("config", "show", "--json").stdout) == {
        "level": "random",
        "zickzack.options": ["board=comb"],
    }
    assert command("config", "path").stdout.endswith("config.toml\n")
    assert 'level = "random"' in command("config").stdout


# Saved games.


def test_saved_games_are_listed_continued_and_deleted(command: Callable[..., Done]) -> None:
    assert "no saved game" in command("resume").stdout
    seats = ("--seat", "anna=human", "--seat", "bo=human")
    command("zickzack", "play", *seats, stdin="3a\n")
    command("fem", "play", *seats, stdin="place on c3\n")
    listed = command("resume", "--list").stdout.splitlines()
    assert len(listed) == 2 and "  fem       anna - bo  1 move  bo to move  20" in listed[0]
    assert listed[0].index("anna") == listed[1].index("anna"), "aligned"
    done = command("resume", "2", stdin="3b\n")
    assert done.returncode == 0 and "bo (blue)> 3b" in done.stdout
    name = command("resume").stdout.split()[1]
    assert name.startswith("zickzack-"), "the game played last comes first"
    assert command("resume", name, stdin="quit\n").returncode == 0
    assert command("resume", "--delete", name).stdout == "Deleted 1 game.\n"
    assert command("resume", "--delete", "all").stdout == "Deleted 1 game.\n"
    assert command("resume", "1").returncode == 2
    assert command("resume", "--delete").returncode == 2


def test_a_saved_game_that_cannot_be_read_is_no_trouble_for_others(command: Callable[..., Done]) -> None:
    command("zickzack", "play", stdin="3a\n")
    games = SavedGames().games
    (games / "fem-bad.moves").write_bytes(b"\xff\x00nonsense")
    (games / "fem-bad2.moves").write_text("Game: fem\n\nplace on z9\n")
    listed = command("resume", "--list")
    assert listed.returncode == 0 and "cannot be read" in listed.stdout
    assert command("resume", "fem-bad").returncode == 4
    assert command("resume", "fem-bad2").returncode in (3, 4)
    assert command("resume", "--delete", "all").stdout == "Deleted 3 games.\n"


def test_own_results_are_counted_by_level(command: Callable[..., Done]) -> None:
    assert "No game" in command("stats").stdout
    command("zickzack", "play", "--seat", "human", "--seat", "random", stdin="3a\nresign\n")
    command("zickzack", "play", "--seat", "human", "--seat", "random", stdin="3a\nresign\n")
    command("fem", "play", "--seat", "human", "--seat", "random", stdin="place on c3\nresign\n")
    rows = json.loads(command("stats", "--json").stdout)
    assert [(row["game"], row["against"], row["games"], row["lost"]) for row in rows] == [
        ("fem", "random", 1, 1),
        ("zickzack", "random", 2, 2),
    ]
    assert "zickzack  random" in command("stats", "zickzack").stdout
    assert "fem" not in command("stats", "zickzack").stdout
    assert command("stats", "chess").returncode == 2


# Killed.


def test_a_kill_loses_at_most_the_turn_being_typed() -> None:
    """Every move that was answered is in the file, whenever the process dies."""
    lines = script(sit("zickzack", "human", "human", seed=3))
    for moment, at in enumerate([1, 2, 5, 9]):
        saved_games = SavedGames()
        for saved in saved_games.saved():
            saved_games.delete(saved)
        process = subprocess.Popen(
            [sys.executable, "-m", "tabletop", "zickzack", "play", "--seat", "human", "--seat", "human"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=ROOT,
        )
        assert process.stdin and process.stdout
        answered = 0
        for line in lines[:at]:
            process.stdin.write(line + "\n")
        process.stdin.write("place 3 o" if moment % 2 else "")
        process.stdin.flush()
        while answered < at:
            answered += bool(re.match(r"(green|blue): place", process.stdout.readline()))
        process.kill()
        process.wait()
        process.stdin.close()
        process.stdout.close()
        assert saved_moves(saved_games) == [lines[:at]]
        assert not saved_games.saved()[0].is_open, "a dead process holds no game"
        done = tabletop("resume", "1", stdin=lines[at] + "\n")
        assert done.returncode == 0
        assert saved_moves(saved_games) == [lines[: at + 1]]


@pytest.mark.slow
def test_a_kill_at_any_moment_leaves_a_whole_file() -> None:
    """Bots that save many times a second, killed in the middle of it."""
    for delay in (0.0, 0.013, 0.031, 0.057):
        process = subprocess.Popen(
            [sys.executable, "-m", "tabletop", "mikado", "play", "--seat", "random", "--seat", "random"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=ROOT,
        )
        assert process.stdout
        while not re.match(rb"[AB]: (touch|pull|waive)", process.stdout.readline()):
            pass
        time.sleep(delay)
        process.kill()
        process.communicate()
    saved_games = SavedGames()
    assert len(saved_moves(saved_games)) + len(list(saved_games.read_results())) == 4
    assert all(saved_moves(saved_games))


# In a terminal.


class Terminal:
    """A program in a terminal of its own."""

    def __init__(self, leader: int, process: subprocess.Popen[bytes], screen: Vt) -> None:
        self.leader = leader
        self.process = process
        self.screen = screen
        self.shown = ""
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")

    def type(self, text: str) -> None:
        os.write(self.leader, text.encode())

    def until(self, text: str, seconds: float = 30.0) -> None:
        """Read until the text stands on the screen."""
        deadline = time.monotonic() + seconds
        while text not in self.screen.text():
            assert time.monotonic() < deadline, self.screen.text()
            self._read(0.2)

    def end(self, seconds: float = 30.0) -> int:
        """Read until the program ends; its exit code."""
        deadline = time.monotonic() + seconds
        while self.process.poll() is None:
            assert time.monotonic() < deadline, self.screen.text()
            self._read(0.1)
        while self._read(0.1):
            pass
        return self.process.returncode

    def _read(self, seconds: float) -> bool:
        if not select.select([self.leader], [], [], seconds)[0]:
            return False
        try:
            data = os.read(self.leader, 65536)
        except OSError:
            return False
        text = self._decoder.decode(data)
        self.shown += text
        self.screen.feed(text)
        return bool(data)


@contextmanager
def terminal(*args: str, columns: int = 80, rows: int = 24, **env: str) -> Iterator[Terminal]:
    """Run the program in a pseudo-terminal of that size."""
    leader, follower = pty.openpty()
    fcntl.ioctl(follower, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
    clean = {key: value for key, value in os.environ.items() if key not in ("CI", "COLUMNS", "LINES", "NO_COLOR")}

    def own_terminal() -> None:
        os.setsid()
        fcntl.ioctl(0, termios.TIOCSCTTY, 0)

    process = subprocess.Popen(
        [sys.executable, "-m", "tabletop", *args],
        stdin=follower,
        stdout=follower,
        stderr=follower,
        cwd=ROOT,
        env={**clean, "TERM": "xterm-256color", "PYTHONIOENCODING": "utf-8", **env},
        preexec_fn=own_terminal,
    )
    os.close(follower)
    shown = Terminal(leader, process, Vt(columns, rows))
    try:
        yield shown
    finally:
        if process.poll() is None:
            process.kill()
        process.wait()
        os.close(leader)


def test_a_terminal_gets_a_window_and_its_own_screen_back() -> None:
    with terminal("zickzack", "play", "--seat", "anna=human", "--seat", "random", "--seed", "42") as shown:
        shown.until("anna (green) to move")
        shown.type("place 3 on 7c\r")
        shown.until("blue: place 4 on 8d-8g")
        shown.type("\x04")
        assert shown.end() == 0
        assert shown.screen.was_alternate
        assert "`tabletop resume` goes on with it" in shown.screen.text(), "the own screen is back, with a last word"
    (SavedGames().games / "broken.moves").write_text("no game")
    with terminal("resume") as shown:
        shown.until(" -  cannot be read")
        shown.until("1  zickzack  anna - blue (random)  2 moves  anna to move  20")
        shown.type("\x1b[B\x1b[A\r")
        shown.until("anna (green) to move")
        shown.type("undo\r")
        shown.until("Taken back: anna: place 3 on 7c-7e, blue: place 4 on 8d-8g.")
        shown.type("\x03")
        shown.until("Ctrl-C again leaves")
        shown.type("\x03")
        assert shown.end() == 130


def test_a_terminal_that_is_killed_loses_nothing() -> None:
    with terminal("fem", "play", "--seat", "anna=human", "--seat", "random", "--seed", "5") as shown:
        shown.until("anna (red) to move")
        shown.type("place on c3\r")
        shown.until("• blue: ")
        shown.type("place on d")
        time.sleep(0.1)
        os.kill(shown.process.pid, signal.SIGKILL)
        shown.process.wait()
    (moves,) = saved_moves(SavedGames())
    assert moves[0] == "place on c3" and len(moves) == 2


def test_two_windows_at_once_keep_two_games() -> None:
    seats = ("--seat", "human", "--seat", "human")
    with terminal("zickzack", "play", *seats) as one, terminal("zickzack", "play", *seats) as two:
        for window, move in ((one, "3a"), (two, "4b")):
            window.until("to move")
            window.type(f"{move}\r")
            window.until(f"place 1 on {move}")
        assert tabletop("resume", "--list").stdout.count("being played") == 2
        with terminal("resume") as third:
            third.until("being played")
            assert third.end() == 0, "there is none to choose"
        assert tabletop("resume", "1").returncode == 4
        assert tabletop("resume", "--delete", "1").returncode == 2
        for window in (one, two):
            window.type("\x04")
            assert window.end() == 0
    assert sorted(saved_moves(SavedGames())) == [["place 1 on 3a"], ["place 1 on 4b"]]


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_deadly_signal_gives_the_screen_back_and_loses_nothing(number: signal.Signals) -> None:
    with terminal("fem", "play", "--seat", "anna=human", "--seat", "random", "--seed", "5") as shown:
        shown.until("anna (red) to move")
        shown.type("place on c3\r")
        shown.until("• blue: ")
        os.kill(shown.process.pid, number)
        assert shown.end() == 128 + number
        assert "\x1b[?1049l" in shown.shown and "goes on with it" in shown.screen.text()
    assert len(saved_moves(SavedGames())[0]) == 2


def test_a_deadly_signal_leaves_a_menu_too() -> None:
    with terminal() as shown:
        shown.until("Which game?")
        os.kill(shown.process.pid, signal.SIGTERM)
        assert shown.end() == 128 + signal.SIGTERM
        assert "\x1b[?1049l" in shown.shown and "Traceback" not in shown.shown


@pytest.mark.parametrize("env", [{"TERM": "dumb"}, {"CI": "true"}])
def test_a_simple_terminal_gets_plain_lines(env: dict[str, str]) -> None:
    with terminal("zickzack", "play", "--seat", "anna=human", "--seat", "random", "--seed", "42", **env) as shown:
        shown.until("anna (green)>")
        shown.type("3a\n")
        shown.until("anna: place 1 on 3a.")
        shown.type("\x04")
        assert shown.end() == 0
        assert not CODES.search(shown.shown)


def test_plain_mode_in_a_terminal_leaves_at_ctrl_c() -> None:
    with terminal("zickzack", "play", "--plain", "--seat", "human", "--seat", "human") as shown:
        shown.until("green>")
        shown.type("3a\n")
        shown.until("blue>")
        shown.type("\x03")
        assert shown.end() == 130
        assert "Saved as" in shown.shown
    assert saved_moves(SavedGames()) == [["place 1 on 3a"]]


def test_the_program_alone_offers_the_games() -> None:
    with terminal() as shown:
        shown.until("Which game?")
        shown.type("3")
        shown.until("against whom?")
        shown.until("looks one turn ahead")
        shown.type("\r")
        shown.until("the bot medium")
        shown.type("\x04")
        assert shown.end() == 0


def test_the_program_alone_in_a_pipe_shows_help() -> None:
    done = tabletop()
    assert done.returncode == 0 and "Usage: tabletop" in done.stdout
