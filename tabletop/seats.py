"""Seats and who sits there: a person, a bot or an outside engine, as the words of `--seat` say."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tabletop.bots.specs import Controller, bot_makers, make_controller
from tabletop.errors import WrongUse
from tabletop.game import AnyGame
from tabletop.text import can_stand_in_header, shorten

HUMAN = "human"
_HUMAN_WORDS = {"human", "mensch", "me", "ich"}
_ORDINARY_LEVELS = ("medium", "easy", "random")


@dataclass(frozen=True)
class Seat:
    """A seat at the table: a name, and who sits there (`human`, or a bot's spec)."""

    name: str
    spec: str

    @property
    def is_human(self) -> bool:
        return self.spec == HUMAN


def parse_seat(word: str) -> tuple[str, str]:
    """The name, or an empty text, and the spec of `anna=human`, `hard` or `bo=mcts:iterations=2000`.

    Whether there is such a bot is not checked.
    """
    name, equals, spec = word.partition("=")
    if not equals or ":" in name:
        name, spec = "", word
    if not spec:
        raise WrongUse(f"a seat is written NAME=WHO or WHO, such as anna=human or hard, not {shorten(word)!r}")
    if not can_stand_in_header(spec):
        raise WrongUse(f"{shorten(spec)!r} cannot stand in a move file: it has a hash or an odd character")
    return name, HUMAN if spec.lower() in _HUMAN_WORDS else spec


def ordinary_level(game: AnyGame) -> str:
    """The bot that one plays against unless another is asked for."""
    known = bot_makers(game)
    return next(level for level in _ORDINARY_LEVELS if level in known)


def fill_seats(
    game: AnyGame, words: Sequence[str] = (), players: int | None = None, name: str = "", level: str = ""
) -> tuple[Seat, ...]:
    """All chairs: those asked for, then a human if there is none, then bots of the level.

    `name` is that of the first human without one. Raises WrongUse where there are more seats than players.
    """
    asked = [parse_seat(word) for word in words]
    fewest, most = game.players
    count = players or max(len(asked), fewest if asked else min(2, most))
    if len(asked) > count or count > most:
        wish = f"{fewest}" if fewest == most else f"{fewest} to {most}"
        limit = f"{players} players" if players and players <= most else f"{game.title} is for {wish} players"
        raise WrongUse(f"{limit}, but there are {max(len(asked), count)} seats")
    while len(asked) < count:
        if not any(spec == HUMAN for _, spec in asked):
            asked.append(("", HUMAN))
        else:
            asked.append(("", level or ordinary_level(game)))
    if name and not any(name.lower() == given.lower() for given, _ in asked):
        first = next((i for i, (given, spec) in enumerate(asked) if spec == HUMAN and not given), None)
        if first is not None:
            asked[first] = (name, HUMAN)
    return _named(game, asked)


def _named(game: AnyGame, asked: Sequence[tuple[str, str]]) -> tuple[Seat, ...]:
    """Seats without a name get the game's, unless somebody else goes by it."""
    taken = {given.lower() for given, _ in asked if given}
    seats: list[Seat] = []
    for number, (given, spec) in enumerate(asked):
        name = given
        for candidate in (game.seats[number], f"{game.seats[number]}-{number + 1}"):
            if not name and candidate.lower() not in taken:
                name = candidate
        taken.add(name.lower())
        seats.append(Seat(name, spec))
    return tuple(seats)


ENGINE = "engine:"


def open_controller(game: AnyGame, spec: str) -> Controller:
    """The bot or engine that the words ask for (`hard`, `mcts:iterations=500`, `engine:./mybot`); raises WrongUse."""
    if spec.startswith(ENGINE):
        from tabletop.engine.client import engine_controller

        return engine_controller(spec.removeprefix(ENGINE))
    return make_controller(game, spec)


def close_controller(seat: Controller) -> None:
    """Let an engine go; a bot of ours needs nothing."""
    close = getattr(seat.bot, "close", None)
    if close:
        close()
