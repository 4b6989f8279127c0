"""The command `odds`: its lines and its JSON."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tabletop.errors import WrongUse
from tabletop.game import CommandCall
from tabletop.games.takami import GAME
from tabletop.games.takami.heap import STICKS
from tabletop.match import Match
from tabletop.style import PLAIN, Style
from tests.games.takami.helpers import scripted_match, state_of

ODDS = next(command for command in GAME.commands if command.name == "odds")


def odds(match: Match, style: Style = PLAIN, **values: Any) -> list[str]:
    return list(ODDS.run(CommandCall(GAME, match.setup, state_of(match), values, style)))


def details(match: Match, **values: Any) -> Any:
    (line,) = odds(match, json=True, **values)
    return json.loads(line)


def test_odds_of_a_stick() -> None:
    assert odds(scripted_match(), of="b9") == [
        "A, skill 0.5, model steady: B9 on 6.3",
        "load   2.00 stick weights, with Y6 and Y7 on top",
        "sits   loose   0.1%, light  22.7%, firm  71.3%, tight   5.9%",
        "clean   83.0%",
        "falls   17.0%",
        "at risk G4   4.5%   G5   4.5%   G6   4.5%   Y6   2.3%   Y7   2.3%",
    ]


def test_odds_say_that_a_stick_is_free_leaning_or_taboo() -> None:
    match = scripted_match("pull G2; => clean; lay 9.1; => holds; done", skills=["2=1"])
    assert odds(match, of="G2")[0] == "B, skill 1, model steady: G2 on 9.1, free, leaning, taboo"
    assert odds(match, of="G2")[3] == "clean   99.0%"


def test_odds_of_a_place() -> None:
    assert odds(scripted_match(), of="9.2") == [
        "A, skill 0.5, model steady: a stick laid on 9.2, sound",
        "holds   75.0%",
        "falls   25.0%",
        "at risk itself  15.0%   G3   5.3%   G4   5.3%",
    ]


def test_the_last_of_many_sticks_at_risk_are_one_number() -> None:
    assert odds(scripted_match(), of="R1")[-1].endswith("25 others   6.4%")


@pytest.mark.parametrize(
    ("of", "message"),
    [
        ("G2", "G2 is not on the X"),
        ("Q7", "Q7 is neither a stick such as B4 nor a place such as 9.2"),
        ("9.9", "9.9 is neither"),
        ("8.2", "no stick can be laid on 8.2: G3 lies there"),
        ("11.1", "no stick can be laid on 11.1: there is no stick below to support it"),
    ],
)
def test_what_has_no_odds_is_refused(of: str, message: str) -> None:
    with pytest.raises(WrongUse, match=message):
        odds(scripted_match("pull G2; => clean"), of=of)


def test_tables_of_all_sticks_and_places() -> None:
    lines = odds(scripted_match())
    assert lines[1:3] == [
        "stick  place  clean   falls   sits   at risk",
        "G9     8.8     97.0%    3.0%  loose  G8 G1            free",
    ]
    assert len(lines) == 2 + 36 + 2 + 7
    assert lines[-1] == "9.7     75.0%   25.0%  sound    itself G8 G9"
    assert all(len(line) <= 80 and line == line.rstrip() for line in lines)


def test_places_are_only_those_higher_than_the_stick_in_hand_lay() -> None:
    match = scripted_match("pull Y4; => clean; keep; pull G9; => clean")
    assert [line for line in odds(match) if line.startswith("7.1")] == []
    assert {place["place"] for place in details(match)["places"]} == {f"9.{slot}" for slot in range(1, 8)}


def test_json_has_the_same_odds_as_data() -> None:
    everything = details(scripted_match())
    assert [entry["stick"] for entry in everything["sticks"]] == list(STICKS)
    (stick,) = details(scripted_match(), of="Y4")["sticks"]
    assert details(scripted_match(), of="Y4")["places"] == []
    assert stick["at_risk"] == {"G2": 0.0901, "G3": 0.0901}
    del stick["at_risk"], stick["sits"]
    assert stick == {
        "stick": "Y4",
        "place": "7.1",
        "free": False,
        "leaning": False,
        "load": 1.0,
        "clean": 0.83,
        "falls": 0.17,
    }
    assert details(scripted_match(), of="9.1")["places"] == [
        {
            "place": "9.1",
            "leaning": False,
            "holds": 0.75,
            "falls": 0.25,
            "itself": 0.15,
            "at_risk": {"G2": 0.053, "G3": 0.053},
        }
    ]


def test_refereed_and_finished_games_have_no_odds() -> None:
    with pytest.raises(WrongUse, match="referee"):
        odds(scripted_match(model="referee"))
    over = scripted_match("pull G2; => falls " + " ".join(STICKS[:27]) + " G3 G4 G5 G6")
    assert odds(over) == ["The game is over."]


def test_names_are_in_their_colours() -> None:
    assert "\x1b[33mY4\x1b[0m" in "".join(odds(scripted_match(), Style(colour=True), of="Y4"))
