"""The loop around the protocol: reads lines, searches in a thread of its own, prints replies.

    Server(UgiProtocol(game, "hard"), print).run(sys.stdin)

The function that prints is called with one line at a time, from either thread.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from threading import Event, Lock, Thread

from tabletop.bots.bot import SearchInfo, observe
from tabletop.bots.limit import Limit
from tabletop.bots.specs import bot_makers, make_controller
from tabletop.engine.protocol import Go, UgiProtocol
from tabletop.errors import TabletopError


class Server:
    """Answers lines through `write`; one search at a time.

    Attributes:
        protocol: keeps the options and the position.
        _limit, _thread: those of the search under way; None while there is none.
        _stopped: set once the program asked that search to end.
    """

    def __init__(self, protocol: UgiProtocol, write: Callable[[str], None]) -> None:
        self.protocol = protocol
        self._write = write
        self._write_lock = Lock()
        self._limit: Limit | None = None
        self._thread: Thread | None = None
        self._stopped = Event()

    def run(self, lines: Iterable[str]) -> None:
        """Answer every line until `quit` or the end; a search under way then ends at once."""
        for line in lines:
            reply = self.protocol.reply(line)
            for text in reply.lines:
                self.print_line(text)
            if reply.stop:
                self._finish()
            if reply.quit:
                return
            if reply.go:
                self._finish()
                self._start(reply.go)
        self._finish()

    def print_line(self, text: str) -> None:
        """Print a line whole, whichever thread it comes from."""
        with self._write_lock:
            self._write(text)

    def _start(self, go: Go) -> None:
        game, match = self.protocol.game, self.protocol.match
        spec = self.protocol.bot
        if go.depth is not None and "alphabeta" in bot_makers(game):
            spec = f"alphabeta:depth={go.depth}"
        controller = make_controller(game, spec)
        is_infinite = go.nodes is None and go.seconds is None and go.depth is None
        limit = Limit() if is_infinite else controller.limit(go.nodes, go.seconds)
        limit.on_info = lambda info: self.print_line(self._info_line(info, limit))
        self._limit = limit
        observation = observe(match, self.protocol.bot_seed)
        self._stopped = stopped = Event()

        def search() -> None:
            try:
                info = controller.bot.think(observation, limit)
            except TabletopError as error:
                self.print_line(f"info string error: {error}")
                return
            self.print_line(self._info_line(info, limit))
            if is_infinite:
                stopped.wait()
            self.print_line(f"bestmove {game.format_move(info.move, compact=True)}")

        self._thread = Thread(target=search, daemon=True)
        self._thread.start()

    def _finish(self) -> None:
        """End the search under way, if there is one, and wait until its move is printed."""
        if self._limit:
            self._limit.stop()
        self._stopped.set()
        if self._thread:
            self._thread.join()
        self._limit = self._thread = None

    def _info_line(self, info: SearchInfo, limit: Limit) -> str:
        words = [f"info nodes {limit.spent} time {round(limit.elapsed() * 1000)}"]
        if info.value is not None:
            words.append(f"score {info.value:g}")
        words.append(f"pv {self.protocol.game.format_move(info.move, compact=True)}")
        return " ".join(words)
