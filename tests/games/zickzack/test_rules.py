"""Zickzack's rules, one by one, on positions worked out by hand."""

from __future__ import annotations

import pickle
from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.errors import IllegalMove
from tabletop.game import NOBODY
from tabletop.games.zickzack import GAME
from tabletop.games.zickzack.board import ZickzackMove
from tabletop.games.zickzack.rules import ZickzackState, start
from tabletop.match import Match
from tabletop.options import make_setup
from tests.games.zickzack.helpers import BOARDS, ENDGAME, play, random_state, start_state, state_at, zickzack_setup
from tests.helpers import examples


def test_z1_green_begins_and_both_hands_cover_26_cells() -> None:
    state = start_state()
    assert state.to_move == 1
    assert state.hand_counts(1) == state.hand_counts(2) == (5, 4, 3, 1)
    sizes = [piece_type.size for piece_type in state.board.piece_types]
    assert sum(count * size for count, size in zip(state.hand_counts(1), sizes, strict=True)) == 26


def test_z2_the_classic_board_has_fields_of_3_to_10_cells() -> None:
    board = start_state().board
    assert [(field.name, field.points, len(field.cells)) for field in board.fields] == [
        (str(size), size, size) for size in range(3, 11)
    ]
    assert len(board.cells) == 52
    assert board.has_rows
    assert [name for name in board.cells if name.startswith("7")] == ["7a", "7b", "7c", "7d", "7e", "7f", "7g"]


def test_z2_a_piece_of_n_covers_n_cells_in_a_row() -> None:
    moves = start_state().steps()
    assert len(moves) == sum(size - n + 1 for size in range(3, 11) for n in range(1, 5) if n <= size) == 160
    assert [GAME.format_move(move, compact=True) for move in moves if move.cells[0].startswith("4")] == [
        *("4a", "4b", "4c", "4d", "4a-4b", "4b-4c", "4c-4d", "4a-4c", "4b-4d", "4a-4d")
    ]


def test_z3_turns_alternate_and_pieces_stay() -> None:
    first = play("7c-7e")
    second = play("7a", state=first)
    assert (first.to_move, second.to_move) == (2, 1)
    assert second.pieces() == [(1, ZickzackMove("3", ("7c", "7d", "7e"))), (2, ZickzackMove("1", ("7a",)))]


def test_z4_last_cell_wins_and_moves_again() -> None:
    state = play("3a", "3c")
    assert state.owners == (0,) * 8
    won = play("3b", state=state)
    assert won.owners == (1, 0, 0, 0, 0, 0, 0, 0)
    assert won.scores() == (3, 0)
    assert won.to_move == 1
    assert play("4a-4d", state=won).to_move == 1


def test_z4_only_the_last_cell_counts() -> None:
    state = play("4a-4c", "4d")
    assert state.scores() == (0, 4)
    assert state.to_move == 2


def test_z5_a_player_who_cannot_lay_a_piece_is_passed_over() -> None:
    state = state_at(ENDGAME)
    assert state.to_move == 2
    again = play("7a", state=state)
    assert again.to_move == 2, "green has only a double, and no gap is wide enough"
    assert {move.piece for move in again.steps()} == {"1"}


def test_z5_the_game_ends_when_neither_can_lay_a_piece() -> None:
    state = play("7a", "7g", state=state_at(ENDGAME))
    assert state.to_move == NOBODY
    assert state.steps() == list(state.legal_moves()) == []
    assert state.owners == (1, 1, 1, 2, 2, 0, 0, 0)
    assert state.scores() == (12, 13), "fields 8, 9 and 10 count for nobody"
    with pytest.raises(IllegalMove) as caught:
        state.check(ZickzackMove("1", ("8f",)))
    assert caught.value.rule == "Z5"


def test_z5_after_the_end_the_next_by_z4_is_remembered() -> None:
    assert play("7a", "7g", state=state_at(ENDGAME)).player == 2, "blue won field 7 last"
    assert play("7a", "8f", state=state_at(ENDGAME)).player == 1


def test_z6_more_points_win() -> None:
    result = play("7a", "7g", state=state_at(ENDGAME)).result()
    assert result is not None
    assert (result.winners, result.rule, result.reason) == ((2,), "Z5", "")


