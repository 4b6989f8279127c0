"""What `odds` tells, as lines and as facts, and Takami on the command line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tabletop.errors import WrongUse
from tabletop.game import CommandCall, GameCommand
from tabletop.games.takami import GAME
from tabletop.games.takami.heap import STICKS
from tabletop.match import Match
from tabletop.record import parse_records
from tabletop.replay import replay
from tabletop.style import PLAIN, Style
from tests.games.takami.helpers import table
from tests.helpers import ROOT, tabletop

ODDS: GameCommand = next(verb for verb in GAME.commands if verb.name == "odds")


def odds(match: Match, style: Style = PLAIN, **values: Any) -> list[str]:
    return list(ODDS.run(CommandCall(GAME, match.setup, match.state, values, style)))


def facts(match: Match, **values: Any) -> Any:
    (line,) = odds(match, json=True, **values)
    return json.loads(line)


def test_a_stick() -> None:
    assert odds(table(), of="b9") == [
        "A, skill 0.5, model steady: B9 on 6.3",
        "bears  2.00 stick weights, Y6 and Y7 resting on it",
        "sits   loose   0.1%, light  22.7%, firm  71.3%, tight   5.9%",
        "clean   83.0%",
        "falls   17.0%",
        "at risk G4   4.5%   G5   4.5%   G6   4.5%   Y6   2.3%   Y7   2.3%",
    ]


def test_a_free_leaning_taboo_stick() -> None:
    match = table("pull G2; => clean; lay 9.1; => holds; done", skills=["2=1"])
    assert odds(match, of="G2")[0] == "B, skill 1, model steady: G2 on 9.1, free, leaning, taboo"
    assert odds(match, of="G2")[3] == "clean   99.0%"


def test_a_place() -> None:
    assert odds(table(), of="9.2") == [
        "A, skill 0.5, model steady: a stick laid on 9.2, which is sound",
        "holds   75.0%",
        "falls   25.0%",
        "at risk itself  15.0%   G3   5.3%   G4   5.3%",
    ]


def test_many_at_risk_are_told_in_one_figure() -> None:
    assert odds(table(), of="R1")[-1].endswith("25 others   6.4%")


@pytest.mark.parametrize(
    ("of", "message"),
    [
        ("G2", "G2 is not on the X"),
        ("Q7", "Q7 is neither a stick such as B4 nor a place such as 9.2"),
        ("9.9", "9.9 is neither"),
        ("8.2", "nothing can be laid on 8.2: G3 lies there"),
        ("11.1", "nothing can be laid on 11.1: there is no stick to lie on"),
    ],
)
def test_what_has_no_odds(of: str, message: str) -> None:
    with pytest.raises(WrongUse, match=message):
        odds(table("pull G2; => clean"), of=of)


def test_all_sticks_and_places() -> None:
    lines = odds(table())
    assert lines[1:3] == [
        "stick  place  clean   falls   sits   at risk",
        "G9     8.8     97.0%    3.0%  loose  G8 G1            free",
    ]
    assert len(lines) == 2 + 36 + 2 + 7
    assert lines[-1] == "9.7     75.0%   25.0%  sound    itself G8 G9"
    assert all(len(line) <= 80 and line == line.rstrip() for line in lines)


def test_only_higher_places_for_the_stick_in_hand() -> None:
    match = table("pull Y4; => clean; keep; pull G9; => clean")
    assert [line for line in odds(match) if line.startswith("7.1")] == []
    assert {place["place"] for place in facts(match)["places"]} == {f"9.{slot}" for slot in range(1, 8)}


def test_facts() -> None:
    all_facts = facts(table())
    assert [entry["stick"] for entry in all_facts["sticks"]] == list(STICKS)
    (stick,) = facts(table(), of="Y4")["sticks"]
    assert facts(table(), of="Y4")["places"] == []
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
    assert facts(table(), of="9.1")["places"] == [
        {
            "place": "9.1",
            "leaning": False,
            "holds": 0.75,
            "falls": 0.25,
            "itself": 0.15,
            "at_risk": {"G2": 0.053, "G3": 0.053},
        }
    ]


def test_no_odds_for_referees_and_after_the_end() -> None:
    with pytest.raises(WrongUse, match="referee"):
        odds(table(model="referee"))
    over = table("pull G2; => falls " + " ".join(STICKS[:27]) + " G3 G4 G5 G6")
    assert odds(over) == ["The game is over."]


def test_colour_paints_the_names_alone() -> None:
    assert "\x1b[33mY4\x1b[0m" in "".join(odds(table(), Style(colour=True), of="Y4"))


EXAMPLES = sorted((ROOT / "tabletop/examples").glob("takami-*.moves"))


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_examples_hold(path: Path) -> None:
    for record in parse_records(path.read_text("utf-8"), path.name):
        *_, last = replay(record, verify=record.value("Seed") != "")
        assert not last.difference


def test_on_the_command_line() -> None:
    shown = tabletop("takami", "show", "--seed", "7")
    assert shown.returncode == 0
    assert "(R3)*" in shown.stdout
    refused = tabletop("takami", "check", "raise Y7 to 8.1", "--seed", "7")
    assert refused.returncode == 3
    assert refused.stderr == (
        "tabletop: illegal (rule K3): 8.1 is not higher than 8.1, where Y7 lay; did you mean `raise Y7 to 9.1`?\n"
    )
    assert tabletop("takami", "check", "rise Y7", "--seed", "7").returncode == 4
    assert tabletop("takami", "odds").returncode == 2
    assert tabletop("takami", "show", "--seed", "7", "--model", "no-such").returncode == 4
    assert tabletop("takami", "model", "show", "steady").stdout.startswith("# The ordinary table.")
