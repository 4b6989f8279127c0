"""UGI: the pure protocol, the loop, and whole games over pipes."""

from __future__ import annotations

import io
import sys
import time
from collections.abc import Iterator

import pytest

from tabletop.engine.protocol import Go, UgiProtocol, move_word, play_move_word
from tabletop.engine.server import Server
from tabletop.games import load
from tabletop.match import Match
from tests.engine.ugi_runner import Engine, play
from tests.helpers import GAMES, random_match

BOARD_GAMES = [name for name in GAMES if load(name).kind == "board"]


def answers(protocol: UgiProtocol, *lines: str) -> list[str]:
    return [text for line in lines for text in protocol.reply(line).lines]


@pytest.mark.parametrize("name", GAMES)
def test_introduces_itself_with_the_games_options(name: str) -> None:
    game = load(name)
    lines = answers(UgiProtocol(game, "random"), "ugi")
    assert lines[0].startswith(f"id name tabletop {name}")
    assert lines[-1] == "ugiok"
    for option in game.options:
        assert any(line.startswith(f"option name {option.name} type ") for line in lines)


def test_queries_about_a_position() -> None:
    protocol = UgiProtocol(load("zickzack"), "random")
    protocol.reply("position startpos moves 7c-7e 3a-3c")
    assert answers(protocol, "query turn", "query p1turn", "query gameover", "query result", "query players") == [
        "response 2",
        "response false",
        "response false",
        "response none",
        "response 2",
    ]
    assert answers(protocol, "query score") == ["response 0 3"]
    (fen,) = answers(protocol, "query fen")
    again = UgiProtocol(load("zickzack"), "random")
    again.reply("position fen " + fen.removeprefix("response "))
    assert answers(again, "query fen") == [fen]
    (legal,) = answers(again, "query legal")
    assert "4a" in legal.split() and "3a" not in legal.split()


def test_why_tells_the_rule() -> None:
    protocol = UgiProtocol(load("zickzack"), "random")
    assert answers(protocol, "query why 7a") == ["response legal"]
    (reason,) = answers(protocol, "query why 7z")
    assert "rule Z3" in reason


@pytest.mark.parametrize(
    "line",
    [
        "position",
        "position fen",
        "position fen nonsense",
        "position startpos moves 7c 7c",
        "setoption board classic",
        "setoption name nonsense value 1",
        "setoption name bot value nobody",
        "setoption name seed value x",
        "query",
        "query nonsense",
        "query why plonk",
        "go nodes",
        "go nodes many",
        "go nodes \u00b2",
        f"go nodes {'9' * 5000}",
        "go depth 0",
        "setoption name seed value \u00b2",
        "setoption name players value \u00b2",
        "setoption name bot value mcts:nonsense=1",
        "xyzzy",
    ],
)
def test_nonsense_is_answered_and_changes_nothing(line: str) -> None:
    protocol = UgiProtocol(load("zickzack"), "random")
    protocol.reply("position startpos moves 7c")
    before = answers(protocol, "query fen")
    (answer,) = answers(protocol, line)
    assert answer.startswith("info string")
    assert answers(protocol, "query fen") == before


def test_options_change_the_game() -> None:
    protocol = UgiProtocol(load("taktori"), "random")
    assert answers(protocol, "setoption name players value 3", "query players") == ["response 3"]
    assert answers(protocol, "setoption name ousting value true", "setoption name centre value 7")[0].startswith("info")
    assert protocol.match.setup.options["ousting"] is True


@pytest.mark.parametrize(
    ("line", "go"),
    [
        ("go nodes 50", Go(nodes=50)),
        ("go movetime 1500", Go(seconds=1.5)),
        ("go depth 3", Go(depth=3)),
        ("go infinite", Go()),
        ("go p1time 30000 p2time 1000 p1inc 1000 p2inc 0", Go(seconds=1.8)),
        ("go p1time 300 p2time 1000 p1inc 1000", Go(seconds=0.24)),
    ],
)
def test_limits_of_a_thought(line: str, go: Go) -> None:
    assert UgiProtocol(load("zickzack"), "random").reply(line).go == go


def test_who_begins_is_an_option_where_there_are_no_positions() -> None:
    protocol = UgiProtocol(load("mikado"), "random")
    answers(protocol, "setoption name players value 3", "setoption name first value 3")
    assert protocol.match.setup.first == 3
    for value in ("4", "0", "x"):
        (answer,) = answers(protocol, f"setoption name first value {value}")
        assert answer.startswith("info string error") and protocol.match.setup.first == 3
    assert not any(" first " in line for line in answers(UgiProtocol(load("zickzack"), "random"), "ugi"))


def test_nobodys_turn_after_the_end() -> None:
    protocol = UgiProtocol(load("fem"), "random")
    answers(protocol, "setoption name max-turns value 1", "position startpos moves a1")
    assert answers(protocol, "query gameover", "query turn") == ["response true", "response none"]


def test_a_thought_without_limits_waits_for_stop() -> None:
    said: list[str] = []

    def lines() -> Iterator[str]:
        yield "go infinite"
        time.sleep(0.3)
        assert not any(line.startswith("bestmove") for line in said)
        yield "stop"
        assert said[-1].startswith("bestmove")

    Server(UgiProtocol(load("zickzack"), "random"), said.append).run(lines())
    assert sum(line.startswith("bestmove") for line in said) == 1


def test_no_thinking_after_the_end_or_before_the_set_up() -> None:
    protocol = UgiProtocol(load("mikado"), "random")
    assert answers(protocol, "go nodes 5")[0].startswith("info string error")


@pytest.mark.parametrize("name", GAMES)
def test_whole_games_pass_through_a_move_list(name: str) -> None:
    match = random_match(name, 4, 30)
    words = [move_word(match.game, ply) for ply in match.plies]
    assert all(" " not in word for word in words)
    again = Match(match.game, match.setup)
    for word in words:
        play_move_word(again, word)
    assert [ply.move for ply in again.plies] == [ply.move for ply in match.plies]


def test_the_loop_answers_and_thinks() -> None:
    said: list[str] = []
    text = "isready\nposition startpos moves 7c\ngo nodes 10\nstop\nquery turn\nquit\nisready\n"
    Server(UgiProtocol(load("zickzack"), "random"), said.append).run(io.StringIO(text))
    assert said[0] == "readyok"
    assert sum(line.startswith("bestmove ") for line in said) == 1
    assert said[-1] == "response 2"


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
