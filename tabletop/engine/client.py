"""An outside program as a player, through UGI.

    bot = EngineBot("./mybot --fast")
    info = bot.think(observe(match, bot_seed=1), Limit(seconds=2))     # raises EngineFailed
    bot.close()

A program that crashes, stalls or prints without end loses its game and does no other harm.
"""

from __future__ import annotations

import atexit
import os
import queue
import shlex
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

from tabletop.bots.bot import AnyObservation, SearchInfo
from tabletop.bots.limit import Limit
from tabletop.bots.specs import Controller
from tabletop.engine.messages import go_line, option_lines, position_line, seed_lines
from tabletop.errors import EngineFailed, EngineNotStarted, TabletopError, WrongUse
from tabletop.game import AnyGame, Setup
from tabletop.text import shorten

START_TIMEOUT = 10.0
"""Seconds an engine may take to answer `ugi` and `isready`."""
RESTART_MARGIN = 1.0
"""Seconds beyond its time per move that an engine gets to start, if it has failed to start before."""
MOVE_MARGIN = 0.8
"""Seconds that a move may exceed its limit before the engine loses."""
DEFAULT_MOVE_SECONDS = 1.0
MAX_LINE_LENGTH = 100_000
"""Bytes that a line from an engine may have."""
MAX_LINES = 50_000
"""Lines that an engine may print for one answer."""
MAX_COMMAND_LENGTH = 1000
"""Characters of a command that messages show."""
KILL_TIMEOUT = 5.0
"""Seconds that an engine's supervisor may take to kill all its processes."""
SUPERVISOR = Path(__file__).with_name("supervisor.py")

_running: set[EngineProcess] = set()


@atexit.register
def kill_engines() -> None:
    """Kill every running engine, so that none is left behind when this process ends."""
    for process in tuple(_running):
        process.kill()


