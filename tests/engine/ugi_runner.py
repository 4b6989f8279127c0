"""A small match runner for UGI that knows nothing of the games and imports nothing of ours."""

from __future__ import annotations

import subprocess


class Engine:
    """An engine in a process of its own."""

    def __init__(self, command: list[str], options: dict[str, str] | None = None) -> None:
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.ask("ugi", "ugiok")
        for name, value in (options or {}).items():
            self.send(f"setoption name {name} value {value}")
        self.ask("isready", "readyok")

    def send(self, line: str) -> None:
        assert self.process.stdin
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def ask(self, line: str, word: str) -> str:
        """Send a line; what follows `word` in the first answer that begins with it."""
        assert self.process.stdout
        self.send(line)
        while True:
            answer = self.process.stdout.readline()
            if not answer:
                raise RuntimeError(f"the engine died after {line!r}")
            if answer.split()[:1] == [word]:
                return answer.split(None, 1)[1].strip() if " " in answer.strip() else ""

    def quit(self) -> int:
        self.send("quit")
        return self.process.wait(10)


def play(first: Engine, second: Engine, go: str, max_turns: int = 300) -> tuple[str, list[str]]:
    """Let two engines play a game; its result and moves. Both must agree on the position after every move."""
    moves: list[str] = []
    for engine in (first, second):
        engine.send("uginewgame")
    for _ in range(max_turns):
        position = "position startpos" + (" moves " + " ".join(moves) if moves else "")
        for engine in (first, second):
            engine.send(position)
        is_over = {engine.ask("query gameover", "response") for engine in (first, second)}
        result = {engine.ask("query result", "response") for engine in (first, second)}
        assert len(is_over) == len(result) == 1, (is_over, result, moves)
        if is_over == {"true"}:
            return result.pop(), moves
        mover = first if first.ask("query p1turn", "response") == "true" else second
        moves.append(mover.ask(go, "bestmove"))
    return "none", moves
