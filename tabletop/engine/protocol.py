"""The Universal Game Interface (UGI), seen from the engine: a line in, a Reply out.

    protocol = UgiProtocol(load("zickzack"), bot="hard")
    protocol.reply("position startpos moves 7c-7e")
    protocol.reply("query turn").lines        # ["response 2"]

The language is UGI's, with extensions for more than two players and for chance. Moves are in the
compact notation.

    query turn | players | legal | score | fen     answered with `response ...`
    query why MOVE                                 `response legal`, or the rule and the reason
    query result                                   p1win, p2win, ..., draw or none
    setoption name first value N                   who begins, in games without position strings
    outcomes in a move list                        one word: `->moved_0.4_popped_y3`

Nothing here reads, prints, searches or waits; `server` does.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from itertools import islice
from random import Random
from secrets import randbits

from tabletop import __version__
from tabletop.bots.limit import Clock
from tabletop.bots.specs import bot_makers, make_controller
from tabletop.errors import IllegalMove, TabletopError, WrongUse
from tabletop.files import LONGEST_LINE
from tabletop.game import CHANCE, NOBODY, AnyGame
from tabletop.match import Match, Ply
from tabletop.options import Option, make_setup, parse_seed
from tabletop.text import shorten, whole_number

ARROW = "->"


def move_word(game: AnyGame, ply: Ply) -> str:
    """A move or an outcome as one word of a move list."""
    text = game.format_move(ply.move, compact=True)
    return ARROW + "_".join(text.split()) if ply.player == CHANCE else text


def play_move_word(match: Match, word: str) -> None:
    """Play a word of a move list; raises what `Match.play` raises."""
    if word.startswith(ARROW):
        match.play(match.game.grammar.parse(word[len(ARROW) :].replace("_", " "), match.state, outcome=True), "stated")
    else:
        match.play_text(word)


NO_SEED, MAX_SEED = -1, 2**31 - 1
"""The option `seed`: without one, no two games are alike."""
MOVE_OVERHEAD, MAX_OVERHEAD = 15, 10_000
"""The option `move-overhead`: milliseconds of reserve in every move."""
MOVETIME_RESERVE = 45
"""Milliseconds of a `movetime` that a search leaves unused as well, at most half of it: now and then a system takes the
processor away for that long."""
NULL_MOVE = "0000"
"""The answer to `go` if nobody can move."""
MAX_LEGAL = 10_000
"""`query legal` lists no more than this many moves."""


@dataclass(frozen=True)
class Go:
    """The limits that `go` sets; with none of them, the bot has its usual one."""

    nodes: int | None = None
    seconds: float | None = None
    depth: int | None = None
    infinite: bool = False
    """Whether to go on until `stop`, or to wait for it if the search ends before."""


@dataclass
class Reply:
    """The answer to a line: what to print, and what to do next."""

    lines: list[str] = field(default_factory=list)
    go: Go | None = None
    """Start a search. One that is under way ends before, and its move is printed first."""
    stop: bool = False
    """End the search under way, and print its move before the lines."""
    get_ready: bool = False
    """Do what takes long at the first search, then print the lines."""
    quit: bool = False
    """End the program."""


class UgiProtocol:
    """One conversation with a program that uses our engine.

    Attributes:
        game: the game, which stays the same.
        bot: the spec of the bot that searches; an option changes it.
        overhead: milliseconds of its time that the bot does not use, because a move takes time on its way.
        match: the position that was set last, with the moves that led there.
        bot_seed: the seed of the bot in this game; `uginewgame` changes it.
        _seed: the option `seed`, from which those come; None for random ones.
        _games: new games since the option was set.
    """

    def __init__(self, game: AnyGame, bot: str = "hard") -> None:
        self.game = game
        self.bot = bot
        self.overhead = MOVE_OVERHEAD
        self._seed: int | None = None
        self._games = 0
        self.bot_seed = self._draw_seed()
        self._values: dict[str, str] = {}
        self.match = self._new_match(None)

    def reply(self, line: str) -> Reply:
        """Answer a line; a line that makes no sense gets an `info string` and changes nothing."""
        if len(line) >= LONGEST_LINE:
            return Reply(["info string this line is too long"])
        words = line.split()
        if not words:
            return Reply()
        command = self._commands().get(words[0].lower())
        if command is None:
            return Reply([f"info string unknown command {words[0][:40]!r}"])
        try:
            return command(words[1:])
        except TabletopError as error:
            return Reply([f"info string error: {_one_line(error)}"])

    def _commands(self) -> dict[str, Callable[[list[str]], Reply]]:
        return {
            "ugi": self._ugi,
            "isready": lambda words: Reply(["readyok"], get_ready=True),
            "setoption": self._setoption,
            "uginewgame": self._new_game,
            "position": self._position,
            "query": self._query,
            "go": self._go,
            "stop": lambda words: Reply(stop=True),
            "quit": lambda words: Reply(stop=True, quit=True),
        }

    def _ugi(self, words: list[str]) -> Reply:
        identity = [f"id name tabletop {self.game.name} {__version__}", "id author the tabletop authors"]
        return Reply([*identity, *self._option_lines(), "ugiok"])

    def _option_lines(self) -> list[str]:
        lines = [_option_line(option) for option in self.game.options]
        fewest, most = self.game.players
        if fewest != most:
            lines.append(f"option name players type spin default {fewest} min {fewest} max {most}")
        if self.game.parse_position is None:
            lines.append(f"option name first type spin default 1 min 1 max {most}")
        if self.game.models:
            lines.append(f"option name model type string default {self.game.models.default}")
            lines.append("option name skill type string default <empty>")
        bots = " ".join(f"var {name}" for name in bot_makers(self.game))
        lines.append(f"option name bot type combo default {self.bot} {bots}")
        lines.append(f"option name seed type spin default {NO_SEED} min {NO_SEED} max {MAX_SEED}")
        lines.append(f"option name move-overhead type spin default {MOVE_OVERHEAD} min 0 max {MAX_OVERHEAD}")
        return lines

    def _setoption(self, words: list[str]) -> Reply:
        text = " ".join(words)
        if not text.lower().startswith("name "):
            raise WrongUse("expected `setoption name NAME value VALUE`")
        name, _, value = text[5:].partition(" value ")
        name, value = name.strip().lower(), value.strip()
        if name == "bot":
            make_controller(self.game, value)
            self.bot = value
        elif name == "seed":
            self._seed = None if value == str(NO_SEED) else parse_seed(value)
            self._games = 0
            self.bot_seed = self._draw_seed()
        elif name == "move-overhead":
            number = whole_number(value)
            if number is None or number > MAX_OVERHEAD:
                raise WrongUse(f"move-overhead must be a number from 0 to {MAX_OVERHEAD}, not {shorten(value)!r}")
            self.overhead = number
        elif not any(line.split()[2] == name for line in self._option_lines()):
            return Reply([f"info string unknown option {shorten(name)!r} is ignored"])
        else:
            before = dict(self._values)
            self._values[name] = value
            try:
                self.match = self._new_match(None)
            except TabletopError:
                self._values = before
                raise
        return Reply()

    def _new_game(self, words: list[str]) -> Reply:
        self.match = self._new_match(None)
        self._games += 1
        self.bot_seed = self._draw_seed()
        return Reply()

    def _draw_seed(self) -> int:
        """The bot's seed for a new game: the next of a fixed sequence if the option is set, else a random one."""
        return randbits(31) if self._seed is None else Random(f"{self._seed} {self._games}").getrandbits(31)

    def _new_match(self, position: str | None) -> Match:
        """A match at the start, or at a position, with the options that were set."""
        values = dict(self._values)
        players = _number(values, "players")
        first = _number(values, "first") if self.game.parse_position is None else None
        model = values.pop("model", "") or None
        skills = values.pop("skill", "").replace("<empty>", "").split()
        options = [f"{name}={value}" for name, value in values.items()]
        setup = make_setup(self.game, players=players, options=options, model=model, skills=skills)
        if first is not None and not 1 <= first <= setup.players:
            raise WrongUse(f"there is no player {first}: this game has {setup.players}")
        setup = replace(setup, first=first or 1)
        if position is None:
            return Match(self.game, setup)
        if self.game.parse_position is None:
            raise WrongUse(f"{self.game.title} has no position strings; use startpos and moves")
        return Match(self.game, setup, self.game.parse_position(position, setup))

    def _position(self, words: list[str]) -> Reply:
        split = words.index("moves") if "moves" in words else len(words)
        position, moves = words[:split], words[split + 1 :]
        if position == ["startpos"]:
            match = self._new_match(None)
        elif position[:1] == ["fen"] and len(position) > 1:
            match = self._new_match(" ".join(position[1:]))
        else:
            raise WrongUse("expected `position startpos|fen POSITION [moves MOVE ...]`")
        for number, word in enumerate(moves, 1):
            try:
                play_move_word(match, word)
            except TabletopError as error:
                raise WrongUse(f"move {number} ({word[:60]}): {error}") from error
        self.match = match
        return Reply()

    def _query(self, words: list[str]) -> Reply:
        topic = words[0].lower() if words else ""
        answers: dict[str, Callable[[], str]] = {
            "gameover": lambda: _true_or_false(self.match.result is not None),
            "p1turn": lambda: _true_or_false(self.match.to_move == 1),
            "result": self._result,
            "turn": lambda: "none" if self.match.to_move == NOBODY else str(self.match.to_move),
            "players": lambda: str(self.match.setup.players),
            "legal": self._legal,
            "score": lambda: " ".join(map(str, self.match.state.scores() or ())) or "none",
            "fen": self._fen,
            "why": lambda: self._why(" ".join(words[1:])),
        }
        if topic not in answers:
            raise WrongUse(f"cannot query {topic!r}; the topics are {', '.join(answers)}")
        return Reply([f"response {answers[topic]()}"])

    def _result(self) -> str:
        result = self.match.result
        if result is None:
            return "none"
        if not result.winners or len(result.winners) == self.match.setup.players > 1:
            return "draw"
        return " ".join(f"p{player}win" for player in result.winners)

    def _legal(self) -> str:
        if self.match.result:
            return ""
        moves = islice(self.match.state.legal_moves(), MAX_LEGAL)
        return " ".join("_".join(self.game.format_move(move, compact=True).split()) for move in moves)

    def _fen(self) -> str:
        return self.game.format_position(self.match.state) if self.game.format_position else "none"

    def _why(self, text: str) -> str:
        try:
            self.match.check(self.match.parse(text))
        except IllegalMove as error:
            return _one_line(error)
        return "legal"

    def _go(self, words: list[str]) -> Reply:
        """Start a search, or answer with no move if nobody can move; what makes no sense in it is ignored."""
        if self.match.to_move < 1:
            reason = "the game is over" if self.match.result else "the outcome of the last move is missing"
            return Reply([f"info string {reason}", f"bestmove {NULL_MOVE}"], stop=True)
        limits: dict[str, int] = {}
        ignored: list[str] = []
        rest = [word.lower() for word in words]
        while rest:
            word = rest.pop(0)
            number = _limit_number(rest[0]) if rest else None
            if word == "infinite":
                limits[word] = 1
            elif _LIMITS.fullmatch(word) and number is not None and (number or word not in ("nodes", "depth")):
                limits[word] = number
                rest.pop(0)
            else:
                ignored.append(word)
        lines = [f"info string `go`: ignored {shorten(' '.join(ignored))!r}"] if ignored else []
        seconds = None if "infinite" in limits else self._seconds(limits)
        nodes = None if "infinite" in limits else limits.get("nodes")
        return Reply(lines, go=Go(nodes, seconds, limits.get("depth"), "infinite" in limits))

    def _seconds(self, limits: dict[str, int]) -> float | None:
        """The time for this move: `movetime`, or a share of the mover's clock; None without either."""
        if "movetime" in limits:
            return movetime_to_use(limits["movetime"], self.overhead) / 1000
        player = self.match.to_move
        if f"p{player}time" not in limits:
            return None
        clock = Clock(limits[f"p{player}time"] / 1000, limits.get(f"p{player}inc", 0) / 1000)
        return clock.for_move(self.overhead / 1000)


