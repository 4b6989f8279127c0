"""The protocol: queries, options, limits, move lists, and nonsense that changes nothing."""

from __future__ import annotations

import pytest

from tabletop.engine.protocol import Go, UgiProtocol, move_word, play_move_word
from tabletop.games import load
from tabletop.match import Match
from tests.helpers import GAMES, random_match


def answers(protocol: UgiProtocol, *lines: str) -> list[str]:
    return [text for line in lines for text in protocol.reply(line).lines]


@pytest.mark.parametrize("name", GAMES)
def test_ugi_is_answered_with_the_options_of_the_game(name: str) -> None:
    game = load(name)
    lines = answers(UgiProtocol(game, "random"), "ugi")
    assert lines[0].startswith(f"id name tabletop {name}")
    assert lines[-1] == "ugiok"
    for option in game.options:
        assert any(line.startswith(f"option name {option.name} type ") for line in lines)


def test_queries_tell_about_the_position() -> None:
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
    copy = UgiProtocol(load("zickzack"), "random")
    copy.reply("position fen " + fen.removeprefix("response "))
    assert answers(copy, "query fen") == [fen]
    (legal,) = answers(copy, "query legal")
    assert "4a" in legal.split() and "3a" not in legal.split()


def test_query_why_names_the_rule() -> None:
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
        "setoption name model value steady",
        "setoption name move-overhead value -1",
        "setoption name move-overhead value 10001",
        "setoption name bot value nobody",
        "setoption name seed value x",
        "query",
        "query nonsense",
        "query why plonk",
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
        ("go", Go()),
        ("go nodes 50", Go(nodes=50)),
        ("go movetime 1500", Go(seconds=1.455)),
        ("go movetime 1500 nodes 50 depth 3", Go(50, 1.455, 3)),
        ("go depth 3", Go(depth=3)),
        ("go infinite", Go(infinite=True)),
        ("go infinite depth 3 movetime 5", Go(depth=3, infinite=True)),
        ("go p1time 30000 p2time 1000 p1inc 1000 p2inc 0", Go(seconds=1.8)),
        ("go p1time 300 p2time 1000 p1inc 1000", Go(seconds=0.24)),
        ("go p1time -20 p2time 1000 p1inc 50 p2inc 50", Go(seconds=0.0)),
        ("go p2time 1000", Go()),
    ],
)
def test_go_sets_the_limits_of_a_search(line: str, go: Go) -> None:
    protocol = UgiProtocol(load("zickzack"), "random")
    protocol.reply("setoption name move-overhead value 0")
    reply = protocol.reply(line)
    assert reply.go == go and not reply.lines


@pytest.mark.parametrize(
    ("line", "go"),
    [
        ("go nodes", Go()),
        ("go nodes many", Go()),
        ("go nodes 0 movetime 1000", Go(seconds=0.94)),
        ("go nodes \u00b2", Go()),
        (f"go nodes {'9' * 5000}", Go()),
        ("go depth 0", Go()),
        ("go wtime 1000 btime 1000 nodes 7", Go(nodes=7)),
        ("go p0time 5 nodes 7", Go(nodes=7)),
    ],
)
def test_what_makes_no_sense_in_go_is_ignored(line: str, go: Go) -> None:
    """Whoever sent it waits for a move."""
    reply = UgiProtocol(load("zickzack"), "random").reply(line)
    assert reply.go == go
    (answer,) = reply.lines
    assert answer.startswith("info string `go`: ignored '") and len(answer) < 150


def test_every_move_has_a_reserve() -> None:
    """Less than none is not left."""
    protocol = UgiProtocol(load("zickzack"), "random")
    assert "option name move-overhead type spin default 15 min 0 max 10000" in answers(protocol, "ugi")
    assert protocol.reply("go movetime 1015").go == Go(seconds=0.955)
    assert protocol.reply("go movetime 95").go == Go(seconds=0.04)
    assert protocol.reply("go p1time 3015 p1inc 0").go == Go(seconds=0.1)
    assert protocol.reply("go movetime 10").go == Go(seconds=0.0)
    protocol.reply("setoption name move-overhead value 40")
    assert protocol.reply("go movetime 100").go == Go(seconds=0.03)


@pytest.mark.parametrize("line", ["setoption name nonsense value 1", "setoption name Hash value 128"])
def test_an_unknown_option_is_no_error(line: str) -> None:
    (answer,) = answers(UgiProtocol(load("zickzack"), "random"), line)
    assert answer == f"info string unknown option {line.split()[2].lower()!r} is ignored"


def seeds_of_games(*lines: str, games: int = 5) -> list[int]:
    """The bot's seeds in this many new games after these lines."""
    protocol = UgiProtocol(load("zickzack"), "random")
    answers(protocol, *lines)
    seeds = []
    for _ in range(games):
        protocol.reply("uginewgame")
        protocol.reply("position startpos moves 7c")
        seeds.append(protocol.bot_seed)
    return seeds


def test_every_new_game_has_a_new_seed() -> None:
    assert len({*seeds_of_games(), *seeds_of_games()}) == 10


def test_a_seed_gives_a_fixed_sequence_of_games() -> None:
    """A program that sets the option to its default gets random games again."""
    first = seeds_of_games("setoption name seed value 7")
    assert len(set(first)) == 5
    assert seeds_of_games("uginewgame", "setoption name seed value 7") == first
    assert not set(seeds_of_games("setoption name seed value 8")) & set(first)
    random = ["setoption name seed value 7", "setoption name seed value -1"]
    assert seeds_of_games(*random) != seeds_of_games(*random)
    assert answers(UgiProtocol(load("zickzack"), "random"), "setoption name seed value -2")[0].startswith("info string")


def test_who_begins_is_an_option_where_there_are_no_positions() -> None:
    protocol = UgiProtocol(load("mikado"), "random")
    answers(protocol, "setoption name players value 3", "setoption name first value 3")
    assert protocol.match.setup.first == 3
    for value in ("4", "0", "x"):
        (answer,) = answers(protocol, f"setoption name first value {value}")
        assert answer.startswith("info string error") and protocol.match.setup.first == 3
    assert not any(" first " in line for line in answers(UgiProtocol(load("zickzack"), "random"), "ugi"))


def test_nobody_is_to_move_after_the_end() -> None:
    protocol = UgiProtocol(load("fem"), "random")
    answers(protocol, "setoption name max-turns value 1", "position startpos moves a1")
    assert answers(protocol, "query gameover", "query turn") == ["response true", "response none"]


def test_where_nobody_can_move_the_answer_is_no_move() -> None:
    protocol = UgiProtocol(load("mikado"), "random")
    assert answers(protocol, "go nodes 5") == [
        "info string the outcome of the last move is missing",
        "bestmove 0000",
    ]
    protocol = UgiProtocol(load("fem"), "random")
    answers(protocol, "setoption name max-turns value 1", "position startpos moves a1")
    assert answers(protocol, "go infinite") == ["info string the game is over", "bestmove 0000"]


@pytest.mark.parametrize("name", GAMES)
def test_whole_games_pass_through_a_move_list(name: str) -> None:
    match = random_match(name, 4, 30)
    words = [move_word(match.game, ply) for ply in match.plies]
    assert all(" " not in word for word in words)
    replayed = Match(match.game, match.setup)
    for word in words:
        play_move_word(replayed, word)
    assert [ply.move for ply in replayed.plies] == [ply.move for ply in match.plies]
