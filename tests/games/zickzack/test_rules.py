"""Zickzack's rules, one by one, on positions worked out by hand."""

from __future__ import annotations

import pickle
from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tabletop.errors import IllegalMove
from tabletop.game import NOBODY, Setup
from tabletop.games.zickzack import GAME
from tabletop.games.zickzack.board import ZickzackMove
from tabletop.games.zickzack.rules import ZickzackState, start
from tabletop.options import make_setup

NAMES = ("green", "blue")


def table(board: str = "classic", first: int = 1) -> Setup:
    return Setup(2, NAMES, {"board": board}, first=first)


def at(position: str, board: str = "classic") -> ZickzackState:
    state = GAME.parse_position(position, table(board)) if GAME.parse_position else None
    assert isinstance(state, ZickzackState)
    return state


def after(*moves: str, state: ZickzackState | None = None, board: str = "classic") -> ZickzackState:
    state = state or start(table(board))
    for text in moves:
        move = GAME.grammar.parse(text, state)
        state.check(move)
        state = state.apply(move)
    return state


def refusal(text: str, state: ZickzackState | None = None, board: str = "classic") -> IllegalMove:
    state = state or start(table(board))
    with pytest.raises(IllegalMove) as caught:
        state.check(GAME.grammar.parse(text, state))
    return caught.value


def random_state(seed: int, plies: int, board: str = "classic") -> ZickzackState:
    rng, state = Random(seed), start(table(board))
    for _ in range(plies):
        moves = state.steps()
        if not moves:
            break
        state = state.take(moves[int(rng.random() * len(moves))])
    return state


ENDGAME = "111/1111/21111/112222/.11111./22222.1./2.222111./22.112222. 1112---- 0100/2200 2"
"""Blue has two singles and two doubles, green a double; all gaps are one cell wide."""


def test_z1_hands_and_who_begins() -> None:
    state = start(table())
    assert state.to_move == 1
    assert state.hand_counts(1) == state.hand_counts(2) == (5, 4, 3, 1)
    sizes = [piece_type.size for piece_type in state.board.piece_types]
    assert sum(count * size for count, size in zip(state.hand_counts(1), sizes, strict=True)) == 26


def test_z1_a_piece_that_is_gone_cannot_be_laid() -> None:
    state = after("place 4 on 10a", "place 1 on 3a")
    assert refusal("place 4 on 9a", state).rule == "Z1"
    assert refusal("9a-9d", state).reason == "no quadruple is left in the hand"
    after("place 4 on 9a", state=after("place 4 on 10a"))


@pytest.mark.parametrize("text", ["place 5 on 7a-7e", "place 0 on 7a", "place brick on 7a", "7a-7e", "place 12 on 3a"])
def test_z1_no_such_piece(text: str) -> None:
    assert refusal(text).rule == "Z1"


def test_z2_the_classic_board() -> None:
    board = start(table()).board
    assert [(field.name, field.points, len(field.cells)) for field in board.fields] == [
        (str(size), size, size) for size in range(3, 11)
    ]
    assert len(board.cells) == 52
    assert board.has_rows
    assert [name for name in board.cells if name.startswith("7")] == ["7a", "7b", "7c", "7d", "7e", "7f", "7g"]


def test_z2_a_piece_of_n_covers_n_cells_in_a_row() -> None:
    moves = start(table()).steps()
    assert len(moves) == sum(size - n + 1 for size in range(3, 11) for n in range(1, 5) if n <= size) == 160
    assert [GAME.format_move(move, compact=True) for move in moves if move.cells[0].startswith("4")] == [
        *("4a", "4b", "4c", "4d", "4a-4b", "4b-4c", "4c-4d", "4a-4c", "4b-4d", "4a-4d")
    ]


