"""A session in sentences."""

from __future__ import annotations

import re

import pytest

from tabletop.games import load
from tabletop.session.describe import example, greeting, introduction, notices, scan, status, where
from tabletop.session.screen import compose
from tabletop.session.session import Session
from tabletop.style import Style
from tests.helpers import GAMES
from tests.session.helpers import any_move, new_session, play_bots

GAMES_WITH_SENTENCES = [name for name in GAMES if load(name).sentences]


def lines_of(session: Session, line: str) -> list[str]:
    reply = session.submit(line)
    assert reply.kind in ("page", "news"), reply
    return list(reply.lines)


@pytest.mark.parametrize("name", GAMES_WITH_SENTENCES)
def test_everything_is_described_in_sentences(name: str) -> None:
    session = new_session(name)
    for _ in range(4):
        for line in [*introduction(session), *scan(session, ""), *status(session)]:
            assert line.endswith(".") and not line.endswith(".."), line
            assert "\n" not in line and "\x1b" not in line
        if session.phase == "human":
            session.submit(any_move(session))
            play_bots(session)


@pytest.mark.parametrize("name", GAMES_WITH_SENTENCES)
def test_every_place_and_piece_can_be_asked_for(name: str) -> None:
    session = new_session(name)
    sentences = session.game.sentences
    assert sentences is not None
    for place in sentences.places:
        assert session.submit(f"scan {place}").kind == "page"
        assert session.submit(f"where {place}").kind == "news"
    for piece in sentences.pieces:
        reply = session.submit(f"where {piece}")
        assert reply.kind == "news" or "there is no disc `@B3`" in reply.lines[0] or "nobody" in reply.lines[0], reply
    assert session.submit("scan the moon").kind == "refusal"
    assert session.submit("where the moon").kind == "refusal"


def test_zickzack_in_words() -> None:
    session = new_session("zickzack", "human", "human")
    session.submit("place 3 on 7c")
    session.submit("place 1 on 3b")
    assert lines_of(session, "scan 7") == ["Field 7, 7 points: green on 7c-7e; free: 7a, 7b, 7f, 7g."]
    assert lines_of(session, "lies feld 4") == ["Field 4, 4 points: all free."]
    assert lines_of(session, "scan 7d") == ["7d is covered by green's piece on 7c-7e."]
    assert lines_of(session, "scan 3b") == ["3b is covered by blue."]
    assert lines_of(session, "wo dreifach") == [
        "green, triple: on 7c-7e; 2 in hand.",
        "blue, triple: none laid; 3 in hand.",
    ]
    session.submit("place 1 on 3a")
    session.submit("place 1 on 3c")
    assert lines_of(session, "scan row 3") == ["Field 3, 3 points: blue on 3b; green on 3a; blue on 3c; won by blue."]


def test_zickzack_in_words_from_a_position() -> None:
    """A position string knows cells only; they are described as the pieces that cover them."""
    position = ".../..../...../....../..111../...2222./........./.......... -------- 5421/5430 1"
    session = new_session("zickzack", position=position)
    assert lines_of(session, "scan 7") == ["Field 7, 7 points: anna on 7c-7e; free: 7a, 7b, 7f, 7g."]
    assert lines_of(session, "scan 7d") == ["7d is covered by anna's piece on 7c-7e."]


def test_taktori_in_words() -> None:
    session = new_session("taktori", "anna=human", "bo=human")
    for line in ("place T3 on e5", "place on e5", "place on c3", "place T7 on a1"):
        assert session.submit(line).kind == "news"
    assert lines_of(session, "scan row 5") == [
        "Row 5.",
        "e5: bo on anna, height 2.",
        "Empty: a5, b5, c5, d5, f5, g5, h5, i5.",
    ]
    assert lines_of(session, "scan 9") == ["Row 9 is empty."]
    assert lines_of(session, "scan spalte c") == [
        "Column c.",
        "c3: anna, height 1.",
        "Empty: " + ", ".join(f"c{n}" for n in (1, 2, 4, 5, 6, 7, 8, 9)) + ".",
    ]
    assert lines_of(session, "scan e5") == ["e5: bo on anna, height 2."]
    assert lines_of(session, "where T3") == [
        "anna's T3 is on e5, level 1, with 1 tower above it.",
        "bo's T3 is in stock.",
    ]
    assert lines_of(session, "where blue T7") == ["bo's T7 is on a1, level 1, on top."]
    assert lines_of(session, "where e5") == ["e5: bo on anna, height 2."]
    assert lines_of(session, "wo bo T1") == ["bo's T1 is on e5, level 2, on top."]
    assert session.submit("where T17").kind == session.submit("where x T1").kind == "refusal"


def test_fem_in_words() -> None:
    session = new_session("fem", "human", "human")
    session.submit("place on c3")
    assert lines_of(session, "scan row 3") == ["Row 3.", "c3: red, height 1.", "Empty: a3, b3, d3, e3."]
    assert session.submit("scan row 6").kind == "refusal"


