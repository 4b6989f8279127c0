"""Zickzack in words: scores, hands, and where pieces are."""

from __future__ import annotations

import pytest

from tabletop.errors import WrongUse
from tabletop.games.zickzack.describe import scan, score_details, score_lines, status_lines, where
from tabletop.style import PLAIN
from tests.games.zickzack.helpers import play, view_of


def test_fields_won_hands_and_free_cells_are_described() -> None:
    view = view_of(play("4a-4d", "3a", "10a-10c", "3b-3c"))
    assert score_details(view.state, view.setup) == {
        "fields": {"green": ["3", "4"], "blue": []},
        "open": ["5", "6", "7", "8", "9", "10"],
    }
    assert score_lines(view.state, view.setup, PLAIN) == [
        "green has won fields 3 and 4",
        "blue has won no fields",
        "nobody has won fields 5, 6, 7, 8, 9 and 10",
    ]
    assert status_lines(view.state, view.setup) == [
        "green: 7 points; in hand: 4 singles, 3 doubles, 3 triples",
        "blue: 0 points; in hand: 5 singles, 4 doubles, 2 triples, 1 quadruple",
        "free cells by field: 5 (5), 6 (6), 7 (7), 8 (8), 9 (9), 10 (7)",
    ]


def test_scan_describes_a_field_a_cell_or_everything() -> None:
    view = view_of(play("7c-7e", "4a", "4b-4d"))
    assert scan(view, "field 7") == scan(view, "7") == ["Field 7, 7 points: green on 7c-7e; free: 7a, 7b, 7f, 7g."]
    assert scan(view, "4") == ["Field 4, 4 points: blue on 4a; green on 4b-4d; won by green."]
    assert scan(view, "7d") == ["7d is covered by green's piece on 7c-7e."]
    assert scan(view, "4a") == ["4a is covered by blue."]
    assert scan(view, "7a") == ["7a is free."]
    assert scan(view, "")[0] == "Field 3, 3 points: all free."
    assert len(scan(view, "")) == 8 + 3, "the fields, both players, and the free cells"
    with pytest.raises(WrongUse, match="`11` is not on the board"):
        scan(view, "11")


def test_where_takes_a_piece_by_name_alias_or_size() -> None:
    view = view_of(play("place 4 on 7a 7b 7d 7e", board="comb"))
    rhombs = ["green, rhomb: on 7a.7b.7d.7e; 0 in hand.", "blue, rhomb: none laid; 1 in hand."]
    for word in ("4", "vier", "rhomb", "raute"):
        assert where(view, word) == rhombs
    of_three = [line for name in ("line", "bend", "triangle") for line in where(view, name)]
    assert where(view, "3") == where(view, "triple") == of_three
    with pytest.raises(WrongUse, match="there is no piece `9`"):
        where(view, "9")
