"""A sheet of characters that pictures are drawn on, each cell with its ink."""

from __future__ import annotations

from tabletop.style import Style


class Canvas:
    """Grows to the right and downwards as needed; what is drawn later covers what was there."""

    def __init__(self) -> None:
        self._rows: list[list[tuple[str, str]]] = []

    def put(self, x: int, y: int, text: str, ink: str = "") -> None:
        """Write text from column x of row y, both from 0. Every character is one column wide."""
        while len(self._rows) <= y:
            self._rows.append([])
        row = self._rows[y]
        while len(row) < x + len(text):
            row.append((" ", ""))
        for offset, char in enumerate(text):
            row[x + offset] = (char, ink)

    def at(self, x: int, y: int) -> str:
        """The character there; a space where nothing was drawn."""
        return self._rows[y][x][0] if y < len(self._rows) and x < len(self._rows[y]) else " "

    def text(self, style: Style) -> str:
        """The picture: no spaces at line ends, no final newline."""
        return "\n".join(_line(row, style) for row in self._rows)


def _line(row: list[tuple[str, str]], style: Style) -> str:
    end = len(row)
    while end and row[end - 1][0] == " " and "reverse" not in row[end - 1][1]:
        end -= 1
    parts: list[str] = []
    start = 0
    while start < end:
        ink = row[start][1]
        stop = start
        while stop < end and row[stop][1] == ink:
            stop += 1
        parts.append(style.paint("".join(char for char, _ in row[start:stop]), ink))
        start = stop
    return "".join(parts)
