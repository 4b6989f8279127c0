"""Evaluations in comments are read, others are left alone."""

from __future__ import annotations

import pytest

from tabletop.bots.bot import DECIDED
from tabletop.export.evaluations import Evaluation, for_first_player, from_comment


@pytest.mark.parametrize(
    ("comment", "value", "is_chance"),
    [
        ("+2.5: builds towards a loop", 2.5, False),
        ("-0.445: lays bridges", -0.445, False),
        ("+0", 0.0, False),
        ("57.3%: pulling works", 0.573, True),
        ("100%", 1.0, True),
        ("won: closes the loop", DECIDED, False),
        ("lost", -DECIDED, False),
    ],
)
def test_a_comment_that_begins_with_a_value(comment: str, value: float, is_chance: bool) -> None:
    evaluation = from_comment(comment)
    assert evaluation is not None
    assert (evaluation.value, evaluation.is_chance) == (pytest.approx(value), is_chance)
    assert comment.startswith(evaluation.text)


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
