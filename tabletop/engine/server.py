"""The loop around the protocol: reads lines, thinks in a thread of its own, prints replies."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from threading import Event, Lock, Thread

from tabletop.bots.bot import SearchInfo, observe
from tabletop.bots.limit import Limit
from tabletop.bots.specs import bot_makers, make_controller
from tabletop.engine.protocol import Go, UgiProtocol
from tabletop.errors import TabletopError


class Server:
    """Answers lines through `write`; one thought at a time."""

    def __init__(self, protocol: UgiProtocol, write: Callable[[str], None]) -> None:
        self.protocol = protocol
        self._write = write
        self._lock = Lock()
        self._budget: Limit | None = None
        self._worker: Thread | None = None
        self._stopped = Event()

    def run(self, lines: Iterable[str]) -> None:
        """Answer every line until `quit` or the end; a thought under way is finished at once then."""
        for line in lines:
            reply = self.protocol.reply(line)
            for text in reply.lines:
                self.say(text)
            if reply.stop:
                self._finish()
            if reply.quit:
                return
            if reply.go:
                self._finish()
                self._start(reply.go)
        self._finish()

    def say(self, text: str) -> None:
        """Print a line whole, whichever thread it comes from."""
        with self._lock:
            self._write(text)

    def _start(self, go: Go) -> None:
        game, match = self.protocol.game, self.protocol.match
        spec = self.protocol.bot
        if go.depth is not None and "alphabeta" in bot_makers(game):
            spec = f"alphabeta:depth={go.depth}"
        controller = make_controller(game, spec)
        unlimited = go.nodes is None and go.seconds is None and go.depth is None
        limit = Limit() if unlimited else controller.limit(go.nodes, go.seconds)
        limit.on_info = lambda info: self.say(self._info(info, limit))
        self._budget = limit
        turn = observe(match, self.protocol.seed)
        self._stopped = stopped = Event()

        def think() -> None:
            try:
                info = controller.bot.think(turn, limit)
            except TabletopError as error:
                self.say(f"info string error: {error}")
                return
            self.say(self._info(info, limit))
            if unlimited:
                stopped.wait()
            self.say(f"bestmove {game.format_move(info.move, compact=True)}")

        self._worker = Thread(target=think, daemon=True)
        self._worker.start()

    def _finish(self) -> None:
        if self._budget:
            self._budget.stop()
        self._stopped.set()
        if self._worker:
            self._worker.join()
        self._budget = self._worker = None

    def _info(self, info: SearchInfo, limit: Limit) -> str:
        words = [f"info nodes {limit.spent} time {round(limit.elapsed() * 1000)}"]
        if info.value is not None:
            words.append(f"score {info.value:g}")
        words.append(f"pv {self.protocol.game.format_move(info.move, compact=True)}")
        return " ".join(words)
