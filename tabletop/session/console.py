"""A session line by line, for pipes, simple terminals and screen readers: sentences, no drawings, no control codes."""

from __future__ import annotations

import sys
from contextlib import suppress
from typing import IO

from tabletop.engine.signals import exit_on_sigterm
from tabletop.errors import INTERRUPTED
from tabletop.files import read_line
from tabletop.session.advice import advice_reply, advice_search
from tabletop.session.background import BackgroundSearch, R
from tabletop.session.describe import describe_player, introduction, scan, status, turn_line
from tabletop.session.reply import Reply
from tabletop.session.session import Session
from tabletop.style import Style
from tabletop.text import printable

LONGEST_TYPED = 5000
"""The most characters read of a line; the rest is skipped."""
SIGN_OF_LIFE = 10.0
"""Seconds between two messages that a bot is still thinking."""


class Console:
    """A session on two streams of text.

    echoes: whether to repeat the lines read, so that a log makes sense; true without a terminal.
    """

    def __init__(self, session: Session, source: IO[str], target: IO[str]) -> None:
        self.session = session
        self.source = source
        self.target = target
        self.echoes = not source.isatty()
        session.style = Style(width=80)

    def run(self) -> int:
        """Play until the end of input, `quit`, or Ctrl-C; returns the exit code."""
        try:
            position = status(self.session) if self.session.game.sentences else scan(self.session, "")
            self._print(*introduction(self.session), *position)
            self._play_bots()
            while (line := self._read()) is not None:
                is_answer = self.session.asks
                reply = self.session.submit(line)
                if line.strip() and not self.echoes and not is_answer:
                    self.session.autosave.remember(self.session.game.name, line.strip())
                self._show(reply)
                if reply.quits:
                    break
                if advice := reply.wants_advice:
                    self._show(advice_reply(self.session, advice, self._wait_for(advice_search(self.session, advice))))
                self._play_bots()
        except KeyboardInterrupt:
            self._print("", *self.session.saver.closing_lines())
            self.session.close()
            return INTERRUPTED
        self._print(*self.session.saver.closing_lines())
        self.session.close()
        return 0

    def _play_bots(self) -> None:
        """Let bots move until a person is to act; a series of games goes on by itself."""
        session = self.session
        while True:
            if session.phase == "bot":
                self._show(session.play_bot_move(self._wait_for(session.bot_search())))
            elif session.phase == "over" and session.series.goes_on:
                self._show(session.again())
            else:
                return

    def _wait_for(self, search: BackgroundSearch[R]) -> BackgroundSearch[R]:
        """Start a search and wait for its answer. Ctrl-C asks for it now; a second Ctrl-C quits."""
        search.start()
        next_sign = SIGN_OF_LIFE
        while True:
            try:
                while not search.wait(0.05):
                    if search.elapsed() > next_sign:
                        next_sign += SIGN_OF_LIFE
                        self._print(f"Still thinking, {search.elapsed():.0f} seconds so far.")
                return search
            except KeyboardInterrupt:
                if search.is_stopped:
                    raise
                search.stop()
                self._print("", "Asking it to move now; press Ctrl-C again to quit.")

    def _show(self, reply: Reply) -> None:
        self._print(*reply.history, *reply.lines)
        if reply.wants_board and reply.kind == "quiet":
            if reply.title == "board" or self.session.layout:
                self._print(self.session.game.render(self.session.view(), self.session.style).text)
            else:
                self._print(*scan(self.session, ""))

    def _read(self) -> str | None:
        """The next line, or None at the end of input."""
        session = self.session
        match session.phase:
            case _ if session.asks:
                prompt = "start? "
            case "over":
                prompt = "over> "
            case "outcome":
                self._print(turn_line(session))
                prompt = "=> "
            case _:
                prompt = f"{describe_player(session, session.match.to_move)}> "
        self.target.write(prompt)
        self.target.flush()
        line = read_line(self.source, LONGEST_TYPED)
        if not line:
            self._print("")
            return None
        if self.echoes:
            self._print(line.rstrip("\r\n"))
        return line

    def _print(self, *lines: str) -> None:
        for line in lines:
            self.target.write(printable(line) + "\n")
        self.target.flush()


def run_plain(session: Session) -> int:
    """Play on standard input and output; returns the exit code."""
    with suppress(AttributeError, ValueError):
        sys.stdout.reconfigure(errors="replace")  # type: ignore[union-attr]
    with exit_on_sigterm():
        return Console(session, sys.stdin, sys.stdout).run()
