"""A real prompt, driven through a pipe."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from queue import Empty, Queue

import pytest
from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import PipeInput, create_pipe_input
from prompt_toolkit.output import DummyOutput

from tabletop.bots.bot import Observation, SearchInfo
from tabletop.bots.limit import Limit
from tabletop.bots.random import RandomBot
from tabletop.bots.specs import Controller
from tabletop.session.screen import AFTER_REFUSAL
from tabletop.session.session import Session
from tabletop.session.tui.menu import Choice, Menu, choose
from tabletop.session.tui.window import GameWindow
from tabletop.style import Style
from tests.session.helpers import GAMES, plain_moves, script, sit

CTRL_C, CTRL_D, TAB, ESC, UP, DOWN = "\x03", "\x04", "\t", "\x1b", "\x1b[A", "\x1b[B"
HOME = "\x1b[H"
F1, F2, F7, F9, PAGE_DOWN = "\x1bOP", "\x1bOQ", "\x1b[18~", "\x1b[20~", "\x1b[6~"


class Sheet(DummyOutput):
    """An output of a certain size that shows nothing."""

    def __init__(self, columns: int = 80, rows: int = 24) -> None:
        self.size = Size(rows=rows, columns=columns)

    def get_size(self) -> Size:
        return self.size


class Window:
    """A desk at work, and fingers on its keys."""

    def __init__(self, desk: GameWindow, keys: PipeInput) -> None:
        self.desk = desk
        self.keys = keys
        self.code: int | None = None

    def type(self, text: str) -> None:
        """Send keys; they are read when the loop comes to it."""
        self.keys.send_text(text)

    def until(self, condition: Callable[[], bool], seconds: float = 20.0) -> None:
        """Wait until something holds."""
        deadline = time.monotonic() + seconds
        while not self._holds(condition):
            assert time.monotonic() < deadline, self.desk.session.record()
            time.sleep(0.002)

    def _holds(self, condition: Callable[[], bool]) -> bool:
        """Look in the window's own thread, between two of its steps, while it is open."""
        loop = self.desk.app.loop
        if not self.desk.app.is_running or loop is None:
            return condition()
        found: Queue[bool] = Queue()
        with suppress(RuntimeError):
            loop.call_soon_threadsafe(lambda: found.put(condition()))
        with suppress(Empty):
            return found.get(timeout=0.5)
        return False

    def line(self, text: str) -> None:
        """Type a line and wait until it has been read."""
        self.type(text)
        self.until(lambda: self.desk.line.buffer.text == text)
        self.type("\r")
        self.until(lambda: self.desk.line.buffer.text != text or self.desk.message.is_refusal)

    def rows(self) -> list[str]:
        """The rows on the screen; to be looked at within `until`, or when nothing moves."""
        shown, style = self.desk.app.renderer.last_rendered_screen, self.desk.style
        if shown is None:
            return [""]
        rows = (shown.data_buffer[number] for number in range(style.height))
        return ["".join(row[column].char for column in range(style.width)).rstrip() for row in rows]

    @property
    def said(self) -> str:
        return "\n".join(self.desk.message.lines)


@contextmanager
def window(session: Session, columns: int = 80, rows: int = 24) -> Iterator[Window]:
    """Open a session in a window of its own thread; it must be left within the block, or it is left at the end."""
    with create_pipe_input() as keys:
        desk = GameWindow(session, Style(), keys, Sheet(columns, rows))
        shown = Window(desk, keys)
        failure: list[BaseException] = []

        def run() -> None:
            try:
                shown.code = desk.run()
            except BaseException as error:
                failure.append(error)

        thread = threading.Thread(target=run, daemon=True)
        thread.start()
        shown.until(lambda: desk.app.is_running or bool(failure))
        try:
            yield shown
        finally:
            if thread.is_alive():
                desk.line.buffer.text = ""
                keys.send_text(CTRL_D)
            thread.join(10)
        assert not failure, failure
        assert not thread.is_alive()


class Ponderer:
    """A bot that thinks until it is told to stop."""

    def think(self, observation: Observation, limit: Limit) -> SearchInfo:
        info = RandomBot().think(observation, limit)
        info = SearchInfo(info.move, 1.5, "it took long enough")
        while limit.spend():
            limit.report(info)
            time.sleep(0.0005)
        return info


