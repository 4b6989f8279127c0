"""Lessons: five to ten steps, a wrong answer to each that is refused with its rule, and an end."""

from __future__ import annotations

import pytest

from tabletop.errors import WrongUse
from tabletop.games import load
from tabletop.lesson import Lesson, lesson_text
from tabletop.record import parse_records
from tabletop.replay import replayed
from tests.helpers import GAMES


def has_lesson(name: str) -> bool:
    try:
        return bool(lesson_text(load(name)))
    except WrongUse:
        return False


GAMES_WITH_LESSONS = [name for name in GAMES if has_lesson(name)]
GAMES_WITHOUT_LESSONS = [name for name in GAMES if not has_lesson(name)]


@pytest.mark.parametrize("name", GAMES_WITH_LESSONS)
def test_every_step_refuses_a_wrong_answer_and_takes_the_right_one(name: str) -> None:
    lesson = Lesson(lesson_text(load(name)))
    assert 5 <= len(lesson.steps) <= 10
    while step := lesson.step:
        assert step.words and step.wrong
        before = lesson.match.state
        for wrong in step.wrong:
            answer = lesson.answer(wrong)
            assert not answer.right
            assert "rule" in answer.text
            assert lesson.match.state == before
        assert lesson.answer(step.move).right
    (record,) = parse_records(lesson_text(load(name)), "lesson")
    assert lesson.match.state == replayed(record).state


def test_a_legal_answer_that_was_not_asked_for_changes_nothing() -> None:
    lesson = Lesson(lesson_text(load("zickzack")))
    answer = lesson.answer("place 1 on 3a")
    assert not answer.right
    assert "place 3 on 7c-7e" in answer.text
    assert lesson.at == 0 and not lesson.match.plies
