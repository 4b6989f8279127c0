"""Legal turns near an illegal one."""

from __future__ import annotations

from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.errors import IllegalMove
from tabletop.games import load
from tabletop.games.towers.geometry import field_numbers
from tabletop.games.towers.suggestions import nearby_turns
from tabletop.suggest import distance, suggest, tokens
from tests.games.towers.helpers import crowded_match, refused, table
from tests.helpers import examples

F = field_numbers(9)
FEM = load("fem")
FEM_STACKS = "a1:1 a2:1 b1:1 c3:11 c4:1 d4:1 e5:2"
FEM_BRIDGES = "1:a1-a2@1"


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("place on e5 bridge e5-e8", "place on e5 bridge e5-e7"),
        ("place T7 on e5 bridge e5-e8", "place T7 on e5 bridge e5-e7"),
        ("move c3 to d4", "move c3 to c4"),
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
@examples(25)
def test_t12_nothing_legal_is_nearer_than_what_is_suggested(seed: int, change: int) -> None:
    match = crowded_match("taktori", seed, 2, options="ousting")
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
        format_move = match.game.format_move
        intended = tokens(format_move(move))
        suggestion = suggest(match.game, match.state, move)
        least = min(distance(intended, tokens(format_move(legal)), 99) for legal in moves)
        assert suggestion is not None
        assert distance(intended, tokens(format_move(suggestion)), 99) <= least


LATTICE = " ".join(f"{column}{row}:1" for column in "aceg" for row in (2, 4, 6, 8) if (column, row) != ("g", 8))


def test_t12_few_turns_are_compared_where_turns_are_countless() -> None:
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
def test_t2_pieces_that_do_not_exist_are_replaced_where_turns_are_countless(text: str, rule: str, meant: str) -> None:
    error = refused(table("taktori", LATTICE), text)
    assert (error.rule, error.suggestion) == (rule, meant)


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
    match = table("fem", FEM_STACKS, FEM_BRIDGES)
    assert refused(match, text).suggestion == meant


@given(seed=st.integers(0, 10**6), change=st.integers(0, 10**6))
@examples(25)
def test_f5_nothing_legal_is_nearer_than_what_is_suggested(seed: int, change: int) -> None:
    match = crowded_match("fem", seed, side=3, options="stacks ousting")
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
        intended = tokens(FEM.format_move(move))
        suggestion = suggest(FEM, match.state, move)
        least = min(distance(intended, tokens(FEM.format_move(legal)), 99) for legal in moves)
        assert suggestion is not None
        assert distance(intended, tokens(FEM.format_move(suggestion)), 99) <= least