@pytest.mark.parametrize(
    ("text", "about", "reason"),
    [
        ("place 1 on 2a", "2a", "there is no field 2; the fields are 3, 4, 5, 6, 7, 8, 9, 10"),
        ("place 1 on 7h", "7h", "field 7 has no cell 7h; its last one is 7g"),
        ("place 3 on 7f", "7h", "field 7 has no cell 7h; its last one is 7g"),
        ("place 2 on 7a 7c", "7c", "7a and 7c do not hang together"),
        ("place 2 on 7g 8a", "8a", "7g and 8a are not in one field"),
        ("place 2 on 7a-8b", "8b", "7a and 8b are not in one field"),
        ("place 3 on 7a-7b", "7b", "the triple covers 3 cells, and 7a and 7b are 2"),
        ("place 1 on 7a-7b", "7b", "the single covers 1 cell, and 7a and 7b are 2"),
        ("place 2 on 7a 7a", "7a", "a piece covers each of its cells once, not 7a and 7a"),
    ],
)
def test_z3_cells_that_no_piece_can_lie_on(text: str, about: str, reason: str) -> None:
    error = refusal(text)
    assert (error.rule, error.reason, error.about) == ("Z3", reason, about)


def test_z3_only_empty_cells() -> None:
    state = after("7c-7e", "7a")
    assert refusal("7d", state).reason == "7d is covered by a green piece"
    assert refusal("place 2 on 7a-7b", state).reason == "7a is covered by a blue piece"
    after("7b", state=state)


def test_z3_turns_alternate_and_pieces_stay() -> None:
    first = after("7c-7e")
    second = after("7a", state=first)
    assert (first.to_move, second.to_move) == (2, 1)
    assert second.pieces() == [(1, ZickzackMove("3", ("7c", "7d", "7e"))), (2, ZickzackMove("1", ("7a",)))]


def test_z4_last_cell_wins_and_moves_again() -> None:
    state = after("3a", "3c")
    assert state.owners == (0,) * 8
    won = after("3b", state=state)
    assert won.owners == (1, 0, 0, 0, 0, 0, 0, 0)
    assert won.scores() == (3, 0)
    assert won.to_move == 1
    assert after("4a-4d", state=won).to_move == 1


def test_z4_only_the_last_cell_counts() -> None:
    state = after("4a-4c", "4d")
    assert state.scores() == (0, 4)
    assert state.to_move == 2


def test_z5_who_cannot_lay_is_passed_over() -> None:
    state = at(ENDGAME)
    assert state.to_move == 2
    again = after("7a", state=state)
    assert again.to_move == 2, "green has only a double, and no gap is wide enough"
    assert {move.piece for move in again.steps()} == {"1"}


def test_z5_the_end() -> None:
    state = after("7a", "7g", state=at(ENDGAME))
    assert state.to_move == NOBODY
    assert state.steps() == list(state.legal_moves()) == []
    assert state.owners == (1, 1, 1, 2, 2, 0, 0, 0)
    assert state.scores() == (12, 13), "fields 8, 9 and 10 count for nobody"
    with pytest.raises(IllegalMove) as caught:
        state.check(ZickzackMove("1", ("8f",)))
    assert caught.value.rule == "Z5"


def test_z5_after_the_end_the_next_by_z4_is_remembered() -> None:
    assert after("7a", "7g", state=at(ENDGAME)).player == 2, "blue won field 7 last"
    assert after("7a", "8f", state=at(ENDGAME)).player == 1


def test_z6_points_not_fields() -> None:
    outcome = after("7a", "7g", state=at(ENDGAME)).result()
    assert outcome is not None
    assert (outcome.winners, outcome.rule, outcome.reason) == ((2,), "Z6", "13 points against 12")


def test_z6_equal_points_are_a_draw() -> None:
    state = at("111/1111/11222/221111/1111122/22111112/.2222222./.222.22211 111222-- 1000/1100 2")
    outcome = after("9i", "9a", state=state).result()
    assert outcome is not None
    assert outcome.winners == ()
    assert outcome.reason == "both have 21 points"


def test_z7_the_setup_says_who_begins() -> None:
    assert start(table(first=2)).to_move == 2
    assert make_setup(GAME, first=2).first == 2


def test_z8_comb_turns_and_turns_over() -> None:
    state = start(table("comb"))
    in_seven = [move for move in state.steps() if move.cells[0].startswith("7")]
    counts = Counter(move.piece for move in in_seven)
    # A flower of seven: 12 edges, 3 lines through the middle, 6 triangles around it, 6 rhombs over each of its
    # spokes, and 12 bends: 6 whose middle cell is the middle, 6 along the rim.
    assert counts == {"single": 7, "double": 12, "line": 3, "bend": 12, "triangle": 6, "rhomb": 6}
    assert state.hand_counts(1) == (5, 4, 1, 1, 1, 1)


