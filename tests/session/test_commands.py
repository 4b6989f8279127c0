"""The commands of a session."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tabletop.session.commands import COMMANDS
from tabletop.session.session import Session
from tests.helpers import GAMES
from tests.session.helpers import answer, any_move, moves_played, new_session, play_bots


def test_german_words_do_the_same() -> None:
    session = new_session("zickzack", "human", "human")
    assert "green: place 3 on 7c-7e" in answer(session, "setze drei auf 7c")
    for german, english in [("hilfe", "help"), ("züge 3a", "moves 3a"), ("regeln Z4", "rules Z4"), ("stand", "score")]:
        assert session.submit(german) == session.submit(english)
    assert answer(session, "zurück").startswith("Taken back: green: place 3")
    assert answer(session, "vor").startswith("Redone: green: place 3")
    assert session.submit("ende").quits


def test_every_command_has_a_german_word_and_words_are_unique() -> None:
    words = [word for command in COMMANDS for word in command.words]
    assert len(words) == len(set(words))
    assert all(len(command.words) > 1 for command in COMMANDS)
    assert all(word == word.lower() for word in words)


def test_commands_that_take_nothing_say_so() -> None:
    assert "takes no argument" in answer(new_session("zickzack"), "undo 3")
    assert "no command `foo`" in answer(new_session("zickzack"), ":foo")


def test_a_colon_makes_a_command() -> None:
    assert new_session("zickzack").submit(":help").kind == "page"
    assert new_session("zickzack").submit(": quit").quits


def test_moves_are_listed_and_filtered() -> None:
    session = new_session("zickzack")
    lines = session.submit("moves 3a").lines
    assert lines[0] == "3 legal moves with 3a:"
    assert "place 2 on 3a-3b" in lines[1]
    assert answer(session, "moves").startswith("160 legal moves:")
    assert "No legal move mentions 9z" in answer(session, "moves 9z")


def test_why_shows_the_rule() -> None:
    session = new_session("zickzack")
    reply = session.submit("why place 3 on 3b")
    assert reply.kind == "page" and "rule Z3" in reply.lines[0]
    assert any(line.startswith("Z3") for line in reply.lines)
    assert "`place 3 on 3a-3c` is legal" in answer(session, "why 3a-3c")
    session.submit("place 3 on 3b")
    assert session.submit("why").lines == reply.lines
    assert session.submit("why place").kind == "refusal"


def test_why_alone_gives_a_bot_s_reason() -> None:
    session = new_session("zickzack")
    assert session.submit("why").kind == "refusal"
    session.submit("3a")
    play_bots(session)
    assert "a random move" in answer(session, "why")


def test_last_tells_what_happened() -> None:
    session = new_session("zickzack")
    assert session.submit("last").kind == "refusal"
    session.submit("3a")
    play_bots(session)
    lines = session.submit("zuletzt").lines
    assert lines[0] == "anna: place 1 on 3a." and lines[1].startswith("blue: place ")


def test_odds_come_from_the_game_s_command() -> None:
    assert "no chance" in answer(new_session("zickzack"), "odds")
    reply = new_session("mikado").submit("odds")
    assert reply.kind == "page" and len(reply.lines) > 5


def test_save_and_load(tmp_path: Path) -> None:
    session = new_session("zickzack", "anna=human", "bo=human")
    session.submit("3a")
    file = tmp_path / "my game.moves"
    assert f"Saved in {file}" in answer(session, f"save {file}")
    session.submit("3b")
    assert session.submit(f"save {file}").kind == "news"
    other = new_session("zickzack")
    assert "already exists; `save over" in answer(other, f"save {file}")
    assert other.submit(f"load {file}").kind == "news"
    assert moves_played(other.match) == ["place 1 on 3a", "place 1 on 3b"]
    assert [seat.name for seat in other.seating.seats] == ["anna", "bo"] and not other.bots
    assert other.submit(f"save over {file}").kind == "news"
    assert "Cannot write" in answer(other, f"save {tmp_path}/no/where.moves")
    assert "cannot be read" in answer(other, f"load {tmp_path}/nothing.moves")
    assert session.submit("save").kind == session.submit("load").kind == "refusal"


def test_a_sentence_does_not_rename_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    session = new_session("zickzack", "human", "human")
    session.submit("3a")
    assert answer(session, "save tiny/g.moves") == "Cannot write tiny/g.moves: No such file or directory."
    session.submit("save one.moves")
    assert answer(session, "load one.moves 2") == "one.moves has only 1 game; `load one.moves 1` loads the first."
    assert answer(session, "load tiny/g.moves").startswith("tiny/g.moves")


def test_load_takes_one_of_several_games(tmp_path: Path) -> None:
    file = tmp_path / "two.moves"
    file.write_text("Game: zickzack\n\n3a\n\nGame: zickzack\nPlayers: x y\n\n3b\n3c\n")
    session = new_session("zickzack")
    assert "game 1 of 2" in answer(session, f"load {file}")
    assert session.bots, "a file without seats leaves who sits where"
    session.submit(f"load {file} 2")
    assert moves_played(session.match) == ["place 1 on 3b", "place 1 on 3c"]
    assert "has only 2 games" in answer(session, f"load {file} 3")
    assert "cannot be read" in answer(session, f"load {file} \u00b2")


def test_unknown_headers_are_written_back(tmp_path: Path) -> None:
    file = tmp_path / "evening.moves"
    file.write_text("Game: zickzack\nEvent: Thursday evening\nGames: 1 3\nWins: 1 0\nPoints: 20 10\n\n3a\n")
    session = new_session("zickzack")
    session.submit(f"load {file}")
    session.submit(f"save over {file}")
    saved = file.read_text()
    assert saved.count("Event: Thursday evening\n") == 1
    assert "Wins:" not in saved, "a file without seats says nothing of a series"


def test_load_may_bring_another_game(tmp_path: Path) -> None:
    file = tmp_path / "mikado.moves"
    file.write_text("Game: mikado\nPlayers: x y\nSeed: 3\n\npull r7\n")
    session = new_session("zickzack")
    assert session.submit(f"load {file}").kind == "news"
    assert session.game.name == "mikado" and not session.bots
    assert session.autosave.slot.path.name.startswith("mikado-")


def test_a_broken_file_changes_nothing(tmp_path: Path) -> None:
    file = tmp_path / "bad.moves"
    file.write_text("Game: zickzack\n\n3a\n3a\n")
    session = new_session("zickzack")
    session.submit("7c")
    before = session.match
    assert "bad.moves:4" in answer(session, f"load {file}")
    assert session.match is before


def _fresh(session: Session) -> None:
    assert session.phase == "human"


def _bot_to_move(session: Session) -> None:
    while session.phase == "human":
        session.submit(any_move(session))
    assert session.phase == "bot"


def _under_way(session: Session) -> None:
    _bot_to_move(session)
    play_bots(session)
    assert session.phase == "human"


def _over(session: Session) -> None:
    _under_way(session)
    session.submit("resign")
    assert session.phase == "over"


STAGES = [_fresh, _bot_to_move, _under_way, _over]


def examples(takes: str, folder: Path, saved: Path) -> list[str]:
    """Arguments for a command that takes this: fitting ones, and words and numbers of any kind."""
    if not takes:
        return ["", "x9"]
    if "FILE" in takes:
        return ["", f"{folder / 'new.moves'}", f"{saved}", f"{saved} 1", f"{saved} 9", f"over {folder / 'old.moves'}"]
    return ["", "x9", "e5", "r7", "1", "-1", "help", "board", "no such thing", "%"]


@pytest.mark.parametrize(
    ("name", "stage"),
    [
        pytest.param(name, stage, marks=() if name == "zickzack" or stage is _under_way else pytest.mark.slow)
        for name in GAMES
        for stage in STAGES
    ],
    ids=lambda value: value if isinstance(value, str) else value.__name__.strip("_"),
)
def test_every_command_answers_at_every_stage(name: str, stage: Callable[[Session], None], tmp_path: Path) -> None:
    """Whatever its argument: something is said, done or drawn, and a refusal changes nothing."""
    file = tmp_path / "saved.moves"
    session = new_session(name)
    stage(session)
    saved = session.record()
    for command in COMMANDS:
        for argument in examples(command.takes, tmp_path, file):
            file.write_text(saved, "utf-8")
            before = session.record()
            line = f":{command.name} {argument}"
            reply = session.submit(line)
            assert reply.lines or reply.history or reply.wants_board or reply.quits, line
            assert all(text == text.rstrip() and "\n" not in text for text in reply.lines), line
            if argument and not command.takes:
                assert reply.kind == "refusal" and "takes no argument" in reply.lines[0], line
            if reply.kind == "refusal":
                assert not (reply.history or reply.quits), line
            if reply.kind in ("refusal", "page", "quiet"):
                assert session.record() == before, line
            assert session.submit(":score").lines, line
            if session.record() != saved:
                session = new_session(name)
                stage(session)
                assert session.record() == saved


def test_flip_turns_the_board_round_where_the_game_can() -> None:
    session = new_session("taktori", "human", "human")
    assert not session.view().turned
    session.submit("flip")
    assert session.view().turned
    session.submit("drehe")
    assert not session.view().turned
    assert session.submit("place on e5").kind == "news"
    assert new_session("zickzack").submit("flip").kind == "refusal"


@pytest.mark.parametrize("name", ["taktori", "fem", "zickzack", "takami", "mikado"])
def test_help_explains_the_board(name: str) -> None:
    session = new_session(name)
    legend = session.submit("help board")
    assert legend.kind == "page" and len(legend.lines) >= 4
    assert session.submit("hilfe brett").lines == legend.lines
    assert {*legend.lines} <= {*session.submit("help").lines}


def test_why_answers_for_the_bot_once_legal_turns_came_after_a_refusal() -> None:
    session = new_session("zickzack")
    session.submit("place 1 on 3a")
    play_bots(session)
    session.submit("place 1 on 3a")
    assert "rule Z3" in session.submit("why").title
    session.submit("place 1 on 3b")
    play_bots(session)
    assert "a random move" in answer(session, "why")


@pytest.mark.parametrize(
    ("line", "command"),
    [("udno", "undo"), ("hnit", "hint"), ("hilf", "hilfe"), ("sav game.moves", "save"), ("qiut", "quit")],
)
def test_a_mistyped_command_is_suggested(line: str, command: str) -> None:
    assert f"did you mean `{command}`?" in answer(new_session("taktori"), line)


@pytest.mark.parametrize("line", ["plce on e5", "e55", "mov e5 to e6", "undo e5 e6 e7", "xyzzy"])
def test_a_mistyped_move_is_no_command(line: str) -> None:
    assert "no command" not in answer(new_session("taktori"), line)