@pytest.fixture
def pondering() -> Session:
    session = sit("zickzack")
    session.bots[2] = Controller("slow", Ponderer(), seconds=30.0)
    return session


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=pytest.mark.slow if name in ("taktori", "fem", "mikado") else ()) for name in GAMES],
)
def test_a_whole_game_through_the_prompt(name: str, tmp_path: Path) -> None:
    before = sit(name, saved_games=tmp_path / "a")
    lines = script(before)
    session = sit(name, saved_games=tmp_path / "b")
    with window(session) as shown:
        for line in lines:
            shown.until(lambda: session.phase == "human" and shown.desk.search is None)
            plies = len(session.match.plies)
            shown.type(line + "\r")
            shown.until(lambda plies=plies: len(session.match.plies) > plies)  # type: ignore[misc]
        shown.until(lambda: session.phase == "over")
    assert plain_moves(session.match) == plain_moves(before.match)
    assert shown.code == 0
    assert len(list(session.autosave.saved_games.read_results())) == 1


def test_completion_by_tab() -> None:
    session = sit("zickzack", "human", "human")
    with window(session) as shown:
        shown.type("pl" + TAB)
        shown.until(lambda: shown.desk.line.buffer.text == "place ")
        shown.type(TAB)
        shown.until(lambda: shown.desk.line.buffer.complete_state is not None)
        shown.type(TAB + TAB + TAB + "\r" + TAB)
        shown.until(lambda: shown.desk.line.buffer.text == "place 3 on ")
        shown.type("3" + TAB)
        shown.until(lambda: shown.desk.line.buffer.text == "place 3 on 3a-3c")
        shown.type("\r")
        shown.until(lambda: len(session.match.plies) == 1)


def test_the_chosen_word_stands_out_in_the_toolbar_too() -> None:
    with window(sit("zickzack", "human", "human"), 60, 20) as shown:
        shown.type("place 1 on 3" + TAB)
        shown.until(lambda: shown.rows()[-1] == " 3a  3b  3c")
        shown.type(TAB + TAB)
        shown.until(lambda: shown.desk.line.buffer.text == "place 1 on 3b")

        def is_reverse(column: int) -> bool:
            screen, renderer = shown.desk.app.renderer.last_rendered_screen, shown.desk.app.renderer
            assert screen is not None and renderer._attrs_for_style is not None
            return bool(renderer._attrs_for_style[screen.data_buffer[19][column].style].reverse)

        shown.until(lambda: is_reverse(1) and not is_reverse(5) and is_reverse(9))


def test_choosing_from_the_menu_does_not_send_the_line() -> None:
    session = sit("zickzack", "human", "human")
    with window(session) as shown:
        shown.type("place 1 on 3" + TAB)
        shown.until(lambda: "3a  3b  3c" in shown.rows())
        assert shown.rows()[-1].startswith(" green to move"), "the toolbar stays whole"
        shown.type(DOWN + "\r")
        shown.until(lambda: shown.desk.line.buffer.complete_state is None)
        assert shown.desk.line.buffer.text in ("place 1 on 3a", "place 1 on 3b")
        assert not session.match.plies
        shown.type("\r")
        shown.until(lambda: len(session.match.plies) == 1)


def test_a_mistake_is_marked_while_typing_and_stays_to_be_put_right() -> None:
    session = sit("zickzack", "human", "human")
    session.submit("7c-7e")
    with window(session) as shown:
        shown.type("place 2 on 7c-7d")
        shown.until(lambda: shown.desk.line.buffer.text == "place 2 on 7c-7d")
        mistake = shown.desk.line.status().mistake
        assert mistake is not None and (mistake.start, mistake.end) == (11, 13), "7c is covered"
        shown.until(lambda: shown.desk.screen().helper_is_mistake)
        shown.type("\r")
        shown.until(lambda: shown.desk.message.is_refusal)
        assert "rule Z3" in shown.said
        assert shown.desk.line.buffer.text == "place 2 on 7c-7d"
        assert shown.desk.line.buffer.cursor_position == 16, "at the end"
        shown.until(lambda: AFTER_REFUSAL in shown.rows())
        shown.type("\x7f" * 5 + "3a-3b\r")
        shown.until(lambda: len(session.match.plies) == 2 and not shown.desk.line.buffer.text)


@pytest.mark.parametrize("new_line", ["4a", "\x1b[200~4a\x1b[201~"])
def test_the_first_key_after_a_refusal_begins_a_new_line(new_line: str) -> None:
    session = sit("zickzack", "human", "human")
    session.submit("3a")
    with window(session) as shown:
        shown.line("place 1 on 3a")
        shown.type(new_line)
        shown.until(lambda: shown.desk.line.buffer.text == "4a")
        shown.type(UP)
        shown.until(lambda: shown.desk.line.buffer.text == "place 1 on 3a")
        shown.type("\r")
        shown.until(lambda: shown.desk.line.buffer.text == "place 1 on 3a" and shown.desk.message.is_refusal)


