"""The client: an outside engine that crashes, stalls, cheats or floods loses its game and does no other harm."""

from __future__ import annotations

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tabletop.bots.bot import observe
from tabletop.bots.limit import Limit
from tabletop.engine import client
from tabletop.engine.client import EngineBot, EngineProcess, engine_controller, split_command
from tabletop.errors import EngineFailed, EngineNotStarted, WrongUse
from tabletop.seats import close_controller, open_controller
from tests.engine.helpers import SCRIPT, ends_soon, keeping_lines, write_engine
from tests.helpers import new_match

BAD_ENGINES = {
    "crash": ("os._exit(3)", "it exited unexpectedly"),
    "stall": ("time.sleep(60)", "no `bestmove` within"),
    "cheat": ("say('bestmove 7z')", "rule Z3"),
    "nonsense": ("say('bestmove ' + 'plonk ' * 50)", "cannot read"),
    "silent": ("say('bestmove')", "cannot read"),
    "babble": ("[say('info depth 1') for _ in iter(int, 1)]", "it printed too much"),
    "flood": ("[sys.stdout.write('x' * 65536) for _ in iter(int, 1)]", "it printed too much"),
    "child": (
        "import subprocess; subprocess.Popen(['sleep', '60']); time.sleep(60)",
        "no `bestmove` within",
    ),
    "escapee": (
        "import subprocess; subprocess.Popen(['sleep', '9'], start_new_session=True); time.sleep(60)",
        "no `bestmove` within",
    ),
    "painter": (r"say('bestmove \x1b[31mplonk')", r"bad answer `\x1b[31mplonk`"),
}
"""What an engine does when asked for a move, and the error that follows."""


def test_a_polite_engine_moves(tmp_path: Path) -> None:
    match = new_match("zickzack")
    bot = EngineBot(write_engine(tmp_path, "polite"))
    info = bot.think(observe(match, 0), Limit(seconds=1))
    assert match.game.format_move(info.move) == "place 1 on 7a"
    bot.close()


