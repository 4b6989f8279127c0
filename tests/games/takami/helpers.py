"""A Takami table for tests: a heap known by heart, and a way to play lines of a move file.

The sticks lie in canonical order: R1 on 1.1, R2 and R3 on layer 2, R4 to R6 on layer 3,
R7 R8 R9 B1 on layer 4, B2 to B6 on layer 5, B7 B8 B9 Y1 Y2 Y3 on layer 6, Y4 to Y9 and
G1 on layer 7, G2 to G9 on layer 8.
"""

from __future__ import annotations

from typing import Any, cast

import pytest

from tabletop.errors import IllegalMove
from tabletop.games import load
from tabletop.games.takami.heap import STICKS, Heap
from tabletop.games.takami.moves import Deal
from tabletop.games.takami.rules import TakamiState
from tabletop.match import Match
from tabletop.options import make_setup

DEAL = Deal(STICKS)


def table(script: str = "", **agreed: Any) -> Match:
    """A match on the known heap (with the model `referee`: on none), after the lines of the script."""
    match = Match(load("takami"), make_setup(load("takami"), **agreed))
    if agreed.get("model") != "referee":
        match.play(DEAL, "stated")
    play(match, script)
    return match


def play(match: Match, script: str) -> None:
    """Play lines, or parts between semicolons: moves, and outcomes behind `=>`."""
    for line in script.replace(";", "\n").splitlines():
        text = line.strip()
        if text.startswith("=>"):
            match.play_text(text[2:].strip(), "stated")
        elif text:
            match.play_text(text)


def state_of(match: Match) -> TakamiState:
    """The state, with its own type."""
    return cast(TakamiState, match.state)


def heap_of(match: Match) -> Heap:
    """The heap of a table that notes one."""
    heap = state_of(match).heap
    assert isinstance(heap, Heap)
    return heap


def refused(match: Match, text: str) -> IllegalMove:
    """The error that the line raises; it must be one about a rule."""
    with pytest.raises(IllegalMove) as caught:
        match.play_text(text.removeprefix("=>").strip())
    return caught.value
