"""The game in a full-screen window: the board, and a line to type below it.

The only module that imports prompt_toolkit.
"""

from __future__ import annotations

import asyncio
import re
import signal
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import replace

from prompt_toolkit.application import Application
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.completion import CompleteEvent, Completer, Completion, PathCompleter
from prompt_toolkit.document import Document
from prompt_toolkit.filters import Condition, has_completions
from prompt_toolkit.formatted_text import ANSI, StyleAndTextTuples
from prompt_toolkit.history import History
from prompt_toolkit.input import Input
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import Keys
from prompt_toolkit.layout import (
    BufferControl,
    ConditionalContainer,
    Dimension,
    FormattedTextControl,
    HSplit,
    Layout,
    VSplit,
    Window,
)
from prompt_toolkit.layout.processors import Processor, Transformation, TransformationInput
from prompt_toolkit.layout.utils import explode_text_fragments
from prompt_toolkit.output import ColorDepth, Output
from prompt_toolkit.styles import Style as PromptStyle

from tabletop.errors import INTERRUPTED
from tabletop.session.background import Task, Thinking
from tabletop.session.commands import COMMANDS
from tabletop.session.describe import greeting, turn_line
from tabletop.session.input_line import LineStatus, line_status
from tabletop.session.reply import Reply
from tabletop.session.screen import Menu, Page, Said, Screen, choices_line, compose, compose_page, fold
from tabletop.session.session import Session
from tabletop.style import Style

TICK = 0.05
"""Seconds between two looks at a bot at work."""
SHOWN_FOR = 0.4
"""Seconds that a move stays on the screen where no person plays along."""
ESCAPE_WAIT = 0.04
"""Seconds after which an Esc is the key alone, and not the beginning of another key's code."""
MENU_PAGE = 10
"""Choices that PgUp and PgDn go past."""
DEADLY_SIGNALS = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
WHOLE_STORY = "f9"
"""The key that shows in full what was said and what happened last."""
_CONTROL = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|[^\S\n]|[\x00-\x09\x0b-\x1f\x7f]")
"""What a pasted text has that no move has: colour codes, tabs and the like."""
_COLOURS = PromptStyle.from_dict(
    {
        "toolbar": "reverse",
        "helper": "",
        "mistake": "ansired bold underline",
        "reason": "ansired",
        "label": "bold",
        "chosen": "reverse",
        "toolbar chosen": "noreverse bold",
    }
)


def run_prompt(session: Session, style: Style, input: Input | None = None, output: Output | None = None) -> int:
    """Play until people leave; the exit code. Nothing stays on the screen."""
    return _Desk(session, style, input, output).run()


