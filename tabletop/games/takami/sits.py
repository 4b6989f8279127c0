"""How the sticks of a heap sit, which is hidden, and what probes have reported, which everybody knows.

    sits = draw_sits(hand.shares, heap, rolls)               # one of FEELS for every stick, as an index
    sits = redraw_sits(hand.shares, sits, heap, after, rolls)

How a stick sits is drawn anew when it moves, or when what rests on it changes; earlier
probes of it are then out of date.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tabletop.chance import Rolls
from tabletop.games.takami.heap import STICKS, Burden, Heap
from tabletop.games.takami.model import Chances
from tabletop.games.takami.moves import Feel

OFF = -1
"""Stands for a stick that is not on the heap."""
Sits = tuple[int, ...]
"""How every stick sits, in the order of STICKS: an index of FEELS, or OFF."""


@dataclass(frozen=True)
class Report:
    """What everybody heard after a probe."""

    stick: str
    feel: Feel
    player: int
    turn: int


def draw_sits(shares: Mapping[Burden, Chances], heap: Heap, rolls: Rolls) -> Sits:
    """Draw how all sticks of a new heap sit."""
    return redraw_sits(shares, (OFF,) * len(STICKS), Heap(), heap, rolls)


def redraw_sits(shares: Mapping[Burden, Chances], sits: Sits, before: Heap, after: Heap, rolls: Rolls) -> Sits:
    """How all sticks sit once the heap has changed; `rolls` are those of the attempt that changed it."""
    redrawn = list(sits)
    for index, stick in enumerate(STICKS):
        if stick not in after:
            redrawn[index] = OFF
        elif has_changed(stick, before, after):
            redrawn[index] = rolls.weighted(shares[after.burdens[stick]], "sits", index)
    return tuple(redrawn)


def current_reports(reports: tuple[Report, ...], before: Heap, after: Heap) -> tuple[Report, ...]:
    """The reports that are still true once the heap has changed."""
    return tuple(report for report in reports if report.stick in after and not has_changed(report.stick, before, after))


def has_changed(stick: str, before: Heap, after: Heap) -> bool:
    """Whether a stick of the second heap has moved, or whether what rests on it has changed."""
    return stick not in before or before.contacts(stick) != after.contacts(stick)
