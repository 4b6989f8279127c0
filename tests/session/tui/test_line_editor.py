"""The line below the board: completion, mistakes, pasted text, history."""

from __future__ import annotations

import pytest

from tabletop.session.screen import AFTER_REFUSAL
from tabletop.session.session import Session
from tests.session.helpers import moves_played, new_session
from tests.session.tui.helpers import CTRL_C, DOWN, HOME, TAB, UP, open_window, paste


def test_completion_by_tab() -> None:
    session = new_session("zickzack", "human", "human")
    with open_window(session) as driver:
        driver.type("pl" + TAB)
        driver.until(lambda: driver.window.line.text == "place ")
        driver.type(TAB)
        driver.until(lambda: driver.window.line.buffer.complete_state is not None)
        driver.type(TAB + TAB + TAB + "\r" + TAB)
        driver.until(lambda: driver.window.line.text == "place 3 on ")
        driver.type("3" + TAB)
        driver.until(lambda: driver.window.line.text == "place 3 on 3a-3c")
        driver.type("\r")
        driver.until(lambda: len(session.match.plies) == 1)


def test_accepting_a_completion_does_not_send_the_line() -> None:
    session = new_session("zickzack", "human", "human")
    with open_window(session) as driver:
        driver.type("place 1 on 3" + TAB)
        driver.until(lambda: "3a  3b  3c" in driver.rows())
        assert driver.rows()[-1].startswith(" green to move"), "the toolbar stays whole"
        driver.type(DOWN + "\r")
        driver.until(lambda: driver.window.line.buffer.complete_state is None)
        assert driver.window.line.text in ("place 1 on 3a", "place 1 on 3b")
        assert not session.match.plies
        driver.type("\r")
        driver.until(lambda: len(session.match.plies) == 1)


def test_the_chosen_completion_is_marked_in_the_toolbar_too() -> None:
    with open_window(new_session("zickzack", "human", "human"), 60, 20) as driver:
        driver.type("place 1 on 3" + TAB)
        driver.until(lambda: driver.rows()[-1] == " 3a  3b  3c")
        driver.type(TAB + TAB)
        driver.until(lambda: driver.window.line.text == "place 1 on 3b")

        def is_reverse(column: int) -> bool:
            screen, renderer = driver.window.app.renderer.last_rendered_screen, driver.window.app.renderer
            assert screen is not None and renderer._attrs_for_style is not None
            return bool(renderer._attrs_for_style[screen.data_buffer[19][column].style].reverse)

        driver.until(lambda: is_reverse(1) and not is_reverse(5) and is_reverse(9))


def test_a_mistake_is_marked_while_typing_and_stays_to_be_put_right() -> None:
    session = new_session("zickzack", "human", "human")
    session.submit("7c-7e")
    with open_window(session) as driver:
        driver.type("place 2 on 7c-7d")
        driver.until(lambda: driver.window.line.text == "place 2 on 7c-7d")
        mistake = driver.window.line.status().mistake
        assert mistake is not None and (mistake.start, mistake.end) == (11, 13), "7c is covered"
        driver.until(lambda: driver.window.screen().helper_is_mistake)
        driver.type("\r")
        driver.until(lambda: driver.window.message.is_refusal)
        assert "rule Z3" in driver.message
        assert driver.window.line.text == "place 2 on 7c-7d"
        assert driver.window.line.buffer.cursor_position == 16, "at the end"
        driver.until(lambda: AFTER_REFUSAL in driver.rows())
        driver.type("\x7f" * 5 + "3a-3b\r")
        driver.until(lambda: len(session.match.plies) == 2 and not driver.window.line.text)


@pytest.mark.parametrize("new_line", ["4a", "\x1b[200~4a\x1b[201~"])
def test_the_first_key_after_a_refusal_begins_a_new_line(new_line: str) -> None:
    session = new_session("zickzack", "human", "human")
    session.submit("3a")
    with open_window(session) as driver:
        driver.line("place 1 on 3a")
        driver.type(new_line)
        driver.until(lambda: driver.window.line.text == "4a")
        driver.type(UP)
        driver.until(lambda: driver.window.line.text == "place 1 on 3a")
        driver.type("\r")
        driver.until(lambda: driver.window.line.text == "place 1 on 3a" and driver.window.message.is_refusal)


