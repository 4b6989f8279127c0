"""Outside engines that crash, stall, cheat, babble and flood lose their game and nothing else."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tabletop.bots.bot import observe
from tabletop.bots.limit import Limit
from tabletop.engine import client
from tabletop.engine.client import EngineBot, EngineProcess, engine_controller
from tabletop.engine.compliance import check_engine
from tabletop.errors import EngineFailed, EngineNotStarted, WrongUse
from tabletop.match import Match
from tabletop.seats import close_controller, open_controller
from tests.helpers import ROOT, new_match, tabletop

POLITE = """
import os, sys, time
pid = os.environ.get("PID_FILE")
if pid:
    open(pid, "w").write(str(os.getpid()))
def say(text):
    print(text, flush=True)
for line in sys.stdin:
    word = line.split()[0] if line.split() else ""
    if word == "ugi":
        say("id name scripted")
        say("ugiok")
    elif word == "isready":
        say("readyok")
    elif word == "quit":
        break
    elif word == "go":
        GO
"""
GOES = {
    "polite": "say('info string hm'); say('bestmove 7a')",
    "crash": "os._exit(3)",
    "stall": "time.sleep(60)",
    "cheat": "say('bestmove 7z')",
    "nonsense": "say('bestmove ' + 'plonk ' * 50)",
    "silent": "say('bestmove')",
    "babble": "[say('info depth 1') for _ in iter(int, 1)]",
    "flood": "[sys.stdout.write('x' * 65536) for _ in iter(int, 1)]",
    "child": "import subprocess; subprocess.Popen(['sleep', '60']); time.sleep(60)",
    "escapee": "import subprocess; subprocess.Popen(['sleep', '9'], start_new_session=True); time.sleep(60)",
    "painter": r"say('bestmove \x1b[31mplonk')",
}
FAILURES = {
    "crash": "has died",
    "stall": "gave no `bestmove` within",
    "cheat": "rule Z3",
    "nonsense": "cannot read",
    "silent": "cannot read",
    "babble": "floods us",
    "flood": "floods us",
    "child": "gave no `bestmove` within",
    "escapee": "gave no `bestmove` within",
    "painter": r"says `\x1b[31mplonk`",
}


@pytest.fixture
def engines(tmp_path: Path) -> Path:
    for name, go in GOES.items():
        (tmp_path / f"{name}.py").write_text(POLITE.replace("GO", go), "utf-8")
    return tmp_path


def command(folder: Path, name: str) -> str:
    return f"{sys.executable} {folder / name}.py"


def test_a_polite_engine_moves(engines: Path) -> None:
    match = new_match("zickzack")
    bot = EngineBot(command(engines, "polite"))
    info = bot.think(observe(match, 0), Limit(seconds=1))
    assert match.game.format_move(info.move) == "place 1 on 7a"
    bot.close()


@pytest.mark.parametrize("name", FAILURES)
def test_a_bad_engine_fails_and_is_gone(
    engines: Path, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pid_file = tmp_path / "pid"
    monkeypatch.setenv("PID_FILE", str(pid_file))
    # Few enough for any machine to say them before the time is up, which would be another failure.
    monkeypatch.setattr(client, "MAX_LINES", 500)
    if "gave no" in FAILURES[name]:
        monkeypatch.setattr(client, "MOVE_MARGIN", 0.1)
    bot = EngineBot(command(engines, name))
    match = new_match("zickzack")
    turn = observe(match, 0)
    with pytest.raises(EngineFailed) as caught:
        bot.think(turn, Limit(seconds=0.3))
    assert FAILURES[name] in str(caught.value)
    assert str(caught.value).isprintable()
    assert caught.value.exit_code == 5
    assert _gone_soon(int(pid_file.read_text()))


@pytest.mark.parametrize("line_ends", [True, False])
def test_a_line_without_end_is_a_flood(line_ends: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However few lines that makes; one that is just short enough is none."""
    monkeypatch.setattr(client, "MAX_LINE_LENGTH", 1000)
    long = "x" * (998 if line_ends else 1000)
    (tmp_path / "long.py").write_text(
        f"import time\nprint({long!r}, end={chr(10) if line_ends else ''!r}, flush=True)\n"
        "print('ugiok', flush=True)\ntime.sleep(60)\n"
    )
    process = EngineProcess(command(tmp_path, "long"))
    if line_ends:
        assert process.wait_for("ugiok", 60) == [long, "ugiok"]
        process.kill()
        return
    with pytest.raises(EngineFailed, match="floods us with output"):
        process.wait_for("ugiok", 60)
    assert process.has_ended()


