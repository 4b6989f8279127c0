"""The game in a window: board on top, a line to type below it. The only module that imports prompt_toolkit."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

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
    Float,
    FloatContainer,
    FormattedTextControl,
    HSplit,
    Layout,
    MultiColumnCompletionsMenu,
    VSplit,
    Window,
)
from prompt_toolkit.layout.processors import Processor, Transformation, TransformationInput
from prompt_toolkit.layout.utils import explode_text_fragments
from prompt_toolkit.output import ColorDepth, Output
from prompt_toolkit.styles import Style as PromptStyle

from tabletop.errors import Interrupted
from tabletop.session.commands import COMMANDS
from tabletop.session.glance import Glance, glance
from tabletop.session.reply import Reply
from tabletop.session.screen import Page, Said, Screen, compose, compose_page, fold
from tabletop.session.session import Session
from tabletop.session.thinking import Task, Thinking
from tabletop.storage import Keeper
from tabletop.style import Style

TICK = 0.05
"""Seconds between two looks at a bot at work."""
GAME_OVER = "game over"
"""The title of the page that tells how a game ended."""
SHOWN_FOR = 0.4
"""Seconds that a move stays on the screen where no person plays along."""

_COLOURS = PromptStyle.from_dict(
    {
        "toolbar": "reverse",
        "helper": "",
        "mistake": "ansired bold underline",
        "reason": "ansired",
        "label": "bold",
        "chosen": "reverse",
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
        self.said = Said()
        self.page: Page | None = None
        self.thinking: Thinking | None = None
        self._scroll = 0
        self._wants_hint = False
        self._is_leaving_armed = False
        self._drawn: tuple[int, Screen] | None = None
        self._glanced: tuple[object, Glance] | None = None
        self.buffer = Buffer(
            completer=_MoveCompleter(self),
            history=_KeptHistory(session.keeper),
            multiline=False,
            accept_handler=self._accept,
            on_text_changed=lambda _: self._typed(),
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
        self.app.ttimeoutlen = self.app.timeoutlen = 0.1

    def run(self) -> int:
        self._resize()
        return self.app.run(pre_run=lambda: self._start())

    def _start(self) -> None:
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
        menu = Float(xcursor=True, ycursor=True, content=MultiColumnCompletionsMenu(min_rows=2, show_meta=False))
        rows = HSplit([body, VSplit([label, line]), helper, Window(), toolbar])
        return Layout(FloatContainer(rows, [menu]), focused_element=line)

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
            glance=self.glance(),
            thinking=self.thinking,
            is_typing=bool(self.buffer.text.strip()),
            scroll=self._scroll,
        )

    def glance(self) -> Glance:
        """What is to be said of the line as it is; worked out once per text and position."""
        key = (self.buffer.text, self.session.match, len(self.session.match.plies), self.session.waiting)
        if self._glanced is None or self._glanced[0] != key:
            self._glanced = (key, glance(self.session, self.buffer.text))
        return self._glanced[1]

    def _resize(self) -> None:
        size = self.app.output.get_size()
        self.style = replace(self.style, width=max(10, size.columns), height=max(4, size.rows))
        self.session.style = self.style

    def _label(self) -> str:
        match self.session.waiting:
            case "outcome":
                return "=> "
            case "human" if sum(chair.is_human for chair in self.session.table.chairs) > 1:
                return f"{self.session.match.player_name(self.session.match.to_move)}> "
            case _:
                return "> "

    def _helper(self) -> StyleAndTextTuples:
        screen = self.screen()
        return [("class:reason" if screen.helper_is_mistake else "class:helper", screen.helper or "")]

    def _toolbar(self) -> StyleAndTextTuples:
        screen = self.screen()
        return [("class:reason" if screen.helper is None and screen.helper_is_mistake else "", screen.toolbar)]

    # Keys.

    def _keys(self) -> KeyBindings:
        keys = KeyBindings()
        has_page = Condition(lambda: self.page is not None)
        is_scrollable = Condition(lambda: self.page is not None or self.screen().hidden > 0)
        is_empty = Condition(lambda: not self.buffer.text)

        def command(name: str) -> None:
            self._show(self.session.submit(f":{name}"))

        for entry in COMMANDS:
            if entry.key:
                keys.add(entry.key.lower())(lambda event, name=entry.name: command(name))

        @keys.add("c-c")
        @keys.add("<sigint>")
        def _(event: KeyPressEvent) -> None:
            self._interrupt()

        @keys.add(Keys.Vt100MouseEvent)
        @keys.add(Keys.WindowsMouseEvent)
        def _(event: KeyPressEvent) -> None:
            """Nothing: the library takes a pasted colour code for a mouse, and fails to read it."""

        @keys.add("c-d", filter=is_empty)
        def _(event: KeyPressEvent) -> None:
            self._leave(0)

        @keys.add("escape", filter=~has_completions)
        def _(event: KeyPressEvent) -> None:
            self.page = None
            self.said = Said()

        @keys.add("escape", filter=has_completions)
        def _(event: KeyPressEvent) -> None:
            self.buffer.cancel_completion()

        @keys.add("enter", filter=has_completions)
        def _(event: KeyPressEvent) -> None:
            chosen = self.buffer.complete_state
            if chosen and chosen.current_completion:
                self.buffer.complete_state = None
            else:
                self.buffer.validate_and_handle()

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

    def _interrupt(self) -> None:
        """Ctrl-C: a bot moves now; a line is cleared; then, twice, leave."""
        if self.thinking and not self.thinking.is_stopped:
            self.thinking.stop()
        elif self.thinking or self._is_leaving_armed:
            self._leave(Interrupted.exit_code)
        elif self.buffer.text:
            self.buffer.reset()
        else:
            self._is_leaving_armed = True
            self.said = Said((f"Ctrl-C again leaves. {self.session.saving()}".rstrip(),))

    def _leave(self, code: int) -> None:
        if self.thinking:
            self.thinking.stop()
        if not self.app.is_done:
            self.app.exit(result=code)

    # Talking to the session.

    def _typed(self) -> None:
        self._is_leaving_armed = False

    def _accept(self, buffer: Buffer) -> bool:
        """Enter: whether the line stays, to be put right."""
        line = buffer.text
        if not line.strip() and self.page:
            title, self.page = self.page.title, None
            if title != GAME_OVER:
                return False
        reply = self.session.submit(line)
        self._show(reply)
        if reply.place is None:
            return False
        buffer.cursor_position = min(reply.place[1], len(line))
        return True

    def _show(self, reply: Reply) -> None:
        self._is_leaving_armed = False
        if reply.leaves:
            self._leave(0)
        if reply.wants_hint:
            self._wants_hint = True
        if reply.kind == "page":
            self._open(reply.title, reply.lines)
            return
        if reply.kind != "quiet" or reply.wants_board:
            self.page = None
            self.said = Said(reply.lines, reply.kind == "refusal")
        if reply.wants_board:
            self._scroll = 0
        if reply.kind == "news" and len(fold(reply.lines, self.style.width)) > max(1, self._composed().room):
            is_over = self.session.waiting == "over"
            self._open(GAME_OVER if is_over else self.session.game.title, reply.lines)
            self.said = Said((reply.lines[0], reply.lines[-1]) if is_over else ())

    def _open(self, title: str, lines: Sequence[str]) -> None:
        self.page = Page(title, tuple(fold(lines, self.style.width)))

    async def _drive(self) -> None:
        """Let bots move and advise, as long as the window is open."""
        while True:
            if self.session.waiting == "bot":
                task = self.session.bot_task()
                thinking = await self._thought(task)
                if task.is_wanted():
                    self._show(self.session.bot_moves(thinking))
                    if not any(chair.is_human for chair in self.session.table.chairs):
                        await asyncio.sleep(SHOWN_FOR)
            elif self._wants_hint and self.session.waiting == "human":
                task = self.session.advice_task()
                thinking = await self._thought(task)
                self._wants_hint = False
                if task.is_wanted():
                    self._show(self.session.advice(thinking))
            else:
                self._wants_hint = False
                await asyncio.sleep(TICK)
                continue
            self.app.invalidate()

    async def _thought(self, task: Task) -> Thinking:
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
        mistake = self.desk.glance().mistake
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
        found = glance(self.desk.session, text)
        if found.wants_file is not None:
            name = text[found.wants_file :]
            yield from self.paths.get_completions(Document(name, len(name)), complete_event)
            return
        for one in found.completions:
            yield Completion(one.text, start_position=one.start - len(text))


class _KeptHistory(History):
    """What was typed in this game and in earlier ones."""

    def __init__(self, keeper: Keeper) -> None:
        super().__init__()
        self.keeper = keeper

    def load_history_strings(self) -> Iterable[str]:
        return reversed(self.keeper.shelf.read_history())

    def store_string(self, string: str) -> None:
        self.keeper.remember(string.strip())


@dataclass(frozen=True)
class Choice:
    """A line of a menu."""

    label: str
    detail: str = ""


def choose(
    title: str, choices: Sequence[Choice], style: Style, input: Input | None = None, output: Output | None = None
) -> int | None:
    """Let people pick one with the arrow keys or its number; None if they leave instead."""
    at = 0
    width = max(len(choice.label) for choice in choices)

    def lines() -> StyleAndTextTuples:
        columns = app.output.get_size().columns
        found: StyleAndTextTuples = [("bold", f"{title}\n\n")]
        for number, choice in enumerate(choices):
            text = f" {number + 1}  {choice.label:<{width}}  {choice.detail}"[: columns - 1].rstrip()
            found.append(("class:chosen" if number == at else "", text))
            found.append(("", "\n"))
        found.append(("", "\nUp, Down, Enter, or a number; Esc leaves."[: columns - 1]))
        return found

    keys = KeyBindings()

    @keys.add("up")
    @keys.add("down")
    def _(event: KeyPressEvent) -> None:
        nonlocal at
        at = (at + (1 if event.key_sequence[0].key == "down" else -1)) % len(choices)

    @keys.add("enter")
    def _(event: KeyPressEvent) -> None:
        event.app.exit(result=at)

    @keys.add("escape")
    @keys.add("c-c")
    @keys.add("c-d")
    @keys.add("q")
    def _(event: KeyPressEvent) -> None:
        event.app.exit(result=None)

    for number in range(min(9, len(choices))):
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
    app.ttimeoutlen = app.timeoutlen = 0.1
    return app.run()
