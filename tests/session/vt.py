"""A terminal's screen in memory: as much of a VT100 as a full-screen program needs."""

from __future__ import annotations

import re

_TOKEN = re.compile(r"\x1b\[([?>]?)([0-9;]*)([A-Za-z])|\x1b[()].|\x1b[=>78]|[\r\n\x08\x07]|[^\x1b\r\n\x08\x07]+")


class Vt:
    """What stands on the screen after all that was written; the main screen and the alternate one are kept apart."""

    def __init__(self, columns: int = 80, rows: int = 24) -> None:
        self.columns, self.rows = columns, rows
        self._main: list[list[str]] = self._empty()
        self._cells = self._main
        self._x = self._y = 0
        self._rest = ""
        self.was_alternate = False

    def _empty(self) -> list[list[str]]:
        return [[" "] * self.columns for _ in range(self.rows)]

    def feed(self, text: str) -> None:
        """Write to the screen; a sequence that is cut off waits for its rest."""
        text = self._rest + text
        cut = text.rfind("\x1b")
        self._rest = ""
        if cut >= 0 and not _TOKEN.match(text, cut):
            text, self._rest = text[:cut], text[cut:]
        for token in _TOKEN.finditer(text):
            if token[3]:
                self._control(token[1], [int(n or 0) for n in token[2].split(";")], token[3])
            elif token[0] == "\r":
                self._x = 0
            elif token[0] == "\n":
                self._down()
            elif token[0] == "\x08":
                self._x = max(0, self._x - 1)
            elif token[0][0] not in "\x1b\x07":
                for char in token[0]:
                    self._put(char)

    def lines(self) -> list[str]:
        """The rows of the screen, without spaces at their ends."""
        return ["".join(row).rstrip() for row in self._cells]

    def text(self) -> str:
        """All rows."""
        return "\n".join(self.lines())

    def _put(self, char: str) -> None:
        if self._x >= self.columns:
            self._x = 0
            self._down()
        self._cells[self._y][self._x] = char
        self._x += 1

    def _down(self) -> None:
        if self._y == self.rows - 1:
            self._cells.pop(0)
            self._cells.append([" "] * self.columns)
        else:
            self._y += 1

    def _control(self, private: str, numbers: list[int], kind: str) -> None:
        count = max(1, numbers[0])
        if private:
            if numbers[0] == 1049 and kind in "hl":
                self._cells = self._empty() if kind == "h" else self._main
                self._x = self._y = 0
                self.was_alternate |= kind == "h"
        elif kind == "A":
            self._y = max(0, self._y - count)
        elif kind == "B":
            self._y = min(self.rows - 1, self._y + count)
        elif kind == "C":
            self._x = min(self.columns - 1, self._x + count)
        elif kind == "D":
            self._x = max(0, self._x - count)
        elif kind == "H":
            self._y = min(self.rows, count) - 1
            self._x = (max(1, numbers[1]) if len(numbers) > 1 else 1) - 1
        elif kind == "K":
            self._cells[self._y][self._x :] = [" "] * (self.columns - self._x)
        elif kind == "J":
            if numbers[0] == 2:
                self._cells[:] = self._empty()
            else:
                self._cells[self._y][self._x :] = [" "] * (self.columns - self._x)
                for row in range(self._y + 1, self.rows):
                    self._cells[row] = [" "] * self.columns
