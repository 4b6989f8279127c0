"""How output looks: colour or not, Unicode or not, how wide; and the canvas that boards are drawn on.

A style is chosen once, in `cli`; never inside a game.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache
from itertools import groupby

from tabletop.game import Area, Drawing

THEMES = ("default", "colour-blind", "mono")
"""The setting `theme`: sixteen colours, the palette of Okabe and Ito, or nothing but bold and the like."""

_ATTRIBUTES = {"underline": "\x1b[4m", "reverse": "\x1b[7m"}
"""What colorama has no name for."""
_TINTS = {"red": (217, 52), "blue": (153, 18), "green": (157, 22), "yellow": (229, 58)}
_SHADES = {"red": (224, 88), "blue": (189, 25), "green": (194, 28), "yellow": (230, 94)}
"""Text on a background, readable in light and dark windows: of areas, and of others beside them."""
_OKABE_ITO = {"red": 166, "blue": 74, "green": 36, "yellow": 227, "magenta": 175, "cyan": 37, "white": 231, "grey": 245}
_OKABE_ITO_TINTS = {"red": (231, 130), "blue": (231, 24), "green": (231, 23), "yellow": (16, 221)}
_OKABE_ITO_SHADES = {"red": (231, 166), "blue": (231, 31), "green": (231, 29), "yellow": (16, 227)}
"""The same in numbers of the 256 colours."""


@cache
def _codes(theme: str) -> dict[str, str]:
    """The escape codes of a theme by name: attributes, colours, `tint-` and `shade-` colours."""
    from colorama import Fore
    from colorama import Style as Attribute

    codes = {"bold": Attribute.BRIGHT, "dim": Attribute.DIM, **_ATTRIBUTES}
    if theme == "mono":
        return codes
    if theme == "colour-blind":
        codes |= {name: f"\x1b[38;5;{number}m" for name, number in _OKABE_ITO.items()}
        pairs = {"tint": _OKABE_ITO_TINTS, "shade": _OKABE_ITO_SHADES}
    else:
        codes |= {
            "red": Fore.RED,
            "green": Fore.GREEN,
            "yellow": Fore.YELLOW,
            "blue": Fore.LIGHTBLUE_EX,
            "magenta": Fore.MAGENTA,
            "cyan": Fore.CYAN,
            "white": Fore.LIGHTWHITE_EX,
            "grey": Fore.LIGHTBLACK_EX,
        }
        pairs = {"tint": _TINTS, "shade": _SHADES}
    for kind, colours in pairs.items():
        for name, (text, ground) in colours.items():
            codes[f"{kind}-{name}"] = f"\x1b[38;5;{text};48;5;{ground}m"
    return codes


@dataclass(frozen=True)
class Style:
    """Plain ASCII in 80 columns unless told otherwise."""

    colour: bool = False
    unicode: bool = False
    width: int = 80
    height: int = 24
    theme: str = "default"

    def paint(self, text: str, colour: str) -> str:
        """The text in that colour, or as it is where there is none. Colour never carries meaning alone.

        `colour` is a name or several, separated by spaces: attributes (`bold`, `dim`, `underline`, `reverse`),
        colours (`red`), areas of a colour (`tint-red`), and areas to be told from those (`shade-red`).
        """
        if not self.colour or not colour or not text:
            return text
        codes = _codes(self.theme)
        prefix = "".join(codes.get(name, "") for name in colour.split())
        return f"{prefix}{text}\x1b[0m" if prefix else text

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


_CODE = re.compile(r"\x1b\[[0-9;]*m")


def mark_places(drawing: Drawing, names: Iterable[str], style: Style) -> Drawing:
    """The drawing with brackets around these places; where there is colour, they stand out by that too."""
    lines = [_cells(line) for line in drawing.lines]
    for name in names:
        column, row, width, height = drawing.places[name]
        for y in range(row, min(row + height, len(lines))):
            cells = lines[y]
            cells += [(" ", "")] * (column + width + 1 - len(cells))
            if style.colour:
                for x in range(column, column + width):
                    cells[x] = (cells[x][0], cells[x][1] + _ATTRIBUTES["reverse"])
            if y == row:
                if column:
                    cells[column - 1] = ("[", "")
                cells[column + width] = ("]", "")
    return replace(drawing, lines=tuple(map(_joined, lines)))


def _cells(line: str) -> list[tuple[str, str]]:
    """The characters of a painted line, each with the codes that hold for it."""
    cells: list[tuple[str, str]] = []
    codes, at = "", 0
    for code in [*_CODE.finditer(line), None]:
        cells += [(char, codes) for char in line[at : code.start() if code else None]]
        if code:
            codes = "" if code[0] == "\x1b[0m" else codes + code[0]
            at = code.end()
    return cells


def _joined(cells: list[tuple[str, str]]) -> str:
    parts = []
    for codes, group in groupby(cells, key=lambda cell: cell[1]):
        text = "".join(char for char, _ in group)
        parts.append(f"{codes}{text}\x1b[0m" if codes else text)
    return "".join(parts).rstrip(" ")


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
