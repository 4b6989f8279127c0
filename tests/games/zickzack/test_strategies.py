"""Strategies of Zickzack do what they say."""

from __future__ import annotations

import pytest

from tests.bots.helpers import chosen_move
from tests.helpers import new_match


@pytest.mark.parametrize(
    ("moves", "strategy", "expected"),
    [
        (["place 4 on 5a", "place 2 on 3a"], "greedy", "place 1 on 5e"),
        (["place 2 on 7a"], "mirror", "place 2 on 7f-7g"),
        (["place 3 on 10c"], "mirror", "place 3 on 10f-10h"),
    ],
)
def test_a_strategy_finds_its_move(moves: list[str], strategy: str, expected: str) -> None:
    match = new_match("zickzack")
    for move in moves:
        match.play_text(move)
    assert chosen_move(match, strategy) == expected


def test_greedy_moves_at_random_where_no_field_can_be_filled() -> None:
    match = new_match("zickzack")
    for move in ("place 1 on 3b", "place 1 on 4b"):
        match.play_text(move)
    assert len({chosen_move(match, "greedy", seed) for seed in range(10)}) > 5


def test_mirror_does_not_copy_its_own_move() -> None:
    """Green fills field 3 and moves again: there is nothing to copy."""
    match = new_match("zickzack")
    for move in ("place 1 on 10a", "place 2 on 3a", "place 1 on 3c"):
        match.play_text(move)
    assert match.to_move == 1
    assert chosen_move(match, "mirror") == chosen_move(match, "medium")


@pytest.mark.parametrize(("strategy", "piece"), [("large-first", "4"), ("small-first", "1")])
def test_pieces_are_laid_by_size(strategy: str, piece: str) -> None:
    match = new_match("zickzack")
    for move in ("place 1 on 3b", "place 1 on 4b"):
        match.play_text(move)
    moves = {chosen_move(match, strategy, seed) for seed in range(20)}
    assert len(moves) > 5
    assert {move.split()[1] for move in moves} == {piece}


def test_a_field_is_filled_rather_than_another_place_taken() -> None:
    match = new_match("zickzack")
    for move in ("place 3 on 4a", "place 1 on 10a"):
        match.play_text(move)
    assert {chosen_move(match, "small-first", seed) for seed in range(5)} == {"place 1 on 4d"}
