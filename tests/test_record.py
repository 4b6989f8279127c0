"""Move files: syntax, places of faults, writing back."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.errors import IllegalMove, Located, TabletopError, UnreadableFile, UnreadableMove, mistake_span
from tabletop.expectations import parse_expectation
from tabletop.files import read_text
from tabletop.game import Result
from tabletop.match import Match
from tabletop.record import Header, Line, format_record, parse_records
from tabletop.replay import replayed, write_record
from tests.helpers import GAMES, match_under_way, random_match

TEXT = """\ufeff# a comment
Game: zickzack
Players: anna ben   # who
Event: Thursday evening

1. place 3 on 7c
   place 1 on 3a
expect illegal "place 3 on 3a" Z3
-> moved 0.4 popped y3
=> holds
12.
Game: fem
"""


def parse(text: str, game: str | None = None) -> list[tuple[list[tuple[str, str]], list[tuple[str, str]]]]:
    return [
        ([(h.key, h.value) for h in record.headers], [(line.kind, line.text) for line in record.lines])
        for record in parse_records(text.removeprefix("\ufeff"), "x", game)
    ]


def test_headers_lines_and_several_games() -> None:
    first, second = parse(TEXT)
    assert first[0] == [("Game", "zickzack"), ("Players", "anna ben"), ("Event", "Thursday evening")]
    assert first[1] == [
        ("move", "place 3 on 7c"),
        ("move", "place 1 on 3a"),
        ("expect", 'expect illegal "place 3 on 3a" Z3'),
        ("rolled", "moved 0.4 popped y3"),
        ("stated", "holds"),
        ("move", ""),
    ]
    assert second == ([("Game", "fem")], [])


def test_places_are_kept() -> None:
    first = next(parse_records(TEXT.removeprefix("\ufeff"), "x"))
    assert [(line.line, line.column) for line in first.lines[:4]] == [(6, 4), (7, 4), (8, 1), (9, 4)]
    assert first.header("PLAYERS") == Header("Players", "anna ben", 3, 10)


def test_the_game_may_be_filled_in() -> None:
    assert parse("place 1 on 3a\n", "zickzack") == [([("Game", "zickzack")], [("move", "place 1 on 3a")])]


def test_the_game_need_not_be_the_first_header() -> None:
    text = "Players: a b\nGame: fem\nplace on a1\nGame: zickzack\n"
    for game in (None, "fem"):
        first, second = parse(text, game)
        assert first == ([("Players", "a b"), ("Game", "fem")], [("move", "place on a1")])
        assert second[0] == [("Game", "zickzack")]


@pytest.mark.parametrize(
    ("text", "line", "column", "words"),
    [
        ("", 1, 1, "no game"),
        ("# nothing\n\n", 1, 1, "no game"),
        ("place 1 on 3a", 1, 1, "begins with"),
        ("\n  Players: a b\nplace 1 on 3a", 2, 3, "begins with"),
        ("Game: fem\nplace on a1\nPlayers: a b", 3, 1, "headers come first"),
        ("Game: fem\nSeed: 1\nseed: 2", 3, 1, "twice"),
        ("Game: fem\n\x00", 2, 1, "unprintable character U+0000;"),
        ("Game: fem\nplace\xa0on a1", 2, 6, "U+00A0 NO-BREAK SPACE"),
        ("Game: fem\nplace on a1\xa0", 2, 12, "U+00A0 NO-BREAK SPACE"),
        ("Game:fem\nplace on a1", 1, 1, "`Game: fem`"),
        ("Game: fem\nab\x1b[31m", 2, 3, "unprintable character"),
        ("Game: fem\n" + "x" * 6000, 2, 5001, "too long"),
    ],
)
def test_faults_have_a_place(text: str, line: int, column: int, words: str) -> None:
    with pytest.raises(Located) as caught:
        [list(record.lines) for record in parse_records(text, "file")]
    error = caught.value
    assert (error.line, error.column) == (line, column)
    assert words in str(error)
    assert error.exit_code == 4


def test_moves_are_parsed_as_they_are_asked_for() -> None:
    text = "Game: fem\nplace on a1\n-> x\n\x00\n  game: zickzack # x\nGame:#\n\nplace 1 on 3a\nSeed: 1\n"
    first, second, third = parse_records(text, "x")
    lines = iter(first.lines)
    assert (next(lines).text, next(lines).text) == ("place on a1", "x")
    with pytest.raises(Located, match="x:4:1: unprintable character"):
        next(lines)
    assert first.states_outcomes and not second.states_outcomes and not third.states_outcomes
    assert second.header("Game") == Header("game", "zickzack", 5, 9) and not second.lines
    with pytest.raises(Located, match="x:9:1: the header Seed is after a move"):
        list(third.lines)
    assert next(iter(third.lines)) == Line("move", "place 1 on 3a", 8, 1, "place 1 on 3a")


@pytest.mark.parametrize("arrow", ["->", " =>"])
def test_outcomes_are_found_in_the_first_line_too(arrow: str) -> None:
    (record,) = parse_records(f"{arrow} x", "x", "mikado")
    assert record.states_outcomes


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('expect illegal "place on e5" T4', ("place on e5", "T4")),
        ('expect illegal "-a1-a2"', ("-a1-a2",)),
        ("expect score red 7 blue 0", ("red", "7", "blue", "0")),
        ("expect position x5/x5 - 1", ("x5/x5 - 1",)),
        ("expect over", ()),
        ("expect\tscore\tred 7", ("red", "7")),
        ("expect  turn  red", ("red",)),
        ("EXPECT Winner red blue", ("red", "blue")),
        ("expect turns 93", ("93",)),
    ],
)
def test_expectations(text: str, words: tuple[str, ...]) -> None:
    assert parse_expectation(text).words == words


@pytest.mark.parametrize(
    "text", ["expect", "expect nonsense", "expect illegal e5", "expect over now", "expect turns", "expect turn a b"]
)
def test_odd_expectations_are_refused(text: str) -> None:
    with pytest.raises(UnreadableFile):
        parse_expectation(text)


def read(text: str) -> Match:
    return replayed(next(parse_records(text, "x")))


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("plies", [0, 5])
def test_a_resignation_is_written_and_read(name: str, plies: int) -> None:
    match = match_under_way(name, 1, plies, players=2)
    match.resign(2)
    text = write_record(match)
    again = read(text)
    assert again.result == match.result
    assert write_record(again) == text
    assert again.unresign() and again.result is None
    assert "Resigned" not in write_record(again)


@pytest.mark.parametrize("reason", ["the bot of red failed: no # 1\nno 2", "", "x" * 9000])
def test_a_forfeit_is_written_with_its_reason(reason: str) -> None:
    match = random_match("fem", 1, 3)
    match.forfeit(1, reason)
    again = read(write_record(match))
    assert again.result and again.result.winners == (2,)
    assert write_record(again) == write_record(read(write_record(again)))
    if "failed" in reason:
        assert again.result.reason == "the bot of red failed: no 1 no 2"


def test_a_resignation_comes_behind_the_last_move() -> None:
    text = "Game: fem\nResigned: blue\nplace on a1\nexpect winner red\nexpect over\n"
    assert read(text).result == Result((1,), "-", "blue resigned")


@pytest.mark.parametrize(
    ("text", "line", "column", "words"),
    [
        ("Game: fem\nResigned: green\n", 2, 11, "no player is called"),
        ("Game: fem\nResigned: red blue\n", 2, 11, "Resigned: NAME"),
        ("Game: fem\nred: place on a1\n", 2, 6, "red is a player; write only the move: `place on a1`"),
        ("Game: fem\nPlayers: ann bob\nBob: place on a1\n", 3, 6, "Bob is a player"),
        ("Game: fem\nPlayers: ann bob\nBlue: place on a1\n", 3, 7, "Blue is a player"),
        ("Game: fem\nplace on a1\nblue: place on b1\n", 3, 1, "moves have no name before them"),
        ('Game: fem\nexpect illegal "place on z1" F99\n', 2, 30, "no rule 'F99'; its rules are F1 to F"),
        ("Game: fem\nexpect turn blu\n", 2, 13, "no player is called 'blu'"),
        ("Game: fem\nexpect nonsense\n", 2, 8, "cannot expect 'nonsense'"),
        ("Game: fem\nSeed: 9999999999999999999\nPlayers: a b\n", 2, 7, "a seed is a whole number from 0 to"),
    ],
)
def test_faults_of_meaning_have_a_place(text: str, line: int, column: int, words: str) -> None:
    with pytest.raises(Located) as caught:
        read(text)
    error = caught.value
    assert (error.line, error.column, error.exit_code) == (line, column, 4)
    assert words in str(error)


def test_a_player_may_be_called_as_a_header_is() -> None:
    assert read("Game: fem\nPlayers: seed result\nResult: a draw\nplace on a1\n").player_name(2) == "result"


def test_comments_may_hold_anything() -> None:
    odd = "\xa0 \u200d \x1b[31m" + "x" * 6000
    assert parse(f"Game: fem # {odd}\n# {odd}\n1.place on a1 # {odd}") == [
        ([("Game", "fem")], [("move", "place on a1")])
    ]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_bytes_that_are_no_text_have_a_place(end: str, tmp_path: Path) -> None:
    path = tmp_path / "latin.moves"
    path.write_bytes(f"\ufeffGame: fem{end}# König{end}# ü".encode() + b"\xff")
    with pytest.raises(Located, match=r":3:4: byte 0xff is not UTF-8"):
        read_text(str(path))


words = st.text(st.characters(categories=["Ll", "Lu", "Nd"]), min_size=1, max_size=8)


@given(
    headers=st.dictionaries(st.from_regex(r"[A-Z][a-z]{1,6}", fullmatch=True).filter(lambda k: k != "Game"), words),
    lines=st.lists(st.tuples(st.sampled_from(["move", "rolled", "stated"]), words)),
)
def test_writing_and_reading_are_inverse(headers: dict[str, str], lines: list[tuple[str, str]]) -> None:
    lowered = {key.lower() for key in headers}
    if len(lowered) < len(headers):
        return
    given_headers = [Header("Game", "fem"), *(Header(key, value) for key, value in headers.items())]
    given_lines = [Line(kind, text) for kind, text in lines if not text.lower().startswith("expect")]  # type: ignore[arg-type]
    (record,) = parse_records(format_record(given_headers, given_lines), "x")
    assert [(h.key, h.value) for h in record.headers] == [(h.key, h.value) for h in given_headers]
    assert [(line.kind, line.text) for line in record.lines] == [(line.kind, line.text) for line in given_lines]


@given(st.binary(max_size=300))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    try:
        [list(record.lines) for record in parse_records(data.decode("utf-8", "replace"), "x", "fem")]
    except TabletopError as error:
        assert error.exit_code == 4


@pytest.mark.parametrize(
    ("error", "text", "start", "part"),
    [
        (UnreadableMove("place om e5", 7, "expected `on`"), "place om e5", 0, "om"),
        (UnreadableMove("place", 6, "expected a field"), "place", 0, ""),
        (IllegalMove("T13", "no tower", about="e5-e7"), "place on e5 bridge e5-e7", 0, "e5-e7"),
        (IllegalMove("T6", "no field", about="z9"), "place on z9", 0, "z9"),
        (IllegalMove("T1", "over"), "  place on e5 ", 0, "place on e5"),
        (UnreadableFile("no player", about="blu"), "expect turn blu", 12, "blu"),
        (UnreadableMove("plce", 1, "expected `place`"), 'expect illegal "plce"', 16, 'plce"'),
    ],
)
def test_a_mistake_has_one_place_for_prompt_and_files(error: TabletopError, text: str, start: int, part: str) -> None:
    begin, end = mistake_span(error, text, start)
    assert text[begin:end] == part
