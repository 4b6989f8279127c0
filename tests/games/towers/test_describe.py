"""Boards in sentences."""

from __future__ import annotations

import pytest

from tabletop.errors import WrongUse
from tabletop.game import View
from tabletop.games import load
from tabletop.games.towers.describe import scan, sentence_of_field, sentences_of_board, status_lines, where
from tabletop.games.towers.geometry import field_numbers
from tabletop.options import make_setup
from tabletop.style import Style
from tests.games.towers.helpers import state_at, view_at

NUMBERS = field_numbers(9)
EMPTY = "x9/x9/x9/x9/x9/x9/x9/x9/x9"
FRESH_TAKTORI = "x9/x9/x9/x9/x9/x9/x2,1,x6/x9/x9 - 2 - c3"


def test_a_field_as_a_sentence() -> None:
    state = state_at("taktori", "x9/x9/x9/x9/1,x,1,x6/x9/x9/x9/x9 1:a5-c5@1 1 -")
    assert sentence_of_field(state, NUMBERS["a5"]) == "a5: red, height 1; red's bridge a5-c5 on level 1"
    assert sentence_of_field(state, NUMBERS["b5"]) == "b5: empty; red's bridge a5-c5 passes on level 1"
    assert sentence_of_field(state, NUMBERS["a1"]) == "a1: empty"
    assert len(sentences_of_board(state)) == 3


def test_stacks_are_described_from_the_top_with_the_players_names() -> None:
    state = state_at("taktori", "x9/x9/x9/x9/122,x,11,x6/x9/x9/x9/x9 1:a5-c5@1 1 -")
    assert sentence_of_field(state, NUMBERS["a5"], ("ann", "bo")) == (
        "a5: bo on bo on ann, height 3; ann's bridge a5-c5 on level 1, overbuilt"
    )


def test_a_row_or_column_names_its_empty_fields_together() -> None:
    view = view_at("fem", "x5/x5/x5/x5/12,x,1,x2 - 1")
    assert scan(view, "row 1") == ["Row 1.", "a1: blue on red, height 2.", "c1: red, height 1.", "Empty: b1, d1, e1."]
    assert scan(view, "column b") == ["Column b is empty."]
    assert scan(view, "a1") == ["a1: blue on red, height 2."]
    with pytest.raises(WrongUse, match="`row 6` is not on the board"):
        scan(view, "row 6")


def test_a_tower_is_found_by_its_label() -> None:
    view = view_at("fem", "x5/x5/x5/x5/12,x4 - 1")
    assert where(view, "t1") == [
        "red's T1 is on a1, level 1, with 1 tower above it.",
        "blue's T1 is on a1, level 2, on top.",
    ]
    assert where(view, "blue t2") == ["blue's T2 is in stock."]
    with pytest.raises(WrongUse, match="no player is called 'green'; the players are red and blue"):
        where(view, "green t1")
    with pytest.raises(WrongUse, match="there is no tower"):
        where(view, "t17")


def test_an_empty_board_is_one_sentence() -> None:
    state = state_at("taktori", f"{EMPTY} - 1 -")
    assert sentences_of_board(state) == ["the board is empty"]


@pytest.mark.parametrize(("name", "position"), [("fem", "x5/x5/x2,1,x2/x5/x5 - 2 c3"), ("taktori", FRESH_TAKTORI)])
def test_f11_t26_the_fresh_field_is_told_and_shown(name: str, position: str) -> None:
    state = state_at(name, position, options="immune")
    setup = make_setup(load(name), options=["immune"])
    assert status_lines(state, setup)[-1] == "c3 is fresh: no tower may be put on it in this turn"
    assert sentence_of_field(state, field_numbers(state.size)["c3"]) == "c3: red, height 1; fresh"
    for layout in ("", "levels", "labels"):
        view = View(state, setup, (), layout=layout, to_move=2)
        assert "fresh: no tower on c3 now" in load(name).render(view, Style(width=100, height=60)).text
    assert "fresh" not in " ".join(status_lines(state_at(name, position.removesuffix(" c3")), setup))
