"""A Taktori position in words and as data: stocks, final round, polygons with their points."""

from __future__ import annotations

from textwrap import wrap
from typing import Any

from tabletop.game import Setup
from tabletop.games.taktori.polygons import SIZE, Polygon, Side, polygons
from tabletop.games.taktori.rules import TaktoriState
from tabletop.games.towers.describe import status_lines as towers_status_lines
from tabletop.games.towers.geometry import colour, field_names, format_pair
from tabletop.style import Style
from tabletop.text import counted, join_words

_NAMES = field_names(SIZE)


def status_lines(state: TaktoriState, setup: Setup) -> list[str]:
    """Stocks, the fresh field, and the turns left in the final round."""
    lines = towers_status_lines(state, setup)
    return lines if state.final is None else [*lines, f"final round: {counted(state.final, 'turn')} left"]


def score_details(state: TaktoriState, setup: Setup) -> dict[str, Any]:
    """Every polygon as data: its owner, its value, whether it counts or why not, its fields and sides in order."""
    return {"polygons": [_as_data(polygon, state, setup) for polygon in _all_polygons(state)]}


def score_lines(state: TaktoriState, setup: Setup, style: Style) -> list[str]:
    """Every polygon in words, in three lines or more."""
    lines: list[str] = []
    for polygon in _all_polygons(state):
        name = setup.names[polygon.owner - 1]
        points = counted(polygon.value, "point")
        place = _NAMES[polygon.fields[0]]
        if polygon.counts:
            title = f"{name}'s polygon at {place} scores {points}"
        else:
            title = f"{name}'s polygon at {place} ({points}) does not count: {_reason(polygon, state)}"
        first, *others = wrap(title, style.width, subsequent_indent=" " * 8, break_on_hyphens=False)
        painted = style.paint(first[: len(name)], colour(polygon.owner))
        lines += [painted + first[len(name) :], *others]
        lines += _indented("fields", [_NAMES[field] for field in polygon.fields], " ", style)
        lines += _indented("sides", [_side_text(side) for side in polygon.sides], ", ", style)
    return lines or ["no closed polygons"]


def _all_polygons(state: TaktoriState) -> list[Polygon]:
    """By owner, then by lowest field."""
    return [
        polygon
        for owner in range(1, state.players + 1)
        for polygon in polygons(state.bridges, owner, state.config.centre)
    ]


def _as_data(polygon: Polygon, state: TaktoriState, setup: Setup) -> dict[str, Any]:
    return {
        "owner": setup.names[polygon.owner - 1],
        "value": polygon.value,
        "counts": polygon.counts,
        "why": None if polygon.counts else _reason(polygon, state),
        "fields": [_NAMES[field] for field in polygon.fields],
        "sides": [
            {
                "bridge": format_pair(SIZE, side.bridge.pair),
                "level": side.bridge.level,
                "halves": [format_pair(SIZE, half) for half in side.halves],
            }
            for side in polygon.sides
        ],
    }


def _reason(polygon: Polygon, state: TaktoriState) -> str:
    """Why it does not count; T20 is decided first (T25)."""
    if polygon.encloses:
        inner = join_words([_NAMES[field] for field in polygon.encloses])
        if len(polygon.encloses) == 1:
            return f"it encloses the polygon at {inner} (T20)"
        return f"it encloses the polygons at {inner} (T20)"
    if state.config.centre == 1:
        return "no bridges connect it to the centre (T23)"
    return "it has no tower in the centre and shares none with a polygon that scores (T24)"


def _side_text(side: Side) -> str:
    span, level = format_pair(SIZE, side.bridge.pair), side.bridge.level
    if len(side.halves) == 2:
        return f"{span} level {level}"
    return f"{span} level {level} (half {format_pair(SIZE, side.halves[0])})"


def _indented(title: str, items: list[str], separator: str, style: Style) -> list[str]:
    """The items in as many lines as they need, none broken."""
    text = separator.join(item.replace(" ", "\xa0") for item in items)
    lines = wrap(
        text,
        style.width,
        initial_indent=f"    {title:<8}",
        subsequent_indent=" " * 12,
        break_on_hyphens=False,
    )
    return [line.replace("\xa0", " ") for line in lines]
