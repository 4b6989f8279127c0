"""The games: a line each. Importing this imports no game; `load("fem")` does.

    load("fem")                                # the Game with this name or alias
    [entry.name for entry in registrations()]

Another package adds a game with `register`; the module it names defines the game as `GAME`:

    register("nim", module="my_games.nim", summary="Take stones; the last one wins (2 players).")
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from types import ModuleType

    from tabletop.game import AnyGame


class Registration(NamedTuple):
    """What is known about a game without importing it.

    module: the module that defines `GAME`; empty for the folder with the game's name here.
    """

    name: str
    summary: str
    aliases: tuple[str, ...] = ()
    module: str = ""

    @property
    def ships(self) -> bool:
        """Whether the game is part of this package."""
        return not self.module

    def import_module(self) -> ModuleType:
        """The module that has the game as `GAME`."""
        return import_module(self.module or f"{__name__}.{self.name}")


_registered: list[Registration] = [
    Registration("taktori", "Stack towers, span bridges, score closed polygons (2-4 players)."),
    Registration("fem", "Taktori Fem: close a loop of bridges first (2 players).", ("taktori-fem",)),
    Registration("zickzack", "Fill fields of hexagons; the last cell wins a field (2 players)."),
    Registration("takami", "Raise sticks in an X-shaped rack and drop none (2-5 players).", ("tokami",)),
    Registration("mikado", "Pull discs out of a spring-loaded tray (1-8 players).", ("scheiben-mikado",)),
]


def register(name: str, *, module: str, summary: str, aliases: tuple[str, ...] = ()) -> None:
    """Add a game for as long as this process runs; adding the same one again does nothing.

    Raises WrongUse if another game has one of the names. Worker processes of the arena register the game
    too, and so does unpickling one of its matches.
    """
    entry = Registration(name.lower(), summary, tuple(alias.lower() for alias in aliases), module)
    if entry in _registered:
        return
    for wanted in (entry.name, *entry.aliases):
        if find(wanted):
            from tabletop.errors import WrongUse

            raise WrongUse(f"there is already a game called {wanted!r}")
    _registered.append(entry)


def registrations() -> tuple[Registration, ...]:
    """All games, in the order in which the help lists them."""
    return tuple(_registered)


def game_names() -> list[str]:
    """The names of all games."""
    return [entry.name for entry in _registered]


def find(name: str) -> Registration | None:
    """The game with this name or alias, in any case."""
    low = name.lower()
    return next((entry for entry in _registered if low == entry.name or low in entry.aliases), None)


def canonical(name: str) -> str | None:
    """The name of the game with this name or alias."""
    entry = find(name)
    return entry.name if entry else None


def load(name: str, registration: Registration | None = None) -> AnyGame:
    """Import the game with this name or alias; raises WrongUse if there is none.

    With `registration`, a game that another process has registered is registered here first.
    """
    if registration:
        register(**registration._asdict())
    entry = find(name)
    if entry is None:
        from tabletop.errors import WrongUse  # the list of games is part of `--help`, which needs no error
        from tabletop.text import join_words, shorten

        raise WrongUse(f"there is no game {shorten(name)!r}; the games are {join_words(game_names())}")
    game: AnyGame = entry.import_module().GAME
    return game


def own_registration(name: str) -> Registration | None:
    """What another process needs to load the game, unless it ships with this package."""
    entry = find(name)
    return None if entry is None or entry.ships else entry
