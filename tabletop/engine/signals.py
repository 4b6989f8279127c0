"""How a command with child processes handles signals, so that it ends once and they end with it.

    with interrupt_once():        # every signal raises KeyboardInterrupt
        run_tournament(...)
    with exit_on_sigterm():       # Ctrl-C keeps its own handler, as a session needs
        run_session(...)

Both ignore the signals that follow the first one.
"""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

ENDING = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))
"""The signals that ask a program to end."""


@contextmanager
def interrupt_once() -> Iterator[None]:
    """Raise KeyboardInterrupt at the first of the ENDING signals, and ignore all that follow.

    Without a signal the handlers are restored at the end; after one they stay ignored, so that
    nothing disturbs the clean-up.
    """
    # A signal that is ignored already was ignored on purpose, by nohup or by a shell for a background job.
    handlers = {number: signal.getsignal(number) for number in ENDING}
    to_restore = {number: handler for number, handler in handlers.items() if handler not in (signal.SIG_IGN, None)}
    for number in to_restore:
        signal.signal(number, _interrupt)
    try:
        yield
    except KeyboardInterrupt:
        to_restore = {}
        raise
    finally:
        for number, handler in to_restore.items():
            signal.signal(number, handler)


@contextmanager
def exit_on_sigterm() -> Iterator[None]:
    """Exit with code 128 + number at the first SIGTERM or SIGHUP; Ctrl-C keeps its handler.

    It is an ordinary SystemExit, so engines are ended on the way; further signals are ignored.
    """
    numbers = [number for number in ENDING if number != signal.SIGINT and signal.getsignal(number) == signal.SIG_DFL]

    def exit_once(number: int, frame: FrameType | None) -> None:
        for other in numbers:
            signal.signal(other, signal.SIG_IGN)
        numbers.clear()
        sys.exit(128 + number)

    for number in numbers:
        signal.signal(number, exit_once)
    try:
        yield
    finally:
        for number in numbers:
            signal.signal(number, signal.SIG_DFL)


def _interrupt(number: int, frame: FrameType | None) -> None:
    for other in ENDING:
        signal.signal(other, signal.SIG_IGN)
    raise KeyboardInterrupt
