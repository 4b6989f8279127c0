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
from tests.helpers import GAMES

BOARD_GAMES = [name for name in GAMES if load(name).kind == "board"]


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
    command = [sys.executable, "-m", "tabletop", name, "engine", "--bot", "random"]
    engines = [
        Engine(command, {"seed": str(seed), **({"max-turns": "60"} if name != "zickzack" else {})}) for seed in (1, 2)
    ]
    result, moves = play(engines[0], engines[1], "go nodes 10")
    assert result in ("p1win", "p2win", "draw")
    assert len(moves) > 5
    assert [engine.quit() for engine in engines] == [0, 0]
