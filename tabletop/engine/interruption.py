"""Ctrl-C and its like: a command that has processes of its own is left once, and in order."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

ENDING = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))
"""The signals that ask us to leave."""


@contextmanager
def interruptible() -> Iterator[None]:
    """Whatever asks us to leave raises KeyboardInterrupt, once; asked again, we go on with leaving."""
    before = {number: signal.getsignal(number) for number in ENDING}
    # A signal that is ignored already was ignored for us (nohup, a shell's background job).
    for number in [number for number, handler in before.items() if handler != signal.SIG_IGN]:
        signal.signal(number, _leave)
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


def _leave(number: int, frame: FrameType | None) -> None:
    for other in ENDING:
        signal.signal(other, signal.SIG_IGN)
    raise KeyboardInterrupt
