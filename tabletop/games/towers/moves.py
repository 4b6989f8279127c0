"""A turn of Taktori or Fem, and the steps in which it is built (see `tabletop.game.Step`)."""

from __future__ import annotations

from typing import Literal, NamedTuple

from tabletop.games.towers.geometry import Pair

TurnKind = Literal["place", "move", "bridge", "shift", "remove"]


class Turn(NamedTuple):
    """All that a player does in one turn. As a step: the tower part alone, without bridges.

    Bridges are pairs of fields: canonical when each is (low, high) and all are sorted.
    `source` is None except for moves, `target` is None where no tower is touched. `taken` are
    bridges taken up (only in Fem). The label names a tower (T3) and changes no rule.
    """

    kind: TurnKind
    source: int | None = None
    target: int | None = None
    count: int = 1  # type: ignore[assignment]  # tuple.count is not needed here
    oust: int = 0
    label: str | None = None
    bridges: tuple[Pair, ...] = ()
    taken: tuple[Pair, ...] = ()

    @property
    def landing(self) -> int | None:
        """The field on which the turn leaves a tower that it placed or moved; None if there is none."""
        return self.target if self.oust < self.count else None


class LayBridge(NamedTuple):
    """The step that lays one bridge. `taken` is the bridge that is taken up for it; None: one from stock."""

    low: int
    high: int
    taken: Pair | None = None


class EndTurn(NamedTuple):
    """The step that ends a turn."""

    word: str = "done"


END_TURN = EndTurn()
Step = Turn | LayBridge | EndTurn
"""What a turn is built of: first its tower part (in Fem also a whole turn without a tower) or, in Taktori, the first
bridge of a turn without a tower; then bridge by bridge; finally its end."""
