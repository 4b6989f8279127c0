"""A full-screen menu.

    chosen = choose(Menu("Which game?", (Choice("fem", "red against blue"), Choice("mikado"))), style)

is the number of a choice, from 0, or None.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from textwrap import wrap

from prompt_toolkit.application import Application
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.input import Input
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.layout import FormattedTextControl, Layout, Window
from prompt_toolkit.output import Output

from tabletop.session.toolbar import clip
from tabletop.session.tui.application import make_application, on_deadly_signals
from tabletop.style import Style

OTHER_ROWS = 4
"""Rows of a menu that are not choices: title, keys, and an empty one next to each."""
SHORTEST_LINE = 16
"""Columns of a detail that are worth folding to."""
STEPS = {"up": -1, "down": 1, "pageup": -10, "pagedown": 10}
"""How far the arrow keys and the page keys go."""


@dataclass(frozen=True)
class Choice:
    """A line of a menu; one that `is_closed` is shown, but cannot be chosen."""

    label: str
    detail: str = ""
    is_closed: bool = False


@dataclass(frozen=True)
class Menu:
    """Choices, of which at least one is not closed; `at` is the one that is marked. With `back` Esc goes back."""

    title: str
    choices: tuple[Choice, ...]
    at: int = 0
    back: bool = False

    def moved(self, steps: int) -> Menu:
        """The menu with the mark this many steps down, or up if negative; closed choices are skipped, ends joined."""
        at = self.at
        step = 1 if steps > 0 else -1
        for _ in range(abs(steps)):
            at = (at + step) % len(self.choices)
            while self.choices[at].is_closed:
                at = (at + step) % len(self.choices)
        return replace(self, at=at)

    def lines(self, columns: int, rows: int) -> list[tuple[str, bool]]:
        """The menu's lines, each with whether it is the marked one; none is longer than the window is wide.

        Long details are folded: all of them if the window is high enough, or else that of the marked choice.
        """
        width = max(len(choice.label) for choice in self.choices)
        room = max(1, rows - OTHER_ROWS)
        folded = [_fold(choice.detail, columns - 1 - width - len("10    ")) for choice in self.choices]
        if sum(map(len, folded)) > room:
            folded = [
                parts if number == self.at and len(parts) <= room else [choice.detail]
                for number, (choice, parts) in enumerate(zip(self.choices, folded, strict=True))
            ]
        shown = max(1, room - len(folded[self.at]) + 1) if len(self.choices) > 1 else 1
        top = max(0, min(self.at - shown // 2, len(self.choices) - shown))
        lines = [(self.title, False), ("", False)]
        for number, choice in list(enumerate(self.choices))[top : top + shown]:
            key, label = "-" if choice.is_closed else str(number + 1), choice.label
            for part in folded[number]:
                lines.append((f"{key:>2}  {label:<{width}}  {part}".rstrip(), number == self.at))
                key = label = ""
        hidden = len(self.choices) - shown
        keys = f"Up, Down, Enter, or a number; Esc {'goes back' if self.back else 'leaves'}."
        lines += [("", False), (f"{keys} {len(self.choices)} in all." if hidden > 0 else keys, False)]
        return [(clip(text, columns - 1), is_marked) for text, is_marked in lines]


def _fold(detail: str, width: int) -> list[str]:
    """The detail in lines of this width; as it is where they would be too short to read."""
    return wrap(detail, width) or [""] if width >= SHORTEST_LINE else [detail]


def choose(menu: Menu, style: Style, input: Input | None = None, output: Output | None = None) -> int | None:
    """Let people pick a choice with the arrow keys or its number; None if they quit instead."""

    def fragments() -> StyleAndTextTuples:
        size = app.output.get_size()
        parts: StyleAndTextTuples = []
        for row, (text, is_marked) in enumerate(menu.lines(size.columns, size.rows)):
            parts += [("class:chosen" if is_marked else "" if row else "bold", text), ("", "\n")]
        return parts[:-1]

    keys = KeyBindings()

    def move(event: KeyPressEvent) -> None:
        nonlocal menu
        menu = menu.moved(STEPS[event.key_sequence[0].key])

    for name in STEPS:
        keys.add(name)(move)

    @keys.add("enter")
    def _(event: KeyPressEvent) -> None:
        event.app.exit(result=menu.at)

    @keys.add("escape", eager=True)
    @keys.add("c-c")
    @keys.add("c-d")
    @keys.add("q")
    def _(event: KeyPressEvent) -> None:
        event.app.exit(result=None)

    for number, choice in enumerate(menu.choices[:9]):
        if not choice.is_closed:
            keys.add(str(number + 1))(lambda event, chosen=number: event.app.exit(result=chosen))

    window = Window(FormattedTextControl(fragments, focusable=True, show_cursor=False), wrap_lines=False)
    app: Application[int | None] = make_application(Layout(window), keys, style, input, output)

    def quit(code: int) -> None:
        if not app.is_done:
            app.exit(exception=SystemExit(code))

    return app.run(pre_run=lambda: on_deadly_signals(quit))
