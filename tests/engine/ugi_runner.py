"""A small match runner for UGI that knows nothing of the games and imports nothing of ours."""

from __future__ import annotations

import subprocess


class Engine:
    """An engine in a process of its own."""

    def __init__(self, command: list[str], options: dict[str, str] | None = None) -> None:
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.ask("ugi", "ugiok")
        for name, value in (options or {}).items():
            self.say(f"setoption name {name} value {value}")
        self.ask("isready", "readyok")

    def say(self, line: str) -> None:
        assert self.process.stdin
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def ask(self, line: str, word: str) -> str:
        assert self.process.stdout
        self.say(line)
        while True:
            answer = self.process.stdout.readline()
            if not answer:
                raise RuntimeError(f"the engine died after {line!r}")
            if answer.split()[:1] == [word]:
                return answer.split(None, 1)[1].strip() if " " in answer.strip() else ""

    def quit(self) -> int:
        self.say("quit")
        return self.process.wait(10)


def play(first: Engine, second: Engine, go: str, most: int = 300) -> tuple[str, list[str]]:
    """Let two engines play; the result and the moves. Both must agree on everything."""
    moves: list[str] = []
    for engine in (first, second):
        engine.say("uginewgame")
    for _ in range(most):
        position = "position startpos" + (" moves " + " ".join(moves) if moves else "")
        for engine in (first, second):
            engine.say(position)
        over = {engine.ask("query gameover", "response") for engine in (first, second)}
        result = {engine.ask("query result", "response") for engine in (first, second)}
        assert len(over) == len(result) == 1, (over, result, moves)
        if over == {"true"}:
            return result.pop(), moves
        mover = first if first.ask("query p1turn", "response") == "true" else second
        moves.append(mover.ask(go, "bestmove"))
    return "none", moves
