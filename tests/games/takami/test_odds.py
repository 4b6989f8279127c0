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
from tests.games.takami.helpers import RAISED, scripted_match, state_of

ODDS = next(command for command in GAME.commands if command.name == "odds")


def odds(match: Match, style: Style = PLAIN, **values: Any) -> list[str]:
    return list(ODDS.run(CommandCall(GAME, match.setup, state_of(match), values, style)))


def details(match: Match, **values: Any) -> Any:
    (line,) = odds(match, json=True, **values)
    return json.loads(line)


def measured_match(script: str = "", **setup: Any) -> Match:
    return scripted_match(script, model="measured", **setup)


def test_odds_of_a_stick() -> None:
    assert odds(measured_match(), of="b9") == [
        "A, skill 0.5, model measured: B9 on 6.3",
        "carries Y6 and Y7",
        "clean   91.7%",
        "falls    8.3%",
        "at risk G4   2.5%   G5   2.5%   G6   2.5%   Y6   2.3%   Y7   2.3%   G2   0.1%",
        "        G3   0.1%   G7   0.1%   G8   0.1%   G9   0.1%   25 others   0.7%",
        "",
        "it sits         then falls   a probe says    then falls",
        "loose   23.0%         3.2%           21.0%            3.6%",
        "light   26.0%         6.6%           28.4%            6.2%",
        "firm    30.0%         7.9%           30.8%            9.0%",
        "tight   21.0%        16.6%           19.8%           15.2%",
    ]


def test_odds_after_a_probe_are_those_of_all_players() -> None:
    match = measured_match(f"{RAISED}; probe B9; => sits tight; done")
    lines = odds(match, of="B9")
    assert lines[0].startswith("B, ")
    assert lines[2:5] == ["felt    tight, in turn 1", "clean   84.8%", "falls   15.2%"]
    assert lines[-4:] == [
        "loose    0.0%         3.2%            0.0%               -",
        "light    0.0%         6.6%            1.5%            7.9%",
        "firm    15.2%         7.9%           29.1%           13.0%",
        "tight   84.8%        16.6%           69.4%           16.4%",
    ]
    assert [line for line in odds(match) if "tight" in line] == [
        "B9     6.3     84.8%   15.2%  two      tight  G2 G4 G5 G6 ..."
    ]


def test_odds_never_show_how_sticks_truly_sit() -> None:
    """Two games that differ only in what is hidden."""
    hidden = {state_of(measured_match(seed=seed)).sits for seed in (1, 2)}
    assert len(hidden) == 2
    assert odds(measured_match(seed=1)) == odds(measured_match(seed=2))
    assert odds(measured_match(seed=1), of="B9") == odds(measured_match(), of="B9")


def test_odds_say_that_a_stick_is_free_leaning_or_taboo() -> None:
    match = measured_match("pull G2; => clean; lay 9.1; => holds; done", skills=["2=1"])
    lines = odds(match, of="G2")
    assert lines[0] == "B, skill 1, model measured: G2 on 9.1, free, leaning, taboo"
    assert lines[2] == "clean   99.6%"
    assert lines[-1] == "Nothing rests on it, so how it sits changes nothing."


def test_odds_of_a_place() -> None:
    assert odds(measured_match(), of="9.2") == [
        "A, skill 0.5, model measured: a stick laid on 9.2, sound",
        "holds   91.7%",
        "falls    8.3%",
        "at risk itself   8.3%   G3   0.8%   G4   0.8%",
    ]


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
    lines = odds(measured_match())
    assert lines[1:3] == [
        "stick  place  clean   falls   carries  felt   at risk",
        "G9     8.8     98.3%    1.7%  free     -      G8 G2 G3 G4 ...",
    ]
    assert len(lines) == 2 + 36 + 2 + 7
    assert lines[-1] == "9.7     87.9%   12.1%  sound    itself G8 G9"
    assert all(len(line) <= 80 and line == line.rstrip() for line in lines)


def test_places_are_only_those_higher_than_the_stick_in_hand_lay() -> None:
    match = scripted_match("pull Y4; => clean; keep; pull G9; => clean")
    assert [line for line in odds(match) if line.startswith("7.1")] == []
    assert {place["place"] for place in details(match)["places"]} == {f"9.{slot}" for slot in range(1, 8)}


def test_json_has_the_same_odds_as_data() -> None:
    everything = details(scripted_match())
    assert [entry["stick"] for entry in everything["sticks"]] == list(STICKS)
    (stick,) = details(measured_match(), of="Y4")["sticks"]
    assert details(measured_match(), of="Y4")["places"] == []
    at_risk = stick.pop("at_risk")
    assert len(at_risk) == 35 and at_risk["G2"] == at_risk["G3"] == 0.0656
    assert stick == {
        "stick": "Y4",
        "place": "7.1",
        "carries": ["G2", "G3"],
        "free": False,
        "leaning": False,
        "told": None,
        "clean": 0.8923,
        "falls": 0.1077,
        "sits": {"loose": 0.23, "light": 0.26, "firm": 0.3, "tight": 0.21},
        "falls_if": {"loose": 0.0426, "light": 0.0878, "firm": 0.1041, "tight": 0.2088},
        "probe": {"loose": 0.21, "light": 0.284, "firm": 0.308, "tight": 0.198},
        "falls_after_probe": {"loose": 0.0482, "light": 0.0822, "firm": 0.117, "tight": 0.193},
    }
    assert details(measured_match(), of="9.1")["places"] == [
        {
            "place": "9.1",
            "leaning": False,
            "holds": 0.8787,
            "falls": 0.1213,
            "itself": 0.1213,
            "at_risk": {"G2": 0.0121, "G3": 0.0121},
        }
    ]


def test_refereed_and_finished_games_have_no_odds() -> None:
    with pytest.raises(WrongUse, match="referee"):
        odds(scripted_match(model="referee"))
    over = scripted_match("pull G2; => falls " + " ".join(STICKS[:27]) + " G3 G4 G5 G6")
    assert odds(over) == ["The game is over."]


def test_names_are_in_their_colours() -> None:
    assert "\x1b[33mY4\x1b[0m" in "".join(odds(scripted_match(), Style(colour=True), of="Y4"))
