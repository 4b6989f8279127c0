"""Matches for the tests of Mikado: refereed ones, where every outcome is stated, and rolled ones with a seed."""

from __future__ import annotations

import builtins
import re
import sys
from importlib.util import find_spec
from typing import Any

import pytest

from tabletop.errors import IllegalMove
from tabletop.game import CommandCall
from tabletop.games.mikado import GAME
from tabletop.games.mikado.discs import NUMBERS, Hand
from tabletop.games.mikado.model import MODELS, parameters_of
from tabletop.games.mikado.rules import MikadoState
from tabletop.match import Match
from tabletop.options import make_setup
from tabletop.style import PLAIN

STEADY = parameters_of(MODELS.load("steady"))
needs_pymunk = pytest.mark.skipif(find_spec("pymunk") is None, reason="pymunk is not installed")


def refereed(players: int = 3, *options: str, names: tuple[str, ...] = ()) -> Match:
    """A match at a real table."""
    return Match(GAME, make_setup(GAME, players=players, options=options, model="referee", names=names))


def rolled(
    seed: int = 1,
    players: int = 2,
    *options: str,
    model: str = "steady",
    skills: tuple[str, ...] = (),
    names: tuple[str, ...] = (),
) -> Match:
    """A match whose tray has been dealt."""
    setup = make_setup(GAME, players=players, options=options, model=model, seed=seed, skills=skills, names=names)
    match = Match(GAME, setup)
    match.settle()
    return match


def play(match: Match, *lines: str) -> Match:
    """Play lines of text, moves and outcomes alike."""
    for line in lines:
        match.play_text(line)
    return match


def pull_cleanly(match: Match, *discs: str) -> Match:
    """Pull these discs one after the other, without a movement."""
    for disc in discs:
        play(match, f"pull {disc}", "moved 0")
    return match


def state_of(match: Match) -> MikadoState:
    state = match.state
    assert isinstance(state, MikadoState)
    return state


def hands(match: Match) -> tuple[Hand, ...]:
    return state_of(match).hands


def refusal(match: Match, text: str) -> IllegalMove:
    """The error that the text, which must be illegal now, is refused with."""
    try:
        match.check(match.parse(text))
    except IllegalMove as error:
        assert error.reason and not error.reason.endswith(".")
        return error
    raise AssertionError(f"{text} is legal")


def numbers(*names: str) -> tuple[int, ...]:
    """The numbers of the discs with these names."""
    return tuple(NUMBERS[name] for name in names)


def run_command(match: Match, name: str, /, **values: object) -> list[str]:
    """What a command of the game prints in the match's position."""
    (command,) = (command for command in GAME.commands if command.name == name)
    return list(command.run(CommandCall(GAME, match.setup, match.state, values, PLAIN)))


def without_colour(text: str) -> str:
    return re.sub(r"\x1b\[[0-9;]*m", "", text)


def hide_pymunk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make `import pymunk` fail as if it were not installed."""
    real_import = builtins.__import__

    def import_without_pymunk(name: str, *args: Any, **kwargs: Any) -> Any:
        if name.partition(".")[0] == "pymunk":
            raise ImportError(name)
        return real_import(name, *args, **kwargs)

    monkeypatch.delitem(sys.modules, "pymunk", raising=False)
    monkeypatch.setattr(builtins, "__import__", import_without_pymunk)
