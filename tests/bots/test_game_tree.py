"""Helpers of the searches: moves that win at once, and fair random indices."""

from __future__ import annotations

from random import Random

from tabletop.bots.game_tree import immediate_wins, random_index
from tests.bots.helpers import WIN_NOW, Noughts, NoughtsTree, observation_of


def test_random_indices_are_about_equally_frequent() -> None:
    rng = Random(1)
    counts = [0] * 3
    for _ in range(300):
        counts[random_index(rng, 3)] += 1
    assert min(counts) > 70


def test_immediate_wins_are_the_indices_of_moves_that_end_the_game() -> None:
    tree = NoughtsTree(observation_of(WIN_NOW))
    assert immediate_wins(tree, [8, 2, 5], player=1) == [1]
    assert immediate_wins(NoughtsTree(observation_of(Noughts())), list(range(9)), player=1) == []
