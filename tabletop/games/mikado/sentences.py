"""The tray in words, for those who hear it: rows, colours, cells, and where a disc is."""

from __future__ import annotations

import re
from typing import cast

from tabletop.errors import WrongUse, shorten
from tabletop.game import Sentences, View
from tabletop.games.mikado.discs import COLOURS, NAMES, NUMBERS, VALUES, colour_of
from tabletop.games.mikado.rules import State
from tabletop.games.mikado.summary import status_lines
from tabletop.games.mikado.trays import cell_of
from tabletop.number import counted

_ROW = re.compile(r"(?:row|reihe|zeile)?\s*(\d{1,2})")
_GERMAN = {"rot": "red", "blau": "blue", "gelb": "yellow"}


def scan(view: View, text: str) -> list[str]:
    """A row of the tray, a colour, a cell, a disc, or all rows and hands."""
    state = cast(State, view.state)
    if not text:
        lines = [_row(state, row) for row in sorted(_rows(state))] if state.layout else _by_colour(state)
        return [*lines, *(f"{line}." for line in status_lines(state, view.setup))]
    colour = _GERMAN.get(text, text)
    if colour in COLOURS:
        return [_colour(state, COLOURS.index(colour))]
    if text in NUMBERS:
        return where(view, text)
    cells = _cells(state)
    if (cell := text.removeprefix("@").upper()) in cells:
        return where(view, NAMES[cells[cell]])
    if state.layout and (found := _ROW.fullmatch(text)):
        return [_row(state, int(found[1]))]
    if state.layout and re.fullmatch(r"@?[a-z]\d{1,2}", text):
        return [f"The cell {cell} is empty."]
    raise WrongUse(f"`{shorten(text)}` is no part of the tray: say `row 5`, `red`, a cell such as B3, or nothing")


def where(view: View, text: str) -> list[str]:
    """Where a disc lies and how it felt, or that it is gone."""
    state = cast(State, view.state)
    name = text.removeprefix("@")
    disc = NUMBERS.get(name, _cells(state).get(name.upper()))
    if disc is None:
        raise WrongUse(f"there is no disc `{shorten(text)}`; discs are r1 to r18, b1 to b18, y1 to y18")
    colour = colour_of(disc)
    points = counted(VALUES[colour], "point")
    head = f"{NAMES[disc]}, {COLOURS[colour]}, {points},"
    if disc not in state.tray:
        return [f"{head} has left the tray."]
    place = f"is in the tray at {cell_of(state.layout.discs[disc])}" if state.layout else "is in the tray"
    felt = next((f"; in turn {told.turn} it felt {told.word}" for told in state.told if told.disc == disc), "")
    return [f"{head} {place}{felt}."]


def _cells(state: State) -> dict[str, int]:
    """The discs in the tray by the cells of their centres."""
    return {cell_of(state.layout.discs[disc]).upper(): disc for disc in state.tray} if state.layout else {}


def _rows(state: State) -> set[int]:
    return {int(cell[1:]) for cell in _cells(state)}


def _row(state: State, row: int) -> str:
    here = sorted((cell, disc) for cell, disc in _cells(state).items() if int(cell[1:]) == row)
    discs = ", ".join(f"{NAMES[disc]} at {cell}" for cell, disc in here)
    return f"Row {row}: {discs or 'empty'}."


def _colour(state: State, colour: int) -> str:
    discs = [disc for disc in state.tray if colour_of(disc) == colour]
    places = [
        f"{NAMES[disc]} at {cell_of(state.layout.discs[disc])}" if state.layout else NAMES[disc] for disc in discs
    ]
    return f"{COLOURS[colour].capitalize()}, {len(discs)} in the tray: {', '.join(places) or 'none'}."


def _by_colour(state: State) -> list[str]:
    return [_colour(state, colour) for colour in range(len(COLOURS))]


SENTENCES = Sentences(scan, where, places=("row 5", "red", "B3"), pieces=("r7", "@B3"))
