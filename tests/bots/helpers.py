"""Noughts and crosses, a small game for the searches; and ways to ask a bot for a move."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any, NamedTuple

from tabletop.bots.bot import AnyObservation, Bot, Observation, SearchInfo, observe
from tabletop.bots.game_tree import random_index
from tabletop.bots.limit import Limit
from tabletop.bots.specs import LEVELS, bot_makers, make_controller
from tabletop.errors import IllegalMove
from tabletop.game import NOBODY, Setup
from tabletop.games import load
from tabletop.match import Match
from tests.helpers import GAMES

GAMES_WITH_BOTS = [name for name in GAMES if load(name).bots]
GAMES_AND_LEVELS = [(name, level) for name in GAMES for level in LEVELS if level in bot_makers(load(name))]
"""A game without bots of its own has the level `random`."""
LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
WON = 1000.0


class Noughts(NamedTuple):
    """Nine cells, `.`, `1` or `2`, and who moves."""

    cells: str = "." * 9
    player: int = 1

    @property
    def winner(self) -> int:
        for a, b, c in LINES:
            if self.cells[a] != "." and self.cells[a] == self.cells[b] == self.cells[c]:
                return int(self.cells[a])
        return 0

    @property
    def to_move(self) -> int:
        return NOBODY if self.winner or "." not in self.cells else self.player

    def steps(self) -> list[int]:
        return [] if self.to_move == NOBODY else [index for index, cell in enumerate(self.cells) if cell == "."]

    def check(self, cell: int) -> None:
        if cell not in self.steps():
            raise IllegalMove("-", f"cell {cell} is taken")

    def apply(self, cell: int) -> Noughts:
        return Noughts(self.cells[:cell] + str(self.player) + self.cells[cell + 1 :], 3 - self.player)


WIN_NOW = Noughts("11.22....", 1)
"""Cell 2 wins at once."""


@dataclass
class NoughtsTree:
    """All moves are tried; only won and lost positions have a value."""

    root: Noughts

    def __init__(self, observation: AnyObservation) -> None:
        assert isinstance(observation.state, Noughts)
        self.root = observation.state

    def to_move(self, position: Noughts) -> int:
        return position.to_move

    def moves(self, position: Noughts) -> list[int]:
        return position.steps()

    def apply(self, position: Noughts, move: int) -> Noughts:
        return position.apply(move)

    def value(self, position: Noughts, player: int) -> float:
        winner = position.winner
        return 0.0 if not winner else WON if winner == player else -WON

    def playout(self, position: Noughts, rng: Random) -> tuple[float, float]:
        while position.to_move != NOBODY:
            steps = position.steps()
            position = position.apply(steps[random_index(rng, len(steps))])
        gain = {0: 0.5, 1: 1.0, 2: 0.0}[position.winner]
        return gain, 1 - gain

    def game_move(self, move: int) -> int:
        return move

    def tree_move(self, move: int) -> int:
        return move

    def explain(self, move: int) -> str:
        return f"takes {move}"


class Ticker:
    """A clock that goes on by a second whenever it is read; a reading is a tick."""

    def __init__(self) -> None:
        self.ticks = 0

    def __call__(self) -> float:
        self.ticks += 1
        return float(self.ticks)


def ticking(seconds: float) -> tuple[Limit, Ticker]:
    """A limit by a Ticker, which its `seconds`-th reading ends; the one that started it does not count."""
    ticker = Ticker()
    limit = Limit(seconds=seconds, now=ticker)
    ticker.ticks = 0
    limit._started = 0.0
    return limit, ticker


def observation_of(state: Any, seed: int = 1) -> AnyObservation:
    """An observation of a state, without a game and without a history."""
    return Observation(None, Setup(2, ("1", "2")), state, [state], state.to_move, Random(seed))  # type: ignore[arg-type]


def ask(bot: Bot, state: Any, nodes: int | None = None, seed: int = 1) -> SearchInfo:
    """The bot's move in a state."""
    return bot.think(observation_of(state, seed), Limit(nodes))


def chosen_move(match: Match, spec: str, seed: int = 1, nodes: int = 60) -> str:
    """The move that a bot chooses in a match, as text."""
    controller = make_controller(match.game, spec)
    return match.game.format_move(controller.bot.think(observe(match, seed), Limit(nodes)).move)
