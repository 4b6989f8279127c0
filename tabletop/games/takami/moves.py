"""What a player does and what comes of it, as values. Nothing here is checked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from tabletop.games.takami.heap import Place


@dataclass(frozen=True)
class Probe:
    """Try how a stick sits."""

    stick: str


@dataclass(frozen=True)
class Pull:
    """Take a stick out, to lay it higher."""

    stick: str


@dataclass(frozen=True)
class Lay:
    """Lay the stick in hand back; at a real table no place need be told."""

    place: Place | None = None


@dataclass(frozen=True)
class Raise:
    """Pull and lay in one line; see `parts`."""

    stick: str
    place: Place | None = None

    def parts(self) -> tuple[Pull, Lay]:
        """The two steps that it is."""
        return Pull(self.stick), Lay(self.place)


@dataclass(frozen=True)
class Keep:
    """Take the stick in hand as a minus stick."""


@dataclass(frozen=True)
class Prize:
    """Take a stick out, to own it."""

    stick: str


@dataclass(frozen=True)
class Done:
    """End the turn without a prize."""


@dataclass(frozen=True)
class Taboo:
    """Dare nothing: take the taboo stick as a minus stick."""


Attempt = Pull | Lay | Prize | Taboo
"""The steps during which sticks may fall."""
PlayerMove = Probe | Pull | Lay | Raise | Keep | Prize | Done | Taboo

Feel = Literal["loose", "light", "firm", "tight"]
FEELS: tuple[Feel, ...] = ("loose", "light", "firm", "tight")
ResultWord = Literal["clean", "holds", "falls"]
RESULTS: tuple[ResultWord, ...] = ("clean", "holds", "falls")


@dataclass(frozen=True)
class Deal:
    """Outcome of the set-up: the sticks from the bottom up, each layer from left to right."""

    sticks: tuple[str, ...]


@dataclass(frozen=True)
class Sits:
    """Outcome of a probe."""

    how: Feel


@dataclass(frozen=True)
class Fall:
    """Outcome of an attempt. Slides happen in the order told, after sticks have fallen."""

    word: ResultWord
    fallen: tuple[str, ...] = ()
    slides: tuple[tuple[str, Place], ...] = ()


ChanceMove = Deal | Sits | Fall
