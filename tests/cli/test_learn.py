"""`tabletop learn`."""

from __future__ import annotations

import pytest

from tabletop.games import load
from tabletop.lesson import Lesson, lesson_text
from tests.helpers import tabletop
from tests.test_lesson import GAMES_WITH_LESSONS, GAMES_WITHOUT_LESSONS


@pytest.mark.parametrize("name", GAMES_WITH_LESSONS)
def test_a_lesson_is_learnt_through_a_pipe(name: str) -> None:
    steps = len(Lesson(lesson_text(load(name))).steps)
    done = tabletop("learn", name, stdin="help\nwrong\n" + "skip\n" * steps)
    assert done.returncode == 0
    assert "That was the last step." in done.stdout
    assert "No: illegal (rule" in done.stdout
    assert max(map(len, done.stdout.splitlines())) <= 90
    assert "ends here" in tabletop("learn", name, stdin="quit\n").stdout
    assert "ends here" in tabletop("learn", name, stdin="").stdout


@pytest.mark.parametrize("name", GAMES_WITHOUT_LESSONS)
def test_a_game_without_a_lesson_points_to_its_rules(name: str) -> None:
    done = tabletop("learn", name)
    assert (done.returncode, done.stdout) == (2, "")
    title = load(name).title
    assert done.stderr == f"tabletop: there is no lesson for {title} yet; `tabletop {name} rules` explains the game\n"
