"""Nim, which has no bots, lesson, sentences, positions, scores or models, in every command of the program."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tabletop.cli import menu as cli_menu
from tabletop.games import load
from tabletop.saves import SavedGames
from tabletop.session.session import Session
from tabletop.session.tui import menu
from tests.helpers import tabletop

BOARD = "a  o o o\nb  o o o o\nc  o o o o o\n"
GAME = "Game: nim\n1. take 2 from b\n2. take 2 from c\n"


@pytest.mark.parametrize(
    ("args", "output"),
    [
        (["show"], BOARD),
        (["show", "--option", "heaps=1"], "a  o o o\n"),
        (["moves", "--count"], "12\n"),
        (["moves", "--limit", "2", "--compact"], "a1\na2\n"),
        (["check", "nimm 3 von A"], "legal: take 3 from a\n"),
        (["score"], "first to move.\n"),
        (["perft", "--depth", "2"], "113\n"),
        (["rules", "N3"], "Play\n\nN3  The player who takes the last stone wins.\n"),
        (["hint", "--bot", "random"], "take 2 from b: a random move\n"),
    ],
)
def test_commands_print(args: list[str], output: str) -> None:
    done = tabletop("nim", *args)
    assert (done.returncode, done.stdout, done.stderr) == (0, output, "")


@pytest.mark.parametrize(
    ("code", "args", "message"),
    [
        (3, ["nim", "check", "c6"], "illegal (rule N2): heap c has only 5 stones"),
        (2, ["nim", "hint"], "tabletop: Nim has no bot that can judge moves\n"),
        (2, ["nim", "hint", "--bot", "hard"], "tabletop: Nim has no bot 'hard'; its only bot is random\n"),
        (2, ["nim", "play", "--seat", "human", "--seat", "hard"], "Nim has no bot 'hard'; its only bot is random"),
        (2, ["nim", "model", "list"], "No such command 'model'."),
        (2, ["nim", "odds"], "No such command 'odds'."),
        (2, ["nim", "show", "--position", "x"], "No such option '--position'"),
        (2, ["learn", "nim"], "there is no lesson for Nim yet; `tabletop nim rules` explains the game"),
    ],
)
def test_what_the_game_does_not_have_is_refused_in_a_sentence(code: int, args: list[str], message: str) -> None:
    done = tabletop(*args)
    assert (done.returncode, done.stdout) == (code, "")
    assert message in done.stderr


def test_a_file_is_run_but_not_analyzed_without_a_bot_that_judges(tmp_path: Path) -> None:
    path = tmp_path / "game.moves"
    path.write_text(GAME)
    assert tabletop("run", "--quiet", str(path)).stdout == f"{path}: Nim, 2 moves. first to move.\n"
    assert tabletop("nim", "run", str(path)).returncode == tabletop("verify", str(path)).returncode == 0
    refused = tabletop("analyze", str(path))
    assert (refused.returncode, refused.stderr) == (2, "tabletop: Nim has no bot that can judge moves\n")
    assert tabletop("analyze", str(path), "--bot", "random").stdout.startswith("  1. first: take 2 from b\n")


def test_a_game_is_played_saved_and_resumed(tmp_path: Path) -> None:
    path = tmp_path / "game.moves"
    lines = ["hint", "odds", "scan b", "c6", "b2", "undo", "b2", "scan", "scan b", f"save {path}", "quit"]
    done = tabletop("nim", "play", "--seed", "1", stdin="\n".join(lines) + "\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(f"Nim.\nfirst is a person.\nsecond is the bot random.\n{BOARD}first> hint\n")
    for line in (
        "Nim has no bot that can judge moves.",
        "No move so far mentions b.",
        "first: take 2 from b.",
        "b  o o",
        "b was last mentioned in move 1, by first: take 2 from b.",
    ):
        assert line in done.stdout.splitlines()
    assert tabletop("run", "--quiet", str(path)).returncode == 0
    (saved,) = SavedGames().saved()
    resumed = tabletop("resume", saved.path.stem, stdin="score\nquit\n")
    assert resumed.returncode == 0 and "first> score\nfirst to move.\n" in resumed.stdout


def test_a_level_for_all_games_holds_where_there_are_levels() -> None:
    assert tabletop("config", "set", "level", "hard").returncode == 0
    assert "second is the bot random." in tabletop("nim", "play", "--plain", stdin="quit\n").stdout
    assert "blue is the bot hard." in tabletop("fem", "play", "--plain", stdin="quit\n").stdout


def test_bots_play_a_match_and_show_up_in_the_list_of_games() -> None:
    match = json.loads(
        tabletop("nim", "match", "--seat", "random", "--seat", "random", "--games", "4", "--seed", "1", "--json").stdout
    )
    assert match["games"] == 4
    assert re.search(r"^nim +2 +board +heaps=1\|2", tabletop("games").stdout, re.MULTILINE)


def test_the_engine_speaks_without_positions() -> None:
    lines = ["ugi", "position startpos moves b2 a3", "query turn", "query score", "query fen", "go nodes 5", "quit"]
    done = tabletop("nim", "engine", stdin="\n".join(lines) + "\n")
    answers = done.stdout.splitlines()
    assert "option name bot type combo default random var random" in answers
    assert "option name first type spin default 1 min 1 max 2" in answers
    assert [line for line in answers if line.startswith("response")] == ["response 1", "response none", "response none"]
    assert sum(line.startswith("bestmove ") for line in answers) == 1


@pytest.mark.parametrize(
    ("words", "offers"),
    [
        ("nim show --option he", [f"heaps={number}" for number in range(1, 9)]),
        ("nim play --seat ra", ["random"]),
        ("nim rules N", ["N1", "N2", "N3"]),
        ("learn ni", ["nim"]),
        ("config set nim.pl", ["nim.players"]),
    ],
)
def test_the_shell_completes(words: str, offers: list[str]) -> None:
    words = f"tabletop {words}"
    count = str(len(words.split()) - 1)
    done = tabletop(_TABLETOP_COMPLETE="bash_complete", COMP_WORDS=words.replace(" ", "\n"), COMP_CWORD=count)
    assert [line.partition(",")[2] for line in done.stdout.splitlines()] == offers


def test_the_menu_offers_the_bot_random_and_people(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[menu.Menu] = []
    sessions: list[Session] = []

    def choose(offered: menu.Menu, *_: object) -> int:
        shown.append(offered)
        labels = [choice.label for choice in offered.choices]
        return labels.index("nim") if "nim" in labels else offered.at

    def run_session(session: Session, *_: object) -> int:
        sessions.append(session)
        return 0

    monkeypatch.setattr(cli_menu, "can_redraw", lambda: True)
    monkeypatch.setattr(menu, "choose", choose)
    monkeypatch.setattr(cli_menu, "run_session", run_session)
    assert tabletop().returncode == 0
    assert [choice.label for choice in shown[1].choices] == ["random", "human"]
    (session,) = sessions
    assert session.game is load("nim")
    assert [seat.spec for seat in session.seating.seats] == ["human", "random"]
