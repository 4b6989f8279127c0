"""The heap in words."""

from __future__ import annotations

import pytest

from tabletop.errors import WrongUse
from tabletop.games.takami.describe import scan, where
from tests.games.takami.helpers import table

GREEN_PRIZE = "pull G9; => clean; keep; raise G8 to 9.5; => clean; => holds; prize G7; => clean"
RAISED = "raise G2 to 9.2; => clean; => holds; prize Y4; => clean"


def test_the_whole_heap_from_the_top_down() -> None:
    lines = scan(table(RAISED).view(), "")
    assert lines[0] == "Layer 9, 7 places: G2 on 2."
    assert lines[1] == "Layer 8, 8 places: G3 on 2, G4 on 3, G5 on 4, G6 on 5, G7 on 6, G8 on 7, G9 on 8."
    assert lines[8] == "Layer 1, 1 place: R1 on 1."
    assert lines[9:] == [
        "On the X: 35 sticks.",
        "A: 1 point, prizes Y4, minus sticks none.",
        "B: 0 points, prizes none, minus sticks none.",
        "B is to raise a stick, or take G2 (taboo).",
    ]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("9.2", "G2 lies on 9.2, rests on G3 and G4, nothing on it, taboo."),
        ("8.2", "G3 lies on 8.2, rests on Y5 alone, G2 on it, leaning."),
        ("7.1", "7.1 is empty, with the board and B7 under it: a stick may be laid there."),
        ("8.1", "8.1 is empty, with the board alone under it: no stick may be laid there."),
        ("1.1", "R1 lies on 1.1, rests on both boards, R2 and R3 on it."),
        ("platz 13.1", "13.1 is empty, with nothing under it: no stick may be laid there."),
    ],
)
def test_a_place(text: str, sentence: str) -> None:
    assert scan(table(RAISED).view(), text) == [sentence]


def test_a_layer() -> None:
    lines = scan(table().view(), "layer 2")
    assert lines[0] == "Layer 2, 2 places: R2 on 1, R3 on 2."
    assert len(lines) == 3
    assert scan(table().view(), "2") == lines == scan(table().view(), "schicht 2")


@pytest.mark.parametrize(
    ("stick", "script", "sentence"),
    [
        ("g9", "", "G9 lies on 8.8, rests on G1 and the board, nothing on it."),
        ("g2", "pull G2; => clean", "G2 is in the hand of A."),
        ("g2", "pull G2; => falls G3", "G2 is a minus stick of A."),
        ("y4", RAISED, "Y4 is a prize of A."),
        (
            "g2",
            "pull G2; => falls Y4; pull G9; => clean; keep; G8@9.5; => clean; => holds; $G7; => clean",
            "G2 is in the box.",
        ),
    ],
)
def test_where_a_stick_is(stick: str, script: str, sentence: str) -> None:
    assert where(table(script).view(), stick) == [sentence]


@pytest.mark.parametrize("text", ["layer 16", "0", "9.8", "e5", "left"])
def test_what_is_no_part_of_the_heap(text: str) -> None:
    with pytest.raises(WrongUse):
        scan(table().view(), text)
    with pytest.raises(WrongUse):
        where(table().view(), text)


def test_a_refereed_table() -> None:
    match = table("raise B4; => clean; => holds; done", model="referee")
    assert scan(match.view(), "")[0].startswith("On the X: R1 R2")
    assert where(match.view(), "b4") == ["B4 is on the X, and taboo."]
    with pytest.raises(WrongUse, match="refereed"):
        scan(match.view(), "9.2")
