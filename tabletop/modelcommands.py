"""Commands that every dexterity game has: `model list`, `model show NAME`, `model check FILE`, and `odds`.

    GAME = Game(..., commands=(model_command(), odds_command(odds_lines, odds_details)))

The commands read the game's `models`; the two functions for `odds` are the game's own.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from tabletop.errors import WrongUse
from tabletop.game import CHANCE, NOBODY, CommandCall, GameCommand, Parameter, S
from tabletop.modelfiles import REFEREE, ModelLibrary

ACTIONS = ("list", "show", "check")


def model_command() -> GameCommand[Any]:
    """The command `model` of a game with a ModelLibrary."""
    return GameCommand(
        name="model",
        help="List the dexterity models, show one, or check a model file.",
        run=_run_model,
        parameters=(
            Parameter("action", "What to do.", "argument", required=True, choices=ACTIONS),
            Parameter("name", "A model's name or the path of a model file.", "argument"),
        ),
    )


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
            Parameter("file", "Use the position at the end of this move file.", "argument"),
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


def _run_model(call: CommandCall[Any]) -> Iterator[str]:
    library = call.game.models
    assert library is not None
    action, name = call.values["action"], call.values.get("name")
    if action == "list":
        if name:
            raise WrongUse("`model list` takes no name")
        yield from _list_models(library)
        return
    if not name:
        raise WrongUse("`model show` needs a model" if action == "show" else "`model check` needs a file")
    model = library.load(name)
    if action == "check":
        yield f"{name}: a valid model for {call.game.title}"
    else:
        yield model.text.rstrip("\n") if model.text else library.describe(model.name)


def _list_models(library: ModelLibrary) -> Iterator[str]:
    names = library.names()
    width = max(map(len, names))
    for name in names:
        description = library.describe(name)
        yield (
            f"{name:{width}}  {description} (default)" if name == library.default else f"{name:{width}}  {description}"
        )
