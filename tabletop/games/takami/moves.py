"""The moves and outcomes of Takami as plain values. Nothing is checked here; `legality` does that.

A player makes a move, such as `Pull("B4")`; chance answers with an outcome, such as
`AttemptOutcome("clean")`. Sticks are named as in `heap.STICKS`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from tabletop.games.takami.heap import Place


@dataclass(frozen=True)
class Probe:
    """Test how a stick sits, before pulling it."""

    stick: str


@dataclass(frozen=True)
class Pull:
    """Take a stick out of the heap to lay it higher.

    `under` is how many sticks rested on it, if somebody noted that at a real table.
    """

    stick: str
    under: int | None = None


@dataclass(frozen=True)
class Lay:
    """Lay the stick in hand on a place; in a refereed game the place may be left out."""

    place: Place | None = None


@dataclass(frozen=True)
class Raise:
    """A pull and a lay in one line; `expand` makes two moves of it."""

    stick: str
    place: Place | None = None
    under: int | None = None
    """As in Pull."""


@dataclass(frozen=True)
class Keep:
    """Take the stick in hand as a minus stick."""


@dataclass(frozen=True)
class Prize:
    """Take a stick out of the heap as a prize; `under` as in Pull."""

    stick: str
    under: int | None = None


@dataclass(frozen=True)
class Done:
    """End the turn without a prize."""


@dataclass(frozen=True)
class Taboo:
    """Take the taboo stick as a minus stick instead of raising another."""


Attempt = Pull | Lay | Prize | Taboo
"""The moves during which sticks may fall."""
PlayerMove = Probe | Pull | Lay | Raise | Keep | Prize | Done | Taboo

Feel = Literal["loose", "light", "firm", "tight"]
FEELS: tuple[Feel, ...] = ("loose", "light", "firm", "tight")
AttemptWord = Literal["clean", "holds", "falls"]
ATTEMPT_WORDS: tuple[AttemptWord, ...] = ("clean", "holds", "falls")


@dataclass(frozen=True)
class Deal:
    """The outcome of the set-up: the sticks from the bottom up, each layer from left to right."""

    sticks: tuple[str, ...]


@dataclass(frozen=True)
class ProbeOutcome:
    """The outcome of a probe: how the stick sits."""

    feel: Feel


@dataclass(frozen=True)
class AttemptOutcome:
    """The outcome of an attempt.

    `word` is `falls` where sticks fell; otherwise `holds` after a lay, and `clean` after a
    pull, a prize or taking the taboo stick. `slides` come after the falls, in the order given.
    """

    word: AttemptWord
    fallen: tuple[str, ...] = ()
    slides: tuple[tuple[str, Place], ...] = ()


Outcome = Deal | ProbeOutcome | AttemptOutcome
Move = PlayerMove | Outcome


def expand(move: Move) -> tuple[Move, ...]:
    """The single steps of a move: a raise is a pull and a lay, any other move is itself."""
    return (Pull(move.stick, move.under), Lay(move.place)) if isinstance(move, Raise) else (move,)