def test_what_is_said_unasked_is_no_answer(tmp_path: Path) -> None:
    """After its move this engine names another one, which must not be taken for its answer to the next question."""
    mark = tmp_path / "said"
    twice = f"say('bestmove 7a'); say('bestmove 3a'); open({str(mark)!r}, 'w').close()"
    (tmp_path / "twice.py").write_text(POLITE.replace("GO", twice), "utf-8")
    bot = EngineBot(command(tmp_path, "twice"))
    match = new_match("zickzack")
    assert match.game.format_move(bot.think(observe(match, 0), Limit(seconds=60)).move) == "place 1 on 7a"
    process = bot._process
    assert process is not None
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline and not (mark.exists() and process._lines.qsize()):
        time.sleep(0.01)
    assert match.game.format_move(bot.think(observe(match, 0), Limit(seconds=60)).move) == "place 1 on 7a"
    bot.close()


def test_an_engine_that_died_is_started_anew_when_asked_again(tmp_path: Path) -> None:
    """So that `undo` gives it another try."""
    mark = tmp_path / "tried"
    once = f"(say('bestmove 7a') if os.path.exists({str(mark)!r}) else (open({str(mark)!r}, 'w').close(), os._exit(3)))"
    (tmp_path / "once.py").write_text(POLITE.replace("GO", once), "utf-8")
    bot = EngineBot(command(tmp_path, "once"))
    turn = observe(new_match("zickzack"), 0)
    with pytest.raises(EngineFailed, match="has died"):
        bot.think(turn, Limit(seconds=1))
    assert bot.think(turn, Limit(seconds=1)).move.piece == "1"
    bot.close()


def test_an_engine_that_does_not_listen_does_not_hold_us_up() -> None:
    process = EngineProcess("sleep 60")
    process.send("position startpos moves " + "7a " * 100_000)
    with pytest.raises(EngineFailed, match="gave no `ugiok`"):
        process.wait_for("ugiok", 0.2)


def test_an_engine_that_did_not_start_is_not_waited_for_so_long_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "START_TIMEOUT", 0.7)
    monkeypatch.setattr(client, "RESTART_MARGIN", 0.1)
    turn = observe(new_match("zickzack"), 0)
    for patience in ("0.7", "0.2"):
        with pytest.raises(EngineNotStarted, match=rf"gave no `ugiok` within {patience} s"):
            EngineBot("sleep 59").think(turn, Limit(seconds=0.1))


def test_an_engine_is_told_who_begins_and_told_again_in_the_next_game(tmp_path: Path) -> None:
    heard = tmp_path / "heard"
    wish = f"open({str(heard)!r}, 'a').write(line)"
    (tmp_path / "clerk.py").write_text(
        POLITE.replace("GO", "say('bestmove nothing')").replace("    word = ", f"    {wish}; word = ")
    )
    bot = EngineBot(command(tmp_path, "clerk"))
    for first in (1, 2):
        match = new_match("mikado", players=2, first=first)
        bot._prepare(match.game, match.setup, 1.0)
        bot._prepare(match.game, match.setup, 1.0)
    bot.close()
    lines = heard.read_text().splitlines()
    assert [line for line in lines if "name first" in line] == [f"setoption name first value {n}" for n in (1, 2)]
    assert lines.count("uginewgame") == 2


def _alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def _gone_soon(pid: int) -> bool:
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline and _alive(pid):
        time.sleep(0.02)
    return not _alive(pid)


