"""What the fuzzer feeds: every reader of text from outside. Each raises TabletopError, or nothing.

python -m tests.fuzz.targets 50000 1       # so many inputs from that seed; prints what broke
"""

from __future__ import annotations

import resource
import sys
import tempfile
from collections.abc import Callable
from functools import cache
from itertools import islice
from pathlib import Path

from tabletop.arena.plan import read_tournament
from tabletop.arena.results import ResultsFile
from tabletop.arena.tournament import Tournament
from tabletop.engine.protocol import UgiProtocol
from tabletop.errors import TabletopError
from tabletop.games import load
from tabletop.games.zickzack.boardfile import parse_board
from tabletop.match import Match
from tabletop.replay import read_games, replay, write_record
from tabletop.settings import parse_settings
from tests.fuzz.mutate import Mutator
from tests.helpers import GAMES, ROOT, new_match, random_match

EXIT_CODES = {1, 2, 3, 4, 5}
"""What an error may exit with; 130 is Ctrl-C's."""
MAX_SECONDS = 3.0
"""CPU time that one input may cost."""
COMPAT = ROOT / "tests" / "compat" / "0.1"
EXAMPLES = ROOT / "tabletop" / "examples"
UGI = (
    "ugi",
    "isready",
    "uginewgame",
    "setoption name seed value 7",
    "query turn",
    "query legal",
    "query result",
    "position startpos moves 7c-7e",
    "position fen x",
    "query why 3a",
    "go nodes 5",
    "setoption name first value 2",
)


def _texts(folder: Path, pattern: str) -> list[str]:
    texts = [path.read_text("utf-8") for path in sorted(folder.rglob(pattern))]
    assert texts, folder / pattern
    return texts


@cache
def _folder() -> Path:
    return Path(tempfile.mkdtemp(prefix="tabletop-fuzz-"))


def _written(name: str, text: str) -> str:
    path = _folder() / name
    path.write_bytes(text.encode("utf-8", "surrogatepass"))
    return str(path)


def feed_move_file(text: str) -> None:
    for record in islice(read_games(_written("game.moves", text)), 5):
        for step in replay(record, verify=True):
            match = step.match
        write_record(match)


@cache
def _match(name: str) -> Match:
    return new_match(name, 1)


def feed_positions(text: str) -> None:
    for name in GAMES:
        game, setup = load(name), _match(name).setup
        if game.parse_position and game.format_position:
            try:
                state = game.parse_position(text, setup)
            except TabletopError:
                continue
            spelt = game.format_position(state)
            assert game.format_position(game.parse_position(spelt, setup)) == spelt, spelt


def feed_moves(text: str) -> None:
    for name in GAMES:
        match = _match(name)
        try:
            match.check(match.parse(text))
        except TabletopError as error:
            str(error)


def feed_model(text: str) -> None:
    for name in GAMES:
        if models := load(name).models:
            try:
                models.parse(text, "mine.toml")
            except TabletopError as error:
                str(error)


def feed_board(text: str) -> None:
    parse_board(text, "mine.toml")


def feed_settings(text: str) -> None:
    parse_settings(text, "config.toml")


def feed_plan(text: str) -> None:
    read_tournament(_written("plan.toml", text))


@cache
def _tournament() -> Tournament:
    return read_tournament(str(next(iter(sorted(COMPAT.rglob("*plan*.toml"))))))


def feed_results(text: str) -> None:
    with ResultsFile(Path(_written("plan.results", text)), _tournament()):
        pass


def feed_ugi(text: str) -> None:
    protocol = UgiProtocol(load("zickzack"), bot="random")
    for line in text.splitlines():
        for answer in protocol.reply(line).lines:
            assert "\n" not in answer


def _positions() -> list[str]:
    texts = []
    for name in GAMES:
        game = load(name)
        if game.format_position:
            texts += [game.format_position(random_match(name, seed, 8).state) for seed in range(4)]
    return texts


def _moves() -> list[str]:
    return [
        spelt
        for name in GAMES
        for move in islice(_match(name).legal_turns(), 0, 200, 23)
        for spelt in (load(name).format_move(move), load(name).format_move(move, compact=True))
    ]


TARGETS: dict[str, tuple[Callable[[str], None], Callable[[], list[str]]]] = {
    "move files": (feed_move_file, lambda: [*_texts(EXAMPLES, "*.moves"), *_texts(COMPAT, "*.moves")]),
    "positions": (feed_positions, _positions),
    "moves": (feed_moves, _moves),
    "models": (feed_model, lambda: _texts(ROOT / "tabletop" / "games", "presets/*.toml")),
    "boards": (feed_board, lambda: _texts(ROOT / "tabletop" / "games" / "zickzack", "*.toml")),
    "settings": (feed_settings, lambda: _texts(COMPAT, "config.toml")),
    "plans": (feed_plan, lambda: [*_texts(EXAMPLES, "*.toml"), *_texts(COMPAT, "*plan*.toml")]),
    "results": (feed_results, lambda: _texts(COMPAT, "*.results")),
    "UGI lines": (feed_ugi, lambda: ["\n".join(UGI), "\n".join(reversed(UGI))]),
}
"""What reads a text, and texts that are right."""


def fuzz(name: str, count: int, seed: int) -> list[str]:
    """Feed so many variants to a target; what broke, a line each."""
    feed, texts = TARGETS[name]
    mutator = Mutator(texts(), seed)
    broken = []
    for number in range(count):
        text = mutator.variant()
        before = _cpu_seconds()
        try:
            feed(text)
        except TabletopError as error:
            if error.exit_code not in EXIT_CODES or not str(error):
                broken.append(f"{name} {seed}/{number}: exit code {error.exit_code}: {error!r}")
        except Exception as error:
            broken.append(f"{name} {seed}/{number}: {type(error).__name__}: {error}: {text[:200]!r}")
        if (spent := _cpu_seconds() - before) > MAX_SECONDS:
            broken.append(f"{name} {seed}/{number}: {spent:.1f} s of CPU: {text[:200]!r}")
    return broken


def _cpu_seconds() -> float:
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime


if __name__ == "__main__":
    inputs, start = int(sys.argv[1]), int(sys.argv[2])
    resource.setrlimit(resource.RLIMIT_AS, (2**30, 2**30))
    problems = [line for target in TARGETS for line in fuzz(target, inputs // len(TARGETS), start)]
    print("\n".join(problems) or f"{inputs} inputs, nothing broke")
    sys.exit(bool(problems))
