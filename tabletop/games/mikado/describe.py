"""A game of Scheiben Mikado in words and as data: the hands, the tray, and where discs lie in it."""

from __future__ import annotations

import re
from typing import Any

from tabletop.errors import WrongUse
from tabletop.game import Sentences, Setup, View
from tabletop.games.mikado.discs import COLOURS, NAMES, NUMBERS, VALUES, colour_of
from tabletop.games.mikado.rules import SOLO_MOVEMENTS, WAIVES_EACH, MikadoState
from tabletop.games.mikado.trays import cell_of
from tabletop.style import Style
from tabletop.text import counted, shorten


def score_details(state: MikadoState, setup: Setup) -> dict[str, Any]:
    """What `score --json` adds: hands by player, the tray, and how often the slider has moved."""
    details: dict[str, Any] = {"left": len(state.tray), "movements": state.movements, "tray": _colour_counts(state)}
    if not state.is_solo:
        details["hands"] = {
            name: {**dict(zip(COLOURS, hand.discs, strict=True)), "minus": hand.minus}
            for name, hand in zip(setup.names, state.hands, strict=True)
        }
    return details


def score_lines(state: MikadoState, setup: Setup, style: Style) -> list[str]:
    """What `score` prints below the points."""
    return status_lines(state, setup)


def status_lines(state: MikadoState, setup: Setup) -> list[str]:
    """The tray, every hand, the touched disc, and how many waives are left."""
    lines = [_tray_line(state)]
    if not state.is_solo:
        lines += [_hand_line(state, setup, player) for player in range(1, state.config.players + 1)]
    turn_line = _turn_line(state, setup)
    return [*lines, turn_line] if turn_line else lines


def _colour_counts(state: MikadoState) -> dict[str, int]:
    colours = [colour_of(disc) for disc in state.tray]
    return {name: colours.count(number) for number, name in enumerate(COLOURS)}


def _tray_line(state: MikadoState) -> str:
    counts = ", ".join(f"{number} {name}" for name, number in _colour_counts(state).items() if number) or "empty"
    divisions = counted(state.slider_travel, "division")
    if state.is_solo:
        movements = counted(state.movements, "movement")
        return f"Tray: {counts}; slider moved {divisions}; {movements} ({SOLO_MOVEMENTS} allowed)"
    return f"Tray: {counts}; slider moved {divisions}"


def _hand_line(state: MikadoState, setup: Setup, player: int) -> str:
    hand = state.hands[player - 1]
    discs = ", ".join(f"{number} {name}" for number, name in zip(hand.discs, COLOURS, strict=True) if number)
    items = [discs or "no discs", *([counted(hand.minus, "minus point")] if hand.minus else [])]
    return f"{setup.names[player - 1]}: {', '.join(items)} = {counted(hand.points, 'point')}"


def _turn_line(state: MikadoState, setup: Setup) -> str:
    if state.is_over or state.turn == 0:
        return ""
    name = setup.names[state.player - 1]
    if state.touched is not None:
        disc, report = NAMES[state.touched], state.last_report(state.touched)
        if report and report.turn == state.turn and state.must_pull:
            return f"{name} touched {disc}, which feels {report.word}, and must pull it"
        if report and report.turn == state.turn:
            return f"{name} touched {disc}, which feels {report.word}"
        return f"{name} touched {disc} and must pull it" if state.must_pull else f"{name} touched {disc}"
    if state.must_pull:
        return f"{name} must pull"
    if state.is_solo or not state.waives:
        return ""
    left = WAIVES_EACH * state.config.players - state.waives
    return f"{counted(state.waives, 'waive')} in a row; after {left} more the next player must pull"


_ROW = re.compile(r"(?:row|reihe|zeile)?\s*(\d{1,2})")
_GERMAN_COLOURS = {"rot": "red", "blau": "blue", "gelb": "yellow"}


def scan(view: View[MikadoState], text: str) -> list[str]:
    """Describe a row of the tray, a colour, a cell or a disc; with an empty text, all rows and hands."""
    state = view.state
    if not text:
        return [*_tray_lines(state), *(f"{line}." for line in status_lines(state, view.setup))]
    colour = _GERMAN_COLOURS.get(text, text)
    if colour in COLOURS:
        return [_colour_line(state, COLOURS.index(colour))]
    if text in NUMBERS:
        return where(view, text)
    discs = _discs_by_cell(state)
    if (cell := text.removeprefix("@").upper()) in discs:
        return where(view, NAMES[discs[cell]])
    if state.layout and (row := _ROW.fullmatch(text)):
        return [_row_line(state, int(row[1]))]
    if state.layout and re.fullmatch(r"@?[a-z]\d{1,2}", text):
        return [f"Cell {cell} is empty."]
    raise WrongUse(f"`{shorten(text)}` is not part of the tray; try `row 5`, `red` or a cell such as B3")


def where(view: View[MikadoState], text: str) -> list[str]:
    """Say where a disc lies and how it felt, or that it is gone."""
    state = view.state
    name = text.removeprefix("@")
    disc = NUMBERS.get(name, _discs_by_cell(state).get(name.upper()))
    if disc is None:
        raise WrongUse(f"there is no disc `{shorten(text)}`; the discs are r1 to r18, b1 to b18, y1 to y18")
    colour = colour_of(disc)
    points = counted(VALUES[colour], "point")
    name_and_value = f"{NAMES[disc]} ({COLOURS[colour]}, {points})"
    if disc not in state.tray:
        return [f"{name_and_value} has left the tray."]
    place = f"in the tray at {cell_of(state.layout.discs[disc])}" if state.layout else "in the tray"
    report = state.last_report(disc)
    if report:
        return [f"{name_and_value} is {place}; it felt {report.word} in turn {report.turn}."]
    return [f"{name_and_value} is {place}."]


def _discs_by_cell(state: MikadoState) -> dict[str, int]:
    """The discs in the tray by the cells of their centres."""
    return {cell_of(state.layout.discs[disc]).upper(): disc for disc in state.tray} if state.layout else {}


def _tray_lines(state: MikadoState) -> list[str]:
    """The tray row by row, or colour by colour where its layout is not known."""
    if state.layout is None:
        return [_colour_line(state, colour) for colour in range(len(COLOURS))]
    rows = sorted({int(cell[1:]) for cell in _discs_by_cell(state)})
    return [_row_line(state, row) for row in rows]


def _row_line(state: MikadoState, row: int) -> str:
    in_row = sorted((cell, disc) for cell, disc in _discs_by_cell(state).items() if int(cell[1:]) == row)
    discs = ", ".join(f"{NAMES[disc]} at {cell}" for cell, disc in in_row)
    return f"Row {row}: {discs or 'empty'}."


def _colour_line(state: MikadoState, colour: int) -> str:
    discs = [disc for disc in state.tray if colour_of(disc) == colour]
    places = [
        f"{NAMES[disc]} at {cell_of(state.layout.discs[disc])}" if state.layout else NAMES[disc] for disc in discs
    ]
    return f"{COLOURS[colour].capitalize()}, {len(discs)} in the tray: {', '.join(places) or 'none'}."


SENTENCES = Sentences(scan, where, places=("row 5", "red", "B3"), pieces=("r7", "@B3"))
