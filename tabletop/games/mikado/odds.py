"""The command `odds`: the probability of a movement for each disc, as far as players can know it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from tabletop.errors import WrongUse
from tabletop.game import CommandCall
from tabletop.games.mikado.discs import COLOURS, NAMES, PENALTY, colour_of, find_disc, value_of
from tabletop.games.mikado.moves import Touch
from tabletop.games.mikado.rules import MikadoState
from tabletop.text import counted, shorten

GAP = "  "
"""Between the columns."""


@dataclass(frozen=True)
class DiscOdds:
    """What players can know about a disc.

    `word` is how it last felt, empty if nobody has touched it; `loose` and `movement` are the
    probabilities that it is loose and that pulling it is a movement.
    """

    disc: int
    word: str
    loose: float
    movement: float

    @property
    def expected_points(self) -> float:
        """The points that pulling it brings on average."""
        return value_of(self.disc) * (1 - self.movement) - PENALTY * self.movement


def disc_odds(state: MikadoState, disc: int) -> DiscOdds:
    """The odds of a disc in the tray; the game must not be refereed."""
    beliefs, movement = state.beliefs, state.believed_risk(disc)
    assert beliefs is not None and movement is not None
    report = state.last_report(disc)
    return DiscOdds(disc, report.word if report else "", beliefs.loose_chance(disc), movement)


def odds_facts(call: CommandCall[MikadoState]) -> dict[str, Any]:
    """What `odds --json` prints."""
    state, model = call.state, call.setup.model
    return {
        "model": model.name if model else None,
        "player": call.setup.names[state.player - 1],
        "skill": state.skill,
        "touched": NAMES[state.touched] if state.touched is not None else None,
        "discs": [_disc_facts(disc_odds(state, disc), state.is_solo) for disc in _requested_discs(call)],
    }


def _disc_facts(odds: DiscOdds, is_solo: bool) -> dict[str, Any]:
    return {
        "disc": NAMES[odds.disc],
        "felt": odds.word or None,
        "loose": round(odds.loose, 4),
        "movement": round(odds.movement, 4),
        "worth": None if is_solo else round(odds.expected_points, 4),
    }


def _requested_discs(call: CommandCall[MikadoState]) -> tuple[int, ...]:
    """The discs that `--of` names, or else all that the player may pull."""
    state = call.state
    if text := call.values.get("of"):
        return tuple(_parse_disc(state, word) for word in str(text).split())
    return (state.touched,) if state.touched is not None else state.allowed_discs()


def _parse_disc(state: MikadoState, text: str) -> int:
    disc = find_disc(text, state.layout, state.tray)
    if disc is None:
        raise WrongUse(f"there is no disc {shorten(text)}; name one such as r7, or @B3 by its cell")
    if disc not in state.tray:
        raise WrongUse(f"{NAMES[disc]} is no longer in the tray")
    return disc


def odds_lines(call: CommandCall[MikadoState]) -> Iterator[str]:
    """What `odds` prints: a sentence on a single disc, or a table with columns for each colour."""
    state, discs = call.state, _requested_discs(call)
    yield _headline(call)
    if len(discs) == 1:
        yield from _disc_lines(state, discs[0])
        return
    yield ""
    yield from _table(state, discs)
    yield ""
    yield "felt: how it last felt; free: chance that nothing presses on it;"
    if state.is_solo:
        yield "move: chance that pulling it is a movement"
    else:
        yield f"move: chance of a movement; worth: points on average, {-PENALTY} for a movement"


def _headline(call: CommandCall[MikadoState]) -> str:
    state = call.state
    model = call.setup.model.name if call.setup.model else ""
    assert state.config.parameters is not None
    division = state.config.parameters.division
    player = f"{call.setup.names[state.player - 1]} (skill {state.skill:g})"
    discs = counted(len(state.tray), "disc")
    return f"Turn {state.turn}: {player} to move; model {model}, {division:g} mm per division, {discs}"


def _disc_lines(state: MikadoState, disc: int) -> Iterator[str]:
    odds = disc_odds(state, disc)
    name, colour = NAMES[disc], COLOURS[colour_of(disc)]
    if state.pending == Touch(disc):
        words = ", ".join(f"{outcome.word} {chance:.0%}" for outcome, chance in state.believed_odds(disc) or ())
        yield f"{name} ({colour}) is being touched; it may feel: {words}"
        return
    chances = f"{odds.loose:.0%} chance of being loose, {odds.movement:.0%} chance of a movement"
    if not odds.word:
        yield f"{name} ({colour}): {chances}"
    elif disc == state.touched:
        yield f"{name} ({colour}) feels {odds.word}: {chances}"
    else:
        yield f"{name} ({colour}) felt {odds.word}: {chances}"
    if not state.is_solo:
        yield f"Pulling it brings {odds.expected_points:+.2f} points on average, waiving 0"


def _table(state: MikadoState, discs: tuple[int, ...]) -> Iterator[str]:
    columns = []
    for colour in range(len(COLOURS)):
        odds_of_colour = [disc_odds(state, disc) for disc in discs if colour_of(disc) == colour]
        if odds_of_colour:
            heading = "    felt  free move" + ("" if state.is_solo else " worth")
            columns.append([heading, *(_cell(odds, state.is_solo) for odds in odds_of_colour)])
    for row in range(max(map(len, columns))):
        cells = (column[row] if row < len(column) else " " * len(column[0]) for column in columns)
        yield GAP.join(cells).rstrip()


def _cell(odds: DiscOdds, is_solo: bool) -> str:
    points = "" if is_solo else f" {odds.expected_points:+5.2f}"
    return f"{NAMES[odds.disc]:4}{odds.word or '-':5} {odds.loose:4.0%} {odds.movement:4.0%}{points}"
