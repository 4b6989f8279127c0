"""Helpers for tests of Takami: a match on a known heap, played by a script.

    match = scripted_match("raise G2 to 9.2; => clean; => holds; done", players=3)
    assert state_of(match).taboo == "G2"

The sticks lie in canonical order: R1 on 1.1, R2 and R3 on layer 2, R4 to R6 on layer 3,
R7 R8 R9 B1 on layer 4, B2 to B6 on layer 5, B7 B8 B9 Y1 Y2 Y3 on layer 6, Y4 to Y9 and
G1 on layer 7, G2 to G9 on layer 8.
"""

from __future__ import annotations

from typing import Any

import pytest

from tabletop.errors import IllegalMove
from tabletop.games import load
from tabletop.games.takami.heap import STICKS, Heap
from tabletop.games.takami.moves import Deal
from tabletop.games.takami.rules import TakamiState
from tabletop.match import Match
from tabletop.options import make_setup

DEAL = Deal(STICKS)
RAISED = "raise G2 to 9.2; => clean; => holds"
"""A script: G2 is raised from 8.1 to 9.2, which rests on G3 and G4. A prize may be taken."""


def match_before_deal(**setup: Any) -> Match:
    """A match before its heap is built; `setup` are arguments of make_setup."""
    game = load("takami")
    return Match(game, make_setup(game, **setup))


def scripted_match(script: str = "", **setup: Any) -> Match:
    """A match on the known heap (with the model `referee`: without one), after the lines of the script."""
    match = match_before_deal(**setup)
    if setup.get("model") != "referee":
        match.play(DEAL, "stated")
    play(match, script)
    return match


def play(match: Match, script: str) -> None:
    """Play the lines of a script, which may also be separated by semicolons: moves, and outcomes after `=>`."""
    for line in script.replace(";", "\n").splitlines():
        text = line.strip()
        if text.startswith("=>"):
            match.play_text(text[2:].strip(), "stated")
        elif text:
            match.play_text(text)


def state_of(match: Match) -> TakamiState:
    """The present state, with its type."""
    assert isinstance(match.state, TakamiState)
    return match.state


def heap_of(match: Match) -> Heap:
    """The present heap; the game must not be refereed."""
    heap = state_of(match).heap
    assert isinstance(heap, Heap)
    return heap


def refused(match: Match, text: str) -> IllegalMove:
    """The error with which a line of a script is refused."""
    with pytest.raises(IllegalMove) as caught:
        match.play_text(text.removeprefix("=>").strip())
    return caught.value
