"""The command `odds`, which every dexterity game has.

    GAME = Game(..., commands=(odds_command(odds_lines, odds_details),))

The two functions are the game's own.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from tabletop.errors import WrongUse
from tabletop.game import CHANCE, NOBODY, CommandCall, GameCommand, Parameter, S
from tabletop.modelfiles import REFEREE


def odds_command(
    lines: Callable[[CommandCall[S]], Iterable[str]], details: Callable[[CommandCall[S]], dict[str, Any]], of: str = ""
) -> GameCommand[S]:
    """The command `odds` of a game: `lines` returns what it prints, `details` what it prints with --json.

    Both get the call with the state as the player to move sees it; the set-up has been rolled.
    With `of` the command has an option --of for the odds of a single thing; `of` describes such things.
    """
    of_option = (Parameter("of", f"Show only the odds of this: {of}.", "text"),) if of else ()

    def run(call: CommandCall[S]) -> Iterator[str]:
        if call.setup.model is None or call.setup.model.name == REFEREE:
            raise WrongUse(f"the model `{REFEREE}` simulates nothing, so there are no odds")
        if call.setup.model.error:
            raise WrongUse(f"cannot compute odds without the model: {call.setup.model.error}")
        visible = _as_seen_by_player(call)
        if call.state.to_move == NOBODY:
            yield '{"over": true}' if call.values.get("json") else "The game is over."
        elif call.values.get("json"):
            yield json.dumps(details(visible), ensure_ascii=False)
        else:
            yield from lines(visible)

    return GameCommand(
        name="odds",
        help="Show the odds, as far as the player to move can know them.",
        run=run,
        parameters=(
            *of_option,
            Parameter("json", "Print JSON.", "flag"),
        ),
        takes_position=True,
    )


def _as_seen_by_player(call: CommandCall[S]) -> CommandCall[S]:
    """The call with what the player to move may not know left out of its state."""
    state = call.state
    if state.to_move == CHANCE and getattr(state, "turn", 1) == 0:
        raise WrongUse(f"{call.game.title} has a random set-up; give a seed, such as `--seed 7`, or a move file")
    player = state.to_move if state.to_move > CHANCE else 1
    return CommandCall(call.game, call.setup, state.seen_by(player), call.values, call.style)