def test_a_refused_line_that_is_cleared_is_forgotten() -> None:
    with window(sit("zickzack", "human", "human")) as shown:
        shown.line("place 9 on 3a")
        shown.until(lambda: AFTER_REFUSAL in shown.rows())
        shown.type(CTRL_C)
        shown.until(lambda: not shown.desk.line.buffer.text and AFTER_REFUSAL not in shown.rows())


def test_a_page_stays_open_when_a_bot_moves(pondering: Session) -> None:
    with window(pondering) as shown:
        shown.line("3a")
        shown.until(lambda: shown.desk.search is not None)
        shown.type(F1)
        shown.until(lambda: shown.desk.page is not None)
        shown.type(CTRL_C)
        shown.until(lambda: pondering.phase == "human")
        assert shown.desk.page is not None


def test_what_was_said_stays_beside_a_bot_s_move_where_there_is_room() -> None:
    for size, stays in (((80, 24), True), ((60, 20), False)):
        session = sit("fem" if stays else "zickzack", "random", "anna=human")
        with window(session, *size) as shown:
            shown.until(lambda session=session: session.phase == "human")  # type: ignore[misc]
            shown.until(lambda stays=stays: shown.said.startswith("You are anna") == stays)  # type: ignore[misc]
            shown.until(lambda: any(": place" in row for row in shown.rows()))


@pytest.mark.parametrize("key", ["\x1b[F", "\x1b[C", "\x05", "\x1b[D\x1b[C"])
def test_moving_the_cursor_after_a_refusal_keeps_the_line(key: str) -> None:
    with window(sit("zickzack", "human", "human")) as shown:
        shown.line("place 9 on 3a")
        shown.type(key + "x")
        shown.until(lambda: shown.desk.line.buffer.text == "place 9 on 3ax")


def test_a_line_sent_while_a_bot_thinks_waits_in_the_prompt(pondering: Session) -> None:
    with window(pondering) as shown:
        shown.line("3a")
        shown.until(lambda: shown.desk.search is not None)
        shown.type("4b\r")
        shown.until(lambda: "not your turn yet" in shown.said)
        assert shown.desk.line.buffer.text == "4b"
        shown.type(CTRL_C)
        shown.until(lambda: pondering.phase == "human")
        shown.type("\r")
        shown.until(lambda: len(pondering.match.plies) >= 3)


def paste(text: str) -> str:
    return f"\x1b[200~{text}\x1b[201~"


def test_pasted_lines_are_played_in_turn_until_one_is_refused() -> None:
    session = sit("zickzack", "human", "human")
    with window(session) as shown:
        shown.type(paste("place 1 on 3a\r\n\r\n  \x1b[31m3b\x1b[0m\n\nplace 1 on 3a\n4a\n"))
        shown.until(lambda: shown.desk.message.is_refusal)
        assert plain_moves(session.match) == ["place 1 on 3a", "place 1 on 3b"]
        assert shown.desk.line.buffer.text == "place 1 on 3a"
        shown.type(paste("4a\n4"))
        shown.until(lambda: len(session.match.plies) == 3 and shown.desk.line.buffer.text == "4")
        shown.type(paste("b"))
        shown.until(lambda: shown.desk.line.buffer.text == "4b")


def test_nothing_pasted_is_played_after_quit() -> None:
    session = sit("zickzack", "human", "human")
    with window(session) as shown:
        shown.type(paste("3a\nquit\nresign\n"))
        shown.until(lambda: shown.code is not None)
    assert session.match.result is None
    assert plain_moves(session.match) == ["place 1 on 3a"]


def test_text_is_pasted_where_the_cursor_is() -> None:
    session = sit("zickzack", "human", "human")
    with window(session) as shown:
        shown.type("3a")
        shown.until(lambda: shown.desk.line.buffer.text == "3a")
        shown.type(HOME + paste("4a\n"))
        shown.until(lambda: len(session.match.plies) == 1 and shown.desk.line.buffer.text == "3a")
        assert plain_moves(session.match) == ["place 1 on 4a"]


def test_pasted_lines_wait_for_the_bots() -> None:
    session = sit("zickzack")
    with window(session) as shown:
        shown.type(paste("3a\n4a\n"))
        shown.until(lambda: len(session.match.plies) == 4)
        assert plain_moves(session.match)[0::2] == ["place 1 on 3a", "place 1 on 4a"]


