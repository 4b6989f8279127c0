"""The program in a pseudo-terminal, and what stands on its screen."""

from __future__ import annotations

import codecs
import fcntl
import os
import pty
import select
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.helpers import ROOT
from tests.session.vt import Vt


class Terminal:
    """A program in a terminal of its own."""

    def __init__(self, leader: int, process: subprocess.Popen[bytes], screen: Vt) -> None:
        self.leader = leader
        self.process = process
        self.screen = screen
        self.shown = ""
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")

    def type(self, text: str) -> None:
        os.write(self.leader, text.encode())

    def until(self, text: str, seconds: float = 30.0) -> None:
        """Read until the text stands on the screen."""
        deadline = time.monotonic() + seconds
        while text not in self.screen.text():
            assert time.monotonic() < deadline, self.screen.text()
            self._read(0.2)

    def end(self, seconds: float = 30.0) -> int:
        """Read until the program ends; its exit code."""
        deadline = time.monotonic() + seconds
        while self.process.poll() is None:
            assert time.monotonic() < deadline, self.screen.text()
            self._read(0.1)
        while self._read(0.1):
            pass
        return self.process.returncode

    def _read(self, seconds: float) -> bool:
        if not select.select([self.leader], [], [], seconds)[0]:
            return False
        try:
            data = os.read(self.leader, 65536)
        except OSError:
            return False
        text = self._decoder.decode(data)
        self.shown += text
        self.screen.feed(text)
        return bool(data)


@contextmanager
def open_terminal(*args: str, columns: int = 80, rows: int = 24, cwd: Path = ROOT, **env: str) -> Iterator[Terminal]:
    """Run the program in a pseudo-terminal of that size."""
    leader, follower = pty.openpty()
    fcntl.ioctl(follower, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
    clean = {key: value for key, value in os.environ.items() if key not in ("CI", "COLUMNS", "LINES", "NO_COLOR")}

    def own_terminal() -> None:
        os.setsid()
        fcntl.ioctl(0, termios.TIOCSCTTY, 0)

    process = subprocess.Popen(
        [sys.executable, "-m", "tabletop", *args],
        stdin=follower,
        stdout=follower,
        stderr=follower,
        cwd=cwd,
        env={**clean, "PYTHONPATH": str(ROOT), "TERM": "xterm-256color", "PYTHONIOENCODING": "utf-8", **env},
        preexec_fn=own_terminal,
    )
    os.close(follower)
    shown = Terminal(leader, process, Vt(columns, rows))
    try:
        yield shown
    finally:
        if process.poll() is None:
            process.kill()
        process.wait()
        os.close(leader)
