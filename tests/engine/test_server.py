"""The server: it answers while it searches, and plays whole games over pipes."""

from __future__ import annotations

import gc
import io
import subprocess
import sys
import time
from collections.abc import Iterator

import pytest

from tabletop.bots.bot import AnyObservation, SearchInfo
from tabletop.bots.limit import Limit
from tabletop.bots.random import RandomBot
from tabletop.engine.protocol import UgiProtocol
from tabletop.engine.server import Server
from tabletop.games import load
from tests.engine.ugi_runner import Engine, play
from tests.helpers import GAMES, ROOT, SHIPPED_GAMES, is_short

BOARD_GAMES = [name for name in GAMES if load(name).kind == "board"]
REGISTERED_BY_TESTS = "import tests.helpers; from tabletop.cli.main import main; main()"
"""The command line, in a process that knows all of GAMES."""


def test_an_infinite_search_waits_for_stop() -> None:
    printed: list[str] = []

    def lines() -> Iterator[str]:
        yield "go infinite"
        time.sleep(0.3)
        assert not any(line.startswith("bestmove") for line in printed)
        yield "stop"
        assert printed[-1].startswith("bestmove")

    Server(UgiProtocol(load("zickzack"), "random"), printed.append).run(lines())
    assert sum(line.startswith("bestmove") for line in printed) == 1


def test_the_loop_answers_and_searches_until_quit() -> None:
    printed: list[str] = []
    text = "isready\nposition startpos moves 7c\ngo nodes 10\nstop\nquery turn\nquit\nisready\n"
    Server(UgiProtocol(load("zickzack"), "random"), printed.append).run(io.StringIO(text))
    assert printed[0] == "readyok"
    assert sum(line.startswith("bestmove ") for line in printed) == 1
    assert printed[-1] == "response 2"


def printed_by(game: str, bot: str, *lines: str) -> list[str]:
    """What a server prints for these lines; each search ends before the next line."""
    printed: list[str] = []
    server = Server(UgiProtocol(load(game), bot), printed.append)

    def wait_for_searches() -> Iterator[str]:
        for line in lines:
            yield line
            if server._thread:
                server._thread.join(60)

    server.run(wait_for_searches())
    return printed


def depths_in(printed: list[str]) -> set[int]:
    return {int(line.split()[2]) for line in printed if line.startswith("info depth ")}


@pytest.mark.parametrize("game", ["zickzack", "fem", "taktori"])
def test_a_depth_keeps_the_bot(game: str) -> None:
    """It is an exact depth, whatever the bot's usual limit; a bot without one says so, and moves as usual."""
    assert max(depths_in(printed_by(game, "hard", "go depth 2"))) == 2
    assert max(depths_in(printed_by(game, "alphabeta:depth=1", "go depth 2"))) == 2
    printed = printed_by(game, "mcts:iterations=3", "go depth 2")
    assert printed[0] == "info string bot mcts:iterations=3,c=" + printed[0].partition("c=")[2]
    assert "has no depth" in printed[0] and depths_in(printed) == set()
    assert " nodes 3 " in printed[-2] and printed[-1].startswith("bestmove ")


def test_without_a_limit_the_bot_has_its_usual_one() -> None:
    assert " nodes 7 " in printed_by("fem", "mcts:iterations=7", "go")[-2]
    assert " nodes 5 " in printed_by("fem", "mcts:iterations=7", "go nodes 5")[-2]


def test_a_bot_that_fails_gives_no_move(monkeypatch: pytest.MonkeyPatch) -> None:
    """But an answer, and the next search works."""
    monkeypatch.setattr(RandomBot, "think", lambda *_: 1 / 0)
    lines = ["isready", "go nodes 5", "setoption name bot value easy", "go nodes 5"]
    assert printed_by("zickzack", "random", *lines)[:3] == [
        "readyok",
        "info string error: division by zero",
        "bestmove 0000",
    ]
    assert printed_by("zickzack", "random", *lines)[-1] != "bestmove 0000"


def test_a_search_under_way_ends_before_the_next_answer() -> None:
    """So that two moves never change places."""
    printed: list[str] = []
    lines = ["go infinite", "position startpos moves a1", "go infinite", "stop"]
    protocol = UgiProtocol(load("fem"), "random")
    protocol.reply("setoption name max-turns value 1")
    Server(protocol, printed.append).run(lines)
    assert [line.split()[0] for line in printed if not line.startswith("info nodes")] == [
        "bestmove",
        "info",
        "bestmove",
    ]
    assert printed[-1] == "bestmove 0000"


def test_the_bot_gets_ready_once_for_every_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """What takes long at the first search is done before `readyok`; nothing is searched for that."""
    asked: list[int | None] = []
    think = RandomBot.think

    def count(bot: RandomBot, observation: AnyObservation, limit: Limit) -> SearchInfo:
        asked.append(limit.nodes)
        return think(bot, observation, limit)

    monkeypatch.setattr(RandomBot, "think", count)
    printed = printed_by("taktori", "random", "isready", "isready", "setoption name players value 3", "isready")
    assert (printed, asked) == (["readyok"] * 3, [1, 1])
    assert printed_by("mikado", "random", "isready") == ["readyok"], "no player is to move yet"


def test_garbage_is_collected_again_after_a_search() -> None:
    """It is not while the bot has little time, since that can take longer than a move may be late."""
    enabled: list[bool] = []

    def write(line: str) -> None:
        enabled.append(gc.isenabled())

    for go in ("go nodes 5", "go infinite"):
        Server(UgiProtocol(load("zickzack"), "random"), write).run([go])
        assert gc.isenabled()
    assert enabled == [False, False, True, True]


def test_an_engine_needs_nothing_that_pypy_lacks() -> None:
    code = "import gc\ndel gc.freeze, gc.unfreeze, gc.set_threshold\n"
    code += "from tabletop.cli.main import main\nmain(['zickzack', 'engine'])"
    done = subprocess.run(
        [sys.executable, "-c", code], input="go nodes 5\n", capture_output=True, text=True, cwd=ROOT, check=True
    )
    assert done.stdout.splitlines()[-1].startswith("bestmove ")


@pytest.mark.slow
@pytest.mark.parametrize("name", BOARD_GAMES)
def test_two_engines_play_whole_games_over_pipes(name: str) -> None:
    program = ["-m", "tabletop"] if name in SHIPPED_GAMES else ["-c", REGISTERED_BY_TESTS]
    command = [sys.executable, *program, name, "engine", "--bot", "random"]
    shortest = {option.name: "60" for option in load(name).options if option.name == "max-turns"}
    engines = [Engine(command, {"seed": str(seed), **shortest}) for seed in (1, 2)]
    result, moves = play(engines[0], engines[1], "go nodes 10")
    assert result in ("p1win", "p2win", "draw")
    assert moves and (len(moves) > 5 or is_short(name))
    assert [engine.quit() for engine in engines] == [0, 0]
