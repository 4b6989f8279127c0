"""The loop around the protocol: reads lines, searches in a thread of its own, prints replies.

    Server(UgiProtocol(game, "hard"), print).run(sys.stdin)

The function that prints is called with one line at a time, from either thread.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from threading import Event, Lock, Thread

from tabletop.bots.bot import SearchInfo, observe
from tabletop.bots.limit import Limit
from tabletop.bots.specs import Controller, make_controller
from tabletop.engine.info import info_line
from tabletop.engine.protocol import NULL_MOVE, Go, UgiProtocol
from tabletop.game import Setup

COLLECTS_BY_HAND = hasattr(gc, "freeze")


class Server:
    """Answers lines through `write`; one search at a time.

    Attributes:
        protocol: keeps the options and the position.
        _limit, _thread: those of the search under way; None while there is none.
        _stopped: set once the program asked that search to end.
        _ready: the bot and the setup that the last `isready` has prepared.
    """

    def __init__(self, protocol: UgiProtocol, write: Callable[[str], None]) -> None:
        self.protocol = protocol
        self._write = write
        self._write_lock = Lock()
        self._limit: Limit | None = None
        self._thread: Thread | None = None
        self._stopped = Event()
        self._ready: tuple[str, Setup] | None = None

    def run(self, lines: Iterable[str]) -> None:
        """Answer every line until `quit` or the end; a search under way then ends at once."""
        with _collecting_by_hand():
            self._answer(lines)

    def _answer(self, lines: Iterable[str]) -> None:
        for line in lines:
            reply = self.protocol.reply(line)
            if reply.stop or reply.go:
                self._finish()
            if reply.get_ready:
                self._get_ready()
            for text in reply.lines:
                self.print_line(text)
            if reply.quit:
                return
            if reply.go:
                self._start(reply.go)
        self._finish()

    def print_line(self, text: str) -> None:
        """Print a line whole, whichever thread it comes from."""
        with self._write_lock:
            self._write(text)

    def _start(self, go: Go) -> None:
        protocol = self.protocol
        controller = make_controller(protocol.game, protocol.bot)
        self._limit = limit = self._make_limit(go, controller)
        observation = observe(protocol.match, protocol.bot_seed)
        self._stopped = stopped = Event()

        def search() -> None:
            if go.infinite:
                gc.enable()
            try:
                info = controller.bot.think(observation, limit)
                answer = protocol.game.format_move(info.move, compact=True)
            except Exception as error:
                # A bot may be somebody else's program, and whoever sent `go` waits for an answer.
                self.print_line(f"info string error: {' '.join(str(error).split()) or type(error).__name__}")
                answer = NULL_MOVE
            else:
                self._print_info(info, limit)
            if go.infinite:
                stopped.wait()
            self.print_line(f"bestmove {answer}")
            limit.leftovers = None
            _collect()

        self._thread = Thread(target=search, daemon=True)
        self._thread.start()

    def _make_limit(self, go: Go, controller: Controller) -> Limit:
        """The limit of a search, which prints what the bot reports."""
        depth = go.depth
        if depth is not None and not getattr(controller.bot, "has_depth", False):
            self.print_line(f"info string bot {controller.spec} has no depth, so `go depth` does not limit it")
            depth = None
        if go.infinite or not (go.nodes is go.seconds is depth is None):
            limit = Limit(go.nodes, go.seconds, depth=depth)
        else:
            limit = controller.limit()
        limit.on_info = lambda info: self._print_info(info, limit)
        limit.leftovers = []
        return limit

    def _get_ready(self) -> None:
        """Let the bot load and compute what it needs for the first move, unless it has or is searching."""
        match, spec = self.protocol.match, self.protocol.bot
        if self._thread or self._ready == (spec, match.setup) or match.to_move < 1:
            return
        self._ready = (spec, match.setup)
        try:
            make_controller(match.game, spec).bot.think(observe(match, 0), Limit(nodes=1))
        except Exception:
            # The first search will say so.
            return

    def _finish(self) -> None:
        """End the search under way, if there is one, and wait until its move is printed."""
        if self._limit:
            self._limit.stop()
        self._stopped.set()
        if self._thread:
            self._thread.join()
        self._limit = self._thread = None

    def _print_info(self, info: SearchInfo, limit: Limit) -> None:
        self.print_line(info_line(self.protocol.game, info, limit.spent, limit.elapsed()))


@contextmanager
def _collecting_by_hand() -> Iterator[None]:
    """Without automatic collection of cyclic garbage, which can take longer than a move may be late.

    It is collected after every move instead, while the opponent thinks, and only from what was made since the start.
    An endless search collects as it goes. PyPy always does, in steps that are short enough.
    """
    if not COLLECTS_BY_HAND:
        yield
        return
    gc.disable()
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()
        gc.enable()


def _collect() -> None:
    """Collect the garbage of a search, and no more until the next one has ended."""
    if COLLECTS_BY_HAND:
        gc.disable()
        gc.collect()
