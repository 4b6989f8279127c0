"""Texts made wrong on purpose: cut, doubled, swapped, filled with odd characters and huge numbers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from random import Random

ODD = (
    "\x00",
    "\x1b[31m",
    "\u202e",
    "\ufeff",
    "\u2028",
    "ß",
    "é",
    "‐",
    "\t",
    "\r",
    '"',
    "'",
    "\\",
    "#",
    "=",
    "->",
    "..",
)
WORDS = ("nan", "inf", "true", "-", "0x10", "1e309", "place", "expect", "Game:", "engine:true", "[[entrant]]", "a.b.c")
NUMBERS = ("0", "-1", "00007", "3.5", "9" * 30, "9" * 400, "1_000", "٣")


class Mutator:
    """Makes variants of some texts; the same seed makes the same ones on every Python."""

    def __init__(self, texts: Sequence[str], seed: int) -> None:
        self.texts = texts
        self._rng = Random(seed)

    def _below(self, count: int) -> int:
        return int(self._rng.random() * count) if count else 0

    def _pick(self, items: Sequence[str]) -> str:
        return items[self._below(len(items))]

    def variant(self) -> str:
        """One of the texts with one to four things wrong."""
        text = self._pick(self.texts)
        for _ in range(1 + self._below(4)):
            change = (
                self._cut,
                self._double,
                self._swap_lines,
                self._insert,
                self._change_number,
                self._splice,
                self._truncate,
                self._flip_case,
            )[self._below(8)]
            text = change(text)
        return text[:20_000]

    def _slice(self, text: str, longest: int = 20) -> tuple[int, int]:
        start = self._below(len(text))
        return start, min(len(text), start + 1 + self._below(longest))

    def _cut(self, text: str) -> str:
        start, end = self._slice(text)
        return text[:start] + text[end:]

    def _double(self, text: str) -> str:
        start, end = self._slice(text)
        return text[:end] + text[start:end] * (1 + self._below(30)) + text[end:]

    def _swap_lines(self, text: str) -> str:
        lines = text.split("\n")
        one, other = self._below(len(lines)), self._below(len(lines))
        lines[one], lines[other] = lines[other], lines[one]
        return "\n".join(lines)

    def _insert(self, text: str) -> str:
        start, _ = self._slice(text)
        return text[:start] + self._pick((*ODD, *WORDS)) + text[start:]

    def _change_number(self, text: str) -> str:
        numbers = list(re.finditer(r"\d+", text))
        if not numbers:
            return text
        number = numbers[self._below(len(numbers))]
        return text[: number.start()] + self._pick(NUMBERS) + text[number.end() :]

    def _splice(self, text: str) -> str:
        other = self._pick(self.texts)
        start, end = self._slice(other, 60)
        place, _ = self._slice(text)
        return text[:place] + other[start:end] + text[place:]

    def _truncate(self, text: str) -> str:
        return text[: self._below(len(text) + 1)]

    def _flip_case(self, text: str) -> str:
        start, end = self._slice(text)
        return text[:start] + text[start:end].swapcase() + text[end:]
