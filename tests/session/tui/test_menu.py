"""A menu in a window."""

from __future__ import annotations

from prompt_toolkit.input import create_pipe_input

from tabletop.session.tui.menu import Choice, Menu, choose
from tabletop.style import Style
from tests.session.tui.helpers import CTRL_C, DOWN, ESC, UP, SizedOutput


def test_a_choice_is_picked_by_arrow_keys_or_number() -> None:
    choices = (Choice("one", "first"), Choice("two"), Choice("three"), Choice("four", is_closed=True))
    for typed, chosen in [
        ("\r", 0),
        (DOWN + "\r", 1),
        (UP + "\r", 2),
        (DOWN * 3 + "\r", 0),
        ("3", 2),
        ("4" + "\x1b[31m" + "\r", 0),
        (CTRL_C, None),
        (ESC, None),
    ]:
        with create_pipe_input() as keys:
            keys.send_text(typed)
            assert choose(Menu("Which?", choices), Style(), keys, SizedOutput()) == chosen


def test_a_menu_fits_every_window_and_marks_what_it_cuts() -> None:
    detail = ("word " * 20).strip()
    menu = Menu("Which?", tuple(Choice(f"game {number}", detail) for number in range(30)), at=25)
    for columns, rows in ((80, 24), (60, 20), (30, 8)):
        lines = menu.lines(columns, rows)
        assert len(lines) <= rows and max(len(text) for text, _ in lines) < columns
        marked = [text for text, is_marked in lines if is_marked]
        assert marked[0].startswith("26  game 25")
        if columns >= 60:
            assert " ".join(part.strip().removeprefix("26  game 25").strip() for part in marked) == detail
        else:
            assert marked[0].endswith(">")
        assert all(text.endswith(">") for text, is_marked in lines[2:-2] if not is_marked)


def test_details_of_all_choices_are_read_in_full_where_there_is_room() -> None:
    menu = Menu("Which?", (Choice("easy", "word " * 20), Choice("hard", "the strongest")))
    lines = [text for text, _ in menu.lines(80, 24)]
    assert lines[2].startswith(" 1  easy  word word") and lines[3].startswith("          word")
    assert " 2  hard  the strongest" in lines and not any(line.endswith(">") for line in lines)
