"""Who sits at the table, from words: a bot's level or spec, or an outside engine."""

from __future__ import annotations

from tabletop.bots import Seat, make_seat
from tabletop.game import Game

ENGINE = "engine:"


def open_seat(game: Game, spec: str) -> Seat:
    """The bot or engine that the words ask for (`hard`, `mcts:iterations=500`, `engine:./mybot`); raises WrongUse."""
    if spec.startswith(ENGINE):
        from tabletop.engine.client import make_engine

        return make_engine(spec.removeprefix(ENGINE))
    return make_seat(game, spec)


def close_seat(seat: Seat) -> None:
    """Let an engine go; a bot of ours needs nothing."""
    close = getattr(seat.bot, "close", None)
    if close:
        close()
