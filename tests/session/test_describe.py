"""The games in words, as a screen reader speaks them."""

from __future__ import annotations

import pytest

from tabletop.session.describe import example, greeting, introduction, scan, status, where
from tabletop.session.session import Session
from tests.session.helpers import GAMES, any_move, sit, think


def told(session: Session, line: str) -> list[str]:
    reply = session.submit(line)
    assert reply.kind in ("page", "news"), reply
    return list(reply.lines)


@pytest.mark.parametrize("name", GAMES)
def test_everything_is_told_in_sentences(name: str) -> None:
    session = sit(name)
    for _ in range(4):
        for line in [*introduction(session), *scan(session, ""), *status(session)]:
            assert line.endswith(".") and not line.endswith(".."), line
            assert "\n" not in line and "\x1b" not in line
        if session.phase == "human":
            session.submit(any_move(session))
            think(session)


@pytest.mark.parametrize("name", GAMES)
def test_what_help_shows_can_be_asked(name: str) -> None:
    session = sit(name)
    sentences = session.game.sentences
    assert sentences is not None
    for place in sentences.places:
        assert session.submit(f"scan {place}").kind == "page"
    for piece in sentences.pieces:
        reply = session.submit(f"where {piece}")
        assert reply.kind == "news" or "there is no disc `@B3`" in reply.lines[0] or "nobody" in reply.lines[0], reply
    assert session.submit("scan the moon").kind == "refusal"
    assert session.submit("where the moon").kind == "refusal"


def test_zickzack_in_words() -> None:
    session = sit("zickzack", "human", "human")
    session.submit("place 3 on 7c")
    session.submit("place 1 on 3b")
    assert told(session, "scan 7") == ["Field 7, 7 points: 7c-7e green; free 7a, 7b, 7f, 7g."]
    assert told(session, "lies feld 4") == ["Field 4, 4 points: all free."]
    assert told(session, "scan 7d") == ["7d is covered by green, with 7c-7e."]
    assert told(session, "scan 3b") == ["3b is covered by blue."]
    assert told(session, "wo dreifach") == [
        "green, triple: on 7c-7e; 2 in hand.",
        "blue, triple: on no field; 3 in hand.",
    ]
    session.submit("place 1 on 3a")
    session.submit("place 1 on 3c")
    assert told(session, "scan row 3") == ["Field 3, 3 points: 3b blue; 3a green; 3c blue; won by blue."]


def test_zickzack_in_words_from_a_position() -> None:
    """A position string knows cells only; they are told as pieces that cover them."""
    position = ".../..../...../....../..111../...2222./........./.......... -------- 5421/5430 1"
    session = sit("zickzack", position=position)
    assert told(session, "scan 7") == ["Field 7, 7 points: 7c-7e anna; free 7a, 7b, 7f, 7g."]
    assert told(session, "scan 7d") == ["7d is covered by anna, with 7c-7e."]


def test_taktori_in_words() -> None:
    session = sit("taktori", "anna=human", "bo=human")
    for line in ("place T3 on e5", "place on e5", "place on c3", "place T7 on a1"):
        assert session.submit(line).kind == "news"
    assert told(session, "scan row 5") == [
        "Row 5.",
        "e5: bo on anna, height 2.",
        "Empty: a5, b5, c5, d5, f5, g5, h5, i5.",
    ]
    assert told(session, "scan 9") == ["Row 9 is empty."]
    assert told(session, "scan spalte c") == [
        "Column c.",
        "c3: anna, height 1.",
        "Empty: " + ", ".join(f"c{n}" for n in (1, 2, 4, 5, 6, 7, 8, 9)) + ".",
    ]
    assert told(session, "scan e5") == ["e5: bo on anna, height 2."]
    assert told(session, "where T3") == ["anna's T3 is on e5, level 1, with 1 above it.", "bo's T3 is in stock."]
    assert told(session, "where blue T7") == ["bo's T7 is on a1, level 1, on top."]
    assert told(session, "wo bo T1") == ["bo's T1 is on e5, level 2, on top."]
    assert session.submit("where T17").kind == session.submit("where x T1").kind == "refusal"


