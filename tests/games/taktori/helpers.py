"""States of Taktori in which the players have built something."""

from __future__ import annotations

from random import Random

import pytest

from tabletop.bots.bot import observe
from tabletop.bots.limit import Limit
from tabletop.bots.specs import make_controller
from tabletop.game import NOBODY
from tabletop.games import load
from tabletop.games.taktori.rules import TaktoriState
from tabletop.match import Match
from tests.helpers import new_match

GAME = load("taktori")
SETUPS = [
    {},
    {"players": 4},
    {"players": 3, "options": ["ousting", "centre=1"]},
    {"options": ["centre=2", "slide=free"]},
    {"options": ["immune"]},
    {"players": 3, "options": ["immune", "ousting"]},
]
setups = pytest.mark.parametrize("setup", SETUPS, ids=["two", "four", "ousting", "centre", "immune", "immune-ousting"])
"""For each of these set-ups."""


def built_up_matches(setup: dict[str, object], games: int, plies: int = 30) -> list[Match]:
    """Matches in which the players build: the moves of a greedy bot, some of them random."""
    matches = []
    easy = make_controller(GAME, "easy")
    for seed in range(games):
        match = new_match("taktori", **setup)
        rng = Random(seed)
        for _ in range(plies):
            if match.result:
                break
            if rng.random() < 0.25:
                steps = match.state.steps()
                draft = match.state.take(steps[int(rng.random() * len(steps))])
                match.play(draft.move)
            else:
                match.play(easy.bot.think(observe(match, seed), Limit()).move)
        matches.append(match)
    return matches


def built_up_states(setup: dict[str, object], games: int, plies: int = 30) -> list[TaktoriState]:
    """States of such matches that are not over."""
    return [
        state
        for match in built_up_matches(setup, games, plies)
        for state in match.states[5::6]
        if state.to_move != NOBODY
    ]
