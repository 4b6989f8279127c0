"""Position strings of Taktori: what is read, what is written, what is refused and why."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.errors import UnreadablePosition
from tabletop.games import load
from tabletop.options import make_setup
from tests.games.towers.helpers import crowded_match, position_of, position_text, state_at, table
from tests.helpers import examples

GAME = load("taktori")
EMPTY = "x9/x9/x9/x9/x9/x9/x9/x9/x9"
EXAMPLE = "x9/x9/x9/x9/x2,1,x,12,x4/x9/x9/x9/x9 1:c5-e5@1 2 -"


def parse(text: str, players: int = 2):  # type: ignore[no-untyped-def]
    assert GAME.parse_position is not None
    return GAME.parse_position(text, make_setup(GAME, players=players))


def written(text: str, players: int = 2) -> str:
    assert GAME.format_position is not None
    return GAME.format_position(parse(text, players))


@pytest.mark.parametrize(
    "text", [EXAMPLE, f"{EMPTY} - 1 -", f"{EMPTY} - 2 1", f"{EMPTY} - 2 0", "1,x8/x9/x9/x9/x9/x9/x9/x9/x8,212 - 1 -"]
)
def test_t1_canonical_positions_come_back_as_they_are(text: str) -> None:
    assert written(text) == text


def test_t13_readers_are_lenient_and_writers_canonical() -> None:
    loose = "X9/x1,x8/x,x,x,x6/x9/x2,1,x1,12,x,x3/x9/x9/x4,x5/x9   1:E5-c5@1  2 -"
    assert written(loose) == EXAMPLE
    zeros = EXAMPLE.replace("@1", "@01").replace("1:c5", "01:c05").replace("x9/", "x09/", 1).replace(" 2 ", " 02 ")
    assert written(zeros) == EXAMPLE
    fresh = state_at("taktori", f"{EXAMPLE} C05", options="immune")
    assert GAME.format_position is not None and GAME.format_position(fresh) == f"{EXAMPLE} c5"
    two = position_text("taktori", "a1:11 a3:11 c1:1", "1:c1-a1@1;1:a3-a1@2;1:a1-a3@1")
    assert written(two).split()[1] == "1:a1-a3@1;1:a1-a3@2;1:a1-c1@1"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "4 parts"),
        (f"{EMPTY} - 1", "4 parts"),
        (f"{EMPTY} - 1 - -", "4 parts"),
        ("x9/x9 - 1 -", "2 rows instead of 9"),
        (f"{EMPTY}/x9 - 1 -", "10 rows instead of 9"),
        (EMPTY.replace("x9", "x8", 1) + " - 1 -", "row 9 has 8 fields"),
        (EMPTY.replace("x9", "x8,x,x", 1) + " - 1 -", "row 9 has 10 fields"),
        (EMPTY.replace("x9", "x0,x9", 1) + " - 1 -", "x0"),
        (EMPTY.replace("x9", "x10", 1) + " - 1 -", "x10"),
        (EMPTY.replace("x9", "y9", 1) + " - 1 -", "'y9'"),
        (EMPTY.replace("x9", "x8,", 1) + " - 1 -", "''"),
        (EMPTY.replace("x9", "3,x8", 1) + " - 1 -", "no player 3; players are 1 to 2"),
        (EMPTY.replace("x9", "0,x8", 1) + " - 1 -", "no player 0"),
        (EMPTY.replace("x9", "1" * 17 + ",x8", 1) + " - 1 -", "red has 17 towers"),
        (f"{EMPTY} - 3 -", "1 to 2"),
        (f"{EMPTY} - 0 -", "1 to 2"),
        (f"{EMPTY} - red -", "1 to 2"),
        (f"{EMPTY} - 1 2", "0 to 1"),
        (f"{EMPTY} - 1 x", "0 to 1"),
        (f"{EMPTY} 1:c5-e5@1 1 -", "no tower on level 1 of c5"),
        (f"{EMPTY} c5-e5 1 -", "is not a bridge"),
        (f"{EMPTY} 3:c5-e5@1 1 -", "no player 3"),
        (EXAMPLE.replace("c5-e5", "c5-f5"), "two fields apart"),
        (EXAMPLE.replace("c5-e5", "c5-d6"), "two fields apart"),
        (EXAMPLE.replace("c5-e5", "c5-c5"), "two fields apart"),
        (EXAMPLE.replace("c5-e5", "c5-j5"), "no field j5"),
        (EXAMPLE.replace("@1", "@2"), "level 2 of c5"),
        (EXAMPLE.replace("@1", "@0"), "level 0"),
        (EXAMPLE.replace("1:c5", "2:c5"), "blue has no tower on level 1 of c5"),
        (EXAMPLE.replace("1:c5-e5@1", "1:c5-e5@1;1:e5-c5@1"), "lengthwise"),
        (position_text("taktori", "a1:1 b1:2 c1:1 d1:2", "1:a1-c1@1;2:b1-d1@1"), "a1-c1 and b1-d1"),
    ],
)
def test_t15_positions_that_cannot_be_are_refused(text: str, reason: str) -> None:
    with pytest.raises(UnreadablePosition) as caught:
        parse(text)
    assert reason in str(caught.value)


def test_t13_sixteen_bridges_are_too_many() -> None:
    grid = [(column, row) for column in "aceg" for row in (1, 3, 5, 7)]
    stacks = " ".join(f"{column}{row}:1" for column, row in grid)
    pairs = [f"{column}{row}-{column}{row + 2}" for column, row in grid if row < 7]
    pairs += [f"{column}{row}-{chr(ord(column) + 2)}{row}" for column, row in grid if column < "g"]
    bridges = [f"1:{pair}@1" for pair in pairs[:16]]
    with pytest.raises(UnreadablePosition, match="red has 16 bridges"):
        parse(position_text("taktori", stacks, ";".join(bridges)))
    parse(position_text("taktori", stacks, ";".join(bridges[:15])))


def test_t17_the_final_round_is_bounded_by_the_players() -> None:
    assert written(f"{EMPTY} - 3 3", players=4).endswith("3 3")
    with pytest.raises(UnreadablePosition):
        parse(f"{EMPTY} - 3 3", players=3)


def test_t17_all_towers_on_the_board_are_accepted_for_study() -> None:
    match = table("taktori", "a1:1111111111111111")
    assert match.state.to_move == 1


def test_t26_the_fresh_field_is_a_fifth_word_with_the_option_alone() -> None:
    for text in (f"{EXAMPLE} c5", f"{EXAMPLE} -"):
        with pytest.raises(UnreadablePosition, match="`immune`"):
            parse(text)
        state = state_at("taktori", text, options="immune")
        assert GAME.format_position is not None and GAME.format_position(state) == text
    assert state_at("taktori", EXAMPLE, options="immune") == state_at("taktori", f"{EXAMPLE} -", options="immune")
    assert state_at("taktori", EXAMPLE, options="immune") != state_at("taktori", f"{EXAMPLE} c5", options="immune")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (f"{EXAMPLE} a1", "the fresh field a1 has no tower"),
        (f"{EXAMPLE} j5", "not 'j5'"),
        (f"{EXAMPLE} c5 -", "4 or 5 parts"),
        (f"{EMPTY} - 1", "4 or 5 parts"),
    ],
)
def test_t26_fresh_fields_that_cannot_be_are_refused(text: str, reason: str) -> None:
    with pytest.raises(UnreadablePosition) as caught:
        state_at("taktori", text, options="immune")
    assert reason in str(caught.value)


@given(seed=st.integers(0, 10**6), players=st.integers(2, 4))
@examples(40)
def test_t26_positions_with_a_fresh_field_round_trip(seed: int, players: int) -> None:
    match = crowded_match("taktori", seed, players, options="immune")
    text = position_of(match)
    assert state_at("taktori", text, players, options="immune") == match.state


@given(seed=st.integers(0, 10**6), players=st.integers(2, 4))
@examples(40)
def test_t3_positions_round_trip(seed: int, players: int) -> None:
    match = crowded_match("taktori", seed, players)
    text = position_of(match)
    assert written(text, players) == text
    again = parse(text, players)
    assert again == match.state and hash(again) == hash(match.state)
