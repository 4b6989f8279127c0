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
from session.kit import GAMES, plain_moves, script, sit

from tabletop.bots import Seat, Situation
from tabletop.bots.budget import Budget
from tabletop.bots.randombot import RandomBot
from tabletop.bots.thought import Thought
from tabletop.session.prompt import Choice, _Desk, choose
from tabletop.session.session import Session
from tabletop.style import Style

CTRL_C, CTRL_D, TAB, ESC, UP, DOWN = "\x03", "\x04", "\t", "\x1b", "\x1b[A", "\x1b[B"
F1, F2, F7, PAGE_DOWN = "\x1bOP", "\x1bOQ", "\x1b[18~", "\x1b[6~"


class Sheet(DummyOutput):
    """An output of a certain size that shows nothing."""

    def __init__(self, columns: int = 80, rows: int = 24) -> None:
        self.size = Size(rows=rows, columns=columns)

    def get_size(self) -> Size:
        return self.size


class Window:
    """A desk at work, and fingers on its keys."""

    def __init__(self, desk: _Desk, keys: PipeInput) -> None:
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
        self.until(lambda: self.desk.buffer.text == text)
        self.type("\r")
        self.until(lambda: self.desk.buffer.text != text or self.desk.said.is_refusal)

    def prompt_line(self) -> str:
        """The row of the screen that is typed in."""
        shown = self.desk.app.renderer.last_rendered_screen
        assert shown is not None
        row = next(row for row in shown.data_buffer.values() if "class:label" in row[0].style)
        return "".join(row[column].char for column in range(self.desk.style.width)).rstrip()

    @property
    def said(self) -> str:
        return "\n".join(self.desk.said.lines)


@contextmanager
def window(session: Session, columns: int = 80, rows: int = 24) -> Iterator[Window]:
    """Open a session in a window of its own thread; it must be left within the block, or it is left at the end."""
    with create_pipe_input() as keys:
        desk = _Desk(session, Style(), keys, Sheet(columns, rows))
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
                desk.buffer.text = ""
                keys.send_text(CTRL_D)
            thread.join(10)
        assert not failure, failure
        assert not thread.is_alive()


class Ponderer:
    """A bot that thinks until it is told to stop."""

    def think(self, situation: Situation, budget: Budget) -> Thought:
        thought = RandomBot().think(situation, budget)
        thought = Thought(thought.move, 1.5, "it took long enough")
        while budget.spend():
            budget.tell(thought)
            time.sleep(0.0005)
        return thought


@pytest.fixture
def pondering() -> Session:
    session = sit("zickzack")
    session.bots[2] = Seat("slow", Ponderer(), seconds=30.0)
    return session


@pytest.mark.parametrize("name", GAMES)
def test_a_whole_game_through_the_prompt(name: str, tmp_path: Path) -> None:
    before = sit(name, shelf=tmp_path / "a")
    lines = script(before)
    session = sit(name, shelf=tmp_path / "b")
    with window(session) as shown:
        for line in lines:
            shown.until(lambda: session.waiting == "human" and shown.desk.thinking is None)
            plies = len(session.match.plies)
            shown.type(line + "\r")
            shown.until(lambda plies=plies: len(session.match.plies) > plies)  # type: ignore[misc]
        shown.until(lambda: session.waiting == "over")
    assert plain_moves(session.match) == plain_moves(before.match)
    assert shown.code == 0
    assert len(list(session.keeper.shelf.read_results())) == 1


def test_completion_by_tab() -> None:
    session = sit("zickzack", "human", "human")
    with window(session) as shown:
        shown.type("pl" + TAB)
        shown.until(lambda: shown.desk.buffer.text == "place")
        shown.type(" 3 on 3" + TAB)
        shown.until(lambda: shown.desk.buffer.text == "place 3 on 3a-3c")
        shown.type("\r")
        shown.until(lambda: len(session.match.plies) == 1)


def test_choosing_from_the_menu_does_not_send_the_line() -> None:
    session = sit("zickzack", "human", "human")
    with window(session) as shown:
        shown.type("place 1 on 3" + TAB)
        shown.until(lambda: shown.desk.buffer.complete_state is not None)
        shown.type(DOWN + "\r")
        shown.until(lambda: shown.desk.buffer.complete_state is None)
        assert shown.desk.buffer.text in ("place 1 on 3a", "place 1 on 3b")
        assert not session.match.plies
        shown.type("\r")
        shown.until(lambda: len(session.match.plies) == 1)


