"""Escape codes: what an engine prints never reaches the terminal, the records or JSON as it is."""

from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest

from tabletop.text import shorten
from tests.engine.helpers import write_engine
from tests.helpers import Done, tabletop
from tests.session.terminal import open_terminal

CODES = "\x1b[31m\x1b]0;owned\x07\x9b2J\x08\x7f\r\u2028\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
"""Escape sequences with both introducers, and characters that change the direction of the text."""

SCRIPT = """
import sys
codes = CODES_HERE
def say(text):
    sys.stdout.buffer.write((text + "\\n").encode())
    sys.stdout.flush()
for line in sys.stdin:
    word = line.split()[0] if line.split() else ""
    say(codes)
    say("info string " + codes)
    say("error " + codes)
    if word == "ugi":
        say("id name painter " + codes)
        say("id author " + codes)
        say("option name " + codes)
        say("ugiok " + codes)
    elif word == "isready":
        say("readyok " + codes)
    elif word == "quit":
        break
    elif word == "go":
        say("info string " + codes)
        say(f"bestmove ANSWER")
"""

ANSWERS = {
    "only codes": "{codes}",
    "codes around a move": "{codes}7a{codes}",
    "codes in a move": "7{codes}a",
    "codes in an illegal move": "place 1 on 7z{codes}",
    "codes after a move": "7a ponder {codes}",
}
"""What it says for a move."""


def write_painter(folder: Path, answer: str) -> str:
    """Write an engine that prints codes everywhere; the command that starts it."""
    script = SCRIPT.replace("CODES_HERE", ascii(CODES)).replace("ANSWER", answer)
    return write_engine(folder, "painter", script=script)


def assert_harmless(text: str) -> None:
    """No codes of the engine are in the text: it may be printed."""
    assert [char for char in text if char != "\n" and not char.isprintable()] == []


def assert_reports(done: Done) -> None:
    assert done.returncode == 5
    assert_harmless(done.stdout + done.stderr)


def test_characters_that_control_a_terminal_are_escaped() -> None:
    directions = {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}
    categories = {"Cc", "Cf", "Cs", "Zl", "Zp"}
    for char in map(chr, range(0x110000)):
        if unicodedata.category(char) in categories or unicodedata.bidirectional(char) in directions:
            assert not char.isprintable()
    assert_harmless(shorten(CODES, 1000))
    assert shorten("\x1b[31m\u202e") == r"\x1b[31m\u202e"


@pytest.mark.slow
@pytest.mark.parametrize("answer", ANSWERS)
def test_a_check_shows_no_codes(tmp_path: Path, answer: str) -> None:
    command = write_painter(tmp_path, ANSWERS[answer])
    assert_reports(tabletop("engine", "check", "zickzack", command))
    assert_reports(tabletop("engine", "check", "--json", "zickzack", command))


@pytest.mark.parametrize("answer", ANSWERS)
def test_a_hint_shows_no_codes(tmp_path: Path, answer: str) -> None:
    assert_reports(tabletop("zickzack", "hint", "--bot", f"engine:{write_painter(tmp_path, ANSWERS[answer])}"))


def test_a_hint_shows_no_codes_of_the_command(tmp_path: Path) -> None:
    command = write_painter(tmp_path, "7a")
    done = tabletop("zickzack", "hint", "--bot", f"engine:{command} \x1b[31m\u202e")
    assert done.returncode == 0 and r"\x1b[31m\u202e" in done.stdout
    assert_harmless(done.stdout)


@pytest.mark.parametrize("answer", ANSWERS)
def test_games_reports_and_records_show_no_codes(tmp_path: Path, answer: str) -> None:
    seats = ["--seat", f"painter=engine:{write_painter(tmp_path, ANSWERS[answer])}", "--seat", "other=random"]
    results, records = tmp_path / "results", tmp_path / "records"
    kept = ["--games", "2", "--results", str(results), "--records", str(records)]
    # Once played, the games are read from the results file.
    for report in ([], ["--json"], ["--csv"]):
        assert_reports(tabletop("zickzack", "match", *seats, *kept, *report))
    files = sorted(records.iterdir())
    assert files
    for file in (results, *files):
        assert_harmless(file.read_text("utf-8"))
    done = tabletop("replay", str(files[0]))
    assert done.returncode == 0 and "wins: engine `" in done.stdout
    assert_harmless(done.stdout)


@pytest.mark.parametrize("answer", ANSWERS)
def test_a_session_shows_no_codes(tmp_path: Path, answer: str) -> None:
    engine = f"engine:{write_painter(tmp_path, ANSWERS[answer])}"
    seats = ["--seat", f"painter={engine}", "--seat", "anna=human"]
    assert_reports(tabletop("zickzack", "play", "--plain", *seats, stdin="last\nwhy\nscore\nrecord\nquit\n"))


def test_the_window_shows_no_codes(tmp_path: Path) -> None:
    engine = f"engine:{write_painter(tmp_path, ANSWERS['codes in a move'])}"
    with open_terminal("zickzack", "play", "--seat", engine, "--seat", "anna=human") as terminal:
        terminal.until("anna wins")
        terminal.type("\x04")
        assert terminal.end() == 5
        for code in ("\x1b]0;owned", "\x07", "\x9b", "\u202e", "\u2066"):
            assert code not in terminal.shown
