"""The game in a full-screen window: the board, and a line to type below it.

`screen` says what stands in the window, `keys` what its keys do; here both meet the terminal and the session.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from prompt_toolkit.application import Application
from prompt_toolkit.filters import Always, Condition
from prompt_toolkit.formatted_text import ANSI, StyleAndTextTuples
from prompt_toolkit.input import Input
from prompt_toolkit.key_binding import KeyBindings
from prompt_toolkit.layout import (
    ConditionalContainer,
    Dimension,
    FormattedTextControl,
    HSplit,
    Layout,
    VSplit,
    Window,
)
from prompt_toolkit.output import Output

from tabletop.errors import INTERRUPTED
from tabletop.session.advice import Advice, advice_reply, advice_search
from tabletop.session.background import BackgroundSearch
from tabletop.session.commands import COMMANDS
from tabletop.session.cursor import Cursor, Direction
from tabletop.session.describe import greeting, turn_line
from tabletop.session.keys import KEY_BINDINGS
from tabletop.session.reply import Reply
from tabletop.session.screen import Message, Page, Screen, compose, compose_page, fold
from tabletop.session.session import Session
from tabletop.session.tui.application import make_application, on_deadly_signals
from tabletop.session.tui.line_editor import LineEditor
from tabletop.style import Style

TICK = 0.05
"""Seconds between two looks at a bot at work."""
SHOWN_FOR = {"calm": 1.2, "brisk": 0.4, "instant": 0.0}
"""Seconds that a bot's turn stays on the screen before another bot moves, by the setting `pace`."""


def run_window(session: Session, style: Style, pace: str = "brisk") -> int:
    """Play until people quit, and close the window; returns the exit code."""
    return GameWindow(session, style, shown_for=SHOWN_FOR[pace]).run()


