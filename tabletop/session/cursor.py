"""A cursor on the board, with which people build a line instead of typing it.

    cursor = Cursor.on(drawing)                      # at the place nearest to the middle
    cursor = cursor.moved(drawing, "left")
    lines = lines_with(match, "place on e5 ", "e7")  # ["place on e5 bridge e5-e7"]

A choice becomes words of the line: the shortest ones that lead to the place by what the game's
notation allows next. Where there are several (`place 1 on 7c`, `place 2 on 7c`), choosing the same
place again goes from one to the next.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from tabletop.game import Area, Drawing
from tabletop.match import Match
from tabletop.session.input_line import parse_line

Direction = Literal["left", "right", "up", "down"]

MOST_WORDS = 4
"""Words that a single choice may add to the line."""
MOST_LINES = 12
"""Ways to go on that a choice looks for."""
ROW_HEIGHT = 2
"""A row is about as high as this many columns are wide."""


@dataclass(frozen=True)
class Cursor:
    """Where the cursor stands, and the lines before each choice.

    place: the name of a field, cell, stick or disc.
    before: the line before each choice, in the order of the choices.
    choices: the lines that the last choice could mean, the present one first; empty before the first choice.
    chosen_place: what was chosen last; empty before the first choice.
    """

    place: str
    before: tuple[str, ...] = ()
    choices: tuple[str, ...] = ()
    chosen_place: str = ""

    @classmethod
    def on(cls, drawing: Drawing) -> Cursor | None:
        """A cursor in the middle of the board; None where the drawing has no places."""
        places = selectable(drawing)
        if not places:
            return None
        centres = [_centre(area) for area in places.values()]
        x = (min(x for x, _ in centres) + max(x for x, _ in centres)) / 2
        y = (min(y for _, y in centres) + max(y for _, y in centres)) / 2
        return cls(min(places, key=lambda name: (_distance(_centre(places[name]), (x, y)), name)))

    def moved(self, drawing: Drawing, direction: Direction) -> Cursor:
        """The cursor on the next place in that direction; itself at the edge."""
        places = selectable(drawing)
        if self.place not in places:
            return Cursor.on(drawing) or self
        here = _centre(places[self.place])
        ahead = {
            name: steps
            for name, area in places.items()
            if name != self.place and (steps := _steps(here, _centre(area), direction)) is not None
        }
        return replace(self, place=min(ahead, key=lambda name: (ahead[name], name))) if ahead else self

    def at_point(self, drawing: Drawing, column: int, row: int) -> Cursor | None:
        """The cursor on the place that is drawn at a point, or None."""
        for name, area in selectable(drawing).items():
            if 0 <= column - area.column < area.width and 0 <= row - area.row < area.height:
                return replace(self, place=name)
        return None

    def chosen(self, match: Match, line: str) -> tuple[Cursor, str] | None:
        """Choose the place: the cursor and the line after that, or None if the line cannot continue with it."""
        is_latest = bool(self.choices) and line == self.choices[0]
        if is_latest and self.place == self.chosen_place:
            choices = (*self.choices[1:], self.choices[0])
            return replace(self, choices=choices), choices[0]
        before = (*self.before, line)
        choices = tuple(lines_with(match, line, self.place))
        if not choices and is_latest:
            before = self.before
            choices = tuple(other for other in self.choices if _names(other.split()[-1], self.place))
        return (Cursor(self.place, before, choices, self.place), choices[0]) if choices else None

    def taken_back(self) -> tuple[Cursor, str] | None:
        """The cursor and the line before the last choice; None where nothing was chosen."""
        return (Cursor(self.place, self.before[:-1]), self.before[-1]) if self.before else None


def selectable(drawing: Drawing) -> Mapping[str, Area]:
    """The places that a cursor visits: all but those between two others, such as bridges, and whole numbered fields."""
    return {name: area for name, area in drawing.places.items() if "-" not in name and not name.isdigit()}


def lines_with(match: Match, line: str, place: str) -> list[str]:
    """The lines that go on from `line` to the place, by fewest words, then in canonical order."""
    lines: list[str] = []
    level = [line]
    for _ in range(MOST_WORDS):
        following = [longer for shorter in level for longer in _next_lines(match, shorter)]
        lines += [longer for longer, word in following if _names(word, place)]
        if len(lines) >= MOST_LINES or (lines and len(lines) >= len(following)):
            break
        level = [longer for longer, word in following if not re.search(r"\d", word) or word.isdigit()]
    return list(dict.fromkeys(lines))[:MOST_LINES]


def _next_lines(match: Match, line: str) -> Iterator[tuple[str, str]]:
    """The line with each word that may stand next, and that word."""
    text = f"{line.rstrip()} " if line.strip() else ""
    for completion in parse_line(match, text).completions:
        if completion.start >= len(text):
            yield text + completion.text, completion.text


def _names(word: str, place: str) -> bool:
    """Whether a word of a move means the place, alone or as the end of a bridge."""
    return place.lower() in re.split(r"[-,]", word.lower())


def _centre(area: Area) -> tuple[float, float]:
    return area.column + area.width / 2, area.row + area.height / 2


def _distance(point: tuple[float, float], other: tuple[float, float]) -> float:
    return abs(point[0] - other[0]) + ROW_HEIGHT * abs(point[1] - other[1])


def _steps(here: tuple[float, float], there: tuple[float, float], direction: Direction) -> float | None:
    """How far away a place is in a direction, farther if it is off the line; None if it lies elsewhere."""
    dx, dy = there[0] - here[0], (there[1] - here[1]) * ROW_HEIGHT
    along, aside = (dx, dy) if direction in ("left", "right") else (dy, dx)
    if direction in ("left", "up"):
        along = -along
    if along <= 0 or abs(aside) > 2 * along:
        return None
    return along + 2 * abs(aside)
