"""What `odds` says: how likely a movement is for every disc, by what everybody at the table can know."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from tabletop.errors import WrongUse
from tabletop.game import CommandCall
from tabletop.games.mikado.discs import COLOURS, NAMES, PENALTY, colour_of, find_disc, value_of
from tabletop.games.mikado.moves import Touch
from tabletop.games.mikado.rules import MikadoState
from tabletop.text import shorten

GAP = "  "
"""Between the columns."""


@dataclass(frozen=True)
class DiscOdds:
    """A disc's odds as believed; `word` is its last feel, empty if nobody touched it."""

    disc: int
    word: str
    loose: float
    movement: float

    @property
    def worth(self) -> float:
        """The points that pulling it brings on average."""
        return value_of(self.disc) * (1 - self.movement) - PENALTY * self.movement


def disc_odds(state: MikadoState, disc: int) -> DiscOdds:
    """The believed odds of a disc in the tray; something must be simulated."""
    beliefs, movement = state.beliefs, state.believed_risk(disc)
    assert beliefs is not None and movement is not None
    word = next((told.word for told in state.told if told.disc == disc), "")
    return DiscOdds(disc, word, beliefs.loose(disc), movement)


def odds_facts(call: CommandCall[MikadoState]) -> dict[str, Any]:
    """What `odds --json` prints."""
    state, model = call.state, call.setup.model
    return {
        "model": model.name if model else None,
        "player": call.setup.names[state.player - 1],
        "skill": state.skill,
        "touched": NAMES[state.touched] if state.touched is not None else None,
        "discs": [_facts(disc_odds(state, disc), state.is_alone) for disc in _asked(state, call)],
    }


def _facts(odds: DiscOdds, alone: bool) -> dict[str, Any]:
    return {
        "disc": NAMES[odds.disc],
        "felt": odds.word or None,
        "loose": round(odds.loose, 4),
        "movement": round(odds.movement, 4),
        "worth": None if alone else round(odds.worth, 4),
    }


def _asked(state: MikadoState, call: CommandCall[MikadoState]) -> tuple[int, ...]:
    """The discs whose odds are wanted, or all that the player may still pull."""
    if text := call.values.get("of"):
        return tuple(_named(state, word) for word in str(text).split())
    return (state.touched,) if state.touched is not None else state.allowed_discs()


def _named(state: MikadoState, text: str) -> int:
    disc = find_disc(text, state.layout)
    if disc is None:
        raise WrongUse(f"{shorten(text)} is no disc; one is called r7, or @B3 by its cell")
    if disc not in state.tray:
        raise WrongUse(f"{NAMES[disc]} is not in the tray any more")
    return disc


def odds_lines(call: CommandCall[MikadoState]) -> Iterator[str]:
    """What `odds` prints: the touched disc or the one asked for, or the tray with a column for each colour."""
    state = call.state
    asked = _asked(state, call)
    yield _headline(call, state)
    if len(asked) == 1:
        yield from _one_disc(state, asked[0])
        return
    yield ""
    yield from _table(state, asked)
    yield ""
    yield "felt: how it last felt; free: how likely nothing presses on it; move: how likely"
    worth = "" if state.is_alone else f"; worth: points on average, a movement costing {PENALTY}"
    yield f"pulling it is a movement{worth}"


def _headline(call: CommandCall[MikadoState], state: MikadoState) -> str:
    model = call.setup.model.name if call.setup.model else ""
    assert state.terms.figures is not None
    division = state.terms.figures.division
    who = f"{call.setup.names[state.player - 1]} (skill {state.skill:g})"
    return f"Turn {state.turn}: {who} to move; model {model}, a division is {division:g} mm; {len(state.tray)} discs"


def _one_disc(state: MikadoState, disc: int) -> Iterator[str]:
    odds = disc_odds(state, disc)
    name, colour = NAMES[disc], COLOURS[colour_of(disc)]
    if state.awaited == Touch(disc):
        believed = state.believed_odds(disc) or ()
        words = ", ".join(f"{outcome.word} {chance:.0%}" for outcome, chance in believed)
        yield f"{name} ({colour}) is being touched; it may feel: {words}"
        return
    game_command = "feels" if disc == state.touched else "felt"
    feels = f" {game_command} {odds.word}" if odds.word else ""
    yield f"{name} ({colour}){feels}: loose {odds.loose:.0%}, a movement {odds.movement:.0%}"
    if not state.is_alone:
        yield f"Pulling it is worth {odds.worth:+.2f} points on average, waiving 0"


def _table(state: MikadoState, asked: tuple[int, ...]) -> Iterator[str]:
    alone = state.is_alone
    columns = []
    for colour in range(len(COLOURS)):
        discs = [disc_odds(state, disc) for disc in asked if colour_of(disc) == colour]
        if discs:
            heading = "    felt  free move" + ("" if alone else " worth")
            columns.append([heading, *(_cell(odds, alone) for odds in discs)])
    for row in range(max(map(len, columns))):
        cells = (column[row] if row < len(column) else " " * len(column[0]) for column in columns)
        yield GAP.join(cells).rstrip()


def _cell(odds: DiscOdds, alone: bool) -> str:
    worth = "" if alone else f" {odds.worth:+5.2f}"
    return f"{NAMES[odds.disc]:4}{odds.word or '-':5} {odds.loose:4.0%} {odds.movement:4.0%}{worth}"