@pytest.mark.parametrize(
    ("verb", "number"),
    [
        *((verb, number) for verb in ("check", "match", "hint") for number in (signal.SIGINT, signal.SIGTERM)),
        # In play, Ctrl-C asks a bot to move now.
        ("play", signal.SIGTERM),
    ],
)
def test_who_is_interrupted_leaves_no_engine_behind(engines: Path, verb: str, number: int) -> None:
    pid_file = engines / "pid"
    stubborn = POLITE.replace("GO", "time.sleep(60)")
    wait = f"open({str(engines / 'asked')!r}, 'w').close(); time.sleep(60)"
    (engines / "stubborn.py").write_text(stubborn.replace("time.sleep(60)", wait))
    engine = command(engines, "stubborn")
    words = {
        "check": ["engine", "check", "zickzack", engine],
        "match": ["zickzack", "match", "--seat", f"engine:{engine}", "--seat", "random", "--think", "50s"],
        "hint": ["zickzack", "hint", "--bot", f"engine:{engine}", "--think", "50s"],
        "play": ["zickzack", "play", "--plain", "--seat", f"engine:{engine}", "--seat", "human", "--think", "50s"],
    }[verb]
    process = subprocess.Popen(
        [sys.executable, "-m", "tabletop", *words],
        cwd=ROOT,
        env={**os.environ, "PID_FILE": str(pid_file)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline and not (engines / "asked").exists():
        time.sleep(0.01)
    process.send_signal(number)
    process.send_signal(number)
    _, errors = process.communicate(timeout=60)
    in_order = verb in ("check", "match")
    assert process.returncode == (128 + number if number == signal.SIGTERM and not in_order else 130)
    assert errors.decode().strip() in (("tabletop: interrupted",) if in_order else ("", "tabletop: interrupted"))
    assert _gone_soon(int(pid_file.read_text()))


@pytest.mark.slow
def test_a_question_waits_for_one_that_nobody_wants_answered_any_more(engines: Path) -> None:
    """As after `undo` in an engine's turn: the engine that does not stop is ended, but not under the next question."""
    (engines / "slow.py").write_text(POLITE.replace("GO", "time.sleep(1.3); say('bestmove 7a')"), "utf-8")
    bot = EngineBot(command(engines, "slow"))
    turn = observe(new_match("zickzack"), 0)
    unwanted = Limit(seconds=5)
    with ThreadPoolExecutor() as pool:
        first = pool.submit(bot.think, turn, unwanted)
        while not bot._lock.locked():
            time.sleep(0.01)
        unwanted.stop()
        second = pool.submit(bot.think, turn, Limit(seconds=3))
        with pytest.raises(EngineFailed, match="gave no `bestmove`"):
            first.result()
        assert second.result().move.piece == "1"
    bot.close()


def test_an_engine_that_cannot_be_started() -> None:
    with pytest.raises(EngineFailed, match="cannot be started"):
        EngineProcess("./no-such-engine")
    with pytest.raises(EngineFailed, match="cannot be started"):
        EngineProcess("unbalanced 'quote")
    with pytest.raises(WrongUse):
        engine_controller("  ")


def test_an_engine_in_thought_can_be_told_to_move(engines: Path) -> None:
    (engines / "patient.py").write_text(
        POLITE.replace('elif word == "go":', 'elif word == "stop":').replace("GO", GOES["polite"])
    )
    bot = EngineBot(command(engines, "patient"))
    limit = Limit(seconds=3600)
    threading.Timer(0.5, limit.stop).start()
    info = bot.think(observe(new_match("zickzack"), 0), limit)
    assert info.move.piece == "1", "this engine moves when it is told to stop, and not before"
    bot.close()


def test_seats_open_and_close(engines: Path) -> None:
    match = new_match("zickzack")
    seat = open_controller(match.game, f"engine:{command(engines, 'polite')}")
    match.play(seat.bot.think(observe(match, 0), seat.limit()).move)
    close_controller(seat)
    assert len(match.plies) == 1
    close_controller(open_controller(match.game, "random"))


def test_a_forfeit_names_its_reason() -> None:
    match = new_match("zickzack")
    match.forfeit(1, "engine `x` has died")
    assert match.result and match.result.winners == (2,)
    assert match.result.reason == "engine `x` has died"


@pytest.mark.parametrize("name", ["fem", "mikado"])
def test_our_own_engine_has_manners(name: str) -> None:
    def small() -> Match:
        return new_match(name, **({"options": ["max-turns=6"]} if name == "fem" else {}))

    verdicts = list(check_engine(f"{sys.executable} -m tabletop {name} engine --bot random", small))
    assert [verdict.problem for verdict in verdicts] == [""] * 8


def test_engine_check_reports(engines: Path) -> None:
    done = tabletop("engine", "check", "zickzack", command(engines, "cheat"))
    assert done.returncode == 5
    assert "ok    starts and says `ugiok`" in done.stdout
    assert "FAIL  finds a legal move in time" in done.stdout
    done = tabletop("engine", "check", "--json", "zickzack", "./no-such-engine")
    assert done.returncode == 5
    assert "cannot be started" in done.stdout
    assert tabletop("engine", "check", "zickzack", " ").returncode == 2
