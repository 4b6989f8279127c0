"""Why moves of Zickzack are illegal: the rule, the reason, and what it is about."""

from __future__ import annotations

import pytest

from tabletop.errors import IllegalMove
from tabletop.games.zickzack import GAME
from tabletop.games.zickzack.rules import ZickzackState
from tests.games.zickzack.helpers import play, start_state


def refusal(text: str, state: ZickzackState | None = None, board: str = "classic") -> IllegalMove:
    state = state or start_state(board)
    with pytest.raises(IllegalMove) as caught:
        state.check(GAME.grammar.parse(text, state))
    return caught.value


def test_z1_a_piece_that_is_gone_cannot_be_laid() -> None:
    state = play("place 4 on 10a", "place 1 on 3a")
    assert refusal("place 4 on 9a", state).rule == "Z1"
    assert refusal("9a-9d", state).reason == "you have no quadruple left"
    play("place 4 on 9a", state=play("place 4 on 10a"))


@pytest.mark.parametrize(
    "text", ["place 5 on 7a-7e", "place 0 on 7a", "place brick on 7a", "7a-7e", "place 12 on 3a", "place 9 on 3a"]
)
def test_z1_unknown_pieces_are_refused(text: str) -> None:
    assert refusal(text).rule == "Z1"


@pytest.mark.parametrize(
    ("text", "about", "reason"),
    [
        ("place 1 on 2a", "2a", "there is no field 2; the fields are 3, 4, 5, 6, 7, 8, 9, 10"),
        ("place 1 on 7h", "7h", "field 7 has no cell 7h; its last cell is 7g"),
        ("place 3 on 7f", "7h", "field 7 has no cell 7h; its last cell is 7g"),
        ("7c-7x", "7x", "field 7 has no cell 7x; its last cell is 7g"),
        ("7x-7c", "7x", "field 7 has no cell 7x; its last cell is 7g"),
        ("place 2 on 7x", "7x", "field 7 has no cell 7x; its last cell is 7g"),
        ("place 2 on 7a 7c", "7c", "7a and 7c are not connected"),
        ("place 2 on 7g 8a", "8a", "7g and 8a are not in the same field"),
        ("place 2 on 7a-8b", "8b", "7a and 8b are not in the same field"),
        ("place 3 on 7a-7b", "7b", "the triple covers 3 cells, not 2"),
        ("place 1 on 7a-7b", "7b", "the single covers 1 cell, not 2"),
        ("place 2 on 7a 7a", "7a", "7a and 7a: a piece covers each cell only once"),
    ],
)
def test_z3_cells_that_no_piece_can_cover_are_refused(text: str, about: str, reason: str) -> None:
    error = refusal(text)
    assert (error.rule, error.reason, error.about) == ("Z3", reason, about)


def test_z3_covered_cells_are_refused() -> None:
    state = play("7c-7e", "7a")
    assert refusal("7d", state).reason == "7d is covered by a green piece"
    assert refusal("place 2 on 7a-7b", state).reason == "7a is covered by a blue piece"
    play("7b", state=state)


def test_z8_shapes_must_match() -> None:
    state = start_state("comb")
    assert refusal("place line on 9a 9b 9d", state).reason == "the line does not have the shape of 9a, 9b and 9d"
    assert refusal("7a.7b.7c.7d.7e", state).rule == "Z1"
    assert refusal("7a.7g", state).rule == "Z3"
    assert refusal("place triple on 10a 10d 10j", state).rule == "Z3"
    assert play("place triple on 10a 10d 10h", board="comb").pieces()[0][1].piece == "bend"