def test_fem_in_words() -> None:
    session = sit("fem", "human", "human")
    session.submit("place on c3")
    assert told(session, "scan row 3") == ["Row 3.", "c3: red, height 1.", "Empty: a3, b3, d3, e3."]
    assert session.submit("scan row 6").kind == "refusal"


def test_mikado_in_words() -> None:
    session = sit("mikado", "human", "human")
    (line,) = told(session, "where r7")
    assert line.startswith("r7, red, 3 points, is in the tray at ")
    cell = line.removesuffix(".").rsplit(" ", 1)[1]
    assert told(session, f"scan {cell}") == [line] == told(session, f"where @{cell}")
    assert f"r7 at {cell}" in told(session, f"scan row {cell[1:]}")[0]
    assert "Red, 18 in the tray: r1 at " in told(session, "scan rot")[0]
    session.submit("touch r7")
    assert "; in turn 1 it felt " in told(session, "where r7")[0]
    session.submit("pull")
    assert told(session, "where r7") == ["r7, red, 3 points, has left the tray."]


def test_mikado_at_a_real_table_in_words() -> None:
    session = sit("mikado", "human", "human", model="referee")
    assert told(session, "scan red")[0].startswith("Red, 18 in the tray: r1, r2, ")
    assert told(session, "where r7") == ["r7, red, 3 points, is in the tray."]
    assert session.submit("scan row 5").kind == "refusal"


def test_takami_in_words() -> None:
    session = sit("takami", "human", "human")
    assert told(session, "scan layer 1")[0].startswith("Layer 1, 1 place: ")
    stick = told(session, "scan 1.1")[0].split()[0]
    assert told(session, f"where {stick}")[0].startswith(f"{stick} lies on 1.1, rests on")


def test_last_tells_what_happened() -> None:
    session = sit("zickzack")
    assert session.submit("last").kind == "refusal"
    session.submit("3a")
    think(session)
    lines = told(session, "zuletzt")
    assert lines[0] == "anna: place 1 on 3a." and lines[1].startswith("blue: place ")


def test_a_game_without_sentences_has_something_to_say(monkeypatch: pytest.MonkeyPatch) -> None:
    from dataclasses import replace

    session = sit("zickzack")
    session.match.game = replace(session.match.game, sentences=None, status_lines=None)
    session.submit("3a")
    think(session)
    assert scan(session, "") == ["anna 0, blue 0."]
    assert where(session, "3a") == ["3a was last named in move 1, by anna: place 1 on 3a."]
    assert session.submit("scan 3a").kind == "page"
    assert session.submit("where 9z").kind == "refusal"


@pytest.mark.parametrize(
    ("name", "seats", "line"),
    [
        ("taktori", ("red=human", "medium"), "You are red; blue is the bot medium. Try `place on e5`; "),
        ("mikado", ("anna=human", "bo=human"), "anna and bo share this keyboard. Try `touch r7`; "),
        ("fem", ("random", "anna=human"), "You are anna (blue); red is the bot random."),
        ("fem", ("random", "random"), "Red is the bot random; blue is the bot random."),
    ],
)
def test_the_greeting_says_who_you_are_and_what_to_type(name: str, seats: tuple[str, ...], line: str) -> None:
    assert " ".join(greeting(sit(name, *seats))) == line + ("Tab completes, F1 helps." if "Try" in line else "")


@pytest.mark.parametrize("name", GAMES)
def test_the_move_to_try_is_legal(name: str) -> None:
    session = sit(name, "human", "human")
    assert session.submit(example(session)).kind == "news"
    assert len(greeting(session)) == 1, "who comes back knows what to type"


def test_nothing_is_said_of_a_seed_where_people_say_what_happened() -> None:
    assert not any("seed" in line for line in introduction(sit("mikado", model="referee")))
