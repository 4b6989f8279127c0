"""Names of towers: which one is placed, how they travel, what the notation says of them."""

from __future__ import annotations

from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.errors import UnreadableMove
from tabletop.games.towers.geometry import field_numbers
from tabletop.games.towers.labels import Labels
from tabletop.match import Match
from tests.games.towers.helpers import crowded_match, refused, table
from tests.helpers import examples

F = field_numbers(9)


def labels(match: Match, field: str) -> tuple[str, ...]:
    names = match.names[-1]
    assert isinstance(names, Labels)
    return names.stack_labels(F[field])


def test_t2_a_label_names_the_tower_to_place() -> None:
    match = table("taktori", "e7:1 a1:2")
    match.play_text("place T3 on e5 bridge e5-e7")
    assert labels(match, "e5") == ("T3",)
    assert match.game.format_move(match.plies[-1].move) == "place T3 on e5 bridge e5-e7"


def test_t2_without_a_label_the_lowest_number_in_stock_is_used() -> None:
    match = table("taktori")
    for text in ("place T2 on a1", "place on i9", "place on b1", "place on i8", "place on c1", "place on i7"):
        match.play_text(text)
    assert [labels(match, field) for field in ("a1", "b1", "c1")] == [("T2",), ("T1",), ("T3",)]
    assert [labels(match, field) for field in ("i9", "i8", "i7")] == [("T1",), ("T2",), ("T3",)]


def test_t5_a_label_that_is_not_in_stock_says_where_it_is() -> None:
    match = table("taktori", "e5:1 i9:2")
    error = refused(match, "place T1 on c3")
    assert (error.rule, error.about) == ("T5", "T1")
    assert "e5" in error.reason
    assert refused(match, "place T17 on c3").rule == "T2"
    assert refused(match, "place T0 on c3").rule == "T2"
    assert refused(table("taktori", "e5:1 i9:2", final="0"), "place T1 on c3").rule == "T17"


def test_t8_a_label_names_the_tower_to_move() -> None:
    match = table("taktori", "e5:1 g5:1 i9:2")
    move = match.parse("move T2 to g9")
    assert (move.source, move.target, move.count) == (F["g5"], F["g9"], 1)
    assert match.game.format_move(move) == "move T2 to g9"
    assert match.game.format_move(move, compact=True) == "g5>g9"
    match.play(move)
    assert labels(match, "g9") == ("T2",)
    assert refused(table("taktori", "e5:1"), "move T2 to g9").rule == "T8"
    with pytest.raises(UnreadableMove):
        match.game.grammar.parse("move T1 to e8", match.state)


def test_t7_a_label_of_an_overbuilt_tower() -> None:
    match = table("taktori", "e5:11")
    assert refused(match, "move T1 to e8").rule == "T7"
    match.check(match.parse("move T2 to e8"))


def test_t9_labels_travel_with_their_stack() -> None:
    match = table("taktori", "e5:111 i9:2")
    match.play_text("move 2 from e5 to e8")
    assert labels(match, "e5") == ("T1",)
    assert labels(match, "e8") == ("T2", "T3")
    match.play_text("move i9 to i8")
    match.play_text("move T3 to e9")
    assert labels(match, "e8") == ("T2",)
    assert labels(match, "i8") == ("T1",)


def test_t22_ousted_and_ousting_labels_return_to_stock() -> None:
    match = table("taktori", "e5:111 e8:22 i1:2", options="ousting")
    match.play_text("move 2 from e5 to e8 oust 1")
    assert labels(match, "e5") == ("T1",)
    assert labels(match, "e8") == ("T1", "T3")
    names = match.names[-1]
    assert isinstance(names, Labels)
    assert names.in_stock(1)[0] == "T2"
    assert names.in_stock(2)[0] == "T2"
    gone = table("taktori", "e5:1 e8:2", options="ousting")
    gone.play_text("move e5 to e8 oust 1")
    assert labels(gone, "e8") == ()


@given(seed=st.integers(0, 10**6))
@examples(20)
def test_t2_labels_always_match_the_stacks(seed: int) -> None:
    match = crowded_match("taktori", seed, 3, options="ousting")
    for round_number in range(8):
        if match.result:
            break
        moves = list(islice(match.state.legal_moves(), 400))
        match.play(moves[(seed * 31 + round_number * 7919) % len(moves)])
        names = match.names[-1]
        assert isinstance(names, Labels)
        seen = set()
        for field in range(81):
            stack = match.state.stack(field)  # type: ignore[attr-defined]
            numbered = names.stack_labels(field)
            assert len(numbered) == len(stack)
            seen |= set(zip(stack, numbered, strict=True))
        assert len(seen) == sum(len(match.state.stack(field)) for field in range(81))  # type: ignore[attr-defined]


def test_f1_labels_name_towers_in_fem_too() -> None:
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