class EngineProcess:
    """A running engine: lines in and out, with time limits. Once a method raises EngineFailed, the process is dead.

    Each of its two pipes has a thread of its own, which alone touches and closes it: an engine
    that does not read, or whose children keep the other end open, blocks that thread and not us.

    On systems with process groups it runs under a supervisor, which ends with it and kills all its
    children, even if this process is killed.

    Attributes:
        command: the command line that started it.
        offered: its answer to `ugi`, with the options that it has; empty before that.
        _process: its supervisor if it has one, else the engine itself.
        _lifeline: the socket to the supervisor, which kills the engine when this end closes.
        _outgoing: lines still to be written; None ends the writing.
        _lines: lines read and not yet used; None marks the end of its output.
        _flooded: whether it printed too much, so that reading has stopped.
    """

    def __init__(self, command: str) -> None:
        self.command = command
        self.offered: list[str] = []
        self._lifeline: socket.socket | None = None
        try:
            self._process = self._start(split_command(command))
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            raise EngineNotStarted(
                f"engine `{shorten(command, MAX_COMMAND_LENGTH)}`: cannot be started: {reason}"
            ) from error
        _running.add(self)
        self._outgoing: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._lines: queue.Queue[str | None] = queue.Queue(MAX_LINES)
        self._flooded = False
        for pipe in (self._read, self._write):
            threading.Thread(target=pipe, daemon=True).start()

    def _start(self, words: list[str]) -> subprocess.Popen[bytes]:
        """Start the engine, under a supervisor if the system allows one; raises OSError or ValueError."""
        if not can_supervise():
            return _popen(words)
        lifeline, lifeline_end = socket.socketpair()
        try:
            with lifeline_end:
                number = lifeline_end.fileno()
                process = _popen([sys.executable, "-I", "-S", str(SUPERVISOR), str(number), *words], number)
            lifeline.settimeout(START_TIMEOUT)
            answer = lifeline.recv(20)
            if answer != b"0":
                process.communicate()
                raise (
                    OSError(int(answer), os.strerror(int(answer)))
                    if answer
                    else OSError("its supervisor exited unexpectedly")
                )
        except BaseException:
            lifeline.close()
            raise
        self._lifeline = lifeline
        return process

    def _read(self) -> None:
        """Collect lines; stop reading at an endless line or at too many lines, so that memory stays small."""
        assert self._process.stdout
        with self._process.stdout as stream:
            while line := stream.readline(MAX_LINE_LENGTH):
                if len(line) == MAX_LINE_LENGTH:
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
        """Write the lines to be sent, until the process is killed or has closed its input."""
        assert self._process.stdin
        with suppress(OSError), self._process.stdin as stream:
            while (data := self._outgoing.get()) is not None:
                stream.write(data)
                stream.flush()

    def send(self, line: str) -> None:
        """Send a line to the engine; does not wait until it is read."""
        self._outgoing.put(line.encode() + b"\n")

    def wait_for(self, word: str, seconds: float, is_stopped: Callable[[], bool] | None = None) -> list[str]:
        """The lines up to the first that begins with `word`; raises EngineFailed if it does not come in time.

        Once `is_stopped` returns True, the engine is sent `stop` and has one more second.
        """
        deadline = time.monotonic() + seconds
        lines: list[str] = []
        while True:
            if is_stopped and is_stopped():
                is_stopped = None
                self.send("stop")
                deadline = min(deadline, time.monotonic() + 1)
            if self._flooded or len(lines) >= MAX_LINES:
                raise self._fail("it printed too much")
            remaining = deadline - time.monotonic()
            if remaining <= 0:
                raise self._fail(f"no `{word}` within {seconds:.1f} s")
            try:
                line = self._lines.get(timeout=min(remaining, 0.05))
            except queue.Empty:
                continue
            if line is None:
                raise self._fail("it printed too much" if self._flooded else "it exited unexpectedly")
            lines.append(line)
            if line.split(" ", 1)[0] == word:
                return lines

    def introduce(self, seconds: float) -> None:
        """Send `ugi` and keep the answer; raises EngineFailed."""
        self.send("ugi")
        self.offered = self.wait_for("ugiok", seconds)

    def drain(self) -> None:
        """Drop leftover lines, so that they are not mistaken for the next answer."""
        with suppress(queue.Empty):
            while True:
                if self._lines.get_nowait() is None:
                    raise self._fail("it exited unexpectedly")

    def has_ended(self) -> bool:
        """Whether the process has ended."""
        return self._process.poll() is not None

    def close(self) -> None:
        """Send `quit`, then kill the process and its children."""
        if self._process.poll() is None:
            self.send("quit")
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(0.2)
        self.kill()

    def kill(self) -> None:
        """Kill the process and its children at once."""
        if self._lifeline:
            # A close alone would do nothing while a fork of this process holds the socket as well.
            with suppress(OSError):
                self._lifeline.shutdown(socket.SHUT_RDWR)
            self._lifeline.close()
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(KILL_TIMEOUT)
        with suppress(OSError):
            if hasattr(os, "killpg") and not self._lifeline:
                os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(1)
        self._outgoing.put(None)
        _running.discard(self)

    def _fail(self, problem: str) -> EngineFailed:
        """Kill the process; the error to raise."""
        self.kill()
        return EngineFailed(f"engine `{shorten(self.command, MAX_COMMAND_LENGTH)}`: {problem}")


def can_supervise() -> bool:
    """Whether engines run under a supervisor: on Windows, and in a program packed into one file, they cannot."""
    return os.name == "posix" and bool(sys.executable) and not hasattr(sys, "frozen") and SUPERVISOR.is_file()


def _popen(words: list[str], *passed: int) -> subprocess.Popen[bytes]:
    """Start a program in a session of its own, with pipes to it and these open files."""
    return subprocess.Popen(
        words,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
        # The same for Windows, so that Ctrl-C does not reach it; 0 elsewhere.
        creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
        pass_fds=passed,
    )


def split_command(command: str, is_windows: bool = os.name == "nt") -> list[str]:
    """The words of a command line; raises ValueError for a quotation without end.

    On Windows only double quotes quote, and a backslash is an ordinary character.
    """
    words = shlex.shlex(command, posix=True, punctuation_chars=False)
    words.whitespace_split = True
    words.commenters = ""
    if is_windows:
        words.quotes = '"'
        words.escape = ""
    return list(words)