class _Desk:
    """One session in one window."""

    def __init__(self, session: Session, style: Style, input: Input | None, output: Output | None) -> None:
        self.session = session
        self.style = style
        self.said = Said(tuple(greeting(session)))
        self.page: Page | None = None
        self.thinking: Thinking | None = None
        self._scroll = 0
        self._wants_hint = False
        self._is_leaving_armed = False
        self._is_refused = False
        """Whether the line is one that was refused, and that nobody has begun to put right."""
        self._pasted: deque[str] = deque()
        """Lines to be played in turn."""
        self._pasted_rest = ""
        """What was pasted behind them, without an end of line."""
        self._drawn: tuple[int, Screen] | None = None
        self._line_status: tuple[object, LineStatus] | None = None
        self.buffer = Buffer(
            completer=_MoveCompleter(self),
            history=_KeptHistory(session),
            multiline=False,
            accept_handler=self._accept,
            on_text_changed=lambda _: self._typed(),
            on_cursor_position_changed=lambda _: self._typed(),
        )
        self.app: Application[int] = Application(
            layout=self._layout(),
            key_bindings=self._keys(),
            style=_COLOURS,
            color_depth=None if style.colour else ColorDepth.DEPTH_1_BIT,
            full_screen=True,
            enable_page_navigation_bindings=False,
            input=input,
            output=output,
        )
        self.app.ttimeoutlen = ESCAPE_WAIT

    def run(self) -> int:
        self._resize()
        return self.app.run(pre_run=lambda: self._start())

    def _start(self) -> None:
        _on_deadly_signals(self._leave)
        self.app.create_background_task(self._drive())

    # Layout.

    def _layout(self) -> Layout:
        def text(control: FormattedTextControl, **given: object) -> Window:
            return Window(control, wrap_lines=False, always_hide_cursor=True, **given)  # type: ignore[arg-type]

        body = text(
            FormattedTextControl(lambda: ANSI("\n".join(self.screen().body))),
            height=lambda: Dimension.exact(len(self.screen().body)),
        )
        label = text(FormattedTextControl(self._label), height=1, dont_extend_width=True, style="class:label")
        line = Window(
            BufferControl(self.buffer, input_processors=[_MistakeMark(self)]),
            height=1,
            get_horizontal_scroll=lambda window: 0,
        )
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
            said=self.said,
            line_status=self.line_status(),
            thinking=self.thinking,
            is_typing=bool(self.buffer.text.strip()),
            is_refused=self._is_refused,
            scroll=self._scroll,
        )

    def line_status(self) -> LineStatus:
        """What is to be said of the line as it is; worked out once per text and position."""
        key = (self.buffer.text, self.session.match, len(self.session.match.plies), self.session.waiting)
        if self._line_status is None or self._line_status[0] != key:
            self._line_status = (key, line_status(self.session, self.buffer.text))
        return self._line_status[1]

    def _resize(self) -> None:
        size = self.app.output.get_size()
        self.style = replace(self.style, width=max(10, size.columns), height=max(4, size.rows))
        self.session.style = self.style

    def _label(self) -> str:
        match self.session.waiting:
            case "outcome":
                return "=> "
            case "human" if sum(seat.is_human for seat in self.session.seating.seats) > 1:
                return f"{self.session.match.player_name(self.session.match.to_move)}> "
            case _:
                return "> "

    def _choices(self) -> StyleAndTextTuples:
        """What Tab goes through, the chosen one marked; nothing where it does not."""
        state = self.buffer.complete_state
        if not state or not state.completions:
            return []
        words = [one.display_text.strip() for one in state.completions]
        parts = choices_line(words, state.complete_index, self.style.width - 1)
        return [("class:chosen" if is_chosen else "", text) for text, is_chosen in parts]

    def _helper(self) -> StyleAndTextTuples:
        screen = self.screen()
        if choices := self._choices():
            return choices
        return [("class:reason" if screen.helper_is_mistake else "class:helper", screen.helper or "")]

    def _toolbar(self) -> StyleAndTextTuples:
        screen = self.screen()
        if screen.helper is None and (choices := self._choices()):
            return [("", " "), *choices]
        return [("class:reason" if screen.helper is None and screen.helper_is_mistake else "", screen.toolbar)]

    # Keys.

    def _keys(self) -> KeyBindings:
        keys = KeyBindings()
        has_page = Condition(lambda: self.page is not None)
        is_scrollable = Condition(lambda: self.page is not None or self.screen().hidden > 0)
        is_empty = Condition(lambda: not self.buffer.text)
        is_refused = Condition(lambda: self._is_refused)

        _ignore_mouse(keys)

        def command(name: str) -> None:
            self._show(self.session.submit(f":{name}"))

        for entry in COMMANDS:
            if entry.key:
                keys.add(entry.key.lower())(lambda event, name=entry.name: command(name))

        @keys.add("c-c")
        @keys.add("<sigint>")
        def _(event: KeyPressEvent) -> None:
            self._interrupt()

        @keys.add("c-d", filter=is_empty)
        def _(event: KeyPressEvent) -> None:
            self._leave(0)

        @keys.add("c-z")
        def _(event: KeyPressEvent) -> None:
            event.app.suspend_to_background()

        @keys.add("escape", filter=~has_completions, eager=True)
        def _(event: KeyPressEvent) -> None:
            if self.page:
                self.page = None
            else:
                self._wants_hint = False
                self.said = Said()

        @keys.add("escape", filter=has_completions, eager=True)
        def _(event: KeyPressEvent) -> None:
            self.buffer.cancel_completion()

        @keys.add(WHOLE_STORY)
        def _(event: KeyPressEvent) -> None:
            mistake = self.line_status().mistake
            happened = [text for _, text in self.session.accounts()]
            if whole := [*([mistake.message] if mistake else ()), *self.said.whole, *happened]:
                self._open("what was said and played last", whole)

        @keys.add("enter", filter=has_completions)
        def _(event: KeyPressEvent) -> None:
            chosen = self.buffer.complete_state
            if chosen and chosen.current_completion:
                self.buffer.complete_state = None
                if not self.buffer.text.endswith(" ") and self._goes_on(self.buffer.text):
                    self.buffer.insert_text(" ")
            else:
                self.buffer.validate_and_handle()

        @keys.add(Keys.Any, filter=is_refused)
        def _(event: KeyPressEvent) -> None:
            self._begin_line()
            self.buffer.insert_text(event.data)

        @keys.add("end", filter=is_refused)
        @keys.add("right", filter=is_refused)
        @keys.add("c-e", filter=is_refused)
        def _(event: KeyPressEvent) -> None:
            self._is_refused = False

        @keys.add(Keys.BracketedPaste)
        def _(event: KeyPressEvent) -> None:
            self._paste(event.data)

        @keys.add("pagedown", filter=is_scrollable)
        @keys.add("down", filter=has_page & is_empty)
        @keys.add("pageup", filter=is_scrollable)
        @keys.add("up", filter=has_page & is_empty)
        def _(event: KeyPressEvent) -> None:
            pressed = event.key_sequence[0].key
            rows = self.style.height - 2
            by = rows - 1 if pressed in ("pagedown", "pageup") else 1
            by = -by if pressed in ("pageup", "up") else by
            if self.page:
                self.page = self.page.scrolled(by, rows)
            else:
                self._scroll = max(0, min(self._scroll + by, self.screen().hidden))

        return keys

    def _paste(self, text: str) -> None:
        """Put pasted text into the line; of several lines those that end are played in turn, until one is refused."""
        if self._is_refused:
            self._begin_line()
        text = _CONTROL.sub(" ", text.replace("\r\n", "\n").replace("\r", "\n")).lstrip("\n")
        if "\n" not in text:
            self.buffer.insert_text(text)
            return
        before, after = self.buffer.document.text_before_cursor, self.buffer.document.text_after_cursor
        *ended, rest = [*self._pasted, *f"{self._pasted_rest}{before}{text}{after}".split("\n")]
        self._pasted = deque(line for line in ended if line.strip())
        self.buffer.reset()
        self._pasted_rest = rest

    def _interrupt(self) -> None:
        """Ctrl-C: a bot moves now; a line is cleared; then, twice, leave."""
        self._pasted.clear()
        if self.thinking and not self.thinking.is_stopped:
            self.thinking.stop()
        elif self.thinking or self._is_leaving_armed:
            self._leave(INTERRUPTED)
        elif self.buffer.text:
            self._begin_line()
        else:
            self._is_leaving_armed = True
            self.said = Said((f"Ctrl-C again leaves. {self.session.saver.location()}".rstrip(),))

    def _leave(self, code: int) -> None:
        self._pasted.clear()
        if self.thinking:
            self.thinking.stop()
        if not self.app.is_done:
            self.app.exit(result=code)

    # Talking to the session.

    def _typed(self) -> None:
        self._is_leaving_armed = False
        self._is_refused = False

    def _begin_line(self) -> None:
        """Put what is in the line behind us; if it was sent, Up brings it back."""
        self.buffer.reset()
        self._is_refused = False
        self.buffer.load_history_if_not_yet_loaded()

    def _goes_on(self, line: str) -> bool:
        return line_status(self.session, f"{line} ").goes_on

    def _accept(self, buffer: Buffer) -> bool:
        """Enter: whether the line stays, to be put right."""
        line = buffer.text
        self._is_refused = False
        if not line.strip():
            if self.page:
                self.page = None
            elif self.session.waiting == "over":
                self._show(self.session.again())
            return False
        reply = self.session.submit(line)
        self._show(reply)
        if reply.kind != "refusal":
            return False
        buffer.cursor_position = len(line)
        self._is_refused = not reply.is_early
        return True

    def _show(self, reply: Reply) -> None:
        self._is_leaving_armed = False
        self._wants_hint = reply.wants_hint
        if reply.leaves:
            self._leave(0)
        if reply.kind == "page":
            self._open(reply.title, reply.lines)
            return
        if reply.wants_board:
            self._scroll = 0
        if reply.kind == "quiet" and not reply.wants_board:
            return
        self.page = None
        if reply.kind == "news" and self.session.waiting == "over":
            self.said = Said((turn_line(self.session),), details=reply.lines)
        else:
            self.said = Said(reply.lines, reply.kind == "refusal")

    def _show_of_bot(self, reply: Reply) -> None:
        """A bot's move is told beside the board; what was said before stays if both have room, and so does a page."""
        if reply.lines or (self.page is None and self.screen().helper is None):
            self._show(reply)
        else:
            self._scroll = 0

    def _open(self, title: str, lines: Sequence[str]) -> None:
        self.page = Page(title, tuple(fold(lines, self.style.width)))

    async def _drive(self) -> None:
        """Let bots move and advise, as long as the window is open."""
        while True:
            if self.session.waiting == "bot":
                task = self.session.bot_task()
                thinking = await self._info(task)
                if task.is_wanted():
                    self._show_of_bot(self.session.bot_moves(thinking))
                    if not any(seat.is_human for seat in self.session.seating.seats):
                        await asyncio.sleep(SHOWN_FOR)
            elif self._wants_hint and self.session.waiting == "human":
                asked = self.session.advice_task()
                task = Task(asked.job, lambda asked=asked: self._wants_hint and asked.is_wanted())  # type: ignore[misc]
                thinking = await self._info(task)
                if task.is_wanted():
                    self._show(self.session.advice(thinking))
                self._wants_hint = False
            elif self._pasted and not self.buffer.text:
                self._play_pasted()
                await asyncio.sleep(0)
            else:
                self._wants_hint = False
                await asyncio.sleep(TICK)
                continue
            self.app.invalidate()

    def _play_pasted(self) -> None:
        """Send the next of several pasted lines; behind one that is refused, none is."""
        self.buffer.text = self._pasted.popleft()
        self.buffer.validate_and_handle()
        if self.buffer.text:
            self._pasted.clear()
        elif not self._pasted:
            self.buffer.insert_text(self._pasted_rest)
            self._pasted_rest = ""

    async def _info(self, task: Task) -> Thinking:
        """Wait for a bot, and show what it has found so far; an answer that nobody wants any more is not waited for."""
        self.thinking = thinking = Thinking(task.job).start()
        ticks = 0
        while not thinking.is_done and task.is_wanted():
            await asyncio.sleep(0.005 if ticks < 4 else TICK)
            ticks += 1
            if ticks % 2 == 0:
                self.app.invalidate()
        if not thinking.is_done:
            thinking.stop()
        self.thinking = None
        return thinking


