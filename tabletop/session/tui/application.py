"""What the game's window and the menu have in common: colours, output, signals."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from prompt_toolkit.application import Application
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
    layout: Layout, keys: KeyBindings, style: Style, input: Input | None, output: Output | None
) -> Application[Any]:
    """A full-screen application; without `input` and `output` it takes the terminal."""
    _ignore_mouse(keys)
    app: Application[Any] = Application(
        layout=layout,
        key_bindings=keys,
        style=_COLOURS,
        color_depth=None if style.colour else ColorDepth.DEPTH_1_BIT,
        full_screen=True,
        enable_page_navigation_bindings=False,
        input=input,
        output=output,
    )
    app.ttimeoutlen = ESCAPE_WAIT
    return app


def _ignore_mouse(keys: KeyBindings) -> None:
    """The library takes a pasted colour code for a mouse, and fails to read it."""

    @keys.add(Keys.Vt100MouseEvent)
    @keys.add(Keys.WindowsMouseEvent)
    def _(event: KeyPressEvent) -> None:
        pass


def on_deadly_signals(quit: Callable[[int], None]) -> None:
    """Quit with the usual exit code, so that the terminal is given back; for as long as the present loop runs."""
    for number in DEADLY_SIGNALS:
        # Neither Windows nor a thread beside the main one can do this.
        with suppress(NotImplementedError, RuntimeError):
            asyncio.get_running_loop().add_signal_handler(number, quit, 128 + number)
