"""Set-up that tests of several folders share."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import chdir
from functools import cache
from pathlib import Path
from random import Random
from typing import Any
from unittest import mock

from hypothesis import settings

from tabletop.bots.bot import Observation
from tabletop.bots.limit import Limit
from tabletop.bots.random import RandomBot
from tabletop.game import CHANCE, Game, Move, State
from tabletop.games import game_names, load, register
from tabletop.match import Match
from tabletop.options import make_setup

ROOT = Path(__file__).resolve().parent.parent
SHIPPED_GAMES = game_names()
"""The games of the package: these have a manual page, and processes of their own know them."""
register("nim", module="tests.games.nim", summary="Take stones from heaps; the last one wins (2 players).")
GAMES = game_names()
"""Those, and Nim, which has only what every game must have."""
QUICK, THOROUGH = 30, 100
"""Examples of a property that does not say how many: usually, and with `--slow`."""


def examples(count: int) -> settings:
    """Settings for a property: this many examples with `--slow`, and a part of them otherwise."""
    return settings(max_examples=max(2, count * settings.default.max_examples // THOROUGH))


def tables(game: Game) -> list[dict[str, Any]]:
    """Some ways to set the table: the default, the most players, every option away from its default."""
    ways: list[dict[str, Any]] = [{}]
    if game.players[0] != game.players[1]:
        ways.append({"players": game.players[1]})
    words = []
    for option in game.options:
        if isinstance(option.default, bool):
            words.append(option.name)
        elif option.choices:
            words.append(f"{option.name}={option.choices[-1]}")
    if words:
        ways.append({"options": words, "players": game.players[1]})
    return ways


def new_match(name: str, seed: int = 1, **table: Any) -> Match:
    """A match with its set-up rolled."""
    game = load(name)
    match = Match(game, make_setup(game, seed=seed if game.models else None, **table))
    match.settle()
    return match


def random_move(match: Match, rng: Random) -> Move:
    """A random legal move of the player to move."""
    observation = Observation(match.game, match.setup, match.state, match.states, match.to_move, rng)
    return RandomBot().think(observation, Limit()).move


def play_randomly(match: Match, seed: int, plies: int) -> Iterator[State]:
    """Play random legal turns; yields the state before each."""
    rng = Random(seed)
    for _ in range(plies):
        match.settle()
        if match.result or match.to_move == CHANCE:
            return
        yield match.state
        match.play(random_move(match, rng))
    match.settle()


def random_match(name: str, seed: int, plies: int, **table: Any) -> Match:
    """A match after some random turns."""
    match = new_match(name, seed, **table)
    for _ in play_randomly(match, seed, plies):
        pass
    return match


def match_under_way(name: str, seed: int, plies: int, **table: Any) -> Match:
    """A match after some random turns that is not over: a game that ends earlier is cut to half as many, or fewer."""
    while (match := random_match(name, seed, plies, **table)).result:
        plies //= 2
    return match


@cache
def is_short(name: str) -> bool:
    """Whether random moves can end a game within ten turns, so that tests cannot ask for long ones."""
    return any(random_match(name, seed, 10).result for seed in range(5))


Done = subprocess.CompletedProcess[str]


def tabletop(*args: str, stdin: str | bytes = "", cwd: Path | None = None, **env: str) -> Done:
    """Run the command line in this process, which saves the start of Python; `program` runs one of its own."""
    from tabletop.cli.main import main

    streams = [io.TextIOWrapper(io.BytesIO(data), encoding="utf-8") for data in (_bytes(stdin), b"", b"")]
    before = sys.stdin, sys.stdout, sys.stderr
    with mock.patch.dict(os.environ, env), chdir(cwd or ROOT):
        sys.stdin, sys.stdout, sys.stderr = streams
        try:
            main(list(args))
        except SystemExit as left:
            code = left.code
        finally:
            sys.stdin, sys.stdout, sys.stderr = before
    out, err = (_written(stream) for stream in streams[1:])
    assert isinstance(code, int)
    assert "Traceback" not in err, err
    return Done(list(args), code, out, err)


def _bytes(text: str | bytes) -> bytes:
    return text.encode() if isinstance(text, str) else text


def _written(stream: io.TextIOWrapper) -> str:
    stream.flush()
    assert isinstance(stream.buffer, io.BytesIO)
    return stream.buffer.getvalue().decode()


def program(*args: str, stdin: str | bytes = "", cwd: Path | None = None, **env: str) -> Done:
    """Run the command line in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "tabletop", *args],
        input=_bytes(stdin),
        capture_output=True,
        cwd=cwd or ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT), **env},
        timeout=120,
        check=False,
    )
    out, err = done.stdout.decode(), done.stderr.decode()
    assert "Traceback" not in err, err
    return Done(done.args, done.returncode, out, err)
