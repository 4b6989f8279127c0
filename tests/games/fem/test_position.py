"""Position strings of Taktori Fem."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tabletop.errors import UnreadablePosition
from tabletop.games import load
from tabletop.options import make_setup
from tests.games.towers.helpers import crowded_match, position_of, position_text

GAME = load("fem")
EMPTY = "x5/x5/x5/x5/x5"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "3 parts"),
        (f"{EMPTY} - 1 -", "3 parts"),
        ("x5/x5 - 1", "2 rows instead of 5"),
        ("x5/x5/x5/x5/x6 - 1", "x6"),
        ("x5/x5/x5/x5/x4 - 1", "4 fields"),
        ("x5/x5/x5/x5/3,x4 - 1", "no player 3"),
        (f"{EMPTY} - 3", "1 to 2"),
        (f"{EMPTY} 1:a1-a2@1 1", "no tower"),
        (position_text("fem", "a1:1 a3:1", "1:a1-a3@1"), "neighbours"),
        (position_text("fem", "a1:1 a2:1", "1:a1-a2@1;1:a2-a1@1"), "lengthwise"),
        (position_text("fem", "a1:" + "1" * 17), "17 towers"),
    ],
)
def test_f2_positions_that_cannot_be_are_refused(text: str, reason: str) -> None:
    assert GAME.parse_position is not None
    with pytest.raises(UnreadablePosition) as caught:
        GAME.parse_position(text, make_setup(GAME))
    assert reason in str(caught.value)


@given(seed=st.integers(0, 10**6))
@settings(max_examples=40)
def test_f1_positions_round_trip(seed: int) -> None:
    match = crowded_match("fem", seed)
    text = position_of(match)
    assert GAME.parse_position is not None and GAME.format_position is not None
    again = GAME.parse_position(text, match.setup)
    assert again == match.state
    assert GAME.format_position(again) == text
