"""An outside program as a player. Whatever it does (crash, stall, flood), it costs the game and nothing else."""

from __future__ import annotations

import atexit
import os
import queue
import shlex
import signal
import subprocess
import threading
import time
from collections.abc import Callable
from contextlib import suppress

from tabletop.bots.bot import AnyObservation, SearchInfo
from tabletop.bots.limit import Limit
from tabletop.bots.specs import Controller
from tabletop.engine.protocol import move_word
from tabletop.errors import EngineFailed, EngineNotStarted, TabletopError, WrongUse
from tabletop.game import AnyGame, Setup
from tabletop.options import Option
from tabletop.text import shorten

PATIENCE = 10.0
"""Seconds an engine may take to say `ugiok` or `readyok`."""
IMPATIENCE = 1.0
"""The same, beyond the time for a move, for one that has failed to start before."""
GRACE = 0.8
"""Seconds a move may take beyond its limit, before the engine has lost."""
USUAL_SECONDS = 1.0
LONGEST_LINE = 100_000
LONGEST_COMMAND = 1000
MOST_LINES = 50_000
"""Lines an engine may print for one answer."""

_running: set[EngineProcess] = set()


@atexit.register
def end_engines() -> None:
    """End every engine that still runs: whichever way this process leaves, it leaves none behind."""
    for process in tuple(_running):
        process.kill()


