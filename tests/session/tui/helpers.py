"""A window driven by a test, through a pipe instead of a keyboard."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from queue import Empty, Queue

from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import PipeInput, create_pipe_input
from prompt_toolkit.output import DummyOutput

from tabletop.bots.bot import Observation, SearchInfo
from tabletop.bots.limit import Limit
from tabletop.bots.random import RandomBot
from tabletop.session.session import Session
from tabletop.session.tui.window import GameWindow
from tabletop.style import Style

CTRL_C, CTRL_D, TAB, ESC, UP, DOWN = "\x03", "\x04", "\t", "\x1b", "\x1b[A", "\x1b[B"


HOME = "\x1b[H"


F1, F2, F4, F7, F9, PAGE_DOWN = "\x1bOP", "\x1bOQ", "\x1bOS", "\x1b[18~", "\x1b[20~", "\x1b[6~"
LEFT, RIGHT, BACKSPACE = "\x1b[D", "\x1b[C", "\x7f"


class SizedOutput(DummyOutput):
    """An output of a certain size that shows nothing."""

    def __init__(self, columns: int = 80, rows: int = 24) -> None:
        self.size = Size(rows=rows, columns=columns)

    def get_size(self) -> Size:
        return self.size


class WindowDriver:
    """A window that runs in a thread of its own, driven by a test."""

    def __init__(self, window: GameWindow, keys: PipeInput) -> None:
        self.window = window
        self.keys = keys
        self.code: int | None = None

    def type(self, text: str) -> None:
        """Send keys; they are read when the window's loop comes to it."""
        self.keys.send_text(text)

    def until(self, condition: Callable[[], bool], seconds: float = 20.0) -> None:
        """Wait until the condition holds."""
        deadline = time.monotonic() + seconds
        while not self._holds(condition):
            assert time.monotonic() < deadline, self.window.session.record()
            time.sleep(0.002)

    def _holds(self, condition: Callable[[], bool]) -> bool:
        """Whether the condition holds, asked in the window's own thread, between two of its steps."""
        loop = self.window.app.loop
        if not self.window.app.is_running or loop is None:
            return condition()
        answers: Queue[bool] = Queue()
        with suppress(RuntimeError):
            loop.call_soon_threadsafe(lambda: answers.put(condition()))
        with suppress(Empty):
            return answers.get(timeout=0.5)
        return False

    def line(self, text: str) -> None:
        """Type a line and wait until it has been read."""
        self.type(text)
        self.until(lambda: self.window.line.text == text)
        self.type("\r")
        self.until(lambda: self.window.line.text != text or self.window.message.is_refusal)

    def rows(self) -> list[str]:
        """The rows on the screen; to be looked at within `until`, or when nothing moves."""
        shown, style = self.window.app.renderer.last_rendered_screen, self.window.style
        if shown is None:
            return [""]
        rows = (shown.data_buffer[number] for number in range(style.height))
        return ["".join(row[column].char for column in range(style.width)).rstrip() for row in rows]

    @property
    def message(self) -> str:
        return "\n".join(self.window.message.lines)


@contextmanager
def open_window(
    session: Session, columns: int = 80, rows: int = 24, style: Style | None = None
) -> Iterator[WindowDriver]:
    """Open a session in a window; where the block does not quit it, it is quit at the end."""
    with create_pipe_input() as keys:
        window = GameWindow(session, style or Style(), keys, SizedOutput(columns, rows))
        driver = WindowDriver(window, keys)
        failure: list[BaseException] = []

        def run() -> None:
            try:
                driver.code = window.run()
            except BaseException as error:
                failure.append(error)

        thread = threading.Thread(target=run, daemon=True)
        thread.start()
        driver.until(lambda: window.app.is_running or bool(failure))
        try:
            yield driver
        finally:
            if thread.is_alive():
                window.line.buffer.text = ""
                keys.send_text(CTRL_D)
            thread.join(10)
        assert not failure, failure
        assert not thread.is_alive()


class SlowBot:
    """A bot that searches until it is stopped."""

    def think(self, observation: Observation, limit: Limit) -> SearchInfo:
        info = RandomBot().think(observation, limit)
        info = SearchInfo(info.move, 1.5, "it took long enough")
        while limit.spend():
            limit.report(info)
            time.sleep(0.0005)
        return info


def paste(text: str) -> str:
    """The keys of a text that is pasted."""
    return f"\x1b[200~{text}\x1b[201~"
