"""Bots by name: levels (`hard`) and searches with parameters (`mcts:iterations=2000,c=1.4`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib import import_module

from tabletop.bots.alphabeta import AlphaBetaBot
from tabletop.bots.bot import Bot
from tabletop.bots.game_tree import P, PlayoutTreeMaker, T, TreeMaker
from tabletop.bots.limit import Limit
from tabletop.bots.mcts import MctsBot
from tabletop.errors import WrongUse
from tabletop.game import AnyGame
from tabletop.text import shorten, whole_number

LEVELS = ("random", "easy", "medium", "hard")


@dataclass(frozen=True)
class Controller:
    """A bot with its usual budget, as a seat's words ask for it (`hard`, `mcts:iterations=2000`)."""

    spec: str
    bot: Bot
    nodes: int | None = None
    seconds: float | None = None

    def limit(self, nodes: int | None = None, seconds: float | None = None) -> Limit:
        """A fresh budget; one that is given replaces the usual one."""
        if nodes is None and seconds is None:
            return Limit(self.nodes, self.seconds)
        return Limit(nodes, seconds)


BotMaker = Callable[[Mapping[str, str]], Controller]
"""Makes a bot of the parameters of a spec; raises WrongUse for one it does not know."""


def bot_makers(game: AnyGame) -> dict[str, BotMaker]:
    """What bots the game has, by name: the levels first."""
    from tabletop.bots.random import RandomBot

    own: dict[str, BotMaker] = dict(import_module(game.bots).BOTS) if game.bots else {}
    return {"random": level("random", RandomBot()), **own}


def make_controller(game: AnyGame, spec: str) -> Controller:
    """The bot that a spec such as `hard` or `mcts:iterations=2000,c=1.4` asks for; raises WrongUse."""
    name, colon, rest = spec.partition(":")
    known = bot_makers(game)
    if name not in known:
        raise WrongUse(f"{game.title} has no bot {shorten(name)!r}; there are {', '.join(known)}")
    parameters: dict[str, str] = {}
    for word in rest.split(",") if colon else ():
        key, _, value = word.partition("=")
        if not key or not value:
            raise WrongUse(f"{shorten(spec)!r}: a bot's parameters are written NAME=VALUE,NAME=VALUE")
        if key in parameters:
            raise WrongUse(f"{shorten(spec)!r}: {shorten(key)!r} is given twice")
        parameters[key] = value
    return known[name](parameters)


@dataclass
class Parameters:
    """A spec's parameters; each is taken once, and `done` refuses what nobody took."""

    bot: str
    given: Mapping[str, str]
    _known: list[str] = field(default_factory=list)

    def whole(self, name: str, default: int, least: int = 1) -> int:
        """A whole number, not below `least`; raises WrongUse."""
        text = self._take(name)
        if text is None:
            return default
        number = whole_number(text)
        if number is None or number < least:
            wish = f"a whole number from {least} to 999999999"
            raise WrongUse(f"{name} of the bot `{self.bot}` is {wish}, not {shorten(text)!r}")
        return number

    def number(self, name: str, default: float) -> float:
        """A number that is not negative; raises WrongUse."""
        text = self._take(name)
        if text is None:
            return default
        try:
            value = float(text)
        except ValueError:
            value = -1.0
        if not 0 <= value <= 999_999_999:
            raise WrongUse(f"{name} of the bot `{self.bot}` is a number from 0 to 999999999, not {shorten(text)!r}")
        return value

    def done(self) -> None:
        """Raise WrongUse for a parameter that nobody took."""
        for name in self.given:
            if name not in self._known:
                takes = f"takes {', '.join(self._known)}" if self._known else "takes no parameters"
                raise WrongUse(f"the bot `{self.bot}` knows no {name!r}: it {takes}")

    def _take(self, name: str) -> str | None:
        self._known.append(name)
        return self.given.get(name)


def level(name: str, bot: Bot, nodes: int | None = None) -> BotMaker:
    """A bot as it is, with its usual budget."""

    def make(parameters: Mapping[str, str]) -> Controller:
        Parameters(name, parameters).done()
        return Controller(name, bot, nodes)

    return make


def alphabeta(tree: TreeMaker[P, T], blunder: float) -> BotMaker:
    """`alphabeta:depth=4`: a search of whole turns to a fixed depth."""

    def make(parameters: Mapping[str, str]) -> Controller:
        given = Parameters("alphabeta", parameters)
        depth = given.whole("depth", 4)
        given.done()
        return Controller(f"alphabeta:depth={depth}", AlphaBetaBot(tree, depth, blunder=blunder))

    return make


def mcts(tree: PlayoutTreeMaker[P, T], iterations: int, explore: float) -> BotMaker:
    """`mcts:iterations=2000,c=0.7`: tree search with so many playouts; the numbers given here are the defaults."""

    def make(parameters: Mapping[str, str]) -> Controller:
        given = Parameters("mcts", parameters)
        playouts = given.whole("iterations", iterations)
        c = given.number("c", explore)
        given.done()
        return Controller(f"mcts:iterations={playouts},c={c:g}", MctsBot(tree, c), nodes=playouts)

    return make
