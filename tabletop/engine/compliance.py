"""Checks that an engine follows the protocol: a list of cases, each passed or failed with a problem.

    for result in check_engine("./mybot", new_match):
        print(result.case, result.problem or "ok", result.note)

`tabletop engine check` does this. It also measures how late an engine moves, and how many of its games differ.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import NamedTuple

from tabletop.bots.bot import observe
from tabletop.bots.limit import Limit
from tabletop.engine.client import MOVE_MARGIN, START_TIMEOUT, EngineProcess
from tabletop.engine.messages import go_line, option_lines, position_line
from tabletop.engine.protocol import move_word
from tabletop.errors import EngineFailed, TabletopError
from tabletop.match import Match
from tabletop.text import counted, shorten

MOVE_SECONDS = 0.5
"""The engine's time per move."""
MAX_TURNS = 400
"""A longer game is stopped, and counts as passed."""
TIMED_MOVES, TIMED_SECONDS = 20, 0.1
"""How many moves are timed, and how long each of them may take."""
GAMES, GAME_TURNS, GAME_NODES = 10, 12, 50
"""How many games are compared, by how many turns, and the nodes for each."""
ENOUGH_GAMES = 9
"""If fewer games differ, results of a match say little."""


@dataclass(frozen=True)
class CaseResult:
    """The result of one case.

    `problem` is empty if the engine passed it. `note` is what was measured, `warning` what may spoil a match.
    """

    case: str
    problem: str = ""
    note: str = ""
    warning: str = ""


class Finding(NamedTuple):
    """What a case has measured: a note, or a warning."""

    note: str = ""
    warning: str = ""


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
            self._process.introduce(START_TIMEOUT)
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
        process.introduce(START_TIMEOUT)
        if not any(line.startswith("id name ") for line in process.offered):
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
        self._play_move(self.new_match(), MOVE_SECONDS)

    def stops(self) -> Finding:
        match = self.new_match()
        process = self.process()
        process.send(position_line(match.game, observe(match, 0)))
        process.send("go infinite")
        time.sleep(0.2)
        started = time.monotonic()
        process.send("stop")
        answer = process.wait_for("bestmove", 1 + MOVE_MARGIN)
        seconds = time.monotonic() - started
        _play_answer(match, answer)
        return Finding(f"{_milliseconds(seconds)} later")

    def keeps_its_time(self) -> Finding:
        times: list[float] = []
        while len(times) < TIMED_MOVES:
            self._new_game()
            times += self._play(self.new_match(), TIMED_MOVES - len(times), TIMED_SECONDS)
        average, longest = _milliseconds(math.fsum(times) / len(times)), _milliseconds(max(times))
        allowed = f"{counted(len(times), 'move')} of {_milliseconds(TIMED_SECONDS)}"
        return Finding(f"{allowed} took {average} on average, {longest} at most")

    def varies_its_games(self) -> Finding:
        games: set[tuple[str, ...]] = set()
        for _ in range(GAMES):
            match = self.new_match()
            self._new_game()
            self._play(match, GAME_TURNS, TIMED_SECONDS, GAME_NODES)
            games.add(tuple(move_word(match.game, ply) for ply in match.plies))
        differ = f"{len(games)} of {GAMES} games differ"
        if len(games) < ENOUGH_GAMES:
            return Finding(warning=f"only {differ}, so a match needs openings")
        return Finding(differ)

    def plays_a_game(self) -> None:
        self._new_game()
        self._play(self.new_match(), MAX_TURNS, MOVE_SECONDS)

    def _new_game(self) -> None:
        self.process().send("uginewgame")
        self.is_ready()

    def _play(self, match: Match, turns: int, seconds: float, nodes: int | None = None) -> list[float]:
        """Play this many turns, or to the end; how long each took."""
        times: list[float] = []
        while len(times) < turns and not match.result:
            times.append(self._play_move(match, seconds, nodes))
            match.settle()
        return times

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

    def _play_move(self, match: Match, seconds: float, nodes: int | None = None) -> float:
        """Ask for a move in this position and play it; how long that took."""
        process = self.process()
        process.send(position_line(match.game, observe(match, 0)))
        started = time.monotonic()
        process.send(go_line(Limit(nodes), seconds))
        answer = process.wait_for("bestmove", seconds + MOVE_MARGIN)
        taken = time.monotonic() - started
        _play_answer(match, answer)
        return taken


def _milliseconds(seconds: float) -> str:
    return f"{round(seconds * 1000)} ms"


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
    cases: list[tuple[str, Callable[[], Finding | None]]] = [
        ("starts and answers `ugiok`", checker.starts),
        ("answers `isready`", checker.is_ready),
        ("accepts the game's options", checker.takes_options),
        ("ignores unknown commands", checker.ignores_nonsense),
        ("finds a legal move in time", checker.moves),
        ("moves on `stop`", checker.stops),
        ("plays a whole game", checker.plays_a_game),
        ("keeps to its time", checker.keeps_its_time),
        ("varies its games", checker.varies_its_games),
        ("exits on `quit`", checker.quits),
    ]
    try:
        for name, check in cases:
            try:
                finding = check() or Finding()
                yield CaseResult(name, note=finding.note, warning=finding.warning)
            except EngineFailed as error:
                checker.close()
                yield CaseResult(name, str(error))
                if check == checker.starts:
                    return
    finally:
        checker.close()