def test_z8_shapes_must_match() -> None:
    state = start(table("comb"))
    assert refusal("place line on 9a 9b 9d", state).reason == "the line has not the shape of 9a, 9b and 9d"
    assert refusal("7a.7b.7c.7d.7e", state).rule == "Z1"
    assert refusal("7a.7g", state).rule == "Z3"
    assert refusal("place triple on 10a 10d 10j", state).rule == "Z3"
    assert after("place triple on 10a 10d 10h", board="comb").pieces()[0][1].piece == "bend"


def count_sequences(state: ZickzackState, depth: int) -> int:
    if depth == 1:
        return len(state.steps())
    return sum(count_sequences(state.apply(move), depth - 1) for move in state.legal_moves())


@pytest.mark.parametrize(("board", "depth", "count"), [("classic", 1, 160), ("classic", 2, 23771), ("comb", 1, 313)])
def test_perft_from_the_start(board: str, depth: int, count: int) -> None:
    assert count_sequences(start(table(board)), depth) == count


@pytest.mark.parametrize(("depth", "count"), [(1, 8), (2, 56), (3, 0)])
def test_perft_to_the_end(depth: int, count: int) -> None:
    """Blue's two singles on eight gaps, one after the other, while green is passed over."""
    assert count_sequences(at(ENDGAME), depth) == count


def slow_moves(state: ZickzackState) -> set[ZickzackMove]:
    """The legal moves found without tables: every placement of the empty board, tried with `check`."""
    found = set()
    for move in state.board.placement_of:
        try:
            state.check(move)
        except IllegalMove:
            continue
        found.add(move)
    return found


@settings(max_examples=25)
@given(st.integers(0, 10_000), st.integers(0, 26), st.sampled_from(["classic", "comb"]))
def test_steps_are_what_check_allows(seed: int, plies: int, board: str) -> None:
    state = random_state(seed, plies, board)
    steps = state.steps()
    assert list(state.legal_moves()) == steps
    assert set(steps) == (slow_moves(state) if state.to_move != NOBODY else set())
    assert len(set(steps)) == len(steps)
    order = [(state.board.placement_of[move].field, state.board.placement_of[move].type_number) for move in steps]
    assert order == sorted(order)


@settings(max_examples=40)
@given(st.integers(0, 10_000), st.sampled_from(["classic", "comb"]))
def test_cells_hands_and_points_stay_consistent(seed: int, board: str) -> None:
    rng, state = Random(seed), start(table(board))
    while steps := state.steps():
        before = state._key()
        state, parent = state.take(steps[int(rng.random() * len(steps))]), state
        assert parent._key() == before
        covered = {1: 0, 2: 0}
        for player, move in state.pieces():
            covered[player] += len(move.cells)
        for player in (1, 2):
            hand = zip(state.hand_counts(player), state.board.piece_types, strict=True)
            assert covered[player] + sum(count * piece_type.size for count, piece_type in hand) == 26
        assert state.free.bit_count() == 52 - covered[1] - covered[2]
        full = [not state.free & mask for mask in state.board.field_masks]
        assert [bool(owner) for owner in state.owners] == full
    assert state.result() is not None


def test_pieces_are_no_part_of_the_value() -> None:
    one = after("10a-10b", "3a", "10c-10d", "3b", "9a", "9c", "9i")
    other = after("10b-10c", "3a", "10a", "3b", "9a", "9c", "9i")
    assert one != other, "other pieces are gone from the hand"
    left = after("10a-10b", "3a", "10c")
    right = after("10b-10c", "3a", "10a")
    assert left == right
    assert hash(left) == hash(right)
    assert left.pieces() != right.pieces()


def test_states_can_be_pickled() -> None:
    state = random_state(3, 12, "comb")
    again = pickle.loads(pickle.dumps(state))
    assert again == state
    assert again.pieces() == state.pieces()
    assert again.board is pickle.loads(pickle.dumps(again)).board, "tables are made only once"


def test_not_equal_to_other_things() -> None:
    assert start(table()) != "start"
    assert start(table()) != start(table("comb"))
    assert start(table()) != start(table(first=2))
