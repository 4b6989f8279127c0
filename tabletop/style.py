"""How output looks: colour or not, Unicode or not, how wide; and the canvas that boards are drawn on.

A style is chosen once, in `cli`; never inside a game.
"""

from __future__ import annotations

from dataclasses import dataclass

from tabletop.game import Area, Drawing

SGR = {
    "bold": "1",
    "dim": "2",
    "underline": "4",
    "reverse": "7",
    "red": "31",
    "green": "32",
    "yellow": "33",
    "blue": "94",
    "magenta": "35",
    "cyan": "36",
    "white": "97",
    "grey": "90",
    "tint-red": "38;5;217;48;5;52",
    "tint-blue": "38;5;153;48;5;18",
    "tint-green": "38;5;157;48;5;22",
    "tint-yellow": "38;5;229;48;5;58",
}
"""Colours and attributes by name, with their SGR numbers; `paint` takes several names, separated by spaces."""


@dataclass(frozen=True)
class Style:
    """Plain ASCII in 80 columns unless told otherwise."""

    colour: bool = False
    unicode: bool = False
    width: int = 80
    height: int = 24

    def paint(self, text: str, colour: str) -> str:
        """The text in that colour, or as it is where there is none. Colour never carries meaning alone."""
        if not self.colour or not colour or not text:
            return text
        return f"\x1b[{';'.join(SGR[name] for name in colour.split())}m{text}\x1b[0m"

    def pick(self, unicode: str, ascii: str) -> str:
        """The Unicode glyph where the terminal has it, else the ASCII one."""
        return unicode if self.unicode else ascii


PLAIN = Style()


class Canvas:
    """Grows to the right and downwards as needed; what is drawn later covers what was there."""

    def __init__(self) -> None:
        self._rows: list[list[tuple[str, str]]] = []
        self.places: dict[str, Area] = {}

    def put(self, x: int, y: int, text: str, colour: str = "") -> None:
        """Write text from column x of row y, both from 0. Every character is one column wide."""
        while len(self._rows) <= y:
            self._rows.append([])
        row = self._rows[y]
        while len(row) < x + len(text):
            row.append((" ", ""))
        for offset, char in enumerate(text):
            row[x + offset] = (char, colour)

    def at(self, x: int, y: int) -> str:
        """The character there; a space where nothing was drawn."""
        return self._rows[y][x][0] if y < len(self._rows) and x < len(self._rows[y]) else " "

    def place(self, name: str, x: int, y: int, width: int = 1, height: int = 1) -> None:
        """Note where something stands, by the name that moves use."""
        self.places[name] = Area(x, y, width, height)

    def drawing(self, style: Style) -> Drawing:
        """The picture: no spaces at line ends."""
        return Drawing(tuple(_line(row, style) for row in self._rows), self.places)


def _line(row: list[tuple[str, str]], style: Style) -> str:
    end = len(row)
    while end and row[end - 1][0] == " " and "reverse" not in row[end - 1][1]:
        end -= 1
    parts: list[str] = []
    start = 0
    while start < end:
        colour = row[start][1]
        stop = start
        while stop < end and row[stop][1] == colour:
            stop += 1
        parts.append(style.paint("".join(char for char, _ in row[start:stop]), colour))
        start = stop
    return "".join(parts)
