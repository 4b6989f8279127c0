"""Checks that an engine follows the protocol: a list of cases, each passed or failed with a problem.

    for result in check_engine("./mybot", new_match):
        print(result.case, result.problem or "ok")

`tabletop engine check` does this.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator
from dataclasses import dataclass

from tabletop.bots.bot import observe
from tabletop.engine.client import MOVE_MARGIN, START_TIMEOUT, EngineProcess
from tabletop.engine.messages import option_lines, position_line
from tabletop.errors import EngineFailed, TabletopError
from tabletop.match import Match
from tabletop.text import shorten

MOVE_SECONDS = 0.5
"""The engine's time per move."""
MAX_TURNS = 400
"""A longer game is stopped, and counts as passed."""


@dataclass(frozen=True)
class CaseResult:
    """The result of one case; `problem` is empty if the engine passed it."""

    case: str
    problem: str = ""


class _Checker:
    """The cases for one engine, a method each; they raise EngineFailed if the engine fails.

    The process is kept from case to case, and started again after a failure, which closes it.
    """

    def __init__(self, command: str, new_match: Callable[[], Match]) -> None:
        self.command = command
        self.new_match = new_match
        self._process: EngineProcess | None = None

    def process(self) -> EngineProcess:
        """The running engine, which has answered `ugi`."""
        if self._process is None:
            self._process = EngineProcess(self.command)
            self._process.send("ugi")
            self._process.wait_for("ugiok", START_TIMEOUT)
        return self._process

    def close(self) -> None:
        """End the process."""
        if self._process:
            self._process.close()
        self._process = None

    def starts(self) -> None:
        self.close()
        process = EngineProcess(self.command)
        self._process = process
        process.send("ugi")
        lines = process.wait_for("ugiok", START_TIMEOUT)
        if not any(line.startswith("id name ") for line in lines):
            raise EngineFailed("no `id name` before `ugiok`")

    def is_ready(self) -> None:
        self.process().send("isready")
        self.process().wait_for("readyok", START_TIMEOUT)

    def takes_options(self) -> None:
        match = self.new_match()
        for line in option_lines(match.game, match.setup):
            self.process().send(line)
        self.is_ready()

    def ignores_nonsense(self) -> None:
        self.process().send("xyzzy and more")
        self.process().send("")
        self.is_ready()

    def moves(self) -> None:
        match = self.new_match()
        self._play_move(match)

    def stops(self) -> None:
        match = self.new_match()
        process = self.process()
        process.send(position_line(match.game, observe(match, 0)))
        process.send("go infinite")
        time.sleep(0.2)
        process.send("stop")
        _play_answer(match, process.wait_for("bestmove", 1 + MOVE_MARGIN))

    def plays_a_game(self) -> None:
        match = self.new_match()
        self.process().send("uginewgame")
        for _ in range(MAX_TURNS):
            match.settle()
            if match.result:
                return
            self._play_move(match)

    def quits(self) -> None:
        process = self.process()
        process.send("quit")
        deadline = time.monotonic() + 1 + MOVE_MARGIN
        while time.monotonic() < deadline:
            if process.has_ended():
                self.close()
                return
            time.sleep(0.02)
        self.close()
        raise EngineFailed("still running a second after `quit`")

    def _play_move(self, match: Match) -> None:
        """Ask for a move in this position and play it."""
        process = self.process()
        process.send(position_line(match.game, observe(match, 0)))
        process.send(f"go movetime {round(MOVE_SECONDS * 1000)}")
        _play_answer(match, process.wait_for("bestmove", MOVE_SECONDS + MOVE_MARGIN))


def _play_answer(match: Match, lines: list[str]) -> None:
    """Play the `bestmove` in the last line; raises EngineFailed if it is not a legal move."""
    move = lines[-1].partition(" ")[2].strip()
    try:
        match.play_text(move)
    except TabletopError as error:
        raise EngineFailed(f"bad answer `{shorten(move, 60)}`: {shorten(str(error), 200)}") from error


def check_engine(command: str, new_match: Callable[[], Match]) -> Generator[CaseResult, None, None]:
    """Check an engine case by case; if it does not start, the other cases are skipped.

    `new_match` returns a match with its set-up rolled.
    """
    checker = _Checker(command, new_match)
    cases: list[tuple[str, Callable[[], None]]] = [
        ("starts and answers `ugiok`", checker.starts),
        ("answers `isready`", checker.is_ready),
        ("accepts the game's options", checker.takes_options),
        ("ignores unknown commands", checker.ignores_nonsense),
        ("finds a legal move in time", checker.moves),
        ("moves on `stop`", checker.stops),
        ("plays a whole game", checker.plays_a_game),
        ("exits on `quit`", checker.quits),
    ]
    try:
        for name, check in cases:
            try:
                check()
                yield CaseResult(name)
            except EngineFailed as error:
                checker.close()
                yield CaseResult(name, str(error))
                if check == checker.starts:
                    return
    finally:
        checker.close()