def test_mikado_in_words() -> None:
    session = new_session("mikado", "human", "human")
    (line,) = lines_of(session, "where r7")
    assert line.startswith("r7 (red, 3 points) is in the tray at ")
    cell = line.removesuffix(".").rsplit(" ", 1)[1]
    assert lines_of(session, f"scan {cell}") == [line] == lines_of(session, f"where @{cell}")
    assert f"r7 at {cell}" in lines_of(session, f"scan row {cell[1:]}")[0]
    assert "Red, 18 in the tray: r1 at " in lines_of(session, "scan rot")[0]
    session.submit("touch r7")
    assert re.search(r"; it felt \w+ in turn 1\.$", lines_of(session, "where r7")[0])
    session.submit("pull")
    assert lines_of(session, "where r7") == ["r7 (red, 3 points) has left the tray."]


def test_mikado_at_a_real_table_in_words() -> None:
    session = new_session("mikado", "human", "human", model="referee")
    assert lines_of(session, "scan red")[0].startswith("Red, 18 in the tray: r1, r2, ")
    assert lines_of(session, "where r7") == ["r7 (red, 3 points) is in the tray."]
    assert session.submit("scan row 5").kind == "refusal"


def test_takami_in_words() -> None:
    session = new_session("takami", "human", "human")
    assert lines_of(session, "scan layer 1")[0].startswith("Layer 1, 1 place: ")
    stick = lines_of(session, "scan 1.1")[0].split()[0]
    assert lines_of(session, f"where {stick}")[0].startswith(f"{stick} lies on 1.1 and rests on")


def test_a_game_without_sentences_is_described_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    from dataclasses import replace

    session = new_session("zickzack")
    session.match.game = replace(session.match.game, sentences=None, status_lines=None)
    session.submit("3a")
    play_bots(session)
    board = session.game.render(session.view(), Style()).lines
    assert scan(session, "") == [*board, "anna 0, blue 0."]
    assert where(session, "3a") == ["3a was last mentioned in move 1, by anna: place 1 on 3a."]
    assert session.submit("scan 3a").kind == "page"
    assert session.submit("where 9z").kind == "refusal"


@pytest.mark.parametrize(
    ("name", "seats", "line"),
    [
        (
            "zickzack",
            ("green=human", "medium"),
            "You are green and play against blue (bot medium). Try `place 3 on 3a-3c`. ",
        ),
        ("nim", ("anna=human", "bo=human"), "anna and bo share this keyboard. Try `take 2 from b`. "),
        ("fem", ("random", "anna=human"), "You are anna (blue) and play against red (bot random)."),
        ("fem", ("random", "random"), "Players: red (bot random) and blue (bot random)."),
    ],
)
def test_the_greeting_says_who_you_are_and_what_to_type(name: str, seats: tuple[str, ...], line: str) -> None:
    session = new_session(name, *seats)
    expected = line + ("Tab completes, F1 helps." if "Try" in line else "")
    assert " ".join(greeting(session)) == " ".join([expected, *notices(session)])


def test_people_are_told_what_is_known_about_a_game_before_it_begins() -> None:
    session = new_session("fem", "anna=human", "medium")
    assert notices(session) == ["As written, the second player has a proven win; `--option nocover` avoids it."]
    session.submit("place on c3")
    assert notices(session) == []
    assert notices(new_session("fem", "random", "random")) == []
    assert notices(new_session("zickzack", "anna=human", "random")) == []


@pytest.mark.parametrize("name", GAMES)
def test_the_move_to_try_is_legal(name: str) -> None:
    session = new_session(name, "human", "human")
    assert session.submit(example(session)).kind == "news"
    assert len(greeting(session)) == 1, "a player who comes back knows what to type"


@pytest.mark.parametrize("name", GAMES)
def test_the_seed_is_not_shown_while_a_game_runs_unless_asked_for(name: str) -> None:
    session = new_session(name, "anna=human", "human", seed=90210)
    style = Style(width=100, height=40)

    def shown() -> str:
        page = compose(session, style)
        return " ".join([*greeting(session), *introduction(session), *page.body, page.toolbar, *status(session)])

    assert "90210" not in shown() and "seed" not in shown()
    for line in (example(session), "new", "last", "log", "score", "show board"):
        assert "90210" not in " ".join(session.submit(line).lines)
        assert "seed" not in shown()
    session = new_session(name, "anna=human", "human", seed=90210)
    assert session.submit("seed").lines == ("The seed is 90210.",)
    session.submit(example(session))
    session.submit("resign")
    assert "Seed: 90210" in session.record()


def test_a_refereed_game_has_no_seed() -> None:
    session = new_session("mikado", model="referee")
    assert session.submit("seed").lines == ("Nothing is rolled in this game, so it has no seed.",)
