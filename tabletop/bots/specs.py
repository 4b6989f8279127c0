"""Bots by name: levels (`hard`) and searches with parameters (`mcts:iterations=2000,c=1.4`).

    controller = make_controller(game, "hard")
    info = controller.bot.think(observe(match, bot_seed=1), controller.limit())

A game lists its bots in the dictionary BOTS of its bots.py, with the makers at the end of this file:

    BOTS = {"easy": level("easy", GreedyBot(FemTree)), "alphabeta": alphabeta(FemTree, blunder=2.0)}

It may have simple strategies besides: see `strategy`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING

from tabletop.bots.alphabeta import AlphaBetaBot
from tabletop.bots.bot import Bot
from tabletop.bots.game_tree import M, P, PlayoutTreeMaker, TreeMaker
from tabletop.bots.limit import Limit
from tabletop.bots.mcts import MctsBot
from tabletop.errors import WrongUse
from tabletop.game import AnyGame
from tabletop.text import join_words, shorten, whole_number

if TYPE_CHECKING:
    from tabletop.bots.strategy import Strategy

LADDER = ("novice", "easy", "medium", "hard")
LEVELS = ("random", *LADDER)
"""Weakest first. `random` stands below the ladder: it does not think."""


@dataclass(frozen=True)
class Controller:
    """A seat's player that is not a person: a bot or an outside engine, with its usual limit."""

    spec: str
    """As the user writes it: `hard`, `mcts:iterations=2000`, `engine:./mybot`."""
    bot: Bot
    nodes: int | None = None
    """The usual limits for a move; None for no limit."""
    seconds: float | None = None
    judging_nodes: int | None = None
    """The usual limit to judge given moves, if not that for a move."""

    def limit(self, nodes: int | None = None, seconds: float | None = None) -> Limit:
        """A limit for one move: the usual one, or the one given here instead."""
        if nodes is None and seconds is None:
            return Limit(self.nodes, self.seconds)
        return Limit(nodes, seconds)

    def judging_limit(self, nodes: int | None = None, seconds: float | None = None) -> Limit:
        """A limit to judge given moves: the usual one, or the one given here instead."""
        return self.limit(self.judging_nodes if nodes is None and seconds is None else nodes, seconds)


BotMaker = Callable[[Mapping[str, str]], Controller]
"""Makes a bot with its usual limit from the parameters of a spec; raises WrongUse for unknown ones."""


def bot_makers(game: AnyGame) -> dict[str, BotMaker]:
    """The game's bots by name, the levels first and the strategies last."""
    game_bots: dict[str, BotMaker] = dict(import_module(game.bots).BOTS) if game.bots else {}
    by_rule = {name: partial(strategy.controller, name) for name, strategy in strategies(game).items()}
    return {"random": random_bot, **game_bots, **by_rule}


def strategies(game: AnyGame) -> dict[str, Strategy]:
    """The game's simple strategies by name."""
    return dict(import_module(game.strategies).STRATEGIES) if game.strategies else {}


def random_bot(parameters: Mapping[str, str]) -> Controller:
    """The bot `random`, which every game has."""
    from tabletop.bots.random import RandomBot

    return level("random", RandomBot())(parameters)


def make_controller(game: AnyGame, spec: str) -> Controller:
    """The bot for a spec such as `hard` or `mcts:iterations=2000,c=1.4`; raises WrongUse."""
    name, colon, rest = spec.partition(":")
    makers = bot_makers(game)
    if name not in makers:
        if len(makers) == 1:
            raise WrongUse(f"{game.title} has no bot {shorten(name)!r}; its only bot is {next(iter(makers))}")
        raise WrongUse(f"{game.title} has no bot {shorten(name)!r}; its bots are {join_words(list(makers))}")
    parameters: dict[str, str] = {}
    for word in rest.split(",") if colon else ():
        key, _, value = word.partition("=")
        if not key or not value:
            raise WrongUse(f"{shorten(spec)!r}: write a bot's parameters as NAME=VALUE,NAME=VALUE")
        if key in parameters:
            raise WrongUse(f"{shorten(spec)!r}: {shorten(key)!r} is given twice")
        parameters[key] = value
    return makers[name](parameters)


@dataclass
class Parameters:
    """The parameters of a spec: a bot reads those it knows, and `done` refuses the others."""

    bot: str
    values: Mapping[str, str]
    _known: list[str] = field(default_factory=list)

    def whole(self, name: str, default: int, least: int = 1) -> int:
        """A whole number, not below `least`; raises WrongUse."""
        text = self._take(name)
        if text is None:
            return default
        number = whole_number(text)
        if number is None or number < least:
            reason = f"must be a whole number from {least} to 999999999, not {shorten(text)!r}"
            raise WrongUse(f"bot `{self.bot}`: {name} {reason}")
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
            raise WrongUse(f"bot `{self.bot}`: {name} must be a number from 0 to 999999999, not {shorten(text)!r}")
        return value

    def done(self) -> None:
        """Raise WrongUse for a parameter that the bot did not read."""
        for name in self.values:
            if name in self._known:
                continue
            if self._known:
                known = join_words(self._known)
                raise WrongUse(f"bot `{self.bot}` has no parameter {name!r}; it takes {known}")
            raise WrongUse(f"bot `{self.bot}` has no parameter {name!r}; it takes none")

    def _take(self, name: str) -> str | None:
        self._known.append(name)
        return self.values.get(name)


def level(name: str, bot: Bot, nodes: int | None = None, judging_nodes: int | None = None) -> BotMaker:
    """A level: a bot without parameters, with its usual limits."""

    def make(values: Mapping[str, str]) -> Controller:
        Parameters(name, values).done()
        return Controller(name, bot, nodes, judging_nodes=judging_nodes)

    return make


def alphabeta(tree: TreeMaker[P, M], blunder: float) -> BotMaker:
    """`alphabeta:depth=4`: a search to a fixed depth."""

    def make(values: Mapping[str, str]) -> Controller:
        parameters = Parameters("alphabeta", values)
        depth = parameters.whole("depth", 4)
        parameters.done()
        return Controller(f"alphabeta:depth={depth}", AlphaBetaBot(tree, depth, blunder=blunder))

    return make


def mcts(tree: PlayoutTreeMaker[P, M], iterations: int, explore: float) -> BotMaker:
    """`mcts:iterations=2000,c=0.7`: a tree search with that many playouts; the arguments are the defaults."""

    def make(values: Mapping[str, str]) -> Controller:
        parameters = Parameters("mcts", values)
        playouts = parameters.whole("iterations", iterations)
        c = parameters.number("c", explore)
        parameters.done()
        return Controller(f"mcts:iterations={playouts},c={c:g}", MctsBot(tree, c), nodes=playouts)

    return make
