"""`tabletop learn`."""

from __future__ import annotations

import pytest

from tabletop.games import load
from tabletop.lesson import Lesson, lesson_text
from tests.helpers import GAMES, tabletop


@pytest.mark.parametrize("name", GAMES)
def test_a_lesson_is_learnt_through_a_pipe(name: str) -> None:
    steps = len(Lesson(lesson_text(load(name))).steps)
    done = tabletop("learn", name, stdin="help\nwrong\n" + "skip\n" * steps)
    assert done.returncode == 0
    assert "That was all" in done.stdout
    assert "No: illegal (rule" in done.stdout
    assert max(map(len, done.stdout.splitlines())) <= 90
    assert "ends here" in tabletop("learn", name, stdin="quit\n").stdout
    assert "ends here" in tabletop("learn", name, stdin="").stdout