class EngineProcess:
    """A running engine. What waits for it raises EngineFailed, and then the process is gone.

    Each of its two pipes has a thread of its own, which alone touches and closes it: an engine
    that does not read, or whose children keep the other end open, blocks that thread and not us.
    """

    def __init__(self, command: str) -> None:
        self.command = command
        try:
            self._process = subprocess.Popen(
                shlex.split(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            raise EngineNotStarted(
                f"engine `{shorten(command, LONGEST_COMMAND)}` cannot be started: {reason}"
            ) from error
        _running.add(self)
        self._unsaid: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._lines: queue.Queue[str | None] = queue.Queue(MOST_LINES)
        self._flooded = False
        for pipe in (self._read, self._write):
            threading.Thread(target=pipe, daemon=True).start()

    def _read(self) -> None:
        """Collect lines; an endless line or too many of them end the reading, so that memory stays small."""
        assert self._process.stdout
        with self._process.stdout as stream:
            while line := stream.readline(LONGEST_LINE):
                if len(line) == LONGEST_LINE:
                    self._flooded = True
                    break
                try:
                    self._lines.put_nowait(line.decode("utf-8", "replace").strip())
                except queue.Full:
                    self._flooded = True
                    break
            with suppress(queue.Full):
                self._lines.put_nowait(None)

    def _write(self) -> None:
        """Say what is to be said, until the engine is sent away or listens no more."""
        assert self._process.stdin
        with suppress(OSError), self._process.stdin as stream:
            while (data := self._unsaid.get()) is not None:
                stream.write(data)
                stream.flush()

    def send(self, line: str) -> None:
        """Say a line to the engine; whether it listens shows in what it answers."""
        self._unsaid.put(line.encode() + b"\n")

    def wait_for(self, word: str, seconds: float, in_a_hurry: Callable[[], bool] | None = None) -> list[str]:
        """The lines up to the one that begins with that word; raises EngineFailed where it does not come.

        Once `in_a_hurry` says so, the engine is told to stop and has only a moment left.
        """
        deadline = time.monotonic() + seconds
        lines: list[str] = []
        while True:
            if in_a_hurry and in_a_hurry():
                in_a_hurry = None
                self.send("stop")
                deadline = min(deadline, time.monotonic() + 1)
            if self._flooded or len(lines) >= MOST_LINES:
                raise self._failed("floods us with output")
            left = deadline - time.monotonic()
            if left <= 0:
                raise self._failed(f"gave no `{word}` within {seconds:.1f} s")
            try:
                line = self._lines.get(timeout=min(left, 0.05))
            except queue.Empty:
                continue
            if line is None:
                raise self._failed("floods us with output" if self._flooded else "has died")
            lines.append(line)
            if line.split(" ", 1)[0] == word:
                return lines

    def drain(self) -> None:
        """Forget what was said unasked."""
        with suppress(queue.Empty):
            while True:
                if self._lines.get_nowait() is None:
                    raise self._failed("has died")

    def has_ended(self) -> bool:
        """Whether the process is gone by itself."""
        return self._process.poll() is not None

    def close(self) -> None:
        """End the process and all it started."""
        if self._process.poll() is None:
            self.send("quit")
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(0.2)
        self.kill()

    def kill(self) -> None:
        """End the process and all it started, at once."""
        with suppress(OSError):
            if hasattr(os, "killpg"):
                os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(1)
        self._unsaid.put(None)
        _running.discard(self)

    def _failed(self, what: str) -> EngineFailed:
        self.kill()
        return EngineFailed(f"engine `{shorten(self.command, LONGEST_COMMAND)}` {what}")


class EngineBot:
    """A bot that asks an outside engine, one question at a time. The process starts with the first and is kept."""

    def __init__(self, command: str) -> None:
        self.command = command
        self._asking = threading.Lock()
        self._process: EngineProcess | None = None
        self._told: Setup | None = None

    def think(self, observation: AnyObservation, limit: Limit) -> SearchInfo:
        """The engine's move, read and found legal; raises EngineFailed, and the next question starts it anew."""
        # A question that nobody wants answered any more may still be under way.
        with self._asking:
            try:
                return self._ask(observation, limit)
            except EngineFailed:
                self.close()
                raise

    def _ask(self, observation: AnyObservation, limit: Limit) -> SearchInfo:
        game = observation.game
        seconds = limit.seconds if limit.seconds is not None else USUAL_SECONDS
        process = self._ready(game, observation.setup, seconds)
        process.drain()
        process.send(position_line(game, observation))
        nodes = f" nodes {limit.nodes}" if limit.nodes is not None else ""
        process.send(f"go movetime {round(seconds * 1000)}{nodes}")
        lines = process.wait_for("bestmove", seconds + GRACE, lambda: limit.is_stopped)
        text = lines[-1].partition(" ")[2].strip()
        try:
            move = game.grammar.parse(text, observation.state)
            observation.state.check(move)
        except TabletopError as error:
            said = f"says `{shorten(text, 60)}`: {shorten(str(error), 200)}"
            raise EngineFailed(f"engine `{shorten(self.command, LONGEST_COMMAND)}` {said}") from error
        return SearchInfo(move, explanation=f"{self.command} says so")

    def _ready(self, game: AnyGame, setup: Setup, seconds: float) -> EngineProcess:
        """The running engine, told of this setup."""
        if self._process is None:
            self._process = start(self.command, game, setup, seconds)
        elif self._told != setup:
            introduce(self._process, game, setup, PATIENCE)
        self._told = setup
        return self._process

    def close(self) -> None:
        """End the engine's process."""
        if self._process:
            self._process.close()
            self._process = None


_failed_to_start: set[str] = set()
"""Commands of engines that did; a match need not wait long for each of them in every game."""


def start(command: str, game: AnyGame, setup: Setup, seconds: float) -> EngineProcess:
    """A running engine that knows what is played; `seconds` is its time for a move. Raises EngineNotStarted."""
    patience = seconds + IMPATIENCE if command in _failed_to_start else PATIENCE
    process = EngineProcess(command)
    try:
        process.send("ugi")
        process.wait_for("ugiok", patience)
        introduce(process, game, setup, patience)
    except EngineFailed as error:
        _failed_to_start.add(command)
        raise EngineNotStarted(str(error)) from error
    _failed_to_start.discard(command)
    return process


def introduce(process: EngineProcess, game: AnyGame, setup: Setup, patience: float) -> None:
    """Tell a running engine what is played, and wait until it is ready; raises EngineFailed."""
    for line in option_lines(game, setup):
        process.send(line)
    process.send("uginewgame")
    process.send("isready")
    process.wait_for("readyok", patience)


def option_lines(game: AnyGame, setup: Setup) -> list[str]:
    """The `setoption` lines that make an engine play this setup."""
    values = [(option.name, _spelt(option, setup)) for option in game.options]
    if game.players[0] != game.players[1]:
        values.append(("players", str(setup.players)))
    if game.format_position is None:
        values.append(("first", str(setup.first)))
    if setup.model:
        values.append(("model", setup.model.name))
        values.append(("skill", " ".join(f"{player}={skill}" for player, skill in enumerate(setup.skills, 1))))
    return [f"setoption name {name} value {value}" for name, value in values]


def _spelt(option: Option, setup: Setup) -> str:
    value = setup.options.get(option.name, option.default)
    return str(value).lower() if isinstance(value, bool) else str(value)


def position_line(game: AnyGame, observation: AnyObservation) -> str:
    """The `position` line for a situation: the start, and every move and outcome since."""
    head = "startpos"
    if game.format_position and observation.states:
        first = game.format_position(observation.states[0])
        head = f"fen {first}"
    words = [move_word(game, ply) for ply in observation.plies]
    return f"position {head}" + (f" moves {' '.join(words)}" if words else "")


def engine_controller(command: str) -> Controller:
    """The seat that `engine:COMMAND` asks for; raises WrongUse without a command."""
    check_command(command)
    return Controller(f"engine:{command}", EngineBot(command), seconds=USUAL_SECONDS)


def check_command(command: str) -> None:
    """Refuse a command without any words; one that cannot be read at all fails when it is started."""
    if not command.strip():
        raise WrongUse("an engine needs a command, such as engine:./mybot")
