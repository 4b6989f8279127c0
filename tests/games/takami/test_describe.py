"""Takami in words: the heap, the status, the scores."""

from __future__ import annotations

import pytest

from tabletop.errors import WrongUse
from tabletop.games.takami.describe import (
    scan,
    score_details,
    score_lines,
    status_lines,
    turn_note,
    turn_sentence,
    where,
)
from tabletop.style import PLAIN
from tests.games.takami.helpers import RAISED, play, scripted_match, state_of

WITH_PRIZE = f"{RAISED}; prize Y4; => clean"


def test_scan_lists_the_heap_from_the_top_down_and_the_status() -> None:
    lines = scan(scripted_match(WITH_PRIZE).view(), "")
    assert lines[0] == "Layer 9, 7 places: G2 on 2."
    assert lines[1] == "Layer 8, 8 places: G3 on 2, G4 on 3, G5 on 4, G6 on 5, G7 on 6, G8 on 7, G9 on 8."
    assert lines[8] == "Layer 1, 1 place: R1 on 1."
    assert lines[9:] == [
        "On the X: 35 sticks.",
        "A: 1 point; prizes: Y4; minus sticks: none.",
        "B: 0 points; prizes: none; minus sticks: none.",
        "B must raise a stick or take the taboo stick G2.",
    ]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("9.2", "G2 lies on 9.2 and rests on G3 and G4, with nothing on top. It is taboo."),
        ("8.2", "G3 lies on 8.2 and rests on Y5 alone, with G2 on top. It is leaning."),
        ("7.1", "7.1 is empty; a stick laid there would rest on the board and B7."),
        ("8.1", "8.1 is empty; no stick may be laid there, because no stick is below it."),
        ("1.1", "R1 lies on 1.1 and rests on both boards, with R2 and R3 on top."),
        ("platz 13.1", "13.1 is empty; no stick may be laid there, because no stick is below it."),
    ],
)
def test_scan_describes_a_place(text: str, sentence: str) -> None:
    assert scan(scripted_match(WITH_PRIZE).view(), text) == [sentence]


def test_scan_describes_a_layer() -> None:
    lines = scan(scripted_match().view(), "layer 2")
    assert lines[0] == "Layer 2, 2 places: R2 on 1, R3 on 2."
    assert len(lines) == 3
    assert scan(scripted_match().view(), "2") == lines == scan(scripted_match().view(), "schicht 2")


@pytest.mark.parametrize(
    ("stick", "script", "sentence"),
    [
        ("g9", "", "G9 lies on 8.8 and rests on G1 and the board, with nothing on top."),
        ("g2", "pull G2; => clean", "A holds G2."),
        ("g2", "pull G2; => falls G3", "A has G2 as a minus stick."),
        ("y4", WITH_PRIZE, "A has Y4 as a prize."),
        (
            "g2",
            "pull G2; => falls Y4; pull G9; => clean; keep; G8@9.5; => clean; => holds; $G7; => clean",
            "G2 is in the box.",
        ),
    ],
)
def test_where_finds_a_stick_wherever_it_is(stick: str, script: str, sentence: str) -> None:
    assert where(scripted_match(script).view(), stick) == [sentence]


@pytest.mark.parametrize("text", ["layer 16", "0", "9.8", "e5", "left"])
def test_what_is_no_part_of_the_heap_is_refused(text: str) -> None:
    with pytest.raises(WrongUse):
        scan(scripted_match().view(), text)
    with pytest.raises(WrongUse):
        where(scripted_match().view(), text)


def test_a_refereed_game_lists_its_sticks_without_places() -> None:
    match = scripted_match("raise B4; => clean; => holds; done", model="referee")
    assert scan(match.view(), "")[0].startswith("On the X: R1 R2")
    assert where(match.view(), "b4") == ["B4 is on the X and taboo."]
    with pytest.raises(WrongUse, match="does not track where sticks lie"):
        scan(match.view(), "9.2")


# The status and the scores


@pytest.mark.parametrize(
    ("script", "sentence"),
    [
        ("", "A must raise a stick."),
        ("probe G2", "A: probe G2. Waiting for the outcome: how G2 sits."),
        ("probe G2; => sits loose", "A probed G2 and must pull it."),
        ("pull G2", "A: pull G2. Waiting for the outcome: clean, or which sticks fall."),
        ("pull G2; => clean", "A must lay G2 above layer 8, or keep it for -1 point."),
        (RAISED, "A raised G2 and may take a prize or end the turn (done)."),
        (
            f"{RAISED}; probe G9; => sits loose",
            "A raised G2, probed G9 and may take it as a prize or end the turn (done).",
        ),
        (f"{RAISED}; done", "B must raise a stick or take the taboo stick G2."),
    ],
)
def test_the_turn_sentence_says_what_the_player_may_do(script: str, sentence: str) -> None:
    match = scripted_match(script)
    assert turn_sentence(state_of(match), match.setup) == sentence


def test_status_lines_list_heap_piles_box_and_turn() -> None:
    match = scripted_match("pull G2; => falls G3 B2; pull G9; => clean; keep")
    play(match, "raise G8 to 9.5; => clean; => holds; prize G7; => clean")
    lines = status_lines(state_of(match), match.setup)
    assert lines == [
        "On the X: 31 sticks",
        "A: 0 points; prizes: G7; minus sticks: B2",
        "B: -1 point; prizes: none; minus sticks: G9",
        "Back in the box: G2 G3",
        "B must raise a stick or take the taboo stick G8.",
    ]


def test_score_details_and_lines_list_the_piles() -> None:
    match = scripted_match(f"{RAISED}; prize R1; => falls R2", options=["rounds=2"])
    assert score_details(state_of(match), match.setup) == {
        "round": 1,
        "rounds": 2,
        "sticks": 34,
        "taboo": "G2",
        "prizes": {"A": [], "B": []},
        "minus": {"A": ["R1", "R2"], "B": []},
    }
    lines = score_lines(state_of(match), match.setup, PLAIN)
    assert lines[0] == "A  0 scoring prizes, 0 red prizes (worth nothing), 2 minus sticks"


def test_k8_a_note_says_which_minus_sticks_go_back_to_the_box() -> None:
    match = scripted_match("pull G2; => falls G3 B2; pull Y4; => clean; keep")
    before = state_of(match)
    play(match, "pull G9; => clean; lay 9.6; => holds; prize G8; => clean")
    assert turn_note(before, state_of(match)) == "back in the box: G2 and G3"
    assert turn_note(before, before) == ""
