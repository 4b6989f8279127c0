"""Does an engine follow the protocol? A list of small cases, each with a verdict."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator
from dataclasses import dataclass

from tabletop.bots.bot import observe
from tabletop.engine.client import GRACE, PATIENCE, EngineProcess, option_lines, position_line
from tabletop.errors import EngineFailed, TabletopError
from tabletop.match import Match
from tabletop.text import shorten

MOVE_SECONDS = 0.5
MOST_TURNS = 400


@dataclass(frozen=True)
class CaseResult:
    """What a trial found; `problem` is empty where all is well."""

    case: str
    problem: str = ""


class _Examination:
    """One engine under examination; a new process after every failure."""

    def __init__(self, command: str, new_match: Callable[[], Match]) -> None:
        self.command = command
        self.new_match = new_match
        self._process: EngineProcess | None = None

    def process(self) -> EngineProcess:
        if self._process is None:
            self._process = EngineProcess(self.command)
            self._process.send("ugi")
            self._process.wait_for("ugiok", PATIENCE)
        return self._process

    def gone(self) -> None:
        if self._process:
            self._process.close()
        self._process = None

    def starts(self) -> None:
        self.gone()
        process = EngineProcess(self.command)
        self._process = process
        process.send("ugi")
        lines = process.wait_for("ugiok", PATIENCE)
        if not any(line.startswith("id name ") for line in lines):
            raise EngineFailed("no `id name` before `ugiok`")

    def is_ready(self) -> None:
        self.process().send("isready")
        self.process().wait_for("readyok", PATIENCE)

    def takes_options(self) -> None:
        match = self.new_match()
        for line in option_lines(match.game, match.setup):
            self.process().send(line)
        self.is_ready()

    def ignores_nonsense(self) -> None:
        self.process().send("xyzzy and more")
        self.process().send("")
        self.is_ready()

    def ask(self, match: Match) -> str:
        """Ask for a move in this position; the word it answers."""
        process = self.process()
        process.send(position_line(match.game, observe(match, 0)))
        process.send(f"go movetime {round(MOVE_SECONDS * 1000)}")
        return process.wait_for("bestmove", MOVE_SECONDS + GRACE)[-1].partition(" ")[2].strip()

    def moves(self) -> None:
        match = self.new_match()
        play_answer(match, self.ask(match))

    def stops(self) -> None:
        match = self.new_match()
        process = self.process()
        process.send(position_line(match.game, observe(match, 0)))
        process.send("go infinite")
        time.sleep(0.2)
        process.send("stop")
        play_answer(match, process.wait_for("bestmove", 1 + GRACE)[-1].partition(" ")[2].strip())

    def plays_a_game(self) -> None:
        match = self.new_match()
        self.process().send("uginewgame")
        for _ in range(MOST_TURNS):
            match.settle()
            if match.result:
                return
            play_answer(match, self.ask(match))

    def quits(self) -> None:
        process = self.process()
        process.send("quit")
        deadline = time.monotonic() + 1 + GRACE
        while time.monotonic() < deadline:
            if process.has_ended():
                self.gone()
                return
            time.sleep(0.02)
        self.gone()
        raise EngineFailed("still runs a second after `quit`")


def play_answer(match: Match, word: str) -> None:
    """Play the answer of an engine; raises EngineFailed where it is no legal move."""
    try:
        match.play_text(word)
    except TabletopError as error:
        raise EngineFailed(f"answers `{shorten(word, 60)}`: {shorten(str(error), 200)}") from error


def check_engine(command: str, new_match: Callable[[], Match]) -> Generator[CaseResult, None, None]:
    """Try an engine's manners one by one. `new_match` gives a match with its set-up done."""
    examination = _Examination(command, new_match)
    trials: list[tuple[str, Callable[[], None]]] = [
        ("starts and says `ugiok`", examination.starts),
        ("answers `isready`", examination.is_ready),
        ("takes the game's options", examination.takes_options),
        ("ignores what it does not know", examination.ignores_nonsense),
        ("finds a legal move in time", examination.moves),
        ("moves when told to stop", examination.stops),
        ("plays a whole game", examination.plays_a_game),
        ("leaves when told to quit", examination.quits),
    ]
    try:
        for name, trial in trials:
            try:
                trial()
                yield CaseResult(name)
            except EngineFailed as error:
                examination.gone()
                yield CaseResult(name, str(error))
                if trial == examination.starts:
                    return
    finally:
        examination.gone()
