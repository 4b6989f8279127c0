"""The plain line mode: for pipes, simple terminals and screen readers. Sentences, no drawings, no control codes."""

from __future__ import annotations

import sys
from contextlib import suppress
from typing import IO

from tabletop.engine.signals import exit_on_sigterm
from tabletop.errors import INTERRUPTED
from tabletop.session.background import Job, Thinking
from tabletop.session.describe import describe_player, introduction, scan, status, turn_line
from tabletop.session.reply import Reply
from tabletop.session.session import Session
from tabletop.style import Style

NEWS_AFTER = 10.0
"""Seconds of thinking between two signs of life."""


class PlainTalk:
    """One session, line by line. Without a terminal the lines read are written too, so that a log can be read."""

    def __init__(self, session: Session, source: IO[str], target: IO[str]) -> None:
        self.session = session
        self.source = source
        self.target = target
        self.echoes = not source.isatty()
        session.style = Style(width=80, height=1000)

    def run(self) -> int:
        """Until the end of input, `quit`, or Ctrl-C twice; the exit code."""
        try:
            self._say(*introduction(self.session), *status(self.session))
            self._bots()
            while (line := self._read()) is not None:
                reply = self.session.submit(line)
                if line.strip() and not self.echoes:
                    self.session.autosave.remember(self.session.game.name, line.strip())
                self._answer(reply)
                if reply.leaves:
                    break
                if reply.wants_hint:
                    self._answer(self.session.advice(self._think(self.session.advice_task().job)))
                self._bots()
        except KeyboardInterrupt:
            self._say("", *self.session.saver.closing_lines())
            self.session.close()
            return INTERRUPTED
        self._say(*self.session.saver.closing_lines())
        self.session.close()
        return 0

    def _bots(self) -> None:
        """Let bots move until a person is asked; a series of games goes on by itself."""
        session = self.session
        while True:
            if session.waiting == "bot":
                self._answer(session.bot_moves(self._think(session.bot_task().job)))
            elif session.waiting == "over" and session.series.goes_on:
                self._answer(session.again())
            else:
                return

    def _think(self, job: Job) -> Thinking:
        """Wait for a bot. Ctrl-C asks it to answer now; a second one leaves."""
        thinking = Thinking(job).start()
        told = NEWS_AFTER
        while True:
            try:
                while not thinking.wait(0.05):
                    if thinking.elapsed() > told:
                        told += NEWS_AFTER
                        self._say(f"Still thinking, {thinking.elapsed():.0f} seconds so far.")
                return thinking
            except KeyboardInterrupt:
                if thinking.is_stopped:
                    raise
                thinking.stop()
                self._say("", "It is asked to move now; Ctrl-C again leaves.")

    def _answer(self, reply: Reply) -> None:
        self._say(*reply.accounts, *reply.lines)
        if reply.wants_board and reply.kind == "quiet":
            if reply.title == "board" or self.session.layout:
                self._say(self.session.game.render(self.session.view(), self.session.style).text)
            else:
                self._say(*scan(self.session, ""))

    def _read(self) -> str | None:
        """The next line, or None at the end of input."""
        session = self.session
        match session.waiting:
            case "over":
                prompt = "over> "
            case "outcome":
                self._say(turn_line(session))
                prompt = "=> "
            case _:
                prompt = f"{describe_player(session, session.match.to_move)}> "
        self.target.write(prompt)
        self.target.flush()
        line = self.source.readline()
        if not line:
            self._say("")
            return None
        if self.echoes:
            self._say(line.rstrip("\r\n"))
        return line

    def _say(self, *lines: str) -> None:
        for line in lines:
            self.target.write(line + "\n")
        self.target.flush()


def run_plain(session: Session) -> int:
    """Play on standard input and output."""
    for stream in (sys.stdin, sys.stdout):
        with suppress(AttributeError, ValueError):
            stream.reconfigure(errors="replace")  # type: ignore[union-attr]
    with exit_on_sigterm():
        return PlainTalk(session, sys.stdin, sys.stdout).run()
