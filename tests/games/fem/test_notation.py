"""How Fem turns are written, read and completed."""

from __future__ import annotations

import pytest

from tabletop.errors import UnreadableMove
from tabletop.games import load
from tests.games.towers.helpers import table

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
def test_f3_unreadable_turns_are_refused(text: str) -> None:
    with pytest.raises(UnreadableMove):
        table("fem", STACKS, BRIDGES).parse(text)


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