def movetime_to_use(movetime: int, overhead: int = MOVE_OVERHEAD) -> float:
    """How many milliseconds of a `movetime` a search uses, so that its answer arrives in time."""
    left = max(0, movetime - overhead)
    return max(left / 2, left - MOVETIME_RESERVE)


_LIMITS = re.compile(r"nodes|movetime|depth|p[1-9](time|inc)")


def _limit_number(text: str) -> int | None:
    """A number of `go`; a time below zero is none at all."""
    number = whole_number(text.removeprefix("-"))
    return 0 if number and text.startswith("-") else number


def _number(values: dict[str, str], name: str) -> int | None:
    """Remove a number from the values; None if it was not set."""
    text = values.pop(name, None)
    number = whole_number(text) if text is not None else None
    if text is not None and number is None:
        raise WrongUse(f"{name} must be a number, not {shorten(text)!r}")
    return number


def _true_or_false(value: bool) -> str:
    return "true" if value else "false"


def _one_line(error: TabletopError) -> str:
    return " ".join(str(error).split())


def _option_line(option: Option) -> str:
    head = f"option name {option.name} type"
    if isinstance(option.default, bool):
        return f"{head} check default {_true_or_false(option.default)}"
    if option.choices:
        choices = " ".join(f"var {choice}" for choice in option.choices)
        return f"{head} combo default {option.default} {choices}"
    if isinstance(option.default, int):
        return f"{head} spin default {option.default} min {option.minimum} max 999999999"
    return f"{head} string default {option.default}"
