"""States of Fem in which towers and bridges lie close together."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from tabletop.games.fem.rules import Config, FemState
from tabletop.games.fem.search import FULL, full_state, search_position, tower_moves, with_all_bridges
from tabletop.games.towers.moves import Turn

CONFIGS = [Config(*options) for options in product((False, True), repeat=4)]
configs = pytest.mark.parametrize("config", CONFIGS, ids=lambda config: "+".join(options_of(config)) or "as-written")
"""With every combination of the options."""


def options_of(config: Config) -> list[str]:
    """The options that are on."""
    return [name for name, is_on in config._asdict().items() if is_on]


def placements(state: FemState) -> list[Turn]:
    """The legal placements, without bridges."""
    return [step for step in state.steps() if isinstance(step, Turn) and step.kind == "place"]


def built_up_states(config: Config, games: int, plies: int = 26) -> list[FemState]:
    """States of games with mostly placements, in which every bridge is laid that can be."""
    states = []
    for seed in range(games):
        rng = Random(seed)
        state = FemState(config)
        for _ in range(plies):
            position = search_position(state)
            parts = placements(state) if rng.random() < 0.8 else []
            parts = parts or list(tower_moves(position, state.player, config, FULL, FULL))
            if not parts or state.winner:
                break
            candidate = with_all_bridges(position, parts[int(rng.random() * len(parts))], config)
            if candidate.position.winner:
                continue
            state = full_state(candidate.position, config).settled()
            if state.winner:
                break
            states.append(state)
    return states
