"""Zickzack's notation: every alias, both directions, completion."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.errors import AmbiguousMove, IllegalMove, UnreadableMove
from tabletop.games.zickzack import GAME
from tabletop.games.zickzack.board import ZickzackMove
from tabletop.games.zickzack.notation import GRAMMAR, format_move
from tabletop.games.zickzack.rules import ZickzackState
from tests.games.zickzack.helpers import BOARDS, random_state, start_state
from tests.helpers import examples

CLASSIC, COMB = map(start_state, BOARDS)


@pytest.mark.parametrize(
    ("text", "piece", "cells"),
    [
        ("place 3 on 7c-7e", "3", "7c 7d 7e"),
        ("place 3 on 7c", "3", "7c 7d 7e"),
        ("place 1 on 10j", "1", "10j"),
        ("place double on 5a-5b", "2", "5a 5b"),
        ("place single on 5a", "1", "5a"),
        ("place triple on 5a", "3", "5a 5b 5c"),
        ("place quad on 5a", "4", "5a 5b 5c 5d"),
        ("place quadruple on 5a", "4", "5a 5b 5c 5d"),
        ("place Einzel on 5a", "1", "5a"),
        ("place Doppel on 5a", "2", "5a 5b"),
        ("place Dreifach on 5a", "3", "5a 5b 5c"),
        ("place Vierfach on 5a", "4", "5a 5b 5c 5d"),
        ("lege Doppel auf 5a", "2", "5a 5b"),
        ("lege Doppelstein auf 5a", "2", "5a 5b"),
        ("setze Vierfachstein auf 5a", "4", "5a 5b 5c 5d"),
        ("PLACE TRIPLE ON 7C-7E", "3", "7c 7d 7e"),
        ("  place   3 on 7c - 7e  ", "3", "7c 7d 7e"),
        ("place 3 on 7e-7c", "3", "7c 7d 7e"),
        ("place 3 on 7e 7c 7d", "3", "7c 7d 7e"),
        ("place 3 on 7c.7d.7e", "3", "7c 7d 7e"),
        ("7c-7e", "3", "7c 7d 7e"),
        ("10j", "1", "10j"),
        ("5a-5b", "2", "5a 5b"),
        ("7c.7d.7e", "3", "7c 7d 7e"),
        ("7C-7E", "3", "7c 7d 7e"),
    ],
)
def test_moves_are_read_on_rows(text: str, piece: str, cells: str) -> None:
    move = GRAMMAR.parse(text, CLASSIC)
    assert move == ZickzackMove(piece, tuple(cells.split()))
    CLASSIC.check(move)


@pytest.mark.parametrize(
    ("text", "piece", "cells"),
    [
        ("place bend on 7a 7c 7f", "bend", "7a 7c 7f"),
        ("place bend on 7f 7c 7a", "bend", "7a 7c 7f"),
        ("place Knick on 7a 7c 7f", "bend", "7a 7c 7f"),
        ("lege Dreieck auf 3a 3b 3c", "triangle", "3a 3b 3c"),
        ("place Linie on 7a 7d 7g", "line", "7a 7d 7g"),
        ("place Raute on 4a 4b 4c 4d", "rhomb", "4a 4b 4c 4d"),
        ("place quad on 4a 4b 4c 4d", "rhomb", "4a 4b 4c 4d"),
        ("place triple on 7a 7c 7f", "bend", "7a 7c 7f"),
        ("place 3 on 7a 7d 7g", "line", "7a 7d 7g"),
        ("place single on 10j", "single", "10j"),
        ("place Einzel on 10j", "single", "10j"),
        ("place 2 on 10a 10d", "double", "10a 10d"),
        ("7a.7c.7f", "bend", "7a 7c 7f"),
        ("7a.7d.7g", "line", "7a 7d 7g"),
        ("10j", "single", "10j"),
        ("place triangle on 3a", "triangle", "3a 3b 3c"),
        ("place line on 7a 7d", "line", "7a 7d 7g"),
    ],
)
def test_moves_are_read_on_other_boards(text: str, piece: str, cells: str) -> None:
    move = GRAMMAR.parse(text, COMB)
    assert move == ZickzackMove(piece, tuple(cells.split()))
    COMB.check(move)


def test_too_few_cells_on_other_boards_are_ambiguous() -> None:
    with pytest.raises(AmbiguousMove) as caught:
        GRAMMAR.parse("place bend on 7a", COMB)
    assert "place bend on 7a 7c 7f" in caught.value.choices
    with pytest.raises(IllegalMove):
        COMB.check(GRAMMAR.parse("place rhomb on 3a", COMB))


@pytest.mark.parametrize(
    ("text", "column"),
    [
        ("", 1),
        ("place", 6),
        ("place on 7c", 7),
        ("place 3 7c", 9),
        ("place 3 on", 11),
        ("place 3 on 7", 12),
        ("place 3 on 7c-", 14),
        ("plaec 3 on 7c", 1),
        ("7c 7d", 3),
        ("7c-7e-7f", 6),
        ("place 3 on 7c please", 15),
        ("seven c", 1),
        ("7ä", 1),
    ],
)
def test_unreadable_moves_point_at_the_mistake(text: str, column: int) -> None:
    with pytest.raises(UnreadableMove) as caught:
        GRAMMAR.parse(text, CLASSIC)
    assert caught.value.column == column


def test_the_nearest_word_is_offered() -> None:
    with pytest.raises(UnreadableMove) as caught:
        GRAMMAR.parse("plaec 3 on 7c", CLASSIC)
    assert caught.value.suggestion == "place 3 on 7c"


def test_a_run_of_one_cell_is_not_a_start() -> None:
    with pytest.raises(IllegalMove):
        CLASSIC.check(GRAMMAR.parse("place 3 on 7c-7c", CLASSIC))


@pytest.mark.parametrize("state", [CLASSIC, COMB], ids=["classic", "comb"])
def test_all_first_moves_are_written_and_read(state: ZickzackState) -> None:
    for move in state.legal_moves():
        for compact in (False, True):
            assert GRAMMAR.parse(format_move(move, compact=compact), state) == move


@examples(25)
@given(st.integers(0, 10_000), st.integers(0, 22), st.sampled_from(BOARDS))
def test_moves_later_on_are_written_and_read(seed: int, plies: int, board: str) -> None:
    state = random_state(seed, plies, board)
    for move in state.legal_moves():
        assert GRAMMAR.parse(format_move(move), state) == move
        assert GRAMMAR.parse(format_move(move, compact=True), state) == move


@examples(300)
@given(st.text(alphabet="place on 3-7cdeg.10auflq ", max_size=24), st.sampled_from([CLASSIC, COMB]))
def test_any_text_is_a_move_or_refused(text: str, state: ZickzackState) -> None:
    try:
        move = GRAMMAR.parse(text, state)
    except (UnreadableMove, AmbiguousMove):
        return
    assert isinstance(format_move(move), str)
    try:
        state.check(move)
    except IllegalMove as error:
        assert error.rule in ("Z1", "Z3")
        assert error.reason
    else:
        assert move in state.steps()


def offered(text: str, state: ZickzackState) -> list[str]:
    return [completion.text for completion in GRAMMAR.complete(text, state)]


def test_completion_on_rows_offers_whole_runs() -> None:
    assert offered("pl", CLASSIC) == ["place"]
    assert offered("place ", CLASSIC) == ["1", "2", "3", "4"]
    assert offered("place 4 ", CLASSIC) == ["on"]
    assert offered("place 4 on 4", CLASSIC) == ["4a-4d"]
    assert offered("place 3 on 10h", CLASSIC) == ["10h-10j"]
    without_quadruple = CLASSIC.apply(ZickzackMove("4", ("4a", "4b", "4c", "4d")))
    assert offered("place ", without_quadruple) == ["1", "2", "3"]


def test_completion_on_other_boards_offers_the_next_cells() -> None:
    assert "triangle" in offered("place ", COMB)
    assert offered("place triangle on 3", COMB) == ["3a", "3b", "3c"]
    assert offered("place line on 7a ", COMB) == ["7d", "7g"]
    assert offered("place line on 7a 7g ", COMB) == ["7d"]


def test_every_completed_move_is_legal() -> None:
    completed = 0
    for piece in offered("place ", CLASSIC):
        for cells in offered(f"place {piece} on ", CLASSIC):
            CLASSIC.check(GAME.grammar.parse(f"place {piece} on {cells}", CLASSIC))
            completed += 1
    assert completed > 50
