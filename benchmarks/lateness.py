"""How late our engines answer `go movetime 100`, beside a program that only counts the time.

    python benchmarks/lateness.py [--moves 300]

After each move of ours, the other program is asked for one. It computes for as long as an engine may use, and knows no
game; so when its answers are late, that is the machine's doing, and only what ours add is ours.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
import time

from tabletop.bots.bot import observe
from tabletop.engine.messages import option_lines, position_line
from tabletop.engine.protocol import movetime_to_use
from tabletop.games import load
from tabletop.match import Match
from tabletop.options import make_setup

MILLISECONDS = 100
TABLES = {"zickzack": [], "taktori": ["immune"], "fem": ["nocover"]}
BARE = f"""
import sys, time
for line in sys.stdin:
    started = time.perf_counter()
    if line.startswith("go"):
        while time.perf_counter() - started < {movetime_to_use(MILLISECONDS) / 1000}:
            pass
        print("bestmove 0000", flush=True)
    elif line.startswith("isready"):
        print("readyok", flush=True)
"""


class Engine:
    """A program at the other end of two pipes."""

    def __init__(self, *command: str) -> None:
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)

    def ask(self, line: str, word: str) -> str:
        """Send a line, and wait for the answer that begins with a word."""
        assert self.process.stdin and self.process.stdout
        self.process.stdin.write(line + "\n")
        for answer in self.process.stdout:
            if answer.startswith(word):
                return answer
        raise SystemExit(f"the engine ended without `{word}`")

    def timed_move(self) -> tuple[str, float]:
        """The answer to `go`, and how many milliseconds it took."""
        self.ask("isready", "readyok")
        started = time.perf_counter()
        answer = self.ask(f"go movetime {MILLISECONDS}", "bestmove")
        return answer.split()[1], 1000 * (time.perf_counter() - started)


def summary(times: list[float]) -> str:
    late = sum(taken > MILLISECONDS for taken in times)
    return f"{late:3} late, median {statistics.median(times):5.1f} ms, longest {max(times):5.1f} ms"


def main() -> None:
    parser = argparse.ArgumentParser(description="Time moves of 100 ms.")
    parser.add_argument("--moves", type=int, default=300, help="moves of each game")
    moves = parser.parse_args().moves
    bare = Engine(sys.executable, "-c", BARE)
    for name, options in TABLES.items():
        game = load(name)
        engine = Engine(sys.executable, "-m", "tabletop", name, "engine")
        ours: list[float] = []
        theirs: list[float] = []
        while len(ours) < moves:
            match = Match(game, make_setup(game, options=options))
            for line in ["uginewgame", *option_lines(game, match.setup)]:
                engine.ask(f"{line}\nisready", "readyok")
            while not match.result and len(ours) < moves:
                engine.ask(f"{position_line(game, observe(match, 0))}\nisready", "readyok")
                move, taken = engine.timed_move()
                match.play_text(move)
                ours.append(taken)
                theirs.append(bare.timed_move()[1])
        engine.process.kill()
        print(f"{name:9} {len(ours)} moves: {summary(ours)}; the bare program: {summary(theirs)}", flush=True)
    bare.process.kill()


if __name__ == "__main__":
    main()