@pytest.mark.parametrize("name", BAD_ENGINES)
def test_a_bad_engine_fails_and_is_ended(tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    go, message = BAD_ENGINES[name]
    pid_file = tmp_path / "pid"
    monkeypatch.setenv("PID_FILE", str(pid_file))
    # So few lines that any machine prints them before the time is up, which would be another failure.
    monkeypatch.setattr(client, "MAX_LINES", 500)
    if " within " in message:
        monkeypatch.setattr(client, "MOVE_MARGIN", 0.1)
    bot = EngineBot(write_engine(tmp_path, name, go))
    with pytest.raises(EngineFailed) as caught:
        bot.think(observe(new_match("zickzack"), 0), Limit(seconds=0.3))
    assert message in str(caught.value)
    assert str(caught.value).isprintable()
    assert caught.value.exit_code == 5
    assert ends_soon(int(pid_file.read_text()))


@pytest.mark.parametrize("line_ends", [True, False])
def test_a_line_without_end_is_a_flood(line_ends: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A single one is enough; a line that is just short enough is not."""
    monkeypatch.setattr(client, "MAX_LINE_LENGTH", 1000)
    long = "x" * (998 if line_ends else 1000)
    script = (
        f"import time\nprint({long!r}, end={chr(10) if line_ends else ''!r}, flush=True)\n"
        "print('ugiok', flush=True)\ntime.sleep(60)\n"
    )
    process = EngineProcess(write_engine(tmp_path, "long", script=script))
    if line_ends:
        assert process.wait_for("ugiok", 60) == [long, "ugiok"]
        process.kill()
        return
    with pytest.raises(EngineFailed, match="it printed too much"):
        process.wait_for("ugiok", 60)
    assert process.has_ended()


def test_a_second_move_is_not_taken_for_the_next_answer(tmp_path: Path) -> None:
    mark = tmp_path / "said"
    go = f"say('bestmove 7a'); say('bestmove 3a'); open({str(mark)!r}, 'w').close()"
    bot = EngineBot(write_engine(tmp_path, "twice", go))
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
    go = f"(say('bestmove 7a') if os.path.exists({str(mark)!r}) else (open({str(mark)!r}, 'w').close(), os._exit(3)))"
    bot = EngineBot(write_engine(tmp_path, "once", go))
    observation = observe(new_match("zickzack"), 0)
    with pytest.raises(EngineFailed, match="it exited unexpectedly"):
        bot.think(observation, Limit(seconds=1))
    assert bot.think(observation, Limit(seconds=1)).move.piece == "1"
    bot.close()


def test_an_engine_that_does_not_read_does_not_block() -> None:
    process = EngineProcess("sleep 60")
    process.send("position startpos moves " + "7a " * 100_000)
    with pytest.raises(EngineFailed, match="no `ugiok`"):
        process.wait_for("ugiok", 0.2)


def test_an_engine_that_did_not_start_has_less_time_when_started_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "START_TIMEOUT", 0.7)
    monkeypatch.setattr(client, "RESTART_MARGIN", 0.1)
    observation = observe(new_match("zickzack"), 0)
    for timeout in ("0.7", "0.2"):
        with pytest.raises(EngineNotStarted, match=rf"no `ugiok` within {timeout} s"):
            EngineBot("sleep 59").think(observation, Limit(seconds=0.1))


def test_an_engine_is_sent_who_begins_once_in_every_game(tmp_path: Path) -> None:
    received = tmp_path / "received"
    bot = EngineBot(write_engine(tmp_path, "clerk", script=keeping_lines(received)))
    for first in (1, 2):
        match = new_match("mikado", players=2, first=first)
        bot._prepare(match.game, match.setup, 1, 1.0)
        bot._prepare(match.game, match.setup, 1, 1.0)
    bot.close()
    lines = received.read_text().splitlines()
    assert [line for line in lines if "name first" in line] == [f"setoption name first value {n}" for n in (1, 2)]
    assert lines.count("uginewgame") == 2


@pytest.mark.parametrize(
    ("option", "seeds"),
    [
        ("seed type spin default 0 min 0 max 2147483647", ["seed value 7", "seed value 8"]),
        ("Seed type spin default 1 min 1 max 5", ["Seed value 3", "Seed value 4"]),
        ("seed type spin default -1 min -1", ["seed value 7", "seed value 8"]),
        ("seed type spin min max", ["seed value 7", "seed value 8"]),
        ("seed type spin min 9 max 3", []),
        ("seed type string default none", []),
        ("random seed type spin default 0 min 0 max 9", []),
    ],
)
def test_an_engine_that_offers_a_seed_is_sent_one_for_each_game(option: str, seeds: list[str], tmp_path: Path) -> None:
    """Within the range that it allows; an engine that does not offer one gets none."""
    received = tmp_path / "received"
    script = keeping_lines(received).replace('say("ugiok")', f'say("option name {option}"); say("ugiok")')
    bot = EngineBot(write_engine(tmp_path, "dicer", script=script))
    for seed in (7, 7, 8):
        bot.think(observe(new_match("zickzack"), seed), Limit(seconds=60))
    bot.close()
    lines = received.read_text().splitlines()
    assert [line for line in lines if "seed" in line.lower()] == [f"setoption name {seed}" for seed in seeds]
    assert lines.count("uginewgame") == 2


@pytest.mark.slow
def test_a_search_waits_for_one_whose_move_nobody_wants_any_more(tmp_path: Path) -> None:
    """As after `undo` in an engine's turn: an engine that does not stop is ended, but not during the next search."""
    bot = EngineBot(write_engine(tmp_path, "slow", "time.sleep(1.3); say('bestmove 7a')"))
    observation = observe(new_match("zickzack"), 0)
    unwanted = Limit(seconds=5)
    with ThreadPoolExecutor() as pool:
        first = pool.submit(bot.think, observation, unwanted)
        while not bot._lock.locked():
            time.sleep(0.01)
        unwanted.stop()
        second = pool.submit(bot.think, observation, Limit(seconds=3))
        with pytest.raises(EngineFailed, match="no `bestmove`"):
            first.result()
        assert second.result().move.piece == "1"
    bot.close()


def test_a_command_that_cannot_be_started_is_an_error() -> None:
    with pytest.raises(EngineFailed, match="cannot be started"):
        EngineProcess("./no-such-engine")
    with pytest.raises(EngineFailed, match="cannot be started"):
        EngineProcess("unbalanced 'quote")
    with pytest.raises(WrongUse):
        engine_controller("  ")


@pytest.mark.parametrize(
    ("command", "posix", "windows"),
    [
        ("./bot --fast", ["./bot", "--fast"], ["./bot", "--fast"]),
        (r"C:\bots\new.exe -t 2", ["C:botsnew.exe", "-t", "2"], [r"C:\bots\new.exe", "-t", "2"]),
        (r'"C:\my bots\new.exe" x', [r"C:\my bots\new.exe", "x"], [r"C:\my bots\new.exe", "x"]),
        (r'"C:\my bots\" x', None, ["C:\\my bots\\", "x"]),
        (r"\\host\bot.exe", [r"\hostbot.exe"], [r"\\host\bot.exe"]),
        ('bot --name="a b" ""', ["bot", "--name=a b", ""], ["bot", "--name=a b", ""]),
        ("bot 'a b'", ["bot", "a b"], ["bot", "'a", "b'"]),
        (r"C:\O'Hara\bot.exe", None, [r"C:\O'Hara\bot.exe"]),
        (r"my\ bot # 1", ["my bot", "#", "1"], ["my\\", "bot", "#", "1"]),
        ('bot "a', None, None),
        (" ", [], []),
    ],
)
def test_a_command_is_split_as_its_system_does(
    command: str, posix: list[str] | None, windows: list[str] | None
) -> None:
    for is_windows, words in ((False, posix), (True, windows)):
        if words is None:
            with pytest.raises(ValueError, match="No closing quotation"):
                split_command(command, is_windows)
        else:
            assert split_command(command, is_windows) == words


def test_a_searching_engine_can_be_told_to_move(tmp_path: Path) -> None:
    script = SCRIPT.replace('elif word == "go":', 'elif word == "stop":')
    bot = EngineBot(write_engine(tmp_path, "patient", script=script))
    limit = Limit(seconds=3600)
    threading.Timer(0.5, limit.stop).start()
    info = bot.think(observe(new_match("zickzack"), 0), limit)
    assert info.move.piece == "1", "this engine moves when it is told to stop, and not before"
    bot.close()


def test_a_controller_opens_and_closes_an_engine(tmp_path: Path) -> None:
    match = new_match("zickzack")
    controller = open_controller(match.game, f"engine:{write_engine(tmp_path, 'polite')}")
    match.play(controller.bot.think(observe(match, 0), controller.limit()).move)
    close_controller(controller)
    assert len(match.plies) == 1
    close_controller(open_controller(match.game, "random"))


def test_a_forfeit_gives_its_reason() -> None:
    match = new_match("zickzack")
    match.forfeit(1, "engine `x`: it exited unexpectedly")
    assert match.result and match.result.winners == (2,)
    assert match.result.reason == "engine `x`: it exited unexpectedly"