class _MistakeMark(Processor):
    """Marks the part of the line that is wrong."""

    def __init__(self, desk: _Desk) -> None:
        self.desk = desk

    def apply_transformation(self, transformation_input: TransformationInput) -> Transformation:
        fragments = explode_text_fragments(transformation_input.fragments)
        mistake = self.desk.line_status().mistake
        if mistake:
            for index in range(mistake.start, min(mistake.end, len(fragments))):
                fragments[index] = (f"{fragments[index][0]} class:mistake", fragments[index][1])
        return Transformation(fragments)


class _MoveCompleter(Completer):
    """Offers what is legal, as the game's grammar lists it; behind `save` and `load`, files."""

    def __init__(self, desk: _Desk) -> None:
        self.desk = desk
        self.paths = PathCompleter(expanduser=True)

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:
        text = document.text_before_cursor
        found = line_status(self.desk.session, text)
        if found.wants_file is not None:
            name = text[found.wants_file :]
            yield from self.paths.get_completions(Document(name, len(name)), complete_event)
            return
        for one in found.completions:
            whole = text[: one.start] + one.text
            space = " " if len(found.completions) == 1 and self.desk._goes_on(whole) else ""
            yield Completion(one.text + space, start_position=one.start - len(text))


class _KeptHistory(History):
    """What was typed at this table, and earlier in the same game."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session

    def load_history_strings(self) -> Iterable[str]:
        return reversed(self.session.autosave.saved_games.read_history(self.session.game.name))

    def store_string(self, string: str) -> None:
        self.session.autosave.remember(self.session.game.name, string.strip())


def choose(menu: Menu, style: Style, input: Input | None = None, output: Output | None = None) -> int | None:
    """Let people pick one with the arrow keys or its number; None if they leave instead."""

    def lines() -> StyleAndTextTuples:
        size = app.output.get_size()
        found: StyleAndTextTuples = []
        for row, (text, is_marked) in enumerate(menu.lines(size.columns, size.rows)):
            found += [("class:chosen" if is_marked else "" if row else "bold", text), ("", "\n")]
        return found[:-1]

    keys = KeyBindings()
    steps = {"up": -1, "down": 1, "pageup": -MENU_PAGE, "pagedown": MENU_PAGE}

    @keys.add("up")
    @keys.add("down")
    @keys.add("pageup")
    @keys.add("pagedown")
    def _(event: KeyPressEvent) -> None:
        nonlocal menu
        menu = menu.moved(steps[event.key_sequence[0].key])

    @keys.add("enter")
    def _(event: KeyPressEvent) -> None:
        event.app.exit(result=menu.at)

    @keys.add("escape", eager=True)
    @keys.add("c-c")
    @keys.add("c-d")
    @keys.add("q")
    def _(event: KeyPressEvent) -> None:
        event.app.exit(result=None)

    _ignore_mouse(keys)
    for number, choice in enumerate(menu.choices[:9]):
        if not choice.is_closed:
            keys.add(str(number + 1))(lambda event, chosen=number: event.app.exit(result=chosen))

    window = Window(FormattedTextControl(lines, focusable=True, show_cursor=False), wrap_lines=False)
    app: Application[int | None] = Application(
        layout=Layout(window),
        key_bindings=keys,
        style=_COLOURS,
        color_depth=None if style.colour else ColorDepth.DEPTH_1_BIT,
        full_screen=True,
        input=input,
        output=output,
    )
    app.ttimeoutlen = ESCAPE_WAIT

    def leave(code: int) -> None:
        if not app.is_done:
            app.exit(exception=SystemExit(code))

    return app.run(pre_run=lambda: _on_deadly_signals(leave))


def _on_deadly_signals(leave: Callable[[int], None]) -> None:
    """Leave with the usual exit code, so that the terminal is given back; for as long as the present loop runs."""
    for number in DEADLY_SIGNALS:
        # Neither Windows nor a thread beside the main one can do this.
        with suppress(NotImplementedError, RuntimeError):
            asyncio.get_running_loop().add_signal_handler(number, leave, 128 + number)


def _ignore_mouse(keys: KeyBindings) -> None:
    """The library takes a pasted colour code for a mouse, and fails to read it."""

    @keys.add(Keys.Vt100MouseEvent)
    @keys.add(Keys.WindowsMouseEvent)
    def _(event: KeyPressEvent) -> None:
        pass
