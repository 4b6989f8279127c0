"""Tables for the tests of Mikado: refereed ones, where every outcome is told, and ones with a seed."""

from __future__ import annotations

from tabletop.errors import IllegalMove
from tabletop.games.mikado import GAME
from tabletop.games.mikado.discs import NUMBERS, Hand
from tabletop.games.mikado.rules import MikadoState
from tabletop.match import Match
from tabletop.options import make_setup


def refereed(players: int = 3, *options: str) -> Match:
    """A match at a real table."""
    return Match(GAME, make_setup(GAME, players=players, options=options, model="referee"))


def rolled(
    seed: int = 1, players: int = 2, *options: str, model: str = "steady", skills: tuple[str, ...] = ()
) -> Match:
    """A match with its tray rolled."""
    match = Match(GAME, make_setup(GAME, players=players, options=options, model=model, seed=seed, skills=skills))
    match.settle()
    return match


def say(match: Match, *lines: str) -> Match:
    """Play lines of text, moves and outcomes alike."""
    for line in lines:
        match.play_text(line)
    return match


def state_of(match: Match) -> MikadoState:
    state = match.state
    assert isinstance(state, MikadoState)
    return state


def win(match: Match, *discs: str) -> Match:
    """Pull these discs, one after the other, without a movement."""
    for disc in discs:
        say(match, f"pull {disc}", "moved 0")
    return match


def hands(match: Match) -> tuple[Hand, ...]:
    return state_of(match).hands


def refusal(match: Match, text: str) -> IllegalMove:
    """Why the text is illegal now; it must be."""
    try:
        match.check(match.parse(text))
    except IllegalMove as error:
        assert error.reason and not error.reason.endswith(".")
        return error
    raise AssertionError(f"{text} is legal")


def numbers(*names: str) -> tuple[int, ...]:
    return tuple(NUMBERS[name] for name in names)
