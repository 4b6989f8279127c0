"""Seats: the places in turn order, and who plays each of them.

    seats = fill_seats(game, ["anna=human", "hard"])
    controller = open_controller(game, seats[1].spec)
    ...
    close_controller(controller)

A seat's spec says who plays it: `human`, a bot (`hard`, `mcts:iterations=2000`) or an outside
engine (`engine:./mybot`). Bots and engines are opened as a Controller; people have none.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tabletop.bots.bot import AnyObservation
from tabletop.bots.specs import Controller, bot_makers, make_controller
from tabletop.errors import WrongUse
from tabletop.game import AnyGame
from tabletop.text import can_stand_in_header, counted, shorten

HUMAN = "human"
ENGINE = "engine:"
"""Begins the spec of an outside engine; its command follows."""
_HUMAN_WORDS = {"human", "mensch", "me", "ich"}
_ORDINARY_LEVELS = ("medium", "easy", "random")


@dataclass(frozen=True)
class Seat:
    """A place in turn order: the player's name, and the spec of who plays (HUMAN, a bot's or an engine's)."""

    name: str
    spec: str

    @property
    def is_human(self) -> bool:
        return self.spec == HUMAN


def split_seat(word: str) -> tuple[str, str]:
    """The two parts of `NAME=SPEC` as they are written; without a name it is empty, and the word is the spec.

    A colon before the equals sign belongs to a spec: `mcts:iterations=2000` has no name.
    """
    name, equals, spec = word.partition("=")
    return (name, spec) if equals and ":" not in name else ("", word)


def parse_seat(word: str) -> tuple[str, str]:
    """The name, or an empty text, and the spec of a seat that a person may take: `anna=human`, `hard`, `bo=mcts:c=1`.

    The spec of a person is HUMAN, however it is written. Whether there is such a bot is not checked.
    Raises WrongUse for a spec that is empty or cannot stand in a move file.
    """
    name, spec = split_seat(word)
    if not spec:
        raise WrongUse(f"write a seat as NAME=WHO or WHO, such as anna=human or hard, not {shorten(word)!r}")
    if not can_stand_in_header(spec):
        raise WrongUse(f"{shorten(spec)!r} cannot be written to a move file: it has a hash or an unprintable character")
    return name, HUMAN if spec.lower() in _HUMAN_WORDS else spec


def ordinary_level(game: AnyGame) -> str:
    """The bot that people play against unless they name another."""
    makers = bot_makers(game)
    return next(level for level in _ORDINARY_LEVELS if level in makers)


def fill_seats(
    game: AnyGame, words: Sequence[str] = (), players: int | None = None, name: str = "", level: str = ""
) -> tuple[Seat, ...]:
    """All seats: those of the words, then a person if there is none yet, then bots of the level.

    `name` goes to the first person without one. Raises WrongUse where there are more seats than players.
    """
    seats = [parse_seat(word) for word in words]
    fewest, most = game.players
    count = players or max(len(seats), fewest if seats else min(2, most))
    if len(seats) > count or count > most:
        asked = counted(max(len(seats), count), "seat")
        if players and players <= most:
            raise WrongUse(f"there are {asked}, but only {counted(players, 'player')}")
        allowed = f"{fewest}" if fewest == most else f"{fewest} to {most}"
        raise WrongUse(f"there are {asked}, but {game.title} is for {allowed} players")
    while len(seats) < count:
        if not any(spec == HUMAN for _, spec in seats):
            seats.append(("", HUMAN))
        else:
            seats.append(("", level or ordinary_level(game)))
    if name and not any(name.lower() == other.lower() for other, _ in seats):
        nameless = next((i for i, (other, spec) in enumerate(seats) if spec == HUMAN and not other), None)
        if nameless is not None:
            seats[nameless] = (name, HUMAN)
    return _name_seats(game, seats)


def _name_seats(game: AnyGame, seats: Sequence[tuple[str, str]]) -> tuple[Seat, ...]:
    """The seats; those without a name get the game's name for it, unless another player has that one."""
    taken = {name.lower() for name, _ in seats if name}
    named: list[Seat] = []
    for number, (name, spec) in enumerate(seats):
        for candidate in (game.seats[number], f"{game.seats[number]}-{number + 1}"):
            if not name and candidate.lower() not in taken:
                name = candidate
        taken.add(name.lower())
        named.append(Seat(name, spec))
    return tuple(named)


def open_controller(game: AnyGame, spec: str, options: Sequence[tuple[str, str]] = ()) -> Controller:
    """The bot or engine of a spec such as `hard`, `mcts:iterations=500` or `engine:./mybot`; raises WrongUse.

    The options are sent to an engine; a bot has its own in the spec.
    """
    if spec.startswith(ENGINE):
        from tabletop.engine.client import engine_controller

        return engine_controller(spec.removeprefix(ENGINE), options)
    return make_controller(game, spec)


def prepare_controller(controller: Controller, observation: AnyObservation) -> None:
    """Start an engine before its clock runs; raises EngineFailed. The program's own bots need no preparing."""
    prepare = getattr(controller.bot, "prepare", None)
    if prepare:
        prepare(observation)


def close_controller(controller: Controller) -> None:
    """End an engine's process; the program's own bots need no closing."""
    close = getattr(controller.bot, "close", None)
    if close:
        close()
