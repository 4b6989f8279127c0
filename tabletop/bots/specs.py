"""What a seat's words ask for: levels, which take no parameters, and searches, which do."""

from __future__ import annotations

from collections.abc import Mapping

from tabletop.bots import Bot, BotMaker, Seat
from tabletop.bots.alphabeta import AlphaBetaBot
from tabletop.bots.lore import LoreMaker, P, PlayoutLoreMaker, T
from tabletop.bots.mcts import MctsBot
from tabletop.bots.parameters import Parameters


def level(name: str, bot: Bot, nodes: int | None = None) -> BotMaker:
    """A bot as it is, with its usual budget."""

    def make(parameters: Mapping[str, str]) -> Seat:
        Parameters(name, parameters).done()
        return Seat(name, bot, nodes)

    return make


def alphabeta(lore: LoreMaker[P, T], blunder: float) -> BotMaker:
    """`alphabeta:depth=4`: a search of whole turns to a fixed depth."""

    def make(parameters: Mapping[str, str]) -> Seat:
        given = Parameters("alphabeta", parameters)
        depth = given.whole("depth", 4)
        given.done()
        return Seat(f"alphabeta:depth={depth}", AlphaBetaBot(lore, depth, blunder=blunder))

    return make


def mcts(lore: PlayoutLoreMaker[P, T], iterations: int, explore: float) -> BotMaker:
    """`mcts:iterations=2000,c=0.7`: tree search with so many playouts; the numbers given here are the defaults."""

    def make(parameters: Mapping[str, str]) -> Seat:
        given = Parameters("mcts", parameters)
        playouts = given.whole("iterations", iterations)
        c = given.number("c", explore)
        given.done()
        return Seat(f"mcts:iterations={playouts},c={c:g}", MctsBot(lore, c), nodes=playouts)

    return make
