"""Zickzack's position strings: written, read, refused."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tabletop.errors import UnreadablePosition
from tabletop.game import NOBODY
from tabletop.games.zickzack.position import format_position, parse_position, tile
from tests.games.zickzack.helpers import BOARDS, random_state, start_state, state_at, zickzack_setup
from tests.helpers import examples

START = ".../..../...../....../......./......../........./.......... -------- 5431/5431 1"


def test_the_start_is_written_and_read() -> None:
    assert format_position(start_state()) == START
    assert state_at(START) == start_state()
    comb = format_position(start_state("comb"))
    assert comb.endswith("-------- 5.4.1.1.1.1/5.4.1.1.1.1 1")


def test_positions_are_read_leniently_and_written_canonically() -> None:
    text = format_position(start_state())
    loose = text.replace(" ", "   ").replace("5431/5431", "05.4.3.1/5.04.3.1").removesuffix("1") + "01  "
    assert format_position(parse_position(loose, zickzack_setup())) == text


def test_hands_with_dots_are_read_on_rows_too() -> None:
    assert state_at(START.replace("5431/5431", "5.4.3.1/5.4.3.1")) == start_state()


@examples(40)
@given(st.integers(0, 10_000), st.integers(0, 26), st.sampled_from(BOARDS))
def test_positions_round_trip(seed: int, plies: int, board: str) -> None:
    state = random_state(seed, plies, board)
    text = format_position(state)
    again = state_at(text, board)
    assert again == state
    assert format_position(again) == text
    assert again.scores() == state.scores()
    for player in (1, 2):
        read, written = (
            sorted(len(move.cells) for owner, move in each.pieces() if owner == player) for each in (again, state)
        )
        assert read == written, "the tiling uses the same pieces"


def test_a_position_may_name_a_player_who_cannot_move() -> None:
    late = "111/1111/21111/112222/211111./22222.1./2.222111./22.112222. 1112---- 0100/1200 1"
    state = state_at(late)
    assert state.to_move == 2
    assert format_position(state) == late[:-1] + "2", "writers name the one who can"


def test_after_the_end_the_named_player_stays() -> None:
    over = "111/1111/21111/112222/2111112/22222.1./2.222111./22.112222. 11122--- 0100/0200 "
    for player in "12":
        state = state_at(over + player)
        assert state.to_move == NOBODY
        assert format_position(state) == over + player


def test_a_tiling_is_chosen_the_same_way_each_time() -> None:
    text = ".../..../...../....../......./......../........./111....... -------- 4331/5431 2"
    assert [move.cells for _, move in state_at(text).pieces()] == [("10a", "10b"), ("10c",)]


FIELDS = ".../..../...../....../......./......../........./.........."


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "a position has four parts: fields, owners, hands and player; `` has 0"),
        (FIELDS, "a position has four parts"),
        (START + " 1", "has 5"),
        (START.replace(".../....", "..../...", 1), "field 3 has 3 cells, but the position gives it 4"),
        (START.replace(".../", "", 1), "the board has 8 fields, but the position has 7"),
        (START.replace("...", ".3.", 1), "a cell must be `.`, `1` or `2`; field 3 has `3`"),
        (START.replace("--------", "-------"), "the board has 8 fields, but the position has 7 owners"),
        (START.replace("--------", "---x----"), "an owner must be `-`, `1` or `2`; field 6 has `x`"),
        (START.replace("5431/5431", "5431"), "the hands must be two"),
        (START.replace("5431/5431", "5431/5431/1"), "the hands must be two"),
        (
            START.replace("5431/5431", "543/5431"),
            "green's hand needs 4 counts, one for each kind of piece; `543` has 3",
        ),
        (START.replace("5431/5431", "5431/54311"), "blue's hand needs 4 counts"),
        (START.replace("5431/5431", "5431/54x1"), "blue's hand must be numbers, not `54x1`"),
        (START.replace("5431/5431", "5431/6431"), "blue cannot have 6 of piece 1: each player begins with 5"),
        (START[:-1] + "3", "the player to move must be 1 or 2, not `3`"),
        (START.replace("...", "111", 1).replace("5431", "5421", 1), "field 3 is full, but nobody owns it"),
        (START.replace("--------", "1-------"), "field 3 is not full, but green owns it"),
        (
            START.replace("...", "111", 1).replace("5431", "5421", 1).replace("--------", "2-------"),
            "blue owns field 3 without a cell in it",
        ),
        (START.replace("...", "1..", 1), "green covers 1 cell, but has laid no pieces"),
        (START.replace("/5431", "/4431"), "blue covers 0 cells, but has laid 1 of piece 1, which makes 1 cell"),
        (
            START.replace("...", "1.1", 1).replace("5431", "5331", 1),
            "green's cells cannot be covered by the pieces laid: 1 of piece 2",
        ),
        (START.replace("...", "11.", 1).replace("5431", "4431", 1), "green covers 2 cells, but has laid 1 of piece 1"),
    ],
)
def test_impossible_positions_are_refused_with_the_reason(text: str, reason: str) -> None:
    with pytest.raises(UnreadablePosition) as caught:
        state_at(text)
    assert reason in str(caught.value)


def test_on_other_boards_shapes_decide_what_can_be_tiled() -> None:
    comb = format_position(start_state("comb"))
    with pytest.raises(UnreadablePosition, match="needs 6 counts"):
        state_at(comb.replace("5.4.1.1.1.1", "541111"), "comb")
    # 7a 7d 7g is a line, not a bend.
    line = comb.replace("......./", "1..1..1/", 1)
    assert state_at(line.replace("5.4.1", "5.4.0", 1), "comb").pieces()[0][1].piece == "line"
    with pytest.raises(UnreadablePosition, match="cannot be covered"):
        state_at(line.replace("5.4.1.1", "5.4.1.0", 1), "comb")


def test_a_tiling_considers_all_fields_together() -> None:
    """Runs of 4 and 2 from two doubles and two singles: the double may not be spent where the run of 4 needs it."""
    board = start_state().board
    cells = board.mask_of(["10a", "10b", "10c", "10d", "9a", "9b"])
    assert tile(board, cells, (0, 3, 0, 0)) is not None
    assert tile(board, cells, (0, 1, 0, 1)) is not None
    assert tile(board, cells, (3, 0, 1, 0)) is not None
    assert tile(board, cells, (0, 0, 2, 0)) is None
    assert tile(board, cells, (2, 0, 0, 1)) is not None
    assert tile(board, cells, (6, 0, 0, 0)) is not None
    assert tile(board, board.mask_of(["3a", "3b", "3c", "4a"]), (0, 2, 0, 0)) is None


@examples(200)
@given(st.text(alphabet="./12-543 x", max_size=90))
@example(START)
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        state = state_at(text)
    except UnreadablePosition as error:
        assert "\n" not in str(error)
    else:
        assert state_at(format_position(state)) == state


@examples(150)
@given(st.integers(0, len(START) - 1), st.sampled_from("./12-5430 "))
def test_a_changed_character_is_read_or_refused(index: int, char: str) -> None:
    try:
        state = state_at(START[:index] + char + START[index + 1 :])
    except UnreadablePosition:
        return
    assert state_at(format_position(state)) == state