def test_history_is_that_of_the_game() -> None:
    for name, line in (("zickzack", "place 3 on 7c"), ("fem", "place on c3")):
        with window(sit(name, "human", "human")) as shown:
            shown.line(line)
    with window(sit("zickzack", "human", "human")) as shown:
        shown.type(UP)
        shown.until(lambda: shown.desk.line.buffer.text == "place 3 on 7c")


def test_pages_open_scroll_and_close() -> None:
    with window(sit("taktori")) as shown:
        shown.type(F1)
        shown.until(lambda: shown.desk.page is not None)
        assert shown.desk.page is not None and shown.desk.page.title == "help"
        shown.type(PAGE_DOWN)
        shown.until(lambda: shown.desk.page is not None and shown.desk.page.top > 0)
        shown.type(ESC)
        shown.until(lambda: shown.desk.page is None)
        shown.line("regeln T13")
        shown.until(lambda: shown.desk.page is not None)
        shown.type("\r")
        shown.until(lambda: shown.desk.page is None)


def test_the_label_survives_a_line_wider_than_the_window() -> None:
    session = sit("zickzack", "anna=human", "bob=human")
    with window(session) as shown:
        shown.type("x" * 200)
        shown.until(lambda: any(row.startswith("anna> xxx") for row in shown.rows()))
        shown.type(CTRL_C)
        shown.until(lambda: "anna>" in shown.rows())


def test_a_colour_code_among_the_keys_is_no_mouse() -> None:
    session = sit("zickzack", "human", "human")
    with window(session) as shown:
        shown.type("\x1b[31m3a\x1b[0m\r")
        shown.until(lambda: len(session.match.plies) == 1)


def test_undo_by_key() -> None:
    session = sit("zickzack", "human", "human")
    with window(session) as shown:
        shown.line("3a")
        shown.type(F7)
        shown.until(lambda: "Taken back" in shown.said)
        assert not session.match.plies


