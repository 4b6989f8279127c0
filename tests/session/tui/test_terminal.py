"""The program in a terminal: windows open, the screen is given back, nothing is lost."""

from __future__ import annotations

import codecs
import fcntl
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
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from tabletop.saves import SavedGames
from tests.helpers import ROOT, tabletop
from tests.session.helpers import saved_moves
from tests.session.vt import Vt

CODES = re.compile(r"\x1b")


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
def open_terminal(*args: str, columns: int = 80, rows: int = 24, **env: str) -> Iterator[Terminal]:
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


def test_a_terminal_gets_a_window_and_then_its_own_screen_back() -> None:
    with open_terminal("zickzack", "play", "--seat", "anna=human", "--seat", "random", "--seed", "42") as terminal:
        terminal.until("anna (green) to move")
        terminal.type("place 3 on 7c\r")
        terminal.until("blue: place 4 on 8d-8g")
        terminal.type("\x04")
        assert terminal.end() == 0
        assert terminal.screen.was_alternate
        assert "`tabletop resume` goes on with it" in terminal.screen.text(), "the own screen is back, with a last word"
    (SavedGames().games / "broken.moves").write_text("no game")
    with open_terminal("resume") as terminal:
        terminal.until(" -  cannot be read")
        terminal.until("1  zickzack  anna - blue (random)  2 moves  anna to move  20")
        terminal.type("\x1b[B\x1b[A\r")
        terminal.until("anna (green) to move")
        terminal.type("undo\r")
        terminal.until("Taken back: anna: place 3 on 7c-7e, blue: place 4 on 8d-8g.")
        terminal.type("\x03")
        terminal.until("Ctrl-C again leaves")
        terminal.type("\x03")
        assert terminal.end() == 130


def test_a_terminal_that_is_killed_loses_nothing() -> None:
    with open_terminal("fem", "play", "--seat", "anna=human", "--seat", "random", "--seed", "5") as terminal:
        terminal.until("anna (red) to move")
        terminal.type("place on c3\r")
        terminal.until("• blue: ")
        terminal.type("place on d")
        time.sleep(0.1)
        os.kill(terminal.process.pid, signal.SIGKILL)
        terminal.process.wait()
    (moves,) = saved_moves()
    assert moves[0] == "place on c3" and len(moves) == 2


def test_two_windows_at_once_keep_two_games() -> None:
    seats = ("--seat", "human", "--seat", "human")
    with open_terminal("zickzack", "play", *seats) as first, open_terminal("zickzack", "play", *seats) as second:
        for window, move in ((first, "3a"), (second, "4b")):
            window.until("to move")
            window.type(f"{move}\r")
            window.until(f"place 1 on {move}")
        assert tabletop("resume", "--list").stdout.count("being played") == 2
        with open_terminal("resume") as third:
            third.until("being played")
            assert third.end() == 0, "there is none to choose"
        assert tabletop("resume", "1").returncode == 4
        assert tabletop("resume", "--delete", "1").returncode == 2
        for window in (first, second):
            window.type("\x04")
            assert window.end() == 0
    assert sorted(saved_moves()) == [["place 1 on 3a"], ["place 1 on 4b"]]


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_deadly_signal_gives_the_screen_back_and_loses_nothing(number: signal.Signals) -> None:
    with open_terminal("fem", "play", "--seat", "anna=human", "--seat", "random", "--seed", "5") as terminal:
        terminal.until("anna (red) to move")
        terminal.type("place on c3\r")
        terminal.until("• blue: ")
        os.kill(terminal.process.pid, number)
        assert terminal.end() == 128 + number
        assert "\x1b[?1049l" in terminal.shown and "goes on with it" in terminal.screen.text()
    assert len(saved_moves()[0]) == 2


def test_a_deadly_signal_closes_a_menu_too() -> None:
    with open_terminal() as terminal:
        terminal.until("Which game?")
        os.kill(terminal.process.pid, signal.SIGTERM)
        assert terminal.end() == 128 + signal.SIGTERM
        assert "\x1b[?1049l" in terminal.shown and "Traceback" not in terminal.shown


@pytest.mark.parametrize("env", [{"TERM": "dumb"}, {"CI": "true"}])
def test_a_simple_terminal_gets_plain_lines(env: dict[str, str]) -> None:
    with open_terminal(
        "zickzack", "play", "--seat", "anna=human", "--seat", "random", "--seed", "42", **env
    ) as terminal:
        terminal.until("anna (green)>")
        terminal.type("3a\n")
        terminal.until("anna: place 1 on 3a.")
        terminal.type("\x04")
        assert terminal.end() == 0
        assert not CODES.search(terminal.shown)


def test_plain_mode_in_a_terminal_quits_at_ctrl_c() -> None:
    with open_terminal("zickzack", "play", "--plain", "--seat", "human", "--seat", "human") as terminal:
        terminal.until("green>")
        terminal.type("3a\n")
        terminal.until("blue>")
        terminal.type("\x03")
        assert terminal.end() == 130
        assert "Saved as" in terminal.shown
    assert saved_moves() == [["place 1 on 3a"]]


def test_the_program_alone_offers_the_games() -> None:
    with open_terminal() as terminal:
        terminal.until("Which game?")
        terminal.type("3")
        terminal.until("choose an opponent")
        terminal.until("looks one turn ahead")
        terminal.type("\r")
        terminal.until("the bot medium")
        terminal.type("\x04")
        assert terminal.end() == 0


def test_the_exit_code_of_the_window_tells_that_an_engine_failed() -> None:
    with open_terminal("zickzack", "play", "--seat", "engine:./no-such-engine", "--seat", "anna=human") as terminal:
        terminal.until("cannot be started")
        terminal.type("\x04")
        assert terminal.end() == 5
        assert terminal.screen.was_alternate
