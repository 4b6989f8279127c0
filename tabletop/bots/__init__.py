"""Bots: players made of code. What is here knows no game; what knows one sits beside that game's rules.

A bot is asked with a Situation, which holds only what its player may see, and answers
with a Thought. Its random numbers come from the Situation's dice, never from the game's seed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib import import_module
from random import Random
from typing import Protocol, runtime_checkable

from tabletop.bots.budget import Budget
from tabletop.bots.thought import Thought
from tabletop.errors import WrongUse, shorten
from tabletop.game import Game, Move, Setup, State
from tabletop.match import Match, Ply

LEVELS = ("random", "easy", "medium", "hard")


@dataclass(frozen=True)
class Situation:
    """A turn to take, as its player sees it."""

    game: Game
    setup: Setup
    state: State
    states: Sequence[State]
    """All states so far, as the player saw them, the present one last."""
    player: int
    dice: Random
    """The bot's own stream; only `random()` and `getrandbits()` of it are stable, use no others."""
    plies: Sequence[Ply] = ()
    """The moves and outcomes that led here, for a bot that must be told (an outside engine)."""


class Bot(Protocol):
    """Something that chooses moves."""

    def think(self, situation: Situation, budget: Budget) -> Thought:
        """A legal move, found within the budget."""


@runtime_checkable
class Judge(Bot, Protocol):
    """A bot that can also say what moves are worth that it would not choose."""

    @property
    def blunder(self) -> float:
        """A move worth this much less than the best one is a blunder."""

    def judge(
        self, situation: Situation, budget: Budget, moves: Sequence[Move] = (), lines: int = 3
    ) -> tuple[tuple[Move, float], ...]:
        """The values of these legal moves, best first, all looked into equally deep.

        Without any moves: the `lines` best ones with their values. The measure is that of
        `Thought.value`.
        """

    def why(self, situation: Situation, move: Move) -> str:
        """What speaks for a legal move, in one sentence without a full stop; may be empty."""


@dataclass(frozen=True)
class Seat:
    """A bot with its usual budget, as a seat's words ask for it (`hard`, `mcts:iterations=2000`)."""

    spec: str
    bot: Bot
    nodes: int | None = None
    seconds: float | None = None

    def budget(self, nodes: int | None = None, seconds: float | None = None) -> Budget:
        """A fresh budget; one that is given replaces the usual one."""
        if nodes is None and seconds is None:
            return Budget(self.nodes, self.seconds)
        return Budget(nodes, seconds)


BotMaker = Callable[[Mapping[str, str]], Seat]
"""Makes a bot of the parameters of a spec; raises WrongUse for one it does not know."""


def makers(game: Game) -> dict[str, BotMaker]:
    """What bots the game has, by name: the levels first."""
    from tabletop.bots.randombot import RandomBot
    from tabletop.bots.specs import level

    own: dict[str, BotMaker] = dict(import_module(game.bots).BOTS) if game.bots else {}
    return {"random": level("random", RandomBot()), **own}


def make_seat(game: Game, spec: str) -> Seat:
    """The bot that a spec such as `hard` or `mcts:iterations=2000,c=1.4` asks for; raises WrongUse."""
    name, colon, rest = spec.partition(":")
    known = makers(game)
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


def situation(match: Match, bot_seed: int) -> Situation:
    """The turn to take now, without what the player to move may not know.

    The dice depend on the bot's seed and the number of plies alone, so the same position
    of the same match gives the same choice again.
    """
    player = match.to_move
    return Situation(
        game=match.game,
        setup=replace(match.setup, seed=None),
        state=match.state.seen_by(player),
        states=[state.seen_by(player) for state in match.states],
        player=player,
        dice=Random((bot_seed << 20) + len(match.plies)),
        plies=tuple(match.plies),
    )
