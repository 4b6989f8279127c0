"""The server: it answers while it searches, and plays whole games over pipes."""

from __future__ import annotations

import io
import sys
import time
from collections.abc import Iterator

import pytest

from tabletop.engine.protocol import UgiProtocol
from tabletop.engine.server import Server
from tabletop.games import load
from tests.engine.ugi_runner import Engine, play
from tests.helpers import GAMES, SHIPPED_GAMES, is_short

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
