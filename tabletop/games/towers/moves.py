"""A turn of Taktori or Fem, whole or as the tower part that a step is."""

from __future__ import annotations

from typing import Literal, NamedTuple

from tabletop.games.towers.geometry import Pair

Kind = Literal["place", "move", "bridge", "shift", "remove"]


class Turn(NamedTuple):
    """What a player does. Bridges are pairs of fields: canonical when each is (low, high) and all are sorted.

    `source` is None but for moves, `target` is None where no tower is touched. `taken` are
    bridges taken up (Fem alone). The label names a tower (T3) and changes no rule.
    """

    kind: Kind
    source: int | None = None
    target: int | None = None
    count: int = 1  # type: ignore[assignment]  # tuple.count is not needed here
    oust: int = 0
    label: str | None = None
    bridges: tuple[Pair, ...] = ()
    taken: tuple[Pair, ...] = ()


class Lay(NamedTuple):
    """A step of a turn: one bridge is laid. `taken` is the bridge that is taken up for it; None: one from stock."""

    low: int
    high: int
    taken: Pair | None = None


class Done(NamedTuple):
    """The step that ends a turn."""

    word: str = "done"


DONE = Done()
Step = Turn | Lay | Done
