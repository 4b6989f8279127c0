"""How Taktori turns are written, read and completed."""

from __future__ import annotations

import pytest

from tabletop.errors import UnreadableMove
from tabletop.games.towers.geometry import field_numbers
from tabletop.games.towers.moves import Turn
from tests.games.towers.helpers import table

STACKS = "e5:111 e7:1 g7:1 g9:1 e8:2 g8:1 i9:2"
F = field_numbers(9)


def read(text: str, **setup: str) -> Turn:
    move = table("taktori", STACKS, **setup).parse(text)
    assert isinstance(move, Turn)
    return move


@pytest.mark.parametrize(
    ("text", "long", "compact"),
    [
        ("place on c3", "place on c3", "c3"),
        ("PLACE  on\tC3", "place on c3", "c3"),
        ("place c3", "place on c3", "c3"),
        ("place T9 on c3 bridge e7-g7", "place T9 on c3 bridge e7-g7", "c3+e7-g7"),
        ("place t09 on c3", "place T9 on c3", "c3"),
        ("place on c3 bridge g7-e7 and g9-g7", "place on c3 bridge e7-g7, g7-g9", "c3+e7-g7+g7-g9"),
        ("place on c3 bridge g9 - g7,e7-g7", "place on c3 bridge e7-g7, g7-g9", "c3+e7-g7+g7-g9"),
        ("move e7 to a7", "move e7 to a7", "e7>a7"),
        ("move 2 from e5 to a5", "move 2 from e5 to a5", "2e5>a5"),
        ("move 2 e5 to a5", "move 2 from e5 to a5", "2e5>a5"),
        ("move 1 from e5 to a5", "move e5 to a5", "e5>a5"),
        ("move from e5 to a5", "move e5 to a5", "e5>a5"),
        ("move e5 to e8 oust 1", "move e5 to e8 oust 1", "e5>e8x1"),
        ("move e5 to e8 schass 1", "move e5 to e8 oust 1", "e5>e8x1"),
        ("move e5 to e8 capture 1", "move e5 to e8 oust 1", "e5>e8x1"),
        ("move 2 from e5 to e8 oust 1 bridge e8-g8", "move 2 from e5 to e8 oust 1 bridge e8-g8", "2e5>e8x1+e8-g8"),
        ("bridge e7-g7 g7-g9", "bridge e7-g7, g7-g9", "+e7-g7+g7-g9"),
        ("setze T9 auf c3 brücke g7-e7 und g9-g7", "place T9 on c3 bridge e7-g7, g7-g9", "c3+e7-g7+g7-g9"),
        ("ziehe 2 von e5 nach e8 schass 1", "move 2 from e5 to e8 oust 1", "2e5>e8x1"),
        ("Bruecke e7–g7", "bridge e7-g7", "+e7-g7"),
        ("e5", "place on e5", "e5"),
        ("1e5>e8", "move e5 to e8", "e5>e8"),
        ("E5>E8X1", "move e5 to e8 oust 1", "e5>e8x1"),
        ("2e5>e8x1+g8-e8", "move 2 from e5 to e8 oust 1 bridge e8-g8", "2e5>e8x1+e8-g8"),
        ("+g9-g7+e7-g7", "bridge e7-g7, g7-g9", "+e7-g7+g7-g9"),
    ],
)
def test_t12_notation_is_read_leniently_and_written_canonically(text: str, long: str, compact: str) -> None:
    match = table("taktori", STACKS)
    move = match.parse(text)
    assert match.game.format_move(move) == long
    assert match.game.format_move(move, compact=True) == compact


@pytest.mark.parametrize(
    ("text", "column"),
    [
        ("", 1),
        ("plaze on e5", 1),
        ("place on", 9),
        ("place on 55", 10),
        ("place on e5 bridge", 19),
        ("place on e5 bridge e5e7", 20),
        ("place on e5 e7", 13),
        ("move e5", 8),
        ("move e5 to e8 oust", 19),
        ("bridge e5-", 8),
        ("e5>", 4),
        ("e5 + e5-e7", 3),
        ("place on e55x", 10),
    ],
)
def test_t5_unreadable_turns_give_the_column_of_the_mistake(text: str, column: int) -> None:
    with pytest.raises(UnreadableMove) as caught:
        read(text)
    assert caught.value.column == column


def test_t5_a_misspelt_word_gets_a_suggestion() -> None:
    with pytest.raises(UnreadableMove) as caught:
        read("plcae on e5")
    assert caught.value.suggestion == "place on e5"


def offers(text: str, stacks: str = STACKS, **setup: str) -> list[str]:
    match = table("taktori", stacks, **setup)
    return [offer.text for offer in match.game.grammar.complete(text, match.state, match.names[-1])]


def test_t5_completion_offers_what_is_legal() -> None:
    assert offers("") == ["place", "move", "bridge"]
    assert offers("", stacks="") == ["place"]
    assert offers("", stacks="a1:1111111111111111") == ["move"]
    assert offers("place on a") == [f"a{row}" for row in range(1, 10)]
    assert "on" in offers("place ")
    assert offers("place T1") == [f"T{number}" for number in range(10, 17)]
    assert set(offers("move ")) == {"2", "3", "e5", "e7", "g7", "g8", "g9"}
    assert offers("move 2 from ") == ["e5"]
    assert offers("move T") == ["T3", "T4", "T5", "T6", "T7"]
    assert offers("move e7 to e") == ["e5", "e6", "e8"]


def test_t10_completion_offers_bridges_that_can_join() -> None:
    assert offers("place on e9 bridge ") == ["e7-e9", "e9-g9"]
    assert "bridge" in offers("place on e9 ")
    assert "bridge" not in offers("place on a1 ")
    assert offers("place on e9 bridge e7-e9, ") == ["e7-g7", "e9-g9"]
    assert offers("bridge ") == ["e7-g7", "g7-g9"]
    assert offers("bridge e7-g7 ") == ["g7-g9"]
    assert offers("move T4 to e9 bridge ") == [] and offers("move T3 to i5 bridge ") == []
    assert offers("move g9 to e9 bridge ") == ["e7-e9"]


def test_t22_completion_offers_ousting_where_it_is_possible() -> None:
    assert "oust" not in offers("move e5 to e8 ")
    assert "oust" in offers("move e7 to e8 ", options="ousting")
    assert offers("move e7 to e8 oust ", options="ousting") == ["1"]
    assert "oust" not in offers("move e7 to e9 ", options="ousting")


def test_the_word_bridge_may_stand_before_each_bridge() -> None:
    match = table("taktori", "g7:1 e5:1", "-")
    once = match.parse("place on g5 bridge g5-g7, e5-g5")
    assert match.parse("place on g5 bridge g5-g7 bridge e5-g5") == once
    assert match.parse("place on g5 bridge g5-g7, bridge e5-g5") == once
    assert match.parse("setze auf g5 brücke g5-g7 und brücke e5-g5") == once
