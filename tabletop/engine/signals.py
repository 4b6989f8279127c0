"""Signals: a command that has child processes ends once, and in order."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

ENDING = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))
"""The signals that ask us to leave."""


@contextmanager
def interrupt_once() -> Iterator[None]:
    """Whatever asks us to leave raises KeyboardInterrupt, once; asked again, we go on with leaving."""
    # One that is ignored already was ignored for us, by nohup or by a shell for its background job.
    before = {number: signal.getsignal(number) for number in ENDING}
    ours = {number: handler for number, handler in before.items() if handler not in (signal.SIG_IGN, None)}
    for number in ours:
        signal.signal(number, _leave)
    try:
        yield
    except KeyboardInterrupt:
        # The signals stay ignored: the process is leaving, and nothing shall disturb that any more.
        ours = {}
        raise
    finally:
        for number, handler in ours.items():
            signal.signal(number, handler)


@contextmanager
def exit_on_sigterm() -> Iterator[None]:
    """SIGTERM and SIGHUP leave as any exit does, once, so that engines are ended on the way; Ctrl-C is as usual."""
    numbers = [number for number in ENDING if number != signal.SIGINT and signal.getsignal(number) == signal.SIG_DFL]

    def leave(number: int, frame: FrameType | None) -> None:
        for other in numbers:
            signal.signal(other, signal.SIG_IGN)
        numbers.clear()
        sys.exit(128 + number)

    for number in numbers:
        signal.signal(number, leave)
    try:
        yield
    finally:
        for number in numbers:
            signal.signal(number, signal.SIG_DFL)


def _leave(number: int, frame: FrameType | None) -> None:
    for other in ENDING:
        signal.signal(other, signal.SIG_IGN)
    raise KeyboardInterrupt
