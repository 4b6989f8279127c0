"""Evaluations in comments are read, others are left alone."""

from __future__ import annotations

import pytest

from tabletop.export.evaluations import Evaluation, for_first_player, from_comment


@pytest.mark.parametrize(
    ("comment", "value", "is_chance"),
    [
        ("+2.5: builds towards a loop", 2.5, False),
        ("-0.445: lays bridges", -0.445, False),
        ("+0", 0.0, False),
        ("57.3%: pulling works", 0.573, True),
        ("100%", 1.0, True),
        (">99% to win: pulling works", 0.99, True),
        ("fills field 5; with best play this loses by 3 points", 0.0, True),
        ("won: closes the loop", 1.0, True),
        ("lost", 0.0, True),
        ("wins by 3 points: keeps field 5", 1.0, True),
        ("loses by 1 point", 0.0, True),
        ("fills field 3; with best play the game is a draw", 0.5, True),
    ],
)
def test_a_comment_that_begins_with_a_value(comment: str, value: float, is_chance: bool) -> None:
    evaluation = from_comment(comment)
    assert evaluation is not None
    assert (evaluation.value, evaluation.is_chance) == (pytest.approx(value), is_chance)
    assert evaluation.text in comment


@pytest.mark.parametrize(
    "comment",
    [
        "",
        "a good move",
        "3 points",
        "+2 towers",
        "lostness",
        "wonderful",
        "140%: no",
        "2.5: no sign",
        "1e9%",
        "+99999: x",
    ],
)
def test_other_comments(comment: str) -> None:
    assert from_comment(comment) is None


def test_the_side_of_the_first_player() -> None:
    assert for_first_player(Evaluation(0.7, True, "70%"), 2) == pytest.approx(0.3)
    assert for_first_player(Evaluation(2.5, False, "+2.5"), 2) == -2.5
    assert for_first_player(Evaluation(2.5, False, "+2.5"), 1) == 2.5
