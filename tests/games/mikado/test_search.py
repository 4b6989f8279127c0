"""The search of `hard`: what a touch is worth, and what a move leaves to the next player."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tabletop.bots.limit import Limit
from tabletop.games.mikado.discs import NUMBERS
from tabletop.games.mikado.evaluation import Evaluation
from tabletop.games.mikado.moves import Pull, Touch, Waive
from tabletop.games.mikado.rules import MikadoState
from tabletop.games.mikado.search import REPLY, UNSEEN_PULL, TurnSearch
from tests.games.mikado.helpers import rolled, state_of
from tests.games.mikado.test_bots import with_loose_chances, with_tray


def search_in(state: MikadoState, nodes: int = 100) -> TurnSearch:
    return TurnSearch(Evaluation(state), Limit(nodes=nodes))


def test_waiving_leaves_what_promises_most_to_the_next_player() -> None:
    state = with_loose_chances(state_of(rolled(3)), {"r5": 0.9, "b2": 0.9})
    evaluation = Evaluation(state)
    red = evaluation.group_of(NUMBERS["r5"])
    promise = evaluation.touch_value(red, 2) + UNSEEN_PULL * red.expected_points[1]
    assert search_in(state)._value(Waive()) == pytest.approx(-REPLY * promise)


def test_m7_the_last_waive_leaves_the_next_player_a_disc_that_must_be_pulled() -> None:
    hopeless = with_loose_chances(state_of(rolled(3)), {})
    worst = max(group.expected_points[1] for group in Evaluation(hopeless).groups)
    assert worst < 0
    assert search_in(replace(hopeless, waives=3))._value(Waive()) == pytest.approx(-worst)
    assert search_in(replace(hopeless, waives=2))._value(Waive()) < -worst


def test_a_touch_is_worth_no_less_than_a_pull_of_a_doubtful_disc() -> None:
    state = with_loose_chances(state_of(rolled(3)), {"b2": 0.4})
    search = search_in(state)
    assert search._value(Touch(NUMBERS["b2"])) > search._value(Pull(NUMBERS["b2"]))


def test_a_pull_is_worth_less_if_it_leaves_a_good_disc_to_the_next_player() -> None:
    alone = search_in(with_loose_chances(state_of(rolled(3)), {"r5": 1.0}))._value(Pull(NUMBERS["r5"]))
    shared = search_in(with_loose_chances(state_of(rolled(3)), {"r5": 1.0, "r6": 1.0}))._value(Pull(NUMBERS["r5"]))
    assert alone - 2.5 < shared < alone - 1.5


def test_a_movement_hides_what_was_known() -> None:
    """The next player finds a disc known to be loose less surely once most loads have changed."""
    search = search_in(with_loose_chances(state_of(rolled(3)), {"r5": 1.0}))
    others = search._others(search.evaluation.group_of(NUMBERS["b2"]))
    after_loose, after_loaded, after_movement = search._kept_shares
    replies = [search._reply(others, kept) for kept in (after_loose, after_loaded, after_movement)]
    assert replies == sorted(replies, reverse=True) and replies[0] > 2 * replies[2]


def test_a_pull_leaves_less_to_find_the_likelier_it_is_a_movement() -> None:
    search = search_in(with_loose_chances(state_of(rolled(3)), {"r5": 1.0}))
    group = search.evaluation.group_of(NUMBERS["b2"])
    risk, (_, if_clean, if_moved) = group.risks[0], search._kept_shares
    others = search._others(group)
    left = (1 - risk) * search._reply(others, if_clean) + risk * search._reply(others, if_moved)
    assert risk > 0.3
    assert search._value(Pull(NUMBERS["b2"])) == pytest.approx(group.expected_points[0] - left)


def test_the_last_pull_of_a_game_leaves_nothing() -> None:
    state = with_loose_chances(with_tray("b1", "r1", "r2", points=(5, 7)), {"b1": 1.0, "r1": 1.0, "r2": 1.0})
    search = search_in(state)
    assert search.is_last_round
    assert search.win_chance(Pull(NUMBERS["b1"])) == pytest.approx(0.99 / 2), "a shared win"
    assert search.win_chance(Pull(NUMBERS["r1"])) == pytest.approx(0.99)


def test_without_time_moves_are_valued_by_what_they_bring_at_once() -> None:
    state = with_loose_chances(state_of(rolled(3)), {"r5": 1.0, "y2": 1.0})
    search = search_in(state, nodes=1)
    chances = [search.win_chance(move) for move in (Pull(NUMBERS["r5"]), Pull(NUMBERS["y2"]), Waive())]
    assert chances == sorted(chances, reverse=True) and len(set(chances)) == 3
    assert search.limit.spent == 1


def test_a_touch_is_worth_what_the_discs_that_turn_out_good_bring() -> None:
    state = with_loose_chances(state_of(rolled(3)), {"r5": 0.3, "y7": 0.3, "y8": 1.0})
    evaluation = Evaluation(state)
    red, yellow, loose = (evaluation.group_of(NUMBERS[name]) for name in ("r5", "y7", "y8"))
    assert yellow.expected_points[0] < evaluation.touch_value(yellow, 1)
    assert red.expected_points[0] < evaluation.touch_value(red, 1)
    assert evaluation.touch_value(red, 1) > evaluation.touch_value(yellow, 1), "it may be left alone if it sits tight"
    assert evaluation.touch_value(loose, 1) == pytest.approx(loose.expected_points[0])


def test_the_value_of_a_touch_is_that_of_its_outcomes() -> None:
    evaluation = Evaluation(state_of(rolled(3, skills=("1=0.2", "2=0.9"))))
    for group in evaluation.groups:
        for player in (1, 2):
            outcomes = evaluation.touch_outcomes(group, player)
            gains = [outcome.chance * max(0.0, outcome.group.expected_points[player - 1]) for outcome in outcomes]
            assert evaluation.touch_value(group, player) == pytest.approx(sum(gains))
