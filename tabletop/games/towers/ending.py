"""Ends that need the history of a game: a position that comes back, a limit of turns."""

from __future__ import annotations

from collections.abc import Sequence

from tabletop.game import Setup, State


def endless(setup: Setup, states: Sequence[State]) -> str | None:
    """Why `repetition` or `max-turns` ends the game after the last of these states; None: the game goes on."""
    repetition = int(setup.options.get("repetition", 3))
    last = states[-1]
    if repetition and len(states) >= repetition:
        found = sum(state == last for state in states)
        if found >= repetition:
            return f"the position has occurred {found} times"
    turns = int(setup.options.get("max-turns", 0))
    if turns and len(states) > turns:
        return f"{turns} {'turn has' if turns == 1 else 'turns have'} been played"
    return None
