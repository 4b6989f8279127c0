"""The program in a terminal: windows open, the screen is given back, nothing is lost."""

from __future__ import annotations

import os
import re
import signal
import time

import pytest

from tabletop.saves import SavedGames
from tests.helpers import tabletop
from tests.session.helpers import saved_moves
from tests.session.terminal import open_terminal

CODES = re.compile(r"\x1b")


def test_a_terminal_gets_a_window_and_then_its_own_screen_back() -> None:
    with open_terminal("zickzack", "play", "--seat", "anna=human", "--seat", "random", "--seed", "42") as terminal:
        terminal.until("anna (green) to move")
        terminal.type("place 3 on 7c\r")
        terminal.until("blue: place 4 on 8d-8g")
        terminal.type("\x04")
        assert terminal.end() == 0
        assert terminal.screen.was_alternate
        assert "continue it with `tabletop resume`" in terminal.screen.text(), (
            "the own screen is back, with a last word"
        )
    (SavedGames().games / "broken.moves").write_text("no game")
    with open_terminal("resume") as terminal:
        terminal.until(" -  cannot be read")
        terminal.until("1  zickzack  anna - blue (random)  2 moves  anna to move  20")
        terminal.type("\x1b[B\x1b[A\r")
        terminal.until("anna (green) to move")
        terminal.type("undo\r")
        terminal.until("Taken back: anna: place 3 on 7c-7e, blue: place 4 on 8d-8g.")
        terminal.type("\x03")
        terminal.until("Press Ctrl-C again to quit")
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


@pytest.mark.slow
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
        assert "\x1b[?1049l" in terminal.shown and "continue it with" in terminal.screen.text()
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
        terminal.until("(bot medium)")
        terminal.type("\x04")
        assert terminal.end() == 0


def test_the_exit_code_of_the_window_tells_that_an_engine_failed() -> None:
    with open_terminal("zickzack", "play", "--seat", "engine:./no-such-engine", "--seat", "anna=human") as terminal:
        terminal.until("cannot be started")
        terminal.type("\x04")
        assert terminal.end() == 5
        assert terminal.screen.was_alternate
