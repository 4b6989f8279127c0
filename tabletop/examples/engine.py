"""A small UGI engine that plays every game, one move ahead.

    tabletop engine check zickzack "python3 engine.py zickzack"

Change `choose` to make it yours. The manual page tabletop-ugi(5) describes the protocol.
"""

import sys
from itertools import pairwise
from random import Random
from threading import Event, Thread
from time import monotonic
from typing import Any

import tabletop


class Engine:
    def __init__(self, game: str) -> None:
        self.game = game
        self.options: dict[str, str] = {}
        self.rng = Random()
        self.stopped = Event()
        self.search = Thread()
        self.match = self.new_match()

    def new_match(self, position: str | None = None) -> tabletop.Match:
        """A match with the options that were set; without a seed, because the client sends every outcome."""
        rest = {name: value for name, value in self.options.items() if name != "seed"}
        numbers: dict[str, Any] = {name: int(rest.pop(name)) for name in ("players", "first") if name in rest}
        model, skills = rest.pop("model", None), rest.pop("skill", "").split()
        options = [f"{name}={value}" for name, value in rest.items()]
        return tabletop.new_match(self.game, options=options, model=model, skills=skills, position=position, **numbers)

    def answer(self, line: str) -> None:
        command, _, rest = line.strip().partition(" ")
        if command in ("go", "stop", "quit") and self.search.is_alive():
            self.stopped.set()
            self.search.join()
        if command == "ugi":
            print("id name example\noption name seed type spin default 0 min 0 max 2147483647\nugiok", flush=True)
        elif command == "isready":
            print("readyok", flush=True)
        elif command == "setoption":
            name, _, value = rest.removeprefix("name ").partition(" value ")
            self.options[name] = value
        elif command == "uginewgame":
            self.rng = Random(self.options.get("seed"))
        elif command == "position":
            start, _, moves = rest.partition(" moves ")
            match = self.new_match(start.removeprefix("fen ") if start.startswith("fen ") else None)
            for word in moves.split():  # an outcome begins with an arrow, and has underscores instead of spaces
                match.play_text(word[2:].replace("_", " ") if word.startswith("->") else word)
            self.match = match
        elif command == "query":
            winners = self.match.result.winners if self.match.result else ()
            result = f"p{winners[0]}win" if len(winners) == 1 else "draw" if self.match.result else "none"
            answers = {"gameover": bool(self.match.result), "p1turn": self.match.to_move == 1, "result": result}
            print("response", str(answers.get(rest)).lower(), flush=True)
        elif command == "go":
            self.stopped, self.search = Event(), Thread(target=self.think, args=(rest.split(),))
            self.search.start()

    def think(self, words: list[str]) -> None:
        limits = {key: int(number) for key, number in pairwise(words) if number.isdigit()}
        clock = limits.get(f"p{self.match.to_move}time", 30_000) / 30
        deadline = monotonic() + max(0.0, limits.get("movetime", clock) - 20) / 1000
        move = self.choose(deadline, limits.get("nodes", 10**9)) if self.match.to_move > 0 else "0000"
        if "infinite" in words:
            self.stopped.wait()
        print(f"bestmove {move}", flush=True)

    def choose(self, deadline: float, nodes: int) -> str:
        """The move with the highest lead after it, a random one of equals."""
        best, highest = None, (-1e9, 0.0)
        for number, move in enumerate(self.match.legal_turns(), 1):
            value = (self.lead(self.match.state.apply(move)), self.rng.random())
            if value > highest:
                best, highest = move, value
            if number >= nodes or monotonic() > deadline or self.stopped.is_set():
                break
        return self.match.game.format_move(best, compact=True)

    def lead(self, state: Any) -> float:
        """Points ahead of the best of the others; winning counts a thousand."""
        player, result, points = self.match.to_move, state.result(), list(state.scores() or ())
        own = float(points.pop(player - 1)) if points else 0.0
        return own - max(points, default=0) + 1000 * bool(result and player in result.winners)


if __name__ == "__main__":
    engine = Engine(sys.argv[1] if len(sys.argv) > 1 else "zickzack")
    for line in sys.stdin:
        try:
            engine.answer(line)
        except (ValueError, tabletop.TabletopError) as error:
            print(f"info string {' '.join(str(error).split())}", flush=True)
        if line.strip() == "quit":
            break