@pytest.mark.parametrize(("key", "shows_page"), [(ESC, False), (F1, True)])
def test_a_hint_is_called_off(key: str, shows_page: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    session = sit("zickzack", "human", "human")
    slow = Controller("slow", Ponderer(), seconds=60.0)
    monkeypatch.setattr("tabletop.session.session.make_controller", lambda game, level: slow)
    with window(session) as shown:
        shown.type(F2)
        shown.until(lambda: shown.desk.search is not None and shown.desk.search.best is not None)
        search = shown.desk.search
        shown.type(key)
        shown.until(lambda: shown.desk.search is None)
        assert search is not None and search.is_stopped
        assert search.wait(20) and search.result is not None, "an answer that nobody wants any more"
        for _ in range(3):
            shown.until(lambda: True)
        assert "Hint" not in shown.said and (shown.desk.page is not None) == shows_page


def test_escape_does_not_swallow_the_next_key() -> None:
    with window(sit("zickzack", "human", "human")) as shown:
        shown.type(F1)
        shown.until(lambda: shown.desk.page is not None)
        shown.type(ESC + "3")
        shown.until(lambda: shown.desk.page is None and shown.desk.line.buffer.text == "3")


def test_what_is_cut_is_shown_in_full_by_a_key() -> None:
    session = sit("zickzack", "human", "human")
    with window(session, 60, 20) as shown:
        shown.line("place 9 on 3a")
        shown.until(lambda: shown.rows()[-1].endswith("> F9"))
        shown.type(F9)
        shown.until(lambda: shown.desk.page is not None)
        assert shown.desk.page is not None and "rule Z1" in " ".join(shown.desk.page.lines)


def test_the_end_of_a_game_leaves_the_board_and_tells_the_result() -> None:
    session = sit("zickzack", "anna=human", "bob=human")
    with window(session) as shown:
        shown.line("3a")
        shown.line("resign")
        shown.until(lambda: session.phase == "over")
        shown.until(lambda: shown.rows()[-1] == " anna wins 0:0 | Enter again | F7 undo | F9 details | F10 quit")
        assert "anna wins: bob resigned." in shown.rows() and any("/3a" in row for row in shown.rows())
        shown.type(ESC)
        shown.until(lambda: not shown.said)
        shown.type(F9)
        shown.until(lambda: shown.desk.page is not None)
        shown.type(ESC + F7)
        shown.until(lambda: session.phase == "human")


def test_a_hint_is_thought_about_and_shown() -> None:
    with window(sit("zickzack", "human", "human")) as shown:
        shown.type(F2)
        shown.until(lambda: shown.said.startswith("Hint: place"), 60)


def test_a_thinking_bot_is_watched_and_hurried(pondering: Session) -> None:
    with window(pondering) as shown:
        shown.line("3a")
        shown.until(lambda: shown.desk.search is not None and shown.desk.search.best is not None)
        shown.until(lambda: "so far place" in (shown.desk.screen().helper or shown.desk.screen().toolbar))
        shown.type("help\r")
        shown.until(lambda: shown.desk.page is not None)
        shown.type(CTRL_C)
        shown.until(lambda: len(pondering.match.plies) == 2)
        assert pondering.phase == "human"


def test_a_second_ctrl_c_leaves_and_the_game_is_saved(pondering: Session) -> None:
    with window(pondering) as shown:
        shown.line("3a")
        shown.until(lambda: shown.desk.search is not None)
        assert shown.desk.search is not None
        shown.desk.search.stop = lambda: shown.desk.search._stopped.set()  # type: ignore[union-attr, method-assign]
        shown.type(CTRL_C + CTRL_C)
        shown.until(lambda: shown.code is not None)
    assert shown.code == 130
    assert "place 1 on 3a" in pondering.autosave.slot.path.read_text()


def test_taking_back_while_a_bot_thinks(pondering: Session) -> None:
    with window(pondering) as shown:
        shown.line("3a")
        shown.until(lambda: shown.desk.search is not None)
        shown.type("undo\r")
        shown.until(lambda: not pondering.match.plies and pondering.phase == "human")
        shown.until(lambda: shown.desk.search is None)
        shown.line("3b")
        shown.until(lambda: shown.desk.search is not None)


def test_ctrl_c_clears_the_line_then_leaves_when_pressed_twice() -> None:
    with window(sit("zickzack", "human", "human")) as shown:
        shown.type("place 3")
        shown.until(lambda: shown.desk.line.buffer.text == "place 3")
        shown.type(CTRL_C)
        shown.until(lambda: shown.desk.line.buffer.text == "")
        shown.type(CTRL_C)
        shown.until(lambda: "again leaves" in shown.said)
        shown.type("x")
        shown.until(lambda: shown.desk.line.buffer.text == "x")
        shown.type("\x7f" + CTRL_C)
        shown.until(lambda: "again leaves" in shown.said and not shown.desk.line.buffer.text)
        time.sleep(0.05)
        assert shown.code is None
        shown.type(CTRL_C)
        shown.until(lambda: shown.code is not None)
    assert shown.code == 130


def test_ctrl_d_asks_nothing_and_loses_nothing() -> None:
    session = sit("zickzack", "human", "human")
    with window(session) as shown:
        shown.line("3a")
        shown.type(CTRL_D)
        shown.until(lambda: shown.code is not None)
    assert shown.code == 0
    session.close()
    (saved,) = session.autosave.saved_games.saved()
    assert "place 1 on 3a" in saved.text and not saved.is_open


def test_bots_play_among_themselves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tabletop.session.tui.window.SHOWN_FOR", 0.0)
    session = sit("zickzack", "random", "random")
    with window(session) as shown:
        shown.until(lambda: session.phase == "over")


def test_enter_begins_the_next_game_of_a_match() -> None:
    session = sit("zickzack", "human", "human", games=2)
    with window(session) as shown:
        shown.line("3a")
        shown.line("resign")
        shown.until(lambda: session.phase == "over")
        shown.type("\r")
        shown.until(lambda: session.phase == "human" and not session.has_moves)
        shown.line("3a")
        shown.line("resign")
        shown.until(lambda: not session.series.goes_on)


@pytest.mark.parametrize(("columns", "rows"), [(80, 24), (60, 20), (120, 40), (30, 8)])
def test_windows_of_all_sizes_open(columns: int, rows: int) -> None:
    session = sit("mikado", "human", "human")
    with window(session, columns, rows) as shown:
        shown.line("touch r7")
        assert session.style.width == columns and session.style.height == rows


def test_a_menu_is_chosen_from() -> None:
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
            assert choose(Menu("Which?", choices), Style(), keys, Sheet()) == chosen


def test_a_menu_fits_every_window_and_marks_what_it_cuts() -> None:
    menu = Menu("Which?", tuple(Choice(f"game {number}", "word " * 20) for number in range(30)), at=25)
    for columns, rows in ((80, 24), (60, 20), (30, 8)):
        lines = menu.lines(columns, rows)
        assert len(lines) <= rows and max(len(text) for text, _ in lines) < columns
        ((marked, _),) = [line for line in lines if line[1]]
        assert marked.startswith("26  game 25") and marked.endswith(">")