def test_a_refused_line_can_be_cleared() -> None:
    with open_window(new_session("zickzack", "human", "human")) as driver:
        driver.line("place 9 on 3a")
        driver.until(lambda: AFTER_REFUSAL in driver.rows())
        driver.type(CTRL_C)
        driver.until(lambda: not driver.window.line.text and AFTER_REFUSAL not in driver.rows())


@pytest.mark.parametrize("key", ["\x1b[F", "\x1b[C", "\x05", "\x1b[D\x1b[C"])
def test_moving_the_cursor_after_a_refusal_keeps_the_line(key: str) -> None:
    with open_window(new_session("zickzack", "human", "human")) as driver:
        driver.line("place 9 on 3a")
        driver.type(key + "x")
        driver.until(lambda: driver.window.line.text == "place 9 on 3ax")


def test_a_line_sent_while_a_bot_thinks_waits_in_the_prompt(slow_session: Session) -> None:
    with open_window(slow_session) as driver:
        driver.line("3a")
        driver.until(lambda: driver.window.search is not None)
        driver.type("4b\r")
        driver.until(lambda: "not your turn yet" in driver.message)
        assert driver.window.line.text == "4b"
        driver.type(CTRL_C)
        driver.until(lambda: slow_session.phase == "human")
        driver.type("\r")
        driver.until(lambda: len(slow_session.match.plies) >= 3)


def test_pasted_lines_are_played_in_turn_until_one_is_refused() -> None:
    session = new_session("zickzack", "human", "human")
    with open_window(session) as driver:
        driver.type(paste("place 1 on 3a\r\n\r\n  \x1b[31m3b\x1b[0m\n\nplace 1 on 3a\n4a\n"))
        driver.until(lambda: driver.window.message.is_refusal)
        assert moves_played(session.match) == ["place 1 on 3a", "place 1 on 3b"]
        assert driver.window.line.text == "place 1 on 3a"
        driver.type(paste("4a\n4"))
        driver.until(lambda: len(session.match.plies) == 3 and driver.window.line.text == "4")
        driver.type(paste("b"))
        driver.until(lambda: driver.window.line.text == "4b")


def test_nothing_pasted_is_played_after_quit() -> None:
    session = new_session("zickzack", "human", "human")
    with open_window(session) as driver:
        driver.type(paste("3a\nquit\nresign\n"))
        driver.until(lambda: driver.code is not None)
    assert session.match.result is None
    assert moves_played(session.match) == ["place 1 on 3a"]


def test_text_is_pasted_where_the_cursor_is() -> None:
    session = new_session("zickzack", "human", "human")
    with open_window(session) as driver:
        driver.type("3a")
        driver.until(lambda: driver.window.line.text == "3a")
        driver.type(HOME + paste("4a\n"))
        driver.until(lambda: len(session.match.plies) == 1 and driver.window.line.text == "3a")
        assert moves_played(session.match) == ["place 1 on 4a"]


def test_pasted_lines_wait_for_the_bots() -> None:
    session = new_session("zickzack")
    with open_window(session) as driver:
        driver.type(paste("3a\n4a\n"))
        driver.until(lambda: len(session.match.plies) == 4)
        assert moves_played(session.match)[0::2] == ["place 1 on 3a", "place 1 on 4a"]


def test_lines_typed_earlier_in_the_game_come_back() -> None:
    for name, line in (("zickzack", "place 3 on 7c"), ("fem", "place on c3")):
        with open_window(new_session(name, "human", "human")) as driver:
            driver.line(line)
    with open_window(new_session("zickzack", "human", "human")) as driver:
        driver.type(UP)
        driver.until(lambda: driver.window.line.text == "place 3 on 7c")


def test_the_label_survives_a_line_wider_than_the_window() -> None:
    session = new_session("zickzack", "anna=human", "bob=human")
    with open_window(session) as driver:
        driver.type("x" * 200)
        driver.until(lambda: any(row.startswith("anna> xxx") for row in driver.rows()))
        driver.type(CTRL_C)
        driver.until(lambda: "anna>" in driver.rows())


def test_a_colour_code_among_the_keys_is_no_mouse() -> None:
    session = new_session("zickzack", "human", "human")
    with open_window(session) as driver:
        driver.type("\x1b[31m3a\x1b[0m\r")
        driver.until(lambda: len(session.match.plies) == 1)