def test_z6_a_move_after_the_end_cites_the_rule_that_ended_the_game() -> None:
    match = Match(GAME, zickzack_setup(), play("7a", "7g", state=state_at(ENDGAME)))
    for text in ("place 1 on 8f", "place 1 on 99z"):
        with pytest.raises(IllegalMove) as caught:
            match.check(match.parse(text))
        assert caught.value.rule == "Z5"


def test_z6_equal_points_are_a_draw() -> None:
    state = state_at("111/1111/11222/221111/1111122/22111112/.2222222./.222.22211 111222-- 1000/1100 2")
    result = play("9i", "9a", state=state).result()
    assert result is not None
    assert result.winners == ()
    assert result.reason == ""


def test_z7_the_setup_says_who_begins() -> None:
    assert start(zickzack_setup(first=2)).to_move == 2
    assert make_setup(GAME, first=2).first == 2


def test_z8_pieces_may_be_rotated_and_reflected() -> None:
    state = start_state("comb")
    in_seven = [move for move in state.steps() if move.cells[0].startswith("7")]
    counts = Counter(move.piece for move in in_seven)
    # A flower of seven: 12 edges, 3 lines through the middle, 6 triangles around it, 6 rhombs over each of its
    # spokes, and 12 bends: 6 whose middle cell is the middle, 6 along the rim.
    assert counts == {"single": 7, "double": 12, "line": 3, "bend": 12, "triangle": 6, "rhomb": 6}
    assert state.hand_counts(1) == (5, 4, 1, 1, 1, 1)


def count_sequences(state: ZickzackState, depth: int) -> int:
    if depth == 1:
        return len(state.steps())
    return sum(count_sequences(state.apply(move), depth - 1) for move in state.legal_moves())


@pytest.mark.parametrize(("board", "depth", "count"), [("classic", 1, 160), ("classic", 2, 23771), ("comb", 1, 313)])
def test_perft_counts_from_the_start(board: str, depth: int, count: int) -> None:
    assert count_sequences(start_state(board), depth) == count


@pytest.mark.parametrize(("depth", "count"), [(1, 8), (2, 56), (3, 0)])
def test_perft_counts_no_sequences_that_end_earlier(depth: int, count: int) -> None:
    """Blue's two singles on eight gaps, one after the other, while green is passed over."""
    assert count_sequences(state_at(ENDGAME), depth) == count


def moves_that_check_allows(state: ZickzackState) -> set[ZickzackMove]:
    """The legal moves found without tables: every placement of the empty board, tried with `check`."""
    moves = set()
    for move in state.board.placement_of:
        try:
            state.check(move)
        except IllegalMove:
            continue
        moves.add(move)
    return moves


@examples(25)
@given(st.integers(0, 10_000), st.integers(0, 26), st.sampled_from(BOARDS))
def test_steps_are_what_check_allows(seed: int, plies: int, board: str) -> None:
    state = random_state(seed, plies, board)
    steps = state.steps()
    assert list(state.legal_moves()) == steps
    assert set(steps) == (moves_that_check_allows(state) if state.to_move != NOBODY else set())
    assert len(set(steps)) == len(steps)
    order = [(state.board.placement_of[move].field, state.board.placement_of[move].type_number) for move in steps]
    assert order == sorted(order)


@examples(40)
@given(st.integers(0, 10_000), st.sampled_from(BOARDS))
def test_cells_hands_and_points_stay_consistent(seed: int, board: str) -> None:
    rng, state = Random(seed), start_state(board)
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


def test_which_cells_belong_to_one_piece_is_no_part_of_the_value() -> None:
    two_doubles = play("10a-10b", "3a", "10c-10d", "3b", "9a", "9c", "9i")
    double_and_single = play("10b-10c", "3a", "10a", "3b", "9a", "9c", "9i")
    assert two_doubles != double_and_single, "other pieces are gone from the hand"
    left = play("10a-10b", "3a", "10c")
    right = play("10b-10c", "3a", "10a")
    assert left == right
    assert hash(left) == hash(right)
    assert left.pieces() != right.pieces()


def test_states_can_be_pickled() -> None:
    state = random_state(3, 12, "comb")
    again = pickle.loads(pickle.dumps(state))
    assert again == state
    assert again.pieces() == state.pieces()
    assert again.board is pickle.loads(pickle.dumps(again)).board, "tables are made only once"


def test_states_of_other_boards_and_players_differ() -> None:
    assert start_state() != "start"
    assert start_state() != start_state("comb")
    assert start_state() != start(zickzack_setup(first=2))