def test_a_mistake_is_marked_while_typing_and_stays_to_be_put_right() -> None:
    session = sit("zickzack", "human", "human")
    session.submit("7c-7e")
    with window(session) as shown:
        shown.type("place 2 on 7c-7d")
        shown.until(lambda: shown.desk.buffer.text == "place 2 on 7c-7d")
        mistake = shown.desk.glance().mistake
        assert mistake is not None and (mistake.start, mistake.end) == (11, 13), "7c is covered"
        shown.until(lambda: shown.desk.screen().helper_is_mistake)
        shown.type("\r")
        shown.until(lambda: shown.desk.said.is_refusal)
        assert "rule Z3" in shown.said
        assert shown.desk.buffer.text == "place 2 on 7c-7d"
        shown.until(lambda: shown.desk.buffer.cursor_position == 13)
        shown.type("\x05" + "\x7f" * 5 + "3a-3b\r")
        shown.until(lambda: len(session.match.plies) == 2 and not shown.desk.buffer.text)


def test_history_reaches_into_earlier_games() -> None:
    first = sit("zickzack", "human", "human")
    with window(first) as shown:
        shown.line("place 3 on 7c")
    second = sit("fem", "human", "human")
    with window(second) as shown:
        shown.type(UP)
        shown.until(lambda: shown.desk.buffer.text == "place 3 on 7c")


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
        shown.until(lambda: shown.prompt_line().startswith("anna> xxx"))
        shown.type(CTRL_C)
        shown.until(lambda: shown.prompt_line() == "anna>")


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


def test_a_hint_is_thought_about_and_shown() -> None:
    with window(sit("zickzack", "human", "human")) as shown:
        shown.type(F2)
        shown.until(lambda: shown.said.startswith("Hint: place"), 60)


def test_a_thinking_bot_is_watched_and_hurried(pondering: Session) -> None:
    with window(pondering) as shown:
        shown.line("3a")
        shown.until(lambda: shown.desk.thinking is not None and shown.desk.thinking.best is not None)
        shown.until(lambda: "so far place" in (shown.desk.screen().helper or shown.desk.screen().toolbar))
        shown.type("help\r")
        shown.until(lambda: shown.desk.page is not None)
        shown.type(CTRL_C)
        shown.until(lambda: len(pondering.match.plies) == 2)
        assert pondering.waiting == "human"


def test_a_second_ctrl_c_leaves_and_the_game_is_saved(pondering: Session) -> None:
    with window(pondering) as shown:
        shown.line("3a")
        shown.until(lambda: shown.desk.thinking is not None)
        assert shown.desk.thinking is not None
        shown.desk.thinking.stop = lambda: shown.desk.thinking._stopped.set()  # type: ignore[union-attr, method-assign]
        shown.type(CTRL_C + CTRL_C)
        shown.until(lambda: shown.code is not None)
    assert shown.code == 130
    assert "place 1 on 3a" in pondering.keeper.slot.path.read_text()


def test_taking_back_while_a_bot_thinks(pondering: Session) -> None:
    with window(pondering) as shown:
        shown.line("3a")
        shown.until(lambda: shown.desk.thinking is not None)
        shown.type("undo\r")
        shown.until(lambda: not pondering.match.plies and pondering.waiting == "human")
        shown.until(lambda: shown.desk.thinking is None)
        shown.line("3b")
        shown.until(lambda: shown.desk.thinking is not None)


def test_ctrl_c_clears_the_line_then_leaves_when_pressed_twice() -> None:
    with window(sit("zickzack", "human", "human")) as shown:
        shown.type("place 3")
        shown.until(lambda: shown.desk.buffer.text == "place 3")
        shown.type(CTRL_C)
        shown.until(lambda: shown.desk.buffer.text == "")
        shown.type(CTRL_C)
        shown.until(lambda: "again leaves" in shown.said)
        shown.type("x")
        shown.until(lambda: shown.desk.buffer.text == "x")
        shown.type("\x7f" + CTRL_C)
        shown.until(lambda: "again leaves" in shown.said and not shown.desk.buffer.text)
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
    session.leave()
    (saved,) = session.keeper.shelf.saved()
    assert "place 1 on 3a" in saved.text and not saved.is_open


def test_bots_play_among_themselves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tabletop.session.prompt.SHOWN_FOR", 0.0)
    session = sit("zickzack", "random", "random")
    with window(session) as shown:
        shown.until(lambda: session.waiting == "over")


def test_enter_begins_the_next_game_of_a_match() -> None:
    session = sit("zickzack", "human", "human", games=2)
    with window(session) as shown:
        shown.line("3a")
        shown.line("resign")
        shown.until(lambda: session.waiting == "over")
        shown.type("\r")
        shown.until(lambda: session.waiting == "human" and not session.has_moves)
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
    choices = [Choice("one", "first"), Choice("two"), Choice("three")]
    for typed, chosen in [("\r", 0), (DOWN + "\r", 1), (UP + "\r", 2), ("3", 2), (CTRL_C, None), (ESC, None)]:
        with create_pipe_input() as keys:
            keys.send_text(typed)
            assert choose("Which?", choices, Style(), keys, Sheet()) == chosen
