"""Positions of Taktori and Fem from a few words, for tests."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tabletop.agreement import agree
from tabletop.errors import IllegalMove
from tabletop.games import load
from tabletop.match import Match

SIZES = {"taktori": 9, "fem": 5}


def position_text(name: str, stacks: str, bridges: str = "-", player: int = 1, final: str = "-") -> str:
    """The position string of stacks such as `e5:1 e7:12`."""
    size = SIZES[name]
    standing = dict(word.split(":") for word in stacks.split())
    rows = [
        ",".join(standing.pop(f"{column}{row}", "x") for column in "abcdefghi"[:size]) for row in range(size, 0, -1)
    ]
    assert not standing, standing
    words = ["/".join(rows), bridges, str(player)]
    return " ".join([*words, final] if name == "taktori" else words)


def table(name: str, stacks: str = "", bridges: str = "-", player: int = 1, final: str = "-", **setup: Any) -> Match:
    """A match that begins in this position; `setup` as for `agree`, options as one text."""
    game = load(name)
    options = setup.pop("options", "").split()
    agreed = agree(game, options=options, **setup)
    assert game.parse_position is not None
    return Match(game, agreed, game.parse_position(position_text(name, stacks, bridges, player, final), agreed))


def refused(match: Match, text: str) -> IllegalMove:
    """The error of a move that is readable but illegal."""
    with pytest.raises(IllegalMove) as caught:
        match.check(match.parse(text))
    return caught.value


def allowed(match: Match, text: str) -> bool:
    """True: the move is legal, otherwise its error is raised."""
    match.check(match.parse(text))
    return True


def position_of(match: Match) -> str:
    """The position string now."""
    assert match.game.format_position is not None
    return match.game.format_position(match.state)


def wander(name: str, seed: int, turns: int, **setup: Any) -> Any:
    """The state after random steps from the start; earlier where the game ends."""
    state: Any = table(name, **setup).state
    dice = Random(seed)
    for _ in range(turns):
        if state.outcome() is not None:
            break
        node = state
        while node is state or not hasattr(node, "check"):
            steps = node.steps()
            node = node.take(steps[int(dice.random() * len(steps))])
        state = node
    return state
