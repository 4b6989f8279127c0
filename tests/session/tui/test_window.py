"""A session in a window."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from tabletop.bots.specs import Controller
from tabletop.session.cursor import Cursor
from tabletop.session.session import Session
from tests.helpers import GAMES
from tests.session.helpers import moves_played, new_session, play_to_end
from tests.session.tui.helpers import (
    BACKSPACE,
    CTRL_C,
    CTRL_D,
    ESC,
    F1,
    F2,
    F4,
    F7,
    F9,
    LEFT,
    PAGE_DOWN,
    RIGHT,
    SlowBot,
    open_window,
)


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=pytest.mark.slow if name in ("taktori", "fem", "mikado") else ()) for name in GAMES],
)
def test_a_whole_game_is_played_in_the_window(name: str, tmp_path: Path) -> None:
    before = new_session(name, saved_games=tmp_path / "a")
    lines = play_to_end(before)
    session = new_session(name, saved_games=tmp_path / "b")
    with open_window(session) as driver:
        for line in lines:
            driver.until(lambda: session.phase == "human" and driver.window.search is None)
            plies = len(session.match.plies)
            driver.type(line + "\r")
            driver.until(lambda plies=plies: len(session.match.plies) > plies)  # type: ignore[misc]
        driver.until(lambda: session.phase == "over")
    assert moves_played(session.match) == moves_played(before.match)
    assert driver.code == 0
    assert len(list(session.autosave.saved_games.read_results())) == 1


def test_a_page_stays_open_when_a_bot_moves(slow_session: Session) -> None:
    with open_window(slow_session) as driver:
        driver.line("3a")
        driver.until(lambda: driver.window.search is not None)
        driver.type(F1)
        driver.until(lambda: driver.window.page is not None)
        driver.type(CTRL_C)
        driver.until(lambda: slow_session.phase == "human")
        assert driver.window.page is not None


def test_a_message_stays_beside_a_bot_s_move_where_there_is_room() -> None:
    for size, stays in (((80, 24), True), ((60, 20), False)):
        session = new_session("fem" if stays else "zickzack", "random", "anna=human")
        with open_window(session, *size) as driver:
            driver.until(lambda session=session: session.phase == "human")  # type: ignore[misc]
            driver.until(lambda stays=stays: driver.message.startswith("You are anna") == stays)  # type: ignore[misc]
            driver.until(lambda: any(": place" in row for row in driver.rows()))


def test_pages_open_scroll_and_close() -> None:
    with open_window(new_session("taktori")) as driver:
        driver.type(F1)
        driver.until(lambda: driver.window.page is not None)
        assert driver.window.page is not None and driver.window.page.title == "help"
        driver.type(PAGE_DOWN)
        driver.until(lambda: driver.window.page is not None and driver.window.page.top > 0)
        driver.type(ESC)
        driver.until(lambda: driver.window.page is None)
        driver.line("regeln T13")
        driver.until(lambda: driver.window.page is not None)
        driver.type("\r")
        driver.until(lambda: driver.window.page is None)


def test_undo_by_key() -> None:
    session = new_session("zickzack", "human", "human")
    with open_window(session) as driver:
        driver.line("3a")
        driver.type(F7)
        driver.until(lambda: "Taken back" in driver.message)
        assert not session.match.plies


@pytest.mark.parametrize(("key", "shows_page"), [(ESC, False), (F1, True)])
def test_a_hint_is_called_off(key: str, shows_page: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    session = new_session("zickzack", "human", "human")
    slow = Controller("slow", SlowBot(), seconds=60.0)
    monkeypatch.setattr("tabletop.session.advice.make_controller", lambda game, level: slow)
    with open_window(session) as driver:
        driver.type(F2)
        driver.until(lambda: driver.window.search is not None and driver.window.search.best is not None)
        search = driver.window.search
        driver.type(key)
        driver.until(lambda: driver.window.search is None)
        assert search is not None and search.is_stopped
        assert search.wait(20) and search.result is not None, "its answer is dropped"
        for _ in range(3):
            driver.until(lambda: True)
        assert "Hint" not in driver.message and (driver.window.page is not None) == shows_page


def test_escape_does_not_swallow_the_next_key() -> None:
    with open_window(new_session("zickzack", "human", "human")) as driver:
        driver.type(F1)
        driver.until(lambda: driver.window.page is not None)
        driver.type(ESC + "3")
        driver.until(lambda: driver.window.page is None and driver.window.line.text == "3")


def test_what_is_cut_is_shown_in_full_by_a_key() -> None:
    session = new_session("zickzack", "human", "human")
    with open_window(session, 60, 20) as driver:
        driver.line("place 9 on 3a")
        driver.until(lambda: driver.rows()[-1].endswith("... F9"))
        driver.type(F9)
        driver.until(lambda: driver.window.page is not None)
        assert driver.window.page is not None and "rule Z1" in " ".join(driver.window.page.lines)


def test_at_the_end_of_a_game_the_board_and_the_result_are_shown() -> None:
    session = new_session("zickzack", "anna=human", "bob=human")
    with open_window(session) as driver:
        driver.line("3a")
        driver.line("resign")
        driver.until(lambda: session.phase == "over")
        footer = " anna wins by resignation | Enter again | F2 review | F7 undo | F10 quit"
        driver.until(lambda: driver.rows()[-1] == footer)
        assert "anna wins by resignation." in driver.rows() and any("/3a" in row for row in driver.rows())
        driver.type(ESC)
        driver.until(lambda: not driver.message)
        driver.type(F9)
        driver.until(lambda: driver.window.page is not None)
        driver.type(ESC + F7)
        driver.until(lambda: session.phase == "human")


def test_a_finished_game_is_reviewed_by_keys() -> None:
    session = new_session("fem", "anna=human", "ben=human")
    for line in ("b2", "a1", "b3", "b1", "c2", "e5", "e1"):
        session.submit(f"place on {line}")
    session.submit("resign")
    with open_window(session, 60, 24) as driver:
        driver.type(F2)
        driver.until(lambda: driver.window.page is not None, seconds=60)
        driver.until(lambda: any("chance to win, 0 to 100%" in row for row in driver.rows()))
        driver.type(RIGHT)
        driver.until(lambda: any(row.startswith("Blunder 1 of") for row in driver.rows()))
        driver.type(LEFT)
        driver.until(lambda: any("chance to win, 0 to 100%" in row for row in driver.rows()))
        driver.type(ESC)
        driver.until(lambda: driver.window.page is None)


def test_a_hint_is_searched_for_and_shown() -> None:
    with open_window(new_session("zickzack", "human", "human")) as driver:
        driver.type(F2)
        driver.until(lambda: driver.message.startswith("Hint: place"), 60)


def test_a_search_is_watched_and_stopped(slow_session: Session) -> None:
    with open_window(slow_session) as driver:
        driver.line("3a")
        driver.until(lambda: driver.window.search is not None and driver.window.search.best is not None)
        driver.until(lambda: "so far: place" in (driver.window.screen().helper or driver.window.screen().toolbar))
        driver.type("help\r")
        driver.until(lambda: driver.window.page is not None)
        driver.type(CTRL_C)
        driver.until(lambda: len(slow_session.match.plies) == 2)
        assert slow_session.phase == "human"


def test_a_second_ctrl_c_quits_and_the_game_is_saved(slow_session: Session) -> None:
    with open_window(slow_session) as driver:
        driver.line("3a")
        driver.until(lambda: driver.window.search is not None)
        assert driver.window.search is not None
        driver.window.search.stop = lambda: driver.window.search._stopped.set()  # type: ignore[union-attr, method-assign]
        driver.type(CTRL_C + CTRL_C)
        driver.until(lambda: driver.code is not None)
    assert driver.code == 130
    assert "place 1 on 3a" in slow_session.autosave.slot.path.read_text()


def test_undo_while_a_bot_searches(slow_session: Session) -> None:
    with open_window(slow_session) as driver:
        driver.line("3a")
        driver.until(lambda: driver.window.search is not None)
        driver.type("undo\r")
        driver.until(lambda: not slow_session.match.plies and slow_session.phase == "human")
        driver.until(lambda: driver.window.search is None)
        driver.line("3b")
        driver.until(lambda: driver.window.search is not None)


def test_ctrl_c_clears_the_line_then_quits_when_pressed_twice() -> None:
    with open_window(new_session("zickzack", "human", "human")) as driver:
        driver.type("place 3")
        driver.until(lambda: driver.window.line.text == "place 3")
        driver.type(CTRL_C)
        driver.until(lambda: driver.window.line.text == "")
        driver.type(CTRL_C)
        driver.until(lambda: "again to quit" in driver.message)
        driver.type("x")
        driver.until(lambda: driver.window.line.text == "x")
        driver.type("\x7f" + CTRL_C)
        driver.until(lambda: "again to quit" in driver.message and not driver.window.line.text)
        time.sleep(0.05)
        assert driver.code is None
        driver.type(CTRL_C)
        driver.until(lambda: driver.code is not None)
    assert driver.code == 130


def test_ctrl_d_quits_and_loses_nothing() -> None:
    session = new_session("zickzack", "human", "human")
    with open_window(session) as driver:
        driver.line("3a")
        driver.type(CTRL_D)
        driver.until(lambda: driver.code is not None)
    assert driver.code == 0
    session.close()
    (saved,) = session.autosave.saved_games.saved()
    assert "place 1 on 3a" in saved.text and not saved.is_open


def test_bots_play_among_themselves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tabletop.session.tui.window.SHOWN_FOR", 0.0)
    session = new_session("zickzack", "random", "random")
    with open_window(session) as driver:
        driver.until(lambda: session.phase == "over")


def test_enter_begins_the_next_game_of_a_series() -> None:
    session = new_session("zickzack", "human", "human", games=2)
    with open_window(session) as driver:
        driver.line("3a")
        driver.line("resign")
        driver.until(lambda: session.phase == "over")
        driver.type("\r")
        driver.until(lambda: session.phase == "human" and not session.has_moves)
        driver.line("3a")
        driver.line("resign")
        driver.until(lambda: not session.series.goes_on)


@pytest.mark.parametrize(("columns", "rows"), [(80, 24), (60, 20), (120, 40), (30, 8)])
def test_windows_of_all_sizes_open(columns: int, rows: int) -> None:
    session = new_session("mikado", "human", "human")
    with open_window(session, columns, rows) as driver:
        driver.line("touch r7")
        assert session.style.width == columns and session.style.height == rows


@pytest.mark.parametrize("name", ["taktori", "fem", "zickzack", "takami", "mikado"])
def test_a_move_is_built_with_the_cursor_and_played(name: str) -> None:
    session = new_session(name, "human", "human")
    with open_window(session) as driver:
        window = driver.window
        driver.until(lambda: session.phase == "human")
        driver.type(F4)
        driver.until(lambda: window.is_pointing)
        driver.type(LEFT)
        driver.type("\r")
        driver.until(lambda: bool(window.line.text))
        first = window.line.text
        assert window.cursor is not None and window.cursor.place.lower() in first.lower()
        driver.until(lambda: any("[" in row and "]" in row for row in driver.rows()))
        driver.type(BACKSPACE)
        driver.until(lambda: not window.line.text)
        driver.type("\r")
        driver.until(lambda: window.line.text == first)
        for _ in range(12):
            if window.line.status().plays:
                break
            text = window.line.text
            driver.type("\r")
            driver.until(lambda text=text: window.line.text != text)  # type: ignore[misc]
        driver.type(ESC)
        driver.until(lambda: window.cursor is None)
        assert window.line.status().plays, window.line.text
        driver.type("\r")
        driver.until(lambda: bool(session.match.plies) and not window.line.text)


def test_a_choice_that_no_move_goes_on_with_says_so() -> None:
    with open_window(new_session("takami", "human", "human")) as driver:
        driver.type(F4)
        driver.until(lambda: driver.window.is_pointing)
        driver.window.cursor = Cursor("9.4")
        driver.type("\r")
        driver.until(lambda: "No legal move goes on with 9.4." in driver.message)


def test_a_click_chooses_only_while_the_cursor_is_on() -> None:
    session = new_session("taktori", "human", "human")
    with open_window(session) as driver:
        window = driver.window
        area = window.screen().drawing.places["e5"]
        click = f"\x1b[<0;{area.column + 1};{area.row + 1}M"
        driver.type(click)
        driver.type(F4)
        driver.until(lambda: window.is_pointing)
        assert not window.line.text
        driver.type("\x1b[<0;999;9999M" + "\x1b[<64;1;1M" + click)
        driver.until(lambda: window.line.text == "place on e5")


@pytest.mark.parametrize("name", ["taktori", "fem", "zickzack"])
def test_a_legal_line_is_previewed_and_changes_nothing(name: str) -> None:
    session = new_session(name, "human", "human")
    legal = session.game.format_move(next(session.match.legal_turns()))
    with open_window(session) as driver:
        before = driver.window.screen().body
        driver.type(legal)
        driver.until(lambda: driver.window.line.text == legal)
        driver.until(lambda: driver.window.screen().body != before)
        assert not session.match.plies
        driver.type("x" * 5)
        driver.until(lambda: driver.window.line.text.endswith("xxxxx"))
        driver.until(lambda: driver.window.screen().body == before)


def test_ctrl_d_leaves_after_a_refused_line() -> None:
    with open_window(new_session("taktori")) as driver:
        driver.line("place on z9")
        driver.until(lambda: driver.window.line.is_refused)
        driver.type(CTRL_D)
        driver.until(lambda: driver.code == 0)
