"""States of Fem in which towers and bridges lie close together."""

from __future__ import annotations

from random import Random

import pytest

from tabletop.games.fem.rules import Config, FemState
from tabletop.games.fem.search import FULL, full_state, search_position, tower_moves, with_all_bridges
from tabletop.games.towers.moves import Turn

CONFIGS = [Config(), Config(stacks=True, ousting=True)]
configs = pytest.mark.parametrize("config", CONFIGS, ids=["plain", "options"])
"""With and without the options."""


def built_up_states(config: Config, games: int, plies: int = 26) -> list[FemState]:
    """States of games with mostly placements, in which every bridge is laid that can be."""
    states = []
    for seed in range(games):
        rng = Random(seed)
        state = FemState(config)
        for _ in range(plies):
            parts = [Turn("place", target=field) for field in range(25)] if rng.random() < 0.8 else []
            parts = parts or list(tower_moves(search_position(state), state.player, config, FULL, FULL))
            if not parts or state.winner:
                break
            candidate = with_all_bridges(search_position(state), parts[int(rng.random() * len(parts))])
            if candidate.position.winner:
                continue
            state = full_state(candidate.position, config).settled()
            if state.winner:
                break
            states.append(state)
    return states