class GameWindow:
    """A session in a window.

    session: what is played.
    style: how it is drawn, with the present size of the window.
    message: what stands beside the board, besides the history.
    page: the text shown instead of the board, or None.
    search: the bot at work, or None.
    line: what is typed below the board.
    cursor: where people point at the board to build the line, or None.
    """

    def __init__(
        self,
        session: Session,
        style: Style,
        input: Input | None = None,
        output: Output | None = None,
        shown_for: float = 0.0,
    ) -> None:
        """`shown_for` are the seconds between the turns of two bots."""
        self.session = session
        self._shown_for = shown_for
        self.style = style
        self.message = Message(tuple(greeting(session)))
        self.page: Page | None = None
        self.search: BackgroundSearch[Any] | None = None
        self.cursor: Cursor | None = None
        self._scroll = 0
        self._wanted: Advice | None = None
        self._is_quit_armed = False
        """Whether the next Ctrl-C quits."""
        self._drawn: tuple[int, Screen] | None = None
        self.line: LineEditor = LineEditor(session, self._send, self._disarm)
        self.app: Application[int] = make_application(
            self._layout(), self._keys(), style, input, output, self.click, lambda: self.is_pointing
        )

    def run(self) -> int:
        """Open the window until people quit; returns the exit code."""
        self._resize()
        return self.app.run(pre_run=self._start)

    def _start(self) -> None:
        on_deadly_signals(self.quit)
        self.app.create_background_task(self._drive())

    # Layout.

    def _layout(self) -> Layout:
        def text(control: FormattedTextControl, **options: object) -> Window:
            return Window(control, wrap_lines=False, always_hide_cursor=True, **options)  # type: ignore[arg-type]

        body = text(
            FormattedTextControl(lambda: ANSI("\n".join(self.screen().body))),
            height=lambda: Dimension.exact(len(self.screen().body)),
        )
        label = text(FormattedTextControl(self._label), height=1, dont_extend_width=True, style="class:label")
        line = Window(self.line.control(), height=1, get_horizontal_scroll=lambda window: 0)
        helper = ConditionalContainer(
            text(FormattedTextControl(self._helper), height=1), Condition(lambda: self.screen().helper is not None)
        )
        toolbar = text(FormattedTextControl(self._toolbar), height=1, style="class:toolbar")
        rows = HSplit([body, VSplit([label, line]), helper, Window(), toolbar])
        return Layout(rows, focused_element=line)

    def screen(self) -> Screen:
        """What is shown now; worked out once per redraw."""
        if self._drawn is None or self._drawn[0] != self.app.render_counter:
            self._resize()
            self._drawn = (self.app.render_counter, self._composed())
        return self._drawn[1]

    def _composed(self) -> Screen:
        if self.page:
            return compose_page(self.page, self.style)
        return compose(
            self.session,
            self.style,
            message=self.message,
            line_status=self.line.status(),
            search=self.search,
            is_typing=bool(self.line.text.strip()),
            is_refused=self.line.is_refused,
            scroll=self._scroll,
            cursor=self.cursor,
        )

    def _resize(self) -> None:
        size = self.app.output.get_size()
        self.style = replace(self.style, width=max(10, size.columns), height=max(4, size.rows))
        self.session.style = self.style

    def _label(self) -> str:
        if self.session.asks:
            return "start? "
        match self.session.phase:
            case "outcome":
                return "=> "
            case "human" if sum(seat.is_human for seat in self.session.seating.seats) > 1:
                return f"{self.session.match.player_name(self.session.match.to_move)}> "
            case _:
                return "> "

    def _helper(self) -> StyleAndTextTuples:
        screen = self.screen()
        if choices := self.line.completions(self.style.width - 1):
            return choices
        return [("class:reason" if screen.helper_is_mistake else "class:helper", screen.helper or "")]

    def _toolbar(self) -> StyleAndTextTuples:
        screen = self.screen()
        if screen.helper is None and (choices := self.line.completions(self.style.width - 1)):
            return [("", " "), *choices]
        return [("class:reason" if screen.helper is None and screen.helper_is_mistake else "", screen.toolbar)]

    # Keys: what the table in keys.py calls.

    def _keys(self) -> KeyBindings:
        keys = KeyBindings()
        for command in COMMANDS:
            if command.key:
                line = f":{command.name}"
                keys.add(command.key.lower())(lambda event, line=line: self._show(self.session.submit(line)))
        for binding in KEY_BINDINGS:
            if not binding.action:
                continue
            when = Condition(partial(binding.when, self)) if binding.when else Always()
            for key in binding.keys:
                add = keys.add(key, filter=when, eager=binding.is_eager)
                add(lambda event, action=binding.action: action(self, event.data))
        return keys

    @property
    def is_reading(self) -> bool:
        """Whether a page is open, and nothing is typed below it."""
        return self.page is not None and not self.line.text

    @property
    def is_reviewing(self) -> bool:
        """Whether the page is a review of the game, and nothing is typed below it."""
        return self.is_reading and self.page is not None and self.page.title.split()[0] == "review"

    def turn_review(self, step: int) -> None:
        """Go to the next blunder, or back to the one before or to the whole game; stay where there is none."""
        review = self.session.review
        if self.page and review:
            number = int(self.page.title.removeprefix("review") or 0) + step
            if 0 <= number <= len(review.blunders):
                self._show(self.session.submit(f":review {number or ''}"))

    @property
    def is_scrollable(self) -> bool:
        """Whether a page is open, or a part of the board is hidden."""
        return self.page is not None or self.screen().hidden > 0

    @property
    def page_rows(self) -> int:
        """How far the page keys scroll."""
        return self.style.height - 3

    @property
    def is_pointing(self) -> bool:
        """Whether a cursor stands on the board, and a person may move."""
        return self.cursor is not None and self.page is None and self.session.phase == "human"

    def toggle_cursor(self) -> None:
        """Put a cursor on the board, or take it away."""
        self.page = None
        self.cursor = None if self.cursor else Cursor.on(self.screen().drawing)

    def move_cursor(self, direction: Direction) -> None:
        """Move the cursor to the next place."""
        if self.cursor:
            self.cursor = self.cursor.moved(self.screen().drawing, direction)

    def choose(self) -> None:
        """Go on with the line by what the cursor stands on; after Esc, Enter plays it."""
        if not self.cursor:
            return
        chosen = self.cursor.chosen(self.session.match, self.line.text)
        if chosen is None:
            self.message = Message((f"No legal move goes on with {self.cursor.place}.",), is_refusal=True)
            return
        if self.message.is_refusal:
            self.message = Message()
        self.cursor, text = chosen
        self.line.replace(text)

    def take_choice_back(self) -> None:
        """Take the last choice out of the line."""
        if self.cursor and (before := self.cursor.taken_back()):
            self.cursor, text = before
            self.line.replace(text)
        else:
            self.line.clear()

    def click(self, column: int, row: int) -> None:
        """Choose what is drawn there."""
        if self.cursor and (cursor := self.cursor.at_point(self.screen().drawing, column, row)):
            self.cursor = cursor
            self.choose()

    def scroll(self, rows: int) -> None:
        """Scroll the page or the board down, or up if negative."""
        if self.page:
            self.page = self.page.scrolled(rows, self.style.height - 2)
        else:
            self._scroll = max(0, min(self._scroll + rows, self.screen().hidden))

    def dismiss(self) -> None:
        """Close the page; or else take the cursor away; or else remove the message and cancel a hint or review."""
        if self.page:
            self.page = None
        elif self.cursor:
            self.cursor = None
        else:
            self._wanted = None
            self.message = Message()

    def show_details(self) -> None:
        """Open a page with the mistake, the message and the history in full."""
        mistake = self.line.status().mistake
        history = [text for _, text in self.session.history()]
        if lines := [*([mistake.message] if mistake else ()), *self.message.full, *history]:
            self._open("the last messages and moves", lines)

    def interrupt(self) -> None:
        """Ctrl-C: a bot moves now; a line is cleared; then, twice, quit."""
        self.line.drop_pasted()
        if self.search and not self.search.is_stopped:
            self.search.stop()
        elif self.search or self._is_quit_armed:
            self.quit(INTERRUPTED)
        elif self.line.text:
            self.line.clear()
        else:
            self._is_quit_armed = True
            self.message = Message((f"Press Ctrl-C again to quit. {self.session.saver.location()}".rstrip(),))

    def quit(self, code: int) -> None:
        """Close the window with this exit code."""
        self.line.drop_pasted()
        if self.search:
            self.search.stop()
        if not self.app.is_done:
            self.app.exit(result=code)

    # Lines and replies.

    def _disarm(self) -> None:
        self._is_quit_armed = False

    def _send(self, line: str) -> bool:
        """Do what the line says; returns whether it stays, to be corrected."""
        if not line.strip() and not self.session.asks:
            if self.page:
                self.page = None
            elif self.session.phase == "over":
                self._show(self.session.again())
            return False
        reply = self.session.submit(line)
        self._show(reply)
        if self.session.asks:
            self.line.drop_pasted()  # Only a person answers.
        if reply.kind != "refusal":
            return False
        self.line.refuse(is_early=reply.is_early)
        return True

    def _show(self, reply: Reply) -> None:
        self._is_quit_armed = False
        self._wanted = reply.wants_advice
        if reply.quits:
            self.quit(0)
        if reply.kind == "page":
            self._open(reply.title, reply.lines)
            return
        if reply.wants_board:
            self._scroll = 0
        if reply.kind == "quiet" and not reply.wants_board:
            return
        self.page = None
        if reply.kind == "news" and reply.wants_board and self.session.phase == "over":
            self.message = Message((turn_line(self.session),), details=reply.lines)
        else:
            self.message = Message(reply.lines, reply.kind == "refusal")

    def _show_bot_move(self, reply: Reply) -> None:
        """Show a bot's move, beside the board; the last message stays if both have room, and so does a page."""
        if reply.lines or (self.page is None and self.screen().helper is None):
            self._show(reply)
        else:
            self._scroll = 0

    def _open(self, title: str, lines: Sequence[str]) -> None:
        self.page = Page(title, tuple(fold(lines, self.style.width)))

    async def _drive(self) -> None:
        """Let bots move and give advice, and send pasted lines, as long as the window is open."""
        session = self.session
        while True:
            if session.phase == "bot":
                search = session.bot_search()
                if await self._wait_for(search, search.is_wanted):
                    self._show_bot_move(session.play_bot_move(search))
                    if session.phase == "bot" and self._shown_for:
                        self.app.invalidate()
                        await asyncio.sleep(self._shown_for)
            elif (advice := self._wanted) and (session.phase == "human" or advice.kind == "review"):
                search = advice_search(session, advice)
                if await self._wait_for(search, partial(self._is_advice_wanted, advice, search)):
                    self._show(advice_reply(session, advice, search))
                self._wanted = None
            elif self.line.has_pasted:
                self.line.send_pasted()
                await asyncio.sleep(0)
            else:
                self._wanted = None
                await asyncio.sleep(TICK)
                continue
            self.app.invalidate()

    def _is_advice_wanted(self, advice: Advice, search: BackgroundSearch[Any]) -> bool:
        return self._wanted is advice and search.is_wanted()

    async def _wait_for(self, search: BackgroundSearch[Any], is_wanted: Callable[[], bool]) -> bool:
        """Show the best move so far of a search until it answers or is no longer wanted; returns whether it is."""
        self.search = search.start()
        ticks = 0
        while not search.is_done and is_wanted():
            await asyncio.sleep(0.005 if ticks < 4 else TICK)
            ticks += 1
            if ticks % 2 == 0:
                self.app.invalidate()
        if not search.is_done:
            search.stop()
        self.search = None
        return is_wanted()
