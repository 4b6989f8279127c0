"""The games: a line each. Importing this imports no game; `load("fem")` does."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from tabletop.game import AnyGame


class Registration(NamedTuple):
    """What `tabletop --help` shows of a game without importing it."""

    name: str
    summary: str
    aliases: tuple[str, ...] = ()


NAMES = (
    Registration("taktori", "Stack towers, span bridges, score closed polygons (2-4 players)."),
    Registration("fem", "Taktori Fem: the first closed loop of bridges wins (2 players).", ("taktori-fem",)),
    Registration("zickzack", "Fill hex fields with pieces; the last cell wins one (2 players)."),
    Registration("takami", "Raise sticks in an X-shaped rack, let nothing fall (2-5 players).", ("tokami",)),
    Registration("mikado", "Pull discs out of a spring-loaded tray (1-8 players).", ("scheiben-mikado",)),
)


def canonical(name: str) -> str | None:
    """The name of the game that goes by this name or alias."""
    for entry in NAMES:
        if name.lower() == entry.name or name.lower() in entry.aliases:
            return entry.name
    return None


def load(name: str) -> AnyGame:
    """Import the game of that name or alias; raises WrongUse if there is none."""
    known = canonical(name)
    if known is None:
        from tabletop.errors import WrongUse  # the list of games is part of `--help`, which needs no error
        from tabletop.text import shorten

        raise WrongUse(f"no game {shorten(name)!r}; there are {', '.join(entry.name for entry in NAMES)}")
    game: AnyGame = import_module(f"tabletop.games.{known}").GAME
    return game
