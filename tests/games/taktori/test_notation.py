"""How Taktori turns are written, completed, labelled and mended."""

from __future__ import annotations

from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tabletop.errors import IllegalMove, UnreadableMove
from tabletop.games.towers.geometry import field_numbers
from tabletop.games.towers.labels import Labels
from tabletop.games.towers.moves import Turn
from tabletop.games.towers.suggestions import nearby_turns
from tabletop.match import Match
from tabletop.suggest import distance, suggest, tokens
from tests.games.towers import crowd, refused, table

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
def test_t5_what_cannot_be_read(text: str, column: int) -> None:
    with pytest.raises(UnreadableMove) as caught:
        read(text)
    assert caught.value.column == column


def test_t5_a_slip_of_the_pen_gets_a_suggestion() -> None:
    with pytest.raises(UnreadableMove) as caught:
        read("plcae on e5")
    assert caught.value.suggestion == "place on e5"


# Labels


def labels(match: Match, field: str) -> tuple[str, ...]:
    names = match.names[-1]
    assert isinstance(names, Labels)
    return names.stack_labels(F[field])


def test_t2_the_example_on_the_door() -> None:
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
@settings(max_examples=20)
def test_t2_labels_always_match_the_stacks(seed: int) -> None:
    match = crowd("taktori", seed, 3, options="ousting")
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


# Suggestions


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("place on e5 bridge e5-e8", "place on e5 bridge e5-e7"),
        ("place T7 on e5 bridge e5-e8", "place T7 on e5 bridge e5-e7"),
        ("move c3 to d4", "move c3 to a3"),
        ("bridge c7-d7", "bridge c7-e7"),
        ("place on a9 bridge c7-e7", "place on c9 bridge c7-c9"),
        ("bridge c7-e7 g5-i5", "bridge c7-e7"),
        ("move 2 from c3 to c4", "move c3 to c4"),
    ],
)
def test_t12_the_nearest_legal_turn_is_suggested(text: str, meant: str) -> None:
    match = table("taktori", "c7:1 e7:1 g5:1 c3:1 i5:2")
    assert refused(match, text).suggestion == meant
    match.check(match.parse(meant))


@given(seed=st.integers(0, 10**6), change=st.integers(0, 10**6))
@settings(max_examples=25)
def test_t12_nothing_legal_is_nearer_than_what_is_suggested(seed: int, change: int) -> None:
    match = crowd("taktori", seed, 2, options="ousting")
    moves = list(islice(match.state.legal_moves(), 4000))
    move = moves[change % len(moves)]
    other = (change // 7) % 81
    spans = [(*pair[:1], other) if pair[0] < other else (other, pair[0]) for pair in move.bridges[-1:]]
    move = move._replace(bridges=tuple(sorted((*move.bridges[:-1], *spans))))
    if not spans and move.target is not None:
        move = move._replace(target=other, bridges=((F["a1"], F["a3"]),))
    try:
        match.state.check(move)
    except IllegalMove:
        form = match.game.format_move
        wanted = tokens(form(move))
        found = suggest(match.game, match.state, move)
        least = min(distance(wanted, tokens(form(legal)), 99) for legal in moves)
        assert found is not None
        assert distance(wanted, tokens(form(found)), 99) <= least


LATTICE = " ".join(f"{column}{row}:1" for column in "aceg" for row in (2, 4, 6, 8) if (column, row) != ("g", 8))


def test_t12_suggestions_come_quickly_where_turns_are_countless() -> None:
    match = table("taktori", LATTICE)
    error = refused(match, "place on g8 bridge e8-g8 g6-g8 e6-e8 e6-g7")
    assert error.suggestion == "place on g8 bridge e6-e8, e6-g6, e8-g8, g6-g8"
    assert len(nearby_turns(match.state, match.parse("place on g9"))) < 1000


@pytest.mark.parametrize(
    ("text", "rule", "meant"),
    [
        ("place T1 on g8 bridge e8-g8", "T5", "place on g8 bridge e8-g8"),
        ("place T17 on i5", "T2", "place on i5"),
        ("place on g8 bridge g8-g10", "T1", "place on g8 bridge e8-g8"),
        ("g8+e8-g8+g8-g10", "T1", "place on g8 bridge e8-g8"),
        ("move T16 to g8", "T8", "move e8 to g8"),
    ],
)
def test_t2_what_is_not_there_is_mended_where_turns_are_countless(text: str, rule: str, meant: str) -> None:
    error = refused(table("taktori", LATTICE), text)
    assert (error.rule, error.suggestion) == (rule, meant)


# Completion


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
