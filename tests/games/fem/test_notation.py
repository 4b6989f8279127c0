"""How Fem turns and positions are written, completed and mended."""

from __future__ import annotations

from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tabletop.errors import IllegalMove, UnreadableMove, UnreadablePosition
from tabletop.games import load
from tabletop.games.towers.labels import Labels
from tabletop.options import make_setup
from tabletop.suggest import distance, suggest, tokens
from tests.games.towers import crowd, position_of, position_text, refused, table

GAME = load("fem")
STACKS = "a1:1 a2:1 b1:1 c3:11 c4:1 d4:1 e5:2"
BRIDGES = "1:a1-a2@1"


@pytest.mark.parametrize(
    ("text", "long", "compact"),
    [
        ("place on c3 bridge c4-c3", "place on c3 bridge c3-c4", "c3+c3-c4"),
        (
            "place T9 on c5 bridge c5-c4 from a2-a1, c4-d4",
            "place T9 on c5 bridge c4-c5 from a1-a2, c4-d4",
            "c5+c4-c5<a1-a2+c4-d4",
        ),
        (
            "place on c5 bridge c4-c5, c4-d4 from a1-a2",
            "place on c5 bridge c4-c5 from a1-a2, c4-d4",
            "c5+c4-c5<a1-a2+c4-d4",
        ),
        ("move c3 to e5", "move c3 to e5", "c3>e5"),
        ("move 2 from c3 to e5 oust 1", "move 2 from c3 to e5 oust 1", "2c3>e5x1"),
        ("bridge a2-a1", "bridge a1-a2", "+a1-a2"),
        ("shift a2-a1 to b1-b2", "shift a1-a2 to b1-b2", "a1-a2>b1-b2"),
        ("remove a1-a2", "remove a1-a2", "-a1-a2"),
        ("verlege a1-a2 nach b1-b2", "shift a1-a2 to b1-b2", "a1-a2>b1-b2"),
        ("entferne a1-a2", "remove a1-a2", "-a1-a2"),
        (
            "Setze T9 auf c5 Brücke c5-c4 von a1-a2 und c4-d4",
            "place T9 on c5 bridge c4-c5 from a1-a2, c4-d4",
            "c5+c4-c5<a1-a2+c4-d4",
        ),
        ("c5+c4-d4+c4-c5<a1-a2", "place on c5 bridge c4-c5 from a1-a2, c4-d4", "c5+c4-c5<a1-a2+c4-d4"),
        ("-a2-a1", "remove a1-a2", "-a1-a2"),
        ("1c3>e5", "move c3 to e5", "c3>e5"),
    ],
)
def test_f5_notation_is_read_leniently_and_written_canonically(text: str, long: str, compact: str) -> None:
    match = table("fem", STACKS, BRIDGES)
    move = match.parse(text)
    assert GAME.format_move(move) == long
    assert GAME.format_move(move, compact=True) == compact


@pytest.mark.parametrize("text", ["shift a1-a2", "remove", "bridge a1", "a1-a2>b1", "c3<a1-a2", "remove a1-a2 b1-b2"])
def test_f3_what_cannot_be_read(text: str) -> None:
    with pytest.raises(UnreadableMove):
        table("fem", STACKS, BRIDGES).parse(text)


def test_f1_labels() -> None:
    match = table("fem", "a1:1 e5:2")
    error = refused(match, "place T1 on c3")
    assert error.rule == "F3"
    assert "a1" in error.reason
    assert refused(match, "move T2 to c3").rule == "F3"
    match.play_text("move T1 to c3")
    names = match.names[-1]
    assert isinstance(names, Labels)
    assert names.stack_labels(12) == ("T1",)
    match.play_text("place on c3")
    assert match.names[-1].stack_labels(12) == ("T1", "T2")  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("bridge a1-b2", "bridge a1-b1"),
        ("shift a1-a2 to a2-b2", "shift a1-a2 to a1-b1"),
        ("place on a3 bridge a2-a4", "place on a3 bridge a2-a3"),
        ("place on c5 bridge c4-c5 from a1-b1", "place on c5 bridge c4-c5 from a1-a2"),
        ("bridge a1-b1 a2-b2", "bridge a1-b1"),
        ("place on d3 bridge d3-d4 from a1-a2, d4-e4", "place on d3 bridge d3-d4 from a1-a2"),
    ],
)
def test_f5_the_nearest_legal_turn_is_suggested(text: str, meant: str) -> None:
    match = table("fem", STACKS, BRIDGES)
    assert refused(match, text).suggestion == meant


@given(seed=st.integers(0, 10**6), change=st.integers(0, 10**6))
@settings(max_examples=25)
def test_f5_nothing_legal_is_nearer_than_what_is_suggested(seed: int, change: int) -> None:
    match = crowd("fem", seed, side=3, options="stacks ousting")
    moves = list(islice(match.state.legal_moves(), 3000))
    if not moves:
        return
    move = moves[change % len(moves)]
    other = (change // 7) % 24
    if move.bridges:
        low = move.bridges[-1][0]
        move = move._replace(bridges=(*move.bridges[:-1], (min(low, other), max(low, other))))
    elif move.target is not None:
        move = move._replace(bridges=((other, other + 1),))
    try:
        match.state.check(move)
    except IllegalMove:
        wanted = tokens(GAME.format_move(move))
        found = suggest(GAME, match.state, move)
        least = min(distance(wanted, tokens(GAME.format_move(legal)), 99) for legal in moves)
        assert found is not None
        assert distance(wanted, tokens(GAME.format_move(found)), 99) <= least


def offers(text: str, stacks: str = STACKS, bridges: str = BRIDGES, **setup: str) -> list[str]:
    match = table("fem", stacks, bridges, **setup)
    return [offer.text for offer in GAME.grammar.complete(text, match.state, match.names[-1])]


def test_f3_completion_offers_what_is_legal() -> None:
    assert offers("") == ["place", "move", "bridge", "shift", "remove"]
    assert offers("", "", "-") == ["place"]
    assert offers("bridge ") == ["a1-b1", "c4-d4"]
    assert offers("shift ") == ["a1-a2"]
    assert offers("shift a1-a2 to ") == ["a1-b1", "c4-d4"]
    assert offers("remove ") == ["a1-a2"]
    assert offers("place on b2 bridge ") == ["a2-b2", "b1-b2"]
    assert offers("place on b2 bridge a2-b2 from ") == ["a1-a2"]
    assert "from" in offers("place on b2 bridge a2-b2 ")
    assert "from" not in offers("place on b2 bridge a2-b2 from a1-a2, b1-b2 ")
    assert set(offers("move ")) == {"b1", "c3", "c4", "d4"}


EMPTY = "x5/x5/x5/x5/x5"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "3 words"),
        (f"{EMPTY} - 1 -", "3 words"),
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
    match = crowd("fem", seed)
    text = position_of(match)
    assert GAME.parse_position is not None and GAME.format_position is not None
    again = GAME.parse_position(text, match.setup)
    assert again == match.state
    assert GAME.format_position(again) == text
