"""Position strings of Taktori Fem."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.errors import UnreadablePosition
from tabletop.games import load
from tabletop.options import make_setup
from tests.games.towers.helpers import crowded_match, position_of, position_text, state_at
from tests.helpers import examples

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


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (f"{EMPTY} -", "3 or 4 parts"),
        (f"{EMPTY} - 1 - -", "3 or 4 parts"),
        (f"{EMPTY} - 1 c3", "the fresh field c3 has no tower"),
        (f"{EMPTY} - 1 f1", "not 'f1'"),
        (f"{EMPTY} - 1 3", "not '3'"),
    ],
)
def test_f11_fresh_fields_that_cannot_be_are_refused(text: str, reason: str) -> None:
    with pytest.raises(UnreadablePosition) as caught:
        state_at("fem", text, options="immune")
    assert reason in str(caught.value)


def test_f11_the_fresh_field_needs_the_option() -> None:
    one = position_text("fem", "c3:1")
    with pytest.raises(UnreadablePosition, match="`immune`"):
        state_at("fem", f"{one} c3")
    with pytest.raises(UnreadablePosition, match="`immune`"):
        state_at("fem", f"{one} -", options="nocover")
    assert state_at("fem", one, options="immune") == state_at("fem", f"{one} -", options="immune")
    assert state_at("fem", f"{one}  C3 ", options="immune").fresh == 12
    assert state_at("fem", one, options="immune") != state_at("fem", f"{one} c3", options="immune")


@given(seed=st.integers(0, 10**6), options=st.sampled_from(["", "immune", "nocover", "immune nocover"]))
@examples(40)
def test_f1_positions_round_trip(seed: int, options: str) -> None:
    match = crowded_match("fem", seed, options=options)
    text = position_of(match)
    assert GAME.parse_position is not None and GAME.format_position is not None
    again = GAME.parse_position(text, match.setup)
    assert again == match.state
    assert GAME.format_position(again) == text
