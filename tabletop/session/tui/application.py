"""What the game's window and the menu have in common: colours, output, signals."""

from __future__ import annotations

import asyncio
import re
import signal
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from prompt_toolkit.application import Application
from prompt_toolkit.filters import Condition
from prompt_toolkit.input import Input
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import Keys
from prompt_toolkit.layout import Layout
from prompt_toolkit.output import ColorDepth, Output
from prompt_toolkit.styles import Style as PromptStyle

from tabletop.style import Style

ESCAPE_WAIT = 0.04
"""Seconds after which an Esc is the key alone, and not the beginning of another key's code."""
DEADLY_SIGNALS = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
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


def make_application(
    layout: Layout,
    keys: KeyBindings,
    style: Style,
    input: Input | None,
    output: Output | None,
    on_click: Callable[[int, int], object] | None = None,
    has_mouse: Callable[[], bool] = lambda: False,
) -> Application[Any]:
    """A full-screen application; without `input` and `output` it takes the terminal.

    `on_click` gets the column and row of a click, both from 0; the terminal sends clicks while `has_mouse`
    is true, and otherwise selects text with them.
    """
    _bind_mouse(keys, on_click, has_mouse)
    app: Application[Any] = Application(
        layout=layout,
        key_bindings=keys,
        style=_COLOURS,
        color_depth=None if style.colour else ColorDepth.DEPTH_1_BIT,
        full_screen=True,
        enable_page_navigation_bindings=False,
        mouse_support=Condition(has_mouse),
        input=input,
        output=output,
    )
    app.ttimeoutlen = ESCAPE_WAIT
    return app


_CLICK = re.compile(r"\x1b\[<0;(\d{1,4});(\d{1,4})M")
"""What a terminal sends for the left button: column and row, both from 1."""


def _bind_mouse(
    keys: KeyBindings, on_click: Callable[[int, int], object] | None, has_mouse: Callable[[], bool]
) -> None:
    """Pass clicks on and swallow all else: the library takes a pasted colour code for a mouse, and fails to read it."""

    @keys.add(Keys.Vt100MouseEvent)
    @keys.add(Keys.WindowsMouseEvent)
    def _(event: KeyPressEvent) -> None:
        click = _CLICK.fullmatch(event.data)
        if click and on_click and has_mouse():
            on_click(int(click[1]) - 1, int(click[2]) - 1)


def on_deadly_signals(quit: Callable[[int], None]) -> None:
    """Quit with the usual exit code and restore the terminal, for as long as the present loop runs."""
    for number in DEADLY_SIGNALS:
        # Neither Windows nor a thread beside the main one can do this.
        with suppress(NotImplementedError, RuntimeError):
            asyncio.get_running_loop().add_signal_handler(number, quit, 128 + number)