class EngineBot:
    """A bot that asks an outside engine for its moves, one at a time.

    Attributes:
        command: the command line of the engine.
        options: names and values that it is sent before each game, besides those of the game.
        _lock: held while the engine searches.
        _process: started at the first move and kept; None before that, and after a failure or `close`.
        _game: the setup and the seed that the process was sent last.
    """

    def __init__(self, command: str, options: Sequence[tuple[str, str]] = ()) -> None:
        self.command = command
        self.options = options
        self._lock = threading.Lock()
        self._process: EngineProcess | None = None
        self._game: tuple[Setup, int] | None = None

    def prepare(self, observation: AnyObservation) -> None:
        """Start the engine and send it the game, so that a clock does not run meanwhile; raises EngineFailed."""
        with self._lock:
            self._prepare(observation.game, observation.setup, observation.bot_seed, DEFAULT_MOVE_SECONDS)

    def think(self, observation: AnyObservation, limit: Limit) -> SearchInfo:
        """The engine's move, checked to be legal; raises EngineFailed, after which the next call starts it again."""
        # After an undo, a search for a move that is no longer needed may still be under way.
        with self._lock:
            try:
                return self._best_move(observation, limit)
            except EngineFailed:
                self.close()
                raise

    def _best_move(self, observation: AnyObservation, limit: Limit) -> SearchInfo:
        game = observation.game
        seconds = limit.seconds if limit.seconds is not None else DEFAULT_MOVE_SECONDS
        process = self._prepare(game, observation.setup, observation.bot_seed, seconds)
        process.drain()
        process.send(position_line(game, observation))
        process.send(go_line(limit, seconds))
        patience = limit.clocks[observation.player - 1].seconds if limit.clocks else seconds
        lines = process.wait_for("bestmove", patience + MOVE_MARGIN, lambda: limit.is_stopped)
        text = lines[-1].partition(" ")[2].strip()
        try:
            move = game.grammar.parse(text, observation.state)
            observation.state.check(move)
        except TabletopError as error:
            problem = f"bad answer `{shorten(text, 60)}`: {shorten(str(error), 200)}"
            raise EngineFailed(f"engine `{shorten(self.command, MAX_COMMAND_LENGTH)}`: {problem}") from error
        return SearchInfo(move, explanation=f"chosen by {shorten(self.command, MAX_COMMAND_LENGTH)}")

    def _prepare(self, game: AnyGame, setup: Setup, seed: int, seconds: float) -> EngineProcess:
        """The running engine, with this setup and seed sent to it."""
        if self._process is None:
            self._process = start_engine(self.command, game, setup, seed, seconds, self.options)
        elif self._game != (setup, seed):
            send_setup(self._process, game, setup, seed, START_TIMEOUT, self.options)
        self._game = (setup, seed)
        return self._process

    def close(self) -> None:
        """End the engine's process."""
        if self._process:
            self._process.close()
            self._process = None


_failed_to_start: set[str] = set()
"""Commands of engines that failed to start, so that a tournament does not wait START_TIMEOUT for them in every game."""


def start_engine(
    command: str, game: AnyGame, setup: Setup, seed: int, seconds: float, options: Sequence[tuple[str, str]] = ()
) -> EngineProcess:
    """A running engine with this setup and seed; `seconds` is its time for a move. Raises EngineNotStarted."""
    timeout = seconds + RESTART_MARGIN if command in _failed_to_start else START_TIMEOUT
    process = EngineProcess(command)
    try:
        process.introduce(timeout)
        send_setup(process, game, setup, seed, timeout, options)
    except EngineFailed as error:
        _failed_to_start.add(command)
        raise EngineNotStarted(str(error)) from error
    _failed_to_start.discard(command)
    return process


def send_setup(
    process: EngineProcess,
    game: AnyGame,
    setup: Setup,
    seed: int,
    timeout: float,
    options: Sequence[tuple[str, str]] = (),
) -> None:
    """Send a running engine the options of a new game, and wait until it is ready; raises EngineFailed.

    The seed is sent only to an engine that offers this option. The engine's own `options` come last.
    """
    own = [f"setoption name {name} value {value}" for name, value in options]
    for line in [*option_lines(game, setup), *seed_lines(process.offered, seed), *own]:
        process.send(line)
    process.send("uginewgame")
    process.send("isready")
    process.wait_for("readyok", timeout)


def engine_controller(command: str, options: Sequence[tuple[str, str]] = ()) -> Controller:
    """The controller for `engine:COMMAND`; raises WrongUse without a command."""
    check_command(command)
    return Controller(f"engine:{command}", EngineBot(command, options), seconds=DEFAULT_MOVE_SECONDS)


def check_command(command: str) -> None:
    """Raise WrongUse for an empty command; other mistakes show up when it is started."""
    if not command.strip():
        raise WrongUse("an engine needs a command, such as engine:./mybot")
