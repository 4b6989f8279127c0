"""Zickzack's position strings: written, read, refused."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tabletop.errors import UnreadablePosition
from tabletop.game import NOBODY, Setup
from tabletop.games.zickzack.position import format_position, parse_position, tile
from tabletop.games.zickzack.rules import ZickzackState, start

START = ".../..../...../....../......./......../........./.......... -------- 5431/5431 1"


def table(board: str = "classic") -> Setup:
    return Setup(2, ("green", "blue"), {"board": board})


def read(text: str, board: str = "classic") -> ZickzackState:
    return parse_position(text, table(board))


def test_the_start() -> None:
    assert format_position(start(table())) == START
    assert read(START) == start(table())
    comb = format_position(start(table("comb")))
    assert comb.endswith("-------- 5.4.1.1.1.1/5.4.1.1.1.1 1")


def test_hands_with_dots_are_read_on_rows_too() -> None:
    assert read(START.replace("5431/5431", "5.4.3.1/5.4.3.1")) == start(table())


@settings(max_examples=40)
@given(st.integers(0, 10_000), st.integers(0, 26), st.sampled_from(["classic", "comb"]))
def test_positions_round_trip(seed: int, plies: int, board: str) -> None:
    rng, state = Random(seed), start(table(board))
    for _ in range(plies):
        if steps := state.steps():
            state = state.take(steps[int(rng.random() * len(steps))])
    text = format_position(state)
    again = read(text, board)
    assert again == state
    assert format_position(again) == text
    assert again.scores() == state.scores()
    for player in (1, 2):
        mine, theirs = ([len(m.cells) for p, m in s.pieces() if p == player] for s in (again, state))
        assert sorted(mine) == sorted(theirs), "the tiling uses the same pieces"


def test_one_who_cannot_lay_may_be_named() -> None:
    late = "111/1111/21111/112222/211111./22222.1./2.222111./22.112222. 1112---- 0100/1200 1"
    state = read(late)
    assert state.to_move == 2
    assert format_position(state) == late[:-1] + "2", "writers name the one who can"


def test_after_the_end_the_named_one_stays() -> None:
    over = "111/1111/21111/112222/2111112/22222.1./2.222111./22.112222. 11122--- 0100/0200 "
    for player in "12":
        state = read(over + player)
        assert state.to_move == NOBODY
        assert format_position(state) == over + player


def test_a_tiling_is_chosen_the_same_way_each_time() -> None:
    text = ".../..../...../....../......./......../........./111....... -------- 4331/5431 2"
    assert [move.cells for _, move in read(text).pieces()] == [("10a", "10b"), ("10c",)]


FIELDS = ".../..../...../....../......./......../........./.........."


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "a position has four parts, fields, owners, hands and player; `` has 0"),
        (FIELDS, "a position has four parts"),
        (START + " 1", "has 5"),
        (START.replace(".../....", "..../...", 1), "field 3 has 3 cells, the position 4"),
        (START.replace(".../", "", 1), "the board has 8 fields, the position 7"),
        (START.replace("...", ".3.", 1), "a cell is `.`, `1` or `2`; field 3 has `3`"),
        (START.replace("--------", "-------"), "there are 8 fields, but 7 owners"),
        (START.replace("--------", "---x----"), "an owner is `-`, `1` or `2`; field 6 has `x`"),
        (START.replace("5431/5431", "5431"), "there are two hands"),
        (START.replace("5431/5431", "5431/5431/1"), "there are two hands"),
        (START.replace("5431/5431", "543/5431"), "green's hand counts 4 kinds of pieces, `543` has 3"),
        (START.replace("5431/5431", "5431/54311"), "blue's hand counts 4 kinds"),
        (START.replace("5431/5431", "5431/54x1"), "blue's hand is made of numbers, not `54x1`"),
        (START.replace("5431/5431", "5431/6431"), "blue cannot have 6 pieces 1: each begins with 5"),
        (START[:-1] + "3", "the player to move is 1 or 2, not `3`"),
        (START.replace("...", "111", 1).replace("5431", "5421", 1), "field 3 is full, but nobody owns it"),
        (START.replace("--------", "1-------"), "field 3 is not full, but green owns it"),
        (
            START.replace("...", "111", 1).replace("5431", "5421", 1).replace("--------", "2-------"),
            "blue owns field 3 without a cell in it",
        ),
        (START.replace("...", "1..", 1), "green covers 1 cells, but has laid nothing, that is 0 cells"),
        (START.replace("/5431", "/4431"), "blue covers 0 cells, but has laid 1 of piece 1, that is 1 cells"),
        (
            START.replace("...", "1.1", 1).replace("5431", "5331", 1),
            "green's cells cannot be covered by the pieces laid: 1 of piece 2",
        ),
        (START.replace("...", "11.", 1).replace("5431", "4431", 1), "green covers 2 cells, but has laid 1 of piece 1"),
    ],
)
def test_refusals(text: str, reason: str) -> None:
    with pytest.raises(UnreadablePosition) as caught:
        read(text)
    assert reason in str(caught.value)


def test_refusals_on_other_boards() -> None:
    comb = format_position(start(table("comb")))
    with pytest.raises(UnreadablePosition, match="counts 6 kinds"):
        read(comb.replace("5.4.1.1.1.1", "541111"), "comb")
    # 7a 7d 7g is a line, not a bend.
    line = comb.replace("......./", "1..1..1/", 1)
    assert read(line.replace("5.4.1", "5.4.0", 1), "comb").pieces()[0][1].piece == "line"
    with pytest.raises(UnreadablePosition, match="cannot be covered"):
        read(line.replace("5.4.1.1", "5.4.1.0", 1), "comb")


def test_tiling_weighs_all_fields_together() -> None:
    """Runs of 4 and 2 from two doubles and two singles: the double may not be spent where the run of 4 needs it."""
    board = start(table()).board
    cells = board.mask_of(["10a", "10b", "10c", "10d", "9a", "9b"])
    assert tile(board, cells, (0, 3, 0, 0)) is not None
    assert tile(board, cells, (0, 1, 0, 1)) is not None
    assert tile(board, cells, (3, 0, 1, 0)) is not None
    assert tile(board, cells, (0, 0, 2, 0)) is None
    assert tile(board, cells, (2, 0, 0, 1)) is not None
    assert tile(board, cells, (6, 0, 0, 0)) is not None
    assert tile(board, board.mask_of(["3a", "3b", "3c", "4a"]), (0, 2, 0, 0)) is None


@settings(max_examples=200)
@given(st.text(alphabet="./12-543 x", max_size=90))
@example(START)
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        state = read(text)
    except UnreadablePosition as error:
        assert "\n" not in str(error)
    else:
        assert read(format_position(state)) == state


@settings(max_examples=150)
@given(st.integers(0, len(START) - 1), st.sampled_from("./12-5430 "))
def test_a_changed_sign_is_read_or_refused(place: int, sign: str) -> None:
    try:
        state = read(START[:place] + sign + START[place + 1 :])
    except UnreadablePosition:
        return
    assert read(format_position(state)) == state
